//! What a claim about a system means, by the definitions: runs step by step, one claim at a time.

use std::collections::{BTreeSet, VecDeque};

use surmise_model::{ActionId, Alphabet, Claim, Lts, StateId, System, Termination};

use crate::product::successors;

/// The length of a shortest run that shows the contrary of a claim, if there is one.
///
/// A run ends when a component is in π, whatever is claimed. What a property says about the run is
/// the set of states that it may be in after the actions so far; the property is violated when
/// there is none.
pub fn shortest_violation(system: &System, claim: Claim) -> Option<usize> {
    let property = property(system, claim);
    let watching = property.map(|lts| closure(lts, BTreeSet::from([lts.initial()])));
    let initial: Vec<StateId> = system.components.iter().map(|c| c.lts.initial()).collect();
    let mut seen = BTreeSet::from([(initial.clone(), watching.clone())]);
    let mut queue = VecDeque::from([(initial, watching, 0)]);
    while let Some((tuple, watching, length)) = queue.pop_front() {
        let in_error = tuple.iter().any(|state| state.is_error());
        let steps = if in_error { Vec::new() } else { steps(system, &tuple) };
        let violated = match claim {
            Claim::NoError => in_error,
            Claim::NoDeadlock => !in_error && steps.is_empty() && !has_ended(system, &tuple),
            Claim::Property(_) => watching.as_ref().is_some_and(BTreeSet::is_empty),
            Claim::Temporal(_) => panic!("no finite run shows that; see `naively_holds`"),
        };
        if violated {
            return Some(length);
        }
        for (action, next) in steps {
            let watching = property.zip(watching.as_ref());
            let watching = watching.map(|(lts, states)| after(lts, states, action));
            if seen.insert((next.clone(), watching.clone())) {
                queue.push_back((next, watching, length + 1));
            }
        }
    }
    None
}

/// The property that is claimed, if one is.
fn property(system: &System, claim: Claim) -> Option<&Lts> {
    match claim {
        Claim::Property(id) => Some(&system.property(id).lts),
        Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => None,
    }
}

/// States of the components, and of the property that is claimed.
pub type Watched = (Vec<StateId>, Option<BTreeSet<StateId>>);

/// Whether a set of states shows a claim: the initial state is in it, all steps from its states
/// lead to states in it, unless the run ends with them, and nothing is wrong with any. The property
/// is never in other sets of states than those that have a name.
pub fn is_inductive(
    system: &System,
    claim: Claim,
    set: &BTreeSet<Watched>,
    named: &BTreeSet<BTreeSet<StateId>>,
) -> bool {
    let property = property(system, claim);
    let initial: Vec<StateId> = system.components.iter().map(|c| c.lts.initial()).collect();
    let watching = property.map(|lts| closure(lts, BTreeSet::from([lts.initial()])));
    set.contains(&(initial, watching))
        && set.iter().all(|(tuple, watching)| {
            let steps = steps(system, tuple);
            let (moves, may_err) = match claim {
                Claim::Property(_) => (true, true),
                Claim::NoError => (true, false),
                Claim::NoDeadlock => (!steps.is_empty() || has_ended(system, tuple), true),
                Claim::Temporal(_) => (false, false),
            };
            moves
                && steps.into_iter().all(|(action, next)| {
                    let watching = watching
                        .as_ref()
                        .zip(property)
                        .map(|(states, lts)| after(lts, states, action));
                    let ends = next.iter().any(|state| state.is_error());
                    match ends {
                        true => may_err && watching.is_none_or(|states| named.contains(&states)),
                        false => set.contains(&(next, watching)),
                    }
                })
        })
}

/// The states that a property may be in after one more action.
fn after(lts: &Lts, states: &BTreeSet<StateId>, action: ActionId) -> BTreeSet<StateId> {
    match lts.alphabet().contains(action) {
        true => {
            let targets = states.iter().flat_map(|&state| lts.successors(state, action));
            closure(lts, targets.collect())
        }
        false => states.clone(),
    }
}

/// All steps of a system: the components' together, and on actions that only properties have. Where
/// one is possible that does not give way, those that do are not.
fn steps(system: &System, tuple: &[StateId]) -> Vec<(ActionId, Vec<StateId>)> {
    let ltss: Vec<&Lts> = system.components.iter().map(|component| &component.lts).collect();
    let mut steps = successors(&ltss, tuple);
    let actions = system.alphabet();
    for action in system.properties.iter().flat_map(|property| property.lts.alphabet().iter()) {
        if !actions.contains(action) {
            steps.push((action, tuple.to_vec()));
        }
    }
    if let Some(priority) = &system.priority {
        let is_low = |action: ActionId| match action {
            ActionId::TAU => priority.tau_is_low,
            action => priority.low.contains(action),
        };
        if steps.iter().any(|&(action, _)| !is_low(action)) {
            steps.retain(|&(action, _)| !is_low(action));
        }
    }
    steps
}

/// Whether a system that is here has ended.
fn has_ended(system: &System, tuple: &[StateId]) -> bool {
    let at_end = |i: usize| system.components[i].lts.end() == Some(tuple[i]);
    match &system.termination {
        Termination::Never => false,
        Termination::When(components) => components.iter().all(|id| at_end(id.index())),
        Termination::ByAlphabets => {
            let mut ending = Alphabet::new();
            let mut endless = Alphabet::new();
            let mut all_there = true;
            let mut some_end = false;
            for (i, component) in system.components.iter().enumerate() {
                if component.lts.end().is_some() {
                    ending.extend(component.lts.alphabet().iter());
                    all_there &= at_end(i);
                    some_end = true;
                } else {
                    endless.extend(component.lts.alphabet().iter());
                }
            }
            some_end && all_there && endless.iter().all(|action| ending.contains(action))
        }
    }
}

/// The states and what τ leads to from them; none if π is among them.
fn closure(lts: &Lts, mut states: BTreeSet<StateId>) -> BTreeSet<StateId> {
    loop {
        let more = states.iter().flat_map(|&state| lts.successors(state, ActionId::TAU));
        let more: Vec<StateId> = more.collect();
        let size = states.len();
        states.extend(more);
        if states.len() == size {
            break;
        }
    }
    if states.contains(&StateId::ERROR) { BTreeSet::new() } else { states }
}
