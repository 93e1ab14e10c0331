//! LTSA's rule for END: the table of texts that everybody who judges deadlock is compared with.
//! What the compiler writes down is read by the search, by replay, by the checker and by the naive
//! twin, each with a rule of its own.

use surmise_certify::{check_counterexample, check_proof};
use surmise_lang::fsp::{CompileOptions, Granularity, compile};
use surmise_model::{Claim, Context, Outcome, Proof, Rule, System, Termination};
use surmise_testing::{ENDINGS, shortest_violation};
use surmise_verify::replay;
use surmise_verify::search::{SearchOptions, check};

fn system(text: &str, granularity: Granularity) -> System {
    let options = CompileOptions { granularity, ..CompileOptions::default() };
    let compiled = compile(text, &options, &Context::unlimited());
    compiled.unwrap_or_else(|errors| panic!("{text}: {errors:?}")).system
}

#[test]
fn everybody_agrees_on_the_table() {
    let context = Context::unlimited();
    let free = Proof { claim: Claim::NoDeadlock, rule: Rule::Exhaustive };
    let granularities = [Granularity::Leaves, Granularity::Operands];
    for (ending, granularity) in ENDINGS.iter().flat_map(|row| granularities.map(|g| (row, g))) {
        let (text, system) = (ending.text, system(ending.text, granularity));
        assert_eq!(shortest_violation(&system, free.claim), ending.deadlock, "the twin: {text}");
        assert_eq!(
            check_proof(&system, &free, &context).is_ok(),
            ending.deadlock.is_none(),
            "{text}"
        );
        // With the other claims and without.
        for claims in [vec![Claim::NoDeadlock], system.claims()] {
            let report = check(&system, &claims, &SearchOptions::default(), &context).pop();
            match report.expect("one for each claim").outcome {
                Outcome::Holds(proof) => {
                    assert_eq!((proof, ending.deadlock), (free.clone(), None), "{text}");
                }
                Outcome::Violated(run) => {
                    assert_eq!(Some(run.trace.steps.len()), ending.deadlock, "{text}");
                    assert_eq!(replay(&system, &run), Ok(()), "{text}");
                    assert_eq!(check_counterexample(&system, &run), Ok(()), "{text}");
                }
                Outcome::Unknown(unknown) => panic!("{text}: {unknown:?}"),
            }
        }
    }
}

/// Where a system has ended, nobody takes it for a deadlock: the runs of the same text with STOP in
/// the place of END are refused.
#[test]
fn an_end_is_no_deadlock() {
    let mut refused = 0;
    for ending in ENDINGS.iter().filter(|ending| ending.deadlock.is_none()) {
        let system = system(ending.text, Granularity::default());
        let mut stops = system.clone();
        stops.termination = Termination::Never;
        let claims = [Claim::NoDeadlock];
        let report = check(&stops, &claims, &SearchOptions::default(), &Context::unlimited()).pop();
        if let Some(Outcome::Violated(run)) = report.map(|report| report.outcome) {
            assert!(replay(&system, &run).is_err(), "{}", ending.text);
            assert!(check_counterexample(&system, &run).is_err(), "{}", ending.text);
            refused += 1;
        }
    }
    assert!(refused > 5, "{refused}");
}
