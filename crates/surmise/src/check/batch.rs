//! Who judges which claims.
//!
//! The chosen method judges what it can. What it cannot — a deadlock — is judged by search, rather
//! than refused. So is a property of which a method finds out that a component reaches its own
//! error state first: rules about traces cannot look past that; and one whose violation by a rule
//! is none because a step in it gives way to others.
//!
//! A temporal property of the safety kind has a *monitor*, a property that every method can judge:
//! if no run violates that, the temporal property holds. A run that does is a bad beginning of one.
//! Others are judged by counting (`liveness::check_by_rounds`), and by search where that is no use.

use surmise_model::{
    Claim, Context, Counterexample, Lts, Outcome, Proof, PropertyId, Reason, Report, Rule, System,
    TemporalId, Unknown, Violation,
};
use surmise_verify::{liveness, replay};

use super::assumptions;
use crate::Attempt;
use crate::methods::{Judgement, Method, MethodOptions, Raced, Searched, search};
use crate::report::ReuseReport;

/// Claims that are judged in one go.
#[derive(Debug)]
pub struct Batch {
    /// The claims, at least one.
    pub claims: Vec<Claim>,
    /// Who judges them.
    pub method: &'static dyn Method,
    /// What is judged instead of the one claim, which is temporal.
    monitored: Option<Box<Monitored>>,
}

/// A temporal property by way of a property.
#[derive(Debug)]
struct Monitored {
    temporal: TemporalId,
    monitor: Lts,
    /// The system with the monitor.
    system: System,
    property: PropertyId,
}

impl Monitored {
    /// If a temporal property of a system has a monitor that a method can judge.
    fn new(
        system: &System,
        claim: Claim,
        method: &'static dyn Method,
        context: &Context<'_>,
    ) -> Attempt<Option<Box<Self>>> {
        let Claim::Temporal(temporal) = claim else { return Ok(None) };
        if *method == *search() {
            return Ok(None);
        }
        let property = system.temporal_property(temporal);
        let Some(monitor) = liveness::monitor(system, property, context)? else { return Ok(None) };
        let (system, property) = system.monitored(&property.name, &monitor);
        let judges = method.judges(&system, Claim::Property(property));
        Ok(judges.then(|| Box::new(Self { temporal, monitor, system, property })))
    }

    /// What the verdict on the monitor says about the temporal property of a system; nothing, if
    /// its runs have to be looked at.
    fn told(&self, system: &System, outcome: Outcome) -> Option<Outcome> {
        match outcome {
            Outcome::Holds(proof) => {
                let (monitor, rule) = (self.monitor.clone(), Box::new(proof.rule));
                let rule = Rule::Monitored { monitor, rule, recurrence: None };
                Some(Outcome::Holds(Proof { claim: Claim::Temporal(self.temporal), rule }))
            }
            Outcome::Violated(run) => {
                let violation = Violation::Temporal { property: self.temporal, cycle: None };
                let run = Counterexample { violation, ..run };
                replay(system, &run).is_ok().then_some(Outcome::Violated(run))
            }
            // It names the assumptions of another claim.
            Outcome::Unknown(unknown) => {
                Some(Outcome::Unknown(Unknown { substitutes: Vec::new(), ..unknown }))
            }
        }
    }
}

/// A claim and what came of it.
#[derive(Debug)]
pub struct Judged {
    /// The claim.
    pub claim: Claim,
    /// Who judged it.
    pub by: &'static dyn Method,
    /// How, if several raced to judge it.
    pub raced: Option<Raced>,
    /// The verdict.
    pub report: Report,
    /// If it comes from a search of a program as it is, what that found.
    pub searched: Option<Searched>,
    /// What came of trying an earlier finding first, if there was one.
    pub reused: Option<ReuseReport>,
}

/// The batches that settle all claims.
///
/// # Errors
/// Why it had to stop.
pub fn batches(
    system: &System,
    claims: &[Claim],
    method: &'static dyn Method,
    context: &Context<'_>,
) -> Attempt<Vec<Batch>> {
    let (mut own, mut others, mut monitored) = (Vec::new(), Vec::new(), Vec::new());
    for &claim in claims {
        match Monitored::new(system, claim, method, context)? {
            Some(by) => {
                monitored.push(Batch { claims: vec![claim], method, monitored: Some(by) });
            }
            None if method.judges(system, claim) => own.push(claim),
            None => others.push(claim),
        }
    }
    let mut batches = Vec::new();
    let batch = |claims, method| Batch { claims, method, monitored: None };
    match method.judges_together() {
        true if !own.is_empty() => batches.push(batch(own, method)),
        true => {}
        false => batches.extend(own.into_iter().map(|claim| batch(vec![claim], method))),
    }
    batches.extend(monitored);
    if !others.is_empty() {
        batches.push(batch(others, search()));
    }
    Ok(batches)
}

impl Batch {
    /// Judges the claims.
    ///
    /// # Errors
    /// An option does not fit the system.
    pub fn judge(
        &self,
        system: &System,
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Judged>> {
        if let Some(monitored) = &self.monitored {
            return self.judge_monitored(monitored, system, options, context);
        }
        let judged = self.method.judge(system, &self.claims, options, context)?;
        let mut all = Vec::with_capacity(judged.len());
        for (&claim, judgement) in self.claims.iter().zip(judged) {
            let mut verdict = Judged::new(claim, self.method, judgement);
            let name = self.method.name();
            let why = match &verdict.report.outcome {
                _ if verdict.is_beside_the_point() => Some(format!(
                    "a component reaches its own error state, past which {name} cannot look"
                )),
                Outcome::Unknown(unknown) if unknown.reason == Reason::gives_way() => {
                    Some(format!("{name} does not know which steps give way to others"))
                }
                Outcome::Unknown(Unknown { reason: Reason::Unsupported(what), .. })
                    if matches!(claim, Claim::Temporal(_)) && *self.method != *search() =>
                {
                    Some(format!("{name} cannot decide it: {what}"))
                }
                Outcome::Holds(_) | Outcome::Violated(_) | Outcome::Unknown(_) => None,
            };
            if let Some(why) = why {
                context.narrate(|| why);
                let reports = search().check(system, &[claim], options, context)?;
                let mut reports = reports.into_iter();
                if let Some(report) = reports.next() {
                    let judgement = Judgement { report, raced: None, searched: None };
                    verdict = Judged::new(claim, search(), judgement);
                }
            }
            all.push(verdict);
        }
        Ok(all)
    }

    fn judge_monitored(
        &self,
        monitored: &Monitored,
        system: &System,
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Judged>> {
        let claims = [Claim::Property(monitored.property)];
        let judged = self.method.judge(&monitored.system, &claims, options, context)?;
        let mut all = Vec::with_capacity(judged.len());
        for (&claim, mut judgement) in self.claims.iter().zip(judged) {
            match monitored.told(system, judgement.report.outcome) {
                Some(outcome) => {
                    judgement.report.outcome = outcome;
                    all.push(Judged::new(claim, self.method, judgement));
                }
                None => {
                    context.narrate(|| "whether the run counts is for a search to say".to_owned());
                    let reports = search().check(system, &[claim], options, context)?;
                    all.extend(reports.into_iter().map(|report| {
                        let judgement = Judgement { report, raced: None, searched: None };
                        Judged::new(claim, search(), judgement)
                    }));
                }
            }
        }
        Ok(all)
    }
}

impl Judged {
    /// A claim, and what a method says of it.
    pub(crate) fn new(claim: Claim, method: &'static dyn Method, judgement: Judgement) -> Self {
        let Judgement { report, raced, searched } = judgement;
        let by = raced.as_ref().map_or(method, |raced| raced.by);
        Self { claim, by, raced, report, searched, reused: None }
    }

    /// Whether the counterexample is one to another claim.
    fn is_beside_the_point(&self) -> bool {
        match &self.report.outcome {
            Outcome::Violated(counterexample) => !counterexample.violation.refutes(self.claim),
            Outcome::Holds(_) | Outcome::Unknown(_) => false,
        }
    }

    /// Whether the claim is not true.
    pub(crate) fn is_violated(&self) -> bool {
        matches!(self.report.outcome, Outcome::Violated(_))
    }

    /// Whether there are assumptions to write.
    pub(crate) fn has_assumptions(&self) -> bool {
        !assumptions(&self.report.outcome).is_empty()
    }

    /// What comes first in a report: violations, the shortest first; then what is undecided.
    pub fn rank(&self) -> (u8, usize) {
        match &self.report.outcome {
            Outcome::Violated(counterexample) => (0, counterexample.trace.steps.len()),
            Outcome::Unknown(_) => (1, 0),
            Outcome::Holds(_) => (2, 0),
        }
    }
}
