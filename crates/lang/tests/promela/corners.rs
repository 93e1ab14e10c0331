//! Corner cases of compiling each part by itself: every row is a program, how its components are to
//! be found, and the words of the language that it is about. What the composition reaches is what
//! the program does.

use surmise_lang::promela::{CompileOptions, Made, compile, explore};
use surmise_model::Context;

use super::twins::naive;

/// A program that is compiled part by part.
const ALONE: &[(&str, &str)] = &[
    (
        "x++ and x-- in one atomic",
        "byte x; active [2] proctype P() { do :: atomic { x++; x-- } :: assert(x == 0) od }",
    ),
    (
        "an atomic that blocks in the middle shows what it has set",
        "byte x, y; active proctype P() { atomic { x = 1; y == 1; x = 2 } }
         active proctype Q() { x == 1; y = 1; assert(x != 0) }",
    ),
    (
        "an index that is outside of its array only locally",
        "byte i, go; byte a[2]; active proctype P() { go == 1; a[i] = 1; assert(a[1] == 1) }
         active proctype Q() { i = 5; i = 1; go = 1; a[0] == 1 }",
    ),
    (
        "an index that is outside of its array",
        "byte i, go; byte a[2]; active proctype P() { go == 1; a[i] = 1 }
         active proctype Q() { i = 5; go = 1; a[0] == 1 }",
    ),
    (
        "an assertion that fails only locally",
        "byte x; bool free = true; active [2] proctype P() {
           atomic { free -> free = false }; x = 1; assert(x == 1); x = 0; free = true }",
    ),
    (
        "receiving into a global variable",
        "chan c = [1] of { byte }; byte x; active proctype P() { c!2; c!3 }
         active proctype Q() { c?x; c?x } active proctype R() { x == 3; assert(x == 3) }",
    ),
    (
        "a rendezvous into a global variable",
        "chan c = [0] of { byte }; byte x; active proctype P() { c!2; assert(x == 2) }
         active proctype Q() { c?x; x = 7 } active proctype R() { x == 7 }",
    ),
    (
        "sorted sends and random receives",
        "chan c = [2] of { byte }; active proctype P() { c!!2; c!!1; c!!0 }
         active proctype Q() { byte x; do :: c??1; break :: c?x; assert(x != 1) od }",
    ),
    (
        "looking into a channel",
        "chan c = [2] of { byte }; active proctype P() { c!1; c!2 }
         active proctype Q() { c?[1]; c??[2]; !(c??[3]); len(c) == 2; full(c); c?1; nfull(c); c?2 }",
    ),
    (
        "a channel that is sent over a channel",
        "chan c = [1] of { chan }; chan d = [1] of { byte }; chan e = [0] of { byte };
         active proctype P() { if :: c!d :: c!e fi }
         active proctype Q() { chan f; c?f; f!3 } active proctype R() { if :: d?3 :: e?3 fi }",
    ),
    (
        "a number that is used again after a death",
        "byte x; proctype A(byte n) { x = n } init { run A(1); _nr_pr == 1; run A(2); x == 2 }",
    ),
    (
        "run inside an atomic",
        "byte x; proctype A(byte n) { x = (x + n) % 4; assert(x < 4) }
         init { atomic { run A(1); x = 1; run A(2) } }",
    ),
    (
        "else beside a rendezvous",
        "chan c = [0] of { bit }; byte x; active proctype P() { do :: c!1 :: x == 1 -> break :: else -> x = 1 od }
         active proctype Q() { c?1 }",
    ),
    (
        "else behind a guard over a variable of others",
        "byte x, y; active proctype P() { do :: x == 1 -> break :: y == 1 -> x = 0 :: else -> y = 1 od }
         active proctype Q() { x = 1; y = 0 } active proctype R() { x == 1; y == 1 }",
    ),
    (
        "unless over a rendezvous",
        "chan c = [0] of { bit }; bool seen; active proctype P() { { seen = true } unless { c!1 } }
         active proctype Q() { do :: c?1 :: seen -> break od } active proctype R() { seen -> assert(seen) }",
    ),
    (
        "a receiver that would rather escape",
        "chan c = [0] of { byte }; byte x; active proctype P() { x = 1; c!1; x == 1 }
         active proctype Q() { byte y; { c?y; assert(x == 0) } unless { c?eval(x); x = 2 } }
         active proctype R() { x == 2 }",
    ),
    (
        "a rendezvous inside an atomic that nobody takes",
        "chan c = [0] of { byte }; byte x, y; active proctype P() { atomic { x = 1; c!1; x = 2 } }
         active proctype Q() { x == 1; y = 1; c?eval(y) } active proctype R() { y = 1; x == 2 }",
    ),
    (
        "timeout",
        "byte x; active proctype P() { x = 1 - x } active proctype M() { timeout; assert(false) }
         active proctype Q() { x == 1; x = 0 }",
    ),
    (
        "timeout that never comes",
        "byte x; active proctype N() { do :: x = 1 - x od } active proctype M() { timeout; x = 0; assert(false) }",
    ),
    (
        "a label and a variable of another process",
        "byte x; active proctype P() { byte y; x = 1; y = 2; l: x = 0 }
         active proctype Q() { P@l; P:y == 2; assert(x == 1); x = 3 }",
    ),
    (
        "a d_step that begins with a rendezvous",
        "chan c = [0] of { byte }; byte x; active proctype P() { c!1; c!2; x = 0 }
         active proctype Q() { byte y; do :: d_step { c?y; x = y } :: x == 2 -> break od }",
    ),
];

/// A program that is explored as a whole, with the reason.
const EXPLORED: &[(&str, &str, &str)] = &[
    (
        "a byte below zero",
        "byte x; active proctype P() { x = x - 1; assert(x == 255) }
         active proctype Q() { x > 7; x = 1 }",
        "`x` may have too many values",
    ),
    (
        "processes created in a circle",
        "byte x; proctype A() { x = 1 } init { byte i; do :: i < 2 -> run A(); i++ :: else -> break od }",
        "in a circle",
    ),
];

fn compare(name: &str, source: &str, never: &[String]) -> Made {
    let made = |whole| {
        let options = CompileOptions { whole, never, ..CompileOptions::default() };
        let compiled = compile(source, &options, &Context::unlimited());
        compiled.unwrap_or_else(|failure| panic!("{name}: {failure:#?}"))
    };
    let (alone, whole) = (made(false), made(true));
    let found = naive(&alone.system);
    assert_eq!(found, naive(&whole.system), "{name}");
    let expected = explore(source, &(), &Context::unlimited()).expect("it is small");
    assert_eq!(found.error, expected.assertion || expected.other.is_some(), "{name}");
    if !found.error {
        assert_eq!(found.deadlock, expected.end_state, "{name}");
    }
    alone.made
}

#[test]
fn corner_cases_are_compiled_part_by_part() {
    for (name, source) in ALONE {
        assert_eq!(compare(name, source, &[]), Made::Alone, "{name}");
    }
}

#[test]
fn what_is_too_much_part_by_part_is_explored() {
    for (name, source, words) in EXPLORED {
        let Made::Explored { why: Some(why), .. } = compare(name, source, &[]) else {
            panic!("{name}")
        };
        assert!(why.contains(words), "{name}: {why}");
    }
}

#[test]
fn a_variable_that_only_a_predicate_reads_is_a_part() {
    let source = "byte x; active proctype P() { x = 1; x = 2 } active proctype Q() { skip }";
    let never = ["x == 1 && Q@end".to_owned(), "x == 2".to_owned()];
    let source = source.replace("skip", "end: skip");
    assert_eq!(compare("--never", &source, &never), Made::Alone);
}

/// The exploration of a whole program leaves no bad step in its components: every proof about them
/// would be vacuous.
#[test]
fn what_is_possible_only_locally_is_there() {
    let source = "byte x; bool free = true; active [2] proctype P() {
        atomic { free -> free = false }; x = 1; assert(x == 1); x = 0; free = true }";
    let errors = |whole| {
        let options = CompileOptions { whole, ..CompileOptions::default() };
        let compiled = compile(source, &options, &Context::unlimited()).expect("it is small");
        compiled.system.components.iter().any(|component| component.lts.has_error())
    };
    assert!(errors(false) && !errors(true));
}
