//! Whole programs in Promela: systems with their components apart, and texts that were rewritten.

use std::io::Write;

use surmise_lang::promela::write_system;
use surmise_model::{Context, Diagnostic, Lts, System};

use super::{FileFormat, Writing, unwritable};
use crate::{Attempt, Failure};

/// A program to write.
pub struct WritableProgram<'a> {
    name: &'a str,
    states: usize,
    transitions: usize,
    text: String,
}

impl<'a> WritableProgram<'a> {
    /// A system, its components apart.
    pub fn of_system(name: &'a str, system: &System) -> Self {
        let ltss = || system.components.iter().map(|component| &component.lts);
        Self {
            name,
            states: ltss().map(Lts::num_states).sum(),
            transitions: ltss().map(Lts::num_transitions).sum(),
            text: write_system(name, system),
        }
    }

    /// A text in which an LTS is what matters.
    pub fn with(name: &'a str, lts: &Lts, text: String) -> Self {
        Self { name, states: lts.num_states(), transitions: lts.num_transitions(), text }
    }
}

impl Writing for WritableProgram<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn states(&self) -> usize {
        self.states
    }

    fn transitions(&self) -> usize {
        self.transitions
    }

    fn write(
        &self,
        out: &mut dyn Write,
        format: FileFormat,
        _: &str,
        _: &Context<'_>,
    ) -> Attempt<Vec<Diagnostic>> {
        if format != FileFormat::Promela {
            return Err(Failure::usage("a program is written in Promela, to a file FILE.pml"));
        }
        out.write_all(self.text.as_bytes()).map_err(|error| unwritable(&error))?;
        Ok(Vec::new())
    }
}
