//! Whether components still keep to an assumption that was made about them: premise 2 of rule ASYM,
//! alone.
//!
//! First it is tried whether the assumption simulates the components, which takes time in the
//! product of their sizes and is true of whatever was a quotient and has not changed much. If it
//! does not, the traces are compared: they may be included although there is no simulation.
//!
//! An error state of a component counts as in every assumption, by its
//! [error action](surmise_model::ErrorActions): an assumption that does not speak of it forbids it.

use fixedbitset::FixedBitSet;
use surmise_model::{ActionId, Alphabet, Claim, ComponentId, Context, Lts, StateId, Stop, System};

use super::Problem;
use crate::automata::{Distinction, compose, determinise, project, trace_inclusion};

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

/// Whether components of a system, together, keep to an assumption. What leads the assumption to π
/// is no trace of it.
pub fn keep_to(
    system: &System,
    components: &[ComponentId],
    assumption: &Lts,
    context: &Context<'_>,
) -> Result<Refines, Stop> {
    let problem = Problem::new(system, Claim::NoError, context)?;
    let errors = system.error_actions(Claim::NoError)?.of;
    let error = |id: &ComponentId| errors[id.index()];
    let assumption = match assumption.has_error() {
        true => determinise(assumption, context)?.without_error(),
        false => assumption.clone(),
    };
    if assumption.initial().is_error() {
        return Ok(Refines::Not(Vec::new()));
    }
    let assumption = assumption.with_alphabet(&components.iter().filter_map(error).collect());
    // A component that has no error state any more never does what stood for it.
    let mut gone = Alphabet::new();
    for id in components.iter().filter(|id| error(id).is_none()) {
        let name = format!("{}.error", system.component(*id).name);
        gone.extend(
            problem.actions.get(&name).filter(|action| !system.alphabet().contains(*action)),
        );
    }
    let mut ltss = problem.group(components);
    let knows_gone = Lts::builder().ensure_states(1).extend_alphabet(gone.iter()).build()?;
    ltss.push(&knows_gone);
    refines(&ltss, &assumption, context)
}

/// Whether components without π, together, keep to an assumption without π. What they do outside of
/// its alphabet does not concern it; what it speaks about and they do not know may happen at any
/// time.
pub(super) fn refines(
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

/// Whether the right LTS simulates the left one: it answers each action by the same one, and τ by
/// doing nothing. The greatest such relation, by taking away what is not in it.
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
