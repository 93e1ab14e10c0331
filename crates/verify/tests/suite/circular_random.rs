//! Circular reasoning against monolithic search: on random systems every alphabet, rule and
//! generator agrees with it; the certificate checker accepts every proof and replays every
//! violation.

use fastrand::Rng;
use surmise_model::{
    Claim, ComponentId, Context, Count, Outcome, Proof, PropertyId, Reason, Rule, System,
};
use surmise_testing::{
    Edges, Shape, lts_of, random_property, random_system, seeds, system_of, tight_property,
};
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::assume::{AlphabetRefinement, Given, LookAhead};
use surmise_verify::circular::{CircularOptions, Generate, Uses, check};

use crate::common::{judge, violated};

/// How to divide the system of a seed: mostly every component alone; else two groups, or groups at
/// random, and seldom all together.
fn decomposition(system: &System, seed: u64) -> Decomposition {
    let mut ids: Vec<ComponentId> = system.component_ids().collect();
    match seed % 16 {
        0 => Decomposition::Groups(vec![ids]),
        1..=8 => Decomposition::Listed,
        9 => Decomposition::Ordered,
        10..=11 => Decomposition::TwoWay,
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

/// Every constraint is looked at twice, and nobody looks ahead, as in the paper.
fn suspicious() -> CircularOptions {
    CircularOptions { suspicious: true, look_ahead: LookAhead::NONE, ..CircularOptions::default() }
}

/// How far to look ahead: mostly not at all, as the paper does it.
fn look_ahead(seed: u64) -> LookAhead {
    match seed % 5 {
        2 => LookAhead { first: 3, on_the_way: 3, ..LookAhead::CIRCULAR },
        3 => LookAhead::FOR_NONDETERMINISM,
        _ => LookAhead::NONE,
    }
}

/// The rule family: all others, those that share actions, and for some seeds anything.
fn uses(seed: u64, components: usize) -> Vec<Uses> {
    let mut all = vec![Uses::Others, Uses::Sharing];
    if seed.is_multiple_of(3) {
        let mut rng = Rng::with_seed(seed);
        let ids = || (0..components).map(ComponentId::of);
        let any = |of| (of, ids().filter(|_| rng.bool()).collect());
        all.push(Uses::Sets(ids().map(any).collect()));
    }
    all
}

#[test]
fn every_alphabet_rule_and_generator_agrees_with_monolithic_search() {
    let shapes = [
        Shape { errors: 20, tau: 15, ..Shape::default() },
        Shape { states: 2..=5, actions: 3..=6, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut runs, mut grown, mut refined) = (0, 0, 0, 0);
    for seed in seeds(120, 10_000) {
        let system = random_system(seed, &shapes[seed as usize / 16 % 2]);
        let property = (seed % 10 != 0).then(|| PropertyId::of(0));
        let claim = property.map_or(Claim::NoError, Claim::Property);
        let violated = violated(&system, claim);
        let decomposition = decomposition(&system, seed);
        for uses in uses(seed, system.components.len()) {
            for alphabet in AlphabetRefinement::ALL {
                for generate in Generate::ALL {
                    let options = CircularOptions {
                        alphabet,
                        decomposition: decomposition.clone(),
                        uses: uses.clone(),
                        generate,
                        look_ahead: look_ahead(seed),
                        ..suspicious()
                    };
                    let report = check(&system, claim, &options, &Context::unlimited());
                    let judged = judge(&system, &report, violated);
                    assert_eq!(judged, Ok(()), "seed {seed}, {options:?}");
                    let options = CircularOptions { threads: 2, ..options };
                    let again = check(&system, claim, &options, &Context::unlimited());
                    assert_eq!(again, report, "seed {seed}, {options:?}");
                    holds += u32::from(!violated);
                    runs += 1;
                    let count = |count| report.statistics.of(count);
                    grown += u32::from(count(Count::AlphabetRefinements) > 0);
                    refined += u32::from(count(Count::LargestAssumption) > 1);
                }
            }
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
    assert!(
        grown * 20 > runs && refined * 100 > runs,
        "of {runs}: {grown} grown, {refined} refined"
    );
}

/// Properties that hold for no trivial reason: what the components do together, as far as a few
/// actions show it. Assumptions have several states, and alphabets grow.
#[test]
fn tight_properties_agree_with_monolithic_search() {
    let shape = Shape {
        components: 2..=4,
        states: 2..=5,
        actions: 3..=7,
        cycles: true,
        tau: 5,
        errors: 0,
        ..Shape::default()
    };
    let (mut runs, mut holds, mut large, mut grown, mut circular) = (0u64, 0, 0, 0, 0);
    for seed in seeds(50, 10_000) {
        let mut system = random_system(seed, &shape);
        let mut rng = Rng::with_seed(seed);
        let Some(property) = tight_property(&mut rng, &system) else { continue };
        system.properties[0].lts = property;
        let claim = Claim::Property(PropertyId::of(0));
        let violated = violated(&system, claim);
        let decomposition = decomposition(&system, seed);
        let uses = uses(seed, system.components.len());
        for alphabet in AlphabetRefinement::ALL {
            for generate in [Generate::Sat, Generate::Merge] {
                for uses in &uses {
                    let options = CircularOptions {
                        alphabet,
                        decomposition: decomposition.clone(),
                        uses: uses.clone(),
                        generate,
                        look_ahead: look_ahead(seed),
                        ..suspicious()
                    };
                    let report = check(&system, claim, &options, &Context::unlimited());
                    let judged = judge(&system, &report, violated);
                    assert_eq!(judged, Ok(()), "seed {seed}, {options:?}");
                    let options = CircularOptions { threads: 2, ..options };
                    let again = check(&system, claim, &options, &Context::unlimited());
                    assert_eq!(again, report, "seed {seed}, {options:?}");
                    runs += 1;
                    holds += u64::from(!violated);
                    let count = |count| report.statistics.of(count);
                    large += u64::from(count(Count::LargestAssumption) > 1);
                    grown += u64::from(count(Count::AlphabetRefinements) > 0);
                    if let Outcome::Holds(Proof { rule: Rule::Circular { uses, .. }, .. }) =
                        &report.outcome
                    {
                        let (_, premises) = uses.split_last().expect("there is a last premise");
                        circular += u64::from(premises.iter().any(|used| !used.is_empty()));
                    }
                }
            }
        }
    }
    let figures =
        format!("of {runs}: {holds} hold, {large} large, {grown} grown, {circular} circular");
    println!("{figures}");
    assert!(holds * 10 > runs * 3 && holds * 10 < runs * 9, "{figures}");
    assert!(large * 3 > runs && grown * 10 > runs && circular * 20 > runs, "{figures}");
}

/// Assumptions by hand: one that was found is good enough again; any other leads to a true verdict
/// or to a reason why it cannot be used, never to a wrong verdict.
#[test]
fn given_assumptions_never_lead_to_a_wrong_verdict() {
    let shape = Shape { components: 2..=4, cycles: true, errors: 0, ..Shape::default() };
    let claim = Claim::Property(PropertyId::of(0));
    let (mut found, mut used, mut refused) = (0, 0, 0);
    for seed in seeds(150, 10_000) {
        let mut system = random_system(seed, &shape);
        let mut rng = Rng::with_seed(seed);
        let Some(property) = tight_property(&mut rng, &system) else { continue };
        system.properties[0].lts = property;
        let violated = violated(&system, claim);
        let report = check(&system, claim, &suspicious(), &Context::unlimited());
        if let Outcome::Holds(Proof { rule: Rule::Circular { groups, assumptions, .. }, .. }) =
            &report.outcome
        {
            let place = rng.usize(0..groups.len());
            let lts = assumptions[place].lts.clone();
            let given = vec![Given { component: groups[place][0], lts }];
            let options = CircularOptions { given, ..suspicious() };
            let again = check(&system, claim, &options, &Context::unlimited());
            assert_eq!(judge(&system, &again, violated), Ok(()), "seed {seed}, {options:?}");
            found += 1;
        }
        let component = ComponentId::of(rng.usize(0..system.components.len()));
        let own: Vec<_> = system.component(component).lts.alphabet().iter().collect();
        let lts = random_property(&mut rng, &own, &shape);
        let alphabet = AlphabetRefinement::ALL[seed as usize % 4];
        let given = vec![Given { component, lts }];
        let mut uses = uses(seed, system.components.len());
        let uses = uses.swap_remove(rng.usize(0..uses.len()));
        let options = CircularOptions { given, alphabet, uses, ..suspicious() };
        let report = check(&system, claim, &options, &Context::unlimited());
        match &report.outcome {
            Outcome::Unknown(unknown) => {
                let expected = matches!(unknown.reason, Reason::Unsupported(_));
                assert!(expected, "seed {seed}, {options:?}: {}", unknown.reason);
                refused += 1;
            }
            _ => {
                assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
                used += 1;
            }
        }
    }
    assert!(found > 30 && used > 10 && refused > 10, "{found} {used} {refused}");
}

/// A group whose assumption a premise may not use does not excuse what breaks an assumption by
/// hand, though the system never gets there.
#[test]
fn who_may_not_be_used_is_no_excuse() {
    let components: [(&str, Edges<'_>); 3] = [
        ("M0", &[(1, "a", 1)]), // It never does a.
        ("M1", &[(0, "a", 1), (1, "b", 2), (3, "c", 3)]),
        ("M2", &[(0, "z", 0)]),
    ];
    let mut system = system_of(&components, ("P", &[(1, "c", 1)]));
    let lts = lts_of(&mut system.actions, &[(0, "a", 1), (2, "b", 2)]);
    let [_, m1, m2] = [0, 1, 2].map(ComponentId::of);
    let reason = |uses: Uses| {
        let given = vec![Given { component: m1, lts: lts.clone() }];
        let options = CircularOptions { given, uses, ..suspicious() };
        let claim = Claim::Property(PropertyId::of(0));
        match check(&system, claim, &options, &Context::unlimited()).outcome {
            Outcome::Unknown(unknown) => unknown.reason.to_string(),
            outcome => panic!("{outcome:?}"),
        }
    };
    let too_weak = "the assumption given for M1 is too weak: it allows ⟨⟩, c, which violates the property \
                    although M1 cannot do it";
    assert_eq!(reason(Uses::Others), too_weak);
    let broken =
        "the assumption given for M1 does not hold: after ⟨a⟩, M1 can do b, which it forbids";
    assert_eq!(reason(Uses::Sets(vec![(m1, vec![m2])])), broken);
}
