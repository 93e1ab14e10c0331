//! Steps that commute with whatever other processes do.
//!
//! In a state, the steps of one process may stand for all steps of all processes if nobody else can
//! make a difference to them, nor they to anybody else. (Holzmann and Peled, "An improvement in
//! formal verification", 1994: these are persistent sets, found as SPIN finds them, by looking at
//! the statements.) Such are steps that see and set only what belongs to the process, and
//!
//! - a send by the only process that sends to its channel, if there is room: who receives makes
//!   more room, and takes messages that were there before;
//! - a receive by the only process that receives from its channel, if there is a message: who sends
//!   puts others behind it.
//!
//! That is so only if nobody asks how many messages there are, be it by an `else` beside a send or
//! receive. Who may use a channel is asked in each state: channels are handed over when a process
//! is created, and mostly never after. A step that is not possible must stay so whatever the others
//! do, because otherwise it would have to be tried later in its turn.
//!
//! Nothing may be put off for ever. Every circle of states contains, for each process that moves in
//! it, a circle of its locations, hence a step that leads back in the order in which a depth-first
//! walk leaves them. Where such a step is possible, all processes are looked at. So which steps are
//! left out depends on the state alone.

use super::super::lower::{Role, roles};
use super::super::program::{Action, Expr, Match, Place, ProcessType, Program};
use super::code::{Compiler, TooDeep, Value};

/// What a step does that may stand for all.
#[derive(Debug, Clone, Copy)]
pub(super) enum Commuting {
    /// It sees and sets only what belongs to its process.
    Local,
    /// It sends to this channel.
    Send(Value),
    /// It receives from this channel.
    Receive(Value),
}

/// The channels that processes of a type use, in any way.
#[derive(Debug, Default, Clone)]
pub(super) struct Uses {
    pub(super) sends: Channels,
    pub(super) receives: Channels,
    /// Asks about, or changes in other ways.
    pub(super) asks: Channels,
    /// Whether it creates processes, which may use anything.
    pub(super) creates: bool,
}

/// Some channels.
#[derive(Debug, Default, Clone)]
pub(super) struct Channels {
    /// These, which stay the same as long as the process lives.
    pub(super) fixed: Vec<Value>,
    /// And any other.
    pub(super) any: bool,
}

/// What is known of the steps of a program.
#[derive(Debug)]
pub(super) struct Independence {
    /// For each process type and location, what its steps do, if they may stand for all.
    pub(super) locations: Vec<Vec<Option<Vec<Commuting>>>>,
    /// What each process type uses.
    pub(super) uses: Vec<Uses>,
}

impl Independence {
    /// Looks at a program, for what is asked of it: its predicates, if there are any, see.
    pub(super) fn new(compiler: &mut Compiler<'_>) -> Result<Self, TooDeep> {
        let program = compiler.program;
        let roles = roles(program);
        let mut locations = Vec::new();
        let mut uses = Vec::new();
        for (kind, process) in program.processes.iter().enumerate() {
            let of = Looking { program, process, kind, roles: &roles };
            let seen_by_predicates = program.predicates.iter().any(|(_, predicate)| {
                let mut seen = false;
                predicate.each(&mut |expression| {
                    seen |= matches!(expression,
                        Expr::At { process, .. } | Expr::Peek { process, .. } if *process == kind);
                });
                seen
            });
            let is_seen = program.looks_at(kind) || seen_by_predicates;
            let back = back(process);
            let mut known = Vec::new();
            for location in 0..process.locations.len() {
                known.push(match is_seen {
                    true => None,
                    false => of.location(location, &back, compiler)?,
                });
            }
            locations.push(known);
            uses.push(of.uses(compiler)?);
        }
        // Predicates may ask about any channel.
        let asks = program.predicates.iter().any(|(_, predicate)| asks_about_channels(predicate));
        uses.iter_mut().for_each(|uses| uses.asks.any |= asks);
        Ok(Self { locations, uses })
    }
}

fn asks_about_channels(expression: &Expr) -> bool {
    let mut asks = false;
    expression.each(&mut |expression| {
        asks |= matches!(expression, Expr::Test(..) | Expr::Poll { .. });
    });
    asks
}

/// For each location, whether one of its steps leads back.
fn back(process: &ProcessType) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let targets = |location: usize| -> Vec<u32> {
        let steps = process.locations[location].iter();
        let inside = |action: u32| match process.actions[action as usize].0 {
            Action::Deterministic(start) => Some(start),
            _ => None,
        };
        steps.flat_map(|step| [Some(step.target), inside(step.action)]).flatten().collect()
    };
    let count = process.locations.len();
    let (mut marks, mut back) = (vec![Mark::New; count], vec![false; count]);
    for start in 0..count {
        if marks[start] != Mark::New {
            continue;
        }
        marks[start] = Mark::Open;
        let mut stack = vec![(start, targets(start))];
        while let Some((location, rest)) = stack.last_mut() {
            let location = *location;
            match rest.pop().map(|target| target as usize) {
                Some(target) if marks[target] == Mark::New => {
                    marks[target] = Mark::Open;
                    stack.push((target, targets(target)));
                }
                Some(target) => back[location] |= marks[target] == Mark::Open,
                None => {
                    marks[location] = Mark::Done;
                    stack.pop();
                }
            }
        }
    }
    back
}

/// A process type that is looked at.
struct Looking<'a> {
    program: &'a Program,
    process: &'a ProcessType,
    kind: usize,
    roles: &'a [Role],
}

impl Looking<'_> {
    /// What the steps of a location do, if they may stand for all.
    fn location(
        &self,
        location: usize,
        back: &[bool],
        compiler: &mut Compiler<'_>,
    ) -> Result<Option<Vec<Commuting>>, TooDeep> {
        let steps = &self.process.locations[location];
        if steps.is_empty() || back[location] {
            return Ok(None);
        }
        let mut known = Vec::new();
        for step in steps {
            let action = &self.process.actions[step.action as usize].0;
            if step.escape != 0 || step.keeps && !self.goes_on_alone(step.target, back) {
                return Ok(None);
            }
            known.push(match action {
                _ if self.is_local(action, back) => Commuting::Local,
                Action::Send { channel, sorted: false, values }
                    if values.iter().all(|value| self.is_own(value)) && self.is_own(channel) =>
                {
                    Commuting::Send(compiler.value(channel)?)
                }
                Action::Receive { channel, random: false, patterns, .. }
                    if patterns.iter().all(|pattern| self.is_own_pattern(pattern))
                        && self.is_own(channel) =>
                {
                    Commuting::Receive(compiler.value(channel)?)
                }
                _ => return Ok(None),
            });
        }
        // Whether an `else` is possible depends on the others.
        let is_else = |step: &super::super::program::Step| {
            matches!(self.process.actions[step.action as usize].0, Action::Else)
        };
        let all_local = known.iter().all(|known| matches!(known, Commuting::Local));
        Ok((all_local || !steps.iter().any(is_else)).then_some(known))
    }

    /// Whether an `atomic` that goes on at a location does only what is local until it ends.
    fn goes_on_alone(&self, location: u32, back: &[bool]) -> bool {
        let mut seen = vec![location];
        let mut next = 0;
        while let Some(&location) = seen.get(next) {
            next += 1;
            if back[location as usize] {
                return false;
            }
            for step in &self.process.locations[location as usize] {
                let action = &self.process.actions[step.action as usize].0;
                if step.escape != 0 || !self.is_local(action, back) {
                    return false;
                }
                if step.keeps && !seen.contains(&step.target) {
                    seen.push(step.target);
                }
            }
        }
        true
    }

    /// Whether an action sees and sets only what belongs to the process.
    fn is_local(&self, action: &Action, back: &[bool]) -> bool {
        match action {
            Action::Skip | Action::Print | Action::Nothing | Action::Else => true,
            Action::Condition(value) | Action::Assert(value) => self.is_own(value),
            Action::Assign(place, value) => self.is_own_place(place) && self.is_own(value),
            Action::Send { .. } | Action::Receive { .. } => false,
            Action::Deterministic(start) => self.block_is_local(*start, back),
            Action::Die => !self.program.creates && !self.program.counts && !self.program.peeks,
        }
    }

    /// Whether a `d_step` is local.
    fn block_is_local(&self, start: u32, back: &[bool]) -> bool {
        let block = self.process.inside[start as usize];
        let mut seen = vec![start];
        let mut next = 0;
        while let Some(&location) = seen.get(next) {
            next += 1;
            if back[location as usize] {
                return false;
            }
            for step in &self.process.locations[location as usize] {
                let action = &self.process.actions[step.action as usize].0;
                if matches!(action, Action::Deterministic(_)) || !self.is_local(action, back) {
                    return false;
                }
                let is_inside =
                    block.is_some() && self.process.inside[step.target as usize] == block;
                if is_inside && !seen.contains(&step.target) {
                    seen.push(step.target);
                }
            }
        }
        true
    }

    fn is_own_pattern(&self, pattern: &Match) -> bool {
        match pattern {
            Match::Any => true,
            Match::Value(value) => self.is_own(value),
            Match::Store(place) => self.is_own_place(place),
        }
    }

    /// Whether an expression looks only at what belongs to the process.
    fn is_own(&self, expression: &Expr) -> bool {
        let mut own = true;
        expression.each(&mut |expression| {
            own &= match expression {
                Expr::Variable(place) => self.belongs(place),
                Expr::Test(..)
                | Expr::Poll { .. }
                | Expr::Run { .. }
                | Expr::Timeout
                | Expr::Running
                | Expr::Marked(_)
                | Expr::At { .. }
                | Expr::Peek { .. } => false,
                _ => true,
            };
        });
        own
    }

    fn is_own_place(&self, place: &Place) -> bool {
        self.belongs(place) && place.indices.iter().all(|(index, ..)| self.is_own(index))
    }

    /// Whether a variable is one of the process, or one that nobody else uses, or that never
    /// changes.
    fn belongs(&self, place: &Place) -> bool {
        let owner = |number: usize| self.program.active.get(number) == Some(&self.kind);
        !place.global
            || place.dummy
            || slots(place).all(|slot| match self.roles[slot as usize] {
                Role::Constant => true,
                Role::Owned(number) => owner(number),
                Role::Shared => false,
            })
    }

    /// The channels that the process type uses.
    fn uses(&self, compiler: &mut Compiler<'_>) -> Result<Uses, TooDeep> {
        let mut uses = Uses::default();
        for (action, _) in &self.process.actions {
            match action {
                Action::Send { channel, sorted, .. } => {
                    self.use_channel(&mut uses.sends, channel, compiler)?;
                    if *sorted {
                        self.use_channel(&mut uses.asks, channel, compiler)?;
                    }
                }
                Action::Receive { channel, .. } => {
                    self.use_channel(&mut uses.receives, channel, compiler)?;
                }
                _ => {}
            }
            let mut asked = Vec::new();
            action.each_expression(&mut |expression| match expression {
                Expr::Test(_, channel) | Expr::Poll { channel, .. } => asked.push(channel),
                Expr::Run { .. } => uses.creates = true,
                _ => {}
            });
            for channel in asked {
                self.use_channel(&mut uses.asks, channel, compiler)?;
            }
        }
        // Beside an `else`, or before it gives way to an escape, a send or receive asks, too.
        for steps in &self.process.locations {
            let action =
                |step: &super::super::program::Step| &self.process.actions[step.action as usize].0;
            let gives_way =
                steps.iter().any(|step| step.escape != 0 || matches!(action(step), Action::Else));
            for step in steps.iter().filter(|_| gives_way) {
                if let Action::Send { channel, .. } | Action::Receive { channel, .. } = action(step)
                {
                    self.use_channel(&mut uses.asks, channel, compiler)?;
                }
            }
        }
        Ok(uses)
    }

    fn use_channel(
        &self,
        channels: &mut Channels,
        channel: &Expr,
        compiler: &mut Compiler<'_>,
    ) -> Result<(), TooDeep> {
        match self.is_fixed(channel) {
            true => channels.fixed.push(compiler.value(channel)?),
            false => channels.any = true,
        }
        Ok(())
    }

    /// Whether an expression has the same value as long as the process lives.
    fn is_fixed(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Number(_) | Expr::OwnNumber => true,
            Expr::Variable(place) => {
                let is_set = match place.global {
                    true => slots(place).any(|slot| is_set(self.program, true, slot)),
                    false => slots(place).any(|slot| is_set_in(self.process, false, slot)),
                };
                !is_set && place.indices.iter().all(|(index, ..)| self.is_fixed(index))
            }
            _ => false,
        }
    }
}

/// All slots that a place may be.
fn slots(place: &Place) -> impl Iterator<Item = u32> {
    let reach: u32 = place.indices.iter().map(|&(_, count, stride)| (count - 1) * stride).sum();
    place.base..=place.base + reach
}

/// Whether some statement sets a slot.
fn is_set(program: &Program, global: bool, slot: u32) -> bool {
    program.processes.iter().any(|process| is_set_in(process, global, slot))
}

fn is_set_in(process: &ProcessType, global: bool, slot: u32) -> bool {
    let sets = |place: &Place| {
        !place.dummy && place.global == global && slots(place).any(|other| other == slot)
    };
    process.actions.iter().any(|(action, _)| match action {
        Action::Assign(place, _) => sets(place),
        Action::Receive { patterns, .. } => {
            patterns.iter().any(|pattern| matches!(pattern, Match::Store(place) if sets(place)))
        }
        _ => false,
    })
}
