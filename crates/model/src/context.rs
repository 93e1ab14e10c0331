//! What surrounds long work while it runs, be it an engine, a compiler or the certificate checker:
//! limits, a way to stop it, and somebody who watches.
//!
//! Libraries never look at the clock. Whoever owns it (the command line, a test) raises the
//! [`Interrupt`] from another thread when time is up; who works polls it with [`Context::check`] at
//! least every few milliseconds.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use crate::{BuildError, IdOverflow, Reason};

/// A flag that stops running work, raised at most once, from any thread.
///
/// An interrupt may be the [child](Interrupt::child) of another: whoever stops the parent stops the
/// child, too, and the child can be stopped alone. It may have a budget: whoever polls it does some work, so the
/// work is stopped when it was polled so many times. That does not depend on any clock.
#[derive(Debug, Default)]
pub struct Interrupt<'a> {
    raised: AtomicU8,
    hurry: AtomicBool,
    /// How many times it was polled.
    spent: AtomicU64,
    /// How many times it may be.
    budget: Option<u64>,
    parent: Option<&'a Interrupt<'a>>,
}

const CANCELLED: u8 = 1;
const TIMED_OUT: u8 = 2;

impl<'a> Interrupt<'a> {
    /// A flag that is not raised.
    pub const fn new() -> Self {
        Self {
            raised: AtomicU8::new(0),
            hurry: AtomicBool::new(false),
            spent: AtomicU64::new(0),
            budget: None,
            parent: None,
        }
    }

    /// A flag for a part of the work that this one stops.
    pub const fn child(&'a self) -> Self {
        self.child_with_budget(None)
    }

    /// A flag for a part of the work that this one stops, or a budget.
    pub const fn child_with_budget(&'a self, budget: Option<u64>) -> Self {
        Self { budget, parent: Some(self), ..Self::new() }
    }

    /// Counts as if it was polled so many times more: who polls at a steady pace, and does more work at some
    /// times than at others, says so.
    pub fn work(&self, more: u64) {
        if more > 0 && self.budget.is_some() {
            self.spent.fetch_add(more, Ordering::Relaxed);
        }
        if let Some(parent) = self.parent {
            parent.work(more);
        }
    }

    /// How many times it was polled, as far as somebody has to know: nobody counts without a budget.
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

    /// Says that time is getting short: who could go on improving what it has, and need not, is to come to a
    /// conclusion.
    pub fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }

    /// Whether time is getting short.
    pub fn hurries(&self) -> bool {
        self.hurry.load(Ordering::Relaxed) || self.parent.is_some_and(Interrupt::hurries)
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
            _ => None,
        }
    }

    /// Why the work is to stop, if it is; counts as work itself.
    fn poll(&self) -> Option<Reason> {
        let used_up = || match self.budget {
            Some(budget) if self.spent.fetch_add(1, Ordering::Relaxed) >= budget => {
                Some(Reason::WorkLimit)
            }
            _ => None,
        };
        // Those above come before the budget: who is stopped by them has not used it up.
        self.own_reason().or_else(|| self.parent.and_then(Interrupt::poll)).or_else(used_up)
    }

    /// The first reason stays.
    fn raise(&self, reason: u8) {
        let _ = self.raised.compare_exchange(0, reason, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// How much an engine may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// States stored by one search, or nodes of its diagrams.
    pub states: Option<u64>,
}

/// Something worth telling while an engine runs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search goes on.
    Searching {
        /// States stored so far.
        states: u64,
        /// Of these, how many are still to be expanded.
        waiting: u64,
        /// Length of the shortest run to the states now being expanded.
        depth: u32,
        /// Memory of the search in bytes.
        bytes: u64,
    },
    /// Sets of states are computed as diagrams.
    Growing {
        /// Nodes stored so far.
        nodes: u64,
        /// Memory of the diagrams in bytes.
        bytes: u64,
    },
    /// An abstraction was refined on the way to an assumption that can be used at any time.
    Refined {
        /// Who is abstracted to an assumption.
        about: &'a str,
        /// How many times so far.
        steps: u64,
        /// States of the abstraction.
        classes: u64,
        /// States of the assumption, if somebody looked.
        assumption: Option<u64>,
    },
    /// Where the work is now, in a few words: what is built, which conjecture is checked.
    Phase(&'a str),
    /// A step of an engine's reasoning, for those who want to follow it.
    Narration(&'a str),
}

/// Somebody who watches an engine. Called from the engine's threads, a few times a second at most
/// for [`Event::Searching`] and [`Event::Growing`].
pub trait Observer: Sync {
    /// Takes note of an event.
    fn event(&self, event: &Event<'_>);

    /// Whether it wants to follow the reasoning. If not, no [`Event::Narration`] or [`Event::Phase`]
    /// is put into words.
    fn follows(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl Observer for () {
    fn event(&self, _: &Event<'_>) {}
}

/// The surroundings of an engine.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// How much it may use.
    pub limits: Limits,
    /// How it is stopped.
    pub interrupt: &'a Interrupt<'a>,
    /// Who watches.
    pub observer: &'a dyn Observer,
    /// The memory the whole process uses, in bytes. Libraries cannot know it; the default is
    /// constantly zero, and then only what a search announces to [`Context::reserve`] counts.
    pub memory_in_use: &'a (dyn Fn() -> u64 + Sync),
}

impl Context<'static> {
    /// No limits, no interruption, nobody watching.
    pub fn unlimited() -> Self {
        static NEVER: Interrupt<'static> = Interrupt::new();
        Self { limits: Limits::default(), interrupt: &NEVER, observer: &(), memory_in_use: &|| 0 }
    }
}

/// An engine has to stop; the reason says why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop(pub Reason);

impl Stop {
    /// Something impossible happened; the text says what. A mistake in Surmise, and never a verdict.
    #[must_use]
    pub fn internal(what: impl Into<String>) -> Self {
        Self(Reason::Internal(what.into()))
    }
}

impl From<IdOverflow> for Stop {
    fn from(overflow: IdOverflow) -> Self {
        Self(Reason::Unsupported(overflow.to_string()))
    }
}

impl From<BuildError> for Stop {
    fn from(error: BuildError) -> Self {
        Self(Reason::Unsupported(error.to_string()))
    }
}

impl<'a> Context<'a> {
    /// The same surroundings for work that may meet no more than so many states.
    #[must_use]
    pub fn at_most(&self, states: u64) -> Self {
        let states = self.limits.states.map_or(states, |limit| limit.min(states));
        Self { limits: Limits { states: Some(states), ..self.limits }, ..*self }
    }
}

impl Context<'_> {
    /// Whether to go on.
    #[inline]
    pub fn check(&self) -> Result<(), Stop> {
        self.reserve(0)
    }

    /// Whether to go on and allocate so many bytes more.
    pub fn reserve(&self, bytes: u64) -> Result<(), Stop> {
        if let Some(reason) = self.interrupt.poll() {
            return Err(Stop(reason));
        }
        match self.limits.memory {
            Some(limit) if (self.memory_in_use)().saturating_add(bytes) > limit => {
                Err(Stop(Reason::MemoryLimit(limit)))
            }
            _ => Ok(()),
        }
    }

    /// Tells where the work is, if somebody follows it.
    pub fn progress(&self, words: impl FnOnce() -> String) {
        if self.observer.follows() {
            self.observer.event(&Event::Phase(&words()));
        }
    }

    /// Tells a step of the reasoning, if somebody follows it. Only then is it put into words.
    pub fn narrate(&self, words: impl FnOnce() -> String) {
        if self.observer.follows() {
            self.observer.event(&Event::Narration(&words()));
        }
    }

    /// Whether so many states may be stored.
    pub fn check_states(&self, states: u64) -> Result<(), Stop> {
        match self.limits.states {
            Some(limit) if states > limit => Err(Stop(Reason::StateLimit(limit))),
            _ => Ok(()),
        }
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

    #[test]
    fn a_budget_is_used_up_by_polling() {
        let parent = Interrupt::new();
        let own = parent.child_with_budget(Some(3));
        let below = own.child();
        let context = Context { interrupt: &below, ..Context::unlimited() };
        assert!(context.check().is_ok());
        below.work(1);
        assert!(context.check().is_ok());
        assert_eq!(context.check(), Err(Stop(Reason::WorkLimit)));
        parent.cancel();
        assert_eq!(context.check(), Err(Stop(Reason::Cancelled)));
    }

    #[test]
    fn nothing_is_put_into_words_for_nobody() {
        Context::unlimited().narrate(|| unreachable!("nobody follows"));
    }

    #[test]
    fn limits_are_checked_before_allocating() {
        let limits = Limits { memory: Some(100), states: Some(10) };
        let context = Context { limits, memory_in_use: &|| 60, ..Context::unlimited() };
        assert_eq!(context.reserve(40), Ok(()));
        assert_eq!(context.reserve(41), Err(Stop(Reason::MemoryLimit(100))));
        assert_eq!(context.check_states(11), Err(Stop(Reason::StateLimit(10))));
    }
}
