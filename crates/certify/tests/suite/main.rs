//! The checker against proofs made by hand, proofs made by the engines, proofs tampered with and
//! texts made to hurt.
#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]
#![allow(clippy::print_stdout, reason = "the suites say what they have seen")]

mod by_hand;
mod channel;
mod claims;
mod conformance;
mod documents;
mod endings;
mod engines;
mod fingerprints;
mod formula;
mod invariants;
mod invent;
mod judge;
mod mutation;
mod number;
mod random;
mod tampering;
