//! Running a program: SPIN's meaning of it, exactly.
//!
//! A [`State`] is what SPIN stores: variables, processes with their locations, channels. Its
//! successors are those between which SPIN stores states: a whole `atomic` up to where it ends or
//! blocks, a whole `d_step`, both halves of a rendezvous. `evaluate` computes expressions, `act`
//! does what a step says, `channel` sends and receives, `expand` finds the successors of a state,
//! `explore` all states, `space` shows them to a checker.

mod act;
mod channel;
mod effect;
mod evaluate;
mod expand;
mod explore;
mod space;
mod store;

pub(crate) use act::Attempt;
pub(crate) use effect::{Effect, Sight};
pub(crate) use expand::{Arrival, Expander};
pub(crate) use explore::{explore, poll};
pub(crate) use space::NaiveSpace;
pub(crate) use store::Store;

use super::program::{Expr, Program, Start};

/// What SPIN stores.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) globals: Vec<i32>,
    pub(crate) processes: Vec<Process>,
    pub(crate) queues: Vec<Queue>,
}

/// A process that runs. Its number is its place.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) kind: u32,
    pub(crate) location: u32,
    /// How many channels there were when it was created: its own come after.
    pub(crate) channels: u32,
    pub(crate) locals: Vec<i32>,
}

/// A channel that exists. Its number is its place, counted from 1.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    /// Its type.
    pub(crate) channel: u32,
    /// The fields of all messages, the oldest first.
    pub(crate) fields: Vec<i32>,
    /// How many messages there are.
    pub(crate) length: u32,
}

// Copying reuses what is allocated: this is the inner loop.
impl Clone for Process {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        (self.kind, self.location, self.channels) = (other.kind, other.location, other.channels);
        self.locals.clone_from(&other.locals);
    }
}

impl Clone for Queue {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        (self.channel, self.length) = (other.channel, other.length);
        self.fields.clone_from(&other.fields);
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &Self) {
        self.globals.clone_from(&other.globals);
        self.processes.clone_from(&other.processes);
        self.queues.clone_from(&other.queues);
    }
}

/// What goes wrong in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Fault {
    /// `assert` fails. The run goes on.
    Assertion,
    /// An index outside of its array. The run ends.
    Index,
    /// Division by zero. The run ends.
    Division,
    /// A message has another number of fields than its channel. The run goes on.
    Fields,
    /// A rendezvous channel is polled. The run goes on.
    Poll,
    /// A variable holds no channel. The run ends.
    NoChannel,
    /// A `d_step` blocks in the middle. The run ends.
    Blocked,
    /// A `d_step` goes on for ever. The run ends.
    Endless,
    /// More than 255 processes. The run ends.
    Processes,
    /// More than 255 channels. The run ends.
    Channels,
}

impl Fault {
    /// In words.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Self::Assertion => "an assertion fails",
            Self::Index => "an index is outside of its array",
            Self::Division => "division by zero",
            Self::Fields => "a message has the wrong number of fields",
            Self::Poll => "a rendezvous channel cannot be polled",
            Self::NoChannel => "the variable holds no channel",
            Self::Blocked => "a d_step blocks in the middle",
            Self::Endless => "a d_step never ends",
            Self::Processes => "more than 255 processes",
            Self::Channels => "more than 255 channels",
        }
    }
}

/// The value of an expression that depends on nothing.
pub(crate) fn constant(expression: &Expr) -> Option<i32> {
    if !is_constant(expression) {
        return None;
    }
    let program = Program::default();
    Machine::new(&program).value(expression, 0).ok()
}

fn is_constant(expression: &Expr) -> bool {
    match expression {
        Expr::Number(_) => true,
        Expr::Unary(_, value) => is_constant(value),
        Expr::Binary(_, pair) => is_constant(&pair.0) && is_constant(&pair.1),
        Expr::Conditional(three) => {
            is_constant(&three.0) && is_constant(&three.1) && is_constant(&three.2)
        }
        _ => false,
    }
}

/// A state that is being worked on, and what happens to it.
#[derive(Debug, Clone)]
pub(crate) struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) state: State,
    /// Whether the state was changed since it was set.
    pub(crate) changed: bool,
    /// Whether nothing else can happen: `timeout` is true then.
    pub(crate) timeout: bool,
    /// What went wrong and did not end the run.
    pub(crate) faults: Vec<Fault>,
    /// What was seen and done, if somebody wants to know.
    pub(crate) effects: Vec<Effect>,
    pub(crate) recording: bool,
}

impl<'p> Machine<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            state: State::default(),
            changed: false,
            timeout: false,
            faults: Vec::new(),
            effects: Vec::new(),
            recording: false,
        }
    }

    pub(crate) fn effect(&mut self, effect: impl FnOnce() -> Effect) {
        if self.recording {
            self.effects.push(effect());
        }
    }

    /// The first state. Global variables get their values, then processes are created in order.
    pub(crate) fn initial(&mut self) -> Result<(), Fault> {
        let program = self.program;
        self.state = State { globals: vec![0; program.globals.len()], ..State::default() };
        for (slot, start) in &program.starts {
            let value = match start {
                Start::Value(value) => self.value(value, 0)?,
                Start::Channel(channel) => self.create_channel(*channel)?,
            };
            let width = program.globals[*slot as usize].width;
            self.state.globals[*slot as usize] = width.cut(value);
        }
        for &process in &program.active {
            self.create(process, &[])?;
        }
        Ok(())
    }

    /// Adds a process and gives its number.
    pub(crate) fn create(&mut self, kind: usize, arguments: &[i32]) -> Result<i32, Fault> {
        let program = self.program;
        let number = self.state.processes.len();
        if number >= 255 {
            return Err(Fault::Processes);
        }
        let process = &program.processes[kind];
        let mut locals = vec![0; process.locals.len()];
        for ((local, slot), argument) in locals.iter_mut().zip(&process.locals).zip(arguments) {
            *local = slot.width.cut(*argument);
        }
        self.state.processes.push(Process {
            kind: kind as u32,
            location: process.initial,
            channels: self.state.queues.len() as u32,
            locals,
        });
        self.changed = true;
        for (slot, start) in &process.starts {
            let value = match start {
                Start::Value(value) => self.value(value, number)?,
                Start::Channel(channel) => self.create_channel(*channel)?,
            };
            let width = process.locals[*slot as usize].width;
            self.state.processes[number].locals[*slot as usize] = width.cut(value);
        }
        Ok(number as i32)
    }

    fn create_channel(&mut self, channel: usize) -> Result<i32, Fault> {
        if self.state.queues.len() >= 255 {
            return Err(Fault::Channels);
        }
        self.state.queues.push(Queue { channel: channel as u32, ..Queue::default() });
        Ok(self.state.queues.len() as i32)
    }
}
