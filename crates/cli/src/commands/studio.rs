//! `surmise studio`: the page in a browser, served from here or exported as a static site.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use surmise::{Attempt, Failure};

use crate::limits::LimitArgs;
use crate::reply::{Reply, Screen};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise studio                      the models of this folder
  surmise studio model.lts --open     one model, and start the browser
  surmise studio --export site --engine engine.wasm

The address that is printed holds a token: whoever does not know it is refused. The engine of a
static site is made from the sources by
  rustup target add wasm32-unknown-unknown
  cargo build -p surmise-wasm --profile dist --target wasm32-unknown-unknown";

/// Write, see, step and check models in a browser
///
/// Serves a page on the loopback address until Ctrl-C: an editor with diagnostics as you type,
/// graphs of all components, a simulator, checks with counterexamples played on the graphs, and the
/// reasoning of the methods that find assumptions, step by step. Models of the folder can be opened
/// and saved, nothing else of the disk can be reached; no request leaves the machine. The limits
/// are those of each check: 10min and 2GiB if nothing else is said.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A model, or a folder with models
    #[arg(value_name = "MODEL|FOLDER", default_value = ".")]
    place: PathBuf,
    /// Start the browser
    #[arg(long)]
    open: bool,
    /// Listen on this port
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Write a static site into this folder instead, with the engine in it
    #[arg(long, value_name = "DIR", requires = "engine", conflicts_with_all = ["open", "port"])]
    export: Option<PathBuf>,
    /// The engine of the static site
    #[arg(long, value_name = "FILE", requires = "export")]
    engine: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What was exported.
#[derive(Debug, Serialize)]
pub(crate) struct Exported {
    files: Vec<String>,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Exported> {
    match (&arguments.export, &arguments.engine) {
        (Some(folder), Some(engine)) => export(folder, engine),
        _ => serve::run(arguments, session),
    }
}

/// Every WebAssembly begins so.
const MAGIC: &[u8] = b"\0asm";

fn export(folder: &Path, engine: &Path) -> Attempt<Exported> {
    let failed = |verb, path: &Path| {
        let name = path.display().to_string();
        move |error: io::Error| Failure::file(verb, &name, &error)
    };
    let code = fs::read(engine).map_err(failed("read", engine))?;
    if !code.starts_with(MAGIC) {
        let message = format!("{} is no WebAssembly", engine.display());
        return Err(Failure::usage_with_help(message, "`surmise studio -h` says how to make it"));
    }
    fs::create_dir_all(folder).map_err(failed("write", folder))?;
    let page = surmise_studio::exported();
    let page = page.iter().map(|(name, text)| (*name, text.as_bytes()));
    let mut files = Vec::new();
    for (name, bytes) in page.chain([("engine.wasm", &code[..])]) {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(failed("write", &path))?;
        files.push(path.display().to_string());
    }
    Ok(Exported { files })
}

impl Reply for Exported {
    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        self.files.iter().try_for_each(|file| writeln!(out, "{file}"))
    }
}

/// The server, if it is part of this program.
#[cfg(feature = "studio")]
mod serve {
    use std::io::Write;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::Duration;

    use surmise::{Attempt, Failure, Host, Limits};
    use surmise_studio::Studio;

    use super::{Arguments, Exported};
    use crate::session::Session;

    /// How long a check may take and how much memory the program, if nothing else is said.
    const TIME: Duration = Duration::from_secs(600);
    const MEMORY: u64 = 2 << 30;

    pub(super) fn run(arguments: &Arguments, session: &Session) -> Attempt<Exported> {
        if !session.is_for_people() {
            return Err(Failure::usage("a studio is for people: programs ask one question each"));
        }
        let place = arguments.place.as_path();
        let name = place.display().to_string();
        let failed = |error| Failure::file("open", &name, &error);
        let is_folder = std::fs::metadata(place).map_err(failed)?.is_dir();
        let (folder, model) = match is_folder {
            true => (place, None),
            false => {
                let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty());
                let model = place.file_name().map(|name| name.to_string_lossy().into_owned());
                (parent.unwrap_or(Path::new(".")), model)
            }
        };
        let limits = arguments.limits.limits();
        let limits = Limits {
            time: limits.time.or(Some(TIME)),
            memory: limits.memory.or(Some(MEMORY)),
            ..limits
        };
        let host = Arc::clone(&session.disk) as Arc<dyn Host>;
        let (folder, port) = (folder.to_owned(), arguments.port);
        let opened = Studio { folder, model, port, limits, host }.open().map_err(failed)?;
        // There is nobody left to tell if this fails.
        let _ = writeln!(std::io::stdout(), "{}", opened.address);
        if arguments.open && open::that_detached(&opened.address).is_err() {
            let _ = writeln!(std::io::stderr(), "there is no browser: open the address yourself");
        }
        let gone = |error| Failure::file("serve", "the page", &error);
        opened.serve().map_err(gone)?;
        Ok(Exported { files: Vec::new() })
    }
}

/// The server is not part of this program.
#[cfg(not(feature = "studio"))]
mod serve {
    use surmise::{Attempt, Failure};

    use super::{Arguments, Exported};
    use crate::session::Session;

    pub(super) fn run(_: &Arguments, _: &Session) -> Attempt<Exported> {
        Err(Failure::usage_with_help(
            "the studio is not part of this program",
            "build it with `--features studio`",
        ))
    }
}
