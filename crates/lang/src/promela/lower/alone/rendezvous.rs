//! Rendezvous: who takes a message that is offered, and that nobody does.
//!
//! `run` asks everybody. Here, somebody who takes it is a decision: a process, one of its states
//! and a step there. That nobody takes it is said by the label, in which everybody takes part;
//! whether a state does is found out by the label alone, when all labels are there. Only those who
//! look at variables to refuse a message are asked on the way, so that the label says what they
//! saw.

use surmise_model::Context;

use super::super::super::program::{Expr, Match, Step};
use super::super::super::run::{Effect, Process};
use super::super::analysis::Role;
use super::super::label::Part;
use super::decisions::Matter;
use super::receivers::Receiver;
use super::walk::{Here, Need, Parts, Refused, Walker};

impl Walker<'_> {
    /// Hands a message over to somebody who takes it: gives who, with which step. What goes wrong
    /// then ends the walk.
    pub(super) fn hand_over(
        &mut self,
        parts: &Parts,
        step: Step,
        here: &Here,
        queue: usize,
        message: &[i32],
        context: &Context<'_>,
    ) -> Result<Option<(usize, Step)>, Refused> {
        let sender = here.process;
        let count = self.receivers.of(queue as u32).len();
        self.needs.entry(Need::Receivers(queue as u32)).or_insert(count);
        // Those who were met before are where they are now.
        let met: Vec<Receiver> = self.met(sender);
        let options = (count + met.len()) as u32;
        let Some(choice) = self.decisions.choose(Matter::Offer, || (0..options).collect()) else {
            return Ok(None);
        };
        let Some(&chosen) = self.receivers.of(queue as u32).get(choice as usize) else {
            // A list that has grown since is walked again.
            let Some(&chosen) = met.get(choice as usize - count) else { return Ok(None) };
            self.moves(parts, chosen.process);
            return self.take(parts, step, here, queue, message, chosen, context);
        };
        let receiver = Part::Process(chosen.process);
        let exists = (chosen.process as usize) < self.machine.state.processes.len();
        if chosen.process as usize == sender || self.known.contains(&receiver) || !exists {
            return Ok(None);
        }
        if self.refused {
            return Refused::because("a step meets a process that has refused a message");
        }
        let view = parts[&receiver].states[chosen.state as usize].clone();
        self.known.push(receiver);
        self.place(receiver, &view);
        self.sources.push((chosen.process, view));
        self.take(parts, step, here, queue, message, chosen, context)
    }

    /// A process that was only looked at moves.
    fn moves(&mut self, parts: &Parts, process: u32) {
        let part = Part::Process(process);
        let settled = self.settled.iter().find(|(other, _)| *other == part);
        if let Some(&(_, answer)) = settled
            && !self.sources.iter().any(|&(other, _)| other == process)
        {
            self.sources.push((process, parts[&part].states[answer as usize].clone()));
        }
    }

    /// The steps of those who were met before, but for one.
    fn met(&self, sender: usize) -> Vec<Receiver> {
        let state = &self.machine.state;
        let mut met = Vec::new();
        for part in &self.known {
            let Part::Process(process) = *part else { continue };
            let Some(there) = state.processes.get(process as usize) else { continue };
            if process as usize == sender {
                continue;
            }
            let code = &self.program.processes[there.kind as usize];
            let steps = code.locations[there.location as usize].len() as u32;
            met.extend((0..steps).map(|step| Receiver { process, state: 0, step }));
        }
        met
    }

    /// The other half of a rendezvous.
    #[expect(clippy::too_many_arguments, reason = "both halves are needed")]
    fn take(
        &mut self,
        parts: &Parts,
        step: Step,
        here: &Here,
        queue: usize,
        message: &[i32],
        chosen: Receiver,
        context: &Context<'_>,
    ) -> Result<Option<(usize, Step)>, Refused> {
        let program = self.program;
        let receiver = chosen.process as usize;
        self.tried += 1;
        if self.tried.is_multiple_of(1 << 10) {
            context.check()?;
        }
        let offered = self.machine.state.clone();
        let there = &offered.processes[receiver];
        let steps = &program.processes[there.kind as usize].locations[there.location as usize][..];
        let Some(&other) = steps.get(chosen.step as usize) else { return Ok(None) };
        for &earlier in &steps[..chosen.step as usize] {
            // What an escape before it takes, it does not get.
            if earlier.escape == other.escape {
                continue;
            }
            let from = self.machine.effects.len();
            let taken = self.machine.takes(earlier, receiver, queue, message);
            self.look(parts, from)?;
            if taken != Ok(false) {
                return Ok(None);
            }
            self.machine.state.clone_from(&offered);
        }
        let from = self.machine.effects.len();
        let taken = self.machine.takes(other, receiver, queue, message);
        self.look(parts, from)?;
        let (sender, action) = (here.process as u32, step.action);
        match taken {
            Ok(false) => Ok(None),
            Ok(true) => {
                self.machine.effect(|| Effect::Step { process: sender, action });
                self.machine.state.processes[here.process].location = step.target;
                self.arrive(other, receiver);
                Ok(Some((receiver, other)))
            }
            Err(fault) => {
                self.machine.effect(|| Effect::Step { process: sender, action });
                let process = receiver as u32;
                self.machine.effect(|| Effect::Step { process, action: other.action });
                self.machine.fault(fault);
                self.whole.append(&mut self.machine.effects);
                Ok(Some((receiver, Step { keeps: false, ..other })))
            }
        }
    }

    /// Whether a message may find nobody. Who refuses it because of what is outside says so; the
    /// others are asked when the label is there.
    pub(super) fn nobody(
        &mut self,
        parts: &Parts,
        here: &Here,
        queue: usize,
        message: &[i32],
    ) -> Result<bool, Refused> {
        if self.deaths {
            self.settle(parts, Part::Count)?;
        }
        self.refused = true;
        let count = self.machine.state.processes.len();
        for process in (0..count).rev().filter(|&other| other != here.process) {
            let part = Part::Process(process as u32);
            if !self.known.contains(&part) {
                let depends = self.receivers.depending(process as u32);
                let known = self.receivers.known(process as u32);
                self.needs.entry(Need::States(part)).or_insert(known);
                // One answer stands for all that depend on nothing.
                let answers = || std::iter::once(u32::MAX).chain(depends.iter().copied()).collect();
                match self.decisions.choose(Matter::Offer, answers) {
                    None | Some(u32::MAX) => continue,
                    Some(answer) => {
                        let view = parts[&part].states[answer as usize].clone();
                        self.place(part, &view);
                    }
                }
            }
            let from = self.machine.effects.len();
            let refuses = self.refuses(process, queue, message)?;
            self.look(parts, from)?;
            if !refuses {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a process that stands in the machine takes no message, as things are.
    fn refuses(&mut self, process: usize, queue: usize, message: &[i32]) -> Result<bool, Refused> {
        let program = self.program;
        let there = &self.machine.state.processes[process];
        let code = &program.processes[there.kind as usize];
        let before = self.machine.state.clone();
        for &step in &code.locations[there.location as usize] {
            let from = self.machine.effects.len();
            if self.machine.takes(step, process, queue, message) != Ok(false) {
                return Ok(false);
            }
            let looks = |effect: &Effect| !matches!(effect, Effect::Read(..));
            if self.machine.effects[from..].iter().any(looks) {
                return Refused::because("whether a message is refused depends on a channel");
            }
            self.machine.state.clone_from(&before);
        }
        Ok(true)
    }

    /// The channel of a step that receives, and whether that and what it wants depend on nothing
    /// outside. `None` if there is no telling.
    pub(super) fn receives(
        &mut self,
        parts: &Parts,
        (process, view): (u32, &[i32]),
        channel: &Expr,
        patterns: &[Match],
    ) -> Option<(u32, bool)> {
        self.decisions.clear();
        self.begin(parts, Some((process, view)));
        let process = process as usize;
        if process >= self.machine.state.processes.len() {
            // It does not exist yet, as far as is known: it will be looked at when it does.
            self.machine.state.processes.resize(process + 1, Process::default());
            self.place(Part::Process(process as u32), view);
        }
        self.machine.effects.clear();
        let queue = self.machine.queue(channel, process).ok()? as u32;
        if self.sees_outside() {
            return None;
        }
        let alone = self.machine.pattern(patterns, process).is_ok() && !self.sees_outside();
        Some((queue, alone))
    }

    fn sees_outside(&self) -> bool {
        let private = |effect: &Effect| match effect {
            Effect::Read(slot, _) => self.roles[*slot as usize] != Role::Shared,
            _ => false,
        };
        !self.machine.effects.iter().all(private)
    }

    /// Whether a process in a state refuses all messages that nobody takes, by what is known from
    /// the label alone.
    pub(super) fn keeps_out(
        &mut self,
        (process, view): (u32, &[i32]),
        effects: &[Effect],
        parts: &Parts,
    ) -> Result<bool, Refused> {
        for (place, effect) in effects.iter().enumerate() {
            let Effect::Nobody { queue, message } = effect else { continue };
            if view.is_empty() {
                return Ok(false);
            }
            self.decisions.clear();
            self.begin(parts, Some((process, view)));
            if process as usize >= self.machine.state.processes.len() {
                return Ok(false);
            }
            let mut known = Vec::new();
            for effect in &effects[..place] {
                if let Effect::Read(slot, value) | Effect::Write(slot, value) = effect {
                    self.machine.state.globals[*slot as usize] = *value;
                    known.push(*slot);
                }
            }
            self.machine.effects.clear();
            if !self.refuses(process as usize, *queue as usize, message)? {
                return Ok(false);
            }
            let roles = &self.roles;
            let unknown = |effect: &Effect| {
                matches!(effect, Effect::Read(slot, _)
                    if roles[*slot as usize] == Role::Shared && !known.contains(slot))
            };
            if self.machine.effects.iter().any(unknown) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
