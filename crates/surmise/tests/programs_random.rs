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

/// Programs with counters that no part alone keeps small.
const COUNTING: &[&str] = &[
    // Tickets are given back.
    "byte free = 3, used; active [2] proctype P() {
       do :: atomic { free > 0 -> free--; used++ }; assert(used <= 3)
          :: atomic { used > 0 -> used--; free++ } od }",
    // Somebody takes one too many.
    "byte free = 3, used; active [2] proctype P() {
       do :: atomic { free > 0 -> free--; used++ }; assert(used < 3)
          :: atomic { used > 0 -> used--; free++ } od }",
    // Below zero.
    "byte x; active proctype P() { x = x - 1; assert(x == 255) }
     active proctype Q() { x > 7; x = 1 }",
    // A wider range, then a deadlock.
    "byte x; active proctype P() { do :: x < 11 -> x++ od } active proctype Q() { x == 11 }",
    // An error outside of the first range.
    "int x; active proctype P() { do :: x > -13 -> x-- od }
     active proctype Q() { end: do :: x == -10 -> assert(false) od }",
    // Processes created in a circle.
    "byte x; proctype A() { x = 1 - x } init { byte i;
       do :: i < 3 -> run A(); i++ :: else -> break od; assert(x <= 1) }",
    // A step that gives way leads out of the first range.
    "byte x; active proctype P() { do :: timeout -> x++ :: x == 9 -> break od }
     active proctype Q() { do :: x == 4 -> x = 5 :: x == 9 -> break od; assert(x == 9) }",
];

/// Components that are cut: every method agrees with the search of the program, and a certificate
/// that does not cover the ranges is refused.
#[test]
fn what_is_cut_to_ranges_is_shown_to_stay_there() {
    let (mut holds, mut refused) = (0, 0);
    for text in COUNTING {
        let files = Arc::new(Texts::new([("p.pml", *text)]));
        let by = |method: &str| {
            let mut check = Check::of(["p.pml"]);
            check.method = Some(method.to_owned());
            check.wanted.errors = Some(true);
            check.evidence.certificate = Some(format!("{method}.json").into());
            check.evidence.confirm = Some(surmise::Confirm { states: None });
            checked(check, &files)
        };
        let known = verdicts(&by("mono"));
        let has_error = known.contains(&("no-error".to_owned(), Verdict::Violated));
        for method in ["symbolic", "agar", "learn", "circular"] {
            // Assumptions in a circle take too long where two counters go up and down together.
            if method == "circular" && *text == COUNTING[0] {
                continue;
            }
            let report = by(method);
            assert!(!report.ranges.is_empty(), "{method}\n{text}");
            for (label, verdict) in verdicts(&report) {
                // Behind an error, components do not go on.
                let same = known.contains(&(label.clone(), verdict));
                assert!(same || has_error, "{method}: {label} {verdict:?}, {known:?}\n{text}");
            }
            for verdict in &report.verdicts {
                let confirmed = verdict.evidence.confirmed;
                assert_eq!(confirmed, Some(true), "{method}: {:?}\n{text}", verdict.outcome);
                let certificate = verdict.evidence.certificate.as_deref().unwrap();
                assert_eq!(certified(certificate, &files), Verdict::Holds, "{method}\n{text}");
                let written = files.get(certificate).unwrap();
                let value: serde_json::Value = serde_json::from_slice(&written).unwrap();
                if verdict.outcome.verdict() != Verdict::Holds {
                    continue;
                }
                holds += 1;
                let change = |change: fn(&mut serde_json::Value)| {
                    let mut value = value.clone();
                    change(&mut value["ranges"][0]);
                    let changed = [("p.pml", text.to_string()), ("c.json", value.to_string())];
                    certified("c.json", &Arc::new(Texts::new(changed)))
                };
                // A range that nothing shows; a narrower one, which has other components.
                let unshown = change(|range| {
                    range.as_object_mut().unwrap().remove("holds");
                });
                let narrow = change(|range| range["high"] = 1.into());
                refused += usize::from(unshown == Verdict::Violated);
                refused += usize::from(narrow == Verdict::Violated);
            }
        }
    }
    assert!(holds > 10, "only {holds}");
    assert_eq!(refused, 2 * holds);
}
