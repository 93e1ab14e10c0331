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
        Err(CompileError::Stopped(stop)) => Err(stop),
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
