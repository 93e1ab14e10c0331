//! What every user interface of Surmise shares: from files to a system, from a system to verdicts,
//! from verdicts to reports and drawings.
//!
//! - [`load`]: files become a system; an input language is a file there;
//! - [`methods`]: how to check; a method is a file there, with what it can do and its options;
//! - [`check`]: which claims there are, who answers them, and what evidence there is;
//! - [`conformance`]: whether a probabilistic system conforms to a specification;
//! - [`formula`]: whether it has a formula;
//! - [`probability`]: what can be asked of probabilistic models, and how large they are;
//! - [`report`]: verdicts, proofs and traces by name, for people and for programs;
//! - [`mod@write`]: an LTS in any format, pictures included.
//!
//! Nothing in here knows a terminal, a clock or the process it runs in, and files are had through
//! [`Files`] alone: the command line and a web page can both use it.

pub mod check;
mod confirm;
pub mod conformance;
mod failure;
mod files;
pub mod formula;
pub mod load;
pub mod methods;
mod name;
mod named;
pub mod probability;
mod remark;
pub mod report;
mod source;
pub mod write;

pub use failure::{Attempt, Failure};
pub use files::{Document, Files, Text};
pub use name::{Name, count, few, join};
pub use named::Named;
pub use remark::{Place, Remark, warning};
pub use source::{LinePosition, Source};
