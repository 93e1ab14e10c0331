//! What a word is to an LTS.

use surmise_model::{ActionId, Context, Lts, Stop};

use super::Subsets;

/// What a word is to an LTS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Observation {
    /// No trace; or the continuation of a trace into π, after which nothing counts.
    Absent,
    /// A trace, and none of the runs that show it or a prefix of it leads into π.
    Safe,
    /// A trace into π, and no proper prefix is one.
    Error,
}

/// What a word is to an LTS, found by following all runs that show it.
pub fn observe(lts: &Lts, word: &[ActionId], context: &Context<'_>) -> Result<Observation, Stop> {
    let mut subsets = Subsets::new(lts, context)?;
    let mut subset = subsets.initial()?;
    for &action in word {
        match subsets.step(subset, action)? {
            Some(next) => subset = next,
            None => return Ok(Observation::Absent),
        }
    }
    Ok(if subset.is_error() { Observation::Error } else { Observation::Safe })
}
