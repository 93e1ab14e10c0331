//! What is claimed of runs of Promela programs: verdicts without and with weak fairness, as SPIN
//! gives them, and each confirmed by the independent checker.
//!
//! `corpus/runs/spin.jsonl` has one program a line: those whose names begin with `s-` are about one
//! question of semantics each, the others are random. Where SPIN says something else than what is
//! expected here, `spin` says why.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::Arc;

use serde::Deserialize;
use surmise::{Certify, Check, CheckReport, Finding, Job, Named, Texts, Verdict};
use surmise_testing::corpus_folder;

#[derive(Deserialize)]
struct Program {
    id: String,
    note: String,
    text: String,
    claims: Vec<Claim>,
}

#[derive(Deserialize)]
struct Claim {
    name: String,
    plain: String,
    weak: String,
}

fn checked(check: Check, files: &Arc<Texts>) -> CheckReport {
    match Job::start(check, files.clone()).wait().unwrap().finding {
        Finding::Checked(report) => report,
        other => panic!("{other:?}"),
    }
}

fn certified(certificate: &str, files: &Arc<Texts>) -> Verdict {
    let certify = Certify::of(["p.pml"], certificate);
    Job::start(certify, files.clone()).wait().unwrap().verdict()
}

#[test]
fn runs_are_judged_as_spin_means_them() {
    let text = std::fs::read_to_string(corpus_folder("runs").join("spin.jsonl")).unwrap();
    let (mut compared, mut repeated, mut refused) = (0, 0, 0);
    for line in text.lines() {
        let Program { id, note, text, claims } = serde_json::from_str(line).unwrap();
        let files = Arc::new(Texts::new([("p.pml", text.as_str())]));
        for fairness in ["none", "weak"] {
            let mut check = Check::of(["p.pml"]);
            check.wanted.temporal.fairness = Some(Named::by_name(fairness).unwrap());
            check.evidence.certificate = Some("c.json".into());
            check.evidence.confirm = Some(surmise::Confirm { states: Some(100_000) });
            let report = checked(check, &files);
            for Claim { name, plain, weak } in &claims {
                let expected = if fairness == "weak" { weak } else { plain };
                let verdict = report.verdicts.iter().find(|v| v.claim.label() == name);
                let verdict = verdict.unwrap_or_else(|| panic!("{id}: {name} is not judged"));
                let found = match verdict.outcome.verdict() {
                    Verdict::Holds => "holds",
                    Verdict::Violated => "violated",
                    _ => "undecided",
                };
                assert_eq!(found, expected, "{id} ({note}): {name}, {fairness}\n{text}");
                assert_eq!(verdict.evidence.confirmed, Some(true), "{id}: {name}\n{text}");
                compared += 1;
                // A certificate that claims the opposite, or another cycle, is refused.
                let Some(file) = verdict.evidence.certificate.as_deref() else { continue };
                let written = files.get(file).unwrap();
                let mut value: serde_json::Value = serde_json::from_slice(&written).unwrap();
                let Some(run) = value["claim"].get_mut("repeats") else { continue };
                let choices = run["choices"].as_array().unwrap().len();
                let cycle = run["cycle"].as_u64().unwrap() as usize;
                repeated += 1;
                run["cycle"] = (if cycle < choices { choices } else { choices + 1 }).into();
                let changed = [("p.pml", text.clone()), ("changed.json", value.to_string())];
                let changed = certified("changed.json", &Arc::new(Texts::new(changed)));
                refused += usize::from(changed == Verdict::Violated);
                value["claim"] = "holds".into();
                let changed = [("p.pml", text.clone()), ("changed.json", value.to_string())];
                let changed = certified("changed.json", &Arc::new(Texts::new(changed)));
                assert_eq!(changed, Verdict::Violated, "{id}: {name}\n{text}");
            }
        }
    }
    assert!(compared > 200, "only {compared} verdicts were compared");
    assert_eq!(repeated, refused, "a cycle that is none was accepted");
}
