//! Seeded random LTSs and systems: small, and full of corner cases.

use std::ops::RangeInclusive;

use fastrand::Rng;
use surmise_model::{
    ActionId, Component, Lts, LtsBuilder, Priority, Property, StateId, System, Termination,
};

/// What random systems look like.
#[derive(Debug, Clone)]
pub struct Shape {
    /// How many components.
    pub components: RangeInclusive<usize>,
    /// How many properties.
    pub properties: RangeInclusive<usize>,
    /// How many states each LTS has.
    pub states: RangeInclusive<usize>,
    /// How many actions the system has.
    pub actions: RangeInclusive<usize>,
    /// How many percent of an LTS's transitions are τ.
    pub tau: u8,
    /// How many percent of the components can reach a π of their own.
    pub errors: u8,
    /// Whether each LTS has a cycle through all of its states: such systems run for long, and it
    /// takes long traces to see what is wrong with them.
    pub cycles: bool,
    /// How many percent of the components have an END. If any may have one, the system's end is
    /// random, too.
    pub ends: u8,
    /// How many percent of the systems have priorities.
    pub priorities: u8,
    /// How many percent of the properties are written with non-determinism and τ.
    pub loose: u8,
    /// Whether each LTS knows a few of the actions only, so that most steps have nothing to do with
    /// each other.
    pub sparse: bool,
}

impl Default for Shape {
    /// Two to five small components with τ, non-determinism and, now and then, π; one property.
    fn default() -> Self {
        Self {
            components: 2..=5,
            properties: 1..=1,
            states: 1..=5,
            actions: 2..=6,
            tau: 10,
            errors: 10,
            cycles: false,
            ends: 0,
            priorities: 0,
            loose: 0,
            sparse: false,
        }
    }
}

/// The random system of a seed. Equal seeds and shapes give equal systems.
pub fn random_system(seed: u64, shape: &Shape) -> System {
    let mut rng = Rng::with_seed(seed);
    let mut system = System::default();
    let actions: Vec<ActionId> = (0..rng.usize(shape.actions.clone()))
        .map(|i| system.actions.intern(&format!("a{i}")).expect("few actions"))
        .collect();
    for i in 0..rng.usize(shape.components.clone()) {
        let errors = rng.u8(0..100) < shape.errors;
        let lts = random_lts(&mut rng, &actions, shape, errors);
        system.components.push(Component::new(format!("M{i}"), lts));
    }
    for i in 0..rng.usize(shape.properties.clone()) {
        let lts = random_property(&mut rng, &actions, shape);
        system.properties.push(Property { name: format!("P{i}"), lts });
    }
    // Last, so that a seed's components are the same with and without.
    loosen(&mut rng, &mut system, &actions, shape);
    mark_random_ends(&mut rng, &mut system, shape);
    if rng.u8(0..100) < shape.priorities {
        let low = actions.iter().copied().filter(|_| rng.bool()).collect();
        system.priority = Some(Priority { low, tau_is_low: rng.bool() });
    }
    system
}

/// Replaces some properties by LTSs that are not deterministic.
fn loosen(rng: &mut Rng, system: &mut System, actions: &[ActionId], shape: &Shape) {
    for property in &mut system.properties {
        if rng.u8(0..100) < shape.loose {
            property.lts =
                random_lts(rng, actions, &Shape { cycles: true, ..shape.clone() }, false);
        }
    }
}

/// Gives some components an END, and the system a rule that says when it has ended.
fn mark_random_ends(rng: &mut Rng, system: &mut System, shape: &Shape) {
    for component in &mut system.components {
        if rng.u8(0..100) < shape.ends {
            component.lts = mark_random_end(rng, &component.lts);
        }
    }
    if shape.ends > 0 {
        system.termination = match rng.u8(0..4) {
            0 => Termination::Never,
            1 => Termination::When(system.component_ids().filter(|_| rng.bool()).collect()),
            _ => Termination::ByAlphabets,
        };
    }
}

/// A random LTS over some of the actions: possibly non-deterministic, with τ, with actions that it
/// knows and never offers, with unreachable states, and with steps into π if `errors` says so.
pub fn random_lts(rng: &mut Rng, actions: &[ActionId], shape: &Shape, errors: bool) -> Lts {
    let mut builder = Lts::builder();
    let states = rng.usize(shape.states.clone());
    builder.ensure_states(states);
    let mut knows = || if shape.sparse { rng.u8(0..6) == 0 } else { rng.bool() };
    let mut alphabet: Vec<ActionId> = actions.iter().copied().filter(|_| knows()).collect();
    if alphabet.is_empty() {
        alphabet.extend(rng.choice(actions.iter().copied()));
    }
    builder.extend_alphabet(alphabet.iter().copied());
    for _ in 0..rng.usize(0..=states * 3) {
        let source = StateId::of(rng.usize(0..states));
        let action = match rng.choice(&alphabet) {
            Some(&action) if rng.u8(0..100) >= shape.tau => action,
            _ => ActionId::TAU,
        };
        let target = match errors && rng.u8(0..8) == 0 {
            true => StateId::ERROR,
            false => StateId::of(rng.usize(0..states)),
        };
        builder.add(source, action, target);
    }
    if shape.cycles {
        add_cycle(&mut builder, rng, &alphabet, states);
    }
    if errors && rng.u8(0..32) == 0 {
        builder.initial(StateId::ERROR);
    }
    builder.build().expect("all states exist")
}

/// The same LTS with a random state marked as END, whatever transitions it has. An LTS without
/// states stays as it is.
pub fn mark_random_end(rng: &mut Rng, lts: &Lts) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    builder.extend_alphabet(lts.alphabet().iter());
    for (source, edge) in lts.transitions() {
        builder.add(source, edge.action, edge.target);
    }
    if lts.num_states() > 0 {
        builder.end(StateId::of(rng.usize(0..lts.num_states())));
    }
    builder.build().expect("the states of an LTS")
}

/// Adds a cycle through all states on random actions.
fn add_cycle(builder: &mut LtsBuilder, rng: &mut Rng, alphabet: &[ActionId], states: usize) {
    for source in 0..states {
        let action = *rng.choice(alphabet).expect("no alphabet is empty");
        builder.add(StateId::of(source), action, StateId::of((source + 1) % states));
    }
}

/// A random deterministic property over some of the actions, without π. It allows most things, so
/// that both verdicts are common.
pub fn random_property(rng: &mut Rng, actions: &[ActionId], shape: &Shape) -> Lts {
    let mut builder = Lts::builder();
    let states = rng.usize(shape.states.clone());
    builder.ensure_states(states);
    let alphabet: Vec<ActionId> = actions.iter().copied().filter(|_| rng.u8(0..3) == 0).collect();
    builder.extend_alphabet(alphabet.iter().copied());
    for source in 0..states {
        for &action in &alphabet {
            if rng.u8(0..4) != 0 {
                let target = StateId::of(rng.usize(0..states));
                builder.add(StateId::of(source), action, target);
            }
        }
    }
    builder.build().expect("all states exist")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_system() {
        let shape = Shape::default();
        assert_eq!(random_system(7, &shape), random_system(7, &shape));
        let systems: Vec<System> = (0..100).map(|seed| random_system(seed, &shape)).collect();
        let ltss = || systems.iter().flat_map(|system| &system.components).map(|c| &c.lts);
        assert!(ltss().any(Lts::has_error) && ltss().any(|lts| !lts.has_error()));
        assert!(ltss().any(|lts| !lts.is_deterministic()));
        assert!(systems.iter().all(|s| s.properties.iter().all(|p| p.lts.is_deterministic())));
    }
}
