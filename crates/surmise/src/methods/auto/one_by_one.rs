//! Running entries one after the other, each from the start: for those who would be too many side
//! by side, or need more memory than the others leave them.
//!
//! Who is done in which round follows from what it spends, so the result is that of running them
//! side by side. Beginning again costs something here: so all rounds up to a milestone are run at
//! once.

use surmise_model::Context;

use super::entry::{Decided, Field, Ran};
use super::rounds::{Until, milestone};
use crate::Attempt;

/// Runs all entries from a round on, until everything is decided that can be.
pub(super) fn run(
    field: &Field<'_>,
    first: u32,
    decided: &mut Decided,
    results: &mut [Option<Ran>],
) -> Attempt<()> {
    let Field { entries, context, .. } = *field;
    let mut last = milestone(first);
    loop {
        let mut goes_on = false;
        for (number, entry) in entries.iter().enumerate() {
            let end = decided.last_round(entry, number);
            let until = end.unwrap_or(last).min(last);
            if results[number].as_ref().is_some_and(Ran::is_final) || until < first {
                continue;
            }
            let purse = Until::new(entry.rounds, until);
            let interrupt = context.interrupt.child_paid_by(&purse);
            let own = Context { interrupt: &interrupt, ..*context };
            let (reports, told) = field.run(number, &own);
            let ran = Ran::new(reports?, (purse.reached(), until), told);
            let ran = ran.after(results[number].take());
            goes_on |= !ran.is_final() && end.is_none_or(|end| end > last);
            decided.add(field, number, &ran);
            results[number] = Some(ran);
        }
        if !goes_on || context.interrupt.reason().is_some() {
            return Ok(());
        }
        last = milestone(last + 1);
    }
}
