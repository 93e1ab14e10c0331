//! What an exploration of all states of a system decides, however it represents them: the rules
//! that hold for every way to explore.

use surmise_model::{
    Alphabet, Claim, ComponentId, Counterexample, Lts, PropertyId, StateId, Step, System, Trace,
    Violation,
};

/// A [claim](Claim) for an exploration to decide.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Goal<'a> {
    /// No run does what the property forbids. The LTS is deterministic, and forbids at least that;
    /// in its place, what it forbids counts.
    Property(PropertyId, &'a Lts),
    /// No component reaches π.
    NoError,
    /// There is no deadlock.
    NoDeadlock,
}

impl Goal<'_> {
    /// The claim.
    pub(crate) fn claim(self) -> Claim {
        match self {
            Self::Property(id, _) => Claim::Property(id),
            Self::NoError => Claim::NoError,
            Self::NoDeadlock => Claim::NoDeadlock,
        }
    }
}

/// The actions that no component has and some property has: they may happen at any time.
pub(crate) fn free_actions(system: &System) -> Alphabet {
    let mut free = Alphabet::new();
    system.properties.iter().for_each(|property| free.union_with(property.lts.alphabet()));
    free.difference(&system.alphabet())
}

/// Where the components are that have to be there when the system has [ended](System::ending), if
/// it ever does.
pub(crate) fn end(system: &System) -> Option<Vec<(usize, StateId)>> {
    let end_of = |id: ComponentId| Some((id.index(), system.component(id).lts.end()?));
    system.ending()?.into_iter().map(end_of).collect()
}

/// The run without the monitors, and what is wrong at its end.
pub(crate) fn counterexample(
    system: &System,
    goal: Goal<'_>,
    trace: Trace,
    shortest: bool,
) -> Counterexample {
    let components = |mut states: Vec<StateId>| {
        states.truncate(system.components.len());
        states
    };
    let steps = trace.steps.into_iter();
    let steps = steps.map(|step| Step { states: components(step.states), ..step }).collect();
    let trace = Trace { initial: components(trace.initial), steps };
    let violation = match goal {
        Goal::Property(id, _) => Violation::Property(id),
        Goal::NoDeadlock => Violation::Deadlock,
        Goal::NoError => {
            let place = trace.last_states().iter().position(|state| state.is_error());
            Violation::Error(ComponentId::of(place.unwrap_or_default()))
        }
    };
    Counterexample { violation, trace, shortest }
}
