//! The Probabilistic paper (Komuravelli, Păsăreanu and Clarke, CAV 2012): its table 1, how time
//! grows past it, and strong simulation of large systems beside its definition.

mod coarsening;
mod models;
mod parts;
mod simulation;
mod smt;

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use serde_json::Value;

use self::models::{Texts, arbiter, client_server, sensor_network};
use self::parts::group_sizes;
use crate::tables::provenance;
use crate::trial::Limited;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Write the text there
    #[arg(long, value_name = "FILE.md")]
    save: Option<PathBuf>,
    /// Only simulation of large systems, or only the table
    #[arg(long, value_parser = ["table", "growth", "simulation", "z3"])]
    only: Option<String>,
    /// Only this case of the table and of growth
    #[arg(long, value_parser = ["CS1", "CSN", "MER", "SN"])]
    case: Option<String>,
    /// Run the paper's own algorithm, too
    #[arg(long)]
    as_published: bool,
    /// A z3 to ask about random systems
    #[arg(long, value_name = "PROGRAM")]
    z3: Option<PathBuf>,
    /// How many
    #[arg(long, default_value_t = 300)]
    seeds: u64,
    #[command(flatten)]
    limited: Limited,
}

/// A row of table 1: seconds, megabytes, |LM| and |AM| of ASym and ASym-N, seconds and megabytes of
/// the monolithic check.
struct Row {
    case: &'static str,
    k: u32,
    sizes: [&'static str; 5],
    asym: [&'static str; 4],
    asym_n: [&'static str; 4],
    mono: [&'static str; 2],
}

const fn row(
    case: &'static str,
    k: u32,
    sizes: [&'static str; 5],
    asym: [&'static str; 4],
    asym_n: [&'static str; 4],
    mono: [&'static str; 2],
) -> Row {
    Row { case, k, sizes, asym, asym_n, mono }
}

/// Table 1 as published: |L|, |P|, |L1|, |L2|, |Lc|, and the rest.
const PUBLISHED: [Row; 12] = [
    row(
        "CS1",
        5,
        ["94", "16", "36", "405", "36"],
        ["7.2", "15.6", "182", "33"],
        ["74.0", "15.1", "182", "34"],
        ["0.2", "8.8"],
    ),
    row(
        "CS1",
        6,
        ["136", "19", "49", "1215", "49"],
        ["11.6", "22.7", "324", "41"],
        ["810.7", "21.4", "324", "40"],
        ["0.5", "12.2"],
    ),
    row(
        "CS1",
        7,
        ["186", "22", "64", "3645", "64"],
        ["37.7", "49.4", "538", "56"],
        ["out", "–", "–", "–"],
        ["0.8", "17.9"],
    ),
    row(
        "CSN",
        2,
        ["34", "15", "25", "9", "9"],
        ["0.7", "7.1", "51", "7"],
        ["2.4", "6.8", "40", "25"],
        ["0.1", "5.9"],
    ),
    row(
        "CSN",
        3,
        ["184", "54", "125", "16", "16"],
        ["43.0", "63.0", "324", "12"],
        ["1.6k", "109.6", "372", "125"],
        ["14.8", "37.9"],
    ),
    row(
        "CSN",
        4,
        ["960", "189", "625", "25", "25"],
        ["out", "–", "–", "–"],
        ["out", "–", "–", "–"],
        ["1.8k", "667.5"],
    ),
    row(
        "MER",
        3,
        ["16k", "12", "278", "1728", "278"],
        ["2.6", "19.7", "706", "7"],
        ["3.6", "14.6", "706", "7"],
        ["193.8", "458.5"],
    ),
    row(
        "MER",
        4,
        ["120k", "15", "465", "21k", "465"],
        ["15.0", "53.9", "2k", "11"],
        ["34.7", "37.8", "2k", "11"],
        ["out", "–"],
    ),
    row(
        "MER",
        5,
        ["841k", "18", "700", "250k", "700"],
        ["out", "–", "–", "–"],
        ["257.8", "65.5", "3.3k", "16"],
        ["out", "–"],
    ),
    row(
        "SN",
        1,
        ["462", "18", "43", "32", "126"],
        ["0.2", "6.2", "43", "3"],
        ["1.7", "8.5", "165", "6"],
        ["1.5", "27.7"],
    ),
    row(
        "SN",
        2,
        ["7860", "54", "796", "32", "252"],
        ["79.5", "112.9", "796", "3"],
        ["694.4", "171.7", "1.4k", "21"],
        ["4.7k", "1.3k"],
    ),
    row(
        "SN",
        3,
        ["78k", "162", "7545", "32", "378"],
        ["out", "–", "–", "–"],
        ["7.2k", "528.8", "1.4k", "21"],
        ["out", "–"],
    ),
];

/// Where the models of the table are, in the corpus. Larger ones are written when they are needed.
const SHIPPED: &str = "papers/probabilistic";

/// The name of a model's file.
fn file(case: &str, k: u32, what: &str) -> String {
    format!("{}-{k}{what}.prism", case.to_lowercase())
}

fn texts(case: &str, k: u32) -> Texts {
    match case {
        "CS1" => client_server(k, 1),
        "CSN" => client_server(k, k),
        "MER" => arbiter(k),
        _ => sensor_network(k),
    }
}

/// The two groups of rule ASym, as published, and more than two: components one by one, but for a
/// client of CS1 that stands with the server. The published orders are not known; these are the
/// best that were found.
fn splits(case: &str, k: u32) -> [String; 2] {
    let from = |first: u32, name: &str, separator: &str| {
        (first..=k).map(|index| format!("{name}{index}")).collect::<Vec<_>>().join(separator)
    };
    let many = |name: &str, separator: &str| from(1, name, separator);
    match case {
        "CS1" => [
            format!("server|{}", many("client", ",")),
            format!("client1,server|{}", from(2, "client", "|")),
        ],
        "CSN" => [
            format!("{}|server", many("client", ",")),
            format!("client1|server|{}", from(2, "client", "|")),
        ],
        "MER" => [
            format!("arbiter,power|{}", many("user", ",")),
            format!("arbiter|power|{}", many("user", "|")),
        ],
        _ => [
            format!("{},channel|processor", many("sensor", ",")),
            format!("{}|processor|channel", many("sensor", "|")),
        ],
    }
}

/// What came of a check.
struct Found {
    decided: bool,
    seconds: f64,
    megabytes: f64,
    composition: u64,
    assumption: u64,
    specification: u64,
}

struct Bench<'a> {
    limited: &'a Limited,
    folder: tempfile::TempDir,
}

impl Bench<'_> {
    fn check(&self, case: &str, k: u32, arguments: &[&str]) -> io::Result<Found> {
        let mut model = self.limited.beside_cases(SHIPPED).join(file(case, k, ""));
        if !model.exists() {
            let Texts { system, specification } = texts(case, k);
            model = self.folder.path().join(file(case, k, ""));
            std::fs::write(&model, system)?;
            std::fs::write(model.with_file_name(file(case, k, "-specification")), specification)?;
        }
        let above = model.with_file_name(file(case, k, "-specification"));
        let mut words = vec!["--specification", above.to_str().unwrap_or_default()];
        words.extend(arguments);
        let (document, run) = self.limited.measure(&model, &words)?;
        let result = &document["result"];
        let count = |value: &Value| value.as_u64().unwrap_or(0);
        Ok(Found {
            decided: result["verdict"] == "holds",
            seconds: run.0,
            megabytes: run.1,
            composition: count(&result["statistics"]["largest composition"]),
            assumption: count(&result["statistics"]["largest assumption"]),
            specification: count(&result["specification"]["states"]),
        })
    }
}

impl Found {
    fn seconds(&self) -> String {
        if self.decided { format!("{:.2}", self.seconds) } else { "out".to_owned() }
    }
}

/// Table 1, for `surmise-bench tables`.
pub(crate) fn table_1(limited: &Limited, (plain, wanted): (bool, &[String])) -> io::Result<String> {
    let bench = Bench { limited, folder: tempfile::tempdir()? };
    table(&bench, plain, |case| wanted.is_empty() || wanted.iter().any(|name| name == case))
}

/// Measures.
pub(crate) fn run(options: &Options) -> io::Result<()> {
    let bench = Bench { limited: &options.limited, folder: tempfile::tempdir()? };
    let wants = |section: &str| options.only.as_deref().is_none_or(|only| only == section);
    let is_meant = |case: &str| options.case.as_deref().is_none_or(|only| only == case);
    let mut text = format!(
        "# Conformance of probabilistic systems\n\n{}Limits: {}.\n",
        provenance(),
        options.limited
    );
    if wants("table") {
        text += &table(&bench, options.as_published, is_meant)?;
    }
    if wants("growth") {
        text += &growth(&bench, is_meant)?;
    }
    if wants("simulation") {
        text += &simulation::section(&options.limited)?;
    }
    if let Some(z3) = options.z3.as_deref().filter(|_| wants("z3")) {
        text += &smt::section(z3, options.seeds)?;
    }
    match &options.save {
        Some(file) => std::fs::write(file, text),
        None => {
            println!("{text}");
            Ok(())
        }
    }
}

fn table(bench: &Bench<'_>, plain: bool, is_meant: impl Fn(&str) -> bool) -> io::Result<String> {
    let mut text = "\n## Table 1\n\n\
        Published / ours, or published / ours as published / ours by default. \\|LM\\| is the largest composition that was built of a group and an assumption. The parts are \\|L1\\| and \\|L2\\| of ASym, and the largest group, \\|Lc\\|, of \
        ASym-N. The models are written anew: CS1, CSN and SN have the published sizes of L throughout, MER is at most four hundredths larger, with users of the published 12 states \
        (`corpus/papers/probabilistic`).\n\n\
        Where \\|AM\\| is larger than published. CS1 5 and 6 by ASym, with the server alone on one side: which counterexample comes first decides what is \
        split, and the published ones are not known; with a client beside the server (ASym-N here) it is a third. SN by ASym, and by ASym-N from two sensors on: \
        the published specification is not known beyond its size, which ours has, and the published parts were cut in another way.\n\n\
        | case | \\|L\\| | \\|P\\| | rule | parts | s | MB | \\|LM\\| | \\|AM\\| |\n\
        | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    // All checks come first: a process counts as its own what memory the one had that started it.
    let mut measured = Vec::new();
    for row in PUBLISHED.iter().filter(|row| is_meant(row.case)) {
        let [two, all] = splits(row.case, row.k);
        let methods: [&[&str]; 5] = [
            &["--method", "agar", "--split", &two],
            &["--method", "agar", "--split", &all],
            &["--method", "agar"],
            &["--method", "cegar"],
            &["--method", "mono"],
        ];
        let check = |arguments: &&[&str]| bench.check(row.case, row.k, arguments);
        let found: Vec<Found> = methods.iter().map(check).collect::<io::Result<_>>()?;
        let mut as_published = Vec::new();
        for arguments in methods.iter().take(if plain { 2 } else { 0 }) {
            let words = [arguments, &["--as-published"][..]].concat();
            as_published.push(bench.check(row.case, row.k, &words)?);
        }
        measured.push((row, found, as_published));
    }
    for (row, found, as_published) in &measured {
        let Row { case, k, sizes, asym, asym_n, mono } = row;
        let system = texts(case, *k).system;
        let [two, all] = splits(case, *k);
        let [halves, parts] = [group_sizes(&system, &two)?, group_sizes(&system, &all)?];
        let halves: Vec<String> = halves.iter().map(ToString::to_string).collect();
        let halves = format!("{}, {} / {}", sizes[2], sizes[3], halves.join(", "));
        let largest = format!("{} / {}", sizes[4], parts.into_iter().max().unwrap_or(0));
        let [seconds, megabytes] = *mono;
        let rules = [
            ("ASym", halves, *asym),
            ("ASym-N", largest, *asym_n),
            ("ASym-N, our order", String::new(), [""; 4]),
            ("CEGAR", String::new(), [""; 4]),
            ("mono", String::new(), [seconds, megabytes, "", ""]),
        ];
        let whole = &found[rules.len() - 1];
        for (place, ((name, parts, published), found)) in rules.into_iter().zip(found).enumerate() {
            // Between what is published and ours by default: ours as published, if that was run.
            let between = |told: &dyn Fn(&Found) -> String| {
                as_published.get(place).map_or_else(String::new, |found| told(found) + " / ")
            };
            let assumed = match name {
                "mono" => " | ".to_owned(),
                _ => format!(
                    "{} / {}{} | {} / {}{}",
                    published[2],
                    between(&|found| found.composition.to_string()),
                    found.composition,
                    published[3],
                    between(&|found| found.assumption.to_string()),
                    found.assumption
                ),
            };
            let (seconds, megabytes) =
                (between(&Found::seconds), between(&|found| format!("{:.0}", found.megabytes)));
            let _ = writeln!(
                text,
                "| {case}({k}) | {} / {} | {} / {} | {name} | {parts} | {} / {seconds}{} | {} / {megabytes}{:.0} | {assumed} |",
                sizes[0],
                whole.composition,
                sizes[1],
                whole.specification,
                published[0],
                found.seconds(),
                published[1],
                found.megabytes,
            );
        }
    }
    Ok(text)
}

fn growth(bench: &Bench<'_>, is_meant: impl Fn(&str) -> bool) -> io::Result<String> {
    let mut text = "\n## Growth\n\nSeconds until the first size that is not decided; – after that.\n\n\
        | case | k | mono | \\|L\\| | ASym | ASym-N | our order |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let cases = [("CS1", 5, 14), ("CSN", 2, 8), ("MER", 2, 9), ("SN", 1, 6)];
    for (case, first, last) in cases.into_iter().filter(|(case, ..)| is_meant(case)) {
        let mut open = [true; 4];
        for k in first..=last {
            let [two, all] = splits(case, k);
            let methods: [&[&str]; 4] = [
                &["--method", "mono"],
                &["--method", "agar", "--split", &two],
                &["--method", "agar", "--split", &all],
                &["--method", "agar"],
            ];
            let mut cells = Vec::new();
            let mut size = String::from("–");
            for (place, arguments) in methods.iter().enumerate() {
                if !open[place] {
                    cells.push("–".to_owned());
                    continue;
                }
                let found = bench.check(case, k, arguments)?;
                open[place] = found.decided;
                if place == 0 && found.decided {
                    size = found.composition.to_string();
                }
                cells.push(found.seconds());
            }
            let _ = writeln!(
                text,
                "| {case} | {k} | {} | {size} | {} |",
                cells[0],
                cells[1..].join(" | ")
            );
            if open == [false; 4] {
                break;
            }
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The models in the corpus are those of `models`; `SURMISE_BLESS=1` writes them.
    #[test]
    fn models_of_the_table_are_shipped() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(SHIPPED);
        for Row { case, k, .. } in &PUBLISHED {
            let Texts { system, specification } = texts(case, *k);
            for (what, text) in [("", system), ("-specification", specification)] {
                let path = folder.join(file(case, *k, what));
                if std::env::var_os("SURMISE_BLESS").is_some() {
                    std::fs::create_dir_all(&folder).expect("a folder");
                    std::fs::write(&path, &text).expect("a file");
                }
                let shipped = std::fs::read_to_string(&path).unwrap_or_default();
                assert!(shipped == text, "{} is another model", path.display());
            }
        }
    }
}
