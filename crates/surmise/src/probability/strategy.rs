//! A strategy as a file: the chain that it leaves as a PRISM model, which can be drawn, and asked
//! again by this program or another one; or its choices as JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use surmise_lang::prism::Property;
use surmise_model::{Context, Halt, StateSpace as _, Successors};
use surmise_verify::probabilistic::{NumberOptions, Queried, Strategy, strategy};

use super::explored::ExploredModel;
use super::report::IntervalReport;
use crate::{Attempt, Failure, OptionName};

/// What a file is to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrategyFormat {
    /// The chain that is left.
    Prism,
    /// The choices.
    Json,
}

impl StrategyFormat {
    /// The format that a file name stands for.
    ///
    /// # Errors
    /// It stands for none of them.
    pub fn of(path: &Path) -> Attempt<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("prism") => Ok(Self::Prism),
            Some("json") => Ok(Self::Json),
            _ => Err(Failure::usage(format!("what is `{}` to hold?", path.display()))
                .concerning(OptionName::Strategy)
                .help("a strategy is a chain (`.prism`) or a list of choices (`.json`)")),
        }
    }
}

/// A strategy that was written.
#[derive(Debug, Serialize)]
pub struct StrategyReport {
    /// Where it is.
    pub file: String,
    /// What it attains from the initial state, or the smallest of several.
    pub smallest: IntervalReport,
    /// The largest of several.
    pub largest: IntervalReport,
}

/// A strategy with the names of its model.
#[derive(Debug, Serialize)]
struct NamedStrategy<'a> {
    /// The property that it is for.
    property: &'a str,
    /// What it attains from each initial state.
    attained: Vec<IntervalReport>,
    /// The states that it reaches.
    states: Vec<Chosen>,
    #[serde(skip)]
    strategy: &'a Strategy,
}

/// A state and what is chosen there.
#[derive(Debug, Serialize)]
struct Chosen {
    /// The values of its variables.
    state: String,
    /// The choice, counted from 0 in the order of the model.
    choice: usize,
    /// Its action, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    /// Where it leads: places in this list, with probabilities.
    next: Vec<(usize, String)>,
}

impl ExploredModel<'_> {
    /// A strategy that attains the number of a property, as a text of a format, and what it attains
    /// from each initial state; or why there is none.
    ///
    /// # Errors
    /// A condition of the property cannot be evaluated in some state.
    pub(crate) fn strategy(
        &mut self,
        property: &Property,
        format: StrategyFormat,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Attempt<Result<(String, Vec<IntervalReport>), String>> {
        let found = self.found(property, options, context);
        let named = found.and_then(|found| Ok((self.named(&found, context)?, found)));
        let (states, found) = match named {
            Ok(named) => named,
            Err(Halt::Stop(stop)) => return Ok(Err(stop.0.to_string())),
            Err(fault) => return Err(self.text.halted(fault)),
        };
        let attained = (0..found.attained.len()).map(|index| found.attained.amount(index));
        let attained: Vec<IntervalReport> = attained.map(IntervalReport::new).collect();
        let named = NamedStrategy { property: &property.text, attained, states, strategy: &found };
        let text = match format {
            StrategyFormat::Prism => named.chain(),
            StrategyFormat::Json => serde_json::to_string_pretty(&named)
                .map(|text| text + "\n")
                .map_err(|error| Failure::usage(error.to_string()))?,
        };
        Ok(Ok((text, named.attained)))
    }

    fn found(
        &mut self,
        property: &Property,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<Strategy, Halt> {
        let (conditions, rewards) = self.mentioned(property, context)?;
        let explored = self.explored.as_ref().map_err(|stop| Halt::Stop(stop.clone()))?;
        let queried =
            Queried { model: &explored.model, conditions: &conditions, rewards: &rewards };
        Ok(strategy(&queried, &property.query, options, context)?)
    }

    /// The states of a strategy with names.
    fn named(&mut self, strategy: &Strategy, context: &Context<'_>) -> Result<Vec<Chosen>, Halt> {
        let explored = self.explored.as_ref().map_err(|stop| Halt::Stop(stop.clone()))?;
        let mut states = Vec::with_capacity(strategy.states.len());
        let mut successors = Successors::default();
        let chain = &strategy.chain;
        for (place, (&state, &choice)) in strategy.states.iter().zip(&strategy.choices).enumerate()
        {
            context.check()?;
            let packed = explored.states.state(state).to_vec();
            successors.clear();
            self.space.successors(&packed, &mut successors)?;
            // In a chain of the language nothing is chosen.
            let action = match self.space.is_chain() {
                true => None,
                false => successors.choices().nth(choice).map(|(action, _, _)| action),
            };
            let weight = |weight| chain.probabilities().value(weight).to_string();
            let branches = chain.choices(place).flat_map(|choice| chain.branches(choice));
            states.push(Chosen {
                state: self.space.shown(&packed),
                choice,
                action: action.and_then(|action| self.space.label(action)).map(str::to_owned),
                next: branches.map(|(target, id)| (target, weight(id))).collect(),
            });
        }
        Ok(states)
    }
}

impl NamedStrategy<'_> {
    /// The chain, with what to ask of it.
    fn chain(&self) -> String {
        let Strategy { chain, goal, on_the_way, complemented, rewards, .. } = self.strategy;
        let count = self.states.len();
        // Nobody is off the way where every state that is no goal is on it.
        let through = if on_the_way == goal { "F" } else { "\"way\" U" };
        let question = match (rewards, complemented) {
            (Some(_), _) => "R=? [ F \"goal\" ]".to_owned(),
            (None, false) => format!("P=? [ {through} \"goal\" ]"),
            (None, true) => format!("1 - P=? [ {through} \"goal\" ]"),
        };
        let mut text = String::new();
        // What is quoted in a comment must not end it.
        let on_one_line = self.property.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "// How to choose for {on_one_line}");
        let _ = match extremes(&self.attained) {
            Some((smallest, largest)) if smallest != largest => {
                writeln!(text, "// It attains {smallest} … {largest}")
            }
            Some((attained, _)) => writeln!(text, "// It attains {attained}"),
            None => Ok(()),
        };
        let _ = writeln!(text, "// To compute that again: {question}\ndtmc\n\nmodule strategy");
        let initial: Vec<usize> = chain.initial().iter().map(|state| state.index()).collect();
        let start = match initial[..] {
            [only] => format!(" init {only}"),
            _ => String::new(),
        };
        let _ = writeln!(text, "  s : [0..{}]{start};", count.saturating_sub(1));
        for (number, Chosen { state, action, next, .. }) in self.states.iter().enumerate() {
            let action = action.as_deref().unwrap_or_default();
            let branches = next.iter().map(|(to, weight)| format!("{weight} : (s'={to})"));
            let branches = branches.collect::<Vec<_>>().join(" + ");
            let _ = writeln!(text, "  [{action}] s={number} -> {branches}; // {state}");
        }
        text.push_str("endmodule\n\n");
        if initial.len() > 1 {
            let _ = writeln!(text, "init {} endinit\n", ranges(initial));
        }
        let _ = writeln!(text, "label \"goal\" = s>={goal};");
        if on_the_way < goal {
            let _ = writeln!(text, "label \"way\" = s<{on_the_way};");
        }
        if let Some(rewards) = rewards {
            text.push_str("\nrewards\n");
            for (state, &reward) in rewards.choices.iter().enumerate() {
                let value = chain.probabilities().value(reward);
                if !value.is_zero() {
                    let _ = writeln!(text, "  s={state} : {value};");
                }
            }
            text.push_str("endrewards\n");
        }
        text
    }
}

/// The smallest and the largest of what is attained.
pub(super) fn extremes(attained: &[IntervalReport]) -> Option<(&IntervalReport, &IntervalReport)> {
    let smallest = attained.iter().min_by(|a, b| a.amount.low.cmp(&b.amount.low))?;
    let largest = attained.iter().max_by(|a, b| a.amount.high.cmp(&b.amount.high))?;
    Some((smallest, largest))
}

/// A condition that is true of some numbers, as few ranges.
fn ranges(mut numbers: Vec<usize>) -> String {
    numbers.sort_unstable();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |&(first, last): &(usize, usize)| format!("(s>={first} & s<={last})");
    ranges.iter().map(text).collect::<Vec<_>>().join(" | ")
}
