//! Which conditions hold in which states of parts that stand side by side.
//!
//! A condition is about one component. An abstraction that stands for components knows their
//! conditions if its classes do not mix states that differ in them; that is what a partition begins
//! with.

use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{Atom, ComponentId, Composition, StateId};

use super::partition::Partition;

/// Of each condition that an abstraction knows, the classes in which it holds.
pub(super) type ClassLabels = Vec<Option<FixedBitSet>>;

/// Of each condition, the place of the part that knows it and the states of that part in which it
/// holds.
pub(crate) type PartLabels<'a> = Vec<Option<(usize, &'a FixedBitSet)>>;

/// Who knows what among the components of a group and the assumption after them.
pub(super) fn part_labels<'a>(
    atoms: &'a [Atom],
    group: &[ComponentId],
    next: Option<&'a ClassLabels>,
) -> PartLabels<'a> {
    let own = |atom: &'a Atom| {
        let place = group.iter().position(|&component| component == atom.component)?;
        Some((place, &atom.states))
    };
    let others = |index: usize| {
        let states = next?[index].as_ref()?;
        Some((group.len(), states))
    };
    atoms.iter().enumerate().map(|(index, atom)| own(atom).or_else(|| others(index))).collect()
}

/// The coarsest partition whose classes do not mix states that differ in a condition.
pub(super) fn partition(concrete: &Composition, labels: &PartLabels<'_>) -> Partition {
    if labels.iter().all(Option::is_none) {
        return Partition::coarsest(concrete.lpts.num_states());
    }
    let mut known: IndexSet<Vec<bool>, FxBuildHasher> = IndexSet::default();
    let classes: Vec<StateId> = concrete
        .lpts
        .states()
        .map(|state| {
            let tuple = concrete.tuple(state);
            let holds =
                |&(place, states): &(usize, &FixedBitSet)| states.contains(tuple[place].index());
            let key = labels.iter().flatten().map(holds).collect();
            StateId::of(known.insert_full(key).0)
        })
        .collect();
    Partition::of(&classes).0
}

/// What the classes of a partition know.
pub(super) fn class_labels(
    concrete: &Composition,
    partition: &Partition,
    labels: &PartLabels<'_>,
) -> ClassLabels {
    let of = |&(place, states): &(usize, &FixedBitSet)| {
        let mut classes = FixedBitSet::with_capacity(partition.num_classes());
        for state in concrete.lpts.states() {
            if states.contains(concrete.tuple(state)[place].index()) {
                classes.insert(partition.classes()[state.index()].index());
            }
        }
        classes
    };
    labels.iter().map(|label| label.as_ref().map(of)).collect()
}
