//! What runs in a race, and what comes of it.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use surmise_model::{Claim, Context, Event, Observer, Outcome, Reason, Report};

use super::rounds::{Rounds, milestone};
use crate::Attempt;

/// A contestant's work on some claims.
#[derive(Debug)]
pub(super) struct Entry {
    /// Who does it, as a place in the list of contestants.
    pub(super) place: usize,
    /// What it is about.
    pub(super) claims: Vec<usize>,
    pub(super) rounds: Rounds,
    /// Whether it knows some verdicts before the others. It stops at milestones then, says what it
    /// knows, and begins again.
    pub(super) in_parts: bool,
}

/// What came of an entry.
#[derive(Debug)]
pub(super) struct Ran {
    /// In which round it was done.
    pub(super) round: u32,
    /// One report for each of its claims.
    pub(super) reports: Vec<Report>,
    /// The reasoning, line by line.
    pub(super) told: Vec<String>,
}

impl Ran {
    /// What an entry says that came to a round, or wanted more than the last.
    pub(super) fn new(
        reports: Vec<Report>,
        (reached, last): (u32, u32),
        told: Vec<String>,
    ) -> Self {
        let mut ran = Self { round: reached, reports, told };
        if !ran.is_final() {
            ran.round = last;
        }
        ran
    }

    /// What was known before stays known: whoever begins again may be stopped earlier.
    pub(super) fn after(mut self, before: Option<Self>) -> Self {
        let known = before.into_iter().flat_map(|before| before.reports);
        for (report, known) in self.reports.iter_mut().zip(known) {
            if !matches!(known.outcome, Outcome::Unknown(_)) {
                *report = known;
            }
        }
        self
    }

    /// Whether there is nothing more to expect.
    pub(super) fn is_final(&self) -> bool {
        !self.reasons().any(|reason| *reason == Reason::WorkLimit)
    }

    /// Whether it was stopped before it was done.
    pub(super) fn was_cancelled(&self) -> bool {
        self.reasons().any(|reason| *reason == Reason::Cancelled)
    }

    /// Whether memory was what it lacked.
    pub(super) fn lacks_memory(&self) -> bool {
        self.reasons().any(|reason| matches!(reason, Reason::MemoryLimit(_)))
    }

    /// Says that it has to begin again, if it was stopped or had too little memory. What it knew
    /// stays known.
    pub(super) fn make_open(&mut self) {
        for report in &mut self.reports {
            if let Outcome::Unknown(unknown) = &mut report.outcome
                && matches!(unknown.reason, Reason::Cancelled | Reason::MemoryLimit(_))
            {
                unknown.reason = Reason::WorkLimit;
            }
        }
    }

    fn reasons(&self) -> impl Iterator<Item = &Reason> {
        self.reports.iter().filter_map(|report| match &report.outcome {
            Outcome::Unknown(unknown) => Some(&unknown.reason),
            _ => None,
        })
    }
}

/// A race, as those see it who run it.
pub(super) struct Field<'a> {
    /// In the order that decides between those who are done in the same round.
    pub(super) entries: &'a [Entry],
    pub(super) claims: &'a [Claim],
    pub(super) context: &'a Context<'a>,
    /// Whether a run that is perhaps not a shortest one is no answer.
    pub(super) shortest: bool,
    /// Does the work of an entry.
    pub(super) work: &'a (dyn Fn(&Entry, &Context<'_>) -> Attempt<Vec<Report>> + Sync),
}

impl Field<'_> {
    /// Whether a report is what is wanted about a claim.
    fn is_answered(&self, claim: usize, report: &Report) -> bool {
        let is_wanted = match &report.outcome {
            Outcome::Violated(run) => run.shortest || !self.shortest,
            _ => true,
        };
        is_wanted && is_verdict(self.claims[claim], report)
    }

    /// Does the work of an entry, in surroundings of its own: reports, and the reasoning.
    pub(super) fn run(
        &self,
        number: usize,
        own: &Context<'_>,
    ) -> (Attempt<Vec<Report>>, Vec<String>) {
        let recorder = Recorder { inner: own.observer, told: Mutex::default() };
        let reports = (self.work)(&self.entries[number], &Context { observer: &recorder, ..*own });
        (reports, recorder.told.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Who has decided what: for each claim the first round in which somebody did, and of those the
/// first entry.
#[derive(Debug, Default)]
pub(super) struct Decided(BTreeMap<usize, (u32, usize)>);

impl Decided {
    /// Takes note of what came of an entry. What it knew when it was stopped counts at milestones
    /// only: elsewhere it need not have stopped.
    pub(super) fn add(&mut self, field: &Field<'_>, number: usize, ran: &Ran) {
        if !ran.is_final() && milestone(ran.round) != ran.round {
            return;
        }
        for (&claim, report) in field.entries[number].claims.iter().zip(&ran.reports) {
            if field.is_answered(claim, report) {
                let own = (ran.round, number);
                let first = self.0.entry(claim).or_insert(own);
                *first = own.min(*first);
            }
        }
    }

    /// Who decided a claim, in which round.
    pub(super) fn by(&self, claim: usize) -> Option<(u32, usize)> {
        self.0.get(&claim).copied()
    }

    /// The last round in which an entry could still be the first to decide one of its claims;
    /// nothing if there is no end to them.
    pub(super) fn last_round(&self, entry: &Entry, number: usize) -> Option<u32> {
        let last = |&claim: &usize| {
            let (round, by) = self.by(claim)?;
            Some(if number < by { round } else { round - 1 })
        };
        entry.claims.iter().map(last).try_fold(0, |latest, last| Some(latest.max(last?)))
    }
}

/// Whether a report decides a claim: a component that reaches its own π says nothing of a property.
pub(super) fn is_verdict(claim: Claim, report: &Report) -> bool {
    match &report.outcome {
        Outcome::Holds(_) => true,
        Outcome::Violated(run) => run.violation.refutes(claim),
        Outcome::Unknown(_) => false,
    }
}

/// Keeps the reasoning for later; how far the work is goes on at once.
struct Recorder<'a> {
    inner: &'a dyn Observer,
    told: Mutex<Vec<String>>,
}

impl Observer for Recorder<'_> {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Narration(line) => {
                let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
                told.push((*line).to_owned());
            }
            event => self.inner.event(event),
        }
    }

    fn follows(&self) -> bool {
        self.inner.follows()
    }

    fn sees_conjectures(&self) -> bool {
        self.inner.sees_conjectures()
    }
}
