//! The nested abstractions of rule 3: A_(n-1) abstracts M_n, and every other A_i abstracts
//! M_(i+1) ‖ A_(i+1). For two groups this is rule 1.
//!
//! Each abstraction is a [`Shell`] with the concrete system that it abstracts, which contains one
//! group and the next abstraction: no shell knows more than one group, and the product of all
//! is never built.
//!
//! # What a change of A_i means for A_1, …, A_(i-1)
//!
//! The paper only says that they are refined as well. A_i is a part of the system that A_(i-1)
//! abstracts, so that system is composed afresh; then comes A_(i-2), and so on outwards.
//!
//! - *A class of A_i was split.* Every step of the new A_i is one of the old A_i if the halves are
//!   taken for the class they come from, and so is every step of the new concrete system of
//!   A_(i-1). Therefore every state of it *inherits* the class of the old state it comes from; the
//!   steps of A_(i-1) are recomputed, and can only become fewer: what A_(i-1) had learnt stays
//!   learnt, and the trace that the split removed is gone from it as far as its classes can tell.
//!   If not, the next counterexample splits A_(i-1) itself. Classes that nothing reaches any more
//!   vanish. The same holds for the further ones outwards, with vanished classes instead of split
//!   ones. As soon as an A_j comes out as it was, those outside it stay as they are.
//! - *The alphabet of A_i has grown.* Its classes were chosen for another alphabet: it starts anew
//!   with one class, and so do A_1, …, A_(i-1). To keep the classes instead, with one more for the
//!   states that had none, was tried: it takes fewer refinements on some case studies (2 instead of
//!   6 for Chiron with three artists, 19 instead of 22 for the gas station with four customers) and
//!   none the fewer on others, but 15 times as long for the alternating bit protocol and 11 times
//!   for the bounded buffers, where old classes tell apart what no longer matters.
//!
//! Termination: the alphabets can only grow. Between two changes of an alphabet, A_(n-1) is split
//! less than |M_n| times; between two changes of A_(i+1), A_i is split less often than its concrete
//! system has states. Both are checked.

use surmise_model::{Alphabet, Context, Lts, Stop};

use super::abstraction::Abstraction;
use super::analysis::{self, AbstractPath, Analysis, Leaving};
use crate::assume::closure::{Closure, View, Walker};
use crate::assume::concrete::Concrete;
use crate::departures::{Departure, Departures};

/// One abstraction and what it abstracts.
#[derive(Debug)]
pub(super) struct Shell<'p> {
    /// The components of the group that is abstracted.
    group: Vec<&'p Lts>,
    /// Σ_A: what the abstraction speaks about.
    pub(super) alphabet: Alphabet,
    departures: Departures,
    /// The group with the next abstraction, if there is one.
    pub(super) concrete: Concrete,
    pub(super) abstraction: Abstraction,
    /// The abstraction as an LTS.
    pub(super) lts: Lts,
    /// How often a class was split since the concrete system was composed.
    splits: usize,
}

impl<'p> Shell<'p> {
    fn new(
        group: Vec<&'p Lts>,
        next: Option<&Lts>,
        alphabet: Alphabet,
        departures: Departures,
        walker: &mut Walker,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let concrete = compose(&group, next, context)?;
        let closure = closure(departures);
        let view = View { concrete: &concrete, visible: &alphabet, closure, context };
        let abstraction = match departures.has(Departure::FirstLoops) {
            true => Abstraction::coarsest(view, walker)?,
            false => Abstraction::with_all_loops(view, walker)?,
        };
        let lts = abstraction.lts(view)?;
        Ok(Self { group, alphabet, departures, concrete, abstraction, lts, splits: 0 })
    }

    /// Splits a class because of a spurious counterexample, or takes away a step that no state
    /// has. Gives, for every class, the class it was before.
    fn split(
        &mut self,
        path: &AbstractPath,
        walker: &mut Walker,
        context: &Context<'_>,
    ) -> Result<Option<Vec<u32>>, Stop> {
        let Self { concrete, alphabet, departures, abstraction, .. } = self;
        let view = View { concrete, visible: alphabet, closure: closure(*departures), context };
        let mut before: Vec<u32> = (0..abstraction.len() as u32).collect();
        let leaving = match departures.has(Departure::FewestSteps) {
            true => Leaving::FewestSteps,
            false => Leaving::Reaching,
        };
        match analysis::refine(abstraction, view, path, leaving, walker)? {
            Analysis::Concrete => return Ok(None),
            Analysis::Split(class) => {
                before.push(class);
                self.splits += 1;
            }
            Analysis::Corrected => {}
        }
        self.lts = abstraction.lts(view)?;
        if self.splits >= self.concrete.lts.num_states() {
            return Err(Stop::internal("AGAR: as many splits as concrete states"));
        }
        Ok(Some(before))
    }

    /// Takes over a refined next assumption, given what each of its states was before. Gives the
    /// same for the classes of this shell.
    fn inherit(
        &mut self,
        next: &Lts,
        next_before: &[u32],
        walker: &mut Walker,
        context: &Context<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let concrete = compose(&self.group, Some(next), context)?;
        let mut old = Vec::with_capacity(self.group.len() + 1);
        let labels = concrete.lts.states().map(|state| {
            old.clear();
            old.extend_from_slice(concrete.tuple(state));
            if let Some(last) = old.last_mut() {
                *last = next_before[*last as usize];
            }
            let origin = self.concrete.state(&old);
            let origin = origin.ok_or_else(|| Stop::internal("AGAR: a refined part has new steps"));
            Ok(self.abstraction.classes.class_of(origin?))
        });
        let labels = labels.collect::<Result<_, Stop>>()?;
        let (visible, closure) = (&self.alphabet, closure(self.departures));
        let view = View { concrete: &concrete, visible, closure, context };
        let (abstraction, before) = Abstraction::from_labels(view, labels, walker)?;
        self.lts = abstraction.lts(view)?;
        self.abstraction = abstraction;
        self.concrete = concrete;
        self.splits = 0;
        Ok(before)
    }

    /// Starts anew with one class.
    fn restart(
        &mut self,
        next: Option<&Lts>,
        alphabet: Alphabet,
        walker: &mut Walker,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let group = std::mem::take(&mut self.group);
        *self = Self::new(group, next, alphabet, self.departures, walker, context)?;
        Ok(())
    }
}

/// Which hidden steps belong to a visible one.
fn closure(departures: Departures) -> Closure {
    match departures.has(Departure::HiddenBefore) {
        true => Closure::Before,
        false => Closure::Around,
    }
}

fn compose(group: &[&Lts], next: Option<&Lts>, context: &Context<'_>) -> Result<Concrete, Stop> {
    let parts: Vec<&Lts> = group.iter().copied().chain(next).collect();
    Concrete::compose(&parts, context)
}

/// The abstractions A_1, …, A_(n-1), in this order.
#[derive(Debug, Default)]
pub(super) struct Nested<'p> {
    pub(super) shells: Vec<Shell<'p>>,
    walker: Walker,
}

impl<'p> Nested<'p> {
    /// The coarsest abstractions of the groups M_2, …, M_n over the given alphabets. Each alphabet
    /// has to be contained in those of its group and the next abstraction together.
    pub(super) fn new(
        groups: Vec<(Vec<&'p Lts>, Alphabet)>,
        departures: Departures,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut nested = Self::default();
        for (group, alphabet) in groups.into_iter().rev() {
            let next = nested.shells.last().map(|shell: &Shell<'_>| &shell.lts);
            let shell = Shell::new(group, next, alphabet, departures, &mut nested.walker, context)?;
            nested.shells.push(shell);
        }
        nested.shells.reverse();
        Ok(nested)
    }

    /// Removes a spurious path from a shell by a split, and updates those outside it. Tells whether
    /// the path was spurious.
    pub(super) fn split(
        &mut self,
        shell: usize,
        path: &AbstractPath,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let Some(mut before) = self.shells[shell].split(path, &mut self.walker, context)? else {
            return Ok(false);
        };
        for outer in (0..shell).rev() {
            let (outside, inside) = self.shells.split_at_mut(outer + 1);
            let (outside, inside) = (&mut outside[outer], &inside[0]);
            let old = outside.lts.clone();
            before = outside.inherit(&inside.lts, &before, &mut self.walker, context)?;
            if outside.lts == old {
                break;
            }
        }
        Ok(true)
    }

    /// Adds actions to the alphabet of a shell, and starts it and those outside it anew.
    pub(super) fn widen(
        &mut self,
        shell: usize,
        more: &Alphabet,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        for outer in (0..=shell).rev() {
            let (outside, inside) = self.shells.split_at_mut(outer + 1);
            let outside = &mut outside[outer];
            let mut alphabet = outside.alphabet.clone();
            if outer == shell {
                alphabet.union_with(more);
                if alphabet == outside.alphabet {
                    return Err(Stop::internal("AGAR: no action is added to an alphabet"));
                }
            }
            let next = inside.first().map(|inside| &inside.lts);
            outside.restart(next, alphabet, &mut self.walker, context)?;
        }
        Ok(())
    }
}
