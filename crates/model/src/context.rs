//! What surrounds long work while it runs, be it an engine, a compiler or the certificate checker:
//! limits, a way to stop it, and somebody who watches.
//!
//! Whoever works asks [`Context::check`] whether to go on, at least every few milliseconds. That
//! looks at the [`Interrupt`], which somebody may raise from another thread, and which reads the
//! clock that whoever started the work has lent.

use std::sync::Arc;

use crate::{BuildError, Conjecture, IdOverflow, Interrupt, Reason};

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
    /// An assumption is proposed, for those who want to see it.
    Conjecture(&'a Arc<Conjecture>),
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

    /// Whether it wants to follow the reasoning. If not, no [`Event::Narration`] or
    /// [`Event::Phase`] is put into words.
    fn follows(&self) -> bool {
        false
    }

    /// Whether it wants to see the assumptions that are proposed. If not, no [`Event::Conjecture`]
    /// is made.
    fn sees_conjectures(&self) -> bool {
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
    /// Something impossible happened; the text says what. A mistake in Surmise, and never a
    /// verdict.
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
    /// Does the first of so many parts of the work, which get the same share of the time that is
    /// left.
    pub fn share<T>(&self, parts: usize, work: impl FnOnce(&Context<'_>) -> T) -> T {
        let interrupt = self.interrupt.share(parts);
        work(&Context { interrupt: &interrupt, ..*self })
    }

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

    /// Shows an assumption that is proposed, if somebody wants to see it. Only then is it copied.
    pub fn conjecture(&self, made: impl FnOnce() -> Result<Conjecture, IdOverflow>) {
        if self.observer.sees_conjectures()
            && let Ok(conjecture) = made()
        {
            self.observer.event(&Event::Conjecture(&Arc::new(conjecture)));
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
    fn nothing_is_put_into_words_for_nobody() {
        Context::unlimited().narrate(|| unreachable!("nobody follows"));
        Context::unlimited().conjecture(|| unreachable!("nobody sees it"));
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
