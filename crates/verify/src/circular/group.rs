//! A group of components M, and what an assumption about it can see: M↓αg.
//!
//! Whether a trace is one of M↓αg is asked of the subset automaton of the components, which is built
//! on demand. Premises are checked with the components reduced to what αg shows of them. Only where
//! a trace over all of αM is needed is the group taken as it is.

use std::borrow::Cow;

use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop};

use crate::assume::lazy_subsets::LazySubsets;
use crate::assume::view;
use crate::search::{Finding, SearchOptions, search};

/// A group and what is seen of it.
pub(super) struct Group<'a> {
    /// The components.
    pub(super) parts: Vec<&'a Lts>,
    /// αM.
    pub(super) alphabet: Alphabet,
    /// The components as far as αg, and they themselves, can see each other.
    pub(super) seen: Vec<Cow<'a, Lts>>,
    /// αg.
    pub(super) visible: Alphabet,
    subsets: LazySubsets<'a>,
}

impl<'a> Group<'a> {
    /// A group, seen over an alphabet.
    pub(super) fn new(
        parts: Vec<&'a Lts>,
        visible: &Alphabet,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        let mut alphabet = Alphabet::new();
        parts.iter().for_each(|part| alphabet.union_with(part.alphabet()));
        let visible = alphabet.intersection(visible);
        let seen = view::components(&parts, &visible, context)?;
        let subsets = LazySubsets::new(seen.clone(), visible.iter().collect(), context)?;
        Ok(Self { parts, alphabet, seen, visible, subsets })
    }

    /// Whether `σ↓αg ∈ L(M↓αg)`.
    pub(super) fn allows(&mut self, trace: &[ActionId]) -> Result<bool, Stop> {
        let mut subset = self.subsets.initial()?;
        for action in trace {
            let Ok(symbol) = self.subsets.actions().binary_search(action) else { continue };
            subset = self.subsets.step(subset, symbol)?;
        }
        Ok(!self.subsets.is_empty(subset))
    }

    /// A trace in `LTS(σ) ‖ M↓αg`, where σ is over an alphabet that contains its actions: σ with actions
    /// of αg put in that the alphabet does not have.
    pub(super) fn extend(
        &self,
        trace: &[ActionId],
        over: &Alphabet,
        context: &Context<'_>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        let parts: Vec<&Lts> = self.seen.iter().map(|part| &**part).collect();
        let extended = follow(&parts, trace, over, context)?;
        let shown = over.union(&self.visible);
        Ok(extended.map(|mut word| {
            word.retain(|&action| shown.contains(action));
            word
        }))
    }

    /// As [`extend`](Self::extend), with all actions of M.
    pub(super) fn extend_fully(
        &self,
        trace: &[ActionId],
        over: &Alphabet,
        context: &Context<'_>,
    ) -> Result<Option<Vec<ActionId>>, Stop> {
        follow(&self.parts, trace, over, context)
    }
}

/// A shortest word that, restricted to an alphabet, is a given trace, and that parts can perform as
/// far as it is theirs. It ends with the last action of the trace.
fn follow(
    parts: &[&Lts],
    trace: &[ActionId],
    over: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Vec<ActionId>>, Stop> {
    let Some(last) = trace.len().checked_sub(1) else {
        return Ok(Some(Vec::new()));
    };
    let mut builder = Lts::builder();
    builder.ensure_states(trace.len()).extend_alphabet(over.iter());
    for (place, &action) in trace.iter().enumerate() {
        let target = if place == last { StateId::ERROR } else { StateId::new(place + 1)? };
        builder.add(StateId::new(place)?, action, target);
    }
    let line = builder.build()?;
    let all: Vec<&Lts> = std::iter::once(&line).chain(parts.iter().copied()).collect();
    match search(&all, &SearchOptions::default(), context).finding {
        Finding::Error { trace, .. } => Ok(Some(trace.visible())),
        Finding::Stopped(stop) => Err(stop),
        Finding::Exhausted => Ok(None),
    }
}
