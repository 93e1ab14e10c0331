//! What is drawn of an LTS, whatever it is drawn with: its states, and one arrow for all transitions
//! from one state to another.

use indexmap::IndexMap;
use surmise_model::{Lts, StateId};

use super::Writable;
use crate::Name;

/// More states than this make no picture that anybody can read.
const MOST_STATES: usize = 100;
/// More arrows than this do not, either.
const MOST_ARROWS: usize = 200;
/// At most so many labels are written at one arrow.
const MOST_LABELS: usize = 8;

/// An arrow from one state to another.
pub(super) struct Arrow {
    pub(super) source: StateId,
    pub(super) target: StateId,
    /// The labels, one a line.
    pub(super) labels: Vec<String>,
}

/// All arrows, by source and target.
pub(super) fn arrows(writable: &Writable<'_>) -> Vec<Arrow> {
    let mut arrows: IndexMap<(StateId, StateId), Vec<String>> = IndexMap::new();
    for (source, edge) in writable.lts.transitions() {
        let labels = arrows.entry((source, edge.target)).or_default();
        labels.push(Name::from(writable.actions.name(edge.action)).to_string());
    }
    arrows
        .into_iter()
        .map(|((source, target), mut labels)| {
            if labels.len() > MOST_LABELS {
                let more = labels.len() - MOST_LABELS + 1;
                labels.truncate(MOST_LABELS - 1);
                labels.push(format!("… {more} more"));
            }
            Arrow { source, target, labels }
        })
        .collect()
}

/// What is written into a state.
pub(super) fn state_name(state: StateId) -> String {
    if state.is_error() { "π".into() } else { state.index().to_string() }
}

/// Why a picture makes no sense, if it does not.
pub(super) fn refusal(lts: &Lts) -> Option<String> {
    let states = lts.num_states();
    if states > MOST_STATES {
        return Some(format!("{states} states make no readable picture: at most {MOST_STATES}"));
    }
    let mut pairs: Vec<_> = lts.transitions().map(|(source, e)| (source, e.target)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    (pairs.len() > MOST_ARROWS)
        .then(|| format!("{} arrows make no readable picture: at most {MOST_ARROWS}", pairs.len()))
}
