//! The method that is used if none is chosen: all the others, side by side.
//!
//! Nobody knows beforehand which method suits a model. So they race, in rounds: each contestant may
//! spend so much, and then waits for the others; whoever comes to a verdict in a round is done, and
//! what is left open goes on to the next. Work is counted in units of about a transition, never in
//! seconds, and of those who finish in a round the first in the list counts: so who answers, and
//! what, does not depend on the machine or on the number of threads.
//!
//! The first round is long enough for what others call cheap looks: `mono` finds a shallow
//! violation, `circular` starts with assumptions that allow everything, which are enough for a
//! property of one component.

mod entry;
mod one_by_one;
mod rounds;
mod side_by_side;

use std::sync::{Mutex, PoisonError};

use surmise_model::{
    Claim, Context, Outcome, Reason, Report, RuleKind, Statistics, System, Unknown,
};

use super::program::{self, How};
use super::{
    Judgement, MadeParts, Method, MethodOptions, ProgramMethod, Raced, Searched, agar, circular,
    learn, mono, symbolic,
};
use crate::check::{self, Ranges};
use crate::load::Program;
use crate::{Attempt, Failure, OptionName};
use entry::{Decided, Entry, Field, Ran, is_verdict};
use rounds::{Rounds, Until};
use side_by_side::End;

/// Lets the other methods race.
pub(super) struct Auto;

/// Somebody who takes part.
struct Contestant {
    method: &'static dyn Method,
    /// The rule, where the method has several.
    rule: Option<RuleKind>,
    rounds: Rounds,
}

/// All of them; the first of those who finish in a round counts.
///
/// On every model of the papers `symbolic` or `circular` is the best or not much slower; on models
/// by others, and on irregular ones, the best is often `mono`. So these three get nearly
/// everything: units take them 30 to 40 ns (`mono`, but 250 where states are wide and many), 25 to
/// 130 and 30 to 160. Whoever of the three is the best waits for the others. The rest have less
/// than a tenth between them, since other models may need them. In the first round `mono` and
/// `symbolic` may spend what takes ten and thirty milliseconds, for what is shallow or small,
/// and `circular` fifty to a hundred, because where it is the best it mostly is done then.
const CONTESTANTS: [Contestant; 7] = [
    Contestant { method: &mono::Mono, rule: None, rounds: Rounds::new(1_024, 1 << 18) },
    Contestant { method: &symbolic::Symbolic, rule: None, rounds: Rounds::new(1_344, 1 << 19) },
    Contestant { method: &circular::Circular, rule: None, rounds: Rounds::new(1_408, 1 << 20) },
    Contestant {
        method: &learn::Learn,
        rule: Some(RuleKind::Asym),
        rounds: Rounds::new(64, 1 << 15),
    },
    Contestant { method: &agar::Agar, rule: None, rounds: Rounds::new(160, 1 << 16) },
    Contestant { method: &learn::Learn, rule: Some(RuleKind::Sym), rounds: Rounds::new(32, 0) },
    Contestant { method: &learn::Learn, rule: Some(RuleKind::Circ), rounds: Rounds::new(32, 0) },
];

/// More entries than this do not run side by side. Each has a thread, which mostly waits; methods
/// that judge claim by claim have an entry for each. WebAssembly has no threads.
const MANY: usize = if cfg!(target_family = "wasm") { 0 } else { 256 };

impl Contestant {
    fn name(&self) -> String {
        match self.rule {
            None => self.method.name().to_owned(),
            Some(RuleKind::Asym) => format!("{} asym", self.method.name()),
            Some(RuleKind::Sym) => format!("{} sym", self.method.name()),
            Some(RuleKind::Circ) => format!("{} circ", self.method.name()),
        }
    }
}

impl Method for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn summary(&self) -> &'static str {
        "Let the others race, with growing budgets of work"
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Shortest]
    }

    fn judges_together(&self) -> bool {
        true
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let judged = self.judge(system, claims, options, context)?;
        Ok(judged.into_iter().map(|judgement| judgement.report).collect())
    }

    fn judge(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Judgement>> {
        let work: &Work<'_> = &|chosen, method, own, context| {
            let chosen: Vec<Claim> = chosen.iter().map(|&claim| claims[claim]).collect();
            method.check(system, &chosen, own, context)
        };
        judge_by((system, claims), options, context, work)
    }

    fn for_programs(&self) -> Option<&dyn ProgramMethod> {
        Some(self)
    }
}

/// What a search of a program may spend before components are made of it: about a second.
const FIRST_LOOK: u64 = 1 << 22;

/// Components are made by looking at so many states of the whole program at most.
const COMPONENT_STATES: u64 = 100_000;

/// The search of the program runs alone first. What it leaves open, it races for with those who
/// need components; where these cannot be had, it goes on alone.
impl ProgramMethod for Auto {
    fn judge_program(
        &self,
        program: &Program,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<(Vec<Judgement>, Option<MadeParts>)> {
        // Runs that go on for ever are looked for in the program alone.
        let is_temporal = |claim: &&Claim| matches!(claim, Claim::Temporal(_));
        let temporal: Vec<Claim> = claims.iter().filter(is_temporal).copied().collect();
        if temporal.is_empty() {
            return self.judge_states(program, claims, options, context);
        }
        let mut runs = Vec::new();
        for (index, &claim) in temporal.iter().enumerate() {
            let left = temporal.len() + 1 - index;
            let judge = |context: &Context<'_>| {
                mono::Mono.judge_program(program, &[claim], options, context)
            };
            runs.extend(context.share(left, judge)?.0);
        }
        let states: Vec<Claim> =
            claims.iter().filter(|claim| !is_temporal(claim)).copied().collect();
        let (states, mut made) = match states.is_empty() {
            true => (Vec::new(), None),
            false => self.judge_states(program, &states, options, context)?,
        };
        if let Some(made) = &mut made {
            made.system.temporal.clone_from(&program.temporal);
        }
        let (mut runs, mut states) = (runs.into_iter(), states.into_iter());
        let next = |claim: &Claim| match is_temporal(&claim) {
            true => runs.next(),
            false => states.next(),
        };
        Ok((claims.iter().filter_map(next).collect(), made))
    }
}

impl Auto {
    /// Judges claims that are about states, not about runs.
    fn judge_states(
        &self,
        program: &Program,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<(Vec<Judgement>, Option<MadeParts>)> {
        let how = How::with(options.threads);
        let alone = |how: How, context: &Context<'_>| {
            let judged = program::search(program, claims, how, context);
            let raced = || Raced {
                by: &mono::Mono,
                name: mono::Mono.name().to_owned(),
                round: 1,
                tried: Vec::new(),
            };
            let judgement = |(report, searched): (Report, Option<Searched>)| {
                let raced = searched.is_some().then(raced);
                Judgement { report, raced, searched }
            };
            judged.into_iter().map(judgement).collect::<Vec<_>>()
        };
        let look = |how: How| {
            let purse = Until::new(Rounds::new(1, FIRST_LOOK), 1);
            let interrupt = context.interrupt.child_paid_by(&purse);
            alone(how, &Context { interrupt: &interrupt, ..*context })
        };
        let mut first = look(how);
        let is_open = |judgement: &Judgement| match &judgement.report.outcome {
            Outcome::Unknown(unknown) => unknown.reason == Reason::WorkLimit,
            Outcome::Holds(_) | Outcome::Violated(_) => false,
        };
        if !first.iter().any(is_open) {
            return Ok((first, None));
        }
        // What is far away may be found by going deep first, if by no shortest run.
        let is_violated =
            |judgement: &Judgement| matches!(judgement.report.outcome, Outcome::Violated(_));
        let deep = match options.shortest {
            true => Vec::new(),
            false => look(How { deep: true, ..how }),
        };
        for (first, deep) in first.iter_mut().zip(deep) {
            if is_open(first) && is_violated(&deep) {
                *first = deep;
            }
        }
        if first.iter().any(is_violated) {
            return Ok((first, None));
        }
        context.narrate(|| "the search of the program goes on beside its components".to_owned());
        let MadeParts { system, ranges, remarks } = match parts(program, options, context) {
            Ok(parts) => parts,
            Err(Failure::Stopped(stopped)) => {
                let reason = stopped.reason;
                context.narrate(|| format!("there are no components to reason about: {reason}"));
                return Ok((alone(how, context), None));
            }
            Err(wrong) => return Err(wrong),
        };
        let found: Mutex<Vec<Option<Searched>>> = Mutex::new(claims.iter().map(|_| None).collect());
        let work: &Work<'_> = &|chosen, method, own, context| {
            let sought: Vec<Claim> = chosen.iter().map(|&claim| claims[claim]).collect();
            if method.name() != mono::Mono.name() {
                return method.check(&system, &sought, own, context);
            }
            let judged = program::search(program, &sought, How::with(own.threads), context);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            let keep = |(&claim, (report, searched)): (&usize, (Report, Option<Searched>))| {
                if searched.is_some() {
                    found[claim] = searched;
                }
                report
            };
            Ok(chosen.iter().zip(judged).map(keep).collect())
        };
        let mut judged = judge_by((&system, claims), options, context, work)?;
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (judgement, searched) in judged.iter_mut().zip(found) {
            let by_search = |raced: &Raced| raced.by.name() == mono::Mono.name();
            if judgement.raced.as_ref().is_some_and(by_search) {
                judgement.searched = searched;
            }
        }
        for judgement in judged.iter_mut().filter(|judgement| judgement.searched.is_none()) {
            check::leave_out(&system, &mut judgement.report.outcome);
        }
        Ok((judged, Some(MadeParts { system, ranges, remarks })))
    }
}

/// Makes components of a program. If they have to be cut to ranges, those who need components race
/// to show that none is left; if nobody does, nothing is cut, and the program is explored.
fn parts(program: &Program, options: &MethodOptions, context: &Context<'_>) -> Attempt<MadeParts> {
    let mut ranges = Vec::new();
    loop {
        let (system, remarks) = program.components(COMPONENT_STATES, Some(&ranges), context)?;
        let claims: Vec<Claim> =
            system.ranges.iter().map(|range| Claim::Property(range.property)).collect();
        if claims.is_empty() {
            return Ok(MadeParts { system, ranges: Vec::new(), remarks });
        }
        let work: &Work<'_> = &|chosen, method, own, context| {
            let chosen: Vec<Claim> = chosen.iter().map(|&claim| claims[claim]).collect();
            method.check(&system, &chosen, own, context)
        };
        let purse = Until::new(Rounds::new(1, FIRST_LOOK), 1);
        let interrupt = context.interrupt.child_paid_by(&purse);
        let own = Context { interrupt: &interrupt, ..*context };
        let judged = judge_by((&system, &claims), options, &own, work)?;
        let outcomes = judged.iter().map(|judgement| Some(&judgement.report.outcome));
        match check::concluded(&system, outcomes) {
            Ranges::Shown(ranges) => return Ok(MadeParts { system, ranges, remarks }),
            Ranges::Left(wider) => ranges = wider,
            Ranges::Open(range, reason) => {
                context.narrate(|| format!("`{}` may leave its range: {reason}", range.name));
                let (system, remarks) = program.components(COMPONENT_STATES, None, context)?;
                return Ok(MadeParts { system, ranges: Vec::new(), remarks });
            }
        }
        context.check()?;
    }
}

/// Who runs for which claims, in the order that decides.
fn entries(system: &System, claims: &[Claim]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (place, contestant) in CONTESTANTS.iter().enumerate() {
        let able = |&claim: &usize| contestant.method.judges(system, claims[claim]);
        let able: Vec<usize> = (0..claims.len()).filter(able).collect();
        let together = contestant.method.judges_together();
        let sets = able.chunks(if together { able.len().max(1) } else { 1 });
        // What a contestant may spend does not grow with the number of claims.
        let rounds = contestant.rounds.shared_by(sets.len());
        entries.extend(sets.map(|claims| Entry {
            place,
            claims: claims.to_vec(),
            rounds,
            in_parts: place == 0 && claims.len() > 1,
        }));
    }
    entries
}

/// Lets a method judge some of the claims, by their numbers.
type Work<'w> = dyn Fn(&[usize], &'static dyn Method, &MethodOptions, &Context<'_>) -> Attempt<Vec<Report>>
    + Sync
    + 'w;

/// Has claims judged in a race.
fn judge_by(
    (system, claims): (&System, &[Claim]),
    options: &MethodOptions,
    context: &Context<'_>,
    work: &Work<'_>,
) -> Attempt<Vec<Judgement>> {
    let entries = entries(system, claims);
    // Whoever is alone need not wait for others, and may have all threads.
    let threads = if entries.len() == 1 { options.threads } else { 1 };
    let shortest = options.shortest;
    let work = |entry: &Entry, context: &Context<'_>| {
        let Contestant { method, rule, .. } = CONTESTANTS[entry.place];
        let options = MethodOptions { rule, threads, shortest, ..MethodOptions::default() };
        work(&entry.claims, method, &options, context)
    };
    let field = Field { entries: &entries, claims, context, shortest, work: &work };
    let (decided, results) = race(&field, options.threads)?;
    let race = Race { field: &field, decided, results };
    race.tell();
    Ok(race.judgements())
}

/// Lets the entries run.
fn race(field: &Field<'_>, threads: usize) -> Attempt<(Decided, Vec<Option<Ran>>)> {
    let mut decided = Decided::default();
    let mut results: Vec<Option<Ran>> = field.entries.iter().map(|_| None).collect();
    let end = match field.entries.len() {
        1 => {
            let (reports, told) = field.run(0, field.context);
            let ran = Ran::new(reports?, (1, 1), told);
            decided.add(field, 0, &ran);
            results[0] = Some(ran);
            End::Over
        }
        ..=MANY => side_by_side::run(field, threads, &mut decided, &mut results)?,
        _ => End::NeedsRoom(1),
    };
    if let End::NeedsRoom(round) = end {
        results.iter_mut().flatten().for_each(Ran::make_open);
        one_by_one::run(field, round, &mut decided, &mut results)?;
    }
    Ok((decided, results))
}

/// A race that is over.
struct Race<'a> {
    field: &'a Field<'a>,
    decided: Decided,
    results: Vec<Option<Ran>>,
}

impl Race<'_> {
    /// Tells what those reasoned who would have been there whoever else was, and when they were
    /// done.
    fn tell(&self) {
        let context = self.field.context;
        for ((number, entry), ran) in self.field.entries.iter().enumerate().zip(&self.results) {
            let Some(ran) = ran else { continue };
            let open = |&claim: &usize| {
                self.decided.by(claim).is_none_or(|first| first >= (ran.round, number))
            };
            if !entry.claims.iter().any(open) {
                continue;
            }
            ran.told.iter().for_each(|line| context.narrate(|| line.clone()));
            let name = || CONTESTANTS[entry.place].name();
            let how = if ran.is_final() { "is done" } else { "got no farther than this" };
            context.narrate(|| format!("{} {how} in round {}", name(), ran.round));
        }
    }

    /// The verdicts, and what is known of what is open.
    fn judgements(mut self) -> Vec<Judgement> {
        let claims = 0..self.field.claims.len();
        claims.map(|claim| self.judgement(claim)).collect()
    }

    fn judgement(&mut self, claim: usize) -> Judgement {
        let Some((round, winner)) = self.decided.by(claim).or_else(|| self.perhaps_longer(claim))
        else {
            let report = self.undecided(claim);
            return Judgement { report, raced: None, searched: None };
        };
        let entries = self.field.entries;
        let before = |&(number, entry): &(usize, &Entry)| {
            let turn = number < winner || (number > winner && round > 1);
            turn && entry.claims.contains(&claim)
        };
        let tried = entries.iter().enumerate().filter(before);
        let raced = Raced {
            by: CONTESTANTS[entries[winner].place].method,
            name: CONTESTANTS[entries[winner].place].name(),
            round,
            tried: tried.map(|(_, entry)| CONTESTANTS[entry.place].name()).collect(),
        };
        let report = self.report(winner, claim).unwrap_or_else(nothing);
        Judgement { report, raced: Some(raced), searched: None }
    }

    /// Who was the first to find some run, where a shortest one was wanted and nobody found it.
    fn perhaps_longer(&self, claim: usize) -> Option<(u32, usize)> {
        let Field { entries, claims, shortest, .. } = *self.field;
        let found = self.results.iter().enumerate().filter_map(|(number, ran)| {
            let ran = ran.as_ref().filter(|_| shortest)?;
            let place = entries[number].claims.iter().position(|&other| other == claim)?;
            is_verdict(claims[claim], &ran.reports[place]).then_some((ran.round, number))
        });
        found.min()
    }

    /// What is said of a claim that nobody decides: what the first contestant has to say, which can
    /// judge everything and knows how far it got.
    fn undecided(&mut self, claim: usize) -> Report {
        let mut reports = (0..self.results.len()).filter_map(|number| {
            let report = self.report(number, claim)?;
            matches!(report.outcome, Outcome::Unknown(_)).then_some(report)
        });
        let mut report = reports.next().unwrap_or_else(nothing);
        let reason = self.field.context.interrupt.reason();
        if let (Outcome::Unknown(unknown), Some(reason)) = (&mut report.outcome, reason) {
            unknown.reason = reason;
        }
        report
    }

    /// Takes what an entry says of a claim.
    fn report(&mut self, number: usize, claim: usize) -> Option<Report> {
        let place = self.field.entries[number].claims.iter().position(|&other| other == claim)?;
        let reports = &mut self.results[number].as_mut()?.reports;
        Some(std::mem::replace(&mut reports[place], nothing()))
    }
}

/// The report of somebody who was stopped before anything was known.
fn nothing() -> Report {
    let unknown = Unknown::new(Reason::Cancelled, "nothing was explored yet");
    Report { outcome: Outcome::Unknown(unknown), statistics: Statistics::default() }
}

#[cfg(test)]
mod tests;
