//! From a proof or a counterexample to a certificate.

use crate::{
    ActionTable, Assumption, Claim, Component, ComponentId, Counterexample, Edge, IdOverflow,
    Invariant, Level, Lts, Proof, Property, Range, Rule, RuleKind, StateId, System,
    TemporalProperty, ValueRange, Violation,
};

use super::json::to_json;
use super::{
    Argument, Certificate, CircularPremises, FORMAT, Monitored, Premises, Reference, Run, Searched,
    VERSION, Verdict, WrittenAssumption, WrittenInvariant, WrittenRange, WrittenRecurrence,
    WrittenStep, WrittenTemporal, WrittenViolation,
};

impl Certificate {
    /// The certificate of a proof about this system. Fails only if the system has so many
    /// components that there is no room for their error actions.
    pub fn of_proof(system: &System, proof: &Proof) -> Result<Self, IdOverflow> {
        let about = match proof.claim {
            Claim::Property(id) => About::Property(system.property(id)),
            Claim::NoError | Claim::NoDeadlock => About::Components,
            Claim::Temporal(id) => About::Temporal(system.temporal_property(id)),
        };
        let argument = argument(system, proof)?;
        Ok(certificate(system, about, Verdict::Holds(argument)))
    }

    /// The same with proofs that no range of the system is left, in their order.
    ///
    /// # Errors
    /// If the system has so many components that there is no room for their error actions.
    pub fn with_ranges(mut self, system: &System, proofs: &[Proof]) -> Result<Self, IdOverflow> {
        for (range, proof) in self.ranges.iter_mut().zip(proofs) {
            range.holds = Some(argument(system, proof)?);
        }
        Ok(self)
    }

    /// The certificate of a counterexample to this system.
    pub fn of_counterexample(system: &System, counterexample: &Counterexample) -> Self {
        let (violation, about) = match counterexample.violation {
            Violation::Property(id) => {
                (WrittenViolation::Property, About::Property(system.property(id)))
            }
            Violation::Error(id) => (WrittenViolation::Error(id.raw()), About::Components),
            Violation::Deadlock => (WrittenViolation::Deadlock, About::Components),
            Violation::Temporal { property, cycle } => {
                let number = |cycle| u32::try_from(cycle).unwrap_or(u32::MAX);
                let violation = cycle.map_or(WrittenViolation::BadPrefix, |cycle| {
                    WrittenViolation::Temporal(number(cycle))
                });
                (violation, About::Temporal(system.temporal_property(property)))
            }
        };
        let trace = &counterexample.trace;
        let step = |step: &crate::Step| WrittenStep {
            action: system.actions.name(step.action).to_owned(),
            states: written_states(&step.states),
        };
        let run = Run {
            violation,
            initial: written_states(&trace.initial),
            steps: trace.steps.iter().map(step).collect(),
        };
        certificate(system, about, Verdict::Violated(run))
    }

    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// Why a claim holds, written down.
fn argument(system: &System, proof: &Proof) -> Result<Argument, IdOverflow> {
    let actions = system.error_actions(proof.claim)?.table;
    let deadlock_free = proof.claim == Claim::NoDeadlock;
    Ok(match &proof.rule {
        Rule::Monitored { monitor, rule, recurrence } => {
            let endless = recurrence.as_ref().map(|recurrence| -> Result<_, IdOverflow> {
                let rule = recurrence.goes_on.as_deref().cloned();
                let proof = rule.map(|rule| Proof { claim: Claim::NoDeadlock, rule });
                let goes_on = proof.map(|proof| argument(&system.endless(), &proof)).transpose()?;
                Ok(WrittenRecurrence { goes_on: goes_on.map(Box::new) })
            });
            let (system, id) = system.monitored("", monitor);
            let proof = Proof { claim: Claim::Property(id), rule: (**rule).clone() };
            let monitor = Assumption { lts: monitor.clone(), simulation: None };
            Argument::Monitored(Monitored {
                monitor: assumption(&system.actions, &monitor),
                because: Box::new(argument(&system, &proof)?),
                recurrence: endless.transpose()?,
            })
        }
        Rule::Exhaustive if deadlock_free => Argument::DeadlockFree(Searched::default()),
        Rule::Exhaustive => Argument::Exhaustive(Searched::default()),
        Rule::Invariant(invariant) => Argument::Invariant(written(invariant, deadlock_free)),
        Rule::AssumeGuarantee { kind, groups, assumptions } => {
            let premises = Premises {
                groups: written_groups(groups),
                assumptions: written_assumptions(&actions, assumptions),
            };
            match kind {
                RuleKind::Asym => Argument::Asym(premises),
                RuleKind::Circ => Argument::Circ(premises),
                RuleKind::Sym => Argument::Sym(premises),
            }
        }
        Rule::Circular { groups, assumptions, uses } => {
            let places = |set: &Vec<usize>| set.iter().map(|&place| place as u32).collect();
            Argument::Circular(CircularPremises {
                groups: written_groups(groups),
                assumptions: written_assumptions(&actions, assumptions),
                uses: uses.iter().map(places).collect(),
            })
        }
    })
}

/// What a verdict is about.
#[derive(Clone, Copy)]
enum About<'a> {
    /// Their own errors, or deadlock.
    Components,
    Property(&'a Property),
    Temporal(&'a TemporalProperty),
}

fn certificate(system: &System, about: About<'_>, verdict: Verdict) -> Certificate {
    let reference = |name: &str, lts: &Lts| Reference {
        name: name.to_owned(),
        hash: lts.content_hash(&system.actions),
    };
    let component = |component: &Component| reference(&component.name, &component.lts);
    Certificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        subject: None,
        components: system.components.iter().map(component).collect(),
        property: match about {
            About::Property(property) => Some(reference(&property.name, &property.lts)),
            About::Components | About::Temporal(_) => None,
        },
        temporal: match about {
            About::Temporal(property) => Some(Box::new(WrittenTemporal::new(system, property))),
            About::Components | About::Property(_) => None,
        },
        ranges: system.ranges.iter().map(written_range).collect(),
        verdict,
    }
}

fn written_range(range: &Range) -> WrittenRange {
    let ValueRange { name, low, high } = range.values.clone();
    WrittenRange { name, low, high, holds: None }
}

fn written(invariant: &Invariant, deadlock_free: bool) -> WrittenInvariant {
    let place = |level: &Level| match level {
        Level::Component(id) => Some(id.raw()),
        Level::Property => None,
    };
    let states = |set: &Vec<StateId>| set.iter().map(|state| state.raw()).collect();
    WrittenInvariant {
        deadlock_free,
        levels: invariant.levels.iter().map(place).collect(),
        property_states: invariant.property_states.iter().map(states).collect(),
        layers: invariant.layers.clone(),
    }
}

fn written_groups(groups: &[Vec<ComponentId>]) -> Vec<Vec<u32>> {
    groups.iter().map(|group| group.iter().map(|id| id.raw()).collect()).collect()
}

fn written_assumptions(
    actions: &ActionTable,
    assumptions: &[Assumption],
) -> Vec<WrittenAssumption> {
    assumptions.iter().map(|each| assumption(actions, each)).collect()
}

fn written_states(states: &[StateId]) -> Vec<i64> {
    states.iter().map(|state| if state.is_error() { -1 } else { state.raw().into() }).collect()
}

fn assumption(actions: &ActionTable, assumption: &Assumption) -> WrittenAssumption {
    let lts = &assumption.lts;
    let row = |state: StateId| {
        let edge = |edge: &Edge| (actions.name(edge.action).to_owned(), edge.target.raw());
        let mut row: Vec<(String, u32)> = lts.edges(state).iter().map(edge).collect();
        row.sort_unstable();
        row
    };
    let pair = |(concrete, state): &(Vec<StateId>, StateId)| {
        (concrete.iter().map(|state| state.raw()).collect(), state.raw())
    };
    WrittenAssumption {
        alphabet: actions.names(lts.alphabet()).into_iter().map(str::to_owned).collect(),
        initial: (!lts.initial().is_error()).then_some(lts.initial().raw()),
        states: lts.states().map(row).collect(),
        abstraction: assumption
            .simulation
            .as_ref()
            .map(|simulation| simulation.map.iter().map(pair).collect()),
    }
}
