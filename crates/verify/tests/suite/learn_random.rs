//! Learning against the definition: on random systems, every rule, way of choosing alphabets and
//! learner agrees with the composition built in full; the certificate checker accepts every proof
//! and replays every violation.

use fastrand::Rng;
use surmise_certify::{check_counterexample, check_proof};
use surmise_model::{
    Claim, ComponentId, Context, Count, Interrupt, Lts, Outcome, PropertyId, Reason, Report,
    RuleKind, System, Unknown,
};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::assume::{AlphabetRefinement, LookAhead};
use surmise_verify::learn::{LearnOptions, LearnerKind, check};

const RULES: [RuleKind; 3] = [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym];
const LEARNERS: [LearnerKind; 2] = [LearnerKind::Table, LearnerKind::Apartness];

fn violated(system: &System, claim: Claim) -> bool {
    let completed = match claim {
        Claim::Property(id) => Some(complete_with_error(&system.property(id).lts)),
        Claim::NoError => None,
        Claim::NoDeadlock | Claim::Temporal(_) => {
            unreachable!("no engine here is asked about that")
        }
    };
    let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
    parts.extend(&completed);
    NaiveProduct::new(&parts).error_depth.is_some()
}

/// Whether a report tells the truth, by the certificate checker and the definition.
fn judge(system: &System, claim: Claim, report: &Report) -> Result<(), String> {
    match &report.outcome {
        Outcome::Holds(_) if violated(system, claim) => Err("a violation is missed".to_owned()),
        Outcome::Violated(_) if !violated(system, claim) => Err("there is no violation".to_owned()),
        Outcome::Holds(proof) => check_proof(system, proof, &Context::unlimited())
            .map(drop)
            .map_err(|refusal| format!("the proof is refused: {refusal}")),
        Outcome::Violated(counterexample) => check_counterexample(system, counterexample)
            .map_err(|refusal| format!("the run is refused: {refusal}")),
        Outcome::Unknown(unknown) => Err(format!("undecided: {}", unknown.reason)),
    }
}

fn agree(system: &System, claim: Claim, options: &LearnOptions, seed: u64) -> Report {
    let report = check(system, claim, options, &Context::unlimited());
    let judged = judge(system, claim, &report);
    assert_eq!(judged, Ok(()), "seed {seed}, {options:?}");
    report
}

/// How to divide the system of a seed: every component alone, in either order; two groups that the
/// engine chooses; groups at random, in any order; and seldom all together.
fn decomposition(system: &System, seed: u64) -> Decomposition {
    let mut ids: Vec<ComponentId> = system.component_ids().collect();
    match seed % 16 {
        0 => Decomposition::Groups(vec![ids]),
        1..=4 => Decomposition::Ordered,
        5..=8 => Decomposition::Listed,
        9..=11 => Decomposition::TwoWay,
        _ => {
            let mut rng = Rng::with_seed(seed);
            rng.shuffle(&mut ids);
            let mut groups = vec![Vec::new(); rng.usize(2..=ids.len())];
            for (index, id) in ids.into_iter().enumerate() {
                let group = if index < groups.len() { index } else { rng.usize(0..groups.len()) };
                groups[group].push(id);
            }
            Decomposition::Groups(groups)
        }
    }
}

#[test]
fn every_rule_alphabet_and_learner_agrees_with_the_definition() {
    let shapes = [
        Shape::default(),
        Shape { states: 2..=5, actions: 3..=6, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut runs) = (0, 0);
    let (mut learned, mut refined, mut replaced) = (0, 0, 0);
    for seed in seeds(300, 10_000) {
        let system = random_system(seed, &shapes[seed as usize / 16 % 2]);
        let property = (seed % 10 != 0).then(|| PropertyId::of(0));
        let claim = property.map_or(Claim::NoError, Claim::Property);
        let decomposition = decomposition(&system, seed);
        // These systems are small: with a look ahead, inner levels would hardly ever see a
        // violation.
        let on_the_way = [0, 0, 3, 1024][seed as usize / 32 % 4];
        let look_ahead = LookAhead { on_the_way, ..LookAhead::LEARNING };
        // For the same reason conjectures are questioned early, or never.
        let patience = [1, 2, 4, usize::MAX][seed as usize / 2 % 4];
        for rule in RULES {
            for alphabet in AlphabetRefinement::ALL {
                for learner in LEARNERS {
                    let options = LearnOptions {
                        rule,
                        alphabet,
                        decomposition: decomposition.clone(),
                        learner,
                        look_ahead,
                        patience,
                        ..LearnOptions::default()
                    };
                    let report = agree(&system, claim, &options, seed);
                    holds += u32::from(matches!(report.outcome, Outcome::Holds(_)));
                    let counted = |count| report.statistics.of(count) > 0;
                    learned += u32::from(counted(Count::Conjectures));
                    refined += u32::from(counted(Count::Refinements));
                    replaced += u32::from(counted(Count::ReplacedConjectures));
                    runs += 1;
                }
            }
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
    assert!(
        learned * 2 > runs && refined * 10 > runs && replaced * 10 > runs,
        "of {runs}, {learned} learned, {refined} refined, {replaced} replaced"
    );
}

/// Components that run on and talk more: longer counterexamples and larger assumptions.
#[test]
fn larger_systems_agree_with_the_definition() {
    let shape = Shape {
        components: 2..=3,
        states: 3..=6,
        actions: 4..=7,
        cycles: true,
        tau: 5,
        ..Shape::default()
    };
    let (mut refinements, mut alphabets, mut reused) = (0, 0, 0);
    for seed in seeds(60, 2_000) {
        let system = random_system(seed, &shape);
        let second = ComponentId::of(1);
        let others = system.component_ids().filter(|&id| id != second).collect();
        let decomposition = Decomposition::Groups(vec![vec![second], others]);
        for rule in RULES {
            for alphabet in AlphabetRefinement::ALL {
                let learner = LEARNERS[(seed % 2) as usize];
                let decomposition = decomposition.clone();
                let patience = [4, 16][(seed / 2 % 2) as usize];
                let options = LearnOptions {
                    rule,
                    alphabet,
                    decomposition,
                    learner,
                    patience,
                    ..LearnOptions::default()
                };
                let report = agree(&system, Claim::Property(PropertyId::of(0)), &options, seed);
                let count = |count| report.statistics.of(count);
                refinements += count(Count::Refinements);
                alphabets += count(Count::AlphabetRefinements);
                reused += count(Count::ReusedAnswers);
            }
        }
    }
    assert!(
        refinements > 100 && alphabets > 20 && reused > 20,
        "{refinements} {alphabets} {reused}"
    );
}

/// A limit ends the work with what is known; so does an interruption.
#[test]
fn limits_are_kept() {
    let shape = Shape { components: 3..=3, states: 5..=5, cycles: true, ..Shape::default() };
    let mut undecided = 0;
    for seed in 0..50 {
        let system = random_system(seed, &shape);
        let limits = surmise_model::Limits { states: Some(3), ..Default::default() };
        let context = Context { limits, ..Context::unlimited() };
        let options = LearnOptions::default();
        let report = check(&system, Claim::Property(PropertyId::of(0)), &options, &context);
        match report.outcome {
            Outcome::Unknown(Unknown { reason: Reason::StateLimit(3), known, .. }) => {
                assert!(known.contains("conjectures"), "{known}");
                undecided += 1;
            }
            _ => assert_eq!(judge(&system, Claim::Property(PropertyId::of(0)), &report), Ok(())),
        }
        let interrupt = Interrupt::new();
        interrupt.cancel();
        let context = Context { interrupt: &interrupt, ..Context::unlimited() };
        let report = check(&system, Claim::Property(PropertyId::of(0)), &options, &context);
        let Outcome::Unknown(unknown) = report.outcome else { panic!("interrupted") };
        assert_eq!(unknown.reason, Reason::Cancelled);
    }
    assert!(undecided > 10, "{undecided}");
}
