//! The order within layers, with few crossings: weighted medians and exchanges of neighbours.
//!
//! Section 3 of the paper that `layout` names. Only layers of states are ordered: what is on the
//! layer of labels between two of them has one way in and one way out, and follows. The sweeps
//! start from two orders, breadth first from the left and from the right, and from a few that are
//! shuffled; the best is taken. Parts of the graph that nothing connects are kept side by side.

use std::collections::VecDeque;

use surmise_model::{Context, Stop};

use super::layers::Layered;

/// Sweeps without improvement before a start is given up.
const PATIENCE: usize = 8;
/// Sweeps from one start at most, and with fewer pieces of edges than these together.
const SWEEPS: usize = 40;
const SWEPT: usize = 40_000;
/// Rounds of exchanges in a sweep at most.
const ROUNDS: usize = 12;
/// How much work shuffled starts may make, in pieces of edges per start.
const WORK: usize = 8_000;
const MOST_STARTS: usize = 8;

/// Orders the layers; tells how many crossings are left.
pub(super) fn reduce_crossings(
    layered: &mut Layered,
    context: &Context<'_>,
) -> Result<usize, Stop> {
    let states = StateLayers::of(layered);
    let parts = parts(layered);
    let starts = 2 + (WORK / (layered.num_pieces() + 1)).min(MOST_STARTS);
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    for start in 0..starts {
        let mut order = Order::breadth_first(&states, start % 2 == 1);
        if start >= 2 {
            order.shuffle(start as u64);
        }
        let (crossings, layers) = order.improve(context)?;
        if best.as_ref().is_none_or(|(least, _)| crossings < *least) {
            best = Some((crossings, layers));
        }
        if crossings == 0 {
            break;
        }
    }
    let Some((_, mut layers)) = best else { return Ok(0) };
    for layer in &mut layers {
        layer.sort_by_key(|&node| parts[node]);
    }
    let order = Order::new(&states, layers);
    let crossings = order.crossings();
    let Order { layers, place, .. } = order;
    for (index, layer) in layers.into_iter().enumerate() {
        layered.layers[2 * index] = layer;
    }
    // Between two layers of states: who is above at both ends is above, others meet halfway.
    for index in (1..layered.layers.len()).step_by(2) {
        let mut layer = std::mem::take(&mut layered.layers[index]);
        layer.sort_by_key(|&node| {
            let (before, after) = (place[layered.before[node][0]], place[layered.after[node][0]]);
            (before + after, before)
        });
        layered.layers[index] = layer;
    }
    Ok(crossings)
}

/// The layers of states alone, with edges from each to the next.
struct StateLayers {
    layers: Vec<Vec<usize>>,
    /// The layer of each node among these; nothing is said of nodes between them.
    layer: Vec<usize>,
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
}

impl StateLayers {
    fn of(layered: &Layered) -> Self {
        let nodes = layered.stands.len();
        let mut result = Self {
            layers: layered.layers.iter().step_by(2).cloned().collect(),
            layer: layered.layer.iter().map(|layer| layer / 2).collect(),
            before: vec![Vec::new(); nodes],
            after: vec![Vec::new(); nodes],
        };
        for &node in layered.layers.iter().step_by(2).flatten() {
            for &between in &layered.after[node] {
                let next = layered.after[between][0];
                result.after[node].push(next);
                result.before[next].push(node);
            }
        }
        result
    }
}

/// The connected part of each node.
fn parts(layered: &Layered) -> Vec<usize> {
    let nodes = layered.stands.len();
    let mut part = vec![usize::MAX; nodes];
    for first in 0..nodes {
        if part[first] != usize::MAX {
            continue;
        }
        let mut stack = vec![first];
        part[first] = first;
        while let Some(node) = stack.pop() {
            for &next in layered.before[node].iter().chain(&layered.after[node]) {
                if part[next] == usize::MAX {
                    part[next] = first;
                    stack.push(next);
                }
            }
        }
    }
    part
}

struct Order<'a> {
    graph: &'a StateLayers,
    layers: Vec<Vec<usize>>,
    /// The place of each node in its layer.
    place: Vec<usize>,
}

impl<'a> Order<'a> {
    fn new(graph: &'a StateLayers, layers: Vec<Vec<usize>>) -> Self {
        let mut order = Self { graph, layers, place: vec![0; graph.layer.len()] };
        (0..order.layers.len()).for_each(|layer| order.number(layer));
        order
    }

    fn breadth_first(graph: &'a StateLayers, backwards: bool) -> Self {
        let mut layers = vec![Vec::new(); graph.layers.len()];
        let mut seen = vec![false; graph.layer.len()];
        let mut firsts: Vec<usize> = graph.layers.iter().flatten().copied().collect();
        if backwards {
            firsts.reverse();
        }
        for first in firsts {
            let mut queue = VecDeque::new();
            if !seen[first] {
                seen[first] = true;
                queue.push_back(first);
            }
            while let Some(node) = queue.pop_front() {
                layers[graph.layer[node]].push(node);
                let (one, other) = (&graph.after[node], &graph.before[node]);
                let (one, other) = if backwards { (other, one) } else { (one, other) };
                for &next in one.iter().chain(other) {
                    if !seen[next] {
                        seen[next] = true;
                        queue.push_back(next);
                    }
                }
            }
        }
        Self::new(graph, layers)
    }

    /// Another order, the same for the same seed: xorshift.
    fn shuffle(&mut self, seed: u64) {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for layer in &mut self.layers {
            for last in (1..layer.len()).rev() {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                layer.swap(last, (state % (last as u64 + 1)) as usize);
            }
        }
        (0..self.layers.len()).for_each(|layer| self.number(layer));
    }

    fn number(&mut self, layer: usize) {
        for (place, &node) in self.layers[layer].iter().enumerate() {
            self.place[node] = place;
        }
    }

    /// Sweeps to and fro until nothing gets better; the best order on the way.
    fn improve(mut self, context: &Context<'_>) -> Result<(usize, Vec<Vec<usize>>), Stop> {
        let mut best = (self.crossings(), self.layers.clone());
        let mut patience = PATIENCE;
        let pieces: usize = self.graph.after.iter().map(Vec::len).sum();
        let sweeps = (SWEPT / (pieces + 1)).clamp(4, SWEEPS);
        for sweep in 0..sweeps {
            if best.0 == 0 || patience == 0 {
                break;
            }
            patience -= 1;
            let forwards = sweep % 2 == 0;
            let last = self.layers.len() - 1;
            for step in 1..=last {
                context.check()?;
                let layer = if forwards { step } else { last - step };
                self.sort_by_medians(layer, forwards, sweep % 4 >= 2);
            }
            self.exchange_neighbours(sweep % 4 >= 2, context)?;
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
                patience = PATIENCE;
            }
        }
        Ok(best)
    }

    fn neighbours(&self, node: usize, forwards: bool) -> &'a [usize] {
        if forwards { &self.graph.before[node] } else { &self.graph.after[node] }
    }

    /// Sorts a layer by the medians of the neighbours on the layer before it (or after it). Nodes
    /// without such neighbours stay where they are.
    fn sort_by_medians(&mut self, layer: usize, forwards: bool, equal_turn: bool) {
        let nodes = self.layers[layer].clone();
        let medians: Vec<Option<f64>> =
            nodes.iter().map(|&node| self.median(node, forwards)).collect();
        let mut sorted: Vec<usize> = (0..nodes.len()).filter(|&i| medians[i].is_some()).collect();
        let value = |index: usize| medians[index].unwrap_or(0.0);
        sorted.sort_by(|&one, &other| {
            let equal = if equal_turn { other.cmp(&one) } else { one.cmp(&other) };
            value(one).total_cmp(&value(other)).then(equal)
        });
        let mut sorted = sorted.into_iter();
        let result = (0..nodes.len()).map(|index| match medians[index] {
            Some(_) => sorted.next().map_or(nodes[index], |from| nodes[from]),
            None => nodes[index],
        });
        self.layers[layer] = result.collect();
        self.number(layer);
    }

    fn median(&self, node: usize, forwards: bool) -> Option<f64> {
        let places = self.places(node, forwards);
        let half = places.len() / 2;
        match places.len() {
            0 => None,
            odd if odd % 2 == 1 => Some(places[half] as f64),
            2 => Some((places[0] + places[1]) as f64 / 2.0),
            even => {
                let left = (places[half - 1] - places[0]) as f64;
                let right = (places[even - 1] - places[half]) as f64;
                let (low, high) = (places[half - 1] as f64, places[half] as f64);
                match left + right > 0.0 {
                    true => Some((low * right + high * left) / (left + right)),
                    false => Some(low),
                }
            }
        }
    }

    /// The places of a node's neighbours, sorted.
    fn places(&self, node: usize, forwards: bool) -> Vec<usize> {
        let neighbours = self.neighbours(node, forwards).iter();
        let mut places: Vec<usize> = neighbours.map(|&node| self.place[node]).collect();
        places.sort_unstable();
        places
    }

    /// Exchanges neighbours as long as that saves crossings; with `equal`, also once where it makes
    /// no difference.
    fn exchange_neighbours(&mut self, equal: bool, context: &Context<'_>) -> Result<(), Stop> {
        let mut changed = vec![true; self.layers.len()];
        let mut equal = equal;
        for _ in 0..ROUNDS {
            let mut better = false;
            for layer in 0..self.layers.len() {
                if !changed[layer] {
                    continue;
                }
                context.check()?;
                changed[layer] = false;
                let gain = self.exchange_in(layer, equal);
                if gain > 0 {
                    better = true;
                    for near in layer.saturating_sub(1)..=(layer + 1).min(changed.len() - 1) {
                        changed[near] = true;
                    }
                }
            }
            equal = false;
            if !better {
                break;
            }
        }
        Ok(())
    }

    /// Exchanges neighbours of one layer; tells how many crossings that saved.
    fn exchange_in(&mut self, layer: usize, equal: bool) -> usize {
        let mut nodes = std::mem::take(&mut self.layers[layer]);
        let mut places: Vec<[Vec<usize>; 2]> =
            nodes.iter().map(|&node| [self.places(node, true), self.places(node, false)]).collect();
        let mut gain = 0;
        for index in 1..nodes.len() {
            let (one, other) = (&places[index - 1], &places[index]);
            let now: usize = (0..2).map(|side| inversions(&one[side], &other[side])).sum();
            let then: usize = (0..2).map(|side| inversions(&other[side], &one[side])).sum();
            if then < now || (equal && then == now) {
                gain += now - then;
                nodes.swap(index - 1, index);
                places.swap(index - 1, index);
            }
        }
        self.layers[layer] = nodes;
        self.number(layer);
        gain
    }

    fn crossings(&self) -> usize {
        (1..self.layers.len()).map(|layer| self.crossings_before(layer)).sum()
    }

    /// The crossings between a layer and the one before it, counted with a tree of sums: Barth,
    /// Jünger and Mutzel, "Simple and efficient bilayer cross counting", 2002.
    fn crossings_before(&self, layer: usize) -> usize {
        let width = self.layers[layer - 1].len();
        let mut sums = vec![0_usize; width + 1];
        let (mut crossings, mut seen) = (0, 0);
        for &node in &self.layers[layer] {
            let places = self.places(node, true);
            for &place in &places {
                let mut index = place + 1;
                let mut at_most = 0;
                while index > 0 {
                    at_most += sums[index];
                    index &= index - 1;
                }
                crossings += seen - at_most;
            }
            for &place in &places {
                let mut index = place + 1;
                while index <= width {
                    sums[index] += 1;
                    index += index & index.wrapping_neg();
                }
            }
            seen += places.len();
        }
        crossings
    }
}

/// Pairs of one of `left` and one of `right` that is smaller; both are sorted.
fn inversions(left: &[usize], right: &[usize]) -> usize {
    let (mut count, mut smaller) = (0, 0);
    for &place in left {
        while smaller < right.len() && right[smaller] < place {
            smaller += 1;
        }
        count += smaller;
    }
    count
}

#[cfg(test)]
mod tests;
