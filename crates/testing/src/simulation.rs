//! Strong simulation by its definition: a fixed point over all pairs of states, and distributions
//! compared by all subsets of a support (Lemma 1 of the CAV 2012 paper), without a flow anywhere.

use std::collections::BTreeSet;

use surmise_model::{Distribution, Lpts, Rational, StateId};

/// A relation between the states of two LPTSs.
pub type NaiveRelation = BTreeSet<(StateId, StateId)>;

/// The coarsest strong simulation between two LPTSs (definition 5).
pub fn naive_simulation(left: &Lpts, right: &Lpts) -> NaiveRelation {
    let mut relation: NaiveRelation =
        left.states().flat_map(|s| right.states().map(move |t| (s, t))).collect();
    loop {
        let before = relation.len();
        let kept =
            relation.iter().copied().filter(|&(s, t)| is_matched(left, right, s, t, &relation));
        relation = kept.collect();
        if relation.len() == before {
            return relation;
        }
    }
}

/// Whether one LPTS strongly simulates another.
pub fn naively_simulated(left: &Lpts, right: &Lpts) -> bool {
    naive_simulation(left, right).contains(&(left.initial(), right.initial()))
}

/// Whether every transition of `s` has one of `t` with a larger distribution.
fn is_matched(left: &Lpts, right: &Lpts, s: StateId, t: StateId, relation: &NaiveRelation) -> bool {
    left.choices(s).iter().all(|one| {
        let below = left.distribution(one.distribution);
        right.choices(t).iter().any(|other| {
            let above = right.distribution(other.distribution);
            one.action == other.action && naively_below(below, above, relation)
        })
    })
}

/// Whether one distribution is below another: no set of states is more probable than the states
/// that are related to its members.
///
/// # Panics
/// If a support has too many subsets to try them all.
pub fn naively_below(
    below: Distribution<'_>,
    above: Distribution<'_>,
    relation: &NaiveRelation,
) -> bool {
    let support: Vec<(StateId, &Rational)> = below.iter().collect();
    assert!(support.len() <= 20, "too many subsets");
    (0..1u32 << support.len()).all(|subset| {
        let chosen = || support.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
        let mass: Rational = chosen().map(|(_, &(_, p))| p).sum();
        let image =
            above.iter().filter(|&(t, _)| chosen().any(|(_, &(s, _))| relation.contains(&(s, t))));
        mass <= image.map(|(_, p)| p).sum()
    })
}
