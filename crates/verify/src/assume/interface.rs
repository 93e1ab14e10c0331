//! Interface alphabets: through which actions one part of a system can influence another. All
//! assume-guarantee engines take their definitions from here.
//!
//! Σ_I is the papers' name for the alphabet beyond which knowing more about an environment does not
//! help. An assumption is over Σ_I or, while its alphabet is refined, over a part of it.

use surmise_model::{Alphabet, Lts};

/// All actions of some LTSs.
pub(crate) fn alphabet_of<'l>(parts: impl IntoIterator<Item = &'l Lts>) -> Alphabet {
    let mut all = Alphabet::new();
    parts.into_iter().for_each(|lts| all.union_with(lts.alphabet()));
    all
}

/// Σ_I = (αM1 ∪ αP) ∩ αM2: what M2 can do that M1, or the property P of both, takes part in.
///
/// In a chain of groups G1, …, Gn, M2 is all groups after Gj. M1 is everything up to Gj where a
/// rule looks at it so (algorithm 3 of the AGAR paper, orders of groups). Where assumption A(j-1)
/// is the property of what follows it (section 3.4 of the Learning paper), M1 is Gj alone and P is
/// A(j-1): as that speaks about a part of its own interface only, the result is a part of the
/// other.
pub(crate) fn between(inside: &Alphabet, property: &Alphabet, outside: &Alphabet) -> Alphabet {
    inside.union(property).intersection(outside)
}

/// Σ_I of rule SYM-N: what a group shares with any other group, and all of αP.
///
/// Not the papers' `(αM1 ∩ … ∩ αMn) ∪ αP`, with which the rule is incomplete: see
/// `learn::symmetric`.
pub(crate) fn symmetric(own: &Alphabet, others: &Alphabet, property: &Alphabet) -> Alphabet {
    own.intersection(others).union(property)
}

#[cfg(test)]
mod tests {
    use surmise_model::ActionId;

    use super::*;

    fn set(letters: &[usize]) -> Alphabet {
        letters.iter().map(|&letter| ActionId::of(letter)).collect()
    }

    #[test]
    fn what_only_one_side_has_is_no_interface() {
        let (inside, property, outside) = (set(&[1, 2]), set(&[3, 4]), set(&[2, 3, 5]));
        assert_eq!(between(&inside, &property, &outside), set(&[2, 3]));
    }

    #[test]
    fn under_the_symmetric_rule_everybody_speaks_about_the_property() {
        let (own, others, property) = (set(&[1, 2]), set(&[2, 3, 5]), set(&[3, 4]));
        assert_eq!(symmetric(&own, &others, &property), set(&[2, 3, 4]));
    }
}
