//! Quotients: the experiment of the Quotient paper (Finkbeiner, Schewe, Brill, FORTE 2006, section
//! 7 and figure 7), and every row of the AGAR paper's tables, exactly and at any time.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use crate::columns::{options, split};
use crate::family::Family;
use crate::published::Published;
use crate::tables::Cell;
use crate::trial::{Trial, Trials};

/// The sliding window protocol: |A| and refinement steps as published.
const PUBLISHED: [(&str, u64, u64); 4] = [("A", 8, 169), ("B", 1, 18), ("C", 8, 168), ("D", 1, 15)];

/// The columns that a row of the AGAR tables is tried with: ours first.
const COLUMNS: [&str; 5] = ["quotient", "quotient modal", "agar backward", "asym backward", "mono"];

/// Both tables, as a text. The picture of figure 7 goes beside them.
pub(crate) fn section(
    published: &Published,
    trials: &mut Trials<'_>,
    (plain, wanted): (bool, &[String]),
    picture: Option<&Path>,
) -> io::Result<String> {
    let is_wanted = |case: &str| wanted.is_empty() || wanted.iter().any(|name| name == case);
    let mut text = String::new();
    if is_wanted("Sliding Window") {
        text += &sliding_window(trials, plain, picture)?;
    }
    text += &rows(published, trials, is_wanted)?;
    Ok(text)
}

/// Section 7 of the paper.
fn sliding_window(trials: &Trials<'_>, plain: bool, picture: Option<&Path>) -> io::Result<String> {
    let mut text = "\n## Quotient, section 7: the sliding window protocol\n\n\
        Published / ours. The refinement ends when the bounds coincide or |A| = 1, which is so where N makes no difference (B) or the\n\
        property is violated (D). *Steps looked at* are those of the exact construction, as a part of the steps of M ‖ N ‖ P, which\n\
        building it once looks at.\n\n\
        As published, the loop goes on until the bounds coincide, and a quotient is not replaced by its own.\n\n\
        | property | verdict | \\|A\\| exact | \\|A\\| modal | steps | steps looked at | exact: s | modal: s | mono: s |\n\
        | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
        .to_owned();
    let limited = trials.limited();
    let run = |property: &str, words: &[&str]| -> io::Result<(Value, Duration)> {
        let mut arguments = vec!["--process", "PROTOCOL", "--property", property];
        arguments.extend(words);
        let (document, time) = limited.run("sliding-window.lts", &arguments)?;
        Ok((document["result"]["verdicts"][0].clone(), time))
    };
    let quotient = ["--method", "quotient", "--split", "SENDER|RECEIVER"];
    let published: &[&str] = if plain { &["--as-published"] } else { &[] };
    for (property, size, steps) in PUBLISHED {
        let (mono, mono_time) = run(property, &["--method", "mono"])?;
        let (exact, exact_time) = run(property, &quotient)?;
        let (modal, modal_time) = run(property, &[&quotient[..], &["--labels", "modal"]].concat())?;
        let of = |verdict: &Value, name: &str| verdict["statistics"][name].as_u64().unwrap_or(0);
        let mut as_published = [String::new(), String::new(), String::new()];
        if plain {
            let exact = run(property, &[&quotient[..], published].concat())?.0;
            let labels = ["--labels", "modal"];
            let modal = run(property, &[&quotient[..], &labels, published].concat())?.0;
            as_published = [
                format!("{} / ", of(&exact, "largest assumption")),
                format!("{} / ", of(&modal, "largest assumption")),
                format!("{} / ", of(&modal, "refinements")),
            ];
        }
        let [plain_exact, plain_modal, plain_steps] = as_published;
        let part = match exact["verdict"].as_str() {
            // A search stops where it finds a violation.
            Some("holds") => {
                let whole = of(&mono, "transitions").max(1) as f64;
                format!("{:.2}", of(&exact, "labelled steps") as f64 / whole)
            }
            _ => "–".to_owned(),
        };
        let _ = writeln!(
            text,
            "| {property} | {} | {size} / {plain_exact}{} | {size} / {plain_modal}{} | {steps} / {plain_steps}{} | {part} | {:.3} | {:.3} | {:.3} |",
            exact["verdict"].as_str().unwrap_or("–"),
            of(&exact, "largest assumption"),
            of(&modal, "largest assumption"),
            of(&modal, "refinements"),
            exact_time.as_secs_f64(),
            modal_time.as_secs_f64(),
            mono_time.as_secs_f64(),
        );
    }
    if let Some(picture) = picture {
        let file = picture.display().to_string();
        let mut arguments = vec!["--process", "PROTOCOL"];
        PUBLISHED.iter().for_each(|(property, ..)| arguments.extend(["--property", property]));
        arguments.extend(quotient);
        arguments.extend(["--labels", "modal", "--plot", &file]);
        limited.run("sliding-window.lts", &arguments)?;
        let _ =
            writeln!(text, "\nFigure 7: {}.", picture.file_name().unwrap_or_default().display());
    }
    Ok(text)
}

/// Every row of the AGAR tables.
fn rows(
    published: &Published,
    trials: &mut Trials<'_>,
    is_wanted: impl Fn(&str) -> bool,
) -> io::Result<String> {
    let mut lines = String::new();
    let mut decided = [0; COLUMNS.len()];
    let mut fastest = [0; COLUMNS.len()];
    let mut count = 0;
    for table in ["agar-1", "agar-2"] {
        for row in published.rows(table).into_iter().filter(|row| is_wanted(&row[0].case)) {
            let (case, k) = (row[0].case.as_str(), row[0].k);
            let unknown = || io::Error::other(format!("unknown case {case}"));
            let family = Family::named(case).ok_or_else(unknown)?;
            let split = split(table, "", family, k);
            let made = COLUMNS
                .iter()
                .map(|column| trials.check(family, k, &options(column, split.as_deref())))
                .collect::<io::Result<Vec<Trial>>>()?;
            count += 1;
            let times = made.iter().map(|trial| trial.decided().then_some(trial.time));
            let best = times.clone().flatten().min();
            for (place, time) in times.enumerate() {
                decided[place] += usize::from(time.is_some());
                fastest[place] += usize::from(time.is_some() && time == best);
            }
            let _ = write!(lines, "| {table} | {case} | {k} |");
            for trial in &made[..2] {
                let size = Cell(trial.assumption.filter(|_| trial.decided()));
                let _ = write!(lines, " {size} | {:.0} | {} |", trial.megabytes, trial.seconds());
            }
            let others: Vec<String> = made[2..].iter().map(Trial::seconds).collect();
            let _ = writeln!(lines, " {} |", others.join(" | "));
        }
    }
    if count == 0 {
        return Ok(lines);
    }
    let mut text = "\n## Quotient on the rows of the AGAR tables\n\n".to_owned();
    for (place, column) in COLUMNS.iter().enumerate() {
        let (decided, fastest) = (decided[place], fastest[place]);
        let _ =
            writeln!(text, "- {column}: decided {decided} of {count}, the fastest on {fastest}.");
    }
    let sub = "\\|A\\| | MB | s";
    let _ = writeln!(
        text,
        "\n| table | case | k | exact: {sub} | modal: {sub} | agar: s | asym: s | mono: s |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    );
    Ok(text + &lines)
}
