//! Sizes, alphabets, and who shares what with whom.

use std::io::{self, Write};

use surmise::{ComponentInfo, Described, Info, Name, Shared, few};
use unicode_width::UnicodeWidthStr;

use super::{FAINT, STRONG, survey, wrapped};
use crate::reply::Screen;

/// What there is to know.
pub(crate) fn show(described: &Described, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
    match described {
        Described::Plain(info) => show_info(info, out, screen),
        Described::Probabilistic { survey, shared } => survey::show(survey, shared, out, screen),
    }
}

fn show_info(info: &Info, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
    table("component", &info.components, out)?;
    if !info.properties.is_empty() {
        writeln!(out)?;
        table("property", &info.properties, out)?;
    }
    let parts = info.components.iter().chain(&info.properties);
    let alphabets = parts.map(|part| (&part.name, &part.alphabet[..]));
    show_alphabets(alphabets, &info.shared, info.components.len() > 1, out, screen)
}

/// Shows the alphabets of components, and what they share.
pub(crate) fn show_alphabets<'n>(
    alphabets: impl Iterator<Item = (&'n Name, &'n [Name])>,
    shared: &[Shared],
    several: bool,
    out: &mut dyn Write,
    screen: Screen,
) -> io::Result<()> {
    writeln!(out, "\n{STRONG}alphabets{STRONG:#}")?;
    for (name, alphabet) in alphabets {
        let start = format!("  {name}: ");
        writeln!(out, "{}", wrapped(&start, &shown(alphabet), 4, screen.width))?;
    }
    if several {
        writeln!(out, "\n{STRONG}shared{STRONG:#}")?;
    }
    for shared in shared {
        let start = format!("  {}: ", few(&shared.components, 6));
        writeln!(out, "{}", wrapped(&start, &shown(&shared.actions), 4, screen.width))?;
    }
    if several && shared.is_empty() {
        writeln!(out, "  nothing: the components do not talk to each other")?;
    }
    Ok(())
}

fn remarks(part: &ComponentInfo) -> String {
    let mut remarks = Vec::new();
    if !part.deterministic {
        remarks.push("non-deterministic".to_owned());
    }
    if part.silent > 0 {
        remarks.push(format!("{} silent", part.silent));
    }
    if part.error {
        remarks.push("has an error state".to_owned());
    }
    if !part.never_offered.is_empty() {
        remarks.push(format!("never offers {}", few(&part.never_offered, 3)));
    }
    remarks.join(", ")
}

/// So many actions are listed; the rest is counted.
const MOST_ACTIONS: usize = 40;

/// The actions to list.
fn shown(actions: &[Name]) -> Vec<String> {
    let shown = actions.iter().take(MOST_ACTIONS).map(ToString::to_string);
    let mut shown: Vec<String> = shown.collect();
    if actions.len() > MOST_ACTIONS {
        shown.push(format!("… ({} more)", actions.len() - MOST_ACTIONS));
    }
    shown
}

fn table(title: &str, parts: &[ComponentInfo], out: &mut dyn Write) -> io::Result<()> {
    let widest =
        parts.iter().map(|part| part.name.to_string().width()).max().unwrap_or(0).max(title.len());
    writeln!(
        out,
        "{STRONG}{title:widest$}  {:>10}  {:>11}  {:>7}{STRONG:#}",
        "states", "transitions", "actions"
    )?;
    for part in parts {
        let pad = widest - part.name.to_string().width();
        let ComponentInfo { name, states, transitions, .. } = part;
        let actions = part.alphabet.len();
        write!(out, "{name}{:pad$}  {states:>10}  {transitions:>11}  {actions:>7}", "")?;
        match remarks(part) {
            remarks if remarks.is_empty() => writeln!(out)?,
            remarks => writeln!(out, "  {FAINT}{remarks}{FAINT:#}")?,
        }
    }
    Ok(())
}
