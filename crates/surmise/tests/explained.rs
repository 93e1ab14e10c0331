//! Assumptions in sentences: a reader who has the sentences and nothing else can build the
//! assumption again.

#![allow(clippy::unwrap_used, reason = "a test that panics has failed")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use surmise::model::{ActionTable, Context, Lts};
use surmise::report::{OutcomeReport, ProofReport};
use surmise::{Check, Explanation, Finding, Job, Texts, explain};
use surmise_testing::corpus_models;

/// What happens next on a way: one of these, or any number of them.
enum Part {
    One(BTreeSet<String>),
    Many(BTreeSet<String>),
}

/// "Again and again one of: …". A state is 0 at the beginning of a way, else the way, counted from
/// 1, times a thousand and the place on it.
struct Ways(Vec<Vec<Part>>);

impl Ways {
    fn read(text: &str, set: impl Fn(&str) -> BTreeSet<String>) -> Self {
        let part = |part: &str| match part.strip_prefix("any number of ") {
            Some(many) => Part::Many(set(many)),
            None => Part::One(set(part)),
        };
        let way = |way: &str| way.split(", then ").map(part).collect();
        Self(text.split("; ").map(way).collect())
    }

    fn names(&self, name: &str) -> bool {
        let names =
            |part: &Part| matches!(part, Part::One(set) | Part::Many(set) if set.contains(name));
        self.0.iter().flatten().any(names)
    }

    /// Where an action leads, if it may happen.
    fn after(&self, state: i64, name: &str) -> Option<i64> {
        if !self.names(name) {
            return Some(state);
        }
        let (ways, place) = match state {
            0 => (0..self.0.len(), 0),
            _ => ((state / 1000 - 1) as usize..(state / 1000) as usize, (state % 1000) as usize),
        };
        ways.into_iter().find_map(|number| {
            let way = &self.0[number];
            let mut next = place;
            if let Part::Many(set) = &way[next] {
                if set.contains(name) {
                    return Some(state);
                }
                next += 1;
            }
            let Part::One(set) = &way[next] else { panic!("twice any number") };
            let reached = ((number + 1) * 1000 + next + 1) as i64;
            set.contains(name).then_some(if next + 1 == way.len() { 0 } else { reached })
        })
    }
}

/// One sentence, as it is read.
struct Reading {
    /// Ways, instead of a count.
    ways: Option<Ways>,
    forbidden: BTreeSet<String>,
    up: BTreeSet<String>,
    back: BTreeSet<String>,
    /// Whether `back` takes one away, or all.
    by_one: bool,
    /// The count, if it is not for the beginning alone.
    start: i64,
    /// At which counts something is forbidden.
    at: fn(i64, i64) -> bool,
    full: i64,
}

/// The actions of a list: "`a`, `b` or `c`", "anything", "anything but `a`".
fn list(text: &str, all: &BTreeSet<String>) -> BTreeSet<String> {
    let named: BTreeSet<String> = text.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    match text.strip_prefix("anything") {
        Some(rest) if rest.starts_with(" but") => all.difference(&named).cloned().collect(),
        Some(_) => all.clone(),
        None => named,
    }
}

/// Reads a sentence. A round has a rule for each of its parts.
fn read(sentence: &str, all: &BTreeSet<String>) -> Vec<Reading> {
    let text = sentence.strip_suffix('.').unwrap();
    let set = |text: &str| list(text, all);
    let full_at = |count: i64, full: i64| count >= full;
    let simple = |forbidden: &str, up: &str, back: &str, start: i64| Reading {
        ways: None,
        forbidden: set(forbidden),
        up: set(up),
        back: set(back),
        by_one: false,
        start,
        at: full_at,
        full: 1,
    };
    if text == "Anything may happen" {
        return Vec::new();
    }
    if let Some(ways) = text.strip_prefix("Again and again") {
        let ways = ways.strip_prefix(" one of").unwrap_or(ways).strip_prefix(": ").unwrap();
        return vec![Reading { ways: Some(Ways::read(ways, set)), ..simple("", "", "", 0) }];
    }
    if let Some(round) = text.strip_suffix(", again and again in this order") {
        let parts: Vec<&str> = round.split(", then ").collect();
        let before = |at: usize| parts[(at + parts.len() - 1) % parts.len()];
        let part = |(at, part): (usize, &&str)| simple(part, part, before(at), i64::from(at > 0));
        return parts.iter().enumerate().map(part).collect();
    }
    if let Some(never) = text.strip_prefix("Never ") {
        return vec![simple(never, "", "", 1)];
    }
    if let Some(rest) = text.strip_prefix("After ") {
        if let Some((up, forbidden)) = rest.split_once(", never again ") {
            return vec![simple(forbidden, up, "", 0)];
        }
        let (up, rest) = rest.split_once(", no ").unwrap();
        let (forbidden, back) = rest.split_once(" until ").unwrap();
        return vec![simple(forbidden, up, back, 0)];
    }
    let rest = text.strip_prefix("No ").unwrap_or_else(|| panic!("{sentence}"));
    if let Some((forbidden, rest)) = rest.split_once(" before the first ") {
        return match rest.split_once(", nor after ") {
            None => vec![simple(forbidden, "", rest, 1)],
            Some((back, rest)) => {
                let (up, next) = rest.split_once(" until the next ").unwrap();
                assert_eq!(back, next);
                vec![simple(forbidden, up, back, 1)]
            }
        };
    }
    if let Some((forbidden, rest)) = rest.split_once(" once ") {
        let (up, rest) = rest.split_once(" has happened ").unwrap();
        let (times, back) = rest.split_once(" times since the last ").unwrap_or((rest, ""));
        let full = times.trim_end_matches(" times").parse().unwrap();
        return vec![Reading { full, ..simple(forbidden, up, back, 0) }];
    }
    let (forbidden, rest) = rest.split_once(" while ").unwrap();
    let (up, rest) = rest.split_once(" has happened ").unwrap();
    if let Some(back) = rest.strip_prefix("as often as ") {
        let at = |count: i64, _: i64| count == 0;
        return vec![Reading { by_one: true, at, ..simple(forbidden, up, back, 0) }];
    }
    let (times, back) = rest.split_once(" more often than ").unwrap();
    let full = if times == "once" { 1 } else { times.trim_end_matches(" times").parse().unwrap() };
    let at = |count: i64, full: i64| count == full;
    vec![Reading { by_one: true, at, full, ..simple(forbidden, up, back, 0) }]
}

/// Whether the sentences forbid exactly what a deterministic LTS does, but for actions that are
/// left out. Both are followed along the traces of the LTS.
fn says(lts: &Lts, actions: &ActionTable, explanation: &Explanation) -> Result<(), String> {
    let all: BTreeSet<String> =
        actions.names(lts.alphabet()).into_iter().map(str::to_owned).collect();
    let rules: Vec<Reading> =
        explanation.sentences.iter().flat_map(|sentence| read(sentence, &all)).collect();
    let start: Vec<i64> = rules.iter().map(|rule| rule.start).collect();
    let mut seen = BTreeSet::from([(lts.initial(), start.clone())]);
    let mut open = vec![(lts.initial(), start)];
    while let Some((state, counts)) = open.pop() {
        for action in lts.alphabet().iter() {
            let name = actions.name(action);
            let forbidden = rules.iter().zip(&counts).any(|(rule, &count)| match &rule.ways {
                Some(ways) => ways.after(count, name).is_none(),
                None => rule.forbidden.contains(name) && (rule.at)(count, rule.full),
            });
            let next = lts.successors(state, action).next();
            match (next, forbidden) {
                (None, true) => {}
                (None, false) if explanation.left_out.iter().any(|left| left.raw() == name) => {}
                (None, false) => return Err(format!("{name} is allowed by the sentences alone")),
                (Some(_), true) => {
                    return Err(format!("{name} is forbidden by the sentences alone"));
                }
                (Some(to), false) => {
                    let after = rules.iter().zip(&counts).map(|(rule, &count)| {
                        if let Some(ways) = &rule.ways {
                            return ways.after(count, name).unwrap();
                        }
                        let is_full = count == rule.full;
                        match (rule.up.contains(name), rule.back.contains(name), rule.by_one) {
                            (false, true, false) => 0,
                            // What begins and ends it does what was not done last.
                            (true, true, false) => i64::from(!is_full),
                            (_, true, true) => count - 1,
                            // A count that is full stays so.
                            (true, false, false) => (count + 1).min(rule.full),
                            (true, false, true) => count + 1,
                            (false, false, _) => count,
                        }
                    });
                    let after = (to, after.collect::<Vec<i64>>());
                    if seen.insert(after.clone()) {
                        open.push(after);
                    }
                }
            }
        }
    }
    Ok(())
}

/// A deterministic LTS, all of whose states are reachable.
fn random(rng: &mut Rng, actions: &mut ActionTable) -> Lts {
    let (states, letters) = (rng.usize(1..6), rng.usize(1..5));
    let letters: Vec<_> =
        (0..letters).map(|letter| actions.intern(&format!("a.{letter}")).unwrap()).collect();
    let mut builder = Lts::builder();
    let ids: Vec<_> = (0..states).map(|_| builder.add_state().unwrap()).collect();
    for &from in &ids {
        for &letter in &letters {
            if rng.u8(..3) > 0 {
                builder.add(from, letter, ids[rng.usize(..states)]);
            }
        }
    }
    builder.extend_alphabet(letters).build().unwrap()
}

#[test]
fn sentences_say_what_random_assumptions_say() {
    let seeds = if std::env::var_os("SURMISE_SEEDS").is_some() { 20_000 } else { 1500 };
    let mut complete = 0;
    for seed in 0..seeds {
        let mut rng = Rng::with_seed(seed);
        let mut actions = ActionTable::new();
        let lts = random(&mut rng, &mut actions);
        let explanation = explain(&lts, &actions, &Context::unlimited()).unwrap();
        complete += u32::from(explanation.is_complete());
        if let Err(why) = says(&lts, &actions, &explanation) {
            panic!("seed {seed}: {why}\n{explanation:#?}");
        }
    }
    assert!(complete > 200, "only {complete} of {seeds} are complete");
}

/// How many different assumptions a method finds for the case studies, and how many of them take
/// at most three sentences.
fn explained(method: &str) -> (usize, usize) {
    let mut found: BTreeMap<Vec<u8>, bool> = BTreeMap::new();
    for (path, text) in corpus_models("cases", "lts") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let host = Arc::new(Texts::new([(name, text.as_str())]));
        let mut check = Check::of([name]);
        check.method = Some(method.to_owned());
        check.explain = true;
        check.evidence.assumptions = Some("a.json".into());
        let mut request = surmise::Request::new(check);
        request.limits.states = Some(20_000);
        let Ok(answer) = Job::start(request, host.clone()).wait() else { continue };
        let Finding::Checked(report) = answer.finding else { unreachable!() };
        for verdict in &report.verdicts {
            let OutcomeReport::Holds(proved) = &verdict.outcome else { continue };
            let (ProofReport::Asym(rule)
            | ProofReport::Circ(rule)
            | ProofReport::Sym(rule)
            | ProofReport::Circular(rule)) = &proved.proof
            else {
                continue;
            };
            for (assumption, file) in rule.assumptions.iter().zip(&verdict.evidence.assumptions) {
                let explanation = assumption.explanation.as_ref().unwrap();
                let is_short = explanation.is_complete() && explanation.sentences.len() <= 3;
                found.insert(host.get(Path::new(file)).unwrap().to_vec(), is_short);
            }
        }
    }
    (found.len(), found.values().filter(|is_short| **is_short).count())
}

/// The smallest assumptions there are can be put into words; those that say of an environment
/// whatever is enough often cannot.
#[test]
fn most_of_the_smallest_assumptions_take_three_sentences() {
    for (method, of_ten) in [("circular", 9), ("learn", 3), ("agar", 5)] {
        let (all, short) = explained(method);
        println!("{method}: {short} of {all}");
        assert!(all >= 5 && short * 10 >= all * of_ten, "{method}: {short} of {all}");
    }
}
