//! A walk that tries everything reaches the states that search does, and its steps follow a
//! counterexample.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise::check::Wanted;
use surmise::load::InputOptions;
use surmise::model::Context;
use surmise::{Check, Finding, Job, OutcomeReport, Texts, Walk};
use surmise_testing::corpus_models;

/// So many states are walked through.
const MOST: usize = 400;

fn begin(name: &str, files: &Texts) -> Option<Walk> {
    let models = [PathBuf::from(name)];
    let begun = Walk::begin(&models, &InputOptions::default(), files, &Context::unlimited());
    begun.ok().map(|(walk, _)| walk)
}

fn visit(walk: &mut Walk, seen: &mut BTreeSet<Vec<String>>) {
    let states: Vec<String> = walk.states().map(|(_, state)| state).collect();
    if seen.len() > MOST || !seen.insert(states) {
        return;
    }
    for choice in walk.choices(&Context::unlimited()).unwrap() {
        walk.take(choice);
        visit(walk, seen);
        assert!(walk.undo());
    }
}

#[test]
fn walks_reach_what_search_reaches() {
    let mut compared = 0;
    for (path, text) in corpus_models("cases", "lts").into_iter().chain(corpus_models("fsp", "lts"))
    {
        let name = path.file_name().unwrap().to_str().unwrap();
        let files = Arc::new(Texts::new([(name, text.as_str())]));
        let Some(mut walk) = begin(name, &files) else { continue };
        let mut check = Check::of([name]);
        check.method = Some("mono".to_owned());
        let (errors, deadlock) = (Some(true), Some(true));
        check.wanted =
            Wanted { properties: Some(Vec::new()), errors, deadlock, ..Wanted::default() };
        let mut request = surmise::Request::new(check);
        request.limits.states = Some(MOST as u64);
        let Ok(answer) = Job::start(request, files).wait() else { continue };
        let Finding::Checked(report) = answer.finding else { unreachable!() };
        let holds = |outcome: &OutcomeReport<_, _>| matches!(outcome, OutcomeReport::Holds(_));
        if !report.verdicts.iter().all(|verdict| holds(&verdict.outcome)) {
            continue;
        }
        let Some(states) = report.verdicts[0].statistics.get("states") else { continue };
        let mut seen = BTreeSet::new();
        visit(&mut walk, &mut seen);
        // Names of states may be the same for several: there are never more than search finds.
        assert!(seen.len() as u64 <= states.as_u64().unwrap(), "{name}");
        compared += u32::from(seen.len() as u64 == states.as_u64().unwrap());
    }
    assert!(compared >= 10, "{compared}");
}

#[test]
fn a_counterexample_is_followed_to_its_violation() {
    let model = "P = (a -> b -> P). property ONCE = (a -> b -> STOP). ||S = (P || ONCE).";
    let files = Arc::new(Texts::new([("m.lts", model)]));
    let mut check = Check::of(["m.lts"]);
    check.wanted = Wanted::only(["ONCE".to_owned()]);
    check.evidence.counterexample = Some("run.json".into());
    Job::start(check, files.clone()).wait().unwrap();
    let mut walk = begin("m.lts", &files).unwrap();
    let run = walk.run(Path::new("run.json"), &*files, &Context::unlimited()).unwrap();
    assert_eq!(run.len(), 3);
    for step in run {
        assert_eq!(walk.violated().count(), 0);
        assert!(walk.choices(&Context::unlimited()).unwrap().contains(&step));
        walk.take(step);
    }
    assert_eq!(walk.violated().map(|name| name.to_string()).collect::<Vec<_>>(), ["ONCE"]);
    assert!(walk.undo());
    assert_eq!(walk.violated().count(), 0);
}
