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
    /// It keeps to the traces of this LTS, as far as they are about its alphabet. What leads to π
    /// is no trace.
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

/// Why a given assumption cannot be used: its group can do the last action of a word, which it
/// forbids.
pub(crate) fn broken(problem: &Problem<'_>, group: &[ComponentId], word: &[ActionId]) -> Stop {
    not_usable(problem, group, word, |name, trace, last| {
        format!(
            "the assumption given for {name} does not hold: after {trace}, {name} can do {last}, which it \
             forbids"
        )
    })
}

/// Why a given assumption cannot be used: with it a word violates the property, which its group
/// cannot do.
pub(crate) fn too_weak(problem: &Problem<'_>, group: &[ComponentId], word: &[ActionId]) -> Stop {
    not_usable(problem, group, word, |name, trace, last| {
        format!(
            "the assumption given for {name} is too weak: it allows {trace}, {last}, which violates the \
             property although {name} cannot do it"
        )
    })
}

fn not_usable(
    problem: &Problem<'_>,
    group: &[ComponentId],
    word: &[ActionId],
    sentence: impl Fn(&str, &str, &str) -> String,
) -> Stop {
    let names = group.iter().map(|&id| &*problem.system().component(id).name);
    let name = names.collect::<Vec<_>>().join(" ‖ ");
    let (last, before) = word.split_last().map_or((None, word), |(l, b)| (Some(l), b));
    let last = last.map_or("nothing", |&last| problem.actions.name(last));
    let trace = words::trace(&problem.actions, before);
    Stop(Reason::Unsupported(sentence(&name, &trace, last)))
}

/// The state of a deterministic LTS after a word, whose actions outside its alphabet do not count,
/// if it allows it.
pub(crate) fn state_after(lts: &Lts, word: &[ActionId]) -> Option<StateId> {
    let mut own = word.iter().filter(|&&action| lts.alphabet().contains(action));
    own.try_fold(lts.initial(), |state, &action| {
        lts.successors(state, action).next().filter(|target| !target.is_error())
    })
}
