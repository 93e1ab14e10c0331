//! Which edges are turned round, so that the graph has no cycles while layers are chosen.

use std::collections::VecDeque;

use super::Graph;

/// A way to choose them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Breaking {
    /// Those that lead back along the path of a depth-first search: few.
    Depth,
    /// Those that lead to a node that is nearer to the first: more, but a node is never drawn far
    /// to the right although it is near.
    Breadth,
    /// Few again, chosen greedily: Eades, Lin and Smyth, "A fast and effective heuristic for the
    /// feedback arc set problem", 1993.
    Greedy,
    /// As `Depth`, with a search that goes first where the greedy choice puts nodes last. Where
    /// components run side by side, this gives the fewest crossings.
    Late,
}

impl Breaking {
    /// Those with the fewest layers first.
    pub(super) const ALL: [Self; 4] = [Self::Breadth, Self::Depth, Self::Greedy, Self::Late];
}

/// Whether each edge is turned round. Loops do not count.
pub(super) fn reversed(graph: &Graph, breaking: Breaking) -> Vec<bool> {
    let mut targets = vec![Vec::new(); graph.nodes.len()];
    for edge in graph.edges.iter().filter(|edge| edge.source != edge.target) {
        targets[edge.source].push(edge.target);
    }
    let position = match breaking {
        Breaking::Depth => depth_first(graph.first, &targets),
        Breaking::Breadth => breadth_first(graph.first, &targets),
        Breaking::Greedy => greedy(graph, &targets),
        Breaking::Late => {
            let position = greedy(graph, &targets);
            for row in &mut targets {
                row.sort_by_key(|&target| std::cmp::Reverse(position[target]));
            }
            depth_first(graph.first, &targets)
        }
    };
    graph.edges.iter().map(|edge| position[edge.target] < position[edge.source]).collect()
}

/// The nodes, the first one first.
fn starts(first: usize, nodes: usize) -> impl Iterator<Item = usize> {
    std::iter::once(first).filter(move |&first| first < nodes).chain(0..nodes)
}

/// Positions in reverse postorder: only edges back along the search's path lead backwards.
fn depth_first(first: usize, targets: &[Vec<usize>]) -> Vec<usize> {
    let nodes = targets.len();
    let mut position = vec![usize::MAX; nodes];
    let mut seen = vec![false; nodes];
    let mut next = nodes;
    for start in starts(first, nodes) {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut stack = vec![(start, 0)];
        while let Some((node, edge)) = stack.last_mut() {
            let node = *node;
            match targets[node].get(*edge) {
                Some(&target) => {
                    *edge += 1;
                    if !seen[target] {
                        seen[target] = true;
                        stack.push((target, 0));
                    }
                }
                None => {
                    next -= 1;
                    position[node] = next;
                    stack.pop();
                }
            }
        }
    }
    position
}

fn breadth_first(first: usize, targets: &[Vec<usize>]) -> Vec<usize> {
    let nodes = targets.len();
    let mut position = vec![usize::MAX; nodes];
    let mut next = 0;
    for start in starts(first, nodes) {
        if position[start] != usize::MAX {
            continue;
        }
        position[start] = next;
        next += 1;
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for &target in &targets[node] {
                if position[target] == usize::MAX {
                    position[target] = next;
                    next += 1;
                    queue.push_back(target);
                }
            }
        }
    }
    position
}

/// Sinks go to the end, sources to the beginning, and otherwise whoever has the most edges out
/// compared with those in.
fn greedy(graph: &Graph, targets: &[Vec<usize>]) -> Vec<usize> {
    let nodes = targets.len();
    let mut sources = vec![Vec::new(); nodes];
    for (source, row) in targets.iter().enumerate() {
        row.iter().for_each(|&target| sources[target].push(source));
    }
    let mut out: Vec<usize> = targets.iter().map(Vec::len).collect();
    let mut into: Vec<usize> = sources.iter().map(Vec::len).collect();
    let mut position = vec![usize::MAX; nodes];
    let (mut front, mut back) = (0, nodes);
    // The first node, and where it leads if that is clear, are read first.
    let second = match targets.get(graph.first).map(Vec::as_slice) {
        Some(&[second]) => second,
        _ => graph.first,
    };
    for round in 0..nodes {
        let left = (0..nodes).filter(|&node| position[node] == usize::MAX);
        let rank = |&node: &usize| match (out[node], into[node]) {
            _ if round == 0 && node == graph.first || round == 1 && node == second => (3, 0),
            (0, _) => (2, 0),
            (_, 0) => (1, 0),
            (out, into) => (0, nodes as i64 + out as i64 - into as i64),
        };
        let Some(node) = left.max_by_key(|node| (rank(node), std::cmp::Reverse(*node))) else {
            break;
        };
        if rank(&node).0 == 2 {
            back -= 1;
            position[node] = back;
        } else {
            position[node] = front;
            front += 1;
        }
        targets[node].iter().for_each(|&target| into[target] -= 1);
        sources[node].iter().for_each(|&source| out[source] -= 1);
    }
    position
}
