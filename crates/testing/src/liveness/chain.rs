//! Fair choice: the graph of positions as a Markov chain, one temporal operator after the other.

use surmise_model::PropositionId;
use surmise_model::formula::{Formula, Formulas, Operator};

use super::positions::Positions;
use super::{Local, local};

/// A chain whose nodes tell the values of the subformulas that were looked at.
struct Chain {
    letters: Vec<Vec<bool>>,
    values: Vec<Vec<bool>>,
    next: Vec<Vec<usize>>,
    initial: Vec<usize>,
}

/// Whether the formula is true with probability one, or the run enters π.
pub(super) fn holds(positions: &Positions, formula: &Formula) -> bool {
    let propositions = positions.letters.first().map_or(0, Vec::len);
    let mut formulas = Formulas::new();
    let root = formula.add_to(&mut formulas);
    let error = formulas.proposition(PropositionId::of(propositions));
    let ends = formulas.add(Operator::Eventually(error));
    let root = formulas.add(Operator::Or(root, ends));
    let letter = |(letter, &in_error): (&Vec<bool>, &bool)| [&letter[..], &[in_error]].concat();
    let mut chain = Chain {
        letters: positions.letters.iter().zip(&positions.in_error).map(letter).collect(),
        values: vec![Vec::new(); positions.letters.len()],
        next: positions.next.clone(),
        initial: positions.initial.clone(),
    };
    for (_, operator) in formulas.iter() {
        chain = chain.split(operator);
    }
    chain.initial.iter().all(|&node| chain.values[node][root.index()])
}

impl Chain {
    /// The chain in which each node tells the value of one operator more.
    fn split(self, operator: Operator) -> Self {
        let nodes = self.next.len();
        let local: Vec<Local> = (0..nodes)
            .map(|node| local(operator, &self.letters[node], |f| self.values[node][f.index()]))
            .collect();
        let is_put_off = |node: usize| matches!(local[node], Local::PutOff { .. });
        let reach: Vec<Vec<usize>> = (0..nodes).map(|node| self.reachable(node)).collect();
        // A value has positive probability where it is there at once, or some way leads to it.
        let possible = |value: bool| {
            let mut possible: Vec<bool> = (0..nodes)
                .map(|node| match local[node] {
                    Local::Is(is) => is == value,
                    Local::Next(f) => {
                        self.next[node].iter().any(|&to| self.values[to][f.index()] == value)
                    }
                    Local::PutOff { forever } => {
                        forever == value && reach[node].iter().all(|&to| is_put_off(to))
                    }
                })
                .collect();
            loop {
                let found = |node: &usize| {
                    !possible[*node]
                        && is_put_off(*node)
                        && self.next[*node].iter().any(|&to| possible[to])
                };
                let more: Vec<usize> = (0..nodes).filter(found).collect();
                if more.is_empty() {
                    return possible;
                }
                more.into_iter().for_each(|node| possible[node] = true);
            }
        };
        let (can_be_false, can_be_true) = (possible(false), possible(true));
        let mut split =
            Self { letters: Vec::new(), values: Vec::new(), next: Vec::new(), initial: Vec::new() };
        let mut parts: Vec<(usize, bool)> = Vec::new();
        for (node, values) in can_be_false.into_iter().zip(can_be_true).enumerate() {
            for (value, is_possible) in [(false, values.0), (true, values.1)] {
                if is_possible {
                    parts.push((node, value));
                    split.letters.push(self.letters[node].clone());
                    split.values.push([&self.values[node][..], &[value]].concat());
                }
            }
        }
        let place = |node: usize, value: bool| parts.iter().position(|&part| part == (node, value));
        let both = |node: usize| [place(node, false), place(node, true)].into_iter().flatten();
        for &(node, value) in &parts {
            let next = self.next[node].iter().flat_map(|&to| match local[node] {
                Local::Is(_) => both(to).collect::<Vec<usize>>(),
                Local::PutOff { .. } => place(to, value).into_iter().collect(),
                Local::Next(f) if self.values[to][f.index()] == value => both(to).collect(),
                Local::Next(_) => Vec::new(),
            });
            split.next.push(next.collect());
        }
        split.initial = self.initial.iter().flat_map(|&node| both(node)).collect();
        split
    }

    fn reachable(&self, from: usize) -> Vec<usize> {
        let mut found = vec![from];
        let mut seen = vec![false; self.next.len()];
        seen[from] = true;
        let mut here = 0;
        while let Some(&node) = found.get(here) {
            here += 1;
            for &to in &self.next[node] {
                if !std::mem::replace(&mut seen[to], true) {
                    found.push(to);
                }
            }
        }
        found
    }
}
