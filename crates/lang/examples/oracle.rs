//! Compares what we make of FSP files with what LTSA reported about them.
//!
//! `cargo run --release -p surmise-lang --example oracle -- FOLDER` reads `FOLDER/fsp.csv` (one row
//! per process: file, process, kind, states, transitions, verdict, …) and the files below
//! `FOLDER/fsp/`, compiles every process, builds its composition and compares states, transitions,
//! alphabet and verdict. It lists the rows that differ, those that differ for a known reason, and
//! how many agree. The folder is not part of the project.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use surmise_lang::fsp::{CompileError, CompileOptions, Compiled, Limits, compile, composition};
use surmise_model::{Context, Diagnostic, Lts, StateId};

/// One line of the table: the columns by name.
type Row = BTreeMap<String, String>;

/// The largest composition that is built.
const MAX_STATES: usize = 3_000_000;

/// Rows on which the two are meant to differ: how the file and the process end, and why.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    ("blackbox__input1.fsp", "DEFAULT", ENDLESS),
    ("blackbox__input1.fsp", "P17", ENDLESS),
    ("blackbox__input2.fsp", "DEFAULT", DEPENDENT),
    ("blackbox__input2.fsp", "P2", DEPENDENT),
    ("err-input2.fsp", "DEFAULT", NONDETERMINISTIC),
    ("err-input2.fsp", "P", NONDETERMINISTIC),
    ("addLabelsProperty.lts", "C", PROPERTY),
    ("PowerPlant_ENV.lts", "ACM4", PROPERTY),
    ("PowerPlant_ENV.lts", "SEAMS4", PROPERTY),
    ("RailcabComparison.lts", "LTKS_errors", PROPERTY),
    ("RailcabComparison.lts", "LTS_errors", PROPERTY),
    ("TLeavesPumpOff.lts", "ACM4", PROPERTY),
    ("TLeavesPumpOff.lts", "SEAMS4", PROPERTY),
];

const ENDLESS: &str = "P[2] = P[3], P[3] = P[2]: LTSA never comes back, we report the circle";
const DEPENDENT: &str = "a[i:R][i+1]: LTSA does not know i in the rest of its own label, we do";
const NONDETERMINISTIC: &str =
    "LTSA refuses a property that is not deterministic; we make it deterministic and say so";
const PROPERTY: &str = "sizes agree; LTSA analyses the processes inside `property ||C`, not the \
     property that C is, which anything outside it violates";

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: oracle FOLDER [PART-OF-A-FILE-NAME]");
        return ExitCode::from(2);
    };
    let only = std::env::args().nth(2).unwrap_or_default();
    let folder = Path::new(&folder);
    let mut reader = csv::Reader::from_path(folder.join("fsp.csv")).expect("FOLDER/fsp.csv");
    let rows: Vec<Row> = reader.deserialize().collect::<Result<_, _>>().expect("a table");
    let (mut agree, mut known, mut differ) = (0, 0, 0);
    let mut slowest = (0.0, String::new());
    for row in rows.iter().filter(|row| row["file"].contains(&only)) {
        let bytes = std::fs::read(folder.join("fsp").join(&row["file"])).expect("the row's file");
        let source = String::from_utf8_lossy(&bytes);
        let (found, time) = examine(&source, &row["process"]);
        if let Ok(seconds) = row["compile_s"].parse::<f64>()
            && seconds > 0.05
            && time.as_secs_f64() / seconds > slowest.0
        {
            let place = format!("{} {} {time:?} of {seconds} s", row["file"], row["process"]);
            slowest = (time.as_secs_f64() / seconds, place);
        }
        let place = format!("{} {}", row["file"], row["process"]);
        let difference = compare(row, &found);
        let reason = DIFFERENCES
            .iter()
            .find(|(file, process, _)| row["file"].ends_with(file) && row["process"] == *process);
        match (difference, reason) {
            (None, _) => agree += 1,
            (Some(difference), Some((_, _, reason))) => {
                known += 1;
                println!("known   {place}: {difference} ({reason})");
            }
            (Some(difference), None) => {
                differ += 1;
                println!("DIFFERS {place}: {difference}");
            }
        }
    }
    largest(folder, &rows);
    println!("slowest against LTSA: {:.4} ({})", slowest.0, slowest.1);
    println!("{agree} rows agree, {known} differ for a known reason, {differ} differ");
    ExitCode::from(u8::from(differ > 0))
}

/// Reports the time that the largest file takes, the best of several runs, against LTSA's.
fn largest(folder: &Path, rows: &[Row]) {
    let length = |row: &&Row| {
        std::fs::metadata(folder.join("fsp").join(&row["file"])).map_or(0, |file| file.len())
    };
    let composites = rows.iter().filter(|row| row["kind"] == "composite");
    let Some(row) = composites.max_by_key(length) else { return };
    let Ok(seconds) = row["compile_s"].parse::<f64>() else { return };
    let bytes = std::fs::read(folder.join("fsp").join(&row["file"])).expect("the row's file");
    let source = String::from_utf8_lossy(&bytes);
    let options =
        CompileOptions { process: Some(row["process"].clone()), ..CompileOptions::default() };
    let times = (0..100).map(|_| {
        let start = Instant::now();
        assert!(compile(&source, &options, &Context::unlimited()).is_ok());
        start.elapsed().as_secs_f64()
    });
    let best = times.fold(f64::INFINITY, f64::min);
    println!(
        "largest file, {} with {} bytes: {best:.4} s, LTSA {seconds} s, ratio {:.4}",
        row["file"],
        source.len(),
        best / seconds
    );
}

/// What we find: a composition, with the verdicts it allows, or why there is none.
enum Found {
    Composition(Box<Lts>, Vec<(&'static str, usize)>),
    Refused(String),
    TooLarge,
}

fn examine(source: &str, process: &str) -> (Found, Duration) {
    let limits = Limits { states: MAX_STATES, ..Limits::default() };
    let options =
        CompileOptions { process: Some(process.to_owned()), limits, ..CompileOptions::default() };
    let start = Instant::now();
    let states = surmise_model::Limits { states: Some(MAX_STATES as u64), memory: None };
    let context = Context { limits: states, ..Context::unlimited() };
    let compiled = compile(source, &options, &context);
    let time = start.elapsed();
    let found = match compiled {
        Ok(compiled) => match composition(&compiled, &context) {
            Ok(lts) => {
                // LTSA analyses the processes themselves, minimised or not.
                let plain = Compiled { reduction: None, ..compiled };
                let verdicts = composition(&plain, &context).map(|lts| verdicts(&lts));
                Found::Composition(Box::new(lts), verdicts.unwrap_or_default())
            }
            Err(_) => Found::TooLarge,
        },
        Err(CompileError::Stopped(_)) => Found::TooLarge,
        Err(CompileError::Wrong(diagnostics)) => {
            let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
            Found::Refused(first.map(Diagnostic::to_string).unwrap_or_default())
        }
    };
    (found, time)
}

/// How a row and what we found differ, if they do.
fn compare(row: &Row, found: &Found) -> Option<String> {
    let verdict = row["verdict"].as_str();
    match found {
        Found::Refused(_) if verdict == "COMPILEFAIL" => None,
        Found::Refused(why) => Some(format!("LTSA compiles it; we say: {why}")),
        // Nothing to compare with: LTSA gave up, too.
        Found::TooLarge if row["states"].parse::<usize>().is_err() => None,
        Found::TooLarge => Some(format!("more than {MAX_STATES} states")),
        Found::Composition(..) if verdict == "COMPILEFAIL" => {
            Some(format!("we compile it; LTSA says: {}", row["property_or_message"]))
        }
        Found::Composition(lts, ours) => {
            let mut differences = Vec::new();
            let counts = [
                ("states", lts.num_states()),
                ("transitions", lts.num_transitions()),
                ("alphabet", lts.alphabet().len()),
            ];
            for (column, ours) in counts {
                if let Ok(theirs) = row[column].parse::<usize>()
                    && theirs != ours
                {
                    differences.push(format!("{column} {ours}, LTSA {theirs}"));
                }
            }
            let length = row["trace"].split_whitespace().count();
            if verdict != "TIMEOUT" && !ours.contains(&(verdict, length)) {
                differences.push(format!("verdict {ours:?}, LTSA {verdict} after {length} steps"));
            }
            (!differences.is_empty()).then(|| differences.join("; "))
        }
    }
}

/// The verdicts LTSA may give, with the length of the trace: it stops at the first deadlock or
/// violation of a breadth-first search, and which of two at the same depth comes first is a matter
/// of its own order.
fn verdicts(lts: &Lts) -> Vec<(&'static str, usize)> {
    let (mut deadlock, mut error) = (None, None);
    if lts.initial().is_error() {
        return vec![("VIOLATION", 0)];
    }
    let mut depths: Vec<Option<usize>> = vec![None; lts.num_states()];
    let mut queue = vec![lts.initial()];
    depths[lts.initial().index()] = Some(0);
    let mut next = 0;
    while next < queue.len() {
        let state: StateId = queue[next];
        let depth = depths[state.index()].unwrap_or(0);
        if lts.edges(state).is_empty() && lts.end() != Some(state) {
            deadlock = deadlock.or(Some(depth));
        }
        for edge in lts.edges(state) {
            if edge.target.is_error() {
                error = error.or(Some(depth));
            } else if depths[edge.target.index()].is_none() {
                depths[edge.target.index()] = Some(depth + 1);
                queue.push(edge.target);
            }
        }
        next += 1;
    }
    let mut verdicts = Vec::new();
    if let Some(deadlock) = deadlock.filter(|&deadlock| error.is_none_or(|e| deadlock <= e)) {
        verdicts.push(("DEADLOCK", deadlock));
    }
    if let Some(error) = error.filter(|&error| deadlock.is_none_or(|d| error <= d)) {
        verdicts.push(("VIOLATION", error + 1));
    }
    if verdicts.is_empty() {
        verdicts.push(("OK", 0));
    }
    verdicts
}
