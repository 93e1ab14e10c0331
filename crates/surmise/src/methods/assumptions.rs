//! What the methods that look for assumptions have in common.

use surmise_model::{Alphabet, Claim, Context, Report, RuleKind, System};
use surmise_verify::assume::AlphabetRefinement;
use surmise_verify::assume::decompose::Decomposition;
use surmise_verify::learn::LearnerKind;
use surmise_verify::liveness;

use super::MethodOptions;
use crate::resolve::{actions_named, groups_named};
use crate::{Attempt, Named, OptionName};

/// The order of components in a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The one with the smallest interfaces.
    Interfaces,
    /// The one in which the models list them.
    Listed,
}

impl Named for Order {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Interfaces, "interfaces", "The one with the smallest interfaces"),
        (Self::Listed, "listed", "The one in which the models list them"),
    ];
}

impl Named for LearnerKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Table, "table", "L* with an observation table"),
        (Self::Apartness, "apartness", "L#, with fewer queries and more conjectures"),
    ];
}

impl Named for RuleKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Asym, "asym", "Each group's assumption is guaranteed by the groups after it"),
        (Self::Circ, "circ", "The same in a circle"),
        (Self::Sym, "sym", "Each group has an assumption under which the property holds"),
    ];
}

impl Named for AlphabetRefinement {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Full, "full", "All of the interface"),
        (Self::Backward, "backward", "Refined by the last difference of two traces"),
        (Self::Forward, "forward", "Refined by the first difference of two traces"),
        (Self::AllDiff, "alldiff", "Refined by all differences of two traces"),
    ];
}

/// Whether rules about traces can judge a claim: not if it is about deadlock, and not if parts of
/// the system cannot be judged alone because steps give way to steps of others.
pub(super) fn judges(system: &System, claim: Claim) -> bool {
    let is_about_traces = match claim {
        Claim::Property(_) | Claim::NoError => true,
        Claim::NoDeadlock | Claim::Temporal(_) => false,
    };
    is_about_traces && !system.components.is_empty()
}

/// Lets an engine judge a claim: what it can judge is a property, so a temporal one is judged by
/// counting.
pub(super) fn check_claim(
    system: &System,
    claim: Claim,
    context: &Context<'_>,
    check: impl Fn(&System, Claim, &Context<'_>) -> Report,
) -> Report {
    match claim {
        Claim::Temporal(id) => liveness::check_by_rounds(system, id, context, check),
        Claim::Property(_) | Claim::NoError | Claim::NoDeadlock => check(system, claim, context),
    }
}

/// The actions that assumptions start with, if somebody names them.
pub(super) fn start(options: &MethodOptions, system: &System) -> Attempt<Option<Alphabet>> {
    let Some(names) = &options.start else { return Ok(None) };
    let all = system.components.iter();
    let all = all.fold(Alphabet::new(), |all, component| all.union(component.lts.alphabet()));
    actions_named(names, &system.actions, &all)
        .map(Some)
        .map_err(|failure| failure.concerning(OptionName::Start))
}

/// Which components stand together.
pub(crate) fn decomposition(options: &MethodOptions, system: &System) -> Attempt<Decomposition> {
    match options.split.as_deref() {
        None if options.order == Some(Order::Listed) => Ok(Decomposition::Listed),
        None => Ok(Decomposition::Ordered),
        Some("two") => Ok(Decomposition::TwoWay),
        Some("balanced") => Ok(Decomposition::Balanced),
        Some("smallest-interface") => Ok(Decomposition::SmallestInterface),
        Some(text) => groups_named(system, text).map(Decomposition::Groups),
    }
}
