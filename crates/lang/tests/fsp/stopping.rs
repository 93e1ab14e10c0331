//! Whoever surrounds the compiler can stop it at any of the places where it asks.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use surmise_lang::CompileError;
use surmise_lang::fsp::{CompileOptions, compile, composition};
use surmise_model::{Context, Limits, Reason, Stop};

/// A text that keeps every phase busy: many words, definitions, labels, states, a part that is
/// composed, one that is made minimal, one that is made deterministic.
fn text() -> String {
    let mut text = String::from("const N = 9\nrange R = 0..N\n");
    for process in 0..2_000 {
        writeln!(text, "P{process} = (a{process} -> b[i:R] -> P{process}).").expect("a string");
    }
    text += "Q = (x -> y -> z -> Q)/{w/x}. T = (t -> (u -> T | v -> T)).
        ||FIRST = (forall [i:1..6] p[i]:Q) >> {p[1].w}.
        minimal ||SMALL = (forall [i:1..5] q[i]:Q)\\{q[1..5].y}.
        deterministic ||CLEAR = (forall [i:1..4] r[i]:T)\\{r[1..4].t}.
        ||ALL = (FIRST || SMALL || CLEAR || P7 || P8).";
    text
}

fn run(context: &Context<'_>) -> Result<(), Stop> {
    let options = CompileOptions::default();
    match compile(&text(), &options, context) {
        Ok(compiled) => composition(&compiled, context).map(drop),
        Err(CompileError::Stopped { stop, .. }) => Err(stop),
        Err(CompileError::Wrong(diagnostics)) => panic!("{diagnostics:#?}"),
    }
}

#[test]
fn the_compiler_stops_wherever_it_asks() {
    const MEMORY: u64 = 1 << 40;
    let limits = Limits { memory: Some(MEMORY), states: Some(2_000) };
    let asked = AtomicU64::new(0);
    let stopped_at = |place: u64| {
        asked.store(0, Ordering::Relaxed);
        let memory = || u64::from(asked.fetch_add(1, Ordering::Relaxed) >= place) * (MEMORY + 1);
        run(&Context { limits, memory_in_use: &memory, ..Context::unlimited() })
    };
    // The parts are small enough, their composition is not.
    assert_eq!(stopped_at(u64::MAX), Err(Stop(Reason::StateLimit(2_000))));
    let places = asked.load(Ordering::Relaxed);
    assert!(places > 200, "asked {places} times");
    for place in (0..places).step_by(places as usize / 40) {
        assert_eq!(stopped_at(place), Err(Stop(Reason::MemoryLimit(MEMORY))), "place {place}");
        assert_eq!(asked.load(Ordering::Relaxed), place + 1, "it stops at once");
    }
}

/// How often the compiler asks whether to go on.
fn asked(text: &str) -> (u64, Result<(), String>) {
    let asked = AtomicU64::new(0);
    let limits = Limits { memory: Some(u64::MAX), states: None };
    let memory = || asked.fetch_add(1, Ordering::Relaxed) & 1;
    let context = Context { limits, memory_in_use: &memory, ..Context::unlimited() };
    let result = compile(text, &CompileOptions::default(), &context);
    let result = result.map(drop).map_err(|error| error.to_string());
    (asked.load(Ordering::Relaxed), result)
}

#[test]
fn processes_are_counted_before_their_labels_are_made() {
    const CROWD: &str = "more than 10000 processes are composed";
    for composition in [
        "({p[0..999][0..999]}::P || {p[0..999][0..999]}:P)",
        "(forall [i:0..999] forall [j:0..999] p[i][j]:P)",
        "(p[i:0..999][j:0..i]:P)",
        "(p[0..99]:Q)",
        "({a.b, p[0..99]}.q[0..100]:P)",
        "if 1 then (p[0..99]:(Q || P))",
    ] {
        let text = format!("P = (a -> P). ||Q = (q[0..99]:P). ||S = {composition}.");
        let (asked, result) = asked(&text);
        assert_eq!(result, Err(CROWD.to_owned()), "{text}");
        assert!(asked < 10, "{text}: asked {asked} times, so labels were made");
    }
    // Labels that are the same are one process: there are 10,000 of them, and no more.
    let text = "P = (a -> P). ||S = ({p[0..9998], q, p[0..9998]}:P).";
    assert_eq!(asked(text).1, Ok(()));
}

#[test]
fn the_compiler_asks_while_labels_are_shared() {
    let (asked, result) = asked("P = (a -> b -> P). ||S = ({p[0..999][0..999]}::P).");
    assert_eq!(result, Ok(()));
    // Two labels for each of a million prefixes.
    assert!(asked > 2_000_000 / 4096, "asked {asked} times");
}

#[test]
fn a_stop_says_what_was_compiled_and_how_far_that_got() {
    let text = "SMALL = (a -> SMALL).
        LARGE(N=2) = LARGE[0], LARGE[i:0..99999] = (step[i][N] -> LARGE[(i + 1) % 100000]).
        ||ALL = (SMALL || LARGE(7)).";
    const MEMORY: u64 = 1 << 30;
    let asked = AtomicU64::new(0);
    let memory = || u64::from(asked.fetch_add(1, Ordering::Relaxed) > 20) * (MEMORY + 1);
    let limits = Limits { memory: Some(MEMORY), states: None };
    let context = Context { limits, memory_in_use: &memory, ..Context::unlimited() };
    let stopped = compile(text, &CompileOptions::default(), &context);
    let Err(CompileError::Stopped { progress: Some(progress), .. }) = stopped else {
        panic!("{:?}", stopped.map(drop))
    };
    assert_eq!(progress.message, "stopped while `LARGE(7)` was compiled");
    assert!(progress.help.is_some_and(|help| help.contains("labels")));
}
