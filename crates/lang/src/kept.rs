//! What a text also says and nobody checks yet.

use surmise_model::Span;

/// A definition that is read and kept, and not checked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptDefinition {
    /// The word that introduces it: FSP's `progress`, `assert`, `fluent`, `constraint`, `menu`,
    /// `animation` and `import`, Promela's `ltl`, `never`, `trace` and `notrace`.
    pub kind: &'static str,
    /// Its name; empty if it has none.
    pub name: String,
    /// Where it stands, or its name.
    pub span: Span,
}
