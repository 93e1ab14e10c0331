//! What `surmise check` and `surmise compose` say of FSP files, against what LTSA says.
//!
//! `surmise-bench oracle FOLDER` reads `FOLDER/fsp.csv` (a row for each process of each file, as
//! LTSA reported it) and runs the program on the files below `FOLDER/fsp/` as a user would. For
//! each row it compares verdict, length of the shortest trace, states, transitions and size of the
//! alphabet. Rows that differ are listed, with the reason where it is a known one. The folder is
//! not part of the project.

pub(crate) mod liveness;
mod program;
mod row;

use std::io;
use std::path::PathBuf;

use crate::measure;
use program::Program;
use row::Row;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder with `fsp.csv` and `fsp/`
    folder: PathBuf,
    /// Only the files whose names contain this
    #[arg(default_value = "")]
    only: String,
    /// Only the rows for which LTSA counts at most so many states, or does not say
    #[arg(long, default_value_t = 100_000)]
    states: usize,
    /// The `surmise` to judge; by default the one beside this program
    #[arg(long)]
    surmise: Option<PathBuf>,
    /// The time that one run may take, in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

/// Where our time is the largest part of LTSA's.
#[derive(Default)]
struct Slowest {
    ratio: f64,
    place: String,
}

/// LTSA's times below this, in seconds, say nothing.
const SHORTEST: f64 = 0.05;

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let rows: Vec<Row> = csv::Reader::from_path(options.folder.join("fsp.csv"))?
        .deserialize()
        .collect::<Result<_, _>>()?;
    let surmise = match &options.surmise {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("surmise"),
    };
    let program = Program::new(surmise, options.folder.join("fsp"), options.seconds)?;
    let (mut agree, mut known, mut differ, mut silent, mut large) = (0, 0, 0, 0, 0);
    let mut slowest = Slowest::default();
    let mine = |row: &&Row| row.file.contains(&options.only);
    for row in rows.iter().filter(mine) {
        if row.states().is_some_and(|states| states > options.states) {
            large += 1;
            continue;
        }
        if row.gave_up() && row.reason().is_none() {
            silent += 1;
            continue;
        }
        let checked = program.check(row)?;
        let composed = match row.states() {
            Some(_) => program.compose(row)?,
            None => None,
        };
        let seconds = checked.time.as_secs_f64();
        if let Some(theirs) = row.seconds().filter(|&theirs| theirs > SHORTEST)
            && seconds / theirs > slowest.ratio
        {
            let place = format!("{row}, {seconds:.3} s to {theirs:.3} s");
            slowest = Slowest { ratio: seconds / theirs, place };
        }
        match (row.difference(&checked.found, composed.as_ref()), row.reason()) {
            (None, _) => agree += 1,
            (Some(difference), Some(reason)) => {
                known += 1;
                println!("known   {row}: {difference} ({reason})");
            }
            (Some(difference), None) => {
                differ += 1;
                println!("DIFFERS {row}: {difference}");
            }
        }
    }
    largest(&program, &rows)?;
    println!("slowest check against LTSA: {:.4} ({})", slowest.ratio, slowest.place);
    println!("LTSA has no answer: {silent} rows; more than {} states: {large}", options.states);
    println!("{agree} rows agree, {known} differ for a known reason, {differ} differ");
    match differ {
        0 => Ok(()),
        _ => Err(io::Error::other(format!("{differ} rows differ and nobody knows why"))),
    }
}

/// Reports the time that compiling the largest file takes, the best of several runs of
/// `surmise info`, against LTSA's.
fn largest(program: &Program, rows: &[Row]) -> io::Result<()> {
    let length = |row: &&Row| program.file(row).metadata().map_or(0, |file| file.len());
    let compiled = rows.iter().filter(|row| row.is_composite() && row.compile_seconds().is_some());
    let Some(row) = compiled.max_by_key(length) else { return Ok(()) };
    let run = measure::best_of(10, &mut program.info(row))?;
    let (ours, theirs) = (run.wall.as_secs_f64(), row.compile_seconds().unwrap_or(f64::NAN));
    println!(
        "largest file, {row}, {} bytes: info {ours:.4} s, LTSA {theirs} s, ratio {:.4}",
        length(&row),
        ours / theirs
    );
    Ok(())
}
