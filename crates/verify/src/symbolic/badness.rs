//! What is wrong with reachable states: steps into π, and nothing to do.
//!
//! A step on an action that leads one participant into π is possible in a *box* of states: that
//! participant is where it can go wrong, and the others are where they offer the action. Whether a
//! box has something in common with what is reachable, and how near, is seen by walking down the
//! diagram; no diagram is built. A deadlock is a state in none of the boxes in which actions are
//! possible: these are taken away level by level from the bottom, each at its uppermost
//! participant, as saturation adds.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, StateId, Stop};

use super::diagrams::{Diagrams, Distances, END, NOWHERE, Node};
use super::space::{Role, Space};

/// Steps on an action by which the part on a level enters π.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Danger {
    pub(super) action: ActionId,
    /// Where something goes wrong.
    pub(super) level: u32,
    /// Who takes part, from the top.
    pub(super) levels: Vec<u32>,
}

impl Danger {
    /// All dangers of a level.
    pub(super) fn of(space: &Space<'_>, level: usize) -> Vec<Self> {
        let wrong = space.ltss[level].transitions().filter(|(_, edge)| edge.target.is_error());
        let mut actions: Vec<ActionId> = wrong.map(|(_, edge)| edge.action).collect();
        actions.sort_unstable();
        actions.dedup();
        let danger = |action: ActionId| Self {
            action,
            level: level as u32,
            levels: match action.is_tau() {
                true => vec![level as u32],
                false => space.participants(action).to_vec(),
            },
        };
        actions.into_iter().map(danger).filter(|danger| !danger.levels.is_empty()).collect()
    }

    /// Whether a participant may be in a local state.
    fn allows(&self, space: &Space<'_>, level: u32, value: u32) -> bool {
        let lts = space.ltss[level as usize];
        let edges = lts.edges_on(StateId::of(value as usize), self.action);
        match level == self.level {
            true => edges.iter().any(|edge| edge.target.is_error()),
            false => !edges.is_empty(),
        }
    }

    /// The smallest distance of a state below a node of the given level that is in the box.
    fn nearest(
        &self,
        space: &Space<'_>,
        diagrams: &mut Diagrams<'_>,
        (node, level): (Node, u32),
        known: &mut HashMap<Node, Option<u32>, FxBuildHasher>,
    ) -> Result<Option<u32>, Stop> {
        if self.levels.last().is_none_or(|&last| last < level) {
            // The smallest distance below a node is zero.
            return Ok((node != NOWHERE).then_some(0));
        }
        if let Some(&known) = known.get(&node) {
            return Ok(known);
        }
        diagrams.tick()?;
        let takes_part = self.levels.binary_search(&level).is_ok();
        let mut best: Option<u32> = None;
        for place in diagrams.places(node) {
            let edge = diagrams.edge(place);
            if takes_part && !self.allows(space, level, edge.value) {
                continue;
            }
            let below = (edge.below.node, level + 1);
            if let Some(distance) = self.nearest(space, diagrams, below, known)? {
                let distance = distance.saturating_add(edge.below.plus);
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        diagrams.remember(known, node, best)?;
        Ok(best)
    }

    /// A nearest state in the box, as local states by level, and its distance.
    fn state(
        &self,
        space: &Space<'_>,
        diagrams: &mut Diagrams<'_>,
        distances: Distances,
    ) -> Result<Option<(u32, Vec<StateId>)>, Stop> {
        let mut known = HashMap::default();
        let root = (distances.node, 0);
        let Some(distance) = self.nearest(space, diagrams, root, &mut known)? else {
            return Ok(None);
        };
        let mut left = distance;
        let mut values = Vec::with_capacity(space.depth());
        let mut node = distances.node;
        for level in 0..space.depth() as u32 {
            let takes_part = self.levels.binary_search(&level).is_ok();
            for place in diagrams.places(node) {
                let edge = diagrams.edge(place);
                let possible = !takes_part || self.allows(space, level, edge.value);
                let Some(rest) = left.checked_sub(edge.below.plus).filter(|_| possible) else {
                    continue;
                };
                let below = (edge.below.node, level + 1);
                if self.nearest(space, diagrams, below, &mut known)? == Some(rest) {
                    values.push(StateId::of(edge.value as usize));
                    (node, left) = (edge.below.node, rest);
                    break;
                }
            }
        }
        Ok(Some((distance.saturating_add(distances.plus), values)))
    }
}

/// The first of some dangers that a state is in, if one is.
pub(super) fn first_danger<'d>(
    dangers: &'d [Danger],
    space: &Space<'_>,
    diagrams: &mut Diagrams<'_>,
    reached: Distances,
) -> Result<Option<&'d Danger>, Stop> {
    let layers = diagrams.layers(reached.node, space.depth())?;
    let mut known = HashMap::default();
    for danger in dangers {
        known.clear();
        let Some(&top) = danger.levels.first() else { continue };
        // Every node can be reached from above, and every path below it goes on to the end.
        for &node in &layers[top as usize] {
            if danger.nearest(space, diagrams, (node, top), &mut known)?.is_some() {
                return Ok(Some(danger));
            }
        }
    }
    Ok(None)
}

/// A danger, and a nearest state in which it is: local states by level.
pub(super) struct Found<'d> {
    pub(super) danger: &'d Danger,
    pub(super) distance: u32,
    pub(super) values: Vec<StateId>,
}

/// A danger that is nearest, the first of those.
pub(super) fn nearest_danger<'d>(
    dangers: &'d [Danger],
    space: &Space<'_>,
    diagrams: &mut Diagrams<'_>,
    distances: Distances,
) -> Result<Option<Found<'d>>, Stop> {
    let mut best: Option<Found<'_>> = None;
    let mut known = HashMap::default();
    for danger in dangers {
        if best.as_ref().is_some_and(|best| best.distance == distances.plus) {
            break;
        }
        known.clear();
        let distance = danger.nearest(space, diagrams, (distances.node, 0), &mut known)?;
        let Some(distance) = distance.map(|distance| distance.saturating_add(distances.plus))
        else {
            continue;
        };
        if best.as_ref().is_none_or(|best| distance < best.distance)
            && let Some((distance, values)) = danger.state(space, diagrams, distances)?
        {
            best = Some(Found { danger, distance, values });
        }
    }
    Ok(best)
}

/// The states among some in which no step is possible, and the system has not ended; it has where
/// the parts on these levels are in these states.
pub(super) fn deadlocks(
    space: &Space<'_>,
    diagrams: &mut Diagrams<'_>,
    reached: Distances,
    end: Option<&[(u32, StateId)]>,
) -> Result<Distances, Stop> {
    let mut removal =
        Removal { space, diagrams, end, stuck: HashMap::default(), without: HashMap::default() };
    let stuck = removal.stuck(reached.node, 0)?;
    let unended = match end {
        Some(_) => removal.without(None, 0, stuck.node, 0)?.further(stuck.plus),
        None => stuck,
    };
    Ok(unended.further(reached.plus))
}

/// A smallest of the nearest tuples, by level, and its distance.
pub(super) fn nearest(
    diagrams: &Diagrams<'_>,
    distances: Distances,
) -> Option<(u32, Vec<StateId>)> {
    let mut values = Vec::new();
    let mut node = distances.node;
    if node == NOWHERE {
        return None;
    }
    while node != END {
        let edge = diagrams.edges(node).iter().find(|edge| edge.below.plus == 0)?;
        values.push(StateId::of(edge.value as usize));
        node = edge.below.node;
    }
    Some((distances.plus, values))
}

/// Taking away the states in which something is possible.
struct Removal<'s, 'd, 'a> {
    space: &'s Space<'s>,
    diagrams: &'d mut Diagrams<'a>,
    /// Where the system has ended, by growing levels.
    end: Option<&'s [(u32, StateId)]>,
    stuck: HashMap<Node, Distances, FxBuildHasher>,
    without: HashMap<(Option<ActionId>, Node), Distances, FxBuildHasher>,
}

impl Removal<'_, '_, '_> {
    /// The tuples below a node that take part in no step which begins on its level or below.
    fn stuck(&mut self, node: Node, level: usize) -> Result<Distances, Stop> {
        if node == NOWHERE || node == END {
            return Ok(Distances { node, plus: 0 });
        }
        if let Some(&known) = self.stuck.get(&node) {
            return Ok(known);
        }
        self.diagrams.tick()?;
        let space = self.space;
        let begin = self.diagrams.begin();
        for place in self.diagrams.places(node) {
            let edge = self.diagrams.edge(place);
            let row = space.ltss[level].edges(StateId::of(edge.value as usize));
            if row.iter().any(|edge| space.role(level, edge.action) == Role::Alone) {
                continue;
            }
            let mut left = self.stuck(edge.below.node, level + 1)?;
            for edges in row.chunk_by(|one, other| one.action == other.action) {
                let action = edges[0].action;
                if space.role(level, action) == Role::Top {
                    left = self.without(Some(action), 1, left.node, level + 1)?.further(left.plus);
                }
            }
            if !left.is_none() {
                self.diagrams.put(edge.value, left.further(edge.below.plus));
            }
        }
        let result = self.diagrams.finish(begin)?;
        self.diagrams.remember(&mut self.stuck, node, result)?;
        Ok(result)
    }

    /// The tuples below a node in which some participant of an action, from `next` on, does not
    /// offer it; of no action, in which the system has not ended.
    fn without(
        &mut self,
        action: Option<ActionId>,
        next: usize,
        node: Node,
        level: usize,
    ) -> Result<Distances, Stop> {
        let participant = match (action, self.end) {
            (Some(action), _) => self.space.participants(action).get(next).copied(),
            (None, end) => end.and_then(|end| end.get(next)).map(|&(level, _)| level),
        };
        let Some(participant) = participant else { return Ok(Distances::NONE) };
        if node == NOWHERE {
            return Ok(Distances::NONE);
        }
        if let Some(&known) = self.without.get(&(action, node)) {
            return Ok(known);
        }
        self.diagrams.tick()?;
        let takes_part = participant as usize == level;
        let begin = self.diagrams.begin();
        for place in self.diagrams.places(node) {
            let edge = self.diagrams.edge(place);
            let value = StateId::of(edge.value as usize);
            let offers = || match (action, self.end) {
                (Some(action), _) => !self.space.ltss[level].edges_on(value, action).is_empty(),
                (None, end) => end.is_some_and(|end| end[next].1 == value),
            };
            let left = match takes_part && !offers() {
                true => edge.below,
                false => {
                    let next = next + usize::from(takes_part);
                    let left = self.without(action, next, edge.below.node, level + 1)?;
                    left.further(edge.below.plus)
                }
            };
            self.diagrams.put(edge.value, left);
        }
        let result = self.diagrams.finish(begin)?;
        self.diagrams.remember(&mut self.without, (action, node), result)?;
        Ok(result)
    }
}
