//! Sending to and receiving from channels in packed states.

use super::super::run::Fault;
use super::code::{Pattern, Polled, Value};
use super::commuting::{Channels, Commuting, Uses};
use super::layout::{CELLS, LENGTH, LOCATION};
use super::machine::{Attempt, Machine, Trouble};
use super::statements::Channel;

impl<'c> Machine<'c> {
    /// The channel that a number means.
    #[inline]
    pub(super) fn queue(&self, number: i32) -> Result<u32, Trouble> {
        match number >= 1 && number <= self.layout.queues.get(&self.words) {
            true => Ok(number as u32 - 1),
            false => Err(Fault::NoChannel.into()),
        }
    }

    /// The type of a channel.
    #[inline]
    pub(super) fn channel(&self, queue: u32) -> &'c Channel {
        let base = self.layout.channels[queue as usize].0;
        &self.statements.channels[self.get(base) as usize]
    }

    /// Whether the steps of a process, one of so many, commute with whatever the others do, if one
    /// is possible. Changes nothing.
    pub(super) fn commutes(&mut self, process: usize, processes: usize) -> bool {
        let statements = self.statements;
        let frame = self.frame(process);
        let (kind, location) = (self.get(frame) as usize, self.get(frame + LOCATION) as usize);
        let Some(steps) = &statements.independence.locations[kind][location] else { return false };
        steps.iter().all(|step| match *step {
            Commuting::Local => true,
            Commuting::Send(channel) => {
                let Some((queue, length)) = self.length(channel, process) else { return false };
                length < self.channel(queue).capacity
                    && self.is_alone(process, processes, queue, |uses| &uses.sends)
            }
            Commuting::Receive(channel) => {
                let Some((queue, length)) = self.length(channel, process) else { return false };
                length > 0 && self.is_alone(process, processes, queue, |uses| &uses.receives)
            }
        })
    }

    /// A channel, and how many messages are in it.
    fn length(&mut self, channel: Value, process: usize) -> Option<(u32, u32)> {
        let number = self.value(channel, process).ok()?;
        let queue = self.queue(number).ok()?;
        Some((queue, self.get(self.layout.channels[queue as usize].0 + LENGTH) as u32))
    }

    /// Whether no other process uses a channel in a certain way, or asks about it.
    fn is_alone(
        &mut self,
        process: usize,
        processes: usize,
        queue: u32,
        way: impl Fn(&'c Uses) -> &'c Channels,
    ) -> bool {
        let statements = self.statements;
        (0..processes).filter(|&other| other != process).all(|other| {
            let frame = self.frame(other);
            let (kind, location) = (self.get(frame) as usize, self.get(frame + LOCATION) as u32);
            let code = &statements.kinds[kind];
            let uses = &statements.independence.uses[kind];
            let mut uses_it = |channels: &Channels| {
                let mut fixed = channels.fixed.iter();
                channels.any
                    || fixed.any(|&channel| {
                        self.value(channel, other).map_or(true, |n| n == queue as i32 + 1)
                    })
            };
            location == code.end || !uses.creates && !uses_it(way(uses)) && !uses_it(&uses.asks)
        })
    }

    /// Sends, if there is room; on a rendezvous channel, puts the message where it can be offered.
    pub(super) fn send(
        &mut self,
        channel: Value,
        sorted: bool,
        values: &[Value],
        process: usize,
    ) -> Result<Attempt, Trouble> {
        let number = self.value(channel, process)?;
        let queue = self.queue(number)?;
        let channel = self.channel(queue);
        let base = self.layout.channels[queue as usize].0;
        let length = self.get(base + LENGTH) as u32;
        if channel.capacity > 0 && length >= channel.capacity {
            return Ok(Attempt::Blocked);
        }
        let mut message = std::mem::take(&mut self.message);
        message.clear();
        let mut evaluated = Ok(());
        for (index, &value) in values.iter().enumerate() {
            match (self.value(value, process), channel.fields.get(index)) {
                (Ok(value), Some(width)) => message.push(width.cut(value)),
                (Ok(_), None) => {}
                (Err(trouble), _) => {
                    evaluated = Err(trouble);
                    break;
                }
            }
        }
        self.message = message;
        evaluated?;
        self.wrong |= values.len() != channel.fields.len();
        self.message.resize(channel.fields.len(), 0);
        if channel.capacity == 0 {
            return Ok(Attempt::Offer(queue));
        }
        self.put(queue, length, sorted)?;
        Ok(Attempt::Done)
    }

    /// Puts the message into a channel with room.
    fn put(&mut self, queue: u32, length: u32, sorted: bool) -> Result<(), Trouble> {
        let size = self.message.len() as u32;
        let base = self.layout.channels[queue as usize].0;
        let cells = base + CELLS;
        let mut position = length;
        if sorted {
            // Behind every message that is not greater.
            let greater = (0..length).find(|index| {
                let field = |field: usize| self.get(cells + index * size + field as u32);
                let order = (0..size as usize).map(|f| field(f).cmp(&self.message[f]));
                order.into_iter().find(|order| order.is_ne()).is_some_and(std::cmp::Ordering::is_gt)
            });
            position = greater.unwrap_or(length);
        }
        for cell in (position * size..length * size).rev() {
            let moved = self.get(cells + cell);
            self.set(cells + cell + size, moved)?;
        }
        for field in 0..size {
            let value = self.message[field as usize];
            self.set(cells + position * size + field, value)?;
        }
        self.set(base + LENGTH, length as i32 + 1)
    }

    /// Sets what the fields of a message must be.
    pub(super) fn want(&mut self, patterns: &[Pattern], process: usize) -> Result<(), Trouble> {
        self.wanted.clear();
        for pattern in patterns {
            let wanted = match pattern {
                Pattern::Any | Pattern::Store(_) => None,
                Pattern::Value(value) => {
                    let mut wanted = std::mem::take(&mut self.wanted);
                    let value = self.value(*value, process);
                    std::mem::swap(&mut self.wanted, &mut wanted);
                    Some(value?)
                }
            };
            self.wanted.push(wanted);
        }
        Ok(())
    }

    /// The first message that fits: the oldest, or any.
    fn first(&self, queue: u32, random: bool) -> Option<u32> {
        let size = self.channel(queue).fields.len() as u32;
        let base = self.layout.channels[queue as usize].0;
        let length = self.get(base + LENGTH) as u32;
        let candidates = if random { length } else { length.min(1) };
        (0..candidates).find(|index| {
            (0..size).zip(&self.wanted).all(|(field, wanted)| {
                wanted.is_none_or(|wanted| wanted == self.get(base + CELLS + index * size + field))
            })
        })
    }

    /// Receives from a buffered channel, if a message fits.
    pub(super) fn take(
        &mut self,
        queue: u32,
        (random, keep): (bool, bool),
        patterns: &[Pattern],
        process: usize,
    ) -> Result<bool, Trouble> {
        self.want(patterns, process)?;
        let Some(index) = self.first(queue, random) else { return Ok(false) };
        let size = self.channel(queue).fields.len() as u32;
        let base = self.layout.channels[queue as usize].0;
        let cells = base + CELLS;
        let mut message = std::mem::take(&mut self.message);
        message.clear();
        message.extend((0..size).map(|field| self.get(cells + index * size + field)));
        if !keep {
            let length = self.get(base + LENGTH) as u32;
            for cell in index * size..(length - 1) * size {
                let moved = self.get(cells + cell + size);
                self.set(cells + cell, moved)?;
            }
            for cell in (length - 1) * size..length * size {
                self.clear(cells + cell);
            }
            self.set(base + LENGTH, length as i32 - 1)?;
        }
        self.changed = true;
        let accepted = self.accept(queue, &message, patterns, process);
        self.message = message;
        accepted?;
        Ok(true)
    }

    /// Stores the fields of a message where they go.
    pub(super) fn accept(
        &mut self,
        queue: u32,
        message: &[i32],
        patterns: &[Pattern],
        process: usize,
    ) -> Result<(), Trouble> {
        self.wrong |= patterns.len() != self.channel(queue).fields.len();
        for (pattern, &value) in patterns.iter().zip(message) {
            if let Pattern::Store(target) = pattern {
                self.store(*target, value, process)?;
            }
        }
        Ok(())
    }

    /// Whether a message could be received.
    pub(super) fn poll(&mut self, polled: &Polled, process: usize) -> Result<bool, Trouble> {
        let number = self.value(polled.channel, process)?;
        let queue = self.queue(number)?;
        if self.channel(queue).capacity == 0 {
            self.wrong = true;
            return Ok(false);
        }
        self.want(&polled.patterns, process)?;
        Ok(self.first(queue, polled.random).is_some())
    }
}
