//! The engine `symbolic`: any number of claims about a system, decided by computing the set of its
//! reachable states as a decision diagram.
//!
//! An [order](crate::order) decides which part is on which level, [`space`] says who takes part in
//! which step, [`diagrams`] are sets of states and distances of states, [`saturation`] computes
//! those that are reachable, [`badness`] looks for what is wrong with them, [`history`] finds a run
//! to it and [`path`] a shortest one, and [`invariant`] writes down the set as an argument that
//! others can check.
//! [`decide`] is what all of that amounts to.
//!
//! What is claimed, how properties that are not deterministic are followed and when a system has
//! ended is as in [`search`](crate::search), by the same code. A property is judged by itself,
//! components and monitor in one diagram; own errors and deadlock together, by the components
//! alone.

mod badness;
mod decide;
mod diagrams;
mod history;
mod invariant;
mod path;
mod saturation;
mod space;
#[cfg(test)]
mod tests;

use std::panic::resume_unwind;

use surmise_model::{Claim, Context, Outcome, Reason, Report, Statistics, Stop, System, Unknown};

use crate::replay;
use crate::search::{Goal, judge};

/// Room on the stack for each level of a diagram, in bytes: operations go down level by level.
const STACK_OF_A_LEVEL: usize = 4 << 10;
/// More levels than these are not tried.
const MOST_LEVELS: usize = 1 << 16;

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SymbolicOptions {
    /// Whether to look for a shortest run to a violation whatever it takes. Otherwise that may take
    /// as much work as finding some run, and where there are few states more.
    pub shortest: bool,
}

/// Decides claims about a system: one report for each, in their order. Each claim that is violated
/// gets a counterexample of its own, which is replayed before it is reported, and says whether it
/// is a shortest one; each that holds an [invariant](surmise_model::Invariant). The limit on states
/// is one on nodes here.
pub fn check(
    system: &System,
    claims: &[Claim],
    options: &SymbolicOptions,
    context: &Context<'_>,
) -> Vec<Report> {
    let levels = system.components.len() + 1;
    let refusal =
        (levels > MOST_LEVELS).then(|| format!("a diagram of {levels} levels is too deep"));
    let why = match refusal {
        Some(why) => Reason::Unsupported(why),
        None => {
            let work = || {
                judge(system, claims, context, |goals| {
                    let mut reports = decide_all(system, goals, options, context);
                    reports.iter_mut().for_each(|report| rule_out(system, report));
                    reports
                })
            };
            match on_deep_stack(levels, work) {
                Ok(reports) => return reports,
                Err(Stop(reason)) => reason,
            }
        }
    };
    let outcome = Outcome::Unknown(Unknown::new(why, "nothing was explored yet"));
    vec![Report { outcome, statistics: Statistics::default() }; claims.len()]
}

/// That steps give way to others takes states away from the set, and adds none: a run to what is
/// wrong there may be none of the system.
fn rule_out(system: &System, report: &mut Report) {
    if let Outcome::Violated(counterexample) = &report.outcome
        && system.priority.is_some()
        && replay(system, counterexample).is_err()
    {
        let known = "of the states that would be reachable if no step gave way, one is wrong";
        report.outcome = Outcome::Unknown(Unknown::new(Reason::gives_way(), known));
    }
}

/// Decides properties one by one, and what concerns the components alone together.
fn decide_all(
    system: &System,
    goals: &[Goal<'_>],
    options: &SymbolicOptions,
    context: &Context<'_>,
) -> Vec<Report> {
    let is_property = |goal: &Goal<'_>| match goal {
        Goal::Property(..) => true,
        Goal::NoError | Goal::NoDeadlock => false,
    };
    let others: Vec<Goal<'_>> = goals.iter().copied().filter(|goal| !is_property(goal)).collect();
    let mut others = decide::decide(system, &others, options, context).into_iter();
    let report = |goal: &Goal<'_>| match is_property(goal) {
        true => decide::decide(system, &[*goal], options, context).into_iter().next(),
        false => others.next(),
    };
    goals.iter().filter_map(report).collect()
}

/// The stack of the one thread that WebAssembly has, as its linker is told.
const STACK_WITHOUT_THREADS: usize = 32 << 20;

/// Works on a thread with a stack that is deep enough for so many levels.
fn on_deep_stack<T: Send>(levels: usize, work: impl FnOnce() -> T + Send) -> Result<T, Stop> {
    let size = (1 << 20) + levels * STACK_OF_A_LEVEL;
    if cfg!(target_family = "wasm") {
        return match size <= STACK_WITHOUT_THREADS {
            true => Ok(work()),
            false => Err(Stop(Reason::Unsupported(format!("{levels} parts need a deeper stack")))),
        };
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(size).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| {
            Stop(Reason::Unsupported(format!("no thread with a deep stack: {error}")))
        })?;
        Ok(thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}
