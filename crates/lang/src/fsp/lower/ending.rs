//! When a composition has ended.
//!
//! LTSA's rule: a composition ends when all parts that have an end are there, provided that the
//! alphabets of those that have one cover the alphabets of those that have none. It is applied
//! wherever LTSA composes: at the outermost process, and at every composite process inside that
//! hides, orders or reduces. There the alphabets are those from before the hiding of that process,
//! and what is composed is one part, with an end or without, to whoever composes further outside.
//!
//! Here nothing of that is composed, so each leaf keeps the part it belongs to, and whether it
//! still matters where it is.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::Alphabet;

use super::super::evaluate::Evaluated;
use super::Lowering;
use super::leaf::Leaf;
use crate::explicit::GivenUp;

/// What LTSA has composed: leaves with the same number are one part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct PartId(u32);

/// How many states are looked at to find out whether a part ever ends.
const ENOUGH: usize = 100_000;

/// Leaves that are one to whoever composes.
#[derive(Default)]
struct Unit {
    members: Vec<usize>,
    alphabet: Alphabet,
    /// Whether its end has to be reached.
    ends: bool,
    /// Whether that end lets others stop. As in LTSA, an end that is the beginning does not.
    covers: bool,
}

impl Lowering<'_> {
    /// The leaves that are at their end when the composition of all has ended, or `None` if it
    /// never ends.
    pub(super) fn ends(&mut self, leaves: &[Leaf]) -> Evaluated<Option<Vec<usize>>> {
        let mut parts = self.parts(leaves);
        for number in 0..parts.len() {
            // A part that never gets to its end has none. That makes a difference only if the
            // others do without it.
            let before = (parts[number].ends, parts[number].covers);
            parts[number].covers = false;
            let doubtful = before.1 && parts[number].members.len() > 1;
            if !(doubtful && can_end(&parts)) || self.gets_to_its_end(leaves, &parts[number])? {
                (parts[number].ends, parts[number].covers) = before;
            } else {
                parts[number].ends = false;
            }
        }
        let members = || parts.iter().filter(|part| part.ends).flat_map(|part| &part.members);
        let ending = || members().copied().filter(|&member| leaves[member].ends);
        Ok(can_end(&parts).then(|| ending().collect()))
    }

    /// Makes leaves one part for whoever composes further outside.
    pub(super) fn join(&mut self, leaves: &mut [Leaf]) -> Evaluated<()> {
        let ends = self.ends(leaves)?.unwrap_or_default();
        for leaf in &mut *leaves {
            leaf.part = Some(PartId(self.parts));
            leaf.ends = false;
        }
        for leaf in ends {
            leaves[leaf].ends = true;
        }
        self.parts += 1;
        Ok(())
    }

    /// Leaves by the part they belong to. Properties never end and never keep others from it: where
    /// one has an action of its own, that can always happen.
    fn parts(&self, leaves: &[Leaf]) -> Vec<Unit> {
        let mut parts: IndexMap<Result<PartId, usize>, Unit, FxBuildHasher> = IndexMap::default();
        for (number, leaf) in leaves.iter().enumerate().filter(|(_, leaf)| !leaf.machine.property) {
            let part = parts.entry(leaf.part.ok_or(number)).or_default();
            part.members.push(number);
            part.alphabet.union_with(&leaf.map.alphabet().difference(&self.internal));
            part.ends |= leaf.ends;
            let lts = &leaf.machine.lts;
            part.covers |= leaf.ends && (leaf.part.is_some() || lts.end() != Some(lts.initial()));
        }
        parts.into_values().collect()
    }

    /// Whether the leaves of a part can end together. If it takes too much to know, they can.
    fn gets_to_its_end(&mut self, leaves: &[Leaf], part: &Unit) -> Evaluated<bool> {
        let leaves: Vec<Leaf> = part.members.iter().map(|&leaf| leaves[leaf].clone()).collect();
        let ends: Vec<usize> = (0..leaves.len()).filter(|&leaf| leaves[leaf].ends).collect();
        let limit = std::mem::replace(&mut self.limits.states, ENOUGH);
        let composed = self.product(&leaves, &Alphabet::new(), None, Some(&ends));
        self.limits.states = limit;
        match composed? {
            Ok(lts) => Ok(lts.end().is_some()),
            Err(GivenUp::Stopped(stop)) => Err(self.evaluator.stop(stop)),
            Err(_) => Ok(true),
        }
    }
}

/// Whether the alphabets of the parts that end cover those of the others.
fn can_end(parts: &[Unit]) -> bool {
    let (ending, endless): (Vec<&Unit>, Vec<&Unit>) = parts.iter().partition(|part| part.covers);
    let alphabet =
        |parts: &[&Unit]| parts.iter().fold(Alphabet::new(), |all, part| all.union(&part.alphabet));
    endless.is_empty() || (!ending.is_empty() && alphabet(&endless).is_subset(&alphabet(&ending)))
}
