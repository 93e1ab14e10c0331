//! How far our meaning of Promela agrees with SPIN's.
//!
//! With `--oracle FOLDER`, recorded results are compared ([`recorded`]). Without, SPIN is asked
//! ([`live`]): about the corpus, as it is and as we write it, about random programs, and about how
//! long it takes to read a long text. With `--rates`, states per second are compared ([`rates`]).

mod live;
mod rates;
mod recorded;
mod spin;

use std::io;
use std::path::PathBuf;

use surmise_lang::promela::Includes;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A folder with `promela.csv`, `promela/` and `promela-random.csv` [default: ask SPIN itself]
    #[arg(long, value_name = "FOLDER")]
    oracle: Option<PathBuf>,
    /// Compare states per second and bytes per state with SPIN's
    #[arg(long, conflicts_with = "oracle")]
    rates: bool,
    /// The program that is measured, an absolute path
    #[arg(long, value_name = "FILE", default_value = "surmise")]
    surmise: PathBuf,
    /// Only rows whose file or id contains this
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Rows with more states are left out
    #[arg(long, default_value_t = 20_000_000)]
    states: u64,
    /// Seconds for one row of the folder
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Also show the rows of the folder that agree
    #[arg(long)]
    all: bool,
    /// How many random programs SPIN is asked about
    #[arg(long, default_value_t = 500)]
    random: u64,
    /// How long the text is whose reading is timed, in lines; 0 for none
    #[arg(long, default_value_t = 2_000)]
    lines: usize,
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    match &options.oracle {
        _ if options.rates => rates::run(options),
        Some(folder) => recorded::run(options, folder),
        None => live::run(options),
    }
}

/// Files beside a model.
struct Beside(PathBuf);

impl Includes for Beside {
    fn read(&self, path: &str) -> Result<String, String> {
        let bytes = std::fs::read(self.0.join(path)).map_err(|error| error.to_string())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
