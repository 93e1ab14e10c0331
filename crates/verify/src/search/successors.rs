//! The successors of one state: a few at once, and what is left of them to be counted through.

use super::choices::Choices;
use super::product::{ERROR, FLAGS, VIOLATION};
use super::tuning::Tuning;

/// The successors of one state. Its room is kept from one state to the next.
#[derive(Debug)]
pub struct Successors<const W: usize> {
    pub(super) states: Vec<[u64; W]>,
    pub(super) len: usize,
    /// Whether a step leads a part into π.
    pub(super) error: bool,
    /// Whether some step is not among the states because it ends the run.
    pub(super) ending: bool,
    /// Where the steps lead by which a monitor finds a violation, in π or not.
    pub violations: Vec<[u64; W]>,
    /// Whether there are steps that were not followed.
    pub(super) is_reduced: bool,
    /// Steps that are not among the states, because they are many.
    pub(super) choices: Vec<Choices<W>>,
    /// What it took to find out about the choices, in units of work.
    pub(super) effort: u64,
    /// So many by one action are made at once.
    at_once: usize,
    /// With so many, all that come in several ways are left to be counted through.
    many: usize,
    /// So many are counted through at a time.
    batch: usize,
}

impl<const W: usize> Successors<W> {
    /// None, and no room yet.
    pub fn new(tuning: &Tuning) -> Self {
        Self {
            at_once: tuning.at_once,
            many: tuning.many,
            batch: (tuning.batch_words / W).max(1),
            states: Vec::new(),
            len: 0,
            error: false,
            ending: false,
            violations: Vec::new(),
            is_reduced: false,
            choices: Vec::new(),
            effort: 0,
        }
    }

    /// Those from which the run goes on, but for those that are left to be counted through.
    #[inline]
    pub fn states(&self) -> &[[u64; W]] {
        &self.states[..self.len]
    }

    /// Whether no step is possible.
    #[inline]
    pub fn is_stuck(&self) -> bool {
        self.len == 0 && !self.ending && self.choices.is_empty()
    }

    /// Whether it takes a closer look to tell whether something is wrong.
    #[inline]
    pub fn is_suspicious(&self) -> bool {
        self.len == 0 || self.ending || !self.violations.is_empty()
    }

    /// How many steps there are, those that end the run counted as one.
    #[inline]
    pub fn steps(&self) -> u64 {
        let choices = self.choices.iter().map(Choices::len);
        choices.fold(self.at_once(), u64::saturating_add)
    }

    /// The same without those that are left to be counted through.
    #[inline]
    pub(super) fn at_once(&self) -> u64 {
        self.len as u64 + u64::from(self.ending)
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.len = 0;
        self.error = false;
        self.ending = false;
        self.violations.clear();
        self.is_reduced = false;
        self.choices.clear();
        self.effort = 0;
    }

    /// Leaves out the first of those that are to be counted through.
    pub(super) fn skip(&mut self, mut count: u64) {
        while count > 0
            && let Some(choices) = self.choices.last_mut()
        {
            count = choices.skip(count);
            if choices.is_done() {
                self.choices.pop();
            }
        }
    }

    /// Whether so many more are better counted through.
    #[inline]
    pub(super) fn is_crowded(&self, more: usize) -> bool {
        more > self.at_once || self.len > self.many
    }

    /// Puts the next ones of those that are to be counted through in the place of the states;
    /// whether there are any.
    #[cold]
    pub fn count_on(&mut self) -> bool {
        self.len = 0;
        self.make_room(self.batch);
        while self.len < self.batch
            && let Some(choices) = self.choices.last_mut()
        {
            self.states[self.len] = choices.give();
            self.len += 1;
            if choices.is_done() {
                self.choices.pop();
            }
        }
        self.len > 0
    }

    /// Looks at the states one by one, if there are flags on any.
    #[inline]
    pub(super) fn settle_if(&mut self, flags: u64, goes_on_after_violation: bool) {
        if flags & FLAGS != 0 {
            self.settle(goes_on_after_violation);
        }
    }

    /// Takes the flags out of the states, and the states where the run ends.
    #[cold]
    fn settle(&mut self, goes_on_after_violation: bool) {
        self.states.truncate(self.len);
        self.states.retain_mut(|state| {
            let flags = state.iter().fold(0, |flags, word| flags | word) & FLAGS;
            state.iter_mut().for_each(|word| *word &= !FLAGS);
            if flags & VIOLATION != 0 {
                self.violations.push(*state);
            }
            self.error |= flags & ERROR != 0;
            let ends = flags & ERROR != 0 || flags & VIOLATION != 0 && !goes_on_after_violation;
            self.ending |= ends;
            !ends
        });
        self.len = self.states.len();
    }

    /// Adds a state from which the run goes on.
    pub fn push(&mut self, state: [u64; W]) {
        self.make_room(1);
        self.states[self.len] = state;
        self.len += 1;
    }

    #[inline]
    pub(super) fn make_room(&mut self, more: usize) {
        if self.states.len() < self.len + more {
            self.states.resize((self.len + more).next_power_of_two(), [0; W]);
        }
    }
}
