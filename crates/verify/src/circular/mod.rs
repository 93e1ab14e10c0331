//! Circular reasoning: Abd Elkader, Grumberg, Păsăreanu and Shoham, "Automated circular
//! assume-guarantee reasoning with n-way decomposition and alphabet refinement" (CAV 2016).
//!
//! Every group guarantees its assumption as long as the others keep theirs: `Mi ⊨ Gi ▷ gi` for all
//! i, and `g1 ‖ … ‖ gn ⊨ P`. The circle is no mistake because the premises look one step ahead,
//! which makes the argument an induction over time. All assumptions are made together, as small as
//! they can be, from constraints that counterexamples to the premises add up to.
//!
//! - `rule`: the rule family and its simplification by alphabets;
//! - `acr`, `apply`, `update`, `refine`: the paper's algorithms 1 to 5, with its line numbers;
//! - `constraints`: what the assumptions have to satisfy; `generate`: who makes them (GenAssmp);
//! - `group`: a group of components as an assumption sees it; `premise`: checking premises by
//!   search; `look_ahead`: whether an alphabet can be enough;
//! - `progress`: what is told and counted.
//!
//! Actions of the property that no component has may happen at any time: they belong to the first
//! group, which then never refuses them.

mod acr;
mod apply;
mod constraints;
mod generate;
mod group;
mod look_ahead;
mod premise;
mod progress;
mod refine;
mod rule;
mod update;

use surmise_model::{Alphabet, Claim, Context, Lts, Report, StateId, Stop, System};

pub use generate::Generate;
pub use rule::Uses;

use self::acr::{Acr, Found};
use self::progress::Progress;
use crate::assume::decompose::{Decomposition, Groups};
use crate::assume::frame::{self, Account, Conclusion, Engine};
use crate::assume::{AlphabetRefinement, Given, LookAhead, Problem, broken, by_group, too_weak};
use crate::departures::{Departure, Departures};

/// For each premise, the last one included, the assumptions that it uses.
type Premises = Vec<Vec<usize>>;

/// What this does that the paper does not.
pub const DEPARTURES: &[Departure] = &[
    Departure::LookAhead,
    Departure::View,
    Departure::LazyPremises,
    Departure::LettersAsLoops,
    Departure::GroupsFirst,
    Departure::GroupAsAssumption,
    Departure::LargestBound,
];

/// How to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CircularOptions {
    /// How the alphabets of assumptions are chosen.
    pub alphabet: AlphabetRefinement,
    /// Which components stand together.
    pub decomposition: Decomposition,
    /// Which assumptions the premise of a group may use.
    pub uses: Uses,
    /// Assumptions that are not to be found but used, for the groups of some components.
    pub given: Vec<Given>,
    /// Who makes assumptions.
    pub generate: Generate,
    /// What to do that the paper does not.
    pub departures: Departures,
    /// How many premises are checked at the same time. The answer does not depend on it.
    pub threads: usize,
    /// How far to look for a violation before assumptions are made, in the system and in what each
    /// alphabet shows of it.
    pub look_ahead: LookAhead,
    /// Whether to make sure of lemma 6 for every constraint, that the groups themselves satisfy it.
    /// That takes time, and is for tests.
    pub suspicious: bool,
}

impl Default for CircularOptions {
    fn default() -> Self {
        Self {
            alphabet: AlphabetRefinement::default(),
            decomposition: Decomposition::Listed,
            uses: Uses::default(),
            given: Vec::new(),
            generate: Generate::default(),
            departures: Departures::ALL,
            threads: 1,
            look_ahead: LookAhead::CIRCULAR,
            suspicious: false,
        }
    }
}

/// Checks a claim about the traces of a system by circular reasoning.
pub fn check(
    system: &System,
    claim: Claim,
    options: &CircularOptions,
    context: &Context<'_>,
) -> Report {
    frame::check(options, system, claim, context)
}

impl Engine for CircularOptions {
    fn decomposition(&self) -> &Decomposition {
        &self.decomposition
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
        let nobodys = nobodys_actions(problem)?;
        let mut parts: Vec<Vec<&Lts>> = groups.iter().map(|group| problem.group(group)).collect();
        parts[0].push(&nobodys);
        let progress = Progress::new(context, problem, groups);
        let property = (&problem.property, problem.actions.len());
        let given = by_group(&self.given, problem, groups, context)?;
        let mut acr = Acr::new(self, (parts, given), property, progress)?;
        let found = acr.run();
        account.known = acr.progress.known();
        account.statistics = acr.progress.statistics;
        Ok(match found? {
            Found::Assumptions(assumptions, uses) => Conclusion::HoldsInCircle(assumptions, uses),
            Found::Violation(word) => Conclusion::Violated(word),
            Found::Broken(group, word) => return Err(broken(problem, &groups[group], &word)),
            Found::TooWeak(group, word) => return Err(too_weak(problem, &groups[group], &word)),
        })
    }
}

/// Somebody who does the actions that the property has and no component, whenever he likes.
fn nobodys_actions(problem: &Problem<'_>) -> Result<Lts, Stop> {
    let all = problem.components.iter().fold(Alphabet::new(), |all, c| all.union(c.alphabet()));
    let mut builder = Lts::builder();
    builder.ensure_states(1);
    for action in problem.property.alphabet().difference(&all).iter() {
        builder.add(StateId::of(0), action, StateId::of(0));
    }
    Ok(builder.build()?)
}
