//! The labels of steps, and who takes part in them.
//!
//! A step's label is the processes that move and what they see and do outside of themselves, with
//! values. It decides, together with the local states of those who take part, what happens: two
//! steps with one label do the same to a component in the same state. That makes the composition of
//! the components exactly the program.

use super::super::run::Event;
use super::analysis::Role;

/// A part of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    /// The process with this number.
    Process(u32),
    /// A global variable.
    Global(u32),
    /// A channel.
    Queue(u32),
    /// The number of processes.
    Count,
    /// Who watches out for a predicate.
    Monitor(u32),
}

/// What a step is called.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Label {
    /// The processes that move, with the types they have, in the order in which they do.
    pub(super) movers: Vec<(u32, u32)>,
    pub(super) events: Vec<Event>,
    /// The action of a step of which nothing else is seen.
    pub(super) local: Option<u32>,
    /// The predicate that is satisfied, if this is what a monitor sees.
    pub(super) predicate: Option<u32>,
}

impl Label {
    /// The label of a step; `kinds` gives the types of processes.
    pub(super) fn new(
        events: &[Event],
        kinds: impl Fn(u32) -> u32,
        roles: &[Role],
        counted: bool,
    ) -> Self {
        let mut label =
            Self { movers: Vec::new(), events: Vec::new(), local: None, predicate: None };
        for event in events {
            match event {
                Event::Step { process, action } => {
                    if !label.movers.iter().any(|&(mover, _)| mover == *process) {
                        label.movers.push((*process, kinds(*process)));
                    }
                    label.local.get_or_insert(*action);
                }
                Event::Read(slot, _) | Event::Write(slot, _)
                    if roles[*slot as usize] != Role::Shared => {}
                Event::Count(_) if !counted => {}
                // What was read or set before is known.
                Event::Read(slot, _) if label.knows(*slot) => {}
                event if is_sight(event) && label.events.last() == Some(event) => {}
                event => label.events.push(event.clone()),
            }
        }
        if !label.events.is_empty() {
            label.local = None;
        }
        label
    }

    fn knows(&self, slot: u32) -> bool {
        self.events.iter().any(|event| {
            matches!(event, Event::Read(known, _) | Event::Write(known, _) if *known == slot)
        })
    }

    /// Whether it is taken only if nothing else can happen.
    pub(super) fn is_timeout(&self) -> bool {
        self.events.contains(&Event::Timeout)
    }

    /// Who takes part, of so many processes.
    pub(super) fn parts(&self, alive: u32) -> Vec<Part> {
        let mut parts: Vec<Part> =
            self.movers.iter().map(|&(process, _)| Part::Process(process)).collect();
        parts.extend(self.predicate.map(Part::Monitor));
        for event in &self.events {
            match event {
                Event::Step { .. } | Event::Timeout | Event::Fault(_) => {}
                Event::Read(slot, _) | Event::Write(slot, _) => parts.push(Part::Global(*slot)),
                Event::Send { queue, .. }
                | Event::Receive { queue, .. }
                | Event::Pick { queue, .. }
                | Event::See(queue, _) => parts.push(Part::Queue(*queue)),
                Event::Handshake { receiver, .. } => parts.push(Part::Process(*receiver)),
                Event::Nobody { .. } => parts.extend((0..alive).map(Part::Process)),
                Event::Count(_) => parts.push(Part::Count),
                Event::Create { process, queues, .. } | Event::Die { process, queues } => {
                    parts.push(Part::Count);
                    parts.push(Part::Process(*process));
                    parts.extend(queues.iter().copied().map(Part::Queue));
                }
                Event::At { process, .. } | Event::Peek { process, .. } => {
                    parts.push(Part::Process(*process));
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

fn is_sight(event: &Event) -> bool {
    matches!(event, Event::See(..) | Event::Count(_) | Event::Timeout | Event::At { .. })
}
