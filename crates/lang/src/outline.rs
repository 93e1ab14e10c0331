//! What a text defines and where it uses it, whatever its language: what an editor asks for as one
//! types.
//!
//! Nothing is evaluated or lowered. A text with mistakes has an outline, too: of what could be
//! read.

use std::fmt;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Diagnostic, Span};

use crate::in_order::in_order;

/// What a text defines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outline {
    /// The names that the text defines, in the order of their definitions.
    pub symbols: Vec<Symbol>,
    /// What can be said about the text without evaluating anything.
    pub diagnostics: Vec<Diagnostic>,
}

/// A name that a text defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// What it names.
    pub kind: SymbolKind,
    /// The name.
    pub name: String,
    /// Where it is defined: the name itself.
    pub definition: Span,
    /// All other places where it stands, in the order of the text; one of several definitions that
    /// belong together counts as such a place.
    pub uses: Vec<Span>,
}

/// What a name names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A constant.
    Constant,
    /// A range of numbers.
    Range,
    /// A set of labels.
    Set,
    /// A process, or a type of processes.
    Process,
    /// A composite process.
    Composite,
    /// A property that is a process.
    Property,
    /// A process inside of a process.
    LocalProcess,
    /// A parameter of a process.
    Parameter,
    /// An index that a label, a range or a loop binds.
    Index,
    /// A claim that is kept: an assertion, a fluent, a progress property, a formula.
    Claim,
    /// A variable.
    Variable,
    /// A type of messages, or a record type.
    Type,
    /// A statement that can be jumped to.
    Label,
    /// Statements that are put in where they are called.
    Inline,
    /// A condition or an expression with a name.
    Formula,
    /// A module of a probabilistic model.
    Module,
    /// Rewards.
    Rewards,
    /// An action.
    Action,
    /// A component that is read from a file.
    Component,
}

impl fmt::Display for SymbolKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Constant => "constant",
            Self::Range => "range",
            Self::Set => "set",
            Self::Process => "process",
            Self::Composite => "composite process",
            Self::Property => "property",
            Self::LocalProcess => "local process",
            Self::Parameter => "parameter",
            Self::Index => "index",
            Self::Claim => "claim",
            Self::Variable => "variable",
            Self::Type => "type",
            Self::Label => "label",
            Self::Inline => "inline",
            Self::Formula => "formula",
            Self::Module => "module",
            Self::Rewards => "rewards",
            Self::Action => "action",
            Self::Component => "component",
        })
    }
}

/// An outline as it is made: symbols are known by where they are defined.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    symbols: IndexMap<Span, Symbol, FxBuildHasher>,
}

impl Tracer {
    /// A name is defined.
    pub(crate) fn define(&mut self, kind: SymbolKind, name: &str, definition: Span) {
        self.symbols.entry(definition).or_insert_with(|| Symbol {
            kind,
            name: name.to_owned(),
            definition,
            uses: Vec::new(),
        });
    }

    /// What is defined at a place is used at another.
    pub(crate) fn mention(&mut self, definition: Span, place: Span) {
        if let Some(symbol) = self.symbols.get_mut(&definition)
            && place != definition
        {
            symbol.uses.push(place);
        }
    }

    /// All places of all names.
    pub(crate) fn places(&self) -> impl Iterator<Item = Span> {
        self.symbols
            .values()
            .flat_map(|symbol| symbol.uses.iter().copied().chain([symbol.definition]))
    }

    /// The outline of a text. A name that does not stand where it is said to, because a macro makes
    /// it or it is in another file, is left out.
    pub(crate) fn outline(self, source: &str, diagnostics: Vec<Diagnostic>) -> Outline {
        let stands = |name: &str, span: &Span| source.get(span.start..span.end) == Some(name);
        let mut symbols: Vec<Symbol> = self.symbols.into_values().collect();
        symbols.retain(|symbol| stands(&symbol.name, &symbol.definition));
        for Symbol { name, uses, .. } in &mut symbols {
            uses.retain(|span| stands(name, span));
            uses.sort_unstable();
            uses.dedup();
        }
        symbols.sort_by_key(|symbol| symbol.definition);
        Outline { symbols, diagnostics: in_order(diagnostics) }
    }
}
