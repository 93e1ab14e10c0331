//! A packed state that is being worked on: expressions are evaluated in it, statements change it.

use super::super::ast::{Binary, ChannelTest, Unary};
use super::super::program::Mark;
use super::super::run::Fault;
use super::code::{DEPTH, Looks, Op, Operand, Other, Target, Value};
use super::layout::{LENGTH, LOCALS, LOCATION, Layout};
use super::statements::{Act, Statements, Step};

/// How many steps a `d_step` may take.
const MAX_STEPS: usize = 1_000_000;

/// What ends the work on a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The run ends.
    Fault(Fault),
    /// A value does not fit into its place.
    Wide,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What came of trying a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    Blocked,
    Done,
    /// The message in the machine is offered to whoever takes it at once.
    Offer(u32),
}

/// A state that is being worked on. Processes and channels are told by number.
#[derive(Debug)]
pub(super) struct Machine<'c> {
    pub(super) statements: &'c Statements,
    pub(super) layout: &'c Layout,
    pub(super) words: Vec<u64>,
    /// Whether the state was changed since it was set.
    pub(super) changed: bool,
    /// Whether nothing else can happen: `timeout` is true then.
    pub(super) timeout: bool,
    /// Whether something went wrong that did not end the run.
    pub(super) wrong: bool,
    /// A message on its way.
    pub(super) message: Vec<i32>,
    /// What the fields of a message must be.
    pub(super) wanted: Vec<Option<i32>>,
}

impl<'c> Machine<'c> {
    pub(super) fn new(statements: &'c Statements, layout: &'c Layout) -> Self {
        Self {
            statements,
            layout,
            words: vec![0; layout.words],
            changed: true,
            timeout: false,
            wrong: false,
            message: Vec::new(),
            wanted: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn get(&self, place: u32) -> i32 {
        self.layout.fields[place as usize].get(&self.words)
    }

    #[inline]
    pub(super) fn set(&mut self, place: u32, value: i32) -> Result<(), Trouble> {
        self.changed = true;
        match self.layout.fields[place as usize].set(&mut self.words, value) {
            true => Ok(()),
            false => Err(Trouble::Wide),
        }
    }

    pub(super) fn clear(&mut self, place: u32) {
        self.layout.fields[place as usize].clear(&mut self.words);
    }

    #[inline]
    pub(super) fn frame(&self, process: usize) -> u32 {
        self.layout.frames[process].0
    }

    #[inline]
    fn operand(&self, operand: Operand, frame: u32) -> i32 {
        match operand {
            Operand::Number(value) => value,
            Operand::Global(place) => self.get(place),
            Operand::Local(place) => self.get(frame + place),
        }
    }

    /// A value to a process.
    #[inline]
    pub(super) fn value(&mut self, value: Value, process: usize) -> Result<i32, Trouble> {
        let frame = self.frame(process);
        match value {
            Value::Plain(operand) => Ok(self.operand(operand, frame)),
            Value::Pair(operator, left, right) => {
                binary(operator, self.operand(left, frame), self.operand(right, frame))
            }
            Value::Code(start, end) => self.run_code(start as usize, end as usize, process),
        }
    }

    /// Does what a run of operations says: what is left on the stack is its value.
    fn run_code(&mut self, start: usize, end: usize, process: usize) -> Result<i32, Trouble> {
        const TOP: usize = DEPTH - 1;
        let statements = self.statements;
        let frame = self.frame(process);
        let mut stack = [0_i32; DEPTH];
        // One below the first place: the stack is empty. Code is never deeper than the stack.
        let mut top = usize::MAX;
        let mut at = start;
        while at < end {
            let here = stack[top & TOP];
            match statements.code.ops[at] {
                Op::Push(operand) => {
                    top = top.wrapping_add(1);
                    stack[top & TOP] = self.operand(operand, frame);
                }
                Op::Element { array, count, stride } => {
                    let index = inside(here, count)? * stride;
                    let place = match array {
                        Operand::Global(base) => base + index,
                        Operand::Local(base) => frame + base + index,
                        Operand::Number(_) => index,
                    };
                    stack[top & TOP] = self.get(place);
                }
                Op::Index { count, stride } => {
                    top = top.wrapping_sub(1);
                    let index = inside(here, count)? * stride;
                    stack[top & TOP] = stack[top & TOP].wrapping_add(index as i32);
                }
                Op::Global => stack[top & TOP] = self.get(here as u32),
                Op::Local => stack[top & TOP] = self.get(frame + LOCALS + here as u32),
                Op::Unary(operator) => {
                    stack[top & TOP] = match operator {
                        Unary::Not => i32::from(here == 0),
                        Unary::Minus => here.wrapping_neg(),
                        Unary::Complement => !here,
                    };
                }
                Op::Binary(operator) => {
                    top = top.wrapping_sub(1);
                    stack[top & TOP] = binary(operator, stack[top & TOP], here)?;
                }
                Op::With(operator, right) => {
                    stack[top & TOP] = binary(operator, here, self.operand(right, frame))?;
                }
                Op::And(to) => match here {
                    0 => {
                        at = to as usize;
                        continue;
                    }
                    _ => top = top.wrapping_sub(1),
                },
                Op::Or(to) => match here {
                    0 => top = top.wrapping_sub(1),
                    _ => {
                        stack[top & TOP] = 1;
                        at = to as usize;
                        continue;
                    }
                },
                Op::Truth => stack[top & TOP] = i32::from(here != 0),
                Op::Unless(to) => {
                    top = top.wrapping_sub(1);
                    if here == 0 {
                        at = to as usize;
                        continue;
                    }
                }
                Op::Jump(to) => {
                    at = to as usize;
                    continue;
                }
                Op::Test(test) => stack[top & TOP] = self.test(test, here)?,
                Op::Poll(poll) => {
                    top = top.wrapping_add(1);
                    let found = self.poll(&statements.code.polls[poll as usize], process)?;
                    stack[top & TOP] = i32::from(found);
                }
                Op::Run(run) => {
                    top = top.wrapping_add(1);
                    let created = &statements.code.runs[run as usize];
                    let mut arguments = Vec::with_capacity(created.arguments.len());
                    for &argument in &created.arguments {
                        arguments.push(self.value(argument, process)?);
                    }
                    stack[top & TOP] = self.create(created.kind, &arguments)?;
                }
                Op::Timeout => {
                    top = top.wrapping_add(1);
                    stack[top & TOP] = i32::from(self.timeout);
                }
                Op::Running => {
                    top = top.wrapping_add(1);
                    stack[top & TOP] = self.layout.processes.get(&self.words);
                }
                Op::OwnNumber => {
                    top = top.wrapping_add(1);
                    stack[top & TOP] = process as i32;
                }
                Op::Marked(mark) => {
                    top = top.wrapping_add(1);
                    stack[top & TOP] = i32::from(self.is_marked(mark));
                }
                Op::At(other) | Op::Peek(other) => {
                    top = top.wrapping_add(1);
                    let other = statements.code.others[other as usize];
                    stack[top & TOP] = self.look(other, process)?;
                }
            }
            at += 1;
        }
        Ok(stack[top & TOP])
    }

    /// Whether a process is where a label of this kind marks it.
    fn is_marked(&self, mark: Mark) -> bool {
        let count = self.layout.processes.get(&self.words) as usize;
        (0..count).any(|process| {
            let frame = self.frame(process);
            let kind = &self.statements.kinds[self.get(frame) as usize];
            let marked = match mark {
                Mark::Accept => &kind.accepts,
                Mark::Progress => &kind.progresses,
            };
            marked[self.get(frame + LOCATION) as usize]
        })
    }

    /// What is seen of another process; 0 if it is not there.
    fn look(&mut self, other: Other, process: usize) -> Result<i32, Trouble> {
        let count = self.layout.processes.get(&self.words) as usize;
        let found = match other.number {
            Some(number) => {
                let number = self.value(number, process)?;
                usize::try_from(number).ok().filter(|&number| number < count)
            }
            None => (0..count).find(|&place| self.get(self.frame(place)) == other.kind as i32),
        };
        let Some(found) = found else { return Ok(0) };
        let frame = self.frame(found);
        match other.looks {
            Looks::At(location) => {
                Ok(i32::from(location == Some(self.get(frame + LOCATION) as u32)))
            }
            Looks::Variable(slot) => {
                let slot = self.value(slot, process)? as u32;
                let kind = self.get(frame) as usize;
                match slot < self.statements.kinds[kind].locals {
                    true => Ok(self.get(frame + LOCALS + slot)),
                    false => Err(Fault::Index.into()),
                }
            }
        }
    }

    fn test(&mut self, test: ChannelTest, number: i32) -> Result<i32, Trouble> {
        let queue = self.queue(number)?;
        let length = self.get(self.layout.channels[queue as usize].0 + LENGTH);
        let full = || length as u32 >= self.channel(queue).capacity.max(1);
        Ok(match test {
            ChannelTest::Len => length,
            ChannelTest::Empty => i32::from(length == 0),
            ChannelTest::NotEmpty => i32::from(length != 0),
            ChannelTest::Full => i32::from(full()),
            ChannelTest::NotFull => i32::from(!full()),
        })
    }

    /// Sets a variable.
    #[inline]
    pub(super) fn store(
        &mut self,
        target: Target,
        value: i32,
        process: usize,
    ) -> Result<(), Trouble> {
        let frame = self.frame(process);
        match target {
            Target::Slot(Operand::Global(place), width) => self.set(place, width.cut(value)),
            Target::Slot(Operand::Local(place), width) => self.set(frame + place, width.cut(value)),
            Target::Nowhere | Target::Slot(Operand::Number(_), _) => Ok(()),
            Target::Computed { global, slot, width } => {
                let slot = self.value(slot, process)? as u32;
                let place = if global { slot } else { frame + LOCALS + slot };
                self.set(place, width.cut(value))
            }
        }
    }

    /// Tries a step of a process; `moved` says whether another was possible before, which rules out
    /// `else`. Leaves the process where it was, but for a `d_step`, which moves it.
    pub(super) fn attempt(
        &mut self,
        step: &Step,
        process: usize,
        moved: bool,
    ) -> Result<Attempt, Trouble> {
        let possible = match &step.act {
            Act::Skip => true,
            Act::Else => !moved,
            Act::Condition(condition) => self.value(*condition, process)? != 0,
            Act::Assign(target, value) => {
                let value = self.value(*value, process)?;
                self.store(*target, value, process)?;
                true
            }
            Act::Assert(condition) => {
                self.wrong |= self.value(*condition, process)? == 0;
                true
            }
            Act::Send { channel, sorted, values } => {
                return self.send(*channel, *sorted, values, process);
            }
            Act::Receive { channel, random, keep, patterns } => {
                let number = self.value(*channel, process)?;
                let queue = self.queue(number)?;
                if self.channel(queue).capacity == 0 {
                    return Ok(Attempt::Blocked);
                }
                self.take(queue, (*random, *keep), patterns, process)?
            }
            Act::Deterministic(start) => return self.deterministic(*start, process, None),
            Act::Die => self.die(process),
        };
        Ok(if possible { Attempt::Done } else { Attempt::Blocked })
    }

    /// The other half of a rendezvous: whether a step of a process takes what is offered.
    pub(super) fn takes(
        &mut self,
        step: &Step,
        process: usize,
        queue: u32,
        message: &[i32],
    ) -> Result<bool, Trouble> {
        match &step.act {
            Act::Deterministic(start) => {
                let offered = Some((queue, message));
                Ok(self.deterministic(*start, process, offered)? == Attempt::Done)
            }
            Act::Receive { channel, patterns, .. } => {
                let number = self.value(*channel, process)?;
                if self.queue(number)? != queue {
                    return Ok(false);
                }
                self.want(patterns, process)?;
                let fits = |(value, wanted): (&i32, &Option<i32>)| {
                    wanted.is_none_or(|wanted| wanted == *value)
                };
                if !message.iter().zip(&self.wanted).all(fits) {
                    return Ok(false);
                }
                self.changed = true;
                self.accept(queue, message, patterns, process)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Runs a `d_step` to its end: of several steps that are possible, the first is taken. It may
    /// begin with taking what is offered.
    fn deterministic(
        &mut self,
        start: u32,
        process: usize,
        offered: Option<(u32, &[i32])>,
    ) -> Result<Attempt, Trouble> {
        let kind = self.get(self.frame(process)) as usize;
        let code = &self.statements.kinds[kind];
        let mut location = start;
        let block = code.inside[start as usize];
        for count in 0..MAX_STEPS {
            let mut next = None;
            for step in code.steps_at(location).iter().filter(|step| step.escape == 0) {
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
                    Attempt::Offer(_) => return Err(Fault::Blocked.into()),
                }
            }
            match next {
                Some(target) => location = target,
                None if count == 0 => return Ok(Attempt::Blocked),
                None => return Err(Fault::Blocked.into()),
            }
            if block.is_none() || code.inside[location as usize] != block {
                self.set(self.frame(process) + LOCATION, location as i32)?;
                return Ok(Attempt::Done);
            }
        }
        Err(Fault::Endless.into())
    }
}

/// An index, if it is inside of its array.
#[inline]
fn inside(index: i32, count: u32) -> Result<u32, Trouble> {
    u32::try_from(index).ok().filter(|&index| index < count).ok_or(Fault::Index.into())
}

/// Operators that look at both sides, on 32 bits as in C.
#[inline]
fn binary(operator: Binary, left: i32, right: i32) -> Result<i32, Trouble> {
    Ok(match operator {
        Binary::And => i32::from(left != 0 && right != 0),
        Binary::Or => i32::from(left != 0 || right != 0),
        Binary::BitOr => left | right,
        Binary::BitXor => left ^ right,
        Binary::BitAnd => left & right,
        Binary::Equal => i32::from(left == right),
        Binary::NotEqual => i32::from(left != right),
        Binary::Less => i32::from(left < right),
        Binary::LessEqual => i32::from(left <= right),
        Binary::Greater => i32::from(left > right),
        Binary::GreaterEqual => i32::from(left >= right),
        // Shifts by more than the width mean nothing in C; processors take it modulo 32.
        Binary::ShiftLeft => left.wrapping_shl(right as u32),
        Binary::ShiftRight => left.wrapping_shr(right as u32),
        Binary::Add => left.wrapping_add(right),
        Binary::Subtract => left.wrapping_sub(right),
        Binary::Multiply => left.wrapping_mul(right),
        Binary::Divide | Binary::Remainder if right == 0 => {
            return Err(Fault::Division.into());
        }
        Binary::Divide => left.wrapping_div(right),
        Binary::Remainder => left.wrapping_rem(right),
    })
}
