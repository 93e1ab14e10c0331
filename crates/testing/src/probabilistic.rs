//! Random LPTSs, and composition and quotient by their definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use fastrand::Rng;
use surmise_model::{
    ActionId, Lpts, ProbabilisticComponent, ProbabilisticSystem, Rational, StateId,
};

/// What random LPTSs look like.
#[derive(Debug, Clone)]
pub struct LptsShape {
    /// How many components.
    pub components: RangeInclusive<usize>,
    /// How many states each LPTS has.
    pub states: RangeInclusive<usize>,
    /// How many actions the system has.
    pub actions: RangeInclusive<usize>,
    /// How many transitions a state has, at most.
    pub transitions: usize,
    /// How many percent of the transitions are τ.
    pub tau: u8,
}

impl Default for LptsShape {
    fn default() -> Self {
        Self { components: 1..=3, states: 1..=5, actions: 1..=4, transitions: 3, tau: 10 }
    }
}

/// A transition by its definition: source, action, and the probability of each target.
pub type NaiveTransition<S> = (S, ActionId, BTreeMap<S, Rational>);

/// The random probabilistic system of a seed.
pub fn random_probabilistic_system(seed: u64, shape: &LptsShape) -> ProbabilisticSystem {
    let mut rng = Rng::with_seed(seed);
    let mut system = ProbabilisticSystem::default();
    let actions: Vec<ActionId> = (0..rng.usize(shape.actions.clone()))
        .map(|i| system.actions.intern(&format!("a{i}")).expect("few actions"))
        .collect();
    for i in 0..rng.usize(shape.components.clone()) {
        let lpts = random_lpts(&mut rng, &actions, shape);
        system.components.push(ProbabilisticComponent { name: format!("L{i}"), lpts });
    }
    system
}

/// A random LPTS over some of the actions: with non-determinism, τ, deadlocks, unreachable states,
/// actions that it never offers, and probabilities with awkward denominators.
pub fn random_lpts(rng: &mut Rng, actions: &[ActionId], shape: &LptsShape) -> Lpts {
    let mut builder = Lpts::builder();
    let states = rng.usize(shape.states.clone());
    builder.ensure_states(states).initial(StateId::of(rng.usize(0..states)));
    let alphabet: Vec<ActionId> = actions.iter().copied().filter(|_| rng.u8(0..4) != 0).collect();
    builder.extend_alphabet(alphabet.iter().copied());
    for source in 0..states {
        for _ in 0..rng.usize(0..=shape.transitions) {
            let action = match rng.choice(&alphabet) {
                Some(&action) if rng.u8(0..100) >= shape.tau => action,
                _ => ActionId::TAU,
            };
            let branches: Vec<(StateId, Rational)> = random_distribution(rng, states)
                .into_iter()
                .map(|(state, probability)| (StateId::of(state), probability))
                .collect();
            let branches = branches.iter().map(|(state, probability)| (*state, probability));
            builder.add(StateId::of(source), action, branches);
        }
    }
    builder.build().expect("states that exist, and distributions")
}

/// A random distribution over `0..states`; some states may be mentioned twice, or with
/// probability 0.
pub fn random_distribution(rng: &mut Rng, states: usize) -> Vec<(usize, Rational)> {
    let weights: Vec<i64> = match rng.u8(0..3) {
        0 => vec![1],
        _ => (0..rng.usize(1..=4)).map(|_| rng.i64(0..12)).collect(),
    };
    let sum: i64 = weights.iter().sum();
    if sum == 0 {
        return vec![(rng.usize(0..states), Rational::ONE)];
    }
    let part = |weight| Rational::new(weight, sum).expect("the sum is not zero");
    weights.into_iter().map(|weight| (rng.usize(0..states), part(weight))).collect()
}

/// The transitions of an LPTS as a set.
pub fn naive_transitions(lpts: &Lpts) -> BTreeSet<NaiveTransition<StateId>> {
    let map = |id| lpts.distribution(id).iter().map(|(s, p)| (s, p.clone())).collect();
    lpts.transitions().map(|(source, c)| (source, c.action, map(c.distribution))).collect()
}

/// The reachable part of a composition by definition 3: its transitions, and its states.
#[allow(clippy::type_complexity, reason = "a set of transitions and a set of states")]
pub fn naive_composition(
    parts: &[&Lpts],
) -> (BTreeSet<NaiveTransition<Vec<StateId>>>, BTreeSet<Vec<StateId>>) {
    let initial: Vec<StateId> = parts.iter().map(|part| part.initial()).collect();
    let mut actions: BTreeSet<ActionId> = BTreeSet::from([ActionId::TAU]);
    actions.extend(parts.iter().flat_map(|part| part.alphabet().iter()));
    let (mut states, mut transitions) = (BTreeSet::from([initial.clone()]), BTreeSet::new());
    let mut waiting = vec![initial];
    while let Some(tuple) = waiting.pop() {
        for &action in &actions {
            for moves in moves(parts, &tuple, action) {
                let mut product = BTreeMap::from([(Vec::new(), Rational::ONE)]);
                for factor in &moves {
                    product = product
                        .iter()
                        .flat_map(|(tuple, p)| {
                            factor.iter().map(move |(&state, q)| {
                                let mut longer = tuple.clone();
                                longer.push(state);
                                (longer, p * q)
                            })
                        })
                        .collect();
                }
                for successor in product.keys() {
                    if states.insert(successor.clone()) {
                        waiting.push(successor.clone());
                    }
                }
                transitions.insert((tuple.clone(), action, product));
            }
        }
    }
    (transitions, states)
}

/// All ways in which the parts can do an action together: a distribution for each part.
fn moves(
    parts: &[&Lpts],
    tuple: &[StateId],
    action: ActionId,
) -> Vec<Vec<BTreeMap<StateId, Rational>>> {
    let own = |i: usize| -> Vec<BTreeMap<StateId, Rational>> {
        let all = naive_transitions(parts[i]);
        let mine = all.into_iter().filter(|t| t.0 == tuple[i] && t.1 == action);
        mine.map(|t| t.2).collect()
    };
    let still = |i: usize| BTreeMap::from([(tuple[i], Rational::ONE)]);
    if action.is_tau() {
        let alone =
            |mover: usize| own(mover).into_iter().map(move |d| (mover, d)).collect::<Vec<_>>();
        return (0..parts.len())
            .flat_map(alone)
            .map(|(mover, d)| {
                (0..parts.len()).map(|i| if i == mover { d.clone() } else { still(i) }).collect()
            })
            .collect();
    }
    let mut all = vec![Vec::new()];
    for (i, part) in parts.iter().enumerate() {
        let mine = match part.alphabet().contains(action) {
            true => own(i),
            false => vec![still(i)],
        };
        all = all
            .iter()
            .flat_map(|before| {
                mine.iter().map(move |d| {
                    let mut longer = before.clone();
                    longer.push(d.clone());
                    longer
                })
            })
            .collect();
    }
    all
}

/// The transitions of a quotient by definition 8.
pub fn naive_quotient(lpts: &Lpts, class_of: &[StateId]) -> BTreeSet<NaiveTransition<StateId>> {
    let lift = |distribution: &BTreeMap<StateId, Rational>| {
        let classes: BTreeSet<StateId> = distribution.keys().map(|s| class_of[s.index()]).collect();
        let weight = |class| {
            distribution.iter().filter(|(s, _)| class_of[s.index()] == class).map(|(_, p)| p).sum()
        };
        classes.into_iter().map(|class| (class, weight(class))).collect()
    };
    naive_transitions(lpts)
        .iter()
        .map(|(source, action, d)| (class_of[source.index()], *action, lift(d)))
        .collect()
}
