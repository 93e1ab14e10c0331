//! Assumptions as quotients: Finkbeiner, Schewe and Brill, "Automatic synthesis of assumptions for
//! compositional model checking" (FORTE 2006).
//!
//! The assumption about a process N, for a process M and a property P, is N itself with equivalent
//! states merged. Not because they behave alike, but because M and P do not tell: either they are
//! met beside the same states of M ‖ P (*forward* equivalent), or an error follows beside the same
//! states of M ‖ P (*backward* equivalent). Such an assumption A is invertible: M ‖ A has the
//! property if and only if M ‖ N has it. So it proves and refutes, there is nothing spurious and no
//! loop of conjectures.
//!
//! - `steps`: N as labels see it; alphabets and τ. `labelling`: which states of N belong to a state
//!   of M ‖ P, as `sets`. `classes`: equivalence classes, from labels.
//! - `exact`: sections 3 and 4.
//! - `modal`, `abstractions`, `places`, `bounds`: section 5, with an abstraction of M instead of M.
//!   `refinement`: section 6, which finds the abstraction; `anytime`: when to leave that loop.
//! - `synthesis`: the assumption as a product of its own.
//! - `replacement`: more than two processes; `part` is one of them, `proof` what it comes to: rule
//!   ASYM with a simulation; `seen` how others see a quotient.

mod abstractions;
mod anytime;
mod bounds;
mod classes;
mod exact;
mod labelling;
mod modal;
mod places;
mod progress;
mod proof;
mod refinement;
mod replaced_group;
mod replacement;
mod seen;
mod sets;
mod steps;
mod synthesis;

use surmise_model::{Claim, Context, Report, Stop, System};

pub use self::synthesis::{Synthesis, synthesise};

use self::progress::Progress;
use self::replacement::Replacement;
use crate::assume::decompose::{Decomposition, Groups};
use crate::assume::frame::{self, Account, Conclusion, Engine};
use crate::assume::{LookAhead, Problem};
use crate::departures::{Departure, Departures};

/// What this does that the paper does not.
pub const DEPARTURES: &[Departure] =
    &[Departure::LookAhead, Departure::OneState, Departure::Rounds, Departure::EarlyVerdict];

/// How to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuotientOptions {
    /// Which components stand together. Of two groups, the second one is replaced by its quotient.
    pub decomposition: Decomposition,
    /// In which order more than two groups are replaced.
    pub replace: Replace,
    /// How labels are computed.
    pub labels: Labels,
    /// Refine an abstraction at most so many times.
    pub steps: Option<usize>,
    /// Refine for forward and backward labels in turns, so many steps each.
    pub alternate: usize,
    /// Leave the loop if fifty steps have not made the assumption smaller by so many percent.
    pub stop_when: Option<u8>,
    /// Whether to look at the size of the assumption after every step, for a picture. That takes
    /// time.
    pub measure: bool,
    /// How much work is done before it is tried for the first time whether an assumption is good
    /// enough for a verdict, if labels are modal: in places of abstractions that are looked at.
    pub pause: u64,
    /// What to do that the paper does not.
    pub departures: Departures,
    /// How many threads a search for a violation may use. The answer does not depend on it.
    pub threads: usize,
}

impl Default for QuotientOptions {
    fn default() -> Self {
        Self {
            decomposition: Decomposition::default(),
            replace: Replace::default(),
            labels: Labels::default(),
            steps: None,
            alternate: 10,
            stop_when: None,
            measure: false,
            pause: 1 << 24,
            departures: Departures::ALL,
            threads: 1,
        }
    }
}

/// How the labels of the states of M ‖ P are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Labels {
    /// On M ‖ P itself: sections 3 and 4 of the paper.
    #[default]
    Exact,
    /// On abstractions of M, which are refined as far as one likes: sections 5 and 6.
    Modal,
}

/// The order in which groups are replaced by their quotients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Replace {
    /// The largest one first.
    Largest,
    /// The one first that shares the fewest actions with others.
    #[default]
    FewestShared,
    /// As they stand in the rule.
    Listed,
}

impl Replace {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Largest, Self::FewestShared, Self::Listed];
}

/// Checks a claim about the traces of a system by replacing its components by quotients.
pub fn check(
    system: &System,
    claim: Claim,
    options: &QuotientOptions,
    context: &Context<'_>,
) -> Report {
    frame::check(options, system, claim, context)
}

impl Engine for QuotientOptions {
    fn decomposition(&self) -> &Decomposition {
        &self.decomposition
    }

    fn look_ahead(&self) -> LookAhead {
        LookAhead::FOR_NONDETERMINISM.if_departing(self.departures)
    }

    fn conclude(
        &self,
        problem: &Problem<'_>,
        groups: &Groups,
        account: &mut Account,
        context: &Context<'_>,
    ) -> Result<Conclusion, Stop> {
        let mut progress = Progress::new(context, &problem.actions, self.threads);
        let mut replacement = Replacement::new(problem, groups, self, context)?;
        let conclusion = replacement.conclude(&mut progress);
        account.known = progress.known();
        account.statistics = progress.statistics;
        if conclusion.is_err() {
            account.substitutes = replacement.substitutes(groups, context).unwrap_or_default();
        }
        conclusion
    }
}

#[cfg(test)]
mod tests;
