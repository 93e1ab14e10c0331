//! Probabilities in words, for people and for programs.

use std::fmt;

use serde::Serialize;
use surmise_lang::prism::{Model, ModelKind, Property};
use surmise_model::{Query, Rational, Relation, Stop};
use surmise_verify::probabilistic::{Amount, Evaluated, Extended, Sizes};

use super::experiment::Experiment;
use super::strategy::{StrategyReport, extremes};
use crate::load::PrismText;
use crate::report::{EvidenceReport, limit_name};
use crate::{Name, Verdict};

/// What was asked of a model, and what came of it.
#[derive(Debug, Serialize)]
pub struct ProbabilityReport {
    /// The model.
    pub model: AskedReport,
    /// The properties with their answers, in the order of the questions.
    pub probabilities: Vec<ProbabilityVerdict>,
    /// The same for each choice of constants, where one of them has several values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub experiments: Vec<Experiment>,
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
    /// What the number is: `probability`, `reward` or `number`; nothing if none is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quantity: Option<&'static str>,
    /// The number from the initial state, or the smallest of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<IntervalReport>,
    /// The largest of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub largest: Option<IntervalReport>,
    /// What the number is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<BoundReport>,
    /// Why the work ended early, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedReport>,
    /// A way to choose that attains the number, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strategy: Option<StrategyReport>,
    /// Why there is no strategy, although one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_strategy: Option<String>,
    /// What was done with the evidence.
    #[serde(skip_serializing_if = "EvidenceReport::is_empty")]
    pub evidence: EvidenceReport,
    /// Why there is no evidence, although it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertified: Option<String>,
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

/// A number: bounds that contain it, exact both. `infinity` is more than any number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IntervalReport {
    /// It is not smaller.
    pub low: String,
    /// It is not larger.
    pub high: String,
    /// Whether both are the number itself.
    pub exact: bool,
    #[serde(skip)]
    pub(super) amount: Amount,
}

impl IntervalReport {
    pub(super) fn new(amount: Amount) -> Self {
        Self {
            low: amount.low.to_string(),
            high: amount.high.to_string(),
            exact: amount.is_exact(),
            amount,
        }
    }
}

/// A fraction with more characters than this is shown as a decimal number.
const LONGEST_FRACTION: usize = 40;

/// A number as a decimal number. What is neither 0 nor 1 is not shown as either.
fn decimal(number: &Rational) -> String {
    let about = number.approximate();
    match about {
        _ if number.is_integer() => number.to_string(),
        _ if about == 1.0 && *number < Rational::ONE => 1f64.next_down().to_string(),
        // It is smaller than any number of the machine, or would begin with a screen of zeros.
        _ if about == 0.0 => format!("{:e}", f64::MIN_POSITIVE),
        _ if about.abs() < 1e-20 || about.abs() > 1e20 => format!("{about:e}"),
        _ => about.to_string(),
    }
}

/// The bounds of a number in as many digits as tell them apart, rounded outwards; and how far they
/// are from each other, relatively.
fn between(low: f64, high: f64) -> String {
    let digits = match ((high - low) / high).log10() {
        exponent if exponent.is_finite() && exponent < 0.0 => (2.0 - exponent) as usize,
        _ => 2,
    };
    let round = |value: f64, up: bool| -> f64 {
        let text = format!("{value:.*e}", digits.min(17));
        let rounded: f64 = text.parse().unwrap_or(value);
        match (up, rounded < value, rounded > value) {
            (true, true, _) | (false, _, true) => value,
            _ => rounded,
        }
    };
    let (low, high) = (round(low, false), round(high, true));
    let width = (high - low) / (high + low);
    match high.is_finite() {
        true if width < 0.1 => format!("{low} to {high} (±{width:.0e} relative)"),
        true => format!("{low} to {high}"),
        false => format!("{low} or more"),
    }
}

/// As people read it: `1/6 ≈ 0.16666666666666666`, or `0.1 to 0.2`, rounded outwards.
impl fmt::Display for IntervalReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.amount.low, self.exact) {
            (Extended::Finite(low), true) if low.is_integer() => write!(f, "{low}"),
            (Extended::Finite(low), true) if self.low.len() <= LONGEST_FRACTION => {
                write!(f, "{low} ≈ {}", decimal(low))
            }
            (Extended::Finite(low), true) => {
                write!(f, "{} (rounded; the JSON report has the exact fraction)", decimal(low))
            }
            (Extended::Infinite, _) => write!(f, "infinity"),
            (_, false) => {
                f.write_str(&between(self.amount.low.bounds().0, self.amount.high.bounds().1))
            }
        }
    }
}

impl IntervalReport {
    /// The bounds as machine numbers, rounded outwards.
    pub fn bounds(&self) -> (f64, f64) {
        (self.amount.low.bounds().0, self.amount.high.bounds().1)
    }

    /// As short as it can be said in a table.
    pub fn short(&self) -> String {
        match (&self.amount.low, self.exact) {
            (Extended::Finite(low), true) if self.low.len() <= 12 => low.to_string(),
            (Extended::Finite(low), true) => decimal(low),
            (Extended::Infinite, _) => "infinity".to_owned(),
            (_, false) => {
                let (low, high) = (self.amount.low.bounds().0, self.amount.high.bounds().1);
                match high.is_finite() {
                    true => format!("{:.6}", (low + high) / 2.0),
                    false => format!("{low} or more"),
                }
            }
        }
    }
}

/// What a query asks for, in a word.
fn quantity(query: &Query) -> Option<&'static str> {
    match query {
        query if query.is_condition() => None,
        Query::Probability { .. } | Query::LongRun { .. } => Some("probability"),
        Query::Reward { .. } => Some("reward"),
        Query::Filter { of, .. } => quantity(of).or(Some("number")),
        _ => Some("number"),
    }
}

impl ProbabilityVerdict {
    /// Notes a strategy that was written, and what it attains from each initial state.
    pub(crate) fn attained(&mut self, file: String, attained: &[IntervalReport]) {
        self.strategy = extremes(attained).map(|(smallest, largest)| StrategyReport {
            file,
            smallest: smallest.clone(),
            largest: largest.clone(),
        });
    }

    /// An answer, as far as there is one.
    pub(crate) fn new(
        property: &Property,
        answer: Option<&Evaluated>,
        stopped: Option<&Stop>,
    ) -> Self {
        let quantity = quantity(&property.query);
        let amounts: Vec<Amount> = match answer {
            Some(Evaluated::Numbers(values)) => {
                (0..values.len()).map(|index| values.amount(index)).collect()
            }
            _ => Vec::new(),
        };
        let most = match quantity {
            Some("probability") => Extended::Finite(Rational::ONE),
            _ => Extended::Infinite,
        };
        let anything = Amount { low: Extended::Finite(Rational::ZERO), high: most };
        let hull = |low: Option<&Amount>, high: Option<&Amount>| match (low, high) {
            (Some(low), Some(high)) => Amount { low: low.low.clone(), high: high.high.clone() },
            _ => anything.clone(),
        };
        let all = || amounts.iter();
        let smallest =
            hull(all().min_by(|a, b| a.low.cmp(&b.low)), all().min_by(|a, b| a.high.cmp(&b.high)));
        let largest =
            hull(all().max_by(|a, b| a.low.cmp(&b.low)), all().max_by(|a, b| a.high.cmp(&b.high)));
        let truth: Option<Vec<Option<bool>>> = match (answer, &property.bound) {
            (Some(Evaluated::Truth(truth)), _) => Some(truth.clone()),
            (_, Some((relation, bound))) => {
                Some(all().map(|amount| amount.satisfies(*relation, bound)).collect())
            }
            (None, None) if quantity.is_none() => Some(Vec::new()),
            _ => None,
        };
        let verdict = match truth {
            None if stopped.is_some() => ValueVerdict::Undecided,
            None => ValueVerdict::Value,
            // One initial state that is not as demanded is enough, whatever the others are.
            Some(each) if each.contains(&Some(false)) => ValueVerdict::Violated,
            Some(each) if each.contains(&None) || each.is_empty() => ValueVerdict::Undecided,
            Some(_) => ValueVerdict::Holds,
        };
        let shown = |amount| quantity.is_some().then(|| IntervalReport::new(amount));
        let (smallest, largest) = (shown(smallest), shown(largest));
        Self {
            property: property.text.as_str().into(),
            name: property.name.as_deref().map(Name::from),
            verdict,
            quantity,
            smallest,
            largest,
            bound: property.bound.as_ref().map(|(relation, bound)| BoundReport {
                relation: match relation {
                    Relation::Less => "<",
                    Relation::LessEqual => "<=",
                    Relation::Greater => ">",
                    Relation::GreaterEqual => ">=",
                },
                value: bound.to_string(),
            }),
            stopped: stopped.map(StoppedReport::new),
            strategy: None,
            without_strategy: None,
            evidence: EvidenceReport::default(),
            uncertified: None,
        }
    }
}
