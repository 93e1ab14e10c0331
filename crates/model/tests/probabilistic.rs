//! LPTSs against their definitions, and through every format and back.

use std::collections::BTreeSet;

use fastrand::Rng;
use surmise_model::{
    ActionTable, Alphabet, AutReadOptions, AutWriteOptions, Context, Lpts, Lts, StateId,
    read_lpts_json, read_probabilistic_aut, write_lpts_json, write_probabilistic_aut,
};
use surmise_testing::{
    LptsShape, naive_composition, naive_quotient, naive_transitions, random_probabilistic_system,
    seeds,
};

#[test]
fn composition_is_definition_3_and_remembers_its_factors() {
    for seed in seeds(1_000, 10_000) {
        let system = random_probabilistic_system(seed, &LptsShape::default());
        let parts: Vec<&Lpts> = system.components.iter().map(|c| &c.lpts).collect();
        let composition = system.compose(&Context::unlimited()).unwrap();
        let lpts = &composition.lpts;
        let named: BTreeSet<_> = naive_transitions(lpts)
            .into_iter()
            .map(|(source, action, distribution)| {
                let tuple = |state: StateId| composition.tuple(state).to_vec();
                let distribution = distribution.into_iter().map(|(s, p)| (tuple(s), p)).collect();
                (tuple(source), action, distribution)
            })
            .collect();
        let (expected, states) = naive_composition(&parts);
        assert_eq!(named, expected, "seed {seed}");
        assert_eq!(lpts.num_states(), states.len(), "seed {seed}");
        assert_eq!(*lpts.alphabet(), system.alphabet(), "seed {seed}");
        for state in lpts.states() {
            for transition in lpts.row(state) {
                let choice = lpts.choices(state)[transition - lpts.row(state).start];
                for (i, factor) in composition.factors(transition).iter().enumerate() {
                    let own = composition.tuple(state)[i];
                    for (target, _) in lpts.distribution(choice.distribution).iter() {
                        // A projection onto a part is that part's distribution, or it stands still.
                        let there = composition.tuple(target)[i];
                        match factor {
                            None => assert_eq!(there, own, "seed {seed}"),
                            Some(id) => {
                                assert!(
                                    parts[i].choices(own).iter().any(|c| c.distribution == *id)
                                );
                                let marginal = lpts
                                    .distribution(choice.distribution)
                                    .iter()
                                    .filter(|(s, _)| composition.tuple(*s)[i] == there)
                                    .map(|(_, p)| p)
                                    .sum();
                                assert_eq!(
                                    *parts[i].distribution(*id).probability(there),
                                    marginal,
                                    "seed {seed}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn quotients_are_definition_8() {
    for seed in seeds(1_000, 10_000) {
        let shape = LptsShape { components: 1..=1, states: 1..=8, ..LptsShape::default() };
        let system = random_probabilistic_system(seed, &shape);
        let lpts = &system.components[0].lpts;
        let mut rng = Rng::with_seed(seed);
        let classes = rng.usize(1..=lpts.num_states());
        let class_of: Vec<StateId> =
            lpts.states().map(|_| StateId::of(rng.usize(0..classes))).collect();
        let quotient = lpts.quotient(&class_of, classes).unwrap();
        assert_eq!(naive_transitions(&quotient), naive_quotient(lpts, &class_of), "seed {seed}");
        assert_eq!(quotient.initial(), class_of[lpts.initial().index()]);
        assert_eq!(quotient.alphabet(), lpts.alphabet());
    }
}

#[test]
fn a_specification_is_completed_per_alphabet() {
    for seed in seeds(200, 10_000) {
        let system = random_probabilistic_system(seed, &LptsShape::default());
        let lpts = &system.components[0].lpts;
        let alphabet: Alphabet = system.actions.iter().map(|(id, _)| id).collect();
        let completed = lpts.completed(&alphabet);
        let mut expected = naive_transitions(lpts);
        for action in alphabet.iter().filter(|&action| !lpts.alphabet().contains(action)) {
            let dirac = |s| [(s, surmise_model::Rational::ONE)].into();
            expected.extend(lpts.states().map(|state| (state, action, dirac(state))));
        }
        assert_eq!(naive_transitions(&completed), expected, "seed {seed}");
        assert_eq!(*completed.alphabet(), alphabet);
    }
}

#[test]
fn every_format_gives_the_same_lpts_back() {
    for seed in seeds(500, 10_000) {
        let system = random_probabilistic_system(seed, &LptsShape::default());
        let lpts = &system.components[0].lpts;
        let mut text = Vec::new();
        write_lpts_json(&mut text, lpts, Some("L"), &system.actions).unwrap();
        let mut actions = system.actions.clone();
        let reading = read_lpts_json(&text, &mut actions, &Context::unlimited()).unwrap();
        assert_eq!((&reading.lpts, reading.name.as_deref()), (lpts, Some("L")), "seed {seed}");

        let mut text = Vec::new();
        let options = AutWriteOptions::default();
        write_probabilistic_aut(&mut text, lpts, &system.actions, &options).unwrap();
        let reading = read_probabilistic_aut(
            &*text,
            &AutReadOptions::default(),
            &mut actions,
            &Context::unlimited(),
        )
        .unwrap();
        // The initial state and state 0 have changed places.
        let swapped = |state: StateId| match state {
            state if state == lpts.initial() => StateId::of(0),
            state if state.index() == 0 => lpts.initial(),
            state => state,
        };
        let expected: BTreeSet<_> = naive_transitions(lpts)
            .into_iter()
            .map(|(source, action, distribution)| {
                let distribution = distribution.into_iter().map(|(s, p)| (swapped(s), p)).collect();
                (swapped(source), action, distribution)
            })
            .collect();
        assert_eq!(naive_transitions(&reading.lpts), expected, "seed {seed}");
        assert_eq!(reading.lpts.initial(), StateId::of(0));
        assert_eq!(actions, system.actions);
    }
}

fn aut(text: &str) -> Result<(Lpts, ActionTable), String> {
    let mut actions = ActionTable::new();
    read_probabilistic_aut(
        text.as_bytes(),
        &AutReadOptions::default(),
        &mut actions,
        &Context::unlimited(),
    )
    .map(|reading| (reading.lpts, actions))
    .map_err(|error| error.to_string())
}

#[test]
fn both_probabilistic_dialects_are_read() {
    let mcrl2 = "des (0, 2, 3)\n(0, \"a\", 1 1/10 2 1e-30 0)\n(1, \"b\", 1)\n";
    let (lpts, _) = aut(mcrl2).unwrap();
    assert_eq!((lpts.num_transitions(), lpts.num_branches()), (2, 4));
    let written = |lpts: &Lpts, actions: &ActionTable| {
        let mut text = Vec::new();
        write_probabilistic_aut(&mut text, lpts, actions, &AutWriteOptions::default()).unwrap();
        String::from_utf8(text).unwrap()
    };
    let cadp = "des (0, 3, 2)\n(0, \"a; prob 0.25\", 1)\n(0, \"a; prob 3/4\", 0)\n(1, i, 0)\n";
    let (lpts, actions) = aut(cadp).unwrap();
    assert_eq!(written(&lpts, &actions), "des (0, 2, 2)\n(0, \"a\", 0 3/4 1)\n(1, \"tau\", 0)\n");
    for (text, message) in [
        ("des (0, 1, 2)\n(0, a, 1 2/3 0 2/3)\n", "not probabilities"),
        ("des (0, 1, 2)\n(0, a, 1 4/3 0)\n", "not probabilities"),
        ("des (0, 1, 2)\n(0, a, 1 x 0)\n", "not a number"),
        ("des (0, 1, 2)\n(0, a, -1)\n", "no error state"),
        ("des (0, 1, 2)\n(0, \"a; prob 0.5\", 1)\n", "sum to 1/2"),
        ("des (0, 1, 2)\n(0, \"prob 0.5\", 1)\n", "without an action"),
        ("des (0, 1, 2)\n(0, a, 1/0 1)\n", "not a number"),
        ("des (0, 2, 2)\n(0, a, 1)\n", "ends after 1 of 2"),
        ("des (0, 0, 4000000000)\n", "more states"),
        ("des (5, 0, 1)\n", "does not exist"),
        ("", "empty"),
    ] {
        let error = aut(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn an_lts_is_an_lpts_of_dirac_distributions() {
    let mut actions = ActionTable::new();
    let a = actions.intern("a").unwrap();
    let mut builder = Lts::builder();
    builder.ensure_states(2).add(StateId::of(0), a, StateId::of(1));
    let lpts = Lpts::from_lts(&builder.clone().build().unwrap()).unwrap();
    assert!(lpts.is_non_probabilistic() && lpts.is_reactive() && lpts.is_fully_probabilistic());
    builder.add(StateId::of(0), a, StateId::ERROR);
    assert_eq!(Lpts::from_lts(&builder.build().unwrap()), None);
}

#[test]
fn hostile_json_is_refused() {
    for text in [
        r#"{"format": "surmise-lpts", "states": 4294967294, "transitions": []}"#,
        r#"{"format": "surmise-lts", "states": 1, "transitions": []}"#,
        r#"{"format": "surmise-lpts", "states": 1, "transitions": [[0, "a", []]]}"#,
        r#"{"format": "surmise-lpts", "states": 1, "transitions": [[0, "a", [[0, "1e9999999"]]]]}"#,
        r#"{"format": "surmise-lpts", "states": 1, "transitions": [[0, "a", [[0, "-1"], [0, "2"]]]]}"#,
        r#"{"format": "surmise-lpts", "states": 1, "transitions": [[0, "a", [[1, "1"]]]]}"#,
    ] {
        let result =
            read_lpts_json(text.as_bytes(), &mut ActionTable::new(), &Context::unlimited());
        assert!(result.is_err(), "{text}");
    }
}
