//! Building a model beside Storm's sparse builder, each in a process of its own, one after the
//! other.
//!
//! Storm's time is that of its build alone, without starting Python and reading the model; ours is
//! that of the whole process. Memory is the peak of the process; for Storm also what the build
//! added to what Python and Storm take anyway.

use std::io;
use std::path::Path;
use std::process::Command;

use surmise_model::Context;
use surmise_verify::probabilistic::explore;

use super::compiled;
use crate::measure::run;

/// The script that lets Storm build a model.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/storm_build.py");

/// Explores a model and keeps it: what is measured.
pub(super) fn build(model: &Path, constants: &[(String, String)]) -> io::Result<()> {
    let source = std::fs::read_to_string(model)?;
    let model = compiled(&source, constants).map_err(io::Error::other)?;
    let stopped = |halt| io::Error::other(format!("{halt:?}"));
    let mut space = model.space().map_err(stopped)?;
    let explored = explore(&mut space, &Context::unlimited()).map_err(stopped)?;
    let sizes = explored.sizes;
    println!("{} {} {}", sizes.states, sizes.choices, sizes.branches);
    Ok(())
}

/// Builds a model with both, and tells what each took.
pub(super) fn compare(python: &Path, model: &Path, constants: &str) -> io::Result<String> {
    let mut command = Command::new(python);
    command.arg(SCRIPT).arg(model);
    if !constants.is_empty() {
        command.arg(constants);
    }
    let storm = run(&mut command)?;
    let figures: Vec<f64> =
        storm.output.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let &[states, choices, transitions, seconds, here, before, after] = &figures[..] else {
        return Err(io::Error::other(format!("Storm said {}", storm.output)));
    };
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["prism", "--oracle", ".", "--build"]).arg(model).arg(constants);
    let ours = run(&mut command)?;
    let same = ours.output.trim() == format!("{states} {choices} {transitions}");
    let mebibytes = |bytes: f64| bytes / f64::from(1 << 20);
    let (storm_peak, storm_build) =
        (mebibytes(after * 1024.0), mebibytes((after - before) * 1024.0));
    let our_peak = mebibytes(ours.memory as f64);
    let (ours_seconds, ours_here) = (ours.wall.as_secs_f64(), ours.processors.as_secs_f64());
    Ok(format!(
        "    {states} states{}: {ours_seconds:.2} s, Storm {seconds:.2} s ({:.2}); on the processor \
         {ours_here:.2} s, Storm {here:.2} s ({:.2}); {our_peak:.0} MiB, Storm {storm_peak:.0} MiB \
         ({:.2}), {storm_build:.0} MiB of it for the build ({:.2})",
        if same { "" } else { ", sizes differ" },
        ours_seconds / seconds,
        ours_here / here,
        our_peak / storm_peak,
        our_peak / storm_build
    ))
}
