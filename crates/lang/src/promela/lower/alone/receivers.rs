//! Who might receive from a channel without a buffer.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// A step that receives, of a process in one of its states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Receiver {
    pub(super) process: u32,
    pub(super) state: u32,
    /// Its place among the steps there.
    pub(super) step: u32,
}

/// All such steps that are known so far.
#[derive(Default)]
pub(super) struct Receivers {
    by_queue: IndexMap<u32, Vec<Receiver>, FxBuildHasher>,
    processes: IndexMap<u32, Looked, FxBuildHasher>,
}

/// What is known of a process.
#[derive(Default)]
struct Looked {
    /// How many of its states were looked at.
    states: usize,
    /// Those in which it depends on what is outside whether it takes a message.
    depending: Vec<u32>,
}

impl Receivers {
    pub(super) fn of(&self, queue: u32) -> &[Receiver] {
        self.by_queue.get(&queue).map_or(&[], |receivers| &receivers[..])
    }

    pub(super) fn depending(&self, process: u32) -> Vec<u32> {
        self.processes.get(&process).map_or(Vec::new(), |looked| looked.depending.clone())
    }

    /// How many states of a process were looked at.
    pub(super) fn known(&self, process: u32) -> usize {
        self.processes.get(&process).map_or(0, |looked| looked.states)
    }

    /// Adds a state of a process, which is the next one: the steps that might receive, each with
    /// its channel.
    pub(super) fn add(
        &mut self,
        process: u32,
        steps: impl IntoIterator<Item = (u32, u32)>,
        depends: bool,
    ) {
        let looked = self.processes.entry(process).or_default();
        let state = looked.states as u32;
        looked.states += 1;
        if depends {
            looked.depending.push(state);
        }
        for (queue, step) in steps {
            self.by_queue.entry(queue).or_default().push(Receiver { process, state, step });
        }
    }
}
