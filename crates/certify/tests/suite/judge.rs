//! A second opinion on proofs, for the suites: every premise by way of the naive product, with the
//! right-hand side determinised in full first. Nothing is shared with the checker but the types.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{
    ActionId, Alphabet, Assumption, Claim, ComponentId, Lts, Proof, PropertyId, Rule, RuleKind,
    StateId, System,
};
use surmise_testing::{NaiveProduct, complete_with_error, shortest_violation, triangle};

use crate::invariants::is_invariant;

/// Components and property in normal form.
pub(crate) struct NormalForm {
    pub(crate) components: Vec<Lts>,
    pub(crate) property: Lts,
}

pub(crate) fn normal_form(system: &System, property: Option<PropertyId>) -> NormalForm {
    let claim = property.map_or(Claim::NoError, Claim::Property);
    let errors = system.error_actions(claim).unwrap();
    let component = |(i, error): (usize, &Option<ActionId>)| {
        let lts = &system.components[i].lts;
        let Some(error) = *error else {
            return lts.clone();
        };
        let last = StateId::of(lts.num_states());
        let target = |state: StateId| if state.is_error() { last } else { state };
        let mut builder = Lts::builder();
        builder.ensure_states(lts.num_states() + 1).initial(target(lts.initial()));
        builder.extend_alphabet(lts.alphabet().iter()).add(last, error, last);
        for (source, edge) in lts.transitions() {
            builder.add(source, edge.action, target(edge.target));
        }
        builder.build().unwrap()
    };
    let all: Alphabet = errors.of.iter().flatten().copied().collect();
    let property = match property {
        Some(id) => system.property(id).lts.clone(),
        None => Lts::builder().ensure_states(1).build().unwrap(),
    };
    NormalForm {
        components: errors.of.iter().enumerate().map(component).collect(),
        property: property.with_alphabet(&all),
    }
}

/// A deterministic LTS with the same traces, all of whose states are reachable; π counts as a state
/// that makes every set of states it is in π.
pub(crate) fn determinise(lts: &Lts) -> Lts {
    let close = |mut set: BTreeSet<StateId>| loop {
        let more: Vec<StateId> =
            set.iter().flat_map(|&state| lts.successors(state, ActionId::TAU)).collect();
        let size = set.len();
        set.extend(more);
        if set.len() == size {
            return set;
        }
    };
    let is_error = |set: &BTreeSet<StateId>| set.contains(&StateId::ERROR);
    let initial = close(BTreeSet::from([lts.initial()]));
    let mut builder = Lts::builder();
    builder.extend_alphabet(lts.alphabet().iter());
    if is_error(&initial) {
        return builder.initial(StateId::ERROR).build().unwrap();
    }
    builder.ensure_states(1);
    let mut numbers = BTreeMap::from([(initial.clone(), 0)]);
    let mut sets = vec![initial];
    let mut next = 0;
    while next < sets.len() {
        for action in lts.alphabet().iter() {
            let targets = sets[next].iter().flat_map(|&state| lts.successors(state, action));
            let set = close(targets.collect());
            if set.is_empty() {
                continue;
            }
            let target = if is_error(&set) {
                StateId::ERROR
            } else {
                let count = sets.len();
                let number = *numbers.entry(set.clone()).or_insert(count);
                if number == count {
                    sets.push(set);
                    builder.ensure_states(count + 1);
                }
                StateId::of(number)
            };
            builder.add(StateId::of(next), action, target);
        }
        next += 1;
    }
    builder.build().unwrap()
}

/// Whether what the proof is about is true of the system as it is. Assume-guarantee rules answer
/// for errors, too.
pub(crate) fn holds(system: &System, proof: &Proof) -> bool {
    let is_true = |claim| shortest_violation(system, claim).is_none();
    let of_claim_alone = matches!(proof.rule, Rule::Exhaustive | Rule::Invariant(_));
    is_true(proof.claim) && (of_claim_alone || is_true(Claim::NoError))
}

/// Whether the proof is one: groups and assumptions fit the rule and every premise is true.
pub(crate) fn is_valid(system: &System, proof: &Proof) -> bool {
    let property = match proof.claim {
        Claim::Property(id) => Some(id),
        Claim::NoError | Claim::NoDeadlock | Claim::Temporal(_) => None,
    };
    let NormalForm { components, property } = normal_form(system, property);
    let group = |ids: &[ComponentId]| -> Vec<&Lts> {
        ids.iter().map(|id| &components[id.index()]).collect()
    };
    // ⟨A⟩ G ⟨B⟩
    let triple = |a: Option<&Assumption>, g: &[ComponentId], b: &Lts| {
        let shown = complete_with_error(&determinise(b));
        let mut parts = group(g);
        if let Some(assumption) = a {
            if assumption.lts.initial().is_error() {
                return true;
            }
            parts.push(&assumption.lts);
        }
        parts.push(&shown);
        NaiveProduct::new(&parts).error_depth.is_none()
    };
    match &proof.rule {
        Rule::Exhaustive => holds(system, proof),
        Rule::Invariant(invariant) => is_invariant(system, proof.claim, invariant),
        // Only temporal properties have monitors, and nobody here claims one.
        Rule::Monitored { .. } => false,
        Rule::AssumeGuarantee { kind: RuleKind::Asym, groups, assumptions } => {
            is_partition(system, groups)
                && assumptions.len() + 1 == groups.len()
                && groups.iter().enumerate().all(|(i, g)| {
                    let shown = i.checked_sub(1).map_or(&property, |i| &assumptions[i].lts);
                    triple(assumptions.get(i), g, shown)
                })
        }
        Rule::AssumeGuarantee { kind: RuleKind::Circ, groups, assumptions } => {
            is_partition(system, groups)
                && assumptions.len() == groups.len()
                && groups.iter().enumerate().all(|(i, g)| {
                    let shown = i.checked_sub(1).map_or(&property, |i| &assumptions[i].lts);
                    triple(Some(&assumptions[i]), g, shown)
                })
                && assumptions.last().is_some_and(|last| triple(None, &groups[0], &last.lts))
        }
        Rule::AssumeGuarantee { kind: RuleKind::Sym, groups, assumptions } => {
            is_partition(system, groups)
                && assumptions.len() == groups.len()
                && groups.iter().zip(assumptions).all(|(g, a)| triple(Some(a), g, &property))
                && complements_satisfy(assumptions, &property)
        }
        Rule::Circular { groups, assumptions, uses } => {
            let used = |set: &[usize]| -> Vec<&Lts> {
                set.iter().map(|&place| &assumptions[place].lts).collect()
            };
            is_partition(system, groups)
                && assumptions.len() == groups.len()
                && uses.len() == groups.len() + 1
                && uses.iter().flatten().all(|&place| place < groups.len())
                && assumptions.iter().all(|assumption| !assumption.lts.initial().is_error())
                && groups.iter().enumerate().all(|(i, g)| {
                    triangle(&group(g), &used(&uses[i]), &assumptions[i].lts).is_none()
                })
                && uses.last().is_some_and(|last| triangle(&used(last), &[], &property).is_none())
        }
    }
}

fn is_partition(system: &System, groups: &[Vec<ComponentId>]) -> bool {
    let mut all: Vec<ComponentId> = groups.iter().flatten().copied().collect();
    all.sort_unstable();
    all.into_iter().eq(system.component_ids())
}

/// Whether no step violates the property for the first time and leaves, or has left, all
/// assumptions.
fn complements_satisfy(assumptions: &[Assumption], property: &Lts) -> bool {
    let total: Vec<Lts> =
        [property].into_iter().chain(assumptions.iter().map(|a| &a.lts)).map(with_sink).collect();
    let product = NaiveProduct::new(&total.iter().collect::<Vec<_>>());
    let is_sink = |(lts, state): (&Lts, &StateId)| state.index() + 1 == lts.num_states();
    let all_left = |tuple: &Vec<StateId>| total.iter().zip(tuple).all(is_sink);
    !all_left(&product.states[0])
        && product.states.iter().zip(&product.transitions).all(|(tuple, row)| {
            is_sink((&total[0], &tuple[0]))
                || row.iter().all(|&(_, target)| !all_left(&product.states[target.unwrap()]))
        })
}

/// Deterministic and total: what is not allowed leads to the last state, for ever.
fn with_sink(lts: &Lts) -> Lts {
    let error = complete_with_error(&determinise(lts));
    let sink = StateId::of(error.num_states());
    let target = |state: StateId| if state.is_error() { sink } else { state };
    let mut builder = Lts::builder();
    builder.ensure_states(error.num_states() + 1).initial(target(error.initial()));
    builder.extend_alphabet(error.alphabet().iter());
    for (source, edge) in error.transitions() {
        builder.add(source, edge.action, target(edge.target));
    }
    for action in error.alphabet().iter() {
        builder.add(sink, action, sink);
    }
    builder.build().unwrap()
}
