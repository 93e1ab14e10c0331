//! Random texts full of END, STOP, ERROR, hiding and priorities: the compiler's own composition,
//! the search, the naive twin and the certificate checker agree on deadlocks, errors and their
//! shortest runs; and so does the text in which LTSA's compositions are asked for in so many words.

use std::fmt::Write as _;

use fastrand::Rng;
use surmise_lang::fsp::{CompileOptions, Compiled};
use surmise_model::{Claim, Context, Outcome, Report, System};
use surmise_testing::{seeds, shortest_violation};
use surmise_verify::search::{SearchOptions, check};

use super::ending::shortest;
use super::{compiled, composed};

const ACTIONS: [&str; 4] = ["a", "b", "c", "d"];

fn actions(rng: &mut Rng) -> String {
    let some: Vec<&str> = ACTIONS.into_iter().filter(|_| rng.u8(0..3) == 0).collect();
    some.join(",")
}

/// A primitive process of a few local ones.
fn process(rng: &mut Rng, name: &str) -> String {
    let count = rng.usize(1..4);
    let mut text = format!("{name} = Q0");
    for local in 0..count {
        let mut choices = Vec::new();
        for _ in 0..rng.usize(1..3) {
            let target = match rng.u8(0..10) {
                0..=2 => "END".to_owned(),
                3 => "STOP".to_owned(),
                4 if rng.bool() => "ERROR".to_owned(),
                _ => format!("Q{}", rng.usize(0..count)),
            };
            choices.push(format!("{} -> {target}", ACTIONS[rng.usize(0..ACTIONS.len())]));
        }
        let _ = write!(text, ", Q{local} = ({})", choices.join(" | "));
    }
    if rng.u8(0..4) == 0 {
        let _ = write!(text, " + {{{}}}", actions(rng));
    }
    if rng.u8(0..6) == 0 {
        let _ = write!(text, "\\{{{}}}", actions(rng));
    }
    text + ".\n"
}

/// Composite processes, each inside the next. `forced` asks for the compositions that LTSA makes
/// anyway, and puts the outermost one inside another, so that its priority is composed as well.
fn text(seed: u64, forced: bool) -> String {
    let mut rng = Rng::with_seed(seed);
    let processes = rng.usize(2..5);
    let mut text: String =
        (0..processes).map(|number| process(&mut rng, &format!("P{number}"))).collect();
    if rng.u8(0..4) == 0 {
        text += "property SAFE = (a -> b -> SAFE).\n";
    }
    let has_property = text.contains("property");
    let levels = rng.usize(1..4);
    for level in 0..levels {
        let mut operands = Vec::new();
        for number in 0..processes {
            if rng.u8(0..levels as u8) == 0 {
                let prefix = ["", "", "", "x:", "{x,y}::"][rng.usize(0..5)];
                let relabel = ["", "", "/{b/a}", "/{a/x.a, b/y.b}"][rng.usize(0..4)];
                operands.push(format!("{prefix}P{number}{relabel}"));
            }
        }
        if level > 0 {
            let relabel = ["", "", "/{c/d}", "/{a/b}"][rng.usize(0..4)];
            operands.push(format!("S{}{relabel}", level - 1));
        }
        if operands.is_empty() {
            operands.push("P0".to_owned());
        }
        if has_property && level + 1 == levels {
            operands.push("SAFE".to_owned());
        }
        let order = ["", "", "", "<<", ">>"][rng.usize(0..5)];
        let order = if order.is_empty() {
            String::new()
        } else {
            format!("{order}{{{}}}", actions(&mut rng))
        };
        let hiding = match rng.u8(0..3) {
            0 => String::new(),
            1 => format!("\\{{{}}}", actions(&mut rng)),
            _ => format!("@{{{}}}", actions(&mut rng)),
        };
        let created = !order.is_empty() || !hiding.is_empty();
        let keyword = match forced && created {
            true => "compose ",
            false => "",
        };
        let operands = operands.join(" || ");
        let _ = writeln!(text, "{keyword}||S{level} = ({operands}){order}{hiding}.");
    }
    if forced {
        let _ = writeln!(text, "||WHOLE = S{}.", levels - 1);
    }
    text
}

/// The lengths of shortest runs into deadlock and into an error, by the definitions; by the search
/// and the certificate checker the same.
fn judged(system: &System, what: &str) -> (Option<usize>, Option<usize>) {
    let context = Context::unlimited();
    let claims = system.claims();
    let reports = check(system, &claims, &SearchOptions::default(), &context);
    let stubborn = SearchOptions { reduce: true, ..SearchOptions::default() };
    for (report, reduced) in reports.iter().zip(check(system, &claims, &stubborn, &context)) {
        let holds = |report: &Report| matches!(report.outcome, Outcome::Holds(_));
        assert_eq!(holds(report), holds(&reduced), "with stubborn sets: {reduced:?}\n{what}");
    }
    let (mut deadlock, mut error) = (None, None);
    for (&claim, report) in claims.iter().zip(&reports) {
        let naive = shortest_violation(system, claim);
        let found = match &report.outcome {
            Outcome::Holds(proof) => {
                let checked = surmise_certify::check_proof(system, proof, &context);
                assert!(checked.is_ok(), "{claim:?}: {:?}\n{what}", checked.err());
                None
            }
            Outcome::Violated(counterexample) => {
                let checked = surmise_certify::check_counterexample(system, counterexample);
                assert_eq!(checked, Ok(()), "{claim:?}\n{what}");
                Some(counterexample.trace.steps.len())
            }
            Outcome::Unknown(unknown) => panic!("{unknown:?}\n{what}"),
        };
        assert_eq!(found, naive, "{claim:?}\n{what}");
        match claim {
            Claim::NoDeadlock => deadlock = found,
            _ => error = [error, found].into_iter().flatten().min(),
        }
    }
    (deadlock, error)
}

#[test]
fn all_agree_on_random_texts() {
    let (mut ended, mut deadlocks, mut errors, mut ordered) = (0, 0, 0, 0);
    for seed in seeds(300, 2_000) {
        let [plain, forced] = [text(seed, false), text(seed, true)].map(|text| {
            let compiled = compiled(&text, &CompileOptions::default())
                .unwrap_or_else(|diagnostics| panic!("seed {seed}: {diagnostics:#?}\n{text}"));
            (text, Compiled { reduction: None, ..compiled })
        });
        let what = format!("seed {seed}, {:?}\n{}", plain.1.system.termination, plain.0);
        let lts = composed(&plain.1);
        let composition = shortest(&lts);
        let judgement = judged(&plain.1.system, &what);
        assert_eq!(composition.1, judgement.1, "errors, {what}");
        // A run goes on after a property is violated, but not in a composition.
        if plain.1.system.properties.is_empty() {
            assert_eq!(composition.0, judgement.0, "deadlocks, {what}");
        }
        assert_eq!(shortest(&composed(&forced.1)), composition, "{what}\n{}", forced.0);
        ended += usize::from(lts.end().is_some());
        deadlocks += usize::from(composition.0.is_some());
        errors += usize::from(composition.1.is_some());
        ordered += usize::from(plain.1.system.priority.is_some());
    }
    let counts = [ended, deadlocks, errors, ordered];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
