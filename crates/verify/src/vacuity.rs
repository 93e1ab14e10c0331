//! Vacuity: a property that holds, but not because the system behaves.
//!
//! A "holds" that would hold of any system, or only because nothing ever happens that the property
//! speaks about, is mostly a mistake in the model: a misspelt action, a deadlock at the start.
//! Users want to be told. Two rules keep this honest: it is said only if it is certain, and looking
//! for it must not cost more than the proof did. So first comes a fixed point over single
//! components, which needs no product, and then a search that ends as soon as the property is
//! engaged, which is early in most systems, and gives up after [`SEARCHED_STATES`] otherwise.

use std::fmt;

use surmise_model::{ActionId, Alphabet, Context, Limits, Lts, PropertyId, StateId, Stop, System};

use crate::automata::determinise;
use crate::search::{Finding, SearchOptions, search};

/// How far the search goes before it gives up: a fraction of a second.
pub const SEARCHED_STATES: u64 = 200_000;

/// Why the verdict "holds" says less about the system than it seems to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vacuity {
    /// The system cannot take a single step.
    Stuck,
    /// The property allows every sequence of its actions.
    ForbidsNothing,
    /// None of the property's actions can ever happen in the system.
    NeverEngaged,
}

impl fmt::Display for Vacuity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stuck => "the system cannot take a single step",
            Self::ForbidsNothing => "it forbids nothing, so any system has it",
            Self::NeverEngaged => "none of its actions can ever happen in the system",
        })
    }
}

/// Whether a property that holds does so vacuously. `None` is no guarantee that it does not: it is
/// also the answer if the context's limits are too narrow to find out.
pub fn vacuity(system: &System, property: PropertyId, context: &Context<'_>) -> Option<Vacuity> {
    let property = &system.property(property).lts;
    if is_stuck(system) {
        return Some(Vacuity::Stuck);
    }
    if forbids_nothing(property, context).ok()? {
        return Some(Vacuity::ForbidsNothing);
    }
    // That nothing of it ever happens is what such a property says.
    if property.edges(property.initial()).is_empty() {
        return None;
    }
    let possible = possible_actions(system, context).ok()?.intersection(property.alphabet());
    let never = possible.is_empty() || never_happen(system, &possible, context).ok()?;
    never.then_some(Vacuity::NeverEngaged)
}

/// The actions that may happen in the system, as far as one can tell without composing it: every
/// component that has the action offers it in some state that it can reach by such actions. All
/// other actions never happen.
pub fn possible_actions(system: &System, context: &Context<'_>) -> Result<Alphabet, Stop> {
    // The greatest fixed point: everything is possible until a component says no. Each round
    // but the last takes an action away.
    let mut possible = system.alphabet();
    loop {
        let mut next = possible.clone();
        for component in &system.components {
            context.check()?;
            let offered = offered_actions(&component.lts, &possible);
            let refused = component.lts.alphabet().difference(&offered);
            next = next.difference(&refused);
        }
        if next == possible {
            return Ok(possible);
        }
        possible = next;
    }
}

/// The actions that a component offers where it can get by τ and the possible actions.
fn offered_actions(lts: &Lts, possible: &Alphabet) -> Alphabet {
    let mut offered = Alphabet::new();
    if lts.initial().is_error() {
        return offered;
    }
    let mut reached = vec![false; lts.num_states()];
    let mut waiting = vec![lts.initial()];
    reached[lts.initial().index()] = true;
    while let Some(state) = waiting.pop() {
        for edge in lts.edges(state) {
            offered.insert(edge.action);
            let follows = edge.action.is_tau() || possible.contains(edge.action);
            let target = edge.target;
            if follows && !target.is_error() && !reached[target.index()] {
                reached[target.index()] = true;
                waiting.push(target);
            }
        }
    }
    offered
}

/// Whether a search of the whole system meets none of the actions. `false` also if it gave up.
fn never_happen(system: &System, actions: &Alphabet, context: &Context<'_>) -> Result<bool, Stop> {
    let start = StateId::of(0);
    let mut builder = Lts::builder();
    builder.ensure_states(1);
    for action in actions.iter() {
        builder.add(start, action, StateId::ERROR);
    }
    let alarm = builder.build()?;
    let parts = system.components.iter().map(|component| &component.lts).chain([&alarm]);
    let parts: Vec<&Lts> = parts.collect();
    let states = context.limits.states.map_or(SEARCHED_STATES, |limit| limit.min(SEARCHED_STATES));
    let limits = Limits { states: Some(states), ..context.limits };
    let result = search(&parts, &SearchOptions::default(), &Context { limits, ..*context });
    Ok(result.finding == Finding::Exhausted)
}

/// Whether no component can move at the very start.
fn is_stuck(system: &System) -> bool {
    let offers = |lts: &Lts, action: ActionId| !lts.edges_on(lts.initial(), action).is_empty();
    let ltss = || system.components.iter().map(|component| &component.lts);
    let everybody =
        |action| ltss().all(|lts| !lts.alphabet().contains(action) || offers(lts, action));
    !ltss().any(|lts| {
        lts.edges(lts.initial()).iter().any(|edge| edge.action.is_tau() || everybody(edge.action))
    })
}

/// Whether the property has a transition for each of its actions wherever it can get.
fn forbids_nothing(property: &Lts, context: &Context<'_>) -> Result<bool, Stop> {
    // More subsets than these, and one does not want to know.
    let states = context.limits.states.map_or(SEARCHED_STATES, |limit| limit.min(SEARCHED_STATES));
    let limits = Limits { states: Some(states), ..context.limits };
    let determined = determinise(property, &Context { limits, ..*context })?;
    let complete = |state: StateId| determined.edges(state).len() == determined.alphabet().len();
    Ok(!determined.has_error() && determined.states().all(complete))
}
