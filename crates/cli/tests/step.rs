//! `surmise step`, as somebody types at its prompt.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a walk prints when this is typed.
fn walked(arguments: &[&str], typed: &str) -> (String, i32) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut child = Command::new(env!("CARGO_BIN_EXE_surmise"))
        .current_dir(root)
        .args(["step", "docs/book/models/two-keys.lts"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap())
}

#[test]
fn steps_are_chosen_taken_back_and_judged() {
    let (text, status) = walked(&[], "1\nu\nnonsense\n99\n1\ns\nq\n");
    assert_eq!(status, 0);
    assert!(text.contains("   1  a.take"), "{text}");
    assert!(text.contains("`nonsense` is none of them") && text.contains("`99` is none"), "{text}");
    assert!(text.trim_end().ends_with("a.take"), "{text}");
    // The end of the input is the end of the walk.
    assert_eq!(walked(&[], "").1, 0);
}

#[test]
fn a_counterexample_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run.json");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_surmise"))
        .current_dir(root)
        .args(["check", "docs/book/models/two-keys.lts", "--property", "ALONE", "-q"])
        .arg("--counterexample")
        .arg(&run)
        .output()
        .unwrap();
    let (text, _) = walked(&["--trace", run.to_str().unwrap()], "\n\n\n\n");
    assert!(text.contains("✗ this violates ALONE"), "{text}");
}
