//! Probabilities in words, for people and for programs.

use std::fmt;

use serde::Serialize;
use surmise_lang::prism::{Model, ModelKind, Property};
use surmise_model::{Rational, Relation, Stop};
use surmise_verify::probabilistic::{Interval, KnownProbabilities, Sizes};

use crate::load::PrismText;
use crate::report::limit_name;
use crate::{Name, Verdict};

/// What was asked of a model, and what came of it.
#[derive(Debug, Serialize)]
pub struct ProbabilityReport {
    /// The model.
    pub model: AskedReport,
    /// The properties with their answers, in the order of the questions.
    pub probabilities: Vec<ProbabilityVerdict>,
    /// Questions of the files that are not answered.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// Whether the user does not mind the latter.
    #[serde(skip)]
    pub ignores_left_out: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A model that something was asked of.
#[derive(Debug, Serialize)]
pub struct AskedReport {
    /// The file.
    pub file: String,
    /// `dtmc` or `mdp`.
    pub kind: &'static str,
    /// The values that were given to constants.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub constants: Vec<(Name, Name)>,
    /// How large it is; nothing if it was not explored to the end.
    pub sizes: Option<SizesReport>,
}

impl AskedReport {
    /// A model by name.
    pub fn new(text: &PrismText, model: &Model<'_>, sizes: Option<SizesReport>) -> Self {
        let constants = text.constants().iter();
        Self {
            file: text.source.name.clone(),
            kind: kind_name(model.kind()),
            constants: constants.map(|(name, value)| (name.into(), value.into())).collect(),
            sizes,
        }
    }
}

/// What a model is, in its own word.
pub(super) fn kind_name(kind: ModelKind) -> &'static str {
    match kind {
        ModelKind::Dtmc => "dtmc",
        ModelKind::Mdp => "mdp",
    }
}

/// How large a model is. A deadlock counts with the self-loop that it has where probabilities are
/// computed.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SizesReport {
    /// Reachable states.
    pub states: u64,
    /// Of these, how many are initial.
    pub initial: u64,
    /// Choices of all states.
    pub choices: u64,
    /// Branches of all choices.
    pub transitions: u64,
    /// States without a choice of their own.
    pub deadlocks: u64,
}

impl SizesReport {
    pub(super) fn new(sizes: &Sizes) -> Self {
        let Sizes { states, initial, choices, branches, deadlocks, .. } = *sizes;
        Self { states, initial, choices, transitions: branches, deadlocks }
    }
}

/// What came of a property, in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueVerdict {
    /// A number was asked for, and here it is.
    Value,
    /// It is as the property demands.
    Holds,
    /// It is not.
    Violated,
    /// Not known.
    Undecided,
}

impl ValueVerdict {
    /// As a verdict of any kind.
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Value | Self::Holds => Verdict::Holds,
            Self::Violated => Verdict::Violated,
            Self::Undecided => Verdict::Undecided,
        }
    }
}

/// A property and its answer.
#[derive(Debug, Serialize)]
pub struct ProbabilityVerdict {
    /// The property as it was written.
    pub property: Name,
    /// Its name, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// What came of it, in a word.
    pub verdict: ValueVerdict,
    /// The probability from the initial state, or the smallest of several.
    pub smallest: IntervalReport,
    /// The largest of several.
    pub largest: IntervalReport,
    /// What the probability is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundReport>,
    /// Why the work ended early, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedReport>,
}

/// A bound of a property.
#[derive(Debug, Serialize)]
pub struct BoundReport {
    /// `<`, `<=`, `>` or `>=`.
    pub relation: &'static str,
    /// The bound, exactly.
    pub value: String,
}

/// Why the work ended early.
#[derive(Debug, Serialize)]
pub struct StoppedReport {
    /// What kind of limit it was, in a word.
    pub limit: &'static str,
    /// What it was.
    pub reason: String,
}

impl StoppedReport {
    pub(super) fn new(Stop(reason): &Stop) -> Self {
        Self { limit: limit_name(reason), reason: reason.to_string() }
    }
}

/// A probability: bounds that contain it, exact numbers both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IntervalReport {
    /// It is not smaller.
    pub low: String,
    /// It is not larger.
    pub high: String,
    /// Whether both are the probability itself.
    pub exact: bool,
    #[serde(skip)]
    interval: Interval,
}

impl IntervalReport {
    fn new(interval: Interval) -> Self {
        Self {
            low: interval.low.to_string(),
            high: interval.high.to_string(),
            exact: interval.is_exact(),
            interval,
        }
    }
}

/// A fraction with more characters than this is shown as a decimal number.
const LONGEST_FRACTION: usize = 40;

/// A probability as a decimal number. What is neither 0 nor 1 is not shown as either.
fn decimal(probability: &Rational) -> String {
    let about = probability.approximate();
    match about {
        _ if probability.is_integer() => probability.to_string(),
        _ if about >= 1.0 => 1f64.next_down().to_string(),
        // It is smaller than any number of the machine, or would begin with a screen of zeros.
        _ if about <= 0.0 => format!("{:e}", f64::MIN_POSITIVE),
        _ if about < 1e-20 => format!("{about:e}"),
        _ => about.to_string(),
    }
}

/// As people read it: `1/6 ≈ 0.16666666666666666`, or `0.1 to 0.2`, rounded outwards.
impl fmt::Display for IntervalReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = &self.interval;
        let about = decimal(low);
        match self.exact {
            true if low.is_integer() => write!(f, "{low}"),
            true if self.low.len() <= LONGEST_FRACTION => write!(f, "{low} ≈ {about}"),
            true => write!(f, "{about} (rounded; the JSON report has the exact fraction)"),
            false => write!(f, "{} to {}", low.bounds().0.max(0.0), high.bounds().1.min(1.0)),
        }
    }
}

impl ProbabilityVerdict {
    pub(super) fn new(property: &Property, answer: &KnownProbabilities) -> Self {
        let anything = Interval { low: Rational::ZERO, high: Rational::ONE };
        let intervals = || answer.intervals.iter();
        let hull = |low: Option<&Interval>, high: Option<&Interval>| match (low, high) {
            (Some(low), Some(high)) => Interval { low: low.low.clone(), high: high.high.clone() },
            _ => anything.clone(),
        };
        let smallest = hull(
            intervals().min_by(|a, b| a.low.cmp(&b.low)),
            intervals().min_by(|a, b| a.high.cmp(&b.high)),
        );
        let largest = hull(
            intervals().max_by(|a, b| a.low.cmp(&b.low)),
            intervals().max_by(|a, b| a.high.cmp(&b.high)),
        );
        let verdict = match &property.bound {
            None if answer.stopped.is_some() => ValueVerdict::Undecided,
            None => ValueVerdict::Value,
            Some((relation, bound)) => {
                let each: Vec<Option<bool>> =
                    intervals().map(|interval| interval.satisfies(*relation, bound)).collect();
                // One initial state that is not as demanded is enough, whatever the others are.
                match (each.contains(&Some(false)), each.contains(&None) || each.is_empty()) {
                    (true, _) => ValueVerdict::Violated,
                    (false, true) => ValueVerdict::Undecided,
                    (false, false) => ValueVerdict::Holds,
                }
            }
        };
        Self {
            property: property.text.as_str().into(),
            name: property.name.as_deref().map(Name::from),
            verdict,
            smallest: IntervalReport::new(smallest),
            largest: IntervalReport::new(largest),
            bound: property.bound.as_ref().map(|(relation, bound)| BoundReport {
                relation: match relation {
                    Relation::Less => "<",
                    Relation::LessEqual => "<=",
                    Relation::Greater => ">",
                    Relation::GreaterEqual => ">=",
                },
                value: bound.to_string(),
            }),
            stopped: answer.stopped.as_ref().map(StoppedReport::new),
        }
    }
}
