//! What a step sees and does outside of its own process.
//!
//! The effects of a step say everything on which it depends beside the local state of its process,
//! and everything it changes: they are the step's name in the system of components.

use super::super::token::Symbol;

/// Something a step sees or does. Slots, channels and processes are numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Effect {
    /// A step of this process: its action, if nothing else is worth a name.
    Step { process: u32, action: u32 },
    /// A global variable is read.
    Read(u32, i32),
    /// A global variable is set.
    Write(u32, i32),
    /// A message is sent, possibly to its place in the order.
    Send { queue: u32, message: Vec<i32>, sorted: bool },
    /// The oldest message is received, and perhaps left where it is.
    Receive { queue: u32, message: Vec<i32>, keep: bool },
    /// The first message that fits is received.
    Pick { queue: u32, pattern: Vec<Option<i32>>, message: Vec<i32>, keep: bool },
    /// A message is handed over to a process.
    Handshake { queue: u32, message: Vec<i32>, receiver: u32 },
    /// Nobody takes a message.
    Nobody { queue: u32, message: Vec<i32> },
    /// Something is seen of a channel.
    See(u32, Sight),
    /// The number of processes is seen.
    Count(u32),
    /// A process is created.
    Create { process: u32, kind: u32, arguments: Vec<i32>, queues: Vec<u32> },
    /// A process vanishes, with its channels.
    Die { process: u32, queues: Vec<u32> },
    /// Whether a process is at a label.
    At { process: u32, label: Symbol, there: bool },
    /// A variable of another process is read.
    Peek { process: u32, slot: u32, value: i32 },
    /// Nothing else could happen.
    Timeout,
    /// Something goes wrong; an assertion is told by its process type and action.
    Fault { fault: super::Fault, assertion: Option<(u32, u32)> },
    /// What a failing assertion looked at: variables, global or not, with their values. It is said
    /// to a reader and no part of the step's name.
    Failed { values: Vec<(bool, u32, i32)> },
}

/// What can be seen of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Sight {
    Length(u32),
    Empty(bool),
    Full(bool),
    /// The oldest message.
    Head(Vec<i32>),
    /// Whether a message fits.
    Fits(Vec<Option<i32>>, bool),
}
