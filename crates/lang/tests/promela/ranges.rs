//! Components that are cut to ranges: what they reach is the program up to the first step that
//! leaves one, and that step is there.

use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, Compiled, Made, compile, explore};
use surmise_model::{ActionId, Context, Limits, System, ValueRange};
use surmise_testing::{random_promela, seeds};

use super::twins::{naive, reached};

fn cut(source: &str, ranges: &[ValueRange]) -> Compiled {
    let options = CompileOptions { ranges: Some(ranges), ..CompileOptions::default() };
    compile(source, &options, &Context::unlimited()).expect("it can be compiled")
}

fn range(name: &str, low: i32, high: i32) -> ValueRange {
    ValueRange { name: name.to_owned(), low, high }
}

/// The ranges that are really left, each with an action that does.
fn left(system: &System) -> Vec<(usize, ActionId)> {
    let actions = reached(system);
    let ranges = system.ranges.iter().enumerate();
    let mut left = Vec::new();
    for (number, range) in ranges {
        let forbidden = system.property(range.property).lts.alphabet();
        let action = forbidden.iter().find(|action| actions.contains(*action));
        left.extend(action.map(|action| (number, action)));
    }
    left
}

/// Widens whatever is left until nothing is.
fn widened(source: &str, first: &[ValueRange]) -> Compiled {
    let mut ranges = first.to_vec();
    for _ in 0..64 {
        let compiled = cut(source, &ranges);
        let left = left(&compiled.system);
        if left.is_empty() {
            return compiled;
        }
        ranges = compiled.system.ranges.iter().map(|range| range.values.clone()).collect();
        for (number, action) in left {
            let wider = compiled.system.ranges[number].widened(action);
            ranges[number] = wider.expect("what has all its values is not left");
        }
    }
    panic!("it is widened for ever\n{source}");
}

/// The values of a variable in reachable states.
fn least_and_greatest(system: &System, name: &str) -> Option<(i32, i32)> {
    let place = system.components.iter().position(|component| component.name == name)?;
    let names = system.components[place].states.as_ref()?;
    let values = system.components[place]
        .lts
        .states()
        .filter_map(|state| names.get(state).and_then(|name| name.parse::<i32>().ok()));
    let values: Vec<i32> = values.collect();
    Some((*values.iter().min()?, *values.iter().max()?))
}

/// The explored components of a program have the values that it reaches: what is cut to less is
/// left, and what is not left reaches the same states.
fn compare(name: &str, source: &str, ranges: &[ValueRange]) -> bool {
    let limits = Limits { states: Some(1_500), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    match explore(source, &(), &context) {
        Ok(_) => {}
        Err(CompileError::Stopped { .. }) => return false,
        Err(CompileError::Wrong(diagnostics)) => panic!("{name}: {diagnostics:#?}\n{source}"),
    }
    let options = CompileOptions { whole: true, ..CompileOptions::default() };
    let whole = compile(source, &options, &Context::unlimited()).expect("it is small").system;
    let compiled = cut(source, ranges);
    if compiled.made != Made::Alone {
        return false;
    }
    let left = left(&compiled.system);
    if left.is_empty() {
        assert_eq!(naive(&compiled.system), naive(&whole), "{name}\n{source}");
    }
    for (number, range) in compiled.system.ranges.iter().enumerate() {
        let ValueRange { name: variable, low, high } = &range.values;
        let Some((least, greatest)) = least_and_greatest(&whole, variable) else { continue };
        let is_left = left.iter().any(|(other, _)| *other == number);
        if least >= *low && greatest <= *high {
            assert!(!is_left, "{name}: {variable} {low}..{high}\n{source}");
        } else if compiled.system.ranges.len() == 1 && !naive(&whole).error {
            assert!(is_left, "{name}: {variable} {low}..{high}\n{source}");
        }
    }
    let wide = widened(source, ranges);
    if wide.made == Made::Alone {
        assert_eq!(naive(&wide.system), naive(&whole), "{name}\n{source}");
    }
    true
}

#[test]
fn random_programs_are_themselves_up_to_what_leaves_a_range() {
    let mut compared = 0;
    for seed in seeds(120, 3_000) {
        let source = random_promela(seed);
        let name = format!("seed {seed}");
        compared += usize::from(compare(&name, &source, &[range("a", 0, 0)]));
        let several = [
            range("c[0]", 0, 0),
            range("c[1]", 0, 1),
            range("len(q)", 0, 1),
            range("P0[0]:x", 0, 0),
        ];
        compared += usize::from(compare(&name, &source, &several));
    }
    assert!(compared > 20, "only {compared}");
}

/// What is compiled part by part only with ranges, with the words of one that it ends with.
const CUT: &[(&str, &str, &str)] = &[
    (
        "a byte below zero",
        "byte x; active proctype P() { x = x - 1; assert(x == 255) }
         active proctype Q() { x > 7; x = 1 }",
        "x 0..255",
    ),
    (
        "a counter that others keep small",
        "byte x; active proctype P() { do :: x < 5 -> x++ od }
         active proctype Q() { do :: x = x - 1 unless { x == 0 } od }",
        "x 0..",
    ),
    (
        "a counter of one process",
        "byte y; active proctype P() { byte n; do :: y == 0 -> n++; y = 1 :: n == 12 -> break od }
         active proctype Q() { byte m; do :: y == 1 && m < 12 -> m++; y = 0 od }",
        "P[0]:n 0..15",
    ),
    (
        "an int that falls",
        "int x; active proctype P() { byte i; do :: i < 10 -> x--; i++ :: else -> break od }
         active proctype Q() { x == -10; assert(x < 0) }",
        "x -",
    ),
    (
        "processes created in a circle",
        "byte x; proctype A() { x = 1 }
         init { byte i; do :: i < 3 -> run A(); i++ :: else -> break od }",
        "_nr_pr 0..5",
    ),
    (
        "a timeout that leaves a range",
        "byte x; active proctype P() { do :: timeout -> x++; if :: x == 9 -> break :: else fi od }
         active proctype Q() { do :: x == 4 -> x = 5 :: x == 9 -> break od }",
        "x 0..15",
    ),
    (
        "a long channel",
        "chan c = [8] of { byte }; byte n;
         active proctype P() { do :: atomic { n < 2 -> n++;
           if :: c!0 :: c!1 :: c!2 :: c!3 :: c!4 :: c!5 :: c!6 :: c!7 fi } od }
         active proctype Q() { do :: atomic { c?_ -> n-- } od }",
        "len(c) 0..2",
    ),
];

#[test]
fn what_has_too_many_values_is_cut() {
    for (name, source, words) in CUT {
        let uncut = compile(source, &CompileOptions::default(), &Context::unlimited());
        assert!(matches!(uncut.expect(name).made, Made::Explored { .. }), "{name}");
        let first = cut(source, &[]);
        assert_eq!(first.made, Made::Alone, "{name}");
        assert!(!first.system.ranges.is_empty(), "{name}");
        let wide = widened(source, &[]);
        let name_of =
            |range: &surmise_model::Range| wide.system.property(range.property).name.clone();
        let ranges: Vec<String> = wide.system.ranges.iter().map(name_of).collect();
        assert_eq!(wide.made, Made::Alone, "{name}");
        assert!(ranges.iter().any(|range| range.contains(words)), "{name}: {ranges:?}");
        let options = CompileOptions { whole: true, ..CompileOptions::default() };
        let whole = compile(source, &options, &Context::unlimited()).expect(name);
        assert_eq!(naive(&wide.system), naive(&whole.system), "{name}");
    }
}
