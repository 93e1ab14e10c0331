//! A strong simulation with its weight functions (definitions 4 and 5 of the CAV 2012 paper).

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::certificate::conformance::{WrittenMatch, WrittenPair};
use surmise_model::{Context, Rational};

use super::parts::{Masses, Parts, Tuple};
use super::specification::Specification;
use super::{Objection, wrong};

/// Checks that the pairs are a simulation, and that the initial states are one of them.
pub(super) fn check(
    parts: &Parts<'_>,
    specification: &Specification<'_>,
    pairs: &[WrittenPair],
    context: &Context<'_>,
) -> Result<(), Objection> {
    let related: BTreeSet<(&[u32], u32)> =
        pairs.iter().map(|pair| (&pair.left[..], pair.right)).collect();
    if !related.contains(&(&parts.initial()[..], specification.initial())) {
        return wrong("the initial states are not related");
    }
    for pair in pairs {
        context.check()?;
        if !parts.is_state(&pair.left) || !specification.is_state(pair.right) {
            return wrong(format!("{:?} and {} are not states", pair.left, pair.right));
        }
        let mut listed: BTreeMap<(&str, &[Option<u32>]), &WrittenMatch> = BTreeMap::new();
        for step in &pair.steps {
            listed.insert((&step.action, &step.moves), step);
        }
        for (action, moves) in parts.transitions(&pair.left, pair.steps.len())? {
            let name = parts.system.actions.name(action);
            let place =
                format!("{:?} does {name} while the specification is in {}", pair.left, pair.right);
            let Some(step) = listed.get(&(name, &moves[..])) else {
                return wrong(format!("{place}: no match is listed"));
            };
            let matches = specification.transitions(pair.right, action);
            let Some(above) = matches.get(step.to as usize) else {
                return wrong(format!("{place}: its match does not exist"));
            };
            let below = parts.distribution(&pair.left, action, &moves, step.weights.len())?;
            if !is_weight_function(&below, above, step, &related) {
                return wrong(format!("{place}: the weights are not those of a weight function"));
            }
        }
    }
    Ok(())
}

/// Whether weights are positive, on related pairs alone, and sum up to both distributions.
fn is_weight_function(
    below: &Masses,
    above: &[(u32, Rational)],
    step: &WrittenMatch,
    related: &BTreeSet<(&[u32], u32)>,
) -> bool {
    let mut rows: BTreeMap<Tuple, Rational> = BTreeMap::new();
    let mut columns: BTreeMap<u32, Rational> = BTreeMap::new();
    for (left, right, weight) in &step.weights {
        let Ok(weight) = weight.parse::<Rational>() else { return false };
        if weight <= Rational::ZERO || !related.contains(&(&left[..], *right)) {
            return false;
        }
        *rows.entry(left.clone()).or_insert(Rational::ZERO) += &weight;
        *columns.entry(*right).or_insert(Rational::ZERO) += &weight;
    }
    rows == *below && columns.into_iter().eq(above.iter().cloned())
}
