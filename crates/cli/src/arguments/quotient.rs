//! How far quotients are refined.

use std::num::NonZeroUsize;

use clap::Args;
use surmise::methods::{Labels, MethodOptions};

use crate::choice::choice;

/// Options of `quotient` that several commands have.
#[derive(Debug, Args)]
pub(crate) struct QuotientArgs {
    /// How `quotient` finds out which states make no difference [default: exact, or modal with one of the
    /// options that follow]
    #[arg(long, value_parser = choice::<Labels>(), value_name = "LABELS")]
    labels: Option<Labels>,
    /// Refine abstractions for `quotient` at most so many times, and use the assumption of then
    #[arg(long, value_name = "COUNT")]
    steps: Option<usize>,
    /// Refine for what is reached and for what leads to an error in turns, so many times each
    /// [default: 10]
    #[arg(long, value_name = "COUNT")]
    alternate: Option<NonZeroUsize>,
    /// Stop refining if fifty steps have not made the assumption smaller by so many percent; 0 never
    /// stops [default: 5 for a verdict, 0 for an assumption or with --steps]
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    stop_when: Option<u8>,
}

impl QuotientArgs {
    /// Puts what was chosen among a method's options.
    pub(crate) fn choose(&self, options: &mut MethodOptions) {
        options.labels = self.labels;
        options.steps = self.steps;
        options.alternate = self.alternate;
        options.stop_when = self.stop_when;
    }
}
