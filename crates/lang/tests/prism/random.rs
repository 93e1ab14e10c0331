//! Random systems written as modules, explored as a PRISM model, against their composition by
//! definition 3: the same states, and the same probabilities of reaching a state of a component.

use std::fmt::Write as _;

use surmise_lang::prism::{CompileOptions, compile};
use surmise_model::{Context, Extreme, ProbabilisticSystem, StateId};
use surmise_testing::{LptsShape, random_probabilistic_system, seeds};
use surmise_verify::probabilistic::{
    Amount, MarkovModel, NumberOptions, Reachability, measure, reachability,
};

use super::corpus::answer;

/// Modules `L0`, `L1`, … with variables `x0`, `x1`, …. Every branch is written as two halves, which
/// lead to the same state and have to be added up.
fn text(system: &ProbabilisticSystem) -> String {
    let mut text = String::from("mdp\n");
    for (index, component) in system.components.iter().enumerate() {
        let lpts = &component.lpts;
        let (last, initial) = (lpts.num_states() - 1, lpts.initial().index());
        let _ = writeln!(text, "module L{index}\n  x{index} : [0..{last}] init {initial};");
        for action in lpts.alphabet().iter() {
            let _ = writeln!(text, "  [{}] false -> true;", system.actions.name(action));
        }
        for (source, choice) in lpts.transitions() {
            let name = match choice.action.is_tau() {
                true => "",
                false => system.actions.name(choice.action),
            };
            let _ = write!(text, "  [{name}] x{index}={} -> ", source.index());
            let branches = lpts.distribution(choice.distribution);
            let halves = branches.iter().flat_map(|(target, probability)| {
                let half = format!("({probability})/2 : (x{index}'={})", target.index());
                [half.clone(), half]
            });
            let _ = writeln!(text, "{};", halves.collect::<Vec<_>>().join(" + "));
        }
        text.push_str("endmodule\n");
    }
    text
}

#[test]
fn a_model_is_the_composition_of_its_modules() {
    let context = Context::unlimited();
    let shape = LptsShape { components: 1..=3, states: 1..=4, ..LptsShape::default() };
    for seed in seeds(300, 10_000) {
        let system = random_probabilistic_system(seed, &shape);
        let source = text(&system);
        let model = compile(&source, &CompileOptions::default())
            .unwrap_or_else(|errors| panic!("seed {seed}: {errors:#?}\n{source}"));
        let composition = system.compose(&context).expect("nothing stops it");
        let whole = MarkovModel::from_lpts(&composition.lpts).expect("it is small");
        let sizes = measure(&mut model.space().unwrap(), &context).unwrap();
        assert_eq!(sizes.states, whole.num_states() as u64, "seed {seed}\n{source}");
        let mut until = fixedbitset::FixedBitSet::with_capacity(whole.num_states());
        until.insert_range(..);
        for target in system.components[0].lpts.states() {
            let mut goal = fixedbitset::FixedBitSet::with_capacity(whole.num_states());
            let states = (0..whole.num_states()).map(StateId::of);
            let is_there = |state: &StateId| composition.tuple(*state)[0] == target;
            goal.extend(states.filter(is_there).map(StateId::index));
            for (extreme, word) in [(Extreme::Maximal, "max"), (Extreme::Minimal, "min")] {
                let question = Reachability { extreme, until: &until, goal: &goal, bound: None };
                let expected = reachability(&whole, &question, &NumberOptions::EXACT, &context);
                let property = format!("P{word}=? [ F x0={} ]", target.index());
                let (found, _) = answer(&model, &property);
                let expected = Amount::from(expected.intervals[0].clone());
                assert_eq!(found, expected, "seed {seed} {property}\n{source}");
            }
        }
    }
}
