//! Work that is given up where it would become large.

use surmise_model::{Context, Reason, Stop};

/// What comes of some work, unless it meets more states than `most`, if that is a bound at all.
pub(crate) fn unless_large<T>(
    most: usize,
    context: &Context<'_>,
    work: impl FnOnce(&Context<'_>) -> Result<T, Stop>,
) -> Result<Option<T>, Stop> {
    if most == usize::MAX {
        return work(context).map(Some);
    }
    match work(&context.at_most(most as u64)) {
        Err(Stop(Reason::StateLimit(_))) => Ok(None),
        result => result.map(Some),
    }
}
