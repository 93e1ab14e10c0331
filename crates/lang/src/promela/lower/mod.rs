//! From a program to a system of components.
//!
//! One component for each process, for each global variable that several processes use, for each
//! buffered channel, and, if processes come and go, for their number. Steps are shared actions whose
//! names say what happens ([`label`]); a whole `atomic` is one step. A failed assertion is π.
//!
//! The values and local states are those that the whole program reaches: the program is explored
//! once, as `run` defines it, and each step is written down in the components that take part. So
//! nothing is cut off, however a counter is bounded, and the composition of the components has
//! exactly the program's states. The price is that time and memory grow with the whole program.
//!
//! Where a process may stop, SPIN's rule decides: at its end, or at an `end` label. If every process
//! has one such local state, that is its [end](surmise_model::Lts::end); otherwise an action `end`
//! of all processes is possible where all may stop, for ever. `timeout` gives way to everything else.

mod analysis;
mod label;
mod system;
mod words;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Reason, Stop, System};

use super::ast::Ast;
use super::program::Program;
use super::run::{Arrival, Event, Expander, State, Store, poll};
use analysis::{Role, roles};
use label::{Label, Part};
use words::Words;

/// How many distinct steps may have a name of their own.
const MAX_LABELS: usize = 4_000_000;

/// Makes a system of a program, and gives how many states the whole program has.
///
/// # Errors
/// If the context says so, or if something goes wrong before the first step.
pub(crate) fn lower(
    ast: &Ast,
    program: &Program,
    source: &str,
    context: &Context<'_>,
) -> Result<(System, u64), Stop> {
    let deaths = program.creates || program.counts;
    let mut expander = Expander::new(program, true, deaths);
    let initial = expander.initial().map_err(|fault| {
        Stop(Reason::Unsupported(format!("before the first step, {}", fault.shown())))
    })?;
    let mut store = Store::default();
    store.insert(&initial);
    let mut recorder = Recorder::new(program, deaths, initial);
    let mut state = State::default();
    let mut next = 0;
    while next < store.len() {
        if next.is_multiple_of(256) {
            poll(context, &store, next)?;
            context.reserve(recorder.heap_bytes() / 8)?;
        }
        store.get(next as u32, program, &mut state);
        recorder.visit(&state);
        expander.expand(&state, context, &mut |arrival| {
            if recorder.labels.len() >= MAX_LABELS {
                let why = format!("the program has more than {MAX_LABELS} different steps");
                return Err(Stop(Reason::Unsupported(why)));
            }
            recorder.step(&state, arrival);
            if arrival.faults.is_empty() {
                store.insert(arrival.state);
            }
            Ok(())
        })?;
        next += 1;
    }
    let several = |kind: usize| {
        let active = program.active.iter().filter(|&&other| other == kind).count();
        active > 1 || program.creates && active == 0
    };
    let words = Words {
        program,
        source,
        names: &ast.names,
        queues: std::mem::take(&mut recorder.queues),
        several: (0..program.processes.len()).map(several).collect(),
    };
    Ok((recorder.system(&words, context)?, store.len() as u64))
}

/// A component as it is found, step by step. Its first state is the initial one.
#[derive(Default)]
struct Local {
    states: IndexSet<Box<[i32]>, FxBuildHasher>,
    /// Source, label, target; `None` is π.
    steps: IndexSet<(u32, u32, Option<u32>), FxBuildHasher>,
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
        };
        let first = recorder.initial.clone();
        for process in 0..first.processes.len() {
            recorder.local(Part::Process(process as u32), &first);
        }
        for slot in 0..recorder.roles.len() {
            if recorder.roles[slot] == Role::Shared {
                recorder.local(Part::Global(slot as u32), &first);
            }
        }
        recorder
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

    fn step(&mut self, from: &State, arrival: &Arrival<'_>) {
        let kind = |process: u32| {
            let known = from.processes.get(process as usize);
            let known = known.or_else(|| arrival.state.processes.get(process as usize));
            known.map_or(0, |process| process.kind)
        };
        let alive = from.processes.len() as u32;
        let mut label = Label::new(arrival.events, kind, &self.roles, self.deaths);
        if label.movers.is_empty() {
            let mover = arrival.process as u32;
            label.movers.push((mover, kind(mover)));
        }
        let refused = label.events.iter().any(|event| matches!(event, Event::Nobody { .. }));
        if refused && self.deaths && !label.events.contains(&Event::Count(alive)) {
            label.events.push(Event::Count(alive));
        }
        let entry = self.labels.entry(label);
        let number = entry.index() as u32;
        let parts = match entry {
            indexmap::map::Entry::Occupied(known) => known.get().clone(),
            indexmap::map::Entry::Vacant(new) => {
                let parts = new.key().parts(alive);
                new.insert(parts).clone()
            }
        };
        let wrong = !arrival.faults.is_empty();
        for part in parts {
            let source = self.local(part, from);
            let target = match (wrong, part) {
                (true, Part::Process(process)) if process as usize == arrival.process => None,
                (true, _) => Some(source),
                (false, _) => Some(self.local(part, arrival.state)),
            };
            if let Some(local) = self.parts.get_mut(&part) {
                local.steps.insert((source, number, target));
            }
        }
    }

    /// The number of a component's local state.
    fn local(&mut self, part: Part, state: &State) -> u32 {
        let view = self.view(part, state);
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
