//! Monolithic search.

use surmise_model::{Claim, Context, Report, System};
use surmise_verify::liveness;
use surmise_verify::search::{self, SearchOptions};

use super::program::{self, How};
use super::{Judgement, MadeParts, Method, MethodOptions, ProgramMethod};
use crate::load::Program;
use crate::{Attempt, Failure, Named, OptionName};

/// Which steps a search leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduce {
    /// None.
    None,
    /// Those that stubborn sets allow it to leave out.
    Por,
}

impl Named for Reduce {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::None, "none", "Follow all steps: counterexamples are shortest ones"),
        (
            Self::Por,
            "por",
            "Partial-order reduction: leave out steps that make no difference to what is checked",
        ),
    ];
}

/// Searches all states of the whole system.
pub(super) struct Mono;

impl Method for Mono {
    fn name(&self) -> &'static str {
        "mono"
    }

    fn summary(&self) -> &'static str {
        "Search all states of the whole system, breadth-first"
    }

    fn options(&self) -> &'static [OptionName] {
        &[OptionName::Reduce, OptionName::Shortest]
    }

    fn judges(&self, _: &System, _: Claim) -> bool {
        true
    }

    fn counts_states(&self) -> bool {
        true
    }

    fn judges_together(&self) -> bool {
        true
    }

    fn for_programs(&self) -> Option<&dyn ProgramMethod> {
        Some(self)
    }

    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>> {
        let reduce = options.reduce == Some(Reduce::Por);
        if reduce && system.priority.is_some() {
            let message = "in a system with priorities every step can make a difference";
            return Err(
                Failure::usage_with_help(message, "leave it out").concerning(OptionName::Reduce)
            );
        }
        if reduce && options.shortest {
            let message = "what is left out may have been part of a shortest run";
            return Err(
                Failure::usage_with_help(message, "leave it out").concerning(OptionName::Reduce)
            );
        }
        let options =
            SearchOptions { threads: options.threads, reduce, ..SearchOptions::default() };
        // Bad states are looked for together, runs that go on for ever one property at a time.
        let is_safety = |claim: &&Claim| !matches!(claim, Claim::Temporal(_));
        let safety: Vec<Claim> = claims.iter().filter(is_safety).copied().collect();
        let found = match safety.is_empty() {
            true => Vec::new(),
            false => search::check(system, &safety, &options, context),
        };
        let mut found = found.into_iter();
        let report = |claim: &Claim| match *claim {
            Claim::Temporal(id) => Some(liveness::check(system, id, context)),
            Claim::Property(_) | Claim::NoError | Claim::NoDeadlock => found.next(),
        };
        Ok(claims.iter().filter_map(report).collect())
    }
}

impl ProgramMethod for Mono {
    fn judge_program(
        &self,
        program: &Program,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<(Vec<Judgement>, Option<MadeParts>)> {
        let reduce = options.reduce == Some(Reduce::Por);
        let how = How { reduce, ..How::with(options.threads) };
        let judged = program::search(program, claims, how, context);
        let judgement = |(report, searched)| Judgement { report, raced: None, searched };
        Ok((judged.into_iter().map(judgement).collect(), None))
    }
}
