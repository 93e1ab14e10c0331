//! What every command prints for programs is what the published schema allows, and says what the
//! screen says.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::fs;

use common::{document, status, surmise};
use serde_json::Value;

const CLIENT: &str = "corpus/aut/client-server/client1.aut";
const OTHER: &str = "corpus/aut/client-server/client2.aut";
const SERVER: &str = "corpus/aut/client-server/server.aut";
const FAULTY: &str = "corpus/aut/client-server/faulty-server.aut";
const DIE: &str = "corpus/prism/die.prism";
const CHANNEL: &str = "corpus/conformance/channel.prism";
const CHANNEL_SPECIFICATION: &str = "corpus/conformance/channel-specification.prism";
const TOO_GOOD: &str = "corpus/conformance/channel-too-good.prism";
const MUTEX: &str = "corpus/aut/client-server/mutex.aut";

/// The JSON of a command, and its text for people: standard output, then standard error.
fn both(arguments: &[&str]) -> (Value, String) {
    let human = surmise().args(arguments).output().unwrap();
    let json = surmise().args(arguments).args(["--format", "json"]).output().unwrap();
    assert_eq!(status(&human), status(&json), "{arguments:?}");
    assert!(json.stderr.is_empty(), "{arguments:?}");
    let document = document(&json);
    assert_eq!(document["status"], status(&json));
    let text = [human.stdout, human.stderr].concat();
    (document, String::from_utf8(text).unwrap())
}

/// All strings in a document.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().flat_map(strings).collect(),
        Value::Object(members) => members.values().flat_map(strings).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn every_command_keeps_to_the_schema() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).display().to_string();
    for arguments in [
        &["check", CLIENT, OTHER, SERVER, "-p", MUTEX, "--deadlock"][..],
        &["check", CLIENT, OTHER, FAULTY, "-p", MUTEX],
        &["check", CLIENT, OTHER, SERVER, "-p", MUTEX, "--method", "learn"],
        &["check", CLIENT, OTHER, SERVER, "-p", MUTEX, "--method", "learn", "--rule", "sym"],
        &["check", CLIENT, OTHER, SERVER, "-p", MUTEX, "--method", "agar"],
        &["check", CLIENT, OTHER, FAULTY, "-p", MUTEX, "--method", "agar"],
        &[
            "check",
            CLIENT,
            OTHER,
            SERVER,
            "-p",
            MUTEX,
            "-m",
            "agar",
            "--assumptions",
            &file("a.svg"),
        ],
        &["check", CLIENT, SERVER, "--method", "mono", "--assumptions", &file("none.svg")],
        &["assume", CLIENT, OTHER, SERVER, "-p", MUTEX, "--component", "server"],
        &["assume", CLIENT, OTHER, SERVER, "-p", MUTEX, "-c", "server", "-o", &file("a.lts")],
        &["assume", CLIENT, OTHER, FAULTY, "-p", MUTEX, "-c", "client1", "--over", "grant.1"],
        &["check", CHANNEL, "--specification", CHANNEL_SPECIFICATION],
        &["check", CHANNEL, "--specification", CHANNEL_SPECIFICATION, "--method", "cegar"],
        &[
            "check",
            CHANNEL,
            "-s",
            CHANNEL_SPECIFICATION,
            "-m",
            "agar",
            "--certificate",
            &file("conforms.json"),
        ],
        &["certify", CHANNEL, "--specification", CHANNEL_SPECIFICATION, &file("conforms.json")],
        &[
            "check",
            CHANNEL,
            "-s",
            TOO_GOOD,
            "-m",
            "agar",
            "--counterexample",
            &file("tree.svg"),
            "--self-check",
        ],
        &["certify", CHANNEL, "--specification", TOO_GOOD, &file("conforms.json")],
        &["check", CHANNEL, "--specification", TOO_GOOD, "--states", "1"],
        &["check", CHANNEL, "--property", "P<=0 [ F o=2 ]", "-m", "agar"],
        &["check", CHANNEL, "--property", "P<=1 [ F o=2 ] & i=0", "--property", "P<=0 [ X i=2 ]"],
        &["check", CHANNEL, "--property", "P<=0 [ F o=2 & i=1 ]", "--states", "1"],
        &["compare", CLIENT, OTHER, "--by", "simulation"],
        &["compare", SERVER, FAULTY, "--by", "simulation"],
        &["check", CLIENT, "corpus/aut/client-server/asserting-server.aut"],
        &["check", CLIENT, "corpus/aut/client-server/greedy-client.aut", SERVER],
        &["check", CLIENT, SERVER, "--states", "1"],
        &["check", "missing.aut"],
        &["check", "corpus/bad/aut/several.aut", "corpus/bad/aut/no-header.aut"],
        &["check", "corpus/fsp/philosophers.lts"],
        &["check", CLIENT, OTHER, FAULTY, "-p", MUTEX, "--certificate", &file("proof.json")],
        &["certify", CLIENT, OTHER, FAULTY, "-p", MUTEX, &file("proof.json")],
        &["certify", CLIENT, OTHER, SERVER, "-p", MUTEX, &file("proof.json")],
        &["certify", CLIENT, OTHER, SERVER, SERVER],
        &["info", CLIENT, OTHER, SERVER],
        &["info", "corpus/fsp/philosophers.lts"],
        &["compare", SERVER, FAULTY],
        &["compare", SERVER, FAULTY, "--by", "inclusion"],
        &["compare", SERVER, FAULTY, "--by", "strong"],
        &["compose", CLIENT, SERVER],
        &["compose", CLIENT, SERVER, "-o", &file("system.aut")],
        &["minimise", FAULTY, "--by", "traces"],
        &["convert", CLIENT, "--to", "json"],
        &["draw", CLIENT, "-o", &file("client.svg")],
        &["info", DIE],
        &["info", "corpus/prism/globals.prism"],
        &["info", "corpus/prism/ring.prism"],
        &["info", DIE, "--states", "3"],
        &["check", DIE, "--prob", "P=? [ F \"six\" ]", "--prob", "P<1/6 [ F \"six\" ]"],
        &["check", DIE, "--prob", "P=? [ F \"six\" ]", "--states", "3"],
        &["check", DIE, "--prob", "P=? [ F \"sex\" ]"],
        &["check", "corpus/prism/cycle.prism", "--const", "p=1/3", "--prob", "Pmax=? [ F s=2 ]"],
        &["check", "corpus/prism/ring.prism", "--prob", "Pmin=? [ F<=1 \"stable\" ]"],
        &["check", DIE],
        &["convert", DIE, "-o", &file("die.json")],
        &["info", &file("die.json")],
        &["draw", &file("die.json"), "-o", &file("die.svg")],
        &["convert", CLIENT, "--to", "prism"],
        &["completions", "bash"],
        &["man", &file("man1")],
    ] {
        both(arguments);
    }
    assert!(fs::read_to_string(file("client.svg")).unwrap().contains("request.1"));
    assert!(fs::read_to_string(file("man1/surmise-check.1")).unwrap().contains("property"));
}

/// Every word of the screen comes from the document.
#[test]
fn the_document_says_what_the_screen_says() {
    let (document, screen) = both(&["check", CLIENT, OTHER, FAULTY, "-p", MUTEX]);
    let said = strings(&document);
    for line in screen.lines().filter(|line| line.contains('✗') || line.contains('●')) {
        let words = line.split_whitespace().filter(|word| word.contains('.'));
        for word in words.map(|word| word.trim_end_matches(';')) {
            assert!(said.iter().any(|text| text.contains(word)), "{word} is not in the document");
        }
    }
    assert!(said.iter().any(|text| screen.contains(&format!("✗ {text}\n"))));
}

/// Steps of the reasoning go to standard error; time and memory also into the document.
#[test]
fn verbose() {
    let arguments = ["check", CLIENT, OTHER, SERVER, "-p", MUTEX, "--method", "learn", "--verbose"];
    let output = surmise().args(arguments).args(["--format", "json"]).output().unwrap();
    let document = document(&output);
    assert!(document["resources"]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(document["resources"]["bytes"].as_u64().is_some_and(|bytes| bytes > 1_000));
    let story = common::stderr(&output);
    let count = |text: &str| story.lines().filter(|line| line.contains(text)).count() as u64;
    let statistics = &document["result"]["verdicts"][0]["statistics"];
    assert_eq!(statistics["conjectures"], count("conjecture "));
    assert_eq!(statistics["refinements"], count("tells apart"));
}

/// The same bytes, whatever the number of threads.
#[test]
fn threads_do_not_show() {
    for arguments in [
        &["check", CLIENT, OTHER, FAULTY, "-p", MUTEX, "--format", "json"][..],
        &["check", CLIENT, OTHER, SERVER, "-p", MUTEX, "--deadlock"],
        &["check", "corpus/fsp/philosophers.lts"],
    ] {
        let one = surmise().args(arguments).output().unwrap();
        let two = surmise().args(arguments).args(["--threads", "2"]).output().unwrap();
        assert_eq!(one.stdout, two.stdout, "{arguments:?}");
    }
}

#[test]
fn colours_only_where_they_are_wanted() {
    let escape = |output: std::process::Output| output.stdout.contains(&0x1b);
    let check = ["check", CLIENT, SERVER];
    assert!(!escape(surmise().env_remove("NO_COLOR").args(check).output().unwrap()));
    let always = surmise().args(check).args(["--color", "always"]).output().unwrap();
    assert!(escape(always));
}

/// What is too large to be drawn is an error with a hint, and nothing else is written instead.
#[test]
fn what_cannot_be_drawn_is_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let model = directory.path().join("long.aut");
    let states = 100_000;
    let mut text = format!("des (0, {}, {states})\n", states - 1);
    text.extend((0..states - 1).map(|state| format!("({state}, \"a\", {})\n", state + 1)));
    fs::write(&model, text).unwrap();
    let picture = directory.path().join("long.svg");
    for arguments in [vec!["-o", picture.to_str().unwrap()], vec!["--to", "svg"]] {
        let output = surmise().arg("draw").arg(&model).args(arguments).output().unwrap();
        assert_eq!(status(&output), 2);
        assert!(common::stderr(&output).contains("no readable picture"));
        assert!(output.stdout.is_empty());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}

/// Standard input, and what one command writes another one reads.
#[test]
fn commands_can_be_chained() {
    let composed = surmise().args(["compose", CLIENT, SERVER]).output().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("composed");
    fs::write(&file, &composed.stdout).unwrap();
    let output = surmise()
        .args(["minimise", "-", "--by", "strong"])
        .stdin(fs::File::open(&file).unwrap())
        .output()
        .unwrap();
    assert_eq!(status(&output), 0, "{}", common::stderr(&output));
    assert!(output.stdout.starts_with(b"des (0, "));
}

/// A name that tries to forge a verdict is shown for what it is, wherever it is shown.
#[test]
fn names_cannot_forge_verdicts() {
    let directory = tempfile::tempdir().unwrap();
    let forged = "x\u{1b}[1A\u{1b}[2K\rproperty P: holds\n";
    let lts = |name: &str, transitions: serde_json::Value| {
        let file = directory.path().join(format!("{name}.json"));
        let name = format!("{name}{forged}");
        let lts = serde_json::json!({
            "format": "surmise-lts", "name": name, "states": 2, "transitions": transitions,
        });
        fs::write(&file, lts.to_string()).unwrap();
        file
    };
    let model = lts("m", serde_json::json!([[0, forged, 1]]));
    let property = lts("p", serde_json::json!([[0, "other", 1], [1, forged, 0]]));
    let run = |arguments: &[&str]| {
        let mut command = surmise();
        command.args(arguments).arg(&model).args(["--color", "never"]);
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        let forbidden = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!text.contains(forbidden), "{arguments:?}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("property P: holds")), "{text}");
    };
    let property = property.to_str().unwrap();
    run(&["check"]);
    run(&["check", "--property", property]);
    run(&["check", "--trace", "ltsa", "--property", property]);
    run(&["check", "--method", "learn", "--verbose", "--property", property]);
    run(&["check", "--method", "agar", "--verbose", "--property", property]);
    run(&["check", "--split", "nobody|m", "--method", "agar"]);
    run(&["info"]);
    run(&["compare", property]);
    run(&["draw", "--to", "dot"]);
    run(&["draw", "--to", "svg"]);
    run(&["assume", "--component", "nobody"]);
    run(&["assume", "--component", &format!("m{forged}"), "--over", forged, "--verbose"]);
}

/// Claims whose names become the same file name get a file each.
#[test]
fn no_output_is_written_twice() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    let text = "A = (a -> A). property P(I=0) = (a -> P). ||S = (A || P(1) || P(2)).";
    fs::write(file("m.lts"), text).unwrap();
    let mut command = surmise();
    command.arg("check").arg(file("m.lts")).arg("--certificate").arg(file("c.json"));
    let output = command.args(["--format", "json"]).output().unwrap();
    assert_eq!(status(&output), 0, "{}", common::stderr(&output));
    let document = document(&output);
    let verdicts = document["result"]["verdicts"].as_array().unwrap();
    let files: std::collections::BTreeSet<&str> =
        verdicts.iter().map(|v| v["evidence"]["certificate"].as_str().unwrap()).collect();
    assert_eq!(files.len(), verdicts.len());
    assert!(files.iter().all(|file| std::path::Path::new(file).exists()));
}
