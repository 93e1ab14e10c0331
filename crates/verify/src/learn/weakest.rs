//! The weakest assumption of a group about an environment that nobody knows.
//!
//! Giannakopoulou, Păsăreanu and Barringer, "Assumption generation for software component
//! verification" (ASE 2002), and definition 2 of "Learning to divide and conquer": the one LTS over
//! an interface Σ that an environment satisfies if and only if the group has the property in its
//! company. Nothing need be learned here: it is the whole of the subset automaton that answers
//! membership queries, made minimal. What the group and the environment are is laid down in
//! [`OpenSystem`].
//!
//! That automaton may be found forwards or backwards, and either way may take exponentially longer
//! than the other; so both are tried by turns, with more patience each time. A component of seven
//! states and a property of 28 can have a weakest assumption of 12,019 states, which takes millions
//! of subsets forwards and 10,336 backwards; with eight and 40 it is the other way round.

use std::borrow::Cow;

use surmise_model::{ActionTable, Alphabet, Context, Lts, StateId, Stop};

use super::backwards::Backwards;
use crate::assume::lazy_subsets::LazySubsets;
use crate::assume::view::view;
use crate::assume::{OpenSystem, words};
use crate::automata::{compose, minimise_dfa, project, unless_large};
use crate::departures::Departures;
use crate::search::{Finding, SearchOptions, search};

/// The weakest assumption of a group for its property over an alphabet, minimal; `None` if no
/// environment helps, because the group can violate the property without it. The names of actions
/// are for the narration.
pub fn weakest_assumption(
    open: &OpenSystem<'_>,
    alphabet: &Alphabet,
    actions: &ActionTable,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let found = weakest_within(open, alphabet, usize::MAX, actions, context)?;
    found.ok_or_else(|| Stop::internal("a search without bounds found its bounds"))
}

/// As [`weakest_assumption`]; `None` if the deterministic property has more states than `most`, or
/// more subsets than that would be needed.
pub(super) fn weakest_within(
    open: &OpenSystem<'_>,
    alphabet: &Alphabet,
    most: usize,
    actions: &ActionTable,
    context: &Context<'_>,
) -> Result<Option<Option<Lts>>, Stop> {
    let relevant = alphabet.intersection(&open.alphabet());
    let Some(property) = unless_large(most, context, |within| open.property_error(within))? else {
        return Ok(None);
    };
    let parts = view(&open.group, &property, &relevant, Departures::ALL, context)?;
    let Some(weakest) = harmless_traces(parts, &relevant, most, context)? else {
        return Ok(None);
    };
    let Some(Found { lts, direction, met }) = weakest else {
        context.narrate(|| {
            let alphabet = words::alphabet(actions, alphabet);
            format!("a violation can be reached without any action of {alphabet}")
        });
        return Ok(Some(None));
    };
    context.narrate(|| {
        let alphabet = words::alphabet(actions, alphabet);
        let (met, states) = (words::states(met), words::states(lts.num_states()));
        format!(
            "{direction}, the group and its property seen through {alphabet} make {met}; the \
             smallest equivalent has {states}"
        )
    });
    let irrelevant = alphabet.difference(&relevant);
    Ok(Some(Some(if irrelevant.is_empty() { lts } else { with_loops(&lts, &irrelevant)? })))
}

/// A minimal automaton, and how it was found.
pub(super) struct Found {
    pub(super) lts: Lts,
    /// In words.
    direction: &'static str,
    /// How many states the automaton had that was made minimal, or from whose states it was made.
    met: usize,
}

/// The minimal automaton of the traces over an alphabet that keep some parts, a completed property
/// among them, out of π; `Some(None)` if none does, not even the empty one; `None` if more subsets
/// than `most` would be needed.
pub(super) fn harmless_traces(
    parts: Vec<Cow<'_, Lts>>,
    alphabet: &Alphabet,
    most: usize,
    context: &Context<'_>,
) -> Result<Option<Option<Found>>, Stop> {
    if !may_do_harm(&parts, context) {
        let lts = anything_over(alphabet)?;
        return Ok(Some(Some(Found { lts, direction: "as nothing does harm", met: 1 })));
    }
    let whole = whole(&parts, alphabet, context)?;
    let mut forwards = LazySubsets::new(parts, alphabet.iter().collect(), context)?;
    if forwards.initial()?.is_error() {
        return Ok(Some(None));
    }
    let mut backwards =
        whole.as_ref().map(|lts| Backwards::new(lts, alphabet, context)).transpose()?;
    let mut patience = FIRST_PATIENCE;
    loop {
        if forwards.explore(patience.min(most))? {
            let met = forwards.len();
            let lts = minimise_dfa(&forwards.to_lts()?, context)?;
            return Ok(Some(Some(Found { lts, direction: "forwards", met })));
        }
        if let Some(backwards) = &mut backwards
            && backwards.explore(patience.min(most) / 4)?
        {
            let lts = unless_large(most, context, |within| backwards.harmless(within))?;
            let found = |lts| Found { lts, direction: "backwards", met: backwards.len() };
            return Ok(lts.map(|lts| lts.map(found)));
        }
        if patience >= most {
            return Ok(None);
        }
        patience = patience.saturating_mul(4);
    }
}

/// Whether some company leads parts to π, as far as a search of a bounded number of states knows.
fn may_do_harm(parts: &[Cow<'_, Lts>], context: &Context<'_>) -> bool {
    let within = context.at_most(MOST_SEARCHED);
    let parts: Vec<&Lts> = parts.iter().map(|part| &**part).collect();
    !matches!(search(&parts, &SearchOptions::default(), &within).finding, Finding::Exhausted)
}

/// How many states to search for π before assumptions are looked for.
const MOST_SEARCHED: u64 = 1 << 16;

/// The LTS that allows every trace over an alphabet.
fn anything_over(alphabet: &Alphabet) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(1);
    for action in alphabet.iter() {
        builder.add(StateId::of(0), action, StateId::of(0));
    }
    Ok(builder.build()?)
}

/// How many subsets to look at forwards before going backwards.
const FIRST_PATIENCE: usize = 1 << 14;

/// The larger the composition, the larger the sets of its states; from here on, going backwards is
/// not tried.
const MOST_STATES: usize = 2048;

/// The composition of parts as far as an alphabet shows it, unless it is too large.
fn whole(
    parts: &[Cow<'_, Lts>],
    alphabet: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Lts>, Stop> {
    let parts: Vec<&Lts> = parts.iter().map(|part| &**part).collect();
    let composed = unless_large(MOST_STATES, context, |within| compose(&parts, within))?;
    Ok(composed.map(|composed| project(&composed, alphabet)))
}

/// An LTS that also does some other actions, at any time and to no effect.
fn with_loops(lts: &Lts, actions: &Alphabet) -> Result<Lts, Stop> {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    builder.extend_alphabet(lts.alphabet().iter().chain(actions.iter()));
    for (source, edge) in lts.transitions() {
        builder.add(source, edge.action, edge.target);
    }
    for state in lts.states() {
        for action in actions.iter() {
            builder.add(state, action, state);
        }
    }
    Ok(builder.build()?)
}

#[cfg(test)]
mod tests {
    use surmise_model::PropertyId;
    use surmise_testing::{Shape, random_system, seeds};

    use super::*;

    /// Both ways end with the same automaton, to the number.
    #[test]
    fn forwards_and_backwards_meet() {
        let shape = Shape { components: 1..=3, tau: 20, errors: 20, ..Shape::default() };
        let context = Context::unlimited();
        let (mut hopeless, mut large) = (0, 0);
        for seed in seeds(1_000, 10_000) {
            let system = random_system(seed, &shape);
            let group: Vec<_> = system.component_ids().skip(seed as usize % 2).collect();
            let open = OpenSystem::new(&system, &group, Some(PropertyId::of(0)));
            let property = open.property_error(&context).unwrap();
            let alphabet: Alphabet = open.alphabet().iter().skip(seed as usize % 3).collect();
            let parts = view(&open.group, &property, &alphabet, Departures::ALL, &context).unwrap();
            let whole = whole(&parts, &alphabet, &context).unwrap().unwrap();
            let mut backwards = Backwards::new(&whole, &alphabet, &context).unwrap();
            while !backwards.explore(2 * backwards.len()).unwrap() {}
            let found = harmless_traces(parts, &alphabet, usize::MAX, &context).unwrap().unwrap();
            let harmless = backwards.harmless(&context).unwrap();
            assert_eq!(found.map(|found| found.lts), harmless, "seed {seed}");
            match harmless {
                Some(lts) => large += u32::from(lts.num_states() > 4),
                None => hopeless += 1,
            }
        }
        assert!(hopeless > 50 && large > 10, "{hopeless} {large}");
    }
}
