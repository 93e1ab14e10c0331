//! How far to refine: until the bounds coincide, or somebody has had enough.
//!
//! The loop can be left after any step with an assumption that is sound and invertible. Whoever sets a number
//! of steps, or an amount by which the assumption has to shrink, gets the smallest one so far. So does
//! whoever is in a [hurry](surmise_model::Interrupt::hurry). Who stops the work at once gets the last one that
//! was made: one is made when the direction may have changed and there were an eighth more steps than before.
//!
//! An assumption with one state cannot become smaller: the loop ends there, whatever the bounds are. (So it
//! must in the paper's tool, too, which needs 18 and 15 steps where that is the result.) Two things show it at
//! once, and are looked at after every step: no place leads to π, so that N makes no difference; or the lower
//! labels reach π, so that the property is violated. A quotient does at least what N does, and violates it,
//! too: any quotient is invertible then, also the one with one state.

use surmise_model::{Context, Interrupt, Lts, Purse, Reason, Stop};

use super::QuotientOptions;
use super::classes::Classes;
use super::progress::Progress;
use super::refinement::Refinement;

/// How the loop ended, and what it gave.
#[derive(Debug)]
pub(super) struct Refined {
    pub(super) classes: Classes,
    pub(super) steps: usize,
    pub(super) end: End,
}

/// Why the loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// The assumption cannot become smaller: the bounds coincide, or it has one state.
    Smallest,
    /// The property is violated, with every quotient: the one with one state is enough. The classes are those by
    /// then, with which a run can be found.
    Violated,
    /// It had been enough: the number of steps, too little progress, or time is short.
    Enough,
    /// It was stopped.
    Stopped(Reason),
}

/// Between two looks at how much smaller the assumption has become, there are so many steps.
const SPAN: usize = 50;

/// The equivalence of a process towards others and a property, as far as the options and the context let it
/// be refined.
pub(super) fn refine(
    process: &Lts,
    rest: &[&Lts],
    property: &Lts,
    options: &QuotientOptions,
    progress: &mut Progress<'_>,
) -> Result<Refined, Stop> {
    let mut last = Classes::identity(process.num_states());
    let mut steps = 0;
    let context = progress.context;
    let end = run(&mut (&mut last, &mut steps), process, rest, property, options, progress);
    match end {
        Ok(end) => Ok(Refined { classes: last, steps, end }),
        Err(Stop(reason)) if is_limit(&reason) => {
            context.narrate(|| format!("  stopped after {steps} steps: {reason}"));
            Ok(Refined { classes: last, steps, end: End::Stopped(reason) })
        }
        Err(stop) => Err(stop),
    }
}

/// Whether a reason to stop says nothing against what is known by then.
pub(super) fn is_limit(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Cancelled
            | Reason::TimeLimit
            | Reason::MemoryLimit(_)
            | Reason::StateLimit(_)
            | Reason::WorkLimit
    )
}

fn run(
    (last, steps): &mut (&mut Classes, &mut usize),
    process: &Lts,
    rest: &[&Lts],
    property: &Lts,
    options: &QuotientOptions,
    progress: &mut Progress<'_>,
) -> Result<End, Stop> {
    let context = progress.context;
    if process.num_states() == 1 {
        return Ok(End::Smallest);
    }
    let mut refinement = Refinement::new(process, rest, property, &context)?;
    let mut made_at = 0;
    let mut size_before = process.num_states();
    if options.measure {
        **last = refinement.classes(&context)?;
        progress.refined(&refinement, Some(last.count));
    }
    loop {
        if !refinement.may_fail() {
            **last = Classes::one(process.num_states());
            progress.refined(&refinement, Some(1));
            return Ok(End::Smallest);
        }
        let enough = options.steps.is_some_and(|most| refinement.steps() >= most)
            || context.interrupt.hurries();
        let end = match enough {
            true => Some(End::Enough),
            false => (!refinement.step(options.alternate, &context)?).then_some(End::Smallest),
        };
        **steps = refinement.steps();
        if refinement.shows_violation() {
            progress.refined(&refinement, Some(1));
            return Ok(End::Violated);
        }
        let at_span = options.stop_when.is_some() && refinement.steps().is_multiple_of(SPAN);
        let due = made_at + (made_at / 8).max(options.alternate);
        if end.is_some() || options.measure || at_span || refinement.steps() >= due {
            // Forward labels only get better. Backward ones are about another quotient then, and may tell
            // more states apart: the smallest assumption so far is as good as the last.
            let now = refinement.classes(&context)?;
            if now.count < last.count {
                **last = now;
            }
            made_at = refinement.steps();
            progress.refined(&refinement, Some(last.count));
        } else {
            progress.refined(&refinement, None);
        }
        if let Some(end) = end {
            // A quotient may have equivalent states again.
            loop {
                let quotient = last.quotient(process, &context)?;
                let further = refinement.afresh(&quotient, &context)?;
                **last = last.then(&further);
                if further.count == quotient.num_states() {
                    return Ok(end);
                }
            }
        }
        if last.count == 1 {
            return Ok(End::Smallest);
        }
        if at_span && let Some(percent) = options.stop_when {
            if last.count * 100 > size_before * (100 - usize::from(percent.min(100))) {
                return Ok(End::Enough);
            }
            size_before = last.count;
        }
    }
}

/// Does what is still to be done after the work was stopped: a bounded amount.
pub(super) fn afterwards<T>(context: &Context<'_>, work: impl FnOnce(&Context<'_>) -> T) -> T {
    /// A fraction of a second.
    const UNITS: u64 = 1 << 20;
    const STATES: u64 = 1 << 18;
    let nobody = Interrupt::new();
    let interrupt = nobody.child_paid_by(&Once(UNITS));
    work(&Context { interrupt: &interrupt, ..context.at_most(STATES) })
}

/// Pays so much, and no more.
#[derive(Debug)]
struct Once(u64);

impl Purse for Once {
    fn more(&self, spent: u64) -> Option<u64> {
        (spent <= self.0).then_some(self.0)
    }
}
