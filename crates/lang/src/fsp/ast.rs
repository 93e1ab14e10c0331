//! The syntax tree of an FSP text.
//!
//! Nodes live in vectors and refer to each other by 32-bit indices: a tree of a million nodes is a
//! few allocations, and dropping or walking a very deep one cannot overflow the stack. The tree says
//! what was written and nothing about what it means: `[X]` is "an index named X", whether X is a
//! set, a range or a constant is for [`evaluate`](super::evaluate) to find out.

use std::num::NonZeroU32;

use super::lexer::Names;
use super::token::{At, Symbol};

macro_rules! node_ids {
    ($($(#[$doc:meta])* $id:ident => $node:ident in $field:ident;)*) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(crate) struct $id(NonZeroU32);

        impl std::ops::Index<$id> for Ast {
            type Output = $node;
            fn index(&self, id: $id) -> &$node {
                &self.$field[id.0.get() as usize - 1]
            }
        }

        impl Ast {
            /// Adds a node.
            pub(crate) fn $field(&mut self, node: $node) -> $id {
                self.$field.push(node);
                let number = NonZeroU32::new(self.$field.len() as u32);
                $id(number.expect("fewer nodes than bytes of text, which are limited"))
            }
        })*
    };
}

node_ids! {
    /// An expression.
    ExpressionId => Expression in expressions;
    /// The first part of a label, linked to the rest.
    LabelId => LabelPart in labels;
    /// What an index ranges over.
    DomainId => Domain in domains;
    /// A set of labels.
    SetId => Set in sets;
    /// The body of a primitive process.
    BodyId => Body in bodies;
    /// The body of a composite process.
    CompositeId => CompositeBody in composites;
    /// A temporal formula.
    FormulaId => Formula in formulas;
}

/// An FSP text, parsed.
#[derive(Debug, Clone)]
pub struct Ast {
    pub(crate) names: Names,
    pub(crate) definitions: Vec<Definition>,
    expressions: Vec<Expression>,
    labels: Vec<LabelPart>,
    domains: Vec<Domain>,
    sets: Vec<Set>,
    bodies: Vec<Body>,
    composites: Vec<CompositeBody>,
    formulas: Vec<Formula>,
    /// The alternatives of all choices, each choice's together.
    pub(crate) choices: Vec<Choice>,
}

impl Ast {
    /// An empty tree with room for a text of so many bytes.
    pub(crate) fn new(names: Names, bytes: usize) -> Self {
        Self {
            names,
            definitions: Vec::new(),
            expressions: Vec::new(),
            labels: Vec::with_capacity(bytes / 16),
            domains: Vec::new(),
            sets: Vec::new(),
            bodies: Vec::with_capacity(bytes / 16),
            composites: Vec::new(),
            formulas: Vec::new(),
            choices: Vec::with_capacity(bytes / 16),
        }
    }

    /// The text of a symbol.
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// Links a part of a label to the next one.
    pub(crate) fn link(&mut self, part: LabelId, next: LabelId) {
        self.labels[part.0.get() as usize - 1].next = Some(next);
    }

    /// The parts of a label.
    pub(crate) fn parts(&self, label: LabelId) -> impl Iterator<Item = &LabelPart> {
        std::iter::successors(Some(&self[label]), |part| part.next.map(|next| &self[next]))
    }

    /// Where a label stands.
    pub(crate) fn label_at(&self, label: LabelId) -> At {
        self.parts(label).fold(self[label].at, |at, part| at.to(part.at))
    }
}

/// A name and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name {
    pub(crate) symbol: Symbol,
    pub(crate) at: At,
}

/// An expression and where it stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) at: At,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum ExpressionKind {
    Int(i32),
    /// A name in lower case: an index.
    Variable(Symbol),
    /// A name in upper case: a constant or parameter.
    Constant(Symbol),
    /// `'a.b`.
    Label(LabelId),
    /// `#S`: how many labels a set has.
    Count(LabelId),
    /// `@(S, i)`: the label at a position of a set.
    Select(LabelId, ExpressionId),
    Unary(Unary, ExpressionId),
    Binary(Binary, ExpressionId, ExpressionId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// A part of a label: `a`, `{a, b}`, `[i:R]`, …
#[derive(Debug, Clone, Copy)]
pub(crate) struct LabelPart {
    pub(crate) kind: PartKind,
    pub(crate) next: Option<LabelId>,
    pub(crate) at: At,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum PartKind {
    /// `a`
    Name(Symbol),
    /// `{a, b}` or `S`, in braces or in brackets
    Set(SetId),
    /// `S \ T`
    Difference(SetId, SetId),
    /// `[e]`
    Index(ExpressionId),
    /// `[X]`: the set, range or constant X
    Named(Symbol),
    /// `[e..f]`
    Range(ExpressionId, ExpressionId),
    /// `[i:…]`
    Variable(Symbol, DomainId),
}

/// What an index ranges over.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Domain {
    Range(ExpressionId, ExpressionId),
    Set(SetId),
    /// The set or range of that name.
    Named(Symbol),
}

/// A set of labels and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Set {
    pub(crate) kind: SetKind,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) enum SetKind {
    Named(Symbol),
    Literal(Box<[LabelId]>),
}

/// One alternative of a choice: `when (guard) label -> then`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) guard: Option<ExpressionId>,
    pub(crate) label: LabelId,
    pub(crate) then: BodyId,
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    /// `(… | …)`: so many of [`Ast::choices`] from the first.
    Choice {
        first: u32,
        count: u32,
    },
    If {
        condition: ExpressionId,
        then: BodyId,
        otherwise: Option<BodyId>,
    },
    /// `P; Q(2); R[i]`: processes one after the other, then a local process.
    Reference(Reference),
}

/// A local process, possibly with indices and after others. Most have neither, so these are apart.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    pub(crate) name: Symbol,
    pub(crate) at: At,
    more: Option<Box<BeforeAndIndices>>,
}

/// What comes before a [`Reference`], and its indices.
type BeforeAndIndices = (Box<[Call]>, Box<[ExpressionId]>);

impl Reference {
    pub(crate) fn new(name: Symbol, at: At, before: Vec<Call>, indices: Vec<ExpressionId>) -> Self {
        let plain = before.is_empty() && indices.is_empty();
        let more = (!plain).then(|| Box::new((before.into(), indices.into())));
        Self { name, at, more }
    }

    /// The processes that come before.
    pub(crate) fn before(&self) -> &[Call] {
        self.more.as_ref().map_or(&[], |more| &more.0)
    }

    pub(crate) fn indices(&self) -> &[ExpressionId] {
        self.more.as_ref().map_or(&[], |more| &more.1)
    }
}

/// A process with actual parameters.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    pub(crate) name: Name,
    pub(crate) arguments: Option<Box<[ExpressionId]>>,
}

/// What stands before `property`, `||` or a name.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Keywords {
    pub(crate) deterministic: bool,
    pub(crate) minimal: bool,
    pub(crate) compose: bool,
    pub(crate) property: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    pub(crate) name: Name,
    pub(crate) default: ExpressionId,
}

/// `\{…}` or `@{…}`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hiding {
    /// Whether the set says what stays visible.
    pub(crate) expose: bool,
    pub(crate) set: SetId,
}

#[derive(Debug, Clone)]
pub(crate) enum Relabel {
    Pair { new: LabelId, old: LabelId },
    Forall { ranges: LabelId, relabels: Vec<Relabel> },
}

/// A primitive process.
#[derive(Debug, Clone)]
pub(crate) struct Process {
    pub(crate) name: Name,
    pub(crate) keywords: Keywords,
    pub(crate) parameters: Vec<Parameter>,
    /// Its local processes; the first is the process itself.
    pub(crate) locals: Vec<Local>,
    pub(crate) extension: Option<SetId>,
    pub(crate) relabels: Option<Vec<Relabel>>,
    pub(crate) hiding: Option<Hiding>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Local {
    pub(crate) name: Name,
    pub(crate) index: Option<LabelId>,
    pub(crate) body: BodyId,
}

/// A composite process.
#[derive(Debug, Clone)]
pub(crate) struct Composite {
    pub(crate) name: Name,
    pub(crate) keywords: Keywords,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: CompositeId,
    pub(crate) priority: Option<Priority>,
    pub(crate) hiding: Option<Hiding>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Priority {
    /// `>>`: the actions of the set give way. Otherwise `<<`: they go first.
    pub(crate) low: bool,
    pub(crate) set: SetId,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) enum CompositeBody {
    If {
        condition: ExpressionId,
        then: CompositeId,
        otherwise: Option<CompositeId>,
    },
    Forall {
        ranges: LabelId,
        body: CompositeId,
    },
    /// `{a,b}::c:P/{…}`, P being a process or `(… || …)`.
    Instance {
        sharing: Option<LabelId>,
        prefix: Option<LabelId>,
        what: Operand,
        relabels: Option<Vec<Relabel>>,
    },
}

#[derive(Debug, Clone)]
pub(crate) enum Operand {
    Call(Call),
    Group(Vec<CompositeId>),
}

/// A formula of linear temporal logic, kept as written.
#[derive(Debug, Clone)]
#[expect(dead_code, reason = "formulas are kept for the checking of assertions, which comes later")]
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

/// A definition of a text.
#[derive(Debug, Clone)]
pub(crate) enum Definition {
    Constant {
        name: Name,
        value: ExpressionId,
    },
    Range {
        name: Name,
        low: ExpressionId,
        high: ExpressionId,
    },
    Set {
        name: Name,
        set: SetId,
    },
    Process(Process),
    Composite(Composite),
    /// A definition of a kind that is read and kept, and not checked yet.
    Kept(Kept),
}

/// A definition that is read and kept, and not checked yet.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) kind: KeptKind,
    pub(crate) name: Name,
    /// The whole definition.
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
#[expect(dead_code, reason = "kept for the checks that come later")]
pub(crate) enum KeptKind {
    Progress { ranges: Option<LabelId>, condition: Option<LabelId>, actions: LabelId },
    Fluent { ranges: Option<LabelId>, on: LabelId, off: LabelId, initially: Option<ExpressionId> },
    Assert { parameters: Vec<Parameter>, formula: FormulaId, extension: Option<SetId> },
    Constraint { parameters: Vec<Parameter>, formula: FormulaId, extension: Option<SetId> },
    Menu { actions: LabelId },
    Animation,
    Import { file: Symbol },
}
