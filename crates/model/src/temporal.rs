//! Temporal properties: a formula, what its propositions mean, and which runs it is about.
//!
//! A run is read as a sequence of *positions*. Each step makes one: the action that happens, and
//! what is true after it. So an action is true at its own step alone, while fluents and states of
//! components keep their values until a step changes them. The formula is evaluated at the first
//! position, which is the first step or, if the property says so, the initial state.
//!
//! A run that enters π counts for nothing: what would come after it is nobody's business. A run
//! that stops, because no step is possible, stays where it is for ever, and no action happens any
//! more; or it does not count, if the property says so. It makes no difference whether the system
//! has [ended](crate::Termination) or is stuck.

use std::fmt;

use crate::formula::{Formula, Operator};
use crate::{Alphabet, ComponentId, StateId, System, TemporalId};

/// Which runs of a system are taken for possible.
///
/// A system that chooses badly for ever violates most liveness properties, though nothing that it
/// describes would.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fairness {
    /// All.
    None,
    /// Those on which each component infinitely often moves, or is unable to.
    Weak,
    /// Those on which every finite sequence of steps that stays possible for ever happens
    /// infinitely often. This is LTSA's fair choice: such a run ends up in a terminal component of
    /// the state graph and takes all steps there again and again.
    Choice,
}

impl fmt::Display for Fairness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no fairness",
            Self::Weak => "weak fairness",
            Self::Choice => "fair choice",
        })
    }
}

/// What a proposition means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The step is by one of these actions.
    Actions(Alphabet),
    /// One of the actions in `on` has happened, and none in `off` since. The sets are disjoint.
    Fluent {
        /// What makes it true.
        on: Alphabet,
        /// What makes it false.
        off: Alphabet,
        /// Whether it is true before anything has happened.
        initially: bool,
    },
    /// A component is in one of these states, which are sorted.
    States {
        /// The component.
        component: ComponentId,
        /// The states.
        states: Vec<StateId>,
    },
    /// A predicate of the states of a program, by the number under which the program
    /// [tells](crate::Stepper::letter) it.
    Predicate(u32),
}

impl Meaning {
    /// The actions that it speaks of.
    pub fn alphabet(&self) -> Alphabet {
        match self {
            Self::Actions(actions) => actions.clone(),
            Self::Fluent { on, off, .. } => on.union(off),
            Self::States { .. } | Self::Predicate(_) => Alphabet::new(),
        }
    }
}

/// A proposition of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposition {
    /// What the formula calls it.
    pub name: String,
    /// What it means.
    pub meaning: Meaning,
}

/// What a user calls a temporal property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TemporalKind {
    /// FSP's `progress`.
    Progress,
    /// Every action happens again and again: LTSA's default progress check.
    DefaultProgress,
    /// FSP's `assert`.
    Assert,
    /// A formula that a user gave.
    Formula,
    /// Promela's `ltl`.
    Ltl,
    /// Promela's `never`: no run is as the claim describes.
    Never,
    /// No process of a program passes by `accept` labels for ever.
    Acceptance,
    /// No cycle of a program is without a `progress` label.
    NonProgress,
}

/// Where the formula is evaluated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Start {
    /// At the first step, as LTSA does.
    FirstStep,
    /// At the initial state, at which no action happens.
    InitialState,
}

/// What becomes of runs that stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stopping {
    /// They stay where they are for ever.
    Stays,
    /// They do not count. Not under [fair choice](Fairness::Choice), where a stop is a terminal
    /// component like any other.
    Ignored,
}

/// A named temporal property of the runs of a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemporalProperty {
    /// Its name, as a user knows it; the formula itself if it has no other.
    pub name: String,
    /// What kind of definition it is.
    pub kind: TemporalKind,
    /// The formula, as written.
    pub formula: Formula,
    /// Its propositions, by their numbers.
    pub propositions: Vec<Proposition>,
    /// Which runs it is about.
    pub fairness: Fairness,
    /// Where the formula is evaluated.
    pub start: Start,
    /// What becomes of runs that stop.
    pub stopping: Stopping,
    /// Whether actions of the formula that no component has may happen at any time. Otherwise they
    /// never do.
    pub is_open: bool,
}

impl TemporalProperty {
    /// All actions that the formula speaks of.
    pub fn alphabet(&self) -> Alphabet {
        let mut all = Alphabet::new();
        for proposition in &self.propositions {
            all.union_with(&proposition.meaning.alphabet());
        }
        all
    }

    /// Whether the formula is a Boolean combination of `[]<>p` and `<>[]p` in which `p` has no
    /// temporal operators. Whether it is true of a run depends on what happens infinitely often
    /// alone.
    pub fn is_about_recurrence(&self) -> bool {
        #[derive(Clone, Copy, PartialEq)]
        enum Shape {
            /// No temporal operators.
            Now,
            /// `<>p`, `[]p` with such a `p`.
            Eventually,
            Always,
            /// A combination as asked for.
            Recurrence,
            Other,
        }
        let mut shapes: Vec<Shape> = Vec::new();
        for (_, operator) in self.formula.operators().iter() {
            let of = |f: crate::FormulaId| shapes[f.index()];
            let both = |f, g| match (of(f), of(g)) {
                (Shape::Now, Shape::Now) => Shape::Now,
                (Shape::Recurrence, Shape::Recurrence) => Shape::Recurrence,
                _ => Shape::Other,
            };
            shapes.push(match operator {
                Operator::True | Operator::False | Operator::Proposition(_) => Shape::Now,
                Operator::Not(f) => match of(f) {
                    Shape::Now => Shape::Now,
                    Shape::Recurrence => Shape::Recurrence,
                    _ => Shape::Other,
                },
                Operator::And(f, g)
                | Operator::Or(f, g)
                | Operator::Implies(f, g)
                | Operator::Equivalent(f, g) => both(f, g),
                Operator::Eventually(f) => match of(f) {
                    Shape::Now => Shape::Eventually,
                    Shape::Always => Shape::Recurrence,
                    _ => Shape::Other,
                },
                Operator::Always(f) => match of(f) {
                    Shape::Now => Shape::Always,
                    Shape::Eventually => Shape::Recurrence,
                    _ => Shape::Other,
                },
                Operator::Next(_)
                | Operator::Until(..)
                | Operator::WeakUntil(..)
                | Operator::Release(..) => Shape::Other,
            });
        }
        shapes.last() == Some(&Shape::Recurrence)
    }
}

impl System {
    /// A temporal property of this system.
    pub fn temporal_property(&self, id: TemporalId) -> &TemporalProperty {
        &self.temporal[id.index()]
    }

    /// The temporal properties' ids.
    pub fn temporal_ids(&self) -> impl ExactSizeIterator<Item = TemporalId> + use<> {
        (0..self.temporal.len()).map(TemporalId::of)
    }

    /// The actions of a temporal property that no component has and that may happen at any time.
    pub fn open_actions(&self, property: &TemporalProperty) -> Alphabet {
        match property.is_open {
            true => property.alphabet().difference(&self.alphabet()),
            false => Alphabet::new(),
        }
    }
}
