//! `surmise check` against SPIN on the client-server system.
//!
//! SPIN is the Debian package `spin`; its verifier is compiled with `-O3 -DSAFETY -DNOREDUCE` and
//! gets a hash table with more slots than there are states. Whole programs are timed, reading and
//! starting included; memory is the peak that the operating system saw.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::client_server;
use crate::measure::{self, Run, best_of};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Numbers of clients; 16 make about a million states, 19 ten million
    #[arg(long, value_delimiter = ',', default_values_t = [16, 19])]
    clients: Vec<u32>,
    /// How often each program runs; the best run counts
    #[arg(long, default_value_t = 3)]
    runs: u32,
    /// The `surmise` to measure; by default the release build beside this program
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
            "{} does not exist: build it with `cargo build --release`",
            surmise.display()
        )));
    }
    let mut text = String::from(
        "| clients | program | states | seconds | states/s | bytes/state | rate against SPIN | rate against one thread |\n\
         | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for &clients in &options.clients {
        if !(1..=30).contains(&clients) {
            return Err(io::Error::other("between 1 and 30 clients, please"));
        }
        let folder = tempfile::tempdir()?;
        let files = client_server::write_aut(clients, folder.path())?;
        let mut rows = vec![measure_spin(clients, options.runs, folder.path())?];
        for (method, threads) in [("mono", 1), ("mono", 2), ("symbolic", 1)] {
            rows.push(measure_surmise(&surmise, &files, (method, threads), options.runs)?);
        }
        let expected = client_server::states(clients);
        for row in &rows {
            if row.states != expected {
                return Err(io::Error::other(format!(
                    "{} found {} states, and there are {expected}",
                    row.program, row.states
                )));
            }
            let seconds = row.run.wall.as_secs_f64();
            let against = |other: &Row| other.run.wall.as_secs_f64() / seconds;
            text += &format!(
                "| {clients} | {} | {} | {seconds:.2} | {:.0} | {:.1} | {:.1} | {:.2} |\n",
                row.program,
                row.states,
                row.states as f64 / seconds,
                row.run.memory as f64 / row.states as f64,
                against(&rows[0]),
                against(&rows[1]),
            );
        }
    }
    Ok(text)
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let text = table(options)?;
    print!("{text}");
    if let Some(path) = &options.save {
        std::fs::write(path, &text)?;
    }
    Ok(())
}

fn measure_spin(clients: u32, runs: u32, folder: &Path) -> io::Result<Row> {
    std::fs::write(folder.join("model.pml"), client_server::promela(clients))?;
    let spin = Command::new("spin").args(["-a", "model.pml"]).current_dir(folder).status();
    if !spin.is_ok_and(|status| status.success()) {
        return Err(io::Error::other("`spin -a` failed: install the Debian package `spin`"));
    }
    measure::run(
        Command::new("gcc")
            .args(["-O3", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16384", "-o", "pan", "pan.c"])
            .current_dir(folder),
    )?;
    let slots = client_server::states(clients).next_power_of_two().ilog2();
    let depth = client_server::states(clients);
    let run = best_of(
        runs,
        Command::new("./pan")
            .args([format!("-w{slots}"), format!("-m{depth}")])
            .current_dir(folder),
    )?;
    let states = run
        .output
        .lines()
        .find_map(|line| line.trim().strip_suffix(" states, stored")?.trim().parse().ok())
        .ok_or_else(|| io::Error::other(format!("no state count in\n{}", run.output)))?;
    Ok(Row { program: "SPIN".to_owned(), states, run })
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
