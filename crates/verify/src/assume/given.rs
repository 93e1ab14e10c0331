//! Assumptions that a user wrote, to be used instead of found.

use surmise_model::{ActionId, ComponentId, Context, Lts, Reason, StateId, Stop};

use super::Problem;
use super::decompose::Groups;
use super::words;
use crate::automata::determinise;

/// What a user says that the group of a component guarantees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// A component of the group.
    pub component: ComponentId,
    /// It keeps to the traces of this LTS, as far as they are about its alphabet. What leads to π is
    /// no trace.
    pub lts: Lts,
}

/// The assumption that is given for each group, if there is one: deterministic and without π.
pub(crate) fn by_group(
    given: &[Given],
    problem: &Problem<'_>,
    groups: &Groups,
    context: &Context<'_>,
) -> Result<Vec<Option<Lts>>, Stop> {
    let mut result: Vec<Option<Lts>> = vec![None; groups.len()];
    for Given { component, lts } in given {
        let name = &problem.system().component(*component).name;
        let refuse = |what: String| Err(Stop(Reason::Unsupported(what)));
        let Some(group) = groups.iter().position(|group| group.contains(component)) else {
            return Err(Stop::internal("a component is in no group"));
        };
        let foreign = lts.alphabet().difference(&problem.group_alphabet(&groups[group]));
        if !foreign.is_empty() {
            let foreign = words::alphabet(&problem.actions, &foreign);
            return refuse(format!(
                "the assumption given for {name} speaks of actions that are not its own: {foreign}"
            ));
        }
        let lts = determinise(lts, context)?.without_error();
        if lts.initial().is_error() {
            return refuse(format!("the assumption given for {name} allows nothing at all"));
        }
        if result[group].replace(lts).is_some() {
            return refuse(format!("two assumptions are given for the group of {name}"));
        }
    }
    Ok(result)
}

/// The state of a deterministic LTS after a word, whose actions outside its alphabet do not count, if
/// it allows it.
pub(crate) fn state_after(lts: &Lts, word: &[ActionId]) -> Option<StateId> {
    let mut own = word.iter().filter(|&&action| lts.alphabet().contains(action));
    own.try_fold(lts.initial(), |state, &action| {
        lts.successors(state, action).next().filter(|target| !target.is_error())
    })
}
