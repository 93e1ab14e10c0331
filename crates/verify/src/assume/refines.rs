//! Whether components still keep to an assumption that was made about them: premise 2 of rule ASYM, alone.
//!
//! First it is tried whether the assumption simulates the components, which takes time in the product of their
//! sizes and is true of whatever was a quotient and has not changed much. If it does not, the traces are compared:
//! they may be included although there is no simulation.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Context, Lts, StateId, Stop};

use crate::automata::{Distinction, compose, project, trace_inclusion};

/// How components keep to an assumption, or how they do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refines {
    /// The assumption simulates them.
    BySimulation,
    /// It has all of their traces, though it does not simulate them.
    ByInclusion,
    /// They can do this, and it cannot.
    Not(Vec<ActionId>),
}

/// Whether components without π, together, keep to an assumption without π. What they do outside of its
/// alphabet does not concern it; what it speaks about and they do not know may happen at any time.
pub fn refines(
    components: &[&Lts],
    assumption: &Lts,
    context: &Context<'_>,
) -> Result<Refines, Stop> {
    let whole = compose(components, context)?;
    let left = with_loops(&project(&whole, assumption.alphabet()), assumption.alphabet())?;
    if simulates(&left, assumption, context)? {
        return Ok(Refines::BySimulation);
    }
    Ok(match trace_inclusion(&left, assumption, context)? {
        None => Refines::ByInclusion,
        Some(Distinction { trace, .. }) => Refines::Not(trace),
    })
}

/// The same LTS with a loop everywhere on each action of an alphabet that it does not know.
fn with_loops(lts: &Lts, alphabet: &Alphabet) -> Result<Lts, Stop> {
    let unknown: Vec<ActionId> = alphabet.difference(lts.alphabet()).iter().collect();
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    builder.extend_alphabet(lts.alphabet().iter());
    for (source, edge) in lts.transitions() {
        builder.add(source, edge.action, edge.target);
    }
    for state in lts.states() {
        unknown.iter().for_each(|&action| {
            builder.add(state, action, state);
        });
    }
    Ok(builder.build()?)
}

/// Whether the right LTS simulates the left one: it answers each action by the same one, and τ by doing nothing.
/// The greatest such relation, by taking away what is not in it.
fn simulates(left: &Lts, right: &Lts, context: &Context<'_>) -> Result<bool, Stop> {
    if left.initial().is_error() || right.initial().is_error() {
        return Ok(false);
    }
    let bytes = left.num_states() * (right.num_states().div_ceil(8) + 40);
    context.reserve(bytes as u64)?;
    let mut all = FixedBitSet::with_capacity(right.num_states());
    all.insert_range(..);
    let mut above = vec![all; left.num_states()];
    let mut changed = true;
    while changed {
        changed = false;
        for state in left.states() {
            context.check()?;
            let answered = |above: &[FixedBitSet], by: usize| {
                left.edges(state).iter().all(|edge| match edge.action.is_tau() {
                    true => above[edge.target.index()].contains(by),
                    false => right
                        .successors(StateId::of(by), edge.action)
                        .any(|target| above[edge.target.index()].contains(target.index())),
                })
            };
            let fails = above[state.index()].ones().filter(|&by| !answered(&above, by));
            let fails: Vec<usize> = fails.collect();
            changed |= !fails.is_empty();
            fails.into_iter().for_each(|by| above[state.index()].set(by, false));
        }
    }
    Ok(above[left.initial().index()].contains(right.initial().index()))
}
