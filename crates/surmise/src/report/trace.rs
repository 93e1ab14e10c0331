//! A counterexample as people and programs want it: by name, only those who take part, and what
//! changes at each step.

use serde::Serialize;
use surmise_model::{
    ActionId, ComponentId, Counterexample, Fairness, Lts, StateId, StateNames, System,
    TemporalKind, TemporalProperty, Violation,
};
use surmise_verify::liveness;

use super::TemporalReport;
use crate::{Name, few};

/// A counterexample by name.
#[derive(Debug, Serialize)]
pub struct TraceReport {
    /// What is wrong at the end.
    pub violation: ViolationReport,
    /// Who takes part: components and, last, the property.
    pub lanes: Vec<Lane>,
    /// What happens.
    pub steps: Vec<StepReport>,
    /// Whether it is known that no run is shorter.
    pub shortest: bool,
    /// One sentence about what is wrong.
    pub explanation: String,
    /// In a deadlock: what each component waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
}

/// What is wrong.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ViolationReport {
    /// The last action is not allowed by the property.
    Property {
        /// Its name.
        property: Name,
    },
    /// A component is in its error state.
    Error {
        /// Its name.
        component: Name,
    },
    /// Nothing can happen.
    Deadlock,
    /// A temporal property is false of the run.
    Temporal {
        /// Its name.
        property: Name,
        /// What kind of definition it is.
        definition: &'static str,
        /// From this step on, counted from 0, the steps repeat for ever. If there is no such step,
        /// the run stops. Nothing, if the property is false however the run goes on.
        #[serde(skip_serializing_if = "Option::is_none")]
        cycle: Option<usize>,
        /// Whether it rests on fair choice, so that the run ends up in a terminal component.
        #[serde(skip)]
        is_terminal: bool,
        /// Under fair choice: what can happen from where the cycle starts.
        #[serde(skip_serializing_if = "Option::is_none")]
        terminal: Option<TerminalReport>,
    },
}

/// A set of states that a run cannot leave any more.
#[derive(Debug, Serialize)]
pub struct TerminalReport {
    /// How many there are.
    pub states: usize,
    /// The actions that happen there again and again.
    pub actions: Vec<Name>,
}

/// Somebody who takes part.
#[derive(Debug, Serialize)]
pub struct Lane {
    /// The name of the component or property.
    pub name: Name,
    /// Whether it is a property.
    pub property: bool,
    /// Where it starts; −1 is the error state.
    pub initial: i64,
    /// What its language calls that state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_name: Option<Name>,
}

/// One step.
#[derive(Debug, Serialize)]
pub struct StepReport {
    /// The action.
    pub action: Name,
    /// Who takes part in it.
    pub moves: Vec<Move>,
}

/// One lane's part in a step.
#[derive(Debug, Serialize)]
pub struct Move {
    /// The index of the lane.
    pub lane: usize,
    /// The state before.
    pub from: i64,
    /// The state after; −1 is the error state.
    pub to: i64,
    /// What its language calls the state after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_name: Option<Name>,
    /// The line of the text on which its part in the step stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The variables that its part in the step changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
}

/// A variable that a step changes.
#[derive(Debug, Serialize)]
pub struct Change {
    /// The variable.
    pub variable: Name,
    /// Its new value.
    pub value: Name,
}

/// What a component waits for in a deadlock.
#[derive(Debug, Serialize)]
pub struct Waiting {
    /// Its name.
    pub component: Name,
    /// Its state.
    pub state: i64,
    /// What its language calls that state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// What it could do if the others joined in; nothing if it has stopped.
    pub actions: Vec<Name>,
    /// The statements of its language that it waits at, if it can do nothing whatever the others
    /// do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub statements: Vec<Name>,
    /// Whether it has ended successfully.
    pub ended: bool,
}

fn number(state: StateId) -> i64 {
    if state.is_error() { -1 } else { state.index() as i64 }
}

/// How a state is printed.
pub fn state_name(number: i64, name: Option<&Name>) -> String {
    match name {
        _ if number < 0 => "π".to_owned(),
        Some(name) => name.to_string(),
        None => number.to_string(),
    }
}

/// What the language of a component calls a state.
fn local_name(system: &System, component: usize, state: StateId) -> Option<Name> {
    let names = system.components[component].states.as_ref()?;
    names.get(state).map(Name::from)
}

impl TraceReport {
    /// The counterexample of a system by name.
    pub fn new(system: &System, counterexample: &Counterexample) -> Self {
        let Counterexample { violation, trace, shortest } = counterexample;
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
                // Where nothing happens at all, everybody is told.
                trace.steps.is_empty()
                    && matches!(violation, Violation::Deadlock | Violation::Temporal { .. })
                    || matches!(violation, Violation::Error(id) if id.index() == component)
                    || (0..trace.steps.len()).any(|index| takes_part(component, index))
            })
            .collect();
        let mut lanes: Vec<Lane> = parts
            .iter()
            .map(|&component| Lane {
                name: system.components[component].name.as_str().into(),
                property: false,
                initial: number(trace.initial[component]),
                initial_name: local_name(system, component, trace.initial[component]),
            })
            .collect();
        if let Some((name, run)) = &property {
            let (initial, initial_name) = of_set(&run.states);
            lanes.push(Lane { name: name.as_str().into(), property: true, initial, initial_name });
        }
        let mut property_run = property.map(|(_, run)| run);
        let mut steps = Vec::new();
        for (index, step) in trace.steps.iter().enumerate() {
            let mut moves: Vec<Move> = parts
                .iter()
                .enumerate()
                .filter(|&(_, &component)| takes_part(component, index))
                .map(|(lane, &component)| {
                    let (from, to) =
                        (trace.states_before(index)[component], step.states[component]);
                    let names = system.components[component].states.as_ref();
                    Move {
                        lane,
                        from: number(from),
                        to: number(to),
                        to_name: local_name(system, component, to),
                        line: names.and_then(|names| names.line((from, step.action, to))),
                        changes: names.map_or_else(Vec::new, |names| changes(names, from, to)),
                    }
                })
                .collect();
            if let Some(run) = &mut property_run
                && run.step(step.action)
            {
                let (from, (to, to_name)) = (of_set(&run.before).0, of_set(&run.states));
                let (lane, changes) = (parts.len(), Vec::new());
                moves.push(Move { lane, from, to, to_name, line: None, changes });
            }
            steps.push(StepReport { action: system.actions.name(step.action).into(), moves });
        }
        Self {
            explanation: explain(system, counterexample, property_run.as_ref()),
            waiting: match violation {
                Violation::Deadlock => waiting(system, trace.last_states()),
                // It stops.
                Violation::Temporal { cycle, .. } if *cycle == Some(trace.steps.len()) => {
                    waiting(system, trace.last_states())
                }
                _ => Vec::new(),
            },
            violation: match violation {
                Violation::Property(id) => ViolationReport::Property {
                    property: system.property(*id).name.as_str().into(),
                },
                Violation::Error(id) => {
                    ViolationReport::Error { component: system.component(*id).name.as_str().into() }
                }
                Violation::Deadlock => ViolationReport::Deadlock,
                Violation::Temporal { property, cycle } => {
                    let temporal = system.temporal_property(*property);
                    ViolationReport::Temporal {
                        property: temporal.name.as_str().into(),
                        definition: TemporalReport::new(temporal).definition,
                        cycle: *cycle,
                        is_terminal: cycle.is_some() && temporal.fairness == Fairness::Choice,
                        terminal: cycle.and_then(|cycle| {
                            terminal(system, temporal, trace.states_before(cycle))
                        }),
                    }
                }
            },
            lanes,
            steps,
            shortest: *shortest,
        }
    }
}

/// Where a property may be on its way along a run: it allows what some of its runs allows.
struct PropertyRun<'a> {
    lts: &'a Lts,
    /// Sorted; none if the property does not allow what happened.
    states: Vec<StateId>,
    /// The last states that were some.
    before: Vec<StateId>,
}

impl<'a> PropertyRun<'a> {
    fn new(lts: &'a Lts) -> Self {
        let states = closure(lts, vec![lts.initial()]);
        Self { lts, before: states.clone(), states }
    }

    /// Follows an action if it is the property's.
    fn step(&mut self, action: ActionId) -> bool {
        if !self.lts.alphabet().contains(action) {
            return false;
        }
        let targets = self.states.iter().flat_map(|&state| self.lts.successors(state, action));
        let next = closure(self.lts, targets.collect());
        self.before = std::mem::replace(&mut self.states, next);
        true
    }
}

/// The states and what silent steps lead to from them, sorted.
fn closure(lts: &Lts, mut states: Vec<StateId>) -> Vec<StateId> {
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        next += 1;
        for target in lts.successors(state, ActionId::TAU) {
            if !states.contains(&target) {
                states.push(target);
            }
        }
    }
    states.sort_unstable();
    states.dedup();
    states
}

/// One number for a set of states, and a name if it is not the only one.
fn of_set(states: &[StateId]) -> (i64, Option<Name>) {
    match states {
        [] => (-1, None),
        [state] => (number(*state), None),
        [first, ..] => {
            let all: Vec<String> = states.iter().map(|state| number(*state).to_string()).collect();
            (number(*first), Some(Name(format!("{{{}}}", all.join(",")))))
        }
    }
}

fn changes(names: &StateNames, from: StateId, to: StateId) -> Vec<Change> {
    let changes = names.values().changes(from, to).into_iter();
    let change = |(variable, value): (&str, String)| Change {
        variable: variable.into(),
        value: value.as_str().into(),
    };
    changes.map(change).collect()
}

/// Why the last step goes wrong, if the component's language knows.
fn fault(system: &System, counterexample: &Counterexample, id: ComponentId) -> Option<String> {
    let Counterexample { trace, .. } = counterexample;
    let (index, step) = trace.steps.iter().enumerate().next_back()?;
    let component = system.component(id);
    let (from, to) = (trace.states_before(index)[id.index()], step.states[id.index()]);
    let why = component.states.as_ref()?.fault((from, step.action, to))?;
    Some(format!("{}: {}", Name::from(component.name.as_str()), Name::from(why)))
}

fn explain(
    system: &System,
    counterexample: &Counterexample,
    property: Option<&PropertyRun<'_>>,
) -> String {
    let last = counterexample.trace.steps.last();
    let last = last.map(|step| Name::from(system.actions.name(step.action)));
    match (counterexample.violation, last) {
        (Violation::Property(id), Some(action)) => {
            let name = Name::from(system.property(id).name.as_str());
            let allowed = property.map_or(Vec::new(), |run| offered(system, run.lts, &run.before));
            match allowed.is_empty() {
                true => format!("{name} allows none of its actions here, and {action} happens"),
                false => {
                    format!("{name} does not allow {action} here; it allows {}", few(&allowed, 5))
                }
            }
        }
        (Violation::Property(id), None) => {
            format!("{} allows nothing, not even to start", system.property(id).name)
        }
        (Violation::Error(id), Some(action)) => {
            fault(system, counterexample, id).unwrap_or_else(|| {
                format!("{action} leads {} into its error state", system.component(id).name)
            })
        }
        (Violation::Error(id), None) => {
            format!("{} starts in its error state", system.component(id).name)
        }
        (Violation::Deadlock, _) => "nothing can happen any more".into(),
        (Violation::Temporal { property, cycle }, _) => {
            let property = system.temporal_property(property);
            explain_temporal(system, property, counterexample, cycle)
        }
    }
}

/// So many states are looked at to say what can still happen.
const MOST_TERMINAL: usize = 200_000;

/// Under fair choice: what can happen from here on.
fn terminal(
    system: &System,
    property: &TemporalProperty,
    states: &[StateId],
) -> Option<TerminalReport> {
    if property.fairness != Fairness::Choice {
        return None;
    }
    let (states, actions) = liveness::what_can_follow(system, property, states, MOST_TERMINAL)?;
    let mut actions: Vec<Name> =
        system.actions.names(&actions).into_iter().map(Name::from).collect();
    actions.sort_unstable();
    Some(TerminalReport { states, actions })
}

fn explain_temporal(
    system: &System,
    property: &TemporalProperty,
    counterexample: &Counterexample,
    cycle: Option<usize>,
) -> String {
    let trace = &counterexample.trace;
    let report = TemporalReport::new(property);
    let Some(cycle) = cycle else {
        return format!("however it goes on, {} is false", report.formula);
    };
    let goes_on = match (cycle == trace.steps.len(), property.fairness) {
        // A claim may come to its end where the program does not.
        (true, _) if property.kind == TemporalKind::Never => "this is where it ends",
        (true, _) => "the run stops here",
        (false, Fairness::Choice) => "from here on, whatever is chosen",
        (false, Fairness::None | Fairness::Weak) => "the cycle can repeat for ever",
    };
    let is_progress =
        matches!(property.kind, TemporalKind::Progress | TemporalKind::DefaultProgress);
    let follows =
        liveness::what_can_follow(system, property, trace.states_before(cycle), MOST_TERMINAL);
    let is_false = match property.kind {
        TemporalKind::Never => "that is what the claim describes".to_owned(),
        TemporalKind::Acceptance => "a process is at an accept label again and again".to_owned(),
        TemporalKind::NonProgress => "nobody ever is at a progress label".to_owned(),
        _ => format!("{} is false", report.formula),
    };
    match (is_progress, follows) {
        (true, Some((_, actions))) => {
            let never = property.alphabet().difference(&actions);
            let mut never: Vec<Name> =
                system.actions.names(&never).into_iter().map(Name::from).collect();
            never.sort_unstable();
            let verb = if never.len() == 1 { "never happens" } else { "never happen" };
            format!("{goes_on}: {} {verb} again", few(&never, 8))
        }
        _ => format!("{goes_on}, and {is_false}"),
    }
}

/// The actions that an LTS offers in some states, sorted, each once.
fn offered(system: &System, lts: &Lts, states: &[StateId]) -> Vec<Name> {
    let edges = states.iter().flat_map(|&state| lts.edges(state));
    let mut names: Vec<Name> = edges.map(|edge| system.actions.name(edge.action).into()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn waiting(system: &System, states: &[StateId]) -> Vec<Waiting> {
    system
        .components
        .iter()
        .zip(states)
        .enumerate()
        .map(|(index, (component, &state))| Waiting {
            component: component.name.as_str().into(),
            state: number(state),
            name: local_name(system, index, state),
            actions: offered(system, &component.lts, &[state]),
            statements: component.states.as_ref().map_or_else(Vec::new, |names| {
                names.waits(state).iter().map(|text| text.as_str().into()).collect()
            }),
            ended: component.lts.end() == Some(state),
        })
        .collect()
}
