//! How far to refine: until the bounds coincide, or somebody has had enough.
//!
//! The loop can be left after any step with an assumption that is sound and invertible. Whoever
//! sets a number of steps, or an amount by which the assumption has to shrink, gets the smallest
//! one so far. Who stops the work at once gets the last one that was made: one is made when the
//! direction may have changed and there were an eighth more steps than before.
//!
//! Whoever wants a verdict tries now and then whether the assumption is good enough for one. When
//! that is follows from the work that was done, never from a clock: so a verdict, its counts and
//! its proof are the same whatever the time limit is. Whoever wants the assumption itself takes
//! what there is when time gets [short](surmise_model::Interrupt::hurries).
//!
//! An assumption with one state cannot become smaller: the loop ends there, whatever the bounds
//! are. (So it must in the paper's tool, too, which needs 18 and 15 steps where that is the
//! result.) Two things show it at once, and are looked at after every step: no place leads to π, so
//! that N makes no difference; or the lower labels reach π, so that the property is violated. A
//! quotient does at least what N does, and violates it, too: any quotient is invertible then, also
//! the one with one state. That is a [departure](Departure::OneState), and so is that a quotient is
//! replaced by [its own](Departure::Rounds) at the end.

use surmise_model::{Lts, Reason, Stop};

use super::QuotientOptions;
use super::classes::Classes;
use super::progress::Progress;
use super::refinement::Refinement;
use crate::departures::Departure;

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
    /// The property is violated, with every quotient: the one with one state is enough. The classes
    /// are those by then, with which a run can be found.
    Violated,
    /// It had been enough: the number of steps, too little progress, or time is short.
    Enough,
    /// So much work was done that it is worth a try whether the assumption is small enough.
    Paused,
    /// It was stopped.
    Stopped(Reason),
}

/// Between two looks at how much smaller the assumption has become, there are so many steps.
const SPAN: usize = 50;

/// The equivalence of a process towards others and a property, as far as the options and the
/// context let it be refined, or until it pauses after so much work.
pub(super) fn refine(
    process: &Lts,
    rest: &[&Lts],
    property: &Lts,
    (options, pause): (&QuotientOptions, Option<u64>),
    progress: &mut Progress<'_>,
) -> Result<Refined, Stop> {
    let mut last = Classes::identity(process.num_states());
    let mut steps = 0;
    let context = progress.context;
    let options = (options, pause);
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
    (options, pause): (&QuotientOptions, Option<u64>),
    progress: &mut Progress<'_>,
) -> Result<End, Stop> {
    let context = progress.context;
    if process.num_states() == 1 {
        return Ok(End::Smallest);
    }
    let one_state = options.departures.has(Departure::OneState);
    let mut refinement = Refinement::new(process, rest, property, &context)?;
    let mut made_at = 0;
    let mut size_before = process.num_states();
    if options.measure {
        **last = refinement.classes(&context)?;
        progress.refined(&refinement, Some(last.count));
    }
    loop {
        if one_state && !refinement.may_fail(&context)? {
            **last = Classes::one(process.num_states());
            progress.refined(&refinement, Some(1));
            return Ok(End::Smallest);
        }
        let is_due = pause.is_some_and(|work| refinement.work() >= work);
        let is_short = pause.is_none() && context.interrupt.hurries();
        let end = if options.steps.is_some_and(|most| refinement.steps() >= most) || is_short {
            Some(End::Enough)
        } else if is_due {
            Some(End::Paused)
        } else {
            (!refinement.step(options.alternate, &context)?).then_some(End::Smallest)
        };
        **steps = refinement.steps();
        if one_state && refinement.shows_violation() {
            progress.refined(&refinement, Some(1));
            return Ok(End::Violated);
        }
        let at_span = options.stop_when.is_some() && refinement.steps().is_multiple_of(SPAN);
        let due = made_at + (made_at / 8).max(options.alternate);
        if end.is_some() || options.measure || at_span || refinement.steps() >= due {
            // Forward labels only get better. Backward ones are about another quotient then, and
            // may tell more states apart: the smallest assumption so far is as good as the last.
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
            // A quotient may have equivalent states again. Where nothing was merged, it is the
            // process itself, of which labels from the start tell no more than those there are.
            let mut may_shrink = last.count < process.num_states();
            while may_shrink && options.departures.has(Departure::Rounds) {
                let quotient = last.quotient(process, &context)?;
                let further = refinement.afresh(&quotient, &context)?;
                **last = last.then(&further);
                may_shrink = further.count < quotient.num_states();
            }
            return Ok(end);
        }
        if one_state && last.count == 1 {
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
