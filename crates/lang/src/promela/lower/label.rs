//! The labels of steps, and who takes part in them.
//!
//! A step's label is the processes that move and what they see and do outside of themselves, with
//! values. It decides, together with the local states of those who take part, what happens: two
//! steps with one label do the same to a component in the same state. That makes the composition of
//! the components exactly the program.

use super::super::run::Effect;
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
    pub(super) effects: Vec<Effect>,
    /// The action of a step of which nothing else is seen.
    pub(super) local: Option<u32>,
    /// The predicate that is satisfied, if this is what a monitor sees.
    pub(super) predicate: Option<u32>,
    /// The range that would be left: then everybody stays.
    pub(super) leaves: Option<Leaves>,
}

/// Leaving a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Leaves {
    /// The number of the range.
    pub(super) range: u32,
    /// At which end.
    pub(super) above: bool,
}

impl Label {
    /// The label of a step; `kinds` gives the types of processes.
    pub(super) fn new(
        effects: &[Effect],
        kinds: impl Fn(u32) -> u32,
        roles: &[Role],
        counted: bool,
    ) -> Self {
        let mut label = Self {
            movers: Vec::new(),
            effects: Vec::new(),
            local: None,
            predicate: None,
            leaves: None,
        };
        for effect in effects {
            match effect {
                Effect::Step { process, action } => {
                    if !label.movers.iter().any(|&(mover, _)| mover == *process) {
                        label.movers.push((*process, kinds(*process)));
                    }
                    label.local.get_or_insert(*action);
                }
                Effect::Read(slot, _) | Effect::Write(slot, _)
                    if roles[*slot as usize] != Role::Shared => {}
                Effect::Count(_) if !counted => {}
                Effect::Failed { .. } => {}
                // What was read or set before is known.
                Effect::Read(slot, _) if label.knows(*slot) => {}
                effect if is_sight(effect) && label.effects.last() == Some(effect) => {}
                effect => label.effects.push(effect.clone()),
            }
        }
        if !label.effects.is_empty() {
            label.local = None;
        }
        label
    }

    /// Whether it says what a variable is.
    pub(super) fn knows(&self, slot: u32) -> bool {
        self.effects.iter().any(|effect| {
            matches!(effect, Effect::Read(known, _) | Effect::Write(known, _) if *known == slot)
        })
    }

    /// Whether it is taken only if nothing else can happen.
    pub(super) fn is_timeout(&self) -> bool {
        self.effects.contains(&Effect::Timeout)
    }

    /// Whether a part moves by itself in such a step, or comes or goes.
    pub(super) fn moves(&self, part: Part) -> bool {
        let Part::Process(number) = part else { return false };
        let moves = |effect: &Effect| match effect {
            Effect::Handshake { receiver: process, .. }
            | Effect::Create { process, .. }
            | Effect::Die { process, .. } => *process == number,
            _ => false,
        };
        self.movers.iter().any(|&(mover, _)| mover == number) || self.effects.iter().any(moves)
    }

    /// Who takes part, of so many processes.
    pub(super) fn parts(&self, alive: u32) -> Vec<Part> {
        let mut parts: Vec<Part> =
            self.movers.iter().map(|&(process, _)| Part::Process(process)).collect();
        parts.extend(self.predicate.map(Part::Monitor));
        for effect in &self.effects {
            match effect {
                Effect::Step { .. }
                | Effect::Failed { .. }
                | Effect::Timeout
                | Effect::Fault { .. } => {}
                Effect::Read(slot, _) | Effect::Write(slot, _) => parts.push(Part::Global(*slot)),
                Effect::Send { queue, .. }
                | Effect::Receive { queue, .. }
                | Effect::Pick { queue, .. }
                | Effect::See(queue, _) => parts.push(Part::Queue(*queue)),
                Effect::Handshake { receiver, .. } => parts.push(Part::Process(*receiver)),
                Effect::Nobody { .. } => parts.extend((0..alive).map(Part::Process)),
                Effect::Count(_) => parts.push(Part::Count),
                Effect::Create { process, queues, .. } | Effect::Die { process, queues } => {
                    parts.push(Part::Count);
                    parts.push(Part::Process(*process));
                    parts.extend(queues.iter().copied().map(Part::Queue));
                }
                Effect::At { process, .. } | Effect::Peek { process, .. } => {
                    parts.push(Part::Process(*process));
                }
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

fn is_sight(effect: &Effect) -> bool {
    matches!(effect, Effect::See(..) | Effect::Count(_) | Effect::Timeout | Effect::At { .. })
}
