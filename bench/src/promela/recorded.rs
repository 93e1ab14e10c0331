//! What SPIN once said: `promela.csv` with the files below `promela/`, and `promela-random.csv`,
//! which holds its texts. A row agrees in verdict if assertions, invalid end states and other
//! errors are found exactly where SPIN finds them, and in states if the numbers are equal.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use surmise_lang::CompileError;
use surmise_lang::promela::{Exploration, explore};
use surmise_model::{Context, Interrupt, Limits};

use super::{Beside, Options};

/// What SPIN said of a model.
struct Expected {
    name: String,
    states: u64,
    end_states: u64,
    other_errors: u64,
    first_error: String,
}

#[derive(Default)]
struct Tally {
    rows: usize,
    left_out: usize,
    refused: usize,
    stopped: usize,
    verdicts: usize,
    states: usize,
    both: usize,
}

pub(super) fn run(options: &Options, folder: &Path) -> io::Result<()> {
    for (file, texts) in [("promela.csv", false), ("promela-random.csv", true)] {
        let mut tally = Tally::default();
        let mut reader = csv::Reader::from_path(folder.join(file))?;
        let header = reader.headers()?.clone();
        let column = |row: &csv::StringRecord, name: &str| {
            let index = header.iter().position(|column| column == name);
            index.and_then(|index| row.get(index)).unwrap_or("").to_owned()
        };
        for row in reader.records() {
            let row = row?;
            let number = |name: &str| column(&row, name).parse().unwrap_or(0);
            let expected = Expected {
                name: column(&row, if texts { "id" } else { "file" }),
                states: number("states"),
                end_states: number("errors_end"),
                other_errors: number("errors_other"),
                first_error: column(&row, "first_error"),
            };
            if !expected.name.contains(&options.only) {
                continue;
            }
            if expected.states > options.states {
                tally.left_out += 1;
                continue;
            }
            let (source, beside) = match texts {
                true => (column(&row, "text"), PathBuf::new()),
                false => {
                    let path = folder.join("promela").join(&expected.name);
                    let bytes = std::fs::read(&path)?;
                    let beside = path.parent().unwrap_or(Path::new("")).to_owned();
                    (String::from_utf8_lossy(&bytes).into_owned(), beside)
                }
            };
            tally.rows += 1;
            compare(&expected, &source, beside, options, &mut tally);
        }
        let Tally { rows, left_out, refused, stopped, verdicts, states, both } = tally;
        println!(
            "{file}: {rows} rows ({left_out} left out); verdict agrees {verdicts}, states agree \
             {states}, both {both}; not supported {refused}, stopped {stopped}"
        );
    }
    Ok(())
}

fn compare(
    expected: &Expected,
    source: &str,
    folder: PathBuf,
    options: &Options,
    tally: &mut Tally,
) {
    let started = Instant::now();
    let found = timed(source, folder, Duration::from_secs(options.seconds));
    let seconds = started.elapsed().as_secs_f64();
    let name = &expected.name;
    let found = match found {
        Ok(found) => found,
        Err(CompileError::Wrong(diagnostics)) => {
            tally.refused += 1;
            let first = diagnostics.iter().find(|diagnostic| diagnostic.is_error());
            println!("refused   {name}: {}", first.map_or("", |first| &first.message));
            return;
        }
        Err(CompileError::Stopped { stop, .. }) => {
            tally.stopped += 1;
            println!("stopped   {name}: {}", stop.0);
            return;
        }
    };
    let wrong = found.assertion || found.other.is_some();
    let verdict = found.end_states == expected.end_states && wrong == (expected.other_errors > 0);
    let kind = found.end_state == (expected.end_states > 0);
    let states = found.states == expected.states;
    tally.verdicts += usize::from(verdict || kind && wrong == (expected.other_errors > 0));
    tally.states += usize::from(states);
    tally.both += usize::from(verdict && states);
    if !(verdict && states) || options.all {
        let Exploration { states, assertion, end_states, other, .. } = found;
        println!(
            "{} {name}: SPIN {} states, {} bad ends, {} other errors ({}); here {states} states, \
             {end_states} bad ends, assertion {assertion}, other {other:?}; {seconds:.1} s",
            if verdict { "verdict=" } else { "VERDICT!" },
            expected.states,
            expected.end_states,
            expected.other_errors,
            expected.first_error,
        );
    }
}

/// Explores with a limit on time.
fn timed(source: &str, folder: PathBuf, limit: Duration) -> Result<Exploration, CompileError> {
    let interrupt = Interrupt::new();
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let flag = &interrupt;
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                flag.time_out();
            }
        });
        let context =
            Context { limits: Limits::default(), interrupt: &interrupt, ..Context::unlimited() };
        let result = explore(source, &Beside(folder), &context);
        drop(done);
        result
    })
}
