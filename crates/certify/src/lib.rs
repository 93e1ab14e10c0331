//! The independent checker of certificates.
//!
//! The rule on the door: nothing in here may depend on `surmise-verify` or `surmise-lang`. The
//! checker shares *types* and file reading with the rest of Surmise and no algorithm, so that a bug
//! in a fast engine cannot talk its own checker into agreeing. Slow and obvious is what it is for.
