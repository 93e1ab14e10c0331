//! The client-server system with n clients: one description, two languages.
//!
//! A client is idle, asks on its own, is then denied or granted by the server, uses, and cancels.
//! The server grants to one at a time and denies while it is busy: 2^n (1 + n) states.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use surmise_model::{ActionTable, AutWriteOptions, Lts, StateId};

/// A step of one automaton: from, action, to.
type Step = (usize, &'static str, usize);

const CLIENT: [Step; 5] =
    [(0, "ask", 1), (1, "deny", 0), (1, "grant", 2), (2, "use", 3), (3, "cancel", 0)];

/// For each client the same; actions it has in common with the client are shared.
const SERVER: [Step; 3] = [(0, "grant", 1), (1, "deny", 1), (1, "cancel", 0)];

/// How many states n clients and their server have.
pub(crate) fn states(clients: u32) -> u64 {
    (1 << clients) * (1 + u64::from(clients))
}

/// Writes the components as `.aut` files into a folder.
pub(crate) fn write_aut(clients: u32, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut actions = ActionTable::new();
    let mut build = |steps: &[Step], clients: std::ops::Range<u32>| {
        let mut builder = Lts::builder();
        for client in clients {
            for &(from, action, to) in steps {
                builder.ensure_states(from.max(to) + 1);
                let action = actions.intern(&format!("{action}.{client}"));
                let action = action.map_err(io::Error::other)?;
                builder.add(StateId::of(from), action, StateId::of(to));
            }
        }
        builder.build().map_err(io::Error::other)
    };
    let mut ltss = Vec::new();
    for client in 0..clients {
        ltss.push((format!("client{client}"), build(&CLIENT, client..client + 1)?));
    }
    ltss.push(("server".to_owned(), build(&SERVER, 0..clients)?));
    let mut paths = Vec::new();
    for (name, lts) in &ltss {
        let path = folder.join(format!("{name}.aut"));
        let mut file = io::BufWriter::new(std::fs::File::create(&path)?);
        surmise_model::write_aut(&mut file, lts, &actions, &AutWriteOptions::default())?;
        paths.push(path);
    }
    Ok(paths)
}

/// The system in Promela, in the form that suits SPIN best: clients are processes, the server is
/// one global variable that their shared steps test and set, and every step is one transition.
pub(crate) fn promela(clients: u32) -> String {
    let mut text = format!("byte server = 0;\n\nactive [{clients}] proctype Client() {{\n");
    let control_states = 1 + CLIENT.iter().map(|&(from, _, _)| from).max().unwrap_or(0);
    for state in 0..control_states {
        let _ = writeln!(text, "s{state}:\n  if");
        for &(_, action, to) in CLIENT.iter().filter(|&&(from, _, _)| from == state) {
            let mut shared = SERVER.iter().filter(|&&(_, other, _)| other == action).peekable();
            if shared.peek().is_none() {
                let _ = writeln!(text, "  :: true -> goto s{to}");
            }
            for &(before, _, after) in shared {
                let step = match before == after {
                    true => format!("server == {before}"),
                    false => format!("atomic {{ server == {before} -> server = {after} }}"),
                };
                let _ = writeln!(text, "  :: {step} -> goto s{to}");
            }
        }
        text.push_str("  fi;\n");
    }
    text.push_str("}\n");
    text
}
