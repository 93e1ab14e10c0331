//! Proofs to feed the checker with, invented rather than found by an engine: weakest assumptions,
//! abstractions of what comes after, and assumptions that are mere guesses.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use fastrand::Rng;
use surmise_model::{
    ActionId, Alphabet, Assumption, Claim, ComponentId, Lts, Proof, PropertyId, Rule, RuleKind,
    Simulation, StateId, System,
};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_lts};

use crate::judge::{NormalForm, determinise, normal_form};

/// A proof that may be right or wrong, of a random rule with random groups. If the property holds,
/// it is right more often than not.
pub(crate) fn invent(rng: &mut Rng, system: &System, property: Option<PropertyId>) -> Proof {
    let form = normal_form(system, property);
    let groups = random_groups(rng, system);
    let mut claim = property.map_or(Claim::NoError, Claim::Property);
    let rule = match rng.u8(0..10) {
        0 if rng.bool() => {
            claim = Claim::NoDeadlock;
            Rule::Exhaustive
        }
        0 => Rule::Exhaustive,
        1..=3 => asym_by_abstraction(rng, &form, groups),
        4..=5 => asym_by_weakest(rng, &form, groups, false),
        6..=7 => asym_by_weakest(rng, &form, groups, true),
        _ => sym(rng, &form, groups),
    };
    Proof { claim, rule: guess_now_and_then(rng, system, rule) }
}

/// The components in two or three groups, none empty if there are enough.
fn random_groups(rng: &mut Rng, system: &System) -> Vec<Vec<ComponentId>> {
    let mut ids: Vec<ComponentId> = system.component_ids().collect();
    rng.shuffle(&mut ids);
    let mut groups = vec![Vec::new(); rng.usize(2..=3.min(ids.len().max(2)))];
    for (i, id) in ids.into_iter().enumerate() {
        let group = if i < groups.len() { i } else { rng.usize(0..groups.len()) };
        groups[group].push(id);
    }
    groups
}

fn members<'a>(form: &'a NormalForm, group: &[ComponentId]) -> Vec<&'a Lts> {
    group.iter().map(|id| &form.components[id.index()]).collect()
}

/// The composition as one LTS, and what its states are.
fn compose(parts: &[&Lts]) -> (Lts, Vec<Vec<StateId>>) {
    let product = NaiveProduct::new(parts);
    let mut builder = Lts::builder();
    builder.ensure_states(product.states.len());
    for part in parts {
        builder.extend_alphabet(part.alphabet().iter());
    }
    for (i, row) in product.transitions.iter().enumerate() {
        for &(action, target) in row {
            builder.add(StateId::of(i), action, target.map_or(StateId::ERROR, StateId::of));
        }
    }
    (builder.build().unwrap(), product.states)
}

/// The weakest assumption under which a group has a property: over all their actions, everything
/// that the group cannot do, or can do without violating the property.
fn weakest(parts: &[&Lts], property: &Lts) -> Lts {
    let error = complete_with_error(&determinise(property));
    if error.initial().is_error() {
        return error;
    }
    let whole = determinise(&compose(&[parts, &[&error]].concat()).0);
    if whole.initial().is_error() {
        return whole;
    }
    let anything = StateId::of(whole.num_states());
    let mut builder = Lts::builder();
    builder.ensure_states(whole.num_states() + 1).extend_alphabet(whole.alphabet().iter());
    for state in whole.states().chain([anything]) {
        for action in whole.alphabet().iter() {
            let target = match state == anything {
                true => anything,
                false => whole.successors(state, action).next().unwrap_or(anything),
            };
            if !target.is_error() {
                builder.add(state, action, target);
            }
        }
    }
    builder.build().unwrap()
}

/// Each assumption is the weakest for its group and the assumption before; for rule CIRC-N, the
/// last is the first group itself.
fn asym_by_weakest(
    rng: &mut Rng,
    form: &NormalForm,
    groups: Vec<Vec<ComponentId>>,
    circular: bool,
) -> Rule {
    let mut assumptions: Vec<Assumption> = Vec::new();
    for group in &groups[..groups.len() - 1] {
        let shown = assumptions.last().map_or(&form.property, |assumption| &assumption.lts);
        let lts = weakest(&members(form, group), shown);
        assumptions.push(Assumption { lts, simulation: None });
    }
    if !circular {
        return Rule::AssumeGuarantee { kind: RuleKind::Asym, groups, assumptions };
    }
    let (lts, _) = compose(&members(form, &groups[0]));
    let lts = if rng.bool() { determinise(&lts) } else { lts };
    assumptions.push(Assumption { lts, simulation: None });
    Rule::AssumeGuarantee { kind: RuleKind::Circ, groups, assumptions }
}

fn sym(rng: &mut Rng, form: &NormalForm, groups: Vec<Vec<ComponentId>>) -> Rule {
    let mut assumptions: Vec<Assumption> = groups
        .iter()
        .map(|group| weakest(&members(form, group), &form.property))
        .map(|lts| Assumption { lts, simulation: None })
        .collect();
    // With two groups, one may as well assume the other itself.
    if groups.len() == 2 && rng.bool() {
        assumptions[0].lts = compose(&members(form, &groups[1])).0;
    }
    Rule::AssumeGuarantee { kind: RuleKind::Sym, groups, assumptions }
}

/// Each assumption abstracts what comes after it, by merging some of its states and hiding some of
/// its actions; mostly with the simulation that shows it.
fn asym_by_abstraction(rng: &mut Rng, form: &NormalForm, groups: Vec<Vec<ComponentId>>) -> Rule {
    let mut assumptions: VecDeque<Assumption> = VecDeque::new();
    for group in groups[1..].iter().rev() {
        let mut parts = members(form, group);
        let next: Option<Lts> = assumptions.front().map(|assumption| assumption.lts.clone());
        parts.extend(&next);
        let (concrete, tuples) = compose(&parts);
        assumptions.push_front(abstracted(rng, &concrete, &tuples));
    }
    if rng.u8(0..4) == 0 {
        assumptions.iter_mut().for_each(|assumption| assumption.simulation = None);
    }
    Rule::AssumeGuarantee { kind: RuleKind::Asym, groups, assumptions: assumptions.into() }
}

fn abstracted(rng: &mut Rng, concrete: &Lts, tuples: &[Vec<StateId>]) -> Assumption {
    let count = concrete.num_states();
    let class: Vec<usize> =
        (0..count).map(|i| if rng.u8(0..4) == 0 { rng.usize(0..=i) } else { i }).collect();
    let visible: Alphabet = concrete.alphabet().iter().filter(|_| rng.u8(0..5) != 0).collect();
    let mut builder = Lts::builder();
    builder.ensure_states(count).initial(StateId::of(class[0]));
    builder.extend_alphabet(visible.iter());
    // All pairs of a state and the class that was entered last on the way there.
    let mut pairs = BTreeSet::from([(0, class[0])]);
    let mut waiting = vec![(0, class[0])];
    while let Some((state, own)) = waiting.pop() {
        for edge in concrete.edges(StateId::of(state)) {
            let target = edge.target.index();
            let pair = match visible.contains(edge.action) {
                true => {
                    builder.add(StateId::of(own), edge.action, StateId::of(class[target]));
                    (target, class[target])
                }
                false => (target, own),
            };
            if pairs.insert(pair) {
                waiting.push(pair);
            }
        }
    }
    let pair = |(state, own): (usize, usize)| (tuples[state].clone(), StateId::of(own));
    let mut map: Vec<_> = pairs.into_iter().map(pair).collect();
    map.sort_unstable();
    Assumption { lts: builder.build().unwrap(), simulation: Some(Simulation { map }) }
}

/// One proof in eight gets an assumption that nobody has thought about.
fn guess_now_and_then(rng: &mut Rng, system: &System, mut rule: Rule) -> Rule {
    let Rule::AssumeGuarantee { assumptions, .. } = &mut rule else {
        return rule;
    };
    if rng.u8(0..8) == 0 && !assumptions.is_empty() {
        let actions: Vec<ActionId> = system.actions.iter().map(|(id, _)| id).collect();
        let i = rng.usize(0..assumptions.len());
        let lts = random_lts(rng, &actions, &Shape::default(), false);
        assumptions[i] = Assumption { lts, simulation: None };
    }
    rule
}

/// How often something was seen, by name.
pub(crate) type Tally = BTreeMap<&'static str, u64>;
