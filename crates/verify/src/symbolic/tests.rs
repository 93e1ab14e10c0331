//! Runs to states that are reachable, shortest ones and others.

use fastrand::Rng;
use surmise_model::{Context, Lts, StateId, System, Trace};
use surmise_testing::{Shape, random_system, seeds};

use super::diagrams::{Diagrams, Distances};
use super::history::{History, run_to};
use super::path::Paths;
use super::saturation::saturate;
use super::space::Space;

/// Some tuple of a diagram, and its distance.
fn somewhere(
    space: &Space<'_>,
    diagrams: &Diagrams<'_>,
    distances: Distances,
    rng: &mut Rng,
) -> (Vec<StateId>, u32) {
    let (mut node, mut sum, mut values) = (distances.node, distances.plus, Vec::new());
    for _ in 0..space.depth() {
        let places: Vec<_> = diagrams.places(node).collect();
        let edge = diagrams.edge(places[rng.usize(..places.len())]);
        values.push(StateId::of(edge.value as usize));
        (node, sum) = (edge.below.node, sum + edge.below.plus);
    }
    (values, sum)
}

/// Every step is one of the system. Tells how many have several participants.
fn assert_run(seed: u64, system: &System, trace: &Trace) -> usize {
    let ltss: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
    let initial = ltss.iter().map(|lts| lts.initial());
    assert!(initial.eq(trace.initial.iter().copied()), "seed {seed}");
    let mut joint = 0;
    for (index, step) in trace.steps.iter().enumerate() {
        let before = trace.states_before(index);
        let moved = |part: &usize| before[*part] != step.states[*part];
        let leads = |part: usize| {
            let mut targets = ltss[part].successors(before[part], step.action);
            targets.any(|target| target == step.states[part])
        };
        let has = |part: &usize| ltss[*part].alphabet().contains(step.action);
        let everybody = 0..ltss.len();
        match step.action.is_tau() {
            true => {
                let movers: Vec<usize> = everybody.filter(moved).collect();
                assert!(movers.len() == 1 && leads(movers[0]), "seed {seed}");
            }
            false => {
                let fine = |part| if has(&part) { leads(part) } else { !moved(&part) };
                assert!(everybody.clone().all(fine), "seed {seed}");
                joint += usize::from(everybody.filter(has).count() > 1);
            }
        }
    }
    joint
}

fn shape() -> Shape {
    Shape { errors: 0, cycles: true, components: 2..=5, ..Shape::default() }
}

/// Whoever follows the diagram down finds a run as long as who tries all combinations.
#[test]
fn a_descent_finds_what_trying_finds() {
    let context = Context::unlimited();
    let (mut steps, mut joint) = (0, 0);
    for seed in seeds(500, 5_000) {
        let mut rng = Rng::with_seed(seed);
        let system = random_system(seed, &shape());
        let ltss: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
        let space = Space::new(&ltss, (0..ltss.len()).collect());
        let mut diagrams = Diagrams::new(&context);
        let distances = saturate(&space, 1, &mut diagrams, None).unwrap();
        let (values, distance) = somewhere(&space, &diagrams, distances, &mut rng);
        let mut paths = Paths::new(&space, &diagrams, distances);
        let tried = paths.to(values.clone(), distance, &context).unwrap();
        paths.tried = 0;
        let descended = paths.to(values, distance, &context).unwrap();
        assert_eq!(descended.steps.len(), tried.steps.len(), "seed {seed}");
        assert_eq!(descended.initial, tried.initial, "seed {seed}");
        assert_eq!(descended.last_states(), tried.last_states(), "seed {seed}");
        joint += assert_run(seed, &system, &descended);
        steps += descended.steps.len();
    }
    assert!(steps > 200 && joint > 50, "{steps} {joint}");
}

/// A history leads to every state, over no state twice.
#[test]
fn a_history_has_a_run_to_every_state() {
    let context = Context::unlimited();
    let (mut steps, mut shortest, mut joint) = (0, 0, 0);
    for seed in seeds(500, 5_000) {
        let mut rng = Rng::with_seed(seed);
        let system = random_system(seed, &Shape { components: 2..=6, ..shape() });
        let ltss: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
        let mut order: Vec<usize> = (0..ltss.len()).collect();
        rng.shuffle(&mut order);
        let space = Space::new(&ltss, order);
        let mut diagrams = Diagrams::new(&context);
        let distances = saturate(&space, 1, &mut diagrams, None).unwrap();
        let mut history = History::default();
        saturate(&space, 0, &mut diagrams, Some(&mut history)).unwrap();
        for _ in 0..5 {
            let (values, distance) = somewhere(&space, &diagrams, distances, &mut rng);
            let run = run_to(values.clone(), &space, &diagrams, &history, &context).unwrap();
            assert_eq!(run.last_states(), space.by_part(&values), "seed {seed}");
            joint += assert_run(seed, &system, &run);
            let mut met: Vec<&[StateId]> =
                (0..=run.steps.len()).map(|index| run.states_before(index)).collect();
            met.sort_unstable();
            assert!(met.windows(2).all(|two| two[0] != two[1]), "seed {seed}");
            steps += run.steps.len();
            shortest += distance as usize;
        }
    }
    assert!(joint > 250 && steps > shortest, "{joint}: {steps}, {shortest}");
    assert!(steps < 3 * shortest, "{steps} instead of {shortest}");
}
