//! Why the property holds: rule ASYM, with the quotients as assumptions.
//!
//! A quotient is an abstraction of its group, so the group satisfies it, and a simulation shows
//! that. With more than two groups the rule wants assumption i about all groups after group i
//! together. From the last group inwards: the quotient of the last one; the composition of that
//! with the quotient of the one before, which gets a quotient of its own towards the groups before;
//! and so on. Each of these steps is one more invertible replacement, so that premise 1 holds if
//! the property does.

use surmise_model::{Alphabet, Assumption, Context, Count, Lts, RuleKind, StateId, Stop};

use super::classes::Classes;
use super::exact::equivalence;
use super::progress::Progress;
use super::replaced_group::ReplacedGroup;
use super::seen::Seen;
use crate::assume::concrete::Concrete;
use crate::assume::frame::Conclusion;
use crate::assume::interface::{alphabet_of, between};
use crate::assume::simulation::simulation;
use crate::automata::{Interner, compose, compose_with_tuples};
use crate::departures::Departures;

/// The proof by quotients that have the property together.
pub(super) fn proof(
    parts: &[ReplacedGroup],
    property: &Lts,
    progress: &mut Progress<'_>,
) -> Result<Conclusion, Stop> {
    let context = progress.context;
    let mut assumptions: Vec<Assumption> = Vec::new();
    for index in (1..parts.len()).rev() {
        let alphabet =
            |parts: &[ReplacedGroup]| alphabet_of(parts.iter().map(|part| &part.concrete.lts));
        let (inside, outside) = parts.split_at(index);
        let visible = between(&alphabet(inside), property.alphabet(), &alphabet(outside));
        let part = &parts[index];
        let assumption = match assumptions.last() {
            None => last(part, &visible, &context)?,
            Some(next) => {
                let before: Vec<&Lts> =
                    inside.iter().map(|part| &part.quotient).chain([property]).collect();
                let fold = Fold::new(part, &next.lts, &before, &context)?;
                progress.statistics.add(Count::LabelledSteps, fold.steps);
                fold.assumption(part, &next.lts, &visible, &context)?
            }
        };
        let (size, abstracted) = (assumption.lts.num_states(), part.concrete.lts.num_states());
        progress.statistics.raise(Count::LargestAssumption, size as u64);
        progress.statistics.raise(Count::PremiseStates(index + 1), abstracted as u64);
        assumptions.push(assumption);
    }
    assumptions.reverse();
    Ok(Conclusion::Holds(RuleKind::Asym, assumptions))
}

/// The assumption about the last group.
pub(super) fn last(
    part: &ReplacedGroup,
    visible: &Alphabet,
    context: &Context<'_>,
) -> Result<Assumption, Stop> {
    let seen = Seen::new(&part.quotient, visible, context)?;
    let state_of = |state: StateId| seen.state_of(part.classes.class_of(state));
    let simulation = simulation(&part.concrete, visible, state_of, context)?;
    Ok(Assumption { lts: seen.lts, simulation: Some(simulation) })
}

/// The quotient of a group beside the next assumption.
struct Fold {
    /// The composition of the group's quotient and the next assumption.
    tuples: Interner,
    classes: Classes,
    quotient: Lts,
    /// Steps looked at.
    steps: u64,
}

impl Fold {
    /// Composes, and merges what is equivalent towards the groups before and the property.
    fn new(
        part: &ReplacedGroup,
        next: &Lts,
        before: &[&Lts],
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let (lts, tuples) = compose_with_tuples(&[&part.quotient, next], context)?;
        let surroundings = compose(before, context)?;
        let found = equivalence(&surroundings, &lts, Departures::ALL, context)?;
        let (steps, classes) = (found.steps(), found.classes);
        Ok(Self { quotient: classes.quotient(&lts, context)?, tuples, classes, steps })
    }

    /// The quotient as an assumption, with the simulation of the group beside the next assumption.
    fn assumption(
        &self,
        part: &ReplacedGroup,
        next: &Lts,
        visible: &Alphabet,
        context: &Context<'_>,
    ) -> Result<Assumption, Stop> {
        let seen = Seen::new(&self.quotient, visible, context)?;
        let concrete = Concrete::compose(&[&part.concrete.lts, next], context)?;
        let state_of = |state: StateId| {
            let [group, next] = concrete.tuple(state) else {
                return Err(Stop::internal("quotient: two parts make pairs"));
            };
            let class = part.classes.of[*group as usize];
            let folded = self.tuples.find(&[class, *next]);
            let folded =
                folded.ok_or_else(|| Stop::internal("quotient: a pair has no abstraction"))?;
            seen.state_of(self.classes.class_of(folded))
        };
        let mut simulation = simulation(&concrete, visible, state_of, context)?;
        // The states of the group's members instead of the group's.
        for (tuple, _) in &mut simulation.map {
            let members = part.concrete.tuple(tuple[0]).iter();
            let members = members.map(|&local| StateId::of(local as usize));
            tuple.splice(0..1, members);
        }
        simulation.map.sort_unstable();
        Ok(Assumption { lts: seen.lts, simulation: Some(simulation) })
    }
}
