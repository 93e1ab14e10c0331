//! Assumptions of all groups at once, each guaranteed by assuming the others.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::circular::{self, CircularOptions, Generate, Uses};

use super::{Method, MethodOption, MethodOptions, assumptions};
use crate::{Attempt, Named};

/// Makes the smallest assumptions that satisfy what counterexamples ask for.
pub(super) struct Circular;

/// Which assumptions a premise may use: those of [`Uses`] that have a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsesKind {
    /// All others.
    Others,
    /// Those of groups with which the group shares actions.
    Sharing,
}

impl Named for UsesKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Others, "others", "Those of all other groups"),
        (Self::Sharing, "sharing", "Those of groups with which the group shares actions"),
    ];
}

impl Named for Generate {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Sat, "sat", "A SAT solver: the largest one is as small as it can be"),
        (Self::Least, "least", "A SAT solver: all together are as small as they can be"),
        (Self::Merge, "merge", "State merging: larger ones, faster"),
    ];
}

impl Method for Circular {
    fn name(&self) -> &'static str {
        "circular"
    }

    fn summary(&self) -> &'static str {
        "Find assumptions for all groups at once, by circular reasoning"
    }

    fn options(&self) -> &'static [MethodOption] {
        use MethodOption::{Alphabet, Generate, Order, Split, Uses};
        &[Alphabet, Split, Order, Uses, Generate]
    }

    fn judges(&self, system: &System, claim: Claim) -> bool {
        assumptions::judges(system, claim)
    }

    fn finds_assumptions(&self) -> bool {
        true
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let own = CircularOptions {
            alphabet: options.alphabet.unwrap_or_default(),
            decomposition: assumptions::decomposition(options, system)?,
            uses: match options.uses {
                Some(UsesKind::Sharing) => Uses::Sharing,
                Some(UsesKind::Others) | None => Uses::Others,
            },
            generate: options.generate.unwrap_or_default(),
            threads: options.threads,
        };
        Ok(claims.iter().map(|&claim| circular::check(system, claim, &own, context)).collect())
    }
}
