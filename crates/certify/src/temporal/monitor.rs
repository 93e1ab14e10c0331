//! Whether a formula is true of every run that a monitor allows, in whatever system.
//!
//! A monitor is a property, and sees actions alone. Take the system whose only component is the
//! monitor, and let every other action, and τ, happen at any time there and change nothing. Let *r*
//! be a run of the real system that never violates the monitor. The monitor's system has a run with
//! the same actions, τ instead of those that nobody here knows; and where *r* stops, it goes on
//! with τ for ever. At each position the same is true in both, as a formula about actions and
//! fluents sees no difference between τ, an unknown action and nothing at all. So if the formula is
//! true of all runs of the monitor's system, it is true of *r*, and of all fair runs among such.
//!
//! With *recurrence* (see there) the monitor sees something on *r* again and again, without end. So
//! it is enough that the formula is true of all such runs of the monitor's system: that `[]<>V`
//! implies it, where V is the monitor's alphabet. As no such run stops, there is a τ only if a
//! component has one.

use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{
    ActionId, Component, Context, Fairness, Lts, Meaning, Proposition, PropositionId, Stopping,
    System, TemporalProperty,
};

use super::holds;
use crate::checker::conclude;
use crate::refusal::structure;
use crate::{CheckedPremise, Refusal};

/// Checks that a temporal property is true of all that a monitor allows.
pub(crate) fn check_monitor(
    system: &System,
    property: &TemporalProperty,
    (monitor, recurs): (&Lts, bool),
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
    // Where no run stops, silent steps are those of components.
    let is_silent = |lts: &Lts| lts.transitions().any(|(_, edge)| edge.action.is_tau());
    let has_silent = system.components.iter().any(|component| is_silent(&component.lts));
    let silent = (!recurs || has_silent).then_some(ActionId::TAU);
    for state in monitor.states() {
        for action in others.iter().chain(silent) {
            builder.add(state, action, state);
        }
    }
    let lts = builder.build().map_err(|error| Refusal::Structure(error.to_string()))?;
    let alone = System {
        actions: system.actions.clone(),
        components: vec![Component::new("the monitor", lts)],
        ..System::default()
    };
    let mut propositions = property.propositions.clone();
    let formula = match recurs {
        true => {
            let sees = Meaning::Actions(monitor.alphabet().clone());
            propositions.push(Proposition { name: "V".to_owned(), meaning: sees });
            let mut formulas = Formulas::new();
            let formula = property.formula.add_to(&mut formulas);
            let seen = formulas.proposition(PropositionId::of(property.propositions.len()));
            let eventually = formulas.add(Operator::Eventually(seen));
            let again = formulas.add(Operator::Always(eventually));
            let root = formulas.add(Operator::Implies(again, formula));
            Formula::new(&formulas, root)
        }
        false => property.formula.clone(),
    };
    let any = TemporalProperty {
        formula,
        propositions,
        fairness: Fairness::None,
        stopping: Stopping::Stays,
        is_open: false,
        ..property.clone()
    };
    let statement = match recurs {
        true => format!("all that the monitor allows and sees no end of has {}", property.name),
        false => format!("all that the monitor allows has {}", property.name),
    };
    let objection = format!("it allows a run that violates {}", property.name);
    conclude(&system.actions, 1, statement, objection, holds(&alone, &any, context))
}
