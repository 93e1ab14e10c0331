//! Interface-alphabet refinement: an assumption starts with few actions of its interface and gets
//! more when two traces show that it needs them.
//!
//! Gheorghiu Bobaru, Giannakopoulou and Păsăreanu, "Refining interface alphabets for compositional
//! verification" (TACAS 2007), section 5.3 of "Learning to divide and conquer" and algorithm 3 of
//! "Automated assume-guarantee reasoning by abstraction refinement". One trace is the
//! environment's, the other the component's on its way to an error; over the assumption's alphabet
//! they are the same, over the whole interface they are not, so the assumption has to see a
//! difference.
//!
//! A trap: the papers' proof that there is always something to add speaks of the symmetric
//! difference of the two *sets* of actions, which can be empty: `c a` and `a c` differ. Where that
//! is so, `AllDiff` falls back on `Forward`, whose argument holds: if both letters at the first
//! difference were in the assumption's alphabet, the traces would differ there, too.

use surmise_model::{ActionId, Alphabet};

/// Which interface actions an assumption speaks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AlphabetRefinement {
    /// All of them, from the start.
    Full,
    /// Those of the property; then the letters at the last difference of two traces. Measured on
    /// the case studies it is the fastest, as the Learning paper says.
    #[default]
    Backward,
    /// Those of the property; then the letters at the first difference of two traces.
    Forward,
    /// Those of the property; then all actions that one of two traces has and the other does not.
    AllDiff,
}

impl AlphabetRefinement {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Full, Self::Backward, Self::Forward, Self::AllDiff];

    /// The alphabet to start with.
    #[must_use]
    pub fn initial(self, interface: &Alphabet, property: &Alphabet) -> Alphabet {
        match self {
            Self::Full => interface.clone(),
            _ => interface.intersection(property),
        }
    }

    /// The actions to add to `known`. The traces are over the interface and agree on `known`. The
    /// result contains nothing known, and is empty only if the traces are equal.
    #[must_use]
    pub fn new_actions(self, one: &[ActionId], other: &[ActionId], known: &Alphabet) -> Alphabet {
        let added = match self {
            Self::Full | Self::Forward => first_difference(one.iter(), other.iter()),
            Self::Backward => first_difference(one.iter().rev(), other.iter().rev()),
            Self::AllDiff => {
                let set = |trace: &[ActionId]| trace.iter().copied().collect::<Alphabet>();
                let (one_set, other_set) = (set(one), set(other));
                let both = one_set.intersection(&other_set);
                let difference = one_set.union(&other_set).difference(&both);
                match difference.is_subset(known) {
                    true => first_difference(one.iter(), other.iter()),
                    false => difference,
                }
            }
        };
        added.difference(known)
    }
}

/// The letters at the first place where two words differ; one of them may have ended.
fn first_difference<'w>(
    mut one: impl Iterator<Item = &'w ActionId>,
    mut other: impl Iterator<Item = &'w ActionId>,
) -> Alphabet {
    loop {
        match (one.next(), other.next()) {
            (None, None) => return Alphabet::new(),
            (a, b) if a == b => {}
            (a, b) => return a.into_iter().chain(b).copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(letters: &[usize]) -> Vec<ActionId> {
        letters.iter().map(|&letter| ActionId::of(letter)).collect()
    }

    fn new_actions(how: AlphabetRefinement, one: &[usize], other: &[usize]) -> Vec<usize> {
        let known = word(&[1]).into_iter().collect();
        let added = how.new_actions(&word(one), &word(other), &known);
        added.iter().map(ActionId::index).collect()
    }

    #[test]
    fn each_looks_elsewhere() {
        use AlphabetRefinement::{AllDiff, Backward, Forward};
        let (one, other) = ([5, 2, 1, 3], [5, 4, 1]);
        assert_eq!(new_actions(Forward, &one, &other), [2, 4]);
        assert_eq!(new_actions(Backward, &one, &other), [3]);
        assert_eq!(new_actions(AllDiff, &one, &other), [2, 3, 4]);
    }

    #[test]
    fn different_traces_of_the_same_actions_still_add_some() {
        for how in AlphabetRefinement::ALL {
            assert_eq!(new_actions(how, &[2, 1], &[1, 2]), [2]);
            assert_eq!(new_actions(how, &[2, 1, 2], &[2, 1]), [2]);
            assert!(new_actions(how, &[2, 1], &[2, 1]).is_empty());
        }
    }

    #[test]
    fn the_start_is_the_propertys_share_or_everything() {
        let interface: Alphabet = word(&[1, 2, 3]).into_iter().collect();
        let property: Alphabet = word(&[2, 7]).into_iter().collect();
        assert_eq!(AlphabetRefinement::Full.initial(&interface, &property), interface);
        let small = AlphabetRefinement::Backward.initial(&interface, &property);
        assert_eq!(small, word(&[2]).into_iter().collect());
    }
}
