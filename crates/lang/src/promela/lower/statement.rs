//! A label as a statement: what one process does in a step, said in Promela.
//!
//! A step happens as a whole or not at all. So whatever it depends on becomes a guard in front:
//! what it reads, and whether each channel is ready. A rendezvous cannot be guarded; it has to be
//! the only thing that a step depends on.

use super::super::program::{Meaning, Program, Start};
use super::super::run::{Effect, Sight};
use super::label::Label;
use super::words::Words;

/// What a process does in a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Statement {
    /// Conditions, all of which have to hold.
    pub(crate) guards: Vec<String>,
    /// What is done, in this order.
    pub(crate) effects: Vec<String>,
    /// Whether the process vanishes.
    pub(crate) dies: bool,
}

/// A statement, or why there is none.
pub(crate) type Said = Result<Statement, &'static str>;

const RENDEZVOUS: &str = "it takes part in a rendezvous that depends on global variables";
const TWICE: &str = "one of its steps uses a channel twice";

/// What a process does in the step that a label names.
pub(super) fn statement(label: &Label, process: u32, program: &Program, words: &Words<'_>) -> Said {
    if !label.movers.iter().any(|&(mover, _)| mover == process) {
        return Err("other processes look at it");
    }
    let mut writer = Writer { program, words, made: Statement::default(), used: Vec::new() };
    match label.movers.len() {
        1 => label.effects.iter().try_for_each(|effect| writer.alone(effect))?,
        _ => writer.together(label, process)?,
    }
    Ok(writer.made)
}

struct Writer<'a> {
    program: &'a Program,
    words: &'a Words<'a>,
    made: Statement,
    /// The channels that were used.
    used: Vec<u32>,
}

impl Writer<'_> {
    /// Something that a process sees or does by itself.
    fn alone(&mut self, effect: &Effect) -> Result<(), &'static str> {
        match effect {
            Effect::Step { .. } | Effect::Failed { .. } | Effect::Fault { .. } => {}
            Effect::Read(slot, value) => {
                let guard = self.global(*slot, *value, " == ")?;
                self.made.guards.push(guard);
            }
            Effect::Write(slot, value) => {
                let effect = self.global(*slot, *value, " = ")?;
                self.made.effects.push(effect);
            }
            Effect::Send { queue, message, sorted } => {
                let name = self.first_use(*queue)?;
                let operator = if *sorted { "!!" } else { "!" };
                let message = self.message(*queue, message, false)?;
                self.made.guards.push(format!("nfull({name})"));
                self.made.effects.push(format!("{name}{operator}{message}"));
            }
            Effect::Receive { queue, message, keep } => {
                self.receive(*queue, message, *keep, "?")?;
            }
            Effect::Pick { queue, pattern, message, keep } => {
                if pattern.iter().any(Option::is_none) {
                    return Err("it searches a channel for a message that it does not know whole");
                }
                self.receive(*queue, message, *keep, "??")?;
            }
            Effect::See(queue, sight) => {
                let guard = self.sight(*queue, sight)?;
                self.made.guards.push(guard);
            }
            Effect::Count(count) => self.made.guards.push(format!("_nr_pr == {count}")),
            Effect::Timeout => self.made.guards.push("timeout".to_owned()),
            Effect::Die { .. } => self.made.dies = true,
            Effect::Create { .. } => return Err("it creates processes"),
            Effect::At { .. } | Effect::Peek { .. } => return Err("it looks at other processes"),
            Effect::Handshake { .. } | Effect::Nobody { .. } => return Err(RENDEZVOUS),
        }
        Ok(())
    }

    /// A rendezvous: the receiver may set variables with what it gets.
    fn together(&mut self, label: &Label, process: u32) -> Result<(), &'static str> {
        let mut met = false;
        for effect in &label.effects {
            match effect {
                Effect::Handshake { queue, message, receiver } if !met => {
                    met = true;
                    let name = self.first_use(*queue)?;
                    let receives = *receiver == process;
                    let message = self.message(*queue, message, receives)?;
                    let operator = if receives { "?" } else { "!" };
                    self.made.effects.push(format!("{name}{operator}{message}"));
                    // What the other one does is its own concern.
                    if !receives {
                        return Ok(());
                    }
                }
                Effect::Write(..) if met => self.alone(effect)?,
                Effect::Step { .. } | Effect::Failed { .. } | Effect::Fault { .. } => {}
                _ => return Err(RENDEZVOUS),
            }
        }
        Ok(())
    }

    fn receive(
        &mut self,
        queue: u32,
        message: &[i32],
        keep: bool,
        operator: &str,
    ) -> Result<(), &'static str> {
        let name = self.first_use(queue)?;
        let message = self.message(queue, message, true)?;
        let (open, close) = if keep { ("<", ">") } else { ("", "") };
        self.made.guards.push(format!("{name}{operator}[{message}]"));
        self.made.effects.push(format!("{name}{operator}{open}{message}{close}"));
        Ok(())
    }

    fn global(&self, slot: u32, value: i32, operator: &str) -> Result<String, &'static str> {
        let slot = &self.program.globals[slot as usize];
        if slot.meaning == Meaning::Channel {
            return Err("it handles channels as values");
        }
        Ok(format!("{}{operator}{}", slot.name, self.program.shown(value, slot.meaning)))
    }

    /// The name of a channel, if everybody knows it.
    fn channel(&self, queue: u32) -> Result<String, &'static str> {
        let known = |(_, start): &&(u32, Start)| matches!(start, Start::Channel(_));
        let global = self.program.starts.iter().filter(known).count();
        match (queue as usize) < global {
            true => Ok(self.words.queue(queue)),
            false => Err("it uses a channel that has no global name"),
        }
    }

    fn first_use(&mut self, queue: u32) -> Result<String, &'static str> {
        if self.used.contains(&queue) {
            return Err(TWICE);
        }
        self.used.push(queue);
        self.channel(queue)
    }

    fn message(
        &self,
        queue: u32,
        message: &[i32],
        is_pattern: bool,
    ) -> Result<String, &'static str> {
        let channel = self.words.queues.get(queue as usize);
        let fields =
            channel.map_or(&[][..], |&channel| &self.program.channels[channel as usize].fields[..]);
        let mut shown = Vec::new();
        for (index, &value) in message.iter().enumerate() {
            shown.push(match fields.get(index) {
                Some((_, Meaning::Channel)) => return Err("it handles channels as values"),
                Some((_, meaning)) if value >= 0 => self.program.shown(value, *meaning),
                _ if is_pattern => format!("eval({value})"),
                _ => format!("({value})"),
            });
        }
        Ok(shown.join(","))
    }

    fn sight(&self, queue: u32, sight: &Sight) -> Result<String, &'static str> {
        if self.used.contains(&queue) {
            return Err(TWICE);
        }
        let name = self.channel(queue)?;
        Ok(match sight {
            Sight::Length(length) => format!("len({name}) == {length}"),
            Sight::Empty(true) => format!("empty({name})"),
            Sight::Empty(false) => format!("nempty({name})"),
            Sight::Full(true) => format!("full({name})"),
            Sight::Full(false) => format!("nfull({name})"),
            Sight::Head(message) => format!("{name}?[{}]", self.message(queue, message, true)?),
            Sight::Fits(pattern, found) => {
                let Some(message) = pattern.iter().copied().collect::<Option<Vec<i32>>>() else {
                    return Err("it searches a channel for a message that it does not know whole");
                };
                let not = if *found { "" } else { "!" };
                format!("{not}({name}??[{}])", self.message(queue, &message, true)?)
            }
        })
    }
}
