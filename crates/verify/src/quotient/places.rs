//! The composition of abstractions with the property: 𝓜_may ‖ P as an explicit graph, with the must edges
//! marked in it.
//!
//! M may consist of several processes. Each has an abstraction of its own, and the product of these is an
//! abstraction of M: edges of the parts that are must edges, in either sense, make one of the product. So
//! neither M nor M ‖ P is ever built. A *place* is a class of every part and a state of P. It is the state
//! `[s]` of the paper, and a split of one class doubles the places that have it.
//!
//! Places that can no longer be reached, after splits, are no states of 𝓜 ‖ P any more and do not count; once a
//! place cannot be reached, no refinement brings it back.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop};

use super::modal::{Direction, Halves, Modal, Must};
use crate::assume::interface::alphabet_of;
use crate::automata::Interner;

/// Stands for π where a place is expected.
pub(super) const ERROR: u32 = u32::MAX;

/// A may edge between places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PlaceEdge {
    pub(super) action: ActionId,
    /// A place, or [`ERROR`].
    pub(super) target: u32,
    pub(super) must: Must,
}

/// What a split changed.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// New places, each with the one that it was part of, in the order of their numbers.
    pub(super) doubled: Vec<(u32, u32)>,
    /// Places whose edges are not what they were.
    pub(super) rows: Vec<u32>,
}

/// The graph.
#[derive(Debug)]
pub(super) struct Places<'p> {
    parts: Vec<Modal>,
    property: &'p Lts,
    /// Which parts take part in each action, by action.
    participants: Vec<Vec<usize>>,
    /// The property's actions that no part knows.
    free: Vec<ActionId>,
    tuples: Interner,
    rows: Vec<Vec<PlaceEdge>>,
    /// The places with an edge to a place; perhaps more.
    before: Vec<Vec<u32>>,
    /// The places with a class, by part and class.
    with_class: Vec<Vec<Vec<u32>>>,
    gone: FixedBitSet,
}

impl<'p> Places<'p> {
    /// The composition of abstractions and a property.
    pub(super) fn new(
        parts: Vec<Modal>,
        property: &'p Lts,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut participants: Vec<Vec<usize>> = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            for action in part.lts().alphabet().iter() {
                if participants.len() <= action.index() {
                    participants.resize_with(action.index() + 1, Vec::new);
                }
                participants[action.index()].push(index);
            }
        }
        let known = alphabet_of(parts.iter().map(Modal::lts));
        let mut places = Self {
            with_class: parts.iter().map(|part| vec![Vec::new(); part.len()]).collect(),
            free: property.alphabet().difference(&known).iter().collect(),
            participants,
            property,
            tuples: Interner::new(),
            rows: Vec::new(),
            before: Vec::new(),
            gone: FixedBitSet::new(),
            parts,
        };
        let mut initial: Vec<u32> = places.parts.iter().map(Modal::initial).collect();
        initial.push(property.initial().raw());
        places.add(&initial, context)?;
        let mut next = 0;
        while next < places.len() {
            let tuple = places.tuple(next as u32).to_vec();
            for (_, target, _) in places.steps(&tuple) {
                if let Some(target) = target {
                    places.add(&target, context)?;
                }
            }
            next += 1;
            context.check()?;
        }
        (0..places.len() as u32).for_each(|place| places.renew(place));
        Ok(places)
    }

    /// How many places have ever been.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many classes the parts have in all.
    pub(super) fn classes(&self) -> usize {
        self.parts.iter().map(Modal::len).sum()
    }

    /// All actions of M and P.
    pub(super) fn alphabet(&self) -> Alphabet {
        alphabet_of(self.parts.iter().map(Modal::lts).chain([self.property]))
    }

    /// The classes of the parts at a place, and the state of P.
    pub(super) fn tuple(&self, place: u32) -> &[u32] {
        self.tuples.get(StateId::of(place as usize))
    }

    /// The edges of a place, by action.
    pub(super) fn row(&self, place: u32) -> &[PlaceEdge] {
        &self.rows[place as usize]
    }

    /// All places with an edge to a place, and perhaps some more.
    pub(super) fn before(&self, place: u32) -> &[u32] {
        &self.before[place as usize]
    }

    /// Whether a place can be reached, as far as that was looked at.
    pub(super) fn is_there(&self, place: u32) -> bool {
        !self.gone.contains(place as usize)
    }

    /// The places that can be reached, as far as that was looked at.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.len() as u32).filter(|&place| self.is_there(place))
    }

    fn add(&mut self, tuple: &[u32], context: &Context<'_>) -> Result<u32, Stop> {
        let place = self.tuples.intern(tuple, context)?.raw();
        if place as usize == self.rows.len() {
            self.rows.push(Vec::new());
            self.before.push(Vec::new());
            self.gone.grow(place as usize + 1);
            for (part, &class) in tuple[..self.parts.len()].iter().enumerate() {
                self.with_class[part][class as usize].push(place);
            }
        }
        Ok(place)
    }

    /// The may edges of a tuple: the action, where it leads (nothing is π), and whether it is a must edge.
    fn steps(&self, tuple: &[u32]) -> Vec<(ActionId, Option<Vec<u32>>, Must)> {
        let mut steps = Vec::new();
        let mut offered: Vec<ActionId> = self.free.clone();
        let count = self.parts.len();
        for (index, part) in self.parts.iter().enumerate() {
            for edge in part.row(tuple[index]) {
                if edge.action.is_tau() {
                    let mut target = tuple.to_vec();
                    target[index] = edge.target;
                    steps.push((edge.action, Some(target), edge.must));
                } else if self.participants[edge.action.index()][0] == index
                    && offered.last() != Some(&edge.action)
                {
                    offered.push(edge.action);
                }
            }
        }
        offered.sort_unstable();
        for action in offered {
            let at = StateId::of(tuple[count] as usize);
            let next = match self.property.alphabet().contains(action) {
                true => self.property.successors(at, action).next().unwrap_or(StateId::ERROR),
                false => at,
            };
            let together = self.participants.get(action.index()).map_or(&[][..], Vec::as_slice);
            if next.is_error() {
                let offer = |&part: &usize| self.parts[part].offer(tuple[part], action);
                // [π]_M is all of M: wherever a member goes, it counts.
                if let Some(offers) = together.iter().map(offer).collect::<Option<Vec<bool>>>() {
                    let backward = offers.into_iter().all(|all| all);
                    steps.push((action, None, Must { forward: false, backward }));
                }
                continue;
            }
            let mut targets = vec![(tuple.to_vec(), Must::ALWAYS)];
            targets[0].0[count] = next.raw();
            for &part in together {
                let edges = self.parts[part].edges_on(tuple[part], action);
                let longer = targets.iter().flat_map(|(target, must)| {
                    edges.iter().map(move |edge| {
                        let mut target = target.clone();
                        target[part] = edge.target;
                        (target, must.both(edge.must))
                    })
                });
                targets = longer.collect();
            }
            steps.extend(targets.into_iter().map(|(target, must)| (action, Some(target), must)));
        }
        steps
    }

    /// Computes the edges of a place. What leads to a place that does not exist comes from one that cannot be
    /// reached any more.
    fn renew(&mut self, place: u32) {
        let tuple = self.tuple(place).to_vec();
        let mut row = Vec::new();
        for (action, target, must) in self.steps(&tuple) {
            let target = match target {
                None => ERROR,
                Some(target) => match self.tuples.find(&target) {
                    Some(target) => target.raw(),
                    None => continue,
                },
            };
            row.push(PlaceEdge { action, target, must });
            if target != ERROR && self.before[target as usize].last() != Some(&place) {
                self.before[target as usize].push(place);
            }
        }
        self.rows[place as usize] = row;
    }

    /// Splits a class of a part because of an edge that is no must edge. Nothing is done by halves: who wants
    /// to stop stops before.
    pub(super) fn refine(
        &mut self,
        direction: Direction,
        source: u32,
        edge: PlaceEdge,
    ) -> Result<Changes, Stop> {
        let from = self.tuple(source).to_vec();
        let to = (edge.target != ERROR).then(|| self.tuple(edge.target).to_vec());
        let (part, halves) = self.split(direction, edge.action, &from, to.as_deref())?;
        let mut changes = Changes::default();
        self.with_class[part].push(Vec::new());
        for old in self.with_class[part][halves.old as usize].clone() {
            if self.is_there(old) {
                let mut tuple = self.tuple(old).to_vec();
                tuple[part] = halves.new;
                changes.doubled.push((self.add(&tuple, &Context::unlimited())?, old));
            }
        }
        for class in halves.before.iter().chain([&halves.old, &halves.new]) {
            changes.rows.extend_from_slice(&self.with_class[part][*class as usize]);
        }
        changes.rows.retain(|&place| self.is_there(place));
        changes.rows.clone().into_iter().for_each(|place| self.renew(place));
        Ok(changes)
    }

    /// Splits a class of the first part whose own edge is no must edge.
    fn split(
        &mut self,
        direction: Direction,
        action: ActionId,
        from: &[u32],
        to: Option<&[u32]>,
    ) -> Result<(usize, Halves), Stop> {
        let together = match action.is_tau() {
            // τ of one part: the one that has such an edge.
            true => (0..self.parts.len()).collect(),
            false => self.participants.get(action.index()).cloned().unwrap_or_default(),
        };
        for part in together {
            let source = from[part];
            let fails = match to {
                None => self.parts[part].offer(source, action) == Some(false),
                Some(to) => {
                    let moves = !action.is_tau()
                        || (0..self.parts.len()).all(|i| i == part || from[i] == to[i]);
                    let mut edges = self.parts[part].edges_on(source, action).iter();
                    let edge = edges.find(|edge| edge.target == to[part]);
                    moves && edge.is_some_and(|edge| !edge.must.towards(direction))
                }
            };
            if fails {
                let target = to.map(|to| to[part]);
                let modal = &mut self.parts[part];
                let halves = match (direction, target) {
                    (Direction::Forward, Some(target)) => {
                        modal.split_target(source, action, target)?
                    }
                    _ => modal.split_source(source, action, target)?,
                };
                return Ok((part, halves));
            }
        }
        Err(Stop::internal("quotient: an edge is no must edge, and each of its parts is one"))
    }

    /// Whether a place that can be reached has an edge to π.
    pub(super) fn lead_to_error(&self) -> bool {
        self.reachable(|edge| edge.target == ERROR).is_none()
    }

    /// The places that can be reached; none at the first edge for which that is enough to know.
    fn reachable(&self, enough: impl Fn(&PlaceEdge) -> bool) -> Option<FixedBitSet> {
        let mut found = FixedBitSet::with_capacity(self.len());
        let mut waiting = vec![0u32];
        found.insert(0);
        while let Some(place) = waiting.pop() {
            for edge in self.row(place) {
                if enough(edge) {
                    return None;
                }
                if edge.target != ERROR && !found.put(edge.target as usize) {
                    waiting.push(edge.target);
                }
            }
        }
        Some(found)
    }

    /// Looks which places can still be reached. A place that can leads only to others that can.
    pub(super) fn sweep(&mut self) {
        let Some(found) = self.reachable(|_| false) else { return };
        for place in 0..self.len() {
            if !found.contains(place) && !self.gone.put(place) {
                self.rows[place] = Vec::new();
                self.before[place] = Vec::new();
            }
        }
        let gone = &self.gone;
        let there = |&place: &u32| !gone.contains(place as usize);
        for before in &mut self.before {
            before.retain(there);
            before.sort_unstable();
            before.dedup();
        }
        for places in self.with_class.iter_mut().flatten() {
            places.retain(there);
        }
    }

    /// The may edges between the places that can be reached, as an LTS, and the places of its states.
    pub(super) fn may(&mut self) -> Result<(Lts, Vec<u32>), Stop> {
        self.sweep();
        let there: Vec<u32> = self.iter().collect();
        let mut number = vec![StateId::ERROR; self.len()];
        for (state, &place) in there.iter().enumerate() {
            number[place as usize] = StateId::of(state);
        }
        let mut builder = Lts::builder();
        builder.ensure_states(there.len()).extend_alphabet(self.alphabet().iter());
        for &place in &there {
            for &PlaceEdge { action, target, .. } in self.row(place) {
                let target = if target == ERROR { StateId::ERROR } else { number[target as usize] };
                builder.add(number[place as usize], action, target);
            }
        }
        Ok((builder.build()?, there))
    }
}
