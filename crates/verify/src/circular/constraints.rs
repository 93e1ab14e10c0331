//! What the assumptions have to satisfy: clauses about traces that should or should not be in their
//! languages, the traces being nodes of one prefix tree for each assumption.
//!
//! The paper writes `+(σ, i)` for σ ∈ L(gi), `−(σ, i)` for σ ∉ L(gi), and combines them. All its
//! combinations are conjunctions of disjunctions; and because a node of the tree stands for "this
//! trace is in the language", a disjunction of n is one clause of n literals. The paper's encoding,
//! which has no such nodes, needs log n selector variables instead.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use surmise_model::{ActionId, Alphabet};

/// A node of a [`PrefixTree`]; the root is 0, and a node comes after its parent.
pub(super) type Node = usize;

/// Traces over one alphabet, with common prefixes stored once.
#[derive(Debug, Clone)]
pub(super) struct PrefixTree {
    /// The letters, by symbol.
    letters: Vec<ActionId>,
    /// The parent of each node and the symbol that leads from there; the root has itself.
    parents: Vec<(Node, usize)>,
    /// The children of each node by symbol.
    children: Vec<Vec<Option<Node>>>,
    /// For the nodes that were judged: whether the group itself can do the trace, and which symbols
    /// it can do after it.
    able: Vec<(bool, FixedBitSet)>,
    /// How often each symbol matters to the group: it refuses it, or can do other things
    /// afterwards.
    weights: Vec<usize>,
}

impl PrefixTree {
    fn new(alphabet: &Alphabet) -> Self {
        let letters: Vec<ActionId> = alphabet.iter().collect();
        let children = vec![vec![None; letters.len()]];
        let weights = vec![0; letters.len()];
        Self { letters, parents: vec![(0, 0)], children, able: Vec::new(), weights }
    }

    /// The letters, by symbol.
    pub(super) fn letters(&self) -> &[ActionId] {
        &self.letters
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// How many nodes were judged.
    pub(super) fn judged(&self) -> usize {
        self.able.len()
    }

    /// Judges the next node: whether the group itself can do its trace, and which symbols after it.
    pub(super) fn judge(&mut self, able: bool, next: FixedBitSet) {
        if let Some((parent, symbol)) = self.parent(self.able.len())
            && self.able[parent].0
        {
            self.weights[symbol] +=
                usize::from(!able) * 2 + usize::from(next != self.able[parent].1);
        }
        self.able.push((able, next));
    }

    /// Whether the group itself can do the trace of a node that was judged.
    pub(super) fn is_able(&self, node: Node) -> bool {
        self.able.get(node).is_some_and(|(able, _)| *able)
    }

    /// How often a symbol mattered to the group after the traces that were judged.
    pub(super) fn weight(&self, symbol: usize) -> usize {
        self.weights[symbol]
    }

    /// The parent of a node other than the root, and the symbol that leads from there.
    pub(super) fn parent(&self, node: Node) -> Option<(Node, usize)> {
        (node > 0).then(|| self.parents[node])
    }

    /// Where a symbol leads from a node.
    pub(super) fn child(&self, node: Node, symbol: usize) -> Option<Node> {
        self.children[node][symbol]
    }

    /// The trace of a node.
    pub(super) fn trace(&self, mut node: Node) -> Vec<ActionId> {
        let mut trace = Vec::new();
        while let Some((parent, symbol)) = self.parent(node) {
            trace.push(self.letters[symbol]);
            node = parent;
        }
        trace.reverse();
        trace
    }

    /// The node of a trace, whose actions outside the alphabet do not count.
    fn insert(&mut self, trace: &[ActionId]) -> Node {
        let mut node = 0;
        for action in trace {
            let Ok(symbol) = self.letters.binary_search(action) else { continue };
            node = match self.children[node][symbol] {
                Some(child) => child,
                None => {
                    let child = self.parents.len();
                    self.parents.push((node, symbol));
                    self.children.push(vec![None; self.letters.len()]);
                    self.children[node][symbol] = Some(child);
                    child
                }
            };
        }
        node
    }
}

/// `+(σ, i)` or `−(σ, i)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Literal {
    pub(super) assumption: usize,
    pub(super) node: Node,
    /// Whether the trace of the node has to be in the assumption's language.
    pub(super) allowed: bool,
}

/// All constraints: C in the paper.
#[derive(Debug, Clone)]
pub(super) struct Constraints {
    trees: Vec<PrefixTree>,
    clauses: Vec<Vec<Literal>>,
    known: FxHashSet<Vec<Literal>>,
}

impl Constraints {
    /// No constraint, for assumptions over these alphabets.
    pub(super) fn new<'a>(alphabets: impl IntoIterator<Item = &'a Alphabet>) -> Self {
        let trees = alphabets.into_iter().map(PrefixTree::new).collect();
        Self { trees, clauses: Vec::new(), known: FxHashSet::default() }
    }

    /// The prefix trees, one for each assumption.
    pub(super) fn trees(&self) -> &[PrefixTree] {
        &self.trees
    }

    /// The prefix trees, to be judged.
    pub(super) fn trees_mut(&mut self) -> &mut [PrefixTree] {
        &mut self.trees
    }

    /// The clauses, in the order in which they came. New ones come at the end.
    pub(super) fn clauses(&self) -> &[Vec<Literal>] {
        &self.clauses
    }

    /// `+(σ, i)`.
    pub(super) fn allow(&mut self, trace: &[ActionId], assumption: usize) -> Literal {
        Literal { assumption, node: self.trees[assumption].insert(trace), allowed: true }
    }

    /// `−(σ, i)`.
    pub(super) fn forbid(&mut self, trace: &[ActionId], assumption: usize) -> Literal {
        Literal { assumption, node: self.trees[assumption].insert(trace), allowed: false }
    }

    /// Adds a disjunction, unless it is there or says nothing. No language is without the empty
    /// trace.
    pub(super) fn add(&mut self, clause: impl IntoIterator<Item = Literal>) {
        let mut clause: Vec<Literal> = clause.into_iter().collect();
        if clause.iter().any(|literal| literal.node == 0 && literal.allowed) {
            return;
        }
        clause.retain(|literal| literal.node != 0);
        clause.sort_unstable();
        clause.dedup();
        if self.known.insert(clause.clone()) {
            self.clauses.push(clause);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_are_shared_and_clauses_are_a_set() {
        let [a, b, c] = [1, 2, 3].map(ActionId::of);
        let alphabet: Alphabet = [a, b].into_iter().collect();
        let mut constraints = Constraints::new([&alphabet, &Alphabet::new()]);
        let one = constraints.allow(&[a, c, b], 0);
        let other = constraints.forbid(&[a, a], 0);
        let root = constraints.forbid(&[a, b], 1);
        assert_eq!((one.node, other.node, root.node), (2, 3, 0));
        assert_eq!(constraints.trees()[0].len(), 4);
        assert_eq!(constraints.trees()[0].child(1, 1), Some(2));
        assert_eq!(constraints.trees()[0].parent(3), Some((1, 0)));
        constraints.add([one, other]);
        constraints.add([other, one, root]);
        let always = constraints.allow(&[], 1);
        constraints.add([other, always]);
        assert_eq!(constraints.clauses(), [vec![one, other]]);
    }
}
