//! What was read.

use surmise_model::System;

use super::content::Content;
use super::promela::Program;
use crate::Remark;

/// A system, and what else the files say.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The components and properties of all files.
    pub system: System,
    /// The program that is to be searched as it is: the system has no components then, and of its
    /// properties the names alone.
    pub program: Option<Box<Program>>,
    /// What each file is about, in the order of the files.
    pub contents: Vec<Content>,
    /// What there is to say about the files.
    pub remarks: Vec<Remark>,
}
