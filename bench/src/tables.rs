//! Tables 1 and 2 of the AGAR paper (Gheorghiu Bobaru, Păsăreanu, Giannakopoulou, "Automated
//! assume-guarantee reasoning by abstraction refinement", CAV 2008) and 3 to 6 of the Learning
//! paper (Păsăreanu and others, "Learning to divide and conquer", 2008), and table 1 of the
//! Circular paper (Abd Elkader and others, CAV 2016), and of the Probabilistic paper (Komuravelli
//! and others, CAV 2012): the same rows and columns, in each cell the published figure and ours.

use std::fmt::{self, Display, Write as _};
use std::io;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use crate::best;
use crate::columns::{as_published, options, split};
use crate::compared::Compared;
use crate::conformance;
use crate::family::Family;
use crate::picture::{Panel, Whose, draw};
use crate::published::{Figure, Published, TITLES};
use crate::quotient;
use crate::sides::sides;
use crate::trial::{Limited, Trial, Trials};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only these tables, for example agar-1,learning-4,quotient,probabilistic-1
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Of these only the rows of these cases, for example 'Gas Station;Client Server'
    #[arg(long, value_delimiter = ';')]
    rows: Vec<String>,
    /// Of these only these columns, for example 'NW full;NW backward'
    #[arg(long, value_delimiter = ';')]
    columns: Vec<String>,
    /// Run the papers' own algorithms, too: in each cell published / as published / ours
    #[arg(long)]
    as_published: bool,
    /// Write the tables and the picture there, as NAME.md and NAME.svg
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limited: Limited,
}

/// Makes the tables, and after them which method does best in each row.
pub(crate) fn run(arguments: &Options) -> io::Result<()> {
    let published = Published::read()?;
    let wanted =
        |table: &str| arguments.only.is_empty() || arguments.only.iter().any(|t| t == table);
    let tables: Vec<_> = TITLES.into_iter().filter(|(table, _)| wanted(table)).collect();
    let rows: usize = tables.iter().map(|(table, _)| arguments.rows(&published, table).len()).sum();
    let bar = ProgressBar::new(rows as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
    bar.set_style(style.expect("the template is well formed"));
    let mut trials = Trials::new(&arguments.limited);
    let meaning = match arguments.as_published {
        true => "published / ours as published / ours by default",
        false => "published / ours",
    };
    let mut text = format!(
        "{}Limits: {}. In each cell: {meaning}. A dash says that a limit was reached; sizes are those by then.\n",
        provenance(),
        arguments.limited
    );
    let mut compared = Compared::default();
    let mut summary = best::Summary::default();
    let mut panels: Vec<Panel> = Vec::new();
    for row in tables.iter().flat_map(|(table, _)| arguments.rows(&published, table)) {
        let (table, case, k) = (&row[0].table, &row[0].case, row[0].k);
        bar.set_message(format!("{table}: {case} {k}"));
        let family = family(case)?;
        let mono = Some("mono").filter(|_| arguments.columns.is_empty());
        for column in row.iter().map(|figure| figure.column.as_str()).chain(mono) {
            let split = split(table, column, family, k);
            trials.check(family, k, &options(column, split.as_deref()))?;
            if arguments.as_published {
                trials.check(family, k, &as_published(column, split.as_deref()))?;
            }
        }
        if !table.starts_with("circular") && arguments.columns.is_empty() {
            summary.add(&row, family, &mut trials)?;
        }
        bar.inc(1);
    }
    // Counting the states of the sides needs memory of our own, which the operating system would
    // count as that of the checks: so it comes last.
    for (table, title) in tables {
        let rows = arguments.rows(&published, table);
        let Some(first) = rows.first() else { continue };
        let all = arguments.columns.is_empty();
        let _ = write!(text, "\n## {title}\n\n{}{}", note(table), heading(first, all));
        compared.next_table(title);
        for row in rows {
            let (case, k) = (&row[0].case, row[0].k);
            let how = (all, arguments.as_published);
            let surroundings = (&mut panels, &mut compared);
            let cells = cells(&published, (&row, how), family(case)?, &mut trials, surroundings)?;
            let _ = writeln!(text, "| {case} | {k} | {}", cells.trim_end());
        }
    }
    bar.finish_and_clear();
    text.push_str(&compared.to_string());
    text.push_str(&summary.to_string());
    if wanted("quotient") {
        let picture = arguments.save.as_ref().map(|path| path.with_extension("figure-7.svg"));
        let how = (arguments.as_published, arguments.rows.as_slice());
        text += &quotient::section(&published, &mut trials, how, picture.as_deref())?;
    }
    if wanted("probabilistic-1") {
        let how = (arguments.as_published, arguments.rows.as_slice());
        text += &conformance::table_1(&arguments.limited, how)?;
    }
    println!("{text}");
    if let Some(path) = &arguments.save {
        std::fs::write(path.with_extension("md"), &text)?;
        if !panels.is_empty() {
            draw(
                &path.with_extension("svg"),
                "Time of a check: published (dashed) and ours, refined alphabets",
                &panels,
            )?;
        }
    }
    Ok(())
}

impl Options {
    /// The rows of a table that are wanted, with the columns that are.
    fn rows<'p>(&self, published: &'p Published, table: &str) -> Vec<Vec<&'p Figure>> {
        let wanted =
            |names: &[String], name: &str| names.is_empty() || names.iter().any(|n| n == name);
        let mut rows = published.rows(table);
        rows.iter_mut().for_each(|row| row.retain(|figure| wanted(&self.columns, &figure.column)));
        rows.retain(|row| row.first().is_some_and(|figure| wanted(&self.rows, &figure.case)));
        rows
    }
}

/// When this was measured, of which commit, and by which command, as far as that can be told.
pub(crate) fn provenance() -> String {
    let told = |program: &str, words: &[&str]| {
        let output = std::process::Command::new(program).args(words).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let unknown = || "unknown".to_owned();
    let date = told("date", &["-u", "+%Y-%m-%d"]).unwrap_or_else(unknown);
    let commit = told("git", &["describe", "--always", "--dirty"]).unwrap_or_else(unknown);
    let words: Vec<String> = std::env::args().skip(1).collect();
    format!("Date: {date}. Commit: {commit}. Command: `surmise-bench {}`.\n\n", words.join(" "))
}

/// What to know about a table before reading it.
fn note(table: &str) -> &'static str {
    match table {
        "circular-1" => {
            "The largest of all assumptions is \\|A\\|. The last columns are the paper's: \\|g1\\| and \\|g2\\| of two sides, the larger first (ours with \
             the alphabet refined), \\|g_max\\| and \\|g_min\\| of many, and the states of the system with the property.\n\n"
        }
        _ => "",
    }
}

/// The heading of rows like this one; with all columns, our monolithic search is always one of
/// them.
fn heading(row: &[&Figure], all: bool) -> String {
    let (mut names, mut lines) = ("| case | k |".to_owned(), "| --- | ---: |".to_owned());
    for figure in row {
        let column = &figure.column;
        if column != "mono" {
            let _ = write!(names, " {column}: \\|A\\| |");
            lines.push_str(" ---: |");
        }
        let _ = write!(names, " {column}: MB | {column}: s |");
        lines.push_str(" ---: | ---: |");
    }
    if row[0].table.starts_with("agar") {
        names.push_str(" \\|M1‖P\\| | \\|M2\\| |");
        lines.push_str(" ---: | ---: |");
    }
    if row[0].table == "circular-1" && all {
        names.push_str(" \\|g1\\| | \\|g2\\| | \\|g_max\\| | \\|g_min\\| | \\|Sys‖P_err\\| |");
        lines.push_str(" ---: | ---: | ---: | ---: | ---: |");
    }
    if all && row.iter().all(|figure| figure.column != "mono") {
        names.push_str(" our mono: s |");
        lines.push_str(" ---: |");
    }
    format!("{names}\n{lines}\n")
}

fn cells(
    published: &Published,
    (row, (all, plain)): (&[&Figure], (bool, bool)),
    family: &'static Family,
    trials: &mut Trials<'_>,
    (panels, compared): (&mut Vec<Panel>, &mut Compared),
) -> io::Result<String> {
    let (table, case, k) = (row[0].table.as_str(), row[0].case.as_str(), row[0].k);
    let mut text = String::new();
    for figure in row {
        let column = &figure.column;
        let split = split(table, column, family, k);
        let trial = trials.check(family, k, &options(column, split.as_deref()))?;
        let mut made = Vec::new();
        if plain && column != "mono" {
            made.push(trials.check(family, k, &as_published(column, split.as_deref()))?);
        }
        made.push(trial.clone());
        if column != "mono" {
            compared.add(figure, &made);
            let sizes: Vec<String> = made.iter().map(|t| Cell(t.assumption).to_string()).collect();
            let _ = write!(text, "{} / {} | ", Cell(figure.assumption), sizes.join(" / "));
        }
        let memory: Vec<String> = made.iter().map(|t| format!("{:.0}", t.megabytes)).collect();
        let times: Vec<String> = made.iter().map(Trial::seconds).collect();
        let (memory, times) = (memory.join(" / "), times.join(" / "));
        let (theirs, spent) = (Cell(figure.megabytes), Cell(figure.seconds));
        let _ = write!(text, "{theirs} / {memory} | {spent} / {times} | ");
        if let Some(method) = drawn(figure) {
            let panel = Panel::named(panels, case);
            if figure.decided() {
                panel.add(&method, Whose::Published, k, figure.spent());
            }
            if trial.decided() {
                panel.add(&method, Whose::Ours, k, trial.time.as_secs_f64());
            }
        }
    }
    if let Some(theirs) = published.sides(table, case, k) {
        let groups = split(table, "", family, k).unwrap_or_default();
        let [first, second] = sides(trials.limited(), family, k, &groups)?.map(Cell);
        let _ = write!(text, "{} / {first} | {} / {second} | ", theirs.first, theirs.second);
    }
    if let Some(theirs) = published.circular(table, case, k).filter(|_| all) {
        let whole = trials.check(family, k, &options("mono", None))?;
        let [two, many] = ["2W backward", "NW backward"].map(|column| {
            let split = split(table, column, family, k);
            let plain = plain.then(|| as_published(column, split.as_deref()));
            let ways = plain.into_iter().chain([options(column, split.as_deref())]);
            ways.map(|way| trials.check(family, k, &way)).collect::<io::Result<Vec<Trial>>>()
        });
        let (two, many) = (two?, many?);
        let sizes = |made: &[Trial], size: fn(&Trial) -> Option<u64>| {
            let of = |trial: &Trial| Cell(size(trial).filter(|_| trial.decided())).to_string();
            made.iter().map(of).collect::<Vec<_>>().join(" / ")
        };
        for (theirs, ours) in [
            (theirs.g1, sizes(&two, |trial| trial.assumption)),
            (theirs.g2, sizes(&two, |trial| trial.smallest)),
            (theirs.max, sizes(&many, |trial| trial.assumption)),
            (theirs.min, sizes(&many, |trial| trial.smallest)),
            (theirs.states, sizes(&[whole], |trial| trial.states)),
        ] {
            let _ = write!(text, "{} / {ours} | ", Cell(theirs));
        }
    }
    if all && row.iter().all(|figure| figure.column != "mono") {
        let mono = trials.check(family, k, &options("mono", None))?;
        let _ = write!(text, "{} | ", mono.seconds());
    }
    Ok(text)
}

/// The name of a figure's method in the picture, if it gets there: those with refined alphabets
/// that every table has. Table 2 of the AGAR paper divides systems as only its authors know, and
/// table 3 of the Learning paper repeats table 1 of the other. One k makes no line.
fn drawn(figure: &Figure) -> Option<String> {
    let sides = match figure.table.as_str() {
        "agar-1" => "two sides",
        "agar-2" | "learning-3" | "circular-1" => return None,
        _ => "n components",
    };
    match figure.column.strip_suffix(" backward") {
        _ if figure.case == "Rover Exec." => None,
        Some(method) => Some(format!("{method}, {sides}")),
        None => (figure.column == "mono").then(|| figure.column.clone()),
    }
}

/// A number or a dash.
pub(crate) struct Cell<T>(pub(crate) Option<T>);

impl<T: Display> Display for Cell<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(number) => number.fmt(f),
            None => f.write_str("–"),
        }
    }
}

fn family(case: &str) -> io::Result<&'static Family> {
    Family::named(case).ok_or_else(|| io::Error::other(format!("unknown case {case}")))
}
