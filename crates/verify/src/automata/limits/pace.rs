//! Polling the [`Context`] often enough, and not for every transition.

use surmise_model::{Context, Stop};

/// Units of work, about a transition each, between two looks at the context: well below a
/// millisecond of work.
const INTERVAL: usize = 1 << 14;

/// Asks the context now and then whether to go on.
pub(crate) struct Pace<'a> {
    context: Context<'a>,
    left: usize,
}

impl<'a> Pace<'a> {
    /// Looks at the context for the first time before anything is done.
    pub(crate) fn new(context: &Context<'a>) -> Self {
        Self { context: *context, left: 0 }
    }

    /// Reports so many units of work.
    #[inline]
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        if work < self.left {
            self.left -= work;
            return Ok(());
        }
        self.left = INTERVAL;
        self.context.check()
    }
}

#[cfg(test)]
mod tests {
    use surmise_model::Reason;

    use super::*;
    use surmise_model::Interrupt;

    #[test]
    fn an_interrupt_is_noticed_within_an_interval() {
        let interrupt = Interrupt::new();
        let context = Context { interrupt: &interrupt, ..Context::unlimited() };
        let mut pace = Pace::new(&context);
        assert_eq!(pace.spend(1), Ok(()));
        interrupt.cancel();
        let stop = (0..=INTERVAL).find_map(|_| pace.spend(1).err());
        assert_eq!(stop, Some(Stop(Reason::Cancelled)));
    }
}
