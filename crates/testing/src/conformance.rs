//! Random LPTSs of each kind, and specifications that they conform to by construction or by chance.

use std::ops::RangeInclusive;

use fastrand::Rng;
use surmise_model::{
    ActionId, Alphabet, Context, Lpts, ProbabilisticComponent, ProbabilisticSystem, Rational,
    StateId,
};

/// Which transitions a state may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LptsKind {
    /// One for each action at most.
    Reactive,
    /// One at most.
    FullyProbabilistic,
    /// Any.
    General,
}

impl LptsKind {
    /// One of the three.
    pub fn random(rng: &mut Rng) -> Self {
        [Self::Reactive, Self::FullyProbabilistic, Self::General][rng.usize(0..3)]
    }
}

/// A random LPTS of a kind, whose distributions have two branches at most so that products stay
/// small.
pub fn random_lpts_of_kind(
    rng: &mut Rng,
    kind: LptsKind,
    actions: &[ActionId],
    states: usize,
) -> Lpts {
    let mut builder = Lpts::builder();
    builder.ensure_states(states);
    let alphabet: Vec<ActionId> = actions.iter().copied().filter(|_| rng.u8(0..3) != 0).collect();
    builder.extend_alphabet(alphabet.iter().copied());
    for source in (0..states).map(StateId::of) {
        let (offers, most) = match kind {
            LptsKind::FullyProbabilistic => {
                (rng.choice(&alphabet).into_iter().copied().collect(), 1)
            }
            LptsKind::Reactive => (alphabet.clone(), 1),
            LptsKind::General => (alphabet.clone(), 2),
        };
        let offers: Vec<ActionId> = offers;
        let offers = offers.into_iter().flat_map(|action| {
            let count = if rng.u8(0..4) == 0 { 0 } else { rng.usize(1..=most) };
            std::iter::repeat_n(action, count)
        });
        for action in offers.collect::<Vec<_>>() {
            let targets = [rng.usize(0..states), rng.usize(0..states)].map(StateId::of);
            let share = Rational::new(rng.i64(1..=6), 6).expect("not by zero");
            let rest = &Rational::ONE - &share;
            builder.add(source, action, [(targets[0], &share), (targets[1], &rest)]);
        }
    }
    builder.build().expect("states that exist, and distributions")
}

/// Something that simulates an LPTS once it is completed: a quotient of it, perhaps without the
/// actions that only lead around within its classes, perhaps with more transitions.
pub fn random_above(rng: &mut Rng, lpts: &Lpts) -> Lpts {
    let states = lpts.num_states();
    let forgotten: Alphabet = lpts.alphabet().iter().filter(|_| rng.u8(0..8) == 0).collect();
    let classes = rng.usize(1..=states).max(rng.usize(1..=states));
    let mut class_of: Vec<usize> = (0..states).map(|_| rng.usize(0..classes)).collect();
    // Both ends of a forgotten step are one.
    for (source, choice) in
        lpts.transitions().filter(|(_, choice)| forgotten.contains(choice.action))
    {
        for target in lpts.distribution(choice.distribution).support() {
            let (keep, give_up) = (class_of[source.index()], class_of[target.index()]);
            class_of.iter_mut().filter(|class| **class == give_up).for_each(|class| *class = keep);
        }
    }
    let class_of: Vec<StateId> = class_of.into_iter().map(StateId::of).collect();
    let quotient = lpts.quotient(&class_of, classes).expect("classes that exist");
    let mut builder = Lpts::builder();
    builder.ensure_states(classes).initial(quotient.initial());
    builder.extend_alphabet(lpts.alphabet().difference(&forgotten).iter());
    for (source, choice) in quotient.transitions() {
        if !forgotten.contains(choice.action) {
            builder.add(source, choice.action, quotient.distribution(choice.distribution).iter());
        }
        if rng.u8(0..10) == 0 && !forgotten.contains(choice.action) {
            builder.add_dirac(source, choice.action, StateId::of(rng.usize(0..classes)));
        }
    }
    builder.build().expect("states that exist, and distributions")
}

/// A random question: components, and a specification that they conform to by construction if the
/// seed is even.
pub fn random_conformance(
    seed: u64,
    components: RangeInclusive<usize>,
) -> (ProbabilisticSystem, Lpts) {
    let mut rng = Rng::with_seed(seed);
    let (system, whole) = loop {
        let system = random_components(&mut rng, components.clone());
        let whole = system.compose(&Context::unlimited()).expect("nothing stops it").lpts;
        // Most would not do a single step.
        if (3..=40).contains(&whole.num_states()) || rng.u8(0..20) == 0 {
            break (system, whole);
        }
    };
    let specification = match seed % 2 {
        0 => random_above(&mut rng, &whole),
        _ if rng.u8(0..4) != 0 => {
            let above = random_above(&mut rng, &whole);
            spoiled(&mut rng, &above)
        }
        _ => {
            let kind = LptsKind::random(&mut rng);
            let states = rng.usize(1..=5);
            let actions: Vec<ActionId> = whole.alphabet().iter().collect();
            random_lpts_of_kind(&mut rng, kind, &actions, states)
        }
    };
    (system, specification)
}

fn random_components(rng: &mut Rng, components: RangeInclusive<usize>) -> ProbabilisticSystem {
    let mut system = ProbabilisticSystem::default();
    let actions: Vec<ActionId> = (0..rng.usize(2..=4))
        .map(|i| system.actions.intern(&format!("a{i}")).expect("few actions"))
        .collect();
    for i in 0..rng.usize(components) {
        let kind = LptsKind::random(rng);
        let states = rng.usize(1..=4);
        let lpts = random_lpts_of_kind(rng, kind, &actions, states);
        system.components.push(ProbabilisticComponent { name: format!("L{i}"), lpts });
    }
    system
}

/// An LPTS with some transitions missing, and some probabilities that are others.
pub fn spoiled(rng: &mut Rng, lpts: &Lpts) -> Lpts {
    let mut builder = Lpts::builder();
    builder.ensure_states(lpts.num_states()).initial(lpts.initial());
    builder.extend_alphabet(lpts.alphabet().iter());
    for (source, choice) in lpts.transitions() {
        let distribution = lpts.distribution(choice.distribution);
        let mut branches: Vec<(StateId, Rational)> =
            distribution.iter().map(|(state, weight)| (state, weight.clone())).collect();
        if branches.len() > 1 && rng.u8(0..3) == 0 {
            let half = &branches[0].1 * &Rational::new(1, 2).expect("not by zero");
            branches[0].1 -= &half;
            branches[1].1 += &half;
        }
        if rng.u8(0..8) != 0 {
            builder.add(
                source,
                choice.action,
                branches.iter().map(|(state, weight)| (*state, weight)),
            );
        }
    }
    builder.build().expect("states that exist, and distributions")
}
