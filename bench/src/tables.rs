//! Tables 1 and 2 of the AGAR paper (Gheorghiu Bobaru, Păsăreanu, Giannakopoulou, "Automated
//! assume-guarantee reasoning by abstraction refinement", CAV 2008) and 3 to 6 of the Learning paper
//! (Păsăreanu and others, "Learning to divide and conquer", 2008): the published figures, which are
//! in `published.csv`, and ours beside them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use serde::Deserialize;

use crate::family::Family;
use crate::picture::{Curve, picture};
use crate::sides::sides;
use crate::trial::{Limited, Trial};

const PUBLISHED: &str = include_str!("../published.csv");

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only these tables, for example agar-1,learning-4
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Write the tables and the picture there, as NAME.md and NAME.svg
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limited: Limited,
}

/// A figure of a paper. Empty cells are the papers' dashes: a limit of 30 minutes or 1 GB was reached.
#[derive(Debug, Deserialize)]
struct Figure {
    table: String,
    case: String,
    k: u32,
    column: String,
    assumption: Option<u64>,
    megabytes: Option<f64>,
    seconds: Option<f64>,
}

const TITLES: [(&str, &str); 6] = [
    ("agar-1", "AGAR, table 1: two-way, the papers' decomposition"),
    ("agar-2", "AGAR, table 2: two-way, balanced decomposition"),
    ("learning-3", "Learning, table 3: two-way, rule ASYM"),
    ("learning-4", "Learning, table 4: n-way, rule ASYM, and monolithic"),
    ("learning-5", "Learning, table 5: n-way, rule SYM-N"),
    ("learning-6", "Learning, table 6: n-way, rule CIRC-N"),
];

/// Makes the tables.
pub(crate) fn run(options: &Options) -> io::Result<()> {
    let mut reader = csv::Reader::from_reader(PUBLISHED.as_bytes());
    let figures: Vec<Figure> = reader.deserialize().collect::<Result<_, _>>()?;
    let mut text = String::new();
    let mut curves: Vec<Curve> = Vec::new();
    let mut monolithic = Monolithic { limited: &options.limited, known: BTreeMap::new() };
    let wanted = |table: &str| options.only.is_empty() || options.only.iter().any(|t| t == table);
    let measured =
        figures.iter().filter(|figure| figure.column != "sides" && wanted(&figure.table));
    let bar = indicatif::ProgressBar::new(measured.count() as u64);
    for (table, title) in TITLES.into_iter().filter(|(table, _)| wanted(table)) {
        let _ = write!(text, "\n## {title}\n\n{HEADING}");
        let rows: Vec<&Figure> = figures.iter().filter(|figure| figure.table == table).collect();
        for figure in rows.iter().filter(|figure| figure.column != "sides") {
            bar.set_message(format!("{table} {} {} {}", figure.case, figure.k, figure.column));
            let family = family(&figure.case)?;
            let trial = options.limited.check(family, figure.k, &words(figure, family))?;
            let mono = monolithic.time(family, figure.k)?;
            row(&mut text, figure, &trial, &mono);
            if trial.decided() {
                let name = format!("{} {}", figure.case, figure.column);
                point(&mut curves, &name, figure.k, trial.time.as_secs_f64(), table);
            }
            bar.inc(1);
        }
        if table == "agar-1" {
            text.push_str(&sizes(&rows, &options.limited)?);
        }
    }
    bar.finish_and_clear();
    let Limited { seconds, memory, .. } = &options.limited;
    let text = format!(
        "Limits: {seconds} s and {memory} for each check; a dash says that one was reached.\n{text}"
    );
    println!("{text}");
    if let Some(path) = &options.save {
        std::fs::write(path.with_extension("md"), &text)?;
        picture(&path.with_extension("svg"), "time of a check", &curves)?;
    }
    Ok(())
}

const HEADING: &str = "\
| case | k | method | verdict | \\|A\\| published | ours | MB published | ours | s published | ours | our mono |\n\
| --- | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";

fn row(text: &mut String, figure: &Figure, trial: &Trial, mono: &str) {
    let dash = || "–".to_owned();
    let shown = |number: Option<f64>| number.map_or_else(dash, |number| format!("{number}"));
    let count = |number: Option<u64>| number.map_or_else(dash, |number| number.to_string());
    let _ = writeln!(
        text,
        "| {} | {} | {} | {} | {} | {} | {} | {:.0} | {} | {} | {mono} |",
        figure.case,
        figure.k,
        figure.column,
        trial.verdict,
        count(figure.assumption),
        count(trial.assumption),
        shown(figure.megabytes),
        trial.megabytes,
        shown(figure.seconds),
        trial.seconds(),
    );
}

/// The sizes of the two sides of the papers' decomposition. (The balanced ones of table 2 are not
/// described, so ours are not theirs.)
fn sizes(rows: &[&Figure], limited: &Limited) -> io::Result<String> {
    let mut text = String::from(
        "\n| case | k | \\|M1‖P\\| published | ours | \\|M2\\| published | ours |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for figure in rows.iter().filter(|figure| figure.column == "sides") {
        let family = family(&figure.case)?;
        let count = |number: Option<u64>| number.map_or_else(|| "–".to_owned(), |n| n.to_string());
        let [one, other] = sides(&limited.model(family), family, figure.k)?;
        let (case, k, first) = (&figure.case, figure.k, count(figure.assumption));
        let second = figure.seconds.unwrap_or_default();
        let _ = writeln!(
            text,
            "| {case} | {k} | {first} | {} | {second} | {} |",
            count(one),
            count(other)
        );
    }
    Ok(text)
}

fn family(case: &str) -> io::Result<&'static Family> {
    Family::named(case).ok_or_else(|| io::Error::other(format!("unknown case {case}")))
}

/// Our monolithic times, measured once for each system.
struct Monolithic<'a> {
    limited: &'a Limited,
    known: BTreeMap<(&'static str, u32), String>,
}

impl Monolithic<'_> {
    fn time(&mut self, family: &'static Family, k: u32) -> io::Result<String> {
        if let Some(known) = self.known.get(&(family.case, k)) {
            return Ok(known.clone());
        }
        let method = ["--method", "mono"].map(str::to_owned);
        let time = self.limited.check(family, k, &method)?.seconds();
        self.known.insert((family.case, k), time.clone());
        Ok(time)
    }
}

/// The options that make a column of a table: method, rule, alphabet, decomposition.
fn words(figure: &Figure, family: &Family) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in figure.column.split(' ') {
        let options: &[&str] = match word {
            "mono" => &["--method", "mono"],
            "agar" => &["--method", "agar"],
            "learn" | "asym" => &["--method", "learn", "--rule", "asym"],
            "sym" => &["--method", "learn", "--rule", "sym"],
            "circ" => &["--method", "learn", "--rule", "circ"],
            alphabet => &["--alphabet", alphabet],
        };
        words.extend(options.iter().map(|&option| option.to_owned()));
    }
    let split = match figure.table.as_str() {
        "agar-1" | "learning-3" => Some(family.split(figure.k)),
        "agar-2" => Some("two".to_owned()),
        _ => None,
    };
    if let Some(split) = split {
        words.extend(["--split".to_owned(), split]);
    }
    words
}

/// Adds a point to the curve of a table and a name.
fn point(curves: &mut Vec<Curve>, name: &str, k: u32, seconds: f64, table: &str) {
    let name = format!("{table}: {name}");
    match curves.iter_mut().find(|curve| curve.name == name) {
        Some(curve) => curve.points.push((k, seconds)),
        None => curves.push(Curve { name, points: vec![(k, seconds)] }),
    }
}
