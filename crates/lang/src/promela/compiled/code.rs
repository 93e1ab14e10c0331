//! Expressions as flat code for a machine with a small stack.
//!
//! Most expressions are a number, a variable, or two of these with an operator between them: such a
//! [`Value`] needs no code at all. What does is a run of operations in one arena; `&&`, `||` and
//! `->` jump, so that what `run` does not look at is not looked at here.

use super::super::ast::{Binary, ChannelTest, Unary};
use super::super::program::{Expr, Mark, Match, Place, Program, Width};
use super::super::run::constant;
use super::layout::LOCALS;

/// The deepest stack that an expression may need; deeper ones are left to `run`.
pub(super) const DEPTH: usize = 32;

/// A number or a variable. A local variable is told by its place in the frame of its process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    Number(i32),
    Global(u32),
    Local(u32),
}

/// Where a value comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Value {
    Plain(Operand),
    /// Two with an operator that looks at both.
    Pair(Binary, Operand, Operand),
    /// A run of operations, from the first to before the last.
    Code(u32, u32),
}

/// What the machine does to its stack.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    Push(Operand),
    /// The top is an index: in its place, the element of an array.
    Element {
        array: Operand,
        count: u32,
        stride: u32,
    },
    /// The top is an index, below it a slot: adds the one to the other.
    Index {
        count: u32,
        stride: u32,
    },
    /// The top is a slot: in its place, what it holds.
    Global,
    Local,
    Unary(Unary),
    /// An operator that looks at both sides.
    Binary(Binary),
    /// The same with a number or variable on its right.
    With(Binary, Operand),
    /// If the top is zero, leaves it and jumps; else takes it.
    And(u32),
    /// If the top is not zero, makes it one and jumps; else takes it.
    Or(u32),
    /// Makes the top zero or one.
    Truth,
    /// Takes the top, and jumps if it is zero.
    Unless(u32),
    Jump(u32),
    /// The top is a channel: in its place, what is seen of it.
    Test(ChannelTest),
    Poll(u32),
    Run(u32),
    Timeout,
    Running,
    OwnNumber,
    Marked(Mark),
    At(u32),
    Peek(u32),
}

/// A variable, or an element of an array, that something goes to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    /// `_`.
    Nowhere,
    Slot(Operand, Width),
    /// The code computes the slot.
    Computed {
        global: bool,
        slot: Value,
        width: Width,
    },
}

/// What a received field must be, or where it goes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Pattern {
    Any,
    Value(Value),
    Store(Target),
}

/// A channel that is polled.
#[derive(Debug, Clone)]
pub(super) struct Polled {
    pub(super) channel: Value,
    pub(super) random: bool,
    pub(super) patterns: Vec<Pattern>,
}

/// A process that is created.
#[derive(Debug, Clone)]
pub(super) struct Created {
    pub(super) kind: u32,
    pub(super) arguments: Vec<Value>,
}

/// A process that is looked at: by its number, or the first of its type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Other {
    pub(super) kind: u32,
    pub(super) number: Option<Value>,
    /// The location of the label, or the slot of the variable.
    pub(super) looks: Looks,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Looks {
    /// At whether it is at a location; at none, if the label does not exist.
    At(Option<u32>),
    /// At a local variable.
    Variable(Value),
}

/// All expressions of a program.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) polls: Vec<Polled>,
    pub(super) runs: Vec<Created>,
    pub(super) others: Vec<Other>,
}

/// An expression needs a deeper stack than there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooDeep;

/// Compiles expressions of a program.
pub(super) struct Compiler<'p> {
    pub(super) program: &'p Program,
    pub(super) code: Code,
}

impl Compiler<'_> {
    /// Compiles an expression.
    pub(super) fn value(&mut self, expression: &Expr) -> Result<Value, TooDeep> {
        if let Some(operand) = operand(expression) {
            return Ok(Value::Plain(operand));
        }
        if let Expr::Binary(operator, pair) = expression
            && !matches!(operator, Binary::And | Binary::Or)
            && let (Some(left), Some(right)) = (operand(&pair.0), operand(&pair.1))
        {
            return Ok(Value::Pair(*operator, left, right));
        }
        self.code_of(|compiler, ops| compiler.emit(expression, ops, 0))
    }

    /// Puts code that is made aside into the arena: jumps in it count from its beginning until
    /// then.
    fn code_of(
        &mut self,
        emit: impl FnOnce(&mut Self, &mut Vec<Op>) -> Result<(), TooDeep>,
    ) -> Result<Value, TooDeep> {
        let mut ops = Vec::new();
        emit(self, &mut ops)?;
        let start = self.code.ops.len() as u32;
        self.code.ops.extend(ops.into_iter().map(|op| match op {
            Op::And(to) => Op::And(start + to),
            Op::Or(to) => Op::Or(start + to),
            Op::Unless(to) => Op::Unless(start + to),
            Op::Jump(to) => Op::Jump(start + to),
            op => op,
        }));
        Ok(Value::Code(start, self.code.ops.len() as u32))
    }

    pub(super) fn values(&mut self, expressions: &[Expr]) -> Result<Vec<Value>, TooDeep> {
        expressions.iter().map(|expression| self.value(expression)).collect()
    }

    pub(super) fn patterns(&mut self, patterns: &[Match]) -> Result<Vec<Pattern>, TooDeep> {
        let pattern = |pattern: &Match| {
            Ok(match pattern {
                Match::Any => Pattern::Any,
                Match::Value(value) => Pattern::Value(self.value(value)?),
                Match::Store(place) => Pattern::Store(self.target(place)?),
            })
        };
        patterns.iter().map(pattern).collect()
    }

    /// Compiles a place that something goes to.
    pub(super) fn target(&mut self, place: &Place) -> Result<Target, TooDeep> {
        if place.dummy {
            return Ok(Target::Nowhere);
        }
        if place.indices.is_empty() {
            return Ok(Target::Slot(variable(place.global, place.base), place.width));
        }
        let slot = self.slot(place)?;
        Ok(Target::Computed { global: place.global, slot, width: place.width })
    }

    /// Compiles the slot of a place.
    fn slot(&mut self, place: &Place) -> Result<Value, TooDeep> {
        if place.indices.is_empty() {
            return Ok(Value::Plain(Operand::Number(place.base as i32)));
        }
        self.code_of(|compiler, ops| compiler.emit_slot(place, ops, 0))
    }

    /// Leaves the value of an expression on a stack that has so many below it.
    fn emit(&mut self, expression: &Expr, ops: &mut Vec<Op>, below: usize) -> Result<(), TooDeep> {
        if below >= DEPTH {
            return Err(TooDeep);
        }
        if let Some(operand) = operand(expression) {
            ops.push(Op::Push(operand));
            return Ok(());
        }
        match expression {
            Expr::Number(value) => ops.push(Op::Push(Operand::Number(*value))),
            Expr::Variable(place) => self.emit_variable(place, ops, below)?,
            Expr::Unary(operator, value) => {
                self.emit(value, ops, below)?;
                ops.push(Op::Unary(*operator));
            }
            Expr::Binary(operator, pair) => self.emit_binary(*operator, pair, ops, below)?,
            Expr::Conditional(three) => {
                self.emit(&three.0, ops, below)?;
                let unless = hole(ops);
                self.emit(&three.1, ops, below)?;
                let jump = hole(ops);
                ops[unless] = Op::Unless(ops.len() as u32);
                self.emit(&three.2, ops, below)?;
                ops[jump] = Op::Jump(ops.len() as u32);
            }
            Expr::Test(test, channel) => {
                self.emit(channel, ops, below)?;
                ops.push(Op::Test(*test));
            }
            Expr::Poll { channel, random, patterns } => {
                let (channel, patterns) = (self.value(channel)?, self.patterns(patterns)?);
                self.code.polls.push(Polled { channel, random: *random, patterns });
                ops.push(Op::Poll(self.code.polls.len() as u32 - 1));
            }
            Expr::Run { process, arguments } => {
                let arguments = self.values(arguments)?;
                self.code.runs.push(Created { kind: *process as u32, arguments });
                ops.push(Op::Run(self.code.runs.len() as u32 - 1));
            }
            Expr::Timeout => ops.push(Op::Timeout),
            Expr::Running => ops.push(Op::Running),
            Expr::OwnNumber => ops.push(Op::OwnNumber),
            Expr::Marked(mark) => ops.push(Op::Marked(*mark)),
            Expr::At { process, number, label } => {
                let known = &self.program.processes[*process].labels;
                let location = known.iter().find(|(name, _)| name == label).map(|&(_, at)| at);
                ops.push(Op::At(self.other(*process, number.as_deref(), Looks::At(location))?));
            }
            Expr::Peek { process, number, variable } => {
                let slot = self.slot(variable)?;
                let looks = Looks::Variable(slot);
                ops.push(Op::Peek(self.other(*process, number.as_deref(), looks)?));
            }
        }
        Ok(())
    }

    fn other(&mut self, kind: usize, number: Option<&Expr>, looks: Looks) -> Result<u32, TooDeep> {
        let number = number.map(|number| self.value(number)).transpose()?;
        self.code.others.push(Other { kind: kind as u32, number, looks });
        Ok(self.code.others.len() as u32 - 1)
    }

    fn emit_binary(
        &mut self,
        operator: Binary,
        (left, right): &(Expr, Expr),
        ops: &mut Vec<Op>,
        below: usize,
    ) -> Result<(), TooDeep> {
        self.emit(left, ops, below)?;
        match (operator, operand(right)) {
            (Binary::And | Binary::Or, _) => {
                let jump = hole(ops);
                self.emit(right, ops, below)?;
                ops.push(Op::Truth);
                let end = ops.len() as u32;
                ops[jump] = if operator == Binary::And { Op::And(end) } else { Op::Or(end) };
            }
            (_, Some(right)) => ops.push(Op::With(operator, right)),
            (_, None) => {
                self.emit(right, ops, below + 1)?;
                ops.push(Op::Binary(operator));
            }
        }
        Ok(())
    }

    fn emit_variable(
        &mut self,
        place: &Place,
        ops: &mut Vec<Op>,
        below: usize,
    ) -> Result<(), TooDeep> {
        if let [(index, count, stride)] = &place.indices[..] {
            self.emit(index, ops, below)?;
            let array = variable(place.global, place.base);
            ops.push(Op::Element { array, count: *count, stride: *stride });
            return Ok(());
        }
        self.emit_slot(place, ops, below)?;
        ops.push(if place.global { Op::Global } else { Op::Local });
        Ok(())
    }

    fn emit_slot(&mut self, place: &Place, ops: &mut Vec<Op>, below: usize) -> Result<(), TooDeep> {
        ops.push(Op::Push(Operand::Number(place.base as i32)));
        for (index, count, stride) in &place.indices {
            self.emit(index, ops, below + 1)?;
            ops.push(Op::Index { count: *count, stride: *stride });
        }
        Ok(())
    }
}

/// A place for a jump whose end is not known yet.
fn hole(ops: &mut Vec<Op>) -> usize {
    ops.push(Op::Jump(0));
    ops.len() - 1
}

fn variable(global: bool, slot: u32) -> Operand {
    if global { Operand::Global(slot) } else { Operand::Local(LOCALS + slot) }
}

/// The expression as a number or a variable, if it is one.
fn operand(expression: &Expr) -> Option<Operand> {
    match expression {
        Expr::Number(value) => Some(Operand::Number(*value)),
        Expr::Variable(place) if place.dummy => Some(Operand::Number(0)),
        Expr::Variable(place) if place.indices.is_empty() => {
            Some(variable(place.global, place.base))
        }
        Expr::Unary(..) | Expr::Binary(..) | Expr::Conditional(_) => {
            constant(expression).map(Operand::Number)
        }
        _ => None,
    }
}
