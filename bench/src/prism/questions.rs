//! Numbers beside Storm's in its default, sound and exact modes, each in a process of its own, by
//! turns.
//!
//! Storm's time is that of building and checking, without starting Python and reading the texts;
//! ours is that of the whole program. Memory is the peak of the process; for Storm, what building
//! and checking added to what Python and Storm take anyway.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use surmise_model::Rational;

use super::Options;
use crate::measure::{run, within};

/// The script that lets Storm answer.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/storm_check.py");

/// What was asked and what it took.
struct Taken {
    value: String,
    seconds: f64,
    mebibytes: f64,
}

/// Asks all questions of a table: model, constants, property.
pub(super) fn compare(
    table: &Path,
    folders: &[PathBuf],
    python: &Path,
    options: &Options,
) -> io::Result<()> {
    let program = match &options.program {
        Some(program) => program.clone(),
        None => std::env::current_exe()?.with_file_name("surmise"),
    };
    println!(
        "| model | property | ours | default | sound | ratio | exact: ours | Storm | MiB: ours | Storm \
         sound | agrees |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
    let mut ratios = [Ratios::default(), Ratios::default(), Ratios::default()];
    let mut reader = csv::Reader::from_path(table).map_err(io::Error::other)?;
    for record in reader.records() {
        let record = record.map_err(io::Error::other)?;
        let (file, constants, property) = (&record[0], &record[1], &record[2]);
        if options.only.as_ref().is_some_and(|only| !file.contains(only.as_str())) {
            continue;
        }
        let found = folders.iter().map(|folder| folder.join(file)).find(|path| path.exists());
        let model = found.ok_or_else(|| io::Error::other(format!("there is no {file}")))?;
        let ask = |mode: &str| -> io::Result<Option<Taken>> {
            let mut command = within(options.seconds, &program.to_string_lossy());
            command.arg("check").arg(&model).args(["--prob", property, "--format", "json"]);
            if !constants.is_empty() {
                command.args(["--const", constants]);
            }
            if mode == "exact" {
                command.arg("--exact");
            }
            let Some(run) = ended(&mut command)? else { return Ok(None) };
            let mebibytes = run.memory as f64 / f64::from(1 << 20);
            let document: Value = serde_json::from_str(&run.output)?;
            // Of several initial states Storm tells the first: it is between all of ours.
            let found = &document["result"]["probabilities"][0];
            let side = |of: &str, side: &str| found[of][side].as_str().unwrap_or("?").to_owned();
            let value = format!("{} {}", side("smallest", "low"), side("largest", "high"));
            Ok(Some(Taken { value, seconds: run.processors.as_secs_f64(), mebibytes }))
        };
        let storm = |mode: &str| -> io::Result<Option<Taken>> {
            let mut command = within(options.seconds, &python.to_string_lossy());
            command.arg(SCRIPT).arg(&model).args([constants, property, mode]);
            let Some(run) = ended(&mut command)? else { return Ok(None) };
            let words: Vec<&str> = run.output.split_whitespace().collect();
            let &[value, seconds, before, after] = &words[..] else {
                return Err(io::Error::other(format!("Storm said {}", run.output)));
            };
            let figure = |word: &str| word.parse::<f64>().unwrap_or(0.0);
            let mebibytes = (figure(after) - figure(before)) / 1024.0;
            Ok(Some(Taken { value: value.to_owned(), seconds: figure(seconds), mebibytes }))
        };
        let (ours, default, sound) = (ask("bounds")?, storm("default")?, storm("sound")?);
        let (exact, storm_exact) = (ask("exact")?, storm("exact")?);
        ratios[0].add(ours.as_ref(), sound.as_ref(), |taken| taken.seconds);
        ratios[1].add(exact.as_ref(), storm_exact.as_ref(), |taken| taken.seconds);
        ratios[2].add(ours.as_ref(), sound.as_ref(), |taken| taken.mebibytes);
        let seconds = |taken: &Option<Taken>| shown(taken.as_ref().map(|taken| taken.seconds));
        let memory = |taken: &Option<Taken>| shown(taken.as_ref().map(|taken| taken.mebibytes));
        let ratio = match (&ours, &sound) {
            (Some(ours), Some(sound)) => format!("{:.2}", ours.seconds / sound.seconds),
            _ => "–".to_owned(),
        };
        let name = file.rsplit('/').next().unwrap_or(file);
        println!(
            "| {name} {constants} | `{property}` | {} | {} | {} | {ratio} | {} | {} | {} | {} | {} |",
            seconds(&ours),
            seconds(&default),
            seconds(&sound),
            seconds(&exact),
            seconds(&storm_exact),
            memory(&ours),
            memory(&sound),
            agreement(&[&ours, &exact], sound.as_ref(), storm_exact.as_ref()),
        );
    }
    for (ratios, what) in ratios.iter().zip(["bounds, time", "exact, time", "bounds, memory"]) {
        println!("{what}: {}", ratios.told());
    }
    Ok(())
}

/// A run that ended; `None` if it took too long.
fn ended(command: &mut Command) -> io::Result<Option<crate::measure::Run>> {
    match run(command) {
        Ok(run) => Ok(Some(run)),
        Err(error) if error.kind() == io::ErrorKind::TimedOut => Ok(None),
        Err(error) => {
            eprintln!("{error}");
            Ok(None)
        }
    }
}

fn shown(figure: Option<f64>) -> String {
    figure.map_or_else(|| "–".to_owned(), |figure| format!("{figure:.2}"))
}

/// Whether our bounds contain what Storm says, up to the precision that it was asked for.
fn agreement(ours: &[&Option<Taken>], sound: Option<&Taken>, exact: Option<&Taken>) -> String {
    let number = |text: &str| match text {
        "inf" | "infinity" => Some(f64::INFINITY),
        text => text.parse::<Rational>().ok().map(|value| value.approximate()),
    };
    let storm = match (exact, sound) {
        (Some(exact), _) => number(&exact.value).map(|value| (value, 1e-12)),
        (None, Some(sound)) => number(&sound.value).map(|value| (value, 2e-6)),
        (None, None) => None,
    };
    let Some((storm, slack)) = storm else { return "–".to_owned() };
    let mut agree = true;
    for taken in ours.iter().filter_map(|taken| taken.as_ref()) {
        let bounds: Vec<f64> = taken.value.split_whitespace().filter_map(number).collect();
        let &[low, high] = &bounds[..] else { return "?".to_owned() };
        let contains = low <= storm * (1.0 + slack) && storm * (1.0 - slack) <= high;
        agree &= low == storm || contains;
    }
    if agree { "yes".to_owned() } else { format!("NO: Storm {storm}") }
}

/// Ratios of ours to Storm's.
#[derive(Default)]
struct Ratios(Vec<f64>);

impl Ratios {
    fn add(&mut self, ours: Option<&Taken>, storm: Option<&Taken>, of: impl Fn(&Taken) -> f64) {
        if let (Some(ours), Some(storm)) = (ours, storm) {
            // A hundredth of a second is as much as can be told.
            self.0.push(of(ours).max(0.01) / of(storm).max(0.01));
        }
    }

    fn told(&self) -> String {
        let mean = (self.0.iter().map(|ratio| ratio.ln()).sum::<f64>() / self.0.len() as f64).exp();
        let worst = self.0.iter().copied().fold(0.0, f64::max);
        format!("{} pairs, geometric mean {mean:.2}, largest {worst:.2}", self.0.len())
    }
}
