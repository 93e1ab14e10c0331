//! The syntax tree of a PRISM model. Names are slices of the source text.

use std::ops::Index;

use surmise_model::Rational;

use super::token::At;

/// A name and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Name<'s> {
    pub(crate) text: &'s str,
    pub(crate) at: At,
}

/// What a model is, by its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelKind {
    /// A Markov chain: where several commands are enabled, one is taken uniformly.
    Dtmc,
    /// A Markov decision process.
    Mdp,
}

/// A model as written.
#[derive(Debug, Clone, Default)]
pub struct Ast<'s> {
    /// The kind, if the text names one.
    pub(crate) kind: Option<ModelKind>,
    pub(crate) constants: Vec<Constant<'s>>,
    pub(crate) globals: Vec<Variable<'s>>,
    pub(crate) formulas: Vec<Definition<'s>>,
    pub(crate) labels: Vec<Definition<'s>>,
    pub(crate) modules: Vec<Module<'s>>,
    pub(crate) rewards: Vec<Rewards<'s>>,
    /// `init … endinit`.
    pub(crate) init: Option<(ExpressionId, At)>,
    /// `system … endsystem`.
    pub(crate) system: Option<System<'s>>,
    pub(crate) expressions: Vec<Expression<'s>>,
}

/// The type of a constant or variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Bool,
    Int,
    Double,
}

/// `const int N = 3;`
#[derive(Debug, Clone)]
pub(crate) struct Constant<'s> {
    pub(crate) name: Name<'s>,
    pub(crate) r#type: Type,
    pub(crate) value: Option<ExpressionId>,
}

/// `x : [0..3] init 1;`
#[derive(Debug, Clone)]
pub(crate) struct Variable<'s> {
    pub(crate) name: Name<'s>,
    /// The bounds of an integer variable; none for `bool` and for `int`.
    pub(crate) bounds: Option<(ExpressionId, ExpressionId)>,
    pub(crate) r#type: Type,
    pub(crate) init: Option<ExpressionId>,
}

/// `formula f = …;` or `label "l" = …;`
#[derive(Debug, Clone)]
pub(crate) struct Definition<'s> {
    pub(crate) name: Name<'s>,
    pub(crate) value: ExpressionId,
}

/// A module, written out or by renaming another one.
#[derive(Debug, Clone)]
pub(crate) struct Module<'s> {
    pub(crate) name: Name<'s>,
    pub(crate) body: Body<'s>,
}

#[derive(Debug, Clone)]
pub(crate) enum Body<'s> {
    Written {
        variables: Vec<Variable<'s>>,
        commands: Vec<Command<'s>>,
    },
    /// The module it is made from, and old and new names.
    Renamed {
        from: Name<'s>,
        renaming: Vec<(Name<'s>, Name<'s>)>,
    },
}

/// `[a] guard -> p : (x'=1) + q : true;`
#[derive(Debug, Clone)]
pub(crate) struct Command<'s> {
    pub(crate) action: Option<Name<'s>>,
    pub(crate) guard: ExpressionId,
    pub(crate) updates: Vec<Update<'s>>,
    pub(crate) at: At,
}

/// `p : (x'=1) & (y'=2)`
#[derive(Debug, Clone)]
pub(crate) struct Update<'s> {
    /// The probability; 1 if it is not written.
    pub(crate) probability: Option<ExpressionId>,
    pub(crate) assignments: Vec<(Name<'s>, ExpressionId)>,
    pub(crate) at: At,
}

/// A reward structure.
#[derive(Debug, Clone)]
pub(crate) struct Rewards<'s> {
    pub(crate) name: Option<Name<'s>>,
    pub(crate) items: Vec<RewardItem<'s>>,
    pub(crate) at: At,
}

/// `[a] guard : value;`
#[derive(Debug, Clone)]
pub(crate) struct RewardItem<'s> {
    /// The action of a reward for transitions; `Some(None)` for unlabelled ones.
    pub(crate) action: Option<Option<Name<'s>>>,
    pub(crate) guard: ExpressionId,
    pub(crate) value: ExpressionId,
}

/// How modules run side by side.
#[derive(Debug, Clone)]
pub(crate) enum System<'s> {
    Module(Name<'s>),
    /// `||`: synchronises on the actions that both sides have.
    Parallel(Vec<System<'s>>),
    /// `|||`: synchronises on nothing.
    Interleaved(Vec<System<'s>>),
    /// `|[a,b]|`: synchronises on these.
    Over(Box<System<'s>>, Vec<Name<'s>>, Box<System<'s>>),
    /// `/{a,b}`
    Hide(Box<System<'s>>, Vec<Name<'s>>),
    /// `{a<-b}`: what was `a` is `b` now.
    Rename(Box<System<'s>>, Vec<(Name<'s>, Name<'s>)>),
}

/// An expression of one [`Ast`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExpressionId(pub(crate) u32);

#[derive(Debug, Clone)]
pub(crate) struct Expression<'s> {
    pub(crate) kind: ExpressionKind<'s>,
    pub(crate) at: At,
    /// How deep its tree is.
    pub(crate) depth: u16,
}

#[derive(Debug, Clone)]
pub(crate) enum ExpressionKind<'s> {
    Integer(i64),
    Decimal(Rational),
    Boolean(bool),
    Name(&'s str),
    /// `"l"`, in properties.
    Label(&'s str),
    /// `P=? [ F "l" ]`, in properties: one of the queries beside the tree.
    Query(u32),
    Not(ExpressionId),
    Negate(ExpressionId),
    Binary(Binary, ExpressionId, ExpressionId),
    Conditional(ExpressionId, ExpressionId, ExpressionId),
    Call(Function, Box<[ExpressionId]>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Binary {
    Implies,
    Iff,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    Min,
    Max,
    Floor,
    Ceil,
    Round,
    Pow,
    Mod,
    Log,
}

impl<'s> Index<ExpressionId> for Ast<'s> {
    type Output = Expression<'s>;

    fn index(&self, id: ExpressionId) -> &Expression<'s> {
        &self.expressions[id.0 as usize]
    }
}
