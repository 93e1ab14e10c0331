//! The quotient of an LTS by a partition of its states.

use surmise_model::{Context, Lts, StateId, Stop};

use crate::automata::limits::{BuildWithin, Pace};

/// The LTS whose states are the blocks of an LTS, in the order of their first members, with all
/// transitions of all members. If `drop_inert`, without τ from a block to itself. The block of
/// `end`, if there is one, is END.
///
/// `block_of` gives the block of each state, under numbers of any kind below the number of states.
/// π is a block of its own.
pub(crate) fn quotient(
    lts: &Lts,
    block_of: &[u32],
    end: Option<StateId>,
    drop_inert: bool,
    context: &Context<'_>,
) -> Result<Lts, Stop> {
    context.reserve((lts.num_states() * (size_of::<StateId>())) as u64)?;
    let blocks = block_of.iter().max().map_or(0, |&block| block as usize + 1);
    let mut number = vec![StateId::ERROR; blocks];
    let mut builder = Lts::builder();
    for state in lts.states() {
        let block = block_of[state.index()] as usize;
        if number[block].is_error() {
            number[block] = builder.add_state()?;
        }
    }
    let image = |state: StateId| match state.is_error() {
        true => state,
        false => number[block_of[state.index()] as usize],
    };
    builder.initial(image(lts.initial())).extend_alphabet(lts.alphabet().iter());
    if let Some(end) = end {
        builder.end(image(end));
    }
    let mut pace = Pace::new(context);
    for state in lts.states() {
        let row = lts.edges(state);
        pace.spend(row.len() + 1)?;
        builder.make_room(row.len(), context)?;
        let source = image(state);
        for edge in row {
            let target = image(edge.target);
            if !(drop_inert && edge.action.is_tau() && target == source) {
                builder.add(source, edge.action, target);
            }
        }
    }
    builder.build_within(context)
}
