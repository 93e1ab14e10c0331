//! L#: learning by apartness.
//!
//! Vaandrager, Garhewal, Rot and Wißmann, "A new approach for active automata learning based on
//! apartness" (TACAS 2022). There is no table: the answers form a tree, and two nodes of it are
//! *apart* if some word is accepted after one and rejected after the other. *Invariant*: the nodes of
//! the basis are pairwise apart, so they are different states of the language's minimal automaton.
//! The frontier are the children of the basis; each is a new state, or has a candidate in the basis
//! that it may be equal to. The rules R1 to R4 and the procedures are those of the paper, for
//! automata whose outputs are acceptance. Rejected words need no node: the language is prefix-closed,
//! so they are all alike.

use rustc_hash::FxHashMap;

use super::learner::{Hypothesis, Learner, Membership, Symbol};
use super::observation_tree::{Node, ObservationTree, Slot};
use crate::Stop;

/// L#.
#[derive(Debug, Clone)]
pub struct SharpLearner {
    symbols: usize,
    tree: ObservationTree,
    /// Pairwise apart nodes; the root is the first.
    basis: Vec<Node>,
    /// Where in the basis a node is.
    place_of: FxHashMap<Node, usize>,
    /// For each node in the basis and each symbol, those in the basis (by their place) from which
    /// the child is not known to be apart. Nothing for children that are rejected or in the basis.
    candidates: Vec<Vec<usize>>,
    hypothesis: Hypothesis,
}

impl SharpLearner {
    /// A learner over an alphabet of so many symbols.
    pub fn new(symbols: usize) -> Self {
        Self {
            symbols,
            tree: ObservationTree::new(symbols),
            basis: vec![0],
            place_of: FxHashMap::from_iter([(0, 0)]),
            candidates: vec![vec![0]; symbols],
            hypothesis: Hypothesis::new(symbols, 0, |_, _| None),
        }
    }

    /// Asks about a word unless the answer is known.
    fn ask(&mut self, word: &[Symbol], teacher: &mut dyn Membership) -> Result<(), Stop> {
        if self.tree.look_up(word).is_none() {
            let accepted = teacher.accepted(word)?;
            self.tree.insert(word, accepted);
        }
        Ok(())
    }

    /// Rules R1 to R3 until each child of the basis is rejected, in the basis, or left with exactly
    /// one candidate; then the hypothesis that follows.
    fn complete(&mut self, teacher: &mut dyn Membership) -> Result<(), Stop> {
        loop {
            let before = self.basis.len();
            let mut place = 0;
            while place < self.candidates.len() {
                self.identify(place, teacher)?;
                place += 1;
            }
            if self.basis.len() == before {
                break;
            }
        }
        let step = |state: usize, symbol: Symbol| match self.tree.slot(self.basis[state], symbol) {
            Slot::Accepted(child) => match self.place_of.get(&child) {
                Some(&state) => Some(state),
                None => self.candidates[state * self.symbols + symbol as usize].first().copied(),
            },
            _ => None,
        };
        self.hypothesis = Hypothesis::new(self.symbols, self.basis.len(), step);
        Ok(())
    }

    /// Finds out about one child of the basis.
    fn identify(&mut self, place: usize, teacher: &mut dyn Membership) -> Result<(), Stop> {
        let parent = self.basis[place / self.symbols];
        let symbol = (place % self.symbols) as Symbol;
        // R2: every child is explored.
        if self.tree.slot(parent, symbol) == Slot::Unknown {
            let mut word = self.tree.word(0, parent);
            word.push(symbol);
            self.ask(&word, teacher)?;
        }
        let Slot::Accepted(child) = self.tree.slot(parent, symbol) else {
            return Ok(());
        };
        if self.place_of.contains_key(&child) {
            return Ok(());
        }
        let mut left = std::mem::take(&mut self.candidates[place]);
        left.retain(|&member| self.tree.apart(child, self.basis[member]).is_none());
        // R3: of two candidates, one is wrong.
        while let [first, second, ..] = left[..] {
            let witness = self.tree.apart(self.basis[first], self.basis[second]);
            let mut word = self.tree.word(0, child);
            word.extend(witness.expect("the basis is pairwise apart"));
            self.ask(&word, teacher)?;
            let before = left.len();
            left.retain(|&member| self.tree.apart(child, self.basis[member]).is_none());
            assert!(left.len() < before, "the witness decides between the two");
        }
        // R1: a child that is nobody in the basis joins it, and all others may be equal to it.
        if left.is_empty() {
            let new = self.basis.len();
            self.basis.push(child);
            self.place_of.insert(child, new);
            self.candidates.iter_mut().for_each(|others| others.push(new));
            let anybody: Vec<usize> = (0..=new).collect();
            self.candidates.resize(self.basis.len() * self.symbols, anybody);
        } else {
            self.candidates[place] = left;
        }
        Ok(())
    }

    /// Makes the hypothesis agree with the tree, conflict by conflict (rule R4 without its question
    /// to the teacher).
    fn settle(
        &mut self,
        mut conflict: Option<Vec<Symbol>>,
        teacher: &mut dyn Membership,
    ) -> Result<(), Stop> {
        while let Some(mut word) = conflict {
            // Up to here both accept; then one of them does not take the next symbol.
            let (accepted, _) = self.tree.look_up(&word).expect("a word of the tree");
            let agreed = accepted.min(self.hypothesis.run(&word).0);
            let witness = vec![word[agreed]];
            word.truncate(agreed);
            let before = self.basis.len();
            self.process(word, witness, teacher)?;
            self.complete(teacher)?;
            assert!(self.basis.len() > before, "a conflict at the frontier is a new state");
            conflict = self.inconsistency();
        }
        Ok(())
    }

    /// A word of the tree on which the hypothesis is wrong, if there is one (rule R4's check).
    fn inconsistency(&self) -> Option<Vec<Symbol>> {
        let mut pairs = vec![(0, 0)];
        while let Some((node, state)) = pairs.pop() {
            for symbol in 0..self.symbols as Symbol {
                let known = self.tree.slot(node, symbol);
                match (known, self.hypothesis.step(state, symbol)) {
                    (Slot::Accepted(child), Some(target)) => pairs.push((child, target)),
                    (Slot::Accepted(_), None) | (Slot::Rejected, Some(_)) => {
                        let mut word = self.tree.word(0, node);
                        word.push(symbol);
                        return Some(word);
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// ProcCounterEx: leads a conflict between tree and hypothesis up to the frontier, by halves.
    ///
    /// The word is in the tree, and what the tree knows after it is different from what it knows
    /// after the state of the basis that the hypothesis reaches: the witness tells them apart.
    fn process(
        &mut self,
        mut word: Vec<Symbol>,
        mut witness: Vec<Symbol>,
        teacher: &mut dyn Membership,
    ) -> Result<(), Stop> {
        loop {
            // The shortest prefix that leaves the basis.
            let mut frontier = 0;
            let mut node = 0;
            while frontier < word.len() && self.place_of.contains_key(&node) {
                let Slot::Accepted(child) = self.tree.slot(node, word[frontier]) else {
                    unreachable!("the word is in the tree");
                };
                node = child;
                frontier += 1;
            }
            if frontier == word.len() {
                return Ok(());
            }
            let half = frontier.midpoint(word.len());
            let (first, second) = word.split_at(half);
            let (_, state) = self.hypothesis.run(first);
            let mut moved = self.tree.word(0, self.basis[state]);
            moved.extend_from_slice(second);
            let end = moved.len();
            moved.extend_from_slice(&witness);
            self.ask(&moved, teacher)?;
            let (_, node) = self.tree.look_up(first).expect("a prefix of a word in the tree");
            match self.tree.apart(self.basis[state], node) {
                Some(shown) => {
                    word.truncate(half);
                    witness = shown;
                }
                None => {
                    moved.truncate(end);
                    word = moved;
                }
            }
        }
    }
}

impl Learner for SharpLearner {
    fn start(&mut self, teacher: &mut dyn Membership) -> Result<(), Stop> {
        self.complete(teacher)?;
        self.settle(self.inconsistency(), teacher)
    }

    fn refine(&mut self, word: &[Symbol], teacher: &mut dyn Membership) -> Result<bool, Stop> {
        self.ask(word, teacher)?;
        let (accepted, _) = self.tree.look_up(word).expect("just asked");
        if accepted == self.hypothesis.run(word).0 {
            return Ok(false);
        }
        self.settle(Some(word.to_vec()), teacher)?;
        Ok(true)
    }

    fn hypothesis(&self) -> &Hypothesis {
        &self.hypothesis
    }
}
