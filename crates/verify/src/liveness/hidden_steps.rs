//! Whether a formula sees steps at which nothing of it happens or changes.
//!
//! An action is true at its own step only, so `a U b` sees a hidden step though there is no `X` in
//! it, while `[](a -> <>b)` does not. What can be hidden is a step that is none of the formula's
//! actions and leaves all else as it is. The formula does not see such steps if no word of which
//! it is true and no word of which it is false become the same by putting some in: a question of
//! emptiness, as Michaud and Duret-Lutz ask it about stuttering ("Practical stutter-invariance
//! checks for ω-regular languages", SPIN 2015).

use surmise_model::Context;
use surmise_model::Stop;
use surmise_model::formula::Formula;

use super::automaton::{Automaton, Guard, Letter};
use super::emptiness::Graph;
use super::translation::translate;

/// How many propositions a formula may have to be looked at.
const PROPOSITIONS: u32 = 10;

/// Which propositions of a formula are true at a step only, and what the others are before the
/// first letter, if that is the one of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    /// The propositions that stand for actions.
    pub actions: Letter,
    /// The values of the others before the first step; none if the first letter is that of the
    /// initial state.
    pub before: Option<Letter>,
}

/// Whether a formula sees hidden steps. If there is no telling, it does.
///
/// # Errors
/// If something gets too large, or the context says so.
pub fn sees_hidden_steps(
    formula: &Formula,
    steps: Steps,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let used = formula.propositions();
    if used.iter().any(|proposition| proposition.index() >= Guard::PROPOSITIONS) {
        return Ok(true);
    }
    let used = used.iter().fold(0, |all: Letter, proposition| all | 1 << proposition.index());
    let lasting = used & !steps.actions;
    // Without X and actions, only repeated letters could be seen (Lamport 1983).
    if used & steps.actions == 0 && !formula.has_next() && steps.before.is_none() {
        return Ok(false);
    }
    if used.count_ones() > PROPOSITIONS {
        return Ok(true);
    }
    let is_true = translate(formula, context)?;
    let is_false = translate(&formula.negated(), context)?;
    let letters = subsets(used);
    let sets = is_true.num_sets() + is_false.num_sets();
    if sets as usize + 2 > Automaton::SETS {
        return Ok(true);
    }
    // Both go on for ever.
    let (first_moves, second_moves) = (1 << sets, 1 << (sets + 1));
    let first: (u32, u32, Option<Letter>) = (0, 0, steps.before.map(|before| before & lasting));
    let graph = Graph::explored(first, context, |&(one, other, last), found| {
        for &letter in &letters {
            let now = Some(letter & lasting);
            let hidden = letter & steps.actions == 0 && last == now;
            let ones = is_true.row(one).iter().filter(|edge| edge.guard.admits(letter));
            let others = || is_false.row(other).iter().filter(|edge| edge.guard.admits(letter));
            let shifted = |sets: u64| sets << is_true.num_sets();
            for edge in ones {
                let sets = edge.sets | first_moves;
                if hidden {
                    found.push(((edge.target, other, now), sets));
                }
                let both = others().map(|second| {
                    let sets = sets | shifted(second.sets) | second_moves;
                    ((edge.target, second.target, now), sets)
                });
                found.extend(both);
            }
            if hidden {
                let alone = others()
                    .map(|edge| ((one, edge.target, now), shifted(edge.sets) | second_moves));
                found.extend(alone);
            }
        }
        Ok(())
    })?;
    graph.accepts(sets + 2, context)
}

/// All letters over some propositions.
fn subsets(of: Letter) -> Vec<Letter> {
    let mut all = Vec::with_capacity(1 << of.count_ones());
    let mut subset: Letter = 0;
    loop {
        all.push(subset);
        // The next subset, in the order of numbers.
        subset = subset.wrapping_sub(of) & of;
        if subset == 0 {
            return all;
        }
    }
}
