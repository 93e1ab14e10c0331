//! Distinct 32-bit index types for states, actions, components and properties.
//!
//! Mixing them up is a type error, they are half the size of `usize`, and running out of them is
//! an [`IdOverflow`], never a silent wrap-around. The largest value of each type is reserved: for
//! states it is the error state π ([`StateId::ERROR`]).

use std::fmt;

/// More things of one kind than 32-bit ids can name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdOverflow {
    /// What there are too many of, in the plural.
    pub kind: &'static str,
}

impl fmt::Display for IdOverflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} {}: 32-bit ids are used up", u32::MAX - 1, self.kind)
    }
}

impl std::error::Error for IdOverflow {}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// The id with this index, or an error if ids of this kind are used up.
            pub const fn new(index: usize) -> Result<Self, IdOverflow> {
                if index < u32::MAX as usize {
                    Ok(Self(index as u32))
                } else {
                    Err(IdOverflow { kind: $kind })
                }
            }

            /// The id with an index that is known to exist.
            ///
            /// # Panics
            /// If the index is past the last id, which an existing thing's index never is.
            #[inline]
            pub const fn of(index: usize) -> Self {
                assert!(index < u32::MAX as usize, "id out of range");
                Self(index as u32)
            }

            /// The id as an index into a table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id as a number, for packing.
            #[inline]
            pub const fn raw(self) -> u32 {
                self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.0)
            }
        }
    };
}

id_type!(
    /// A state of one [`Lts`](crate::Lts): a row index, or [`StateId::ERROR`].
    StateId,
    "states"
);
id_type!(
    /// An action name of one [`ActionTable`](crate::ActionTable); id 0 is τ.
    ActionId,
    "actions"
);
id_type!(
    /// A component of one [`System`](crate::System).
    ComponentId,
    "components"
);
id_type!(
    /// A property of one [`System`](crate::System).
    PropertyId,
    "properties"
);

id_type!(
    /// A temporal property of one [`System`](crate::System).
    TemporalId,
    "temporal properties"
);

id_type!(
    /// A distribution of one [`Lpts`](crate::Lpts).
    DistributionId,
    "distributions"
);
id_type!(
    /// A number of one table of [`Probabilities`](crate::Probabilities).
    ProbabilityId,
    "probabilities"
);

id_type!(
    /// A formula of one arena of [`Formulas`](crate::formula::Formulas).
    FormulaId,
    "formulas"
);
id_type!(
    /// A proposition of formulas. Whoever makes them says what it means.
    PropositionId,
    "propositions"
);

impl StateId {
    /// The error state π. It has no row and no way out, and every LTS shares it.
    pub const ERROR: Self = Self(u32::MAX);

    /// Whether this is the error state π.
    #[inline]
    pub const fn is_error(self) -> bool {
        self.0 == u32::MAX
    }
}

impl ActionId {
    /// The silent action τ: in no alphabet, never synchronised.
    pub const TAU: Self = Self(0);

    /// Whether this is the silent action τ.
    #[inline]
    pub const fn is_tau(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_index_is_reserved() {
        assert!(StateId::new(u32::MAX as usize - 1).is_ok());
        assert_eq!(StateId::new(u32::MAX as usize), Err(IdOverflow { kind: "states" }));
        assert!(StateId::ERROR.is_error() && !StateId::of(0).is_error());
    }
}
