//! All answers so far, as the tree of the words they are about.
//!
//! A node is an accepted word. That a word is rejected is known of its parent: nothing follows it.

use super::learner::Symbol;

/// A node of an [`ObservationTree`]; 0 is the root, the empty word.
pub(super) type Node = u32;

/// What is known about one more symbol after a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Unknown,
    Rejected,
    Accepted(Node),
}

const UNKNOWN: u32 = u32::MAX;
const REJECTED: u32 = u32::MAX - 1;

#[derive(Debug, Clone)]
pub(super) struct ObservationTree {
    symbols: usize,
    /// Of every node but the root, the node before it and the symbol in between.
    parents: Vec<(Node, Symbol)>,
    slots: Vec<u32>,
}

impl ObservationTree {
    pub(super) fn new(symbols: usize) -> Self {
        Self { symbols, parents: vec![(0, 0)], slots: vec![UNKNOWN; symbols] }
    }

    pub(super) fn slot(&self, node: Node, symbol: Symbol) -> Slot {
        match self.slots[node as usize * self.symbols + symbol as usize] {
            UNKNOWN => Slot::Unknown,
            REJECTED => Slot::Rejected,
            child => Slot::Accepted(child),
        }
    }

    /// The word from one node down to another.
    pub(super) fn word(&self, from: Node, mut to: Node) -> Vec<Symbol> {
        let mut word = Vec::new();
        while to != from {
            let (parent, symbol) = self.parents[to as usize];
            word.push(symbol);
            to = parent;
        }
        word.reverse();
        word
    }

    /// The longest accepted prefix of a word and its node, if the tree knows whether all of the
    /// word is accepted.
    pub(super) fn look_up(&self, word: &[Symbol]) -> Option<(usize, Node)> {
        let mut node = 0;
        for (done, &symbol) in word.iter().enumerate() {
            match self.slot(node, symbol) {
                Slot::Unknown => return None,
                Slot::Rejected => return Some((done, node)),
                Slot::Accepted(child) => node = child,
            }
        }
        Some((word.len(), node))
    }

    /// Notes an answer: how much of a word is accepted.
    pub(super) fn insert(&mut self, word: &[Symbol], accepted: usize) {
        let mut node = 0;
        for &symbol in &word[..accepted] {
            node = match self.slot(node, symbol) {
                Slot::Accepted(child) => child,
                slot => {
                    debug_assert_eq!(slot, Slot::Unknown, "answers agree");
                    let child = self.parents.len() as Node;
                    self.parents.push((node, symbol));
                    self.slots[node as usize * self.symbols + symbol as usize] = child;
                    self.slots.resize(self.slots.len() + self.symbols, UNKNOWN);
                    child
                }
            };
        }
        if let Some(&symbol) = word.get(accepted) {
            let slot = &mut self.slots[node as usize * self.symbols + symbol as usize];
            debug_assert!(*slot == UNKNOWN || *slot == REJECTED, "answers agree");
            *slot = REJECTED;
        }
    }

    /// A word after which exactly one of two nodes is rejected: proof that they are different
    /// states. It is as short as the tree knows one. `None` as long as the tree does not know one.
    pub(super) fn apart(&self, left: Node, right: Node) -> Option<Vec<Symbol>> {
        let mut pairs = vec![(left, right)];
        let mut next = 0;
        while let Some(&(l, r)) = pairs.get(next) {
            next += 1;
            for symbol in 0..self.symbols as Symbol {
                match (self.slot(l, symbol), self.slot(r, symbol)) {
                    (Slot::Accepted(l), Slot::Accepted(r)) => pairs.push((l, r)),
                    (Slot::Accepted(_), Slot::Rejected) | (Slot::Rejected, Slot::Accepted(_)) => {
                        let mut witness = self.word(left, l);
                        witness.push(symbol);
                        return Some(witness);
                    }
                    _ => {}
                }
            }
        }
        None
    }
}
