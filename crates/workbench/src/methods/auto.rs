//! The method that is used if none is chosen: all the others, one after the other or side by side.
//!
//! Nobody knows beforehand which method suits a model. So they race, in rounds: each contestant gets a
//! budget of work, and whoever comes to a verdict within it is done; what is left open goes to the next
//! round with four times the budget. Work is counted in looks at the context, never in seconds, and
//! of those who finish in a round the first in the list counts: so who answers, and what, does not depend on the
//! machine or on the number of threads.

use surmise_model::{
    Claim, Context, Outcome, Reason, Report, RuleKind, Statistics, System, Unknown, Violation,
};

use super::race::{Entry, run};
use super::{Judgement, Method, MethodOptions, Raced, agar, circular, learn, mono, symbolic};
use crate::Attempt;

/// Lets the other methods race.
pub(super) struct Auto;

/// Looks at the context that a contestant of weight one has in the first round.
const FIRST_BUDGET: u64 = 1 << 7;
/// How much more each round has.
const GROWTH: u64 = 4;

/// Somebody who takes part.
struct Contestant {
    method: &'static dyn Method,
    /// The rule, where the method has several.
    rule: Option<RuleKind>,
    /// How many looks take about as long as one of somebody else's; and how likely it is to win.
    weight: u64,
}

/// All of them; the first of those who finish in a round counts.
const CONTESTANTS: [Contestant; 7] = [
    Contestant { method: &mono::Mono, rule: None, weight: 2 },
    Contestant { method: &symbolic::Symbolic, rule: None, weight: 16 },
    Contestant { method: &agar::Agar, rule: None, weight: 32 },
    Contestant { method: &learn::Learn, rule: Some(RuleKind::Asym), weight: 32 },
    Contestant { method: &circular::Circular, rule: None, weight: 16 },
    Contestant { method: &learn::Learn, rule: Some(RuleKind::Sym), weight: 16 },
    Contestant { method: &learn::Learn, rule: Some(RuleKind::Circ), weight: 16 },
];

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
        let mut race = Race::new(system, claims);
        let mut round = 0;
        while race.goes_on() {
            round += 1;
            race.round(round, options, context)?;
        }
        Ok(race.finish())
    }
}

/// Where a race stands.
struct Race<'a> {
    system: &'a System,
    claims: &'a [Claim],
    /// What came of each claim.
    judged: Vec<Option<Judgement>>,
    /// What is said of a claim that nobody decides: what the first contestant had to say last.
    undecided: Vec<Option<Report>>,
    /// For each claim the contestants who may still decide it.
    able: Vec<Vec<usize>>,
    /// And who tried.
    tried: Vec<Vec<usize>>,
    /// Why somebody outside has stopped it, if so.
    stopped: Option<Reason>,
}

impl<'a> Race<'a> {
    fn new(system: &'a System, claims: &'a [Claim]) -> Self {
        let able = |&claim: &Claim| {
            let judges = |&place: &usize| CONTESTANTS[place].method.judges(system, claim);
            (0..CONTESTANTS.len()).filter(judges).collect()
        };
        Self {
            system,
            claims,
            judged: claims.iter().map(|_| None).collect(),
            undecided: claims.iter().map(|_| None).collect(),
            able: claims.iter().map(able).collect(),
            tried: vec![Vec::new(); claims.len()],
            stopped: None,
        }
    }

    fn is_open(&self, claim: usize) -> bool {
        self.judged[claim].is_none() && !self.able[claim].is_empty()
    }

    fn goes_on(&self) -> bool {
        self.stopped.is_none() && (0..self.claims.len()).any(|claim| self.is_open(claim))
    }

    /// Who runs for which claims, in the order that decides.
    fn entries(&self) -> Vec<(usize, Vec<usize>)> {
        let mut entries = Vec::new();
        for (place, contestant) in CONTESTANTS.iter().enumerate() {
            let may = |&claim: &usize| self.is_open(claim) && self.able[claim].contains(&place);
            let open = (0..self.claims.len()).filter(may);
            match contestant.method.judges_together() {
                true => entries.push((place, open.collect())),
                false => entries.extend(open.map(|claim| (place, vec![claim]))),
            }
        }
        entries.retain(|(_, claims)| !claims.is_empty());
        entries
    }

    fn round(&mut self, round: u32, options: &MethodOptions, context: &Context<'_>) -> Attempt<()> {
        let entries = self.entries();
        // Whoever is alone need not stop for others, and may have all threads.
        let alone = entries.len() == 1;
        let budget = FIRST_BUDGET.saturating_mul(GROWTH.saturating_pow(round - 1));
        let entry = |(place, claims): &(usize, Vec<usize>)| Entry {
            claims: claims.clone(),
            budget: (!alone).then(|| budget.saturating_mul(CONTESTANTS[*place].weight)),
        };
        let list: Vec<Entry> = entries.iter().map(entry).collect();
        let (system, claims) = (self.system, self.claims);
        let work = |number: usize, context: &Context<'_>| {
            let (place, chosen) = &entries[number];
            let contestant = &CONTESTANTS[*place];
            let threads = if alone { options.threads } else { 1 };
            let options =
                MethodOptions { rule: contestant.rule, threads, ..MethodOptions::default() };
            let chosen: Vec<Claim> = chosen.iter().map(|&claim| claims[claim]).collect();
            contestant.method.check(system, &chosen, &options, context)
        };
        let is_verdict = |number: usize, report: &Report, which: usize| {
            is_verdict(claims[entries[number].1[which]], report)
        };
        let results = run(&list, options.threads, context, work, is_verdict)?;
        for ((place, chosen), result) in entries.iter().zip(results) {
            let Some(result) = result else { continue };
            let name = CONTESTANTS[*place].name();
            result.told.iter().for_each(|line| context.narrate(|| line.clone()));
            context.narrate(|| format!("round {round}: {name} after {} looks", result.spent));
            for (&claim, report) in chosen.iter().zip(result.reports) {
                self.take(round, *place, claim, report);
            }
        }
        Ok(())
    }

    /// Takes note of what a contestant says about a claim.
    fn take(&mut self, round: u32, place: usize, claim: usize, report: Report) {
        if self.judged[claim].is_some() {
            return;
        }
        if is_verdict(self.claims[claim], &report) {
            let tried = self.tried[claim].iter().filter(|&&other| other != place);
            let raced = Raced {
                by: CONTESTANTS[place].method,
                name: CONTESTANTS[place].name(),
                round,
                tried: tried.map(|&other| CONTESTANTS[other].name()).collect(),
            };
            self.judged[claim] = Some(Judgement { report, raced: Some(raced) });
            return;
        }
        if !self.tried[claim].contains(&place) {
            self.tried[claim].push(place);
            self.tried[claim].sort_unstable();
        }
        let reason = match &report.outcome {
            Outcome::Unknown(unknown) => Some(&unknown.reason),
            _ => None,
        };
        match reason {
            Some(Reason::WorkLimit) => {}
            Some(reason @ (Reason::Cancelled | Reason::TimeLimit)) => {
                self.stopped = Some(reason.clone());
            }
            _ => self.able[claim].retain(|&other| other != place),
        }
        // The first contestant can judge everything, and knows how far it got.
        if reason.is_some() && (place == 0 || self.undecided[claim].is_none()) {
            self.undecided[claim] = Some(report);
        }
    }

    /// The verdicts, and what is known of what is open.
    fn finish(self) -> Vec<Judgement> {
        let stopped = self.stopped;
        let undecided = |report: Option<Report>| {
            let nothing = || Report {
                outcome: Outcome::Unknown(Unknown::new(
                    Reason::Cancelled,
                    "nothing was explored yet",
                )),
                statistics: Statistics::default(),
            };
            let mut report = report.unwrap_or_else(nothing);
            if let (Outcome::Unknown(unknown), Some(reason)) = (&mut report.outcome, &stopped) {
                unknown.reason = reason.clone();
            }
            Judgement { report, raced: None }
        };
        let results = self.judged.into_iter().zip(self.undecided);
        results.map(|(judged, report)| judged.unwrap_or_else(|| undecided(report))).collect()
    }
}

/// Whether a report decides a claim: a component that reaches its own π says nothing of a property.
fn is_verdict(claim: Claim, report: &Report) -> bool {
    match &report.outcome {
        Outcome::Holds(_) => true,
        Outcome::Violated(run) => {
            !matches!(run.violation, Violation::Error(_)) || claim == Claim::NoError
        }
        Outcome::Unknown(_) => false,
    }
}
