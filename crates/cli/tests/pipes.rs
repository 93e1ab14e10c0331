//! Input that comes through pipes: it is read once, however often it is needed, and waiting for it
//! can be stopped by one signal or a time limit.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

mod common;

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{document, status, stderr, surmise};

/// Longer than any of this may take, on a slow and busy machine.
const SOON: Duration = Duration::from_secs(20);

fn fifo() -> (tempfile::TempDir, std::path::PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("model.lts");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    (directory, pipe)
}

#[test]
fn a_pipe_is_read_once() {
    let (_directory, pipe) = fifo();
    let mut command = surmise();
    let child = command.args(["check"]).arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    std::fs::write(&pipe, "A = (a -> A). property P = (a -> P). ||S = (A || P).").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 0);
}

#[test]
fn a_time_limit_ends_the_wait_for_a_pipe() {
    let (_directory, pipe) = fifo();
    let start = Instant::now();
    let mut command = surmise();
    command.arg("check").arg(&pipe).args(["--timeout", "300ms", "--format", "json"]);
    let output = command.output().unwrap();
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    assert_eq!(status(&output), 3);
    assert_eq!(document(&output)["stopped"], "the time limit was reached");
}

/// Ctrl-C, or a polite end, ends it at once: nobody has to ask twice.
#[test]
fn one_signal_ends_the_wait_for_input() {
    for signal in ["-INT", "-TERM"] {
        let mut command = surmise();
        command.args(["check", "-"]).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"A = (a -> A").unwrap();
        input.flush().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let pid = child.id().to_string();
        let start = Instant::now();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
        assert_eq!(status(&output), 3);
        let told = stderr(&output);
        assert!(told.contains("standard input was not read to its end"), "{told}");
        assert!(told.contains("stopped: interrupted"), "{told}");
        drop(input);
    }
}
