//! A system that nobody can search through, and what ends the search: a clock, a memory limit, a
//! state limit, Ctrl-C. Each ends in seconds with a clear line, status 3 and valid JSON.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{document, status, surmise};
use surmise::methods::METHODS;
use surmise_testing::{random_lockstep, seeds};
use tempfile::TempDir;

/// Longer than any of this may take, on a slow and busy machine.
const SOON: Duration = Duration::from_secs(60);

/// Forty counters that do not talk to each other: 6^40 states.
fn endless() -> (TempDir, Command) {
    let directory = tempfile::tempdir().unwrap();
    let mut command = surmise();
    command.args(["check", "--method", "mono"]);
    for counter in 0..40 {
        let mut text = String::from("des (0, 6, 6)\n");
        for state in 0..6 {
            writeln!(text, "({state}, \"tick.{counter}.{state}\", {})", (state + 1) % 6).unwrap();
        }
        let file = directory.path().join(format!("counter{counter}.aut"));
        fs::write(&file, text).unwrap();
        command.arg(file);
    }
    (directory, command)
}

fn ends_soon(arguments: &[&str]) -> Output {
    let (_directory, mut command) = endless();
    let start = Instant::now();
    let output = command.args(arguments).output().unwrap();
    assert!(start.elapsed() < SOON, "{arguments:?} took {:?}", start.elapsed());
    output
}

/// The one verdict in human words and in JSON.
fn undecided(arguments: &[&str], limit: &str, line: &str) {
    let output = ends_soon(arguments);
    assert_eq!(status(&output), 3);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with(&format!("no deadlock: undecided: {line}\n")), "{text}");
    assert!(text.contains("no violation within the first"), "{text}");

    let output = ends_soon(&[arguments, &["--format", "json"]].concat());
    assert_eq!(status(&output), 3);
    let document = document(&output);
    let verdict = &document["result"]["verdicts"][0];
    assert_eq!(document["status"], 3);
    assert_eq!(verdict["verdict"], "undecided");
    assert_eq!(verdict["limit"], limit);
}

#[test]
fn a_second() {
    undecided(&["--timeout", "1s"], "time", "the time limit was reached");
}

#[test]
fn sixty_four_mebibytes() {
    undecided(&["--memory", "64MiB"], "memory", "the memory limit of 64 MiB was reached");
}

#[test]
fn a_thousand_states() {
    undecided(&["--states", "1k"], "states", "the limit of 1000 states was reached");
}

#[test]
fn two_threads() {
    undecided(&["--timeout", "1s", "--threads", "2"], "time", "the time limit was reached");
}

/// Sixty-five premises, one inside the other, and no stack to overflow: learning ends with what it
/// has found so far.
#[test]
fn learning_for_a_second() {
    let model = ["check", "corpus/cases/client-server.lts", "--process", "CLIENT_SERVER"];
    let options = ["--set", "N=64", "--property", "MUTEX", "--method", "learn"];
    for (rule, limit, line) in [
        ("asym", ["--timeout", "1s"], "the time limit was reached"),
        ("circ", ["--memory", "32MiB"], "the memory limit of 32 MiB was reached"),
        ("sym", ["--states", "100"], "the limit of 100 states was reached"),
    ] {
        let start = Instant::now();
        let mut command = surmise();
        command.args(model).args(options).args(["--rule", rule]).args(limit);
        let output = command.output().unwrap();
        assert!(start.elapsed() < SOON, "{rule} took {:?}", start.elapsed());
        assert_eq!(status(&output), 3);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("\nproperty MUTEX: undecided: {line}\n")), "{text}");
        assert!(text.contains("conjectures for 6"), "{text}");
    }
}

/// 3^31 states that the compiler has to look at, because of the priority inside.
#[test]
fn a_second_for_the_compiler() {
    let directory = tempfile::tempdir().unwrap();
    let model = directory.path().join("priority.lts");
    let text = "P = (x -> y -> z -> P). ||S = (forall [i:1..31] p[i]:P) >> {p[1].x}. ||T = S.";
    fs::write(&model, text).unwrap();
    for (limit, line) in [
        (["--timeout", "1s"], "the time limit was reached"),
        (["--memory", "32MiB"], "the memory limit of 32 MiB was reached"),
        (["--states", "1k"], "the limit of 1000 states was reached"),
    ] {
        for command in ["check", "compose", "info"] {
            let start = Instant::now();
            let mut program = surmise();
            program.arg(command).arg(&model).args(limit).args(["--format", "json"]);
            let output = program.output().unwrap();
            assert!(start.elapsed() < SOON, "{command} {limit:?} took {:?}", start.elapsed());
            assert_eq!(status(&output), 3, "{command} {limit:?}");
            assert_eq!(document(&output)["stopped"], line);
        }
    }
    let output = surmise().arg("check").arg(&model).args(["--timeout", "1s"]).output().unwrap();
    assert_eq!(status(&output), 3);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("stopped: the time limit was reached"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c() {
    for format in ["human", "json"] {
        let (_directory, mut command) = endless();
        command.args(["--format", format, "--memory", "2GiB"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1000));
        let pid = child.id().to_string();
        let start = Instant::now();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < SOON);
        assert_eq!(status(&output), 3);
        if format == "json" {
            let document = document(&output);
            assert_eq!(document["result"]["verdicts"][0]["limit"], "interrupt");
        } else {
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains("undecided: interrupted"), "{text}");
        }
    }
}

/// Ctrl-C while abstractions are refined: what was found by then is told.
#[test]
fn ctrl_c_in_a_refinement() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("receiver.aut");
    let mut command = Command::new(env!("CARGO_BIN_EXE_surmise"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.args(["check", "corpus/cases/client-server.lts", "--process", "CLIENT_SERVER"]);
    command.args(["--set", "N=14", "--property", "MUTEX", "--method", "quotient"]);
    command.args(["--labels", "modal", "--format", "json", "--assumptions"]).arg(&file);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let start = Instant::now();
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(start.elapsed() < SOON);
    assert_eq!(status(&output), 3);
    let verdict = &document(&output)["result"]["verdicts"][0];
    assert_eq!(verdict["limit"], "interrupt");
    let known = verdict["known"].as_str().unwrap();
    assert!(known.starts_with("interrupted after ") && known.contains("|A| = "), "{known}");
}

#[test]
fn undecided_can_be_zero() {
    let output = ends_soon(&["--states", "10", "--exit-zero"]);
    assert_eq!(status(&output), 0);
}

/// Reading is within the limits, too.
#[test]
fn a_large_file_and_a_small_memory() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("large.aut");
    let count = 1_000_000;
    let text = format!("des (0, {count}, 2)\n") + &"(0, \"a\", 1)\n".repeat(count);
    fs::write(&file, text).unwrap();
    let arguments = ["--memory", "4MiB", "--format", "json"];
    let output = surmise().arg("check").arg(&file).args(arguments).output().unwrap();
    assert_eq!(status(&output), 3);
    let document = document(&output);
    assert_eq!(document["stopped"], "the memory limit of 4 MiB was reached");
}

/// Sixty-four components of eight states, and an error a few steps away: nothing is composed first.
#[test]
fn a_shallow_error_in_a_large_system() {
    let directory = tempfile::tempdir().unwrap();
    let mut command = surmise();
    command.arg("check");
    for ring in 0..64 {
        let next = (ring + 1) % 64;
        let mut text = String::from("des (0, 10, 8)\n");
        for state in 0..8 {
            writeln!(text, "({state}, \"work.{ring}.{state}\", {})", (state + 1) % 8).unwrap();
        }
        writeln!(text, "(2, \"pass.{ring}\", 3)\n(0, \"pass.{next}\", 1)").unwrap();
        let file = directory.path().join(format!("part{ring}.aut"));
        fs::write(&file, text).unwrap();
        command.arg(file);
    }
    // An action of its alphabet that it never allows.
    let property = directory.path().join("never.aut");
    fs::write(&property, "des (0, 1, 2)\n(1, \"work.7.2\", 1)\n").unwrap();
    command.arg("--property").arg(&property).args(["--format", "json"]);
    let start = Instant::now();
    let output = command.output().unwrap();
    assert!(start.elapsed() < SOON);
    assert_eq!(status(&output), 1);
    let document = document(&output);
    let counterexample = &document["result"]["verdicts"][0]["counterexample"];
    assert_eq!(counterexample["steps"].as_array().unwrap().len(), 3);
    let names: Vec<&str> = counterexample["lanes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|lane| lane["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["part7", "never"], "only those who take part");
}

/// Each claim has its share of the time, and is reported: the hopeless one does not starve the
/// others.
#[test]
fn every_claim_has_its_share_of_the_time() {
    let directory = tempfile::tempdir().unwrap();
    let model = directory.path().join("shares.lts");
    // The deadlock is judged by search, which has 6^40 states before it; the property is learned.
    let text = "C = (a -> b -> c -> d -> e -> f -> C). A = (x -> y -> A).
        property P = (x -> y -> P). ||S = (forall [i:1..40] c[i]:C || A || P).";
    fs::write(&model, text).unwrap();
    let start = Instant::now();
    let mut command = surmise();
    command.arg("check").arg(&model).args(["--method", "agar", "--timeout", "2s"]);
    let output = command.args(["--format", "json"]).output().unwrap();
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let document = document(&output);
    let verdicts = document["result"]["verdicts"].as_array().unwrap();
    let verdict = |kind: &str| {
        let is = |verdict: &&serde_json::Value| verdict["claim"]["kind"] == kind;
        verdicts.iter().find(is).unwrap()["verdict"].clone()
    };
    assert_eq!((verdict("property"), verdict("no-deadlock")), ("holds".into(), "undecided".into()));
}

/// A test run is stopped by its limit, whatever the models are.
#[test]
fn a_test_run_keeps_its_limit() {
    let directory = tempfile::tempdir().unwrap();
    let text = "P = (x -> y -> z -> P). ||S = (forall [i:1..31] p[i]:P) >> {p[1].x}. ||T = S.
        // expect T: no deadlock";
    fs::write(directory.path().join("slow.lts"), text).unwrap();
    let start = Instant::now();
    let mut command = surmise();
    let output = command.arg("test").arg(directory.path()).args(["--timeout", "1s"]).output();
    assert_eq!(status(&output.unwrap()), 3);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

/// A link that leads back into the directory, and one that leads nowhere, are passed over.
#[cfg(unix)]
#[test]
fn links_in_circles() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(
        directory.path().join("a.lts"),
        "A = (a -> A). // expect A: no deadlock\n||S = A.\n// expect S: no deadlock",
    )
    .unwrap();
    std::os::unix::fs::symlink(directory.path(), directory.path().join("again")).unwrap();
    std::os::unix::fs::symlink("nowhere", directory.path().join("gone")).unwrap();
    let output = surmise().arg("test").arg(directory.path()).output().unwrap();
    assert_eq!(status(&output), 0, "{}", common::stderr(&output));
}

/// One state with more successors than any memory can hold: the program ends as it should, by every
/// command that reads a system. (The library is asked a lot more: `lockstep_random`.)
#[test]
fn successors_without_number() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("s.lts");
    let file = file.to_str().unwrap();
    for seed in seeds(16, 160) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let system = random_lockstep(&mut rng);
        fs::write(file, &system.text).unwrap();
        let mut command = surmise();
        match rng.usize(..16) {
            0 => command.args(["compose", file]),
            1 => command.args(["minimise", file]),
            2 => command.args(["compare", file, file, "--by", "strong"]),
            3 => command.args(["convert", file, "--to", "aut"]),
            4 => command.args(["draw", file, "--to", "dot"]),
            5 => command.args(["info", file]),
            6 => command.args(["assume", file, "--component", "C0", "-p", "P"]),
            7 => command
                .args(["assume", file, "--component", "C0", "-p", "P", "--method", "quotient"])
                .args(["--labels", "modal"]),
            8 => command.args(["check", file]),
            9 => command.args(["check", file, "--method", "quotient", "--labels", "modal"]),
            _ => {
                let method = METHODS[rng.usize(..METHODS.len())].name();
                command.args(["check", file, "--method", method])
            }
        };
        match rng.u8(..3) {
            0 => command.args(["--timeout", "100ms"]),
            1 => command.args(["--timeout", "10s", "--memory", "48MiB"]),
            _ => command.args(["--timeout", "10s", "--states", "1000"]),
        };
        let start = Instant::now();
        let output = command.args(["--format", "json"]).output().unwrap();
        let told = format!("seed {seed}: {command:?}: {}", common::stderr(&output));
        assert!(start.elapsed() < SOON, "{told}: {:?}", start.elapsed());
        let ended = status(&output);
        assert!([0, 1, 3].contains(&ended), "{told}: {ended}");
        let document = document(&output);
        assert_eq!(document["status"], ended, "{told}");
        if document["command"] == "check" && ended < 3 {
            assert_eq!(ended == 0, system.holds, "{told}");
        }
    }
}
