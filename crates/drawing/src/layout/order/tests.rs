//! Crossings, counted pair by pair.

use fastrand::Rng;
use surmise_model::Context;
use surmise_testing::seeds;

use super::*;
use crate::geometry::Size;
use crate::layout::acyclic::{Breaking, reversed};
use crate::layout::layers::layered;
use crate::layout::{Edge, Graph};

fn random(rng: &mut Rng) -> Graph {
    let nodes = rng.usize(1..=9);
    let label = Some(Size { width: 10.0, height: 10.0 });
    let edges = (0..rng.usize(0..=14)).map(|_| Edge {
        source: rng.usize(0..nodes),
        target: rng.usize(0..nodes),
        label,
    });
    let edges = edges.collect();
    Graph { nodes: vec![Size { width: 10.0, height: 10.0 }; nodes], edges, first: 0 }
}

fn naive(layered: &Layered) -> usize {
    let mut count = 0;
    for pair in layered.layers.windows(2) {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for (place, node) in pair[0].iter().enumerate() {
            for next in &layered.after[*node] {
                edges.extend(pair[1].iter().position(|other| other == next).map(|to| (place, to)));
            }
        }
        for one in &edges {
            count += edges.iter().filter(|other| one.0 < other.0 && one.1 > other.1).count();
        }
    }
    count
}

#[test]
fn crossings_are_counted_and_layers_are_right() {
    for seed in seeds(100, 3000) {
        let graph = random(&mut Rng::with_seed(seed));
        for breaking in Breaking::ALL {
            let reversed = reversed(&graph, breaking);
            let context = Context::unlimited();
            let mut layered = layered(&graph, &reversed, &context).expect("nobody stops it");
            let arbitrary = naive(&layered);
            let crossings = reduce_crossings(&mut layered, &context).expect("nobody stops it");
            assert_eq!(crossings, naive(&layered), "seed {seed}");
            assert!(crossings <= arbitrary, "seed {seed}");
            for (edge, chain) in layered.chains.iter().enumerate() {
                let Edge { source, target, .. } = graph.edges[edge];
                assert_eq!(source == target, chain.is_empty(), "seed {seed}");
                let steps = chain.windows(2);
                let is_next = |pair: &[usize]| layered.layer[pair[0]] + 1 == layered.layer[pair[1]];
                assert!(steps.into_iter().all(is_next), "seed {seed}");
            }
        }
    }
}

#[test]
fn a_square_needs_no_crossing() {
    let label = Some(Size { width: 10.0, height: 10.0 });
    let edge = |source, target| Edge { source, target, label };
    let edges = vec![edge(0, 1), edge(0, 2), edge(1, 4), edge(2, 3), edge(1, 3), edge(4, 0)];
    let graph = Graph { nodes: vec![Size::default(); 5], edges, first: 0 };
    let context = Context::unlimited();
    let reversed = reversed(&graph, Breaking::Depth);
    let mut layered = layered(&graph, &reversed, &context).expect("nobody stops it");
    assert_eq!(reduce_crossings(&mut layered, &context), Ok(0));
}
