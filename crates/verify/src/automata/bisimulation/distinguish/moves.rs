//! What classes of bisimilar states can do.
//!
//! A move of a class is one of its steps; for branching bisimulation, a step of a class that τ
//! leads to, or nothing at all there, which counts as a τ. Classes of branching bisimilar states
//! have no cycles of τ, and no τ to themselves.

use surmise_model::{ActionId, Context, Edge, StateId, Stop};

use super::Budget;
use crate::automata::reduction::{Graph, Transposed};

/// A step that a class can do at once or after some τ.
#[derive(Clone, Copy)]
pub(super) struct Move {
    /// Where it is done.
    pub(super) at: u32,
    pub(super) action: ActionId,
    /// Where it leads.
    pub(super) to: u32,
}

/// The classes, with their steps.
pub(super) struct Moves {
    graph: Graph,
    /// The classes that τ leads to from each class, itself included, if that is what counts.
    silently: Option<Transposed<u32>>,
    alone: Vec<u32>,
    error: u32,
}

impl Moves {
    /// Those of the classes of a graph, unless there are too many.
    pub(super) fn new(
        graph: &Graph,
        blocks: &[u32],
        branching: bool,
        budget: &mut Budget<'_>,
        context: &Context<'_>,
    ) -> Result<Option<Self>, Stop> {
        let classes = classes(graph, blocks, branching, budget, context)?;
        let error = blocks[graph.num_states() - 1];
        let count = classes.num_states();
        context.reserve((count * 4) as u64)?;
        let alone = (0..count as u32).collect();
        let silently = match branching {
            false => None,
            true => {
                let Some(pairs) = silent_pairs(&classes, budget, context)? else { return Ok(None) };
                context.reserve(Transposed::<u32>::bytes(pairs.len(), count))?;
                Some(Transposed::new(count, || pairs.iter().copied()))
            }
        };
        Ok(Some(Self { graph: classes, silently, alone, error }))
    }

    /// Whether moves begin with τ.
    pub(super) fn branching(&self) -> bool {
        self.silently.is_some()
    }

    /// How many classes there are.
    pub(super) fn num_classes(&self) -> usize {
        self.graph.num_states()
    }

    /// Whether this is the class of π.
    pub(super) fn is_error(&self, class: u32) -> bool {
        class == self.error
    }

    /// All moves of a class.
    pub(super) fn of(&self, class: u32) -> impl Iterator<Item = Move> {
        self.places(class).iter().flat_map(move |&at| {
            let stays = self.branching().then_some(Move { at, action: ActionId::TAU, to: at });
            let steps = self.graph.row(at).iter();
            let steps =
                steps.map(move |edge| Move { at, action: edge.action, to: edge.target.raw() });
            steps.chain(stays)
        })
    }

    /// The moves of a class on an action.
    pub(super) fn on(&self, class: u32, action: ActionId) -> impl Iterator<Item = Move> {
        self.of(class).filter(move |by| by.action == action)
    }

    /// Where a class can begin its moves.
    fn places(&self, class: u32) -> &[u32] {
        match &self.silently {
            Some(silently) => silently.of(class),
            None => &self.alone[class as usize..][..1],
        }
    }
}

/// The graph of the classes of a graph.
fn classes(
    graph: &Graph,
    blocks: &[u32],
    branching: bool,
    budget: &mut Budget<'_>,
    context: &Context<'_>,
) -> Result<Graph, Stop> {
    let count = blocks.iter().max().map_or(0, |&block| block as usize + 1);
    context.reserve((count * 12 + blocks.len() * 8 + size_of_val(graph.edges())) as u64)?;
    let by_class = || blocks.iter().enumerate().map(|(state, &block)| (block, state as u32));
    let members = Transposed::new(count, by_class);
    let (mut offsets, mut edges, mut row) = (vec![0], Vec::new(), Vec::new());
    for class in 0..count {
        for &member in members.of(class as u32) {
            // Linear work, as finding the classes was: it is not counted against the budget.
            budget.pace.spend(graph.row(member).len() + 1)?;
            row.extend(graph.row(member).iter().filter_map(|edge| {
                let target = blocks[edge.target.index()] as usize;
                let inert = branching && edge.action.is_tau() && target == class;
                (!inert).then(|| Edge { action: edge.action, target: StateId::of(target) })
            }));
        }
        row.sort_unstable();
        row.dedup();
        edges.append(&mut row);
        offsets.push(edges.len() as u32);
    }
    Ok(Graph::from_rows(offsets, edges, vec![0; count]))
}

/// Each class with each that τ leads to from there, itself first, unless that is too much work.
fn silent_pairs(
    classes: &Graph,
    budget: &mut Budget<'_>,
    context: &Context<'_>,
) -> Result<Option<Vec<(u32, u32)>>, Stop> {
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut met = vec![u32::MAX; classes.num_states()];
    for class in 0..classes.num_states() as u32 {
        let mut next = pairs.len();
        pairs.push((class, class));
        met[class as usize] = class;
        while next < pairs.len() {
            let row = classes.row(pairs[next].1);
            if !budget.spend(row.len() + 1)? {
                return Ok(None);
            }
            if pairs.capacity() - pairs.len() < row.len() {
                context.reserve((2 * (pairs.len() + row.len()) * 8) as u64)?;
            }
            for edge in row.iter().take_while(|edge| edge.action.is_tau()) {
                if std::mem::replace(&mut met[edge.target.index()], class) != class {
                    pairs.push((class, edge.target.raw()));
                }
            }
            next += 1;
        }
    }
    Ok(Some(pairs))
}
