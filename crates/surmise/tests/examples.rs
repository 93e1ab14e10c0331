//! The examples do what they say.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

#[path = "../examples/check_a_text.rs"]
mod check_a_text;
#[path = "../examples/components_in_code.rs"]
mod components_in_code;
#[path = "../examples/learn_an_assumption.rs"]
mod learn_an_assumption;
#[path = "../examples/recheck_a_certificate.rs"]
mod recheck_a_certificate;
#[path = "../examples/watch_a_job.rs"]
mod watch_a_job;

#[test]
fn examples_run() {
    check_a_text::main().unwrap();
    components_in_code::main().unwrap();
    learn_an_assumption::main().unwrap();
    recheck_a_certificate::main().unwrap();
    watch_a_job::main().unwrap();
}
