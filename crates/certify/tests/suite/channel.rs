//! Proofs about the communication channel of the papers, made by hand.

use surmise_model::{
    ActionId, Assumption, Claim, ComponentId, Lts, Proof, PropertyId, Rule, RuleKind, Simulation,
    StateId, System,
};

/// An LTS from its transitions, whose alphabet is exactly the given one.
pub(crate) fn lts(system: &System, alphabet: &[&str], transitions: &[(usize, &str, usize)]) -> Lts {
    let id = |name: &str| system.actions.get(name).unwrap();
    let states = transitions.iter().map(|&(from, _, to)| from.max(to) + 1).max().unwrap_or(1);
    let mut builder = Lts::builder();
    builder.ensure_states(states).extend_alphabet(alphabet.iter().map(|name| id(name)));
    for &(from, name, to) in transitions {
        builder.add(StateId::of(from), id(name), StateId::of(to));
    }
    let lts = builder.build().unwrap();
    assert_eq!(lts.alphabet().len(), alphabet.len());
    lts
}

pub(crate) fn assume(lts: Lts) -> Assumption {
    Assumption { lts, simulation: None }
}

pub(crate) fn proof(rule: Rule) -> Proof {
    Proof { claim: Claim::Property(PropertyId::of(0)), rule }
}

/// One group for each of the two components.
pub(crate) fn apart() -> Vec<Vec<ComponentId>> {
    vec![vec![ComponentId::of(0)], vec![ComponentId::of(1)]]
}

/// The abstraction of Output that the AGAR paper arrives at: states 0 and 2 are one.
pub(crate) fn abstraction(system: &System) -> Assumption {
    let transitions = [(0, "send", 1), (1, "output", 0), (0, "ack", 0)];
    let pair = |(concrete, abstracted): (usize, usize)| {
        (vec![StateId::of(concrete)], StateId::of(abstracted))
    };
    Assumption {
        lts: lts(system, &["send", "output", "ack"], &transitions),
        simulation: Some(Simulation { map: [(0, 0), (1, 1), (2, 0)].map(pair).to_vec() }),
    }
}

pub(crate) fn asym(system: &System) -> Proof {
    proof(Rule::AssumeGuarantee {
        kind: RuleKind::Asym,
        groups: apart(),
        assumptions: vec![abstraction(system)],
    })
}

pub(crate) fn circ(system: &System) -> Proof {
    let input = lts(system, &["send", "ack"], &[(0, "send", 1), (1, "ack", 0)]);
    let assumptions = vec![assume(abstraction(system).lts), assume(input)];
    proof(Rule::AssumeGuarantee { kind: RuleKind::Circ, groups: apart(), assumptions })
}

/// A1 is Output itself. A2 allows everything but what Output can do and Order forbids: the product
/// of the two with a seventh state, where everything is allowed, for what Output cannot do.
pub(crate) fn sym(system: &System) -> Proof {
    let names = ["input", "output", "send", "ack"];
    let [output, order] = [&system.components[1].lts, &system.properties[0].lts];
    let mut transitions = names.map(|name| (6, name, 6)).to_vec();
    let step = |lts: &Lts, state: usize, action: ActionId| match lts.alphabet().contains(action) {
        true => lts.successors(StateId::of(state), action).next().map(StateId::index),
        false => Some(state),
    };
    for (o, p) in (0..3).flat_map(|o| [(o, 0), (o, 1)]) {
        for name in names {
            let action = system.actions.get(name).unwrap();
            match (step(output, o, action), step(order, p, action)) {
                (None, _) => transitions.push((2 * o + p, name, 6)),
                (Some(o2), Some(p2)) => transitions.push((2 * o + p, name, 2 * o2 + p2)),
                (Some(_), None) => {}
            }
        }
    }
    let assumptions = vec![assume(output.clone()), assume(lts(system, &names, &transitions))];
    proof(Rule::AssumeGuarantee { kind: RuleKind::Sym, groups: apart(), assumptions })
}
