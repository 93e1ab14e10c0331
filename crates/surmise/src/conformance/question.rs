//! Who decides conformance, and with which options.

use surmise_model::{ConformanceReport, Context, Lpts, ProbabilisticSystem};
use surmise_verify::Departure;
use surmise_verify::probabilistic::refinement::{
    ConformanceMethod, DEPARTURES, Engine, conformance_by, groups, orders, skeleton,
};
use surmise_verify::probabilistic::simulation::{simulate, smt_lib};

use super::tree::TreeReport;
use crate::load::Specified;
use crate::methods::{MethodOptions, assumptions};
use crate::{Attempt, Failure, Named, OptionName};

/// A method of deciding conformance.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ConformanceKind {
    /// The whole system at once.
    #[default]
    Mono,
    /// Abstractions of the whole system.
    Cegar,
    /// Assumptions about groups of components.
    Agar,
}

impl Named for ConformanceKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Mono, "mono", "The whole system at once"),
        (
            Self::Cegar,
            "cegar",
            "Refine abstractions of the whole system (of probabilistic systems)",
        ),
        (Self::Agar, "agar", "Find assumptions by abstraction refinement"),
    ];
}

/// Who decides simulations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// We do.
    #[default]
    Flow,
    /// A solver does.
    Smt,
}

impl Named for EngineKind {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Flow, "flow", "Fixed points and flows, on demand"),
        (Self::Smt, "smt", "An SMT solver on the path: z3, yices-smt2 or cvc5"),
    ];
}

impl ConformanceKind {
    /// What it does that its paper does not.
    pub fn departures(self) -> &'static [Departure] {
        match self {
            Self::Mono => &[],
            Self::Cegar | Self::Agar => DEPARTURES,
        }
    }

    fn options(self) -> &'static [OptionName] {
        match self {
            Self::Agar => &[
                OptionName::Split,
                OptionName::Order,
                OptionName::AsPublished,
                OptionName::Without,
            ],
            Self::Cegar => &[OptionName::AsPublished, OptionName::Without],
            Self::Mono => &[],
        }
    }
}

/// Decides whether a system conforms.
///
/// # Errors
/// An option does not fit the method or the system.
pub fn answer(
    asked: &Specified,
    kind: ConformanceKind,
    engine: Engine<'_>,
    options: &MethodOptions,
    context: &Context<'_>,
) -> Attempt<ConformanceReport> {
    let (system, specification) = (&asked.loaded.system, &asked.specification);
    let method = method_of(kind, options, system, specification, context)?;
    let how = (engine, options.departures(kind.departures())?);
    Ok(conformance_by(how, system, specification, &method, context))
}

/// A method with its options, for a system.
pub(crate) fn method_of(
    kind: ConformanceKind,
    options: &MethodOptions,
    system: &ProbabilisticSystem,
    specification: &Lpts,
    context: &Context<'_>,
) -> Attempt<ConformanceMethod> {
    if let Some(option) = options.other_than(kind.options()) {
        let message =
            format!("this means nothing to the method {} of probabilistic systems", kind.name());
        return Err(Failure::usage_with_help(message, "leave it out").concerning(option));
    }
    Ok(match kind {
        ConformanceKind::Mono => ConformanceMethod::Mono,
        ConformanceKind::Cegar => ConformanceMethod::Cegar,
        ConformanceKind::Agar => {
            let plain = skeleton(system, specification)?;
            let decomposition = assumptions::decomposition(options, &plain)?;
            let groups = groups(system, specification, &decomposition, context)?;
            let is_free = options.split.is_none() && options.order.is_none();
            match is_free && !options.as_published {
                true => ConformanceMethod::SomeOrder(orders(system, groups)),
                false => ConformanceMethod::Agar(groups),
            }
        }
    })
}

/// Whether what was read [side by side](crate::load::side_by_side) is simulated, as it is, without
/// any completion: a tree if it is not.
///
/// # Errors
/// When the context says stop.
pub fn simulated(asked: &Specified, context: &Context<'_>) -> Attempt<Option<TreeReport>> {
    let system = &asked.loaded.system;
    let parts: Vec<&Lpts> = system.components.iter().map(|component| &component.lpts).collect();
    let found = simulate(&parts, &asked.specification, context)?.evidence;
    Ok(found.err().map(|tree| TreeReport::new(system, &asked.specification, &tree)))
}

/// Whether a system conforms, as a question for an SMT solver, about the whole system.
///
/// # Errors
/// When the context says stop.
pub fn smt_question(asked: &Specified, context: &Context<'_>) -> Attempt<String> {
    let system = &asked.loaded.system;
    let whole = system.compose(context)?;
    let completed = asked.specification.completed_for(&system.alphabet(), &system.hidden);
    Ok(smt_lib(&whole.lpts, &completed, context)?)
}
