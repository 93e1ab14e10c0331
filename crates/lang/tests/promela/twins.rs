//! The composition of the components against the program's own meaning.

use std::collections::{BTreeSet, VecDeque};

use surmise_lang::CompileError;
use surmise_lang::promela::{CompileOptions, Made, compile, explore};
use surmise_model::{ActionId, Alphabet, Context, Limits, StateId, System, Termination};
use surmise_testing::{corpus_folder, random_promela, seeds};

use super::{Beside, models};

/// What a system does, by the definition of composition, priorities and ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    states: usize,
    pub(super) error: bool,
    pub(super) deadlock: bool,
}

/// The actions that happen.
pub(super) fn reached(system: &System) -> Alphabet {
    explored(system).1
}

pub(super) fn naive(system: &System) -> Found {
    explored(system).0
}

fn explored(system: &System) -> (Found, Alphabet) {
    let mut happened = Alphabet::new();
    let ltss: Vec<_> = system.components.iter().map(|component| &component.lts).collect();
    let low = |action: ActionId| match &system.priority {
        Some(priority) => priority.low.contains(action),
        None => false,
    };
    let all: Alphabet = system.alphabet();
    let initial: Vec<StateId> = ltss.iter().map(|lts| lts.initial()).collect();
    let mut seen = BTreeSet::from([initial.clone()]);
    let mut queue = VecDeque::from([initial]);
    let (mut error, mut deadlock) = (false, false);
    while let Some(tuple) = queue.pop_front() {
        let mut steps: Vec<(ActionId, Vec<StateId>)> = Vec::new();
        for action in all.iter() {
            let mut next = vec![tuple.clone()];
            for (place, lts) in ltss.iter().enumerate() {
                if lts.alphabet().contains(action) {
                    let moved = |tuple: Vec<StateId>| {
                        lts.successors(tuple[place], action)
                            .map(|target| {
                                let mut tuple = tuple.clone();
                                tuple[place] = target;
                                tuple
                            })
                            .collect::<Vec<_>>()
                    };
                    next = next.into_iter().flat_map(moved).collect();
                }
            }
            steps.extend(next.into_iter().map(|tuple| (action, tuple)));
        }
        if steps.iter().any(|(action, _)| !low(*action)) {
            steps.retain(|(action, _)| !low(*action));
        }
        let ended = match &system.termination {
            Termination::When(parts) => {
                parts.iter().all(|part| ltss[part.index()].end() == Some(tuple[part.index()]))
            }
            _ => false,
        };
        deadlock |= steps.is_empty() && !ended;
        for (action, next) in steps {
            happened.insert(action);
            match next.iter().any(|state| state.is_error()) {
                true => error = true,
                false if seen.insert(next.clone()) => queue.push_back(next),
                false => {}
            }
        }
    }
    (Found { states: seen.len(), error, deadlock }, happened)
}

/// Compares, if the program is small enough, and says whether it was.
fn compare(name: &str, source: &str) -> bool {
    let beside = Beside(corpus_folder("promela"));
    let limits = Limits { states: Some(1_500), ..Limits::default() };
    let context = Context { limits, ..Context::unlimited() };
    let expected = match explore(source, &beside, &context) {
        Ok(expected) => expected,
        Err(CompileError::Stopped { .. }) => return false,
        Err(CompileError::Wrong(diagnostics)) => panic!("{name}: {diagnostics:#?}\n{source}"),
    };
    let options = CompileOptions { includes: &beside, ..CompileOptions::default() };
    let made = |whole| {
        compile(source, &CompileOptions { whole, ..options }, &Context::unlimited())
            .unwrap_or_else(|failure| panic!("{name}: {failure:#?}\n{source}"))
    };
    let compiled = made(true);
    let Made::Explored { states, .. } = compiled.made else { panic!("{name}\n{source}") };
    let found = naive(&compiled.system);
    // Components that are compiled alone have more states, but reach the same.
    let alone = made(false);
    assert_eq!(naive(&alone.system), found, "{name}: {:?}\n{source}", alone.made);
    let wrong = expected.assertion || expected.other.is_some();
    assert_eq!(found.error, wrong, "{name}: {expected:?} {found:?}\n{source}");
    // Behind an error the program goes on, and the system does not.
    if !wrong {
        assert_eq!(found.deadlock, expected.end_state, "{name}: {expected:?} {found:?}\n{source}");
    }
    assert!(found.states as u64 <= states, "{name}: {} states of {states}\n{source}", found.states,);
    true
}

#[test]
fn the_components_of_the_corpus_are_their_programs() {
    let compared = models("promela")
        .into_iter()
        .filter(|(path, source)| compare(&path.display().to_string(), source))
        .count();
    assert!(compared > 5, "only {compared}");
}

#[test]
fn the_components_of_random_programs_are_their_programs() {
    let mut compared = 0;
    for seed in seeds(150, 3_000) {
        compared += usize::from(compare(&format!("seed {seed}"), &random_promela(seed)));
    }
    assert!(compared > 0, "all programs are too large");
}
