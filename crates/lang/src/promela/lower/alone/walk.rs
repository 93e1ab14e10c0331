//! One step of one process, walked from its beginning to where others may interrupt.
//!
//! A walk is what `run` does in a step, but with one process alone: whatever it looks at outside is
//! a [decision](Decisions), and so is which step it takes. What `run` finds out about others by
//! looking at them, who takes a message above all, is decided here, too.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Stop};

use super::super::super::program::{Action, Program, Step};
use super::super::super::run::{Attempt, Effect, Fault, Machine, Process, State};
use super::super::Local;
use super::super::analysis::Role;
use super::super::label::Part;
use super::decisions::{Decisions, Matter, Sights};
use super::receivers::Receivers;
use super::replay::concerns;

/// The longest `atomic` that is walked, in steps.
const LONGEST: usize = 1_000;

/// Why a program is not compiled part by part, or why the work was stopped.
#[derive(Debug)]
pub(super) enum Refused {
    Because(String),
    /// With fewer values, it could be.
    TooMany(String),
    Stopped(Stop),
}

impl From<Stop> for Refused {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl Refused {
    pub(super) fn because<T>(why: &str) -> Result<T, Self> {
        Err(Self::Because(why.to_owned()))
    }

    pub(super) fn too_many<T>(why: &str) -> Result<T, Self> {
        Err(Self::TooMany(why.to_owned()))
    }
}

/// All that is known of the parts.
pub(super) type Parts = IndexMap<Part, Local, FxBuildHasher>;

/// Something of which more may become known, so that walks have to be walked again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Need {
    /// The states of a part.
    States(Part),
    /// Who might receive from a channel.
    Receivers(u32),
}

/// Walks, one at a time.
pub(super) struct Walker<'p> {
    pub(super) program: &'p Program,
    pub(super) roles: Vec<Role>,
    pub(super) deaths: bool,
    /// The most processes that there can be at once.
    pub(super) most: u32,
    /// The first state of the program: what is not decided is as it is there.
    pub(super) base: State,
    pub(super) machine: Machine<'p>,
    pub(super) decisions: Decisions,
    pub(super) receivers: Receivers,
    /// The parts whose states are settled in this walk.
    pub(super) known: Vec<Part>,
    /// Those of them that were decided, with the numbers of their states.
    pub(super) settled: Vec<(Part, u32)>,
    /// The processes that move or are created, as they were at the beginning.
    pub(super) sources: Vec<(u32, Box<[i32]>)>,
    /// What was seen and done in the steps that were taken.
    pub(super) whole: Vec<Effect>,
    /// What was seen of channels and processes.
    pub(super) sights: Vec<(Part, Sights)>,
    /// How much of each was known when it was first looked at.
    pub(super) needs: IndexMap<Need, usize, FxBuildHasher>,
    /// Whether it was found that nobody takes a message.
    pub(super) refused: bool,
    /// How many steps were tried so far, and how many may be.
    pub(super) tried: u64,
    pub(super) budget: u64,
}

/// What the steps before the one that is taken mean for it.
struct Before {
    effects: Vec<Effect>,
    /// Whether one of them was possible.
    moved: bool,
}

/// The process that moves, and where a walk has got to.
pub(super) struct Here {
    pub(super) process: usize,
    pub(super) state: State,
    pub(super) faults: Vec<Fault>,
    timeout: bool,
}

impl<'p> Walker<'p> {
    pub(super) fn new(program: &'p Program, roles: Vec<Role>, deaths: bool, base: State) -> Self {
        let mut machine = Machine::new(program);
        machine.recording = true;
        Self {
            program,
            roles,
            deaths,
            most: base.processes.len() as u32,
            base,
            machine,
            decisions: Decisions::default(),
            receivers: Receivers::default(),
            known: Vec::new(),
            settled: Vec::new(),
            sources: Vec::new(),
            whole: Vec::new(),
            sights: Vec::new(),
            needs: IndexMap::default(),
            refused: false,
            tried: 0,
            budget: u64::MAX,
        }
    }

    /// Sets the machine to the beginning of a walk, in which so far only this process is known.
    pub(super) fn begin(&mut self, parts: &Parts, mover: Option<(u32, &[i32])>) {
        self.known.clear();
        self.settled.clear();
        self.sources.clear();
        self.whole.clear();
        self.sights.clear();
        self.refused = false;
        let state = &mut self.machine.state;
        state.clone_from(&self.base);
        let view = |part: Part, answer: u32| &parts[&part].states[answer as usize][..];
        let decided: Vec<(Part, u32)> = self.decisions.begin().collect();
        if self.deaths {
            let decided = decided.iter().find(|(part, _)| *part == Part::Count);
            let count = match decided {
                Some(&(part, answer)) => view(part, answer)[0],
                // As many as there ever are: whoever is looked at exists.
                None => most(parts),
            };
            state.processes.resize(count as usize, Process::default());
        }
        for &(part, answer) in &decided {
            self.place(part, view(part, answer));
        }
        if let Some((process, view)) = mover {
            self.known.push(Part::Process(process));
            self.sources.push((process, Box::from(view)));
            self.place(Part::Process(process), view);
        }
    }

    /// Sets a part of the machine's state.
    pub(super) fn place(&mut self, part: Part, view: &[i32]) {
        let program = self.program;
        let state = &mut self.machine.state;
        match part {
            Part::Global(slot) => state.globals[slot as usize] = view[0],
            Part::Queue(queue) => {
                let queue = &mut state.queues[queue as usize];
                let size = program.channels[queue.channel as usize].fields.len().max(1);
                queue.fields.clear();
                queue.fields.extend_from_slice(view);
                queue.length = (view.len() / size) as u32;
            }
            Part::Process(number) => {
                let [kind, location, held @ ..] = view else { return };
                let code = &program.processes[*kind as usize];
                let first = self.base.processes.get(number as usize);
                let channels = first.map_or(self.base.queues.len() as u32, |first| first.channels);
                let mut locals = held.get(..code.locals.len()).unwrap_or(&[]).to_vec();
                locals.resize(code.locals.len(), 0);
                let owned = held.get(code.locals.len()..).unwrap_or(&[]);
                let mine = (0..self.roles.len())
                    .filter(|&slot| self.roles[slot] == Role::Owned(number as usize));
                for (slot, &value) in mine.zip(owned) {
                    state.globals[slot] = value;
                }
                let (kind, location) = (*kind as u32, *location as u32);
                if let Some(process) = state.processes.get_mut(number as usize) {
                    *process = Process { kind, location, channels, locals };
                }
            }
            Part::Count | Part::Monitor(_) => {}
        }
    }

    /// Walks a step of a process that is in this state, and gives whether there is one. `timeout`
    /// says whether nothing else can happen. Where it leads is the machine's state, what goes wrong
    /// are the machine's faults.
    pub(super) fn walk(
        &mut self,
        parts: &Parts,
        mover: (u32, &[i32]),
        timeout: bool,
        context: &Context<'_>,
    ) -> Result<bool, Refused> {
        self.begin(parts, Some(mover));
        let program = self.program;
        let mut here = Here {
            process: mover.0 as usize,
            state: self.machine.state.clone(),
            faults: Vec::new(),
            timeout,
        };
        if here.process >= here.state.processes.len() {
            self.needs.entry(Need::States(Part::Count)).or_insert(parts[&Part::Count].states.len());
            return Ok(false);
        }
        for depth in 0..LONGEST {
            let at = &here.state.processes[here.process];
            let code = &program.processes[at.kind as usize];
            if at.location == code.end && !self.deaths {
                return Ok(depth > 0 && self.stays(&here));
            }
            let steps = &code.locations[at.location as usize];
            // Behind the first step of an `atomic`, none may be possible.
            let options = steps.len() + usize::from(depth > 0);
            let answers = || (0..options as u32).collect();
            let Some(choice) = self.decisions.choose(Matter::Option, answers) else {
                return Ok(false);
            };
            let Some(before) = self.before(parts, steps, choice as usize, &here, context)? else {
                return Ok(false);
            };
            let Some(&step) = steps.get(choice as usize) else {
                self.whole.extend(before.effects);
                return Ok(self.stays(&here));
            };
            let attempt = self.attempt(parts, step, &here, before.moved, context)?;
            let mut effects = before.effects;
            let process = here.process as u32;
            match attempt {
                Ok(Attempt::Blocked) => {
                    effects.append(&mut self.machine.effects);
                    self.whole.append(&mut effects);
                    return Ok(self.machine.faults.len() > here.faults.len());
                }
                Err(fault) => {
                    self.machine.effect(|| Effect::Step { process, action: step.action });
                    self.machine.fault(fault);
                    effects.append(&mut self.machine.effects);
                    self.whole.append(&mut effects);
                    return Ok(true);
                }
                Ok(Attempt::Done) => {
                    self.whole.append(&mut effects);
                    self.arrive(step, here.process);
                    if !step.keeps || here.process >= self.machine.state.processes.len() {
                        return Ok(true);
                    }
                }
                Ok(Attempt::Offer { queue, message }) => {
                    self.whole.append(&mut effects);
                    let taken = self.hand_over(parts, step, &here, queue, &message, context)?;
                    let Some((receiver, taken)) = taken else { return Ok(false) };
                    here.process = receiver;
                    if !taken.keeps {
                        return Ok(true);
                    }
                }
            }
            here.state.clone_from(&self.machine.state);
            here.faults.clone_from(&self.machine.faults);
            here.timeout = false;
        }
        Refused::because("an atomic sequence goes on for too long")
    }

    /// The end of a walk where it has got to.
    fn stays(&mut self, here: &Here) -> bool {
        self.machine.state.clone_from(&here.state);
        self.machine.faults.clone_from(&here.faults);
        true
    }

    /// Moves a process behind a step that was taken.
    pub(super) fn arrive(&mut self, step: Step, process: usize) {
        let program = self.program;
        if let Some(here) = self.machine.state.processes.get_mut(process) {
            let code = &program.processes[here.kind as usize];
            let (action, _) = &code.actions[step.action as usize];
            if !matches!(action, Action::Deterministic(_) | Action::Die) {
                here.location = step.target;
            }
        }
        self.machine.effect(|| Effect::Step { process: process as u32, action: step.action });
        self.whole.append(&mut self.machine.effects);
    }

    fn reset(&mut self, here: &Here) {
        self.machine.state.clone_from(&here.state);
        self.machine.faults.clone_from(&here.faults);
        self.machine.effects.clear();
        self.machine.timeout = here.timeout;
    }

    /// Tries a step from where a walk has got to. What it saw and did is in the machine's effects.
    fn attempt(
        &mut self,
        parts: &Parts,
        step: Step,
        here: &Here,
        moved: bool,
        context: &Context<'_>,
    ) -> Result<Result<Attempt, Fault>, Refused> {
        self.reset(here);
        self.tried += 1;
        if self.tried.is_multiple_of(1 << 10) {
            context.check()?;
            if self.tried > self.budget {
                return Refused::too_many("its steps depend on too many values");
            }
        }
        let attempt = self.machine.attempt(step, here.process, moved);
        self.look(parts, 0)?;
        Ok(attempt)
    }

    /// Settles what was looked at for the first time: it is what it is in the machine's state.
    pub(super) fn look(&mut self, parts: &Parts, from: usize) -> Result<(), Refused> {
        let mut touched: Vec<Part> = Vec::new();
        for place in from..self.machine.effects.len() {
            let part = match &self.machine.effects[place] {
                Effect::Read(slot, _) | Effect::Write(slot, _) => {
                    if self.roles[*slot as usize] != Role::Shared {
                        continue;
                    }
                    Part::Global(*slot)
                }
                Effect::Send { queue, .. }
                | Effect::Receive { queue, .. }
                | Effect::Pick { queue, .. }
                | Effect::See(queue, _) => Part::Queue(*queue),
                Effect::Count(_) if self.deaths => Part::Count,
                Effect::At { process, .. } | Effect::Peek { process, .. } => {
                    Part::Process(*process)
                }
                Effect::Handshake { receiver, .. } => {
                    touched.push(Part::Process(*receiver));
                    continue;
                }
                Effect::Create { process, .. } => {
                    self.sources.push((*process, Box::from([])));
                    self.known.push(Part::Process(*process));
                    continue;
                }
                _ => continue,
            };
            if matches!(self.machine.effects[place], Effect::Write(..)) {
                // What is set is known from then on.
                if !self.known.contains(&part) {
                    self.known.push(part);
                }
                continue;
            }
            if matches!(part, Part::Queue(_) | Part::Process(_)) && !touched.contains(&part) {
                touched.push(part);
            }
            self.settle(parts, part)?;
        }
        for part in touched {
            let done = self.whole.iter().chain(&self.machine.effects);
            let sights = done.filter(|effect| concerns(effect, part)).cloned().collect();
            self.sights.push((part, sights));
        }
        Ok(())
    }

    /// Asks what a part is like, unless that is known.
    pub(super) fn settle(&mut self, parts: &Parts, part: Part) -> Result<(), Refused> {
        if self.known.contains(&part) {
            return Ok(());
        }
        if self.refused && matches!(part, Part::Process(_)) {
            return Refused::because("a step looks at a process that has refused a message");
        }
        self.known.push(part);
        let states = &parts[&part].states;
        self.needs.entry(Need::States(part)).or_insert(states.len());
        let youngest = self.sources.iter().map(|&(process, _)| process as i32).max();
        let answer = self.decisions.choose(Matter::Outside(part), || {
            let mut answers: Vec<u32> = (0..states.len() as u32).collect();
            if part == Part::Count {
                // The one that was seen comes first; whoever moves exists.
                answers.retain(|&answer| Some(states[answer as usize][0]) > youngest);
                answers.sort_by_key(|&answer| -states[answer as usize][0]);
            }
            answers
        });
        self.settled.extend(answer.map(|answer| (part, answer)));
        Ok(())
    }

    /// Tries the steps before the one that is taken, as far as that depends on them: `else` does on
    /// all, others on escapes. `None` if they rule it out. Behind the last step is that none is
    /// possible.
    fn before(
        &mut self,
        parts: &Parts,
        steps: &[Step],
        choice: usize,
        here: &Here,
        context: &Context<'_>,
    ) -> Result<Option<Before>, Refused> {
        let program = self.program;
        let code = &program.processes[here.state.processes[here.process].kind as usize];
        let wanted = steps.get(choice);
        let is_else =
            wanted.is_some_and(|step| matches!(code.actions[step.action as usize].0, Action::Else));
        let mut before = Before { effects: Vec::new(), moved: false };
        if wanted.is_some() && !is_else && steps.iter().all(|step| step.escape == 0) {
            return Ok(Some(before));
        }
        let mut escape = 0;
        for &step in &steps[..choice] {
            if escape > 0 && step.escape != escape {
                return Ok(None);
            }
            let alike = wanted.is_some_and(|wanted| wanted.escape == step.escape);
            match self.attempt(parts, step, here, before.moved, context)? {
                Ok(Attempt::Blocked) => {
                    if !alike || is_else {
                        before.effects.append(&mut self.machine.effects);
                    }
                }
                Ok(Attempt::Done) => {
                    before.moved = true;
                    escape = step.escape;
                }
                Err(_) => before.moved = true,
                // Whether somebody takes it makes no difference.
                Ok(Attempt::Offer { .. }) if alike => {}
                Ok(Attempt::Offer { .. }) if wanted.is_some() && step.escape == 0 => {
                    return Refused::because("an escape comes after a rendezvous");
                }
                Ok(Attempt::Offer { queue, message }) => {
                    if !self.nobody(parts, here, queue, &message)? {
                        return Ok(None);
                    }
                    let queue = queue as u32;
                    self.machine.effect(|| Effect::Nobody { queue, message });
                    before.effects.append(&mut self.machine.effects);
                    escape = 0;
                }
            }
            if before.moved && (is_else || wanted.is_none()) {
                return Ok(None);
            }
        }
        Ok(match wanted {
            Some(wanted) if escape > 0 && wanted.escape != escape => None,
            _ => Some(before),
        })
    }
}

/// The most processes that were ever found to exist at once.
fn most(parts: &Parts) -> i32 {
    parts[&Part::Count].states.iter().map(|view| view[0]).max().unwrap_or(0)
}
