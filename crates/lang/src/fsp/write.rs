//! LTSs, properties, systems and traces as FSP text that LTSA and we read back.

use std::fmt::Write as _;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use surmise_model::{
    ActionId, ActionTable, Alphabet, Diagnostic, Lts, Priority, Severity, StateId, System, Trace,
};

use super::parse::MAX_PARTS;
use super::token::KEYWORDS;

/// An LTS as a process: `NAME = Q0, Q0 = (a -> Q1 | …), … + {…}.`
///
/// FSP has no word for τ: it is written as an action that is hidden at the end. Names that FSP does
/// not allow are changed as little as possible.
pub fn write_lts(name: &str, lts: &Lts, actions: &ActionTable) -> String {
    let writer = Writer::new(actions, &Alphabet::new());
    let mut text = writer.renamed(lts.alphabet());
    writer.process(&mut text, "", &process_name(name), lts);
    text
}

/// What of an LTS FSP has no words for, so that it is not there after [`write_lts`].
pub fn losses(lts: &Lts) -> Vec<Diagnostic> {
    let warning = |message: String, help: &str| {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::note(message) }.help(help)
    };
    let mut losses = Vec::new();
    let stuck = |state: &StateId| lts.edges(*state).is_empty() && lts.end() != Some(*state);
    let stops = lts.states().filter(stuck).count();
    if stops > 1 {
        let message = format!("{stops} states without steps become one: FSP's STOP");
        losses.push(warning(message, "other formats keep them apart"));
    }
    if lts.end().is_some_and(|end| !lts.edges(end).is_empty()) {
        let message = "the end state has steps, which FSP's END has not: it is no end any more";
        losses.push(warning(message.to_owned(), "JSON keeps it"));
    }
    if lts.initial().is_error() {
        let message = "the error state at the beginning is reached by a silent step in FSP";
        losses.push(warning(message.to_owned(), "JSON keeps it"));
    }
    losses
}

/// A property, or an assumption that is to be used as one: `property NAME = …`
pub fn write_property(name: &str, lts: &Lts, actions: &ActionTable) -> String {
    let writer = Writer::new(actions, &Alphabet::new());
    let mut text = writer.renamed(lts.alphabet());
    writer.process(&mut text, "property ", &process_name(name), lts);
    text
}

/// The visible actions of a run as a process that takes them and stops.
pub fn write_trace(name: &str, trace: &Trace, actions: &ActionTable) -> String {
    let writer = Writer::new(actions, &Alphabet::new());
    let mut text = writer.renamed(&trace.actions().collect());
    let visible: Vec<&str> =
        trace.actions().filter(|a| !a.is_tau()).map(|a| writer.label(a)).collect();
    let name = process_name(name);
    match visible.is_empty() {
        true => text += &format!("{name} = STOP.\n"),
        false => text += &format!("{name} = ({} -> STOP).\n", visible.join(" -> ")),
    }
    text
}

/// A system: its components, its properties, and all of them side by side as `||NAME`, with its
/// priority. When it has ended is what LTSA makes of the components.
pub fn write_system(name: &str, system: &System) -> String {
    let mut used = system.alphabet();
    system.properties.iter().for_each(|property| used.union_with(property.lts.alphabet()));
    // Whatever τ does, the others are named.
    let (order, named) = match &system.priority {
        Some(Priority { low, tau_is_low: true }) => ("<<", used.difference(low)),
        Some(Priority { low, tau_is_low: false }) => (">>", low.clone()),
        None => ("", Alphabet::new()),
    };
    let writer = Writer::new(&system.actions, &system.hidden.union(&named));
    let mut text = writer.renamed(&used);
    let mut taken: IndexSet<String, FxBuildHasher> = IndexSet::default();
    let name = fresh(&mut taken, &process_name(name));
    let components = system.components.iter().map(|c| ("", &c.name, &c.lts));
    let properties = system.properties.iter().map(|p| ("property ", &p.name, &p.lts));
    let mut operands = Vec::new();
    for (keyword, part, lts) in components.chain(properties) {
        let part = fresh(&mut taken, &process_name(part));
        writer.process(&mut text, keyword, &part, lts);
        text.push('\n');
        operands.push(part);
    }
    let _ = write!(text, "||{name} = ({})", operands.join(" || "));
    for (operator, actions) in [(order, &named), ("\\", &system.hidden)] {
        let labels: Vec<&str> = actions.iter().map(|action| writer.label(action)).collect();
        if !labels.is_empty() {
            let _ = write!(text, "{operator}{{{}}}", labels.join(", "));
        }
    }
    text.push_str(".\n");
    text
}

/// The names under which the actions of a table are written, each once.
struct Writer<'a> {
    actions: &'a ActionTable,
    labels: Vec<String>,
    /// A label that no action has, for τ.
    silent: String,
}

impl<'a> Writer<'a> {
    /// `whole` are actions that are hidden or ordered by their names, and no others with them.
    fn new(actions: &'a ActionTable, whole: &Alphabet) -> Self {
        let mut taken: IndexSet<String, FxBuildHasher> = IndexSet::default();
        // To hide `a` hides `a.b`, too: it must not be the beginning of another label.
        for (_, name) in actions.iter() {
            let text = label_text(name);
            let ends = text.char_indices().filter(|&(at, letter)| at > 0 && ".[".contains(letter));
            taken.extend(ends.map(|(end, _)| text[..end].to_owned()));
        }
        let stays = |action: ActionId, name: &str| {
            is_indexed(name) && !(whole.contains(action) && taken.contains(&label_text(name)))
        };
        let stays: Vec<bool> = actions.iter().map(|(action, name)| stays(action, name)).collect();
        // Names that can stay have the first choice.
        for ((_, name), _) in actions.iter().zip(&stays).filter(|(_, stays)| **stays) {
            taken.insert(label_text(name));
        }
        let mut labels = vec![String::new()];
        for ((_, name), stays) in actions.iter().zip(&stays) {
            labels.push(match stays {
                true => label_text(name),
                false => fresh(&mut taken, &label_text(name)),
            });
        }
        let silent = fresh(&mut taken, "silent");
        Self { actions, labels, silent }
    }

    fn label(&self, action: ActionId) -> &str {
        match action.is_tau() {
            true => &self.silent,
            false => &self.labels[action.index()],
        }
    }

    /// A comment that tells which of these actions had to be renamed.
    fn renamed(&self, actions: &Alphabet) -> String {
        let mut text = String::new();
        for action in actions.iter() {
            let name = self.actions.name(action);
            if !is_indexed(name) || self.label(action) != label_text(name) {
                let shown = name.replace(char::is_control, " ");
                let _ = writeln!(text, "// {} stands for {shown}", self.label(action));
            }
        }
        text
    }

    fn process(&self, text: &mut String, keyword: &str, name: &str, lts: &Lts) {
        // Local names that the process itself does not have.
        let local = match name.starts_with('Q') {
            true => 'S',
            false => 'Q',
        };
        let state = |state: StateId| match state.is_error() {
            true => "ERROR".to_owned(),
            false => format!("{local}{}", state.index()),
        };
        let _ = write!(text, "{keyword}{name} = {}", state(lts.initial()));
        for source in lts.states() {
            let _ = write!(text, ",\n{} = ", state(source));
            let row = lts.edges(source);
            if row.is_empty() {
                text.push_str(if lts.end() == Some(source) { "END" } else { "STOP" });
                continue;
            }
            // Alternatives by target, in the order of their first action.
            let mut targets: IndexMap<StateId, Vec<&str>, FxBuildHasher> = IndexMap::default();
            for edge in row {
                targets.entry(edge.target).or_default().push(self.label(edge.action));
            }
            for (number, (target, labels)) in targets.iter().enumerate() {
                let separator = if number == 0 { "(" } else { "\n    | " };
                let label = match labels[..] {
                    [label] => label.to_owned(),
                    _ => format!("{{{}}}", labels.join(", ")),
                };
                let _ = write!(text, "{separator}{label} -> {}", state(*target));
            }
            text.push(')');
        }
        let mut used = Alphabet::new();
        used.extend(lts.transitions().map(|(_, edge)| edge.action));
        let unused: Vec<&str> =
            lts.alphabet().difference(&used).iter().map(|action| self.label(action)).collect();
        if !unused.is_empty() {
            let _ = write!(text, "\n+ {{{}}}", unused.join(", "));
        }
        if lts.transitions().any(|(_, edge)| edge.action.is_tau()) {
            let _ = write!(text, "\n\\ {{{}}}", self.silent);
        }
        text.push_str(".\n");
    }
}

/// Whether a name is made of parts that FSP can write: lower-case names and numbers, with dots.
fn is_indexed(name: &str) -> bool {
    !name.is_empty()
        && name.split('.').all(|part| is_number(part) || is_lower(part))
        && name.split('.').count() <= MAX_PARTS
}

fn is_number(part: &str) -> bool {
    // The smallest number is not one that can be written: `-` comes after 2147483648.
    part.parse::<i32>().is_ok_and(|number| number > i32::MIN && number.to_string() == part)
}

fn is_lower(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && part != "tau"
        && !KEYWORDS.iter().any(|&(keyword, _)| keyword == part)
}

/// What an action is called when it is read again that was written: itself, if FSP can write it.
pub fn name_when_read_again(name: &str) -> String {
    label_text(name).replace('[', ".").replace(']', "")
}

/// `a.1.b` as `a[1].b`; parts that FSP cannot write are changed until it can.
fn label_text(name: &str) -> String {
    if name.split('.').count() > MAX_PARTS {
        return repaired(name);
    }
    let mut text = String::new();
    for part in name.split('.') {
        if is_number(part) {
            let _ = write!(text, "[{part}]");
            continue;
        }
        if !text.is_empty() {
            text.push('.');
        }
        match is_lower(part) {
            true => text.push_str(part),
            false => text.push_str(&repaired(part)),
        }
    }
    text
}

/// A part in the letters that FSP allows.
fn repaired(part: &str) -> String {
    let allowed = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut text: String = part.chars().map(allowed).collect();
    if !is_lower(&text) {
        text.insert_str(0, "l_");
    }
    text
}

/// A name for a process: letters, digits and `_`, the first a capital.
fn process_name(name: &str) -> String {
    let allowed = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let mut text: String = name.chars().map(allowed).collect();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let built_in = ["STOP", "END", "ERROR"].contains(&text.as_str());
    if built_in || !text.starts_with(|first: char| first.is_ascii_uppercase()) {
        text.insert_str(0, "P_");
    }
    text
}

/// The name, or the first of `name_2`, `name_3`, … that is not taken.
fn fresh(taken: &mut IndexSet<String, FxBuildHasher>, name: &str) -> String {
    let mut candidate = name.to_owned();
    let mut number = 1;
    while !taken.insert(candidate.clone()) {
        number += 1;
        candidate = format!("{name}_{number}");
    }
    candidate
}
