//! Components from the text alone: the whole program is never run.
//!
//! A process is walked by itself ([`walk`]): where a step looks at something outside for the first
//! time, it is walked once for each value that is known of that thing, and what a step sets or
//! sends becomes known of what it is set in or sent to ([`replay()`]). That is repeated until
//! nothing more becomes known. So each component is the true one on more than the states that it
//! reaches in the program, and what the composition *reaches* is the program: every step from a
//! reachable state has its label in all who take part. Errors exist wherever they are possible
//! locally.
//!
//! What would have too many values or steps is cut to [`ranges`], if that is allowed; what cannot
//! be compiled even so is [refused](Refused): then the program is explored as a whole.

mod bounds;
mod decisions;
mod ranges;
mod receivers;
mod rendezvous;
mod replay;
mod walk;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Stop, ValueRange};

use super::super::program::{Action, Program, Start};
use super::super::run::{Effect, State};
use super::analysis::Role;
use super::label::{Label, Part};
use super::{Cut, Recorder};
use ranges::Ranges;
use replay::{concerns, replay};
use walk::{Need, Refused, Walker};

/// How many steps may be tried, labels made, states of components and steps between them found.
const MAX_TRIED: u64 = 1 << 17;
/// How many steps may be tried where nothing can be cut: then the whole has to be explored instead.
const MAX_TRIED_UNCUT: u64 = 1 << 22;
const MAX_LABELS: usize = 1 << 15;
const MAX_STATES: usize = 1 << 13;
const MAX_STEPS: usize = 1 << 20;
/// How many values a variable may have. A counter that nobody is known to stop has all of its type.
const MAX_VALUES: usize = 40;

/// Writes down the components of a program, or says why it has to be explored.
///
/// # Errors
/// If the context says so.
pub(super) fn record<'p>(
    program: &'p Program,
    initial: &State,
    ranges: Option<&[ValueRange]>,
    context: &Context<'_>,
) -> Result<Result<Recorder<'p>, String>, Stop> {
    let known =
        |range: &ValueRange| Cut { range: range.clone(), least: i32::MIN, greatest: i32::MAX };
    let mut cuts: Vec<Cut> = ranges.unwrap_or_default().iter().map(known).collect();
    loop {
        let mut alone = match Alone::new(program, initial.clone(), &cuts, ranges.is_some()) {
            Ok(alone) => alone,
            Err(why) => return Ok(Err(why.to_owned())),
        };
        match alone.all(context) {
            Ok(()) => {
                alone.recorder.cuts = alone.ranges.cuts().to_vec();
                return Ok(Ok(alone.recorder));
            }
            Err(Refused::TooMany(why)) => {
                if ranges.is_none() || !alone.cut() {
                    return Ok(Err(why));
                }
                cuts = alone.ranges.cuts().to_vec();
            }
            Err(Refused::Because(why)) => return Ok(Err(why)),
            Err(Refused::Stopped(stop)) => return Err(stop),
        }
    }
}

/// How much was known of what a walk needs.
type Needs = Vec<(Need, usize)>;

struct Alone<'p> {
    program: &'p Program,
    recorder: Recorder<'p>,
    walker: Walker<'p>,
    /// The local states of processes that were walked from.
    walked: IndexMap<(u32, u32), Needs, FxBuildHasher>,
    /// The predicates that were looked at.
    watched: Vec<Option<Needs>>,
    /// What labels do to variables, channels and the number of processes.
    laws: IndexMap<Part, Laws, FxBuildHasher>,
    /// The process types that mention `timeout`.
    timeouts: Vec<bool>,
    /// What values are cut to.
    ranges: Ranges<'p>,
}

/// What labels do to a part, and for how many of its states and of these that was looked at.
#[derive(Default)]
struct Laws {
    all: IndexSet<Vec<Effect>, FxBuildHasher>,
    states: usize,
    laws: usize,
}

impl<'p> Alone<'p> {
    fn new(
        program: &'p Program,
        initial: State,
        cuts: &[Cut],
        may_cut: bool,
    ) -> Result<Self, &'static str> {
        let deaths = program.creates || program.counts;
        let bound = bounds::processes(program);
        if bound.is_none() && !may_cut {
            return Err("processes are created in a circle");
        }
        let channels = |process: &super::super::program::ProcessType| {
            process.starts.iter().any(|(_, start)| matches!(start, Start::Channel(_)))
        };
        if deaths && program.processes.iter().any(channels) {
            return Err("processes that come and go have channels of their own");
        }
        if deaths && (0..program.processes.len()).any(|kind| program.looks_at(kind)) {
            return Err("processes that come and go are looked at from outside");
        }
        let mut recorder = Recorder::new(program, deaths, initial.clone());
        recorder.queues = initial.queues.iter().map(|queue| queue.channel).collect();
        for queue in 0..initial.queues.len() {
            recorder.local(Part::Queue(queue as u32), &initial);
        }
        if deaths {
            recorder.local(Part::Count, &initial);
        }
        let roles = recorder.roles.clone();
        let mut ranges = Ranges::new(program, roles.clone(), recorder.queues.clone(), cuts);
        if bound.is_none() {
            ranges.add_count(bounds::at_first(program));
        }
        let most = ranges.most_processes().or(bound).unwrap_or(0);
        let mut walker = Walker::new(program, roles, deaths, initial);
        walker.most = most;
        walker.budget = if may_cut { MAX_TRIED } else { MAX_TRIED_UNCUT };
        let timeouts = program.processes.iter().map(|process| {
            let mut found = false;
            for (action, _) in &process.actions {
                action.each_expression(&mut |expression| {
                    found |= matches!(expression, super::super::program::Expr::Timeout);
                });
            }
            found
        });
        Ok(Self {
            program,
            walker,
            walked: IndexMap::default(),
            watched: vec![None; program.predicates.len()],
            laws: IndexMap::default(),
            timeouts: timeouts.collect(),
            ranges,
            recorder,
        })
    }

    /// Cuts what has the most values of all that can be cut, and gives whether there is something.
    fn cut(&mut self) -> bool {
        let largest = self.ranges.largest(&self.recorder.parts);
        let initial = &self.walker.base;
        largest.into_iter().any(|(place, values)| self.ranges.add(place, values, initial))
    }

    /// Walks until nothing more becomes known, then writes down what labels do to parts that do not
    /// move.
    fn all(&mut self, context: &Context<'_>) -> Result<(), Refused> {
        loop {
            context.check()?;
            let mut changed = false;
            for place in 0.. {
                let Some((&part, _)) = self.recorder.parts.get_index(place) else { break };
                let Part::Process(process) = part else { continue };
                for state in 0.. {
                    if state >= self.recorder.parts[&part].states.len() {
                        break;
                    }
                    self.receivers();
                    if self.walked.get(&(process, state as u32)).is_some_and(|n| self.met(n)) {
                        continue;
                    }
                    changed = true;
                    let needs = self.local(process, state, context)?;
                    self.walked.insert((process, state as u32), needs);
                }
            }
            for number in 0..self.watched.len() {
                if self.watched[number].as_ref().is_some_and(|needs| self.met(needs)) {
                    continue;
                }
                changed = true;
                let needs = self.watch(number as u32)?;
                self.watched[number] = Some(needs);
            }
            if !changed {
                break;
            }
        }
        self.others(context)
    }

    /// Whether no more is known than was.
    fn met(&self, needs: &Needs) -> bool {
        needs.iter().all(|&(need, known)| match need {
            Need::States(part) => self.recorder.parts[&part].states.len() == known,
            Need::Receivers(queue) => self.walker.receivers.of(queue).len() == known,
        })
    }

    /// Walks all steps of a process from one of its states.
    fn local(
        &mut self,
        process: u32,
        state: usize,
        context: &Context<'_>,
    ) -> Result<Needs, Refused> {
        let view = self.recorder.parts[&Part::Process(process)].states[state].clone();
        self.walker.needs.clear();
        let Some(&kind) = view.first() else { return Ok(Vec::new()) };
        for timeout in [false, true] {
            if timeout && !self.timeouts[kind as usize] {
                break;
            }
            self.walker.decisions.clear();
            loop {
                let parts = &self.recorder.parts;
                let arrived = self.walker.walk(parts, (process, &view), timeout, context)?;
                if arrived && (!timeout || self.walker.whole.contains(&Effect::Timeout)) {
                    self.arrive(process)?;
                }
                if !self.next() {
                    break;
                }
            }
        }
        Ok(self.walker.needs.drain(..).collect())
    }

    /// Changes a decision, if one is left.
    fn next(&mut self) -> bool {
        let Self { program, recorder, walker, .. } = self;
        walker.decisions.saw(&walker.sights);
        walker.decisions.advance(|part, state, sights| {
            let state = &recorder.parts[&part].states[state as usize];
            replay(part, state, sights, &recorder.queues, program).is_some()
        })
    }

    /// Writes a walk down.
    fn arrive(&mut self, first: u32) -> Result<(), Refused> {
        let Self { recorder, walker, ranges, .. } = self;
        let (state, effects) = (&walker.machine.state, &mut walker.whole);
        let out = |effect: &Effect| matches!(effect, Effect::Create { process, .. } if *process >= walker.most);
        if effects.iter().any(out) && ranges.most_processes().is_none() {
            return Ok(());
        }
        let kind = |process: u32| {
            let source = walker.sources.iter().find(|(other, _)| *other == process);
            let before = source.and_then(|(_, view)| view.first().map(|&kind| kind as u32));
            let after = || state.processes.get(process as usize).map(|process| process.kind);
            before.or_else(after).unwrap_or(0)
        };
        let mut label = Label::new(effects, kind, &recorder.roles, recorder.deaths);
        if label.movers.is_empty() {
            label.movers.push((first, kind(first)));
        }
        let count = walker.settled.iter().find(|(part, _)| *part == Part::Count);
        let alive = match count {
            Some(&(part, state)) => recorder.parts[&part].states[state as usize][0] as u32,
            None => walker.base.processes.len() as u32,
        };
        let refused = label.effects.iter().any(|effect| matches!(effect, Effect::Nobody { .. }));
        if refused && recorder.deaths && !label.effects.contains(&Effect::Count(alive)) {
            label.effects.push(Effect::Count(alive));
        }
        let wrong = !walker.machine.faults.is_empty();
        for effect in effects.iter_mut() {
            let Effect::Failed { values } = effect else { continue };
            // What an assertion names and did not look at is not known here.
            values.retain(|&(global, slot, _)| {
                !global || recorder.roles[slot as usize] != Role::Shared || label.knows(slot)
            });
        }
        let effects = &walker.whole;
        if !wrong {
            label.leaves = ranges.left_by(effects, walker.most).or_else(|| {
                walker.sources.iter().find_map(|&(process, _)| {
                    let part = Part::Process(process);
                    ranges.left_in(part, &recorder.view(part, state))
                })
            });
        }
        let leaves = label.leaves.is_some();
        let number = recorder.number(label, alive);
        if leaves && let Some((_, parts)) = recorder.labels.get_index_mut(number as usize) {
            parts.retain(|part| !matches!(part, Part::Process(process) if *process >= walker.most));
        }
        for (process, view) in &walker.sources {
            let part = Part::Process(*process);
            if leaves && *process >= walker.most {
                continue;
            }
            let source = recorder.known(part, view.clone());
            let target = match wrong {
                true if *process == first => None,
                true => Some(source),
                false if leaves => Some(source),
                false => Some(recorder.known(part, recorder.view(part, state))),
            };
            recorder.write_down(part, (source, number, target), kind(*process), effects);
        }
        if !wrong && !leaves {
            self.learn(number)?;
        }
        self.bounded()
    }

    /// Something happens to the parts that do not move: what becomes of them?
    fn learn(&mut self, number: u32) -> Result<(), Refused> {
        let Some((label, parts)) = self.recorder.labels.get_index(number as usize) else {
            return Ok(());
        };
        for part in parts.clone() {
            if matches!(part, Part::Process(_) | Part::Monitor(_)) {
                continue;
            }
            let mine = label.effects.iter().filter(|effect| concerns(effect, part));
            let law: Vec<Effect> = mine.cloned().collect();
            self.laws.entry(part).or_default().all.insert(law);
        }
        for part in parts.clone() {
            self.close(part)?;
        }
        Ok(())
    }

    /// Does all that labels do to a part to all its states.
    fn close(&mut self, part: Part) -> Result<(), Refused> {
        let Some(laws) = self.laws.get_mut(&part) else { return Ok(()) };
        let Recorder { parts, queues, program, .. } = &mut self.recorder;
        let Some(local) = parts.get_mut(&part) else { return Ok(()) };
        if laws.laws == laws.all.len() && laws.states == local.states.len() {
            return Ok(());
        }
        let mut state = 0;
        while state < local.states.len() {
            let first = if state < laws.states { laws.laws } else { 0 };
            for law in laws.all.iter().skip(first) {
                let next = replay(part, &local.states[state], law, queues, program);
                let Some(next) = next else { continue };
                if self.ranges.left_in(part, &next).is_none() {
                    local.states.insert(next);
                }
            }
            let count = local.states.len();
            match part {
                Part::Global(slot) if count > MAX_VALUES && self.ranges.is_free(part) => {
                    let name = &program.globals[slot as usize].name;
                    let why = format!("by itself, `{name}` may have too many values");
                    return Err(Refused::TooMany(why));
                }
                Part::Queue(queue) if count > MAX_STATES => {
                    let channel = &program.channels[queues[queue as usize] as usize];
                    let name = &channel.name;
                    let why = format!("by itself, `{name}` may hold too many different messages");
                    return Err(Refused::TooMany(why));
                }
                _ => {}
            }
            state += 1;
        }
        (laws.states, laws.laws) = (state, laws.all.len());
        Ok(())
    }

    fn bounded(&mut self) -> Result<(), Refused> {
        if self.recorder.labels.len() > MAX_LABELS {
            return Refused::too_many("its parts have too many steps");
        }
        for &(process, _) in &self.walker.sources {
            let Some(local) = self.recorder.parts.get(&Part::Process(process)) else { continue };
            let count = local.states.len();
            let mut counts = || {
                let mut held = ranges::held(process, local);
                held.any(|(place, values)| values > MAX_VALUES && self.ranges.cut(place).is_none())
            };
            if count > MAX_STATES || count.is_power_of_two() && counts() {
                let kind = local.states.iter().find_map(|view| view.first().copied()).unwrap_or(0);
                let name = &self.program.processes[kind as usize].name;
                let why = format!("by itself, {name} may be in too many states");
                return Err(Refused::TooMany(why));
            }
        }
        Ok(())
    }

    /// Looks at everything on which a predicate depends.
    fn watch(&mut self, number: u32) -> Result<Needs, Refused> {
        let program = self.program;
        let (_, predicate) = &program.predicates[number as usize];
        self.walker.needs.clear();
        self.walker.decisions.clear();
        loop {
            let Self { recorder, walker, .. } = self;
            walker.begin(&recorder.parts, None);
            walker.machine.effects.clear();
            let Ok(value) = walker.machine.value(predicate, 0) else {
                return Refused::because("a predicate looks at what is not there");
            };
            walker.look(&recorder.parts, 0)?;
            if value != 0 {
                let kind = |process: u32| {
                    let there = walker.machine.state.processes.get(process as usize);
                    there.map_or(0, |process| process.kind)
                };
                let effects = &walker.machine.effects;
                let mut label = Label::new(effects, kind, &recorder.roles, recorder.deaths);
                label.predicate = Some(number);
                recorder.number(label, 0);
                recorder.known(Part::Monitor(number), Box::from([1]));
            }
            walker.tried += 1;
            if walker.tried > walker.budget {
                return Refused::too_many("a predicate depends on too many values");
            }
            if !self.next() {
                break;
            }
        }
        Ok(self.walker.needs.drain(..).collect())
    }

    /// Tells the walker which states of processes might receive.
    fn receivers(&mut self) {
        let Self { recorder, walker, program, .. } = self;
        for (part, local) in &recorder.parts {
            let Part::Process(process) = *part else { continue };
            for state in walker.receivers.known(process)..local.states.len() {
                let view = &local.states[state];
                let [kind, location, ..] = view[..] else {
                    walker.receivers.add(process, [], false);
                    continue;
                };
                let code = &program.processes[kind as usize];
                let steps = &code.locations[location as usize];
                let action = |step: usize| &code.actions[steps[step].action as usize].0;
                let receives = |step: &usize| {
                    matches!(action(*step), Action::Receive { .. } | Action::Deterministic(_))
                };
                let mut found = Vec::new();
                let mut depends = false;
                for step in (0..steps.len()).filter(receives) {
                    let seen = match action(step) {
                        Action::Receive { channel, patterns, .. } => {
                            walker.receives(&recorder.parts, (process, view), channel, patterns)
                        }
                        _ => None,
                    };
                    depends |= !seen.is_some_and(|(_, alone)| alone);
                    let queues = recorder.queues.iter().zip(0..);
                    let all = queues.filter(|(channel, queue)| {
                        let is_meant = seen.is_none_or(|(meant, _)| meant == *queue);
                        is_meant && program.channels[**channel as usize].capacity == 0
                    });
                    found.extend(all.map(|(_, queue)| (queue, step as u32)));
                }
                depends &= !found.is_empty();
                walker.receivers.add(process, found, depends);
            }
        }
    }

    /// A step that sends may lead a channel outside of its range: then it has another label, too,
    /// on which everybody stays.
    fn leave_channels(&mut self) {
        let mut left: IndexMap<u32, Vec<u32>, FxBuildHasher> = IndexMap::default();
        if self.ranges.cuts().is_empty() {
            return;
        }
        for number in 0..self.recorder.labels.len() {
            let Some((label, parts)) = self.recorder.labels.get_index(number) else { break };
            let wrong = label.effects.iter().any(|effect| matches!(effect, Effect::Fault { .. }));
            if wrong || label.leaves.is_some() {
                continue;
            }
            let mut leaves = Vec::new();
            for &part in parts.iter().filter(|part| matches!(part, Part::Queue(_))) {
                let Recorder { queues, program, parts, .. } = &self.recorder;
                leaves.extend(parts[&part].states.iter().find_map(|view| {
                    let next = replay(part, view, &label.effects, queues, program)?;
                    self.ranges.left_in(part, &next)
                }));
            }
            let (label, parts) = (label.clone(), parts.clone());
            for leaves in leaves {
                let label = Label { leaves: Some(leaves), ..label.clone() };
                let other = self.recorder.labels.insert_full(label, parts.clone()).0 as u32;
                left.entry(number as u32).or_default().push(other);
            }
        }
        if left.is_empty() {
            return;
        }
        for (part, local) in &mut self.recorder.parts {
            if !matches!(part, Part::Process(_)) {
                continue;
            }
            let more: Vec<(u32, u32, u32)> = local
                .steps
                .iter()
                .flat_map(|(&(source, label, _), &line)| {
                    let others = left.get(&label).into_iter().flatten();
                    others.map(move |&other| (source, other, line))
                })
                .collect();
            for (source, label, line) in more {
                local.steps.entry((source, label, Some(source))).or_insert(line);
            }
        }
    }

    /// Writes down what labels do to parts that do not move.
    fn others(&mut self, context: &Context<'_>) -> Result<(), Refused> {
        self.leave_channels();
        let mut steps: usize = self.recorder.parts.values().map(|local| local.steps.len()).sum();
        let mut used: IndexSet<Part, FxBuildHasher> = IndexSet::default();
        for number in 0..self.recorder.labels.len() {
            if number.is_multiple_of(1 << 8) {
                context.check()?;
            }
            let Some((label, parts)) = self.recorder.labels.get_index(number) else { break };
            let (label, parts) = (label.clone(), parts.clone());
            let wrong = label.effects.iter().any(|effect| matches!(effect, Effect::Fault { .. }));
            let stays = wrong || label.leaves.is_some();
            for part in parts {
                used.insert(part);
                if label.moves(part) {
                    continue;
                }
                for state in 0..self.recorder.parts.get(&part).map_or(0, |l| l.states.len()) {
                    let Recorder { queues, parts, .. } = &self.recorder;
                    let view = &parts[&part].states[state];
                    let next = replay(part, view, &label.effects, queues, self.program);
                    let Some(next) = next else { continue };
                    if let Part::Process(process) = part {
                        let walker = &mut self.walker;
                        if !walker.keeps_out((process, view), &label.effects, parts)? {
                            continue;
                        }
                    }
                    // A channel leaves its range in some states and not in others.
                    if matches!(part, Part::Queue(_)) && !wrong {
                        let left = self.ranges.left_in(part, &next);
                        if self.ranges.is_of(label.leaves, part) && left != label.leaves
                            || label.leaves.is_none() && left.is_some()
                        {
                            continue;
                        }
                    }
                    let next = if stays { view.clone() } else { next };
                    let Some(local) = self.recorder.parts.get_mut(&part) else { continue };
                    let target = local.states.insert_full(next).0 as u32;
                    local.steps.insert((state as u32, number as u32, Some(target)), 0);
                    steps += 1;
                }
                if steps > MAX_STEPS {
                    return Refused::too_many("its parts have too many steps");
                }
            }
        }
        let there = |part: &Part| matches!(part, Part::Queue(_) | Part::Count);
        self.recorder.parts.retain(|part, _| !there(part) || used.contains(part));
        Ok(())
    }
}
