//! What the initial pair needs: through the matches that are watched, and the pairs that their
//! flows use.
//!
//! A match that was given up leaves pairs behind that nobody needs, and those need others. Looking
//! at them all took most of the time, so now and then it is found out which pairs matter. When all
//! of these were looked at, they are the simulation.

use std::collections::VecDeque;

use surmise_model::{MatchedStep, Rational, RelatedPair, StateId};

use super::fixed_point::FixedPoint;
use super::matches::{Flowing, Match, NEVER};

/// Fewer pairs are not worth finding out.
const LEAST: usize = 64;

impl FixedPoint<'_> {
    /// Lets those pairs wait that the initial one needs and that were not looked at yet, and no
    /// others. Tells whether there are any.
    pub(super) fn sweep(&mut self) -> bool {
        let found = self.reached();
        for id in std::mem::take(&mut self.waiting) {
            self.pairs[id as usize].is_waiting = false;
        }
        self.patience = (found.len() / 4).max(LEAST);
        let waits = |id: &u32| self.pairs[*id as usize].watched == NEVER;
        self.waiting = found.into_iter().filter(waits).collect::<VecDeque<u32>>();
        for id in &self.waiting {
            self.pairs[*id as usize].is_waiting = true;
        }
        !self.waiting.is_empty()
    }

    /// The pairs that the initial one needs, itself first.
    fn reached(&self) -> Vec<u32> {
        let mut found = vec![0u32];
        let mut is_found = vec![false; self.pairs.len()];
        is_found[0] = true;
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            next += 1;
            for matched in self.watched(id) {
                for (_, (left, right)) in self.used(matched) {
                    let other = self.pair_of[&(left, right)];
                    if !std::mem::replace(&mut is_found[other as usize], true) {
                        found.push(other);
                    }
                }
            }
        }
        found
    }

    /// What the transitions of a pair watch; nothing if it was not looked at yet.
    fn watched(&self, id: u32) -> impl Iterator<Item = &Match> {
        let pair = &self.pairs[id as usize];
        let row = if pair.watched == NEVER { 0..0 } else { self.left.row(pair.left) };
        let watches = self.watches.iter().skip(pair.watched as usize).take(row.len());
        watches.map(|watch| &self.matches[watch.matched as usize])
    }

    /// The pairs that the flow of a match uses, with their places, row by row.
    fn used(&self, matched: &Match) -> impl Iterator<Item = (usize, (StateId, StateId))> {
        let support = || self.right.distribution(matched.above).support();
        let rows = self.left.branches(matched.below).iter();
        let places = rows.flat_map(move |&(row, _)| support().map(move |column| (row, column)));
        places.enumerate().filter(|&(place, _)| matched.flow.uses(place))
    }

    /// The simulation that was found, the initial pair first: only pairs that a weight function of
    /// another uses.
    pub(crate) fn relation(&self) -> Vec<RelatedPair> {
        let related = self.reached().into_iter().map(|id| {
            let pair = &self.pairs[id as usize];
            let row = self.left.row(pair.left).zip(self.watched(id));
            let steps = row.map(|(place, matched)| MatchedStep {
                action: self.left.step(place).action,
                factors: self.left.factors(place).into(),
                matched_by: matched.above,
                weights: self.weights(matched),
            });
            RelatedPair {
                left: self.left.tuple(pair.left).into(),
                right: pair.right,
                steps: steps.collect(),
            }
        });
        related.collect()
    }

    /// The weight function of a match.
    fn weights(&self, matched: &Match) -> Vec<(Box<[StateId]>, StateId, Rational)> {
        let Match { below, above, flow, .. } = matched;
        let used = self.used(matched).map(|(place, (row, column))| {
            let weight = match flow {
                Flowing::Kept(flow) => flow.weight(place),
                _ if self.left.branches(*below).len() == 1 => {
                    self.right.distribution(*above).probability(column).clone()
                }
                _ => self.left.weights(*below)[place].clone(),
            };
            (self.left.tuple(row).into(), column, weight)
        });
        used.collect()
    }
}
