//! How far quotients are refined.

use std::num::NonZeroUsize;

use clap::Args;
use surmise::methods::{Labels, MethodOptions};

use crate::choice::choice;

const QUOTIENT: &str = "Options of the method quotient";

/// Options of `quotient` that several commands have.
#[derive(Debug, Args)]
pub(crate) struct QuotientArgs {
    /// How to find out which states make no difference [default: exact, or modal with --steps,
    /// --alternate or --stop-when]
    #[arg(long, value_parser = choice::<Labels>(), value_name = "LABELS")]
    #[arg(help_heading = QUOTIENT, hide_short_help = true)]
    labels: Option<Labels>,
    /// Refine abstractions at most this many times, and use the assumption found by then
    #[arg(long, value_name = "COUNT")]
    #[arg(help_heading = QUOTIENT, hide_short_help = true)]
    steps: Option<usize>,
    /// Refine in turns for what is reachable and for what leads to an error, this many times each
    /// [default: 10]
    #[arg(long, value_name = "COUNT")]
    #[arg(help_heading = QUOTIENT, hide_short_help = true)]
    alternate: Option<NonZeroUsize>,
    /// Stop refining if fifty steps have not made the assumption smaller by this percentage; 0
    /// never stops [default: 5 for a verdict, 0 for an assumption or with --steps]
    #[arg(help_heading = QUOTIENT, hide_short_help = true)]
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
