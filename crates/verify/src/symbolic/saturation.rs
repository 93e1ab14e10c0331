//! All states that can be reached, and how far they are, by saturation.
//!
//! A node is *saturated* if no step whose uppermost participant is on its level or below leads out
//! of it. Levels are saturated from the bottom, and whatever a step makes below its uppermost
//! participant is saturated before it is looked at again: so a step is never applied to a
//! half-finished diagram, and the many intermediate sets of a breadth-first search are never built.
//! After Ciardo, Marmorstein and Siminiscu, "The saturation algorithm for symbolic state-space
//! exploration" (STTT 2006): `close` is their Saturate of a node, `fire` their RelProdSat. With
//! steps that cost one, distances come of it, as in Ciardo and Siminiscu (FMCAD 2002); with steps
//! that cost nothing, the set of reachable states.

use std::collections::VecDeque;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, StateId, Stop};

use super::diagrams::{Diagrams, Distances, Node};
use super::space::{Role, Space};

/// A node in the making: what is below each local state, and which of these to look at again.
#[derive(Debug, Default)]
struct Open {
    /// By local state; nothing is below those that were not touched.
    below: Vec<Distances>,
    touched: Vec<u32>,
    waiting: VecDeque<u32>,
    is_waiting: Vec<bool>,
}

impl Open {
    fn new(states: usize) -> Self {
        Self {
            below: vec![Distances::NONE; states],
            is_waiting: vec![false; states],
            ..Self::default()
        }
    }

    /// Lets a local state lead to more, or sooner.
    fn add(
        &mut self,
        value: u32,
        more: Distances,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<(), Stop> {
        let place = value as usize;
        let before = self.below[place];
        let after = diagrams.nearer(before, more)?;
        if after != before {
            if before.is_none() {
                self.touched.push(value);
            }
            self.below[place] = after;
            if !std::mem::replace(&mut self.is_waiting[place], true) {
                self.waiting.push_back(value);
            }
        }
        Ok(())
    }

    /// Makes the node, and is empty again.
    fn finish(&mut self, diagrams: &mut Diagrams<'_>) -> Result<Distances, Stop> {
        self.touched.sort_unstable();
        let begin = diagrams.begin();
        for value in self.touched.drain(..) {
            let below = std::mem::replace(&mut self.below[value as usize], Distances::NONE);
            diagrams.put(value, below);
        }
        diagrams.finish(begin)
    }
}

struct Saturation<'s, 'd, 'a> {
    space: &'s Space<'s>,
    diagrams: &'d mut Diagrams<'a>,
    /// What a step costs.
    cost: u32,
    /// What comes of an action below its uppermost participants.
    fired: HashMap<(ActionId, Node), Distances, FxBuildHasher>,
    /// Room for one node of each level: while one is open, only nodes below it are made.
    open: Vec<Open>,
}

/// The distances of all states from the initial one, where each step costs so much. No part is in π
/// there, and steps into π are not followed.
pub(super) fn saturate(
    space: &Space<'_>,
    cost: u32,
    diagrams: &mut Diagrams<'_>,
) -> Result<Distances, Stop> {
    let open = space.ltss.iter().map(|lts| Open::new(lts.num_states())).collect();
    let mut saturation = Saturation { space, diagrams, cost, fired: HashMap::default(), open };
    let mut reached = Distances::START;
    for (level, lts) in space.ltss.iter().enumerate().rev() {
        let mut open = std::mem::take(&mut saturation.open[level]);
        open.add(lts.initial().raw(), reached, saturation.diagrams)?;
        reached = saturation.close(level, &mut open)?;
        saturation.open[level] = open;
    }
    Ok(reached)
}

impl Saturation<'_, '_, '_> {
    /// Takes all steps with this level as the uppermost participant until nothing is new. What is
    /// below is saturated before and after.
    fn close(&mut self, level: usize, open: &mut Open) -> Result<Distances, Stop> {
        let lts = self.space.ltss[level];
        while let Some(value) = open.waiting.pop_front() {
            open.is_waiting[value as usize] = false;
            let row = lts.edges(StateId::of(value as usize));
            for edges in row.chunk_by(|one, other| one.action == other.action) {
                let below = open.below[value as usize];
                let action = edges[0].action;
                let after = match self.space.role(level, action) {
                    Role::Alone => below,
                    Role::Top => self.fire(action, 1, below.node, level + 1)?.further(below.plus),
                    Role::Other => continue,
                };
                if after.is_none() {
                    continue;
                }
                for edge in edges.iter().filter(|edge| !edge.target.is_error()) {
                    open.add(edge.target.raw(), after.further(self.cost), self.diagrams)?;
                }
            }
        }
        open.finish(self.diagrams)
    }

    /// What an action leads to from the tuples below a node, for the participants from `next` on;
    /// saturated if the node is.
    fn fire(
        &mut self,
        action: ActionId,
        next: usize,
        node: Node,
        level: usize,
    ) -> Result<Distances, Stop> {
        let Some(&participant) = self.space.participants(action).get(next) else {
            return Ok(Distances { node, plus: 0 });
        };
        if let Some(&known) = self.fired.get(&(action, node)) {
            return Ok(known);
        }
        self.diagrams.tick()?;
        let takes_part = participant as usize == level;
        let lts = self.space.ltss[level];
        let mut open = std::mem::take(&mut self.open[level]);
        for place in self.diagrams.places(node) {
            let edge = self.diagrams.edge(place);
            let targets = match takes_part {
                true => lts.edges_on(StateId::of(edge.value as usize), action),
                false => &[],
            };
            if takes_part && targets.iter().all(|edge| edge.target.is_error()) {
                continue;
            }
            let next = next + usize::from(takes_part);
            let after = self.fire(action, next, edge.below.node, level + 1)?;
            if after.is_none() {
                continue;
            }
            let after = after.further(edge.below.plus);
            if !takes_part {
                open.add(edge.value, after, self.diagrams)?;
            }
            for edge in targets.iter().filter(|edge| !edge.target.is_error()) {
                open.add(edge.target.raw(), after, self.diagrams)?;
            }
        }
        let result = self.close(level, &mut open)?;
        self.open[level] = open;
        self.diagrams.remember(&mut self.fired, (action, node), result)?;
        Ok(result)
    }
}
