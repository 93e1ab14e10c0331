//! An order of parts in which those that talk to each other are close together: for the levels of a
//! decision diagram, and for the words of a packed state.
//!
//! A diagram is small if parts that talk to each other are close together, and saturation has least
//! to do if steps reach as little up as they can. What an order costs is the sum, over all actions,
//! of how many levels the action spans times how high its uppermost participant is: the weighted
//! event span of Siminiscu and Ciardo, "New metrics for static variable ordering in decision
//! diagrams" (TACAS 2006). A few orders are made and the best of them is taken: the one in which
//! the parts are listed; one that adds parts so that few actions are open at a time, as Sloan's
//! algorithm does for matrices (Meijer and van de Pol, "Bandwidth and wavefront reduction for
//! static variable ordering in symbolic reachability analysis", NFM 2016); both pulled together by
//! the FORCE heuristic (Aloul, Markov, Sakallah, GLSVLSI 2003); and each of these upside down.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Lts, Stop};

use crate::automata::Pace;

/// How many times FORCE pulls.
const PULLS: usize = 24;
/// With more parts than these they stay as they are listed: looking for an order takes a square of
/// time.
const MOST_PARTS: usize = 1 << 13;

/// Actions with the same participants.
struct Bond {
    parts: Vec<u32>,
    /// How many actions they share.
    weight: u64,
}

/// An order of the parts, the uppermost first.
pub(crate) fn order(ltss: &[&Lts], context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let listed: Vec<usize> = (0..ltss.len()).collect();
    if ltss.len() > MOST_PARTS {
        return Ok(listed);
    }
    let mut bonds: IndexMap<Vec<u32>, u64, FxBuildHasher> = IndexMap::default();
    for parts in sharing(ltss).into_iter().filter(|parts| parts.len() > 1) {
        *bonds.entry(parts).or_default() += 1;
    }
    let bonds = bonds.into_iter().map(|(parts, weight)| Bond { parts, weight });
    let bonds: Vec<Bond> = bonds.collect();
    let narrow = narrow(listed.len(), &bonds, context)?;
    let mut candidates = Vec::new();
    for start in [listed, narrow] {
        let pulled = pull(&start, &bonds, context)?;
        for order in [start, pulled] {
            let upside_down = order.iter().rev().copied().collect();
            candidates.extend([order, upside_down]);
        }
    }
    Ok(candidates.into_iter().min_by_key(|order| cost(order, &bonds)).unwrap_or_default())
}

/// On which level each part is.
fn levels(order: &[usize]) -> Vec<u64> {
    let mut levels = vec![0; order.len()];
    order.iter().enumerate().for_each(|(level, &part)| levels[part] = level as u64);
    levels
}

fn cost(order: &[usize], bonds: &[Bond]) -> u128 {
    let levels = levels(order);
    let cost = |bond: &Bond| {
        let of = |&part: &u32| levels[part as usize];
        let top = bond.parts.iter().map(of).min().unwrap_or_default();
        let bottom = bond.parts.iter().map(of).max().unwrap_or_default();
        let height = order.len() as u64 - top;
        u128::from(bond.weight) * u128::from((bottom - top + 1) * height)
    };
    bonds.iter().map(cost).sum()
}

/// Adds, each time, a part that opens the fewest actions and closes the most.
fn narrow(parts: usize, bonds: &[Bond], context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let mut of_part: Vec<Vec<usize>> = vec![Vec::new(); parts];
    for (number, bond) in bonds.iter().enumerate() {
        bond.parts.iter().for_each(|&part| of_part[part as usize].push(number));
    }
    // What a part would open, and what it would close.
    let mut opens: Vec<i64> = of_part.iter().map(|bonds| bonds.len() as i64).collect();
    let mut closes: Vec<i64> = vec![0; parts];
    let mut left: Vec<usize> = bonds.iter().map(|bond| bond.parts.len()).collect();
    let mut rest: Vec<usize> = (0..parts).collect();
    let mut order = Vec::with_capacity(parts);
    let mut pace = Pace::new(context);
    while !rest.is_empty() {
        pace.spend(rest.len())?;
        let rank = |&(_, &part): &(usize, &usize)| {
            let is_open = of_part[part].len() as i64 > opens[part];
            (opens[part] - closes[part], !is_open, part)
        };
        let Some((place, &part)) = rest.iter().enumerate().min_by_key(rank) else { break };
        rest.remove(place);
        order.push(part);
        for &number in &of_part[part] {
            let bond = &bonds[number];
            let is_first = left[number] == bond.parts.len();
            left[number] -= 1;
            for &other in &bond.parts {
                opens[other as usize] -= i64::from(is_first);
                closes[other as usize] += i64::from(left[number] == 1);
            }
        }
    }
    Ok(order)
}

/// Moves each part to the middle of those it talks to, again and again; the best order on the way.
fn pull(start: &[usize], bonds: &[Bond], context: &Context<'_>) -> Result<Vec<usize>, Stop> {
    let mut order = start.to_vec();
    let mut best = (cost(start, bonds), order.clone());
    for _ in 0..PULLS {
        context.check()?;
        let levels = levels(&order);
        // Sums and weights, in integers so that no machine rounds differently.
        let mut pulls = vec![(0u128, 0u128); order.len()];
        for bond in bonds {
            let sum: u64 = bond.parts.iter().map(|&part| levels[part as usize]).sum();
            let middle = (sum << 10) / bond.parts.len() as u64;
            for &part in &bond.parts {
                let (sum, weight) = &mut pulls[part as usize];
                *sum += u128::from(middle) * u128::from(bond.weight);
                *weight += u128::from(bond.weight);
            }
        }
        let place = |part: usize| match pulls[part] {
            (_, 0) => u128::from(levels[part]) << 10,
            (sum, weight) => sum / weight,
        };
        order.sort_by_key(|&part| (place(part), levels[part]));
        let cost = cost(&order, bonds);
        if cost < best.0 {
            best = (cost, order.clone());
        }
    }
    Ok(best.1)
}

/// Who takes part in each action, without those that somebody never offers.
pub(crate) fn sharing(ltss: &[&Lts]) -> Vec<Vec<u32>> {
    let last = ltss.iter().filter_map(|lts| lts.alphabet().iter().last()).max();
    let count = last.map_or(0, |action| action.index() + 1);
    let mut sharing = vec![Vec::new(); count];
    let mut never = vec![false; count];
    let mut offered = vec![false; count];
    for (level, lts) in ltss.iter().enumerate() {
        for (_, edge) in lts.transitions().filter(|(_, edge)| !edge.action.is_tau()) {
            offered[edge.action.index()] = true;
        }
        for action in lts.alphabet().iter() {
            sharing[action.index()].push(level as u32);
            never[action.index()] |= !std::mem::take(&mut offered[action.index()]);
        }
    }
    for (levels, never) in sharing.iter_mut().zip(never) {
        if never {
            levels.clear();
        }
    }
    sharing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bonds(pairs: &[(u32, u32)]) -> Vec<Bond> {
        pairs.iter().map(|&(one, other)| Bond { parts: vec![one, other], weight: 1 }).collect()
    }

    /// A ring whose neighbours are listed far apart: no action has to span more than a few levels,
    /// but for the one that closes the ring.
    #[test]
    fn a_ring_is_unrolled() {
        let parts = 40;
        let at = |place: u32| (place * 7) % parts;
        let ring: Vec<(u32, u32)> = (0..parts).map(|i| (at(i), at((i + 1) % parts))).collect();
        let ring = bonds(&ring);
        let context = Context::unlimited();
        let listed: Vec<usize> = (0..parts as usize).collect();
        let narrow = narrow(parts as usize, &ring, &context).unwrap();
        assert!(cost(&narrow, &ring) * 3 < cost(&listed, &ring));
    }

    #[test]
    fn pulling_never_makes_it_worse() {
        let star = bonds(&[(0, 1), (0, 2), (0, 3), (0, 4), (2, 4)]);
        let context = Context::unlimited();
        for start in [[0, 1, 2, 3, 4], [4, 2, 1, 0, 3]] {
            let pulled = pull(&start, &star, &context).unwrap();
            assert!(cost(&pulled, &star) <= cost(&start, &star));
        }
    }
}
