//! `surmise check` against SPIN on the client-server system, and on one with wide states.
//!
//! SPIN is the Debian package `spin`; its verifier is compiled with `-O3 -DSAFETY -DNOREDUCE` and
//! gets a hash table with more slots than there are states. Whole programs are timed, reading and
//! starting included, and the time on processors beside it; memory is the peak that the operating
//! system saw.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::client_server;
use crate::measure::{Run, best_of};
use crate::{pan, toggles};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Numbers of clients; 16 make about a million states, 19 ten million
    #[arg(long, value_delimiter = ',', default_values_t = [16, 19])]
    clients: Vec<u32>,
    /// Numbers of components beside twenty toggles, each a bit of a state; a million states
    #[arg(long, value_delimiter = ',', default_values_t = [0, 60, 120])]
    followers: Vec<u32>,
    /// How often each program runs; the best run counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// The `surmise` to measure; by default the one beside this program
    #[arg(long)]
    surmise: Option<PathBuf>,
    /// Also write the table to this file
    #[arg(long)]
    save: Option<PathBuf>,
}

struct Row {
    program: String,
    states: u64,
    run: Run,
}

/// Measures, and gives the table.
fn table(options: &Options) -> io::Result<String> {
    let surmise = match &options.surmise {
        Some(path) => path.clone(),
        None => std::env::current_exe()?.with_file_name("surmise"),
    };
    if !surmise.exists() {
        return Err(io::Error::other(format!(
            "{} does not exist: build it with `cargo build --profile dist`",
            surmise.display()
        )));
    }
    let mut text = String::from(
        "| model | program | states | seconds | states/s | bytes/state | rate against SPIN | in processor time | rate against one thread |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for model in models(options)? {
        let folder = tempfile::tempdir()?;
        let files = (model.write)(model.size, folder.path())?;
        let mut rows = vec![measure_spin(&model, options.runs, folder.path())?];
        for (method, threads) in [("mono", 1), ("mono", 2), ("symbolic", 1)] {
            rows.push(measure_surmise(&surmise, &files, (method, threads), options.runs)?);
        }
        for row in &rows {
            if row.states != model.states {
                return Err(io::Error::other(format!(
                    "{} found {} states, and there are {}",
                    row.program, row.states, model.states
                )));
            }
            let seconds = row.run.processors.as_secs_f64();
            let wall = row.run.wall.as_secs_f64();
            let against = |other: &Row| other.run.wall.as_secs_f64() / wall;
            text += &format!(
                "| {} | {} | {} | {wall:.2} ({seconds:.2}) | {:.0} | {:.1} | {:.1} | {:.1} | {:.2} |\n",
                model.name,
                row.program,
                row.states,
                row.states as f64 / wall,
                row.run.memory as f64 / row.states as f64,
                against(&rows[0]),
                rows[0].run.processors.as_secs_f64() / seconds.max(0.001),
                against(&rows[1]),
            );
        }
    }
    Ok(text)
}

/// A model in both languages.
struct Model {
    name: String,
    size: u32,
    states: u64,
    promela: String,
    write: fn(u32, &Path) -> io::Result<Vec<PathBuf>>,
}

fn models(options: &Options) -> io::Result<Vec<Model>> {
    let mut models = Vec::new();
    for &clients in &options.clients {
        if !(1..=30).contains(&clients) {
            return Err(io::Error::other("between 1 and 30 clients, please"));
        }
        models.push(Model {
            name: format!("{clients} clients"),
            size: clients,
            states: client_server::states(clients),
            promela: client_server::promela(clients),
            write: client_server::write_aut,
        });
    }
    models.extend(options.followers.iter().map(|&followers| Model {
        name: format!("20 toggles and {followers} that follow"),
        size: followers,
        states: toggles::STATES,
        promela: toggles::promela(followers),
        write: toggles::write,
    }));
    Ok(models)
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let text = table(options)?;
    print!("{text}");
    if let Some(path) = &options.save {
        std::fs::write(path, &text)?;
    }
    Ok(())
}

fn measure_spin(model: &Model, runs: u32, folder: &Path) -> io::Result<Row> {
    std::fs::write(folder.join("model.pml"), &model.promela)?;
    pan::translate(folder, "model.pml", &[])?;
    pan::compile(folder, &["-O3", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16384"])?;
    let slots = model.states.next_power_of_two().ilog2();
    let depth = model.states;
    let run = best_of(
        runs,
        Command::new("./pan")
            .args([format!("-w{slots}"), format!("-m{depth}")])
            .current_dir(folder),
    )?;
    let said = pan::understand(run)?;
    Ok(Row { program: "SPIN".to_owned(), states: said.states, run: said.run })
}

fn measure_surmise(
    surmise: &Path,
    files: &[PathBuf],
    (method, threads): (&str, usize),
    runs: u32,
) -> io::Result<Row> {
    let mut command = Command::new(surmise);
    command.arg("check").args(files).args(["--method", method, "--format", "json"]);
    command.args(["--threads", &threads.to_string()]);
    let run = best_of(runs, &mut command)?;
    let json: serde_json::Value = serde_json::from_str(&run.output)?;
    let states =
        json.pointer("/result/verdicts/0/statistics/states").and_then(serde_json::Value::as_u64);
    let states = states.ok_or_else(|| io::Error::other(format!("no states in {}", run.output)))?;
    let plural = if threads == 1 { "" } else { "s" };
    Ok(Row { program: format!("surmise {method}, {threads} thread{plural}"), states, run })
}
