//! The methods of checking. One method is one file here, one name in [`MethodName`] and one line in
//! [`MethodArgs::check`].

mod agar;
mod assumptions;
mod learn;
mod mono;

use clap::{Args, ValueEnum};
use surmise_model::{Context, PropertyId, Report, System};

use self::assumptions::AssumptionArgs;
use crate::failure::{Failure, Outcome};

/// How to check a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodName {
    /// Search all states of the whole system, breadth-first
    Mono,
    /// Learn assumptions (L* or L#), with rule ASYM, CIRC-N or SYM-N
    Learn,
    /// Find assumptions by abstraction refinement
    Agar,
}

/// The method and its options.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct MethodArgs {
    /// How to check
    #[arg(short, long, value_enum, default_value_t = MethodName::Mono, value_name = "METHOD")]
    method: MethodName,
    #[command(flatten)]
    assumptions: AssumptionArgs,
}

/// What is to be shown of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Claim {
    /// A property holds, and no component reaches its error state.
    Property(PropertyId),
    /// No component reaches its error state.
    NoError,
    /// There is no deadlock.
    NoDeadlock,
    /// There is no deadlock, and no component reaches its error state: LTSA's safety check.
    Safety,
}

impl Claim {
    /// A word for it that can stand in the name of a file.
    pub(crate) fn label(self, system: &System) -> String {
        match self {
            Self::Property(id) => system.property(id).name.clone(),
            Self::NoError => "no-error".to_owned(),
            Self::NoDeadlock => "no-deadlock".to_owned(),
            Self::Safety => "safety".to_owned(),
        }
    }
}

impl MethodName {
    /// Its name on the command line.
    pub(crate) fn word(self) -> String {
        let value = self.to_possible_value();
        value.map_or(String::new(), |value| value.get_name().to_owned())
    }

    /// Checks one claim with nothing else chosen.
    pub(crate) fn check_by_default(
        self,
        system: &System,
        claim: Claim,
        context: &Context<'_>,
    ) -> Outcome<Report> {
        let assumptions = AssumptionArgs::default();
        match self {
            Self::Mono => mono::check(system, claim, 1, context),
            Self::Learn => learn::check(system, property(claim), &assumptions, 1, context),
            Self::Agar => agar::check(system, property(claim), &assumptions, 1, context),
        }
    }
}

impl MethodArgs {
    /// Its name on the command line.
    pub(crate) fn name(&self) -> String {
        self.method.word()
    }

    /// Whether its proofs contain assumptions.
    pub(crate) fn finds_assumptions(&self) -> bool {
        self.method != MethodName::Mono
    }

    /// What to check of a system, given the properties that were chosen and whether the absence of
    /// deadlocks was asked for.
    pub(crate) fn claims(&self, chosen: Vec<PropertyId>, deadlock: bool) -> Outcome<Vec<Claim>> {
        let mono = self.method == MethodName::Mono;
        if deadlock && !mono {
            return Err(Failure::usage_with_help(
                format!("the method {} knows nothing of deadlocks", self.name()),
                "leave out --deadlock, or use --method mono",
            ));
        }
        let mut claims: Vec<Claim> = chosen.into_iter().map(Claim::Property).collect();
        match (claims.is_empty(), deadlock) {
            (true, _) => claims.push(if mono { Claim::Safety } else { Claim::NoError }),
            (false, true) => claims.push(Claim::NoDeadlock),
            (false, false) => {}
        }
        Ok(claims)
    }

    /// Checks one claim.
    pub(crate) fn check(
        &self,
        system: &System,
        claim: Claim,
        threads: usize,
        context: &Context<'_>,
    ) -> Outcome<Report> {
        match self.method {
            MethodName::Mono => {
                self.assumptions.refuse("mono")?;
                mono::check(system, claim, threads, context)
            }
            MethodName::Learn => {
                learn::check(system, property(claim), &self.assumptions, threads, context)
            }
            MethodName::Agar => {
                agar::check(system, property(claim), &self.assumptions, threads, context)
            }
        }
    }
}

/// The property of a claim that is no claim about deadlocks.
fn property(claim: Claim) -> surmise_model::Claim {
    match claim {
        Claim::Property(property) => surmise_model::Claim::Property(property),
        _ => surmise_model::Claim::NoError,
    }
}
