//! Who judges which claims.
//!
//! The chosen method judges what it can. What it cannot — a deadlock — is judged by search, rather
//! than refused. So is a property of which a method finds out that a component reaches its own
//! error state first: rules about traces cannot look past that; and one whose violation by a rule
//! is none because a step in it gives way to others.

use surmise_model::{Claim, Context, Outcome, Reason, Report, System};

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
pub fn batches(system: &System, claims: &[Claim], method: &'static dyn Method) -> Vec<Batch> {
    let judges = |claim: &Claim| method.judges(system, *claim);
    let (own, others): (Vec<Claim>, Vec<Claim>) = claims.iter().copied().partition(judges);
    let mut batches = Vec::new();
    match method.judges_together() {
        true if !own.is_empty() => batches.push(Batch { claims: own, method }),
        true => {}
        false => {
            batches.extend(own.into_iter().map(|claim| Batch { claims: vec![claim], method }));
        }
    }
    if !others.is_empty() {
        batches.push(Batch { claims: others, method: search() });
    }
    batches
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
