//! Temporal properties by counting rounds: every engine against the definition of the property,
//! with proofs that the checker of certificates accepts, and others that it must not.

use fastrand::Rng;
use surmise_certify::check_proof;
use surmise_model::{
    Certificate, Claim, Context, Count, Fairness, Outcome, Proof, Reason, Report, Rule, Stopping,
    System, TemporalId, TemporalProperty,
};
use surmise_testing::{
    Shape, naively_holds, random_system, random_temporal_property, seeds, with_another_digit,
};
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::circular::{self, CircularOptions};
use surmise_verify::learn::{self, LearnOptions};
use surmise_verify::liveness::{self, Rounds, check_by_rounds};
use surmise_verify::quotient::{self, QuotientOptions};
use surmise_verify::search::{self, SearchOptions};
use surmise_verify::symbolic::{self, SymbolicOptions};

const ID: TemporalId = TemporalId::of(0);

type Judge = fn(&System, Claim, &Context<'_>) -> Report;

fn first(reports: Vec<Report>) -> Report {
    reports.into_iter().next().expect("a report")
}

/// Every engine by its name.
const ENGINES: [(&str, Judge); 6] = [
    ("mono", |system, claim, context| {
        first(search::check(system, &[claim], &SearchOptions::default(), context))
    }),
    ("symbolic", |system, claim, context| {
        first(symbolic::check(system, &[claim], &SymbolicOptions::default(), context))
    }),
    ("learn", |system, claim, context| {
        learn::check(system, claim, &LearnOptions::default(), context)
    }),
    ("agar", |system, claim, context| agar::check(system, claim, &AgarOptions::default(), context)),
    ("circular", |system, claim, context| {
        circular::check(system, claim, &CircularOptions::default(), context)
    }),
    ("quotient", |system, claim, context| {
        quotient::check(system, claim, &QuotientOptions::default(), context)
    }),
];

/// A system with one temporal property.
fn random(seed: u64, rng: &mut Rng) -> System {
    let shape = Shape {
        components: 2..=3,
        properties: 0..=u8::from(rng.u8(0..8) == 0).into(),
        states: 1..=4,
        actions: 2..=4,
        tau: if rng.u8(0..3) == 0 { 15 } else { 0 },
        errors: if rng.u8(0..6) == 0 { 10 } else { 0 },
        ends: 5,
        priorities: 10,
        ..Shape::default()
    };
    let mut system = random_system(seed, &shape);
    let operators = rng.usize(1..=7);
    let fairness =
        *rng.choice(&[Fairness::None, Fairness::Weak, Fairness::Choice]).expect("there are some");
    let mut property = random_temporal_property(rng, &mut system, operators, fairness);
    if rng.bool() && fairness != Fairness::Choice {
        property.stopping = Stopping::Ignored;
    }
    system.temporal = vec![property];
    system
}

/// Whether a certificate that has been changed is accepted for a temporal property of a system.
fn is_accepted(rng: &mut Rng, system: &System, proof: &Proof) -> bool {
    let written = Certificate::of_proof(system, proof).expect("few actions").to_json();
    let changed = with_another_digit(rng, &written);
    let Ok(certificate) = Certificate::from_json(changed.as_bytes()) else { return false };
    surmise_certify::check(system, &certificate, &Context::unlimited()).is_ok()
}

/// The same proof with fewer rounds, which was found to be none.
fn with_fewer_rounds(system: &System, proof: &Proof, rounds: u64) -> Option<Proof> {
    let context = Context::unlimited();
    let fewer = if rounds == 1 { 0 } else { u32::try_from(rounds / 2).expect("few") };
    let counted = Rounds::new(system, system.temporal_property(ID), &context);
    let counted = counted.expect("no limits").expect("they were counted");
    let monitor = counted.at_most(fewer, &context).expect("no limits").expect("small");
    let mut proof = proof.clone();
    match &mut proof.rule {
        Rule::Monitored { monitor: own, .. } if rounds > 0 => *own = monitor,
        _ => return None,
    }
    Some(proof)
}

/// The same system with the opposite formula, if that is false of it.
fn with_the_opposite(system: &System) -> Option<System> {
    let property = system.temporal_property(ID);
    let negated = TemporalProperty { formula: property.formula.negated(), ..property.clone() };
    let other = System { temporal: vec![negated.clone()], ..system.clone() };
    (!naively_holds(&other, &negated)).then_some(other)
}

#[test]
fn rounds_of_random_formulas_are_counted_as_the_formulas_are_judged() {
    let context = Context::unlimited();
    let (mut held, mut deep, mut violated, mut refused) = (0, 0, 0, 0);
    for seed in seeds(1_500, 30_000) {
        let mut rng = Rng::with_seed(seed);
        let system = random(seed, &mut rng);
        let property = system.temporal_property(ID);
        if !liveness::can_be_counted(&system, property) {
            continue;
        }
        let expected = naively_holds(&system, property);
        for (name, judge) in ENGINES {
            let report = check_by_rounds(&system, ID, &context, judge);
            match report.outcome {
                Outcome::Holds(proof) => {
                    assert!(expected, "seed {seed}: {name} {property:?}");
                    // What holds without fairness has a bound.
                    let rounds = report.statistics.get(Count::Rounds);
                    let rounds = rounds.unwrap_or_else(|| panic!("seed {seed}: {name} {proof:?}"));
                    let checked = check_proof(&system, &proof, &context);
                    assert!(checked.is_ok(), "seed {seed}: {name} {checked:?} {property:?}");
                    let certificate = Certificate::of_proof(&system, &proof).expect("few actions");
                    let certificate = Certificate::from_json(certificate.to_json().as_bytes());
                    let certificate = certificate.expect("it was written so");
                    let read = surmise_certify::check(&system, &certificate, &context);
                    assert!(read.is_ok(), "seed {seed}: {name} {read:?}");
                    held += 1;
                    if let Some(wrong) = with_fewer_rounds(&system, &proof, rounds) {
                        let accepted = check_proof(&system, &wrong, &context).is_ok();
                        assert!(!accepted, "seed {seed}: {name} {rounds} {property:?}");
                        deep += 1;
                    }
                    if let Some(wrong) = with_the_opposite(&system) {
                        let accepted = is_accepted(&mut rng, &wrong, &proof);
                        assert!(!accepted, "seed {seed}: {name} {wrong:?}");
                        refused += 1;
                    }
                }
                Outcome::Violated(_) => {
                    assert!(!expected, "seed {seed}: {name} {property:?}");
                    violated += 1;
                }
                Outcome::Unknown(unknown) => {
                    let is_known = matches!(unknown.reason, Reason::Unsupported(_));
                    assert!(is_known, "seed {seed}: {name} {unknown:?}");
                }
            }
        }
    }
    println!("{held} held, {deep} by more than no round, {violated} violated, {refused} refused");
    assert!(held > 300 && deep > 15 && violated > 300 && refused > 150);
}
