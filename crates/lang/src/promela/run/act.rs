//! What a step does.

use super::super::program::{Action, Expr, Step};
use super::channel::fits;
use super::{Effect, Fault, Machine};

/// How many steps a `d_step` may take.
const MAX_STEPS: usize = 1_000_000;

/// What came of trying a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Attempt {
    Blocked,
    Done,
    /// A message is offered to whoever takes it at once.
    Offer {
        queue: usize,
        message: Vec<i32>,
    },
}

impl Machine<'_> {
    /// Tries a step of a process; `moved` says whether another was possible before, which rules out
    /// `else`. Leaves the process where it was, but for a `d_step`, which moves it.
    pub(crate) fn attempt(
        &mut self,
        step: Step,
        process: usize,
        moved: bool,
    ) -> Result<Attempt, Fault> {
        let program = self.program;
        let kind = self.state.processes[process].kind as usize;
        let (action, _) = &program.processes[kind].actions[step.action as usize];
        let possible = match action {
            Action::Skip | Action::Nothing | Action::Print => true,
            Action::Else => !moved,
            Action::Condition(condition) => self.value(condition, process)? != 0,
            Action::Assign(place, value) => {
                let value = self.value(value, process)?;
                self.write(place, value, process)?;
                true
            }
            Action::Assert(condition) => {
                if self.value(condition, process)? == 0 {
                    self.fails(condition, (kind as u32, step.action), process);
                }
                true
            }
            Action::Send { channel, sorted, values } => {
                let queue = self.queue(channel, process)?;
                let capacity = self.channel(queue).capacity;
                if capacity == 0 {
                    let message = self.message(queue, values, process)?;
                    return Ok(Attempt::Offer { queue, message });
                }
                if self.state.queues[queue].length as usize >= capacity {
                    self.effect(|| Effect::See(queue as u32, super::Sight::Full(true)));
                    return Ok(Attempt::Blocked);
                }
                let message = self.message(queue, values, process)?;
                self.put(queue, message, *sorted);
                true
            }
            Action::Receive { channel, random, keep, patterns } => {
                let queue = self.queue(channel, process)?;
                if self.channel(queue).capacity == 0 {
                    return Ok(Attempt::Blocked);
                }
                self.take(queue, (*random, *keep), patterns, process)?
            }
            Action::Deterministic(start) => return self.deterministic(*start, process, None),
            Action::Die => self.die(process),
        };
        Ok(if possible { Attempt::Done } else { Attempt::Blocked })
    }

    /// An assertion fails: what it looked at is written down.
    fn fails(&mut self, condition: &Expr, assertion: (u32, u32), process: usize) {
        self.faults.push(Fault::Assertion);
        if !self.recording {
            return;
        }
        let mut places = Vec::new();
        condition.each(&mut |expression| {
            if let Expr::Variable(place) = expression {
                places.push(place);
            }
        });
        // Looking again is no part of the step.
        let seen = self.effects.len();
        let mut values = Vec::new();
        for place in places.into_iter().filter(|place| !place.dummy) {
            if let (Ok(slot), Ok(value)) = (self.slot(place, process), self.read(place, process)) {
                let looked = (place.global, slot as u32, value);
                if !values.contains(&looked) {
                    values.push(looked);
                }
            }
        }
        self.effects.truncate(seen);
        self.effects.push(Effect::Failed { values });
        self.effects.push(Effect::Fault { fault: Fault::Assertion, assertion: Some(assertion) });
    }

    /// The other half of a rendezvous: whether a step of a process takes what is offered.
    pub(crate) fn takes(
        &mut self,
        step: Step,
        process: usize,
        queue: usize,
        message: &[i32],
    ) -> Result<bool, Fault> {
        let program = self.program;
        let kind = self.state.processes[process].kind as usize;
        let (action, _) = &program.processes[kind].actions[step.action as usize];
        if let Action::Deterministic(start) = action {
            let offered = Some((queue, message));
            return Ok(self.deterministic(*start, process, offered)? == Attempt::Done);
        }
        let Action::Receive { channel, patterns, .. } = action else { return Ok(false) };
        if self.queue(channel, process)? != queue {
            return Ok(false);
        }
        let pattern = self.pattern(patterns, process)?;
        if !fits(message, &pattern) {
            return Ok(false);
        }
        let (queue_number, receiver) = (queue as u32, process as u32);
        let message = message.to_vec();
        let copy = message.clone();
        self.effect(|| Effect::Handshake { queue: queue_number, message: copy, receiver });
        self.changed = true;
        self.accept(queue, &message, patterns, process)?;
        Ok(true)
    }

    /// Runs a `d_step` to its end: of several steps that are possible, the first is taken. It may
    /// begin with taking what is offered.
    fn deterministic(
        &mut self,
        start: u32,
        process: usize,
        offered: Option<(usize, &[i32])>,
    ) -> Result<Attempt, Fault> {
        let program = self.program;
        let kind = self.state.processes[process].kind as usize;
        let code = &program.processes[kind];
        let mut location = start;
        let block = code.inside[start as usize];
        for count in 0..MAX_STEPS {
            let mut next = None;
            for &step in code.locations[location as usize].iter().filter(|step| step.escape == 0) {
                let attempt = match offered.filter(|_| count == 0) {
                    Some((queue, message)) => match self.takes(step, process, queue, message)? {
                        true => Attempt::Done,
                        false => Attempt::Blocked,
                    },
                    None => self.attempt(step, process, false)?,
                };
                match attempt {
                    Attempt::Done => {
                        next = Some(step.target);
                        break;
                    }
                    Attempt::Blocked => {}
                    Attempt::Offer { .. } => return Err(Fault::Blocked),
                }
            }
            match next {
                Some(target) => location = target,
                None if count == 0 => return Ok(Attempt::Blocked),
                None => return Err(Fault::Blocked),
            }
            if block.is_none() || code.inside[location as usize] != block {
                self.state.processes[process].location = location;
                self.changed = true;
                return Ok(Attempt::Done);
            }
        }
        Err(Fault::Endless)
    }

    /// A process vanishes, with its channels, if it is the youngest.
    fn die(&mut self, process: usize) -> bool {
        let count = self.state.processes.len();
        self.effect(|| Effect::Count(count as u32));
        if process + 1 != count {
            return false;
        }
        let Some(gone) = self.state.processes.pop() else { return false };
        let queues = (gone.channels..self.state.queues.len() as u32).collect();
        self.state.queues.truncate(gone.channels as usize);
        self.effect(|| Effect::Die { process: process as u32, queues });
        self.changed = true;
        true
    }
}
