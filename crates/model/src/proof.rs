//! Why a claim is true: the rule, who stands where in it, and the assumptions that make its
//! premises true.
//!
//! Groups and properties in a rule are the normal forms of [`ErrorActions`](crate::ErrorActions),
//! so that a component's own π is one more action that the property forbids. Assumptions may
//! mention those actions, under the ids of [`ErrorActions::table`](crate::ErrorActions::table).

use std::fmt;

use crate::{
    Alphabet, Claim, ComponentId, Fairness, Invariant, Lts, Property, PropertyId, StateId,
    Stopping, System, TemporalProperty, Termination,
};

/// A proof that a claim about a system is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// What is shown.
    pub claim: Claim,
    /// The argument.
    pub rule: Rule,
}

/// The argument of a [`Proof`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// All reachable states were visited, and none is bad.
    Exhaustive,
    /// The initial state is in a set that nothing leads out of and that no bad state is in.
    Invariant(Invariant),
    /// The components were judged in groups, each under assumptions about the others. What is shown
    /// is more than a [property](Claim::Property): no component reaches π either.
    AssumeGuarantee {
        /// Which premises there are.
        kind: RuleKind,
        /// G1..Gn: each a group of components that stand together.
        groups: Vec<Vec<ComponentId>>,
        /// A1..A(n-1) or A1..An, as the rule needs.
        assumptions: Vec<Assumption>,
    },
    /// As `AssumeGuarantee`, by a rule of the family CIRC-AG_N, in which no group comes first: each
    /// guarantees its assumption as long as the others have kept theirs, one step ahead.
    Circular {
        /// G1..Gn: each a group of components that stand together.
        groups: Vec<Vec<ComponentId>>,
        /// A1..An, one for each group. All of them allow the empty trace.
        assumptions: Vec<Assumption>,
        /// The assumptions, counted from 0, that each premise uses: n sets of others for premises
        /// 1 to n, then the set that shows the property.
        uses: Vec<Vec<usize>>,
    },
    /// A [temporal property](Claim::Temporal) is true of all runs that a *monitor* allows, and the
    /// system violates the monitor as a [property](System::monitored) in no run.
    Monitored {
        /// What is allowed, without π, over its own alphabet.
        monitor: Lts,
        /// Why no run violates it: any other rule.
        rule: Box<Self>,
        /// If the temporal property need not be true of runs on which from some time on nothing
        /// happens that the monitor sees: why there are none that count.
        recurrence: Option<Recurrence>,
    },
}

/// Why something that a monitor sees happens infinitely often on every run that counts. No
/// component has a cycle without an action of the monitor, which anybody can see; so a run without
/// end has infinitely many of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recurrence {
    /// Why no run stops: the rule by which the system [without end](System::endless) has no
    /// deadlock. Nothing, where runs that stop [do not count](System::counts_stops).
    pub goes_on: Option<Box<Rule>>,
}

impl Rule {
    /// The assumptions, if there are any.
    pub fn assumptions(&self) -> &[Assumption] {
        match self {
            Self::Monitored { rule, .. } => rule.assumptions(),
            Self::Exhaustive | Self::Invariant(_) => &[],
            Self::AssumeGuarantee { assumptions, .. } | Self::Circular { assumptions, .. } => {
                assumptions
            }
        }
    }

    /// Leaves out the simulations that are about states of components that have changed.
    pub fn forget_simulations(&mut self, changed: &[ComponentId]) {
        if let Self::Monitored { rule, .. } = self {
            rule.forget_simulations(changed);
        }
        if let Self::AssumeGuarantee { groups, assumptions, .. } = self {
            // What an assumption abstracts is the group after its own.
            for (assumption, abstracted) in assumptions.iter_mut().zip(groups.iter().skip(1)) {
                if abstracted.iter().any(|id| changed.contains(id)) {
                    assumption.simulation = None;
                }
            }
        }
    }
}

impl System {
    /// The system with a monitor of a temporal property as one property more, which is the last.
    #[must_use]
    pub fn monitored(&self, name: &str, monitor: &Lts) -> (Self, PropertyId) {
        let mut system = self.clone();
        let id = PropertyId::of(system.properties.len());
        system.properties.push(Property { name: name.to_owned(), lts: monitor.clone() });
        (system, id)
    }

    /// The system without properties, in which to have ended is a deadlock: if it has none, none of
    /// its runs stops.
    #[must_use]
    pub fn endless(&self) -> Self {
        Self {
            properties: Vec::new(),
            temporal: Vec::new(),
            termination: Termination::Never,
            ..self.clone()
        }
    }

    /// Whether a run that stops would count for a temporal property. Where some action may happen
    /// at any time, none stops.
    pub fn counts_stops(&self, property: &TemporalProperty) -> bool {
        let counts = property.stopping == Stopping::Stays || property.fairness == Fairness::Choice;
        counts && self.actions_at_any_time(property).is_empty()
    }

    /// The actions that no component has and that may happen at any time: those of properties, and
    /// the [open ones](System::open_actions) of a temporal property.
    pub fn actions_at_any_time(&self, property: &TemporalProperty) -> Alphabet {
        let mut all = Alphabet::new();
        for property in &self.properties {
            all.union_with(property.lts.alphabet());
        }
        all.difference(&self.alphabet()).union(&self.open_actions(property))
    }
}

/// An assume-guarantee rule. `P` stands for the property and `⟨A⟩ M ⟨P⟩` for: in every system that
/// satisfies `A` and of which `M` is a part, `P` holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RuleKind {
    /// Rule ASYM, nested: `⟨A1⟩ G1 ⟨P⟩`, `⟨A2⟩ G2 ⟨A1⟩`, …, `⟨true⟩ Gn ⟨A(n-1)⟩`. Each group needs
    /// an assumption, which the groups after it have to guarantee.
    #[default]
    Asym,
    /// Rule CIRC-N: as ASYM, but the last premise is `⟨An⟩ Gn ⟨A(n-1)⟩` and one more closes the
    /// circle, `⟨true⟩ G1 ⟨An⟩`.
    Circ,
    /// Rule SYM-N: `⟨Ai⟩ Gi ⟨P⟩` for every i, and no trace that all complements coAi allow violates
    /// `P`. Each group has an assumption under which the property holds, and together they have no
    /// gap.
    Sym,
}

impl RuleKind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Asym, Self::Circ, Self::Sym];

    /// How many assumptions it needs for so many groups.
    pub fn num_assumptions(self, groups: usize) -> usize {
        match self {
            Self::Asym => groups.saturating_sub(1),
            Self::Circ | Self::Sym => groups,
        }
    }
}

/// As the papers write it.
impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Asym => "ASYM",
            Self::Circ => "CIRC-N",
            Self::Sym => "SYM-N",
        })
    }
}

/// An assumption about the environment of a group of components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// The allowed behaviour over the assumption's alphabet, without π; deterministic or not. An
    /// LTS whose initial state is π allows nothing, not even the empty trace.
    pub lts: Lts,
    /// If the assumption abstracts what comes after it in the rule: the evidence for that.
    pub simulation: Option<Simulation>,
}

/// Evidence that an [`Assumption`] abstracts what comes after it in rule [ASYM](RuleKind::Asym): a
/// simulation, which can be checked step by step, in time linear in the steps of its pairs.
///
/// Let `A` be assumption `i`, over the alphabet `Σ`. What it abstracts is the *concrete* system
/// `C`: group `i + 1` (in normal form) composed with assumption `i + 1`, or the last group alone.
/// The map shows premise `i + 1`, that `A` has every trace of `C` restricted to `Σ`, as follows:
///
/// 1. it relates the initial state of `C` to that of `A`;
/// 2. if it relates `q` to `s` and `C` has a step from `q` to `q'` on an action of `Σ`, then it
///    relates `q'` to some `s'` that `A` reaches from `s` with that same action;
/// 3. if it relates `q` to `s` and `C` has a step from `q` to `q'` on τ or an action outside `Σ`,
///    then it relates `q'` to `s` itself.
///
/// An abstraction function alone would not do: the states of `A` are classes of states of `C`, but
/// a step of `A` stands for hidden steps and then an action. So `q` is related not to the class it
/// is in but to every class that one can have left for `q` by hidden steps alone. Without hidden
/// steps that is one class, and the map is the abstraction function, defined where `C` can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// Pairs, sorted and each once, of a concrete state (one local state for each component of the
    /// abstracted group, in the group's order, then the state of the next assumption if there is
    /// one) and a state of the assumption. Only states that `C` can reach need to be there. A
    /// concrete state may be in more than one pair.
    pub map: Vec<(Vec<StateId>, StateId)>,
}
