//! The composition of [abstractions](super::abstractions) with the property: 𝓜_may ‖ P as an
//! explicit graph, with the must edges marked in it.
//!
//! Neither M nor M ‖ P is ever built. A *place* is a class of every part and a state of P. It is
//! the state `[s]` of the paper, and a split of one class doubles the places that have it. There
//! are many of them where there are many parts: so limits are looked at wherever places are gone
//! through, and after a split only those edges are computed anew that the split part takes part in.
//!
//! Places that can no longer be reached, after splits, are no states of 𝓜 ‖ P any more and do not
//! count; once a place cannot be reached, no refinement brings it back.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop};

use super::abstractions::Abstractions;
use super::modal::{Direction, Halves, Modal, Must};
use crate::automata::{BuildWithin as _, Interner, Pace};

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
    /// Whether the first place is the initial state alone now.
    pub(super) initial_is_alone: bool,
}

/// The graph.
#[derive(Debug)]
pub(super) struct Places<'p> {
    abstractions: Abstractions<'p>,
    tuples: Interner,
    rows: Vec<Vec<PlaceEdge>>,
    /// The places with an edge to a place; perhaps more.
    before: Vec<Vec<u32>>,
    /// The places with a class, by part and class.
    with_class: Vec<Vec<Vec<u32>>>,
    gone: FixedBitSet,
    /// How many edges were computed beyond [`MANY`] of a place.
    surplus: u64,
}

/// A place with more edges than this takes more work than others.
const MANY: usize = 64;

impl<'p> Places<'p> {
    /// The composition of abstractions and a property.
    pub(super) fn new(
        parts: Vec<Modal>,
        property: &'p Lts,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let with_class = parts.iter().map(|part| vec![Vec::new(); part.len()]).collect();
        let mut places = Self {
            abstractions: Abstractions::new(parts, property),
            tuples: Interner::new(),
            rows: Vec::new(),
            before: Vec::new(),
            with_class,
            gone: FixedBitSet::new(),
            surplus: 0,
        };
        let mut pace = Pace::new(context);
        let initial = places.abstractions.initial();
        places.add(&initial, context)?;
        let mut next = 0;
        while next < places.len() {
            let tuple = places.tuple(next as u32).to_vec();
            let Self { abstractions, tuples, .. } = &mut places;
            let before = tuples.len();
            abstractions.steps(&tuple, |_, target, _| {
                pace.spend(tuple.len())?;
                target.map_or(Ok(()), |target| tuples.intern(target, context).map(drop))
            })?;
            for place in before..places.tuples.len() {
                places.keep(place as u32, context)?;
            }
            next += 1;
        }
        for place in 0..places.len() as u32 {
            places.renew(place, &mut pace)?;
        }
        Ok(places)
    }

    /// How many places have ever been.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many edges were computed beyond what is usual for a place.
    pub(super) fn surplus(&self) -> u64 {
        self.surplus
    }

    /// Whether the first place is the initial state alone.
    pub(super) fn initial_is_alone(&self) -> bool {
        self.abstractions.initial_is_alone()
    }

    /// How many classes the parts have in all.
    pub(super) fn classes(&self) -> usize {
        self.abstractions.parts().iter().map(Modal::len).sum()
    }

    /// All actions of M and P.
    pub(super) fn alphabet(&self) -> Alphabet {
        self.abstractions.alphabet()
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
            self.keep(place, context)?;
        }
        Ok(place)
    }

    /// Makes room for a new place.
    fn keep(&mut self, place: u32, context: &Context<'_>) -> Result<(), Stop> {
        if self.rows.len() == self.rows.capacity() {
            let rows = 2 * (self.rows.capacity() + 1) * size_of::<Vec<PlaceEdge>>();
            context.reserve(2 * rows as u64)?;
        }
        self.rows.push(Vec::new());
        self.before.push(Vec::new());
        self.gone.grow(place as usize + 1);
        let Self { with_class, tuples, .. } = self;
        let tuple = tuples.get(StateId::of(place as usize));
        let mut more = 0;
        for (with_class, &class) in with_class.iter_mut().zip(tuple) {
            let places = &mut with_class[class as usize];
            if places.len() == places.capacity() {
                more += 2 * places.capacity() * size_of::<u32>();
            }
        }
        if more > 0 {
            context.reserve(more as u64)?;
        }
        for (with_class, &class) in with_class.iter_mut().zip(tuple) {
            with_class[class as usize].push(place);
        }
        Ok(())
    }

    /// Computes the edges of a place.
    fn renew(&mut self, place: u32, pace: &mut Pace<'_>) -> Result<(), Stop> {
        self.compute(place, Vec::new(), None, pace)
    }

    /// Computes those edges of a place anew that concern a part of which a class was split. All
    /// others lead from the place to where they did; from the other half of a place that was
    /// doubled they lead to the other half of where they did.
    fn renew_for(
        &mut self,
        part: usize,
        place: u32,
        doubled: &[(u32, u32)],
        pace: &mut Pace<'_>,
    ) -> Result<(), Stop> {
        let other_half = |place: u32| {
            let half = doubled.binary_search_by_key(&place, |&(_, old)| old).ok()?;
            Some(doubled[half].0)
        };
        let first_new = doubled.first().map_or(self.rows.len(), |&(new, _)| new as usize);
        let Self { abstractions, rows, before, .. } = self;
        let row = match (place as usize).checked_sub(first_new) {
            None => {
                let mut row = std::mem::take(&mut rows[place as usize]);
                row.retain(|edge| !abstractions.concerns(part, edge.action));
                row
            }
            Some(half) => {
                let others = rows[doubled[half].1 as usize].iter();
                let others = others.filter(|edge| !abstractions.concerns(part, edge.action));
                let led_on = |edge: &PlaceEdge| match edge.target {
                    ERROR => Some(*edge),
                    target => Some(PlaceEdge { target: other_half(target)?, ..*edge }),
                };
                let row: Vec<PlaceEdge> = others.filter_map(led_on).collect();
                row.iter().for_each(|edge| note(before, place, edge.target));
                row
            }
        };
        pace.spend(row.len() + 1)?;
        self.compute(place, row, Some(part), pace)
    }

    /// Adds to the edges of a place all others, or those that concern a part. What leads to a place
    /// that does not exist comes from one that cannot be reached any more.
    fn compute(
        &mut self,
        place: u32,
        mut row: Vec<PlaceEdge>,
        concerned: Option<usize>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stop> {
        let tuple = self.tuple(place).to_vec();
        let Self { abstractions, tuples, before, .. } = self;
        let found = |action, target: Option<&[u32]>, must| {
            pace.spend(tuple.len())?;
            let target = match target {
                None => ERROR,
                Some(target) => match tuples.find(target) {
                    Some(target) => target.raw(),
                    None => return Ok(()),
                },
            };
            row.push(PlaceEdge { action, target, must });
            note(before, place, target);
            Ok(())
        };
        match concerned {
            None => abstractions.steps(&tuple, found)?,
            Some(part) => {
                abstractions.steps_of(part, &tuple, found)?;
                row.sort_by_key(|edge| edge.action);
            }
        }
        self.surplus += row.len().saturating_sub(MANY) as u64;
        self.rows[place as usize] = row;
        Ok(())
    }

    /// The edges of a place as they are computed from nothing.
    #[cfg(test)]
    pub(super) fn row_from_nothing(&self, place: u32) -> Vec<PlaceEdge> {
        let mut row = Vec::new();
        let steps = self.abstractions.steps(self.tuple(place), |action, target, must| {
            let target = target.map_or(Some(ERROR), |to| Some(self.tuples.find(to)?.raw()));
            row.extend(target.map(|target| PlaceEdge { action, target, must }));
            Ok(())
        });
        steps.expect("nothing stops it");
        row
    }

    /// Splits a class of a part because of an edge that is no must edge. If that is stopped, the
    /// places are of no use any more.
    pub(super) fn refine(
        &mut self,
        direction: Direction,
        source: u32,
        edge: PlaceEdge,
        context: &Context<'_>,
    ) -> Result<Changes, Stop> {
        let from = self.tuple(source).to_vec();
        let to = (edge.target != ERROR).then(|| self.tuple(edge.target).to_vec());
        let split = self.abstractions.split(direction, edge.action, &from, to.as_deref())?;
        self.double(split, context)
    }

    /// Splits the initial class of a part that has others in it. The same holds if that is stopped.
    pub(super) fn separate_initial(&mut self, context: &Context<'_>) -> Result<Changes, Stop> {
        let split = self.abstractions.separate_initial()?;
        self.double(split, context)
    }

    /// Doubles the places with a class that was split.
    fn double(
        &mut self,
        (part, halves): (usize, Halves),
        context: &Context<'_>,
    ) -> Result<Changes, Stop> {
        let initial_is_alone = self.initial_is_alone();
        let mut changes = Changes { initial_is_alone, ..Changes::default() };
        let mut pace = Pace::new(context);
        self.with_class[part].push(Vec::new());
        for old in self.with_class[part][halves.old as usize].clone() {
            if self.is_there(old) {
                let mut tuple = self.tuple(old).to_vec();
                tuple[part] = halves.new;
                pace.spend(tuple.len())?;
                changes.doubled.push((self.add(&tuple, context)?, old));
            }
        }
        for class in halves.before.iter().chain([&halves.old, &halves.new]) {
            changes.rows.extend_from_slice(&self.with_class[part][*class as usize]);
        }
        changes.rows.retain(|&place| self.is_there(place));
        for &place in &changes.rows {
            self.renew_for(part, place, &changes.doubled, &mut pace)?;
        }
        Ok(changes)
    }

    /// Whether a place that can be reached has an edge to π.
    pub(super) fn lead_to_error(&self, context: &Context<'_>) -> Result<bool, Stop> {
        Ok(self.reachable(|edge| edge.target == ERROR, context)?.is_none())
    }

    /// The places that can be reached; none at the first edge for which that is enough to know.
    fn reachable(
        &self,
        enough: impl Fn(&PlaceEdge) -> bool,
        context: &Context<'_>,
    ) -> Result<Option<FixedBitSet>, Stop> {
        let mut pace = Pace::new(context);
        let mut found = FixedBitSet::with_capacity(self.len());
        let mut waiting = vec![0u32];
        found.insert(0);
        while let Some(place) = waiting.pop() {
            pace.spend(self.row(place).len() + 1)?;
            for edge in self.row(place) {
                if enough(edge) {
                    return Ok(None);
                }
                if edge.target != ERROR && !found.put(edge.target as usize) {
                    waiting.push(edge.target);
                }
            }
        }
        Ok(Some(found))
    }

    /// Looks which places can still be reached. A place that can leads only to others that can.
    pub(super) fn sweep(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let Some(found) = self.reachable(|_| false, context)? else { return Ok(()) };
        for place in 0..self.len() {
            if !found.contains(place) && !self.gone.put(place) {
                self.rows[place] = Vec::new();
                self.before[place] = Vec::new();
            }
        }
        let mut pace = Pace::new(context);
        let gone = &self.gone;
        let there = |&place: &u32| !gone.contains(place as usize);
        for before in &mut self.before {
            pace.spend(before.len() + 1)?;
            before.retain(there);
            before.sort_unstable();
            before.dedup();
        }
        for places in self.with_class.iter_mut().flatten() {
            pace.spend(places.len() + 1)?;
            places.retain(there);
        }
        Ok(())
    }

    /// The may edges between the places that can be reached, as an LTS, and the places of its
    /// states.
    pub(super) fn may(&mut self, context: &Context<'_>) -> Result<(Lts, Vec<u32>), Stop> {
        self.sweep(context)?;
        let there: Vec<u32> = self.iter().collect();
        let mut number = vec![StateId::ERROR; self.len()];
        for (state, &place) in there.iter().enumerate() {
            number[place as usize] = StateId::of(state);
        }
        let mut builder = Lts::builder();
        builder.ensure_states(there.len()).extend_alphabet(self.alphabet().iter());
        for &place in &there {
            builder.make_room(self.row(place).len(), context)?;
            for &PlaceEdge { action, target, .. } in self.row(place) {
                let target = if target == ERROR { StateId::ERROR } else { number[target as usize] };
                builder.add(number[place as usize], action, target);
            }
        }
        Ok((builder.build_within(context)?, there))
    }
}

/// Takes note that a place has an edge to another one.
fn note(before: &mut [Vec<u32>], place: u32, target: u32) {
    if target != ERROR && before[target as usize].last() != Some(&place) {
        before[target as usize].push(place);
    }
}
