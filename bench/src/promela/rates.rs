//! States per second and bytes per state beside SPIN's, model by model in one run.

use std::io;
use std::path::Path;
use std::process::Command;

use super::Options;
use crate::{measure, pan};

/// Models of our own, each with the size that is measured.
const MODELS: [(&str, &str, &str); 5] = [
    ("peterson", include_str!("models/peterson.pml"), "N=4"),
    ("bakery", include_str!("models/bakery.pml"), "N=3"),
    ("cs", include_str!("models/cs.pml"), "N=8"),
    ("phils", include_str!("models/phils.pml"), "N=10"),
    ("leader", include_str!("models/leader.pml"), "N=6"),
];

/// Seconds for each run.
const SECONDS: f64 = 300.0;

/// What a program took, and how many states it found.
struct Took {
    states: u64,
    seconds: f64,
    bytes: f64,
}

impl Took {
    fn new(states: u64, run: &measure::Run) -> Self {
        let bytes = run.memory as f64 / states.max(1) as f64;
        Self { states, seconds: run.processors.as_secs_f64(), bytes }
    }

    fn rate(&self) -> f64 {
        self.states as f64 / self.seconds / 1e6
    }
}

pub(super) fn run(options: &Options) -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    println!(
        "states in millions a second, bytes a state; por: states with reduction, for SPIN with -o3 off\n"
    );
    println!(
        "| model | states | SPIN | surmise | ratio | SPIN -DCOLLAPSE | surmise | SPIN por | surmise por |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (name, text, size) in MODELS {
        if !name.contains(&options.only) {
            continue;
        }
        let defined = format!("#define {}\n{text}", size.replace('=', " "));
        std::fs::write(folder.path().join("model.pml"), defined)?;
        let spin = |more: &[&str]| -> io::Result<Took> {
            pan::translate(folder.path(), "model.pml", &["-o1", "-o2", "-o3"])?;
            let always = ["-O3", "-w", "-DSAFETY", "-DMEMLIM=6000", "-DVECTORSZ=4096"];
            pan::compile(folder.path(), &[&always[..], more].concat())?;
            let said = pan::verify(folder.path(), &["-n", "-c0", "-m10000000", "-w24"], SECONDS)?;
            Ok(Took::new(said.states, &said.run))
        };
        let ours = |more: &[&str]| surmise(&options.surmise, folder.path(), more);
        let (theirs, mine) = (spin(&["-DNOREDUCE"])?, ours(&[])?);
        let collapsed = spin(&["-DNOREDUCE", "-DCOLLAPSE"])?;
        let (theirs_reduced, reduced) = (spin(&[])?, ours(&["--reduce", "por"])?);
        let note = if theirs.states == mine.states { "" } else { " (differ!)" };
        println!(
            "| {name} {size} | {}{note} | {:.2} | {:.2} | {:.2} | {:.0} | {:.0} | {} | {} |",
            mine.states,
            theirs.rate(),
            mine.rate(),
            mine.rate() / theirs.rate(),
            collapsed.bytes,
            mine.bytes,
            theirs_reduced.states,
            reduced.states,
        );
    }
    Ok(())
}

/// Has a model searched by `surmise check`.
fn surmise(program: &Path, folder: &Path, more: &[&str]) -> io::Result<Took> {
    let mut command = Command::new(program);
    command.args(["check", "model.pml", "--method", "mono", "--threads", "1", "--exit-zero"]);
    command.args(["--format", "json", "--errors"]).args(more).current_dir(folder);
    let run = measure::run(&mut command)?;
    let answer: serde_json::Value = serde_json::from_str(&run.output)?;
    let states = answer["result"]["verdicts"].as_array().into_iter().flatten();
    let states = states.filter_map(|verdict| verdict["statistics"]["states"].as_u64()).max();
    Ok(Took::new(states.unwrap_or(0), &run))
}
