//! From a system to verdicts: which claims there are, who judges them, and what evidence there is.

mod batch;
mod by_hand;
mod certificate;
mod hints;
mod properties;
mod ranges;
mod temporal;

pub use self::batch::{Batch, Judged, batches};
pub use self::by_hand::{given, with_error_actions};
pub use self::certificate::certificate;
pub(crate) use self::certificate::{assumptions, of_counterexample, of_program};
pub use self::hints::hints;
pub use self::properties::{Chosen, Wanted, choose, in_the_text};
pub(crate) use self::properties::{choose_of_program, is_of_program};
pub(crate) use self::ranges::{Ranges, concluded, judge_ranges, leave_out, take_back};
pub use self::temporal::WantedTemporal;
