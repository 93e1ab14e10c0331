//! The engine `mono`: any number of claims about a system, decided by searching all its states.
//!
//! One exploration answers all of them, unless a property is not deterministic: that is made so
//! only as far as it is needed, by a [strict monitor](StrictMonitor), which is extended and tried
//! again where it forbade too much. Whoever explores all states, in whatever form, is
//! [asked](judge) like that.

use surmise_model::{
    ActionId, Claim, Context, Counterexample, Lts, Outcome, Proof, Reason, Report, Rule,
    Statistics, Stop, System, Unknown,
};

use super::SearchOptions;
use super::decide::decide;
use super::goal::Goal;
use crate::automata::StrictMonitor;
use crate::replay::replay;

/// Decides claims about a system: one report for each, in their order, with the statistics of the
/// exploration that settled it. Each claim that is violated gets a shortest counterexample of its
/// own, which is replayed before it is reported.
pub fn check(
    system: &System,
    claims: &[Claim],
    options: &SearchOptions,
    context: &Context<'_>,
) -> Vec<Report> {
    judge(system, claims, context, |goals| {
        let (outcomes, statistics) = decide(system, goals, options, context);
        let report = |outcome| Report { outcome, statistics: statistics.clone() };
        outcomes.into_iter().map(report).collect()
    })
}

/// Decides claims about a system by somebody who decides goals, one report for each in their order.
/// Runs that show violations are replayed here.
pub(crate) fn judge(
    system: &System,
    claims: &[Claim],
    context: &Context<'_>,
    mut decide: impl FnMut(&[Goal<'_>]) -> Vec<Report>,
) -> Vec<Report> {
    let mut pending: Vec<Pending<'_>> =
        claims.iter().map(|&claim| Pending::new(system, claim, context)).collect();
    loop {
        pending.iter_mut().for_each(Pending::prepare);
        let open: Vec<usize> =
            (0..claims.len()).filter(|&place| pending[place].report.is_none()).collect();
        if open.is_empty() {
            return pending.into_iter().filter_map(|pending| pending.report).collect();
        }
        let goals: Vec<Goal<'_>> = open.iter().map(|&place| pending[place].goal()).collect();
        let reports = decide(&goals);
        for (place, report) in open.into_iter().zip(reports) {
            pending[place].settle(report);
        }
    }
}

/// A claim on its way to a report.
struct Pending<'a> {
    system: &'a System,
    claim: Claim,
    /// The monitor of a property that is not deterministic.
    strict: Option<StrictMonitor<'a>>,
    /// The strict monitor as it is now.
    monitor: Option<Lts>,
    report: Option<Report>,
}

impl<'a> Pending<'a> {
    fn new(system: &'a System, claim: Claim, context: &Context<'a>) -> Self {
        let mut pending = Self { system, claim, strict: None, monitor: None, report: None };
        let property = match claim {
            Claim::Property(id) => &system.property(id).lts,
            Claim::NoError | Claim::NoDeadlock => return pending,
            Claim::Temporal(_) => {
                let why = "a search for bad states does not judge temporal properties".to_owned();
                pending.stop(Stop(Reason::Unsupported(why)));
                return pending;
            }
        };
        if !property.is_deterministic() {
            match StrictMonitor::new(property, StrictMonitor::BUDGET, context) {
                Ok(strict) => pending.strict = Some(strict),
                Err(stop) => pending.stop(stop),
            }
        }
        pending
    }

    /// Makes the monitor what it is to be for the next exploration.
    fn prepare(&mut self) {
        match self.strict.as_ref().filter(|_| self.report.is_none()).map(StrictMonitor::lts) {
            Some(Ok(lts)) => self.monitor = Some(lts),
            Some(Err(stop)) => self.stop(stop),
            None => {}
        }
    }

    fn goal(&self) -> Goal<'_> {
        match self.claim {
            Claim::Property(id) => {
                Goal::Property(id, self.monitor.as_ref().unwrap_or(&self.system.property(id).lts))
            }
            Claim::NoError => Goal::NoError,
            // Whoever claims something temporal has a report from the start.
            Claim::NoDeadlock | Claim::Temporal(_) => Goal::NoDeadlock,
        }
    }

    /// Takes the outcome of an exploration, unless a monitor was too strict: then it is less so
    /// now.
    fn settle(&mut self, Report { outcome, statistics }: Report) {
        let outcome = match outcome {
            Outcome::Holds(Proof { claim, rule: Rule::Invariant(mut invariant) }) => {
                if let Some(strict) = &self.strict {
                    invariant.property_states = strict.subsets();
                }
                Outcome::Holds(Proof { claim, rule: Rule::Invariant(invariant) })
            }
            Outcome::Violated(counterexample) => match self.relax(&counterexample) {
                Ok(true) => return,
                Ok(false) => self.replayed(counterexample),
                Err(stop) => return self.stop(stop),
            },
            outcome => outcome,
        };
        self.report = Some(Report { outcome, statistics });
    }

    /// Extends a monitor that forbids a run although the property allows it.
    fn relax(&mut self, counterexample: &Counterexample) -> Result<bool, Stop> {
        let Some(strict) = &mut self.strict else { return Ok(false) };
        let actions: Vec<ActionId> = counterexample.trace.actions().collect();
        strict.relax(&actions)
    }

    /// The verdict, if the counterexample is one.
    fn replayed(&self, counterexample: Counterexample) -> Outcome {
        match replay(self.system, &counterexample) {
            Ok(()) => Outcome::Violated(counterexample),
            Err(error) => Outcome::Unknown(Unknown::new(
                Reason::Internal(format!("a counterexample does not replay: {error}")),
                "a violation was found that is none",
            )),
        }
    }

    fn stop(&mut self, Stop(reason): Stop) {
        let known = "the property was not made deterministic in time";
        let outcome = Outcome::Unknown(Unknown::new(reason, known));
        self.report = Some(Report { outcome, statistics: Statistics::default() });
    }
}
