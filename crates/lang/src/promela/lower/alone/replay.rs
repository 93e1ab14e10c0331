//! What a label does to a part that does not move by itself: a variable, a channel, the number of
//! processes, a process that is looked at.
//!
//! A part takes part in a step where it looks as the label says; then it becomes what the label
//! makes of it. That is decided here, state by state, without any process.

use super::super::super::program::Program;
use super::super::super::run::{Effect, Sight};
use super::super::label::Part;

/// Where the effects of a step lead a part from a state; `None` if it does not look like that.
pub(super) fn replay(
    part: Part,
    state: &[i32],
    effects: &[Effect],
    queues: &[u32],
    program: &Program,
) -> Option<Box<[i32]>> {
    match part {
        Part::Global(slot) => global(slot, state, effects),
        Part::Queue(number) => {
            let channel = &program.channels[queues[number as usize] as usize];
            let mut queue = Contents {
                fields: state.to_vec(),
                size: channel.fields.len().max(1),
                capacity: channel.capacity,
            };
            let mut mine = effects.iter().filter(|effect| concerns(effect, part));
            mine.all(|effect| queue.replay(effect)).then(|| queue.fields.into_boxed_slice())
        }
        Part::Count => count(state, effects),
        Part::Process(number) => {
            let mine = effects.iter().filter(|effect| concerns(effect, part));
            let mut looks = mine.map(|effect| looks_like(number, state, effect, program));
            looks.all(|fits| fits).then(|| Box::from(state))
        }
        Part::Monitor(_) => (state == [0]).then(|| Box::from([1])),
    }
}

/// Whether an effect says something about a part.
pub(super) fn concerns(effect: &Effect, part: Part) -> bool {
    match (part, effect) {
        (Part::Global(slot), Effect::Read(other, _) | Effect::Write(other, _)) => slot == *other,
        (
            Part::Queue(number),
            Effect::Send { queue, .. }
            | Effect::Receive { queue, .. }
            | Effect::Pick { queue, .. }
            | Effect::See(queue, _),
        ) => number == *queue,
        (Part::Queue(number), Effect::Create { queues, .. } | Effect::Die { queues, .. }) => {
            queues.contains(&number)
        }
        (
            Part::Process(number),
            Effect::At { process, .. }
            | Effect::Peek { process, .. }
            | Effect::Handshake { receiver: process, .. }
            | Effect::Create { process, .. },
        ) => number == *process,
        (Part::Count, Effect::Count(_) | Effect::Create { .. } | Effect::Die { .. }) => true,
        _ => false,
    }
}

fn global(slot: u32, state: &[i32], effects: &[Effect]) -> Option<Box<[i32]>> {
    let mut value = *state.first()?;
    for effect in effects {
        match effect {
            Effect::Read(other, seen) if *other == slot && *seen != value => return None,
            Effect::Write(other, set) if *other == slot => value = *set,
            _ => {}
        }
    }
    Some(Box::from([value]))
}

fn count(state: &[i32], effects: &[Effect]) -> Option<Box<[i32]>> {
    let mut value = *state.first()?;
    for effect in effects {
        match effect {
            Effect::Count(seen) if *seen as i32 != value => return None,
            Effect::Create { .. } => value += 1,
            Effect::Die { .. } => value -= 1,
            _ => {}
        }
    }
    Some(Box::from([value]))
}

/// Whether a process that does not move looks like that; what is handed to it would move it.
fn looks_like(number: u32, state: &[i32], effect: &Effect, program: &Program) -> bool {
    let [kind, location, ..] = *state else { return false };
    match effect {
        Effect::At { process, label, there } if *process == number => {
            let labels = &program.processes[kind as usize].labels;
            let place = labels.iter().find(|(name, _)| name == label).map(|&(_, place)| place);
            (place == Some(location as u32)) == *there
        }
        Effect::Peek { process, slot, value } if *process == number => {
            state.get(2 + *slot as usize) == Some(value)
        }
        _ => false,
    }
}

/// The messages in a channel.
struct Contents {
    fields: Vec<i32>,
    size: usize,
    capacity: usize,
}

impl Contents {
    fn messages(&self) -> impl Iterator<Item = &[i32]> {
        self.fields.chunks(self.size)
    }

    fn len(&self) -> usize {
        self.fields.len() / self.size
    }

    fn find(&self, pattern: &[Option<i32>]) -> Option<usize> {
        let fits = |message: &[i32]| {
            message.iter().zip(pattern).all(|(value, wanted)| wanted.is_none_or(|w| w == *value))
        };
        self.messages().position(fits)
    }

    fn remove(&mut self, index: usize, keep: bool) {
        if !keep {
            self.fields.drain(index * self.size..(index + 1) * self.size);
        }
    }

    /// Does what an effect says, if the channel looks like that.
    fn replay(&mut self, effect: &Effect) -> bool {
        match effect {
            Effect::Send { message, sorted, .. } => {
                if self.len() >= self.capacity {
                    return false;
                }
                let greater = self.messages().position(|other| other > &message[..]);
                let place = greater.filter(|_| *sorted).unwrap_or(self.len()) * self.size;
                self.fields.splice(place..place, message.iter().copied());
                true
            }
            Effect::Receive { message, keep, .. } => {
                let first = self.messages().next() == Some(&message[..]);
                if first {
                    self.remove(0, *keep);
                }
                first
            }
            Effect::Pick { pattern, message, keep, .. } => {
                let Some(index) = self.find(pattern) else { return false };
                let found = self.messages().nth(index) == Some(&message[..]);
                if found {
                    self.remove(index, *keep);
                }
                found
            }
            Effect::See(_, sight) => match sight {
                Sight::Length(length) => self.len() == *length as usize,
                Sight::Empty(empty) => self.fields.is_empty() == *empty,
                Sight::Full(full) => (self.len() >= self.capacity.max(1)) == *full,
                Sight::Head(message) => self.messages().next() == Some(&message[..]),
                Sight::Fits(pattern, fits) => self.find(pattern).is_some() == *fits,
            },
            _ => true,
        }
    }
}
