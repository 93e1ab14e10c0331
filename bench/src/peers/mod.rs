//! Peers on the same models: SPIN, with partial-order reduction and without, beside `surmise check`
//! in four ways.
//!
//! A system is put to SPIN in two texts. What `surmise convert` writes has all claims in it,
//! properties as assertions, but it is one process with global variables, of which no reduction can
//! take anything away. So there is another one with a [process for each component](processes), as a
//! user of SPIN would write it, without properties: there, deadlocks are looked for. The numbers of
//! states without reduction have to be the same as ours in both.
//!
//! Times are those of the verifiers alone: SPIN's own and gcc's are not counted. Other tools that
//! read Promela take part if they are installed.

mod processes;
mod subjects;

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use surmise_lang::promela::write_system;
use surmise_model::{AutWriteOptions, System, write_aut};

use self::subjects::{SUBJECTS, Subject};
use crate::measure::{self, Run};
use crate::pan;
use crate::trial::Limited;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only these families, for example pipeline
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Also write the tables to this file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limited: Limited,
}

/// How we are asked.
const OURS: [(&str, &[&str]); 4] = [
    ("mono", &["--method", "mono"]),
    ("mono --reduce por", &["--method", "mono", "--reduce", "por"]),
    ("symbolic", &["--method", "symbolic"]),
    ("auto", &["--method", "auto"]),
];

/// How SPIN's verifier is compiled.
const SPIN: [(&str, &[&str]); 2] =
    [("SPIN without reduction", &["-DNOREDUCE"]), ("SPIN with reduction", &[])];

/// Others that read Promela, and how they are started.
const OTHERS: [(&str, &str, &[&str]); 2] = [
    ("LTSmin", "prom2lts-mc", &["--threads=1", "--deadlock"]),
    ("LTSmin with reduction", "prom2lts-mc", &["--threads=1", "--deadlock", "--por"]),
];

/// What a program made of a model.
struct Row {
    program: &'static str,
    /// As many as it visited, as it says it.
    states: String,
    seconds: f64,
    megabytes: f64,
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let wanted = |subject: &&Subject| {
        options.only.is_empty() || options.only.iter().any(|name| name == subject.name)
    };
    let mut claims = heading("What is declared: properties, error states, deadlock", "convert");
    let mut deadlock = heading("Deadlock alone, a process for each component", "processes");
    for subject in SUBJECTS.iter().filter(wanted) {
        for &k in subject.sizes {
            let system = subject.system(&options.limited, k)?;
            let folder = tempfile::tempdir()?;
            let name = format!("{} {k}", subject.name);
            let ours = all_claims(options, subject, k)?;
            let text = write_system(&name, &system);
            let rows = beside(options, folder.path(), &text, ours)?;
            add(&mut claims, &name, &rows);
            let ours = deadlock_alone(options, &system, folder.path())?;
            match processes::write(&system) {
                Some(text) => {
                    let rows = beside(options, folder.path(), &text, ours)?;
                    add(&mut deadlock, &name, &rows);
                }
                None => add(&mut deadlock, &name, &ours),
            }
            eprintln!("{name}");
        }
    }
    let missing = OTHERS.iter().filter(|(_, program, _)| !is_installed(program));
    let mut missing: Vec<&str> = missing.map(|(_, program, _)| *program).collect();
    missing.dedup();
    let text = format!(
        "Limits: {}.\n\n{claims}\n{deadlock}\nNot installed: {}.\n",
        options.limited,
        missing.join(", ")
    );
    print!("{text}");
    match &options.save {
        Some(path) => std::fs::write(path, &text),
        None => Ok(()),
    }
}

fn heading(claims: &str, text: &str) -> String {
    format!(
        "{claims} (SPIN reads the text of `{text}`):\n\n\
         | model | program | states | s | MB | times as fast as SPIN without reduction |\n\
         | --- | --- | ---: | ---: | ---: | ---: |\n"
    )
}

fn add(text: &mut String, name: &str, rows: &[Row]) {
    let spin = rows.iter().find(|row| row.program == SPIN[0].0).map(|row| row.seconds);
    // What did not come to its end has no number.
    let shown = |value: f64, text: String| if value.is_nan() { "–".to_owned() } else { text };
    for Row { program, states, seconds, megabytes } in rows {
        let ratio = spin.unwrap_or(f64::NAN) / seconds;
        let _ = writeln!(
            text,
            "| {name} | {program} | {states} | {} | {} | {} |",
            shown(*seconds, format!("{seconds:.3}")),
            shown(*megabytes, format!("{megabytes:.0}")),
            shown(ratio, format!("{ratio:.1}"))
        );
    }
}

/// Our answers to all claims.
fn all_claims(options: &Options, subject: &Subject, k: u32) -> io::Result<Vec<Row>> {
    let model = options.limited.case(subject.file);
    let parameter = format!("{}={k}", subject.parameter);
    let chosen = ["--process", subject.process, "--set", &parameter];
    OURS.iter()
        .map(|&(name, method)| ours(options, &model, &[&chosen, method].concat(), name))
        .collect()
}

/// Our answers about the components alone.
fn deadlock_alone(options: &Options, system: &System, folder: &Path) -> io::Result<Vec<Row>> {
    let mut files = Vec::new();
    for (number, component) in system.components.iter().enumerate() {
        let path = folder.join(format!("{number}.aut"));
        let mut file = io::BufWriter::new(std::fs::File::create(&path)?);
        write_aut(&mut file, &component.lts, &system.actions, &AutWriteOptions::default())?;
        files.push(path.to_string_lossy().into_owned());
    }
    let others: Vec<&str> = files.iter().skip(1).map(String::as_str).collect();
    let first = PathBuf::from(files.first().cloned().unwrap_or_default());
    OURS.iter()
        .map(|&(name, method)| ours(options, &first, &[&others[..], method].concat(), name))
        .collect()
}

fn ours(
    options: &Options,
    model: &Path,
    arguments: &[&str],
    program: &'static str,
) -> io::Result<Row> {
    let (report, (seconds, megabytes)) = options.limited.measure(model, arguments)?;
    let verdicts = report["result"]["verdicts"].as_array().into_iter().flatten();
    let mut verdicts = verdicts.collect::<Vec<&Value>>();
    if verdicts.iter().any(|verdict| verdict["verdict"] == "violated") {
        return Err(io::Error::other(format!("{program}: a model that is wrong: {report}")));
    }
    verdicts.retain(|verdict| verdict["verdict"] != "holds");
    let states = match &report["result"]["verdicts"][0]["statistics"]["states"] {
        _ if !verdicts.is_empty() => "–".to_owned(),
        Value::String(digits) => digits.clone(),
        states => states.to_string(),
    };
    Ok(Row { program, states, seconds, megabytes })
}

/// What the others make of a text, and what we make of the system.
fn beside(options: &Options, folder: &Path, text: &str, ours: Vec<Row>) -> io::Result<Vec<Row>> {
    const FILE: &str = "model.pml";
    std::fs::write(folder.join(FILE), text)?;
    let mut rows = Vec::new();
    let all: Option<u64> = ours.first().and_then(|mono| mono.states.parse().ok());
    for (program, flags) in SPIN {
        pan::translate(folder, FILE, &[])?;
        let common = ["-O3", "-w", "-DSAFETY", "-DNOCLAIM", "-DMEMLIM=8192", "-DVECTORSZ=8192"];
        pan::compile(folder, &[&common[..], flags].concat())?;
        let states = all.unwrap_or(10_000_000).max(10_000);
        let slots = states.next_power_of_two().ilog2();
        // Inside of an atomic sequence each statement is a step.
        let depth = states * 20;
        let mut command = options.limited.within_seconds("./pan");
        command.args([format!("-w{slots}"), format!("-m{depth}")]).current_dir(folder);
        let run = match measure::run(&mut command) {
            Ok(run) => run,
            Err(error) => {
                eprintln!("{program}: {error}");
                rows.push(unfinished(program));
                continue;
            }
        };
        let said = pan::understand(run)?;
        if said.errors > 0 {
            return Err(io::Error::other(format!("SPIN finds an error: {}", said.run.output)));
        }
        if let Some(all) = all.filter(|all| *all != said.states && program == SPIN[0].0) {
            let states = said.states;
            return Err(io::Error::other(format!("SPIN finds {states} states, and we {all}")));
        }
        rows.push(row(options, program, said.states.to_string(), &said.run));
    }
    for (program, command, arguments) in OTHERS {
        if is_installed(command) {
            let mut command = options.limited.within_seconds(command);
            command.args(arguments).arg(FILE).current_dir(folder);
            rows.push(match measure::run(&mut command) {
                Ok(run) => row(options, program, "not told".to_owned(), &run),
                Err(_) => unfinished(program),
            });
        }
    }
    rows.extend(ours);
    Ok(rows)
}

fn row(options: &Options, program: &'static str, states: String, run: &Run) -> Row {
    let seconds = options.limited.time(run).as_secs_f64();
    Row { program, states, seconds, megabytes: run.memory as f64 / f64::from(1 << 20) }
}

fn unfinished(program: &'static str) -> Row {
    Row { program, states: "–".to_owned(), seconds: f64::NAN, megabytes: f64::NAN }
}

fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
