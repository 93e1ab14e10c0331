//! The transitions of one or more LTSs as partition refinement wants them: π a state like any
//! other, coloured, as it differs from all others at sight, and for every state the transitions
//! that lead to it. To stop at END is a step of its own, √: what can do it after some τ can do it.

use std::ops::Range;

use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use super::Transposed;

/// The colour of π.
const ERROR: u32 = 1;
/// √, the step of END, if END makes a difference. No LTS has so many actions.
pub(crate) const STOPS: ActionId = ActionId::of(u32::MAX as usize - 1);

/// LTSs side by side. The states of each follow those of the one before; π comes last, once for
/// all.
pub(crate) struct Graph {
    offsets: Vec<u32>,
    edges: Vec<Edge>,
    colours: Vec<u32>,
}

impl Graph {
    /// Puts LTSs side by side. If `see_end`, END has the step √.
    pub(crate) fn new(ltss: &[&Lts], see_end: bool, context: &Context<'_>) -> Result<Self, Stop> {
        let states = ltss.iter().map(|lts| lts.num_states()).sum::<usize>() + 1;
        let transitions = ltss.iter().map(|lts| lts.num_transitions() + 1).sum::<usize>();
        StateId::new(states)?;
        StateId::new(transitions)?;
        context.reserve((states * 8 + transitions * size_of::<Edge>()) as u64)?;
        let error = StateId::of(states - 1);
        let mut graph = Self {
            offsets: Vec::with_capacity(states + 1),
            edges: Vec::with_capacity(transitions),
            colours: vec![0; states],
        };
        graph.colours[error.index()] = ERROR;
        let mut base = 0;
        for lts in ltss {
            for state in lts.states() {
                graph.offsets.push(graph.edges.len() as u32);
                graph.edges.extend(lts.edges(state).iter().map(|edge| Edge {
                    action: edge.action,
                    target: match edge.target.is_error() {
                        true => error,
                        false => StateId::of(base + edge.target.index()),
                    },
                }));
                if see_end && lts.end() == Some(state) {
                    graph.edges.push(Edge { action: STOPS, target: error });
                }
            }
            base += lts.num_states();
        }
        graph.offsets.extend([graph.edges.len() as u32; 2]);
        Ok(graph)
    }

    /// A graph from its rows.
    pub(crate) fn from_rows(offsets: Vec<u32>, edges: Vec<Edge>, colours: Vec<u32>) -> Self {
        debug_assert_eq!(offsets.len(), colours.len() + 1);
        Self { offsets, edges, colours }
    }

    /// The number of states, π included.
    pub(crate) fn num_states(&self) -> usize {
        self.colours.len()
    }

    /// The colour of every state.
    pub(crate) fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// All transitions, by source.
    pub(crate) fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The transitions of a state.
    #[inline]
    pub(crate) fn row(&self, state: u32) -> &[Edge] {
        let state = state as usize;
        &self.edges[self.offsets[state] as usize..self.offsets[state + 1] as usize]
    }

    /// The transitions of a state, as indices into [`edges`](Self::edges).
    #[inline]
    pub(crate) fn range(&self, state: u32) -> Range<u32> {
        self.offsets[state as usize]..self.offsets[state as usize + 1]
    }

    /// The transitions as seen from their targets.
    pub(crate) fn incoming(&self, context: &Context<'_>) -> Result<Incoming, Stop> {
        let sources = self.edges.len() * size_of::<u32>();
        let transitions = Transposed::<u32>::bytes(self.edges.len(), self.num_states());
        context.reserve(sources as u64 + transitions)?;
        let by_target = || {
            let numbered = self.edges.iter().enumerate();
            numbered.map(|(transition, edge)| (edge.target.raw(), transition as u32))
        };
        let transitions = Transposed::new(self.num_states(), by_target);
        let rows = self.offsets.windows(2).enumerate();
        let sources =
            rows.flat_map(|(source, row)| (row[0]..row[1]).map(move |_| source as u32)).collect();
        Ok(Incoming { transitions, sources })
    }
}

/// The transitions of a [`Graph`] as seen from their targets.
pub(crate) struct Incoming {
    transitions: Transposed<u32>,
    sources: Vec<u32>,
}

impl Incoming {
    /// The transitions that lead to a state, as indices into [`Graph::edges`].
    #[inline]
    pub(crate) fn to(&self, state: u32) -> &[u32] {
        self.transitions.of(state)
    }

    /// The source of every transition.
    pub(crate) fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The source of a transition.
    #[inline]
    pub(crate) fn source(&self, transition: u32) -> u32 {
        self.sources[transition as usize]
    }
}
