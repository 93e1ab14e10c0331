//! From a proof or a counterexample to a certificate.

use crate::{
    ActionTable, Assumption, Component, Counterexample, Edge, IdOverflow, Lts, Proof, Property,
    Rule, StateId, System, Violation,
};

use super::{
    Argument, Certificate, Claim, DeadlockFree, Exhaustive, FORMAT, Premises, Reference, Run,
    VERSION, WrittenAssumption, WrittenStep, WrittenViolation,
};

impl Certificate {
    /// The certificate of a proof about this system. Fails only if the system has so many
    /// components that there is no room for their error actions.
    pub fn of_proof(system: &System, proof: &Proof) -> Result<Self, IdOverflow> {
        let actions = system.error_actions()?.table;
        let premises = |groups: &[Vec<crate::ComponentId>], assumptions: &[Assumption]| Premises {
            groups: groups.iter().map(|group| group.iter().map(|id| id.raw()).collect()).collect(),
            assumptions: assumptions.iter().map(|each| assumption(&actions, each)).collect(),
        };
        let argument = match &proof.rule {
            Rule::Exhaustive { states } => Argument::Exhaustive(Exhaustive { states: *states }),
            &Rule::DeadlockFree { states, error_free } => {
                Argument::DeadlockFree(DeadlockFree { states, error_free })
            }
            Rule::Asym { groups, assumptions } => Argument::Asym(premises(groups, assumptions)),
            Rule::Circ { groups, assumptions } => Argument::Circ(premises(groups, assumptions)),
            Rule::Sym { groups, assumptions } => Argument::Sym(premises(groups, assumptions)),
        };
        let property = proof.property.map(|id| system.property(id));
        Ok(certificate(system, property, Claim::Holds(argument)))
    }

    /// The certificate of a counterexample to this system.
    pub fn of_counterexample(system: &System, counterexample: &Counterexample) -> Self {
        let (violation, property) = match counterexample.violation {
            Violation::Property(id) => (WrittenViolation::Property, Some(system.property(id))),
            Violation::Error(id) => (WrittenViolation::Error(id.raw()), None),
            Violation::Deadlock => (WrittenViolation::Deadlock, None),
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
        certificate(system, property, Claim::Violated(run))
    }
}

fn certificate(system: &System, property: Option<&Property>, claim: Claim) -> Certificate {
    let reference = |name: &str, lts: &Lts| Reference {
        name: name.to_owned(),
        hash: lts.content_hash(&system.actions),
    };
    let component = |component: &Component| reference(&component.name, &component.lts);
    Certificate {
        format: FORMAT.to_owned(),
        version: VERSION,
        components: system.components.iter().map(component).collect(),
        property: property.map(|property| reference(&property.name, &property.lts)),
        claim,
    }
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
            .abstraction
            .as_ref()
            .map(|abstraction| abstraction.map.iter().map(pair).collect()),
    }
}
