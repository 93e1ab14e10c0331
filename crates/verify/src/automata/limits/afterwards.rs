//! A bounded amount of work: what is still to be done after the rest was stopped, and what is worth
//! a try.

use surmise_model::{Context, Interrupt, Purse};

/// Does what is still to be done after the work was stopped: a bounded amount.
pub(crate) fn afterwards<T>(context: &Context<'_>, work: impl FnOnce(&Context<'_>) -> T) -> T {
    /// A fraction of a second.
    const UNITS: u64 = 1 << 20;
    const STATES: u64 = 1 << 18;
    let nobody = Interrupt::new();
    let interrupt = nobody.child_paid_by(&Once(UNITS));
    work(&Context { interrupt: &interrupt, ..context.at_most(STATES) })
}

/// Does what is worth so many units of work, and no more.
pub(crate) fn worth<T>(
    units: u64,
    context: &Context<'_>,
    work: impl FnOnce(&Context<'_>) -> T,
) -> T {
    let purse = Once(units);
    let interrupt = context.interrupt.child_paid_by(&purse);
    work(&Context { interrupt: &interrupt, ..*context })
}

/// Pays so much, and no more.
#[derive(Debug)]
struct Once(u64);

impl Purse for Once {
    fn more(&self, spent: u64) -> Option<u64> {
        (spent <= self.0).then_some(self.0)
    }
}
