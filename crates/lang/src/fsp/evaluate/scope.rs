//! What names mean at a place of the text: the parameters of the process, and the indices around.

use super::super::token::Symbol;
use super::Value;

/// Parameters and indices. Both are few, so they are searched from the innermost outwards.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scope {
    /// The parameters of the process that is being compiled.
    pub(crate) parameters: Vec<(Symbol, Value)>,
    /// The indices around the place, innermost last.
    pub(crate) indices: Vec<(Symbol, Value)>,
    /// How often a parameter or index was looked up: what is evaluated without a look-up is the
    /// same everywhere.
    pub(super) uses: u64,
}

impl Scope {
    /// The scope of a process with these parameters.
    pub(crate) fn with_parameters(parameters: Vec<(Symbol, Value)>) -> Self {
        Self { parameters, ..Self::default() }
    }

    pub(super) fn parameter(&mut self, name: Symbol) -> Option<Value> {
        let found = find(&self.parameters, name);
        self.uses += u64::from(found.is_some());
        found
    }

    pub(super) fn index(&mut self, name: Symbol) -> Option<Value> {
        self.uses += 1;
        find(&self.indices, name)
    }
}

fn find(bindings: &[(Symbol, Value)], name: Symbol) -> Option<Value> {
    bindings.iter().rev().find(|(bound, _)| *bound == name).map(|&(_, value)| value)
}
