//! Processes that come and go, with their channels.

use super::super::run::Fault;
use super::layout::{CELLS, CHANNELS, LOCALS, LOCATION};
use super::machine::{Machine, Trouble};
use super::statements::Begin;

impl Machine<'_> {
    /// Adds a process and gives its number.
    pub(super) fn create(&mut self, kind: u32, arguments: &[i32]) -> Result<i32, Trouble> {
        let statements = self.statements;
        let number = self.layout.processes.get(&self.words) as usize;
        if number >= 255 {
            return Err(Fault::Processes.into());
        }
        self.changed = true;
        let code = &statements.kinds[kind as usize];
        let Some(&(frame, room)) = self.layout.frames.get(number) else {
            return Err(Trouble::Wide);
        };
        if code.locals > room || !self.layout.processes.set(&mut self.words, number as i32 + 1) {
            return Err(Trouble::Wide);
        }
        let channels = self.layout.queues.get(&self.words);
        self.set(frame, kind as i32)?;
        self.set(frame + LOCATION, code.initial as i32)?;
        self.set(frame + CHANNELS, channels)?;
        for (local, width) in (0..code.locals).zip(&code.widths) {
            let value = arguments.get(local as usize).map_or(0, |&argument| width.cut(argument));
            self.set(frame + LOCALS + local, value)?;
        }
        for begin in &code.begins {
            let (slot, width, value) = match *begin {
                Begin::Value(slot, width, value) => (slot, width, self.value(value, number)?),
                Begin::Channel(slot, width, channel) => {
                    (slot, width, self.create_channel(channel)?)
                }
            };
            self.set(frame + LOCALS + slot, width.cut(value))?;
        }
        Ok(number as i32)
    }

    fn create_channel(&mut self, channel: u32) -> Result<i32, Trouble> {
        let number = self.layout.queues.get(&self.words);
        if number >= 255 {
            return Err(Fault::Channels.into());
        }
        let Some(&(base, cells)) = self.layout.channels.get(number as usize) else {
            return Err(Trouble::Wide);
        };
        let made = &self.statements.channels[channel as usize];
        if made.capacity * made.fields.len() as u32 > cells
            || !self.layout.queues.set(&mut self.words, number + 1)
        {
            return Err(Trouble::Wide);
        }
        self.set(base, channel as i32)?;
        Ok(number + 1)
    }

    /// A process vanishes, with its channels, if it is the youngest.
    pub(super) fn die(&mut self, process: usize) -> bool {
        let count = self.layout.processes.get(&self.words) as usize;
        if process + 1 != count {
            return false;
        }
        let (frame, locals) = self.layout.frames[process];
        let channels = self.get(frame + CHANNELS);
        let queues = self.layout.queues.get(&self.words);
        for queue in channels..queues {
            let (base, cells) = self.layout.channels[queue as usize];
            (base..base + CELLS + cells).for_each(|place| self.clear(place));
        }
        if channels < queues {
            self.layout.queues.set(&mut self.words, channels);
        }
        (frame..frame + LOCALS + locals).for_each(|place| self.clear(place));
        self.layout.processes.set(&mut self.words, process as i32);
        self.changed = true;
        true
    }
}
