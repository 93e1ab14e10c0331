//! `surmise lsp`: a language server, for editors.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use surmise::load::LANGUAGES;
use surmise::{Attempt, Failure, Host};
use surmise_lsp::{Connection, Surroundings, serve};
use walkdir::WalkDir;

use crate::reply::{Reply, Screen};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise lsp                       an editor starts this, and speaks with it

In Neovim:
  vim.lsp.start({ name = 'surmise', cmd = { 'surmise', 'lsp' } })
In Helix, languages.toml:
  [language-server.surmise]
  command = \"surmise\"
  args = [\"lsp\"]";

/// At most so many files of a folder are looked at for names,
const MOST_FILES: usize = 2000;

/// and none that is larger.
const LARGEST: u64 = 1 << 20;

/// Serve an editor: mistakes as you type, names, verdicts
///
/// Speaks the language server protocol on standard input and output. FSP, Promela, PRISM and
/// networks get diagnostics as you type, hover, definitions, references, renaming, completion and
/// an outline; FSP can be formatted. Nothing is checked unless somebody asks: "check" stands over
/// every composite process, property and claim.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Speak on standard input and output, which is what it does anyway
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The editor has said good-bye: there is nothing to add.
#[derive(Debug, Serialize)]
pub(crate) struct GoodBye {}

/// Does it.
pub(crate) fn run(_: &Arguments, session: &Session) -> Attempt<GoodBye> {
    if !session.is_for_people() {
        return Err(Failure::usage("an editor is told everything in its own protocol"));
    }
    let (connection, threads) = Connection::stdio();
    let host = Arc::clone(&session.disk) as Arc<dyn Host>;
    let result = serve(&connection, Surroundings { host, models: Box::new(models) });
    drop(connection);
    threads.join().map_err(|error| Failure::usage(format!("the editor is gone: {error}")))?;
    result.map_err(|broken| Failure::usage(broken.to_string()))?;
    Ok(GoodBye {})
}

/// The models in a folder and below it.
fn models(folder: &Path) -> Vec<(PathBuf, String)> {
    let is_model = |path: &Path| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|it| LANGUAGES.iter().any(|known| known.extensions().contains(&it)))
    };
    let files = WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file() && is_model(entry.path()));
    let small = files.filter(|entry| entry.metadata().is_ok_and(|file| file.len() <= LARGEST));
    let read = |entry: walkdir::DirEntry| {
        let text = fs::read(entry.path()).ok()?;
        Some((entry.into_path(), String::from_utf8_lossy(&text).into_owned()))
    };
    small.take(MOST_FILES).filter_map(read).collect()
}

impl Reply for GoodBye {
    fn show(&self, _: &mut dyn Write, _: Screen) -> io::Result<()> {
        Ok(())
    }
}
