//! Verdicts by name, for people and for programs: the JSON says everything that a screen shows.

mod distinguishing;
mod outcome;
mod proof;
mod trace;

use serde::Serialize;
use surmise_model::formula::Notation;
use surmise_model::{
    Claim, Counterexample, Fairness, Outcome, Proof, PropositionId, Range, Stopping, System,
    TemporalKind, TemporalProperty, ValueRange,
};

pub use self::distinguishing::DistinguishingFormula;
pub use self::outcome::{EvidenceReport, OutcomeReport, StatisticsReport, UndecidedReport};
pub(crate) use self::outcome::{limit_name, statistics_report};
pub use self::proof::{AssumptionReport, ProofReport, RuleReport, SubstituteReport, action_names};
pub use self::trace::{
    Change, Lane, Move, StepReport, TerminalReport, TraceReport, ViolationReport, Waiting,
    state_name,
};
use crate::check::{Chosen, Judged};
use crate::load::{Loaded, Unchecked};
use crate::methods::MadeDepartures;
use crate::{Attempt, Name, count, few};

/// What was checked, and what came of it.
#[derive(Debug, Serialize)]
pub struct CheckReport {
    /// The files, and what was chosen of them.
    pub models: Vec<ModelReport>,
    /// The components.
    pub components: Vec<Name>,
    /// The method that was chosen.
    pub method: &'static str,
    /// What it did that its paper does not, if it is one of a paper's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub departures: Option<MadeDepartures>,
    /// What the components were cut to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<RangeReport>,
    /// The verdicts: violations first, the shortest before the others; then what is undecided.
    pub verdicts: Vec<VerdictReport>,
    /// Properties that the models define, and that were neither part of what was checked nor
    /// chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_part: Vec<Name>,
    /// What the models declare and nobody can check yet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<Unchecked>,
    /// Whether the user does not mind the latter.
    #[serde(skip)]
    pub ignores_unchecked: bool,
}

/// What something was cut to.
#[derive(Debug, Serialize)]
pub struct RangeReport {
    /// What was cut.
    pub name: Name,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// Whether it was shown that it is never left.
    pub shown: bool,
}

/// A file, and what was chosen of it.
#[derive(Debug, Serialize)]
pub struct ModelReport {
    /// Its name.
    pub file: String,
    /// The process that was read, where a file has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process: Option<Name>,
    /// Other values than the file's own for constants and parameters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<(Name, i32)>,
    /// Other processes that could have been chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub other_processes: Vec<Name>,
}

/// One claim and what came of it.
#[derive(Debug, Serialize)]
pub struct VerdictReport {
    /// What is claimed.
    pub claim: ClaimReport,
    /// Who judged it.
    pub by: &'static str,
    /// How, if several raced to judge it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub race: Option<RaceReport>,
    /// The verdict.
    #[serde(flatten)]
    pub outcome: OutcomeReport<Proved, Refuted>,
    /// What came of an earlier finding, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reused: Option<ReuseReport>,
    /// What was done with the evidence.
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    pub evidence: EvidenceReport,
    /// What was counted.
    pub statistics: StatisticsReport,
}

/// What came of an earlier finding that was tried first. If it did not fail, the verdict is its own:
/// a proof with as many premises, or a run, which has none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReuseReport {
    /// Components that are not what they were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Name>,
    /// Whether the property is not what it was.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub property_changed: bool,
    /// The premises of its proof.
    pub premises: usize,
    /// Those of them that were checked again.
    pub checked: usize,
    /// States that were visited for that.
    pub states: u64,
    /// States that it took to find the proof, when it was found.
    pub found_in: u64,
    /// Why it does not show anything any more: the claim was checked as if there were none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

impl ReuseReport {
    /// Whether the verdict is that of the earlier finding.
    pub fn succeeded(&self) -> bool {
        self.failed.is_none()
    }
}

/// In a line, with nothing but what a user wants to know.
impl std::fmt::Display for ReuseReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { changed, property_changed, premises, checked, states, failed, .. } = self;
        if let Some(why) = failed {
            return write!(f, "not reused: {why}");
        }
        if *premises == 0 {
            return f.write_str("reused: the run of the last check, replayed");
        }
        let what = match (&changed[..], property_changed) {
            ([], false) => "nothing has changed".to_owned(),
            ([], true) => "the property has changed".to_owned(),
            (names, false) => format!("{} changed", few(names, 4)),
            (names, true) => format!("{} and the property changed", few(names, 4)),
        };
        write!(f, "reused: the proof of the last check; {what}; ")?;
        let all = count(*premises as u64, "premise");
        match (*checked, count(*states, "state")) {
            (0, _) => write!(f, "none of {all} had to be checked again"),
            (checked, states) if checked == *premises => {
                write!(f, "{all} checked again, {states}")
            }
            (checked, states) => write!(f, "{checked} of {all} checked again, {states}"),
        }
    }
}

/// Who won a race, and against whom.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct RaceReport {
    /// The winner, with its rule if the method has several.
    pub winner: String,
    /// The round in which it won.
    pub round: u32,
    /// Who had tried before, in vain.
    pub tried: Vec<String>,
}

/// A claim by name.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ClaimReport {
    /// A property holds.
    Property {
        /// Its name.
        name: Name,
    },
    /// No component reaches its error state.
    NoError,
    /// There is no deadlock.
    NoDeadlock,
    /// All runs have a temporal property.
    Temporal(TemporalReport),
}

/// A temporal property by name.
#[derive(Debug, Serialize)]
pub struct TemporalReport {
    /// What kind of definition it is: `progress`, `assert`, …
    pub definition: &'static str,
    /// Its name.
    pub name: Name,
    /// The formula.
    pub formula: Name,
    /// Which runs it is about.
    pub fairness: &'static str,
    /// Whether runs that stop do not count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ignores_stops: bool,
}

impl TemporalReport {
    fn new(property: &TemporalProperty) -> Self {
        let definition = match property.kind {
            TemporalKind::Progress => "progress",
            TemporalKind::DefaultProgress => "default progress",
            TemporalKind::Assert => "assert",
            TemporalKind::Formula => "formula",
            TemporalKind::Ltl => "ltl",
            TemporalKind::Never => "never claim",
            TemporalKind::Acceptance => "acceptance",
            TemporalKind::NonProgress => "progress labels",
        };
        let name = |id: PropositionId| property.propositions[id.index()].name.clone();
        let formula = property.formula.shown(Notation::Ltsa, &name).to_string();
        Self {
            definition,
            name: property.name.as_str().into(),
            formula: formula.as_str().into(),
            fairness: match property.fairness {
                Fairness::None => "none",
                Fairness::Weak => "weak",
                Fairness::Choice => "choice",
            },
            // A claim that watches goes on where the program stops.
            ignores_stops: property.stopping == Stopping::Ignored
                && property.kind != TemporalKind::Never,
        }
    }

    /// What a verdict about it rests on, in words.
    pub fn basis(&self) -> &'static str {
        match (self.fairness, self.ignores_stops) {
            ("weak", false) => "with weak fairness",
            ("weak", true) => "with weak fairness, for runs that never stop",
            ("choice", false) => "with fair choice",
            ("choice", true) => "with fair choice, for runs that never stop",
            (_, false) => "without fairness",
            (_, true) => "without fairness, for runs that never stop",
        }
    }
}

/// Why a claim is true.
#[derive(Debug, Serialize)]
pub struct Proved {
    /// The proof.
    pub proof: ProofReport,
}

/// What shows that a claim is not true.
#[derive(Debug, Serialize)]
pub struct Refuted {
    /// The run.
    pub counterexample: Box<TraceReport>,
}

impl RangeReport {
    fn new(range: &Range) -> Self {
        let ValueRange { name, low, high } = &range.values;
        Self { name: Name::from(name.as_str()), low: *low, high: *high, shown: true }
    }
}

impl CheckReport {
    /// A report without verdicts yet.
    pub fn new(loaded: &Loaded, chosen: &Chosen, method: &'static str) -> Self {
        let names = |names: &[String]| names.iter().map(|name| Name::from(name.as_str())).collect();
        let models = loaded.contents.iter().map(|content| ModelReport {
            file: content.path.display().to_string(),
            process: content.process.as_deref().map(Name::from),
            parameters: content
                .parameters
                .iter()
                .map(|(name, value)| (Name::from(name.as_str()), *value))
                .collect(),
            other_processes: names(&content.other_processes),
        });
        let components = loaded.system.components.iter().map(|component| component.name.as_str());
        // Of a program that was searched as it is there are no components.
        let processes = loaded.program.iter().filter(|_| loaded.system.components.is_empty());
        let processes = processes.flat_map(|program| program.text.processes());
        Self {
            models: models.collect(),
            components: components.chain(processes).map(Name::from).collect(),
            method,
            departures: None,
            ranges: loaded.system.ranges.iter().map(RangeReport::new).collect(),
            verdicts: Vec::new(),
            not_part: chosen.not_part.clone(),
            unchecked: loaded.contents.iter().flat_map(|c| c.unchecked.iter().cloned()).collect(),
            ignores_unchecked: false,
        }
    }
}

impl VerdictReport {
    /// An answer by name.
    ///
    /// # Errors
    /// There are too many components for the assumptions to be written down.
    pub fn new(system: &System, judged: &Judged, evidence: EvidenceReport) -> Attempt<Self> {
        let Judged { claim, report, .. } = judged;
        let proved = |proof: &Proof| Ok(Proved { proof: ProofReport::new(system, proof)? });
        let told = judged.searched.as_ref().and_then(|searched| searched.told.as_ref());
        let components = told.map_or(system, |told| &told.system);
        let refuted = |run: &Counterexample| Refuted {
            counterexample: Box::new(TraceReport::new(components, run)),
        };
        let mut outcome = OutcomeReport::new(&report.outcome, proved, refuted)?;
        if let (OutcomeReport::Undecided(open), Outcome::Unknown(unknown)) =
            (&mut outcome, &report.outcome)
        {
            open.assumptions = SubstituteReport::all(system, *claim, unknown)?;
        }
        let race = judged.raced.as_ref().map(|raced| RaceReport {
            winner: raced.name.clone(),
            round: raced.round,
            tried: raced.tried.clone(),
        });
        Ok(Self {
            claim: ClaimReport::new(system, *claim),
            by: judged.by.name(),
            race,
            outcome,
            reused: judged.reused.clone(),
            evidence,
            statistics: statistics_report(&report.statistics),
        })
    }
}

impl ClaimReport {
    /// A claim by name.
    pub fn new(system: &System, claim: Claim) -> Self {
        match claim {
            Claim::Property(id) => {
                Self::Property { name: system.property(id).name.as_str().into() }
            }
            Claim::NoError => Self::NoError,
            Claim::NoDeadlock => Self::NoDeadlock,
            Claim::Temporal(id) => {
                Self::Temporal(TemporalReport::new(system.temporal_property(id)))
            }
        }
    }

    /// A word for it that can stand in the name of a file.
    pub fn label(&self) -> &str {
        match self {
            Self::Property { name } => name.raw(),
            Self::NoError => "no-error",
            Self::NoDeadlock => "no-deadlock",
            Self::Temporal(property) => property.name.raw(),
        }
    }
}

/// As people call it.
impl std::fmt::Display for ClaimReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Property { name } => write!(f, "property {name}"),
            Self::NoError => f.write_str("no error"),
            Self::NoDeadlock => f.write_str("no deadlock"),
            Self::Temporal(TemporalReport { definition: "default progress", .. }) => {
                f.write_str("default progress")
            }
            Self::Temporal(TemporalReport { definition, name, .. }) => {
                write!(f, "{definition} {name}")
            }
        }
    }
}
