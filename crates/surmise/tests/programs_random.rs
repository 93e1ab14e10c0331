//! Programs that are searched as they are: verdicts as by components, certificates that are
//! accepted, and refused when somebody has changed them.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::Arc;

use boon::{Compiler, Schemas};
use surmise::methods::MethodOptions;
use surmise::{Certify, Check, CheckReport, Finding, Job, Named, Texts, Verdict};
use surmise_testing::{random_promela, seeds};

const SCHEMA: &str = include_str!("../../../docs/program-certificate.schema.json");

fn checked(check: Check, files: &Arc<Texts>) -> CheckReport {
    match Job::start(check, files.clone()).wait().unwrap().finding {
        Finding::Checked(report) => report,
        other => panic!("{other:?}"),
    }
}

/// The verdicts by the labels of their claims.
fn verdicts(report: &CheckReport) -> Vec<(String, Verdict)> {
    let verdict = |verdict: &surmise::report::VerdictReport| {
        (verdict.claim.label().to_owned(), verdict.outcome.verdict())
    };
    let mut all: Vec<_> = report.verdicts.iter().map(verdict).collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

fn certified(certificate: &str, files: &Arc<Texts>) -> Verdict {
    let certify = Certify::of(["p.pml"], certificate);
    Job::start(certify, files.clone()).wait().unwrap().verdict()
}

#[test]
fn random_programs_have_verdicts_that_are_certified() {
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    let name = "urn:surmise:program-certificate:1";
    compiler.add_resource(name, serde_json::from_str(SCHEMA).unwrap()).unwrap();
    let index = compiler.compile(name, &mut schemas).unwrap();
    let (mut violated, mut refused) = (0, 0);
    for seed in seeds(40, 600) {
        let text = random_promela(seed);
        let files = Arc::new(Texts::new([("p.pml", text.as_str())]));
        let by = |method: &str, threads| {
            let mut check = Check::of(["p.pml"]);
            check.method = Some(method.to_owned());
            check.options.threads = threads;
            check.input.never = vec!["a == 2 && b".to_owned()];
            check.evidence.certificate = Some(format!("{method}.json").into());
            check.evidence.confirm = Some(surmise::Confirm { states: Some(20_000) });
            checked(check, &files)
        };
        let mono = by("mono", 2);
        // Somebody else's verdicts; they say nothing of deadlocks behind an error.
        let others = by("symbolic", 1);
        let known: Vec<(String, Verdict)> = verdicts(&mono);
        let has_error = known.contains(&("no-error".to_owned(), Verdict::Violated));
        for (label, verdict) in verdicts(&others) {
            let ours = known.iter().find(|(other, _)| *other == label);
            assert!(
                ours.is_none_or(|(_, ours)| *ours == verdict || has_error),
                "seed {seed}: {label} {verdict:?}, {known:?}\n{text}"
            );
        }
        assert_eq!(verdicts(&by("auto", 1)), known, "seed {seed}\n{text}");
        let mut reduced = Check::of(["p.pml"]);
        reduced.method = Some("mono".to_owned());
        reduced.input.never = vec!["a == 2 && b".to_owned()];
        reduced.options =
            MethodOptions { reduce: Some(Named::by_name("por").unwrap()), ..Default::default() };
        assert_eq!(verdicts(&checked(reduced, &files)), known, "seed {seed}: reduced\n{text}");
        for verdict in &mono.verdicts {
            assert_eq!(verdict.evidence.confirmed, Some(true), "seed {seed}\n{text}");
            let certificate = verdict.evidence.certificate.as_deref().unwrap();
            assert_eq!(certified(certificate, &files), Verdict::Holds, "seed {seed}\n{text}");
            let written = files.get(certificate).unwrap();
            let mut value: serde_json::Value = serde_json::from_slice(&written).unwrap();
            assert!(schemas.validate(&value, index).is_ok(), "{value}");
            let run = value["claim"].get_mut("violated");
            let run = run.and_then(serde_json::Value::as_array_mut);
            let Some(choices) = run.filter(|choices| !choices.is_empty()) else { continue };
            violated += 1;
            choices.pop();
            let changed = [("p.pml", text.clone()), ("changed.json", value.to_string())];
            let changed = certified("changed.json", &Arc::new(Texts::new(changed)));
            refused += usize::from(changed == Verdict::Violated);
        }
    }
    assert!(violated > 0, "no program is wrong");
    // What was bad a step before was bad in the same way: no shortest run goes on there.
    assert_eq!(violated, refused);
}
