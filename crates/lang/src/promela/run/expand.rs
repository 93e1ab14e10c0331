//! The successors of a state: what can happen next, up to where others may interrupt.
//!
//! The order of trying is SPIN's, because `else` and `unless` depend on it: a step is ruled out by
//! those that were possible before it.

use rustc_hash::FxHashSet;
use surmise_model::{Context, Stop};

use super::super::program::{Action, Program, Step};
use super::act::Attempt;
use super::{Effect, Fault, Machine, State, Store};

/// From so many steps inside one `atomic` on, one after the other, its inner states are remembered,
/// so that an endless one ends.
const LONG: u32 = 100;
/// And from so many on altogether: a loop with two ways round has 2^50 paths of 100 steps.
const MANY: u64 = 1 << 14;

/// Where a step led.
#[derive(Clone, Copy)]
pub(crate) struct Arrival<'a> {
    pub(crate) state: &'a State,
    /// What it saw and did, if that is recorded.
    pub(crate) effects: &'a [Effect],
    /// What went wrong on the way.
    pub(crate) faults: &'a [Fault],
    /// Whether the run ends here, in the middle of the step that went wrong.
    pub(crate) ends: bool,
    /// The process that moved first.
    pub(crate) process: usize,
}

/// Somebody who is told the successors.
type Visitor<'v> = dyn FnMut(&Arrival<'_>) -> Result<(), Stop> + 'v;

/// Finds successors.
pub(crate) struct Expander<'p> {
    program: &'p Program,
    machine: Machine<'p>,
    /// States inside an `atomic` that are still to be looked at.
    inner: Vec<Inner>,
    /// What steps inside of `atomic`s saw and did, each with the one before it.
    trail: Vec<(Option<usize>, Box<[Effect]>)>,
    /// What a whole step saw and did, from its first part to its last.
    whole: Vec<Effect>,
    /// How many steps inside of `atomic`s were taken.
    pub(crate) atomic_steps: u64,
    /// Whether processes that have ended vanish.
    deaths: bool,
}

/// A state in which one process alone may go on.
struct Inner {
    state: State,
    process: usize,
    first: usize,
    /// Where in the trail the last part of the way here is.
    trail: Option<usize>,
    faults: Vec<Fault>,
    depth: u32,
}

impl<'p> Expander<'p> {
    pub(crate) fn new(program: &'p Program, recording: bool, deaths: bool) -> Self {
        let mut machine = Machine::new(program);
        machine.recording = recording;
        let (inner, trail, whole) = (Vec::new(), Vec::new(), Vec::new());
        Self { program, machine, inner, trail, whole, atomic_steps: 0, deaths }
    }

    /// The first state.
    pub(crate) fn initial(&mut self) -> Result<State, Fault> {
        self.machine.initial()?;
        Ok(self.machine.state.clone())
    }

    /// Tells all successors of a state, and gives whether there are any, vanishing processes
    /// included.
    pub(crate) fn expand(
        &mut self,
        state: &State,
        context: &Context<'_>,
        visit: &mut Visitor<'_>,
    ) -> Result<bool, Stop> {
        self.machine.changed = true;
        for timeout in [false, true] {
            self.machine.timeout = timeout;
            let mut moves = false;
            for process in (0..state.processes.len()).rev() {
                let origin = Inner {
                    state: State::default(),
                    process,
                    first: process,
                    trail: None,
                    faults: Vec::new(),
                    depth: 0,
                };
                moves |= self.steps(state, &origin, visit)?;
                self.finish(context, visit)?;
            }
            self.machine.timeout = false;
            if moves {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Follows `atomic`s to where they end or block.
    fn finish(&mut self, context: &Context<'_>, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        let timeout = std::mem::replace(&mut self.machine.timeout, false);
        let mut seen: FxHashSet<Vec<u8>> = FxHashSet::default();
        let mut count = 0_u64;
        while let Some(inner) = self.inner.pop() {
            count += 1;
            if count.is_multiple_of(1 << 10) {
                context.check()?;
                context.check_states(seen.len() as u64)?;
            }
            if inner.depth > LONG || count > MANY {
                let mut key = vec![inner.process as u8, u8::from(inner.faults.is_empty())];
                Store::encode(&inner.state, &mut key);
                if !seen.insert(key) {
                    continue;
                }
            }
            self.machine.changed = true;
            if !self.steps(&inner.state, &inner, visit)? {
                // It blocks: what it saw is part of the step.
                self.follow(inner.trail);
                visit(&Arrival {
                    state: &inner.state,
                    effects: &self.whole,
                    faults: &inner.faults,
                    ends: false,
                    process: inner.first,
                })?;
            }
        }
        self.trail.clear();
        self.machine.timeout = timeout;
        self.machine.changed |= count > 0;
        Ok(())
    }

    /// Sets what the whole step saw and did: what the machine did last comes after a trail.
    fn follow(&mut self, mut trail: Option<usize>) {
        self.whole.clear();
        let mut parts = vec![&self.machine.effects[..]];
        while let Some((before, effects)) = trail.and_then(|place| self.trail.get(place)) {
            parts.push(effects);
            trail = *before;
        }
        self.whole.extend(parts.into_iter().rev().flatten().cloned());
    }

    /// Tries all steps of one process, and gives whether one was possible. If none was, what they
    /// saw is in the machine's effects. Unless the machine is in the state, it counts as changed.
    fn steps(
        &mut self,
        state: &State,
        origin: &Inner,
        visit: &mut Visitor<'_>,
    ) -> Result<bool, Stop> {
        let program = self.program;
        let process = origin.process;
        let here = &state.processes[process];
        let code = &program.processes[here.kind as usize];
        if here.location == code.end && !self.deaths {
            return Ok(false);
        }
        let mut refusals = Refusals::default();
        let (mut moves, mut moved, mut escape) = (false, false, 0);
        for &step in &code.locations[here.location as usize] {
            if escape > 0 && step.escape != escape {
                break;
            }
            self.reset(state, origin);
            let is_else = matches!(code.actions[step.action as usize].0, Action::Else);
            let seen = refusals.before(step, is_else, &mut self.machine.effects);
            match self.machine.attempt(step, process, moved) {
                Ok(Attempt::Blocked) => {
                    if self.machine.faults.len() > origin.faults.len() {
                        self.wrong(origin, visit)?;
                    }
                    refusals.add(step, false, &self.machine.effects[seen..]);
                }
                Ok(Attempt::Done) => {
                    (moves, moved, escape) = (true, true, step.escape);
                    self.arrive(step, process, origin, visit)?;
                }
                Ok(Attempt::Offer { queue, message }) => {
                    let taken = self.offer(step, origin, queue, &message, visit)?;
                    escape = if taken { step.escape } else { 0 };
                    moves |= taken;
                    if !taken {
                        let queue = queue as u32;
                        self.machine.effect(|| Effect::Nobody { queue, message });
                        refusals.add(step, true, &self.machine.effects[seen..]);
                    }
                }
                Err(fault) => {
                    (moves, moved) = (true, true);
                    let process = process as u32;
                    self.machine.effect(|| Effect::Step { process, action: step.action });
                    self.fail(fault, origin, visit)?;
                }
            }
        }
        refusals.all(&mut self.machine.effects);
        Ok(moves)
    }

    /// Sets the machine back to the state, if it has left it.
    fn reset(&mut self, state: &State, origin: &Inner) {
        if self.machine.changed {
            self.machine.state.clone_from(state);
            self.machine.changed = false;
        }
        self.machine.faults.clone_from(&origin.faults);
    }

    /// A step was taken: its process goes on alone, or everybody may.
    fn arrive(
        &mut self,
        step: Step,
        process: usize,
        origin: &Inner,
        visit: &mut Visitor<'_>,
    ) -> Result<(), Stop> {
        let program = self.program;
        if let Some(here) = self.machine.state.processes.get_mut(process) {
            let code = &program.processes[here.kind as usize];
            let (action, _) = &code.actions[step.action as usize];
            if !matches!(action, Action::Deterministic(_) | Action::Die) {
                here.location = step.target;
            }
        }
        self.machine.changed = true;
        self.machine.effect(|| Effect::Step { process: process as u32, action: step.action });
        if step.keeps && process < self.machine.state.processes.len() {
            self.atomic_steps += 1;
            self.trail.push((origin.trail, Box::from(&self.machine.effects[..])));
            self.inner.push(Inner {
                state: self.machine.state.clone(),
                process,
                first: origin.first,
                trail: Some(self.trail.len() - 1),
                faults: self.machine.faults.clone(),
                depth: origin.depth + 1,
            });
            return Ok(());
        }
        self.follow(origin.trail);
        visit(&Arrival {
            state: &self.machine.state,
            effects: &self.whole,
            faults: &self.machine.faults,
            ends: false,
            process: origin.first,
        })
    }

    /// A step went wrong so badly that the run ends.
    fn fail(&mut self, fault: Fault, origin: &Inner, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        self.machine.fault(fault);
        self.machine.changed = true;
        self.wrong(origin, visit)
    }

    /// Tells that something went wrong in a step that leads nowhere.
    fn wrong(&mut self, origin: &Inner, visit: &mut Visitor<'_>) -> Result<(), Stop> {
        self.follow(origin.trail);
        visit(&Arrival {
            state: &self.machine.state,
            effects: &self.whole,
            faults: &self.machine.faults,
            ends: true,
            process: origin.first,
        })
    }

    /// Offers a message to all other processes, and gives whether one took it.
    fn offer(
        &mut self,
        step: Step,
        origin: &Inner,
        queue: usize,
        message: &[i32],
        visit: &mut Visitor<'_>,
    ) -> Result<bool, Stop> {
        let program = self.program;
        let sender = origin.process;
        // Whatever the sender's expressions did (nothing, usually) is kept.
        let offered = self.machine.state.clone();
        let faults = self.machine.faults.clone();
        let mut taken = false;
        let mut missed = Vec::new();
        for receiver in (0..offered.processes.len()).rev().filter(|&other| other != sender) {
            let here = &offered.processes[receiver];
            let code = &program.processes[here.kind as usize];
            let mut escape = 0;
            for &other in &code.locations[here.location as usize] {
                if escape > 0 && other.escape != escape {
                    break;
                }
                if self.machine.changed {
                    self.machine.state.clone_from(&offered);
                    self.machine.changed = false;
                }
                self.machine.faults.clone_from(&faults);
                let seen = self.machine.effects.len();
                match self.machine.takes(other, receiver, queue, message) {
                    Ok(false) => {
                        missed.extend_from_slice(&self.machine.effects[seen..]);
                        self.machine.effects.truncate(seen);
                    }
                    Ok(true) => {
                        (taken, escape) = (true, other.escape);
                        let from = sender as u32;
                        self.machine.effect(|| Effect::Step { process: from, action: step.action });
                        self.machine.state.processes[sender].location = step.target;
                        let passed = Inner {
                            state: State::default(),
                            process: receiver,
                            first: origin.first,
                            trail: origin.trail,
                            faults: Vec::new(),
                            depth: origin.depth,
                        };
                        self.arrive(other, receiver, &passed, visit)?;
                        self.machine.effects.truncate(seen);
                    }
                    Err(fault) => {
                        taken = true;
                        self.fail(fault, origin, visit)?;
                        self.machine.effects.truncate(seen);
                    }
                }
            }
        }
        self.machine.changed = true;
        self.machine.effects.extend(missed);
        Ok(taken)
    }
}

/// What the steps that were not possible saw: others are possible because of it.
#[derive(Default)]
struct Refusals {
    /// With the escape the step belongs to, and whether it was the first half of a rendezvous.
    seen: Vec<(u32, bool, Effect)>,
}

impl Refusals {
    fn add(&mut self, step: Step, rendezvous: bool, effects: &[Effect]) {
        self.seen.extend(effects.iter().map(|effect| (step.escape, rendezvous, effect.clone())));
    }

    /// Sets the effects to what matters before a step is tried, and gives how many these are: for
    /// `else`, what everybody before it saw, but for rendezvous, which do not rule it out; else,
    /// what the escapes before it saw.
    fn before(&self, step: Step, is_else: bool, effects: &mut Vec<Effect>) -> usize {
        let matters = |&&(escape, rendezvous, _): &&(u32, bool, Effect)| match is_else {
            true => !rendezvous || escape != step.escape,
            false => escape != step.escape,
        };
        effects.clear();
        effects.extend(self.seen.iter().filter(matters).map(|(_, _, effect)| effect.clone()));
        effects.len()
    }

    /// Sets the effects to what everybody saw.
    fn all(&self, effects: &mut Vec<Effect>) {
        effects.clear();
        effects.extend(self.seen.iter().map(|(_, _, effect)| effect.clone()));
    }
}
