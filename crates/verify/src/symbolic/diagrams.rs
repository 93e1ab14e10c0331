//! Decision diagrams that say how far it is to each tuple of local states.
//!
//! A node of level `k` has an edge for each local state of the part on that level from which one
//! can go on, and each path from level 0 to the end is a tuple. Edges carry numbers, and the sum
//! along a path is the distance of its tuple: edge-valued multi-way diagrams, EV+MDDs in Ciardo and
//! Siminiscu, "Using edge-valued decision diagrams for symbolic generation of shortest paths"
//! (FMCAD 2002). A set of tuples is the case in which all distances are zero.
//!
//! The smallest number on the edges of a node is zero, and what they have in common stands before
//! the node; so two functions are equal if and only if their nodes and the numbers before them are.
//! Nodes lie in one arena, those below before those above, and are never taken away: diagrams live
//! as long as one question.

use std::hash::BuildHasher;

use hashbrown::{HashMap, HashTable};
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Event, Reason, StateId, Stop};

use crate::automata::Pace;

/// The number of a node.
pub(super) type Node = u32;

/// The node below which nothing is: no tuple can be reached.
pub(super) const NOWHERE: Node = 0;
/// The end of every path.
pub(super) const END: Node = 1;

/// Operations between two looks at the context.
const POLL: u32 = 1 << 10;
/// Of such looks, how many between two words to whoever watches.
const TELL: u64 = 1 << 8;
/// What an operation counts, in units of work.
const OPERATION: u32 = 2;

/// From a local state to what is below.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Edge {
    pub(super) value: u32,
    pub(super) below: Distances,
}

/// The distances of tuples: those below a node, and a number to be added to all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Distances {
    pub(super) node: Node,
    pub(super) plus: u32,
}

impl Distances {
    /// No tuple has one.
    pub(super) const NONE: Self = Self { node: NOWHERE, plus: 0 };
    /// The empty tuple is where one starts.
    pub(super) const START: Self = Self { node: END, plus: 0 };

    /// All of them so much larger.
    pub(super) fn further(self, by: u32) -> Self {
        Self { plus: self.plus.saturating_add(by), ..self }
    }

    pub(super) fn is_none(self) -> bool {
        self.node == NOWHERE
    }
}

/// All nodes of some diagrams.
pub(super) struct Diagrams<'a> {
    context: &'a Context<'a>,
    /// Where the edges of each node start; they end where those of the next start.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    /// The nodes by their edges.
    unique: HashTable<Node>,
    /// What [`Diagrams::nearer`] found out.
    nearer: HashMap<[u32; 4], Distances, FxBuildHasher>,
    /// Edges of nodes that are being made, the innermost last.
    making: Vec<Edge>,
    operations: u32,
    looks: u64,
}

impl<'a> Diagrams<'a> {
    pub(super) fn new(context: &'a Context<'a>) -> Self {
        Self {
            context,
            // Neither of the two nodes that are always there has edges.
            starts: vec![0; 3],
            edges: Vec::new(),
            unique: HashTable::new(),
            nearer: HashMap::default(),
            making: Vec::new(),
            operations: 0,
            looks: 0,
        }
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Memory of nodes and of what is remembered of operations, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let nodes = self.starts.capacity() * 4 + self.edges.capacity() * size_of::<Edge>();
        let tables = self.unique.capacity() * 8 + self.nearer.capacity() * 32;
        (nodes + tables) as u64
    }

    /// The work that was done with them, in units of about a transition.
    pub(super) fn work(&self) -> u64 {
        (self.looks * u64::from(POLL) + u64::from(self.operations)) * u64::from(OPERATION)
    }

    /// The edges of a node, by local state.
    pub(super) fn edges(&self, node: Node) -> &[Edge] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Where the edges of a node are, for who changes diagrams while walking through them.
    pub(super) fn places(&self, node: Node) -> std::ops::Range<usize> {
        let node = node as usize;
        self.starts[node] as usize..self.starts[node + 1] as usize
    }

    /// The edge at a place.
    pub(super) fn edge(&self, place: usize) -> Edge {
        self.edges[place]
    }

    /// What is below a local state of a node.
    pub(super) fn below(&self, node: Node, value: u32) -> Distances {
        let edges = self.edges(node);
        let place = edges.binary_search_by_key(&value, |edge| edge.value);
        place.map_or(Distances::NONE, |place| edges[place].below)
    }

    /// Whether a tuple of local states is below a node.
    pub(super) fn contains(&self, node: Node, values: &[StateId]) -> bool {
        let below = |node: Node, value: &StateId| self.below(node, value.raw()).node;
        node != NOWHERE && values.iter().fold(node, below) != NOWHERE
    }

    /// Whether to go on: to be asked in every operation.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        self.operations += 1;
        if self.operations < POLL {
            return Ok(());
        }
        self.operations = 0;
        self.looks += 1;
        self.context.interrupt.work(u64::from(OPERATION * POLL));
        self.context.check()?;
        if self.looks.is_multiple_of(TELL) {
            let (nodes, bytes) = (self.len() as u64, self.bytes());
            self.context.observer.event(&Event::Growing { nodes, bytes });
        }
        Ok(())
    }

    /// A place for edges that are about to be put: see [`Diagrams::put`].
    pub(super) fn begin(&self) -> usize {
        self.making.len()
    }

    /// Adds an edge to the node that is being made, by growing local states, unless nothing is
    /// below.
    pub(super) fn put(&mut self, value: u32, below: Distances) {
        if !below.is_none() {
            self.making.push(Edge { value, below });
        }
    }

    /// The node with the edges put since a place.
    pub(super) fn finish(&mut self, begin: usize) -> Result<Distances, Stop> {
        let made = &mut self.making[begin..];
        debug_assert!(made.is_sorted_by_key(|edge| edge.value), "edges come by local state");
        let Some(plus) = made.iter().map(|edge| edge.below.plus).min() else {
            return Ok(Distances::NONE);
        };
        made.iter_mut().for_each(|edge| edge.below.plus -= plus);
        let hash = FxBuildHasher.hash_one(&*made);
        let (starts, edges) = (&self.starts, &self.edges);
        let row = |node: Node| {
            let node = node as usize;
            &edges[starts[node] as usize..starts[node + 1] as usize]
        };
        if let Some(&node) = self.unique.find(hash, |&node| row(node) == made) {
            self.making.truncate(begin);
            return Ok(Distances { node, plus });
        }
        self.make_room(self.making.len() - begin)?;
        let node = self.len() as Node;
        self.edges.extend_from_slice(&self.making[begin..]);
        self.starts.push(self.edges.len() as u32);
        self.making.truncate(begin);
        let (starts, edges) = (&self.starts, &self.edges);
        self.unique.insert_unique(hash, node, |&node| {
            let node = node as usize;
            FxBuildHasher.hash_one(&edges[starts[node] as usize..starts[node + 1] as usize])
        });
        Ok(Distances { node, plus })
    }

    /// Asks before something grows.
    fn make_room(&mut self, edges: usize) -> Result<(), Stop> {
        // The limit is on states stored by one search: nodes are what is stored here.
        self.context.check_states(self.len() as u64 - 1)?;
        if self.edges.len() + edges > u32::MAX as usize {
            return Err(Stop(Reason::Unsupported("a diagram has more than 2^32 edges".to_owned())));
        }
        if self.edges.len() + edges > self.edges.capacity() {
            self.context.reserve((2 * self.edges.capacity() * size_of::<Edge>()) as u64)?;
        }
        if self.unique.len() == self.unique.capacity() {
            self.context.reserve(self.unique.capacity() as u64 * 10)?;
        }
        Ok(())
    }

    /// Whether so many bytes more may be allocated.
    pub(super) fn reserve(&self, bytes: usize) -> Result<(), Stop> {
        self.context.reserve(bytes as u64)
    }

    /// Asks before a list grows.
    pub(super) fn make_room_in<T>(&self, list: &mut Vec<T>) -> Result<(), Stop> {
        match list.len() == list.capacity() {
            true => self.reserve(2 * list.capacity() * size_of::<T>()),
            false => Ok(()),
        }
    }

    /// Asks before a table of what was found out grows.
    pub(super) fn remember<K: Eq + std::hash::Hash, V>(
        &self,
        table: &mut HashMap<K, V, FxBuildHasher>,
        key: K,
        value: V,
    ) -> Result<(), Stop> {
        if table.len() == table.capacity() {
            self.context.reserve((2 * table.capacity() * (size_of::<(K, V)>() + 1)) as u64)?;
        }
        table.insert(key, value);
        Ok(())
    }

    /// The smaller of two distances, for every tuple: the union, if they are sets.
    pub(super) fn nearer(&mut self, one: Distances, other: Distances) -> Result<Distances, Stop> {
        self.tick()?;
        let (one, other) = if one.node <= other.node { (one, other) } else { (other, one) };
        if one.is_none() {
            return Ok(other);
        }
        let plus = one.plus.min(other.plus);
        if one.node == other.node {
            return Ok(Distances { plus, ..one });
        }
        let key = [one.node, other.node, one.plus - plus, other.plus - plus];
        if let Some(known) = self.nearer.get(&key) {
            return Ok(known.further(plus));
        }
        let begin = self.begin();
        let (mut ones, mut others) = (self.places(one.node), self.places(other.node));
        let shift = |edge: Edge, by: u32| edge.below.further(by);
        loop {
            let left = ones.clone().next().map(|place| self.edge(place));
            let right = others.clone().next().map(|place| self.edge(place));
            let (value, below) = match (left, right) {
                (Some(left), Some(right)) if left.value == right.value => {
                    ones.next();
                    others.next();
                    let (left_below, right_below) = (shift(left, key[2]), shift(right, key[3]));
                    (left.value, self.nearer(left_below, right_below)?)
                }
                (Some(left), Some(right)) if right.value < left.value => {
                    others.next();
                    (right.value, shift(right, key[3]))
                }
                (Some(left), _) => {
                    ones.next();
                    (left.value, shift(left, key[2]))
                }
                (None, Some(right)) => {
                    others.next();
                    (right.value, shift(right, key[3]))
                }
                (None, None) => break,
            };
            self.put(value, below);
        }
        let result = self.finish(begin)?;
        let mut table = std::mem::take(&mut self.nearer);
        self.remember(&mut table, key, result)?;
        self.nearer = table;
        Ok(result.further(plus))
    }

    /// The nodes of a diagram by level, without [`END`]; each level by their numbers.
    pub(super) fn layers(&self, root: Node, levels: usize) -> Result<Vec<Vec<Node>>, Stop> {
        let mut layers: Vec<Vec<Node>> = Vec::with_capacity(levels);
        if levels == 0 {
            return Ok(layers);
        }
        layers.push(if root == NOWHERE { Vec::new() } else { vec![root] });
        let mut pace = Pace::new(self.context);
        for level in 1..levels {
            pace.spend(layers[level - 1].len())?;
            let above = layers[level - 1].iter().flat_map(|&node| self.edges(node));
            let mut layer: Vec<Node> = above.map(|edge| edge.below.node).collect();
            layer.sort_unstable();
            layer.dedup();
            layers.push(layer);
        }
        Ok(layers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(diagrams: &mut Diagrams<'_>, values: [u32; 2], distance: u32) -> Distances {
        let mut below = Distances::START.further(distance);
        for value in values.into_iter().rev() {
            let begin = diagrams.begin();
            diagrams.put(value, below);
            below = diagrams.finish(begin).unwrap();
        }
        below
    }

    #[test]
    fn equal_functions_are_the_same_node() {
        let context = Context::unlimited();
        let mut diagrams = Diagrams::new(&context);
        let tuples = [([0, 0], 3), ([0, 1], 5), ([2, 0], 1), ([2, 1], 4), ([0, 0], 2)];
        let mut add = |order: &[usize]| {
            order.iter().fold(Distances::NONE, |all, &place| {
                let (values, distance) = tuples[place];
                let one = tuple(&mut diagrams, values, distance);
                diagrams.nearer(all, one).unwrap()
            })
        };
        let all = add(&[0, 1, 2, 3, 4]);
        assert_eq!(all, add(&[4, 3, 2, 1, 0, 0]));
        assert_eq!(all.plus, 1);
        let distance = |a, b| {
            let first = diagrams.below(all.node, a);
            all.plus + first.plus + diagrams.below(first.node, b).plus
        };
        assert_eq!([distance(0, 0), distance(0, 1), distance(2, 0), distance(2, 1)], [2, 5, 1, 4]);
    }

    #[test]
    fn nodes_are_what_the_limit_on_states_counts() {
        let limits = surmise_model::Limits { states: Some(2), ..Default::default() };
        let context = Context { limits, ..Context::unlimited() };
        let mut diagrams = Diagrams::new(&context);
        tuple(&mut diagrams, [0, 0], 0);
        let begin = diagrams.begin();
        diagrams.put(7, Distances::START);
        assert_eq!(diagrams.finish(begin), Err(Stop(Reason::StateLimit(2))));
    }
}
