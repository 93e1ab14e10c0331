//! Circular rules: each assumption is shown by assuming the others, one step ahead.
//!
//! Premises 1 to n say, for words of all actions as in `rules`: if σ is in W(Aj) for every Aj that
//! premise i uses, and σa is in W(Gi), then σa is in W(Ai). The last premise says that a word in
//! W(Aj) for every Aj that *it* uses is in W(P).
//!
//! They suffice if every Ai allows the empty word. Let w be in W(G1) ∩ … ∩ W(Gn). By induction over
//! its prefixes, each is in all W(Ai): the empty one is; and if σ is and σa is a prefix of w, then
//! σa is in all W(Gi), which are closed under prefixes, so premise i puts σa into W(Ai), for every
//! i. Hence w is in all W(Ai), and in W(P). There is no condition on the alphabets, nor on which
//! assumptions a premise uses: to use fewer only makes it harder to meet. Nothing is gained by
//! using Ai in its own premise, but nothing is lost: σ may be assumed to be in W(Ai) there, too.

use surmise_model::{Context, Rule};

use crate::checker::Checker;
use crate::explore::{No, Visited, all_actions, steps};
use crate::fingerprint::QuestionKind;
use crate::inclusion::included;
use crate::machine::Machine;
use crate::refusal::structure;
use crate::{CheckedPremise, Refusal};

/// Checks the premises of a circular rule.
pub(crate) fn check(checker: &Checker<'_>, rule: &Rule) -> Result<Vec<CheckedPremise>, Refusal> {
    let Rule::Circular { groups, assumptions, uses } = rule else {
        return structure("not a circular rule".to_owned());
    };
    let n = groups.len();
    if assumptions.len() != n || uses.len() != n + 1 {
        let (a, u) = (assumptions.len(), uses.len());
        return structure(format!(
            "{n} groups need as many assumptions, not {a}, and one premise more, not {u}"
        ));
    }
    if let Some(place) = uses.iter().flatten().find(|&&place| place >= n) {
        return structure(format!("there is no assumption at place {place}"));
    }
    if assumptions.iter().any(|assumption| assumption.simulation.is_some()) {
        return structure("a circular rule has no premise that a simulation shows".to_owned());
    }
    if let Some(i) = checker.assumptions.iter().position(|machine| machine.start().is_empty()) {
        return structure(format!("assumption A{} refuses the empty trace", i + 1));
    }
    let used = |set: &[usize]| -> Vec<&Machine> {
        set.iter().map(|&place| &checker.assumptions[place]).collect()
    };
    let names = |set: &[usize], between: &str| -> String {
        let names: Vec<String> = set.iter().map(|place| format!("A{}", place + 1)).collect();
        names.join(between)
    };
    let mut checked = Vec::with_capacity(n + 1);
    for (i, group) in groups.iter().enumerate() {
        let members: Vec<&Machine> =
            group.iter().map(|id| &checker.components[id.index()]).collect();
        let (assumed, right) = (used(&uses[i]), &checker.assumptions[i]);
        let sides: [&[&Machine]; 3] = [&members, &assumed, &[right]];
        let answer = checker.answer(QuestionKind::Guaranteed, &sides, || {
            guaranteed(&members, &assumed, right, checker.context)
        });
        let assumed = match &uses[i][..] {
            [] => "true".to_owned(),
            set => names(set, ", "),
        };
        let statement = format!("⟨{assumed}⟩ {} ⟨A{}⟩", checker.group_name(group), i + 1);
        let objection = format!("A{} does not allow it", i + 1);
        checked.push(checker.conclude(i + 1, statement, objection, answer)?);
    }
    let last = &uses[n];
    let (left, right) = (used(last), &checker.property);
    let answer = checker.answer(QuestionKind::Included, &[&left, &[right]], || {
        included(&left, right, checker.context)
    });
    let property = checker.property_name;
    let left = if last.is_empty() { "true".to_owned() } else { names(last, " ‖ ") };
    let statement = format!("{left} ⊨ {property}");
    let objection = format!("{property} does not allow it");
    checked.push(checker.conclude(n + 1, statement, objection, answer)?);
    Ok(checked)
}

/// Whether σa is allowed on the right whenever the group allows it and all that are used allow σ.
///
/// A state is one of the group, followed by the sets of states that the used assumptions and the
/// right-hand side may be in after the word so far, each set preceded by its size. After the last
/// action of a word, only the group and the right-hand side are asked.
fn guaranteed(
    group: &[&Machine],
    used: &[&Machine],
    right: &Machine,
    context: &Context<'_>,
) -> Result<u64, No> {
    if right.alphabet.is_empty() {
        return Ok(0); // It allows the empty word, and with it every word.
    }
    let Some(mut initial) =
        group.iter().map(|machine| machine.initial).collect::<Option<Vec<u32>>>()
    else {
        return Ok(0);
    };
    let followed: Vec<&Machine> = used.iter().copied().chain([right]).collect();
    for machine in &followed {
        push_set(&mut initial, &machine.start());
    }
    // Actions of the others happen when they like, whoever has them.
    let own = all_actions(group.iter().copied());
    let free = all_actions(followed.iter().copied()).difference(&own);
    let mut visited = Visited::new(context, &initial)?;
    let mut number = 0;
    while let Some(state) = visited.get(number) {
        let (tuple, sets) = state.split_at(group.len());
        steps(
            group,
            &free,
            |_| true,
            tuple,
            |action, tuple| {
                let mut next = tuple.to_vec();
                let mut rest = sets;
                let mut keeps = true;
                for (place, machine) in followed.iter().enumerate() {
                    let (set, others) = take_set(rest);
                    rest = others;
                    let set =
                        if action.is_tau() { set.to_vec() } else { machine.after(set, action) };
                    if set.is_empty() && place == used.len() {
                        return Err(No::Word(visited.word(number, action)));
                    }
                    keeps &= !set.is_empty();
                    push_set(&mut next, &set);
                }
                if keeps { visited.add(&next, number, action) } else { Ok(()) }
            },
        )?;
        number += 1;
    }
    Ok(visited.len())
}

fn push_set(state: &mut Vec<u32>, set: &[u32]) {
    state.push(set.len() as u32);
    state.extend_from_slice(set);
}

fn take_set(state: &[u32]) -> (&[u32], &[u32]) {
    match state {
        [size, rest @ ..] => rest.split_at(*size as usize),
        [] => (&[], &[]),
    }
}
