//! `surmise info`: sizes, alphabets, and who shares what with whom.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use surmise::load::Either;
use surmise::{Attempt, Name, few};
use surmise_model::{ActionTable, Alphabet, Lts, System};
use unicode_width::UnicodeWidthStr;

use super::input;
use super::survey::{self, Surveyed};
use crate::answer::{Answer, Screen, Status};
use crate::arguments::InputArgs;
use crate::limits::LimitArgs;
use crate::render::{FAINT, STRONG, wrapped};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise info client.aut server.aut
  surmise info *.aut --format json
  surmise info protocol.prism --const N=3";

/// Show sizes, alphabets, and who shares which actions with whom
///
/// Of a PRISM model, the components that its modules are, and states, choices and transitions of the
/// whole, found by exploring it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What there is to know.
#[derive(Debug, Serialize)]
pub(crate) struct Info {
    components: Vec<PartInfo>,
    properties: Vec<PartInfo>,
    shared: Vec<Shared>,
}

/// A component or property.
#[derive(Debug, Serialize)]
struct PartInfo {
    name: Name,
    states: usize,
    transitions: usize,
    deterministic: bool,
    silent: usize,
    error: bool,
    alphabet: Vec<Name>,
    /// Actions that it blocks wherever it is.
    never_offered: Vec<Name>,
}

/// Actions that the same components share, and nobody else.
#[derive(Debug, Serialize)]
pub(super) struct Shared {
    components: Vec<Name>,
    actions: Vec<Name>,
}

/// What there is to know, with or without probabilities.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Described {
    Plain(Info),
    Probabilistic(Surveyed),
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Described> {
    let Arguments { models, input, .. } = arguments;
    arguments.limits.within(session, |context, _| {
        if let Some(surveyed) = survey::prism(models, input, session, context)? {
            return Ok(Described::Probabilistic(surveyed));
        }
        let system = match input::either(models, input, session, context)? {
            Either::Plain(loaded) => loaded.system,
            Either::Probabilistic(loaded) => {
                return survey::components(&loaded, context).map(Described::Probabilistic);
            }
        };
        let components =
            system.components.iter().map(|c| PartInfo::new(&system, &c.name, &c.lts)).collect();
        let properties =
            system.properties.iter().map(|p| PartInfo::new(&system, &p.name, &p.lts)).collect();
        let names = system.components.iter().map(|component| component.name.as_str());
        let alphabets = system.components.iter().map(|component| component.lts.alphabet());
        let shared = Shared::all(names, alphabets, &system.actions);
        Ok(Described::Plain(Info { components, properties, shared }))
    })
}

impl PartInfo {
    fn new(system: &System, name: &str, lts: &Lts) -> Self {
        let owned = |alphabet: &Alphabet| -> Vec<Name> {
            system.actions.names(alphabet).into_iter().map(Name::from).collect()
        };
        let used: Alphabet = lts.transitions().map(|(_, edge)| edge.action).collect();
        Self {
            name: name.into(),
            states: lts.num_states(),
            transitions: lts.num_transitions(),
            deterministic: lts.is_deterministic(),
            silent: lts.transitions().filter(|(_, edge)| edge.action.is_tau()).count(),
            error: lts.has_error(),
            alphabet: owned(lts.alphabet()),
            never_offered: owned(&lts.alphabet().difference(&used)),
        }
    }

    fn remarks(&self) -> String {
        let mut remarks = Vec::new();
        if !self.deterministic {
            remarks.push("non-deterministic".to_owned());
        }
        if self.silent > 0 {
            remarks.push(format!("{} silent", self.silent));
        }
        if self.error {
            remarks.push("has an error state".to_owned());
        }
        if !self.never_offered.is_empty() {
            remarks.push(format!("never offers {}", few(&self.never_offered, 3)));
        }
        remarks.join(", ")
    }
}

impl Shared {
    /// Groups the actions by the set of components that have them; those of one alone are not shared.
    pub(super) fn all<'n, 'a>(
        names: impl Iterator<Item = &'n str>,
        alphabets: impl Iterator<Item = &'a Alphabet>,
        actions: &ActionTable,
    ) -> Vec<Self> {
        let parts: Vec<(&str, &Alphabet)> = names.zip(alphabets).collect();
        let mut groups: indexmap::IndexMap<Vec<usize>, Alphabet> = indexmap::IndexMap::new();
        for (action, _) in actions.iter() {
            let owners: Vec<usize> =
                (0..parts.len()).filter(|&index| parts[index].1.contains(action)).collect();
            if owners.len() > 1 {
                groups.entry(owners).or_default().insert(action);
            }
        }
        groups.sort_keys();
        groups
            .into_iter()
            .map(|(owners, shared)| Self {
                components: owners.iter().map(|&index| parts[index].0.into()).collect(),
                actions: actions.names(&shared).into_iter().map(Name::from).collect(),
            })
            .collect()
    }
}

/// Shows the alphabets of components, and what they share.
pub(super) fn show_alphabets<'n>(
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

impl Answer for Described {
    fn status(&self) -> Status {
        match self {
            Self::Plain(info) => info.status(),
            Self::Probabilistic(surveyed) => surveyed.status(),
        }
    }

    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        match self {
            Self::Plain(info) => info.show(out, screen),
            Self::Probabilistic(surveyed) => surveyed.show(out, screen),
        }
    }
}

impl Answer for Info {
    fn show(&self, out: &mut dyn Write, screen: Screen) -> io::Result<()> {
        table("component", &self.components, out)?;
        if !self.properties.is_empty() {
            writeln!(out)?;
            table("property", &self.properties, out)?;
        }
        let parts = self.components.iter().chain(&self.properties);
        let alphabets = parts.map(|part| (&part.name, &part.alphabet[..]));
        show_alphabets(alphabets, &self.shared, self.components.len() > 1, out, screen)
    }
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

fn table(title: &str, parts: &[PartInfo], out: &mut dyn Write) -> io::Result<()> {
    let widest =
        parts.iter().map(|part| part.name.to_string().width()).max().unwrap_or(0).max(title.len());
    writeln!(
        out,
        "{STRONG}{title:widest$}  {:>10}  {:>11}  {:>7}{STRONG:#}",
        "states", "transitions", "actions"
    )?;
    for part in parts {
        let pad = widest - part.name.to_string().width();
        let PartInfo { name, states, transitions, .. } = part;
        let actions = part.alphabet.len();
        write!(out, "{name}{:pad$}  {states:>10}  {transitions:>11}  {actions:>7}", "")?;
        match part.remarks() {
            remarks if remarks.is_empty() => writeln!(out)?,
            remarks => writeln!(out, "  {FAINT}{remarks}{FAINT:#}")?,
        }
    }
    Ok(())
}
