//! Labels and parts in words: `P[1]:turn==1`, `S+R:wire!msg,1`, `P:x==2 x=3`.

use super::super::program::{Action, ProcessType, Program};
use super::super::run::{Effect, Fault, Sight};
use super::super::token::Names;
use super::label::Label;

/// The longest statement that is a name.
const LONGEST: usize = 60;

/// Puts labels and parts into words.
pub(super) struct Words<'a> {
    pub(super) program: &'a Program,
    pub(super) source: &'a str,
    pub(super) names: &'a Names,
    /// The type of every channel that ever existed, by number.
    pub(super) queues: Vec<u32>,
    /// The names of what has a range.
    pub(super) ranges: Vec<String>,
    /// For each process type, whether it may have several processes.
    pub(super) several: Vec<bool>,
}

impl Words<'_> {
    pub(super) fn process(&self, number: u32, kind: u32) -> String {
        let name = &self.program.processes[kind as usize].name;
        match self.several[kind as usize] {
            true => format!("{name}[{number}]"),
            false => name.clone(),
        }
    }

    /// Channels of one declaration are told apart by their numbers.
    pub(super) fn queue(&self, number: u32) -> String {
        let Some(&channel) = self.queues.get(number as usize) else {
            return format!("channel{number}");
        };
        let name = &self.program.channels[channel as usize].name;
        let same = |&other: &usize| self.queues[other] == channel;
        let before = (0..number as usize).filter(same).count();
        match (0..self.queues.len()).filter(same).count() {
            0 | 1 => name.clone(),
            _ => format!("{name}[{before}]"),
        }
    }

    fn message(&self, queue: u32, message: &[i32]) -> String {
        let pattern: Vec<Option<i32>> = message.iter().copied().map(Some).collect();
        self.pattern(queue, &pattern)
    }

    fn pattern(&self, queue: u32, pattern: &[Option<i32>]) -> String {
        let channel = self.queues.get(queue as usize);
        let fields = channel.map(|&channel| &self.program.channels[channel as usize].fields);
        let shown = |(index, value): (usize, &Option<i32>)| {
            let Some(value) = value else { return "_".to_owned() };
            match fields.and_then(|fields| fields.get(index)) {
                Some(&(_, meaning)) => self.program.shown(*value, meaning),
                None => value.to_string(),
            }
        };
        let all: Vec<String> = pattern.iter().enumerate().map(shown).collect();
        all.join(",")
    }

    /// The name of a step.
    pub(super) fn label(&self, label: &Label) -> String {
        if label.predicate.is_some() {
            let words: Vec<String> =
                label.effects.iter().filter_map(|effect| self.effect(effect)).collect();
            return format!("never:{}", words.join(" "));
        }
        let movers: Vec<String> =
            label.movers.iter().map(|&(process, kind)| self.process(process, kind)).collect();
        let mut words: Vec<String> = Vec::new();
        if let (Some(action), Some(&(_, kind))) = (label.local, label.movers.first()) {
            words.push(self.statement(kind, action));
        }
        words.extend(label.effects.iter().filter_map(|effect| self.effect(effect)));
        let left = label.leaves.and_then(|leaves| self.ranges.get(leaves.range as usize));
        words.extend(left.map(|range| format!("leaves {range}")));
        format!("{}:{}", movers.join("+"), words.join(" "))
    }

    /// An assertion that fails, as it stands in the text.
    pub(super) fn failing(&self, kind: u32, action: u32) -> String {
        let (_, at) = &self.program.processes[kind as usize].actions[action as usize];
        match at.file {
            0 if at.start < at.end => format!("{} fails", self.statement(kind, action)),
            _ => Fault::Assertion.shown().to_owned(),
        }
    }

    /// What a failing assertion looked at: `x==1, y==2`.
    pub(super) fn looked_at(&self, kind: u32, values: &[(bool, u32, i32)]) -> String {
        let locals = &self.program.processes[kind as usize].locals;
        let shown = |&(global, slot, value): &(bool, u32, i32)| {
            let slots = if global { &self.program.globals } else { locals };
            let slot = slots.get(slot as usize)?;
            Some(format!("{}=={}", slot.name, self.program.shown(value, slot.meaning)))
        };
        values.iter().filter_map(shown).collect::<Vec<_>>().join(", ")
    }

    /// The statements that could be next at a location, each once; not what happens without one.
    pub(super) fn statements_at(&self, kind: u32, location: u32) -> Vec<String> {
        let code = &self.program.processes[kind as usize];
        let mut found = Vec::new();
        for step in &code.locations[location as usize] {
            let text = self.statement(kind, step.action);
            if !matches!(code.actions[step.action as usize].0, Action::Die)
                && !found.contains(&text)
            {
                found.push(text);
            }
        }
        found
    }

    /// A statement as it stands in the text.
    fn statement(&self, kind: u32, action: u32) -> String {
        let (_, at) = &self.program.processes[kind as usize].actions[action as usize];
        let text = match at.file {
            0 => self.source.get(at.start as usize..at.end as usize).unwrap_or(""),
            _ => "",
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.join(" ") {
            text if text.is_empty() && at.line == 0 => "skip".to_owned(),
            text if text.is_empty() => format!("line{}", at.line),
            text => text.chars().take(LONGEST).collect(),
        }
    }

    /// Where a process stands.
    pub(super) fn line(&self, code: &ProcessType, location: u32) -> String {
        let steps = &code.locations[location as usize];
        let lines = steps.iter().map(|step| code.actions[step.action as usize].1.line);
        format!("line{}", lines.filter(|&line| line > 0).min().unwrap_or(0))
    }

    fn effect(&self, effect: &Effect) -> Option<String> {
        let global = |slot: u32, value: i32, operator: &str| {
            let slot = &self.program.globals[slot as usize];
            format!("{}{operator}{}", slot.name, self.program.shown(value, slot.meaning))
        };
        Some(match effect {
            Effect::Step { .. } | Effect::Failed { .. } => return None,
            Effect::Read(slot, value) => global(*slot, *value, "=="),
            Effect::Write(slot, value) => global(*slot, *value, "="),
            Effect::Send { queue, message, sorted } => {
                let operator = if *sorted { "!!" } else { "!" };
                format!("{}{operator}{}", self.queue(*queue), self.message(*queue, message))
            }
            Effect::Receive { queue, message, keep } => match keep {
                true => format!("{}?<{}>", self.queue(*queue), self.message(*queue, message)),
                false => format!("{}?{}", self.queue(*queue), self.message(*queue, message)),
            },
            Effect::Pick { queue, pattern, message, keep } => {
                let (open, close) = if *keep { ("<", ">") } else { ("", "") };
                let wanted = self.pattern(*queue, pattern);
                let message = self.message(*queue, message);
                format!("{}??{open}{wanted}->{message}{close}", self.queue(*queue))
            }
            Effect::Handshake { queue, message, .. } => {
                format!("{}!{}", self.queue(*queue), self.message(*queue, message))
            }
            Effect::Nobody { queue, message } => {
                format!("!({}!{})", self.queue(*queue), self.message(*queue, message))
            }
            Effect::See(queue, sight) => self.sight(*queue, sight),
            Effect::Count(count) => format!("_nr_pr=={count}"),
            Effect::Create { process, kind, arguments, .. } => {
                let arguments: Vec<String> = arguments.iter().map(i32::to_string).collect();
                format!("run {}({})", self.process(*process, *kind), arguments.join(","))
            }
            Effect::Die { .. } => "end".to_owned(),
            Effect::At { process, label, there } => {
                let not = if *there { "" } else { "!" };
                format!("{not}{}@{}", self.other(*process), self.names.text(*label))
            }
            Effect::Peek { process, slot, value } => self.peek(*process, *slot, *value),
            Effect::Timeout => "timeout".to_owned(),
            Effect::Fault { fault, assertion } => match assertion {
                Some((kind, action)) => self.failing(*kind, *action),
                None => fault.shown().to_owned(),
            },
        })
    }

    /// A process that is looked at; its type is known if no process is ever created.
    fn other(&self, process: u32) -> String {
        let kind = self.program.active.get(process as usize).filter(|_| !self.program.creates);
        kind.map_or_else(|| process.to_string(), |&kind| self.process(process, kind as u32))
    }

    fn peek(&self, process: u32, slot: u32, value: i32) -> String {
        let kind = self.program.active.get(process as usize).filter(|_| !self.program.creates);
        let slots = kind.map(|&kind| &self.program.processes[kind].locals);
        let (variable, value) = match slots.and_then(|slots| slots.get(slot as usize)) {
            Some(slot) => (slot.name.clone(), self.program.shown(value, slot.meaning)),
            None => (slot.to_string(), value.to_string()),
        };
        format!("{}:{variable}=={value}", self.other(process))
    }

    fn sight(&self, queue: u32, sight: &Sight) -> String {
        let name = self.queue(queue);
        let not = |holds: bool| if holds { "" } else { "!" };
        match sight {
            Sight::Length(length) => format!("len({name})=={length}"),
            Sight::Empty(empty) => format!("{}empty({name})", not(*empty)),
            Sight::Full(full) => format!("{}full({name})", not(*full)),
            Sight::Head(message) => format!("{name}?[{}]", self.message(queue, message)),
            Sight::Fits(pattern, found) => {
                format!("{}{name}??[{}]", not(*found), self.pattern(queue, pattern))
            }
        }
    }
}
