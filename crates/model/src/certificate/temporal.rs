//! Temporal properties in certificates: in full, because a user may have given the formula that no
//! model contains.
//!
//! A formula is a list of operators in which operands stand before those that use them, by their
//! places; the last one is the outermost. So no nesting of the text follows that of the formula.

use serde::{Deserialize, Serialize};

use super::evidence::{Mismatch, mismatch};
use crate::formula::{Formula, Formulas, Operator};
use crate::{
    ActionTable, Alphabet, ComponentId, Fairness, FormulaId, Meaning, Proposition, PropositionId,
    Start, StateId, Stopping, System, TemporalKind, TemporalProperty,
};

/// A [`TemporalProperty`], written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenTemporal {
    /// Its name.
    pub name: String,
    /// What kind of definition it is.
    pub kind: WrittenKind,
    /// Which runs it is about.
    pub fairness: WrittenFairness,
    /// Whether the formula is evaluated at the first step, not in the initial state.
    pub from_first_step: bool,
    /// Whether runs that stop do not count.
    pub ignores_stops: bool,
    /// Whether actions that no component has may happen at any time.
    pub open: bool,
    /// What its propositions mean.
    pub propositions: Vec<WrittenProposition>,
    /// The operators of the formula.
    pub formula: Vec<WrittenOperator>,
}

/// [`TemporalKind`], written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenKind {
    /// [`TemporalKind::Progress`]
    Progress,
    /// [`TemporalKind::DefaultProgress`]
    DefaultProgress,
    /// [`TemporalKind::Assert`]
    Assert,
    /// [`TemporalKind::Formula`]
    Formula,
}

/// [`Fairness`], written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenFairness {
    /// [`Fairness::None`]
    None,
    /// [`Fairness::Weak`]
    Weak,
    /// [`Fairness::Choice`]
    Choice,
}

impl From<Fairness> for WrittenFairness {
    fn from(fairness: Fairness) -> Self {
        match fairness {
            Fairness::None => Self::None,
            Fairness::Weak => Self::Weak,
            Fairness::Choice => Self::Choice,
        }
    }
}

impl From<WrittenFairness> for Fairness {
    fn from(fairness: WrittenFairness) -> Self {
        match fairness {
            WrittenFairness::None => Self::None,
            WrittenFairness::Weak => Self::Weak,
            WrittenFairness::Choice => Self::Choice,
        }
    }
}

/// A [`Proposition`], written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenProposition {
    /// What the formula calls it.
    pub name: String,
    /// What it means.
    pub meaning: WrittenMeaning,
}

/// A [`Meaning`], written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WrittenMeaning {
    /// The step is by one of these actions.
    Actions(Vec<String>),
    /// A fluent.
    Fluent {
        /// What makes it true.
        on: Vec<String>,
        /// What makes it false.
        off: Vec<String>,
        /// Whether it is true before anything has happened.
        initially: bool,
    },
    /// A component is in one of these states.
    States {
        /// Its place in [`Certificate::components`](super::Certificate::components).
        component: u32,
        /// The states.
        states: Vec<u32>,
    },
    /// A predicate of a program's states, which components do not have.
    Predicate(u32),
}

/// An [`Operator`], written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "they are the operators of formulas")]
pub enum WrittenOperator {
    True,
    False,
    Proposition(u32),
    Not(u32),
    And(u32, u32),
    Or(u32, u32),
    Implies(u32, u32),
    Equivalent(u32, u32),
    Next(u32),
    Eventually(u32),
    Always(u32),
    Until(u32, u32),
    WeakUntil(u32, u32),
    Release(u32, u32),
}

impl WrittenTemporal {
    /// A temporal property of a system.
    pub fn new(system: &System, property: &TemporalProperty) -> Self {
        let names = |actions: &Alphabet| {
            let mut names: Vec<String> =
                system.actions.names(actions).into_iter().map(str::to_owned).collect();
            names.sort_unstable();
            names
        };
        let proposition = |proposition: &Proposition| WrittenProposition {
            name: proposition.name.clone(),
            meaning: match &proposition.meaning {
                Meaning::Actions(actions) => WrittenMeaning::Actions(names(actions)),
                Meaning::Fluent { on, off, initially } => {
                    WrittenMeaning::Fluent { on: names(on), off: names(off), initially: *initially }
                }
                Meaning::States { component, states } => WrittenMeaning::States {
                    component: component.raw(),
                    states: states.iter().map(|state| state.raw()).collect(),
                },
                Meaning::Predicate(number) => WrittenMeaning::Predicate(*number),
            },
        };
        Self {
            name: property.name.clone(),
            kind: match property.kind {
                TemporalKind::Progress => WrittenKind::Progress,
                TemporalKind::DefaultProgress => WrittenKind::DefaultProgress,
                TemporalKind::Assert => WrittenKind::Assert,
                TemporalKind::Formula
                | TemporalKind::Ltl
                | TemporalKind::Never
                | TemporalKind::Acceptance
                | TemporalKind::NonProgress => WrittenKind::Formula,
            },
            fairness: property.fairness.into(),
            from_first_step: property.start == Start::FirstStep,
            ignores_stops: property.stopping == Stopping::Ignored,
            open: property.is_open,
            propositions: property.propositions.iter().map(proposition).collect(),
            formula: property.formula.operators().iter().map(|(_, op)| written(op)).collect(),
        }
    }

    /// The temporal property, in terms of a system with these components at the certificate's
    /// places. Names of actions that the system does not have are added to the table.
    pub fn read(
        &self,
        actions: &mut ActionTable,
        components: &[ComponentId],
    ) -> Result<TemporalProperty, Mismatch> {
        let mut set = |names: &[String]| -> Result<Alphabet, Mismatch> {
            names.iter().map(|name| Ok(actions.intern(name)?)).collect()
        };
        let mut propositions = Vec::with_capacity(self.propositions.len());
        for WrittenProposition { name, meaning } in &self.propositions {
            let meaning = match meaning {
                WrittenMeaning::Actions(names) => Meaning::Actions(set(names)?),
                WrittenMeaning::Fluent { on, off, initially } => {
                    let (on, off) = (set(on)?, set(off)?);
                    if !on.is_disjoint(&off) {
                        return mismatch(format!(
                            "the fluent `{}` is no fluent",
                            name.escape_debug()
                        ));
                    }
                    Meaning::Fluent { on, off, initially: *initially }
                }
                WrittenMeaning::States { component, states } => {
                    let component = super::evidence::place(components, *component)?;
                    let states = states.iter().map(|&state| StateId::new(state as usize));
                    let mut states: Vec<StateId> = states.collect::<Result<_, _>>()?;
                    states.sort_unstable();
                    Meaning::States { component, states }
                }
                WrittenMeaning::Predicate(_) => {
                    let name = name.escape_debug();
                    return mismatch(format!("`{name}` is about a program, not about components"));
                }
            };
            propositions.push(Proposition { name: name.clone(), meaning });
        }
        if self.ignores_stops && self.fairness == WrittenFairness::Choice {
            return mismatch("under fair choice, runs that stop do count".to_owned());
        }
        Ok(TemporalProperty {
            name: self.name.clone(),
            kind: match self.kind {
                WrittenKind::Progress => TemporalKind::Progress,
                WrittenKind::DefaultProgress => TemporalKind::DefaultProgress,
                WrittenKind::Assert => TemporalKind::Assert,
                WrittenKind::Formula => TemporalKind::Formula,
            },
            formula: read_formula(&self.formula, propositions.len())?,
            propositions,
            fairness: self.fairness.into(),
            start: if self.from_first_step { Start::FirstStep } else { Start::InitialState },
            stopping: if self.ignores_stops { Stopping::Ignored } else { Stopping::Stays },
            is_open: self.open,
        })
    }
}

fn written(operator: Operator) -> WrittenOperator {
    use WrittenOperator as W;
    let n = |f: FormulaId| f.raw();
    match operator {
        Operator::True => W::True,
        Operator::False => W::False,
        Operator::Proposition(proposition) => W::Proposition(proposition.raw()),
        Operator::Not(f) => W::Not(n(f)),
        Operator::And(f, g) => W::And(n(f), n(g)),
        Operator::Or(f, g) => W::Or(n(f), n(g)),
        Operator::Implies(f, g) => W::Implies(n(f), n(g)),
        Operator::Equivalent(f, g) => W::Equivalent(n(f), n(g)),
        Operator::Next(f) => W::Next(n(f)),
        Operator::Eventually(f) => W::Eventually(n(f)),
        Operator::Always(f) => W::Always(n(f)),
        Operator::Until(f, g) => W::Until(n(f), n(g)),
        Operator::WeakUntil(f, g) => W::WeakUntil(n(f), n(g)),
        Operator::Release(f, g) => W::Release(n(f), n(g)),
    }
}

fn read_formula(operators: &[WrittenOperator], propositions: usize) -> Result<Formula, Mismatch> {
    use WrittenOperator as W;
    let mut formulas = Formulas::new();
    let mut places: Vec<FormulaId> = Vec::with_capacity(operators.len());
    for operator in operators {
        let n = |place: u32| match places.get(place as usize) {
            Some(&id) => Ok(id),
            None => mismatch("a formula uses an operand that does not stand before it".to_owned()),
        };
        let operator = match *operator {
            W::True => Operator::True,
            W::False => Operator::False,
            W::Proposition(number) if (number as usize) < propositions => {
                Operator::Proposition(PropositionId::of(number as usize))
            }
            W::Proposition(number) => {
                return mismatch(format!(
                    "a formula uses proposition {number}, which is not there"
                ));
            }
            W::Not(f) => Operator::Not(n(f)?),
            W::And(f, g) => Operator::And(n(f)?, n(g)?),
            W::Or(f, g) => Operator::Or(n(f)?, n(g)?),
            W::Implies(f, g) => Operator::Implies(n(f)?, n(g)?),
            W::Equivalent(f, g) => Operator::Equivalent(n(f)?, n(g)?),
            W::Next(f) => Operator::Next(n(f)?),
            W::Eventually(f) => Operator::Eventually(n(f)?),
            W::Always(f) => Operator::Always(n(f)?),
            W::Until(f, g) => Operator::Until(n(f)?, n(g)?),
            W::WeakUntil(f, g) => Operator::WeakUntil(n(f)?, n(g)?),
            W::Release(f, g) => Operator::Release(n(f)?, n(g)?),
        };
        places.push(formulas.add(operator));
    }
    match places.last() {
        Some(&root) => Ok(Formula::new(&formulas, root)),
        None => mismatch("a formula without operators".to_owned()),
    }
}
