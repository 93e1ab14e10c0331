//! The rule family CIRC-AG_N, and the simplification S(·) that the alphabets of the assumptions
//! allow (sections 3 and 4 of the paper).
//!
//! Premises 1 to n are `Mi ⊨ Gi ▷ gi`, where Gi is any set of the other assumptions; the last one
//! is `g1 ‖ … ‖ gn ⊨ P`. In each, an assumption matters only if it shares actions with what is
//! judged there, or with another one that matters. Assumptions that do not matter for the last
//! premise, nor for the premise of one that does, need not exist.

use std::collections::BTreeSet;

use surmise_model::{Alphabet, ComponentId};

use crate::assume::decompose::Groups;

/// Which assumptions G1, …, Gn the premises may use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Uses {
    /// All others, as in the paper's experiments.
    #[default]
    Others,
    /// Those of groups with which the group shares actions.
    Sharing,
    /// These, for the premises of the groups that a component stands for; all others where nothing
    /// is said. The last premise uses all assumptions in every rule of the family: with fewer, a
    /// rule is not complete.
    Sets(Vec<(ComponentId, Vec<ComponentId>)>),
}

impl Uses {
    /// G1, …, Gn, G(n+1) for groups with these alphabets. A group does not use its own assumption.
    pub(super) fn sets(&self, groups: &Groups, alphabets: &[Alphabet]) -> Vec<Vec<usize>> {
        let n = alphabets.len();
        let others = |of: usize| (0..n).filter(move |&other| other != of);
        let group_of = |id: &ComponentId| groups.iter().position(|group| group.contains(id));
        let set = |of: usize| -> Vec<usize> {
            match self {
                Self::Sharing if of < n => others(of)
                    .filter(|&other| !alphabets[of].is_disjoint(&alphabets[other]))
                    .collect(),
                Self::Others | Self::Sharing => others(of).collect(),
                Self::Sets(given) => {
                    let own = given.iter().filter(|(id, _)| group_of(id) == Some(of));
                    let mut own = own.peekable();
                    if own.peek().is_none() {
                        return others(of).collect();
                    }
                    let named: Vec<usize> =
                        own.flat_map(|(_, used)| used.iter().filter_map(group_of)).collect();
                    others(of).filter(|other| named.contains(other)).collect()
                }
            }
        };
        (0..=n).map(set).collect()
    }
}

/// A rule of the family, simplified for some alphabets of its assumptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Simplified {
    /// S(G1), …, S(Gn); empty where there is no premise.
    pub(super) uses: Vec<Vec<usize>>,
    /// S(G(n+1)): the assumptions that show the property.
    pub(super) last: Vec<usize>,
    /// I_A: the assumptions that matter, and whose premises are left.
    pub(super) relevant: Vec<usize>,
    /// T(gi) for every i: the closures that gi is part of.
    pub(super) closures: Vec<Vec<Vec<usize>>>,
}

impl Simplified {
    /// Simplifies a rule, given by G1, …, Gn, G(n+1), for groups and a property with these
    /// alphabets and assumptions over those.
    pub(super) fn new(
        sets: &[Vec<usize>],
        groups: &[Alphabet],
        property: &Alphabet,
        assumptions: &[Alphabet],
    ) -> Self {
        let last = sets.last().map_or_else(Vec::new, |set| connected(set, property, assumptions));
        // The edges of gi stand for actions in common with Mi, not with gi: those that Mi does and
        // gi does not see matter, too. Where all alphabets come from one, αgi = 𝒜 ∩ αMi, it makes
        // no difference: what another assumption shares with Mi is in 𝒜, so gi sees it. The lemma
        // is about any alphabets.
        let uses: Vec<Vec<usize>> = sets
            .iter()
            .zip(groups)
            .map(|(set, group)| connected(set, group, assumptions))
            .collect();
        let relevant = closed(&last, &uses);
        let uses: Vec<Vec<usize>> = uses
            .into_iter()
            .enumerate()
            .map(|(of, set)| if relevant.contains(&of) { set } else { Vec::new() })
            .collect();
        // Definition 4: Cl(gk) starts from S(Gk), and gk is in it only if somebody there needs it.
        let all: BTreeSet<Vec<usize>> =
            relevant.iter().map(|&of| closed(&uses[of], &uses)).collect();
        let part_of = |of: usize| all.iter().filter(|set| set.contains(&of)).cloned().collect();
        let closures = (0..groups.len()).map(part_of).collect();
        Self { uses, last, relevant, closures }
    }

    /// How many premises are left.
    pub(super) fn num_premises(&self) -> usize {
        self.relevant.len() + 1
    }
}

/// Those of some assumptions that share actions with an alphabet, directly or through others of
/// them.
fn connected(candidates: &[usize], with: &Alphabet, assumptions: &[Alphabet]) -> Vec<usize> {
    let mut reached = with.clone();
    let mut found = BTreeSet::new();
    loop {
        let more: Vec<usize> = candidates
            .iter()
            .copied()
            .filter(|&of| !found.contains(&of) && !assumptions[of].is_disjoint(&reached))
            .collect();
        if more.is_empty() {
            return found.into_iter().collect();
        }
        more.iter().for_each(|&of| reached.union_with(&assumptions[of]));
        found.extend(more);
    }
}

/// The smallest set that contains these assumptions and, with each, those that its premise uses.
pub(super) fn closed(start: &[usize], uses: &[Vec<usize>]) -> Vec<usize> {
    let mut found: BTreeSet<usize> = start.iter().copied().collect();
    let mut waiting = start.to_vec();
    while let Some(of) = waiting.pop() {
        waiting.extend(uses[of].iter().filter(|&&used| found.insert(used)));
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use surmise_model::{ActionId, Lts};
    use surmise_testing::{Shape, random_lts, random_property, seeds, triangle};

    use super::*;

    const A: usize = 1;
    const B: usize = 2;
    const C: usize = 3;
    const D: usize = 4;

    fn set(letters: &[usize]) -> Alphabet {
        letters.iter().map(|&letter| ActionId::of(letter)).collect()
    }

    /// Every component by itself.
    fn alone(count: usize) -> Groups {
        (0..count).map(|index| vec![ComponentId::of(index)]).collect()
    }

    /// Example 1 of the paper.
    #[test]
    fn example_1() {
        let groups = [set(&[A, B, D]), set(&[B]), set(&[C, D])];
        let sets = Uses::Others.sets(&alone(3), &groups);
        let property = set(&[A, B]);
        let small = [set(&[A, B]), set(&[B]), set(&[C])];
        let rule = Simplified::new(&sets, &groups, &property, &small);
        assert_eq!(rule.last, [0, 1]);
        assert_eq!(rule.relevant, [0, 1]);
        assert_eq!(rule.uses, [vec![1], vec![0], vec![]]);
        let large = [set(&[A, B, D]), set(&[B]), set(&[C, D])];
        let rule = Simplified::new(&sets, &groups, &property, &large);
        assert_eq!(rule.last, [0, 1, 2]);
        assert_eq!(rule.uses, [vec![1, 2], vec![0, 2], vec![0, 1]]);
        assert_eq!(rule.closures[0], [vec![0, 1, 2]]);
    }

    #[test]
    fn the_family() {
        let groups = [set(&[A]), set(&[A, B]), set(&[B])];
        let sets = |uses: Uses| uses.sets(&alone(3), &groups);
        let all = vec![0, 1, 2];
        assert_eq!(sets(Uses::Others), [vec![1, 2], vec![0, 2], vec![0, 1], all.clone()]);
        assert_eq!(sets(Uses::Sharing), [vec![1], vec![0, 2], vec![1], all.clone()]);
        let [first, second, third] = [0, 1, 2].map(ComponentId::of);
        let given = Uses::Sets(vec![(first, vec![first, third]), (second, vec![])]);
        assert_eq!(sets(given), [vec![2], vec![], vec![0, 1], all]);
        // Nobody uses g1 and g3 uses g2 alone: the closures are those of g1 and of g3.
        let rule = Simplified::new(
            &[vec![1], vec![], vec![1], vec![0, 1, 2]],
            &[set(&[A]), set(&[A]), set(&[A])],
            &set(&[A]),
            &[set(&[A]), set(&[A]), set(&[A])],
        );
        assert_eq!(rule.closures, [vec![], vec![vec![1]], vec![]]);
    }

    /// Lemma 2: a premise is true if and only if the simplified one is, whatever alphabets the
    /// assumptions have.
    #[test]
    fn simplified_premises_are_equivalent() {
        let shape = Shape { tau: 10, ..Shape::default() };
        let (mut smaller, mut fail) = (0, 0);
        for seed in seeds(2_000, 20_000) {
            let mut rng = Rng::with_seed(seed);
            let actions: Vec<ActionId> = (1..=rng.usize(3..=7)).map(ActionId::of).collect();
            let count = rng.usize(2..=4);
            let components: Vec<Lts> =
                (0..count).map(|_| random_lts(&mut rng, &actions, &shape, false)).collect();
            let groups: Vec<Alphabet> =
                components.iter().map(|lts| lts.alphabet().clone()).collect();
            let assumptions: Vec<Lts> = groups
                .iter()
                .map(|group| {
                    // What Mi does and gi does not see matters, too.
                    let mut own: Vec<ActionId> = group.iter().collect();
                    own.retain(|_| rng.u8(0..3) > 0);
                    random_property(&mut rng, &own, &shape)
                })
                .collect();
            let alphabets: Vec<Alphabet> =
                assumptions.iter().map(|lts| lts.alphabet().clone()).collect();
            let property = random_property(&mut rng, &actions, &shape);
            let sets = Uses::Others.sets(&alone(count), &groups);
            let rule = Simplified::new(&sets, &groups, property.alphabet(), &alphabets);
            let of =
                |set: &[usize]| -> Vec<&Lts> { set.iter().map(|&i| &assumptions[i]).collect() };
            for &i in &rule.relevant {
                let premise = |set: &[usize]| {
                    triangle(&[&components[i]], &of(set), &assumptions[i]).is_some()
                };
                assert_eq!(premise(&sets[i]), premise(&rule.uses[i]), "seed {seed}");
                smaller += usize::from(rule.uses[i].len() < sets[i].len());
                fail += usize::from(premise(&sets[i]));
            }
            let everybody: Vec<usize> = (0..count).collect();
            // The last premise does not look ahead: everybody is judged, nobody assumed.
            let last = |set: &[usize]| triangle(&of(set), &[], &property).is_some();
            assert_eq!(last(&everybody), last(&rule.last), "seed {seed}");
        }
        assert!(smaller > 100 && fail > 50, "{smaller} {fail}");
    }
}
