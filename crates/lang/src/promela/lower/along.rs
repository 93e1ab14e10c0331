//! One run of a program in terms of components: those that take part in it, as far as it goes.
//!
//! A search of the program knows states and no components. For a reader its run is told as any
//! other: who does what, and which variables change.

use surmise_model::{
    ActionId, ComponentId, Context, Counterexample, PropertyId, Stop, System, TemporalId, Trace,
    Violation,
};
use surmise_model::{StateId, Step};

use super::super::ast::Ast;
use super::super::program::Program;
use super::super::run::{Arrival, Expander, Machine, State};
use super::Recorder;
use super::label::Part;

/// What is wrong at the end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Something goes wrong in its last step.
    Error,
    /// The predicate with this number is satisfied.
    Predicate(usize),
    /// Nothing can happen any more.
    Deadlock,
    /// It repeats itself from this step on; if there is none, it stops. The property that it
    /// violates is the first.
    Repeats(usize),
    /// However it goes on, it violates the first property.
    Begins,
}

/// Tells a run: the components of its steps, and the run as one of these. In programs in which
/// nobody counts processes or creates any, steps in which a process vanishes are left out.
///
/// # Errors
/// If the context says so, or if the states are no run of the program.
pub(crate) fn along(
    (ast, program, source): (&Ast, &Program, &str),
    run: &[State],
    ending: Ending,
    context: &Context<'_>,
) -> Result<(System, Counterexample), Stop> {
    let no_run = || Stop::internal("a run of the search is none of the program");
    let deaths = program.creates || program.counts;
    let mut expander = Expander::new(program, true, deaths);
    let initial = expander.initial().map_err(|_| no_run())?;
    if run.first() != Some(&initial) {
        return Err(no_run());
    }
    let mut recorder = Recorder::new(program, deaths, initial.clone());
    recorder.visit(&initial);
    // The states, each with the label that leads to it and who moved first.
    let mut states: Vec<State> = vec![initial];
    let mut labels: Vec<(u32, usize)> = Vec::new();
    let mut repeats = 0;
    for (number, target) in run.iter().enumerate().skip(1) {
        let from = states[states.len() - 1].clone();
        if ending == Ending::Repeats(number - 1) {
            repeats = labels.len();
        }
        let vanishes = target.processes.len() < run[number - 1].processes.len();
        if !deaths && vanishes && is_but_for_the_dead(program, &from, target) {
            continue;
        }
        let is_last = number + 1 == run.len();
        let wrong = is_last && ending == Ending::Error;
        let mut found = None;
        expander.expand(&from, context, &mut |arrival| {
            let fits = match deaths {
                true => arrival.state == target,
                false => is_but_for_the_dead(program, arrival.state, target),
            };
            // A run that repeats itself goes on after a failed assertion.
            let goes_on = matches!(ending, Ending::Repeats(_) | Ending::Begins) && !arrival.ends;
            let arrival =
                &Arrival { faults: if goes_on { &[] } else { arrival.faults }, ..*arrival };
            if found.is_none() && fits && arrival.faults.is_empty() != wrong {
                let label = recorder.step(&from, arrival);
                recorder.visit(arrival.state);
                found = Some((arrival.state.clone(), (label, arrival.process)));
            }
            Ok(())
        })?;
        let (state, label) = found.ok_or_else(no_run)?;
        states.push(state);
        labels.push(label);
    }
    if ending == Ending::Repeats(run.len() - 1) {
        repeats = labels.len();
    }
    let last = states[states.len() - 1].clone();
    if let Ending::Predicate(predicate) = ending {
        let mut watcher = Machine::new(program);
        watcher.recording = true;
        let watch = &program.predicates[predicate];
        let label = recorder.watch(predicate as u32, watch, &last, &mut watcher)?;
        labels.push((label.ok_or_else(no_run)?, usize::MAX));
        states.push(last);
    }
    let words = recorder.words(ast, source);
    let system = recorder.system(&words, context)?;
    let actions: Vec<ActionId> = system.actions.iter().map(|(id, _)| id).collect();
    let parts: Vec<Part> = recorder.parts.keys().copied().collect();
    let mut local = |state: &State| -> Vec<StateId> {
        let number = |part: &Part| StateId::of(recorder.local(*part, state) as usize);
        parts.iter().map(number).collect()
    };
    let mut trace = Trace { initial: local(&states[0]), steps: Vec::new() };
    for (state, (label, _)) in states.iter().skip(1).zip(&labels) {
        let action = actions[*label as usize];
        trace.steps.push(Step { action, states: local(state) });
    }
    let violation = match ending {
        Ending::Deadlock => Violation::Deadlock,
        Ending::Repeats(_) | Ending::Begins => {
            let cycle = (ending != Ending::Begins).then_some(repeats);
            Violation::Temporal { property: TemporalId::of(0), cycle }
        }
        Ending::Predicate(predicate) => {
            let monitor = parts.iter().position(|part| *part == Part::Monitor(predicate as u32));
            if let (Some(step), Some(monitor)) = (trace.steps.last_mut(), monitor) {
                step.states[monitor] = StateId::of(1);
            }
            Violation::Property(PropertyId::of(predicate))
        }
        Ending::Error => {
            let mover = labels.last().map_or(0, |&(_, process)| process);
            let place = parts.iter().position(|part| *part == Part::Process(mover as u32));
            let place = place.ok_or_else(no_run)?;
            // Everybody else stays where it was before the step that went wrong.
            let before = trace.states_before(trace.steps.len().saturating_sub(1)).to_vec();
            if let Some(step) = trace.steps.last_mut() {
                step.states = before;
                step.states[place] = StateId::ERROR;
            }
            Violation::Error(ComponentId::of(place))
        }
    };
    // Whoever found the run knows whether there are shorter ones.
    Ok((system, Counterexample { violation, trace, shortest: false }))
}

/// Whether a state is another one but for processes that have vanished in the other, which are at
/// their ends in the first, and for their channels.
fn is_but_for_the_dead(program: &Program, state: &State, other: &State) -> bool {
    let (alive, queues) = (other.processes.len(), other.queues.len());
    state.globals == other.globals
        && state.processes.len() >= alive
        && state.processes[..alive] == other.processes[..]
        && state.processes[alive..]
            .iter()
            .all(|dead| dead.location == program.processes[dead.kind as usize].end)
        && state.queues.len() >= queues
        && state.queues[..queues] == other.queues[..]
}
