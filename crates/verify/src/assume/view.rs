//! A group of components as far as an assumption and a property can see it.
//!
//! Whether an environment's trace over Σ is harmless to M depends only on the traces of M ‖ P_err
//! over Σ. So in each component of M everything can be hidden that is neither in Σ nor shared with
//! another part, and the component replaced by the smallest one with the same traces: composition
//! and hiding respect trace equivalence. Where Σ is small little is left. Of a customer of the gas
//! station, eleven states, two remain.

use std::borrow::Cow;

use surmise_model::{Alphabet, Context, Lts, Stop};

use crate::automata::{compose, minimise_dfa, project, unless_large};
use crate::departures::{Departure, Departures};

/// Larger components stay as they are: sets of their states would take too long.
const MOST: usize = 1024;

/// A group and a completed property, part by part, the property last, with the same traces over
/// `alphabet` when composed.
pub(crate) fn view<'a>(
    group: &[&'a Lts],
    property: &Lts,
    alphabet: &Alphabet,
    departures: Departures,
    context: &Context<'_>,
) -> Result<Vec<Cow<'a, Lts>>, Stop> {
    let seen = alphabet.union(property.alphabet());
    let mut parts = components(group, &seen, departures, context)?;
    parts.push(Cow::Owned(property.clone()));
    Ok(parts)
}

/// The components of a group, each with the same traces over `alphabet` and what the others share
/// with it; as they are, as in the papers, if [`Departure::View`] is not to be made.
pub(crate) fn components<'a>(
    group: &[&'a Lts],
    alphabet: &Alphabet,
    departures: Departures,
    context: &Context<'_>,
) -> Result<Vec<Cow<'a, Lts>>, Stop> {
    if !departures.has(Departure::View) {
        return Ok(group.iter().map(|&component| Cow::Borrowed(component)).collect());
    }
    let mut parts = Vec::with_capacity(group.len() + 1);
    for (index, &component) in group.iter().enumerate() {
        let mut visible = alphabet.clone();
        let others = group.iter().enumerate().filter(|&(other, _)| other != index);
        others.for_each(|(_, other)| visible.union_with(other.alphabet()));
        parts.push(match smallest(component, &visible, context)? {
            Some(smaller) => Cow::Owned(smaller),
            None => Cow::Borrowed(component),
        });
    }
    Ok(parts)
}

/// The smallest deterministic LTS with the same traces over `visible`, if there is one with fewer
/// states.
fn smallest(
    component: &Lts,
    visible: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let states = component.num_states();
    if states > MOST || component.alphabet().is_subset(visible) {
        return Ok(None);
    }
    let projected = project(component, visible);
    let smallest = unless_large(states, context, |within| minimise_dfa(&projected, within))?;
    Ok(smallest.filter(|smallest| smallest.num_states() < states))
}

/// The smallest deterministic LTS with the traces of a composition over an alphabet, unless the
/// composition or the deterministic form of what the alphabet shows of it is larger than two
/// bounds.
pub(crate) fn smallest_with_traces(
    parts: &[&Lts],
    alphabet: &Alphabet,
    (composed, deterministic): (usize, usize),
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let Some(whole) = unless_large(composed, context, |within| compose(parts, within))? else {
        return Ok(None);
    };
    let seen = project(&whole, alphabet).with_alphabet(alphabet);
    unless_large(deterministic, context, |within| minimise_dfa(&seen, within))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use surmise_model::{Claim, PropertyId};
    use surmise_testing::{Shape, random_system, seeds};

    use super::*;
    use crate::assume::Problem;
    use crate::automata::trace_equivalence;

    #[test]
    fn the_traces_stay() {
        let context = Context::unlimited();
        let mut smaller = 0;
        for seed in seeds(500, 10_000) {
            let system = random_system(seed, &Shape::default());
            let property = (!system.properties.is_empty()).then(|| PropertyId::of(0));
            let problem =
                Problem::new(&system, property.map_or(Claim::NoError, Claim::Property), &context)
                    .unwrap();
            if problem.property.initial().is_error() {
                continue;
            }
            let group: Vec<&Lts> = problem.components.iter().map(|lts| &**lts).collect();
            let mut rng = Rng::with_seed(seed);
            let all = group.iter().flat_map(|lts| lts.alphabet().iter());
            let alphabet: Alphabet = all.filter(|_| rng.bool()).collect();
            let view =
                view(&group, &problem.property, &alphabet, Departures::ALL, &context).unwrap();
            smaller += view.iter().filter(|part| matches!(part, Cow::Owned(_))).count() - 1;
            let whole: Vec<&Lts> = group.iter().copied().chain([&problem.property]).collect();
            let seen: Vec<&Lts> = view.iter().map(|part| &**part).collect();
            let over = |parts: &[&Lts]| {
                let composed = compose(parts, &context).unwrap();
                project(&composed, &alphabet).with_alphabet(&alphabet)
            };
            let different = trace_equivalence(&over(&whole), &over(&seen), &context).unwrap();
            assert!(different.is_none(), "seed {seed}: {different:?}");
        }
        assert!(smaller > 100, "only {smaller} components became smaller");
    }
}
