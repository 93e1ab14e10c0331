//! The coarsest partition of states that a signature respects, and the LTS over its classes.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, BuildError, Context, Edge, Lts, StateId, Stop};

/// The class of every state.
pub(super) type Classes = Vec<u32>;

/// A class and where its states go.
type Key = (u32, Box<[(ActionId, u32)]>);

/// The class that stands for π in signatures.
const ERROR_CLASS: u32 = u32::MAX;

/// After how many states the context is asked whether to go on.
const GLANCE: usize = 1024;

/// Refines until states of a class have the same transitions into classes, by `rows` (which may be
/// the LTS's own rows or saturated ones). What a silent step in them leads to the end, and the end
/// itself, is apart from all else to begin with.
pub(super) fn refine(
    rows: &[Vec<Edge>],
    end: Option<StateId>,
    context: &Context<'_>,
) -> Result<Classes, Stop> {
    let mut classes: Classes = vec![0; rows.len()];
    if let Some(end) = end {
        let ending = Edge { action: ActionId::TAU, target: end };
        for (class, row) in classes.iter_mut().zip(rows) {
            *class = u32::from(row.contains(&ending));
        }
        classes[end.index()] = 1;
    }
    let mut count = classes.iter().collect::<std::collections::BTreeSet<_>>().len();
    let mut signature: Vec<(ActionId, u32)> = Vec::new();
    loop {
        let mut numbers: IndexMap<Key, u32, FxBuildHasher> = IndexMap::default();
        let mut next: Classes = Vec::with_capacity(rows.len());
        for (state, row) in rows.iter().enumerate() {
            if state.is_multiple_of(GLANCE) {
                context.check()?;
            }
            signature.clear();
            signature.extend(row.iter().map(|edge| match edge.target.is_error() {
                true => (edge.action, ERROR_CLASS),
                false => (edge.action, classes[edge.target.index()]),
            }));
            signature.sort_unstable();
            signature.dedup();
            let number = numbers.len() as u32;
            let key = (classes[state], Box::from(&signature[..]));
            next.push(*numbers.entry(key).or_insert(number));
        }
        let refined = numbers.len();
        classes = next;
        // Classes only ever split: as many as before means the same ones.
        if refined == count {
            return Ok(classes);
        }
        count = refined;
    }
}

/// The LTS over classes: the transitions of all members, without silent steps inside a class.
pub(super) fn quotient(lts: &Lts, classes: &Classes) -> Result<Lts, BuildError> {
    let class = |state: StateId| match state.is_error() {
        true => StateId::ERROR,
        false => StateId::of(classes[state.index()] as usize),
    };
    let mut builder = Lts::builder();
    let count = classes.iter().max().map_or(0, |&largest| largest as usize + 1);
    builder.ensure_states(count).initial(class(lts.initial()));
    builder.extend_alphabet(lts.alphabet().iter()).reserve(lts.num_transitions());
    if let Some(end) = lts.end() {
        builder.end(class(end));
    }
    for (state, Edge { action, target }) in lts.transitions() {
        let (source, target) = (class(state), class(target));
        if !(action.is_tau() && source == target) {
            builder.add(source, action, target);
        }
    }
    builder.build()
}

/// The rows of an LTS.
pub(super) fn rows(lts: &Lts) -> Vec<Vec<Edge>> {
    lts.states().map(|state| lts.edges(state).to_vec()).collect()
}
