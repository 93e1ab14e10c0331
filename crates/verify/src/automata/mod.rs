//! Operations on labelled transition systems as automata.
//!
//! What a trace is, once for all of them:
//!
//! - A *trace* of an LTS is what a finite run from its initial state shows: the actions without τ.
//! - A trace *into π* is one of a run that ends in π: it shows a violation. If a trace can lead
//!   into π it counts as one that does, whatever other runs show it, and nothing counts after it: a
//!   system that has reached π stays there.
//! - So a word is one of three [`Observation`]s: no trace, a safe trace, or a trace into π for the
//!   first time. All operations go by that: an LTS is trace-equivalent to its determinisation.
//! - An action outside the alphabet of an LTS never happens there; inside or outside makes a
//!   difference in composition only. Two LTSs are compared over the union of their alphabets.
//! - END is no action, so traces do not see it. Bisimulations do: see [`Bisimulation`].
//!
//! The rooms: `composition` puts LTSs together and hides what is inside; `subsets` follows all runs
//! of a trace at once; `completion` turns properties into watchers of what they forbid; `inclusion`
//! compares traces; `bisimulation` compares what branches, too; `reduction` makes LTSs smaller;
//! `limits` keeps all of that within a [`Context`](surmise_model::Context).

mod bisimulation;
mod completion;
mod composition;
mod inclusion;
mod limits;
mod reduction;
mod subsets;

pub use bisimulation::{
    Bisimilarity, Bisimulation, Distinguishing, bisimilar, distinguish, minimise,
};
pub(crate) use completion::complement_with_stop;
pub use completion::{Complement, StrictMonitor, complement, complete_with_error};
pub(crate) use composition::compose_with_tuples;
pub use composition::{compose, hide, project};
pub use inclusion::{Distinction, trace_equivalence, trace_inclusion};
pub(crate) use limits::{BuildWithin, Interner, Pace, afterwards, unless_large, worth};
pub(crate) use reduction::{Partition, Transposed, quotient};
pub use reduction::{minimise_dfa, reachable};
pub use subsets::{Observation, determinise, observe};
pub(crate) use subsets::{ProjectedRows, Rows, Subsets};
