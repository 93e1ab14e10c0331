//! How running work is stopped: by somebody who wants it to, by a clock, or because what it may
//! spend is used up.
//!
//! Libraries have no clock. Whoever starts the work lends one, and it is read where the work asks
//! whether to go on. So a time limit needs no thread of its own.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use crate::Reason;

/// A flag that stops running work, raised at most once, from any thread.
///
/// An interrupt may be the [child](Interrupt::child) of another: whoever stops the parent stops the
/// child, too, and the child can be stopped alone. Somebody may [pay](Purse) for the work. What is
/// paid does not depend on any clock: who works says how much it has done.
#[derive(Debug, Default)]
pub struct Interrupt<'a> {
    raised: AtomicU8,
    /// Who pays for the work, if it has to be paid.
    purse: Option<&'a dyn Purse>,
    /// The work that was done.
    spent: AtomicU64,
    /// The work that is paid for.
    paid: AtomicU64,
    /// When the time of the work is up, if it has a limit.
    timer: Option<Timer<'a>>,
    parent: Option<&'a Interrupt<'a>>,
}

/// A clock that somebody lends.
pub trait Clock: Debug + Sync {
    /// The time since some moment in the past, which stays the same.
    fn now(&self) -> Duration;
}

/// When the time of some work is up.
#[derive(Debug)]
struct Timer<'a> {
    clock: &'a dyn Clock,
    /// When time is getting short.
    hurry: Duration,
    end: Duration,
    /// How many times somebody has asked.
    looks: AtomicU32,
}

/// A clock is read once in so many looks: that takes as long as many transitions.
const LOOKS: u32 = 8;

impl Timer<'_> {
    /// Whether time is up, as far as anybody has looked.
    fn is_over(&self) -> bool {
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        looks.is_multiple_of(LOOKS) && self.clock.now() >= self.end
    }
}

/// Somebody who pays for work.
pub trait Purse: Debug + Sync {
    /// Asked when all that was paid for is done: how much may be done altogether, if more than
    /// that. Whoever asks may have to wait.
    fn more(&self, spent: u64) -> Option<u64>;
}

const CANCELLED: u8 = 1;
const TIMED_OUT: u8 = 2;

/// What a look at the flag counts, in units of work: whoever looks has begun something.
const LOOK: u64 = 32;

impl<'a> Interrupt<'a> {
    /// A flag that is not raised.
    pub const fn new() -> Self {
        Self {
            raised: AtomicU8::new(0),
            purse: None,
            spent: AtomicU64::new(0),
            paid: AtomicU64::new(0),
            timer: None,
            parent: None,
        }
    }

    /// A flag for a part of the work that this one stops.
    pub const fn child(&'a self) -> Self {
        Self { parent: Some(self), ..Self::new() }
    }

    /// A flag for a part of the work that this one stops, and that is done only as far as somebody
    /// pays.
    pub const fn child_paid_by(&'a self, purse: &'a dyn Purse) -> Self {
        Self { purse: Some(purse), ..self.child() }
    }

    /// A flag for a part of the work that this one stops, and that ends after some time by a clock.
    pub fn child_until(&'a self, clock: &'a dyn Clock, time: Duration) -> Self {
        let now = clock.now();
        let (hurry, end) = (now.saturating_add(time / 2), now.saturating_add(time));
        let timer = Some(Timer { clock, hurry, end, looks: AtomicU32::new(0) });
        Self { timer, ..self.child() }
    }

    /// A flag for the first of so many parts of the work, which get the same share of the time that
    /// is left, if time is limited.
    pub fn share(&'a self, parts: usize) -> Self {
        let Some(Timer { clock, end, .. }) = self.timer() else { return self.child() };
        let left = end.saturating_sub(clock.now());
        self.child_until(*clock, left / u32::try_from(parts.max(1)).unwrap_or(u32::MAX))
    }

    /// The innermost limit on time.
    fn timer(&self) -> Option<&Timer<'a>> {
        self.timer.as_ref().or_else(|| self.parent.and_then(Interrupt::timer))
    }

    /// Says that so much work was done, in units of about a transition each.
    pub fn work(&self, units: u64) {
        if self.purse.is_some() {
            self.spent.fetch_add(units, Ordering::Relaxed);
        }
        if let Some(parent) = self.parent {
            parent.work(units);
        }
    }

    /// Whether somebody pays for the work, and may let it begin again with more.
    pub fn is_paid(&self) -> bool {
        self.purse.is_some() || self.parent.is_some_and(Interrupt::is_paid)
    }

    /// How much work was done, if somebody pays for it.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Stops the work because somebody wants it to.
    pub fn cancel(&self) {
        self.raise(CANCELLED);
    }

    /// Stops the work because its time is up.
    pub fn time_out(&self) {
        self.raise(TIMED_OUT);
    }

    /// Whether time is getting short: who could go on improving what it has, and need not, is to
    /// come to a conclusion.
    pub fn hurries(&self) -> bool {
        let is_late = |timer: &Timer<'_>| timer.clock.now() >= timer.hurry;
        self.timer.as_ref().is_some_and(is_late) || self.parent.is_some_and(Interrupt::hurries)
    }

    /// Why the work is to stop, if it is. What was asked of this flag itself comes first.
    #[inline]
    pub fn reason(&self) -> Option<Reason> {
        self.own_reason().or_else(|| self.parent.and_then(Interrupt::reason))
    }

    /// Why this flag was raised, if it was.
    #[inline]
    fn own_reason(&self) -> Option<Reason> {
        match self.raised.load(Ordering::Relaxed) {
            CANCELLED => Some(Reason::Cancelled),
            TIMED_OUT => Some(Reason::TimeLimit),
            _ if self.timer.as_ref().is_some_and(Timer::is_over) => {
                self.time_out();
                Some(Reason::TimeLimit)
            }
            _ => None,
        }
    }

    /// Why the work is to stop, if it is; counts as work itself.
    pub(crate) fn poll(&self) -> Option<Reason> {
        // Those above come before the purse: who is stopped by them has not spent everything.
        let above = || self.parent.and_then(Interrupt::poll);
        self.own_reason().or_else(above).or_else(|| self.pay())
    }

    /// Pays for a look and all that was done before it.
    fn pay(&self) -> Option<Reason> {
        let purse = self.purse?;
        let spent = self.spent.fetch_add(LOOK, Ordering::Relaxed) + LOOK;
        if spent <= self.paid.load(Ordering::Relaxed) {
            return None;
        }
        match purse.more(spent) {
            Some(paid) => {
                self.paid.store(paid, Ordering::Relaxed);
                None
            }
            // Somebody may have stopped it while it waited.
            None => Some(self.reason().unwrap_or(Reason::WorkLimit)),
        }
    }

    /// The first reason stays.
    fn raise(&self, reason: u8) {
        let _ = self.raised.compare_exchange(0, reason, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let interrupt = Interrupt::new();
        assert_eq!(interrupt.reason(), None);
        interrupt.time_out();
        interrupt.cancel();
        assert_eq!(interrupt.reason(), Some(Reason::TimeLimit));
    }

    #[test]
    fn a_child_is_stopped_by_its_parent_or_alone() {
        let parent = Interrupt::new();
        let (one, other) = (parent.child(), parent.child());
        one.time_out();
        assert_eq!((one.reason(), other.reason()), (Some(Reason::TimeLimit), None));
        parent.cancel();
        assert_eq!(one.reason(), Some(Reason::TimeLimit));
        assert_eq!(other.reason(), Some(Reason::Cancelled));
    }

    /// A clock that somebody turns.
    #[derive(Debug, Default)]
    struct Turned(AtomicU64);

    impl Clock for Turned {
        fn now(&self) -> Duration {
            Duration::from_secs(self.0.load(Ordering::Relaxed))
        }
    }

    #[test]
    fn time_is_up_when_the_clock_says_so() {
        let (clock, parent) = (Turned::default(), Interrupt::new());
        let whole = parent.child_until(&clock, Duration::from_secs(80));
        let (first, below) = (whole.share(4), whole.child());
        let looks = |interrupt: &Interrupt<'_>| (0..LOOKS).find_map(|_| interrupt.poll());
        clock.0.store(9, Ordering::Relaxed);
        assert_eq!((looks(&first), first.hurries()), (None, false));
        clock.0.store(10, Ordering::Relaxed);
        assert_eq!((looks(&first), first.hurries(), whole.hurries()), (None, true, false));
        clock.0.store(20, Ordering::Relaxed);
        assert_eq!((looks(&first), looks(&below)), (Some(Reason::TimeLimit), None));
        // The others get what is left: 60 seconds among three.
        let second = whole.share(3);
        clock.0.store(39, Ordering::Relaxed);
        assert_eq!(looks(&second), None);
        clock.0.store(40, Ordering::Relaxed);
        assert_eq!(looks(&second), Some(Reason::TimeLimit));
        clock.0.store(80, Ordering::Relaxed);
        assert_eq!((looks(&below), parent.reason()), (Some(Reason::TimeLimit), None));
    }

    #[derive(Debug)]
    struct Two(u64);

    impl Purse for Two {
        fn more(&self, spent: u64) -> Option<u64> {
            [self.0, 2 * self.0].into_iter().find(|&paid| spent <= paid)
        }
    }

    #[test]
    fn work_is_done_as_far_as_somebody_pays() {
        let (parent, purse) = (Interrupt::new(), Two(10 * LOOK));
        let own = parent.child_paid_by(&purse);
        let below = own.child();
        assert_eq!(below.poll(), None);
        below.work(18 * LOOK);
        assert_eq!(below.poll(), None);
        assert_eq!((own.spent(), parent.spent()), (20 * LOOK, 0));
        assert_eq!(below.poll(), Some(Reason::WorkLimit));
        parent.cancel();
        assert_eq!(below.poll(), Some(Reason::Cancelled));
    }
}
