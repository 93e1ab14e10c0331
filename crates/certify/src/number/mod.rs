//! Certificates about numbers: bounds of probabilities and of expected rewards, shown by a bound of
//! every state that one step confirms.
//!
//! Let F be what one step makes of the values of all states, with the best choice in each. The
//! number asked for is a fixed point of F, and often not the only one: where one may stay for ever,
//! every value confirms itself. What a bound needs beside one step is therefore different for each
//! kind of number. `bounds` has the four cases with their arguments (they are those of Chatterjee,
//! Quatmann, Schäffeler, Weininger, Winkler and Zilken, "Fixed point certificates for reachability
//! and expected rewards in MDPs", TACAS 2025). What ends after a number of steps needs no
//! certificate: the steps are taken here once more (`steps`).
//!
//! Nothing is rounded where bounds are compared with what a step makes of them: all numbers are
//! fractions. Steps that are counted are rounded outwards, unless the number is said to be exact.
//!
//! In reading order: `states` (what a model is), `bounds`, `steps`, and here what is asked.

mod bounds;
mod states;
mod steps;

use surmise_model::certificate::number::{NumberCertificate, WrittenBound, WrittenNumber};
use surmise_model::{Collected, Context, Extreme, Path, Query, Rational, Reason, Stop};

use self::bounds::{Bounded, Kind};
pub use self::states::{NumberedChoice, NumberedState, NumberedStates, Visited};
use self::steps::{Interval, Step};
use crate::{CheckedPremise, Refusal};

/// What a certificate about a number was found to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedNumber {
    /// For each initial state, what the number is at least and at most.
    pub bounds: Vec<(WrittenNumber, WrittenNumber)>,
    /// What was checked.
    pub premises: Vec<CheckedPremise>,
}

/// A model and what is asked of it.
struct Asked<'a> {
    states: &'a NumberedStates,
    conditions: &'a [Vec<bool>],
    certificate: &'a NumberCertificate,
    premises: Vec<CheckedPremise>,
    context: &'a Context<'a>,
}

/// Checks a certificate against the states of a model, and the query it is said to be about. The
/// conditions of the query are known by state.
///
/// # Errors
/// Why it is not accepted.
pub fn check_number(
    states: &NumberedStates,
    conditions: &[Vec<bool>],
    query: &Query,
    certificate: &NumberCertificate,
    context: &Context<'_>,
) -> Result<AcceptedNumber, Box<Refusal>> {
    let count = states.states.len();
    if certificate.states != count as u64 || certificate.claim.len() != states.initial {
        let text = format!(
            "the certificate is about {} states, {} of them initial; the model has {count} and {}",
            certificate.states,
            certificate.claim.len(),
            states.initial
        );
        return Err(Box::new(Refusal::Mismatch(text)));
    }
    if let Some(state) = states.states.iter().position(|state| {
        state.reward.is_negative() || state.choices.iter().any(|choice| choice.reward.is_negative())
    }) {
        let text = format!("state {state} has a negative reward");
        return Err(Box::new(Refusal::Mismatch(text)));
    }
    let mut bounds = Vec::with_capacity(certificate.claim.len());
    for (low, high) in &certificate.claim {
        bounds.push((number(low)?, number(high)?));
    }
    let mut asked = Asked { states, conditions, certificate, premises: Vec::new(), context };
    let exactly = bounds.iter().all(|(low, high)| low == high);
    let shown = asked.shown(query, exactly)?;
    for (state, (claimed, shown)) in bounds.iter().zip(shown).enumerate() {
        if claimed.0 > shown.0 || claimed.1 < shown.1 {
            return wrong(
                "the claim follows",
                format!("what is shown of initial state {state} is less than what is claimed"),
            );
        }
    }
    Ok(AcceptedNumber { bounds, premises: asked.premises })
}

impl Asked<'_> {
    /// The bounds of the initial states.
    fn shown(&mut self, query: &Query, exactly: bool) -> Result<Vec<Interval>, Box<Refusal>> {
        let mut values = match query {
            Query::Probability { extreme, complemented, path } => {
                let extreme = if *complemented { extreme.opposite() } else { *extreme };
                let values = self.probability(path, extreme, exactly)?;
                match complemented {
                    true => values.into_iter().map(one_minus).collect::<Result<_, _>>()?,
                    false => values,
                }
            }
            Query::Reward { extreme, collected, .. } => {
                self.reward(collected, *extreme, exactly)?
            }
            _ => return Err(not_certified()),
        };
        values.truncate(self.states.initial);
        Ok(values)
    }

    fn probability(
        &mut self,
        path: &Path,
        extreme: Extreme,
        exactly: bool,
    ) -> Result<Vec<Interval>, Box<Refusal>> {
        let any = Step { extreme, open: None, goal: None, rewarded: false, exactly };
        let (through, goal, from, to) = match path {
            Path::Next(goal) => return self.steps(&any, 1, indicator(&self.set(goal)?)),
            Path::Until { through, goal, from, to } => {
                (self.set(through)?, self.set(goal)?, *from, *to)
            }
            Path::Linear { .. } => return Err(not_certified()),
        };
        let after = match to {
            None => self.bounded(Kind::Probability(&through), &goal, extreme)?,
            Some(to) => {
                let Some(steps) = to.checked_sub(from) else {
                    return Ok(indicator(&vec![false; goal.len()]));
                };
                let step = Step { open: Some(&through), goal: Some(&goal), ..any };
                self.steps(&step, steps, indicator(&goal))?
            }
        };
        self.steps(&Step { open: Some(&through), ..any }, from, after)
    }

    fn reward(
        &mut self,
        collected: &Collected,
        extreme: Extreme,
        exactly: bool,
    ) -> Result<Vec<Interval>, Box<Refusal>> {
        let step = Step { extreme, open: None, goal: None, rewarded: true, exactly };
        let exact =
            |value: Rational| (WrittenNumber::Finite(value.clone()), WrittenNumber::Finite(value));
        let states = &self.states.states;
        match collected {
            Collected::Until(goal) => {
                let goal = self.set(goal)?;
                self.bounded(Kind::Reward, &goal, extreme)
            }
            Collected::Within(steps) => {
                let nothing = vec![exact(Rational::ZERO); states.len()];
                self.steps(&step, *steps, nothing)
            }
            Collected::After(steps) => {
                let own = states.iter().map(|state| exact(state.reward.clone())).collect();
                self.steps(&Step { rewarded: false, ..step }, *steps, own)
            }
            Collected::Ever | Collected::LongRun => Err(not_certified()),
        }
    }

    /// Takes some steps, and notes that.
    fn steps(
        &mut self,
        step: &Step<'_>,
        count: u64,
        values: Vec<Interval>,
    ) -> Result<Vec<Interval>, Box<Refusal>> {
        if count > 0 {
            let statement = format!("steps taken once more: {count}");
            let states = values.len() as u64;
            self.premises.push(CheckedPremise { statement, states });
        }
        step.taken(self.states, count, values, self.context).map_err(stopped)
    }

    /// Bounds that the certificate shows of all states.
    fn bounded(
        &mut self,
        kind: Kind<'_>,
        goal: &[bool],
        extreme: Extreme,
    ) -> Result<Vec<Interval>, Box<Refusal>> {
        let bounded = Bounded { states: self.states, kind, goal, extreme, context: self.context };
        let certificate = self.certificate;
        let mut sides = Vec::new();
        for (written, below) in [(&certificate.below, true), (&certificate.above, false)] {
            let name = if below { "lower bounds" } else { "upper bounds" };
            let statement = format!("{name} of all states are confirmed by a step");
            let Some(written) = written else {
                return Err(Box::new(Refusal::Mismatch(format!("there are no {name}"))));
            };
            let (values, ranks) = read(written, goal.len())?;
            let checked = match below {
                true => bounded.below(&values, &ranks),
                false => bounded.above(&values, &ranks),
            };
            match checked.map_err(stopped)? {
                None => {}
                Some((state, why)) => return wrong(&statement, format!("state {state}: {why}")),
            }
            self.premises.push(CheckedPremise { statement, states: goal.len() as u64 });
            sides.push(values);
        }
        let (above, below) = (sides.pop().unwrap_or_default(), sides.pop().unwrap_or_default());
        Ok(below.into_iter().zip(above).collect())
    }

    /// The states in which something without numbers is true.
    fn set(&self, query: &Query) -> Result<Vec<bool>, Box<Refusal>> {
        let both = |one: &Query, other: &Query, join: fn(bool, bool) -> bool| {
            let (one, other) = (self.set(one)?, self.set(other)?);
            Ok(one.into_iter().zip(other).map(|(one, other)| join(one, other)).collect())
        };
        match query {
            Query::Condition(number) => match self.conditions.get(*number) {
                Some(set) if set.len() == self.states.states.len() => Ok(set.clone()),
                _ => Err(Box::new(Refusal::Mismatch("a condition is not known".to_owned()))),
            },
            Query::Not(inside) => Ok(self.set(inside)?.into_iter().map(|holds| !holds).collect()),
            Query::And(one, other) => both(one, other, |one, other| one && other),
            Query::Or(one, other) => both(one, other, |one, other| one || other),
            Query::Same(one, other) => both(one, other, |one, other| one == other),
            _ => Err(not_certified()),
        }
    }
}

/// The bounds of all states, and their ranks.
type Read = (Vec<WrittenNumber>, Vec<Option<u32>>);

fn read(written: &WrittenBound, states: usize) -> Result<Read, Box<Refusal>> {
    let WrittenBound { values, ranks } = written;
    if values.len() != states || !(ranks.is_empty() || ranks.len() == states) {
        return Err(Box::new(Refusal::Mismatch("not every state has a bound".to_owned())));
    }
    let values = values.iter().map(|text| number(text)).collect::<Result<_, _>>()?;
    let ranks = if ranks.is_empty() { vec![None; states] } else { ranks.clone() };
    Ok((values, ranks))
}

fn number(text: &str) -> Result<WrittenNumber, Box<Refusal>> {
    let unreadable = || Box::new(Refusal::Mismatch(format!("`{}` is no number", shown(text))));
    let number = WrittenNumber::read(text).ok_or_else(unreadable)?;
    match &number {
        WrittenNumber::Finite(value) if value.is_negative() => Err(unreadable()),
        _ => Ok(number),
    }
}

/// The beginning of a text.
fn shown(text: &str) -> String {
    text.chars().take(40).flat_map(char::escape_debug).collect()
}

fn indicator(set: &[bool]) -> Vec<Interval> {
    let value =
        |&holds: &bool| WrittenNumber::Finite(if holds { Rational::ONE } else { Rational::ZERO });
    set.iter().map(|holds| (value(holds), value(holds))).collect()
}

fn one_minus((low, high): Interval) -> Result<Interval, Box<Refusal>> {
    match (low, high) {
        (WrittenNumber::Finite(low), WrittenNumber::Finite(high)) => Ok((
            WrittenNumber::Finite(&Rational::ONE - &high),
            WrittenNumber::Finite(&Rational::ONE - &low),
        )),
        _ => Err(Box::new(Refusal::Mismatch("a probability is infinite".to_owned()))),
    }
}

fn not_certified() -> Box<Refusal> {
    Box::new(Refusal::Mismatch("there are no certificates of such a number".to_owned()))
}

fn wrong<T>(statement: &str, why: String) -> Result<T, Box<Refusal>> {
    Err(Box::new(Refusal::Invariant { statement: statement.to_owned(), why }))
}

fn stopped(Stop(reason): Stop) -> Box<Refusal> {
    limited(reason)
}

fn limited(reason: Reason) -> Box<Refusal> {
    let statement = "bounds are confirmed by a step".to_owned();
    Box::new(Refusal::Limit { number: 1, statement, reason })
}
