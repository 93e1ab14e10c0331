//! Parts that talk to each other, side by side.
//!
//! Where a state takes several words, it matters which parts share one: the fewer values each word
//! has, the better states [fold](super::tree). What moves together belongs together, so the
//! components are packed in the [order](crate::order) that suits decision diagrams. If one word
//! then has most of the values all the same, because many parts move as one and take up the other
//! words, the parts are dealt out to the words in turn. Monitors stay last.

use surmise_model::{Context, Lts, StateId, Stop, Trace};

use super::composed::Badness;
use super::parts::Parts;
use crate::order::order;

/// An order of the parts.
#[derive(Debug)]
pub(super) struct Arrangement {
    /// Which part comes first, and so on.
    order: Vec<usize>,
    /// Where each part is.
    place_of: Vec<usize>,
}

impl Arrangement {
    pub(super) fn new(parts: &Parts<'_>, context: &Context<'_>) -> Result<Self, Stop> {
        let mut order = order(&parts.ltss[..parts.first_monitor], context)?;
        order.extend(parts.first_monitor..parts.ltss.len());
        Ok(Self::of(order))
    }

    fn of(order: Vec<usize>) -> Self {
        let mut place_of = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &part)| place_of[part] = place);
        Self { order, place_of }
    }

    /// The same parts dealt out to so many words in turn.
    pub(super) fn dealt(&self, words: usize, first_monitor: usize) -> Self {
        let (components, monitors) = self.order.split_at(first_monitor);
        let dealt = (0..words).flat_map(|word| components.iter().skip(word).step_by(words));
        Self::of(dealt.chain(monitors).copied().collect())
    }

    /// The parts in this order.
    pub(super) fn arrange<'a>(&self, ltss: &[&'a Lts]) -> Vec<&'a Lts> {
        self.order.iter().map(|&part| ltss[part]).collect()
    }

    /// States of some parts, these named by their places.
    pub(super) fn places(&self, states: &[(usize, StateId)]) -> Vec<(usize, StateId)> {
        states.iter().map(|&(part, state)| (self.place_of[part], state)).collect()
    }

    /// What is sought, parts being named by their places. Monitors are where they were.
    pub(super) fn badness(&self, badness: &[Badness]) -> Vec<Badness> {
        let placed = |badness: &Badness| match *badness {
            Badness::Refusal(part, state, action) => {
                Badness::Refusal(self.place_of[part], state, action)
            }
            other => other,
        };
        badness.iter().map(placed).collect()
    }

    /// A run with the states of the parts as they were listed.
    pub(super) fn restore(&self, mut trace: Trace) -> Trace {
        let restore = |states: &mut Vec<StateId>| {
            *states = self.place_of.iter().map(|&place| states[place]).collect();
        };
        restore(&mut trace.initial);
        trace.steps.iter_mut().for_each(|step| restore(&mut step.states));
        trace
    }
}
