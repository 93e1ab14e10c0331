//! Searching a program as it is, without components.

use surmise_lang::promela::{Asked, Ending, States, Told};
use surmise_model::{
    Claim, Context, Count, Fairness, Interrupt, Outcome, Proof, Reason, Report, Rule, Statistics,
    Stop, Stopping, TemporalId, Unknown, Violation,
};
use surmise_verify::liveness::{SpaceLasso, find_in_space, replay_in_space};
use surmise_verify::search::{
    Enough, SearchOptions, SpaceRun, SpaceSearch, Wrong, dive, search_space,
};

use crate::load::Program;

/// Once a claim is violated, the others are looked at until there are twice as many states, and so
/// many.
const MORE: u64 = 1 << 20;

/// What a search of a program found: the run that shows a violation, if there is one.
#[derive(Debug)]
pub struct Searched {
    /// The run in terms of components that take part in it, which a counterexample is about.
    pub told: Option<Box<Told>>,
    /// The first of its steps that repeats, if it has to go on in a certain way.
    pub cycle: Option<usize>,
}

/// How a program is searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct How {
    /// By so many threads.
    pub(super) threads: usize,
    /// Whether steps are left out that make no difference.
    pub(super) reduce: bool,
    /// Whether to go deep first: some run is found then, not a shortest one.
    pub(super) deep: bool,
}

impl How {
    /// Level by level, all steps.
    pub(super) fn with(threads: usize) -> Self {
        Self { threads, reduce: false, deep: false }
    }
}

/// Decides claims about a program: for each a report, and what else is known if it is a verdict.
pub(super) fn search(
    program: &Program,
    claims: &[Claim],
    how: How,
    context: &Context<'_>,
) -> Vec<(Report, Option<Searched>)> {
    let is_safety = |claim: &&Claim| !matches!(claim, Claim::Temporal(_));
    let safety: Vec<Claim> = claims.iter().filter(is_safety).copied().collect();
    let searched = match safety.is_empty() {
        true => Ok(Vec::new()),
        false => program
            .text
            .search(Asked::States, context, |states| search_states(states, &safety, how, context)),
    };
    let searched = searched
        .unwrap_or_else(|stop| safety.iter().map(|_| stopped(stop.clone())).collect::<Vec<_>>());
    let mut searched = searched.into_iter();
    let found = |claim: &Claim| match *claim {
        Claim::Temporal(id) => Some(search_runs(program, id, context)),
        Claim::Property(_) | Claim::NoError | Claim::NoDeadlock => searched.next(),
    };
    claims.iter().filter_map(found).collect()
}

/// Decides whether a temporal property of a program holds.
fn search_runs(
    program: &Program,
    id: TemporalId,
    context: &Context<'_>,
) -> (Report, Option<Searched>) {
    let property = &program.temporal[id.index()];
    if property.fairness == Fairness::Choice && property.stopping == Stopping::Ignored {
        let why = "fair choice is not defined for `never` claims and `progress` labels";
        return stopped(Stop(Reason::Unsupported(why.to_owned())));
    }
    let mut statistics = Statistics::default();
    let asked = Asked::Claim(id.index());
    let found = program.text.search(asked, context, |states| {
        statistics = Statistics::default();
        let found = find_in_space(states.space(), property, &mut statistics, context)?;
        found.map(|lasso| tell_lasso(program, states, id, &lasso, context)).transpose()
    });
    let (outcome, searched) = match found.and_then(|found| found) {
        Ok(None) => {
            let proof = Proof { claim: Claim::Temporal(id), rule: Rule::Exhaustive };
            (Outcome::Holds(proof), Some(Searched { told: None, cycle: None }))
        }
        Ok(Some(searched)) => match &searched.told {
            Some(told) => (Outcome::Violated(told.counterexample.clone()), Some(searched)),
            None => return stopped(Stop::internal("a violation without a run")),
        },
        Err(Stop(reason)) => {
            let states = statistics.get(Count::States).unwrap_or(0);
            let known = format!("no violation was found among {states} states");
            (Outcome::Unknown(Unknown::new(reason, known)), None)
        }
    };
    (Report { outcome, statistics }, searched)
}

/// Replays a run that repeats itself, by the definition of the program, and tells it.
fn tell_lasso(
    program: &Program,
    states: &States<'_>,
    id: TemporalId,
    lasso: &SpaceLasso,
    context: &Context<'_>,
) -> Result<Searched, Stop> {
    // It takes no longer than the run is, and is worth it when time is over, too.
    let interrupt = Interrupt::new();
    let context = &Context { interrupt: &interrupt, ..*context };
    let SpaceLasso { initial, steps, cycle } = lasso;
    let mut told = states.tell_lasso(initial, steps, *cycle, context)?;
    let property = &program.temporal[id.index()];
    let defined = program.text.defined(Asked::Claim(id.index()), context)?;
    if !replay_in_space(defined.space(), property, &told.choices, *cycle)? {
        return Err(Stop::internal("a run does not show what it was found for"));
    }
    told.system.temporal.clone_from(&program.temporal);
    if let Violation::Temporal { property, .. } = &mut told.counterexample.violation {
        *property = id;
    }
    Ok(Searched { told: Some(Box::new(told)), cycle: *cycle })
}

/// Nothing is known of a claim.
fn stopped(Stop(reason): Stop) -> (Report, Option<Searched>) {
    let unknown = Unknown::new(reason, "nothing was explored yet");
    (Report { outcome: Outcome::Unknown(unknown), statistics: Statistics::default() }, None)
}

fn search_states(
    states: &States<'_>,
    claims: &[Claim],
    How { threads, reduce, deep }: How,
    context: &Context<'_>,
) -> Vec<(Report, Option<Searched>)> {
    let wrong = |claim: &Claim| match claim {
        Claim::Property(id) => Wrong::Bad(1 + id.index()),
        Claim::NoError => Wrong::Bad(0),
        // Nobody asks for what is temporal here.
        Claim::NoDeadlock | Claim::Temporal(_) => Wrong::Deadlock,
    };
    let sought: Vec<Wrong> = claims.iter().map(wrong).collect();
    let enough = Enough { states: MORE, ..Enough::ALL };
    // Which of several shortest runs is found must not depend on the threads.
    let threads = if states.is_ordered() { threads } else { 1 };
    let options = SearchOptions { threads, reduce, ..SearchOptions::default() };
    let found = match deep {
        true => dive(states.space(), (&sought, enough), &options, context),
        false => search_space(states.space(), (&sought, enough), &options, context),
    };
    let mut found = match found {
        Ok(found) => found,
        Err(diagnostic) => {
            let stop = Stop::internal(diagnostic.message);
            return claims.iter().map(|_| stopped(stop.clone())).collect();
        }
    };
    let runs = std::mem::take(&mut found.runs);
    let judge = |(&claim, run): (&Claim, Option<SpaceRun>)| {
        let (outcome, searched) = match run {
            Some(run) => {
                // Going deep finds some run; leaving out steps keeps shortest ones to deadlocks.
                let shortest = !deep && (!reduce || claim == Claim::NoDeadlock);
                violated(states, claim, &run, shortest, context)
            }
            None => unviolated(claim, &found),
        };
        (Report { outcome, statistics: found.statistics.clone() }, searched)
    };
    claims.iter().zip(runs).map(judge).collect()
}

/// The verdict on a claim to which no violation was found.
fn unviolated(claim: Claim, found: &SpaceSearch) -> (Outcome, Option<Searched>) {
    let unknown = |reason: Reason, known: String| Outcome::Unknown(Unknown::new(reason, known));
    match (&found.stop, found.is_complete) {
        (Some(Stop(reason)), _) => (unknown(reason.clone(), found.known()), None),
        (None, true) => {
            let proof = Proof { claim, rule: Rule::Exhaustive };
            (Outcome::Holds(proof), Some(Searched { told: None, cycle: None }))
        }
        (None, false) => {
            let known = format!("{}; another claim is violated", found.known());
            (unknown(Reason::WorkLimit, known), None)
        }
    }
}

/// The verdict on a claim to which a violation was found, if that is a run of the program.
fn violated(
    states: &States<'_>,
    claim: Claim,
    run: &SpaceRun,
    shortest: bool,
    context: &Context<'_>,
) -> (Outcome, Option<Searched>) {
    let ending = match claim {
        Claim::Property(id) => Ending::Predicate(id.index()),
        Claim::NoError => Ending::Error,
        Claim::NoDeadlock | Claim::Temporal(_) => Ending::Deadlock,
    };
    let steps = run.steps.iter().map(|(_, words)| words.as_slice());
    let run: Vec<&[u64]> = [run.initial.as_slice()].into_iter().chain(steps).collect();
    // It takes no longer than the run is, and is worth it when time is over, too.
    let interrupt = Interrupt::new();
    match states.tell(&run, ending, &Context { interrupt: &interrupt, ..*context }) {
        Ok(mut told) => {
            told.counterexample.shortest = shortest;
            let counterexample = told.counterexample.clone();
            let searched = Searched { told: Some(Box::new(told)), cycle: None };
            (Outcome::Violated(counterexample), Some(searched))
        }
        Err(Stop(reason)) => {
            let known = "a violation was found that cannot be told";
            (Outcome::Unknown(Unknown::new(reason, known)), None)
        }
    }
}
