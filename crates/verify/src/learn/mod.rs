//! Learning assumptions: Giannakopoulou, Păsăreanu, Gheorghiu Bobaru, Cobleigh and Barringer,
//! "Learning to divide and conquer".
//!
//! A [`Learner`] finds the assumption that a group of components needs about its environment, from
//! the answers of a [teacher] that simulates the group alone. [`inquiry`] is one such
//! search; [`chain`] (rules ASYM and CIRC-N) and [`symmetric`] (SYM-N) combine several. The
//! composition of all components is never explored.

mod at_once;
mod backwards;
mod chain;
mod company;
mod goal;
mod inquiry;
mod learner;
mod narration;
mod needed;
mod observation_tree;
mod progress;
mod replacement;
mod sharp;
mod symmetric;
mod table;
mod teacher;
mod weakest;

use surmise_model::{
    ActionId, Alphabet, Assumption, Claim, Context, Interrupt, Lts, Report, RuleKind, Stop, System,
};

pub use learner::{Hypothesis, Learner, Membership, Symbol};
pub use needed::{Needed, needed_assumption};
pub use sharp::SharpLearner;
pub use table::{ObservationTable, TableLearner};
pub use weakest::weakest_assumption;

use self::goal::{MakeLearner, Setup};
use self::narration::Narration;
use self::progress::Progress;
use crate::assume::decompose::{Decomposition, Groups};
use crate::assume::frame::{self, Account, Conclusion, Engine};
use crate::assume::words::Told;
use crate::assume::{AlphabetRefinement, Given, LookAhead, Problem};
use crate::departures::{Departure, Departures};

/// The algorithm that learns.
///
/// L# asks fewer membership queries, less than half of L*'s in the mean over the case studies. But
/// queries are cheap here, thanks to what the teacher keeps, and conjectures are dear, being a
/// search each: a column of the table tells many states apart at once, and L* gets by with fewer of
/// them. It is three times as fast in the mean, and decides all that L# decides. Hence the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LearnerKind {
    /// L* with an observation table, as in the paper.
    #[default]
    Table,
    /// L#, by apartness in a tree of observations.
    Apartness,
}

impl LearnerKind {
    /// How much more time goes into a state of a conjecture than with a table, roughly.
    fn effort(self) -> usize {
        match self {
            Self::Table => 1,
            Self::Apartness => 4,
        }
    }

    /// A learner over an alphabet of so many symbols.
    pub fn make(self, symbols: usize) -> Box<dyn Learner> {
        match self {
            Self::Table => Box::new(TableLearner::new(symbols)),
            Self::Apartness => Box::new(SharpLearner::new(symbols)),
        }
    }
}

/// What learning does that the paper does not.
pub const DEPARTURES: &[Departure] =
    &[Departure::LookAhead, Departure::View, Departure::Replacement];

/// How to check a property by learning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnOptions {
    /// The rule.
    pub rule: RuleKind,
    /// How the alphabets of assumptions are chosen.
    pub alphabet: AlphabetRefinement,
    /// Interface actions that assumptions start with, instead of those that `alphabet` starts with.
    /// Others join them as they turn out to be needed. A good guess saves rounds.
    pub start: Option<Alphabet>,
    /// Which components stand together.
    pub decomposition: Decomposition,
    /// Assumptions that stand for the groups of some components.
    pub given: Vec<Given>,
    /// Who learns.
    pub learner: LearnerKind,
    /// What to do that the paper does not.
    pub departures: Departures,
    /// How far to look for a violation before, and instead of, learning: in all of it, in a chain's
    /// later groups before an assumption is learned for them, and when a conjecture has become
    /// large.
    pub look_ahead: LookAhead,
    /// How many states a conjecture has to have for something smaller, or surer, to be looked for
    /// in its place: the environment itself, what all groups do in each other's company under
    /// SYM-N, or the weakest assumption.
    pub patience: usize,
    /// How many threads a search for a violation may use, and how many groups may be asked about at
    /// once where they are independent. The answer does not depend on it.
    pub threads: usize,
    /// How many states and queries it has to have taken the last time for groups to be asked about
    /// at once: threads take time to start. The answer does not depend on it.
    pub worth_threads: u64,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self {
            rule: RuleKind::default(),
            alphabet: AlphabetRefinement::default(),
            start: None,
            decomposition: Decomposition::default(),
            given: Vec::new(),
            learner: LearnerKind::default(),
            departures: Departures::ALL,
            look_ahead: LookAhead::LEARNING,
            patience: 16,
            threads: 1,
            worth_threads: 1 << 12,
        }
    }
}

/// Checks a claim about the traces of a system by learning assumptions.
pub fn check(
    system: &System,
    claim: Claim,
    options: &LearnOptions,
    context: &Context<'_>,
) -> Report {
    let kind = options.learner;
    check_with(system, claim, options, &move |symbols| kind.make(symbols), context)
}

/// As [`check`], with any learner.
fn check_with(
    system: &System,
    claim: Claim,
    options: &LearnOptions,
    make_learner: &MakeLearner,
    context: &Context<'_>,
) -> Report {
    frame::check(&Learning { options, make_learner }, system, claim, context)
}

/// Options at work.
struct Learning<'a> {
    options: &'a LearnOptions,
    make_learner: &'a MakeLearner,
}

impl Engine for Learning<'_> {
    fn decomposition(&self) -> &Decomposition {
        &self.options.decomposition
    }

    fn given(&self) -> &[Given] {
        &self.options.given
    }

    fn look_ahead(&self) -> LookAhead {
        self.options.look_ahead.if_departing(self.options.departures)
    }

    fn conclude(
        &self,
        problem: &Problem<'_>,
        groups: &Groups,
        account: &mut Account,
        context: &Context<'_>,
    ) -> Result<Conclusion, Stop> {
        let LearnOptions { rule, alphabet, start, patience, departures, .. } = self.options;
        let told = Told::default();
        let narration = Narration { context: *context, problem, groups, rule: *rule, told };
        narration.premises();
        let stops: Vec<Interrupt<'_>> = groups.iter().map(|_| context.interrupt.child()).collect();
        let mut progress = Progress::new(narration, self.options, &stops);
        let setup = Setup {
            make_learner: self.make_learner,
            refinement: *alphabet,
            start: start.as_ref(),
            patience: match departures.has(Departure::Replacement) {
                true => patience / self.options.learner.effort(),
                false => usize::MAX,
            },
            departures: *departures,
        };
        let mut parts: Vec<Vec<&Lts>> = groups.iter().map(|group| problem.group(group)).collect();
        let property = &problem.property;
        let learned = match rule {
            RuleKind::Asym => chain::check(&parts, property, setup, &mut progress),
            RuleKind::Circ => {
                parts.push(parts[0].clone());
                chain::check(&parts, property, setup, &mut progress)
            }
            RuleKind::Sym => {
                symmetric::check(&parts, property, &problem.actions, setup, &mut progress)
            }
        };
        account.known = progress.known();
        account.statistics = progress.statistics;
        Ok(match learned? {
            Learned::Assumptions(assumptions) => {
                let assumption = |lts| Assumption { lts, simulation: None };
                Conclusion::Holds(*rule, assumptions.into_iter().map(assumption).collect())
            }
            Learned::Violation(word) => Conclusion::Violated(word),
        })
    }
}

/// What was learned in the end.
enum Learned {
    /// These assumptions make all premises true.
    Assumptions(Vec<Lts>),
    /// The system can perform this word, which violates the property. All visible actions are in
    /// it.
    Violation(Vec<ActionId>),
}

#[cfg(test)]
mod against_itself;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod worked_examples;
