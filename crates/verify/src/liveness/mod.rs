//! Liveness: whether a formula of linear temporal logic is true of all runs.
//!
//! [`translation`] makes an [`Automaton`] of the runs that a formula is true of, which for a claim
//! is its negation; what is left to do is to look for a run of the system that it accepts. For fair
//! choice it has to be [deterministic in the limit](limit_deterministic()). A formula that is of
//! the safety kind has [good prefixes](good_prefixes), and one that does not
//! [see hidden steps](sees_hidden_steps) can be asked about components of which little is visible.
//!
//! The search: `space` has the states and steps of a system as a formula sees them, `product` adds
//! somebody who watches, an automaton for example, `components` finds strongly connected components
//! of it in one pass, `lasso` makes a run of one, and `truth` evaluates a formula on it.
//! `prefixes` looks for bad prefixes of formulas of the safety kind, and for no cycle; `monitor`
//! makes properties of such formulas, for all other engines. Of other formulas `rounds` does, by
//! counting, where `recurring` says what to count and `by_rounds` how far.
//! `recurrence` decides formulas about what happens infinitely often under fair choice, without an
//! automaton.

mod automaton;
mod by_rounds;
mod components;
mod emptiness;
mod hidden_steps;
mod lasso;
mod letters;
mod limit_deterministic;
mod monitor;
mod prefixes;
mod product;
mod program;
mod recurrence;
mod recurring;
mod rounds;
mod runs;
mod safety;
mod space;
mod store;
pub mod translation;
mod truth;
mod watching;

use std::cell::Cell;

use surmise_model::{
    Alphabet, Claim, Component, Context, Count, Counterexample, Fairness, Outcome, Proof, Reason,
    Report, Rule, StateId, Statistics, Step, Stop, Stopping, System, TemporalId, TemporalProperty,
    Trace, Unknown, Violation,
};

pub use automaton::{Automaton, Guard, Letter, Transition};
pub use by_rounds::check_by_rounds;
use components::Wanted;
pub use hidden_steps::{Steps, sees_hidden_steps};
use lasso::Lasso;
pub use limit_deterministic::{LimitDeterministic, limit_deterministic};
pub use monitor::monitor;
use prefixes::Prefixes;
use product::{Blind, MOST_SETS, Product, Watcher};
pub use program::{SpaceLasso, find_in_space, replay_in_space};
pub use rounds::{Rounds, can_be_counted};
use runs::Runs;
pub use safety::good_prefixes;
use space::{Space, SystemRuns};
pub(crate) use truth::{Repeating, replay_lasso};
use watching::Watching;

use crate::replay::replay;

/// Decides whether a temporal property of a system holds. A run that violates it is replayed before
/// it is reported.
pub fn check(system: &System, id: TemporalId, context: &Context<'_>) -> Report {
    let mut statistics = Statistics::default();
    let outcome = match find(system, id, &mut statistics, context) {
        Ok(None) => Outcome::Holds(Proof { claim: Claim::Temporal(id), rule: Rule::Exhaustive }),
        Ok(Some(run)) => match replay(system, &run) {
            Ok(()) => Outcome::Violated(run),
            Err(error) => Outcome::Unknown(Unknown::new(
                Reason::Internal(format!("a counterexample does not replay: {error}")),
                "a violation was found that is none",
            )),
        },
        Err(Stop(reason)) => {
            let states = statistics.get(Count::States).unwrap_or(0);
            let known = format!("no violation was found among {states} states");
            Outcome::Unknown(Unknown::new(reason, known))
        }
    };
    Report { outcome, statistics }
}

/// Whether a system has a run at all that counts for a temporal property. If not, it holds whatever
/// it says.
pub fn has_run(
    system: &System,
    property: &TemporalProperty,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let space = Space::new(system, property, 1, false, context)?;
    let mut product = Product::new(SystemRuns::new(&space), Blind, property, false, context);
    Ok(!components::find(&mut product, Wanted::Marked)?.is_empty())
}

/// How many states can be reached from these states of the components, and by which actions; `None`
/// if there are more than `most`. Of a run under fair choice that cannot leave them any more, that
/// is what happens infinitely often.
pub fn what_can_follow(
    system: &System,
    property: &TemporalProperty,
    states: &[StateId],
    most: usize,
) -> Option<(usize, Alphabet)> {
    let context = Context::unlimited();
    let space = Space::new(system, property, 1, false, &context).ok()?;
    let tuple: Vec<u32> = states.iter().map(|state| state.raw()).collect();
    let runs = SystemRuns::new(&space);
    let mut packed = vec![0; runs.words()];
    space.pack(&tuple, 0, &mut packed);
    let mut product = Product::new(runs, Blind, property, false, &context);
    product.store.insert(&packed, &context).ok()?;
    let mut actions = Alphabet::new();
    let (mut next, mut row) = (0, Vec::new());
    while next < product.store.len() && product.store.len() <= most {
        row.clear();
        product.row(next as u32, &mut row).ok()?;
        actions.extend(row.iter().filter_map(|edge| edge.moved.action));
        next += 1;
    }
    (next == product.store.len()).then_some((next, actions))
}

/// A run that violates a temporal property.
fn find(
    system: &System,
    id: TemporalId,
    statistics: &mut Statistics,
    context: &Context<'_>,
) -> Result<Option<Counterexample>, Stop> {
    let property = system.temporal_property(id);
    let goes_on = every_run_goes_on(system, property);
    Asked::search(property, goes_on, context, |asked| {
        let space = Space::new(system, property, asked.observer(), asked.with_letters(), context)?;
        let found = asked.find(SystemRuns::new(&space), property, statistics, context)?;
        let told = |Lasso { initial, steps, cycle }: Lasso| {
            let step =
                |(action, state): (_, Vec<u64>)| Step { action, states: space.tuple(&state) };
            let steps = steps.into_iter().map(step).collect();
            let trace = Trace { initial: space.tuple(&initial), steps };
            let violation = Violation::Temporal { property: id, cycle };
            Counterexample { violation, trace, shortest: false }
        };
        Ok(found.map(|found| found.map(told)))
    })
}

/// Whether every beginning of a run can go on to a run that counts for a temporal property, and is
/// fair as it asks: runs that stop count, and none has to enter π.
pub(crate) fn every_run_goes_on(system: &System, property: &TemporalProperty) -> bool {
    let has_error = |component: &Component| component.lts.has_error();
    property.stopping == Stopping::Stays && !system.components.iter().any(has_error)
}

/// What is looked for in runs.
enum Asked {
    /// What happens infinitely often, and no automaton.
    Recurrence { with_letters: bool },
    /// A run that an automaton accepts.
    Accepted(Box<Watching>),
    /// A prefix that is bad.
    BadPrefix(Box<Prefixes>),
}

/// Somebody who looks for bad prefixes has found one, and only an automaton knows why it is.
struct Unclear;

impl Asked {
    /// Lets somebody look for what there is to look for. Where each run `goes_on` and the formula
    /// is of the safety kind, that is a bad prefix.
    fn search<T>(
        property: &TemporalProperty,
        goes_on: bool,
        context: &Context<'_>,
        mut find: impl FnMut(Self) -> Result<Result<Option<T>, Unclear>, Stop>,
    ) -> Result<Option<T>, Stop> {
        if goes_on
            && let Some(prefixes) = Prefixes::new(&property.formula, context)?
            && let Ok(found) = find(Self::BadPrefix(Box::new(prefixes)))?
        {
            return Ok(found);
        }
        match find(Self::new(property, context)?)? {
            Ok(found) => Ok(found),
            Err(Unclear) => Err(Stop::internal("a run without a reason")),
        }
    }

    fn new(property: &TemporalProperty, context: &Context<'_>) -> Result<Self, Stop> {
        if property.fairness == Fairness::Choice && property.is_about_recurrence() {
            let with_letters = !recurrence::is_about_actions(property);
            return Ok(Self::Recurrence { with_letters });
        }
        Watching::new(property, context).map(|watching| Self::Accepted(Box::new(watching)))
    }

    /// How many states the observer has.
    fn observer(&self) -> usize {
        match self {
            Self::Recurrence { .. } => 1,
            Self::Accepted(watching) => watching.size(),
            Self::BadPrefix(prefixes) => prefixes.size(),
        }
    }

    /// Whether it matters what is true where.
    fn with_letters(&self) -> bool {
        match self {
            Self::Recurrence { with_letters } => *with_letters,
            Self::Accepted(_) | Self::BadPrefix(_) => true,
        }
    }

    /// Looks for a run that violates the property.
    fn find(
        self,
        runs: impl Runs,
        property: &TemporalProperty,
        statistics: &mut Statistics,
        context: &Context<'_>,
    ) -> Result<Result<Option<Lasso>, Unclear>, Stop> {
        match self {
            Self::Recurrence { .. } => {
                let mut product = Product::new(runs, Blind, property, false, context);
                let found = recurrence::find(&mut product, property);
                count(&product, statistics);
                found.map(Ok)
            }
            Self::BadPrefix(prefixes) => {
                let mut product = Product::new(runs, *prefixes, property, false, context);
                let found = prefixes::find(&mut product, &property.formula);
                count(&product, statistics);
                found
            }
            Self::Accepted(watching) => {
                let is_weak = property.fairness == Fairness::Weak;
                let mut product = Product::new(runs, *watching, property, is_weak, context);
                if product.sets() > MOST_SETS {
                    return Err(Stop(Reason::Unsupported(format!(
                        "with weak fairness there are {} sets to visit infinitely often, more \
                         than {MOST_SETS}",
                        product.sets()
                    ))));
                }
                let found = violation(&mut product, property.fairness);
                count(&product, statistics);
                found.map(Ok)
            }
        }
    }
}

/// A run that the watching automaton accepts.
fn violation(
    product: &mut Product<'_, Watching>,
    fairness: Fairness,
) -> Result<Option<Lasso>, Stop> {
    let all = product.all_marks();
    // Under fair choice all steps of a terminal component are taken. The automaton may guess wrong
    // on its way there, but not any more once it is there.
    let judge = |product: &mut Product<'_, Watching>, members: &[u32]| {
        let has_decided = |product: &Product<'_, Watching>, state: u32| {
            product.watcher.has_decided(product.observer(state))
        };
        if !has_decided(product, members[0]) {
            return Ok(false);
        }
        let (mut marks, mut row) = (0, Vec::new());
        for &member in members {
            row.clear();
            product.row(member, &mut row)?;
            marks = row.iter().fold(marks, |marks, edge| marks | edge.marks);
        }
        Ok(marks == all)
    };
    let wanted = match fairness {
        Fairness::None | Fairness::Weak => Wanted::Marked,
        Fairness::Choice => Wanted::Terminal(&judge),
    };
    let found = components::find(product, wanted)?;
    if found.is_empty() {
        return Ok(None);
    }
    let (way, place, start) = lasso::shortest_way(product, &found)?;
    let seen = Cell::new(0);
    let cycle = lasso::cycle(
        product,
        &found[place],
        start,
        |edge| edge.marks & !seen.get() != 0,
        |edge| seen.set(seen.get() | edge.marks),
        || seen.get() == all,
    )?;
    lasso::run(product, &way, &cycle).map(Some)
}

/// What it took.
fn count<W: Watcher>(product: &Product<'_, W>, statistics: &mut Statistics) {
    statistics.set(Count::States, product.store.len() as u64);
    statistics.set(Count::Transitions, product.transitions);
    statistics.set(Count::Bytes, product.store.bytes());
}
