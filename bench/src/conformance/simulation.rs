//! Strong simulation of random systems, large ones too, beside its definition.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use surmise_model::{ActionId, Context, Lpts};
use surmise_testing::{LptsKind, naively_simulated, random_above, random_lpts_of_kind, spoiled};
use surmise_verify::probabilistic::simulation::simulate;

/// After this time the definition is not asked about anything larger.
const PATIENCE: Duration = Duration::from_secs(30);

/// A table of times.
pub(super) fn section() -> String {
    let mut text = "\n## Simulation\n\n\
        Random LPTSs of n states over 4 actions, several transitions each, two branches a transition; the right side is a quotient with more \
        transitions, which simulates, or the same with transitions missing and probabilities changed. Times in seconds; the definition \
        is the fixed point over all pairs with all subsets of supports.\n\n\
        | n | right | simulates | pairs looked at | of | fast | definition |\n| ---: | --- | --- | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let actions: Vec<ActionId> = (1..=4).map(ActionId::of).collect();
    let mut is_patient = true;
    for n in [10, 30, 100, 300, 1_000, 3_000, 10_000] {
        let mut rng = fastrand::Rng::with_seed(n as u64);
        let left = random_lpts_of_kind(&mut rng, LptsKind::General, &actions, n);
        let above = random_above(&mut rng, &left).completed(left.alphabet());
        let spoiled = spoiled(&mut rng, &above);
        for (name, right) in [("quotient", &above), ("spoiled", &spoiled)] {
            let start = Instant::now();
            let Ok(found) = simulate(&[&left], right, &Context::unlimited()) else { continue };
            let fast = start.elapsed();
            let naive =
                if is_patient { naive_time(&left, right, found.evidence.is_ok()) } else { None };
            let _ = writeln!(
                text,
                "| {n} | {name}, {} states | {} | {} | {} | {:.3} | {} |",
                right.num_states(),
                if found.evidence.is_ok() { "yes" } else { "no" },
                found.pairs,
                n as u64 * right.num_states() as u64,
                fast.as_secs_f64(),
                naive.map_or_else(|| "–".to_owned(), |time| format!("{:.3}", time.as_secs_f64())),
            );
            is_patient &= naive.is_some_and(|time| time < PATIENCE / 20);
        }
    }
    text
}

fn naive_time(left: &Lpts, right: &Lpts, expected: bool) -> Option<Duration> {
    let start = Instant::now();
    let found = naively_simulated(left, right);
    assert_eq!(found, expected, "the definition says otherwise");
    Some(start.elapsed())
}
