//! The three questions that the premises of assume-guarantee rules come down to.

use std::collections::BTreeSet;

use surmise_model::{Context, Simulation, StateId};

use crate::explore::{No, Visited, all_actions, steps};
use crate::machine::Machine;

/// Whether every word that all machines on the left allow is allowed on the right. The answer yes
/// comes with the number of states visited.
///
/// A state is one of the composition, followed by the set of states that the right-hand side may be
/// in: the subset construction, on the fly. An empty set means that the word so far is not allowed
/// there. Actions that only the right-hand side knows may happen at any time.
pub(crate) fn included(
    left: &[&Machine],
    right: &Machine,
    context: &Context<'_>,
) -> Result<u64, No> {
    let Some(mut initial) = initial_state(left) else {
        return Ok(0);
    };
    let start = right.start();
    if start.is_empty() {
        return Err(No::Word(Vec::new()));
    }
    initial.extend(start);
    let free = right.alphabet.difference(&all_actions(left.iter().copied()));
    let mut visited = Visited::new(context, &initial)?;
    let mut number = 0;
    while let Some(state) = visited.get(number) {
        let (tuple, set) = state.split_at(left.len());
        let mut next = Vec::new();
        steps(
            left,
            &free,
            |_| true,
            tuple,
            |action, tuple| {
                let set = right.after(set, action);
                if set.is_empty() {
                    return Err(No::Word(visited.word(number, action)));
                }
                next.clear();
                next.extend_from_slice(tuple);
                next.extend(set);
                visited.add(&next, number, action)
            },
        )?;
        number += 1;
    }
    Ok(visited.len())
}

/// The same question, where a relation between states of the left and of the right is given that is
/// claimed to be a simulation: then no sets of states are needed. The relation is followed from the
/// initial states on; pairs that are never met do not matter.
///
/// If it is a simulation, the right-hand side can follow any run on the left: it answers an action
/// of its alphabet by a step on that action, to a related state, and stays where it is otherwise.
/// So it allows the word of the run.
pub(crate) fn simulated(
    left: &[&Machine],
    right: &Machine,
    relation: &Simulation,
    context: &Context<'_>,
) -> Result<u64, No> {
    let Some(mut initial) = initial_state(left) else {
        return Ok(0);
    };
    let raw = |state: &StateId| state.raw();
    let related: BTreeSet<Vec<u32>> = relation
        .map
        .iter()
        .map(|(concrete, state)| concrete.iter().chain([state]).map(raw).collect())
        .collect();
    initial.extend(right.initial);
    if !related.contains(&initial) {
        return Err(No::Word(Vec::new()));
    }
    let free = right.alphabet.difference(&all_actions(left.iter().copied()));
    let mut visited = Visited::new(context, &initial)?;
    let mut number = 0;
    while let Some(state) = visited.get(number) {
        let (tuple, own) = (&state[..left.len()], state[left.len()]);
        steps(
            left,
            &free,
            |_| true,
            tuple,
            |action, tuple| {
                let mut answers: Vec<u32> = match right.alphabet.contains(action) {
                    true => right.targets(own, action).collect(),
                    false => vec![own],
                };
                let pair = |answer: u32| [tuple, &[answer]].concat();
                answers.retain(|&answer| related.contains(&pair(answer)));
                if answers.is_empty() {
                    return Err(No::Word(visited.word(number, action)));
                }
                answers
                    .into_iter()
                    .try_for_each(|answer| visited.add(&pair(answer), number, action))
            },
        )?;
        number += 1;
    }
    Ok(visited.len())
}

/// Whether each word that the property forbids, but whose proper prefixes it allows, is allowed by
/// one of the machines.
///
/// A state is, for the property and every machine, the set of states it may be in, each set
/// preceded by its size.
pub(crate) fn excused(
    property: &Machine,
    machines: &[&Machine],
    context: &Context<'_>,
) -> Result<u64, No> {
    let all: Vec<&Machine> = [property].into_iter().chain(machines.iter().copied()).collect();
    let mut sets: Vec<Vec<u32>> = all.iter().map(|machine| machine.start()).collect();
    if sets[0].is_empty() {
        let allowed = sets.iter().any(|set| !set.is_empty());
        return if allowed { Ok(1) } else { Err(No::Word(Vec::new())) };
    }
    let alphabet = all_actions(all.iter().copied());
    let mut visited = Visited::new(context, &encode(&sets))?;
    let mut number = 0;
    while let Some(state) = visited.get(number) {
        let current = decode(&state);
        for action in alphabet.iter() {
            for ((set, machine), before) in sets.iter_mut().zip(&all).zip(&current) {
                *set = machine.after(before, action);
            }
            if sets.iter().all(Vec::is_empty) {
                return Err(No::Word(visited.word(number, action)));
            }
            if !sets[0].is_empty() {
                visited.add(&encode(&sets), number, action)?;
            }
        }
        number += 1;
    }
    Ok(visited.len())
}

/// The initial states of a composition, unless one of its machines allows nothing at all.
fn initial_state(machines: &[&Machine]) -> Option<Vec<u32>> {
    machines.iter().map(|machine| machine.initial).collect()
}

fn encode(sets: &[Vec<u32>]) -> Vec<u32> {
    sets.iter().flat_map(|set| [set.len() as u32].into_iter().chain(set.iter().copied())).collect()
}

fn decode(mut state: &[u32]) -> Vec<&[u32]> {
    let mut sets = Vec::new();
    while let [size, rest @ ..] = state {
        let (set, others) = rest.split_at(*size as usize);
        sets.push(set);
        state = others;
    }
    sets
}
