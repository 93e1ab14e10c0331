//! Are two LTSs the same, and if not, what shows it?

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surmise_model::{Context, Lts, Reason, Stop, System};
use surmise_verify::automata::{
    Bisimilarity, Bisimulation, Distinction, Observation, distinguish, trace_equivalence,
    trace_inclusion,
};

use super::{Kind, Report};
use crate::conformance::{TreeReport, simulated};
use crate::desk::Desk;
use crate::load::{self, InputOptions, Loaded, Specified};
use crate::report::DistinguishingFormula;
use crate::{Attempt, Name, Named, Verdict};

/// How many pairs of states a trace is worth that tells apart what is known not to be bisimilar.
/// Traces can take exponential work where bisimulations do not.
const TRACE_WORTH: u64 = 1 << 20;

/// Are two LTSs the same?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Compare {
    /// The first.
    pub left: Side,
    /// The second.
    pub right: Side,
    /// How to read both.
    pub input: InputOptions,
    /// What it means to be the same.
    #[serde(with = "crate::named::by_name")]
    pub by: Relation,
}

/// One of two LTSs.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Side {
    /// The file.
    pub file: PathBuf,
    /// The process in it, instead of that of both.
    pub process: Option<String>,
}

/// What it means to be the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Both have the same traces.
    #[default]
    Traces,
    /// All traces of the left are traces of the right.
    Inclusion,
    /// They are strongly bisimilar.
    Strong,
    /// They are branching bisimilar.
    Branching,
    /// The right simulates the left.
    Simulation,
}

impl Named for Relation {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Traces, "traces", "Both have the same traces"),
        (Self::Inclusion, "inclusion", "All traces of the left are traces of the right"),
        (Self::Strong, "strong", "They are strongly bisimilar"),
        (
            Self::Branching,
            "branching",
            "They are branching bisimilar: silent steps that decide nothing do not count",
        ),
        (
            Self::Simulation,
            "simulation",
            "The right strongly simulates the left; both may have probabilities",
        ),
    ];
}

/// What came of it.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// The first, as a user would say it.
    pub left: String,
    /// The second.
    pub right: String,
    /// What it means to be the same.
    pub relation: Relation,
    /// Whether they are.
    pub related: bool,
    /// What tells them apart, if a trace does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
    /// Whether they have the same traces, where they are not bisimilar and that could be found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_traces: Option<bool>,
    /// What tells them apart where they are not bisimilar, unless it takes very many steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<DistinguishingFormula>,
    /// What the right does not simulate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeReport>,
}

/// A trace that tells two LTSs apart.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// The trace.
    pub trace: Vec<Name>,
    /// What it is to the left.
    pub left: &'static str,
    /// What it is to the right.
    pub right: &'static str,
}

/// The two, with or without probabilities.
pub(crate) enum Pair {
    Plain(Box<System>, Lts, Lts),
    Simulation(Box<Specified>),
}

/// What tells them apart, if anything does.
pub(crate) enum Apart {
    Nothing,
    Trace(Difference),
    Tree(TreeReport),
    Bisimulation {
        formula: Option<DistinguishingFormula>,
        /// A trace, if there is one and it was found out whether there is.
        trace: Option<Option<Difference>>,
    },
}

impl Kind for Compare {
    type Subject = Pair;
    type Found = Apart;
    type Report = Compared;

    const UNCERTIFIED: Option<&'static str> =
        Some("a difference speaks for itself; that there is none has no format of its own yet");

    fn load(&self, desk: Desk<'_>) -> Attempt<Pair> {
        let options = |side: &Side| match &side.process {
            Some(process) => self.input.for_process(process),
            None => self.input.clone(),
        };
        let (left, right) = (options(&self.left), options(&self.right));
        let [first, second]: [&Path; 2] = [&self.left.file, &self.right.file];
        if self.by == Relation::Simulation {
            let sides = [(first, &left), (second, &right)];
            let mut asked = load::side_by_side(sides, desk.files(), desk.context)?;
            desk.remark_all(std::mem::take(&mut asked.loaded.remarks));
            return Ok(Pair::Simulation(Box::new(asked)));
        }
        let mut loaded = Loaded::default();
        let left = load::component_told(first, &left, &mut loaded, desk)?;
        let right = load::component_told(second, &right, &mut loaded, desk)?;
        Ok(Pair::Plain(Box::new(loaded.system), left.lts, right.lts))
    }

    fn answer(&self, subject: &mut Pair, desk: Desk<'_>) -> Attempt<Apart> {
        let context = desk.context;
        let (system, left, right) = match subject {
            Pair::Simulation(asked) => {
                return Ok(simulated(asked, context)?.map_or(Apart::Nothing, Apart::Tree));
            }
            Pair::Plain(system, left, right) => (system, left, right),
        };
        let trace = |found: Option<Distinction>| {
            found.map_or(Apart::Nothing, |found| Apart::Trace(Difference::new(system, &found)))
        };
        let by = match self.by {
            Relation::Inclusion => return Ok(trace(trace_inclusion(left, right, context)?)),
            Relation::Traces | Relation::Simulation => {
                return Ok(trace(trace_equivalence(left, right, context)?));
            }
            Relation::Strong => Bisimulation::Strong,
            Relation::Branching => Bisimulation::Branching,
        };
        let Bisimilarity::Apart(formula) = distinguish(left, right, by, context)? else {
            return Ok(Apart::Nothing);
        };
        let formula = formula.map(|found| DistinguishingFormula::new(&found, &system.actions));
        let trace = trace_worth_it(left, right, context)?;
        let trace = trace.map(|found| found.map(|found| Difference::new(system, &found)));
        Ok(Apart::Bisimulation { formula, trace })
    }

    fn report(&self, _: Pair, found: Apart, _: Desk<'_>) -> Attempt<Compared> {
        let (left, right) = (self.left.named(), self.right.named());
        let related = matches!(found, Apart::Nothing);
        let mut compared = Compared {
            left,
            right,
            relation: self.by,
            related,
            difference: None,
            same_traces: None,
            formula: None,
            tree: None,
        };
        match found {
            Apart::Nothing => {}
            Apart::Trace(difference) => compared.difference = Some(difference),
            Apart::Tree(tree) => compared.tree = Some(tree),
            Apart::Bisimulation { formula, trace } => {
                compared.same_traces = trace.as_ref().map(Option::is_none);
                compared.difference = trace.flatten();
                compared.formula = formula;
            }
        }
        Ok(compared)
    }
}

/// A trace that tells apart what is known to differ, if there is one, unless it takes too long to
/// find out.
fn trace_worth_it(
    left: &Lts,
    right: &Lts,
    context: &Context<'_>,
) -> Result<Option<Option<Distinction>>, Stop> {
    match trace_equivalence(left, right, &context.at_most(TRACE_WORTH)) {
        Err(Stop(Reason::Internal(what))) => Err(Stop::internal(what)),
        found => Ok(found.ok()),
    }
}

impl Report for Compared {
    fn verdict(&self) -> Verdict {
        if self.related { Verdict::Holds } else { Verdict::Violated }
    }
}

impl Side {
    /// What is compared, as a user would say it.
    fn named(&self) -> String {
        let file = self.file.display();
        let process = self.process.as_deref();
        process
            .map_or_else(|| file.to_string(), |process| format!("{file} {}", Name::from(process)))
    }
}

impl Difference {
    fn new(system: &System, distinction: &Distinction) -> Self {
        let Distinction { trace, left, right } = distinction;
        let trace = trace.iter().map(|&action| Name::from(system.actions.name(action))).collect();
        Self { trace, left: observed(*left), right: observed(*right) }
    }
}

/// What a trace is to an LTS, in words.
fn observed(observation: Observation) -> &'static str {
    match observation {
        Observation::Absent => "does not have this trace",
        Observation::Safe => "has this trace",
        Observation::Error => "goes into its error state on this trace",
    }
}
