//! The compiled form of programs against their definition.

use std::collections::{BTreeMap, VecDeque};

use surmise_lang::CompileError;
use surmise_lang::promela::{Asked, CompileOptions, Ending, Exploration, States, explore, read};
use surmise_model::{Context, FoundStep, Limits, Violation};
use surmise_testing::{corpus_folder, random_promela, seeds};

use super::{Beside, models};

/// What is found by visiting every state of a space.
#[derive(Debug, Default, PartialEq, Eq)]
struct Found {
    states: u64,
    transitions: u64,
    end_states: u64,
    /// How far the nearest state is in which something went wrong, and that of a deadlock.
    error: Option<usize>,
    deadlock: Option<usize>,
}

/// Visits every state, level by level, and replays the first runs to what is wrong, if a run ends
/// where it goes wrong.
fn visit(
    states: &States<'_>,
    (goes_on, reduces): (bool, bool),
    context: &Context<'_>,
) -> Option<Found> {
    let space = states.space();
    let mut stepper = space.stepper();
    let mut initial = vec![0; space.words()];
    space.initial(&mut initial).expect("it has a first state");
    let mut from: BTreeMap<Vec<u64>, Option<Vec<u64>>> = BTreeMap::from([(initial.clone(), None)]);
    let mut queue = VecDeque::from([initial]);
    let mut found = Found::default();
    let run = |from: &BTreeMap<Vec<u64>, Option<Vec<u64>>>, last: &[u64]| {
        let mut run = vec![last.to_vec()];
        while let Some(Some(before)) = from.get(&run[run.len() - 1]) {
            run.push(before.clone());
        }
        run.reverse();
        run
    };
    let tell = |run: &[Vec<u64>], ending| {
        if goes_on {
            return;
        }
        let words: Vec<&[u64]> = run.iter().map(Vec::as_slice).collect();
        let told = states.tell(&words, ending, context).expect("a run is one");
        assert_eq!(told.choices.len() + 1, run.len());
        let wrong = told.counterexample.violation;
        match ending {
            Ending::Error => assert!(matches!(wrong, Violation::Error(_))),
            Ending::Deadlock => assert_eq!(wrong, Violation::Deadlock),
            Ending::Predicate(_) => assert!(matches!(wrong, Violation::Property(_))),
            Ending::Repeats(_) | Ending::Begins => {
                assert!(matches!(wrong, Violation::Temporal { .. }));
            }
        }
    };
    while let Some(state) = queue.pop_front() {
        if space.is_bad(0, &state) {
            if found.error.is_none() {
                let run = run(&from, &state);
                tell(&run, Ending::Error);
                found.error = Some(run.len() - 1);
            }
            continue;
        }
        found.states += 1;
        let mut count = 0;
        let tell_step: &mut FoundStep<'_> = &mut |_, target| {
            count += 1;
            if !from.contains_key(target) {
                from.insert(target.to_vec(), Some(state.clone()));
                queue.push_back(target.to_vec());
            }
            Ok(())
        };
        let stepped = match reduces {
            true => stepper.some_steps(&state, tell_step).map(|_| ()),
            false => stepper.steps(&state, tell_step),
        };
        // It is outgrown: all begins again.
        stepped.ok()?;
        found.transitions += count;
        if count == 0 && !space.may_end(&state) {
            found.end_states += 1;
            if found.deadlock.is_none() {
                let run = run(&from, &state);
                tell(&run, Ending::Deadlock);
                found.deadlock = Some(run.len() - 1);
            }
        }
    }
    Some(found)
}

/// What is asked, if runs go on after a failed assertion or not.
fn asked(goes_on: bool) -> Asked {
    if goes_on { Asked::Everything } else { Asked::States }
}

/// Compares, if the program is small enough, and says whether it was.
fn compare(name: &str, source: &str) -> bool {
    let beside = Beside(corpus_folder("promela"));
    let limits = Limits { states: Some(3_000), ..Limits::default() };
    let limited = Context { limits, ..Context::unlimited() };
    let expected = match explore(source, &beside, &limited) {
        Ok(expected) => expected,
        Err(CompileError::Stopped { .. }) => return false,
        Err(CompileError::Wrong(diagnostics)) => panic!("{name}: {diagnostics:#?}\n{source}"),
    };
    let Exploration { states, end_states, assertion, other, .. } = expected;
    let context = Context::unlimited();
    let options = CompileOptions { includes: &beside, ..CompileOptions::default() };
    let text = read(source, &options, &context).expect("it was read before");
    let search = |goes_on, reduces| {
        let found = text.search(asked(goes_on), &context, |states| {
            assert!(states.is_ordered(), "{name}: it is not compiled\n{source}");
            visit(states, (goes_on, reduces), &context)
        });
        found.expect("it has a first state").expect("the last layout is roomy enough")
    };
    let defined = |goes_on| {
        let states = text.defined(asked(goes_on), &context).expect("it has a first state");
        visit(&states, (goes_on, false), &context).expect("nothing is outgrown")
    };
    let all = search(true, false);
    assert_eq!((all.states, all.end_states), (states, end_states), "{name}\n{source}");
    assert_eq!(all, defined(true), "{name}\n{source}");
    let until_wrong = search(false, false);
    assert_eq!(until_wrong.error.is_some(), assertion || other.is_some(), "{name}\n{source}");
    assert_eq!(until_wrong, defined(false), "{name}\n{source}");
    let reduced = search(false, true);
    let wrong = |found: &Found| (found.error.is_some(), found.deadlock.is_some());
    assert_eq!(wrong(&reduced), wrong(&until_wrong), "{name}: reduced\n{source}");
    assert!(reduced.states <= until_wrong.states, "{name}: reduced\n{source}");
    true
}

#[test]
fn compiled_programs_of_the_corpus_are_their_programs() {
    let compared = models("promela")
        .into_iter()
        .filter(|(path, source)| compare(&path.display().to_string(), source))
        .count();
    assert!(compared > 5, "only {compared}");
}

#[test]
fn compiled_random_programs_are_their_programs() {
    let mut compared = 0;
    for seed in seeds(200, 5_000) {
        compared += usize::from(compare(&format!("seed {seed}"), &random_promela(seed)));
    }
    assert!(compared > 0, "all programs are too large");
}
