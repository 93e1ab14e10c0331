//! Putting LTSs together, and hiding what others need not see.
//!
//! - `product`: the product of LTSs, a row at a time, for whoever needs a part of it;
//! - `compose`: the whole product as an LTS;
//! - `hide`: actions become silent.

mod compose;
mod hide;
mod product;

pub use compose::compose;
pub(crate) use compose::compose_with_tuples;
pub use hide::{hide, project};
pub(crate) use product::ProductRows;
