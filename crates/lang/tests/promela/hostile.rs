//! Texts that want to take all time or memory end with a diagnostic, within a second of processor
//! time.

use std::time::Duration;

use cpu_time::ThreadTime;
use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, Includes, check, compile, explore};
use surmise_model::{Context, Limits};

fn within_a_second<T>(work: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    result
}

fn refused(source: &str, words: &str) {
    let checked = within_a_second(|| check(source, &(), &Context::unlimited()));
    let diagnostics = checked.expect("unlimited");
    let found: Vec<&str> = diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert!(found.iter().any(|message| message.contains(words)), "{words}: {found:?}");
}

#[test]
fn macro_bombs_end() {
    let doubled = |leaf: &str| {
        let lines = (0..60).map(|n| format!("#define m{n} m{} m{}\n", n + 1, n + 1));
        format!("{}#define m60 {leaf}\ninit {{ m0 }}", lines.collect::<String>())
    };
    refused(&doubled("skip;"), "words");
    refused(&doubled(""), "words");
}

#[test]
fn files_that_include_themselves_end() {
    struct Itself;
    impl Includes for Itself {
        fn read(&self, _: &str) -> Result<String, String> {
            Ok("#include \"a\"\n#include \"a\"\n".to_owned())
        }
    }
    let limits = Limits::default();
    let context = Context { limits, ..Context::unlimited() };
    let checked = within_a_second(|| check("#include \"a\"\ninit { skip }", &Itself, &context));
    let diagnostics = checked.expect("unlimited");
    assert!(diagnostics.iter().any(|found| found.message.contains("deep")), "{diagnostics:?}");
}

#[test]
fn nesting_ends() {
    refused(&format!("init {{ {}1{} }}", "(".repeat(9_999), ")".repeat(9_999)), "nested");
    refused(&format!("init {{ {} skip", "{ ".repeat(9_999)), "nested");
    refused(&format!("init {{ {} skip", "if :: ".repeat(9_999)), "nested");
    refused(&format!("init {{ x = {}1 }}", "!".repeat(9_999)), "nested");
    refused(&format!("init {{ x = {}1 }}", "1 + ".repeat(99_999)), "operators");
    refused("inline f() { f() } init { f() }", "deep");
    let twice = (0..40).map(|n| format!("inline f{n}() {{ f{}(); f{}() }}\n", n + 1, n + 1));
    let text = format!("{}inline f40() {{ skip }}\ninit {{ f0() }}", twice.collect::<String>());
    refused(&text, "statements");
}

#[test]
fn large_things_are_refused() {
    refused("byte a[2147483647]; init { skip }", "array");
    refused("typedef T { byte a[1000] }; T t[1000]; init { skip }", "places");
    refused("chan c = [100000] of { byte }; init { skip }", "channel");
    refused("active [1000] proctype P() { skip }", "processes");
    let many = "active proctype P() { skip }\n".repeat(1_000);
    refused(&many, "declared twice");
    let many = (0..1_000).map(|n| format!("active proctype P{n}() {{ skip }}\n"));
    refused(&many.collect::<String>(), "processes");
}

#[test]
fn what_grows_without_bound_stops_at_a_limit() {
    let limits = Limits { states: Some(10_000), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    for source in [
        "int x; active proctype P() { do :: x++ od }",
        "active proctype P() { int x; atomic { do :: x++ :: x == -1 -> break od } }",
        "proctype P() { run P() } init { run P() }",
        "chan c = [200] of { int }; int x; active proctype P() { do :: c!x; x++ :: c?x od }",
    ] {
        let result = within_a_second(|| compile(source, &CompileOptions::default(), &context));
        let ends = match &result {
            Err(CompileError::Stopped { .. }) => true,
            // More than 255 processes is an error of the program, as in SPIN.
            Ok(compiled) => compiled.system.components.iter().all(|c| c.lts.num_states() < 10_000),
            Err(CompileError::Wrong(_)) => false,
        };
        assert!(ends, "{source}: {result:?}");
    }
}

/// A loop inside an `atomic` with two ways round has few states and 2^50 short paths.
#[test]
fn many_ways_through_one_atomic_end() {
    let source = "byte a; bool b; active proctype P() { byte x; \
                  atomic { do :: x + 1 > x; skip :: !b; skip :: a == 1; break od } }";
    let explored = within_a_second(|| explore(source, &(), &Context::unlimited()));
    assert!(explored.is_ok(), "{:?}", explored.err());
    let options = CompileOptions::default();
    let compiled = within_a_second(|| compile(source, &options, &Context::unlimited()));
    assert!(compiled.is_ok(), "{:?}", compiled.err());
}
