//! The evidence that an assumption abstracts what comes after it: the simulation between a concrete
//! system and its abstraction, written out so that a checker needs no closure of its own.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{Alphabet, Context, Simulation, StateId, Stop};

use super::concrete::Concrete;

/// The pairs of a concrete state and an abstract one that one can have left for it by hidden steps
/// alone, as far as they can be reached. `state_of` gives the abstract state of a concrete one in
/// which a visible step ends, or which is the initial one.
pub(crate) fn simulation(
    concrete: &Concrete,
    visible: &Alphabet,
    state_of: impl Fn(StateId) -> Result<StateId, Stop>,
    context: &Context<'_>,
) -> Result<Simulation, Stop> {
    let initial = concrete.lts.initial();
    let mut pairs: IndexSet<(StateId, StateId), FxBuildHasher> = IndexSet::default();
    pairs.insert((initial, state_of(initial)?));
    let mut next = 0;
    while let Some(&(state, class)) = pairs.get_index(next) {
        for edge in concrete.lts.edges(state) {
            let simulated_by = match visible.contains(edge.action) {
                true => state_of(edge.target)?,
                false => class,
            };
            pairs.insert((edge.target, simulated_by));
        }
        next += 1;
        if next.is_multiple_of(1024) {
            let tuple = 32 + 4 * concrete.tuple(state).len();
            context.reserve((pairs.len() * (16 + tuple)) as u64)?;
        }
    }
    let tuple = |state| concrete.tuple(state).iter().map(|&local| StateId::of(local as usize));
    let mut map: Vec<(Vec<StateId>, StateId)> =
        pairs.into_iter().map(|(state, class)| (tuple(state).collect(), class)).collect();
    map.sort_unstable();
    Ok(Simulation { map })
}
