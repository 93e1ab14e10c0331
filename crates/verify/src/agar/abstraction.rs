//! An abstraction: classes of concrete states, and existential steps between them (section 4.1 of
//! the paper), kept up to date when a class is split.
//!
//! By condition (2) of the paper there is a step on `a` from one class to another exactly if some
//! state of the first reaches some state of the second on `a`, hidden steps included. So the
//! abstraction has every trace of the concrete system over its alphabet, whatever the classes are:
//! premise 2 holds by construction. When a class is split, only the steps into it and out of it
//! change; they are computed afresh, by one walk forwards and one backwards from each half.
//!
//! One departure ([`FirstLoops`](crate::Departure::FirstLoops)): line 1 of algorithm 2 gives the
//! first abstraction a loop on every action of its alphabet. Here it has those that condition (2)
//! asks for: an action that the concrete system never performs is refused from the start. With all
//! loops there can be a counterexample that no split removes, since no state has the step: then the
//! class gets its own steps, which lemma 1 of the paper does not foresee.

use surmise_model::{Edge, Lts, StateId, Stop};

use super::classes::Classes;
use crate::assume::closure::{Marks, View, Walker};

/// An abstraction of a concrete system over an alphabet. Its states are the classes.
#[derive(Debug, Clone)]
pub(super) struct Abstraction {
    pub(super) classes: Classes,
    /// The steps of every class, sorted, each once.
    rows: Vec<Vec<Edge>>,
}

impl Abstraction {
    /// One class for all, as in line 1 of algorithm 2.
    pub(super) fn coarsest(view: View<'_>, walker: &mut Walker) -> Result<Self, Stop> {
        let labels = vec![Some(0); view.concrete.lts.num_states()];
        Ok(Self::from_labels(view, labels, walker)?.0)
    }

    /// The same, with a loop on every action of the alphabet, as in the paper.
    pub(super) fn with_all_loops(view: View<'_>, walker: &mut Walker) -> Result<Self, Stop> {
        let mut result = Self::coarsest(view, walker)?;
        let target = StateId::of(0);
        result.rows[0] = view.visible.iter().map(|action| Edge { action, target }).collect();
        Ok(result)
    }

    /// Gives a class the steps that condition (2) asks for, which have to be fewer than it has.
    pub(super) fn correct(
        &mut self,
        class: u32,
        view: View<'_>,
        walker: &mut Walker,
    ) -> Result<(), Stop> {
        let row = self.row(class, view, walker)?;
        if row.len() >= self.rows[class as usize].len() {
            return Err(Stop::internal("AGAR: a class without a step that it has"));
        }
        self.rows[class as usize] = row;
        Ok(())
    }

    /// One class for each label that states have; states that are no end of a visible step do not
    /// count. Also gives the label of every class.
    pub(super) fn from_labels(
        view: View<'_>,
        mut labels: Vec<Option<u32>>,
        walker: &mut Walker,
    ) -> Result<(Self, Vec<u32>), Stop> {
        for (label, ends) in labels.iter_mut().zip(view.ends()) {
            if !ends {
                *label = None;
            }
        }
        let (classes, label_of) = Classes::new(&labels);
        let mut result = Self { rows: vec![Vec::new(); classes.len()], classes };
        for class in 0..result.rows.len() {
            result.rows[class] = result.row(class as u32, view, walker)?;
        }
        Ok((result, label_of))
    }

    /// The steps of a class, by condition (2).
    fn row(&self, class: u32, view: View<'_>, walker: &mut Walker) -> Result<Vec<Edge>, Stop> {
        let mut row = Vec::new();
        let mut met = Marks::default();
        walker.reachable(view, self.classes.states(class), None, |action, states| {
            met.clear(self.rows.len());
            for target in states.iter().filter_map(|&state| self.classes.class_of(state)) {
                if met.insert(target as usize) {
                    row.push(Edge { action, target: StateId::of(target as usize) });
                }
            }
        })?;
        row.sort_unstable();
        Ok(row)
    }

    /// Splits a class: the states that `leaves` picks become the last class (lines 8 and 9 of
    /// algorithm 1). Only the steps of the two halves and the steps into them are recomputed (line
    /// 10).
    /// `leaves` has to pick some of the members, and not all: the partition grows.
    pub(super) fn split(
        &mut self,
        class: u32,
        leaves: impl FnMut(StateId) -> bool,
        view: View<'_>,
        walker: &mut Walker,
    ) -> Result<(), Stop> {
        let Some(new) = self.classes.split(class, leaves) else {
            return Err(Stop::internal("AGAR: a split leaves a half empty"));
        };
        let is_half = |other: u32| other == class || other == new;
        self.rows.push(Vec::new());
        for row in &mut self.rows {
            row.retain(|edge| edge.target.index() != class as usize);
        }
        for half in [class, new] {
            self.rows[half as usize] = self.row(half, view, walker)?;
            let (classes, rows) = (&self.classes, &mut self.rows);
            let mut met = Marks::default();
            let target = StateId::of(half as usize);
            walker.reaching(view, classes.states(half), None, |action, states| {
                met.clear(rows.len());
                for source in states.iter().filter_map(|&state| classes.class_of(state)) {
                    if !is_half(source) && met.insert(source as usize) {
                        let edge = Edge { action, target };
                        let row = &mut rows[source as usize];
                        row.insert(row.partition_point(|other| *other < edge), edge);
                    }
                }
            })?;
        }
        Ok(())
    }

    /// The class of a state where a visible step ends, as a state of the abstraction.
    pub(super) fn state_of(&self, concrete: StateId) -> Result<StateId, Stop> {
        let class = self.classes.class_of(concrete);
        let class = class.ok_or_else(|| Stop::internal("AGAR: a visible step ends in no class"))?;
        Ok(StateId::of(class as usize))
    }

    /// The number of steps between classes.
    pub(super) fn num_steps(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }

    /// The number of classes.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The abstraction as an LTS whose states are the classes.
    pub(super) fn lts(&self, view: View<'_>) -> Result<Lts, Stop> {
        let mut builder = Lts::builder();
        builder.ensure_states(self.rows.len()).initial(self.state_of(view.concrete.lts.initial())?);
        builder.extend_alphabet(view.visible.iter());
        builder.reserve(self.num_steps());
        for (class, row) in self.rows.iter().enumerate() {
            for edge in row {
                builder.add(StateId::of(class), edge.action, edge.target);
            }
        }
        Ok(builder.build()?)
    }
}
