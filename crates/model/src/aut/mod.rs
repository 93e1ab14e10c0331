//! The Aldebaran format `.aut`, as CADP, mCRL2 and LTSA write it.
//!
//! ```text
//! des (first, transitions, states)
//! (from, "label", to)
//! ```
//!
//! One transition a line; blanks do not count outside quotes; a carriage return before the line end
//! is a blank; labels may stand without quotes. The labels `tau` (mCRL2, LTSA) and `i` (CADP) are
//! silent. The target `-1` is LTSA's name of the error state π. What the format cannot say, the
//! writer reports: actions without transitions, the end state.
//!
//! Reading streams: beyond the LTS itself it needs one line of memory. Nothing that a file *claims*
//! is believed before the file has been read: a header that announces a thousand million states
//! allocates nothing.

mod lines;
mod probabilistic;
mod read;
mod syntax;
mod write;

pub use probabilistic::{is_probabilistic_aut, read_probabilistic_aut, write_probabilistic_aut};
pub use read::{AutReadOptions, read_aut};
pub use write::{AutWriteOptions, write_aut};
