//! Quotients against monolithic search: on random systems every order and division agrees with it;
//! the certificate checker accepts every proof, simulations included, and replays every violation.
//! What a check that is stopped has to show can stand for the components, and one that is stopped
//! by a clock decides nothing else than one that is not.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use surmise_model::{
    Claim, Clock, ComponentId, Context, Count, Event, Interrupt, Limits, Lts, Observer, Outcome,
    PropertyId,
};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::quotient::{Labels, QuotientOptions, Replace, check};

use crate::common::violated;
use crate::with_simulations::{decompositions, judge};

#[test]
fn every_order_and_decomposition_agrees_with_monolithic_search() {
    let shapes = [
        Shape { errors: 20, tau: 15, ..Shape::default() },
        Shape { states: 2..=6, actions: 4..=8, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut runs) = (0, 0);
    for seed in seeds(500, 10_000) {
        let system = random_system(seed, &shapes[seed as usize % 2]);
        let property = (seed % 10 != 0).then(|| PropertyId::of(0));
        let claim = property.map_or(Claim::NoError, Claim::Property);
        let violated = violated(&system, claim);
        let replace = Replace::ALL[seed as usize % 3];
        for decomposition in decompositions(&system, seed) {
            let steps = [None, None, Some(0), Some(3)][seed as usize / 3 % 4];
            let labels = [Labels::Exact, Labels::Modal][seed as usize / 2 % 2];
            let options = QuotientOptions {
                decomposition,
                replace,
                labels,
                steps,
                alternate: 1 + seed as usize % 10,
                pause: [1, 20, 1 << 24][seed as usize / 5 % 3],
                ..QuotientOptions::default()
            };
            let report = check(&system, claim, &options, &Context::unlimited());
            assert_eq!(judge(&system, &report, violated), Ok(()), "seed {seed}, {options:?}");
            holds += u32::from(!violated);
            runs += 1;
        }
    }
    assert!(holds * 10 > runs && holds * 10 < runs * 9, "both verdicts are common: {holds}/{runs}");
}

#[test]
fn what_is_left_without_a_verdict_can_stand_for_the_components() {
    let shape = Shape { states: 3..=6, errors: 0, tau: 15, cycles: true, ..Shape::default() };
    let claim = Claim::Property(PropertyId::of(0));
    let (mut undecided, mut kept) = (0, 0);
    for seed in seeds(400, 10_000) {
        let system = random_system(seed, &shape);
        let limits = Limits { states: Some(8 + seed % 50), ..Limits::default() };
        let context = Context { limits, ..Context::unlimited() };
        let property = complete_with_error(&system.properties[0].lts);
        for decomposition in decompositions(&system, seed) {
            let labels = [Labels::Exact, Labels::Modal][seed as usize / 2 % 2];
            let steps = (labels == Labels::Modal).then_some(seed as usize % 8);
            let options =
                QuotientOptions { decomposition, labels, steps, ..QuotientOptions::default() };
            let report = check(&system, claim, &options, &context);
            let Outcome::Unknown(unknown) = report.outcome else { continue };
            undecided += 1;
            if unknown.substitutes.is_empty() {
                continue;
            }
            kept += 1;
            let stands =
                |id: &ComponentId| unknown.substitutes.iter().any(|s| s.group.contains(id));
            let others = system.component_ids().filter(|id| !stands(id));
            let mut parts: Vec<&Lts> = others.map(|id| &system.component(id).lts).collect();
            parts.extend(unknown.substitutes.iter().map(|substitute| &substitute.lts));
            parts.push(&property);
            let found = NaiveProduct::new(&parts).error_depth.is_some();
            assert_eq!(found, violated(&system, claim), "seed {seed}, {options:?}");
        }
    }
    assert!(kept > 5 && undecided > kept, "{kept} of {undecided}");
}

/// A clock that ticks when an abstraction is refined.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Observer for Ticking {
    fn event(&self, event: &Event<'_>) {
        if matches!(event, Event::Refined { .. }) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// With a time limit there is the same verdict, with the same counts and the same proof, or none.
#[test]
fn a_clock_changes_no_verdict() {
    let shape = Shape { states: 3..=6, errors: 0, tau: 15, cycles: true, ..Shape::default() };
    let claim = Claim::Property(PropertyId::of(0));
    let (mut stopped, mut decided, mut tried) = (0, 0, 0);
    for seed in seeds(200, 5_000) {
        let system = random_system(seed, &shape);
        for decomposition in decompositions(&system, seed) {
            let options = QuotientOptions {
                decomposition,
                labels: Labels::Modal,
                pause: [10, 40, 1 << 24][seed as usize % 3],
                ..QuotientOptions::default()
            };
            let without = check(&system, claim, &options, &Context::unlimited());
            tried += u32::from(without.statistics.get(Count::InterruptedAfter).is_some());
            for last in [0, 1, 2, 5, 10] {
                let (clock, whole) = (Ticking::default(), Interrupt::new());
                let interrupt = whole.child_until(&clock, Duration::from_secs(last));
                let context =
                    Context { interrupt: &interrupt, observer: &clock, ..Context::unlimited() };
                let with = check(&system, claim, &options, &context);
                match with.outcome {
                    Outcome::Unknown(_) => stopped += 1,
                    _ => {
                        assert_eq!(with, without, "seed {seed}, {last} steps, {options:?}");
                        decided += u32::from(interrupt.hurries());
                    }
                }
            }
        }
    }
    assert!(stopped > 50 && decided > 50 && tried > 10, "{stopped} {decided} {tried}");
}
