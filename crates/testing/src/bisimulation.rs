//! Bisimilarity by its definition: the largest relation with the transfer property.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{ActionId, Edge, Lts, StateId};

/// A state of one of the LTSs that are compared.
type Place = (usize, StateId);

/// The largest strong or branching (divergence-blind) bisimulation on the states of some LTSs, π
/// included, as a set of pairs. π is related to π alone; stopping at END has to be answered by
/// stopping at END, after τ through related states if `branching`.
pub struct NaiveBisimulation<'a> {
    ltss: &'a [&'a Lts],
    branching: bool,
    related: BTreeSet<(Place, Place)>,
    rounds: BTreeMap<(Place, Place), usize>,
}

impl<'a> NaiveBisimulation<'a> {
    /// Starts with all pairs and drops those without the transfer property until none is left.
    pub fn new(ltss: &'a [&'a Lts], branching: bool) -> Self {
        let places: Vec<Place> = ltss
            .iter()
            .enumerate()
            .flat_map(|(i, lts)| lts.states().chain([StateId::ERROR]).map(move |s| (i, s)))
            .collect();
        let mark = |(_, state): Place| state.is_error();
        let pairs = places.iter().flat_map(|&s| places.iter().map(move |&t| (s, t)));
        let related = pairs.filter(|&(s, t)| mark(s) == mark(t)).collect();
        let mut result = Self { ltss, branching, related, rounds: BTreeMap::new() };
        for round in 1.. {
            let kept: BTreeSet<(Place, Place)> = result
                .related
                .iter()
                .copied()
                .filter(|&(s, t)| result.transfers(s, t) && result.transfers(t, s))
                .collect();
            if kept.len() == result.related.len() {
                return result;
            }
            for &pair in result.related.difference(&kept) {
                result.rounds.insert(pair, round);
            }
            result.related = kept;
        }
        unreachable!("there are finitely many pairs")
    }

    /// The round in which two states were told apart, if they were: 0 if only one of them is π. For
    /// strong bisimulation, the number of steps that it takes.
    pub fn told_apart(&self, s: Place, t: Place) -> Option<usize> {
        match self.related(s, t) {
            true => None,
            false => Some(self.rounds.get(&(s, t)).copied().unwrap_or(0)),
        }
    }

    /// Whether two states, each of an LTS with a number, are bisimilar.
    pub fn related(&self, s: Place, t: Place) -> bool {
        self.related.contains(&(s, t))
    }

    /// Whether every step of `s` has an answer by `t`, stopping at END included.
    fn transfers(&self, s: Place, t: Place) -> bool {
        let at_end = |(i, state): Place| self.ltss[i].end() == Some(state);
        let stops = at_end(t) || (self.branching && self.silently(s, t).into_iter().any(at_end));
        if at_end(s) && !stops {
            return false;
        }
        self.steps(s).iter().all(|edge| {
            let to = (s.0, edge.target);
            if !self.branching {
                return self.answers(t, edge.action, to);
            }
            (edge.action.is_tau() && self.related(to, t))
                || self.silently(s, t).into_iter().any(|t| self.answers(t, edge.action, to))
        })
    }

    /// Whether `t` has a step on the action to a state related to `to`.
    fn answers(&self, t: Place, action: ActionId, to: Place) -> bool {
        self.ltss[t.0].successors(t.1, action).any(|target| self.related(to, (t.0, target)))
    }

    /// All states that τ leads to from `t` through states related to `s` alone.
    fn silently(&self, s: Place, t: Place) -> BTreeSet<Place> {
        let mut found = BTreeSet::from([t]);
        loop {
            let more: Vec<Place> = found
                .iter()
                .flat_map(|&(i, state)| {
                    self.ltss[i].successors(state, ActionId::TAU).map(move |target| (i, target))
                })
                .filter(|&between| self.related(s, between))
                .collect();
            let before = found.len();
            found.extend(more);
            if found.len() == before {
                return found;
            }
        }
    }

    fn steps(&self, s: Place) -> &'a [Edge] {
        self.ltss[s.0].edges(s.1)
    }
}

/// The number of classes of strong or branching bisimilarity on all states of an LTS without π and
/// END, for LTSs that are too large for [`NaiveBisimulation`]: all signatures anew in every round.
pub fn count_classes(lts: &Lts, branching: bool) -> usize {
    let mut block = vec![0; lts.num_states()];
    let mut count = 1;
    loop {
        let mut blocks = BTreeMap::new();
        let next = lts
            .states()
            .map(|state| {
                let key = (block[state.index()], signature(lts, state, &block, branching));
                let fresh = blocks.len();
                *blocks.entry(key).or_insert(fresh)
            })
            .collect();
        if blocks.len() == count {
            return count;
        }
        (count, block) = (blocks.len(), next);
    }
}

/// What a state can do in one step, after any number of inert ones if `branching`.
fn signature(
    lts: &Lts,
    state: StateId,
    block: &[usize],
    branching: bool,
) -> BTreeSet<(ActionId, usize)> {
    let (mut signature, mut seen) = (BTreeSet::new(), BTreeSet::from([state]));
    let mut waiting = vec![state];
    while let Some(at) = waiting.pop() {
        for edge in lts.edges(at) {
            let target = block[edge.target.index()];
            if !(branching && edge.action.is_tau() && target == block[state.index()]) {
                signature.insert((edge.action, target));
            } else if seen.insert(edge.target) {
                waiting.push(edge.target);
            }
        }
    }
    signature
}
