//! From formulas to automata: Gastin and Oddoux, "Fast LTL to Büchi automata translation" (CAV
//! 2001), up to their generalised automaton, whose transitions carry the acceptance.
//!
//! The formula is simplified, becomes a very weak alternating automaton (`alternating`), and that
//! an automaton whose states are sets of subformulas that are owed (`owed`). Then what accepts
//! nothing goes, and states that others simulate are merged (`reduction`). Their degeneralisation
//! is left out: every engine here deals with several acceptance sets.
//!
//! A formula can have as many acceptance sets as it has `U`s, and exponentially many states. What
//! gets too large is refused.

mod alternating;
mod owed;
mod reduction;

pub(super) use reduction::{merge_guards, merge_simulating};

use surmise_model::formula::{Formula, simplified};
use surmise_model::{Context, Reason, Stop};

use super::Automaton;

/// How many states, transitions and terms a translation may have.
const LARGEST: usize = 200_000;

/// The automaton of the words that a formula is true of.
///
/// # Errors
/// If it gets too large, or the context says so.
pub fn translate(formula: &Formula, context: &Context<'_>) -> Result<Automaton, Stop> {
    let formula = simplified(formula);
    let alternating = alternating::Alternating::new(&formula, context)?;
    let tableau = owed::automaton(&alternating, context)?;
    reduction::reduced(tableau, context)
}

fn too_large() -> Stop {
    let message = format!("the automaton of the formula needs more than {LARGEST} transitions");
    Stop(Reason::Unsupported(message))
}
