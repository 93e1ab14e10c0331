//! Learning assumptions: Giannakopoulou, Păsăreanu, Gheorghiu Bobaru, Cobleigh and Barringer,
//! "Learning to divide and conquer".
//!
//! A [`Learner`] finds the assumption that a group of components needs about its environment, from
//! the answers of a [teacher] that simulates the group alone. [`level`] is one such
//! search; [`chain`] (rules ASYM and CIRC-N) and [`symmetric`] (SYM-N) combine several. The
//! composition of all components is never explored.

mod chain;
mod lazy_subsets;
mod learner;
mod level;
mod narration;
mod observation_tree;
mod progress;
mod sharp;
mod symmetric;
mod table;
mod teacher;
mod view;
mod weakest;

use surmise_model::{
    ActionId, Alphabet, Assumption, Context, Lts, Outcome, Proof, PropertyId, Report, Rule, Stop,
    System, Unknown,
};

pub use learner::{Hypothesis, Learner, Membership, Symbol};
pub use sharp::SharpLearner;
pub use table::{ObservationTable, TableLearner};
pub use weakest::{interface, weakest_assumption};

use self::level::{MakeLearner, Setup};
use self::narration::Narration;
use self::progress::Progress;
use crate::assume::decompose::{Decomposition, Groups};
use crate::assume::{AlphabetRefinement, Problem, weave};
use crate::replay;

/// The assume-guarantee rule to reason with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LearnRule {
    /// Each group needs an assumption, which the groups after it have to guarantee.
    #[default]
    Asym,
    /// The same, but the last group has an assumption, too, which the first has to guarantee.
    Circ,
    /// Each group has an assumption under which the property holds, and together they have no gap.
    Sym,
}

/// The algorithm that learns.
///
/// L# asks fewer membership queries, less than half of L*'s in the mean over the case studies. But
/// queries are cheap here, thanks to what the teacher keeps, and conjectures are dear, being a search
/// each: a column of the table tells many states apart at once, and L* gets by with fewer of them. It
/// is three times as fast in the mean, and decides all that L# decides. Hence the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LearnerKind {
    /// L* with an observation table, as in the paper.
    #[default]
    Table,
    /// L#, by apartness in a tree of observations.
    Apartness,
}

impl LearnerKind {
    /// A learner over an alphabet of so many symbols.
    pub fn make(self, symbols: usize) -> Box<dyn Learner> {
        match self {
            Self::Table => Box::new(TableLearner::new(symbols)),
            Self::Apartness => Box::new(SharpLearner::new(symbols)),
        }
    }
}

/// How to check a property by learning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearnOptions {
    /// The rule.
    pub rule: LearnRule,
    /// How the alphabets of assumptions are chosen.
    pub alphabet: AlphabetRefinement,
    /// Interface actions that assumptions start with, instead of those that `alphabet` starts with.
    /// Others join them as they turn out to be needed. A good guess saves rounds.
    pub start: Option<Alphabet>,
    /// Which components stand together.
    pub decomposition: Decomposition,
    /// Who learns.
    pub learner: LearnerKind,
    /// How many states of a chain's later groups to search for a violation before an assumption is
    /// learned for them; none of them, as in the paper, if 0.
    ///
    /// More finds more, but is spent on each proposal, the right ones as well: from 256 to 16384, the
    /// times for the case studies are within a factor of two of each other.
    pub foresight: u64,
    /// How many threads a search for a violation may use. The answer does not depend on it.
    pub threads: usize,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self {
            rule: LearnRule::default(),
            alphabet: AlphabetRefinement::default(),
            start: None,
            decomposition: Decomposition::default(),
            learner: LearnerKind::default(),
            foresight: 1024,
            threads: 1,
        }
    }
}

/// How the search for assumptions ends.
enum Conclusion {
    /// These assumptions make all premises true.
    Holds(Vec<Lts>),
    /// The system can perform this word, which violates the property. All visible actions are in it.
    Violated(Vec<ActionId>),
}

/// Checks a property of a system, or the mere absence of π, by learning assumptions.
pub fn check(
    system: &System,
    property: Option<PropertyId>,
    options: &LearnOptions,
    context: &Context<'_>,
) -> Report {
    let kind = options.learner;
    check_with(system, property, options, &move |symbols| kind.make(symbols), context)
}

/// As [`check`], with any learner.
fn check_with(
    system: &System,
    property: Option<PropertyId>,
    options: &LearnOptions,
    make_learner: &MakeLearner,
    context: &Context<'_>,
) -> Report {
    let unknown = |Stop(reason): Stop, known: &str| {
        Outcome::Unknown(Unknown { reason, known: known.to_owned() })
    };
    let prepared = Problem::new(system, property, context)
        .and_then(|problem| Ok((options.decomposition.groups(&problem, context)?, problem)));
    let (groups, problem) = match prepared {
        Ok(prepared) => prepared,
        Err(stop) => {
            let outcome = unknown(stop, "no assumption was learned yet");
            return Report { outcome, statistics: Default::default() };
        }
    };
    let (problem, groups) = (&problem, &groups);
    let narration = Narration { context: *context, problem, groups, rule: options.rule };
    narration.premises();
    let mut progress = Progress::new(narration, options);
    let start = options.start.as_ref();
    let setup = Setup { make_learner, refinement: options.alphabet, start };
    let outcome = conclude(problem, groups, options.rule, setup, &mut progress)
        .unwrap_or_else(|stop| unknown(stop, &progress.known()));
    Report { outcome, statistics: progress.statistics }
}

fn conclude<'a>(
    problem: &'a Problem<'a>,
    groups: &Groups,
    rule: LearnRule,
    setup: Setup<'a>,
    progress: &mut Progress<'a>,
) -> Result<Outcome, Stop> {
    let mut parts: Vec<Vec<&Lts>> = groups.iter().map(|group| problem.group(group)).collect();
    let property = &problem.property;
    let conclusion = match rule {
        // Not even the empty trace is allowed.
        _ if property.initial().is_error() => Conclusion::Violated(Vec::new()),
        LearnRule::Asym => chain::check(&parts, property, setup, progress)?,
        LearnRule::Circ => {
            parts.push(parts[0].clone());
            chain::check(&parts, property, setup, progress)?
        }
        LearnRule::Sym => symmetric::check(&parts, property, &problem.actions, setup, progress)?,
    };
    let assumptions = match conclusion {
        Conclusion::Violated(word) => {
            let counterexample = problem
                .counterexample(&word, &progress.context)?
                .expect("the traces of the groups make a run of the system");
            replay(problem.system(), &counterexample).expect("a counterexample is a run");
            return Ok(Outcome::Violated(counterexample));
        }
        Conclusion::Holds(assumptions) => assumptions,
    };
    let groups = groups.clone();
    let assumptions =
        assumptions.into_iter().map(|lts| Assumption { lts, abstraction: None }).collect();
    let rule = match rule {
        LearnRule::Asym => Rule::Asym { groups, assumptions },
        LearnRule::Circ => Rule::Circ { groups, assumptions },
        LearnRule::Sym => Rule::Sym { groups, assumptions },
    };
    Ok(Outcome::Holds(Proof { property: problem.property_id(), rule }))
}

#[cfg(test)]
mod against_itself;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod worked_examples;
