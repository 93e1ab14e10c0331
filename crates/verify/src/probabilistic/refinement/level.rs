//! One assumption of a chain: an abstraction of the group after it and of the next assumption.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use surmise_model::{
    Atom, ComponentId, Composition, Context, Lpts, ProbabilisticAssumption, StateId, Stop, compose,
};

use super::labels::{ClassLabels, class_labels, part_labels, partition};
use super::partition::Partition;

/// An assumption, and what it abstracts.
pub(super) struct Level<'a> {
    group: &'a [ComponentId],
    components: Vec<&'a Lpts>,
    /// What must not be mixed.
    atoms: &'a [Atom],
    /// The components and the next assumption, if there is one.
    pub(super) concrete: Composition,
    pub(super) partition: Partition,
    /// The quotient (definition 8).
    pub(super) abstraction: Lpts,
    /// What its states know.
    pub(super) labels: ClassLabels,
}

impl<'a> Level<'a> {
    /// The coarsest abstraction that does not mix states that differ in an atom.
    pub(super) fn new(
        group: &'a [ComponentId],
        components: Vec<&'a Lpts>,
        atoms: &'a [Atom],
        next: Option<&Level<'_>>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let concrete = composed(&components, next, context)?;
        let labels = part_labels(atoms, group, next.map(|next| &next.labels));
        let partition = partition(&concrete, &labels);
        let labels = class_labels(&concrete, &partition, &labels);
        let abstraction = quotient(&concrete.lpts, &partition)?;
        Ok(Self { group, components, atoms, concrete, partition, abstraction, labels })
    }

    /// Splits classes, and tells which class each of them comes from. `next` is the assumption
    /// after this one.
    pub(super) fn refine(
        &mut self,
        splits: &[(StateId, FixedBitSet)],
        next: Option<&Level<'_>>,
    ) -> Result<Vec<StateId>, Stop> {
        let mut origin: Vec<StateId> = (0..self.partition.num_classes()).map(StateId::of).collect();
        for (class, set) in splits {
            if self.partition.split(*class, set) {
                origin.push(origin[class.index()]);
            }
        }
        // Lemma 6, and so theorem 4: there are at most as many refinements as states, but one.
        if origin.len() == self.abstraction.num_states() {
            return Err(Stop::internal("a refinement that refines nothing"));
        }
        self.abstraction = quotient(&self.concrete.lpts, &self.partition)?;
        self.label(next);
        Ok(origin)
    }

    /// Finds out what the states of the abstraction know.
    fn label(&mut self, next: Option<&Level<'_>>) {
        let labels = part_labels(self.atoms, self.group, next.map(|next| &next.labels));
        self.labels = class_labels(&self.concrete, &self.partition, &labels);
    }

    /// The same abstraction after the next assumption was refined: what was one class stays one.
    /// `origin` says which state each state of the next assumption was before. Gives the same for
    /// this one.
    ///
    /// The paper starts again from the coarsest partition ([`restart`](Self::restart)). What was
    /// told apart was so for a reason, and here it need not be found again
    /// ([`KeptPartitions`](crate::Departure::KeptPartitions)).
    pub(super) fn renew(
        &mut self,
        next: &Level<'_>,
        origin: &[StateId],
        context: &Context<'_>,
    ) -> Result<Vec<StateId>, Stop> {
        let before: FxHashMap<&[StateId], StateId> = self
            .concrete
            .lpts
            .states()
            .map(|state| (self.concrete.tuple(state), self.partition.classes()[state.index()]))
            .collect();
        let concrete = composed(&self.components, Some(next), context)?;
        let mut classes = Vec::with_capacity(concrete.lpts.num_states());
        for state in concrete.lpts.states() {
            let mut tuple = concrete.tuple(state).to_vec();
            if let Some(last) = tuple.last_mut() {
                *last = origin[last.index()];
            }
            match before.get(&tuple[..]) {
                Some(&class) => classes.push(class),
                None => return Err(Stop::internal("a refined assumption that does more")),
            }
        }
        let (partition, origin) = Partition::of(&classes);
        self.abstraction = quotient(&concrete.lpts, &partition)?;
        (self.concrete, self.partition) = (concrete, partition);
        self.label(Some(next));
        Ok(origin)
    }

    /// The coarsest abstraction after the next assumption was refined.
    pub(super) fn restart(&mut self, next: &Level<'_>, context: &Context<'_>) -> Result<(), Stop> {
        let components = std::mem::take(&mut self.components);
        *self = Self::new(self.group, components, self.atoms, Some(next), context)?;
        Ok(())
    }

    /// The assumption with its partition.
    pub(super) fn into_assumption(self) -> ProbabilisticAssumption {
        let Self { concrete, partition, abstraction, .. } = self;
        let class =
            |state: StateId| (concrete.tuple(state).into(), partition.classes()[state.index()]);
        let classes = concrete.lpts.states().map(class).collect();
        ProbabilisticAssumption { lpts: abstraction, classes }
    }
}

fn composed(
    components: &[&Lpts],
    next: Option<&Level<'_>>,
    context: &Context<'_>,
) -> Result<Composition, Stop> {
    let parts: Vec<&Lpts> =
        components.iter().copied().chain(next.map(|level| &level.abstraction)).collect();
    compose(&parts, context)
}

fn quotient(lpts: &Lpts, partition: &Partition) -> Result<Lpts, Stop> {
    lpts.quotient(partition.classes(), partition.num_classes())
        .map_err(|error| Stop::internal(error.to_string()))
}
