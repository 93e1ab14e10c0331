//! Formulas of the safety kind as properties: every engine against the definition of the temporal
//! property, with proofs that the checker of certificates accepts, and others that it must not.

use fastrand::Rng;
use surmise_certify::check_proof;
use surmise_model::{
    ActionId, Certificate, Claim, Context, Fairness, Lts, Outcome, Proof, Report, Rule, StateId,
    Stopping, System, TemporalId, TemporalProperty,
};
use surmise_testing::{
    Shape, naively_holds, random_system, random_temporal_property, seeds, with_another_digit,
};
use surmise_verify::agar::{self, AgarOptions};
use surmise_verify::circular::{self, CircularOptions};
use surmise_verify::learn::{self, LearnOptions};
use surmise_verify::liveness;
use surmise_verify::quotient::{self, QuotientOptions};
use surmise_verify::search::{self, SearchOptions};
use surmise_verify::symbolic::{self, SymbolicOptions};

const TEMPORAL: Claim = Claim::Temporal(TemporalId::of(0));

/// Every engine by its name.
fn reports(system: &System, claim: Claim) -> Vec<(&'static str, Report)> {
    let context = &Context::unlimited();
    let first = |reports: Vec<Report>| reports.into_iter().next().expect("a report");
    vec![
        ("mono", first(search::check(system, &[claim], &SearchOptions::default(), context))),
        (
            "symbolic",
            first(symbolic::check(system, &[claim], &SymbolicOptions::default(), context)),
        ),
        ("learn", learn::check(system, claim, &LearnOptions::default(), context)),
        ("agar", agar::check(system, claim, &AgarOptions::default(), context)),
        ("circular", circular::check(system, claim, &CircularOptions::default(), context)),
        ("quotient", quotient::check(system, claim, &QuotientOptions::default(), context)),
    ]
}

/// A monitor with one step more, or one less, or to somewhere else.
fn tampered(rng: &mut Rng, monitor: &Lts) -> Lts {
    let mut steps: Vec<(StateId, ActionId, StateId)> =
        monitor.transitions().map(|(from, edge)| (from, edge.action, edge.target)).collect();
    let states: Vec<StateId> = monitor.states().collect();
    let actions: Vec<ActionId> = monitor.alphabet().iter().collect();
    let any = |rng: &mut Rng| states[rng.usize(0..states.len())];
    match rng.u8(0..3) {
        0 if !steps.is_empty() => drop(steps.swap_remove(rng.usize(0..steps.len()))),
        1 if !steps.is_empty() => {
            let place = rng.usize(0..steps.len());
            steps[place].2 = any(rng);
        }
        _ => steps.push((any(rng), actions[rng.usize(0..actions.len())], any(rng))),
    }
    let mut builder = Lts::builder();
    builder.ensure_states(states.len()).extend_alphabet(actions).initial(monitor.initial());
    for (from, action, to) in steps {
        builder.add(from, action, to);
    }
    builder.build().expect("the same states")
}

/// Whether a certificate that has been changed is accepted for a temporal property of a system.
fn is_accepted(rng: &mut Rng, system: &System, proof: &Proof) -> bool {
    let written = Certificate::of_proof(system, proof).expect("few actions").to_json();
    let changed = with_another_digit(rng, &written);
    let Ok(certificate) = Certificate::from_json(changed.as_bytes()) else { return false };
    surmise_certify::check(system, &certificate, &Context::unlimited()).is_ok()
}

#[test]
fn monitors_of_random_formulas_are_judged_as_the_formulas_are() {
    let (mut held, mut violated, mut refused) = (0, 0, 0);
    for seed in seeds(1_200, 20_000) {
        let mut rng = Rng::with_seed(seed);
        let shape = Shape {
            components: 2..=3,
            properties: 0..=1,
            states: 1..=4,
            actions: 2..=4,
            tau: 10,
            errors: if rng.u8(0..4) == 0 { 10 } else { 0 },
            ends: 10,
            priorities: 10,
            ..Shape::default()
        };
        let mut system = random_system(seed, &shape);
        let operators = rng.usize(1..=6);
        let fairness = *rng.choice(&[Fairness::None, Fairness::Weak, Fairness::Choice]).unwrap();
        let property = random_temporal_property(&mut rng, &mut system, operators, fairness);
        system.temporal = vec![property.clone()];
        let context = Context::unlimited();
        let monitor = liveness::monitor(&system, &property, &context).expect("no limits");
        let Some(monitor) = monitor.filter(|monitor| !monitor.alphabet().is_empty()) else {
            continue;
        };
        let expected = naively_holds(&system, &property);
        let (watched, id) = system.monitored("monitor", &monitor);
        let goes_on = property.stopping == Stopping::Stays
            && !system.components.iter().any(|component| component.lts.has_error());
        for (name, report) in reports(&watched, Claim::Property(id)) {
            match report.outcome {
                Outcome::Holds(Proof { rule, .. }) => {
                    assert!(expected, "seed {seed}: {name} {property:?}");
                    let (monitor, rule) = (monitor.clone(), Box::new(rule));
                    let rule = Rule::Monitored { monitor, rule, recurrence: None };
                    let proof = Proof { claim: TEMPORAL, rule };
                    let checked = check_proof(&system, &proof, &context);
                    assert!(checked.is_ok(), "seed {seed}: {name} {checked:?} {property:?}");
                    let certificate = Certificate::of_proof(&system, &proof).expect("few actions");
                    let read = surmise_certify::check(&system, &certificate, &context);
                    assert!(read.is_ok(), "seed {seed}: {name} {read:?}");
                    held += 1;
                    // Of a system that violates it, nothing like it is accepted.
                    for wrong in others(&system, &property) {
                        let accepted = is_accepted(&mut rng, &wrong, &proof);
                        assert!(!accepted, "seed {seed}: {name} {wrong:?}");
                        refused += 1;
                    }
                }
                Outcome::Violated(_) if goes_on => {
                    assert!(!expected, "seed {seed}: {name} {property:?}");
                    violated += 1;
                    let rule = Box::new(Rule::Exhaustive);
                    let monitor = tampered(&mut rng, &monitor);
                    let rule = Rule::Monitored { monitor, rule, recurrence: None };
                    let proof = Proof { claim: TEMPORAL, rule };
                    assert!(check_proof(&system, &proof, &context).is_err(), "seed {seed}");
                    refused += 1;
                }
                Outcome::Violated(_) | Outcome::Unknown(_) => {}
            }
        }
    }
    assert!(held > 100 && violated > 20 && refused > 200, "{held} {violated} {refused}");
}

/// The same system with other formulas, of which these are false.
fn others(system: &System, property: &TemporalProperty) -> Vec<System> {
    let negated = TemporalProperty { formula: property.formula.negated(), ..property.clone() };
    let other = System { temporal: vec![negated.clone()], ..system.clone() };
    if naively_holds(&other, &negated) { Vec::new() } else { vec![other] }
}
