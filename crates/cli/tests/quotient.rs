//! What quotients cost on the sliding window protocol, in steps looked at.

use std::process::Command;

use serde_json::Value;

/// The statistics of a check of the protocol.
fn statistics(property: &str, method: &[&str]) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_surmise"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    command.args(["check", "corpus/cases/sliding-window.lts", "--process", "PROTOCOL"]);
    command.args(["--property", property, "--format", "json", "--method"]).args(method);
    let output = command.output().expect("the program runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("a report");
    document["result"]["verdicts"][0]["statistics"].clone()
}

/// Building the product looks at its steps once, labelling it forward and backward twice more. A
/// search stops at a violation, so that D has no whole product to compare with.
#[test]
fn the_exact_construction_looks_at_few_steps() {
    for property in ["A", "B", "C"] {
        let whole = statistics(property, &["mono"])["transitions"].as_u64().unwrap();
        let quotient = statistics(property, &["quotient", "--split", "SENDER|RECEIVER"]);
        let looked_at = quotient["labelled steps"].as_u64().unwrap();
        assert!(looked_at * 2 <= whole * 3, "{property}: {looked_at} of {whole}");
    }
}

/// Published: 8, 1, 8 and 1 states after 169, 18, 168 and 15 steps.
#[test]
fn no_assumption_is_larger_than_published() {
    let published = [("A", 8, 169), ("B", 1, 18), ("C", 8, 168), ("D", 1, 15)];
    for (property, size, steps) in published {
        let labels = ["quotient", "--split", "SENDER|RECEIVER", "--labels", "modal"];
        let ours = statistics(property, &labels);
        let of = |name: &str| ours[name].as_u64().unwrap();
        assert!(of("largest assumption") <= size, "{property}: {ours}");
        assert!(of("refinements") <= steps, "{property}: {ours}");
    }
}
