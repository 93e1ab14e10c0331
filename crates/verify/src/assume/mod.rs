//! What all assume-guarantee engines share.
//!
//! - [`problem`]: a property of a system in the normal form that rules speak about, and the way
//!   back from a word to a run of the system;
//! - `open_system`: a group and its property among strangers, for the weakest assumption;
//! - [`decompose`]: which components stand together in a rule, and in which order;
//! - `frame`: what happens before an engine looks for assumptions, and after;
//! - `interface`: through which actions one part of a system can influence another;
//!   `alphabet_refinement`: which of them an assumption speaks about, and which join them;
//! - [`Given`]: assumptions that a user wrote; `standing`: a system in which they stand for their
//!   groups;
//! - `premise`: checking one premise of a rule by search; `in_parallel`: several of them side by
//!   side;
//! - `view`: a group as far as an assumption can see it; `lazy_subsets`: which traces of its
//!   environment it can live with, on demand;
//! - `concrete`, `closure`: what an assumption abstracts, as a graph, and its steps over the
//!   assumption's alphabet; `simulation`: the evidence that it does; `refines`: whether others do,
//!   too;
//! - [`shortcuts`](LookAhead): how far a violation is looked for by plain search;
//! - `weave`: traces of groups put together into one of their composition; `word_lts`: one of them
//!   as an LTS; `words`: reasoning put into words.

mod alphabet_refinement;
mod by_hand;
pub(crate) mod closure;
pub(crate) mod concrete;
pub mod decompose;
pub(crate) mod frame;
pub(crate) mod in_parallel;
pub(crate) mod interface;
pub(crate) mod lazy_subsets;
mod open_system;
pub(crate) mod premise;
pub(crate) mod problem;
mod refines;
pub(crate) mod shortcuts;
pub(crate) mod simulation;
mod standing;
pub(crate) mod view;
pub(crate) mod weave;
pub(crate) mod word_lts;
pub(crate) mod words;

pub use alphabet_refinement::AlphabetRefinement;
pub use by_hand::Given;
pub(crate) use by_hand::{broken, by_group, state_after, too_weak};
pub use open_system::OpenSystem;
pub use problem::Problem;
pub use refines::{Refines, keep_to};
pub use shortcuts::LookAhead;
