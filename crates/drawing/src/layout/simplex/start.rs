//! What network simplex starts from: which nodes hang together, and the least values that satisfy
//! all constraints.

use super::Constraint;

/// The part of each node, named by its smallest member, and those names.
pub(super) fn parts(nodes: usize, constraints: &[Constraint]) -> (Vec<usize>, Vec<usize>) {
    let mut leader: Vec<usize> = (0..nodes).collect();
    fn find(leader: &mut [usize], mut node: usize) -> usize {
        while leader[node] != node {
            leader[node] = leader[leader[node]];
            node = leader[node];
        }
        node
    }
    for edge in constraints {
        let (a, b) = (find(&mut leader, edge.tail), find(&mut leader, edge.head));
        leader[a.max(b)] = a.min(b);
    }
    let part: Vec<usize> = (0..nodes).map(|node| find(&mut leader, node)).collect();
    let representatives = (0..nodes).filter(|&node| part[node] == node).collect();
    (part, representatives)
}

/// The least values that satisfy all constraints.
pub(super) fn longest_paths(
    nodes: usize,
    edges: &[Constraint],
    incident: &[Vec<usize>],
) -> Vec<i64> {
    let mut value = vec![0; nodes];
    let mut waiting = vec![0_usize; nodes];
    for edge in edges {
        waiting[edge.head] += 1;
    }
    let mut ready: Vec<usize> = (0..nodes).filter(|&node| waiting[node] == 0).collect();
    let mut done = 0;
    while let Some(node) = ready.pop() {
        done += 1;
        for &index in &incident[node] {
            let Constraint { tail, head, length, .. } = edges[index];
            if tail == node {
                value[head] = value[head].max(value[node] + length);
                waiting[head] -= 1;
                if waiting[head] == 0 {
                    ready.push(head);
                }
            }
        }
    }
    debug_assert_eq!(done, nodes, "constraints have no cycle");
    value
}
