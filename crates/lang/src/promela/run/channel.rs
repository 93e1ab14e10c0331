//! Sending to and receiving from channels.

use super::super::program::{ChannelType, Expr, Match};
use super::{Effect, Fault, Machine, Sight};

impl Machine<'_> {
    /// The place of the channel that an expression names.
    pub(crate) fn queue(&mut self, channel: &Expr, process: usize) -> Result<usize, Fault> {
        let number = self.value(channel, process)?;
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        place.filter(|&place| place < self.state.queues.len()).ok_or(Fault::NoChannel)
    }

    pub(crate) fn channel(&self, queue: usize) -> &ChannelType {
        &self.program.channels[self.state.queues[queue].channel as usize]
    }

    /// The values of a message, cut to the fields of its channel.
    pub(crate) fn message(
        &mut self,
        queue: usize,
        values: &[Expr],
        process: usize,
    ) -> Result<Vec<i32>, Fault> {
        let count = self.channel(queue).fields.len();
        let mut message = Vec::with_capacity(count);
        for (index, value) in values.iter().enumerate() {
            let value = self.value(value, process)?;
            if let Some((width, _)) = self.channel(queue).fields.get(index) {
                message.push(width.cut(value));
            }
        }
        if values.len() != count {
            self.fault(Fault::Fields);
        }
        message.resize(count, 0);
        Ok(message)
    }

    /// Something went wrong that does not end the run.
    pub(crate) fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
        self.effect(|| Effect::Fault { fault, assertion: None });
    }

    /// Puts a message into a channel with room.
    pub(crate) fn put(&mut self, queue: usize, message: Vec<i32>, sorted: bool) {
        let size = message.len();
        self.changed = true;
        let place = &mut self.state.queues[queue];
        let mut position = place.length as usize;
        if sorted {
            // Behind every message that is not greater.
            let greater = (0..place.length as usize)
                .find(|&index| place.fields[index * size..(index + 1) * size] > message[..]);
            position = greater.unwrap_or(position);
        }
        place.fields.splice(position * size..position * size, message.iter().copied());
        place.length += 1;
        self.effect(|| Effect::Send { queue: queue as u32, message, sorted });
    }

    /// What each field must be; `None` is anything.
    pub(crate) fn pattern(
        &mut self,
        patterns: &[Match],
        process: usize,
    ) -> Result<Vec<Option<i32>>, Fault> {
        patterns
            .iter()
            .map(|pattern| match pattern {
                Match::Any | Match::Store(_) => Ok(None),
                Match::Value(value) => self.value(value, process).map(Some),
            })
            .collect()
    }

    /// The first message that fits: the oldest, or any.
    fn first(&self, queue: usize, random: bool, pattern: &[Option<i32>]) -> Option<usize> {
        let size = self.channel(queue).fields.len();
        let place = &self.state.queues[queue];
        let candidates = if random { place.length as usize } else { place.length.min(1) as usize };
        (0..candidates)
            .find(|&index| fits(&place.fields[index * size..(index + 1) * size], pattern))
    }

    fn at(&self, queue: usize, index: usize) -> Vec<i32> {
        let size = self.channel(queue).fields.len();
        self.state.queues[queue].fields[index * size..(index + 1) * size].to_vec()
    }

    /// Receives from a buffered channel, if a message fits.
    pub(crate) fn take(
        &mut self,
        queue: usize,
        (random, keep): (bool, bool),
        patterns: &[Match],
        process: usize,
    ) -> Result<bool, Fault> {
        let pattern = self.pattern(patterns, process)?;
        let Some(index) = self.first(queue, random, &pattern) else {
            self.miss(queue, random, pattern);
            return Ok(false);
        };
        let message = self.at(queue, index);
        let (number, copy) = (queue as u32, message.clone());
        self.effect(|| match random {
            true => Effect::Pick { queue: number, pattern, message: copy, keep },
            false => Effect::Receive { queue: number, message: copy, keep },
        });
        if !keep {
            let size = message.len();
            let place = &mut self.state.queues[queue];
            place.fields.drain(index * size..(index + 1) * size);
            place.length -= 1;
        }
        self.changed = true;
        self.accept(queue, &message, patterns, process)?;
        Ok(true)
    }

    /// Stores the fields of a message where they go.
    pub(crate) fn accept(
        &mut self,
        queue: usize,
        message: &[i32],
        patterns: &[Match],
        process: usize,
    ) -> Result<(), Fault> {
        if patterns.len() != self.channel(queue).fields.len() {
            self.fault(Fault::Fields);
        }
        for (pattern, &value) in patterns.iter().zip(message) {
            if let Match::Store(place) = pattern {
                self.write(place, value, process)?;
            }
        }
        Ok(())
    }

    /// Nothing fits: what was seen of the channel.
    fn miss(&mut self, queue: usize, random: bool, pattern: Vec<Option<i32>>) {
        if !self.recording {
            return;
        }
        let sight = match (random, self.state.queues[queue].length) {
            (_, 0) => Sight::Empty(true),
            (true, _) => Sight::Fits(pattern, false),
            (false, _) => Sight::Head(self.at(queue, 0)),
        };
        self.effect(|| Effect::See(queue as u32, sight));
    }

    /// Whether a message could be received.
    pub(crate) fn poll(
        &mut self,
        channel: &Expr,
        random: bool,
        patterns: &[Match],
        process: usize,
    ) -> Result<bool, Fault> {
        let queue = self.queue(channel, process)?;
        if self.channel(queue).capacity == 0 {
            self.fault(Fault::Poll);
            return Ok(false);
        }
        let pattern = self.pattern(patterns, process)?;
        let found = self.first(queue, random, &pattern);
        match found {
            None => self.miss(queue, random, pattern),
            Some(_) if random => {
                self.effect(|| Effect::See(queue as u32, Sight::Fits(pattern, true)));
            }
            Some(index) => {
                let message = self.at(queue, index);
                self.effect(|| Effect::See(queue as u32, Sight::Head(message)));
            }
        }
        Ok(found.is_some())
    }
}

/// Whether a message has the fields that a pattern wants.
pub(crate) fn fits(message: &[i32], pattern: &[Option<i32>]) -> bool {
    message.iter().zip(pattern).all(|(value, wanted)| wanted.is_none_or(|wanted| wanted == *value))
}
