//! Searching a program as it is, without components.

use surmise_lang::promela::{Ending, States, Told};
use surmise_model::{
    Claim, Context, Interrupt, Outcome, Proof, Reason, Report, Rule, Statistics, Stop, Unknown,
};
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
    let searched =
        program.text.search(false, context, |states| search_states(states, &safety, how, context));
    let searched = searched
        .unwrap_or_else(|stop| safety.iter().map(|_| stopped(stop.clone())).collect::<Vec<_>>());
    let mut searched = searched.into_iter();
    let why = "formulas about Promela programs are not checked yet";
    let found = |claim: &Claim| match claim {
        Claim::Temporal(_) => Some(stopped(Stop(Reason::Unsupported(why.to_owned())))),
        Claim::Property(_) | Claim::NoError | Claim::NoDeadlock => searched.next(),
    };
    claims.iter().filter_map(found).collect()
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
            (Outcome::Holds(proof), Some(Searched { told: None }))
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
            (Outcome::Violated(counterexample), Some(Searched { told: Some(Box::new(told)) }))
        }
        Err(Stop(reason)) => {
            let known = "a violation was found that cannot be told";
            (Outcome::Unknown(Unknown::new(reason, known)), None)
        }
    }
}
