//! Who decides conformance, and with which options.

use surmise_model::{ConformanceReport, Context, Lpts, ProbabilisticSystem, Stop};
use surmise_verify::assume::decompose::{Decomposition, by_name};
use surmise_verify::probabilistic::refinement::{
    ConformanceMethod, Engine, conformance_by, groups, skeleton,
};
use surmise_verify::probabilistic::simulation::{simulate, smt_lib};

use super::tree::TreeReport;
use crate::load::Specified;
use crate::methods::{MethodOption, MethodOptions, Order};
use crate::{Attempt, Failure, Named};

/// A method of deciding conformance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConformanceKind {
    /// The whole system at once.
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
    fn options(self) -> &'static [MethodOption] {
        match self {
            Self::Agar => &[MethodOption::Split, MethodOption::Order],
            Self::Mono | Self::Cegar => &[],
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
    Ok(conformance_by(engine, system, specification, &method, context))
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
        let flag = option.flag();
        let message =
            format!("{flag} means nothing to the method {} of probabilistic systems", kind.name());
        return Err(Failure::usage_with_help(message, "leave it out"));
    }
    Ok(match kind {
        ConformanceKind::Mono => ConformanceMethod::Mono,
        ConformanceKind::Cegar => ConformanceMethod::Cegar,
        ConformanceKind::Agar => {
            let decomposition = match options.split.as_deref() {
                None if options.order == Some(Order::Listed) => Decomposition::Listed,
                None => Decomposition::Ordered,
                Some("two") => Decomposition::TwoWay,
                Some(text) => {
                    let plain = skeleton(system, specification)?;
                    Decomposition::Given(by_name(&plain, text).map_err(|error| {
                        Failure::usage_with_help(
                            format!("--split: {error}"),
                            "write groups of components, for example 'A,B|C,D'",
                        )
                    })?)
                }
            };
            let groups = groups(system, specification, &decomposition, context)
                .map_err(|Stop(reason)| Failure::Stopped(reason))?;
            ConformanceMethod::Agar(groups)
        }
    })
}

/// Whether what was read [side by side](crate::load::side_by_side) is simulated, as it is, without any completion: a tree if it is not.
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
