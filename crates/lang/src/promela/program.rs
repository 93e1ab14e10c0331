//! A program: processes as graphs of steps over numbered variables.
//!
//! This is what the tree becomes once names are known (`flow`), what is run (`run`) and what is
//! made a system of (`lower`). Variables are flat: an array or a record is a row of slots.

use surmise_model::TemporalKind;
use surmise_model::formula::Formula;

use super::ast::{Binary, ChannelTest, Unary};
use super::token::{At, Symbol};

/// How values of a variable or a field are cut off, as C does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Width {
    Byte,
    Short,
    Int,
    /// So many bits, without a sign.
    Bits(u8),
}

impl Width {
    pub(crate) fn cut(self, value: i32) -> i32 {
        match self {
            Self::Byte => value & 0xff,
            Self::Short => i32::from(value as i16),
            Self::Int => value,
            Self::Bits(bits) => value & ((1 << bits) - 1),
        }
    }
}

/// What a value means to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Number,
    Mtype,
    Channel,
}

/// A variable that holds one number.
#[derive(Debug, Clone)]
pub(crate) struct Slot {
    /// `x`, `a[2]`, `r.f`.
    pub(crate) name: String,
    pub(crate) width: Width,
    pub(crate) meaning: Meaning,
}

/// A channel as it is declared; a local one exists once for each process.
#[derive(Debug, Clone)]
pub(crate) struct ChannelType {
    pub(crate) name: String,
    /// 0 for a rendezvous.
    pub(crate) capacity: usize,
    pub(crate) fields: Vec<(Width, Meaning)>,
}

/// What a variable starts with.
#[derive(Debug, Clone)]
pub(crate) enum Start {
    Value(Expr),
    /// A new channel of this type.
    Channel(usize),
}

/// A program.
#[derive(Debug, Clone, Default)]
pub(crate) struct Program {
    pub(crate) globals: Vec<Slot>,
    pub(crate) starts: Vec<(u32, Start)>,
    pub(crate) channels: Vec<ChannelType>,
    pub(crate) processes: Vec<ProcessType>,
    /// The processes that run from the start, by type; their numbers are their places.
    pub(crate) active: Vec<usize>,
    /// Names of message types by value.
    pub(crate) mtypes: Vec<(i32, String)>,
    /// Whether a process can be created while others run.
    pub(crate) creates: bool,
    /// Whether the number of processes is looked at.
    pub(crate) counts: bool,
    /// Whether variables of other processes are looked at.
    pub(crate) peeks: bool,
    /// Predicates that no state may satisfy, with their texts.
    pub(crate) predicates: Vec<(String, Expr)>,
    /// Claims about runs.
    pub(crate) claims: Vec<Claim>,
}

/// A kind of labels that marks where processes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Accept,
    Progress,
}

/// A claim about runs.
#[derive(Debug, Clone)]
pub(crate) struct Claim {
    pub(crate) name: String,
    pub(crate) kind: TemporalKind,
    pub(crate) formula: Formula,
    /// What the propositions of the formula are called.
    pub(crate) names: Vec<String>,
    /// What is asked about states: the propositions, or what `never` looks at.
    pub(crate) asked: Vec<Expr>,
    pub(crate) never: Option<Never>,
}

/// A `never` claim: it looks at the first state and then after each step of the program, and moves
/// each time. Where it cannot, the run is none that it describes.
///
/// Its formula is about two propositions: it is where an `accept` label marks it, and it has come
/// to its end.
#[derive(Debug, Clone)]
pub(crate) struct Never {
    pub(crate) initial: u32,
    pub(crate) rows: Vec<Vec<Move>>,
    pub(crate) accepts: Vec<bool>,
    /// Where it is at its end: the run is bad, whatever comes.
    pub(crate) end: u32,
}

/// A move of a `never` claim: which of the things it looks at have to be true, and which false.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) positive: u128,
    pub(crate) negative: u128,
    pub(crate) target: u32,
}

/// A process type.
#[derive(Debug, Clone)]
pub(crate) struct ProcessType {
    pub(crate) name: String,
    pub(crate) parameters: usize,
    /// The parameters, then all local variables of all blocks.
    pub(crate) locals: Vec<Slot>,
    pub(crate) starts: Vec<(u32, Start)>,
    /// The steps that are possible at each location, in the order in which SPIN tries them.
    pub(crate) locations: Vec<Vec<Step>>,
    pub(crate) initial: u32,
    /// Where to stop is no deadlock: the end, and what an `end` label marks.
    pub(crate) stops: Vec<bool>,
    /// What `accept` and `progress` labels mark.
    pub(crate) accepts: Vec<bool>,
    pub(crate) progresses: Vec<bool>,
    /// The location behind the last statement.
    pub(crate) end: u32,
    /// The `d_step` that each location is in.
    pub(crate) inside: Vec<Option<u32>>,
    pub(crate) actions: Vec<(Action, At)>,
    /// The locations of labels.
    pub(crate) labels: Vec<(Symbol, u32)>,
}

/// A step from a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Step {
    /// What it does: an index into [`ProcessType::actions`].
    pub(crate) action: u32,
    pub(crate) target: u32,
    /// Whether nobody may interrupt after it: it is inside an `atomic` and not its last step.
    pub(crate) keeps: bool,
    /// The escape (`unless`) it belongs to, or 0.
    pub(crate) escape: u32,
    /// The location at which it stands in the text.
    pub(crate) origin: u32,
}

/// What a step does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    /// `skip`, or a jump that is a step of its own.
    Skip,
    /// `printf`, which does nothing that matters.
    Print,
    /// The declaration of a record behind a statement: a step that does nothing.
    Nothing,
    Condition(Expr),
    Assign(Place, Expr),
    Send {
        channel: Expr,
        sorted: bool,
        values: Vec<Expr>,
    },
    Receive {
        channel: Expr,
        random: bool,
        keep: bool,
        patterns: Vec<Match>,
    },
    Assert(Expr),
    Else,
    /// A `d_step` that begins at this location.
    Deterministic(u32),
    /// The process vanishes, if it is the youngest.
    Die,
}

/// What a received field must be, or where it goes.
#[derive(Debug, Clone)]
pub(crate) enum Match {
    Any,
    Value(Expr),
    Store(Place),
}

/// A variable, or an element of an array.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) global: bool,
    pub(crate) base: u32,
    /// Each index with the size of the array and the slots of an element.
    pub(crate) indices: Vec<(Expr, u32, u32)>,
    pub(crate) width: Width,
    /// `_`: written and never read.
    pub(crate) dummy: bool,
}

/// An expression.
#[derive(Debug, Clone)]
pub(crate) enum Expr {
    Number(i32),
    Variable(Box<Place>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<(Expr, Expr)>),
    Conditional(Box<(Expr, Expr, Expr)>),
    Test(ChannelTest, Box<Expr>),
    Poll {
        channel: Box<Expr>,
        random: bool,
        patterns: Vec<Match>,
    },
    Run {
        process: usize,
        arguments: Vec<Expr>,
    },
    Timeout,
    Running,
    OwnNumber,
    /// Whether a process is where a label of this kind marks it.
    Marked(Mark),
    /// Whether a process is at a label.
    At {
        process: usize,
        number: Option<Box<Expr>>,
        label: Symbol,
    },
    /// A variable of another process.
    Peek {
        process: usize,
        number: Option<Box<Expr>>,
        variable: Box<Place>,
    },
}

impl Program {
    /// Whether somebody looks at a place or a variable of processes of a type.
    pub(crate) fn looks_at(&self, kind: usize) -> bool {
        let mut found = false;
        let mut look = |expression: &Expr| {
            found |= matches!(expression,
                Expr::At { process, .. } | Expr::Peek { process, .. } if *process == kind);
        };
        let actions = self.processes.iter().flat_map(|process| &process.actions);
        actions.for_each(|(action, _)| action.each_expression(&mut look));
        found
    }

    /// Whether the text has an assertion.
    pub(crate) fn asserts(&self) -> bool {
        let mut actions = self.processes.iter().flat_map(|process| &process.actions);
        actions.any(|(action, _)| matches!(action, Action::Assert(_)))
    }

    /// The name of a message type, if the value is one.
    pub(crate) fn mtype(&self, value: i32) -> Option<&str> {
        let index = self.mtypes.binary_search_by_key(&value, |(value, _)| *value).ok()?;
        Some(&self.mtypes[index].1)
    }

    /// A value as a reader knows it.
    pub(crate) fn shown(&self, value: i32, meaning: Meaning) -> String {
        match meaning {
            Meaning::Mtype => self.mtype(value).map_or_else(|| value.to_string(), str::to_owned),
            Meaning::Number | Meaning::Channel => value.to_string(),
        }
    }
}
