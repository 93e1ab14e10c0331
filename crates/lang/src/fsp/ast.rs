//! The syntax tree of an FSP text.
//!
//! Nodes live in vectors and refer to each other by 32-bit indices: a tree of a million nodes is a
//! few allocations, and dropping or walking a very deep one cannot overflow the stack. The tree
//! says what was written and nothing about what it means: `[X]` is "an index named X", whether X is
//! a set, a range or a constant is for [`evaluate`](super::evaluate) to find out.

mod kept;

pub(crate) use kept::{Formula, FormulaBinary, FormulaUnary, Kept, KeptKind};

use std::num::NonZeroU32;

use super::names::Names;
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
    /// What is around a reference.
    AroundId => Around in arounds;
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
    /// The labels of all sets in braces, each set's together.
    members: Vec<LabelId>,
    /// What comes before references, and their indices, for those that have any.
    arounds: Vec<Around>,
}

impl Ast {
    /// An empty tree with room for a text of so many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        Self {
            names: Names::new(bytes),
            definitions: Vec::new(),
            expressions: Vec::new(),
            labels: Vec::with_capacity(bytes / 16),
            domains: Vec::new(),
            sets: Vec::new(),
            bodies: Vec::with_capacity(bytes / 16),
            composites: Vec::new(),
            formulas: Vec::new(),
            choices: Vec::with_capacity(bytes / 16),
            members: Vec::new(),
            arounds: Vec::new(),
        }
    }

    /// The text of a symbol.
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }

    /// Adds a set in braces.
    pub(crate) fn literal(&mut self, labels: impl IntoIterator<Item = LabelId>, at: At) -> SetId {
        let first = self.members.len() as u32;
        self.members.extend(labels);
        let count = self.members.len() as u32 - first;
        self.sets(Set { kind: SetKind::Literal { first, count }, at })
    }

    /// Links a part of a label to the next one.
    pub(crate) fn link(&mut self, part: LabelId, next: LabelId) {
        self.labels[part.0.get() as usize - 1].next = Some(next);
    }

    /// The parts of a label.
    pub(crate) fn parts(&self, label: LabelId) -> impl Iterator<Item = &LabelPart> {
        std::iter::successors(Some(&self[label]), |part| part.next.map(|next| &self[next]))
    }

    /// The labels of a set in braces, or the name of a set.
    pub(crate) fn labels_of(&self, set: SetId) -> Result<&[LabelId], Symbol> {
        match self[set].kind {
            SetKind::Named(name) => Err(name),
            SetKind::Literal { first, count } => {
                Ok(&self.members[first as usize..(first + count) as usize])
            }
        }
    }

    /// The processes that come before a reference.
    pub(crate) fn before(&self, reference: Reference) -> &[Call] {
        reference.around.map_or(&[], |around| &self[around].before)
    }

    /// The indices of a reference.
    pub(crate) fn indices(&self, reference: Reference) -> &[ExpressionId] {
        reference.around.map_or(&[], |around| &self[around].indices)
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Set {
    pub(crate) kind: SetKind,
    pub(crate) at: At,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum SetKind {
    Named(Symbol),
    /// So many of [`Ast::members`] from the first.
    Literal {
        first: u32,
        count: u32,
    },
}

/// One alternative of a choice: `when (guard) label -> then`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) guard: Option<ExpressionId>,
    pub(crate) label: LabelId,
    pub(crate) then: BodyId,
}

#[derive(Debug, Clone, Copy)]
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
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    pub(crate) name: Symbol,
    pub(crate) at: At,
    pub(crate) around: Option<AroundId>,
}

/// What comes before a [`Reference`], and its indices.
#[derive(Debug, Clone, Default)]
pub(crate) struct Around {
    pub(crate) before: Vec<Call>,
    pub(crate) indices: Vec<ExpressionId>,
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
    /// How many alternatives its choices have: about as many as it has transitions.
    pub(crate) alternatives: usize,
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
