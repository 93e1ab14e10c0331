//! A walk through a system, step by step, as somebody chooses.
//!
//! A walk is not a question: nobody knows what is wanted next. It owns its system and keeps all
//! states on the way, so that any step can be taken back.

use std::path::{Path, PathBuf};

use surmise_model::certificate::{AnyCertificate, Evidence};
use surmise_model::{ActionId, Context, StateId, Step, Stop, System, Trace};

use crate::load::{self, InputOptions};
use crate::{Attempt, Failure, Files, Name, Remark, Source};

/// So many ways to take one action are offered.
const MOST_WAYS: usize = 1000;

/// What a component's part in a choice takes in memory: two names.
const MOVE: u64 = 96;

/// A walk through a system.
#[derive(Debug)]
pub struct Walk {
    system: System,
    /// What was done, and all states on the way.
    trace: Trace,
    /// For each property, its state at the beginning and after each step; nothing once violated.
    monitors: Vec<Vec<Option<StateId>>>,
}

/// Something that can happen next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The action; τ if nobody sees it.
    pub action: Name,
    /// Who moves, and what its language calls the state that it moves to.
    pub moves: Vec<(Name, String)>,
    step: Step,
}

impl Walk {
    /// Begins in the initial state of the models' system. Beside it come remarks.
    ///
    /// # Errors
    /// The models are wrong, or it takes too long to read them.
    pub fn begin(
        models: &[PathBuf],
        input: &InputOptions,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<(Self, Vec<Remark>)> {
        let load::Loaded { system, remarks, .. } = load::system(models, input, files, context)?;
        let initial = system.components.iter().map(|component| component.lts.initial()).collect();
        let monitor = |property: &surmise_model::Property| Some(property.lts.initial());
        let monitors = vec![system.properties.iter().map(monitor).collect()];
        let trace = Trace { initial, steps: Vec::new() };
        Ok((Self { system, trace, monitors }, remarks))
    }

    /// What the components are called, and what their languages call the states they are in.
    pub fn states(&self) -> impl Iterator<Item = (Name, String)> {
        let states = self.trace.last_states();
        (0..states.len()).map(|part| (self.name(part), self.state(part, states[part])))
    }

    /// The numbers of the states that the components are in; −1 is the error state.
    pub fn positions(&self) -> impl Iterator<Item = i64> {
        self.trace.last_states().iter().copied().map(number)
    }

    /// The numbers of the states in which the components started.
    pub fn initial_positions(&self) -> impl Iterator<Item = i64> {
        self.trace.initial.iter().copied().map(number)
    }

    /// The actions that were taken.
    pub fn taken(&self) -> impl Iterator<Item = Name> {
        self.trace.actions().map(|action| self.action(action))
    }

    /// The properties that what was done violates.
    pub fn violated(&self) -> impl Iterator<Item = Name> {
        let now = self.monitors.last().into_iter().flatten();
        let violated = self.system.properties.iter().zip(now).filter(|(_, state)| state.is_none());
        violated.map(|(property, _)| Name::from(property.name.as_str()))
    }

    /// The components that are in their error states.
    pub fn wrong(&self) -> impl Iterator<Item = Name> {
        let states = self.trace.last_states().iter().enumerate();
        states.filter(|(_, state)| state.is_error()).map(|(part, _)| self.name(part))
    }

    /// Whether the system has ended, as it may.
    pub fn has_ended(&self) -> bool {
        let states = self.trace.last_states();
        let is_at_end = |id: &surmise_model::ComponentId| {
            self.system.component(*id).lts.end() == Some(states[id.index()])
        };
        self.system.ending().is_some_and(|ends| ends.iter().all(is_at_end))
    }

    /// What can happen next: in the order of the actions' names, then of the components. Nothing
    /// does after an error.
    ///
    /// # Errors
    /// Why it had to stop: where many have a choice in one action, there are many.
    pub fn choices(&self, context: &Context<'_>) -> Result<Vec<Choice>, Stop> {
        let states = self.trace.last_states();
        if states.iter().any(|state| state.is_error()) {
            return Ok(Vec::new());
        }
        let mut steps = self.steps(states, context)?;
        if let Some(priority) = &self.system.priority {
            let is_low = |step: &Step| match step.action.is_tau() {
                true => priority.tau_is_low,
                false => priority.low.contains(step.action),
            };
            if steps.iter().any(|step| !is_low(step)) {
                steps.retain(|step| !is_low(step));
            }
        }
        context.reserve((steps.len() * states.len()) as u64 * MOVE)?;
        let choice = |step| context.check().map(|()| self.choice(states, step));
        let mut choices = steps.into_iter().map(choice).collect::<Result<Vec<Choice>, Stop>>()?;
        choices.sort_by(|one, other| one.action.cmp(&other.action));
        Ok(choices)
    }

    /// All steps from some states: silent ones, and those that everybody takes who has the action.
    fn steps(&self, states: &[StateId], context: &Context<'_>) -> Result<Vec<Step>, Stop> {
        let mut steps = Vec::new();
        let mut known: Vec<ActionId> = Vec::new();
        for (part, component) in self.system.components.iter().enumerate() {
            for edge in component.lts.edges(states[part]) {
                if edge.action.is_tau() {
                    let mut after = states.to_vec();
                    after[part] = edge.target;
                    steps.push(Step { action: edge.action, states: after });
                } else if !known.contains(&edge.action) {
                    known.push(edge.action);
                    context.reserve((2 * MOST_WAYS * size_of_val(states)) as u64)?;
                    steps.extend(self.joint(states, edge.action));
                }
            }
        }
        Ok(steps)
    }

    /// All ways to take an action together.
    fn joint(&self, states: &[StateId], action: ActionId) -> Vec<Step> {
        let mut ways = vec![states.to_vec()];
        for (part, component) in self.system.components.iter().enumerate() {
            if !component.lts.alphabet().contains(action) {
                continue;
            }
            let mut longer = Vec::new();
            for target in component.lts.successors(states[part], action) {
                for way in ways.iter().take(MOST_WAYS) {
                    let mut way = way.clone();
                    way[part] = target;
                    longer.push(way);
                }
            }
            longer.truncate(MOST_WAYS);
            ways = longer;
        }
        ways.into_iter().map(|states| Step { action, states }).collect()
    }

    fn choice(&self, before: &[StateId], step: Step) -> Choice {
        let moves = |part: &usize| match step.action.is_tau() {
            true => before[*part] != step.states[*part],
            false => self.system.components[*part].lts.alphabet().contains(step.action),
        };
        let moves = (0..before.len()).filter(moves);
        let moves = moves.map(|part| (self.name(part), self.state(part, step.states[part])));
        Choice { action: self.action(step.action), moves: moves.collect(), step }
    }

    /// Takes a step.
    pub fn take(&mut self, choice: Choice) {
        let Choice { step, .. } = choice;
        let now = self.monitors.last().into_iter().flatten();
        let after = |(property, state): (&surmise_model::Property, &Option<StateId>)| {
            let state = (*state)?;
            match property.lts.alphabet().contains(step.action) {
                true => property.lts.successors(state, step.action).find(|to| !to.is_error()),
                false => Some(state),
            }
        };
        let after = self.system.properties.iter().zip(now).map(after).collect();
        self.monitors.push(after);
        self.trace.steps.push(step);
    }

    /// Takes the last step back. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.trace.steps.pop().is_some();
        if undone {
            self.monitors.pop();
        }
        undone
    }

    /// The run of a certificate, as steps to take one after the other.
    ///
    /// # Errors
    /// It cannot be read, or it is about something else.
    pub fn run(
        &self,
        path: &Path,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<Vec<Choice>> {
        let source = Source::open(path, files, context)?;
        let text = source.bytes(context)?;
        let wrong = |why: String| Failure::usage(format!("{}: {why}", source.name));
        let certificate = match AnyCertificate::read(&text, context) {
            Ok(AnyCertificate::Claim(certificate)) => certificate,
            Ok(other) => return Err(wrong(other.unexpected().to_string())),
            Err(error) => return Err(wrong(error.to_string())),
        };
        let evidence = certificate.evidence(&self.system).map_err(|why| wrong(why.to_string()))?;
        let Evidence::Counterexample(found) = evidence else {
            return Err(wrong("this is a proof: there is no run to follow".to_owned()));
        };
        let mut before = found.trace.initial;
        let mut run = Vec::with_capacity(found.trace.steps.len());
        for step in found.trace.steps {
            let after = step.states.clone();
            run.push(self.choice(&before, step));
            before = after;
        }
        Ok(run)
    }

    fn name(&self, part: usize) -> Name {
        Name::from(self.system.components[part].name.as_str())
    }

    fn action(&self, action: ActionId) -> Name {
        match action.is_tau() || self.system.hidden.contains(action) {
            true => Name::from("τ"),
            false => Name::from(self.system.actions.name(action)),
        }
    }

    fn state(&self, part: usize, state: StateId) -> String {
        let names = self.system.components[part].states.as_ref();
        let name = names.and_then(|names| names.get(state)).map(Name::from);
        crate::report::state_name(number(state), name.as_ref())
    }
}

fn number(state: StateId) -> i64 {
    if state.is_error() { -1 } else { state.index() as i64 }
}
