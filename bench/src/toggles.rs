//! Wide states: twenty toggles, each with an action of its own, and components that turn whenever a
//! certain one does. They are listed after the toggles, in turn: what moves together is not listed
//! together.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use surmise_model::{ActionTable, AutWriteOptions, Lts, StateId, write_aut};

/// How many toggles.
const TOGGLES: u32 = 20;

/// How many states there are, whoever follows.
pub(crate) const STATES: u64 = 1 << TOGGLES;

/// The toggle that somebody follows.
fn leader(follower: u32) -> u32 {
    follower % TOGGLES
}

/// Writes the components as `.aut` files into a folder.
pub(crate) fn write(followers: u32, folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut actions = ActionTable::new();
    let mut paths = Vec::new();
    for number in 0..TOGGLES + followers {
        let action = actions.intern(&format!("turn.{}", leader(number)));
        let action = action.map_err(io::Error::other)?;
        let mut builder = Lts::builder();
        builder.ensure_states(2);
        for (from, to) in [(0, 1), (1, 0)] {
            builder.add(StateId::of(from), action, StateId::of(to));
        }
        let lts = builder.build().map_err(io::Error::other)?;
        let path = folder.join(format!("toggle{number}.aut"));
        let mut file = io::BufWriter::new(std::fs::File::create(&path)?);
        write_aut(&mut file, &lts, &actions, &AutWriteOptions::default())?;
        paths.push(path);
    }
    Ok(paths)
}

/// The same in Promela: a bit for each component, a process for each toggle, and a step is one
/// transition.
pub(crate) fn promela(followers: u32) -> String {
    let mut text = String::new();
    for number in 0..TOGGLES + followers {
        let _ = writeln!(text, "bit b{number};");
    }
    for toggle in 0..TOGGLES {
        let _ = write!(text, "active proctype T{toggle}() {{ do :: d_step {{");
        for number in (0..TOGGLES + followers).filter(|&number| leader(number) == toggle) {
            let _ = write!(text, " b{number} = 1 - b{number};");
        }
        text.push_str(" } od }\n");
    }
    text
}
