//! Side by side and one by one, on one thread and on several: who answers, and in which round, is
//! what the definition says. Those who run here only pretend to work.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

use std::sync::atomic::{AtomicU64, Ordering};

use fastrand::Rng;
use surmise_model::{Count, Interrupt, Limits, Proof, Purse, Rule};
use surmise_testing::seeds;

use super::rounds::milestone;
use super::*;

/// Somebody who works in steps until it has an answer to all of its claims.
#[derive(Debug)]
struct Pretender {
    step: u64,
    /// For each of its claims: after how many steps it knows the answer, and whether there is one.
    known: Vec<(u64, bool)>,
}

impl Pretender {
    fn random(rng: &mut Rng, claims: usize) -> Self {
        let mut known = || {
            let most = 1 << rng.u32(4..12);
            (1 + rng.u64(..most), rng.u32(..4) > 0)
        };
        let known = (0..claims).map(|_| known()).collect();
        Self { step: 1 + rng.u64(..600), known }
    }

    fn steps(&self) -> u64 {
        self.known.iter().map(|&(steps, _)| steps).max().unwrap_or(0)
    }

    fn work(&self, entry: &Entry, number: usize, context: &Context<'_>) -> Vec<Report> {
        let mut stopped = None;
        let mut done = 0;
        while done < self.steps() && stopped.is_none() {
            context.interrupt.work(self.step);
            stopped = context.check().err();
            done += u64::from(stopped.is_none());
        }
        let report = |&(steps, answers): &(u64, bool)| {
            let outcome = match &stopped {
                Some(stop) if !entry.in_parts || done < steps => {
                    Outcome::Unknown(Unknown::new(stop.0.clone(), "stopped"))
                }
                _ if !answers => {
                    Outcome::Unknown(Unknown::new(Reason::Unsupported("it".to_owned()), "unable"))
                }
                _ => {
                    let (claim, rule) = (Claim::NoDeadlock, Rule::Exhaustive);
                    Outcome::Holds(Proof { claim, rule })
                }
            };
            let mut statistics = Statistics::default();
            statistics.set(Count::States, number as u64);
            Report { outcome, statistics }
        };
        self.known.iter().map(report).collect()
    }

    /// What it has spent when it looks at the context after so many steps.
    fn spent(&self, steps: u64) -> u64 {
        let interrupt = Interrupt::new();
        let one = interrupt.child_paid_by(&Unpaid);
        let context = Context { interrupt: &one, ..Context::unlimited() };
        context.interrupt.work(self.step);
        let _ = context.check();
        one.spent() * steps
    }

    /// In which round it has the answer to one of its claims, if it has one.
    fn round(&self, entry: &Entry, place: usize) -> Option<u32> {
        let (steps, answers) = self.known[place];
        let (end, _) = entry.rounds.with(self.spent(self.steps()));
        // Whoever answers in parts stops at the first step that a milestone does not pay for.
        let stopped = |last: u32| {
            (1..=self.steps()).find(|&step| entry.rounds.with(self.spent(step)).0 > last)
        };
        let milestones = std::iter::successors(Some(1), |&last| Some(milestone(last + 1)));
        let mut in_time = milestones.take_while(|&last| last < end);
        let early = in_time.find(|&last| stopped(last).is_some_and(|step| steps < step));
        answers.then(|| early.filter(|_| entry.in_parts).unwrap_or(end))
    }
}

/// Nobody pays.
#[derive(Debug)]
struct Unpaid;

impl Purse for Unpaid {
    fn more(&self, _: u64) -> Option<u64> {
        None
    }
}

/// Entries with who pretends to work for them.
fn random_race(rng: &mut Rng) -> (usize, Vec<(Entry, Pretender)>) {
    let claims = 1 + rng.usize(..4);
    let entry = |place: usize| {
        let claims: Vec<usize> = (0..claims).filter(|_| rng.u32(..3) > 0).collect();
        let rounds = Rounds::new(1 + rng.u64(..8), rng.u64(..2) << rng.u32(..15));
        let in_parts = claims.len() > 1 && rng.bool();
        let pretender = Pretender::random(rng, claims.len());
        (Entry { place: place % CONTESTANTS.len(), claims, rounds, in_parts }, pretender)
    };
    let mut entries: Vec<(Entry, Pretender)> = (0..8).map(entry).collect();
    entries.retain(|(entry, _)| !entry.claims.is_empty());
    (claims, entries)
}

type Answer = Option<(u32, usize)>;

/// The least round, and of those who answer in it the first.
fn by_definition(claims: usize, entries: &[(Entry, Pretender)]) -> Vec<Answer> {
    let answer = |claim: usize| {
        let rounds = entries.iter().enumerate().filter_map(|(number, (entry, pretender))| {
            let place = entry.claims.iter().position(|&other| other == claim)?;
            Some((pretender.round(entry, place)?, number))
        });
        rounds.min()
    };
    (0..claims).map(answer).collect()
}

#[test]
fn races_end_as_they_should() {
    let mut late = 0;
    for seed in seeds(150, 10_000) {
        let mut rng = Rng::with_seed(seed);
        let (count, entries) = random_race(&mut rng);
        let expected = by_definition(count, &entries);
        late += expected.iter().flatten().filter(|(round, _)| *round > 1).count();
        let (entries, pretenders): (Vec<Entry>, Vec<Pretender>) = entries.into_iter().unzip();
        // They differ in their places only.
        let claims = vec![Claim::NoDeadlock; count];
        // Whoever begins while others are there may find that there is too little memory.
        let (present, crowded) = (AtomicU64::new(0), rng.u32(..3) == 0);
        let in_use = || match crowded {
            true => present.load(Ordering::Relaxed).saturating_sub(3),
            false => 0,
        };
        let limits = Limits { memory: Some(0), ..Limits::default() };
        let context = Context { limits, memory_in_use: &in_use, ..Context::unlimited() };
        let work = |entry: &Entry, context: &Context<'_>| {
            let number = entries.iter().position(|other| std::ptr::eq(other, entry)).unwrap();
            present.fetch_add(1, Ordering::Relaxed);
            let reports = pretenders[number].work(entry, number, context);
            present.fetch_sub(1, Ordering::Relaxed);
            Ok(reports)
        };
        let (entries, claims, shortest) = (&entries[..], &claims[..], false);
        let field = Field { entries, claims, context: &context, shortest, work: &work };
        for threads in [1, 2, 5] {
            let (decided, results) = race(&field, threads).unwrap();
            let found: Vec<Answer> = (0..count).map(|claim| decided.by(claim)).collect();
            assert_eq!(
                found, expected,
                "seed {seed}, {threads} threads: {entries:#?} {pretenders:?}"
            );
            let judged = Race { field: &field, decided, results }.judgements();
            for (judgement, answer) in judged.iter().zip(&expected) {
                let holds = matches!(judgement.report.outcome, Outcome::Holds(_));
                assert_eq!(holds, answer.is_some(), "seed {seed}");
                let by = judgement.report.statistics.get(Count::States);
                assert!(answer.is_none_or(|(_, number)| by == Some(number as u64)), "seed {seed}");
            }
        }
        let mut decided = Decided::default();
        let mut results: Vec<Option<Ran>> = entries.iter().map(|_| None).collect();
        one_by_one::run(&field, 1, &mut decided, &mut results).unwrap();
        let found: Vec<Answer> = (0..count).map(|claim| decided.by(claim)).collect();
        assert_eq!(found, expected, "seed {seed}, one by one");
    }
    assert!(late > 100, "{late} answers after the first round");
}
