//! Whether something that a monitor sees happens infinitely often on every run without end.
//!
//! On a run without end somebody moves infinitely often, or else an action of nobody happens at any
//! time. A component has finitely many states, so one that moves infinitely often goes round a
//! cycle of its own. If there is no cycle without an action of the monitor in any component, and
//! the monitor sees what may happen at any time, it sees something infinitely often.

use surmise_model::{Lts, StateId, System, TemporalProperty};

use crate::refusal::structure;
use crate::{CheckedPremise, Refusal};

/// Checks that no run goes on for ever without an action of a monitor.
pub(crate) fn check_recurrence(
    system: &System,
    property: &TemporalProperty,
    monitor: &Lts,
) -> Result<CheckedPremise, Refusal> {
    if !system.actions_at_any_time(property).is_subset(monitor.alphabet()) {
        return structure("the monitor does not see all that may happen at any time".to_owned());
    }
    let mut states = 0;
    for component in &system.components {
        states += component.lts.num_states() as u64;
        if has_unseen_cycle(&component.lts, monitor) {
            let name = &component.name;
            return structure(format!("`{name}` has a cycle of which the monitor sees nothing"));
        }
    }
    let statement = "no component has a cycle of which the monitor sees nothing".to_owned();
    Ok(CheckedPremise { statement, states })
}

/// Takes states away that no unseen step leads to, and their steps, until none is left; on a cycle,
/// all are. π has no steps.
fn has_unseen_cycle(lts: &Lts, monitor: &Lts) -> bool {
    let unseen = |state: StateId| {
        let edges = lts.edges(state).iter().filter(|edge| !edge.target.is_error());
        edges.filter(|edge| !monitor.alphabet().contains(edge.action)).map(|edge| edge.target)
    };
    let mut leading_there = vec![0_usize; lts.num_states()];
    for target in lts.states().flat_map(unseen) {
        leading_there[target.index()] += 1;
    }
    let mut free: Vec<StateId> =
        lts.states().filter(|state| leading_there[state.index()] == 0).collect();
    let mut left = lts.num_states();
    while let Some(state) = free.pop() {
        left -= 1;
        for target in unseen(state) {
            leading_there[target.index()] -= 1;
            if leading_there[target.index()] == 0 {
                free.push(target);
            }
        }
    }
    left > 0
}
