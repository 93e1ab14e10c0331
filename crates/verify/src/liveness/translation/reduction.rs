//! Smaller automata for the same words.
//!
//! In turns, until nothing changes: states go from which nothing is accepted; acceptance is
//! forgotten where no cycle can use it; a set goes that follows from another; a state is merged
//! with one that it simulates and that simulates it (*direct* simulation: letter by letter, set by
//! set), forwards and backwards; a transition goes if another one of the same state is no worse in
//! anything (Somenzi and Bloem, CAV 2000; Clemente and Mayr, "Advanced automata minimization",
//! POPL 2013, sections 3 and 5, for what may be left out at the same time).

use fixedbitset::FixedBitSet;
use surmise_model::{Context, Stop};

use super::super::automaton::{Automaton, Transition, all_sets};
use crate::strong_components::{Next, strong_components};

/// Simulation is computed for automata of at most so many states: the relation has that many rows.
const SIMULATED: usize = 500;

/// An equivalent automaton that is no larger.
pub(super) fn reduced(automaton: Automaton, context: &Context<'_>) -> Result<Automaton, Stop> {
    let mut sets = automaton.num_sets();
    let mut rows = automaton.into_rows();
    loop {
        let before = (rows.len(), rows.iter().map(Vec::len).sum::<usize>(), sets);
        (rows, sets) = live(rows, sets, context)?;
        rows.iter_mut().for_each(merge_guards);
        rows = merge_equal(rows);
        if rows.len() <= SIMULATED {
            rows = merge_simulating(rows, context)?;
            rows = merge_backwards(rows, context)?;
        }
        let after = (rows.len(), rows.iter().map(Vec::len).sum::<usize>(), sets);
        debug_assert!(after <= before || after.0 <= before.0, "reduction never adds states");
        if after == before {
            return Ok(Automaton::new(rows, sets));
        }
    }
}

type Rows = Vec<Vec<Transition>>;

/// Leaves the states that are reachable and from which something is accepted. Transitions from one
/// component to another lose their acceptance: no cycle uses it.
fn live(mut rows: Rows, sets: u32, context: &Context<'_>) -> Result<(Rows, u32), Stop> {
    let edge = |state: usize, place: usize| {
        rows[state].get(place).map_or(Next::Done, |edge| Next::To(edge.target as usize))
    };
    let (component, count) = strong_components(rows.len(), context, edge)?;
    // Sets that the cycles of each component see, and whether it has a cycle at all.
    let mut seen = vec![None; count];
    for (state, row) in rows.iter().enumerate() {
        for edge in row.iter().filter(|edge| component[edge.target as usize] == component[state]) {
            *seen[component[state] as usize].get_or_insert(0) |= edge.sets;
        }
    }
    // Components are numbered after those that they lead to.
    let mut accepts: Vec<bool> = seen.iter().map(|seen| *seen == Some(all_sets(sets))).collect();
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_key(|&state| component[state]);
    for state in order {
        let leads =
            rows[state].iter().any(|edge| accepts[component[edge.target as usize] as usize]);
        accepts[component[state] as usize] |= leads;
    }
    let is_live: Vec<bool> =
        component.iter().map(|&component| accepts[component as usize]).collect();
    for state in 0..rows.len() {
        rows[state].retain(|edge| is_live[edge.target as usize]);
        let here = component[state];
        // In a component that accepts nothing itself, acceptance is of no use either.
        let accepting = seen[here as usize] == Some(all_sets(sets));
        for edge in &mut rows[state] {
            if component[edge.target as usize] != here || !accepting {
                edge.sets = 0;
            }
        }
    }
    if !is_live[0] {
        return Ok((vec![Vec::new()], 0));
    }
    let cyclic =
        |state: usize, edge: &Transition| component[edge.target as usize] == component[state];
    let sets = without_redundant_sets(&mut rows, sets, cyclic);
    Ok((reachable(&rows), sets))
}

/// The states that can be reached, numbered as they are found.
fn reachable(rows: &[Vec<Transition>]) -> Rows {
    let mut number = vec![u32::MAX; rows.len()];
    let mut found = vec![0];
    number[0] = 0;
    let mut next = 0;
    while let Some(&state) = found.get(next) {
        next += 1;
        for edge in &rows[state] {
            if number[edge.target as usize] == u32::MAX {
                number[edge.target as usize] = found.len() as u32;
                found.push(edge.target as usize);
            }
        }
    }
    let renumbered =
        |edge: &Transition| Transition { target: number[edge.target as usize], ..*edge };
    found.iter().map(|&state| rows[state].iter().map(renumbered).collect()).collect()
}

/// Forgets sets that every transition on a cycle is in, or that follow from another set: every
/// transition of that one is in this one, too.
fn without_redundant_sets(
    rows: &mut Rows,
    sets: u32,
    cyclic: impl Fn(usize, &Transition) -> bool,
) -> u32 {
    let has = |edge: &Transition, set: u32| edge.sets >> set & 1 == 1;
    let cyclic: Vec<Transition> = (0..)
        .zip(&*rows)
        .flat_map(|(state, row)| row.iter().map(move |edge| (state, *edge)))
        .filter(|(state, edge)| cyclic(*state, edge))
        .map(|(_, edge)| edge)
        .collect();
    let mut kept: Vec<u32> = (0..sets).collect();
    for set in 0..sets {
        let follows_from = |&other: &u32| {
            other != set && cyclic.iter().all(|edge| !has(edge, other) || has(edge, set))
        };
        if cyclic.iter().all(|edge| has(edge, set)) || kept.iter().any(follows_from) {
            kept.retain(|&other| other != set);
        }
    }
    for edge in rows.iter_mut().flatten() {
        let renumbered = kept.iter().enumerate().filter(|&(_, &set)| has(edge, set));
        edge.sets = renumbered.fold(0, |sets, (place, _)| sets | 1 << place);
    }
    kept.len() as u32
}

/// Joins transitions with the same target and acceptance whose guards are two halves of one, and
/// leaves out those that another one makes superfluous.
pub(in super::super) fn merge_guards(row: &mut Vec<Transition>) {
    'again: loop {
        for second in 1..row.len() {
            for first in 0..second {
                let (one, other) = (row[first], row[second]);
                if (one.target, one.sets) == (other.target, other.sets)
                    && let Some(guard) = one.guard.merged(other.guard)
                {
                    row[first].guard = guard;
                    row.swap_remove(second);
                    continue 'again;
                }
            }
        }
        break;
    }
    row.sort_unstable();
    row.dedup();
    let all = row.clone();
    row.retain(|edge| {
        !all.iter().any(|other| {
            other != edge
                && other.target == edge.target
                && edge.guard.implies(other.guard)
                && edge.sets & other.sets == edge.sets
        })
    });
}

/// Merges states with the same transitions.
fn merge_equal(rows: Rows) -> Rows {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&a, &b| rows[a].cmp(&rows[b]).then(a.cmp(&b)));
    let mut stands_for: Vec<u32> = (0..rows.len() as u32).collect();
    for pair in order.windows(2) {
        if rows[pair[0]] == rows[pair[1]] {
            stands_for[pair[1]] = stands_for[pair[0]];
        }
    }
    redirected(rows, &stands_for)
}

/// Every state is replaced by the one that stands for it, which is the first of those that it
/// stands for.
fn redirected(mut rows: Rows, stands_for: &[u32]) -> Rows {
    for row in &mut rows {
        row.iter_mut().for_each(|edge| edge.target = stands_for[edge.target as usize]);
        merge_guards(row);
    }
    reachable(&rows)
}

/// Merges states that simulate each other, and leaves out transitions that another one of the same
/// state simulates.
pub(in super::super) fn merge_simulating(
    mut rows: Rows,
    context: &Context<'_>,
) -> Result<Rows, Stop> {
    let above = simulation(&rows, context)?;
    let simulates = |state: u32, other: u32| above[other as usize].contains(state as usize);
    for row in &mut rows {
        let all = row.clone();
        let mut place = 0;
        row.retain(|edge| {
            let here = place;
            place += 1;
            !all.iter().enumerate().any(|(at, other)| {
                let no_worse = |one: &Transition, than: &Transition| {
                    than.guard.implies(one.guard)
                        && than.sets & one.sets == than.sets
                        && simulates(one.target, than.target)
                };
                // Of two that are as good as each other the first stays.
                at != here && no_worse(other, edge) && (at < here || !no_worse(edge, other))
            })
        });
    }
    let stands_for: Vec<u32> = (0..rows.len() as u32)
        .map(|state| {
            let mut same = (0..=state).filter(|&o| simulates(o, state) && simulates(state, o));
            same.next().unwrap_or(state)
        })
        .collect();
    Ok(redirected(rows, &stands_for))
}

/// For each state those that simulate it: for each of its transitions they have one with no fewer
/// letters and no less acceptance, to a state that simulates its target.
fn simulation(rows: &Rows, context: &Context<'_>) -> Result<Vec<FixedBitSet>, Stop> {
    let count = rows.len();
    let mut above: Vec<FixedBitSet> = (0..count)
        .map(|_| {
            let mut all = FixedBitSet::with_capacity(count);
            all.insert_range(..);
            all
        })
        .collect();
    loop {
        let mut changed = false;
        for state in 0..count {
            context.check()?;
            for other in 0..count {
                if other == state || !above[state].contains(other) {
                    continue;
                }
                let matched = rows[state].iter().all(|edge| {
                    rows[other].iter().any(|answer| {
                        edge.guard.implies(answer.guard)
                            && edge.sets & answer.sets == edge.sets
                            && above[edge.target as usize].contains(answer.target as usize)
                    })
                });
                if !matched {
                    above[state].remove(other);
                    changed = true;
                }
            }
        }
        if !changed {
            return Ok(above);
        }
    }
}

/// Merges states that simulate each other backwards: what leads to the one could as well lead to
/// the other. The initial state is simulated by itself alone.
fn merge_backwards(rows: Rows, context: &Context<'_>) -> Result<Rows, Stop> {
    let mut back: Rows = vec![Vec::new(); rows.len()];
    for (state, row) in rows.iter().enumerate() {
        for edge in row {
            back[edge.target as usize].push(Transition { target: state as u32, ..*edge });
        }
    }
    // A loop that nobody else can answer keeps the initial state apart.
    let own = Transition {
        guard: super::super::Guard { positive: u128::MAX, negative: u128::MAX },
        target: 0,
        sets: u64::MAX,
    };
    back[0].push(own);
    let above = simulation(&back, context)?;
    let stands_for: Vec<u32> = (0..rows.len() as u32)
        .map(|state| {
            let both = |o: &u32| {
                above[state as usize].contains(*o as usize)
                    && above[*o as usize].contains(state as usize)
            };
            (0..=state).find(both).unwrap_or(state)
        })
        .collect();
    let merged = |state: usize| stands_for[state] as usize;
    let mut joined: Rows = vec![Vec::new(); rows.len()];
    for (state, row) in rows.into_iter().enumerate() {
        joined[merged(state)].extend(row);
    }
    Ok(redirected(joined, &stands_for))
}
