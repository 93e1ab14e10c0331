//! A subset automaton whose rows are computed when they are first asked for and then kept.

use std::ops::Range;

use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use super::Subsets;

/// A lazily built subset automaton.
pub(crate) struct LazyRows<'a> {
    subsets: Subsets<'a, &'a Lts>,
    context: Context<'a>,
    edges: Vec<Edge>,
    /// Where the row of each subset lies in `edges`, if it is known.
    rows: Vec<Option<Range<usize>>>,
}

impl<'a> LazyRows<'a> {
    pub(crate) fn new(lts: &'a Lts, context: &Context<'a>) -> Result<Self, Stop> {
        let subsets = Subsets::new(lts, context)?;
        Ok(Self { subsets, context: *context, edges: Vec::new(), rows: Vec::new() })
    }

    pub(crate) fn initial(&mut self) -> Result<StateId, Stop> {
        self.subsets.initial()
    }

    /// The states in a subset other than π, in order.
    pub(crate) fn members(&self, subset: StateId) -> &[u32] {
        self.subsets.members(subset)
    }

    /// How many subsets have been met, π not counted.
    pub(crate) fn len(&self) -> usize {
        self.subsets.len()
    }

    /// Whether the row of a subset other than π is known.
    #[inline]
    pub(crate) fn is_prepared(&self, subset: StateId) -> bool {
        matches!(self.rows.get(subset.index()), Some(Some(_)))
    }

    /// Sees to it that [`row`](Self::row) knows the row of a subset.
    pub(crate) fn prepare(&mut self, subset: StateId) -> Result<(), Stop> {
        if subset.is_error() || self.is_prepared(subset) {
            return Ok(());
        }
        let start = self.edges.len();
        if start == self.edges.capacity() {
            self.context.reserve((2 * start * size_of::<Edge>()) as u64)?;
        }
        self.subsets.row(subset, &mut self.edges)?;
        if self.rows.len() <= subset.index() {
            self.rows.resize(self.subsets.len(), None);
        }
        self.rows[subset.index()] = Some(start..self.edges.len());
        Ok(())
    }

    /// The row of a subset that was prepared, sorted by action. It is empty for π.
    pub(crate) fn row(&self, subset: StateId) -> &[Edge] {
        match self.rows.get(subset.index()) {
            Some(Some(row)) => &self.edges[row.clone()],
            _ => &[],
        }
    }

    /// Where one action leads from a subset that was prepared.
    pub(crate) fn successor(&self, subset: StateId, action: ActionId) -> Option<StateId> {
        let row = self.row(subset);
        let at = row.binary_search_by_key(&action, |edge| edge.action).ok()?;
        Some(row[at].target)
    }

    /// Where one action leads from a subset, prepared or not.
    pub(crate) fn step(
        &mut self,
        subset: StateId,
        action: ActionId,
    ) -> Result<Option<StateId>, Stop> {
        match self.is_prepared(subset) {
            true => Ok(self.successor(subset, action)),
            false => self.subsets.step(subset, action),
        }
    }
}
