//! Which layer every node is on, and edges as chains of nodes from layer to layer.
//!
//! Nodes of the graph are on even layers. Odd ones are for labels, and a chain has a node on every
//! layer that it crosses.

use surmise_model::{Context, Stop};

use super::Graph;
use super::simplex::{self, Balance, Constraint};

/// What a node of a layer stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stands {
    /// A node of the graph.
    Node(usize),
    /// An edge of the graph that goes through.
    Bend(usize),
    /// The label of an edge, and the edge beside it.
    Label(usize),
}

/// A graph in layers.
pub(super) struct Layered {
    /// What each node stands for. Those of the graph come first.
    pub(super) stands: Vec<Stands>,
    pub(super) layer: Vec<usize>,
    /// The nodes of each layer, in their order.
    pub(super) layers: Vec<Vec<usize>>,
    /// The neighbours of each node on the layer before and on the one after.
    pub(super) before: Vec<Vec<usize>>,
    pub(super) after: Vec<Vec<usize>>,
    /// For each edge of the graph that is not a loop its chain from left to right, ends included.
    pub(super) chains: Vec<Vec<usize>>,
    /// Whether its direction is from right to left.
    pub(super) reversed: Vec<bool>,
}

/// How much work good layers are worth.
const WORK: usize = 3_000_000;

impl Layered {
    /// How many pieces of edges there are between layers.
    pub(super) fn num_pieces(&self) -> usize {
        self.after.iter().map(Vec::len).sum()
    }

    /// What speaks against this choice of layers and order: crossings, edges that go a long way,
    /// and a wide picture.
    pub(super) fn cost(&self, crossings: usize) -> usize {
        10 * crossings + self.num_pieces() + 2 * self.layers.len()
    }
}

/// Chooses layers. The order within them is still arbitrary.
pub(super) fn layered(
    graph: &Graph,
    reversed: &[bool],
    context: &Context<'_>,
) -> Result<Layered, Stop> {
    let nodes = graph.nodes.len();
    let ends = |edge: usize| {
        let super::Edge { source, target, .. } = graph.edges[edge];
        if reversed[edge] { (target, source) } else { (source, target) }
    };
    let is_loop = |edge: usize| graph.edges[edge].source == graph.edges[edge].target;
    let mut constraints: Vec<Constraint> = (0..graph.edges.len())
        .filter(|&edge| !is_loop(edge))
        .map(|edge| {
            let (tail, head) = ends(edge);
            // An edge without a label is the one that shows where to start.
            let weight = if graph.edges[edge].label.is_some() { 1 } else { 4 };
            Constraint { tail, head, length: 1, weight }
        })
        .collect();
    if graph.edges.iter().all(|edge| edge.target != graph.first) {
        // Everything else is to the right of the first node.
        let others = (0..nodes).filter(|&node| node != graph.first);
        constraints.extend(others.map(|head| Constraint {
            tail: graph.first,
            head,
            length: 1,
            weight: 0,
        }));
    }
    let ranks = simplex::solve(nodes, &constraints, Balance::Crowds, WORK, context)?;
    let layer: Vec<usize> = ranks.iter().map(|&rank| 2 * rank as usize).collect();
    let mut layered = Layered {
        stands: (0..nodes).map(Stands::Node).collect(),
        layers: vec![Vec::new(); layer.iter().max().map_or(0, |most| most + 1)],
        layer,
        before: vec![Vec::new(); nodes],
        after: vec![Vec::new(); nodes],
        chains: vec![Vec::new(); graph.edges.len()],
        reversed: reversed.to_vec(),
    };
    for node in 0..nodes {
        layered.layers[layered.layer[node]].push(node);
    }
    let labels = label_layers(graph, &layered.layer);
    for edge in (0..graph.edges.len()).filter(|&edge| !is_loop(edge)) {
        context.check()?;
        let (start, end) = ends(edge);
        let mut chain = vec![start];
        for layer in layered.layer[start] + 1..layered.layer[end] {
            let bend = layered.stands.len();
            let is_label = labels[edge] == Some(layer);
            layered.stands.push(if is_label { Stands::Label(edge) } else { Stands::Bend(edge) });
            layered.layer.push(layer);
            layered.before.push(Vec::new());
            layered.after.push(Vec::new());
            layered.layers[layer].push(bend);
            chain.push(bend);
        }
        chain.push(end);
        for pair in chain.windows(2) {
            layered.after[pair[0]].push(pair[1]);
            layered.before[pair[1]].push(pair[0]);
        }
        layered.chains[edge] = chain;
    }
    Ok(layered)
}

/// The layer of each edge's label: one that is wide anyway if possible, and near the middle.
fn label_layers(graph: &Graph, layer: &[usize]) -> Vec<Option<usize>> {
    let mut thickness = vec![0.0_f64; layer.iter().max().map_or(0, |most| most + 1)];
    let mut by_width: Vec<(usize, f64)> = graph
        .edges
        .iter()
        .enumerate()
        .filter(|(_, edge)| edge.source != edge.target)
        .filter_map(|(index, edge)| Some((index, edge.label?.width)))
        .collect();
    let span = |edge: usize| {
        let super::Edge { source, target, .. } = graph.edges[edge];
        let (source, target) = (layer[source], layer[target]);
        (source.min(target), source.max(target))
    };
    // Those without a choice come first, then the wide ones.
    by_width.sort_by(|&(a, one), &(b, other)| {
        let short = |edge: usize| span(edge).1 - span(edge).0 == 2;
        short(b).cmp(&short(a)).then(other.total_cmp(&one)).then(a.cmp(&b))
    });
    let mut result = vec![None; graph.edges.len()];
    for (edge, width) in by_width {
        let (start, end) = span(edge);
        let middle = start + end;
        let growth = |layer: usize| (width - thickness[layer]).max(0.0);
        let choice = (start + 1..end).step_by(2).min_by(|&one, &other| {
            let far = |layer: usize| (2 * layer).abs_diff(middle);
            growth(one).total_cmp(&growth(other)).then(far(one).cmp(&far(other)))
        });
        if let Some(layer) = choice {
            thickness[layer] = thickness[layer].max(width);
            result[edge] = Some(layer);
        }
    }
    result
}
