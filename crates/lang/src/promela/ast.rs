//! The syntax tree: a text as it was written, with macros and inlines replaced.

use surmise_model::formula::Formula;

use super::token::{At, Names, Symbol};

/// A text as a tree.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ast {
    pub(crate) names: Names,
    /// The files, by number; the main one has no name.
    pub(crate) files: Vec<String>,
    pub(crate) mtypes: Vec<Mtype>,
    pub(crate) typedefs: Vec<Typedef>,
    pub(crate) globals: Vec<Declaration>,
    pub(crate) processes: Vec<Process>,
    pub(crate) kept: Vec<Kept>,
    /// Claims about runs.
    pub(crate) claims: Vec<Claim>,
    /// Predicates that no state may satisfy, with their texts.
    pub(crate) predicates: Vec<(String, Expression)>,
}

impl Ast {
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.names.text(symbol)
    }
}

/// `mtype = { a, b }` or `mtype:set = { a, b }`.
#[derive(Debug, Clone)]
pub(crate) struct Mtype {
    pub(crate) set: Option<Symbol>,
    pub(crate) names: Vec<(Symbol, At)>,
}

/// `typedef name { fields }`.
#[derive(Debug, Clone)]
pub(crate) struct Typedef {
    pub(crate) name: Symbol,
    pub(crate) at: At,
    pub(crate) fields: Vec<Declaration>,
}

/// What a variable or a message's field can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Type {
    Bit,
    Bool,
    Byte,
    Short,
    Int,
    /// Of so many bits.
    Unsigned(u8),
    Mtype,
    Chan,
    Pid,
    /// A `typedef`.
    Named(Symbol),
}

/// A variable, a parameter or a field.
#[derive(Debug, Clone)]
pub(crate) struct Declaration {
    pub(crate) name: Symbol,
    pub(crate) at: At,
    pub(crate) kind: Type,
    /// The size of an array.
    pub(crate) size: Option<Expression>,
    pub(crate) initial: Option<Initial>,
}

/// What a variable starts with.
#[derive(Debug, Clone)]
pub(crate) enum Initial {
    Value(Expression),
    /// `{ 1, 2, 3 }` for an array.
    Values(Vec<Expression>),
    /// `[capacity] of { fields }`.
    Channel(Expression, Vec<(Type, At)>),
}

/// A `proctype` or `init`.
#[derive(Debug, Clone)]
pub(crate) struct Process {
    pub(crate) name: Symbol,
    pub(crate) at: At,
    /// How many run from the start: `active [n]`; 1 for `init`.
    pub(crate) active: Option<Expression>,
    pub(crate) is_active: bool,
    pub(crate) parameters: Vec<Declaration>,
    pub(crate) body: Vec<Statement>,
    /// Where the opening brace stands.
    pub(crate) open: At,
    /// Where the closing brace stands.
    pub(crate) end: At,
}

/// A claim about runs.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) name: String,
    /// Whether a user gave it beside the text.
    pub(crate) given: bool,
    pub(crate) at: At,
    pub(crate) kind: ClaimKind,
}

/// What a claim says.
#[derive(Debug, Clone)]
pub(crate) enum ClaimKind {
    /// A formula over expressions, which are numbered.
    Ltl { formula: Formula, propositions: Vec<(String, Expression)>, at: At },
    /// A process that watches: no run may be as it describes.
    Never(Box<Process>),
}

/// Something that is read and kept.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) kind: &'static str,
    pub(crate) name: Option<Symbol>,
    /// The processes whose labels or variables it looks at.
    pub(crate) remote: Vec<Symbol>,
    pub(crate) at: At,
}

/// A label, and the inline call it stands in: two calls of one inline do not share their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Label {
    pub(crate) name: Symbol,
    pub(crate) call: u32,
}

/// A statement with its labels.
#[derive(Debug, Clone)]
pub(crate) struct Statement {
    pub(crate) labels: Vec<(Label, At)>,
    pub(crate) kind: StatementKind,
    pub(crate) at: At,
}

/// What a statement does.
#[derive(Debug, Clone)]
pub(crate) enum StatementKind {
    Declare(Vec<Declaration>),
    Assign(Reference, Expression),
    Condition(Expression),
    Send {
        channel: Reference,
        sorted: bool,
        values: Vec<Expression>,
    },
    Receive {
        channel: Reference,
        random: bool,
        keep: bool,
        patterns: Vec<Pattern>,
    },
    If(Vec<Vec<Statement>>),
    Do(Vec<Vec<Statement>>),
    Atomic(Vec<Statement>),
    Deterministic(Vec<Statement>),
    /// `{ … }`, or the body of an inline.
    Block(Vec<Statement>),
    Unless(Vec<Statement>, Vec<Statement>),
    For {
        /// Where it stands without its body.
        header: At,
        variable: Reference,
        from: Expression,
        to: Expression,
        body: Vec<Statement>,
    },
    /// `for (x in array)` or `for (message in channel)`.
    ForIn {
        /// Where it stands without its body.
        header: At,
        variable: Reference,
        of: Reference,
        body: Vec<Statement>,
    },
    Select {
        variable: Reference,
        from: Expression,
        to: Expression,
    },
    Goto(Label),
    Break,
    Else,
    Assert(Expression),
    Print(Vec<Expression>),
}

/// What a received field must be, or where it goes.
#[derive(Debug, Clone)]
pub(crate) enum Pattern {
    /// `_`
    Any,
    /// A number, a name of an `mtype`, or `eval(…)`.
    Value(Expression),
    Variable(Reference),
}

/// `a`, `a[i]`, `a[i].b.c[j]`.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    pub(crate) parts: Vec<(Symbol, Option<Expression>)>,
    pub(crate) at: At,
}

/// An expression with its place.
#[derive(Debug, Clone)]
pub(crate) struct Expression {
    pub(crate) kind: Box<ExpressionKind>,
    pub(crate) at: At,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub(crate) enum ExpressionKind {
    Number(i32),
    Variable(Reference),
    Unary(Unary, Expression),
    Binary(Binary, Expression, Expression),
    Conditional(Expression, Expression, Expression),
    Channel(ChannelTest, Reference),
    Poll {
        channel: Reference,
        random: bool,
        patterns: Vec<Pattern>,
    },
    Run {
        process: Symbol,
        arguments: Vec<Expression>,
    },
    Timeout,
    Running,
    OwnNumber,
    /// `np_`: no process is at a progress label.
    NonProgress,
    /// `process[number]@label`
    At {
        process: Symbol,
        number: Option<Expression>,
        label: Symbol,
    },
    /// `process[number]:variable`
    Peek {
        process: Symbol,
        number: Option<Expression>,
        variable: Reference,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Not,
    Minus,
    Complement,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChannelTest {
    Len,
    Empty,
    NotEmpty,
    Full,
    NotFull,
}
