//! Strongly connected components of a graph, by Tarjan's algorithm ("Depth-first search and linear
//! graph algorithms", SIAM Journal on Computing 1, 1972) without recursion.
//!
//! It completes a component after all those it leads to, so that numbering them in this order makes
//! every edge between components lead to a smaller number.

use surmise_model::{Context, Stop};

/// What follows the edges of a node that were looked at so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// An edge to a node.
    To(usize),
    /// An edge that does not count.
    Skip,
    /// No edge any more.
    Done,
}

const UNSEEN: u32 = u32::MAX;

/// The component of every node, numbered in the order of completion, and how many there are.
/// `edge(node, k)` is the `k`-th edge of a node.
pub(crate) fn strong_components(
    nodes: usize,
    context: &Context<'_>,
    edge: impl Fn(usize, usize) -> Next,
) -> Result<(Vec<u32>, usize), Stop> {
    context.reserve((nodes * 24) as u64)?;
    let mut component_of = vec![UNSEEN; nodes];
    // The order of discovery of each node, and the smallest one known to be in its component.
    let mut discovery = vec![UNSEEN; nodes];
    let mut low = vec![UNSEEN; nodes];
    let (mut count, mut discovered) = (0u32, 0u32);
    // Nodes whose component is open; and the path from the root with the next edge to follow.
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut steps = 0u32;
    for root in 0..nodes as u32 {
        if discovery[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((node, next)) = path.last_mut() {
            let at = *node as usize;
            if *next == 0 && discovery[at] == UNSEEN {
                (discovery[at], low[at]) = (discovered, discovered);
                discovered += 1;
                open.push(*node);
            }
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1 << 12) {
                context.check()?;
            }
            let found = edge(at, *next);
            if found != Next::Done {
                *next += 1;
                if let Next::To(target) = found {
                    if discovery[target] == UNSEEN {
                        path.push((target as u32, 0));
                    } else if component_of[target] == UNSEEN {
                        low[at] = low[at].min(discovery[target]);
                    }
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == discovery[at] {
                // `at` is the first node of its component: all of it lies on top.
                while let Some(member) = open.pop() {
                    component_of[member as usize] = count;
                    if member as usize == at {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    Ok((component_of, count as usize))
}
