//! What the methods that look for assumptions have in common on the command line.

use clap::{Args, ValueEnum};
use surmise_model::{RuleKind, System};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::{Decomposition, by_name};
use surmise_verify::learn::LearnerKind;

use crate::failure::{Failure, Outcome};

/// Options of the methods that look for assumptions.
#[derive(Debug, Default, Args)]
pub(crate) struct AssumptionArgs {
    /// The assume-guarantee rule of `learn` [default: asym]
    #[arg(long, value_enum, value_name = "RULE")]
    pub(super) rule: Option<RuleName>,
    /// The alphabets of assumptions: all of the interface, or refined as needed [default: backward]
    #[arg(long, value_enum, value_name = "ALPHABET")]
    alphabet: Option<AlphabetName>,
    /// Which components stand together, for example 'A,B|C,D', or `two` for two groups
    #[arg(long, value_name = "GROUPS")]
    split: Option<String>,
    /// The order of components that each stand alone [default: interfaces]
    #[arg(long, value_enum, value_name = "ORDER", conflicts_with = "split")]
    order: Option<OrderName>,
    /// Who learns for `learn` [default: table]
    #[arg(long, value_enum, value_name = "LEARNER")]
    pub(super) learner: Option<LearnerName>,
}

/// The order of components in a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderName {
    /// The one with the smallest interfaces
    Interfaces,
    /// The one in which the models list them
    Listed,
}

/// A learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LearnerName {
    /// L* with an observation table
    Table,
    /// L#, with fewer queries and more conjectures
    Apartness,
}

/// A rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleName {
    /// Each group's assumption is guaranteed by the groups after it
    Asym,
    /// The same in a circle
    Circ,
    /// Each group has an assumption under which the property holds
    Sym,
}

/// Which actions an assumption speaks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AlphabetName {
    /// All of the interface
    Full,
    /// Refined by the last difference of two traces
    Backward,
    /// Refined by the first difference of two traces
    Forward,
    /// Refined by all differences of two traces
    Alldiff,
}

impl AssumptionArgs {
    /// Says that a method has none of these options, if one is given.
    pub(super) fn refuse(&self, method: &str) -> Outcome<()> {
        let given = [
            (self.rule.is_some(), "--rule"),
            (self.alphabet.is_some(), "--alphabet"),
            (self.split.is_some(), "--split"),
            (self.order.is_some(), "--order"),
            (self.learner.is_some(), "--learner"),
        ];
        match given.iter().find(|(given, _)| *given) {
            None => Ok(()),
            Some((_, option)) => Err(Failure::usage_with_help(
                format!("{option} means nothing to the method {method}"),
                "leave it out, or use --method learn",
            )),
        }
    }

    pub(super) fn rule(&self) -> RuleKind {
        match self.rule {
            None | Some(RuleName::Asym) => RuleKind::Asym,
            Some(RuleName::Circ) => RuleKind::Circ,
            Some(RuleName::Sym) => RuleKind::Sym,
        }
    }

    pub(super) fn learner(&self) -> LearnerKind {
        match self.learner {
            None | Some(LearnerName::Table) => LearnerKind::Table,
            Some(LearnerName::Apartness) => LearnerKind::Apartness,
        }
    }

    pub(super) fn alphabet(&self) -> AlphabetRefinement {
        match self.alphabet {
            Some(AlphabetName::Full) => AlphabetRefinement::Full,
            None | Some(AlphabetName::Backward) => AlphabetRefinement::Backward,
            Some(AlphabetName::Forward) => AlphabetRefinement::Forward,
            Some(AlphabetName::Alldiff) => AlphabetRefinement::AllDiff,
        }
    }

    pub(super) fn decomposition(&self, system: &System) -> Outcome<Decomposition> {
        match self.split.as_deref() {
            None if self.order == Some(OrderName::Listed) => Ok(Decomposition::Listed),
            None => Ok(Decomposition::Ordered),
            Some("two") => Ok(Decomposition::TwoWay),
            Some(text) => by_name(system, text).map(Decomposition::Given).map_err(|error| {
                Failure::usage_with_help(
                    format!("--split: {error}"),
                    "write groups of components, for example 'A,B|C,D'",
                )
            }),
        }
    }
}
