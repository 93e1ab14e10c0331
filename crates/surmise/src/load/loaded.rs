//! What was read.

use surmise_model::System;

use super::content::Content;
use crate::Remark;

/// A system, and what else the files say.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The components and properties of all files.
    pub system: System,
    /// What each file is about, in the order of the files.
    pub contents: Vec<Content>,
    /// What there is to say about the files.
    pub remarks: Vec<Remark>,
}
