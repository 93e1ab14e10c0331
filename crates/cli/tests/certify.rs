//! Evidence on the command line: what `check` writes `certify` accepts, for every method and rule;
//! what was changed it refuses; and no verdict is reported that the checker has not confirmed.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::fs;
use std::path::Path;

use common::{document, status, stderr, surmise};
use serde_json::Value;

const CLIENT: &str = "corpus/aut/client-server/client1.aut";
const OTHER: &str = "corpus/aut/client-server/client2.aut";
const SERVER: &str = "corpus/aut/client-server/server.aut";
const FAULTY: &str = "corpus/aut/client-server/faulty-server.aut";
const GREEDY: &str = "corpus/aut/client-server/greedy-client.aut";
const ASSERTING: &str = "corpus/aut/client-server/asserting-server.aut";
const MUTEX: &str = "corpus/aut/client-server/mutex.aut";

/// Checks with a certificate, then certifies; gives both exit statuses and what the checker says.
fn round_trip(models: &[&str], options: &[&str], path: &Path) -> (i32, i32, String) {
    let _ = fs::remove_file(path);
    let checked = surmise()
        .arg("check")
        .args(models)
        .args(options)
        .args(["--format", "json", "--self-check", "--certificate"])
        .arg(path)
        .output()
        .unwrap();
    let report = document(&checked);
    let evidence = &report["result"]["verdicts"][0]["evidence"];
    assert_eq!(evidence["confirmed"], true, "{models:?} {options:?}: {report:#}");
    let properties = options.contains(&"-p").then_some(["-p", MUTEX]);
    let certified = surmise()
        .arg("certify")
        .args(models)
        .args(properties.into_iter().flatten())
        .arg(path)
        .output()
        .unwrap();
    let said = String::from_utf8(certified.stdout.clone()).unwrap();
    assert!(said.starts_with("accepted: "), "{models:?} {options:?}: {said}{}", stderr(&certified));
    (status(&checked), status(&certified), said)
}

#[test]
fn what_is_written_is_accepted() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("certificate.json");
    let methods: [&[&str]; 5] = [
        &[],
        &["--method", "learn"],
        &["--method", "learn", "--rule", "circ"],
        &["--method", "learn", "--rule", "sym"],
        &["--method", "agar"],
    ];
    for method in methods {
        let options = [&["-p", MUTEX], method].concat();
        let (checked, certified, said) = round_trip(&[CLIENT, OTHER, SERVER], &options, &path);
        assert_eq!((checked, certified), (0, 0));
        assert!(said.contains("property mutex holds"), "{said}");
        let (checked, certified, said) = round_trip(&[CLIENT, OTHER, FAULTY], &options, &path);
        assert_eq!((checked, certified), (1, 0));
        assert!(said.contains("property mutex is violated"), "{said}");
    }
    for (models, options, checked, shows) in [
        (&[CLIENT, SERVER][..], &[][..], 0, "there is no deadlock"),
        (&[CLIENT, GREEDY, SERVER], &[], 1, "there is a deadlock"),
        (&[CLIENT, ASSERTING], &["--no-deadlock"], 1, "asserting-server reaches its error state"),
    ] {
        let (status, _, said) = round_trip(models, options, &path);
        assert_eq!(status, checked);
        assert!(said.contains(shows), "{said}");
    }
}

#[test]
fn what_was_changed_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("certificate.json");
    let options = ["-p", MUTEX, "--method", "agar", "--alphabet", "full"];
    round_trip(&[CLIENT, OTHER, SERVER], &options, &path);
    let certify = |server: &str| {
        let mut command = surmise();
        command.args(["certify", CLIENT, OTHER, server, "-p", MUTEX]).arg(&path);
        command.args(["--format", "json"]).output().unwrap()
    };
    // About another system.
    let refused = certify(FAULTY);
    assert_eq!(status(&refused), 1);
    let reason = document(&refused)["result"]["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("no component `server`"), "{reason}");
    // With an assumption that allows less.
    let mut certificate: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let assumptions = &mut certificate["claim"]["holds"]["asym"]["assumptions"];
    for row in assumptions[0]["states"].as_array_mut().unwrap() {
        row.as_array_mut().unwrap().clear();
    }
    fs::write(&path, certificate.to_string()).unwrap();
    let refused = certify(SERVER);
    assert_eq!(status(&refused), 1);
    let result = &document(&refused)["result"];
    assert!(result["premise"].as_str().unwrap().contains("⟨A1⟩"), "{result}");
    assert_eq!(result["trace"].as_array().unwrap().len(), 1, "{result}");
    // Not JSON, not a certificate, not there.
    for text in ["", "{}", r#"{"format": "surmise-certificate", "version": 7}"#] {
        fs::write(&path, text).unwrap();
        assert_eq!(status(&certify(SERVER)), 2, "{text}");
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(status(&certify(SERVER)), 2);
}

#[test]
fn limits_leave_it_undecided() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("certificate.json");
    round_trip(&[CLIENT, OTHER, SERVER], &["-p", MUTEX], &path);
    let mut command = surmise();
    command.args(["certify", CLIENT, OTHER, SERVER, "-p", MUTEX, "--states", "2"]).arg(&path);
    let output = command.output().unwrap();
    assert_eq!(status(&output), 3);
    assert!(output.stdout.starts_with(b"undecided: premise 1"));
}

#[test]
fn several_verdicts_have_a_file_each() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name);
    let output = surmise()
        .args(["check", CLIENT, OTHER, FAULTY, "-p", MUTEX, "--deadlock", "--certificate"])
        .arg(file("c.json"))
        .arg("--counterexample")
        .arg(file("run.itf.json"))
        .output()
        .unwrap();
    assert_eq!(status(&output), 1, "{}", stderr(&output));
    assert!(file("c.mutex.json").exists() && file("c.no-deadlock.json").exists());
    let trace: Value =
        serde_json::from_slice(&fs::read(file("run.mutex.itf.json")).unwrap()).unwrap();
    assert_eq!(trace["vars"][0], "action");
    let states = trace["states"].as_array().unwrap();
    assert_eq!(states.len(), 5, "the start, and four steps");
    assert_eq!(states[4]["action"], "grant.2");
    assert_eq!(states[4]["client2"]["#bigint"], "2");
}

/// The assumptions of a proof as files: its premises, checked one by one.
#[test]
fn assumptions_can_be_used_like_any_model() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).display().to_string();
    let model = "corpus/cases/input-output.lts";
    let learn = |more: &[&str]| {
        let options = ["--process", "CHANNEL", "-m", "learn", "--order", "listed"];
        let output = surmise().args(["check", model]).args(options).args(more).output().unwrap();
        assert_eq!(common::status(&output), 0, "{}", stderr(&output));
    };
    learn(&["--assumptions", &file("a.lts")]);
    let text = fs::read_to_string(file("a.lts")).unwrap();
    assert!(text.starts_with("A1 = Q0"), "{text}");
    // ⟨true⟩ OUTPUT ⟨A1⟩, and ⟨A1⟩ INPUT ⟨ORDER⟩ with all of it in one file.
    let holds = |arguments: &[&str]| {
        let output = surmise().arg("check").args(arguments).output().unwrap();
        assert_eq!(common::status(&output), 0, "{}", stderr(&output));
    };
    holds(&[model, "--process", "OUTPUT", "--property", &file("a.lts")]);
    let input = "INPUT = (input -> send -> ack -> INPUT).\n";
    let order = "property ORDER = (input -> output -> ORDER).\n";
    fs::write(file("m.lts"), format!("{input}{order}{text}||M = (INPUT || A1 || ORDER).\n"))
        .unwrap();
    holds(&[&file("m.lts"), "--property", "ORDER"]);

    learn(&["--rule", "sym", "--assumptions", &file("sym.svg")]);
    for name in ["sym.A1.svg", "sym.A2.svg"] {
        assert!(fs::read_to_string(file(name)).unwrap().starts_with("<svg"));
    }
}

/// The example in the document, model and certificate, is what it says it is.
#[test]
fn the_documented_example() {
    let page = fs::read_to_string(common::root().join("docs/certificates.md")).unwrap();
    let block = |language: &str| {
        let (_, rest) = page.split_once(&format!("```{language}\n")).unwrap();
        rest.split_once("```").unwrap().0
    };
    let directory = tempfile::tempdir().unwrap();
    let (model, path) = (directory.path().join("channel.lts"), directory.path().join("order.json"));
    fs::write(&model, block("fsp")).unwrap();
    fs::write(&path, block("json")).unwrap();
    let output = surmise().arg("certify").arg(&model).arg(&path).output().unwrap();
    let said = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(said.starts_with("accepted: property Order holds"), "{said}{}", stderr(&output));
}
