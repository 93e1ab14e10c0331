//! What the engines do that the papers do not, by name.
//!
//! Each of these makes an engine faster or its assumptions smaller, and none changes a verdict.
//! Whoever wants a paper's own algorithm leaves them out: one by one, or all. An engine says which
//! of them it makes (its `DEPARTURES`), and the place where it makes one says why. Corrections,
//! without which a published algorithm would not end or not be complete, are no departures: nothing
//! switches them off.

/// Something that an engine does and its paper does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Departure {
    /// A violation that is near is looked for by plain search (`assume::shortcuts`).
    LookAhead,
    /// Components are replaced by the smallest ones with the same visible traces (`assume::view`).
    View,
    /// Something else is proposed in the place of a large conjecture (`learn::replacement`).
    Replacement,
    /// Hidden steps belong to the visible action after them alone (`assume::closure`).
    HiddenBefore,
    /// Undecided states go where the abstraction has fewer steps (`agar::analysis`).
    FewestSteps,
    /// The word of a counterexample is tried before its path (`agar::refinement`).
    WordFirst,
    /// The first abstraction has only those loops that the group has steps for
    /// (`agar::abstraction`).
    FirstLoops,
    /// The trace that tells which actions are missing is one of the environment over the whole
    /// interface (`agar::refinement`).
    WholeTrace,
    /// An assumption joins the search of a premise when it has refused a counterexample
    /// (`circular::premise`).
    LazyPremises,
    /// A letter is a loop everywhere until the solver blames it (`circular::generate::sat`).
    LettersAsLoops,
    /// The solver first tries what the groups themselves do (`circular::generate::automaton`).
    GroupsFirst,
    /// A group that is small enough is its own assumption (`circular::generate::sat`).
    GroupAsAssumption,
    /// What is bounded is the largest assumption, not the total (`circular::generate::sat`).
    LargestBound,
    /// An assumption with one state ends the work (`quotient::anytime`).
    OneState,
    /// Quotients are replaced by their quotients, round after round (`quotient::replacement`).
    Rounds,
    /// It is tried now and then whether an assumption is good enough for a verdict
    /// (`quotient::replacement`).
    EarlyVerdict,
    /// A refined assumption keeps the earlier partitions (`probabilistic::refinement::level`).
    KeptPartitions,
}

impl Departure {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::LookAhead,
        Self::View,
        Self::Replacement,
        Self::HiddenBefore,
        Self::FewestSteps,
        Self::WordFirst,
        Self::FirstLoops,
        Self::WholeTrace,
        Self::LazyPremises,
        Self::LettersAsLoops,
        Self::GroupsFirst,
        Self::GroupAsAssumption,
        Self::LargestBound,
        Self::OneState,
        Self::Rounds,
        Self::EarlyVerdict,
        Self::KeptPartitions,
    ];
}

/// A set of departures: those that an engine may make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departures(u32);

impl Departures {
    /// All of them.
    pub const ALL: Self = Self(u32::MAX);
    /// None: every algorithm as published.
    pub const NONE: Self = Self(0);

    /// Whether this one may be made.
    #[must_use]
    pub const fn has(self, departure: Departure) -> bool {
        self.0 & (1 << departure as u32) != 0
    }

    /// All of these but one.
    #[must_use]
    pub const fn without(self, departure: Departure) -> Self {
        Self(self.0 & !(1 << departure as u32))
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, departure: Departure) -> Self {
        Self(self.0 | 1 << departure as u32)
    }
}

impl Default for Departures {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{agar, circular, learn, probabilistic, quotient};

    #[test]
    fn every_departure_is_made_by_an_engine() {
        let made = [
            learn::DEPARTURES,
            agar::DEPARTURES,
            circular::DEPARTURES,
            quotient::DEPARTURES,
            probabilistic::refinement::DEPARTURES,
        ];
        for departure in Departure::ALL {
            assert!(made.concat().contains(&departure), "{departure:?}");
            assert!(Departures::NONE.with(departure).has(departure));
            assert!(!Departures::ALL.without(departure).has(departure));
        }
    }
}
