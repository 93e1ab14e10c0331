//! How far the exploration of a program has got, and what grows in it.

use rustc_hash::FxHashSet;
use surmise_model::Diagnostic;

use super::super::program::Slot;
use super::analysis::Role;
use super::label::Part;
use super::{Local, Recorder};

/// At so many states of a component it is plain what grows.
const ENOUGH: usize = 50_000;

impl Recorder<'_> {
    /// Says how many states were found and how many of them were looked at, and which variable,
    /// channel or process has taken the most values.
    pub(super) fn progress(&self, found: usize, looked_at: usize) -> Diagnostic {
        let message = format!(
            "stopped while the states of the program were explored: {found} were found, and what \
             {looked_at} of them lead to"
        );
        let largest = self.parts.iter().max_by_key(|(_, local)| local.states.len());
        let note = Diagnostic::note(message);
        match largest.map(|(part, local)| self.growing(*part, local)) {
            Some(grows) => note.help(grows),
            None => note,
        }
    }

    fn growing(&self, part: Part, local: &Local) -> String {
        let count = local.states.len();
        match part {
            Part::Global(slot) => {
                let name = &self.program.globals[slot as usize].name;
                format!("what grows most is `{name}`: {count} values so far")
            }
            Part::Queue(queue) => {
                let channel = self.queues.get(queue as usize).map(|&channel| channel as usize);
                let name = channel.map_or("a channel", |c| &self.program.channels[c].name);
                format!("what grows most is `{name}`: {count} contents so far")
            }
            Part::Process(number) => self.growing_in(number, local),
            Part::Count | Part::Monitor(_) => "processes are created".to_owned(),
        }
    }

    /// The variable of a process that has taken the most values.
    fn growing_in(&self, number: u32, local: &Local) -> String {
        let mut values: Vec<FxHashSet<i32>> = Vec::new();
        let mut kind = 0;
        for view in local.states.iter().take(ENOUGH).filter(|view| view.len() >= 2) {
            kind = view[0] as usize;
            let held = &view[2..];
            values.resize_with(values.len().max(held.len()), FxHashSet::default);
            for (seen, &value) in values.iter_mut().zip(held) {
                seen.insert(value);
            }
        }
        let code = &self.program.processes[kind];
        let owned = self.roles.iter().zip(&self.program.globals);
        let owned = owned.filter(|(role, _)| **role == Role::Owned(number as usize));
        let slots: Vec<&Slot> = code.locals.iter().chain(owned.map(|(_, slot)| slot)).collect();
        let most = values.iter().map(FxHashSet::len).zip(&slots).max_by_key(|(count, _)| *count);
        match most.filter(|(count, _)| *count > 1) {
            Some((count, slot)) => {
                let least = if local.states.len() > ENOUGH { "at least " } else { "" };
                let (name, process) = (&slot.name, &code.name);
                format!("what grows most is `{name}` of {process}: {least}{count} values so far")
            }
            None => format!("{} has {} states so far", code.name, local.states.len()),
        }
    }
}
