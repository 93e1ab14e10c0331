//! Whatever the program is doing when its time is over, it ends soon, with status 3 and valid JSON:
//! a case for each phase of its work.
//!
//! "Soon" is generous here, for slow and busy machines. The lateness of the program as it is
//! shipped is measured on harder inputs: `bench/runs/2026-11-16-house.md`.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{document, status, stderr, surmise};

/// How much later than its limit the program may be here.
const LATENESS: Duration = Duration::from_secs(10);

/// Runs the program with a time limit that it cannot keep, and sees what it says.
fn runs_out_of_time(phase: &str, milliseconds: u64, arguments: &[&str]) {
    let start = Instant::now();
    let mut command = surmise();
    // What is confirmed is another phase.
    command.env_remove("SURMISE_SELF_CHECK");
    command.args(arguments).args(["--timeout", &format!("{milliseconds}ms")]);
    let output = command.args(["--format", "json"]).output().unwrap();
    let late = start.elapsed().saturating_sub(Duration::from_millis(milliseconds));
    assert!(late < LATENESS, "{phase}: {late:?} late");
    assert_eq!(status(&output), 3, "{phase}: {}", stderr(&output));
    let document = document(&output);
    assert_eq!(document["status"], 3, "{phase}");
    let text = document.to_string();
    assert!(text.contains("the time limit was reached"), "{phase}: {text}");
}

struct Inputs(tempfile::TempDir);

impl Inputs {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.path().join(name), text).unwrap();
        self.path(name)
    }

    /// Counters that do not talk to each other, of six states each, and a property of the first.
    fn counters(&self, count: usize) -> String {
        let text = format!(
            "C = (a -> b -> c -> d -> e -> f -> C). property P = (c[1].a -> c[1].b -> P).
             ||S = (forall [i:1..{count}] c[i]:C || P)."
        );
        self.file("counters.lts", &text)
    }
}

/// An LTS of so many states, each with three transitions.
fn thicket(states: usize) -> String {
    let mut text = format!("des (0, {}, {states})\n", 3 * states);
    for state in 0..states {
        for way in 1..=3 {
            let target = (state * 7919 * way + 13 * way + 1) % states;
            writeln!(text, "({state}, \"a{}\", {target})", (state + way) % 5).unwrap();
        }
    }
    text
}

#[test]
fn reading() {
    let inputs = Inputs::new();
    let aut = inputs.file("large.aut", &thicket(400_000));
    runs_out_of_time("reading .aut", 20, &["info", &aut]);
    let rows = "[0, \"a\", 1], ".repeat(400_000);
    let head =
        r#"{"format": "surmise-lts", "name": "M", "states": 2, "initial": 0, "alphabet": ["a"]"#;
    let json = format!(r#"{head}, "transitions": [{rows}[1, "a", 0]]}}"#);
    let json = inputs.file("large.json", &json);
    runs_out_of_time("reading JSON", 20, &["info", &json]);
    let text: String = (0..100_000).map(|i| format!("P{i} = (a.b{i} -> c -> P{i}).\n")).collect();
    let fsp = inputs.file("large.lts", &text);
    runs_out_of_time("reading FSP", 20, &["info", &fsp]);
}

#[test]
fn compiling() {
    let inputs = Inputs::new();
    let text = "P = (x -> y -> z -> P). ||S = (forall [i:1..31] p[i]:P) >> {p[1].x}. ||T = S.";
    let composed = inputs.file("priority.lts", text);
    runs_out_of_time("compiling FSP", 300, &["check", &composed]);
    let labels = inputs.file("labels.lts", "P = (a[i:0..999][j:0..999][k:0..99] -> P).");
    runs_out_of_time("labels of FSP", 300, &["check", &labels]);
    let text = "byte x[12];
        proctype P(byte i) { do :: x[i] < 200 -> x[i]++ :: x[i] > 0 -> x[i]-- od }
        init { byte i; for (i : 0 .. 11) { run P(i) } }";
    let program = inputs.file("counters.pml", text);
    runs_out_of_time("compiling Promela", 300, &["check", &program]);
}

#[test]
fn composing_and_reducing() {
    let inputs = Inputs::new();
    let counters = inputs.counters(30);
    let output = inputs.path("out.aut");
    runs_out_of_time("composing", 300, &["compose", &counters, "-o", &output]);
    // After the letter a, thirty letters can follow: 2^30 sets of states.
    let mut text = String::from("des (0, 61, 31)\n(0, \"a\", 0)\n(0, \"b\", 0)\n(0, \"a\", 1)\n");
    for state in 1..30 {
        writeln!(text, "({state}, \"a\", {0})\n({state}, \"b\", {0})", state + 1).unwrap();
    }
    let guess = inputs.file("guess.aut", &text);
    let arguments = ["minimise", &guess, "--by", "traces", "-o", &output];
    runs_out_of_time("determinising", 300, &arguments);
    assert!(!Path::new(&output).exists(), "nothing half done is written");
}

#[test]
fn searching() {
    let inputs = Inputs::new();
    let counters = inputs.counters(40);
    for threads in ["1", "2"] {
        let arguments = ["check", &counters, "--method", "mono", "--threads", threads];
        runs_out_of_time("searching", 300, &arguments);
    }
}

/// The server and 64 clients, one inside the other.
#[test]
fn finding_assumptions() {
    let model = ["check", "corpus/cases/client-server.lts", "--process", "CLIENT_SERVER"];
    let system = [&model[..], &["--set", "N=64", "--property", "MUTEX", "--method"]].concat();
    for (method, options) in [
        ("learn", &[][..]),
        ("learn", &["--learner", "apartness"]),
        ("learn", &["--rule", "sym"]),
        ("agar", &[]),
        ("circular", &["--generate", "sat"]),
    ] {
        let phase = format!("{method} {options:?}");
        runs_out_of_time(&phase, 300, &[&system, &[method][..], options].concat());
    }
}

#[test]
fn certifying() {
    let inputs = Inputs::new();
    let counters = inputs.counters(7);
    let certificate = inputs.path("certificate.json");
    let mut command = surmise();
    command.env_remove("SURMISE_SELF_CHECK");
    command.args(["check", &counters, "--method", "mono", "--property", "P"]);
    command.args(["--certificate", &certificate]);
    assert_ne!(status(&command.output().unwrap()), 2);
    let certificate = PathBuf::from(certificate);
    let certificate = certificate.to_str().unwrap();
    runs_out_of_time("certifying", 100, &["certify", &counters, certificate]);
    let long = std::fs::read_to_string(certificate).unwrap() + &" ".repeat(60_000_000);
    let long = inputs.file("long.json", &long);
    runs_out_of_time("reading a certificate", 20, &["certify", &counters, &long]);
}

#[test]
fn drawing() {
    let inputs = Inputs::new();
    let thicket = inputs.file("thicket.aut", &thicket(1_500));
    for output in ["out.svg", "out.dot"] {
        let (limit, output) = (if output == "out.svg" { 300 } else { 1 }, inputs.path(output));
        runs_out_of_time("drawing", limit, &["draw", "--force", &thicket, "-o", &output]);
    }
}
