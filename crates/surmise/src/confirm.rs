//! What it means for a verdict that the independent checker accepts its evidence, or does not.

use surmise_certify::Refusal;
use surmise_model::{Reason, Unknown};

/// Nothing if the verdict is confirmed. A verdict that is refused is a mistake of ours: this is what is known then.
///
/// # Errors
/// A limit was reached before the checker came to an end.
pub(crate) fn refused<A>(checked: Result<A, Box<Refusal>>) -> Result<Option<Unknown>, String> {
    match checked {
        Ok(_) => Ok(None),
        Err(refusal) if refusal.is_undecided() => Err(refusal.to_string()),
        Err(refusal) => {
            let reason = Reason::Internal(format!("the checker refuses the verdict: {refusal}"));
            Ok(Some(Unknown::new(reason, "please report this, with the model")))
        }
    }
}
