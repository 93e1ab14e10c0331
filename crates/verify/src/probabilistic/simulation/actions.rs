//! Which states can do at least what others can: the cheapest reason for two states not to be
//! related.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use surmise_model::{ActionId, Context, Lpts, StateId, Stop};

use super::product::Product;

/// The sets of actions that states offer, each once, and which of them contain which.
pub(super) struct EnabledActions {
    sets: IndexSet<Box<[ActionId]>, FxBuildHasher>,
    left: Vec<Option<u32>>,
    right: Vec<u32>,
    /// Of two sets, whether the first is contained in the second.
    contained: FxHashMap<(u32, u32), bool>,
}

impl EnabledActions {
    /// Those of the right side; those of the left side are found as they are needed.
    pub(super) fn new(right: &Lpts) -> Self {
        let mut sets = IndexSet::default();
        let of_right = right.states().map(|state| {
            let set = distinct(right.choices(state).iter().map(|choice| choice.action));
            sets.insert_full(set).0 as u32
        });
        let right = of_right.collect();
        Self { sets, left: Vec::new(), right, contained: FxHashMap::default() }
    }

    /// Whether a state of the right side offers every action that one of the left side offers.
    pub(super) fn allow(
        &mut self,
        product: &mut Product<'_>,
        left: StateId,
        right: StateId,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        if self.left.len() <= left.index() {
            self.left.resize(product.num_states().max(left.index() + 1), None);
        }
        let below = match self.left[left.index()] {
            Some(set) => set,
            None => {
                let row = product.expand(left, context)?;
                let set = distinct(row.map(|place| product.step(place).action));
                let set = self.sets.insert_full(set).0 as u32;
                *self.left[left.index()].insert(set)
            }
        };
        let above = self.right[right.index()];
        let sets = &self.sets;
        Ok(*self.contained.entry((below, above)).or_insert_with(|| {
            let above = &sets[above as usize];
            sets[below as usize].iter().all(|action| above.binary_search(action).is_ok())
        }))
    }
}

fn distinct(actions: impl Iterator<Item = ActionId>) -> Box<[ActionId]> {
    let mut actions: Vec<ActionId> = actions.collect();
    actions.sort_unstable();
    actions.dedup();
    actions.into()
}
