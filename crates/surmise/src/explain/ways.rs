//! An assumption that goes round in several ways: "Again and again one of: `call.1`, then `event.1`;
//! `call.2`, then `event.2`."
//!
//! Each way leaves the initial state and comes back to it, without a choice in between: elsewhere,
//! a state may have loops, and all else leads to one state. What is not named may happen at any
//! time.

use super::behaviour::Behaviour;
use super::rules::Set;
use super::sentence::joined;

/// More ways than these are nothing to read.
const MOST_WAYS: usize = 12;

/// A longer way is not, either.
const MOST_STEPS: usize = 6;

/// What happens next on a way.
enum Part {
    /// One of these.
    One(Set),
    /// Any number of these.
    Many(Set),
}

/// The ways as a sentence, and what must never happen as another; nothing if it is not like that.
pub(super) fn sentences(behaviour: &Behaviour) -> Option<Vec<String>> {
    let all = || 0..behaviour.num_states();
    let leads = |state: usize, class: usize| {
        behaviour.steps(state).find(|(other, _)| *other == class).map(|(_, to)| to)
    };
    let is_free = |class: usize| all().all(|state| leads(state, class) == Some(state));
    let is_never = |class: usize| all().all(|state| behaviour.forbids(state, class));
    let ways = ways(behaviour, &is_free)?;
    let mut sentences = Vec::new();
    let never: Set = (0..behaviour.classes.len()).filter(|&class| is_never(class)).collect();
    if !never.is_empty() {
        sentences.push(format!("Never {}.", names(behaviour, &never)));
    }
    let way = |way: &Vec<Part>| {
        let part = |part: &Part| match part {
            Part::One(set) => names(behaviour, set),
            Part::Many(set) => format!("any number of {}", names(behaviour, set)),
        };
        way.iter().map(part).collect::<Vec<String>>().join(", then ")
    };
    let ways: Vec<String> = ways.iter().map(way).collect();
    let one_of = if ways.len() > 1 { " one of" } else { "" };
    sentences.push(format!("Again and again{one_of}: {}.", ways.join("; ")));
    Some(sentences)
}

/// The ways from the initial state back to it.
fn ways(behaviour: &Behaviour, is_free: &dyn Fn(usize) -> bool) -> Option<Vec<Vec<Part>>> {
    let home = behaviour.initial;
    let mut ways = Vec::new();
    let mut visited = 1;
    for (first, mut at) in by_target(behaviour, home, is_free) {
        let mut way = vec![Part::One(first)];
        while at != home {
            visited += 1;
            let (loops, mut on): (Vec<_>, Vec<_>) =
                by_target(behaviour, at, is_free).into_iter().partition(|(_, to)| *to == at);
            let (Some((next, to)), true) = (on.pop(), on.is_empty()) else { return None };
            way.extend(loops.into_iter().map(|(set, _)| Part::Many(set)));
            way.push(Part::One(next));
            if way.len() > 2 * MOST_STEPS {
                return None;
            }
            at = to;
        }
        ways.push(way);
    }
    let is_short = !ways.is_empty() && ways.len() <= MOST_WAYS;
    (is_short && visited > 1).then_some(ways)
}

/// Where a state leads, and what leads there.
fn by_target(
    behaviour: &Behaviour,
    state: usize,
    is_free: &dyn Fn(usize) -> bool,
) -> Vec<(Set, usize)> {
    let mut found: Vec<(Set, usize)> = Vec::new();
    for (class, to) in behaviour.steps(state).filter(|(class, _)| !is_free(*class)) {
        match found.iter_mut().find(|(_, other)| *other == to) {
            Some((set, _)) => {
                set.insert(class);
            }
            None => found.push((Set::from([class]), to)),
        }
    }
    found
}

fn names(behaviour: &Behaviour, set: &Set) -> String {
    let names = set.iter().flat_map(|&class| &behaviour.classes[class]);
    joined(&names.map(|name| format!("`{name}`")).collect::<Vec<String>>())
}
