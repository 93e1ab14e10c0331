//! Ranges that components were cut to: showing that none is left, and widening those that are.
//!
//! What is shown of cut components is true of the whole only if no range is left. Each range is a
//! claim of its own, judged on the same components: by a search, as far as that goes, and then by
//! the method that judges the rest. One that is really left is widened, and everything begins
//! again; while one is open, nothing that would hold is said to.

use surmise_model::{Claim, Context, Outcome, Proof, Reason, System, Unknown, ValueRange};

use super::{Judged, batches};
use crate::Attempt;
use crate::methods::{Method, MethodOptions, search};

/// What came of the ranges of a system.
#[derive(Debug)]
pub(crate) enum Ranges {
    /// None is left: these are the proofs, in their order.
    Shown(Vec<Proof>),
    /// Some are left: these are wider.
    Left(Vec<ValueRange>),
    /// It is not known whether this one is left.
    Open(ValueRange, Reason),
}

/// How many states a search may visit to judge ranges: what is left is mostly left soon.
const SEARCHED: u64 = 1 << 15;

/// Judges all ranges of a system, by a method where they are too far for a search.
pub(crate) fn judge_ranges(
    system: &System,
    method: &'static dyn Method,
    options: &MethodOptions,
    context: &Context<'_>,
) -> Attempt<Ranges> {
    let claims: Vec<Claim> =
        system.ranges.iter().map(|range| Claim::Property(range.property)).collect();
    let mut near = batches(system, &claims, search(), context)?;
    let options_of_search = MethodOptions { threads: options.threads, ..MethodOptions::default() };
    let mut judged: Vec<Judged> = Vec::new();
    for batch in near.drain(..) {
        judged.extend(batch.judge(system, &options_of_search, &context.at_most(SEARCHED))?);
    }
    let is_open = |judged: &Judged| matches!(judged.report.outcome, Outcome::Unknown(_));
    let is_left = judged.iter().any(Judged::is_violated);
    let open = judged.iter().filter(|judged| is_open(judged)).map(|judged| judged.claim);
    let open: Vec<Claim> = if is_left { Vec::new() } else { open.collect() };
    judged.retain(|judged| !open.contains(&judged.claim));
    let batches = batches(system, &open, method, context)?;
    for (index, batch) in batches.iter().enumerate() {
        // As much again is left for what is asked.
        let judge = |context: &Context<'_>| batch.judge(system, options, context);
        judged.extend(context.share(batches.len() - index + 1, judge)?);
    }
    let outcome = |claim: &Claim| {
        let judged = judged.iter().find(|judged| judged.claim == *claim);
        judged.map(|judged| &judged.report.outcome)
    };
    Ok(concluded(system, claims.iter().map(outcome)))
}

/// What the verdicts about all ranges mean.
pub(crate) fn concluded<'o>(
    system: &System,
    outcomes: impl Iterator<Item = Option<&'o Outcome>>,
) -> Ranges {
    let (mut proofs, mut open, mut left) = (Vec::new(), None, false);
    let mut wider: Vec<ValueRange> =
        system.ranges.iter().map(|range| range.values.clone()).collect();
    for ((range, wider), outcome) in system.ranges.iter().zip(&mut wider).zip(outcomes) {
        match outcome {
            Some(Outcome::Holds(proof)) => proofs.push(proof.clone()),
            Some(Outcome::Violated(run)) => {
                let widened = run.trace.steps.last().and_then(|step| range.widened(step.action));
                if let Some(widened) = widened {
                    (*wider, left) = (widened, true);
                }
            }
            Some(Outcome::Unknown(unknown)) => {
                open.get_or_insert((range.values.clone(), unknown.reason.clone()));
            }
            None => {}
        }
    }
    match open {
        _ if left => Ranges::Left(wider),
        Some((range, reason)) => Ranges::Open(range, reason),
        None if proofs.len() == system.ranges.len() => Ranges::Shown(proofs),
        None => {
            let why = "a range is left that has all values".to_owned();
            let none = || ValueRange { name: String::new(), low: 0, high: 0 };
            let range = system.ranges.first().map_or_else(none, |range| range.values.clone());
            Ranges::Open(range, Reason::Internal(why))
        }
    }
}

/// Takes back what would hold only if no range were left.
pub(crate) fn take_back(outcome: &mut Outcome, range: &ValueRange, reason: &Reason) {
    if let Outcome::Holds(_) = outcome {
        let ValueRange { name, low, high } = range;
        let known = format!(
            "it holds as long as `{name}` stays between {low} and {high}, which was not shown"
        );
        *outcome = Outcome::Unknown(Unknown::new(reason.clone(), known));
    }
}

/// Takes steps that leave a range out of a run: everybody stays where they are in these.
pub(crate) fn leave_out(system: &System, outcome: &mut Outcome) {
    if let Outcome::Violated(counterexample) = outcome {
        counterexample.trace.steps.retain(|step| !system.leaves(step.action));
    }
}
