//! Expressions: C's arithmetic on 32 bits.

use super::super::ast::{Binary, ChannelTest, Unary};
use super::super::program::{Expr, Mark, Place};
use super::{Effect, Fault, Machine, Process, Sight};

impl Machine<'_> {
    /// The value of an expression of a process.
    pub(crate) fn value(&mut self, expression: &Expr, process: usize) -> Result<i32, Fault> {
        Ok(match expression {
            Expr::Number(value) => *value,
            Expr::Variable(place) => self.read(place, process)?,
            Expr::Unary(operator, value) => {
                let value = self.value(value, process)?;
                match operator {
                    Unary::Not => i32::from(value == 0),
                    Unary::Minus => value.wrapping_neg(),
                    Unary::Complement => !value,
                }
            }
            Expr::Binary(operator, pair) => self.binary(*operator, &pair.0, &pair.1, process)?,
            Expr::Conditional(three) => match self.value(&three.0, process)? {
                0 => self.value(&three.2, process)?,
                _ => self.value(&three.1, process)?,
            },
            Expr::Test(test, channel) => self.test(*test, channel, process)?,
            Expr::Poll { channel, random, patterns } => {
                i32::from(self.poll(channel, *random, patterns, process)?)
            }
            Expr::Run { process: kind, arguments } => {
                let values: Result<Vec<i32>, Fault> =
                    arguments.iter().map(|argument| self.value(argument, process)).collect();
                self.start(*kind, values?)?
            }
            Expr::Timeout => {
                if self.timeout {
                    self.effect(|| Effect::Timeout);
                }
                i32::from(self.timeout)
            }
            Expr::Running => {
                let count = self.state.processes.len() as u32;
                self.effect(|| Effect::Count(count));
                count as i32
            }
            Expr::OwnNumber => process as i32,
            Expr::Marked(mark) => {
                let is_marked = |process: &Process| {
                    let kind = &self.program.processes[process.kind as usize];
                    let marked = match mark {
                        Mark::Accept => &kind.accepts,
                        Mark::Progress => &kind.progresses,
                    };
                    marked[process.location as usize]
                };
                i32::from(self.state.processes.iter().any(is_marked))
            }
            Expr::At { process: kind, number, label } => {
                let Some(other) = self.other(*kind, number.as_deref(), process)? else {
                    return Ok(0);
                };
                let known = &self.program.processes[*kind].labels;
                let location = known.iter().find(|(name, _)| name == label).map(|&(_, at)| at);
                let there = location == Some(self.state.processes[other].location);
                let (process, label) = (other as u32, *label);
                self.effect(|| Effect::At { process, label, there });
                i32::from(there)
            }
            Expr::Peek { process: kind, number, variable } => {
                let Some(other) = self.other(*kind, number.as_deref(), process)? else {
                    return Ok(0);
                };
                let slot = self.slot(variable, process)?;
                let locals = &self.state.processes[other].locals;
                let value = locals.get(slot).copied().ok_or(Fault::Index)?;
                let (process, slot) = (other as u32, slot as u32);
                self.effect(|| Effect::Peek { process, slot, value });
                value
            }
        })
    }

    /// The process that is meant: by its number, or the first of its type.
    fn other(
        &mut self,
        kind: usize,
        number: Option<&Expr>,
        process: usize,
    ) -> Result<Option<usize>, Fault> {
        let count = self.state.processes.len();
        if self.program.creates {
            self.effect(|| Effect::Count(count as u32));
        }
        Ok(match number {
            Some(number) => {
                let number = self.value(number, process)?;
                usize::try_from(number).ok().filter(|&number| number < count)
            }
            None => self.state.processes.iter().position(|other| other.kind as usize == kind),
        })
    }

    fn start(&mut self, kind: usize, arguments: Vec<i32>) -> Result<i32, Fault> {
        let before = self.state.queues.len() as u32;
        let count = self.state.processes.len() as u32;
        self.effect(|| Effect::Count(count));
        let number = self.create(kind, &arguments)?;
        let queues = (before..self.state.queues.len() as u32).collect();
        self.effect(|| Effect::Create { process: count, kind: kind as u32, arguments, queues });
        Ok(number)
    }

    fn binary(
        &mut self,
        operator: Binary,
        left: &Expr,
        right: &Expr,
        process: usize,
    ) -> Result<i32, Fault> {
        let left = self.value(left, process)?;
        match operator {
            Binary::And if left == 0 => return Ok(0),
            Binary::Or if left != 0 => return Ok(1),
            _ => {}
        }
        let right = self.value(right, process)?;
        Ok(match operator {
            Binary::And | Binary::Or => i32::from(right != 0),
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
            Binary::Divide | Binary::Remainder if right == 0 => return Err(Fault::Division),
            Binary::Divide => left.wrapping_div(right),
            Binary::Remainder => left.wrapping_rem(right),
        })
    }

    /// The slot of a place, with its indices computed.
    pub(crate) fn slot(&mut self, place: &Place, process: usize) -> Result<usize, Fault> {
        let mut slot = place.base as usize;
        for (index, count, stride) in &place.indices {
            let index = self.value(index, process)?;
            let inside = u32::try_from(index).ok().filter(|index| index < count);
            slot += inside.ok_or(Fault::Index)? as usize * *stride as usize;
        }
        Ok(slot)
    }

    /// The value of a variable.
    pub(super) fn read(&mut self, place: &Place, process: usize) -> Result<i32, Fault> {
        if place.dummy {
            return Ok(0);
        }
        let slot = self.slot(place, process)?;
        if !place.global {
            return Ok(self.state.processes[process].locals[slot]);
        }
        let value = self.state.globals[slot];
        self.effect(|| Effect::Read(slot as u32, value));
        Ok(value)
    }

    /// Sets a variable.
    pub(crate) fn write(&mut self, place: &Place, value: i32, process: usize) -> Result<(), Fault> {
        if place.dummy {
            return Ok(());
        }
        let slot = self.slot(place, process)?;
        let value = place.width.cut(value);
        self.changed = true;
        if place.global {
            self.state.globals[slot] = value;
            self.effect(|| Effect::Write(slot as u32, value));
        } else {
            self.state.processes[process].locals[slot] = value;
        }
        Ok(())
    }

    fn test(&mut self, test: ChannelTest, channel: &Expr, process: usize) -> Result<i32, Fault> {
        let queue = self.queue(channel, process)?;
        let length = self.state.queues[queue].length;
        let full = length as usize >= self.channel(queue).capacity.max(1);
        let (sight, value) = match test {
            ChannelTest::Len => (Sight::Length(length), length as i32),
            ChannelTest::Empty => (Sight::Empty(length == 0), i32::from(length == 0)),
            ChannelTest::NotEmpty => (Sight::Empty(length == 0), i32::from(length != 0)),
            ChannelTest::Full => (Sight::Full(full), i32::from(full)),
            ChannelTest::NotFull => (Sight::Full(full), i32::from(!full)),
        };
        self.effect(|| Effect::See(queue as u32, sight));
        Ok(value)
    }
}
