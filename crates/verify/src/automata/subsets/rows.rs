//! What a subset automaton is made of: an LTS, or one that is not built yet.

use std::borrow::Cow;

use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use crate::automata::composition::ProductRows;

/// The steps of an LTS, row by row. States may be numbered as they are met.
pub(crate) trait Rows {
    /// How many states there are already.
    fn len(&self) -> usize;

    /// The initial state.
    fn initial(&mut self) -> Result<StateId, Stop>;

    /// The steps of a state other than π, sorted: τ comes first.
    fn row(&mut self, state: StateId) -> Result<&[Edge], Stop>;
}

impl Rows for &Lts {
    fn len(&self) -> usize {
        self.num_states()
    }

    fn initial(&mut self) -> Result<StateId, Stop> {
        Ok(Lts::initial(self))
    }

    #[inline]
    fn row(&mut self, state: StateId) -> Result<&[Edge], Stop> {
        Ok(self.edges(state))
    }
}

/// The product of parts as far as some actions show it: the others are τ. A state is expanded when
/// its row is first asked for, and then kept.
pub(crate) struct ProjectedRows<'a> {
    product: ProductRows<'a>,
    /// The visible actions, ascending.
    visible: Vec<ActionId>,
    /// The rows known, one behind the other.
    edges: Vec<Edge>,
    /// Where the row of each state is in `edges`.
    rows: Vec<Option<(usize, usize)>>,
    context: Context<'a>,
    row: Vec<Edge>,
}

impl<'a> ProjectedRows<'a> {
    /// The product of parts over visible actions in ascending order.
    pub(crate) fn new(
        parts: Vec<Cow<'a, Lts>>,
        visible: Vec<ActionId>,
        context: &Context<'a>,
    ) -> Self {
        debug_assert!(visible.is_sorted());
        let product = ProductRows::new(parts, context);
        let (edges, rows, row) = (Vec::new(), Vec::new(), Vec::new());
        Self { product, visible, edges, rows, context: *context, row }
    }

    /// The visible actions, ascending.
    #[inline]
    pub(crate) fn visible(&self) -> &[ActionId] {
        &self.visible
    }

    /// Computes a row.
    #[cold]
    fn expand(&mut self, state: StateId) -> Result<(usize, usize), Stop> {
        self.row.clear();
        self.product.row(state, &mut self.row)?;
        for edge in &mut self.row {
            if self.visible.binary_search(&edge.action).is_err() {
                edge.action = ActionId::TAU;
            }
        }
        self.row.sort_unstable();
        self.row.dedup();
        if self.edges.capacity() - self.edges.len() < self.row.len() {
            let more = self.edges.len().max(self.row.len());
            self.context.reserve((2 * more * size_of::<Edge>()) as u64)?;
        }
        let start = self.edges.len();
        self.edges.extend_from_slice(&self.row);
        if self.rows.len() < self.product.len() {
            self.rows.resize(self.product.len(), None);
        }
        let row = (start, self.edges.len());
        self.rows[state.index()] = Some(row);
        Ok(row)
    }
}

impl Rows for ProjectedRows<'_> {
    fn len(&self) -> usize {
        self.product.len()
    }

    fn initial(&mut self) -> Result<StateId, Stop> {
        self.product.initial()
    }

    #[inline]
    fn row(&mut self, state: StateId) -> Result<&[Edge], Stop> {
        let (start, end) = match self.rows.get(state.index()) {
            Some(Some(row)) => *row,
            _ => self.expand(state)?,
        };
        Ok(&self.edges[start..end])
    }
}
