//! A product of LTSs as something to be [explored](Expansion): what is followed, and what is
//! sought.

use surmise_model::{ActionId, Context, Lts, StateId, Stop};

use super::driver::{Enough, Expansion};
use super::layout::Field;
use super::product::PackedProduct;
use super::stubborn::{Room, Stubborn};
use super::successors::Successors;

/// What can be wrong with a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Badness {
    /// A step leads a part into π that is no monitor.
    Error,
    /// By a step the monitor with this number among the parts finds a violation.
    Violation(usize),
    /// No step is possible, and the system has not ended.
    Deadlock,
    /// A step on this action leads a part from this state into π.
    Refusal(usize, StateId, ActionId),
}

/// What a search looks for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sought<'a> {
    /// Every kind of badness that is of interest. If there is none, all states are visited.
    pub(super) badness: &'a [Badness],
    /// The system has ended where all of these parts are in these states; never, if `None`.
    pub(super) end: Option<&'a [(usize, StateId)]>,
    pub(super) enough: Enough,
}

impl<'a> Sought<'a> {
    /// All of this badness, in a system that never ends.
    pub(super) fn all(badness: &'a [Badness]) -> Self {
        Self { badness, end: None, enough: Enough::ALL }
    }
}

/// A product, what is sought in it, and which steps are followed, if not all are.
pub(super) struct Composed<'a> {
    product: &'a PackedProduct<'a>,
    sought: Sought<'a>,
    stubborn: Option<Stubborn>,
}

impl<'a> Composed<'a> {
    /// All steps are followed, or those of stubborn sets alone.
    pub(super) fn new(
        product: &'a PackedProduct<'a>,
        sought: Sought<'a>,
        (reduces, threads): (bool, usize),
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let stubborn =
            reduces.then(|| Stubborn::new(&product.parts, sought, threads, context)).transpose()?;
        Ok(Self { product, sought, stubborn })
    }
}

impl<const W: usize> Expansion<W> for Composed<'_> {
    type Room = Option<Room>;

    fn room(&self) -> Self::Room {
        self.stubborn.as_ref().map(Stubborn::room)
    }

    fn initial(&self) -> [u64; W] {
        self.product.initial()
    }

    #[inline]
    fn expand(
        &self,
        state: &[u64; W],
        room: &mut Self::Room,
        out: &mut Successors<W>,
        each: impl FnMut(&[u64; W]),
    ) -> Result<(), Stop> {
        match (&self.stubborn, room) {
            (Some(stubborn), Some(room)) => stubborn.expand(self.product, state, room, out, each),
            _ => self.product.expand(state, out, each),
        }
        Ok(())
    }

    fn retrace(
        &self,
        state: &[u64; W],
        _: &mut Self::Room,
        out: &mut Successors<W>,
    ) -> Result<(), Stop> {
        self.product.expand(state, out, |_| ());
        Ok(())
    }

    fn reduces(&self) -> bool {
        self.stubborn.is_some()
    }

    fn kinds(&self) -> usize {
        self.sought.badness.len()
    }

    fn is_bad(&self, kind: usize, state: &[u64; W], successors: &Successors<W>) -> bool {
        let fields = &self.product.layout.fields;
        match self.sought.badness[kind] {
            Badness::Error => successors.error,
            // Who has found a violation is in the sink. Without sinks there is but one monitor.
            Badness::Violation(_) if !self.product.parts.sinks => !successors.violations.is_empty(),
            Badness::Violation(part) => {
                let local = |state| StateId::of(fields[part].get::<W>(state));
                let violates = |to| self.product.parts.violates(part, local(state), local(to));
                successors.violations.iter().any(violates)
            }
            Badness::Deadlock => {
                let is_at =
                    |&(part, end): &(usize, StateId)| fields[part].get(state) == end.index();
                let has_ended = self.sought.end.is_some_and(|end| end.iter().all(is_at));
                successors.is_stuck() && !has_ended
            }
            Badness::Refusal(part, from, action) => {
                let offers = |(lts, field): (&&Lts, &Field)| {
                    let local = || StateId::of(field.get(state));
                    !lts.alphabet().contains(action) || !lts.edges_on(local(), action).is_empty()
                };
                let ltss = self.product.parts.ltss.iter();
                fields[part].get(state) == from.index() && ltss.zip(fields).all(offers)
            }
        }
    }

    fn widest(&self) -> usize {
        self.product.widest()
    }
}
