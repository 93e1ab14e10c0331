//! What the engines do that the papers do not changes no verdict: on random systems every engine,
//! as published and without each departure, agrees with monolithic search, and every proof and
//! violation is accepted by the independent checker.

use surmise_certify::check_conformance;
use surmise_model::{
    Claim, ComponentId, ConformanceCertificate, Context, Count, PropertyId, Report, RuleKind,
    System,
};
use surmise_testing::{Shape, naively_simulated, random_conformance, random_system, seeds};
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::circular::{self, CircularOptions};
use surmise_verify::learn::{self, LearnOptions};
use surmise_verify::probabilistic::refinement::{self, ConformanceMethod, Engine, conformance_by};
use surmise_verify::quotient::{self, Labels, QuotientOptions};
use surmise_verify::{Departure, Departures};

use crate::common::{judge, violated};

/// As published; each departure left out, and each alone.
fn sets(departures: &[Departure]) -> Vec<Departures> {
    let without = departures.iter().map(|&one| Departures::ALL.without(one));
    let alone = departures.iter().map(|&one| Departures::NONE.with(one));
    [Departures::NONE].into_iter().chain(without).chain(alone).collect()
}

/// Runs an engine on random systems, with every set of its departures. Tells how often each verdict
/// came.
fn compare(
    departures: &[Departure],
    (few, many): (u64, u64),
    engine: impl Fn(u64, &System, Claim, Departures) -> Report,
) {
    let shapes = [
        Shape { errors: 10, tau: 15, ..Shape::default() },
        Shape { states: 2..=6, actions: 4..=8, errors: 0, cycles: true, ..Shape::default() },
    ];
    let claim = Claim::Property(PropertyId::of(0));
    let (mut safe, mut unsafe_ones) = (0, 0);
    for seed in seeds(few, many) {
        let system = random_system(seed, &shapes[seed as usize % 2]);
        let violated = violated(&system, claim);
        for set in sets(departures) {
            let report = engine(seed, &system, claim, set);
            assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {set:?}");
            // As published, nobody looks ahead.
            let foreseen = report.statistics.get(Count::LookAhead).is_some();
            assert!(set.has(Departure::LookAhead) || !foreseen, "seed {seed}, {set:?}");
        }
        *if violated { &mut unsafe_ones } else { &mut safe } += 1;
    }
    assert!(safe > 3 && unsafe_ones > 3, "{safe} hold, {unsafe_ones} do not");
}

fn alphabet(seed: u64) -> AlphabetRefinement {
    AlphabetRefinement::ALL[seed as usize / 2 % 4]
}

fn decomposition(seed: u64) -> Decomposition {
    [Decomposition::Listed, Decomposition::TwoWay][seed as usize / 8 % 2].clone()
}

#[test]
fn learning() {
    compare(learn::DEPARTURES, (60, 2_000), |seed, system, claim, departures| {
        let rule = [RuleKind::Asym, RuleKind::Circ, RuleKind::Sym][seed as usize % 3];
        let (alphabet, decomposition) = (alphabet(seed), decomposition(seed));
        let patience = 2;
        let options = LearnOptions {
            rule,
            alphabet,
            decomposition,
            departures,
            patience,
            ..LearnOptions::default()
        };
        let report = learn::check(system, claim, &options, &Context::unlimited());
        let replaced = report.statistics.of(Count::ReplacedConjectures);
        assert!(departures.has(Departure::Replacement) || replaced == 0, "seed {seed}");
        report
    });
}

#[test]
fn abstraction_refinement() {
    compare(agar::DEPARTURES, (60, 2_000), |seed, system, claim, departures| {
        let (alphabet, decomposition) = (alphabet(seed), decomposition(seed));
        let options = AgarOptions { alphabet, decomposition, departures, ..AgarOptions::default() };
        agar::check(system, claim, &options, &Context::unlimited())
    });
}

#[test]
fn circular_reasoning() {
    compare(circular::DEPARTURES, (24, 1_000), |seed, system, claim, departures| {
        let (alphabet, decomposition) = (alphabet(seed), decomposition(seed));
        let suspicious = true;
        let options = CircularOptions {
            alphabet,
            decomposition,
            departures,
            suspicious,
            ..CircularOptions::default()
        };
        circular::check(system, claim, &options, &Context::unlimited())
    });
}

#[test]
fn quotients() {
    compare(quotient::DEPARTURES, (60, 2_000), |seed, system, claim, departures| {
        let labels = [Labels::Exact, Labels::Modal][seed as usize % 2];
        let decomposition = decomposition(seed);
        let options = QuotientOptions {
            decomposition,
            labels,
            departures,
            pause: 20,
            ..QuotientOptions::default()
        };
        quotient::check(system, claim, &options, &Context::unlimited())
    });
}

#[test]
fn probabilistic_refinement() {
    let (mut conforming, mut others) = (0, 0);
    for seed in seeds(40, 2_000) {
        let (system, specification) = random_conformance(seed, 2..=3);
        let context = Context::unlimited();
        let completed = specification.completed_for(&system.alphabet(), &system.hidden);
        let whole = system.compose(&context).unwrap().lpts;
        let expected = naively_simulated(&whole, &completed);
        *if expected { &mut conforming } else { &mut others } += 1;
        let singletons: Vec<Vec<ComponentId>> = system.component_ids().map(|id| vec![id]).collect();
        for method in [ConformanceMethod::Cegar, ConformanceMethod::Agar(singletons)] {
            for set in sets(refinement::DEPARTURES) {
                let how = (Engine::Flow, set);
                let outcome =
                    conformance_by(how, &system, &specification, &method, &context).outcome;
                let certificate =
                    ConformanceCertificate::of(&system, "P", &specification, &outcome).unwrap();
                match check_conformance(&system, &specification, &certificate, &context) {
                    Ok(accepted) => assert_eq!(accepted.conforms, expected, "seed {seed}, {set:?}"),
                    Err(refusal) => panic!("seed {seed}, {set:?}: {refusal}"),
                }
            }
        }
    }
    assert!(conforming > 3 && others > 3, "{conforming} conform, {others} do not");
}
