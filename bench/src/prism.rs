//! PRISM models and what Storm says of them: sizes and probabilities, row by row.
//!
//! The folder holds `prism.csv` and, below `prism/`, the models it names. The table says for each
//! row whether states, choices and transitions are equal and whether our interval contains each
//! value.

mod questions;
mod storm;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use surmise_lang::prism::{CompileOptions, Model, compile};
use surmise_model::{Context, Diagnostic, Halt, Rational};
use surmise_verify::probabilistic::{
    Amount, Evaluated, Exploration, NumberOptions, Queried, Rewards, Sizes, evaluate, explore,
    measure,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A folder with `prism.csv` and `prism/`
    #[arg(long, value_name = "FOLDER")]
    oracle: PathBuf,
    /// Instead of that table, answer the questions of this one beside Storm: default, sound, exact
    #[arg(long, value_name = "CSV", requires = "storm")]
    questions: Option<PathBuf>,
    /// More folders with models that questions name
    #[arg(long, value_name = "FOLDER")]
    models: Vec<PathBuf>,
    /// The program that answers them; otherwise the one beside this one
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Seconds that each answer may take
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Only rows whose file name contains this
    #[arg(long)]
    only: Option<String>,
    /// Show every row, not only the differences
    #[arg(long)]
    all: bool,
    /// Compare probabilities, too
    #[arg(long)]
    numbers: bool,
    /// Bounds only, no exact numbers
    #[arg(long)]
    bounds: bool,
    /// Let Storm build the models in the same run, with a Python that has stormpy, and compare time
    /// and memory
    #[arg(long, value_name = "PYTHON")]
    storm: Option<PathBuf>,
    /// Build one model and keep it, as a program of its own that can be measured
    #[arg(long, hide = true, num_args = 2, value_names = ["MODEL", "CONSTANTS"])]
    build: Vec<String>,
}

/// One row of the list.
struct Row {
    file: String,
    constants: Vec<(String, String)>,
    supported: bool,
    expected: Option<Sizes>,
    seconds: f64,
    /// Properties, their values, and whether Storm computed exactly.
    values: Vec<(String, Rational, bool)>,
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    if let [model, constants] = &options.build[..] {
        return storm::build(Path::new(model), &values(constants));
    }
    if let (Some(table), Some(python)) = (&options.questions, &options.storm) {
        let mut folders = vec![options.oracle.join("prism")];
        folders.extend(options.models.iter().cloned());
        return questions::compare(table, &folders, python, options);
    }
    let rows = read(&options.oracle)?;
    let (mut counts, mut numbers) = ([0u32; 3], [0u32; 3]);
    for row in rows {
        if options.only.as_ref().is_some_and(|only| !row.file.contains(only)) {
            continue;
        }
        let source = std::fs::read_to_string(options.oracle.join("prism").join(&row.file))?;
        let start = Instant::now();
        let found = sizes(&source, &row.constants);
        let (verdict, words) = judge(&row, &found, start.elapsed());
        counts[verdict as usize] += 1;
        if options.all || verdict == Verdict::Different {
            println!("{} {}: {words}", row.file, shown(&row.constants));
        }
        if options.numbers && found.is_ok() {
            compare_numbers(&row, &source, options, &mut numbers);
        }
        if let Some(python) = &options.storm
            && found.is_ok()
        {
            let model = options.oracle.join("prism").join(&row.file);
            println!("{}", storm::compare(python, &model, &shown(&row.constants))?);
        }
    }
    let [agree, refused, different] = counts;
    println!("{agree} agree, {refused} rightly refused, {different} differ");
    if options.numbers {
        println!(
            "probabilities: {} agree, {} of them exactly; {} differ",
            numbers[0], numbers[1], numbers[2]
        );
    }
    Ok(())
}

/// Compares the probabilities of one row. Counts those that agree, those of them that are exact,
/// and those that differ.
fn compare_numbers(row: &Row, source: &str, options: &Options, counts: &mut [u32; 3]) {
    for (text, expected, storm_is_exact) in &row.values {
        let start = Instant::now();
        let mut numbers = NumberOptions::default();
        if options.bounds {
            numbers.exact_work = 0;
        }
        let found = number(source, &row.constants, text, &numbers);
        let time = start.elapsed().as_secs_f64();
        let (agrees, words) = match &found {
            Err(message) => (false, message.clone()),
            Ok(amount) => {
                // Storm's decimals are rounded, and its iteration stops somewhere.
                let slack = if *storm_is_exact { 1e-15 } else { 1e-9 };
                let ((low, _), (_, high)) = (amount.low.bounds(), amount.high.bounds());
                let expected = expected.approximate();
                let contained = low - slack <= expected && expected <= high + slack;
                (contained && high - low <= 1e-6 * high, amount.to_string())
            }
        };
        counts[if agrees { 0 } else { 2 }] += 1;
        counts[1] += u32::from(agrees && found.is_ok_and(|amount| amount.is_exact()));
        if options.all || !agrees {
            let words: String = words.chars().take(120).collect();
            println!("    {text}: {words}, Storm {}; {time:.3} s", expected.approximate());
        }
    }
}

/// The number that a property asks for.
fn number(
    source: &str,
    constants: &[(String, String)],
    text: &str,
    numbers: &NumberOptions,
) -> Result<Amount, String> {
    let model = compiled(source, constants)?;
    let mut properties = model.properties(text).map_err(|errors| errors[0].message.clone())?;
    let property = properties.properties.remove(0);
    let halt = |halt| match halt {
        Halt::Stop(stop) => stop.0.to_string(),
        Halt::Fault(fault) => fault.message,
    };
    let context = Context::unlimited();
    let mut space = model.space().map_err(halt)?;
    space.watch_rewards(&property.structures);
    let Exploration { model, states, deadlocks, rewards, .. } =
        explore(&mut space, &context).map_err(halt)?;
    let initial = model.initial().len();
    let conditions =
        space.satisfying(&property, &states, initial, &deadlocks, &context).map_err(halt)?;
    // By their numbers in the model; those that nobody mentions are empty.
    let most = property.structures.iter().max().map_or(0, |last| last + 1);
    let mut by_number = vec![Rewards::default(); most];
    for (&number, rewards) in property.structures.iter().zip(rewards) {
        by_number[number] = rewards;
    }
    let queried = Queried { model: &model, conditions: &conditions, rewards: &by_number };
    match evaluate(&queried, &property.query, None, numbers, &context) {
        Ok((Evaluated::Numbers(values), _)) => Ok(values.amount(0)),
        Ok((Evaluated::Truth(_), _)) => Err("not a number".to_owned()),
        Err(stop) => Err(stop.0.to_string()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Agree,
    Refused,
    Different,
}

fn judge(row: &Row, found: &Result<Sizes, String>, time: Duration) -> (Verdict, String) {
    match (found, &row.expected) {
        (Ok(sizes), Some(expected)) => {
            let same = Sizes { bytes: 0, ..*sizes } == *expected;
            let verdict = if same { Verdict::Agree } else { Verdict::Different };
            let numbers = |s: &Sizes| {
                format!(
                    "{}/{}/{} ({} initial, {} deadlocks)",
                    s.states, s.choices, s.branches, s.initial, s.deadlocks
                )
            };
            let expected =
                if same { String::new() } else { format!(", Storm {}", numbers(expected)) };
            let words = format!(
                "{}{expected}; {:.3} s, Storm {:.3} s; {} bytes a state",
                numbers(sizes),
                time.as_secs_f64(),
                row.seconds,
                sizes.bytes / sizes.states.max(1)
            );
            (verdict, words)
        }
        (Err(message), None) if !row.supported && message.contains("not supported") => {
            (Verdict::Refused, message.clone())
        }
        (Ok(_), None) => (Verdict::Different, "was not refused".into()),
        (Err(message), _) => (Verdict::Different, message.clone()),
    }
}

pub(super) fn compiled<'s>(
    source: &'s str,
    constants: &[(String, String)],
) -> Result<Model<'s>, String> {
    let options = CompileOptions { constants: constants.to_vec(), ..CompileOptions::default() };
    compile(source, &options).map_err(|diagnostics| {
        let error = diagnostics.into_iter().find(Diagnostic::is_error);
        error.map_or("?".into(), |error| located(source, &error))
    })
}

fn sizes(source: &str, constants: &[(String, String)]) -> Result<Sizes, String> {
    let model = compiled(source, constants)?;
    let halt = |halt| match halt {
        Halt::Stop(stop) => stop.0.to_string(),
        Halt::Fault(fault) => located(source, &fault),
    };
    let mut space = model.space().map_err(halt)?;
    measure(&mut space, &Context::unlimited()).map_err(halt)
}

fn located(source: &str, diagnostic: &Diagnostic) -> String {
    let line = diagnostic.span.map_or(0, |span| source[..span.start].matches('\n').count() + 1);
    format!("line {line}: {} ({})", diagnostic.message, diagnostic.label)
}

fn shown(constants: &[(String, String)]) -> String {
    let shown = constants.iter().map(|(name, value)| format!("{name}={value}"));
    shown.collect::<Vec<_>>().join(",")
}

/// `N=3,p=0.5`
fn values(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(',').filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

fn read(folder: &Path) -> io::Result<Vec<Row>> {
    let mut reader = csv::Reader::from_path(folder.join("prism.csv")).map_err(io::Error::other)?;
    let headers = reader.headers().map_err(io::Error::other)?.clone();
    let column = |name: &str| {
        headers.iter().position(|h| h == name).ok_or_else(|| io::Error::other(name.to_owned()))
    };
    let [file, status, constants, states, initial, transitions, choices, deadlocks, seconds] = [
        "file",
        "status",
        "constants",
        "states",
        "initial",
        "transitions",
        "choices",
        "deadlocks",
        "seconds",
    ]
    .map(column);
    let (file, status, constants) = (file?, status?, constants?);
    let sizes = [states?, initial?, choices?, transitions?, deadlocks?];
    let seconds = seconds?;
    let mut properties = Vec::new();
    for number in 1..=3 {
        let [text, value, arithmetic, fraction] =
            ["prop", "value", "arith", "fraction"].map(|name| column(&format!("{name}{number}")));
        properties.push([text?, value?, arithmetic?, fraction?]);
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(io::Error::other)?;
        let [states, initial, choices, branches, deadlocks] =
            sizes.map(|column| record[column].parse().unwrap_or(0));
        let supported = &record[status] == "OK";
        rows.push(Row {
            file: record[file].to_owned(),
            constants: values(&record[constants]),
            supported,
            expected: supported.then_some(Sizes {
                states,
                initial,
                choices,
                branches,
                deadlocks,
                bytes: 0,
            }),
            seconds: record[seconds].parse().unwrap_or(0.0),
            values: properties
                .iter()
                .filter(|[text, ..]| !record[*text].is_empty())
                .filter_map(|&[text, value, arithmetic, fraction]| {
                    let number = match &record[fraction] {
                        "" => &record[value],
                        fraction => fraction,
                    };
                    let exact = &record[arithmetic] == "exact";
                    Some((record[text].to_owned(), number.parse().ok()?, exact))
                })
                .collect(),
        });
    }
    Ok(rows)
}
