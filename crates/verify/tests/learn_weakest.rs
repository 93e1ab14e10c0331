//! The weakest assumption against its definition.

use surmise_model::{
    ActionId, Alphabet, Claim, ComponentId, Context, Lts, PropertyId, StateId, System,
};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::assume::Problem;
use surmise_verify::learn::{interface, weakest_assumption};

fn reaches_error(parts: &[&Lts]) -> bool {
    NaiveProduct::new(parts).error_depth.is_some()
}

/// The LTS that performs a word over an alphabet and nothing else of it.
fn trace(word: &[ActionId], alphabet: &Alphabet) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(word.len() + 1).extend_alphabet(alphabet.iter());
    for (place, &action) in word.iter().enumerate() {
        builder.add(StateId::of(place), action, StateId::of(place + 1));
    }
    builder.build().expect("all states exist")
}

/// Definition 2: an environment satisfies it if and only if the group has the property in its
/// company.
#[test]
fn it_is_what_the_environment_has_to_satisfy() {
    let shape = Shape { components: 2..=4, ..Shape::default() };
    let (mut without, mut judged) = (0, [0, 0]);
    for seed in seeds(1_000, 10_000) {
        let system: System = random_system(seed, &shape);
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
        let size = 1 + seed as usize % (system.components.len() - 1);
        let (group, rest): (Vec<_>, Vec<_>) =
            system.component_ids().partition(|id| id.index() < size);
        let sigma = interface(&problem, &group);
        let environment = problem.group(&rest);
        let mut whole = problem.group(&group);
        whole.extend(&environment);
        whole.push(&problem.property);
        let violated = reaches_error(&whole);
        match weakest_assumption(&problem, &group, &sigma, &context).unwrap() {
            None => {
                without += 1;
                assert!(violated, "seed {seed}");
            }
            Some(weakest) => {
                assert_eq!(weakest.alphabet(), &sigma, "seed {seed}");
                assert!(weakest.is_deterministic() && !weakest.has_error(), "seed {seed}");
                let completed = complete_with_error(&weakest);
                let mut parts = environment;
                parts.push(&completed);
                assert_eq!(reaches_error(&parts), violated, "seed {seed}");
                judged[usize::from(violated)] += 1;
            }
        }
    }
    assert!(without > 20 && judged[0] > 100 && judged[1] > 50, "{without} {judged:?}");
}

/// Over any alphabet, it has exactly the traces that do no harm.
#[test]
fn it_has_the_harmless_traces() {
    let shape = Shape { components: 1..=2, states: 1..=4, actions: 2..=4, ..Shape::default() };
    for seed in seeds(200, 2_000) {
        let system: System = random_system(seed, &shape);
        let context = Context::unlimited();
        let problem = Problem::new(&system, Claim::Property(PropertyId::of(0)), &context).unwrap();
        let group: Vec<ComponentId> = system.component_ids().collect();
        let all = interface(&problem, &group);
        let sigma: Alphabet = all.iter().skip(seed as usize % 2).collect();
        let weakest = weakest_assumption(&problem, &group, &sigma, &context).unwrap();
        let completed = weakest.map(|lts| complete_with_error(&lts));
        let actions: Vec<ActionId> = sigma.iter().collect();
        let mut words = vec![Vec::new()];
        while let Some(word) = words.pop() {
            let mut parts = problem.group(&group);
            let only = trace(&word, &sigma);
            parts.extend([&only, &problem.property]);
            let harmful = reaches_error(&parts);
            let forbidden = completed.as_ref().is_none_or(|lts| reaches_error(&[&only, lts]));
            assert_eq!(harmful, forbidden, "seed {seed}, {word:?}");
            if word.len() < 4 && !harmful {
                words.extend(actions.iter().map(|&action| [&word[..], &[action]].concat()));
            }
        }
    }
}
