//! How time grows with k, far past the papers: each family with `mono`, `symbolic`, `auto`,
//! `learn`, `agar` and `circular` until a limit is reached, a fit, and the k from which on
//! reasoning about parts is faster than searching the whole.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressStyle};

use crate::family::{FAMILIES, Family};
use crate::fit::fit;
use crate::picture::{Panel, Whose, draw};
use crate::tables::Cell;
use crate::trial::{Limited, Trials};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only these families, for example MER
    #[arg(long, value_delimiter = ';')]
    only: Vec<String>,
    /// Only these methods, for example 'mono;learn sym;circular'
    #[arg(long, value_delimiter = ';')]
    methods: Vec<String>,
    /// Write the table and the picture there, as NAME.md and NAME.svg
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limited: Limited,
}

/// The methods: every component alone, refined alphabets. The first is the one to overtake.
const METHODS: [(&str, &[&str]); 8] = [
    ("mono", &["--method", "mono"]),
    ("symbolic", &["--method", "symbolic"]),
    ("auto", &["--method", "auto"]),
    ("learn asym", &["--method", "learn", "--alphabet", "backward"]),
    ("learn circ", &["--method", "learn", "--rule", "circ", "--alphabet", "backward"]),
    ("learn sym", &["--method", "learn", "--rule", "sym", "--alphabet", "backward"]),
    ("agar", &["--method", "agar", "--alphabet", "backward"]),
    ("circular", &["--method", "circular", "--alphabet", "backward"]),
];

/// Measures and fits.
pub(crate) fn run(arguments: &Options) -> io::Result<()> {
    let mut all =
        "| family | k | method | s | \\|A\\| | MB |\n| --- | ---: | --- | ---: | ---: | ---: |\n"
            .to_owned();
    let mut fits =
        "| family | method | largest k decided | of | s grows like | faster than mono from k |\n\
                    | --- | --- | ---: | ---: | --- | ---: |\n"
            .to_owned();
    let mut panels = Vec::new();
    let mut trials = Trials::new(&arguments.limited);
    let bar = ProgressBar::new_spinner();
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    bar.set_style(style.expect("the template is well formed"));
    let wanted = |family: &&Family| {
        arguments.only.is_empty() || arguments.only.iter().any(|name| name == family.case)
    };
    for family in FAMILIES.iter().filter(wanted) {
        let (case, farthest) = (family.case, family.farthest);
        let mut mono: Vec<(u32, f64)> = Vec::new();
        let chosen = |(name, _): &(&str, _)| {
            arguments.methods.is_empty() || arguments.methods.iter().any(|method| method == name)
        };
        for (name, method) in METHODS.into_iter().filter(chosen) {
            let method: Vec<String> = method.iter().map(|&word| word.to_owned()).collect();
            let mut points = Vec::new();
            for k in steps(farthest) {
                bar.set_message(format!("{case} {name} {k}"));
                bar.tick();
                let trial = trials.check(family, k, &method)?;
                let (seconds, size) = (trial.seconds(), Cell(trial.assumption));
                let memory = trial.megabytes;
                let _ =
                    writeln!(all, "| {case} | {k} | {name} | {seconds} | {size} | {memory:.0} |");
                if !trial.decided() {
                    break;
                }
                points.push((k, trial.time.as_secs_f64()));
                Panel::named(&mut panels, case).add(name, Whose::Ours, k, trial.time.as_secs_f64());
            }
            let largest = Cell(points.last().map(|point| point.0));
            let overtakes = Cell(overtakes(&points, &mono));
            let growth = fit(&points);
            let _ = writeln!(
                fits,
                "| {case} | {name} | {largest} | {farthest} | {growth} | {overtakes} |"
            );
            if name == "mono" {
                mono = points;
            }
        }
    }
    bar.finish_and_clear();
    let text = format!("Limits: {}.\n\n{fits}\n{all}", arguments.limited);
    println!("{text}");
    if let Some(path) = &arguments.save {
        std::fs::write(path.with_extension("md"), &text)?;
        draw(&path.with_extension("svg"), "Time of a check", &panels)?;
    }
    Ok(())
}

/// Every k to 6, then in steps of about a third, and the last.
pub(crate) fn steps(farthest: u32) -> Vec<u32> {
    let next = |&k: &u32| Some(if k < 6 { k + 1 } else { k + k / 3 });
    let mut steps: Vec<u32> =
        std::iter::successors(Some(2), next).take_while(|&k| k < farthest).collect();
    steps.push(farthest);
    steps
}

/// The first k from which on one method is always faster than another, as far as both were
/// measured: whoever gave up is slower.
fn overtakes(points: &[(u32, f64)], others: &[(u32, f64)]) -> Option<u32> {
    let slower = |&&(k, seconds): &&(u32, f64)| {
        others.iter().any(|&(other_k, other)| other_k == k && other <= seconds)
    };
    let beaten = points.iter().rposition(|point| slower(&point));
    let first = points.get(beaten.map_or(0, |place| place + 1)).map(|point| point.0);
    first.filter(|_| !others.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_reach_the_end() {
        assert_eq!(steps(5), [2, 3, 4, 5]);
        assert_eq!(steps(12), [2, 3, 4, 5, 6, 8, 10, 12]);
        assert_eq!(steps(64).last(), Some(&64));
    }

    #[test]
    fn overtaking_is_for_good() {
        let mono = [(2, 0.1), (3, 0.2), (4, 5.0)];
        assert_eq!(overtakes(&[(2, 0.05), (3, 0.3), (4, 0.4), (5, 0.5)], &mono), Some(4));
        assert_eq!(overtakes(&[(2, 0.2), (3, 0.3)], &mono), None);
        assert_eq!(overtakes(&[(2, 0.2), (3, 0.3), (4, 5.5), (5, 9.0)], &mono), Some(5));
    }
}
