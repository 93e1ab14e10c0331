//! Which values there are near the initial state.
//!
//! An `int` has 32 bits and mostly holds a number below ten. So a few states are looked at, as
//! `run` finds them, before places in words are given out: what was seen says how many bits a value
//! probably needs, and which variables never change.

use indexmap::IndexSet;
use surmise_model::{Context, Limits, Stop};

use super::super::program::{Action, Match, Place, Program, Start};
use super::super::run::{Expander, Fault, State, Store, poll};

/// So many states are looked at.
const STATES: usize = 2_000;

/// The values of something, from the least to the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: i32,
    pub(super) greatest: i32,
}

impl Default for Range {
    /// Nothing was seen.
    fn default() -> Self {
        Self { least: i32::MAX, greatest: i32::MIN }
    }
}

impl Range {
    fn add(&mut self, value: i32) {
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// Both together.
    pub(super) fn join(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }
}

/// What was seen of the process with a certain number.
#[derive(Debug, Default)]
pub(super) struct SeenProcess {
    pub(super) kinds: IndexSet<u32>,
    pub(super) channels: Range,
    pub(super) locals: Vec<Range>,
}

/// What was seen of the channel with a certain number.
#[derive(Debug, Default)]
pub(super) struct SeenQueue {
    pub(super) types: IndexSet<u32>,
    /// The values of each field of messages.
    pub(super) fields: Vec<Range>,
}

/// What was seen near the initial state, and what the text says beside it.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(super) initial: State,
    pub(super) globals: Vec<Range>,
    pub(super) processes: Vec<SeenProcess>,
    pub(super) queues: Vec<SeenQueue>,
    /// The global variables that some statement sets.
    pub(super) written: Vec<bool>,
    /// The same of the local ones, by process type.
    pub(super) local_written: Vec<Vec<bool>>,
}

impl Seen {
    /// Looks at the first states of a program.
    ///
    /// # Errors
    /// If the context says so; what goes wrong before the first step.
    pub(crate) fn new(
        program: &Program,
        context: &Context<'_>,
    ) -> Result<Result<Self, Fault>, Stop> {
        // So few states are no search: they do not count.
        let limits = Limits { states: None, ..context.limits };
        let context = &Context { limits, ..*context };
        let mut expander = Expander::new(program, false, true);
        let initial = match expander.initial() {
            Ok(initial) => initial,
            Err(fault) => return Ok(Err(fault)),
        };
        let mut store = Store::default();
        store.insert(&initial);
        let mut seen = Self {
            initial,
            globals: vec![Range::default(); program.globals.len()],
            processes: Vec::new(),
            queues: Vec::new(),
            written: vec![false; program.globals.len()],
            local_written: Vec::new(),
        };
        seen.read(program);
        let mut state = State::default();
        let mut next = 0;
        while next < store.len() {
            store.get(next as u32, program, &mut state);
            seen.look(program, &state);
            if store.len() < STATES {
                poll(context, &store, next)?;
                expander.expand(&state, context, &mut |arrival| {
                    if !arrival.ends {
                        store.insert(arrival.state);
                    }
                    Ok(())
                })?;
            }
            next += 1;
        }
        Ok(Ok(seen))
    }

    /// Looks at a state.
    fn look(&mut self, program: &Program, state: &State) {
        let add = |range: &mut Range, value: &i32| range.add(*value);
        self.globals.iter_mut().zip(&state.globals).for_each(|(range, value)| add(range, value));
        for (number, process) in state.processes.iter().enumerate() {
            if number == self.processes.len() {
                self.processes.push(SeenProcess::default());
            }
            let seen = &mut self.processes[number];
            seen.kinds.insert(process.kind);
            seen.channels.add(process.channels as i32);
            let count = seen.locals.len().max(process.locals.len());
            seen.locals.resize(count, Range::default());
            seen.locals.iter_mut().zip(&process.locals).for_each(|(range, v)| add(range, v));
        }
        for (number, queue) in state.queues.iter().enumerate() {
            if number == self.queues.len() {
                self.queues.push(SeenQueue::default());
            }
            let seen = &mut self.queues[number];
            seen.types.insert(queue.channel);
            let count = program.channels[queue.channel as usize].fields.len();
            seen.fields.resize(seen.fields.len().max(count), Range::default());
            for message in queue.fields.chunks(count.max(1)) {
                seen.fields.iter_mut().zip(message).for_each(|(range, value)| add(range, value));
            }
        }
    }

    /// Reads which variables are set.
    fn read(&mut self, program: &Program) {
        for process in &program.processes {
            let mut local = vec![program.creates; process.locals.len()];
            for (slot, start) in &process.starts {
                local[*slot as usize] |= matches!(start, Start::Channel(_));
            }
            let mut set = |place: &Place| {
                let written = if place.global { &mut self.written } else { &mut local };
                let reach = |&(_, count, stride): &(_, u32, u32)| (count - 1) * stride;
                let reach: u32 = place.indices.iter().map(reach).sum();
                if !place.dummy {
                    let slots = place.base as usize..=(place.base + reach) as usize;
                    slots.for_each(|slot| written[slot] = true);
                }
            };
            for (action, _) in &process.actions {
                match action {
                    Action::Assign(place, _) => set(place),
                    Action::Receive { patterns, .. } => patterns.iter().for_each(|pattern| {
                        if let Match::Store(place) = pattern {
                            set(place);
                        }
                    }),
                    _ => {}
                }
            }
            self.local_written.push(local);
        }
    }
}
