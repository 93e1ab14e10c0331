//! Programs with one process replaced: by itself, nothing changes but the text.

use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, Replacement, compile, explore, replace};
use surmise_model::{Context, Limits};
use surmise_testing::{corpus_folder, random_promela, seeds};

use super::{Beside, models};

/// Replaces every process that can be by its own LTS, and gives how many were.
fn compare(name: &str, source: &str) -> usize {
    let beside = Beside(corpus_folder("promela"));
    let limits = Limits { states: Some(3_000), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let Ok(expected) = explore(source, &beside, &context) else { return 0 };
    let options = CompileOptions { includes: &beside, ..CompileOptions::default() };
    let system = compile(source, &options, &context)
        .unwrap_or_else(|failure| panic!("{name}: {failure:#?}\n{source}"))
        .system;
    let mut replaced = 0;
    for component in &system.components {
        let replacement = Replacement {
            component: &component.name,
            lts: &component.lts,
            actions: &system.actions,
        };
        let text = match replace(source, &options, &replacement, &context) {
            Ok(text) => text,
            Err(CompileError::Wrong(_)) => continue,
            Err(stopped) => panic!("{name}: {stopped:?}"),
        };
        let found = explore(&text, &beside, &Context::unlimited())
            .unwrap_or_else(|failure| panic!("{name}: {failure:#?}\n{text}"));
        let wrong = expected.assertion || expected.other.is_some();
        assert_eq!(found.assertion || found.other.is_some(), wrong, "{name}\n{text}");
        if !wrong {
            assert_eq!(found.end_state, expected.end_state, "{name}\n{source}\n{text}");
        }
        replaced += 1;
    }
    replaced
}

#[test]
fn processes_of_the_corpus_can_be_replaced_by_themselves() {
    let count = |(path, source): (std::path::PathBuf, String)| {
        compare(&path.display().to_string(), &source)
    };
    let replaced: usize = models("promela").into_iter().map(count).sum();
    assert!(replaced > 10, "only {replaced}");
}

#[test]
fn processes_of_random_programs_can_be_replaced_by_themselves() {
    let count = |seed: u64| compare(&format!("seed {seed}"), &random_promela(seed));
    let replaced: usize = seeds(100, 2_000).map(count).sum();
    assert!(seeds(100, 2_000).end < 100 || replaced > 20, "only {replaced}");
}

/// Replaces a process by its own LTS.
fn replaced(source: &str, process: &str) -> Result<String, CompileError> {
    let (options, context) = (CompileOptions::default(), Context::unlimited());
    let system = compile(source, &options, &context).expect("it is correct").system;
    let own = system.components.iter().find(|component| component.name == process);
    let lts = &own.expect("it is a component").lts;
    let replacement = Replacement { component: process, lts, actions: &system.actions };
    replace(source, &options, &replacement, &context)
}

#[test]
fn a_process_that_the_text_looks_at_is_not_replaced() {
    let watched = "byte x; active proctype M() { at: x = 1 }";
    for watcher in ["active proctype V() { (x == 0 && M@at) }", "ltl p { [] !(M[0]@at) }"] {
        let Err(CompileError::Wrong(why)) = replaced(&format!("{watched} {watcher}"), "M") else {
            panic!("{watcher}: the label would be lost");
        };
        assert!(why[0].message.contains("looks at its labels"), "{why:?}");
    }
    assert!(replaced(&format!("{watched} ltl p {{ [] (x < 2) }}"), "M").is_ok());
}

#[test]
fn the_error_action_of_an_assumption_is_a_failing_assertion() {
    let source =
        "byte x; active proctype W() { x++; assert(x < 1) } active proctype V() { x == 2 }";
    let (options, context) = (CompileOptions::default(), Context::unlimited());
    let mut system = compile(source, &options, &context).expect("it is correct").system;
    let error = system.actions.intern("W.error").expect("few actions");
    let lts = surmise_model::Lts::builder()
        .ensure_states(1)
        .add(surmise_model::StateId::of(0), error, surmise_model::StateId::of(0))
        .build()
        .expect("one state");
    let replacement = Replacement { component: "W", lts: &lts, actions: &system.actions };
    let text = replace(source, &options, &replacement, &context).expect("it can be replaced");
    assert!(explore(&text, &(), &context).expect("it is correct").assertion, "{text}");
}
