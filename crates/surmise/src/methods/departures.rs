//! What methods do that the papers do not, by name, and how a user leaves it out.

use surmise_verify::circular::Generate;
use surmise_verify::{Departure, Departures};

use super::MethodOptions;
use crate::{Attempt, Failure, Named, OptionName};

impl Named for Departure {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::LookAhead, "look-ahead", "Look for a violation nearby by plain search"),
        (Self::View, "view", "Use the smallest components with the same visible traces"),
        (Self::Replacement, "replacement", "Propose something else in place of a large conjecture"),
        (Self::HiddenBefore, "hidden-before", "Count hidden steps before an action, not after it"),
        (Self::FewestSteps, "fewest-steps", "Split a class so that the fewest steps are left"),
        (Self::WordFirst, "word-first", "Try the word of a counterexample before its path"),
        (Self::FirstLoops, "first-loops", "Begin without loops that the group has no step for"),
        (Self::WholeTrace, "whole-trace", "Compare traces over the whole interface"),
        (Self::LazyPremises, "lazy-premises", "Let an assumption join a search when it is needed"),
        (Self::LettersAsLoops, "letters-as-loops", "Ignore a letter until the solver blames it"),
        (Self::GroupsFirst, "groups-first", "Let the solver try first what the groups do"),
        (Self::GroupAsAssumption, "group-as-assumption", "Let a small group be its own assumption"),
        (Self::LargestBound, "largest-bound", "Bound the largest assumption, not the total"),
        (Self::OneState, "one-state", "Stop where one state is enough"),
        (Self::Rounds, "rounds", "Make quotients of quotients, round after round"),
        (Self::EarlyVerdict, "early-verdict", "Try now and then whether a verdict is possible"),
        (Self::KeptPartitions, "kept-partitions", "Keep the partitions of earlier assumptions"),
    ];
}

impl MethodOptions {
    /// Which of a method's departures from its paper are to be made.
    ///
    /// # Errors
    /// One is to be left out that is not among them.
    pub fn departures(&self, known: &[Departure]) -> Attempt<Departures> {
        if self.as_published {
            return Ok(Departures::NONE);
        }
        if let Some(other) = self.without.iter().find(|departure| !known.contains(departure)) {
            let known: Vec<&str> = known.iter().map(|departure| departure.name()).collect();
            let message = format!("this method has no departure `{}` from its paper", other.name());
            return Err(Failure::usage_with_help(message, format!("it has {}", known.join(", ")))
                .concerning(OptionName::Without));
        }
        Ok(self.without.iter().fold(Departures::ALL, |left, &one| left.without(one)))
    }

    /// Whether the user has asked for any of this.
    pub(crate) fn chooses_departures(&self) -> bool {
        self.as_published || !self.without.is_empty()
    }
}

/// The departures that were made, for a report.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(transparent)]
pub struct MadeDepartures {
    /// Their names.
    pub names: Vec<&'static str>,
    /// Whether the user asked which are to be made: then a screen shows them.
    #[serde(skip)]
    pub asked: bool,
}

impl MadeDepartures {
    /// Those of a method, if it has any.
    ///
    /// # Errors
    /// As those of [`MethodOptions::departures`].
    pub fn new(options: &MethodOptions, known: &[Departure]) -> Attempt<Option<Self>> {
        if known.is_empty() {
            return Ok(None);
        }
        let mut made = options.departures(known)?;
        // What a choice of the user's rules out anyway.
        if options.generate == Some(Generate::Least) {
            made = made.without(Departure::LargestBound).without(Departure::GroupAsAssumption);
        }
        if options.split.as_deref().is_some_and(is_two_sides) {
            made = made.without(Departure::LargestBound);
        }
        if options.generate == Some(Generate::Merge) {
            for solver in [Departure::LettersAsLoops, Departure::GroupsFirst] {
                made = made.without(solver);
            }
        }
        let names = known.iter().filter(|&&departure| made.has(departure));
        let names = names.map(|departure| departure.name()).collect();
        Ok(Some(Self { names, asked: options.chooses_departures() }))
    }
}

/// Whether a division has two groups, or one: then the sum is what is bounded in any case.
fn is_two_sides(split: &str) -> bool {
    match split {
        "two" | "balanced" | "smallest-interface" => true,
        groups => groups.matches('|').count() <= 1,
    }
}

/// As a line of a report.
impl std::fmt::Display for MadeDepartures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.names[..] {
            [] => f.write_str("departures: none"),
            names => write!(f, "departures: {}", names.join(", ")),
        }
    }
}
