//! What `surmise check` says of progress properties and assertions in FSP files, against what LTSA
//! says.
//!
//! `surmise-bench liveness FOLDER` reads `FOLDER/liveness.csv`: a row for each check of a process
//! of a file below `FOLDER/fsp/`, be it a progress property, LTSA's default progress check or an
//! assertion with and without fairness. Rows for which LTSA has no verdict, because it met a safety
//! error first for example, are counted and not compared.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The folder with `liveness.csv` and `fsp/`
    folder: PathBuf,
    /// Only the files whose names contain this
    #[arg(default_value = "")]
    only: String,
    /// The `surmise` to judge; by default the one beside this program
    #[arg(long)]
    surmise: Option<PathBuf>,
    /// The time that one run may take, in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

/// A check, as LTSA reported it.
#[derive(Debug, Deserialize)]
struct Row {
    file: String,
    composite: String,
    kind: String,
    name: String,
    fairness: String,
    verdict: String,
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let rows: Vec<Row> = csv::Reader::from_path(options.folder.join("liveness.csv"))?
        .deserialize()
        .collect::<Result<_, _>>()?;
    let surmise = match &options.surmise {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("surmise"),
    };
    let (mut agree, mut differ, mut silent) = (0, 0, 0);
    for row in rows.iter().filter(|row| row.file.contains(&options.only)) {
        let Row { file, composite, kind, name, fairness, verdict } = row;
        if !matches!(&**verdict, "OK" | "VIOLATED") {
            silent += 1;
            continue;
        }
        let mut command = Command::new(&surmise);
        command.arg("check").arg(options.folder.join("fsp").join(file));
        command.args(["--process", composite, "--from", "fsp", "--no-deadlock"]);
        command.args(["--format", "json", "--exit-zero", "--quiet", "--memory", "4GiB"]);
        command.arg("--timeout").arg(format!("{}s", options.seconds));
        match (&**kind, &**name) {
            ("default-progress", _) => command.arg("--progress"),
            (_, "*") => &mut command,
            (_, name) => command.args(["--property", name]),
        };
        if kind == "ltl" {
            command.args(["--fair", if fairness == "fair" { "choice" } else { "none" }]);
        }
        let output = command.stdin(Stdio::null()).output()?;
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let ours = verdict_of(&answer, kind);
        match ours == *verdict {
            true => agree += 1,
            false => {
                differ += 1;
                println!("DIFFERS {file} {composite} {kind} {name} {fairness}: {verdict}, {ours}");
            }
        }
    }
    println!("{agree} rows agree, {differ} differ; LTSA has no verdict for {silent}");
    match differ {
        0 => Ok(()),
        _ => Err(io::Error::other(format!("{differ} rows differ"))),
    }
}

/// What an answer says of all temporal properties of the kind that was asked about.
fn verdict_of(answer: &Value, kind: &str) -> &'static str {
    let asked = |verdict: &&Value| {
        let claim = &verdict["claim"];
        claim["kind"] == "temporal" && (kind != "progress" || claim["definition"] == "progress")
    };
    let verdicts = answer["result"]["verdicts"].as_array().into_iter().flatten();
    let verdicts: Vec<&str> =
        verdicts.filter(asked).filter_map(|verdict| verdict["verdict"].as_str()).collect();
    if verdicts.contains(&"violated") {
        "VIOLATED"
    } else if !verdicts.is_empty() && verdicts.iter().all(|&verdict| verdict == "holds") {
        "OK"
    } else {
        "no verdict"
    }
}
