//! Operations on labelled transition systems as automata.
//!
//! What a trace is, once for all of them:
//!
//! - A *trace* of an LTS is what a finite run from its initial state shows: the actions without τ.
//! - A trace *into π* is one of a run that ends in π: it shows a violation. If a trace can lead into
//!   π it counts as one that does, whatever other runs show it, and nothing counts after it: a
//!   system that has reached π stays there.
//! - So a word is one of three [`Observation`]s: no trace, a safe trace, or a trace into π for the
//!   first time. All operations go by that: an LTS is trace-equivalent to its determinisation.
//! - An action outside the alphabet of an LTS never happens there; inside or outside makes a
//!   difference in composition only. Two LTSs are compared over the union of their alphabets.
//! - END is no action, so traces do not see it. Bisimulations do: see [`Bisimulation`].

mod bisimulation;
mod building;
mod complement;
mod complete;
mod compose;
mod determinise;
mod graph;
mod hide;
mod inclusion;
mod interner;
mod lazy_rows;
mod minimise_dfa;
mod observation;
mod pace;
mod pairs;
mod partition;
mod product;
mod quotient;
mod reachable;
mod refinement;
mod signatures;
mod silent_components;
mod subsets;

pub use bisimulation::{Bisimulation, bisimilar, minimise};
pub use complement::{Complement, complement};
pub use complete::complete_with_error;
pub use compose::compose;
pub(crate) use compose::compose_with_tuples;
pub use determinise::determinise;
pub use hide::{hide, project};
pub use inclusion::{Distinction, trace_equivalence, trace_inclusion};
pub(crate) use interner::Interner;
pub use minimise_dfa::minimise_dfa;
pub use observation::{Observation, observe};
pub(crate) use partition::Partition;
pub(crate) use product::Product;
pub use reachable::reachable;
