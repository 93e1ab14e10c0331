//! `check --engine smt`: without a solver, with one that has no answer, and with those that are
//! there, if they are to be asked.

use std::path::Path;
use std::process::{Command, Output};

const CHANNEL: &str = "corpus/conformance/channel.prism";
const SPECIFICATION: &str = "corpus/conformance/channel-specification.prism";
const TOO_GOOD: &str = "corpus/conformance/channel-too-good.prism";

fn check(path: &str, specification: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_surmise"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("PATH", path)
        .args(["check", CHANNEL, "--specification", specification, "--engine", "smt"])
        .args(arguments)
        .output()
        .expect("the program starts")
}

#[test]
fn without_a_solver_there_is_help() {
    let output = check("", SPECIFICATION, &[]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("there is no SMT solver on the path"), "{said}");
    assert!(said.contains("help: install z3"), "{said}");
}

/// A program that is called z3, reads everything, and says the same of every question.
#[cfg(unix)]
fn pretender(answer: &str) -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("z3");
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in *check-sat*) echo {answer};; *) echo success;; esac; done\n"
    );
    std::fs::write(&program, script).expect("it can be written");
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&program, mode).expect("it can be started");
    folder
}

#[cfg(unix)]
#[test]
fn a_solver_without_an_answer_leaves_it_undecided() {
    for (answer, reason) in [("unknown", "it says `unknown`"), ("maybe", "does not answer")] {
        let folder = pretender(answer);
        let output = check(folder.path().to_str().expect("a name"), SPECIFICATION, &[]);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains(reason), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn a_solver_that_never_answers_is_left_alone() {
    let folder = pretender("success; sleep 1");
    let path = folder.path().to_str().expect("a name");
    let output = check(&format!("{path}:/bin:/usr/bin"), SPECIFICATION, &["--timeout", "300ms"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}

/// For `./test --full` and who has z3, Yices or cvc5 on the path: same verdicts, and evidence that
/// the checker accepts.
#[cfg(unix)]
#[test]
#[ignore = "asks solvers"]
fn solvers_agree() {
    let path = std::env::var_os("PATH").expect("a path");
    let mut asked = 0;
    for name in ["z3", "yices-smt2", "cvc5"] {
        let mut programs = std::env::split_paths(&path).map(|folder| folder.join(name));
        let Some(program) = programs.find(|program| program.is_file()) else { continue };
        asked += 1;
        // Alone on the path, so that no other is found first.
        let folder = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink(program, folder.path().join(name)).expect("a link");
        let alone = folder.path().to_str().expect("a name");
        for method in ["mono", "cegar", "agar"] {
            for (specification, status) in [(SPECIFICATION, 0), (TOO_GOOD, 1)] {
                let output = check(alone, specification, &["--method", method, "--self-check"]);
                assert_eq!(output.status.code(), Some(status), "{name} {method}: {output:?}");
                let said = String::from_utf8_lossy(&output.stdout);
                assert!(said.contains("confirmed by the independent checker"), "{said}");
                assert!(said.contains(&format!("simulations decided by {name}")), "{said}");
            }
        }
    }
    assert!(asked > 0, "there is no solver on the path");
}
