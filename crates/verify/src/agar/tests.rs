//! The paper's example, and agreement with the definitions on random systems: verdicts with the
//! naive product, every abstraction on the way with what it abstracts.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{
    ActionId, Claim, ComponentId, Count, Lts, Outcome, PropertyId, Rule, StateId, System,
};
use surmise_testing::{NaiveProduct, Shape, channel, complete_with_error, random_system, seeds};

use super::nested::Shell;
use super::refinement::Refinement;
use super::*;
use crate::assume::simulation::simulation;
use crate::replay;

/// All departures, none, and all but each.
fn variants() -> Vec<Departures> {
    let each = DEPARTURES.iter().map(|&departure| Departures::ALL.without(departure));
    [Departures::ALL, Departures::NONE].into_iter().chain(each).collect()
}

#[test]
fn input_output_order_as_in_section_3() {
    // Figure 1 of the paper.
    let system = channel();
    for departures in variants() {
        let options = AgarOptions {
            decomposition: Decomposition::Listed,
            alphabet: AlphabetRefinement::Full,
            departures,
            ..AgarOptions::default()
        };
        let order = Claim::Property(PropertyId::of(0));
        let report = check(&system, order, &options, &Context::unlimited());
        assert_eq!(report.statistics.get(Count::Refinements), Some(1));
        assert_eq!(report.statistics.get(Count::Conjectures), Some(2));
        let Outcome::Holds(proof) = report.outcome else { panic!("Order holds") };
        let Rule::AssumeGuarantee { groups, assumptions, .. } = proof.rule else {
            panic!("rule 1")
        };
        assert_eq!(groups, [[ComponentId::of(0)], [ComponentId::of(1)]]);
        let [assumption] = &assumptions[..] else { panic!("one assumption") };
        // Figure 2(a): states 0 and 2 of Output are one, where output is impossible.
        let action = |name| system.actions.get(name).unwrap();
        let state = StateId::of;
        let mut expected = Lts::builder();
        expected.ensure_states(2);
        expected.add(state(0), action("send"), state(1));
        expected.add(state(0), action("ack"), state(0));
        expected.add(state(1), action("output"), state(0));
        assert_eq!(assumption.lts, expected.build().unwrap());
        let map = &assumption.simulation.as_ref().unwrap().map;
        let expected = [(0, 0), (1, 1), (2, 0)].map(|(q, s)| (vec![state(q)], state(s)));
        assert_eq!(map[..], expected);
    }
}

/// What a shell abstracts, by the definition.
fn concrete_by_definition(
    engine: &Refinement<'_>,
    groups: &[Vec<&Lts>],
    index: usize,
) -> NaiveProduct {
    let mut parts = groups[index + 1].clone();
    parts.extend(engine.nested.shells.get(index + 1).map(|next| &next.lts));
    NaiveProduct::new(&parts)
}

/// Whether an LTS simulates a system over its alphabet, by the definition: from the relation of
/// everything to everything, pairs that fail are taken away until none does.
fn simulates(lts: &Lts, concrete: &NaiveProduct) -> bool {
    let mut related = vec![vec![true; lts.num_states()]; concrete.states.len()];
    loop {
        let holds = |related: &[Vec<bool>], q: usize, s: StateId| {
            concrete.transitions[q].iter().all(|&(action, target)| {
                let target = &related[target.expect("no π in normal form")];
                match lts.alphabet().contains(action) {
                    true => lts.successors(s, action).any(|next| target[next.index()]),
                    false => target[s.index()],
                }
            })
        };
        let mut changed = false;
        for q in 0..related.len() {
            for s in lts.states() {
                if related[q][s.index()] && !holds(&related, q, s) {
                    related[q][s.index()] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return related[0][lts.initial().index()];
        }
    }
}

/// Whether a map is evidence as [`surmise_model::Abstraction`] lays it down.
fn is_evidence(map: &[(Vec<StateId>, StateId)], lts: &Lts, concrete: &NaiveProduct) -> bool {
    let numbers: BTreeMap<&Vec<StateId>, usize> =
        concrete.states.iter().enumerate().map(|(number, tuple)| (tuple, number)).collect();
    let pairs: BTreeSet<(usize, StateId)> =
        map.iter().map(|(tuple, s)| (numbers[tuple], *s)).collect();
    pairs.contains(&(0, lts.initial()))
        && map.is_sorted()
        && pairs.len() == map.len()
        && pairs.iter().all(|&(q, s)| {
            concrete.transitions[q].iter().all(|&(action, target)| {
                let target = target.expect("no π in normal form");
                match lts.alphabet().contains(action) {
                    true => lts.successors(s, action).any(|next| pairs.contains(&(target, next))),
                    false => pairs.contains(&(target, s)),
                }
            })
        })
}

/// The steps between classes by condition (2) of the paper, for the classes that there are.
fn steps_by_definition(
    shell: &Shell<'_>,
    departures: Departures,
) -> BTreeSet<(u32, ActionId, u32)> {
    let concrete = &shell.concrete.lts;
    let hidden_closure = |start: BTreeSet<StateId>| {
        let mut all = start;
        loop {
            let more: BTreeSet<StateId> = all
                .iter()
                .flat_map(|&state| concrete.edges(state))
                .filter(|edge| !shell.alphabet.contains(edge.action))
                .map(|edge| edge.target)
                .collect();
            if more.is_subset(&all) {
                return all;
            }
            all.extend(more);
        }
    };
    let class_of = |state| shell.abstraction.classes.class_of(state);
    let mut steps = BTreeSet::new();
    for state in concrete.states().filter(|&state| class_of(state).is_some()) {
        let before = hidden_closure(BTreeSet::from([state]));
        for action in shell.alphabet.iter() {
            let mut after: BTreeSet<StateId> =
                before.iter().flat_map(|&state| concrete.successors(state, action)).collect();
            if !departures.has(Departure::HiddenBefore) {
                after = hidden_closure(after);
            }
            for target in after {
                let (from, to) = (class_of(state), class_of(target));
                steps.insert((from.unwrap(), action, to.unwrap()));
            }
        }
    }
    steps
}

/// Checks all abstractions of an engine.
fn check_abstractions(
    engine: &Refinement<'_>,
    groups: &[Vec<&Lts>],
    departures: Departures,
    seed: u64,
) {
    for (index, shell) in engine.nested.shells.iter().enumerate() {
        let concrete = concrete_by_definition(engine, groups, index);
        assert_eq!(concrete.states.len(), shell.concrete.lts.num_states(), "seed {seed}");
        assert!(simulates(&shell.lts, &concrete), "seed {seed}, shell {index}");
        let evidence = simulation(
            &shell.concrete,
            &shell.alphabet,
            |state| shell.abstraction.state_of(state),
            &Context::unlimited(),
        )
        .unwrap();
        assert!(is_evidence(&evidence.map, &shell.lts, &concrete), "seed {seed}, shell {index}");
        let steps: BTreeSet<(u32, ActionId, u32)> = shell
            .lts
            .transitions()
            .map(|(source, edge)| (source.raw(), edge.action, edge.target.raw()))
            .collect();
        let expected = steps_by_definition(shell, departures);
        // The paper's first abstraction has all loops.
        let first = !departures.has(Departure::FirstLoops) && shell.abstraction.len() == 1;
        let all: BTreeSet<_> = shell.alphabet.iter().map(|action| (0, action, 0)).collect();
        assert!(steps == expected || first && steps == all, "seed {seed}, shell {index}");
    }
}

/// Runs a check step by step and looks at everything on the way. Also tells how often classes were
/// split and alphabets grew.
fn check_watched(
    problem: &Problem<'_>,
    options: &AgarOptions,
    seed: u64,
) -> (Conclusion, u64, u64) {
    let groups = options.decomposition.groups(problem, &Context::unlimited()).unwrap();
    let mut progress = Progress::new(&Context::unlimited(), (problem, &groups), 1);
    let mut engine = Refinement::new(problem, &groups, options, &mut progress).unwrap();
    let parts: Vec<Vec<&Lts>> = groups.iter().map(|group| problem.group(group)).collect();
    let innermost = engine.nested.shells.last().map_or(0, |shell| shell.concrete.lts.num_states());
    loop {
        check_abstractions(&engine, &parts, options.departures, seed);
        let sizes = |engine: &Refinement<'_>| {
            let shells = engine.nested.shells.iter();
            shells.map(|shell| (shell.abstraction.len(), shell.lts.clone())).collect::<Vec<_>>()
        };
        let before = sizes(&engine);
        if let Some(conclusion) = engine.step(&mut progress).unwrap() {
            let count = |count| progress.statistics.get(count).unwrap();
            let (splits, wider) = (count(Count::Refinements), count(Count::AlphabetRefinements));
            if groups.len() == 2 && options.alphabet == AlphabetRefinement::Full {
                let loops = u64::from(!options.departures.has(Departure::FirstLoops));
                assert!(splits < innermost as u64 + loops && wider == 0, "seed {seed}");
            }
            return (conclusion, splits, wider);
        }
        // Something has grown: one alphabet, or the classes of the shell that was split.
        let after = sizes(&engine);
        let pairs = || after.iter().zip(&before);
        let wider = pairs().filter(|(a, b)| a.1.alphabet() != b.1.alphabet()).count();
        assert!(pairs().all(|(a, b)| b.1.alphabet().is_subset(a.1.alphabet())), "seed {seed}");
        let fewer_loops = |(a, b): (&(usize, Lts), &(usize, Lts))| {
            (a.0, b.0) == (1, 1) && a.1.num_transitions() < b.1.num_transitions()
        };
        let loops = !options.departures.has(Departure::FirstLoops) && pairs().any(fewer_loops);
        let split = pairs().any(|(a, b)| a.0 == b.0 + 1);
        assert!(wider == 1 || wider == 0 && (split || loops), "seed {seed}");
        // What was excluded stays excluded, unless an alphabet has grown.
        let stronger = |(new, old): (&(usize, Lts), &(usize, Lts))| {
            simulates(&old.1, &NaiveProduct::new(&[&new.1]))
        };
        assert!(wider == 1 || pairs().all(stronger), "seed {seed}");
    }
}

fn violated_by_definition(system: &System) -> bool {
    let property = complete_with_error(&system.properties[0].lts);
    let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
    parts.push(&property);
    NaiveProduct::new(&parts).error_depth.is_some()
}

/// The decompositions to try on a system: in a good order, in two groups, and in some groups.
fn decompositions(system: &System, seed: u64) -> Vec<Decomposition> {
    let ids: Vec<ComponentId> = system.component_ids().collect();
    let cut = 1 + seed as usize % (ids.len() - 1);
    let groups = vec![ids[..cut].to_vec(), ids[cut..].to_vec()];
    vec![Decomposition::Listed, Decomposition::Groups(groups)]
}

#[test]
fn random_systems_agree_with_the_definition() {
    let shapes = [
        Shape { tau: 15, ..Shape::default() },
        Shape { states: 2..=6, actions: 4..=8, errors: 4, cycles: true, ..Shape::default() },
    ];
    let (mut holds, mut violated, mut splits, mut wider) = (0, 0, 0, 0);
    let variants = variants();
    for seed in seeds(400, 10_000) {
        let system = random_system(seed, &shapes[seed as usize % 2]);
        let claim = Claim::Property(PropertyId::of(0));
        let problem = Problem::new(&system, claim, &Context::unlimited()).unwrap();
        let expected = violated_by_definition(&system);
        // Every combination has its turn.
        let departures = variants[seed as usize / 2 % variants.len()];
        for decomposition in decompositions(&system, seed) {
            for alphabet in AlphabetRefinement::ALL {
                let decomposition = decomposition.clone();
                let options =
                    AgarOptions { decomposition, alphabet, departures, ..AgarOptions::default() };
                let (conclusion, more_splits, more_wider) = check_watched(&problem, &options, seed);
                splits += more_splits;
                wider += more_wider;
                match conclusion {
                    Conclusion::Holds(..) | Conclusion::HoldsInCircle(..) => {
                        holds += 1;
                        assert!(!expected, "seed {seed}, {options:?}");
                    }
                    Conclusion::Violated(word) => {
                        violated += 1;
                        assert!(expected, "seed {seed}, {options:?}");
                        let run = problem.counterexample(&word, &Context::unlimited()).unwrap();
                        assert_eq!(replay(&system, &run.unwrap()), Ok(()), "seed {seed}");
                    }
                }
            }
        }
    }
    assert!(holds > 500 && violated > 500 && splits > 500 && wider > 100);
}
