//! Visiting states one by one, within limits, and the composition of machines.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Alphabet, Context, Reason, Stop};

use crate::machine::Machine;

/// How many states are visited for one premise if the context says nothing.
pub(crate) const STATES: u64 = 100_000_000;
/// How much memory they may take, in bytes, if the context says nothing.
pub(crate) const MEMORY: u64 = 4 << 30;

/// Why a question was not answered with yes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum No {
    /// This word shows that the answer is no.
    Word(Vec<ActionId>),
    /// A limit does not let it be answered.
    Limit(Reason),
}

/// The states visited so far, each a list of numbers, in the order in which they were found, and
/// how each was found. Looking at them in that order is breadth-first search.
pub(crate) struct Visited<'a> {
    context: &'a Context<'a>,
    found: IndexMap<Box<[u32]>, (usize, ActionId), FxBuildHasher>,
    bytes: u64,
    steps: u64,
}

impl<'a> Visited<'a> {
    /// Starts with one state.
    pub(crate) fn new(context: &'a Context<'a>, initial: &[u32]) -> Result<Self, No> {
        let mut visited = Self { context, found: IndexMap::default(), bytes: 0, steps: 0 };
        visited.add(initial, 0, ActionId::TAU)?;
        Ok(visited)
    }

    /// Adds a state, unless it is known, that an action leads to from the state number `from`.
    pub(crate) fn add(&mut self, state: &[u32], from: usize, action: ActionId) -> Result<(), No> {
        if self.steps.is_multiple_of(1024) {
            self.context.check().map_err(|Stop(reason)| No::Limit(reason))?;
        }
        self.steps += 1;
        if self.found.contains_key(state) {
            return Ok(());
        }
        let limits = self.context.limits;
        let (states, memory) = (limits.states.unwrap_or(STATES), limits.memory.unwrap_or(MEMORY));
        if self.found.len() as u64 >= states {
            return Err(No::Limit(Reason::StateLimit(states)));
        }
        // The numbers, and generously what the map needs for an entry while it grows.
        self.bytes += 4 * state.len() as u64 + 128;
        if self.bytes > memory {
            return Err(No::Limit(Reason::MemoryLimit(memory)));
        }
        self.found.insert(state.into(), (from, action));
        Ok(())
    }

    /// The state with this number, if so many were found.
    pub(crate) fn get(&self, number: usize) -> Option<Box<[u32]>> {
        self.found.get_index(number).map(|(state, _)| state.clone())
    }

    /// The visible actions on the way to a state, and one more.
    pub(crate) fn word(&self, mut number: usize, last: ActionId) -> Vec<ActionId> {
        let mut word = vec![last];
        while number > 0 {
            let (from, action) = self.found[number];
            word.push(action);
            number = from;
        }
        word.retain(|action| !action.is_tau());
        word.reverse();
        word
    }

    /// How many states were found.
    pub(crate) fn len(&self) -> u64 {
        self.found.len() as u64
    }
}

/// All actions of some machines.
pub(crate) fn all_actions<'a>(machines: impl IntoIterator<Item = &'a Machine>) -> Alphabet {
    let mut all = Alphabet::new();
    for machine in machines {
        all.union_with(&machine.alphabet);
    }
    all
}

/// Finds all steps from a state of a composition, which is one state of each machine: τ is taken by
/// one machine alone; any other action by all machines that have it in their alphabets, together.
/// The `free` actions are those that no machine has: they happen, and nobody moves. What is not
/// `allowed` does not happen.
pub(crate) fn steps(
    machines: &[&Machine],
    free: &Alphabet,
    allowed: impl Fn(ActionId) -> bool,
    state: &[u32],
    mut found: impl FnMut(ActionId, &[u32]) -> Result<(), No>,
) -> Result<(), No> {
    let mut next = state.to_vec();
    let mut offered: BTreeSet<ActionId> = free.iter().filter(|&action| allowed(action)).collect();
    for (i, machine) in machines.iter().enumerate() {
        for &(action, target) in &machine.rows[state[i] as usize] {
            if !allowed(action) {
                continue;
            }
            if action.is_tau() {
                next[i] = target;
                found(action, &next)?;
                next[i] = state[i];
            } else {
                offered.insert(action);
            }
        }
    }
    for action in offered {
        let choices: Vec<(usize, Vec<u32>)> = machines
            .iter()
            .enumerate()
            .filter(|(_, machine)| machine.alphabet.contains(action))
            .map(|(i, machine)| (i, machine.targets(state[i], action).collect()))
            .collect();
        if choices.iter().any(|(_, targets)| targets.is_empty()) {
            continue;
        }
        // Every combination of targets, counted through like the digits of a number.
        let mut digits = vec![0; choices.len()];
        loop {
            next.copy_from_slice(state);
            for ((i, targets), &digit) in choices.iter().zip(&digits) {
                next[*i] = targets[digit];
            }
            found(action, &next)?;
            let Some(up) = (0..digits.len()).find(|&d| digits[d] + 1 < choices[d].1.len()) else {
                break;
            };
            digits[up] += 1;
            digits[..up].fill(0);
        }
    }
    Ok(())
}
