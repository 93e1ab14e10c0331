//! The successors of a packed state: what can happen next, up to where others may interrupt.
//!
//! The order of trying is SPIN's, as in `run`: a step is ruled out by those that were possible
//! before it, and `else` and `unless` depend on that.

use rustc_hash::FxHashSet;
use surmise_model::{Context, Stop};

use super::layout::{LOCATION, Layout};
use super::machine::{Attempt, Machine, Trouble};
use super::statements::{Act, Statements, Step};

/// From so many steps inside one `atomic` on, one after the other, its inner states are remembered,
/// so that an endless one ends.
const LONG: u32 = 100;
/// And from so many on altogether: a loop with two ways round has 2^50 paths of 100 steps.
const MANY: u64 = 1 << 14;

/// What ends the search for successors.
#[derive(Debug)]
pub(super) enum Ended {
    Stop(Stop),
    /// A value does not fit into its place.
    Wide,
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// How a step ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrived {
    Well,
    /// Something went wrong, and the run could go on.
    Wrong,
    /// Something went wrong, and the run ends in the middle of the step.
    Broken,
}

/// Somebody who is told where steps lead, and which process moved first.
pub(super) type Visitor<'v> = dyn FnMut(&[u64], Arrived, usize) -> Result<(), Stop> + 'v;

/// Finds successors. Its room is kept from one state to the next.
#[derive(Debug)]
pub(super) struct Successors<'c> {
    pub(super) machine: Machine<'c>,
    /// States inside an `atomic` that are still to be looked at, and their words, one after the
    /// other.
    inner: Vec<Origin>,
    inner_words: Vec<u64>,
    /// The one that is looked at.
    here: Vec<u64>,
    /// The state in which a message is offered.
    offered: Vec<u64>,
}

/// Who goes on from a state, alone if that is inside of an `atomic`.
#[derive(Debug, Clone, Copy)]
struct Origin {
    process: usize,
    /// The process that moved first.
    first: usize,
    /// Whether something went wrong on the way.
    wrong: bool,
    depth: u32,
}

impl<'c> Successors<'c> {
    pub(super) fn new(statements: &'c Statements, layout: &'c Layout) -> Self {
        Self {
            machine: Machine::new(statements, layout),
            inner: Vec::new(),
            inner_words: Vec::new(),
            here: Vec::new(),
            offered: Vec::new(),
        }
    }

    /// Tells all successors of a state.
    pub(super) fn expand(
        &mut self,
        state: &[u64],
        context: &Context<'_>,
        visit: &mut Visitor<'_>,
    ) -> Result<(), Ended> {
        self.machine.changed = true;
        let processes = self.machine.layout.processes.get(state) as usize;
        for timeout in [false, true] {
            self.machine.timeout = timeout;
            let mut moves = false;
            for process in (0..processes).rev() {
                let origin = Origin { process, first: process, wrong: false, depth: 0 };
                moves |= self.steps(state, origin, visit)?;
                if !self.inner.is_empty() {
                    self.finish(context, visit)?;
                }
            }
            self.machine.timeout = false;
            if moves {
                break;
            }
        }
        Ok(())
    }

    /// Tells the steps of one process that stand for all, and gives whether there is one.
    pub(super) fn expand_one(
        &mut self,
        state: &[u64],
        context: &Context<'_>,
        visit: &mut Visitor<'_>,
    ) -> Result<bool, Ended> {
        let processes = self.machine.layout.processes.get(state) as usize;
        self.machine.words.copy_from_slice(state);
        for process in (0..processes).rev() {
            if !self.machine.commutes(process, processes) {
                continue;
            }
            self.machine.changed = true;
            let origin = Origin { process, first: process, wrong: false, depth: 0 };
            let moves = self.steps(state, origin, visit)?;
            if !self.inner.is_empty() {
                self.finish(context, visit)?;
            }
            if moves {
                return Ok(true);
            }
            self.machine.words.copy_from_slice(state);
        }
        Ok(false)
    }

    /// Follows `atomic`s to where they end or block.
    fn finish(&mut self, context: &Context<'_>, visit: &mut Visitor<'_>) -> Result<(), Ended> {
        let timeout = std::mem::replace(&mut self.machine.timeout, false);
        let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
        let mut count = 0_u64;
        let mut here = std::mem::take(&mut self.here);
        while let Some(origin) = self.inner.pop() {
            here.clear();
            here.extend(self.inner_words.drain(self.inner_words.len() - state_words(self)..));
            count += 1;
            if count.is_multiple_of(1 << 10) {
                context.check()?;
                context.check_states(seen.len() as u64)?;
            }
            if origin.depth > LONG || count > MANY {
                let mut key = here.clone();
                key.push((origin.process as u64) << 1 | u64::from(origin.wrong));
                if !seen.insert(key) {
                    continue;
                }
            }
            self.machine.changed = true;
            if !self.steps(&here, origin, visit)? {
                visit(&here, arrived(origin.wrong), origin.first)?;
            }
        }
        self.here = here;
        self.machine.timeout = timeout;
        self.machine.changed = true;
        Ok(())
    }

    /// Tries all steps of one process, and gives whether one was possible.
    fn steps(
        &mut self,
        state: &[u64],
        origin: Origin,
        visit: &mut Visitor<'_>,
    ) -> Result<bool, Ended> {
        let (statements, layout) = (self.machine.statements, self.machine.layout);
        let process = origin.process;
        let frame = self.machine.frame(process) as usize;
        let kind = layout.fields[frame].get(state) as usize;
        let location = layout.fields[frame + LOCATION as usize].get(state) as u32;
        let (mut moves, mut moved, mut escape) = (false, false, 0);
        for step in statements.kinds[kind].steps_at(location) {
            if escape > 0 && step.escape != escape {
                break;
            }
            if self.machine.changed {
                self.machine.words.copy_from_slice(state);
                self.machine.changed = false;
            }
            self.machine.wrong = origin.wrong;
            match self.machine.attempt(step, process, moved) {
                Ok(Attempt::Blocked) => {
                    if self.machine.wrong && !origin.wrong {
                        visit(&self.machine.words, Arrived::Broken, origin.first)?;
                    }
                }
                Ok(Attempt::Done) => {
                    (moves, moved, escape) = (true, true, step.escape);
                    self.arrive(step, process, origin, visit)?;
                }
                Ok(Attempt::Offer(queue)) => {
                    let taken = self.offer(step, origin, queue, visit)?;
                    escape = if taken { step.escape } else { 0 };
                    moves |= taken;
                }
                Err(Trouble::Fault(_)) => {
                    (moves, moved) = (true, true);
                    self.machine.changed = true;
                    visit(&self.machine.words, Arrived::Broken, origin.first)?;
                }
                Err(Trouble::Wide) => return Err(Ended::Wide),
            }
        }
        Ok(moves)
    }

    /// A step was taken: its process goes on alone, or everybody may.
    fn arrive(
        &mut self,
        step: &Step,
        process: usize,
        origin: Origin,
        visit: &mut Visitor<'_>,
    ) -> Result<(), Ended> {
        let machine = &mut self.machine;
        if !matches!(step.act, Act::Deterministic(_) | Act::Die) {
            let place = machine.frame(process) + LOCATION;
            if machine.set(place, step.target as i32).is_err() {
                return Err(Ended::Wide);
            }
        }
        machine.changed = true;
        let is_there = || process < machine.layout.processes.get(&machine.words) as usize;
        if step.keeps && is_there() {
            let depth = origin.depth + 1;
            self.inner.push(Origin { process, first: origin.first, wrong: machine.wrong, depth });
            self.inner_words.extend_from_slice(&machine.words);
            return Ok(());
        }
        Ok(visit(&machine.words, arrived(machine.wrong), origin.first)?)
    }

    /// Offers a message to all other processes, and gives whether one took it.
    fn offer(
        &mut self,
        step: &Step,
        origin: Origin,
        queue: u32,
        visit: &mut Visitor<'_>,
    ) -> Result<bool, Ended> {
        let (statements, layout) = (self.machine.statements, self.machine.layout);
        let sender = origin.process;
        // Whatever the sender's expressions did (nothing, usually) is kept.
        let mut offered = std::mem::take(&mut self.offered);
        offered.clear();
        offered.extend_from_slice(&self.machine.words);
        let message = std::mem::take(&mut self.machine.message);
        let wrong = self.machine.wrong;
        let mut taken = false;
        let processes = layout.processes.get(&offered) as usize;
        for receiver in (0..processes).rev().filter(|&other| other != sender) {
            let frame = self.machine.frame(receiver) as usize;
            let kind = layout.fields[frame].get(&offered) as usize;
            let location = layout.fields[frame + LOCATION as usize].get(&offered) as u32;
            let mut escape = 0;
            for other in statements.kinds[kind].steps_at(location) {
                if escape > 0 && other.escape != escape {
                    break;
                }
                if !matches!(other.act, Act::Receive { .. } | Act::Deterministic(_)) {
                    continue;
                }
                if self.machine.changed {
                    self.machine.words.copy_from_slice(&offered);
                    self.machine.changed = false;
                }
                self.machine.wrong = wrong;
                match self.machine.takes(other, receiver, queue, &message) {
                    Ok(false) => {}
                    Ok(true) => {
                        (taken, escape) = (true, other.escape);
                        let place = self.machine.frame(sender) + LOCATION;
                        if self.machine.set(place, step.target as i32).is_err() {
                            return Err(Ended::Wide);
                        }
                        self.arrive(other, receiver, origin, visit)?;
                    }
                    Err(Trouble::Fault(_)) => {
                        taken = true;
                        self.machine.changed = true;
                        visit(&self.machine.words, Arrived::Broken, origin.first)?;
                    }
                    Err(Trouble::Wide) => return Err(Ended::Wide),
                }
            }
        }
        self.machine.changed = true;
        self.machine.message = message;
        self.offered = offered;
        Ok(taken)
    }
}

/// How many words a state has.
fn state_words(successors: &Successors<'_>) -> usize {
    successors.machine.layout.words
}

fn arrived(wrong: bool) -> Arrived {
    if wrong { Arrived::Wrong } else { Arrived::Well }
}
