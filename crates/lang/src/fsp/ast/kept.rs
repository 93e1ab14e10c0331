//! Definitions that are about processes, and are none: progress, fluents, assertions with their
//! formulas; and those that are read and not used yet, as menus.

use super::super::token::Symbol;
use super::{ExpressionId, FormulaId, LabelId, Name, Parameter, SetId};

/// A definition that is read and kept, and not checked yet.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) kind: KeptKind,
    pub(crate) name: Name,
}

#[derive(Debug, Clone)]
pub(crate) enum KeptKind {
    Progress {
        ranges: Option<LabelId>,
        condition: Option<LabelId>,
        actions: LabelId,
    },
    Fluent {
        ranges: Option<LabelId>,
        on: LabelId,
        off: LabelId,
        initially: Option<ExpressionId>,
    },
    Assert {
        parameters: Vec<Parameter>,
        formula: FormulaId,
        extension: Option<SetId>,
    },
    Constraint {
        parameters: Vec<Parameter>,
        formula: FormulaId,
        extension: Option<SetId>,
    },
    Menu {
        actions: LabelId,
    },
    Animation,
    #[expect(dead_code, reason = "nothing is imported yet")]
    Import {
        file: Symbol,
    },
}

/// A formula of linear temporal logic, kept as written.
#[derive(Debug, Clone)]
pub(crate) enum Formula {
    Unary(FormulaUnary, FormulaId),
    Binary(FormulaBinary, FormulaId, FormulaId),
    /// Every (or some) value of the ranges.
    Quantified {
        all: bool,
        ranges: LabelId,
        body: FormulaId,
    },
    /// A fluent or assertion, with indices or parameters.
    Named {
        name: Name,
        indices: Option<LabelId>,
        arguments: Option<Box<[ExpressionId]>>,
    },
    Labels(LabelId),
    Rigid(ExpressionId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormulaUnary {
    Not,
    Next,
    Eventually,
    Always,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormulaBinary {
    And,
    Or,
    Until,
    WeakUntil,
    Implies,
    Equivalent,
}
