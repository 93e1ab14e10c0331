//! Probabilistic models that take too long or too much room: each limit ends the work in seconds,
//! with status 3 and with what is known by then. And rationals through the whole program and back.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{document, status, stderr, surmise};
use serde_json::Value;

/// Longer than any of this may take, on a slow and busy machine.
const SOON: Duration = Duration::from_secs(60);

/// Forty counters that do not talk to each other: 6^40 states.
fn endless(directory: &Path) -> PathBuf {
    let mut text = String::from("mdp\n");
    for counter in 0..40 {
        let x = format!("x{counter}");
        writeln!(text, "module m{counter} {x} : [0..5]; [] true -> ({x}'=mod({x}+1,6)); endmodule")
            .unwrap();
    }
    let file = directory.join("endless.prism");
    fs::write(&file, text).unwrap();
    file
}

/// A chain that ends after a thousand million steps on average, and whose equations are too many to
/// be solved exactly in a moment. The probability is 1/3 by symmetry.
fn slow(directory: &Path) -> PathBuf {
    let text = "dtmc
        const int N = 3000;
        const double end = 1e-9;
        module m
          x : [0..N+1] init 0;
          [] x<N -> end/3 : (x'=N) + 2*end/3 : (x'=N+1)
            + (1-end)*(x+1)/(N+7) : (x'=mod(x*17+5, N))
            + (1-end)*(N+6-x)/(N+7) : (x'=mod(x*31+7, N));
        endmodule";
    let file = directory.join("slow.prism");
    fs::write(&file, text).unwrap();
    file
}

fn run(command: &mut Command) -> Value {
    let start = Instant::now();
    let output = command.args(["--format", "json"]).output().unwrap();
    assert!(start.elapsed() < SOON, "it took {:?}", start.elapsed());
    assert_eq!(status(&output), 3, "{}", stderr(&output));
    document(&output)
}

#[test]
fn every_limit_ends_exploration() {
    let directory = tempfile::tempdir().unwrap();
    let model = endless(directory.path());
    for (arguments, limit) in [
        (["--timeout", "1s"], "time"),
        (["--memory", "64MiB"], "memory"),
        (["--states", "5000"], "states"),
    ] {
        let ask = ["--prob", "Pmax=? [ F x0=5 ]"];
        let found = run(surmise().arg("check").arg(&model).args(ask).args(arguments));
        let answer = &found["result"]["probabilities"][0];
        assert_eq!(answer["verdict"], "undecided");
        assert_eq!(answer["stopped"]["limit"], limit);
        assert_eq!(
            (&answer["smallest"]["low"], &answer["smallest"]["high"]),
            (&"0".into(), &"1".into())
        );
        let found = run(surmise().arg("info").arg(&model).args(arguments));
        assert_eq!(found["result"]["whole"], Value::Null);
        assert_eq!(found["result"]["stopped"]["limit"], limit);
        if limit != "time" {
            assert_eq!(found["result"]["components"][39]["states"], 6);
        }
    }
}

#[test]
fn iteration_ends_with_what_is_known() {
    let directory = tempfile::tempdir().unwrap();
    let model = slow(directory.path());
    let ask = ["--prob", "P=? [ F x=N ]", "--prob", "P<=2/3 [ F x=N ]", "--timeout", "6s"];
    let found = run(surmise().arg("check").arg(&model).args(ask));
    let number = |text: &Value| {
        let text = text.as_str().unwrap();
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        above.parse::<f64>().unwrap() / below.parse::<f64>().unwrap()
    };
    for answer in found["result"]["probabilities"].as_array().unwrap() {
        assert_eq!(answer["verdict"], "undecided");
        assert_eq!(answer["stopped"]["limit"], "time");
        let (low, high) = (number(&answer["smallest"]["low"]), number(&answer["smallest"]["high"]));
        assert!(low <= 1.0 / 3.0 && 1.0 / 3.0 <= high, "{low} {high}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c() {
    let directory = tempfile::tempdir().unwrap();
    for (model, ask) in [
        (endless(directory.path()), "Pmax=? [ F x0=5 ]"),
        (slow(directory.path()), "P=? [ F x=N ]"),
    ] {
        let mut command = surmise();
        command.arg("check").arg(model).args(["--prob", ask, "--memory", "2GiB"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(1000));
        let start = Instant::now();
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < SOON);
        assert_eq!(status(&output), 3, "{}", stderr(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("undecided") && text.contains("interrupted"), "{text}");
    }
}

/// From PRISM to JSON to `.aut` to PRISM: 0.1 is 1/10, and 1e-30 and 1/3 are what they are.
#[test]
fn rationals_survive_every_format() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    let text =
        "mdp const double p; module m x:[0..3]; [a] x=0 -> 0.1:(x'=1) + 1e-30:(x'=2) + p:(x'=3)
        + 1-0.1-1e-30-p:(x'=0); endmodule";
    fs::write(file("0.prism"), text).unwrap();
    let ask = |name: &str| {
        let mut command = surmise();
        command.arg("check").arg(file(name)).args(["--format", "json"]);
        if name == "0.prism" {
            command.args(["--const", "p=1/3"]);
        }
        let variable = if name == "0.prism" { "x" } else { "s" };
        for target in 1..4 {
            command.args(["--prob", &format!("Pmax=? [ X {variable}={target} ]")]);
        }
        let output = command.output().unwrap();
        assert_eq!(status(&output), 0, "{}", stderr(&output));
        let found = document(&output);
        let answers = found["result"]["probabilities"].as_array().unwrap().clone();
        let low = |answer: &Value| answer["smallest"]["low"].as_str().unwrap().to_owned();
        let mut values: Vec<String> = answers.iter().map(low).collect();
        values.sort();
        values
    };
    let expected = ["1/10", "1/1000000000000000000000000000000", "1/3"];
    assert_eq!(ask("0.prism"), expected);
    for (from, to) in [("0.prism", "1.json"), ("1.json", "2.aut"), ("2.aut", "3.prism")] {
        let mut command = surmise();
        command.arg("convert").arg(file(from)).arg("-o").arg(file(to));
        if from == "0.prism" {
            command.args(["--const", "p=1/3"]);
        }
        let output = command.output().unwrap();
        assert_eq!(status(&output), 0, "{}", stderr(&output));
    }
    assert_eq!(ask("3.prism"), expected);
}
