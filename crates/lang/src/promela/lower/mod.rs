//! From a program to a system of components.
//!
//! One component for each process, for each global variable that several processes use, for each
//! buffered channel, and, if processes come and go, for their number. Steps are shared actions
//! whose names say what happens ([`label`]); a whole `atomic` is one step. A failed assertion is π.
//!
//! Each component is compiled by itself, from the text ([`alone`]): it is the true one on more
//! states than it reaches, and what the composition reaches is the program. Where that would be too
//! much, the whole program is explored once, as `run` defines it, and each step is written down in
//! the components that take part: then values and local states are those that the program reaches,
//! nothing is cut off, however a counter is bounded, and time and memory grow with the program.
//!
//! Where a process may stop, SPIN's rule decides: at its end, or at an `end` label. If every
//! process has one such local state, that is its [end](surmise_model::Lts::end); otherwise an
//! action `end` of all processes is possible where all may stop, for ever. `timeout` gives way to
//! everything else.

mod alone;
mod along;
mod analysis;
mod label;
mod progress;
mod statement;
mod system;
mod words;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Reason, Stop, System, ValueRange};

use super::ast::Ast;
use super::program::{Expr, Program};
use super::run::{Arrival, Effect, Expander, Machine, State, Store, poll};
use crate::CompileError;
pub use along::Ending;
pub(crate) use along::along;
pub(crate) use analysis::{Role, roles};
use label::{Label, Part};
use statement::{Said, statement};
use words::Words;

/// How many distinct steps may have a name of their own.
const MAX_LABELS: usize = 4_000_000;

/// How the components of a program were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Made {
    /// Each by itself, from the text.
    Alone,
    /// By exploring the whole program.
    Explored {
        /// How many states it has.
        states: u64,
        /// Why that was necessary, unless it was asked for.
        why: Option<String>,
    },
}

/// Makes a system of a program, each part by itself if that is possible and not `whole`. Where
/// there are `ranges`, values are cut to these, and to others where that is necessary.
///
/// # Errors
/// If the context says so, or if something goes wrong before the first step.
pub(crate) fn lower(
    ast: &Ast,
    program: &Program,
    source: &str,
    (whole, ranges): (bool, Option<&[ValueRange]>),
    context: &Context<'_>,
) -> Result<(System, Made), CompileError> {
    let (mut recorder, made) = record(program, (whole, ranges), context)?;
    let words = recorder.words(ast, source);
    Ok((recorder.system(&words, context)?, made))
}

/// What a process does, step by step.
pub(crate) struct Script {
    /// Its type.
    pub(crate) kind: usize,
    /// How many states it has.
    pub(crate) states: usize,
    /// Whether it has states in which it may stop.
    pub(crate) may_stop: bool,
    /// The action that says that everybody may stop.
    pub(crate) end: Option<String>,
    /// What it does in each action.
    pub(crate) statements: IndexMap<String, Said>,
}

/// The script of the only process of its type, or why it has none.
///
/// # Errors
/// If the context says so, or if something goes wrong before the first step.
pub(crate) fn script(
    ast: &Ast,
    program: &Program,
    source: &str,
    component: &str,
    whole: bool,
    context: &Context<'_>,
) -> Result<Result<Script, String>, CompileError> {
    let (mut recorder, _) = record(program, (whole, None), context)?;
    let words = recorder.words(ast, source);
    let system = recorder.system(&words, context)?;
    let names = || system.components.iter().map(|component| component.name.as_str());
    let Some(index) = names().position(|name| name == component) else {
        let meant = crate::suggest::closest(component, names());
        let meant = meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
        return Ok(Err(format!("there is no such component{meant}")));
    };
    let Some((&Part::Process(process), local)) = recorder.parts.get_index(index) else {
        return Ok(Err("it is no process".to_owned()));
    };
    let kinds = |local: &Local| -> IndexSet<i32> {
        local.states.iter().filter_map(|view| view.first().copied()).collect()
    };
    let processes = || recorder.parts.iter().filter(|(part, _)| matches!(part, Part::Process(_)));
    let mine = kinds(local);
    let (Some(&kind), 1) = (mine.first(), mine.len()) else {
        return Ok(Err("processes of several types have its number".to_owned()));
    };
    if processes().filter(|(_, local)| kinds(local).contains(&kind)).count() > 1 {
        return Ok(Err("there are several processes of its type".to_owned()));
    }
    let mut named = system.actions.iter().map(|(_, name)| name.to_owned());
    let mut statements = IndexMap::new();
    for (label, parts) in &recorder.labels {
        let Some(name) = named.next() else { break };
        if parts.contains(&Part::Process(process)) {
            statements.insert(name, statement(label, process, program, &words));
        }
    }
    let stops = &program.processes[kind as usize].stops;
    let may_stop = |view: &[i32]| view.get(1).is_some_and(|&location| stops[location as usize]);
    Ok(Ok(Script {
        kind: kind as usize,
        states: local.states.len(),
        may_stop: local.states.iter().any(|view| may_stop(view)),
        end: named.next(),
        statements,
    }))
}

/// Writes the steps of a program down, part by part or as a whole.
fn record<'p>(
    program: &'p Program,
    (whole, ranges): (bool, Option<&[ValueRange]>),
    context: &Context<'_>,
) -> Result<(Recorder<'p>, Made), CompileError> {
    let deaths = program.creates || program.counts;
    let mut expander = Expander::new(program, true, deaths);
    let initial = expander.initial().map_err(|fault| {
        Stop(Reason::Unsupported(format!("before the first step, {}", fault.shown())))
    })?;
    let why = match whole {
        true => None,
        false => match alone::record(program, &initial, ranges, context)? {
            Ok(recorder) => return Ok((recorder, Made::Alone)),
            Err(why) => Some(why),
        },
    };
    let mut store = Store::default();
    store.insert(&initial);
    let mut recorder = Recorder::new(program, deaths, initial);
    let mut next = 0;
    match recorder.record_all(&mut expander, &mut store, &mut next, context) {
        Ok(()) => Ok((recorder, Made::Explored { states: store.len() as u64, why })),
        Err(stop) => {
            let progress = Some(Box::new(recorder.progress(store.len(), next)));
            Err(CompileError::Stopped { stop, progress })
        }
    }
}

/// A component as it is found, step by step. Its first state is the initial one.
#[derive(Default)]
struct Local {
    states: IndexSet<Box<[i32]>, FxBuildHasher>,
    /// Source, label, target, where `None` is π; with the line of the text, 0 if there is none.
    steps: IndexMap<(u32, u32, Option<u32>), u32, FxBuildHasher>,
    /// Source and label of steps in which an assertion fails: its type, action, and what it looked
    /// at.
    failed: IndexMap<(u32, u32), Failed, FxBuildHasher>,
}

/// A failed assertion: the type and action of who fails, with what it looked at.
struct Failed {
    kind: u32,
    action: u32,
    values: Vec<(bool, u32, i32)>,
}

/// The first assertion that fails in a step.
fn failed(effects: &[Effect]) -> Option<Failed> {
    let mut looked_at: &[(bool, u32, i32)] = &[];
    for effect in effects {
        match effect {
            Effect::Failed { values, .. } => looked_at = values,
            Effect::Fault { assertion: Some((kind, action)), .. } => {
                return Some(Failed { kind: *kind, action: *action, values: looked_at.to_vec() });
            }
            _ => {}
        }
    }
    None
}

/// Writes down the steps of a program in the components that take part.
struct Recorder<'p> {
    program: &'p Program,
    roles: Vec<Role>,
    deaths: bool,
    initial: State,
    parts: IndexMap<Part, Local, FxBuildHasher>,
    labels: IndexMap<Label, Vec<Part>, FxBuildHasher>,
    /// The types of all channels that ever existed, by number.
    queues: Vec<u32>,
    /// What values were cut to.
    cuts: Vec<Cut>,
}

/// What something was cut to, of all values that it could have.
#[derive(Debug, Clone)]
struct Cut {
    range: ValueRange,
    least: i32,
    greatest: i32,
}

impl<'p> Recorder<'p> {
    /// With the components that are there whatever happens.
    fn new(program: &'p Program, deaths: bool, initial: State) -> Self {
        let mut recorder = Self {
            program,
            roles: roles(program),
            deaths,
            initial,
            parts: IndexMap::default(),
            labels: IndexMap::default(),
            queues: Vec::new(),
            cuts: Vec::new(),
        };
        let first = recorder.initial.clone();
        for process in 0..first.processes.len() {
            recorder.local(Part::Process(process as u32), &first);
        }
        for monitor in 0..program.predicates.len() {
            recorder.local(Part::Monitor(monitor as u32), &first);
        }
        for slot in 0..recorder.roles.len() {
            if recorder.roles[slot] == Role::Shared {
                recorder.local(Part::Global(slot as u32), &first);
            }
        }
        recorder
    }

    /// Puts into words what was written down.
    fn words<'w>(&mut self, ast: &'w Ast, source: &'w str) -> Words<'w>
    where
        'p: 'w,
    {
        let program = self.program;
        let several = |kind: usize| {
            let active = program.active.iter().filter(|&&other| other == kind).count();
            active > 1 || program.creates && active == 0
        };
        Words {
            program,
            source,
            names: &ast.names,
            queues: std::mem::take(&mut self.queues),
            ranges: self.cuts.iter().map(|cut| cut.range.name.clone()).collect(),
            several: (0..program.processes.len()).map(several).collect(),
        }
    }

    /// Writes down the steps of all states, from the next one on.
    fn record_all(
        &mut self,
        expander: &mut Expander<'_>,
        store: &mut Store,
        next: &mut usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let program = self.program;
        let mut watcher = Machine::new(program);
        watcher.recording = true;
        let mut state = State::default();
        while *next < store.len() {
            if next.is_multiple_of(256) {
                poll(context, store, *next)?;
                context.reserve(self.heap_bytes() / 8)?;
            }
            store.get(*next as u32, program, &mut state);
            self.visit(&state);
            for (number, watch) in program.predicates.iter().enumerate() {
                self.watch(number as u32, watch, &state, &mut watcher)?;
            }
            expander.expand(&state, context, &mut |arrival| {
                if self.labels.len() >= MAX_LABELS {
                    let why = format!("the program has more than {MAX_LABELS} different steps");
                    return Err(Stop(Reason::Unsupported(why)));
                }
                self.step(&state, arrival);
                if arrival.faults.is_empty() {
                    store.insert(arrival.state);
                }
                Ok(())
            })?;
            *next += 1;
        }
        Ok(())
    }

    fn heap_bytes(&self) -> u64 {
        let states: usize = self.parts.values().map(|part| part.states.len() * 64).sum();
        let steps: usize = self.parts.values().map(|part| part.steps.len() * 24).sum();
        (states + steps + self.labels.len() * 160) as u64
    }

    /// Channels get their types when they are first seen.
    fn visit(&mut self, state: &State) {
        let new = state.queues.iter().skip(self.queues.len());
        self.queues.extend(new.map(|queue| queue.channel));
    }

    /// Writes a step down, and gives the number of its label.
    fn step(&mut self, from: &State, arrival: &Arrival<'_>) -> u32 {
        let kind = |process: u32| {
            let known = from.processes.get(process as usize);
            let known = known.or_else(|| arrival.state.processes.get(process as usize));
            known.map_or(0, |process| process.kind)
        };
        let alive = from.processes.len() as u32;
        let mut label = Label::new(arrival.effects, kind, &self.roles, self.deaths);
        if label.movers.is_empty() {
            let mover = arrival.process as u32;
            label.movers.push((mover, kind(mover)));
        }
        let refused = label.effects.iter().any(|effect| matches!(effect, Effect::Nobody { .. }));
        if refused && self.deaths && !label.effects.contains(&Effect::Count(alive)) {
            label.effects.push(Effect::Count(alive));
        }
        let number = self.number(label, alive);
        let parts = self.labels[number as usize].clone();
        let wrong = !arrival.faults.is_empty();
        for part in parts {
            let source = self.local(part, from);
            let target = match (wrong, part) {
                (true, Part::Process(process)) if process as usize == arrival.process => None,
                (true, _) => Some(source),
                (false, _) => Some(self.local(part, arrival.state)),
            };
            let kind = if let Part::Process(process) = part { kind(process) } else { 0 };
            self.write_down(part, (source, number, target), kind, arrival.effects);
        }
        number
    }

    /// The number of a label, of so many processes.
    fn number(&mut self, label: Label, alive: u32) -> u32 {
        let entry = self.labels.entry(label);
        let number = entry.index() as u32;
        if let indexmap::map::Entry::Vacant(new) = entry {
            let parts = new.key().parts(alive);
            new.insert(parts);
        }
        number
    }

    /// Writes down a step of a part; `kind` is its type if it is a process.
    fn write_down(
        &mut self,
        part: Part,
        (source, number, target): (u32, u32, Option<u32>),
        kind: u32,
        effects: &[Effect],
    ) {
        let line = match part {
            Part::Process(process) => self.line(process, kind, effects),
            _ => 0,
        };
        if let Some(local) = self.parts.get_mut(&part) {
            local.steps.entry((source, number, target)).or_insert(line);
            if let (None, Some(failed)) = (target, failed(effects)) {
                local.failed.entry((source, number)).or_insert(failed);
            }
        }
    }

    /// The line of the first statement of a process in a step; 0 if it is in another file.
    fn line(&self, process: u32, kind: u32, effects: &[Effect]) -> u32 {
        let action = effects.iter().find_map(|effect| match effect {
            Effect::Step { process: mover, action } if *mover == process => Some(*action),
            _ => None,
        });
        let at = action.and_then(|action| {
            self.program.processes[kind as usize].actions.get(action as usize).map(|(_, at)| *at)
        });
        at.filter(|at| at.file == 0).map_or(0, |at| at.line)
    }

    /// Where a predicate is satisfied, its monitor can see it: everybody who is looked at takes
    /// part in an action that says what was seen, and stays where it is. The monitor sees it once,
    /// so that it hides no deadlock. Gives the number of the label, if there is one.
    fn watch(
        &mut self,
        number: u32,
        (text, predicate): &(String, Expr),
        state: &State,
        watcher: &mut Machine<'_>,
    ) -> Result<Option<u32>, Stop> {
        watcher.state.clone_from(state);
        watcher.effects.clear();
        let value = watcher.value(predicate, 0).map_err(|fault| {
            Stop(Reason::Unsupported(format!("predicate '{text}': {}", fault.shown())))
        })?;
        if value == 0 {
            return Ok(None);
        }
        let kind = |process: u32| state.processes.get(process as usize).map_or(0, |p| p.kind);
        let mut label = Label::new(&watcher.effects, kind, &self.roles, self.deaths);
        label.predicate = Some(number);
        let parts = label.parts(state.processes.len() as u32);
        let action = self.labels.insert_full(label, parts.clone()).0 as u32;
        for part in parts {
            let source = self.local(part, state);
            let Some(local) = self.parts.get_mut(&part) else { continue };
            let target = match part {
                Part::Monitor(_) => local.states.insert_full(Box::from([1])).0 as u32,
                _ => source,
            };
            local.steps.insert((source, action, Some(target)), 0);
        }
        Ok(Some(action))
    }

    /// The number of a component's local state.
    fn local(&mut self, part: Part, state: &State) -> u32 {
        let view = self.view(part, state);
        self.known(part, view)
    }

    /// The number of a local state that a component has.
    fn known(&mut self, part: Part, view: Box<[i32]>) -> u32 {
        if let Some(local) = self.parts.get_mut(&part) {
            return local.states.insert_full(view).0 as u32;
        }
        let mut local = Local::default();
        local.states.insert(self.view(part, &self.initial));
        let number = local.states.insert_full(view).0 as u32;
        self.parts.insert(part, local);
        number
    }

    /// What a component is in a state; a process or a channel that does not exist is nothing.
    fn view(&self, part: Part, state: &State) -> Box<[i32]> {
        match part {
            Part::Global(slot) => Box::from([state.globals[slot as usize]]),
            Part::Count => Box::from([state.processes.len() as i32]),
            Part::Monitor(_) => Box::from([0]),
            Part::Queue(queue) => match state.queues.get(queue as usize) {
                Some(queue) => Box::from(&queue.fields[..]),
                None => Box::from([]),
            },
            Part::Process(number) => {
                let Some(process) = state.processes.get(number as usize) else {
                    return Box::from([]);
                };
                let code = &self.program.processes[process.kind as usize];
                let mut view = vec![process.kind as i32, process.location as i32];
                if process.location == code.end && !self.deaths && !self.program.peeks {
                    return view.into_boxed_slice();
                }
                view.extend(&process.locals);
                let owned = self.roles.iter().zip(&state.globals);
                let mine = |(role, _): &(&Role, &i32)| **role == Role::Owned(number as usize);
                view.extend(owned.filter(mine).map(|(_, value)| *value));
                view.into_boxed_slice()
            }
        }
    }
}
