//! All reachable states, as SPIN counts them.
//!
//! This is the definition of a program's meaning, and the naive twin of the system that `lower`
//! makes: verdict and number of states are compared with SPIN's own, program by program.

use surmise_model::{Context, Event, Stop};

use super::super::program::Program;
use super::{Expander, Fault, State, Store};

/// How often the context is asked whether to go on, in states.
const POLL: usize = 256;

/// What is wrong with a program, if anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Faults {
    /// An assertion fails.
    pub(crate) assertion: bool,
    /// Nothing can happen, and not everybody may stop.
    pub(crate) end_state: bool,
    /// Something else goes wrong.
    pub(crate) other: Option<Fault>,
}

/// What an exploration found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Explored {
    pub(crate) faults: Faults,
    /// States stored.
    pub(crate) states: u64,
    /// Steps between them.
    pub(crate) transitions: u64,
    /// Steps inside of `atomic`s.
    pub(crate) atomic_steps: u64,
    /// States in which nothing can happen and not everybody may stop.
    pub(crate) end_states: u64,
}

/// Explores a program. After a failed assertion the run goes on as if it had held, as with SPIN's
/// option `-c0`.
///
/// # Errors
/// If the context says so.
pub(crate) fn explore(program: &Program, context: &Context<'_>) -> Result<Explored, Stop> {
    let mut expander = Expander::new(program, false, true);
    let mut explored = Explored::default();
    let mut store = Store::default();
    match expander.initial() {
        Ok(state) => {
            store.insert(&state);
        }
        Err(fault) => {
            explored.faults.other = Some(fault);
            return Ok(explored);
        }
    }
    let mut state = State::default();
    let mut next = 0;
    while next < store.len() {
        if next.is_multiple_of(POLL) {
            poll(context, &store, next)?;
        }
        store.get(next as u32, program, &mut state);
        let faults = &mut explored.faults;
        let transitions = &mut explored.transitions;
        let moves = expander.expand(&state, context, &mut |arrival| {
            *transitions += 1;
            for &fault in arrival.faults {
                match fault {
                    Fault::Assertion => faults.assertion = true,
                    other => faults.other = faults.other.or(Some(other)),
                }
            }
            if !arrival.ends {
                store.insert(arrival.state);
            }
            Ok(())
        })?;
        if !moves && !may_stop(program, &state) {
            explored.faults.end_state = true;
            explored.end_states += 1;
        }
        next += 1;
    }
    explored.states = store.len() as u64;
    explored.atomic_steps = expander.atomic_steps;
    Ok(explored)
}

/// Asks whether to go on, and tells how far it is.
pub(crate) fn poll(context: &Context<'_>, store: &Store, next: usize) -> Result<(), Stop> {
    context.check()?;
    context.check_states(store.len() as u64)?;
    // The arena and the table may double at once.
    context.reserve(store.heap_bytes() / 8)?;
    if next.is_multiple_of(POLL * 256) {
        context.observer.event(&Event::Searching {
            states: store.len() as u64,
            waiting: (store.len() - next) as u64,
            depth: 0,
            bytes: store.heap_bytes(),
        });
    }
    Ok(())
}

/// Whether every process is where it may stop.
pub(crate) fn may_stop(program: &Program, state: &State) -> bool {
    state
        .processes
        .iter()
        .all(|process| program.processes[process.kind as usize].stops[process.location as usize])
}
