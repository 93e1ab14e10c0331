//! The product of abstractions of processes and a property, one step after the other.
//!
//! M may consist of several processes. Each has an abstraction of its own, and the product of these
//! is an abstraction of M: edges of the parts that are must edges, in either sense, make one of the
//! product. An action on which many parts synchronise leads to all combinations of their targets:
//! these are counted through, so that whoever looks at them can stop.

use surmise_model::{ActionId, Alphabet, Lts, StateId, Stop};

use super::modal::{Direction, Halves, Modal, ModalEdge, Must};
use crate::assume::interface::alphabet_of;

/// The abstractions of M's processes, and P.
#[derive(Debug)]
pub(super) struct Abstractions<'p> {
    parts: Vec<Modal>,
    property: &'p Lts,
    /// Which parts take part in each action, by action.
    participants: Vec<Vec<usize>>,
    /// The property's actions that no part knows.
    free: Vec<ActionId>,
}

impl<'p> Abstractions<'p> {
    pub(super) fn new(parts: Vec<Modal>, property: &'p Lts) -> Self {
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
        let free = property.alphabet().difference(&known).iter().collect();
        Self { parts, property, participants, free }
    }

    /// The parts of M.
    pub(super) fn parts(&self) -> &[Modal] {
        &self.parts
    }

    /// All actions of M and P.
    pub(super) fn alphabet(&self) -> Alphabet {
        alphabet_of(self.parts.iter().map(Modal::lts).chain([self.property]))
    }

    /// The initial classes of the parts, and the initial state of P.
    pub(super) fn initial(&self) -> Vec<u32> {
        let classes = self.parts.iter().map(Modal::initial);
        classes.chain([self.property.initial().raw()]).collect()
    }

    /// Whether the initial classes have nobody but the initial states.
    pub(super) fn initial_is_alone(&self) -> bool {
        self.parts.iter().all(Modal::initial_is_alone)
    }

    /// Splits the initial class of the first part in which the initial state is not alone.
    pub(super) fn separate_initial(&mut self) -> Result<(usize, Halves), Stop> {
        let crowded = self.parts.iter().position(|part| !part.initial_is_alone());
        let part = crowded.ok_or_else(|| Stop::internal("quotient: nobody is to leave"))?;
        Ok((part, self.parts[part].separate_initial()?))
    }

    /// Finds the may edges of a tuple: the action, where it leads (nothing is π), and whether it is
    /// a must edge.
    pub(super) fn steps(
        &self,
        tuple: &[u32],
        mut found: impl FnMut(ActionId, Option<&[u32]>, Must) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut target = tuple.to_vec();
        self.silent_steps(&mut target, &mut found)?;
        let mut offered: Vec<ActionId> = self.free.clone();
        for (index, part) in self.parts.iter().enumerate() {
            for edge in part.row(tuple[index]).iter().filter(|edge| !edge.action.is_tau()) {
                if self.participants[edge.action.index()][0] == index
                    && offered.last() != Some(&edge.action)
                {
                    offered.push(edge.action);
                }
            }
        }
        offered.sort_unstable();
        offered.into_iter().try_for_each(|action| {
            self.steps_on(action, &mut target, &mut found)?;
            target.copy_from_slice(tuple);
            Ok(())
        })
    }

    /// Whether edges on an action depend on the classes of a part: it takes part, or both are
    /// silent now and then.
    pub(super) fn concerns(&self, part: usize, action: ActionId) -> bool {
        let part = &self.parts[part];
        if action.is_tau() { part.is_silent() } else { part.lts().alphabet().contains(action) }
    }

    /// Finds those of the may edges of a tuple that [concern](Self::concerns) a part.
    pub(super) fn steps_of(
        &self,
        part: usize,
        tuple: &[u32],
        mut found: impl FnMut(ActionId, Option<&[u32]>, Must) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut target = tuple.to_vec();
        if self.concerns(part, ActionId::TAU) {
            self.silent_steps(&mut target, &mut found)?;
        }
        let row = self.parts[part].row(tuple[part]);
        for same in row.chunk_by(|left, right| left.action == right.action) {
            if !same[0].action.is_tau() {
                self.steps_on(same[0].action, &mut target, &mut found)?;
                target.copy_from_slice(tuple);
            }
        }
        Ok(())
    }

    /// Finds the may edges by which a part goes on silently, from a tuple that stays as it is.
    fn silent_steps(
        &self,
        tuple: &mut [u32],
        found: &mut impl FnMut(ActionId, Option<&[u32]>, Must) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for (index, part) in self.parts.iter().enumerate() {
            let at = tuple[index];
            for edge in part.edges_on(at, ActionId::TAU) {
                tuple[index] = edge.target;
                found(edge.action, Some(tuple), edge.must)?;
            }
            tuple[index] = at;
        }
        Ok(())
    }

    /// Finds the may edges on an action. The tuple is of no use afterwards.
    fn steps_on(
        &self,
        action: ActionId,
        tuple: &mut [u32],
        found: &mut impl FnMut(ActionId, Option<&[u32]>, Must) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let count = self.parts.len();
        let at = StateId::of(tuple[count] as usize);
        let next = match self.property.alphabet().contains(action) {
            true => self.property.successors(at, action).next().unwrap_or(StateId::ERROR),
            false => at,
        };
        let together = self.participants.get(action.index()).map_or(&[][..], Vec::as_slice);
        if next.is_error() {
            let mut backward = true;
            for &part in together {
                let Some(all) = self.parts[part].offer(tuple[part], action) else { return Ok(()) };
                backward &= all;
            }
            // [π]_M is all of M: wherever a member goes, it counts.
            return found(action, None, Must { forward: false, backward });
        }
        tuple[count] = next.raw();
        self.steps_together(action, together, tuple, found)
    }

    /// Finds the may edges by which parts take part in an action, from a tuple in which P has moved
    /// already.
    fn steps_together(
        &self,
        action: ActionId,
        together: &[usize],
        target: &mut [u32],
        found: &mut impl FnMut(ActionId, Option<&[u32]>, Must) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let edges = |&part: &usize| self.parts[part].edges_on(target[part], action);
        let choices: Vec<&[ModalEdge]> = together.iter().map(edges).collect();
        if choices.iter().any(|edges| edges.is_empty()) {
            return Ok(());
        }
        let mut digits = vec![0; choices.len()];
        loop {
            let mut must = Must::ALWAYS;
            for ((&part, edges), &digit) in together.iter().zip(&choices).zip(&digits) {
                target[part] = edges[digit].target;
                must = must.both(edges[digit].must);
            }
            found(action, Some(target), must)?;
            // The choices of the last part vary fastest.
            let next = (0..digits.len()).rev().find(|&d| digits[d] + 1 < choices[d].len());
            let Some(next) = next else { return Ok(()) };
            digits[next] += 1;
            digits[next + 1..].fill(0);
        }
    }

    /// Splits a class of the first part whose own edge is no must edge.
    pub(super) fn split(
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
}
