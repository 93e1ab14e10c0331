//! Polling the [`Context`] often enough, and not for every transition.

use surmise_model::{Context, Stop};

/// Units of work, about a transition each, between two looks at the context: well below a
/// millisecond of work.
const INTERVAL: usize = 1 << 14;

/// Asks the context now and then whether to go on.
pub(crate) struct Pace<'a> {
    context: Context<'a>,
    /// How much is done since the context was told.
    done: usize,
    /// Of this, how much at most before the next look.
    next: usize,
}

impl<'a> Pace<'a> {
    /// Looks at the context for the first time before anything is done.
    pub(crate) fn new(context: &Context<'a>) -> Self {
        Self { context: *context, done: 0, next: 0 }
    }

    /// Reports so many units of work.
    #[inline]
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        self.done += work;
        if self.done < self.next {
            return Ok(());
        }
        self.next = INTERVAL;
        self.tell();
        self.context.check()
    }

    fn tell(&mut self) {
        self.context.interrupt.work(std::mem::take(&mut self.done) as u64);
    }
}

impl Drop for Pace<'_> {
    fn drop(&mut self) {
        self.tell();
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
