//! Acyclic graphs from descriptions of their nodes: equal descriptions are one node.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use surmise_model::Stop;

/// Makes the nodes that a root description leads to, parents before children: of each, its content
/// and the places of its children in the order in which they were named.
///
/// # Errors
/// What opening a description says; that descriptions lead in a circle.
pub(crate) fn unfold<K: Clone + Eq + Hash, N>(
    root: K,
    mut open: impl FnMut(&K) -> Result<(N, Vec<K>), Stop>,
) -> Result<Vec<(N, Vec<usize>)>, Stop> {
    // Depth first; a node is finished after its children.
    let mut finished: Vec<(N, Vec<K>)> = Vec::new();
    let mut place_of: FxHashMap<K, Option<usize>> = FxHashMap::default();
    let (content, children) = open(&root)?;
    place_of.insert(root.clone(), None);
    let mut stack = vec![(root, content, children, 0)];
    while let Some((key, content, children, mut next)) = stack.pop() {
        while children.get(next).is_some_and(|child| place_of.contains_key(child)) {
            next += 1;
        }
        match children.get(next).cloned() {
            Some(child) => {
                stack.push((key, content, children, next + 1));
                let (content, children) = open(&child)?;
                place_of.insert(child.clone(), None);
                stack.push((child, content, children, 0));
            }
            None => {
                place_of.insert(key, Some(finished.len()));
                finished.push((content, children));
            }
        }
    }
    let last = finished.len() - 1;
    let place = |child: &K| place_of.get(child).copied().flatten().map(|place| last - place);
    let nodes = finished.into_iter().rev().enumerate().map(|(index, (content, children))| {
        let children: Option<Vec<usize>> = children.iter().map(place).collect();
        match children.filter(|children| children.iter().all(|&child| child > index)) {
            Some(children) => Ok((content, children)),
            None => Err(Stop::internal("a tree that leads in a circle")),
        }
    });
    nodes.collect()
}
