//! Normal form and concretisation, against the product by definition.

use surmise_model::{ActionId, PropertyId, Violation};
use surmise_testing::{NaiveProduct, Shape, random_system, seeds};

use super::*;

/// A shortest word into π of LTSs, by the definition.
fn violating_word(parts: &[&Lts]) -> Option<Vec<ActionId>> {
    let product = NaiveProduct::new(parts);
    let end = product.error_depth?;
    let mut words: Vec<Option<Vec<ActionId>>> = vec![None; product.states.len()];
    if end == 0 {
        return Some(Vec::new());
    }
    words[0] = Some(Vec::new());
    for state in 0..words.len() {
        let word = words[state].clone().expect("states are numbered breadth-first");
        for &(action, target) in &product.transitions[state] {
            let mut longer = word.clone();
            longer.extend((!action.is_tau()).then_some(action));
            match target {
                None => return Some(longer),
                Some(target) if words[target].is_none() => words[target] = Some(longer),
                Some(_) => {}
            }
        }
    }
    None
}

/// Whether a run is one of the system and ends as it says, by the definition.
fn replays(system: &System, counterexample: &surmise_model::Counterexample) -> bool {
    let trace = &counterexample.trace;
    let member = |i: usize| &system.components[i].lts;
    let starts = trace.initial.iter().enumerate().all(|(i, &s)| s == member(i).initial());
    let steps = trace.steps.iter().enumerate().all(|(k, step)| {
        let before = trace.states_before(k);
        let moved: Vec<usize> = (0..before.len())
            .filter(|&i| {
                let edges = || member(i).successors(before[i], step.action);
                edges().any(|target| target == step.states[i])
            })
            .collect();
        if step.action.is_tau() {
            let changed: Vec<usize> =
                (0..before.len()).filter(|&i| before[i] != step.states[i]).collect();
            return match changed[..] {
                [] => !moved.is_empty(),
                [one] => moved.contains(&one),
                _ => false,
            };
        }
        (0..before.len()).all(|i| match member(i).alphabet().contains(step.action) {
            true => moved.contains(&i),
            false => before[i] == step.states[i],
        })
    });
    let ends = match counterexample.violation {
        Violation::Error(id) => trace.last_states()[id.index()].is_error(),
        Violation::Property(id) => {
            let property = surmise_testing::complete_with_error(&system.property(id).lts);
            let mut state = property.initial();
            for action in trace.actions().filter(|&a| property.alphabet().contains(a)) {
                state = property.successors(state, action).next().unwrap();
            }
            state.is_error()
        }
        Violation::Deadlock | Violation::Temporal { .. } => false,
    };
    starts && steps && ends
}

#[test]
fn normal_forms_have_the_same_violations_and_lead_back() {
    let shape = Shape { errors: 40, tau: 25, ..Shape::default() };
    let mut violations = 0;
    for seed in seeds(2_000, 10_000) {
        let system = random_system(seed, &shape);
        for property in [None, Some(PropertyId::of(0))] {
            let claim = property.map_or(Claim::NoError, Claim::Property);
            let problem = Problem::new(&system, claim, &Context::unlimited()).unwrap();
            assert!(problem.components.iter().all(|lts| !lts.has_error()), "seed {seed}");
            let mut parts: Vec<&Lts> = problem.components.iter().map(|lts| &**lts).collect();
            parts.push(&problem.property);
            let word = violating_word(&parts);

            let completed =
                property.map(|id| surmise_testing::complete_with_error(&system.property(id).lts));
            let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
            parts.extend(&completed);
            let violated = NaiveProduct::new(&parts).error_depth.is_some();
            assert_eq!(word.is_some(), violated, "seed {seed}");

            if let Some(word) = word {
                violations += 1;
                let found = problem.counterexample(&word, &Context::unlimited()).unwrap();
                assert!(replays(&system, &found.expect("the word is a run")), "seed {seed}");
            }
        }
    }
    assert!(violations > 500);
}

#[test]
fn a_word_that_nobody_can_perform_is_no_counterexample() {
    let mut system = System::default();
    let a = system.actions.intern("a").unwrap();
    let mut builder = Lts::builder();
    builder.ensure_states(2).add(StateId::of(0), a, StateId::of(1));
    let lts = builder.build().unwrap();
    system.components.push(surmise_model::Component::new("M", lts));
    let context = Context::unlimited();
    let problem = Problem::new(&system, Claim::NoError, &context).unwrap();
    assert_eq!(problem.counterexample(&[a], &context), Ok(None));
    assert_eq!(problem.counterexample(&[a, a], &context), Ok(None));
}
