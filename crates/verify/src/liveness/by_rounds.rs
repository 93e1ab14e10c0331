//! A temporal property part by part: any engine that judges properties shows that no run has more
//! than *k* [rounds](super::Rounds), for *k* = 0, 1, 2, 4, and so on.
//!
//! What is shown is true of all runs, fair or not, so it holds with any fairness. If it is false of
//! one, that would never be noticed. So whenever a *k* is too small, a search looks for such a run,
//! each time a bit farther. If it finds one, or looks at everything, the answer is known; but what
//! holds is still worth a proof part by part.

use surmise_model::{
    Claim, Context, Count, Fairness, Outcome, Proof, Reason, Recurrence, Report, Rule, Statistics,
    Stop, System, TemporalId, TemporalProperty, Unknown,
};

use super::{Rounds, check};
use crate::symbolic::{self, SymbolicOptions};

/// No more rounds than this are counted.
const MOST: u32 = 1 << 12;

/// How many states the first search may meet. Each may meet four times as many as the one before.
const FIRST_LOOK: u64 = 1 << 10;

/// Judges a temporal property by letting somebody else judge properties of the system with a
/// monitor.
///
/// What this cannot judge is [unsupported](Reason::Unsupported), and for a search to decide.
pub fn check_by_rounds(
    system: &System,
    id: TemporalId,
    context: &Context<'_>,
    judge: impl FnMut(&System, Claim, &Context<'_>) -> Report,
) -> Report {
    let mut statistics = Statistics::default();
    let outcome = match decide(system, id, context, judge, &mut statistics) {
        Ok(outcome) => outcome,
        Err(Stop(reason)) => Outcome::Unknown(Unknown::new(reason, "no proof was found")),
    };
    Report { outcome, statistics }
}

fn decide(
    system: &System,
    id: TemporalId,
    context: &Context<'_>,
    mut judge: impl FnMut(&System, Claim, &Context<'_>) -> Report,
    statistics: &mut Statistics,
) -> Result<Outcome, Stop> {
    let property = system.temporal_property(id);
    let Some(counted) = Rounds::new(system, property, context)? else {
        return unsupported("there are steps that the formula sees and a property does not");
    };
    let mut search = Search::new(system, id);
    let mut recurrence = None;
    let mut rounds = 0;
    while rounds <= MOST
        && let Some(monitor) = counted.at_most(rounds, context)?
    {
        context.narrate(|| {
            let states = monitor.num_states();
            format!("is it true that no run has more than {rounds} rounds? ({states} states)")
        });
        let (watched, monitored) = system.monitored(&property.name, &monitor);
        let report = judge(&watched, Claim::Property(monitored), context);
        *statistics = report.statistics;
        match report.outcome {
            Outcome::Holds(Proof { rule, .. }) => {
                let recurrence = match recurrence {
                    Some(known) => known,
                    None => goes_on(system, property, context)?,
                };
                statistics.set(Count::Rounds, u64::from(rounds));
                let (rule, recurrence) = (Box::new(rule), Some(recurrence));
                let rule = Rule::Monitored { monitor, rule, recurrence };
                return Ok(Outcome::Holds(Proof { claim: Claim::Temporal(id), rule }));
            }
            Outcome::Violated(run) if !run.violation.refutes(Claim::Property(monitored)) => {
                return unsupported("a component reaches its own error state");
            }
            Outcome::Violated(_) => {}
            // It names the assumptions of another claim.
            Outcome::Unknown(unknown) => {
                return Ok(Outcome::Unknown(Unknown { substitutes: Vec::new(), ..unknown }));
            }
        }
        // Before more is tried in vain.
        if recurrence.is_none() {
            recurrence = Some(goes_on(system, property, context)?);
        }
        if let Some(outcome) = search.look(context)? {
            return Ok(outcome);
        }
        rounds = (2 * rounds).max(1);
    }
    match search.holds {
        Some(report) => {
            *statistics = report.statistics;
            Ok(report.outcome)
        }
        None => unsupported("the rounds that a run can have are too many to count"),
    }
}

/// Why the monitor sees something infinitely often, in every run that counts.
fn goes_on(
    system: &System,
    property: &TemporalProperty,
    context: &Context<'_>,
) -> Result<Recurrence, Stop> {
    if !system.counts_stops(property) {
        return Ok(Recurrence { goes_on: None });
    }
    context.narrate(|| "can a run stop?".to_owned());
    let options = SymbolicOptions::default();
    let reports = symbolic::check(&system.endless(), &[Claim::NoDeadlock], &options, context);
    match reports.into_iter().next().map(|report| report.outcome) {
        Some(Outcome::Holds(proof)) => Ok(Recurrence { goes_on: Some(Box::new(proof.rule)) }),
        Some(Outcome::Unknown(unknown)) => Err(Stop(unknown.reason)),
        Some(Outcome::Violated(_)) | None => unsupported("a run can stop, and such runs count"),
    }
}

/// Looks for runs of which the formula is false, farther each time.
struct Search<'a> {
    system: &'a System,
    /// The system with no fairness for its property.
    unfair: System,
    id: TemporalId,
    /// How many states the next look may meet.
    states: u64,
    /// What a search found that has looked at everything.
    holds: Option<Report>,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, id: TemporalId) -> Self {
        let mut unfair = system.clone();
        let property = &mut unfair.temporal[id.index()];
        // Under fair choice runs that stop count always.
        if property.fairness == Fairness::Choice {
            property.stopping = surmise_model::Stopping::Stays;
        }
        property.fairness = Fairness::None;
        Self { system, unfair, id, states: FIRST_LOOK, holds: None }
    }

    /// Looks a bit farther; gives what there is to say if to count is in vain.
    fn look(&mut self, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        if self.holds.is_some() {
            return Ok(None);
        }
        let within = context.at_most(self.states);
        let limit = within.limits.states;
        self.states = self.states.saturating_mul(4);
        let report = check(&self.unfair, self.id, &within);
        match report.outcome {
            Outcome::Holds(_) => {
                self.holds = Some(report);
                Ok(None)
            }
            Outcome::Violated(run) => {
                let is_unfair = self.system.temporal_property(self.id).fairness != Fairness::None;
                match is_unfair {
                    true => unsupported("without fairness it is false"),
                    false => Ok(Some(Outcome::Violated(run))),
                }
            }
            Outcome::Unknown(Unknown { reason: Reason::StateLimit(states), .. })
                if Some(states) == limit && context.limits.states != limit =>
            {
                Ok(None)
            }
            Outcome::Unknown(unknown) => Err(Stop(unknown.reason)),
        }
    }
}

fn unsupported<T>(why: &str) -> Result<T, Stop> {
    Err(Stop(Reason::Unsupported(why.to_owned())))
}
