//! A counterexample as people and programs want it: by name, only those who take part, and what
//! changes at each step.

use serde::Serialize;
use surmise_model::{ActionId, Counterexample, Lts, StateId, System, Violation};

/// A counterexample by name.
#[derive(Debug, Serialize)]
pub(crate) struct TraceReport {
    /// What is wrong at the end.
    pub(crate) violation: ViolationReport,
    /// Who takes part: components and, last, the property.
    pub(crate) lanes: Vec<Lane>,
    /// What happens.
    pub(crate) steps: Vec<StepReport>,
    /// One sentence about what is wrong.
    pub(crate) explanation: String,
    /// In a deadlock: what each component waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) waiting: Vec<Waiting>,
}

/// What is wrong.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ViolationReport {
    /// The last action is not allowed by the property.
    Property {
        /// Its name.
        property: String,
    },
    /// A component is in its error state.
    Error {
        /// Its name.
        component: String,
    },
    /// Nothing can happen.
    Deadlock,
}

/// Somebody who takes part.
#[derive(Debug, Serialize)]
pub(crate) struct Lane {
    /// The name of the component or property.
    pub(crate) name: String,
    /// Whether it is a property.
    pub(crate) property: bool,
    /// Where it starts; −1 is the error state.
    pub(crate) initial: i64,
}

/// One step.
#[derive(Debug, Serialize)]
pub(crate) struct StepReport {
    /// The action.
    pub(crate) action: String,
    /// Who takes part in it.
    pub(crate) moves: Vec<Move>,
}

/// One lane's part in a step.
#[derive(Debug, Serialize)]
pub(crate) struct Move {
    /// The index of the lane.
    pub(crate) lane: usize,
    /// The state before.
    pub(crate) from: i64,
    /// The state after; −1 is the error state.
    pub(crate) to: i64,
}

/// What a component waits for in a deadlock.
#[derive(Debug, Serialize)]
pub(crate) struct Waiting {
    /// Its name.
    pub(crate) component: String,
    /// Its state.
    pub(crate) state: i64,
    /// What it could do if the others joined in; nothing if it has stopped.
    pub(crate) actions: Vec<String>,
    /// Whether it has ended successfully.
    pub(crate) ended: bool,
}

fn number(state: StateId) -> i64 {
    if state.is_error() { -1 } else { state.index() as i64 }
}

/// How a state is printed.
pub(crate) fn state_name(number: i64) -> String {
    if number < 0 { "π".into() } else { number.to_string() }
}

impl TraceReport {
    /// The counterexample of a system by name.
    pub(crate) fn new(system: &System, counterexample: &Counterexample) -> Self {
        let Counterexample { violation, trace } = counterexample;
        let property = match violation {
            Violation::Property(id) => Some(system.property(*id)),
            _ => None,
        };
        let property = property.map(|property| (&property.name, PropertyRun::new(&property.lts)));
        let takes_part = |component: usize, index: usize| {
            let action = trace.steps[index].action;
            if action.is_tau() {
                return trace.states_before(index)[component]
                    != trace.steps[index].states[component];
            }
            system.components[component].lts.alphabet().contains(action)
        };
        let parts: Vec<usize> = (0..system.components.len())
            .filter(|&component| {
                matches!(violation, Violation::Error(id) if id.index() == component)
                    || (0..trace.steps.len()).any(|index| takes_part(component, index))
            })
            .collect();
        let mut lanes: Vec<Lane> = parts
            .iter()
            .map(|&component| Lane {
                name: system.components[component].name.clone(),
                property: false,
                initial: number(trace.initial[component]),
            })
            .collect();
        if let Some((name, run)) = &property {
            lanes.push(Lane { name: (*name).clone(), property: true, initial: number(run.state) });
        }
        let mut property_run = property.map(|(_, run)| run);
        let mut steps = Vec::new();
        for (index, step) in trace.steps.iter().enumerate() {
            let mut moves: Vec<Move> = parts
                .iter()
                .enumerate()
                .filter(|&(_, &component)| takes_part(component, index))
                .map(|(lane, &component)| Move {
                    lane,
                    from: number(trace.states_before(index)[component]),
                    to: number(step.states[component]),
                })
                .collect();
            if let Some(run) = &mut property_run
                && let Some((from, to)) = run.step(step.action)
            {
                moves.push(Move { lane: parts.len(), from: number(from), to: number(to) });
            }
            steps.push(StepReport { action: system.actions.name(step.action).to_owned(), moves });
        }
        Self {
            explanation: explain(system, counterexample, property_run.as_ref()),
            waiting: match violation {
                Violation::Deadlock => waiting(system, trace.last_states()),
                _ => Vec::new(),
            },
            violation: match violation {
                Violation::Property(id) => {
                    ViolationReport::Property { property: system.property(*id).name.clone() }
                }
                Violation::Error(id) => {
                    ViolationReport::Error { component: system.component(*id).name.clone() }
                }
                Violation::Deadlock => ViolationReport::Deadlock,
            },
            lanes,
            steps,
        }
    }
}

/// Where a deterministic property is on its way along a run.
struct PropertyRun<'a> {
    lts: &'a Lts,
    state: StateId,
    /// The last state that is not π.
    before: StateId,
}

impl<'a> PropertyRun<'a> {
    fn new(lts: &'a Lts) -> Self {
        Self { lts, state: lts.initial(), before: lts.initial() }
    }

    /// Follows an action if it is the property's.
    fn step(&mut self, action: ActionId) -> Option<(StateId, StateId)> {
        if !self.lts.alphabet().contains(action) {
            return None;
        }
        self.before = self.state;
        self.state = self.lts.successors(self.state, action).next().unwrap_or(StateId::ERROR);
        Some((self.before, self.state))
    }
}

fn explain(
    system: &System,
    counterexample: &Counterexample,
    property: Option<&PropertyRun<'_>>,
) -> String {
    let last = counterexample.trace.steps.last().map(|step| system.actions.name(step.action));
    match (counterexample.violation, last) {
        (Violation::Property(id), Some(action)) => {
            let name = &system.property(id).name;
            let allowed = property.map_or(Vec::new(), |run| offered(system, run.lts, run.before));
            match allowed.is_empty() {
                true => format!("{name} allows none of its actions here, and {action} happens"),
                false => {
                    format!(
                        "{name} does not allow {action} here; it allows {}",
                        super::few(&allowed, 5)
                    )
                }
            }
        }
        (Violation::Property(id), None) => {
            format!("{} allows nothing, not even to start", system.property(id).name)
        }
        (Violation::Error(id), Some(action)) => {
            format!("{action} leads {} into its error state", system.component(id).name)
        }
        (Violation::Error(id), None) => {
            format!("{} starts in its error state", system.component(id).name)
        }
        (Violation::Deadlock, _) => "nothing can happen any more".into(),
    }
}

/// The actions that an LTS offers in a state, sorted, each once.
fn offered(system: &System, lts: &Lts, state: StateId) -> Vec<String> {
    let mut names: Vec<String> =
        lts.edges(state).iter().map(|edge| system.actions.name(edge.action).to_owned()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn waiting(system: &System, states: &[StateId]) -> Vec<Waiting> {
    system
        .components
        .iter()
        .zip(states)
        .map(|(component, &state)| Waiting {
            component: component.name.clone(),
            state: number(state),
            actions: offered(system, &component.lts, state),
            ended: component.lts.end() == Some(state),
        })
        .collect()
}
