//! All states that can be reached, and how far they are, by saturation.
//!
//! A node is *saturated* if no step whose uppermost participant is on its level or below leads out
//! of it. Levels are saturated from the bottom, and whatever a step makes below its uppermost
//! participant is saturated before it is looked at again: so a step is never applied to a
//! half-finished diagram, and the many intermediate sets of a breadth-first search are never built.
//! After Ciardo, Marmorstein and Siminiscu, "The saturation algorithm for symbolic state-space
//! exploration" (STTT 2006): `close` is their Saturate of a node, `fire` their RelProdSat. With
//! steps that cost one, distances come of it, as in Ciardo and Siminiscu (FMCAD 2002); with steps
//! that cost nothing, the set of reachable states. A [`History`] keeps how each of them was found.

use std::collections::VecDeque;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, StateId, Stop};

use super::diagrams::{Diagrams, Distances, Node};
use super::history::{Closing, History, Origin};
use super::space::{Role, Space};

/// A node in the making: what is below each local state, and which of these to look at again.
#[derive(Debug, Default)]
struct Open {
    /// By local state; nothing is below those that were not touched.
    below: Vec<Distances>,
    touched: Vec<u32>,
    waiting: VecDeque<u32>,
    is_waiting: Vec<bool>,
    /// What a history keeps of it.
    closing: Closing,
}

impl Open {
    fn new(states: usize) -> Self {
        Self {
            below: vec![Distances::NONE; states],
            is_waiting: vec![false; states],
            ..Self::default()
        }
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
    /// Where it is kept how everything was found, if it is.
    history: Option<&'d mut History>,
}

/// The distances of all states from the initial one, where each step costs so much. No part is in π
/// there, and steps into π are not followed. A history is kept where one is given; that makes sense
/// where steps cost nothing.
pub(super) fn saturate<'d>(
    space: &'d Space<'d>,
    cost: u32,
    diagrams: &'d mut Diagrams<'_>,
    history: Option<&'d mut History>,
) -> Result<Distances, Stop> {
    let open = space.ltss.iter().map(|lts| Open::new(lts.num_states())).collect();
    let fired = HashMap::default();
    let mut saturation = Saturation { space, diagrams, cost, fired, open, history };
    let mut reached = Distances::START;
    for (level, lts) in space.ltss.iter().enumerate().rev() {
        let mut open = std::mem::take(&mut saturation.open[level]);
        let initial = lts.initial().raw();
        saturation.add(&mut open, initial, reached, Origin::seed(initial, reached))?;
        reached = saturation.close(level, &mut open, None)?;
        saturation.open[level] = open;
    }
    Ok(reached)
}

impl Saturation<'_, '_, '_> {
    /// Lets a local state of an open node lead to more, or sooner.
    fn add(
        &mut self,
        open: &mut Open,
        value: u32,
        more: Distances,
        origin: Origin,
    ) -> Result<(), Stop> {
        let place = value as usize;
        let before = open.below[place];
        let after = self.diagrams.nearer(before, more)?;
        if after == before {
            return Ok(());
        }
        if before.is_none() {
            open.touched.push(value);
        }
        open.below[place] = after;
        if !std::mem::replace(&mut open.is_waiting[place], true) {
            open.waiting.push_back(value);
        }
        match &mut self.history {
            Some(history) => {
                history.add(&mut open.closing, (value, before.node), origin, self.diagrams)
            }
            None => Ok(()),
        }
    }

    /// Takes all steps with this level as the uppermost participant until nothing is new. What is
    /// below is saturated before and after. If the node comes of an action, that and the node from
    /// which it comes are given.
    fn close(
        &mut self,
        level: usize,
        open: &mut Open,
        of: Option<(ActionId, Node)>,
    ) -> Result<Distances, Stop> {
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
                let origin = Origin { source: value, below: below.node, action: Some(action) };
                for edge in edges.iter().filter(|edge| !edge.target.is_error()) {
                    self.add(open, edge.target.raw(), after.further(self.cost), origin)?;
                }
            }
        }
        if let Some(history) = &mut self.history {
            history.finish(&mut open.closing, &open.touched, of, self.diagrams)?;
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
            let origin = Origin::seed(edge.value, edge.below);
            if !takes_part {
                self.add(&mut open, edge.value, after, origin)?;
            }
            for edge in targets.iter().filter(|edge| !edge.target.is_error()) {
                self.add(&mut open, edge.target.raw(), after, origin)?;
            }
        }
        let result = self.close(level, &mut open, Some((action, node)))?;
        self.open[level] = open;
        self.diagrams.remember(&mut self.fired, (action, node), result)?;
        Ok(result)
    }
}
