//! An assumption that is an abstraction: each state of what it abstracts has a class, and each
//! transition is there again between classes (definition 8 of the CAV 2012 paper).

use std::collections::BTreeMap;

use surmise_model::certificate::conformance::WrittenAbstraction;
use surmise_model::{Alphabet, Context, Lpts, ProbabilisticSystem, Rational, StateId};

use super::parts::Parts;
use super::{Objection, wrong};

/// The assumption as an LPTS over the system's actions.
pub(super) fn read(
    system: &ProbabilisticSystem,
    written: &WrittenAbstraction,
) -> Result<Lpts, Objection> {
    let mut alphabet = Alphabet::new();
    for name in &written.alphabet {
        match system.actions.get(name) {
            Some(action) if !action.is_tau() => drop(alphabet.insert(action)),
            _ => return wrong(format!("the system has no action `{}`", name.escape_debug())),
        }
    }
    let mut builder = Lpts::builder();
    let count = written.states.len();
    let state = |number: u32| match (number as usize) < count {
        true => Ok(StateId::of(number as usize)),
        false => wrong(format!("an assumption has no state {number}")),
    };
    builder.ensure_states(count).initial(state(written.initial)?).extend_alphabet(alphabet.iter());
    for (source, row) in written.states.iter().enumerate() {
        for (name, branches) in row {
            let action = system.actions.get(name);
            let Some(action) =
                action.filter(|&action| action.is_tau() || alphabet.contains(action))
            else {
                return wrong(format!(
                    "`{}` is not in the alphabet of an assumption",
                    name.escape_debug()
                ));
            };
            let mut distribution: Vec<(StateId, Rational)> = Vec::with_capacity(branches.len());
            for (target, weight) in branches {
                let weight = weight
                    .parse()
                    .map_err(|_| Objection::Wrong(format!("`{weight}` is no number")))?;
                distribution.push((state(*target)?, weight));
            }
            let branches = distribution.iter().map(|(target, weight)| (*target, weight));
            builder.add(StateId::of(source), action, branches);
        }
    }
    builder.build().map_err(|error| Objection::Wrong(format!("an assumption: {error}")))
}

/// Checks that the classes are a simulation of the parts by the assumption.
pub(super) fn check(
    parts: &Parts<'_>,
    assumption: &Lpts,
    classes: &[(Vec<u32>, u32)],
    context: &Context<'_>,
) -> Result<(), Objection> {
    if !assumption.alphabet().is_subset(&parts.alphabet) {
        return wrong("the assumption speaks about what it does not abstract");
    }
    let class_of: BTreeMap<&[u32], u32> =
        classes.iter().map(|(tuple, class)| (&tuple[..], *class)).collect();
    if class_of.get(&parts.initial()[..]) != Some(&assumption.initial().raw()) {
        return wrong("the initial state is not in the initial class");
    }
    for (tuple, class) in classes {
        context.check()?;
        if !parts.is_state(tuple) || *class as usize >= assumption.num_states() {
            return wrong(format!("{tuple:?} or its class {class} does not exist"));
        }
        let class = StateId::of(*class as usize);
        for (action, moves) in parts.transitions(tuple, usize::MAX)? {
            let mut lifted: BTreeMap<u32, Rational> = BTreeMap::new();
            for (target, weight) in parts.distribution(tuple, action, &moves, classes.len())? {
                let Some(&class) = class_of.get(&target[..] as &[u32]) else {
                    return wrong(format!("{target:?} is reached from {tuple:?} and has no class"));
                };
                *lifted.entry(class).or_insert(Rational::ZERO) += &weight;
            }
            let is_same = |id| {
                let branches = assumption.distribution(id).iter();
                branches
                    .map(|(state, weight)| (state.raw(), weight))
                    .eq(lifted.iter().map(|(&c, w)| (c, w)))
            };
            let choices = assumption.choices_on(class, action);
            if !choices.iter().any(|choice| is_same(choice.distribution)) {
                let name = parts.system.actions.name(action);
                return wrong(format!("{tuple:?} does {name}, and its class does not"));
            }
        }
    }
    Ok(())
}
