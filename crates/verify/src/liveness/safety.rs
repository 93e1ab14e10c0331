//! Formulas of the safety kind: every run of which one is false has done something wrong after
//! finitely many steps.
//!
//! A formula is of that kind if and only if it is true of every word all of whose prefixes can go
//! on to words that it is true of (Alpern and Schneider, "Recognizing safety and liveness",
//! Distributed Computing 2, 1987). Those words are what its automaton accepts without its
//! acceptance sets, as no state of it is without a way to accept.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::formula::Formula;
use surmise_model::{Context, Reason, Stop};

use super::automaton::{Automaton, Guard, Transition};
use super::emptiness::accepts_a_word_along;
use super::letters::told_apart;
use super::translation::{merge_guards, merge_simulating, translate};

/// How many states the deterministic automaton may have.
const LARGEST: usize = 50_000;

/// The good prefixes of a formula of the safety kind, as a deterministic automaton without
/// acceptance sets: a word is bad as soon as there is no transition for a letter. Nothing, if the
/// formula is not of that kind.
///
/// # Errors
/// If something gets too large, or the context says so.
pub fn good_prefixes(formula: &Formula, context: &Context<'_>) -> Result<Option<Automaton>, Stop> {
    let good = translate(formula, context)?;
    let bad = translate(&formula.negated(), context)?;
    match accepts_a_word_along(&bad, &good, context)? {
        true => Ok(None),
        false => determinised(&good, context).map(Some),
    }
}

/// The subsets of an automaton, acceptance forgotten, the smallest such automaton.
fn determinised(automaton: &Automaton, context: &Context<'_>) -> Result<Automaton, Stop> {
    let mut subsets: IndexSet<Vec<u32>, FxBuildHasher> = IndexSet::default();
    subsets.insert(vec![0]);
    let mut rows: Vec<Vec<Transition>> = Vec::new();
    while rows.len() < subsets.len() {
        if subsets.len() > LARGEST {
            let message = format!("the good prefixes of a formula need more than {LARGEST} states");
            return Err(Stop(Reason::Unsupported(message)));
        }
        let members = subsets[rows.len()].clone();
        let edges: Vec<Transition> =
            members.iter().flat_map(|&state| automaton.row(state)).copied().collect();
        let guards: Vec<Guard> = edges.iter().map(|edge| edge.guard).collect();
        let mut row = Vec::new();
        for (guard, places) in told_apart(&guards, context)? {
            let mut next: Vec<u32> = places.iter().map(|&place| edges[place].target).collect();
            next.sort_unstable();
            next.dedup();
            if !next.is_empty() {
                let target = subsets.insert_full(next).0 as u32;
                row.push(Transition { guard, target, sets: 0 });
            }
        }
        merge_guards(&mut row);
        rows.push(row);
    }
    // States of a deterministic automaton that simulate each other do the same.
    Ok(Automaton::new(merge_simulating(rows, context)?, 0))
}
