//! A group of components M, and what an assumption about it can see: M↓αg.
//!
//! Whether a trace is one of M↓αg is asked of the subset automaton of the components, which is
//! built on demand. Premises are checked with the components reduced to what αg shows of them. Only
//! where a trace over all of αM is needed is the group taken as it is.

use std::borrow::Cow;

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Context, Lts, Stop};

use super::constraints::PrefixTree;
use crate::assume::lazy_subsets::{LazySubsets, Subset};
use crate::assume::state_after;
use crate::assume::view;
use crate::assume::word_lts::ending_in_error;
use crate::departures::Departures;
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
    /// g, if the user gives it: over αg.
    pub(super) given: Option<Lts>,
    subsets: LazySubsets<'a>,
    /// Where the traces of the nodes of the assumption's prefix tree lead.
    nodes: Vec<Subset>,
    itself: Itself,
}

/// M↓αg as the smallest deterministic LTS.
enum Itself {
    /// It was not found with so many subsets.
    Unknown(usize),
    Known(Lts),
}

impl<'a> Group<'a> {
    /// A group, seen over an alphabet.
    pub(super) fn new(
        parts: Vec<&'a Lts>,
        given: Option<Lts>,
        visible: &Alphabet,
        departures: Departures,
        context: &Context<'a>,
    ) -> Result<Self, Stop> {
        let mut alphabet = Alphabet::new();
        parts.iter().for_each(|part| alphabet.union_with(part.alphabet()));
        let visible = alphabet.intersection(visible);
        let seen = view::components(&parts, &visible, departures, context)?;
        let subsets = LazySubsets::new(seen.clone(), visible.iter().collect(), context)?;
        let given = given.map(|given| over(&given, &visible)).transpose()?;
        let (nodes, itself) = (Vec::new(), Itself::Unknown(0));
        Ok(Self { parts, alphabet, seen, visible, given, subsets, nodes, itself })
    }

    /// Whether `σ↓αg ∈ L(M↓αg)`. Where g is given, it stands for M.
    pub(super) fn allows(&mut self, trace: &[ActionId]) -> Result<bool, Stop> {
        if let Some(given) = &self.given {
            return Ok(state_after(given, trace).is_some());
        }
        let mut subset = self.subsets.initial()?;
        for action in trace {
            let Ok(symbol) = self.subsets.actions().binary_search(action) else { continue };
            subset = self.subsets.step(subset, symbol)?;
        }
        Ok(!self.subsets.is_empty(subset))
    }

    /// M↓αg as the smallest deterministic LTS, if it has at most so many states and is found
    /// without many more.
    pub(super) fn itself(
        &mut self,
        most: usize,
        context: &Context<'_>,
    ) -> Result<Option<Lts>, Stop> {
        let subsets = most.saturating_mul(4).max(256);
        if matches!(self.itself, Itself::Unknown(tried) if tried < subsets) {
            let parts: Vec<&Lts> = self.seen.iter().map(|part| &**part).collect();
            let bounds = (subsets.saturating_mul(4), subsets);
            let found = view::smallest_with_traces(&parts, &self.visible, bounds, context)?;
            self.itself = found.map_or(Itself::Unknown(subsets), Itself::Known);
        }
        Ok(match &self.itself {
            Itself::Known(lts) if lts.num_states() <= most => Some(lts.clone()),
            _ => None,
        })
    }

    /// Judges the new nodes of a prefix tree of traces over αg.
    pub(super) fn judge(&mut self, tree: &mut PrefixTree) -> Result<(), Stop> {
        for node in tree.judged()..tree.len() {
            let subset = match tree.parent(node) {
                None => self.subsets.initial()?,
                Some((parent, symbol)) => self.subsets.step(self.nodes[parent], symbol)?,
            };
            self.nodes.push(subset);
            let mut next = FixedBitSet::with_capacity(tree.letters().len());
            if !self.subsets.is_empty(subset) {
                for symbol in 0..tree.letters().len() {
                    let after = self.subsets.step(subset, symbol)?;
                    next.set(symbol, !self.subsets.is_empty(after));
                }
            }
            tree.judge(!self.subsets.is_empty(subset), next);
        }
        Ok(())
    }

    /// A trace in `LTS(σ) ‖ M↓αg`, where σ is over an alphabet that contains its actions: σ with
    /// actions of αg put in that the alphabet does not have.
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

/// The same over a larger alphabet: whatever joins it may happen at any time.
fn over(lts: &Lts, alphabet: &Alphabet) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    builder.extend_alphabet(lts.alphabet().iter());
    for (source, edge) in lts.transitions() {
        builder.add(source, edge.action, edge.target);
    }
    for action in alphabet.difference(lts.alphabet()).iter() {
        for state in lts.states() {
            builder.add(state, action, state);
        }
    }
    Ok(builder.build()?)
}

/// A shortest word that, restricted to an alphabet, is a given trace, and that parts can perform as
/// far as it is theirs. It ends with the last action of the trace.
fn follow(
    parts: &[&Lts],
    trace: &[ActionId],
    over: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Vec<ActionId>>, Stop> {
    if trace.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let line = ending_in_error(trace, over)?;
    let all: Vec<&Lts> = std::iter::once(&line).chain(parts.iter().copied()).collect();
    match search(&all, &SearchOptions::default(), context).finding {
        Finding::Error { trace, .. } => Ok(Some(trace.visible())),
        Finding::Stopped(stop) => Err(stop),
        Finding::Exhausted => Ok(None),
    }
}
