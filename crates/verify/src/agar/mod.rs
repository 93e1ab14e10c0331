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
//! - `engine` is the loop: algorithms 2 and 3.
//! - `evidence` writes down why premise 2 and those after it hold, for a checker.
//!
//! Departures from the paper, each argued where it is made: hidden steps count before an action only
//! ([`Closure`]), undecided states go where they do least harm ([`Split`]), the word of a
//! counterexample is tried before its path (`engine`), and the trace that is compared to find
//! further actions is one of the environment over the whole interface (`engine`).

mod abstraction;
mod analysis;
mod classes;
mod engine;
mod evidence;
mod nested;
mod progress;

use surmise_model::{Context, Outcome, PropertyId, Report, Stop, System, Unknown};

pub use crate::assume::Closure;
pub use analysis::Split;

use self::engine::Engine;
use self::progress::Progress;
use crate::assume::decompose::Decomposition;
use crate::assume::{AlphabetRefinement, Problem};

/// How to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgarOptions {
    /// How the alphabets of assumptions are chosen.
    pub alphabet: AlphabetRefinement,
    /// Which components stand together, and where: two groups make it rule 1, more make it rule 3.
    pub decomposition: Decomposition,
    /// How classes are split.
    pub split: Split,
    /// Which hidden steps belong to a visible one.
    pub closure: Closure,
    /// How many threads a search for a violation may use. The answer does not depend on it.
    pub threads: usize,
}

impl Default for AgarOptions {
    fn default() -> Self {
        Self {
            alphabet: AlphabetRefinement::default(),
            decomposition: Decomposition::default(),
            split: Split::default(),
            closure: Closure::default(),
            threads: 1,
        }
    }
}

/// Checks a property of a system, or the mere absence of π, by abstraction refinement.
pub fn check(
    system: &System,
    property: Option<PropertyId>,
    options: &AgarOptions,
    context: &Context<'_>,
) -> Report {
    let problem = match Problem::new(system, property, context) {
        Ok(problem) => problem,
        Err(Stop(reason)) => {
            let known = "no abstraction was made yet".to_owned();
            let outcome = Outcome::Unknown(Unknown { reason, known });
            return Report { outcome, statistics: Default::default() };
        }
    };
    let mut progress = Progress::new(context, &problem.actions, options.threads);
    let outcome = refine(&problem, options, &mut progress).unwrap_or_else(|Stop(reason)| {
        Outcome::Unknown(Unknown { reason, known: progress.known() })
    });
    Report { outcome, statistics: progress.statistics }
}

/// Refines until there is a verdict.
fn refine(
    problem: &Problem<'_>,
    options: &AgarOptions,
    progress: &mut Progress<'_>,
) -> Result<Outcome, Stop> {
    let mut engine = Engine::new(problem, options, progress)?;
    loop {
        if let Some(outcome) = engine.step(progress)? {
            return Ok(outcome);
        }
    }
}

#[cfg(test)]
mod tests;
