//! From a system to verdicts: which claims there are, who judges them, and what evidence there is.

mod evidence;
mod given;
mod hints;
mod properties;
mod question;

pub use self::evidence::{Evidence, Subject, self_check};
pub use self::given::{given, with_error_actions};
pub use self::hints::hints;
pub use self::properties::{Chosen, Wanted, choose};
pub use self::question::{Answer, Question, questions};
