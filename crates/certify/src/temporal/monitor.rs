//! Whether a formula is true of every run that a monitor allows, in whatever system.
//!
//! A monitor is a property, and sees actions alone. Take the system whose only component is the
//! monitor, and let every other action, and τ, happen at any time there and change nothing. Let *r*
//! be a run of the real system that never violates the monitor. The monitor's system has a run with
//! the same actions, τ instead of those that nobody here knows; and where *r* stops, it goes on
//! with τ for ever. At each position the same is true in both, as a formula about actions and
//! fluents sees no difference between τ, an unknown action and nothing at all. So if the formula is
//! true of all runs of the monitor's system, it is true of *r*, and of all fair runs among such.

use surmise_model::{
    ActionId, Component, Context, Fairness, Lts, Meaning, Stopping, System, TemporalProperty,
};

use super::holds;
use crate::checker::conclude;
use crate::refusal::structure;
use crate::{CheckedPremise, Refusal};

/// Checks that a temporal property is true of all that a monitor allows.
pub(crate) fn check_monitor(
    system: &System,
    property: &TemporalProperty,
    monitor: &Lts,
    context: &Context<'_>,
) -> Result<CheckedPremise, Refusal> {
    let is_seen = |meaning: &Meaning| match meaning {
        Meaning::Actions(_) | Meaning::Fluent { .. } => true,
        Meaning::States { .. } | Meaning::Predicate(_) => false,
    };
    if !property.propositions.iter().all(|proposition| is_seen(&proposition.meaning)) {
        return structure("the formula speaks of states, which a monitor does not see".to_owned());
    }
    if monitor.has_error() || monitor.transitions().any(|(_, edge)| edge.action.is_tau()) {
        return structure("a monitor has neither an error state nor silent steps".to_owned());
    }
    // An action that may happen at any time would push aside those that give way.
    if system.priority.is_some() && !monitor.alphabet().is_subset(&system.alphabet()) {
        return structure("with priorities, a monitor sees actions of components alone".to_owned());
    }
    let mut builder = Lts::builder();
    let others = system.alphabet().union(&property.alphabet()).difference(monitor.alphabet());
    builder.ensure_states(monitor.num_states());
    builder.extend_alphabet(monitor.alphabet().iter()).extend_alphabet(others.iter());
    builder.initial(monitor.initial());
    for (state, edge) in monitor.transitions() {
        builder.add(state, edge.action, edge.target);
    }
    for state in monitor.states() {
        for action in others.iter().chain([ActionId::TAU]) {
            builder.add(state, action, state);
        }
    }
    let lts = builder.build().map_err(|error| Refusal::Structure(error.to_string()))?;
    let alone = System {
        actions: system.actions.clone(),
        components: vec![Component::new("the monitor", lts)],
        ..System::default()
    };
    let any = TemporalProperty {
        fairness: Fairness::None,
        stopping: Stopping::Stays,
        is_open: false,
        ..property.clone()
    };
    let statement = format!("all that the monitor allows has {}", property.name);
    let objection = format!("it allows a run that violates {}", property.name);
    conclude(&system.actions, 1, statement, objection, holds(&alone, &any, context))
}
