//! Every model has the sizes, components and probabilities that stand in it.
//!
//! `// size: states choices branches`, `// components: a b+c`, `// const: N=3`, and properties with
//! `=` and their value, or with `~` and a number that the bounds contain.

use surmise_lang::prism::{CompileOptions, Model, Side, compile};
use surmise_model::{Context, Rational};
use surmise_verify::probabilistic::{
    Interval, NumberOptions, Reachability, bounded_reachability, explore, measure,
    next_probability, reachability,
};

use super::models;

fn options(source: &str) -> CompileOptions {
    let given = source.lines().filter_map(|line| line.strip_prefix("// const: "));
    let pairs = given.flat_map(|line| line.split(',')).filter_map(|pair| pair.split_once('='));
    let constants = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    CompileOptions { constants, ..CompileOptions::default() }
}

/// The value of a property, and whether it holds if it has a bound.
pub(super) fn answer(model: &Model<'_>, text: &str) -> (Interval, Option<bool>) {
    let mut properties =
        model.properties(text).unwrap_or_else(|errors| panic!("{text}: {errors:#?}")).properties;
    let property = properties.remove(0);
    let context = Context::unlimited();
    let mut space = model.space().expect("a model of the corpus");
    let explored = explore(&mut space, &context).expect("a model of the corpus");
    let [until, goal] = [Side::Until, Side::Goal].map(|side| {
        let (initial, deadlocks) = (explored.model.initial().len(), &explored.deadlocks);
        let found =
            space.satisfying(&property, side, &explored.states, initial, deadlocks, &context);
        found.expect("a model of the corpus")
    });
    let question =
        Reachability { extreme: property.extreme, until: &until, goal: &goal, bound: None };
    let options = NumberOptions::default();
    let mut found = match (property.next, property.steps) {
        (true, _) => next_probability(&explored.model, property.extreme, &goal),
        (false, Some(steps)) => {
            bounded_reachability(&explored.model, &question, steps, &options, &context)
        }
        (false, None) => reachability(&explored.model, &question, &options, &context),
    };
    assert_eq!(found.stopped, None);
    let value = found.intervals.swap_remove(0);
    let value = if property.complemented { value.complement() } else { value };
    let holds = property.bound.and_then(|(relation, bound)| value.satisfies(relation, &bound));
    (value, holds)
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
                    Ok(value) if line.contains(" ~ ") => assert!(found.contains(&value), "{line}"),
                    Ok(value) => assert_eq!(found, Interval::exact(value), "{line}"),
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
    assert_eq!(value, Interval::exact("1e-30".parse().unwrap()));
    let third = compile(
        "dtmc const double p; module m x:[0..2]; [] x=0 -> p:(x'=1)+1-p:(x'=2); endmodule",
        &CompileOptions {
            constants: vec![("p".into(), "1/3".into())],
            ..CompileOptions::default()
        },
    )
    .unwrap();
    assert_eq!(answer(&third, "P=? [ F x=1 ]").0, Interval::exact(Rational::new(1, 3).unwrap()));
}
