//! The rules: which premises each has, and why they suffice.
//!
//! Write W(X) for the words that X allows (see `machine`), where X is a group of components, an
//! assumption or the property, each over its own alphabet, whatever that is. The words of a
//! composition are the intersection of its parts' words, and a triple ⟨A⟩ G ⟨P⟩ says W(A) ∩ W(G) ⊆
//! W(P). The conclusion of each rule is W(G1) ∩ … ∩ W(Gn) ⊆ W(P). Because each W(X) is a set of
//! words over *all* actions, no rule below needs a condition on the alphabets: an assumption over
//! too few actions allows more words and makes the premise it is assumed in harder to meet; one
//! over too many makes the premise it is shown in harder, as actions that nobody on the left knows
//! may happen there at any time. (The conditions in the papers serve completeness.)
//!
//! Let w be any word in W(G1) ∩ … ∩ W(Gn).
//!
//! - **ASYM**: the last premise puts w into W(A(n-1)), the one before then into W(A(n-2)), and so
//!   on down to W(A1) and, by the first, into W(P).
//! - **CIRC-N**: the premise that closes the circle puts w into W(An); then as before.
//! - **SYM-N**: if w were not in W(P), some shortest prefix v of it were not. All W(Gi) are closed
//!   under prefixes, so v is in all of them, and by premises 1 to n in no W(Ai). The last premise
//!   says that every such v is in some W(Ai). The papers write it L(coA1 ‖ … ‖ coAn) ⊆ L(P), also
//!   for words that go on after P is violated for the first time; the argument does not need those,
//!   and a proof that satisfies the premise of the papers satisfies ours.
//!
//! **Circular rules** are in `circular`.
//!
//! Components and property are in the normal form that makes a component's own π an action that the
//! property forbids, so the conclusion covers those errors, too. A priority takes runs away and
//! adds none, so that what the rules show of the system without it is true with it. That every
//! component stands in exactly one group is not needed for any of this, but it is what the
//! certificate says.
//!
//! Exhaustive search is the rule whose one premise is its conclusion: see `whole`. For invariants,
//! see `invariant`. A temporal property can rest on any of them by way of a monitor: see
//! `temporal::monitor`.

use surmise_model::{
    Claim, ComponentId, Context, Lts, Proof, Recurrence, Rule, RuleKind, Simulation, System,
    TemporalProperty,
};

use crate::checker::{Checker, conclude, property_name};
use crate::fingerprint::{self, QuestionKind, Record};
use crate::inclusion::{excused, included, simulated};
use crate::machine::Machine;
use crate::refusal::structure;
use crate::{CheckedPremise, Refusal, circular, invariant, temporal, whole};

/// Left-hand side, right-hand side and, where there is one, the simulation that relates them.
struct Triple<'a> {
    assumption: Option<usize>,
    group: usize,
    /// The assumption that is shown, or the property.
    shown: Option<usize>,
    simulation: Option<&'a Simulation>,
}

/// Checks every premise of a proof.
pub(crate) fn check(
    system: &System,
    proof: &Proof,
    record: Option<&Record<'_>>,
    context: &Context<'_>,
) -> Result<Vec<CheckedPremise>, Refusal> {
    let (kind, groups, assumptions) = match &proof.rule {
        Rule::Exhaustive | Rule::Invariant(_) if is_known_whole(system, proof.claim, record) => {
            return Ok(Vec::new());
        }
        Rule::Exhaustive => {
            return check_whole(system, proof.claim, context).map(|premise| vec![premise]);
        }
        Rule::Invariant(invariant) => {
            return invariant::check(system, proof.claim, invariant, context);
        }
        Rule::Monitored { monitor, rule, recurrence } => {
            let parts = (monitor, &**rule, recurrence.as_ref());
            return check_monitored(system, proof.claim, parts, record, context);
        }
        Rule::AssumeGuarantee { kind, groups, assumptions } => (Some(kind), groups, assumptions),
        Rule::Circular { groups, assumptions, .. } => (None, groups, assumptions),
    };
    check_groups(system, groups)?;
    let n = groups.len();
    let expected = kind.map_or(n, |kind| kind.num_assumptions(n));
    if assumptions.len() != expected {
        let actual = assumptions.len();
        return structure(format!("{n} groups need {expected} assumptions, not {actual}"));
    }
    let property = match proof.claim {
        Claim::Property(id) => Some(id),
        Claim::NoError => None,
        Claim::NoDeadlock => {
            return structure("traces do not show freedom from deadlock".to_owned());
        }
        Claim::Temporal(_) => {
            return structure("finite traces do not show a temporal property".to_owned());
        }
    };
    let surroundings = (record, context);
    let claimed = (proof.claim, property);
    let checker = Checker::new(system, claimed, groups, assumptions, surroundings)?;
    let Some(kind) = kind else {
        return circular::check(&checker, &proof.rule);
    };

    let triple = |assumption, group, shown: Option<usize>| Triple {
        assumption,
        group,
        shown,
        simulation: shown.and_then(|i| assumptions[i].simulation.as_ref()),
    };
    // ⟨Ai⟩ Gi ⟨A(i-1)⟩, where A0 is the property and the last group may go without assumption.
    let chain = (0..n).map(|i| triple((i < expected).then_some(i), i, i.checked_sub(1)));
    let triples: Vec<Triple<'_>> = match kind {
        RuleKind::Asym => chain.collect(),
        RuleKind::Circ => chain.chain([triple(None, 0, Some(n - 1))]).collect(),
        RuleKind::Sym => {
            if assumptions.iter().any(|assumption| assumption.simulation.is_some()) {
                return structure("rule sym has no premise that a simulation shows".to_owned());
            }
            (0..n).map(|i| triple(Some(i), i, None)).collect()
        }
    };
    let mut checked = Vec::with_capacity(triples.len() + 1);
    for (i, triple) in triples.iter().enumerate() {
        checked.push(check_triple(&checker, i + 1, triple)?);
    }
    if *kind == RuleKind::Sym {
        checked.push(check_excused(&checker, checked.len() + 1)?);
    }
    Ok(checked)
}

/// Whether a claim about the system as a whole is known to be true.
fn is_known_whole(system: &System, claim: Claim, record: Option<&Record<'_>>) -> bool {
    record.is_some_and(|record| record.knows(fingerprint::of_whole(system, claim)))
}

/// Checks that a temporal property is true of all that a monitor allows, and that no run violates
/// the monitor. With recurrence, of all that it allows on which it sees something again and again,
/// and that all runs are such.
fn check_monitored(
    system: &System,
    claim: Claim,
    (monitor, rule, recurrence): (&Lts, &Rule, Option<&Recurrence>),
    record: Option<&Record<'_>>,
    context: &Context<'_>,
) -> Result<Vec<CheckedPremise>, Refusal> {
    let Claim::Temporal(id) = claim else {
        return structure("only a temporal property has a monitor".to_owned());
    };
    if matches!(rule, Rule::Monitored { .. }) {
        return structure("a monitor is not watched by another".to_owned());
    }
    let property = system.temporal_property(id);
    let first =
        temporal::check_monitor(system, property, (monitor, recurrence.is_some()), context)?;
    let mut checked = vec![first];
    if let Some(Recurrence { goes_on }) = recurrence {
        checked.push(temporal::check_recurrence(system, property, monitor)?);
        match goes_on {
            Some(rule) => {
                let proof = Proof { claim: Claim::NoDeadlock, rule: (**rule).clone() };
                checked.extend(check(&system.endless(), &proof, None, context)?);
            }
            None if system.counts_stops(property) => {
                return structure("nothing shows that no run stops".to_owned());
            }
            None => {}
        }
    }
    let (system, id) = system.monitored(&format!("the monitor of {}", property.name), monitor);
    let proof = Proof { claim: Claim::Property(id), rule: rule.clone() };
    checked.extend(check(&system, &proof, record, context)?);
    Ok(checked)
}

/// Checks the one premise of an exhaustive search.
fn check_whole(
    system: &System,
    claim: Claim,
    context: &Context<'_>,
) -> Result<CheckedPremise, Refusal> {
    let names: Vec<&str> = system.components.iter().map(|c| &*c.name).collect();
    let names = names.join(" ‖ ");
    let (statement, objection) = match claim {
        Claim::Property(id) => safe(&names, property_name(system, Some(id))),
        Claim::NoError => safe(&names, property_name(system, None)),
        Claim::NoDeadlock => {
            (format!("{names} has no deadlock"), "nobody can move then".to_owned())
        }
        Claim::Temporal(id) => {
            let TemporalProperty { name, fairness, .. } = system.temporal_property(id);
            let objection = format!("a run that starts so violates {name}");
            (format!("all runs of {names} have {name}, with {fairness}"), objection)
        }
    };
    let answer = whole::holds(system, claim, context);
    conclude(&system.actions, 1, statement, objection, answer)
}

/// That components satisfy a property, and what is said if they do not.
fn safe(components: &str, property: &str) -> (String, String) {
    (format!("⟨true⟩ {components} ⟨{property}⟩"), format!("{property} does not allow it"))
}

/// Every component stands in exactly one group, and there is a group.
fn check_groups(system: &System, groups: &[Vec<ComponentId>]) -> Result<(), Refusal> {
    let mut times = vec![0; system.components.len()];
    for id in groups.iter().flatten() {
        times[id.index()] += 1;
    }
    if groups.is_empty() {
        return structure("there is no group".to_owned());
    }
    match times.iter().position(|&times| times != 1) {
        None => Ok(()),
        Some(i) => structure(format!(
            "component `{}` stands in {} groups instead of one",
            system.components[i].name, times[i]
        )),
    }
}

/// Checks a triple.
fn check_triple(
    checker: &Checker<'_>,
    number: usize,
    triple: &Triple<'_>,
) -> Result<CheckedPremise, Refusal> {
    let group = &checker.groups[triple.group];
    let mut left: Vec<&Machine> = group.iter().map(|id| &checker.components[id.index()]).collect();
    left.extend(triple.assumption.map(|i| &checker.assumptions[i]));
    let right = triple.shown.map_or(&checker.property, |i| &checker.assumptions[i]);
    // What is shown is the same, whatever shows it.
    let answer =
        checker.answer(QuestionKind::Included, &[&left, &[right]], || match triple.simulation {
            Some(relation) => simulated(&left, right, relation, checker.context),
            None => included(&left, right, checker.context),
        });
    let assumption = triple.assumption.map_or_else(|| "true".to_owned(), |i| format!("A{}", i + 1));
    let shown =
        triple.shown.map_or_else(|| checker.property_name.to_owned(), |i| format!("A{}", i + 1));
    let statement = format!("⟨{assumption}⟩ {} ⟨{shown}⟩", checker.group_name(group));
    let objection = match triple.simulation {
        Some(_) => format!("the given simulation has no answer of {shown} to the last step"),
        None => format!("{shown} does not allow it"),
    };
    checker.conclude(number, statement, objection, answer)
}

/// Checks the last premise of SYM-N.
fn check_excused(checker: &Checker<'_>, number: usize) -> Result<CheckedPremise, Refusal> {
    let machines: Vec<&Machine> = checker.assumptions.iter().collect();
    let property = &checker.property;
    let answer = checker.answer(QuestionKind::Excused, &[&[property], &machines], || {
        excused(property, &machines, checker.context)
    });
    let names: Vec<String> = (1..=machines.len()).map(|i| format!("coA{i}")).collect();
    let statement = format!("{} ⊨ {}", names.join(" ‖ "), checker.property_name);
    let objection = format!("{} does not allow it, nor does any Ai", checker.property_name);
    checker.conclude(number, statement, objection, answer)
}
