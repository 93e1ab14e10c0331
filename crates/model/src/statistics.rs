//! What an engine counted, under names that the screen and the JSON report share.

use std::borrow::Cow;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Named counts, in the order in which they were first set.
///
/// Names are lower-case words: `states`, `transitions`, `depth`, `membership queries`, … Bytes are
/// named `… bytes`. Times are not statistics: the same input gives the same statistics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    counts: IndexMap<Cow<'static, str>, u64, FxBuildHasher>,
}

impl Statistics {
    /// Sets a count.
    pub fn set(&mut self, name: impl Into<Cow<'static, str>>, value: u64) {
        self.counts.insert(name.into(), value);
    }

    /// Adds to a count, which starts at zero.
    pub fn add(&mut self, name: impl Into<Cow<'static, str>>, value: u64) {
        *self.counts.entry(name.into()).or_insert(0) += value;
    }

    /// Raises a count to a value if it is smaller.
    pub fn raise(&mut self, name: impl Into<Cow<'static, str>>, value: u64) {
        let count = self.counts.entry(name.into()).or_insert(0);
        *count = value.max(*count);
    }

    /// A count, if it was set.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.counts.get(name).copied()
    }

    /// All counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(name, &value)| (&**name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_keep_their_order() {
        let mut statistics = Statistics::default();
        statistics.add("b", 2);
        statistics.set("a", 1);
        statistics.add("b", 3);
        statistics.raise("a", 0);
        assert_eq!(statistics.iter().collect::<Vec<_>>(), [("b", 5), ("a", 1)]);
    }
}
