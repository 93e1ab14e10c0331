//! Measurements of Surmise: ratios against peers, in one run on one machine.
//!
//! `cargo run --profile dist -p surmise-bench -- spin` measures `surmise check` against SPIN,
//! `tables` puts our figures beside those of the papers, `growth` goes on where the papers stop,
//! `oracle` and `liveness` ask whether LTSA says the same, `promela` whether SPIN does,
//! `conformance` is about the Probabilistic paper, `formulas` about sizes of automata, `drawings`
//! compares our pictures with Graphviz's. Benchmarks are not
//! tests: nothing here fails because a number is bad.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

mod auto;
mod best;
mod client_server;
mod columns;
mod compared;
mod conformance;
mod drawings;
mod family;
mod fit;
mod formulas;
mod growth;
mod measure;
mod oracle;
mod pan;
mod peers;
mod picture;
mod prism;
mod promela;
mod published;
mod quotient;
mod sides;
mod spin;
mod tables;
mod toggles;
mod trial;

use clap::{Parser, Subcommand};

#[derive(Debug, Parser)]
#[command(name = "surmise-bench", about = "Measurements of Surmise against its peers")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// States per second and bytes per state of `surmise check` against SPIN
    Spin(spin::Options),
    /// SPIN, with its reduction and without, beside `mono`, `mono --reduce por`, `symbolic` and
    /// `auto` on the families
    Peers(peers::Options),
    /// The tables of the AGAR, Learning, Quotient, Circular and Probabilistic papers, published
    /// figures and ours side by side
    Tables(tables::Options),
    /// Table 1 of the Probabilistic paper, growth, and simulation of large systems
    Conformance(conformance::Options),
    /// PRISM models against what Storm says of them
    Prism(prism::Options),
    /// Promela: verdicts and numbers of states beside SPIN's
    Promela(promela::Options),
    /// Our drawings beside those of Graphviz's `dot`: crossings, covered labels, sizes
    Drawings(drawings::Options),
    /// How large automata of formulas are, beside those of Spot and SPIN
    Formulas(formulas::Options),
    /// How time grows with the size of each case study, far past the papers
    Growth(growth::Options),
    /// What `--method auto` costs beside the best of the other methods
    Auto(auto::Options),
    /// Whether `surmise check` and `surmise compose` say what LTSA says
    Oracle(oracle::Options),
    /// Whether `surmise check` says what LTSA says of progress properties and assertions
    Liveness(oracle::liveness::Options),
}

fn main() -> std::process::ExitCode {
    let result = match Arguments::parse().command {
        Command::Spin(options) => spin::run(&options),
        Command::Peers(options) => peers::run(&options),
        Command::Tables(options) => tables::run(&options),
        Command::Conformance(options) => conformance::run(&options),
        Command::Prism(options) => prism::run(&options),
        Command::Drawings(options) => drawings::run(&options),
        Command::Formulas(options) => formulas::run(&options),
        Command::Growth(options) => growth::run(&options),
        Command::Auto(options) => auto::run(&options),
        Command::Oracle(options) => oracle::run(&options),
        Command::Liveness(options) => oracle::liveness::run(&options),
        Command::Promela(options) => promela::run(&options),
    };
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            std::process::ExitCode::from(2)
        }
    }
}
