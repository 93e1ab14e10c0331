//! The statements of a program, compiled.

use super::super::program::{Action, Program, Start, Width};
use super::code::{Code, Compiler, Pattern, Target, TooDeep, Value};
use super::commuting::Independence;

/// What a step does.
#[derive(Debug, Clone)]
pub(super) enum Act {
    Skip,
    Else,
    Condition(Value),
    Assign(Target, Value),
    Assert(Value),
    Send {
        channel: Value,
        sorted: bool,
        values: Vec<Value>,
    },
    Receive {
        channel: Value,
        random: bool,
        keep: bool,
        patterns: Vec<Pattern>,
    },
    /// A `d_step` that begins at this location.
    Deterministic(u32),
    Die,
}

/// A step from a location.
#[derive(Debug, Clone)]
pub(super) struct Step {
    pub(super) act: Act,
    pub(super) target: u32,
    /// Whether nobody may interrupt after it.
    pub(super) keeps: bool,
    /// The escape (`unless`) it belongs to, or 0.
    pub(super) escape: u32,
}

/// What a local variable starts with: its slot and width, then a value or the type of a new
/// channel.
#[derive(Debug, Clone, Copy)]
pub(super) enum Begin {
    Value(u32, Width, Value),
    Channel(u32, Width, u32),
}

/// A process type.
#[derive(Debug)]
pub(super) struct Kind {
    pub(super) locals: u32,
    /// How the values of locals are cut.
    pub(super) widths: Vec<Width>,
    pub(super) begins: Vec<Begin>,
    pub(super) initial: u32,
    pub(super) end: u32,
    /// The steps of each location, all in one row.
    pub(super) steps: Vec<Step>,
    /// Where those of each location begin in it, and of one more.
    pub(super) firsts: Vec<u32>,
    pub(super) stops: Vec<bool>,
    pub(super) accepts: Vec<bool>,
    pub(super) progresses: Vec<bool>,
    pub(super) inside: Vec<Option<u32>>,
}

impl Kind {
    #[inline]
    pub(super) fn steps_at(&self, location: u32) -> &[Step] {
        let location = location as usize;
        &self.steps[self.firsts[location] as usize..self.firsts[location + 1] as usize]
    }
}

/// A channel type: what is needed while it is used.
#[derive(Debug)]
pub(super) struct Channel {
    pub(super) capacity: u32,
    pub(super) fields: Vec<Width>,
}

/// A program as flat code.
#[derive(Debug)]
pub(super) struct Statements {
    pub(super) code: Code,
    pub(super) kinds: Vec<Kind>,
    pub(super) channels: Vec<Channel>,
    pub(super) predicates: Vec<Value>,
    /// What each claim asks about states.
    pub(super) asked: Vec<Vec<Value>>,
    pub(super) independence: Independence,
}

impl Statements {
    /// Compiles a program, unless an expression is too deep.
    pub(super) fn new(program: &Program) -> Result<Self, TooDeep> {
        let mut compiler = Compiler { program, code: Code::default() };
        let mut kinds = Vec::with_capacity(program.processes.len());
        for process in &program.processes {
            let (mut steps, mut firsts) = (Vec::new(), vec![0]);
            for location in &process.locations {
                for step in location {
                    let (action, _) = &process.actions[step.action as usize];
                    steps.push(Step {
                        act: act(&mut compiler, action)?,
                        target: step.target,
                        keeps: step.keeps,
                        escape: step.escape,
                    });
                }
                firsts.push(steps.len() as u32);
            }
            let mut begins = Vec::new();
            for (slot, start) in &process.starts {
                let width = process.locals[*slot as usize].width;
                begins.push(match start {
                    Start::Value(value) => Begin::Value(*slot, width, compiler.value(value)?),
                    Start::Channel(channel) => Begin::Channel(*slot, width, *channel as u32),
                });
            }
            kinds.push(Kind {
                locals: process.locals.len() as u32,
                widths: process.locals.iter().map(|slot| slot.width).collect(),
                begins,
                initial: process.initial,
                end: process.end,
                steps,
                firsts,
                stops: process.stops.clone(),
                accepts: process.accepts.clone(),
                progresses: process.progresses.clone(),
                inside: process.inside.clone(),
            });
        }
        let predicates: Result<Vec<Value>, TooDeep> =
            program.predicates.iter().map(|(_, predicate)| compiler.value(predicate)).collect();
        let asked = program.claims.iter().map(|claim| compiler.values(&claim.asked));
        let asked: Result<Vec<Vec<Value>>, TooDeep> = asked.collect();
        let channel = |channel: &super::super::program::ChannelType| Channel {
            capacity: channel.capacity as u32,
            fields: channel.fields.iter().map(|&(width, _)| width).collect(),
        };
        let independence = Independence::new(&mut compiler)?;
        Ok(Self {
            independence,
            predicates: predicates?,
            asked: asked?,
            code: compiler.code,
            kinds,
            channels: program.channels.iter().map(channel).collect(),
        })
    }
}

fn act(compiler: &mut Compiler<'_>, action: &Action) -> Result<Act, TooDeep> {
    Ok(match action {
        Action::Skip | Action::Print | Action::Nothing => Act::Skip,
        Action::Else => Act::Else,
        Action::Condition(condition) => Act::Condition(compiler.value(condition)?),
        Action::Assign(place, value) => {
            Act::Assign(compiler.target(place)?, compiler.value(value)?)
        }
        Action::Assert(condition) => Act::Assert(compiler.value(condition)?),
        Action::Send { channel, sorted, values } => Act::Send {
            channel: compiler.value(channel)?,
            sorted: *sorted,
            values: compiler.values(values)?,
        },
        Action::Receive { channel, random, keep, patterns } => Act::Receive {
            channel: compiler.value(channel)?,
            random: *random,
            keep: *keep,
            patterns: compiler.patterns(patterns)?,
        },
        Action::Deterministic(start) => Act::Deterministic(*start),
        Action::Die => Act::Die,
    })
}
