//! Accepted certificates, each with one random edit: refused, or still a proof.

use fastrand::Rng;
use surmise_certify::{Refusal, check};
use surmise_model::certificate::{
    Argument, CircularPremises, Evidence, Premises, Verdict, WrittenAssumption, WrittenInvariant,
};
use surmise_model::{Certificate, Context, System};
use surmise_testing::seeds;

use crate::engines::found_proof;
use crate::invent::Tally;
use crate::judge::{holds, is_valid};
use crate::random::{has_simulation, random_proof};

/// Makes one edit, and names it; `None` if there is nothing to edit in that way.
fn edit(rng: &mut Rng, system: &System, certificate: &mut Certificate) -> Option<&'static str> {
    let components = certificate.components.len();
    match rng.u8(0..14) {
        0 => {
            let reference = match (&mut certificate.property, rng.bool()) {
                (Some(property), true) => property,
                _ => &mut certificate.components[rng.usize(0..components)],
            };
            let digit = rng.usize("sha256:".len()..reference.hash.len());
            let new = if &reference.hash[digit..=digit] == "0" { "1" } else { "0" };
            reference.hash.replace_range(digit..=digit, new);
            return Some("changed hash");
        }
        1 => {
            certificate.property.take()?;
            return Some("dropped property");
        }
        2 => {
            let (i, j) = (rng.usize(0..components), rng.usize(0..components));
            let hash = certificate.components[i].hash.clone();
            certificate.components[j].hash = hash;
            return Some("component replaced by another");
        }
        3 => {
            let (i, j) = (rng.usize(0..components), rng.usize(0..components));
            certificate.components.swap(i, j);
            return Some("swapped components");
        }
        _ => {}
    }
    match &mut certificate.verdict {
        Verdict::Holds(
            Argument::Asym(premises) | Argument::Circ(premises) | Argument::Sym(premises),
        ) => edit_premises(rng, system, premises),
        Verdict::Holds(Argument::Circular(premises)) => {
            let CircularPremises { groups, assumptions, uses } = premises;
            if rng.u8(0..4) == 0 {
                return edit_uses(rng, uses);
            }
            let mut others = Premises { groups: groups.clone(), assumptions: assumptions.clone() };
            let kind = edit_premises(rng, system, &mut others);
            (*groups, *assumptions) = (others.groups, others.assumptions);
            kind
        }
        Verdict::Holds(Argument::Invariant(invariant)) => edit_invariant(rng, invariant),
        _ => None,
    }
}

fn edit_invariant(rng: &mut Rng, invariant: &mut WrittenInvariant) -> Option<&'static str> {
    let levels = invariant.levels.len();
    let kind = rng.u8(0..10);
    match kind {
        0 => {
            invariant.levels.swap(rng.usize(0..levels), rng.usize(0..levels));
            return Some("swapped levels");
        }
        1 => {
            invariant.deadlock_free = !invariant.deadlock_free;
            return Some("shows something else");
        }
        2 if !invariant.property_states.is_empty() => {
            let sets = &mut invariant.property_states;
            let (i, j) = (rng.usize(0..sets.len()), rng.usize(0..sets.len()));
            sets.swap(i, j);
            return Some("swapped states of the property");
        }
        3 => {
            invariant.layers.pop()?;
            return Some("dropped layer");
        }
        _ => {}
    }
    let level = rng.usize(0..levels);
    let next = invariant.layers.get(level + 1).map_or(1, Vec::len) as u32;
    let node = rng.choice(invariant.layers[level].iter_mut())?;
    let chosen = rng.usize(0..node.len());
    Some(match kind {
        0..=5 => {
            node.remove(chosen);
            "dropped local state"
        }
        6..=7 => {
            node[chosen].1 = rng.u32(0..=next);
            "changed place"
        }
        _ => {
            let value = rng.u32(0..5);
            match node.binary_search_by_key(&value, |&(value, _)| value) {
                Ok(place) => node[place].1 = rng.u32(0..next),
                Err(place) => node.insert(place, (value, rng.u32(0..next))),
            }
            "one more local state"
        }
    })
}

fn edit_uses(rng: &mut Rng, uses: &mut Vec<Vec<u32>>) -> Option<&'static str> {
    let (i, j) = (rng.usize(0..uses.len()), rng.usize(0..uses.len()));
    Some(match rng.u8(0..8) {
        0 => {
            uses.swap(i, j);
            "swapped uses"
        }
        1 => {
            uses.remove(i);
            "dropped premise"
        }
        2 => {
            let count = uses.len() as u32;
            uses[i].push(rng.u32(0..=count));
            "uses one more"
        }
        _ => {
            let last = uses[i].len().checked_sub(1)?;
            uses[i].remove(rng.usize(0..=last));
            "uses one less"
        }
    })
}

fn edit_premises(rng: &mut Rng, system: &System, premises: &mut Premises) -> Option<&'static str> {
    match rng.u8(0..16) {
        0 => {
            let from = rng.usize(0..premises.groups.len());
            let member = premises.groups[from].pop()?;
            let to = rng.usize(0..premises.groups.len());
            premises.groups[to].push(member);
            return Some("component in another group");
        }
        1 => {
            let group = rng.usize(0..premises.groups.len());
            premises.groups[group].pop()?;
            return Some("dropped component");
        }
        2 => {
            let (i, j) = (rng.usize(0..premises.groups.len()), rng.usize(0..premises.groups.len()));
            premises.groups.swap(i, j);
            return Some("swapped groups");
        }
        3 => {
            let (i, j) = (
                rng.usize(0..premises.assumptions.len()),
                rng.usize(0..premises.assumptions.len()),
            );
            premises.assumptions.swap(i, j);
            return Some("swapped assumptions");
        }
        _ => {}
    }
    let chosen = rng.usize(0..premises.assumptions.len());
    edit_assumption(rng, system, &mut premises.assumptions[chosen])
}

fn edit_assumption(
    rng: &mut Rng,
    system: &System,
    assumption: &mut WrittenAssumption,
) -> Option<&'static str> {
    let states = assumption.states.len() as u32;
    let kind = rng.u8(0..12);
    match kind {
        0 if !assumption.alphabet.is_empty() => {
            let gone = assumption.alphabet.remove(rng.usize(0..assumption.alphabet.len()));
            assumption.states.iter_mut().for_each(|row| row.retain(|(action, _)| *action != gone));
            return Some("smaller alphabet");
        }
        1 if !assumption.alphabet.is_empty() => {
            assumption.alphabet.remove(rng.usize(0..assumption.alphabet.len()));
            return Some("smaller alphabet, same transitions");
        }
        2 => {
            let names: Vec<&str> = system.actions.iter().map(|(_, name)| name).collect();
            assumption.alphabet.push((*rng.choice(&names)?).to_owned());
            return Some("larger alphabet");
        }
        3 => {
            assumption.initial = (states > 0 && rng.bool()).then(|| rng.u32(0..states));
            return Some("another initial state");
        }
        4 | 5 => {
            let map = assumption.abstraction.as_mut()?;
            let chosen = rng.usize(0..map.len());
            if kind == 4 {
                map.remove(chosen);
                return Some("dropped pair");
            }
            map[chosen].1 = rng.u32(0..states);
            return Some("changed pair");
        }
        6 => {
            assumption.abstraction.take()?;
            return Some("dropped simulation");
        }
        _ => {}
    }
    let rows: Vec<usize> =
        (0..states as usize).filter(|&i| !assumption.states[i].is_empty()).collect();
    let row = &mut assumption.states[*rng.choice(&rows)?];
    let chosen = rng.usize(0..row.len());
    Some(match kind {
        0..=7 => {
            row.remove(chosen);
            "dropped transition"
        }
        8..=9 => {
            row[chosen].1 = rng.u32(0..=states);
            "changed target"
        }
        _ => {
            let other = rng.choice(&assumption.alphabet)?;
            row[chosen].0 = if rng.u8(0..8) == 0 { "tau".to_owned() } else { other.clone() };
            "renamed action"
        }
    })
}

#[test]
fn an_edited_certificate_is_refused_or_still_a_proof() {
    let mut edited = 0;
    let mut still = Tally::new();
    let mut refused = Tally::new();
    let wanted = seeds(1_000, 50_000).end;
    for seed in 0.. {
        // Every other proof is invented, the rest is found by an engine.
        let invented = (seed % 2 == 0).then(|| random_proof(seed / 2));
        let Some((system, proof)) = invented.or_else(|| found_proof(seed / 2)) else {
            continue;
        };
        let mut certificate = Certificate::of_proof(&system, &proof).unwrap();
        if check(&system, &certificate, &Context::unlimited()).is_err() {
            continue;
        }
        let original = certificate.clone();
        let mut rng = Rng::with_seed(seed);
        let Some(kind) = edit(&mut rng, &system, &mut certificate) else {
            continue;
        };
        if certificate == original {
            continue;
        }
        match check(&system, &certificate, &Context::unlimited()) {
            Ok(accepted) => {
                *still.entry(kind).or_default() += 1;
                let Evidence::Proof(proof) = accepted.evidence else {
                    panic!("seed {seed}: a proof became a run");
                };
                assert!(is_valid(&system, &proof), "seed {seed}, {kind}: not a proof");
                assert!(holds(&system, &proof), "seed {seed}, {kind}: unsound");
            }
            Err(refusal) => {
                *refused.entry(kind).or_default() += 1;
                if let (
                    Refusal::Premise { .. } | Refusal::Invariant { .. },
                    Ok(Evidence::Proof(proof)),
                ) = (&*refusal, certificate.evidence(&system))
                {
                    let valid = is_valid(&system, &proof);
                    assert!(!valid || has_simulation(&proof), "seed {seed}, {kind}: {refusal}");
                }
            }
        }
        edited += 1;
        if edited == wanted {
            break;
        }
    }
    println!("refused {refused:?}\nstill a proof {still:?}");
    for kind in [
        "dropped transition",
        "changed target",
        "renamed action",
        "smaller alphabet",
        "dropped premise",
        "uses one less",
        "dropped local state",
        "changed place",
        "one more local state",
    ] {
        assert!(refused[kind] > 0, "{kind}");
    }
    for kind in ["changed hash", "component replaced by another"] {
        assert!(refused[kind] > 0 && !still.contains_key(kind), "{kind}");
    }
}
