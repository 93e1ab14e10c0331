//! L#: learning by apartness.
//!
//! Vaandrager, Garhewal, Rot and Wißmann, "A new approach for active automata learning based on
//! apartness" (TACAS 2022). There is no table: the answers form a tree, and two nodes of it are
//! *apart* if some word is accepted after one and rejected after the other. *Invariant*: the nodes
//! of the basis are pairwise apart, so they are different states of the language's minimal
//! automaton. The frontier are the children of the basis; each is a new state, or has a candidate
//! in the basis that it may be equal to. The rules R1 to R4 and the procedures are those of the
//! paper, for automata whose outputs are acceptance. Rejected words need no node: the language is
//! prefix-closed, so they are all alike.

use rustc_hash::FxHashMap;

use surmise_model::Stop;

use super::learner::{Hypothesis, Learner, Membership, Symbol};
use super::observation_tree::{Node, ObservationTree, Slot};

/// L#.
#[derive(Debug, Clone)]
pub struct SharpLearner {
    symbols: usize,
    tree: ObservationTree,
    /// Pairwise apart nodes; the root is the first.
    basis: Vec<Node>,
    /// Where in the basis a node is.
    place_of: FxHashMap<Node, usize>,
    /// Words that show the nodes of the basis to be apart: for each, one against each before it.
    witnesses: Vec<Vec<Box<[Symbol]>>>,
    /// For each node in the basis and each symbol, what the child may be.
    candidates: Vec<Candidates>,
    hypothesis: Hypothesis,
}

/// What a child of the basis may be.
#[derive(Debug, Clone)]
struct Candidates {
    /// Those in the basis (by their place) from which it was not known to be apart.
    left: Vec<usize>,
    /// How many answers were taken into account for that, at least.
    answers: u32,
    /// How many were in the basis then. Those who joined it later were not compared yet.
    compared: usize,
}

impl SharpLearner {
    /// A learner over an alphabet of so many symbols.
    pub fn new(symbols: usize) -> Self {
        Self {
            symbols,
            tree: ObservationTree::new(),
            basis: vec![0],
            place_of: FxHashMap::from_iter([(0, 0)]),
            witnesses: vec![Vec::new()],
            candidates: vec![Candidates { left: vec![0], answers: 0, compared: 0 }; symbols],
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
                None => {
                    self.candidates[state * self.symbols + symbol as usize].left.first().copied()
                }
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
        let Candidates { left, answers, compared } = &mut self.candidates[place];
        let tree = &self.tree;
        if let [only] = left[..]
            && !tree.has_news(child, *answers)
            && !tree.has_news(self.basis[only], *answers)
        {
            return Ok(());
        }
        let mut left = std::mem::take(left);
        left.retain(|&member| {
            let before = if member < *compared { *answers } else { 0 };
            tree.apart_since(child, self.basis[member], before).is_none()
        });
        let (answers, compared) = (tree.answers(), self.basis.len());
        // R3: of two candidates, one is wrong.
        while let [first, second, ..] = left[..] {
            let witness = &self.witnesses[first.max(second)][first.min(second)].clone();
            let mut word = self.tree.word(0, child);
            word.extend_from_slice(witness);
            self.ask(&word, teacher)?;
            let before = left.len();
            let tree = &self.tree;
            left.retain(|&member| !tree.tells_apart(child, self.basis[member], witness));
            if left.len() == before {
                return Err(Stop::internal("L#: a witness does not decide between two states"));
            }
        }
        // R1: a child that is nobody in the basis joins it, and all others may be equal to it.
        if left.is_empty() {
            let new = self.basis.len();
            let apart = |&member: &Node| self.tree.apart(child, member).map(Vec::into_boxed_slice);
            let witnesses: Option<_> = self.basis.iter().map(apart).collect();
            let what = "L#: a state that is like nobody is like somebody";
            self.witnesses.push(witnesses.ok_or_else(|| Stop::internal(what))?);
            self.basis.push(child);
            self.place_of.insert(child, new);
            self.candidates.iter_mut().for_each(|others| others.left.push(new));
            let anybody = Candidates { left: (0..=new).collect(), answers: 0, compared: 0 };
            self.candidates.resize(self.basis.len() * self.symbols, anybody);
        } else {
            self.candidates[place] = Candidates { left, answers, compared };
        }
        Ok(())
    }

    /// Makes the hypothesis agree with the tree, conflict by conflict (rule R4 without its question
    /// to the teacher). Tells the suffix that settled the first of them.
    fn settle(
        &mut self,
        mut conflict: Option<Vec<Symbol>>,
        teacher: &mut dyn Membership,
    ) -> Result<Option<Box<[Symbol]>>, Stop> {
        let mut suffix = None;
        while let Some(mut word) = conflict {
            // Up to here both accept; then one of them does not take the next symbol.
            let (accepted, _) = self.look_up(&word)?;
            let agreed = accepted.min(self.hypothesis.run(&word).0);
            let witness = vec![word[agreed]];
            word.truncate(agreed);
            let before = self.basis.len();
            let shown = self.process(word, witness, teacher)?;
            suffix = suffix.or(Some(shown.into()));
            self.complete(teacher)?;
            if self.basis.len() == before {
                return Err(Stop::internal("L#: a conflict at the frontier is no new state"));
            }
            conflict = self.inconsistency();
        }
        Ok(suffix)
    }

    /// How much of a word that was asked about is accepted, and where that leads.
    fn look_up(&self, word: &[Symbol]) -> Result<(usize, Node), Stop> {
        let found = self.tree.look_up(word);
        found.ok_or_else(|| Stop::internal("L#: a word that was asked about is not in the tree"))
    }

    /// A word of the tree on which the hypothesis is wrong, if there is one (rule R4's check).
    fn inconsistency(&self) -> Option<Vec<Symbol>> {
        let mut pairs = vec![(0, 0)];
        while let Some((node, state)) = pairs.pop() {
            for (symbol, child) in self.tree.known(node) {
                match (child, self.hypothesis.step(state, symbol)) {
                    (Some(child), Some(target)) => pairs.push((child, target)),
                    (None, None) => {}
                    _ => {
                        let mut word = self.tree.word(0, node);
                        word.push(symbol);
                        return Some(word);
                    }
                }
            }
        }
        None
    }

    /// ProcCounterEx: leads a conflict between tree and hypothesis up to the frontier, by halves.
    ///
    /// The word is in the tree, and what the tree knows after it is different from what it knows
    /// after the state of the basis that the hypothesis reaches: the witness tells them apart. So
    /// does, at the frontier, the witness that is returned.
    fn process(
        &mut self,
        mut word: Vec<Symbol>,
        mut witness: Vec<Symbol>,
        teacher: &mut dyn Membership,
    ) -> Result<Vec<Symbol>, Stop> {
        loop {
            // The shortest prefix that leaves the basis.
            let mut frontier = 0;
            let mut node = 0;
            while frontier < word.len() && self.place_of.contains_key(&node) {
                let Slot::Accepted(child) = self.tree.slot(node, word[frontier]) else {
                    return Err(Stop::internal("L#: a word of the tree is not in the tree"));
                };
                node = child;
                frontier += 1;
            }
            if frontier == word.len() {
                return Ok(witness);
            }
            let half = frontier.midpoint(word.len());
            let (first, second) = word.split_at(half);
            let (_, state) = self.hypothesis.run(first);
            let mut moved = self.tree.word(0, self.basis[state]);
            moved.extend_from_slice(second);
            let end = moved.len();
            moved.extend_from_slice(&witness);
            self.ask(&moved, teacher)?;
            let (_, node) = self.look_up(first)?;
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
        self.settle(self.inconsistency(), teacher).map(drop)
    }

    fn refine(
        &mut self,
        word: &[Symbol],
        teacher: &mut dyn Membership,
    ) -> Result<Option<Box<[Symbol]>>, Stop> {
        self.ask(word, teacher)?;
        let (accepted, _) = self.look_up(word)?;
        if accepted == self.hypothesis.run(word).0 {
            return Ok(None);
        }
        self.settle(Some(word.to_vec()), teacher)
    }

    fn hypothesis(&self) -> &Hypothesis {
        &self.hypothesis
    }
}
