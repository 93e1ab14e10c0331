//! Formulas of weak-safety pCTL of random systems: all methods against the definition, and against
//! probabilities of the whole.

use fastrand::Rng;
use fixedbitset::FixedBitSet;
use surmise_certify::check_formula;
use surmise_model::certificate::formula::FormulaClaim;
use surmise_model::{
    Atom, ComponentId, Context, Count, Extreme, FormulaCertificate, FormulaOutcome,
    LivenessOperator, Lpts, Relation, StateId, StrictLiveness,
};
use surmise_testing::{
    LptsShape, naively_live, naively_simulated, random_atoms, random_conformance, random_liveness,
    random_probabilistic_system, seeds, with_another_digit,
};
use surmise_verify::probabilistic::logic::satisfaction;
use surmise_verify::probabilistic::refinement::ConformanceMethod;
use surmise_verify::probabilistic::{MarkovModel, NumberOptions, Reachability, reachability};

/// The whole system, every component alone in both orders, and two groups.
fn methods(components: usize) -> Vec<ConformanceMethod> {
    let ids: Vec<ComponentId> = (0..components).map(ComponentId::of).collect();
    let alone: Vec<Vec<ComponentId>> = ids.iter().map(|&id| vec![id]).collect();
    let backwards = alone.iter().rev().cloned().collect();
    let mut all = vec![
        ConformanceMethod::Mono,
        ConformanceMethod::Cegar,
        ConformanceMethod::Agar(alone),
        ConformanceMethod::Agar(backwards),
    ];
    if components == 3 {
        all.push(ConformanceMethod::Agar(vec![vec![ids[2], ids[0]], vec![ids[1]]]));
    }
    all
}

#[test]
fn all_methods_agree_with_the_definition() {
    let (mut judged, mut violated, mut refinements) = (0, 0, 0);
    let seeds = seeds(300, 10_000);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let shape =
            LptsShape { components: 2..=3, states: 1..=4, actions: 1..=3, transitions: 2, tau: 10 };
        let system = random_probabilistic_system(seed, &shape);
        let mut rng = Rng::with_seed(!seed);
        let atoms = random_atoms(&mut rng, &system);
        let negation = random_liveness(&mut rng, atoms.len());
        let context = Context::unlimited();
        let whole = system.compose(&context).unwrap();
        let holds = |atom: usize, tuple: &[StateId]| {
            let Atom { component, states, .. } = &atoms[atom];
            states.contains(tuple[component.index()].index())
        };
        let expected =
            naively_live(&whole.lpts, &negation, |atom, state| holds(atom, whole.tuple(state)));
        judged += u64::from(expected.is_some());
        let mut verdicts = Vec::new();
        for method in methods(system.components.len()) {
            let report = satisfaction(&system, &atoms, &negation, &method, &context);
            refinements += report.statistics.of(Count::Refinements);
            let text = "the formula";
            let certificate = FormulaCertificate::of(&system, text, &report.outcome).unwrap();
            let accepted = check_formula(&system, &atoms, &negation, &certificate, &context);
            let is_live = match report.outcome {
                FormulaOutcome::Holds(_) => false,
                FormulaOutcome::Violated(tree) => {
                    let lpts = tree.to_lpts(&system.alphabet()).unwrap();
                    let of_tree = naively_live(&lpts, &negation, |atom, node| {
                        holds(atom, &tree.nodes[node.index()].tuple)
                    });
                    assert_ne!(of_tree, Some(false), "seed {seed} {method:?}: {tree:?}");
                    if lpts.num_states() < 30 {
                        assert!(naively_simulated(&lpts, &whole.lpts), "seed {seed} {method:?}");
                    }
                    true
                }
                FormulaOutcome::Unknown(unknown) => {
                    panic!("seed {seed} {method:?}: {unknown:?}")
                }
            };
            if let Some(expected) = expected {
                assert_eq!(is_live, expected, "seed {seed} {method:?} {negation:?}");
            }
            let accepted = accepted.map(|accepted| accepted.holds);
            assert_eq!(accepted, Ok(!is_live), "seed {seed} {method:?} {negation:?}");
            verdicts.push(is_live);
        }
        violated += u64::from(verdicts[0]);
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "seed {seed} {verdicts:?}");
    }
    assert!(judged * 3 > count, "{judged} of {count} by the definition");
    assert!(violated * 6 > count && violated * 6 < 5 * count, "{violated} of {count} violated");
    assert!(refinements * 40 > count, "{refinements} refinements");
}

/// Larger systems, and formulas that `--prob` understands: P<=p [ a U b ].
#[test]
fn all_methods_agree_with_probabilities_of_the_whole_system() {
    let (mut violated, mut refinements) = (0, 0);
    let seeds = seeds(150, 10_000);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let (system, _) = random_conformance(seed, 2..=3);
        let mut rng = Rng::with_seed(!seed);
        let atoms = random_atoms(&mut rng, &system);
        let [a, b] = [rng.usize(0..atoms.len()), rng.usize(0..atoms.len())];
        let context = Context::unlimited();
        let whole = system.compose(&context).unwrap();
        let states_of = |atom: usize, holds: bool| -> FixedBitSet {
            let Atom { component, states, .. } = &atoms[atom];
            let place = component.index();
            let is_in = |s: &StateId| states.contains(whole.tuple(*s)[place].index()) == holds;
            let mut set = FixedBitSet::with_capacity(whole.lpts.num_states());
            set.extend(whole.lpts.states().filter(is_in).map(StateId::index));
            set
        };
        let (until, goal) = (states_of(a, false), states_of(b, true));
        let model = MarkovModel::from_lpts(&whole.lpts).unwrap();
        let question =
            Reachability { extreme: Extreme::Maximal, until: &until, goal: &goal, bound: None };
        let answer = reachability(&model, &question, &NumberOptions::default(), &context);
        // Half of the time exactly the probability, or a little less.
        let bound = match rng.u8(0..4) {
            0 => answer.intervals[0].high.clone(),
            1 => &answer.intervals[0].low * &surmise_model::Rational::new(99, 100).unwrap(),
            _ => surmise_model::Rational::new(rng.i64(0..10), 10).unwrap(),
        };
        let expected = answer.intervals[0].satisfies(Relation::LessEqual, &bound);
        let mut negation = StrictLiveness::default();
        let through = negation.add(LivenessOperator::Atom { atom: a, holds: false });
        let goal = negation.add(LivenessOperator::Atom { atom: b, holds: true });
        negation.root = negation.add(LivenessOperator::Until { bound, through, goal, steps: None });
        for method in methods(system.components.len()) {
            let report = satisfaction(&system, &atoms, &negation, &method, &context);
            refinements += report.statistics.of(Count::Refinements);
            let text = "the formula";
            let certificate = FormulaCertificate::of(&system, text, &report.outcome).unwrap();
            let accepted = check_formula(&system, &atoms, &negation, &certificate, &context);
            let has = match report.outcome {
                FormulaOutcome::Holds(_) => true,
                FormulaOutcome::Violated(_) => false,
                FormulaOutcome::Unknown(unknown) => panic!("seed {seed} {method:?}: {unknown:?}"),
            };
            violated += u64::from(!has && method == ConformanceMethod::Mono);
            assert_eq!(Some(has), expected, "seed {seed} {method:?} {negation:?}");
            let accepted = accepted.map(|accepted| accepted.holds);
            assert_eq!(accepted, Ok(has), "seed {seed} {method:?} {negation:?}");
        }
    }
    assert!(violated * 8 > count, "{violated} of {count} violated");
    assert!(refinements * 5 > count, "{refinements} refinements");
}

/// Evidence about one formula is presented for another one, over the same conditions or over
/// others: as it is, changed in a digit, with smaller bounds, or with fewer states. What is
/// accepted is true.
#[test]
fn forged_certificates_are_judged_rightly() {
    let (mut refused, mut accepted) = (0, 0);
    for seed in seeds(400, 10_000) {
        let (system, _) = random_conformance(seed, 2..=3);
        let mut rng = Rng::with_seed(!seed);
        let [one, other] = [random_atoms(&mut rng, &system), random_atoms(&mut rng, &system)];
        let least = one.len().min(other.len());
        let [first, second] = [random_liveness(&mut rng, least), random_liveness(&mut rng, least)];
        let context = Context::unlimited();
        let all = methods(system.components.len());
        let method = &all[rng.usize(0..all.len())];
        let outcome = satisfaction(&system, &one, &first, method, &context).outcome;
        let certificate = FormulaCertificate::of(&system, "φ", &outcome).unwrap();
        for (atoms, negation) in [(&one, &second), (&other, &first), (&one, &first)] {
            let mono = ConformanceMethod::Mono;
            let truth = satisfaction(&system, atoms, negation, &mono, &context).outcome;
            let expected = matches!(truth, FormulaOutcome::Holds(_));
            for text in [certificate.to_json(), forged(&mut rng, &certificate)] {
                let read = FormulaCertificate::read(text.as_bytes(), &context);
                let found =
                    read.map(|read| check_formula(&system, atoms, negation, &read, &context));
                match found {
                    Ok(Ok(found)) => {
                        assert_eq!(found.holds, expected, "seed {seed} {negation:?}: {text}");
                        accepted += 1;
                    }
                    _ => refused += 1,
                }
            }
        }
    }
    assert!(refused * 6 > accepted && accepted > 0, "{refused} refused, {accepted} accepted");
}

/// The same with a mistake in it, which may do no harm.
fn forged(rng: &mut Rng, certificate: &FormulaCertificate) -> String {
    let mut changed = certificate.clone();
    if let FormulaClaim::Holds(proof) = &mut changed.claim {
        match rng.u8(0..4) {
            0 => proof.states.retain(|_| rng.u8(0..4) != 0),
            1 => {
                let smaller = |bound: &mut String| *bound = "0".to_owned();
                proof.states.iter_mut().flat_map(|(_, bounds)| bounds).for_each(smaller);
            }
            2 => {
                let classes = proof.assumptions.iter_mut().flat_map(|one| &mut one.classes);
                classes.for_each(|(_, class)| *class = 0);
            }
            _ => return with_another_digit(rng, &certificate.to_json()),
        }
        return changed.to_json();
    }
    with_another_digit(rng, &certificate.to_json())
}

/// What simulates has no formula that the simulated one lacks: L ≼ A and A ⊨ φ give L ⊨ φ, here of
/// an LPTS and its parts.
#[test]
fn formulas_carry_over_to_what_is_simulated() {
    for seed in seeds(100, 2_000) {
        let shape =
            LptsShape { components: 1..=1, states: 2..=4, actions: 1..=2, transitions: 2, tau: 10 };
        let mut system = random_probabilistic_system(seed, &shape);
        let mut rng = Rng::with_seed(!seed);
        let atoms = random_atoms(&mut rng, &system);
        let negation = random_liveness(&mut rng, atoms.len());
        let context = Context::unlimited();
        let method = ConformanceMethod::Mono;
        let above = satisfaction(&system, &atoms, &negation, &method, &context).outcome;
        let less = fewer_transitions(&mut rng, &system.components[0].lpts);
        system.components[0].lpts = less;
        let below = satisfaction(&system, &atoms, &negation, &method, &context).outcome;
        if matches!(above, FormulaOutcome::Holds(_)) {
            assert!(matches!(below, FormulaOutcome::Holds(_)), "seed {seed}");
        }
    }
}

fn fewer_transitions(rng: &mut Rng, lpts: &Lpts) -> Lpts {
    let mut builder = Lpts::builder();
    builder.ensure_states(lpts.num_states()).initial(lpts.initial());
    builder.extend_alphabet(lpts.alphabet().iter());
    for (source, choice) in lpts.transitions().filter(|_| rng.u8(0..3) != 0).collect::<Vec<_>>() {
        builder.add(source, choice.action, lpts.distribution(choice.distribution).iter());
    }
    builder.build().expect("states that exist, and distributions")
}
