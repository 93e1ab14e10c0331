//! Algorithm 1 of the paper: plays an abstract counterexample on the concrete system, and splits
//! the class where it gets stuck.
//!
//! # Which half gets the undecided states
//!
//! Let the play get stuck at class `q` before action `a` to class `r`. The split has to separate the
//! *dead ends*, the members of `q` that the play has reached, from the members that *reach* `r` on
//! `a`; the two sets are disjoint and neither is empty. The paper puts all other members with the
//! dead ends; they could go to either side. See [`Split`].

use surmise_model::{ActionId, StateId};

use super::abstraction::Abstraction;
use super::closure::{Marks, View, Walker};

/// Where a split puts the members of a class that are neither dead ends nor reach on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Split {
    /// With the dead ends: the members that reach on go, as in the paper.
    #[default]
    Reaching,
    /// With those that reach on: the dead ends go.
    DeadEnds,
}

/// A path of an abstraction: its first class, then actions and classes in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AbstractPath {
    pub(super) initial: u32,
    pub(super) steps: Vec<(ActionId, u32)>,
}

impl AbstractPath {
    /// The class before step `index`.
    fn class_before(&self, index: usize) -> u32 {
        index.checked_sub(1).map_or(self.initial, |previous| self.steps[previous].1)
    }
}

/// What became of an abstract counterexample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Analysis {
    /// It is a path of the concrete system, too.
    Concrete,
    /// It was spurious, and this class has been split, another one added.
    Split(u32),
}

/// Algorithm 1. The path must be one of the abstraction.
pub(super) fn refine(
    abstraction: &mut Abstraction,
    view: View<'_>,
    path: &AbstractPath,
    split: Split,
    walker: &mut Walker,
) -> Analysis {
    // Lines 1 and 2. `reached` is S_(i-1), and S_i once the step is done.
    let mut reached = vec![view.concrete.lts.initial()];
    // Lines 3 to 6.
    for (index, &(action, class)) in path.steps.iter().enumerate() {
        let mut next = Vec::new();
        walker.reachable(view, reached.iter().copied(), Some(action), |_, states| {
            let stays = |state: &&StateId| abstraction.classes.class_of(**state) == Some(class);
            next.extend(states.iter().filter(stays));
        });
        if next.is_empty() {
            // Lines 7 to 11.
            let stuck = path.class_before(index);
            let leaving = leaving(abstraction, view, &reached, (action, class), split, walker);
            let leaves = |state: StateId| leaving.contains(state.index());
            abstraction.split(stuck, leaves, view, walker);
            return Analysis::Split(stuck);
        }
        reached = next;
    }
    Analysis::Concrete
}

/// Line 8: the members of the class of the dead ends that leave it (of other classes, whatever).
fn leaving(
    abstraction: &Abstraction,
    view: View<'_>,
    dead_ends: &[StateId],
    (action, class): (ActionId, u32),
    split: Split,
    walker: &mut Walker,
) -> Marks {
    let mut leaving = Marks::default();
    leaving.clear(view.concrete.lts.num_states());
    match split {
        Split::Reaching => {
            walker.reaching(view, abstraction.classes.states(class), Some(action), |_, states| {
                states.iter().for_each(|state| {
                    leaving.insert(state.index());
                });
            });
        }
        Split::DeadEnds => dead_ends.iter().for_each(|state| {
            leaving.insert(state.index());
        }),
    }
    leaving
}
