//! Client-server with forty clients, of which one is edited: what the last check found is tried
//! first, and takes a tenth of the states at most.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const SECRET: &str = "a secret of this test";

/// The verdict about mutual exclusion.
fn check(folder: &Path, secret: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_surmise"));
    command.current_dir(folder).env("SURMISE_REUSE_KEY", secret);
    command.args(["check", "model.lts", "--process", "CLIENT_SERVER", "--set", "N=40"]);
    command.args(["--property", "MUTEX", "--method", "circular", "--reuse", "findings"]);
    let output = command.args(["--format", "json"]).output().expect("the program runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a report");
    document["result"]["verdicts"][0].clone()
}

/// The model, with the first client and the server as given.
fn model(client: &str, server: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("corpus/cases/client-server.lts")).unwrap();
    let system = "||CLIENT_SERVER = (client[C]:CLIENT || SERVER ||";
    let edited = format!(
        "HASTY = (request -> (grant -> HELD | deny -> HASTY)), HELD = (cancel -> HASTY).
         ||CLIENT_SERVER = (client[1]:{client} || client[2..N]:CLIENT || {server} ||"
    );
    assert!(text.contains(system));
    text.replace(system, &edited)
}

#[test]
fn after_an_edit_a_tenth_of_the_states_will_do() {
    for secret in [SECRET, ""] {
        let folder = tempfile::tempdir().unwrap();
        let write = |client, server| {
            fs::write(folder.path().join("model.lts"), model(client, server)).unwrap();
        };
        write("CLIENT", "SERVER");
        let first = check(folder.path(), secret);
        let states = first["statistics"]["states"].as_u64().unwrap();
        assert_eq!((&first["verdict"], &first["reused"]), (&"holds".into(), &Value::Null));

        write("HASTY", "SERVER");
        let second = check(folder.path(), secret);
        let of = |name: &str| second["reused"][name].as_u64().unwrap();
        assert_eq!((&second["verdict"], of("premises")), (&"holds".into(), 42), "{second}");
        assert_eq!(second["reused"]["changed"], serde_json::json!(["client.1:HASTY"]));
        assert!(of("states") * 10 <= states, "{} of {states}", of("states"));
        assert_eq!(of("checked"), if secret.is_empty() { 42 } else { 1 });

        // A mistake is found, whatever was kept.
        write("HASTY", "SERVER_FORGETFUL");
        let third = check(folder.path(), secret);
        assert_eq!(third["verdict"], "violated", "{third}");
        let why = third["reused"]["failed"].as_str().unwrap();
        assert!(why.starts_with("premise 15, ⟨true⟩ SERVER_FORGETFUL ⟨A15⟩, is false"), "{why}");
    }
}
