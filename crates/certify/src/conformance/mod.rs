//! Certificates about conformance to a specification. Nothing is searched for here, and nothing
//! flows: rationals are added, multiplied and compared.
//!
//! In reading order: `parts` (what a state of several components can do), `specification` (what it
//! means to be simulated by one), `simulation` (a relation with its weight functions),
//! `abstraction` (an assumption with its classes), `tree` (a counterexample).

mod abstraction;
mod parts;
mod simulation;
mod specification;
mod tree;

use surmise_model::certificate::Reference;
use surmise_model::certificate::conformance::{
    ConformanceClaim, WrittenAbstraction, WrittenConformance,
};
use surmise_model::{ConformanceCertificate, Context, Lpts, ProbabilisticSystem, Stop};

pub(crate) use self::parts::Parts;
use self::specification::Specification;
pub(crate) use self::tree::{execution, starts_at_root};
use crate::{CheckedPremise, Refusal};

/// What a certificate about conformance was found to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedConformance {
    /// Whether the system conforms.
    pub conforms: bool,
    /// The premises of a proof, in order; none for a counterexample.
    pub premises: Vec<CheckedPremise>,
}

/// Why something is not shown, or was not looked at to its end.
#[derive(Debug)]
pub(crate) enum Objection {
    Wrong(String),
    Stopped(Stop),
}

impl From<Stop> for Objection {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

pub(crate) fn wrong<T>(what: impl Into<String>) -> Result<T, Objection> {
    Err(Objection::Wrong(what.into()))
}

/// Checks a certificate against the system and the specification it is said to be about.
///
/// # Errors
/// Why it is not accepted.
pub fn check_conformance(
    system: &ProbabilisticSystem,
    specification: &Lpts,
    certificate: &ConformanceCertificate,
    context: &Context<'_>,
) -> Result<AcceptedConformance, Box<Refusal>> {
    same_components(system, &certificate.components)?;
    if !is(system, &certificate.specification, specification) {
        let text =
            "the specification is not the one of the certificate: their content hashes differ";
        return Err(Box::new(Refusal::Mismatch(text.to_owned())));
    }
    let specification = Specification::new(system, specification);
    let shown = match &certificate.claim {
        ConformanceClaim::Violates(nodes) => {
            let components = system.components.iter().map(|component| &component.lpts);
            let all = Parts::new(system, components.collect());
            tree::check(&all, &specification, nodes, context)
                .map(|()| AcceptedConformance { conforms: false, premises: Vec::new() })
                .map_err(|objection| (0, "the counterexample".to_owned(), objection))
        }
        ConformanceClaim::Conforms(WrittenConformance { groups, assumptions, simulation }) => {
            let first = |parts: &Parts<'_>| {
                simulation::check(parts, &specification, simulation, context)
                    .map(|()| simulation.len())
            };
            check_rule(system, groups, assumptions, "≼ the specification", first, context)
                .map(|premises| AcceptedConformance { conforms: true, premises })
        }
    };
    shown.map_err(refused)
}

/// What was not shown: which premise, from 1, in words, and what is wrong.
type Refuted = (usize, String, Objection);

/// The same as a refusal. Without words it is not about one premise.
pub(crate) fn refused((number, statement, objection): Refuted) -> Box<Refusal> {
    Box::new(match objection {
        Objection::Wrong(why) if statement.is_empty() => Refusal::Structure(why),
        Objection::Wrong(why) => Refusal::Conformance { statement, why },
        Objection::Stopped(Stop(reason)) => Refusal::Limit { number, statement, reason },
    })
}

fn is(system: &ProbabilisticSystem, reference: &Reference, lpts: &Lpts) -> bool {
    reference.hash == lpts.content_hash(&system.actions)
}

/// Checks that a certificate is about these components.
pub(crate) fn same_components(
    system: &ProbabilisticSystem,
    references: &[Reference],
) -> Result<(), Box<Refusal>> {
    let here = &system.components;
    if references.len() != here.len() {
        let (there, here) = (references.len(), here.len());
        let text = format!("the certificate is about {there} components, the system has {here}");
        return Err(Box::new(Refusal::Mismatch(text)));
    }
    for (reference, component) in references.iter().zip(here) {
        if reference.name != component.name || !is(system, reference, &component.lpts) {
            let name = component.name.escape_debug();
            let text =
                format!("the component `{name}` of the system is not the one of the certificate");
            return Err(Box::new(Refusal::Mismatch(text)));
        }
    }
    Ok(())
}

/// Premise 1 is something about G1 ‖ A1 that is true of everything that it simulates: `first`
/// checks it, and tells how many states it is about. Premise i + 1 says that G(i+1) ‖ A(i+1) is
/// simulated by Ai. If Ai has no action that G(i+1) ‖ A(i+1) has not, simulation is kept by
/// composition (lemma 2 of the CAV 2012 paper), and the premises put one after another show that it
/// is true of all groups together.
pub(crate) fn check_rule(
    system: &ProbabilisticSystem,
    groups: &[Vec<u32>],
    assumptions: &[WrittenAbstraction],
    goal: &str,
    first: impl Fn(&Parts<'_>) -> Result<usize, Objection>,
    context: &Context<'_>,
) -> Result<Vec<CheckedPremise>, Refuted> {
    let nothing = |objection: Objection| (0, String::new(), objection);
    let mut members: Vec<u32> = groups.concat();
    members.sort_unstable();
    if !members.into_iter().eq(0..system.components.len() as u32) {
        return Err(nothing(Objection::Wrong(
            "the groups do not contain every component exactly once".into(),
        )));
    }
    if groups.len() != assumptions.len() + 1 {
        return Err(nothing(Objection::Wrong(
            "there have to be one more groups than assumptions".into(),
        )));
    }
    let mut abstractions = Vec::with_capacity(assumptions.len());
    for assumption in assumptions {
        abstractions.push(abstraction::read(system, assumption).map_err(nothing)?);
    }
    let mut premises = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let components = group.iter().map(|&place| &system.components[place as usize]);
        let names: Vec<&str> =
            components.clone().map(|component| component.name.as_str()).collect();
        let mut names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        let mut parts: Vec<&Lpts> = components.map(|component| &component.lpts).collect();
        if let Some(own) = abstractions.get(index) {
            parts.push(own);
            names.push(format!("A{}", index + 1));
        }
        let above = if index == 0 { goal.to_owned() } else { format!("≼ A{index}") };
        let statement = format!("{} {above}", names.join(" ‖ "));
        let parts = Parts::new(system, parts);
        let checked = match index {
            0 => first(&parts),
            _ => {
                let (above, written) = (&abstractions[index - 1], &assumptions[index - 1]);
                abstraction::check(&parts, above, &written.classes, context)
                    .map(|()| written.classes.len())
            }
        };
        match checked {
            Ok(states) => premises.push(CheckedPremise { statement, states: states as u64 }),
            Err(objection) => return Err((index + 1, statement, objection)),
        }
    }
    Ok(premises)
}
