//! Traces by their definition: the set of states that a word can lead to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use surmise_model::{ActionId, Lts, StateId};

/// What a word is to an LTS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NaiveObservation {
    /// Not a trace, or the continuation of one into π.
    Absent,
    /// A trace, and no run that shows it or a prefix of it leads into π.
    Safe,
    /// A trace into π, and no proper prefix is.
    Error,
}

/// Where an LTS can be after a word; `None` once the word has a proper prefix that leads into π.
pub type NaiveSubset = Option<BTreeSet<StateId>>;

/// Where an LTS can be before any action.
pub fn initial_subset(lts: &Lts) -> NaiveSubset {
    Some(silent_closure(lts, BTreeSet::from([lts.initial()])))
}

/// Where an LTS can be after one more action.
pub fn next_subset(lts: &Lts, subset: &NaiveSubset, action: ActionId) -> NaiveSubset {
    let subset = subset.as_ref().filter(|subset| !subset.contains(&StateId::ERROR))?;
    let next = subset.iter().flat_map(|&state| lts.successors(state, action)).collect();
    Some(silent_closure(lts, next))
}

/// What a word is that leads to a subset.
pub fn observe_subset(subset: &NaiveSubset) -> NaiveObservation {
    match subset {
        Some(subset) if subset.contains(&StateId::ERROR) => NaiveObservation::Error,
        Some(subset) if !subset.is_empty() => NaiveObservation::Safe,
        _ => NaiveObservation::Absent,
    }
}

/// What a word is to an LTS.
pub fn observe(lts: &Lts, word: &[ActionId]) -> NaiveObservation {
    let start = initial_subset(lts);
    observe_subset(&word.iter().fold(start, |subset, &action| next_subset(lts, &subset, action)))
}

/// All sets of states that traces lead to without π on the way or at the end.
pub fn safe_subsets(lts: &Lts) -> BTreeSet<BTreeSet<StateId>> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![initial_subset(lts)];
    while let Some(subset) = waiting.pop() {
        if observe_subset(&subset) != NaiveObservation::Safe {
            continue;
        }
        let next: Vec<NaiveSubset> =
            lts.alphabet().iter().map(|action| next_subset(lts, &subset, action)).collect();
        if subset.is_some_and(|subset| found.insert(subset)) {
            waiting.extend(next);
        }
    }
    found
}

/// A shortest word over both alphabets whose observations in the two LTSs the predicate calls
/// different, by breadth-first search through all pairs of subsets.
pub fn shortest_word(
    left: &Lts,
    right: &Lts,
    differ: impl Fn(NaiveObservation, NaiveObservation) -> bool,
) -> Option<Vec<ActionId>> {
    let actions: Vec<ActionId> = left.alphabet().union(right.alphabet()).iter().collect();
    let start = (initial_subset(left), initial_subset(right));
    let mut words = BTreeMap::from([(start.clone(), Vec::new())]);
    let mut waiting = VecDeque::from([start]);
    while let Some(pair) = waiting.pop_front() {
        let word = words[&pair].clone();
        if differ(observe_subset(&pair.0), observe_subset(&pair.1)) {
            return Some(word);
        }
        for &action in &actions {
            let next = (next_subset(left, &pair.0, action), next_subset(right, &pair.1, action));
            if !words.contains_key(&next) {
                let longer = word.iter().copied().chain([action]).collect();
                words.insert(next.clone(), longer);
                waiting.push_back(next);
            }
        }
    }
    None
}

fn silent_closure(lts: &Lts, mut states: BTreeSet<StateId>) -> BTreeSet<StateId> {
    loop {
        let more: BTreeSet<StateId> =
            states.iter().flat_map(|&state| lts.successors(state, ActionId::TAU)).collect();
        let before = states.len();
        states.extend(more);
        if states.len() == before {
            return states;
        }
    }
}
