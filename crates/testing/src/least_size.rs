//! The smallest deterministic LTSs that satisfy constraints, by trying all of them.

use std::collections::{BTreeMap, BTreeSet};

/// That a word, of numbered letters, is or is not in the language of an assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NaiveLiteral {
    /// Which assumption.
    pub assumption: usize,
    /// The word.
    pub word: Vec<usize>,
    /// Whether it is in its language.
    pub allowed: bool,
}

/// A number of states, and the words in question that an LTS with so many can have.
type Choice = (usize, BTreeSet<Vec<usize>>);

/// The least number of states in all of deterministic LTSs, one for each alphabet size, with at
/// most `most` states each, that satisfy all clauses, a clause being a disjunction. All of them are
/// tried.
pub fn least_total_size(
    alphabets: &[usize],
    clauses: &[Vec<NaiveLiteral>],
    most: usize,
) -> Option<usize> {
    // For each assumption and size: which sets of the words in question a language can have.
    let mut choices: Vec<Vec<Choice>> = Vec::new();
    for (assumption, &letters) in alphabets.iter().enumerate() {
        let literals = clauses.iter().flatten().filter(|l| l.assumption == assumption);
        let words: BTreeSet<&Vec<usize>> = literals.map(|literal| &literal.word).collect();
        let mut found: BTreeMap<BTreeSet<Vec<usize>>, usize> = BTreeMap::new();
        for size in 1..=most {
            for_each_table(size, letters, &mut |table| {
                let inside = |word: &&&Vec<usize>| {
                    word.iter()
                        .try_fold(0, |state, &letter| table[state * letters + letter])
                        .is_some()
                };
                let language = words.iter().filter(inside).map(|&word| word.clone()).collect();
                found.entry(language).or_insert(size);
            });
        }
        choices.push(found.into_iter().map(|(language, size)| (size, language)).collect());
    }
    let mut best = None;
    try_all(&choices, clauses, &mut Vec::new(), &mut best);
    best
}

/// Every way to fill in the steps of so many states: a target or none.
fn for_each_table(size: usize, letters: usize, visit: &mut impl FnMut(&[Option<usize>])) {
    let mut table = vec![None; size * letters];
    loop {
        visit(&table);
        let next = |cell: &Option<usize>| cell.map_or(0, |target| target + 1);
        let Some(place) = table.iter().position(|cell| next(cell) < size) else {
            return;
        };
        table[place] = Some(next(&table[place]));
        table[..place].fill(None);
    }
}

fn try_all<'c>(
    choices: &'c [Vec<Choice>],
    clauses: &[Vec<NaiveLiteral>],
    chosen: &mut Vec<&'c Choice>,
    best: &mut Option<usize>,
) {
    let Some(own) = choices.get(chosen.len()) else {
        let holds = |literal: &NaiveLiteral| {
            chosen[literal.assumption].1.contains(&literal.word) == literal.allowed
        };
        if clauses.iter().all(|clause| clause.iter().any(holds)) {
            let total: usize = chosen.iter().map(|(size, _)| size).sum();
            *best = Some(best.map_or(total, |least| least.min(total)));
        }
        return;
    };
    for choice in own {
        chosen.push(choice);
        try_all(choices, clauses, chosen, best);
        chosen.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_least() {
        let literal =
            |word: &[usize], allowed| NaiveLiteral { assumption: 0, word: word.to_vec(), allowed };
        let clause = |word: &[usize], allowed| vec![literal(word, allowed)];
        assert_eq!(least_total_size(&[1, 2], &[], 2), Some(2));
        let twice = [clause(&[0, 0], true), clause(&[0, 0, 0], false)];
        assert_eq!(least_total_size(&[1], &twice, 3), Some(3));
        assert_eq!(least_total_size(&[1], &twice, 2), None);
        let either = [vec![literal(&[0], false), literal(&[0, 0, 0], true)]];
        assert_eq!(least_total_size(&[1], &either, 2), Some(1));
        assert_eq!(least_total_size(&[1], &[clause(&[0], true), clause(&[0], false)], 3), None);
    }
}
