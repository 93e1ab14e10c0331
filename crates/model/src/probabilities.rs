//! The distinct probabilities of a model, each once: a model with millions of branches has a
//! handful of them, and a branch needs a 32-bit number instead of a fraction.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::{IdOverflow, ProbabilityId, Rational};

/// A table of rationals, in the order in which they were first met. Entry 0 is always 1.
#[derive(Debug, Clone)]
pub struct Probabilities {
    values: IndexSet<Rational, FxBuildHasher>,
    /// Products that were computed before.
    products: FxHashMap<(ProbabilityId, ProbabilityId), ProbabilityId>,
    /// Sums that were computed before.
    sums: FxHashMap<(ProbabilityId, ProbabilityId), ProbabilityId>,
}

impl ProbabilityId {
    /// The number 1, in every table.
    pub const ONE: Self = Self::of(0);
}

impl Probabilities {
    /// A table that holds 1 alone.
    pub fn new() -> Self {
        let mut values = IndexSet::default();
        values.insert(Rational::ONE);
        Self { values, products: FxHashMap::default(), sums: FxHashMap::default() }
    }

    /// The id of a number, which is added if it is new.
    pub fn intern(&mut self, value: &Rational) -> Result<ProbabilityId, IdOverflow> {
        if let Some(index) = self.values.get_index_of(value) {
            return ProbabilityId::new(index);
        }
        let id = ProbabilityId::new(self.values.len())?;
        self.values.insert(value.clone());
        Ok(id)
    }

    /// The number of an id of this table.
    #[inline]
    pub fn value(&self, id: ProbabilityId) -> &Rational {
        &self.values[id.index()]
    }

    /// The product of two numbers of this table.
    pub fn product(
        &mut self,
        one: ProbabilityId,
        other: ProbabilityId,
    ) -> Result<ProbabilityId, IdOverflow> {
        if one == ProbabilityId::ONE {
            return Ok(other);
        }
        if other == ProbabilityId::ONE {
            return Ok(one);
        }
        if let Some(&known) = self.products.get(&(one, other)) {
            return Ok(known);
        }
        let product = self.intern(&(self.value(one) * self.value(other)))?;
        self.products.insert((one, other), product);
        Ok(product)
    }

    /// The sum of two numbers of this table.
    pub fn sum(
        &mut self,
        one: ProbabilityId,
        other: ProbabilityId,
    ) -> Result<ProbabilityId, IdOverflow> {
        if let Some(&known) = self.sums.get(&(one, other)) {
            return Ok(known);
        }
        let sum = self.intern(&(self.value(one) + self.value(other)))?;
        self.sums.insert((one, other), sum);
        Ok(sum)
    }

    /// All numbers, in the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Rational> {
        self.values.iter()
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: 1 is always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

impl Default for Probabilities {
    fn default() -> Self {
        Self::new()
    }
}

/// Equal if the same ids mean the same numbers.
impl PartialEq for Probabilities {
    fn eq(&self, other: &Self) -> bool {
        self.values.iter().eq(other.values.iter())
    }
}

impl Eq for Probabilities {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_interned_once() {
        let mut table = Probabilities::new();
        let third = table.intern(&Rational::new(1, 3).unwrap()).unwrap();
        assert_eq!(table.product(third, ProbabilityId::ONE), Ok(third));
        let ninth = table.product(third, third).unwrap();
        assert_eq!(table.value(ninth), &Rational::new(1, 9).unwrap());
        let two = table.sum(third, third).unwrap();
        assert_eq!(table.sum(two, third), Ok(ProbabilityId::ONE));
        assert_eq!(table.len(), 4);
    }
}
