//! Predicates that no state may satisfy, against looking at every state by hand.

use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, compile, explore, predicate_property};
use surmise_model::{Context, Limits};
use surmise_testing::{random_promela, seeds};

use super::twins::naive;

/// A program that asserts in an observer what the predicate forbids.
fn observed(source: &str, predicate: &str) -> String {
    format!(
        "{source}\nactive proctype Observer() {{ end: d_step {{ ({predicate}) -> assert(false) }} }}\n"
    )
}

#[test]
fn a_predicate_says_what_an_observer_would() {
    let limits = Limits { states: Some(1_000), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let (mut compared, mut satisfied) = (0, 0);
    for seed in seeds(60, 1_000) {
        let source = random_promela(seed);
        // An observer would be one process more.
        if source.contains("_nr_pr") || source.contains("timeout") || source.contains("run ") {
            continue;
        }
        let predicate = ["b && m == red", "a > 0 || c[1] > 0", "c[a % 2] == 1 || b"];
        let predicate = predicate[seed as usize % predicate.len()].to_owned();
        let expected = match explore(&source, &(), &context) {
            Ok(explored) if !explored.assertion && explored.other.is_none() => {
                explore(&observed(&source, &predicate), &(), &Context::unlimited())
            }
            _ => continue,
        };
        let expected = expected.unwrap_or_else(|error| panic!("seed {seed}: {error:?}\n{source}"));
        let never = [predicate.clone()];
        let options = CompileOptions { never: &never, ..CompileOptions::default() };
        let compiled = compile(&source, &options, &Context::unlimited())
            .unwrap_or_else(|error| panic!("seed {seed}: {error:?}\n{source}"));
        let mut system = compiled.system;
        let plain = naive(&system);
        assert_eq!(system.properties[0].name, predicate_property(&predicate));
        // The property is an observer: whatever it does not allow is an error.
        let property = surmise_testing::complete_with_error(&system.properties[0].lts);
        system.components.push(surmise_model::Component::new("property", property));
        let found = naive(&system);
        assert_eq!(found.error, expected.assertion, "seed {seed}: {predicate}\n{source}");
        let alone = explore(&source, &(), &context).expect("explored before");
        assert_eq!(plain.deadlock, alone.end_state, "seed {seed}: {predicate}\n{source}");
        compared += 1;
        satisfied += usize::from(found.error);
    }
    let few = seeds(60, 1_000).end < 60;
    assert!(few || compared > 10 && satisfied > 2, "{compared} compared, {satisfied} satisfied");
}

#[test]
fn mistakes_in_predicates_are_told() {
    let source = "byte turn; active proctype P() { critical: turn = 1 }";
    let told = |predicate: &str| {
        let never = [predicate.to_owned()];
        let options = CompileOptions { never: &never, ..CompileOptions::default() };
        match compile(source, &options, &Context::unlimited()) {
            Err(CompileError::Wrong(told)) => {
                let said = told.iter().map(|d| format!("{} | {:?}", d.message, d.help));
                said.collect::<Vec<_>>().join("\n")
            }
            other => panic!("{predicate}: {other:?}"),
        }
    };
    for (predicate, words) in [
        ("p@critical", "did you mean `P`?"),
        ("P@critcal", "did you mean `critical`?"),
        ("trun == 1", "did you mean `turn`?"),
        ("P:turm == 1", "`P` has no variable `turm`"),
        ("turn ==", "expected an expression"),
        ("turn == 1 )", "expected an operator, or the end"),
        ("run P()", "`run` says nothing about a state"),
        ("_pid == 1", "`_pid` says nothing about a state"),
        ("", "expected an expression"),
    ] {
        let said = told(predicate);
        assert!(said.contains(words) && said.contains("predicate"), "{predicate}: {said}");
    }
}
