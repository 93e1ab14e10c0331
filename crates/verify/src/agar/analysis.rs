//! Algorithm 1 of the paper: plays an abstract counterexample on the concrete system, and splits
//! the class where it gets stuck.
//!
//! # Which half gets the undecided states
//!
//! Let the play get stuck at class `q` before action `a` to class `r`. The split has to separate
//! the *dead ends*, the members of `q` that the play has reached, from the members that *reach* `r`
//! on `a`; the two sets are disjoint and neither is empty. All other members are undecided. The
//! paper puts them with the dead ends, so that the halves differ in what they can do; putting them
//! with the others makes halves that differ in how they are reached. Neither is better everywhere,
//! so both are tried, and the abstraction with fewer steps is kept. Refinements it took in all,
//! over the full interface alphabet:
//!
//! | systems | paper | dead ends go | fewest steps |
//! | --- | --- | --- | --- |
//! | 1,000 random pairs of 8 to 20 states, 10 % τ | 497 | 410 | 419 |
//! | 1,000 random pairs of 8 to 20 states, 30 % τ, more actions | 455 | 380 | 374 |
//! | 200 random systems of 3 or 4 components | 143 | 116 | 116 |
//! | 2 to 5 clients and a server, clients together | 22 | 63 | 19 |
//! | the same, in n groups | 49 | 47 | 40 |
//!
//! Every refinement adds a class, so the sizes of the assumptions compare likewise.

use surmise_model::{ActionId, StateId, Stop};

use super::abstraction::Abstraction;
use crate::assume::closure::{Marks, View, Walker};

/// Which members of a class leave it when it is split, and so where those stay that are neither
/// dead ends nor reach on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaving {
    /// Those with whose leaving the abstraction has fewer steps; those that reach on if it makes no
    /// difference.
    FewestSteps,
    /// The members that reach on, as in the paper: the others stay with the dead ends.
    Reaching,
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
    /// It was spurious because a class had a loop that no state of it has a step for: the class has
    /// its own steps now. Only the first abstraction of the paper has such loops.
    Corrected,
}

/// Algorithm 1. The path must be one of the abstraction.
pub(super) fn refine(
    abstraction: &mut Abstraction,
    view: View<'_>,
    path: &AbstractPath,
    leaving: Leaving,
    walker: &mut Walker,
) -> Result<Analysis, Stop> {
    // Lines 1 and 2. `reached` is S_(i-1), and S_i once the step is done.
    let mut reached = vec![view.concrete.lts.initial()];
    // Lines 3 to 6.
    for (index, &(action, class)) in path.steps.iter().enumerate() {
        let mut next = Vec::new();
        walker.reachable(view, reached.iter().copied(), Some(action), |_, states| {
            let stays = |state: &&StateId| abstraction.classes.class_of(**state) == Some(class);
            next.extend(states.iter().filter(stays));
        })?;
        if next.is_empty() {
            // Lines 7 to 11.
            let class = path.class_before(index);
            let stuck = Stuck { class, dead_ends: &reached, next: path.steps[index] };
            return match stuck.split(abstraction, view, leaving, walker)? {
                true => Ok(Analysis::Split(class)),
                false => Ok(Analysis::Corrected),
            };
        }
        reached = next;
    }
    Ok(Analysis::Concrete)
}

/// Where the play got stuck.
struct Stuck<'r> {
    class: u32,
    /// S_(i-1): the members of the class that were reached.
    dead_ends: &'r [StateId],
    /// The step of the abstract path that none of them can make.
    next: (ActionId, u32),
}

impl Stuck<'_> {
    /// Lines 8 to 10: splits the class between the dead ends and the members that reach on. If
    /// there are none of the latter, gives the class its own steps instead, and says so.
    fn split(
        &self,
        abstraction: &mut Abstraction,
        view: View<'_>,
        leaving: Leaving,
        walker: &mut Walker,
    ) -> Result<bool, Stop> {
        let reaching = self.reaching(abstraction, view, walker)?;
        let members = || abstraction.classes.states(self.class);
        let others = members().filter(|state| !reaching.contains(state.index())).count();
        if others == members().count() {
            abstraction.correct(self.class, view, walker)?;
            return Ok(false);
        }
        // Without undecided members both ways are the same.
        let undecided = others > self.dead_ends.len();
        let mut other_way =
            (undecided && leaving == Leaving::FewestSteps).then(|| abstraction.clone());
        self.part(abstraction, &reaching, view, walker)?;
        if let Some(other_way) = &mut other_way {
            self.part(other_way, &self.dead_ends(view), view, walker)?;
            if other_way.num_steps() < abstraction.num_steps() {
                std::mem::swap(abstraction, other_way);
            }
        }
        Ok(true)
    }

    /// Makes a class of the members that are marked.
    fn part(
        &self,
        abstraction: &mut Abstraction,
        leaving: &Marks,
        view: View<'_>,
        walker: &mut Walker,
    ) -> Result<(), Stop> {
        let leaves = |state: StateId| leaving.contains(state.index());
        abstraction.split(self.class, leaves, view, walker)
    }

    /// The states of any class that reach on.
    fn reaching(
        &self,
        abstraction: &Abstraction,
        view: View<'_>,
        walker: &mut Walker,
    ) -> Result<Marks, Stop> {
        let mut marks = Marks::default();
        marks.clear(view.concrete.lts.num_states());
        let (action, class) = self.next;
        let targets = abstraction.classes.states(class);
        walker.reaching(view, targets, Some(action), |_, states| {
            states.iter().for_each(|state| {
                marks.insert(state.index());
            });
        })?;
        Ok(marks)
    }

    fn dead_ends(&self, view: View<'_>) -> Marks {
        let mut marks = Marks::default();
        marks.clear(view.concrete.lts.num_states());
        self.dead_ends.iter().for_each(|state| {
            marks.insert(state.index());
        });
        marks
    }
}
