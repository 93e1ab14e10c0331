//! The library as a web page would use it: files that are no files, no terminal, no clock.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::Arc;

use surmise::check::Wanted;
use surmise::load::InputOptions;
use surmise::methods::{METHODS, MethodOptions};
use surmise::report::{ClaimReport, VerdictReport};
use surmise::{
    Check, CheckReport, Failure, Finding, Job, Named, OptionName, Request, Texts, Verdict,
};

fn checked(check: Check, files: &Arc<Texts>) -> CheckReport {
    match Job::start(check, files.clone()).wait().unwrap().finding {
        Finding::Checked(report) => report,
        other => panic!("{other:?}"),
    }
}

fn find<'r>(report: &'r CheckReport, name: &str) -> &'r VerdictReport {
    report.verdicts.iter().find(|verdict| verdict.claim.label() == name).unwrap()
}

/// What several components of one file share and a network hides stays shared.
#[test]
fn networks_hide_without_tearing_apart() {
    let files = Arc::new(Texts::new([
        ("s.lts", "A = (x -> a -> A). B = (b -> x -> B). ||S = (A || B)."),
        ("n.net", "component s.lts hide x prefix p\nproperty p.lts"),
        ("p.lts", "P = (p.b -> p.a -> P)."),
    ]));
    for method in METHODS {
        let method = method.name();
        let check = Check { method: Some(method.to_owned()), ..Check::of(["n.net"]) };
        let report = checked(check, &files);
        assert_eq!(report.components.len(), 2);
        // After b and the hidden x, the second b may overtake a.
        assert_eq!(find(&report, "P").outcome.verdict(), Verdict::Violated, "{method}");
        assert_eq!(find(&report, "no-deadlock").outcome.verdict(), Verdict::Holds, "{method}");
    }
}

/// Which other properties were loaded makes no difference to a certificate.
#[test]
fn certificates_do_not_depend_on_other_properties() {
    let other = r#"{"format": "surmise-lts", "name": "Q", "states": 1,
                    "alphabet": ["M0.error"], "transitions": []}"#;
    let files = Arc::new(Texts::new([
        ("s.lts", "M0 = (a -> b -> M0 | c -> ERROR). N = (c -> STOP)+{a}. ||S = (M0 || N)."),
        ("p.lts", "P1 = (b -> P1)+{a}."),
        ("q.json", other),
    ]));
    let certificate = |properties: &[&str]| {
        let mut check = Check::of(["s.lts"]);
        check.wanted = Wanted::only(properties.iter().map(|&name| name.to_owned()));
        check.method = Some("agar".to_owned());
        check.evidence.certificate = Some("c.json".into());
        let report = checked(check, &files);
        let is_first = |verdict: &&VerdictReport| matches!(&verdict.claim, ClaimReport::Property { name } if name.raw() == "P1");
        let verdict = report.verdicts.iter().find(is_first).unwrap();
        files.get(verdict.evidence.certificate.as_deref().unwrap()).unwrap()
    };
    assert_eq!(certificate(&["p.lts"]), certificate(&["q.json", "p.lts"]));
}

/// An option that means nothing is refused by what methods and languages say of themselves.
#[test]
fn options_belong_to_somebody() {
    let files = Arc::new(Texts::new([("a.aut", "des (0, 1, 1)\n(0, \"a\", 0)\n")]));
    let refused = |check: Check| match Job::start(check, files.clone()).wait() {
        Err(Failure::Wrong(remarks)) => remarks[0].option,
        Err(failure) => panic!("{failure}"),
        Ok(_) => None,
    };
    let input = InputOptions::default().for_process("P");
    let check = Check { input, ..Check::of(["a.aut"]) };
    assert_eq!(refused(check), Some(OptionName::Process));
    let options = MethodOptions { learner: Some(Default::default()), ..MethodOptions::default() };
    for method in METHODS {
        let method = method.name();
        let (options, own) = (options.clone(), Some(method.to_owned()));
        let check = Check { options, method: own, ..Check::of(["a.aut"]) };
        let expected = (method != "learn").then_some(OptionName::Learner);
        assert_eq!(refused(check), expected, "{method}");
    }
}

/// A time limit that nobody could keep is refused, not forgotten.
#[test]
fn time_limits_need_a_clock() {
    let files = Arc::new(Texts::new([("a.lts", "A = (a -> A).")]));
    let mut request = Request::new(Check::of(["a.lts"]));
    request.limits.time = Some(std::time::Duration::from_secs(1));
    let failure = Job::start(request, files).wait().unwrap_err();
    assert!(failure.to_string().contains("clock"), "{failure}");
}

/// The names of options are identifiers, each of one option.
#[test]
fn options_have_names() {
    let names: Vec<&str> = OptionName::ALL.iter().map(|(_, name, _)| *name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len());
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
}
