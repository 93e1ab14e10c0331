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

/// No entry.
const NONE: u32 = u32::MAX;

/// What is known about one symbol after a node; such entries form a list for each node, because
/// most nodes know of few symbols.
#[derive(Debug, Clone, Copy)]
struct Entry {
    symbol: Symbol,
    /// `None` if it is rejected.
    child: Option<Node>,
    /// The next entry of the same node.
    next: u32,
}

#[derive(Debug, Clone)]
pub(super) struct ObservationTree {
    /// Of every node but the root, the node before it and the symbol in between.
    parents: Vec<(Node, Symbol)>,
    /// Of every node, its first entry.
    first: Vec<u32>,
    entries: Vec<Entry>,
    /// Of every node, the number of the last answer that told something new about words after it.
    news: Vec<u32>,
    answers: u32,
}

impl ObservationTree {
    pub(super) fn new() -> Self {
        let (parents, first) = (vec![(0, 0)], vec![NONE]);
        Self { parents, first, entries: Vec::new(), news: vec![0], answers: 0 }
    }

    /// What is known about the symbols after a node: the child, or `None` if it is rejected.
    pub(super) fn known(&self, node: Node) -> impl Iterator<Item = (Symbol, Option<Node>)> {
        let entry = |place: u32| self.entries.get(place as usize);
        let list = std::iter::successors(entry(self.first[node as usize]), move |e| entry(e.next));
        list.map(|entry| (entry.symbol, entry.child))
    }

    pub(super) fn slot(&self, node: Node, symbol: Symbol) -> Slot {
        match self.known(node).find(|&(known, _)| known == symbol) {
            None => Slot::Unknown,
            Some((_, None)) => Slot::Rejected,
            Some((_, Some(child))) => Slot::Accepted(child),
        }
    }

    fn add(&mut self, node: Node, symbol: Symbol, child: Option<Node>) {
        let next = self.first[node as usize];
        self.first[node as usize] = self.entries.len() as u32;
        self.entries.push(Entry { symbol, child, next });
    }

    /// How many answers were noted.
    pub(super) fn answers(&self) -> u32 {
        self.answers
    }

    /// Whether an answer after the first so many told something new about words after a node.
    pub(super) fn has_news(&self, node: Node, answers: u32) -> bool {
        self.news[node as usize] > answers
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
        self.answers += 1;
        let mut node = 0;
        for &symbol in &word[..accepted] {
            self.news[node as usize] = self.answers;
            node = match self.slot(node, symbol) {
                Slot::Accepted(child) => child,
                slot => {
                    debug_assert_eq!(slot, Slot::Unknown, "answers agree");
                    let child = self.parents.len() as Node;
                    self.parents.push((node, symbol));
                    self.first.push(NONE);
                    self.news.push(self.answers);
                    self.add(node, symbol, Some(child));
                    child
                }
            };
        }
        self.news[node as usize] = self.answers;
        if let Some(&symbol) = word.get(accepted) {
            match self.slot(node, symbol) {
                Slot::Unknown => self.add(node, symbol, None),
                slot => debug_assert_eq!(slot, Slot::Rejected, "answers agree"),
            }
        }
    }

    /// Whether a word is known to show that two nodes are apart.
    pub(super) fn tells_apart(&self, mut left: Node, mut right: Node, word: &[Symbol]) -> bool {
        for &symbol in word {
            match (self.slot(left, symbol), self.slot(right, symbol)) {
                (Slot::Accepted(l), Slot::Accepted(r)) => (left, right) = (l, r),
                (Slot::Accepted(_), Slot::Rejected) | (Slot::Rejected, Slot::Accepted(_)) => {
                    return true;
                }
                _ => return false,
            }
        }
        false
    }

    /// A word after which exactly one of two nodes is rejected: proof that they are different
    /// states. It is as short as the tree knows one. `None` as long as the tree does not know one.
    pub(super) fn apart(&self, left: Node, right: Node) -> Option<Vec<Symbol>> {
        self.apart_since(left, right, 0)
    }

    /// As [`apart`](Self::apart) for two nodes that were not after the first so many answers: only
    /// what the others told is looked at.
    pub(super) fn apart_since(&self, left: Node, right: Node, answers: u32) -> Option<Vec<Symbol>> {
        let mut pairs = vec![(left, right)];
        let mut next = 0;
        while let Some(&(l, r)) = pairs.get(next) {
            next += 1;
            if !self.has_news(l, answers) && !self.has_news(r, answers) {
                continue;
            }
            for (symbol, l_child) in self.known(l) {
                match (l_child, self.slot(r, symbol)) {
                    (Some(l), Slot::Accepted(r)) => pairs.push((l, r)),
                    (Some(_), Slot::Rejected) | (None, Slot::Accepted(_)) => {
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
