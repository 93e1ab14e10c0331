//! What an engine counted. A [`Count`] says what is counted; its name is what the screen and the
//! JSON report call it, and nothing but they read that.

use std::fmt;

use dashu_int::UBig;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Something that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// States on the levels that were looked through; of all premises, if there are several.
    States,
    /// Nodes of diagrams that were made.
    Nodes,
    /// Of these, how many have steps that were not followed, because they make no difference.
    ReducedStates,
    /// Transitions from those states.
    Transitions,
    /// States that were searched by the look ahead that decided, before assumptions were found.
    LookAhead,
    /// The length of the shortest run to the last level that was looked through.
    Depth,
    /// Bytes of the largest store of states. Not part of a report: it depends on the threads.
    Bytes,
    /// Assumptions that were proposed.
    Conjectures,
    /// Of these, how many were not learned: what they were to describe was smaller.
    ReplacedConjectures,
    /// Counterexamples that changed an assumption.
    Refinements,
    /// Times that the alphabet of an assumption grew.
    AlphabetRefinements,
    /// States of the largest assumption.
    LargestAssumption,
    /// States of the smallest assumption.
    SmallestAssumption,
    /// Refinements after which somebody had had enough, or the work was stopped, and the assumption
    /// of then was used.
    InterruptedAfter,
    /// Components that were replaced by a smaller quotient.
    Replacements,
    /// Steps of products that were looked at to label the states of their parts.
    LabelledSteps,
    /// Constraints that the assumptions satisfy.
    Constraints,
    /// Words that a learner asked about.
    MembershipQueries,
    /// Of these, how many an earlier alphabet's answer settled.
    ReusedAnswers,
    /// States that were visited to answer them.
    QueryStates,
    /// Letters of the longest counterexample given to a learner.
    LongestCounterexample,
    /// Pairs of states that a simulation was looked for with, in all premises.
    Pairs,
    /// States of the largest composition that was built.
    LargestComposition,
    /// Nodes of the largest tree that showed that a premise does not hold.
    LargestTree,
    /// Rounds of the automaton of runs that violate a temporal property: no run has more.
    Rounds,
    /// States of the largest search for one premise, counted from 1.
    PremiseStates(usize),
}

impl Count {
    /// Whether it is the same for the same input, whatever the number of threads.
    pub fn is_repeatable(self) -> bool {
        self != Self::Bytes
    }
}

/// As reports call it: lower-case words.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::States => "states",
            Self::Nodes => "nodes",
            Self::ReducedStates => "reduced states",
            Self::Transitions => "transitions",
            Self::LookAhead => "look-ahead states",
            Self::Depth => "depth",
            Self::Bytes => "bytes",
            Self::Conjectures => "conjectures",
            Self::ReplacedConjectures => "replaced conjectures",
            Self::Refinements => "refinements",
            Self::AlphabetRefinements => "alphabet refinements",
            Self::LargestAssumption => "largest assumption",
            Self::SmallestAssumption => "smallest assumption",
            Self::InterruptedAfter => "interrupted after refinements",
            Self::Replacements => "replacements",
            Self::LabelledSteps => "labelled steps",
            Self::Constraints => "constraints",
            Self::MembershipQueries => "membership queries",
            Self::ReusedAnswers => "reused answers",
            Self::QueryStates => "query states",
            Self::LongestCounterexample => "longest counterexample",
            Self::Pairs => "pairs",
            Self::LargestComposition => "largest composition",
            Self::LargestTree => "largest tree",
            Self::Rounds => "rounds",
            Self::PremiseStates(premise) => return write!(f, "premise {premise} states"),
        })
    }
}

/// Counts, in the order in which they were first set. Times are not among them: the same input
/// gives the same statistics.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    counts: IndexMap<Count, u64, FxBuildHasher>,
    /// Counts that do not fit: among the others they are as large as can be.
    large: IndexMap<Count, UBig, FxBuildHasher>,
}

impl Statistics {
    /// Sets a count.
    pub fn set(&mut self, count: Count, value: u64) {
        self.counts.insert(count, value);
    }

    /// Sets a count that may be of any size.
    pub fn set_exactly(&mut self, count: Count, value: UBig) {
        let small = u64::try_from(&value).ok();
        self.set(count, small.unwrap_or(u64::MAX));
        match small {
            Some(_) => self.large.swap_remove(&count),
            None => self.large.insert(count, value),
        };
    }

    /// A count that does not fit into 64 bits.
    pub fn large(&self, count: Count) -> Option<&UBig> {
        self.large.get(&count)
    }

    /// Adds to a count, which starts at zero.
    pub fn add(&mut self, count: Count, value: u64) {
        *self.counts.entry(count).or_insert(0) += value;
    }

    /// Raises a count to a value if it is smaller.
    pub fn raise(&mut self, count: Count, value: u64) {
        let entry = self.counts.entry(count).or_insert(0);
        *entry = value.max(*entry);
    }

    /// Takes a count back.
    pub fn unset(&mut self, count: Count) {
        self.counts.shift_remove(&count);
        self.large.shift_remove(&count);
    }

    /// A count, if it was set.
    pub fn get(&self, count: Count) -> Option<u64> {
        self.counts.get(&count).copied()
    }

    /// A count, or zero.
    pub fn of(&self, count: Count) -> u64 {
        self.get(count).unwrap_or(0)
    }

    /// All counts, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Count, u64)> {
        self.counts.iter().map(|(&count, &value)| (count, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_keep_their_order() {
        let mut statistics = Statistics::default();
        statistics.add(Count::Depth, 2);
        statistics.set(Count::States, 1);
        statistics.add(Count::Depth, 3);
        statistics.raise(Count::States, 0);
        let all: Vec<_> = statistics.iter().collect();
        assert_eq!(all, [(Count::Depth, 5), (Count::States, 1)]);
        assert_eq!(statistics.of(Count::Bytes), 0);
    }

    #[test]
    fn counts_of_any_size_are_exact() {
        let mut statistics = Statistics::default();
        let large = UBig::from(2u8).pow(100);
        statistics.set_exactly(Count::States, large.clone());
        assert_eq!(statistics.of(Count::States), u64::MAX);
        assert_eq!(statistics.large(Count::States), Some(&large));
        statistics.set_exactly(Count::States, UBig::from(7u8));
        assert_eq!((statistics.of(Count::States), statistics.large(Count::States)), (7, None));
    }
}
