//! Network simplex: integers that satisfy minimal distances, as close together as possible.
//!
//! Given constraints `head - tail ≥ length`, each with a weight, it minimises the sum of
//! `weight · (head - tail)`. Both the layers of a drawing and the places within them are such
//! problems: sections 2.3 and 4.2 of Gansner, Koutsofios, North and Vo, "A technique for drawing
//! directed graphs", IEEE Transactions on Software Engineering 19(3), 1993.
//!
//! Two departures. The first feasible tree grows from one node with two heaps, not by repeated
//! searches, and takes `O(m log m)`. Cut values are not stored: the cut value of a tree edge is the
//! net weight that leaves the subtree below it, and the *flow* out of a subtree is a sum over its
//! nodes, simple to keep when an edge is exchanged.

mod start;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use surmise_model::{Context, Stop};

use start::{longest_paths, parts};

/// `head - tail ≥ length`, at a cost of `weight` for each unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Constraint {
    pub(super) tail: usize,
    pub(super) head: usize,
    pub(super) length: i64,
    pub(super) weight: i64,
}

/// What is done with freedom that costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Balance {
    /// Values that many have are avoided: for layers.
    Crowds,
    /// Nodes go to the middle of their freedom: for places.
    Middle,
}

/// After so many candidates the search for an edge to exchange takes the best of them.
const CANDIDATES: usize = 30;
const NONE: usize = usize::MAX;

/// Solves the constraints, which have to be free of cycles. Values start from zero in every part
/// that no constraint connects with the others. After so much `work`, counted in nodes looked at,
/// it is content with what it has, which satisfies all constraints.
pub(super) fn solve(
    nodes: usize,
    constraints: &[Constraint],
    balance: Balance,
    work: usize,
    context: &Context<'_>,
) -> Result<Vec<i64>, Stop> {
    let mut simplex = Simplex::new(nodes, constraints);
    simplex.grow_tree(context)?;
    let mut from = 0;
    while simplex.work < work {
        context.check()?;
        let Some(child) = simplex.leaving(&mut from) else { break };
        let Some(entering) = simplex.entering(child) else { break };
        simplex.exchange(child, entering);
    }
    match balance {
        Balance::Crowds => simplex.avoid_crowds(nodes),
        Balance::Middle => simplex.centre(simplex.work + work / 2, context)?,
    }
    Ok(simplex.normalised(nodes))
}

struct Simplex {
    /// The given constraints, and those that tie the parts together.
    edges: Vec<Constraint>,
    /// The edges of each node, both ways.
    incident: Vec<Vec<usize>>,
    value: Vec<i64>,
    /// The part of each node.
    part: Vec<usize>,
    /// The spanning tree: edges of each node, the edge to its parent, and the parent.
    tree: Vec<Vec<usize>>,
    up: Vec<usize>,
    parent: Vec<usize>,
    /// Nodes in postorder; the subtree of `v` is `postorder[low[v]..=last[v]]`.
    postorder: Vec<usize>,
    low: Vec<usize>,
    last: Vec<usize>,
    /// The net weight that leaves the subtree of each node.
    flow: Vec<i64>,
    /// How many nodes were looked at.
    work: usize,
}

impl Simplex {
    fn new(nodes: usize, constraints: &[Constraint]) -> Self {
        let mut edges = constraints.to_vec();
        let (part, representatives) = parts(nodes, constraints);
        let mut total = nodes;
        if representatives.len() > 1 {
            // A root below everything ties the parts together, at no cost.
            edges.extend(representatives.iter().map(|&head| Constraint {
                tail: nodes,
                head,
                length: 0,
                weight: 0,
            }));
            total += 1;
        }
        let mut incident = vec![Vec::new(); total];
        for (index, edge) in edges.iter().enumerate() {
            debug_assert_ne!(edge.tail, edge.head);
            incident[edge.tail].push(index);
            incident[edge.head].push(index);
        }
        let value = longest_paths(total, &edges, &incident);
        Self {
            edges,
            incident,
            value,
            part,
            tree: vec![Vec::new(); total],
            up: vec![NONE; total],
            parent: vec![NONE; total],
            postorder: vec![0; total],
            low: vec![0; total],
            last: vec![0; total],
            flow: vec![0; total],
            work: 0,
        }
    }

    fn slack(&self, edge: usize) -> i64 {
        let Constraint { tail, head, length, .. } = self.edges[edge];
        self.value[head] - self.value[tail] - length
    }

    fn other(&self, edge: usize, node: usize) -> usize {
        let Constraint { tail, head, .. } = self.edges[edge];
        if tail == node { head } else { tail }
    }

    /// Grows a tree of tight edges from node 0: the edge out of or into it with the least slack
    /// becomes tight when the whole tree moves. While it grows, `value` of its nodes lacks `moved`.
    fn grow_tree(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let total = self.value.len();
        if total == 0 {
            return Ok(());
        }
        let mut moved = 0;
        let mut inside = vec![false; total];
        let (mut out, mut into) = (BinaryHeap::new(), BinaryHeap::new());
        let mut newest = 0;
        for round in 0.. {
            if round % 256 == 0 {
                context.check()?;
            }
            inside[newest] = true;
            for &edge in &self.incident[newest] {
                let slack_without_move = self.slack(edge);
                if inside[self.other(edge, newest)] {
                    continue;
                }
                // The node's value lacks `moved`, so these slacks already do, as the heaps want.
                match self.edges[edge].tail == newest {
                    true => out.push(Reverse((slack_without_move, edge))),
                    false => into.push(Reverse((slack_without_move, edge))),
                }
            }
            let next = |heap: &mut BinaryHeap<Reverse<(i64, usize)>>| {
                while let Some(&Reverse((key, edge))) = heap.peek() {
                    let Constraint { tail, head, .. } = self.edges[edge];
                    if !(inside[tail] && inside[head]) {
                        return Some((key, edge));
                    }
                    heap.pop();
                }
                None
            };
            let forward = next(&mut out).map(|(key, edge)| (key - moved, edge));
            let backward = next(&mut into).map(|(key, edge)| (key + moved, edge));
            let edge = match (forward, backward) {
                (Some((slack, edge)), Some((other, _))) if slack <= other => {
                    moved += slack;
                    edge
                }
                (_, Some((slack, edge))) => {
                    moved -= slack;
                    edge
                }
                (Some((slack, edge)), None) => {
                    moved += slack;
                    edge
                }
                (None, None) => break,
            };
            let Constraint { tail, head, .. } = self.edges[edge];
            newest = if inside[tail] { head } else { tail };
            self.tree[tail].push(edge);
            self.tree[head].push(edge);
            self.value[newest] -= moved;
        }
        debug_assert!(inside.iter().all(|&inside| inside), "the parts are tied together");
        self.value.iter_mut().for_each(|value| *value += moved);
        self.number(0, 0);
        for edge in &self.edges {
            self.flow[edge.tail] += edge.weight;
            self.flow[edge.head] -= edge.weight;
        }
        for &node in &self.postorder {
            if self.parent[node] != NONE {
                self.flow[self.parent[node]] += self.flow[node];
            }
        }
        Ok(())
    }

    /// Numbers the subtree of a node in postorder, from a number on, along the tree.
    fn number(&mut self, root: usize, first: usize) {
        let mut next = first;
        let mut stack = vec![(root, 0)];
        self.low[root] = first;
        while let Some((node, child)) = stack.last_mut() {
            let node = *node;
            let Some(&edge) = self.tree[node].get(*child) else {
                self.last[node] = next;
                self.postorder[next] = node;
                next += 1;
                stack.pop();
                continue;
            };
            *child += 1;
            if edge == self.up[node] {
                continue;
            }
            let below = self.other(edge, node);
            self.up[below] = edge;
            self.parent[below] = node;
            self.low[below] = next;
            stack.push((below, 0));
        }
    }

    fn is_below(&self, node: usize, root: usize) -> bool {
        self.low[root] <= self.last[node] && self.last[node] <= self.last[root]
    }

    /// The cut value of the tree edge above a node.
    fn cut(&self, child: usize) -> i64 {
        let leaves = self.edges[self.up[child]].tail == child;
        if leaves { self.flow[child] } else { -self.flow[child] }
    }

    /// A node with a tree edge above it whose exchange makes everything cheaper.
    fn leaving(&mut self, from: &mut usize) -> Option<usize> {
        let total = self.value.len();
        let (mut best, mut found) = (None, 0);
        for offset in 0..total {
            let node = (*from + offset) % total;
            self.work += 1;
            if self.up[node] == NONE {
                continue;
            }
            let cut = self.cut(node);
            if cut < 0 {
                if best.is_none_or(|(least, _)| cut < least) {
                    best = Some((cut, node));
                }
                found += 1;
                if found == CANDIDATES {
                    *from = node + 1;
                    break;
                }
            }
        }
        best.map(|(_, node)| node)
    }

    /// The edge with the least slack that crosses the cut above a node against the tree edge there.
    fn entering(&mut self, child: usize) -> Option<usize> {
        let leaves = self.edges[self.up[child]].tail == child;
        let (low, last) = (self.low[child], self.last[child]);
        let inner = last + 1 - low;
        let small = 2 * inner <= self.value.len();
        self.work += if small { inner } else { self.value.len() - inner };
        let mut best: Option<(i64, usize)> = None;
        // The smaller side of the cut is searched.
        let inside = self.postorder[low..=last].iter();
        let outside = self.postorder[..low].iter().chain(&self.postorder[last + 1..]);
        let mut look = |node: usize| {
            for &edge in &self.incident[node] {
                let Constraint { tail, head, .. } = self.edges[edge];
                let (start, stop) = if leaves { (head, tail) } else { (tail, head) };
                if self.is_below(start, child) && !self.is_below(stop, child) {
                    let candidate = (self.slack(edge), edge);
                    if best.is_none_or(|best| candidate < best) {
                        best = Some(candidate);
                    }
                }
            }
        };
        match small {
            true => inside.for_each(|&node| look(node)),
            false => outside.for_each(|&node| look(node)),
        }
        best.map(|(_, edge)| edge)
    }

    /// Moves the subtree of a node, or else all the rest the other way.
    fn shift(&mut self, child: usize, by: i64) {
        let (low, last) = (self.low[child], self.last[child]);
        if 2 * (last + 1 - low) <= self.value.len() {
            for &node in &self.postorder[low..=last] {
                self.value[node] += by;
            }
        } else {
            for &node in self.postorder[..low].iter().chain(&self.postorder[last + 1..]) {
                self.value[node] -= by;
            }
        }
    }

    /// Puts an edge into the tree in place of the one above a node.
    fn exchange(&mut self, child: usize, entering: usize) {
        let Constraint { tail, head, .. } = self.edges[entering];
        let slack = self.slack(entering);
        let (inner, outer) = if self.is_below(tail, child) { (tail, head) } else { (head, tail) };
        if slack > 0 {
            self.shift(child, if inner == tail { slack } else { -slack });
        }
        let moved = self.flow[child];
        let above = self.parent[child];
        // What is above the subtree loses it, what is above its new place gains it.
        let mut meeting = outer;
        while !self.is_below(above, meeting) {
            self.flow[meeting] += moved;
            meeting = self.parent[meeting];
        }
        let mut node = above;
        while node != meeting {
            self.flow[node] -= moved;
            node = self.parent[node];
        }
        // The way from the new top of the subtree to the old one turns round.
        let mut below = 0;
        let mut node = inner;
        loop {
            let old = self.flow[node];
            self.flow[node] = moved - below;
            below = old;
            if node == child {
                break;
            }
            node = self.parent[node];
        }
        let leaving = self.up[child];
        for end in [child, above] {
            self.tree[end].retain(|&edge| edge != leaving);
        }
        self.tree[tail].push(entering);
        self.tree[head].push(entering);
        self.work += self.last[meeting] + 1 - self.low[meeting];
        self.number(meeting, self.low[meeting]);
    }

    /// Moves nodes that may move for nothing to the least crowded of their values.
    fn avoid_crowds(&mut self, nodes: usize) {
        let least = self.value[..nodes].iter().copied().min().unwrap_or(0);
        let most = self.value[..nodes].iter().copied().max().unwrap_or(0);
        let mut crowd = vec![0_usize; (most - least) as usize + 1];
        for &value in &self.value[..nodes] {
            crowd[(value - least) as usize] += 1;
        }
        for node in 0..nodes {
            let (mut net, mut low, mut high) = (0, i64::MIN, i64::MAX);
            for &edge in &self.incident[node] {
                let Constraint { tail, head, length, weight } = self.edges[edge];
                if head == node {
                    net += weight;
                    low = low.max(self.value[tail] + length);
                } else {
                    net -= weight;
                    high = high.min(self.value[head] - length);
                }
            }
            if net != 0 || low == i64::MIN || high == i64::MAX {
                continue;
            }
            let old = self.value[node];
            let emptier = |&value: &i64| (crowd[(value - least) as usize], value != old, value);
            let Some(new) = (low.max(least)..=high.min(most)).min_by_key(emptier) else { continue };
            crowd[(old - least) as usize] -= 1;
            crowd[(new - least) as usize] += 1;
            self.value[node] = new;
        }
    }

    /// Moves subtrees that may move for nothing to the middle of their freedom.
    fn centre(&mut self, work: usize, context: &Context<'_>) -> Result<(), Stop> {
        for child in 0..self.value.len() {
            if child % 64 == 0 {
                context.check()?;
            }
            if self.work > work {
                break;
            }
            if self.up[child] == NONE || self.cut(child) != 0 {
                continue;
            }
            let Some(edge) = self.entering(child) else { continue };
            let half = self.slack(edge) / 2;
            if half > 0 {
                let up = self.is_below(self.edges[edge].tail, child);
                self.shift(child, if up { half } else { -half });
            }
        }
        Ok(())
    }

    /// The values, from zero on in every part.
    fn normalised(mut self, nodes: usize) -> Vec<i64> {
        self.value.truncate(nodes);
        let mut least = vec![i64::MAX; nodes];
        for (&part, &value) in self.part.iter().zip(&self.value) {
            least[part] = least[part].min(value);
        }
        for (&part, value) in self.part.iter().zip(&mut self.value) {
            *value -= least[part];
        }
        self.value
    }
}

#[cfg(test)]
mod tests;
