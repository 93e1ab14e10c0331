//! Every model has the sizes, components and probabilities that stand in it.
//!
//! `// size: states choices branches`, `// components: a b+c`, `// const: N=3`, and properties with
//! `=` and their value, or with `~` and a number that the bounds contain.

use surmise_lang::prism::{CompileOptions, Model, Property, compile};
use surmise_model::{Context, Rational};
use surmise_verify::probabilistic::{
    Amount, Evaluated, Extended, NumberOptions, Queried, evaluate, explore, measure,
};

use super::models;

fn options(source: &str) -> CompileOptions {
    let given = source.lines().filter_map(|line| line.strip_prefix("// const: "));
    let pairs = given.flat_map(|line| line.split(',')).filter_map(|pair| pair.split_once('='));
    let constants = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    CompileOptions { constants, ..CompileOptions::default() }
}

/// A property, and what it comes to.
pub(super) fn evaluated(model: &Model<'_>, text: &str) -> (Property, Evaluated) {
    let mut properties =
        model.properties(text).unwrap_or_else(|errors| panic!("{text}: {errors:#?}")).properties;
    let property = properties.remove(0);
    let context = Context::unlimited();
    let mut space = model.space().expect("a model of the corpus");
    let structures: Vec<usize> = (0..model.rewards().count()).collect();
    space.watch_rewards(&structures);
    let explored = explore(&mut space, &context).expect("a model of the corpus");
    let (initial, deadlocks) = (explored.model.initial().len(), &explored.deadlocks);
    let found = space.satisfying(&property, &explored.states, initial, deadlocks, &context);
    let conditions = found.expect("a model of the corpus");
    let queried =
        Queried { model: &explored.model, conditions: &conditions, rewards: &explored.rewards };
    let options = NumberOptions { exact_work: 400_000_000, ..NumberOptions::default() };
    let (answer, stopped) =
        evaluate(&queried, &property.query, None, &options, &context).expect("an answer");
    assert_eq!(stopped, None);
    (property, answer)
}

/// The value of a property, and whether it holds if it has a bound.
pub(super) fn answer(model: &Model<'_>, text: &str) -> (Amount, Option<bool>) {
    let (property, answer) = evaluated(model, text);
    match answer {
        Evaluated::Truth(truth) => (Amount::exact(Rational::ZERO), truth[0]),
        Evaluated::Numbers(values) => {
            let value = values.amount(0);
            let bound = property.bound.as_ref();
            let holds = bound.and_then(|(relation, bound)| value.satisfies(*relation, bound));
            (value, holds)
        }
    }
}

#[test]
fn models_are_what_they_say() {
    let context = Context::unlimited();
    for (path, source) in models("prism") {
        let model = compile(&source, &options(&source))
            .unwrap_or_else(|errors| panic!("{}: {errors:#?}", path.display()));
        let sizes = measure(&mut model.space().unwrap(), &context)
            .unwrap_or_else(|halt| panic!("{}: {halt:?}", path.display()));
        let size = format!("{} {} {}", sizes.states, sizes.choices, sizes.branches);
        for line in source.lines() {
            if let Some(expected) = line.strip_prefix("// size: ") {
                assert_eq!(size, expected, "{}", path.display());
            } else if let Some(expected) = line.strip_prefix("// components: ") {
                let (system, _) = model.components(&[], &context).unwrap();
                let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
                assert_eq!(names.join(" "), expected, "{}", path.display());
            } else if let Some((text, value)) = line.strip_prefix("// P").and_then(|property| {
                property.rsplit_once(" = ").or_else(|| property.rsplit_once(" ~ "))
            }) {
                let (found, holds) = answer(&model, &format!("P{text}"));
                match value.parse::<Rational>() {
                    Ok(value) if line.contains(" ~ ") => {
                        assert!(found.contains(&Extended::Finite(value)), "{line}");
                    }
                    Ok(value) => assert_eq!(found, Amount::exact(value), "{line}"),
                    Err(_) => {
                        assert_eq!(
                            holds.map(|holds| holds.to_string()).as_deref(),
                            Some(value),
                            "{line}"
                        );
                    }
                }
            }
        }
    }
}

/// Modules as components, composed by definition 3, are the model that is explored as a whole.
#[test]
fn components_compose_to_the_whole() {
    let context = Context::unlimited();
    let mut compared = 0;
    for (path, source) in models("prism") {
        let model = compile(&source, &options(&source)).unwrap();
        let Ok((system, _)) = model.components(&[], &context) else { continue };
        if model.is_chain() {
            continue;
        }
        let composition = system.compose(&context).unwrap();
        let sizes = measure(&mut model.space().unwrap(), &context).unwrap();
        assert_eq!(composition.lpts.num_states() as u64, sizes.states, "{}", path.display());
        // A deadlock has a self-loop there; equal choices are one here.
        let transitions = composition.lpts.num_transitions() as u64 + sizes.deadlocks;
        assert!(transitions <= sizes.choices, "{}", path.display());
        compared += 1;
    }
    assert!(compared >= 3);
}

#[test]
fn rationals_survive() {
    let source = "dtmc const double p = 1e-30; module m x:[0..2]; [] x=0 -> p:(x'=1)+1-p:(x'=2); \
                  endmodule";
    let model = compile(source, &CompileOptions::default()).unwrap();
    let (value, _) = answer(&model, "P=? [ F x=1 ]");
    assert_eq!(value, Amount::exact("1e-30".parse::<Rational>().unwrap()));
    let third = compile(
        "dtmc const double p; module m x:[0..2]; [] x=0 -> p:(x'=1)+1-p:(x'=2); endmodule",
        &CompileOptions {
            constants: vec![("p".into(), "1/3".into())],
            ..CompileOptions::default()
        },
    )
    .unwrap();
    assert_eq!(answer(&third, "P=? [ F x=1 ]").0, Amount::exact(Rational::new(1, 3).unwrap()));
}
