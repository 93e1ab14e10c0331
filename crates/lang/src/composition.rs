//! The composition of a system as one LTS, whatever language it was written in.

use surmise_model::{Context, Lts, Stop, System};

use crate::explicit::{self, Composition};

/// The composition of all components and properties as LTSA builds it, as one explicit LTS: hidden
/// actions are τ, and the tuples in which the whole has ended are one state.
///
/// # Errors
/// Why it had to stop: it has too many states, for example.
pub fn compose(system: &System, context: &Context<'_>) -> Result<Lts, Stop> {
    let properties: Vec<Lts> = system
        .properties
        .iter()
        .map(|property| explicit::complete(&property.lts))
        .collect::<Result<_, _>>()?;
    let components = system.components.iter().map(|component| &component.lts);
    let parts: Vec<&Lts> = components.chain(&properties).collect();
    let ends: Option<Vec<usize>> =
        system.ending().map(|ends| ends.iter().map(|component| component.index()).collect());
    let lts = explicit::compose(&Composition {
        parts: &parts,
        silent: &system.hidden,
        priority: system.priority.as_ref(),
        ends: ends.as_deref(),
        limit: usize::MAX,
        context,
    })?;
    Ok(lts)
}
