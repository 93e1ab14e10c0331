//! Whether `--method auto` costs little more than the best of the others.
//!
//! Nobody knows the best method of a model beforehand, so a race has to waste something. This
//! measures how much: each system is checked by every method alone and by `auto`, all on one thread
//! (use `--processor-time`: it depends less on who else is there). Wanted is that `auto` decides
//! whatever one of them decides, in at most three times the time of the best and 50 ms. What the
//! contestants may spend is chosen by looking at one half of all systems, and judged by the other;
//! which is in which is drawn by lot.

mod drawn;
mod subjects;

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;

use crate::trial::Limited;
use drawn::drawn;
use subjects::{Subject, subjects};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder with the corpus
    #[arg(long, default_value = "corpus")]
    corpus: PathBuf,
    /// A folder with `fsp.csv` and `fsp/`, whose files are checked, too
    #[arg(long)]
    files: Option<PathBuf>,
    /// Draws systems, and the halves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only the systems of one half: 0 to choose weights by, 1 to judge them
    #[arg(long, value_name = "0|1", value_parser = clap::value_parser!(u8).range(0..=1))]
    half: Option<u8>,
    /// Only the systems whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// Write the table there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limited: Limited,
}

/// The others, as `auto` uses them.
const METHODS: [(&str, &[&str]); 7] = [
    ("mono", &["--method", "mono"]),
    ("symbolic", &["--method", "symbolic"]),
    ("agar", &["--method", "agar"]),
    ("learn asym", &["--method", "learn"]),
    ("circular", &["--method", "circular"]),
    ("learn sym", &["--method", "learn", "--rule", "sym"]),
    ("learn circ", &["--method", "learn", "--rule", "circ"]),
];

/// How many times the best is too slow, and what is added to it, in seconds.
const FACTOR: f64 = 3.0;
const GRACE: f64 = 0.05;
/// How often somebody who seems too slow is measured again.
const AGAIN: usize = 3;
/// Times below this, in seconds, are those of starting a program.
const SHORTEST: f64 = 0.02;

/// What came of a system.
struct Measured {
    /// 0 if weights may be chosen by it, 1 if they are judged by it.
    half: u8,
    group: &'static str,
    name: String,
    best: &'static str,
    /// The claims that the best decided, and its seconds.
    others: (usize, f64),
    auto: (usize, f64),
    /// Who answered.
    by: String,
}

impl Measured {
    fn ratio(&self) -> f64 {
        self.auto.1 / self.others.1
    }

    fn undecided(&self) -> bool {
        self.auto.0 < self.others.0
    }

    fn slow(&self) -> bool {
        self.auto.1 > FACTOR * self.others.1 + GRACE
    }
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let mut all = subjects(&options.limited, &options.corpus, options.files.as_deref())?;
    let folder = tempfile::tempdir()?;
    all.extend(drawn(options.seed, folder.path())?);
    let mut all = by_lot(options.seed, all);
    all.retain(|(half, subject)| {
        subject.name.contains(&options.only) && options.half.is_none_or(|only| only == *half)
    });
    let bar = ProgressBar::new(all.len() as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}");
    bar.set_style(style.expect("the template is well formed"));
    let mut measured = Vec::new();
    for (half, subject) in &all {
        bar.set_message(subject.name.clone());
        measured.extend(measure(&options.limited, *half, subject)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let text = table(&options.limited, &measured);
    println!("{text}");
    match &options.save {
        Some(path) => std::fs::write(path, &text),
        None => Ok(()),
    }
}

/// The systems with their halves, which differ by one at most.
fn by_lot(seed: u64, all: Vec<Subject>) -> Vec<(u8, Subject)> {
    let mut halves: Vec<u8> = (0..all.len()).map(|place| (place % 2) as u8).collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut halves);
    halves.into_iter().zip(all).collect()
}

/// Checks a system in all ways, if it can be checked at all. Nobody gets much more time than the
/// fastest so far took: only the best counts.
fn measure(limited: &Limited, half: u8, subject: &Subject) -> io::Result<Option<Measured>> {
    let mut best: Option<(&'static str, (usize, f64))> = None;
    for (name, method) in METHODS {
        let decided = best.filter(|(_, (claims, _))| *claims > 0);
        let (report, seconds) = check(limited, subject, method, decided.map(|(_, best)| best.1))?;
        let Some((claims, _)) = verdicts(&report) else { return Ok(None) };
        let better = best.is_none_or(|(_, (most, shortest))| {
            claims > most || (claims == most && seconds < shortest)
        });
        if better {
            best = Some((name, (claims, seconds)));
        }
    }
    let Some((best, others)) = best.filter(|(_, (claims, _))| *claims > 0) else { return Ok(None) };
    let (report, seconds) = check(limited, subject, &["--method", "auto"], None)?;
    let Some((claims, by)) = verdicts(&report) else { return Ok(None) };
    let (group, name) = (subject.group, subject.name.clone());
    let mut measured = Measured { half, group, name, best, others, auto: (claims, seconds), by };
    // Times vary: who seems too slow is measured again, and so is the one to be compared with.
    let method =
        METHODS.iter().find(|(name, _)| *name == best).map_or(&[][..], |(_, method)| method);
    for _ in 0..AGAIN {
        if measured.undecided() || !measured.slow() {
            break;
        }
        let (_, seconds) = check(limited, subject, method, None)?;
        measured.others.1 = measured.others.1.min(seconds);
        let (_, seconds) = check(limited, subject, &["--method", "auto"], None)?;
        measured.auto.1 = measured.auto.1.min(seconds);
    }
    Ok(Some(measured))
}

fn check(
    limited: &Limited,
    subject: &Subject,
    method: &[&str],
    fastest: Option<f64>,
) -> io::Result<(Value, f64)> {
    let arguments = subject.arguments.iter().map(String::as_str);
    let words: Vec<&str> =
        arguments.chain(method.iter().copied()).chain(["--threads", "1"]).collect();
    let limited = match fastest {
        // Others may use the machine, and the limit is the clock's.
        Some(seconds) => &limited.at_most(seconds * 16.0 + 0.5),
        None => limited,
    };
    let (report, (seconds, _)) = limited.measure(&subject.model, &words)?;
    Ok((report, seconds))
}

/// How many claims are decided, and who raced for them; nothing if the model is refused.
fn verdicts(report: &Value) -> Option<(usize, String)> {
    let verdicts = report["result"]["verdicts"].as_array()?;
    let decided =
        |verdict: &&Value| verdict["verdict"] == "holds" || verdict["verdict"] == "violated";
    let mut winners: Vec<String> = Vec::new();
    for verdict in verdicts {
        let (by, round) = (&verdict["race"]["winner"], &verdict["race"]["round"]);
        if let (Some(by), Some(round)) = (by.as_str(), round.as_u64()) {
            winners.push(format!("{by} in round {round}"));
        }
    }
    winners.dedup();
    Some((verdicts.iter().filter(decided).count(), winners.join(", ")))
}

/// The geometric mean.
fn mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// A line for each group, and the systems on which the race was too slow or without an answer.
fn table(limited: &Limited, all: &[Measured]) -> String {
    let mut text = format!(
        "Limits: {limited}. All on one thread. Where auto seems too slow, it and the best method are measured up to {AGAIN} times more, and the shortest times count. The mean ratio is that of all systems, and of those that take the best method \
         at least {SHORTEST} s, as is the worst.\n\n\
         | systems | | decided by auto of those that any method decides | within 3 × best + 50 ms | ratio, geometric mean | of the longer ones | worst |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    );
    let of_group = |group: &'static str| -> (&str, Vec<&Measured>) {
        (group, all.iter().filter(|row| row.group == group).collect())
    };
    let mut lines = ["corpus", "families", "drawn", "files"].map(of_group).to_vec();
    for (half, name) in [(0, "half to choose weights by"), (1, "half to judge by")] {
        lines.push((name, all.iter().filter(|row| row.half == half).collect()));
    }
    lines.push(("all", all.iter().collect()));
    for (group, rows) in lines.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        let long = rows.iter().filter(|row| row.others.1 >= SHORTEST);
        let ratios: Vec<f64> = long.map(|row| row.ratio()).collect();
        let all: Vec<f64> = rows.iter().map(|row| row.ratio()).collect();
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        let decided = rows.iter().filter(|row| !row.undecided()).count();
        let fast = rows.iter().filter(|row| !row.slow()).count();
        let of = rows.len();
        let _ = writeln!(
            text,
            "| {group} | {of} | {decided} | {fast} | {:.2} | {:.2} ({} systems) | {worst:.2} |",
            mean(&all),
            mean(&ratios),
            ratios.len()
        );
    }
    text.push_str(
        "\nAll systems that take the best method at least 20 ms, and those where auto is too slow:\n\n\
         | system | best | s | auto: s | ratio | answered by |\n| --- | --- | ---: | ---: | ---: | --- |\n",
    );
    for row in all {
        let remark = match (row.undecided(), row.slow()) {
            (true, _) => " **undecided**",
            (_, true) => " **slow**",
            _ if row.others.1 < SHORTEST => continue,
            _ => "",
        };
        let Measured { name, best, others, auto, by, .. } = row;
        let _ = writeln!(
            text,
            "| {name}{remark} | {best} | {:.3} | {:.3} | {:.2} | {by} |",
            others.1,
            auto.1,
            row.ratio()
        );
    }
    text
}
