//! Composition, and the operators of FSP that have no place in a flat system and so are carried out
//! while compiling: priority, `minimal`, `deterministic`, `compose`, and a relabelling that would
//! make processes synchronise that do not.
//!
//! They are part of what the language means, on explicit LTSs of moderate size; the verification
//! engines and their algorithms are elsewhere and not needed here. Sizes and numbers of transitions
//! are those of LTSA.

mod coarsest;
mod compose;
mod determinise;
mod minimise;

pub(crate) use compose::{Composition, compose};
pub(crate) use determinise::{determinise, trace_minimise};
pub(crate) use minimise::{minimise, weakly_minimise};

use surmise_model::{Alphabet, BuildError, Lts, LtsBuilder, Reason, StateId, Stop};

/// Why an operation was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GivenUp {
    /// More states than is plausible.
    States(usize),
    /// More transitions than the limit, with those that silent steps stand for.
    Silence(usize),
    /// More than 32-bit ids can name.
    Ids(BuildError),
    /// Somebody wants it to stop, or a limit of the whole run is reached.
    Stopped(Stop),
}

impl From<BuildError> for GivenUp {
    fn from(error: BuildError) -> Self {
        Self::Ids(error)
    }
}

impl From<Stop> for GivenUp {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<GivenUp> for Stop {
    fn from(given_up: GivenUp) -> Self {
        match given_up {
            GivenUp::Stopped(stop) => stop,
            GivenUp::States(limit) => Self(Reason::StateLimit(limit as u64)),
            other => Self(Reason::Unsupported(other.to_string())),
        }
    }
}

impl std::fmt::Display for GivenUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::States(limit) => write!(f, "it has more than {limit} states"),
            Self::Silence(limit) => {
                write!(f, "its silent steps stand for more than {limit} transitions")
            }
            Self::Ids(error) => error.fmt(f),
            Self::Stopped(Stop(reason)) => reason.fmt(f),
        }
    }
}

/// P_err: the LTS of a deterministic property with every missing transition added, into π.
pub(crate) fn complete(lts: &Lts) -> Result<Lts, BuildError> {
    let mut builder = rebuild(lts, lts.alphabet());
    // A property may stop anywhere: it has no end of its own.
    builder.initial(lts.initial());
    for state in lts.states() {
        let mut row = lts.edges(state);
        for action in lts.alphabet().iter() {
            match row.first() {
                Some(&edge) if edge.action == action => {
                    builder.add(state, action, edge.target);
                    row = &row[1..];
                }
                _ => {
                    builder.add(state, action, StateId::ERROR);
                }
            }
        }
    }
    builder.build()
}

/// A builder with the states and initial state of an LTS and some alphabet.
fn rebuild(lts: &Lts, alphabet: &Alphabet) -> LtsBuilder {
    let mut builder = Lts::builder();
    builder.ensure_states(lts.num_states()).initial(lts.initial());
    builder.extend_alphabet(alphabet.iter()).reserve(lts.num_transitions());
    builder
}
