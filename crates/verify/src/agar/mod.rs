//! Assumptions by abstraction refinement: Gheorghiu Bobaru, Păsăreanu and Giannakopoulou,
//! "Automated assume-guarantee reasoning by abstraction refinement" (CAV 2008), AGAR.
//!
//! The assumption about a group of components is an abstraction of it: some of its states are taken
//! for one. Then the group satisfies the assumption by construction, and only premise 1 is left to
//! check, that the property holds in its presence. A counterexample to premise 1 is real, or shows
//! which states must be told apart, or which actions must not be hidden.
//!
//! - `concrete` is what is abstracted; `closure` its steps over the assumption's alphabet;
//!   `classes` the states that are one; `abstraction` the steps between those.
//! - `analysis` is algorithm 1: it plays an abstract counterexample and splits a class.
//! - `nested` holds the abstractions of rule 3, one inside the other; with two groups there is
//!   one, and rule 3 is rule 1.
//! - `refinement` is the loop: algorithms 2 and 3.
//!
//! [Departures](DEPARTURES) from the paper, each argued where it is made: hidden steps count before
//! an action only (`assume::closure`), undecided states go where they do least harm (`analysis`),
//! the word of a counterexample is tried before its path (`refinement`), the first abstraction has
//! no loop that its group has no step for (`abstraction`), and the trace that is compared to find
//! further actions is one of the environment over the whole interface (`refinement`).

mod abstraction;
mod analysis;
mod classes;
mod nested;
mod progress;
mod refinement;

use surmise_model::{Claim, Context, Report, Stop, System};

use self::progress::Progress;
use self::refinement::Refinement;
use crate::assume::decompose::{Decomposition, Groups};
use crate::assume::frame::{self, Account, Conclusion, Engine};
use crate::assume::{AlphabetRefinement, Given, LookAhead, Problem};
use crate::departures::{Departure, Departures};

/// What this does that the paper does not.
pub const DEPARTURES: &[Departure] = &[
    Departure::LookAhead,
    Departure::HiddenBefore,
    Departure::FewestSteps,
    Departure::WordFirst,
    Departure::FirstLoops,
    Departure::WholeTrace,
];

/// How to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgarOptions {
    /// How the alphabets of assumptions are chosen.
    pub alphabet: AlphabetRefinement,
    /// Which components stand together, and where: two groups make it rule 1, more make it rule 3.
    pub decomposition: Decomposition,
    /// Assumptions that stand for the groups of some components.
    pub given: Vec<Given>,
    /// What to do that the paper does not.
    pub departures: Departures,
    /// How many threads a search for a violation may use. The answer does not depend on it.
    pub threads: usize,
    /// How far to look for a violation by plain search before assumptions are looked for.
    pub look_ahead: LookAhead,
}

impl Default for AgarOptions {
    fn default() -> Self {
        Self {
            alphabet: AlphabetRefinement::default(),
            decomposition: Decomposition::default(),
            given: Vec::new(),
            departures: Departures::ALL,
            threads: 1,
            look_ahead: LookAhead::FOR_NONDETERMINISM,
        }
    }
}

/// Checks a claim about the traces of a system by abstraction refinement.
pub fn check(
    system: &System,
    claim: Claim,
    options: &AgarOptions,
    context: &Context<'_>,
) -> Report {
    frame::check(options, system, claim, context)
}

impl Engine for AgarOptions {
    fn decomposition(&self) -> &Decomposition {
        &self.decomposition
    }

    fn given(&self) -> &[Given] {
        &self.given
    }

    fn look_ahead(&self) -> LookAhead {
        self.look_ahead.if_departing(self.departures)
    }

    fn conclude(
        &self,
        problem: &Problem<'_>,
        groups: &Groups,
        account: &mut Account,
        context: &Context<'_>,
    ) -> Result<Conclusion, Stop> {
        let mut progress = Progress::new(context, (problem, groups), self.threads);
        let conclusion = refine(problem, groups, self, &mut progress);
        account.known = progress.known();
        account.statistics = progress.statistics;
        conclusion
    }
}

/// Refines until there is a verdict.
fn refine(
    problem: &Problem<'_>,
    groups: &Groups,
    options: &AgarOptions,
    progress: &mut Progress<'_>,
) -> Result<Conclusion, Stop> {
    let mut refinement = Refinement::new(problem, groups, options, progress)?;
    loop {
        if let Some(conclusion) = refinement.step(progress)? {
            return Ok(conclusion);
        }
    }
}

#[cfg(test)]
mod tests;
