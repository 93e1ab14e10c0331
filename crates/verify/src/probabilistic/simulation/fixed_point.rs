//! The greatest fixed point of definition 5, on demand.
//!
//! The published algorithm starts from all pairs of states. Here a pair is looked at only if a
//! weight function needs it, beginning with the initial one. Each transition of a pair that was
//! looked at *watches* one transition of the right side, whose match has a maximal flow; a pair
//! that the flow uses is demanded. If it turns out not to be related, the flows that use it look
//! for another way; a match that finds none is dead, and who watched it tries the next transition;
//! a pair with a transition that has none left is refuted.
//!
//! Relations only shrink, so nothing is ever tried twice. When all pairs that the initial one needs
//! were looked at, they form a simulation: each of their transitions has a weight function on such
//! pairs. What was refuted is in no simulation, because pairs that nobody looked at counted as
//! related. Pairs are looked at breadth first, which keeps the trees flat that are made of the
//! refutations; those that are needed only by what was given up are left alone (`reached`).
//!
//! Any of the pairs that a flow may use would do, but most lead to a refutation, perhaps after many
//! others were looked at. Where that happens, it begins again, guided by `measures`.
//!
//! There may be millions of pairs, so what is known of each is kept small: lists are links in
//! common arrays, and a flow is kept only if there is more than one way to let everything flow.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use surmise_model::{Context, DistributionId, Event, IdOverflow, Lpts, Rational, StateId, Stop};

use super::actions::EnabledActions;
use super::flow::{Edge, Flow};
use super::lists::{List, Lists};
use super::matches::{Flowing, Match, NEVER, Pair, Watch};
use super::measures::{DEPTH, Measures};
use super::product::{Product, Step};

/// Whether measures of the states tell which pairs to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guidance {
    /// From the start.
    Always,
    /// As soon as many more pairs were looked at than there are states: then it begins again.
    WhenItHelps,
    /// Not at all.
    Never,
}

/// The relation, as far as it is known.
pub(crate) struct FixedPoint<'a> {
    pub(crate) left: Product<'a>,
    pub(crate) right: &'a Lpts,
    actions: EnabledActions,
    guidance: Guidance,
    measures: Option<Measures>,
    pub(super) pairs: Vec<Pair>,
    /// What the transitions of pairs that were looked at watch, row by row.
    pub(super) watches: Vec<Watch>,
    needs: Lists<u32>,
    watchers: Lists<(u32, u32)>,
    pub(super) pair_of: FxHashMap<(StateId, StateId), u32>,
    pub(super) matches: Vec<Match>,
    match_of: FxHashMap<(u32, DistributionId), u32>,
    pub(super) waiting: VecDeque<u32>,
    refuted: Vec<u32>,
    clock: u32,
    /// How many pairs to look at before the next [sweep](Self::sweep).
    pub(super) patience: usize,
    /// Room for the pairs of the match that is looked at, and for what they may carry.
    places: Vec<(StateId, StateId)>,
    edges: Vec<Edge>,
}

impl<'a> FixedPoint<'a> {
    /// Nothing is known yet.
    pub(crate) fn new(left: Product<'a>, right: &'a Lpts, guidance: Guidance) -> Self {
        Self {
            left,
            right,
            actions: EnabledActions::new(right),
            guidance,
            measures: None,
            pairs: Vec::new(),
            watches: Vec::new(),
            needs: Lists::default(),
            watchers: Lists::default(),
            pair_of: FxHashMap::default(),
            matches: Vec::new(),
            match_of: FxHashMap::default(),
            waiting: VecDeque::new(),
            refuted: Vec::new(),
            clock: DEPTH as u32 + 1,
            patience: 256,
            places: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// The pair of initial states.
    pub(crate) fn initial(&self) -> (StateId, StateId) {
        (StateId::of(0), self.right.initial())
    }

    /// How many pairs were looked at.
    pub(crate) fn num_pairs(&self) -> usize {
        self.pairs.len()
    }

    /// Whether the initial states are related.
    pub(crate) fn decide(&mut self, context: &Context<'_>) -> Result<bool, Stop> {
        let (left, right) = self.initial();
        if !self.actions.allow(&mut self.left, left, right, context)? {
            return Ok(false);
        }
        if self.guidance == Guidance::Always {
            self.measures = Some(Measures::new(self.right, context)?);
        }
        if self.is_refuted(left, right, context)? {
            return Ok(false);
        }
        self.demand(left, right, None)?;
        let mut turn = 0u64;
        while self.pairs[0].refuted_at == NEVER {
            turn += 1;
            if turn.is_multiple_of(64) {
                context.check()?;
                if self.wants_measures() {
                    self.begin_again();
                    return self.decide(context);
                }
            }
            if turn.is_multiple_of(1 << 12) {
                context.observer.event(&Event::Searching {
                    states: self.pairs.len() as u64,
                    waiting: self.waiting.len() as u64,
                    depth: 0,
                    bytes: 0,
                });
            }
            if let Some(pair) = self.refuted.pop() {
                self.withdraw(pair, context)?;
            } else if self.patience > 0
                && let Some(pair) = self.waiting.pop_front()
            {
                self.patience -= 1;
                self.look_at(pair, context)?;
            } else if !self.sweep() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether so many pairs were looked at that measures would have helped.
    fn wants_measures(&self) -> bool {
        let states = self.left.num_states() + self.right.num_states();
        self.guidance == Guidance::WhenItHelps && self.pairs.len() > 4 * states + 1_000
    }

    /// Forgets all pairs, to look at those that measures suggest.
    fn begin_again(&mut self) {
        let left = std::mem::replace(&mut self.left, Product::new(Vec::new()));
        *self = Self::new(left, self.right, Guidance::Always);
    }

    /// Whether measures refute a pair.
    fn is_refuted(
        &mut self,
        left: StateId,
        right: StateId,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let Some(measures) = &mut self.measures else { return Ok(false) };
        Ok(measures.refuted_at(&mut self.left, left, right, context)?.is_some())
    }

    /// Makes a pair matter to a match.
    fn demand(&mut self, left: StateId, right: StateId, by: Option<u32>) -> Result<(), Stop> {
        let next = self.pairs.len() as u32;
        let id = *self.pair_of.entry((left, right)).or_insert(next);
        if id == next {
            StateId::new(self.pairs.len() + 1)?;
            self.pairs.push(Pair {
                left,
                right,
                refuted_at: NEVER,
                culprit: 0,
                watched: NEVER,
                needed_by: List::EMPTY,
                is_waiting: false,
            });
        }
        let pair = &mut self.pairs[id as usize];
        if let Some(by) = by {
            self.needs.push(&mut pair.needed_by, by);
        }
        if pair.watched == NEVER && !pair.is_waiting {
            pair.is_waiting = true;
            self.waiting.push_back(id);
        }
        Ok(())
    }

    /// Looks for a match of each transition of a pair, if anybody still needs the pair.
    fn look_at(&mut self, id: u32, context: &Context<'_>) -> Result<(), Stop> {
        let pair = &mut self.pairs[id as usize];
        pair.is_waiting = false;
        let is_needed =
            self.needs.backwards(pair.needed_by).any(|m| self.matches[m as usize].is_alive());
        if id != 0 && !is_needed {
            return Ok(());
        }
        let row = self.left.expand(pair.left, context)?;
        let end = self.watches.len() + row.len();
        pair.watched = u32::try_from(self.watches.len())
            .map_err(|_| Stop::from(IdOverflow { kind: "transitions of pairs" }))?;
        self.watches.resize(end, Watch { candidate: 0, matched: NEVER });
        for transition in 0..row.len() as u32 {
            if !self.watch(id, transition, context)? {
                break;
            }
        }
        Ok(())
    }

    /// Finds something to watch for a transition of a pair, from its candidate on; else the pair is
    /// refuted.
    fn watch(&mut self, id: u32, transition: u32, context: &Context<'_>) -> Result<bool, Stop> {
        let Pair { left, right, watched, .. } = self.pairs[id as usize];
        let place = (watched + transition) as usize;
        let step = self.left.step(self.left.row(left).start + transition as usize);
        let candidates = self.candidates(step, right, context)?;
        let first = self.watches[place].candidate;
        for (candidate, &above) in candidates.iter().enumerate().skip(first as usize) {
            if let Some(matched) = self.matching(step.distribution, above, context)? {
                let watchers = &mut self.matches[matched as usize].watchers;
                self.watchers.push(watchers, (id, transition));
                let candidate = candidate as u32;
                self.watches[place] = Watch { candidate, matched };
                return Ok(true);
            }
        }
        let pair = &mut self.pairs[id as usize];
        pair.refuted_at = self.clock;
        pair.culprit = transition;
        self.clock += 1;
        self.refuted.push(id);
        Ok(false)
    }

    /// The distributions of the right state on the action of a step, the most promising ones first.
    fn candidates(
        &mut self,
        step: Step,
        right: StateId,
        context: &Context<'_>,
    ) -> Result<Vec<DistributionId>, Stop> {
        let choices = self.right.choices_on(right, step.action);
        let mut candidates: Vec<DistributionId> = choices.iter().map(|c| c.distribution).collect();
        if let Some(measures) = self.measures.as_mut().filter(|_| candidates.len() > 1) {
            let mut ranked = Vec::with_capacity(candidates.len());
            for id in candidates {
                let above = self.right.distribution(id);
                let product = &mut self.left;
                let far = measures.distance_of(product, step.distribution, above, context)?;
                ranked.push((far, id));
            }
            ranked.sort_unstable();
            candidates = ranked.into_iter().map(|(_, id)| id).collect();
        }
        Ok(candidates)
    }

    /// The match of two distributions, unless it is dead.
    fn matching(
        &mut self,
        below: u32,
        above: DistributionId,
        context: &Context<'_>,
    ) -> Result<Option<u32>, Stop> {
        if let Some(&known) = self.match_of.get(&(below, above)) {
            return Ok(Some(known).filter(|&known| known != NEVER));
        }
        let id = self.matches.len() as u32;
        self.matches.push(Match { below, above, flow: Flowing::Untried, watchers: List::EMPTY });
        self.match_of.insert((below, above), id);
        Ok(self.settle(id, context)?.then_some(id))
    }

    /// Lets all flow that a match can have, demands the pairs that it uses, and tells whether it is
    /// enough. If not, the match is dead.
    fn settle(&mut self, id: u32, context: &Context<'_>) -> Result<bool, Stop> {
        let Match { below, above, .. } = self.matches[id as usize];
        let mut places = std::mem::take(&mut self.places);
        let mut edges = std::mem::take(&mut self.edges);
        places.clear();
        edges.clear();
        let (right, rows) = (self.right, self.left.branches(below));
        for &(row, _) in rows {
            places.extend(right.distribution(above).support().map(|column| (row, column)));
        }
        let sizes = (rows.len(), places.len() / rows.len().max(1));
        for &(row, column) in &places {
            edges.push(self.edge(row, column, context)?);
        }
        let before = std::mem::replace(&mut self.matches[id as usize].flow, Flowing::Dead);
        let used: Vec<bool> = (0..edges.len()).map(|place| before.uses(place)).collect();
        self.matches[id as usize].flow = self.flowing(below, above, before, sizes, &edges);
        let is_alive = self.matches[id as usize].is_alive();
        if is_alive {
            for (place, &(row, column)) in places.iter().enumerate() {
                if !used[place] && self.matches[id as usize].flow.uses(place) {
                    self.demand(row, column, Some(id))?;
                }
            }
        } else {
            self.match_of.insert((below, above), NEVER);
        }
        (self.places, self.edges) = (places, edges);
        Ok(is_alive)
    }

    /// All that can flow between two distributions, if it is everything.
    fn flowing(
        &self,
        below: u32,
        above: DistributionId,
        before: Flowing,
        (rows, columns): (usize, usize),
        edges: &[Edge],
    ) -> Flowing {
        if rows == 1 || columns == 1 {
            let is_closed = edges.contains(&Edge::Closed);
            return if is_closed { Flowing::Dead } else { Flowing::OneWay };
        }
        let mut flow = match before {
            Flowing::Kept(kept) => Flow::resume(kept, rows, columns),
            _ => {
                let above: Vec<&Rational> =
                    self.right.distribution(above).iter().map(|(_, p)| p).collect();
                Flow::new(&self.left.weights(below), &above)
            }
        };
        match flow.maximise(edges) {
            true => Flowing::Kept(flow.keep()),
            false => Flowing::Dead,
        }
    }

    fn edge(&mut self, left: StateId, right: StateId, context: &Context<'_>) -> Result<Edge, Stop> {
        let known = self.pair_of.get(&(left, right)).map(|&id| self.pairs[id as usize].refuted_at);
        Ok(match known {
            Some(NEVER) => Edge::Open(self.rank(left, right, true)),
            Some(_) => Edge::Closed,
            None if !self.actions.allow(&mut self.left, left, right, context)? => Edge::Closed,
            None if self.is_refuted(left, right, context)? => Edge::Closed,
            None => Edge::Open(self.rank(left, right, false)),
        })
    }

    /// The smaller, the sooner a pair is to be used: pairs that are used anyway, or of states that
    /// are much alike.
    fn rank(&self, left: StateId, right: StateId, is_known: bool) -> u32 {
        match &self.measures {
            None => u32::from(!is_known),
            Some(measures) => {
                u32::try_from(measures.distance(left, right) >> if is_known { 6 } else { 2 })
                    .unwrap_or(u32::MAX)
            }
        }
    }

    /// Takes a refuted pair out of all flows.
    fn withdraw(&mut self, id: u32, context: &Context<'_>) -> Result<(), Stop> {
        let Pair { left, right, .. } = self.pairs[id as usize];
        let needed_by = std::mem::replace(&mut self.pairs[id as usize].needed_by, List::EMPTY);
        for matched in self.needs.to_vec(needed_by) {
            let Match { below, above, watchers, .. } = self.matches[matched as usize];
            let row = self.left.branches(below).iter().position(|&(state, _)| state == left);
            let above_support = self.right.distribution(above);
            let column = above_support.support().position(|state| state == right);
            let place = row.zip(column).map(|(row, column)| row * above_support.len() + column);
            let flow = &self.matches[matched as usize].flow;
            if !place.is_some_and(|place| flow.uses(place)) {
                continue;
            }
            let is_open = |pair: u32| self.pairs[pair as usize].refuted_at == NEVER;
            if !self.watchers.backwards(watchers).any(|(pair, _)| is_open(pair)) {
                // Nobody needs it any more. Who does later makes it again.
                self.matches[matched as usize].flow = Flowing::Dead;
                self.match_of.remove(&(below, above));
            } else if !self.settle(matched, context)? {
                self.matches[matched as usize].watchers = List::EMPTY;
                for (pair, transition) in self.watchers.to_vec(watchers) {
                    let Pair { refuted_at, watched, .. } = self.pairs[pair as usize];
                    if refuted_at == NEVER {
                        self.watches[(watched + transition) as usize].candidate += 1;
                        self.watch(pair, transition, context)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// When a pair was refuted, if it was: smaller than for all pairs that were refuted because of
    /// it.
    pub(crate) fn refuted_at(
        &mut self,
        left: StateId,
        right: StateId,
        context: &Context<'_>,
    ) -> Result<Option<u32>, Stop> {
        if !self.actions.allow(&mut self.left, left, right, context)? {
            return Ok(Some(0));
        }
        if let Some(measures) = &mut self.measures
            && let Some(depth) = measures.refuted_at(&mut self.left, left, right, context)?
        {
            return Ok(Some(depth));
        }
        let pair = self.pair_of.get(&(left, right)).map(|&id| &self.pairs[id as usize]);
        Ok(pair.map(|pair| pair.refuted_at).filter(|&time| time != NEVER))
    }

    /// The transition of a refuted pair that was not matched, by its place in the row; `None` if
    /// the right state lacks an action.
    pub(crate) fn culprit(&self, left: StateId, right: StateId) -> Option<usize> {
        let measures = self.measures.as_ref();
        let measured = measures.and_then(|m| m.culprit(&self.left, self.right, left, right));
        if measured.is_some() {
            return measured;
        }
        self.pair_of.get(&(left, right)).map(|&id| self.pairs[id as usize].culprit as usize)
    }
}
