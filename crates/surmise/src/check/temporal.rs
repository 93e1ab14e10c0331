//! Temporal properties: formulas that a user gives, the fairness that they are judged with, and
//! what to know about them before they are checked.
//!
//! A formula is given as a text, or as a file with one on each line. A line `fluent F = <a, b>`
//! defines a fluent for the lines after it. A proposition is an action, a set of actions `{a, b}`,
//! a fluent, or `component@state`.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use surmise_lang::closest;
use surmise_lang::formula::{self, Atom};
use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{
    ActionId, Alphabet, ComponentId, Context, Diagnostic, Fairness, Meaning, Proposition,
    PropositionId, Span, Start, StateId, Stopping, System, TemporalId, TemporalKind,
    TemporalProperty,
};

use crate::load::{LanguageName, Loaded};
use crate::{Attempt, Failure, Files, Named, Remark, Source, few, warning};

impl Named for Fairness {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::None, "none", "All runs count"),
        (Self::Weak, "weak", "Each component infinitely often moves, or is unable to"),
        (
            Self::Choice,
            "choice",
            "What stays possible for ever happens infinitely often: LTSA's fair choice",
        ),
    ];
}

/// Which temporal properties a user wants to have checked beside those of the models, and how.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WantedTemporal {
    /// Formulas, or files of formulas.
    pub formulas: Vec<String>,
    /// The fairness; if the user does not say, that of the model's language.
    #[serde(with = "crate::named::optional")]
    pub fairness: Option<Fairness>,
    /// Whether every action is to happen again and again.
    pub progress: bool,
}

impl WantedTemporal {
    /// The formulas, if they can be about a program as it is: its expressions are propositions
    /// then, and there are no actions.
    pub(crate) fn of_programs(
        &self,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<Option<Vec<String>>> {
        let mut found = Vec::new();
        for given in &self.formulas {
            let source = source(given, files, context)?;
            let bytes = source.bytes(context)?;
            let text = String::from_utf8_lossy(&bytes);
            found.extend(lines(&text).into_iter().map(|(_, line)| line.to_owned()));
        }
        let of_actions = self.progress || found.iter().any(|line| line.starts_with("fluent "));
        Ok((!of_actions).then_some(found))
    }
}

/// What a formula is read from: a file, or the text itself.
fn source(given: &str, files: &dyn Files, context: &Context<'_>) -> Attempt<Source> {
    let path = Path::new(given);
    match !given.contains(['[', '<', '(']) && files.exists(path) {
        true => Source::open(path, files, context),
        false => Ok(Source::inline("formula", given)),
    }
}

/// Adds what a user wants to the system; gives what was added.
pub(super) fn add(
    wanted: &WantedTemporal,
    loaded: &mut Loaded,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Vec<TemporalId>> {
    let first = loaded.system.temporal.len();
    let mut fluents: Vec<Proposition> = Vec::new();
    for given in &wanted.formulas {
        let source = source(given, files, context)?;
        let bytes = source.bytes(context)?;
        let text = String::from_utf8_lossy(&bytes);
        let source = Arc::new(source);
        for (place, line) in lines(&text) {
            context.check()?;
            let shifted = |mut diagnostic: Diagnostic| {
                let shift = |span: Span| Span::new(span.start + place, span.end + place);
                diagnostic.span = diagnostic.span.map(shift);
                diagnostic
            };
            let wrong = |all: Vec<Diagnostic>| {
                Failure::about(&source, all.into_iter().map(shifted).collect())
            };
            match line.strip_prefix("fluent ") {
                Some(definition) => {
                    let read = fluent(definition, line.len(), &mut loaded.system);
                    fluents.push(read.map_err(|error| wrong(vec![*error]))?);
                }
                None => {
                    let property = property(line, &fluents, loaded).map_err(wrong)?;
                    loaded.system.temporal.push(property);
                }
            }
        }
    }
    if wanted.progress {
        let property = default_progress(&loaded.system);
        loaded.system.temporal.push(property);
    }
    if let Some(fairness) = wanted.fairness {
        let is_fsp = is_fsp(loaded);
        for property in &mut loaded.system.temporal {
            property.fairness = fairness;
            property.stopping = stopping(fairness, is_fsp);
        }
    }
    Ok((first..loaded.system.temporal.len()).map(TemporalId::of).collect())
}

/// The lines that say something, and where they start.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut place = 0;
    let mut found = Vec::new();
    for line in text.split('\n') {
        let said = line.split_once("//").map_or(line, |(before, _)| before);
        let blanks = said.len() - said.trim_start().len();
        if !said.trim().is_empty() {
            found.push((place + blanks, said.trim()));
        }
        place += line.len() + 1;
    }
    found
}

/// Whether all files are LTSA's.
fn is_fsp(loaded: &Loaded) -> bool {
    let mut languages = loaded.contents.iter().map(|content| content.language);
    !loaded.contents.is_empty() && languages.all(|language| language == LanguageName::Fsp)
}

/// What becomes of runs that stop. LTSA leaves them out where there is no fairness.
fn stopping(fairness: Fairness, is_fsp: bool) -> Stopping {
    match (fairness, is_fsp) {
        (Fairness::None, true) => Stopping::Ignored,
        _ => Stopping::Stays,
    }
}

/// A formula about what is loaded, as its language would mean it.
fn property(
    text: &str,
    fluents: &[Proposition],
    loaded: &mut Loaded,
) -> Result<TemporalProperty, Vec<Diagnostic>> {
    let mut propositions: Vec<Proposition> = Vec::new();
    let system = &mut loaded.system;
    let formula = formula::parse(text, |formulas, atom| {
        let proposition = resolve(atom, fluents, system).map_err(|error| vec![*error])?;
        let known = propositions.iter().position(|known| *known == proposition);
        let place = known.unwrap_or_else(|| {
            propositions.push(proposition);
            propositions.len() - 1
        });
        Ok(formulas.proposition(PropositionId::of(place)))
    })?;
    let languages = || loaded.contents.iter().map(|content| content.language);
    let fairness = if is_fsp(loaded) { Fairness::Choice } else { Fairness::None };
    let about_states = languages().any(|language| language == LanguageName::Promela);
    Ok(TemporalProperty {
        name: text.to_owned(),
        kind: TemporalKind::Formula,
        formula,
        propositions,
        fairness,
        start: if about_states { Start::InitialState } else { Start::FirstStep },
        stopping: stopping(fairness, is_fsp(loaded)),
        is_open: true,
    })
}

/// `F = <{a, b}, c> initially 1`, without the word before it.
fn fluent(text: &str, length: usize, system: &mut System) -> Result<Proposition, Box<Diagnostic>> {
    let wrong = || {
        let error = Diagnostic::error(Span::new(0, length), "this is no fluent");
        Box::new(error.help("write for example `fluent BUSY = <{start, again}, stop> initially 0`"))
    };
    let (name, rest) = text.split_once('=').ok_or_else(wrong)?;
    let rest = rest.trim().strip_prefix('<').ok_or_else(wrong)?;
    let (sets, after) = rest.rsplit_once('>').ok_or_else(wrong)?;
    let initially = match after.trim() {
        "" | "initially 0" | "initially false" | "initially False" => false,
        "initially 1" | "initially true" | "initially True" => true,
        _ => return Err(wrong()),
    };
    let mut sets = crate::outside_brackets(sets, ',');
    let (Some(on), Some(off), None) = (sets.next(), sets.next(), sets.next()) else {
        return Err(wrong());
    };
    let mut set = |text: &str| actions(text.trim(), (0, length), true, system);
    let (on, off) = (set(on)?, set(off)?);
    if !on.is_disjoint(&off) {
        let message = "an action would make the fluent both true and false";
        return Err(Box::new(Diagnostic::error(Span::new(0, length), message)));
    }
    Ok(Proposition {
        name: name.trim().to_owned(),
        meaning: Meaning::Fluent { on, off, initially },
    })
}

/// What a proposition means.
fn resolve(
    atom: Atom<'_>,
    fluents: &[Proposition],
    system: &mut System,
) -> Result<Proposition, Box<Diagnostic>> {
    if let Some(fluent) = fluents.iter().find(|fluent| fluent.name == atom.text && !atom.quoted) {
        return Ok(fluent.clone());
    }
    let name = atom.text.to_owned();
    if let Some((component, state)) = atom.text.rsplit_once('@').filter(|_| !atom.quoted) {
        let meaning = states(component.trim(), state.trim(), atom.span, system)?;
        return Ok(Proposition { name, meaning });
    }
    let span = (atom.span.start, atom.span.end);
    let actions = match atom.quoted {
        true => {
            let action = system.actions.intern(atom.text);
            let overflow = |error: surmise_model::IdOverflow| {
                Box::new(Diagnostic::error(atom.span, error.to_string()))
            };
            [action.map_err(overflow)?].into_iter().collect()
        }
        false => actions(atom.text, span, false, system)?,
    };
    Ok(Proposition { name, meaning: Meaning::Actions(actions) })
}

/// An action, or a set of them in braces. Those that nobody has must stand in quotes.
fn actions(
    text: &str,
    (start, end): (usize, usize),
    may_quote: bool,
    system: &mut System,
) -> Result<Alphabet, Box<Diagnostic>> {
    let inside = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let mut found = Alphabet::new();
    for name in crate::outside_brackets(inside.unwrap_or(text), ',').map(str::trim) {
        let quoted = name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let action = match quoted.filter(|_| may_quote || inside.is_some()) {
            Some(name) => system.actions.intern(name).ok(),
            None => known_action(name, system),
        };
        let Some(action) = action else {
            let known = system.actions.names(&system.alphabet());
            let near = closest(name, known.iter().copied());
            let span = Span::new(start, end);
            let message = format!("there is no action or fluent `{name}`");
            let error = Diagnostic::error(span, message);
            return Err(Box::new(match near {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help(format!(
                    "the actions are {}; one that no component has stands in double quotes",
                    few(&known, 8)
                )),
            }));
        };
        found.insert(action);
    }
    Ok(found)
}

/// The action of a name, also as FSP writes indices: `a[1]` is `a.1`.
fn known_action(name: &str, system: &System) -> Option<ActionId> {
    let dotted = || name.replace('[', ".").replace(']', "");
    let action = system.actions.get(name).or_else(|| system.actions.get(&dotted()))?;
    system.alphabet().contains(action).then_some(action)
}

/// The states of a component by name or number.
fn states(
    component: &str,
    state: &str,
    span: Span,
    system: &System,
) -> Result<Meaning, Box<Diagnostic>> {
    let named = |id: &ComponentId| system.component(*id).name == component;
    let Some(id) = system.component_ids().find(named) else {
        let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
        let message = format!("there is no component `{component}`");
        let error = Diagnostic::error(span, message);
        let near = closest(component, names.iter().copied());
        return Err(Box::new(match near {
            Some(near) => error.help(format!("did you mean `{near}`?")),
            None => error.help(format!("the components are {}", few(&names, 8))),
        }));
    };
    let of = system.component(id);
    let names = of.states.as_ref();
    let is_called = |local: &StateId| names.and_then(|names| names.get(*local)) == Some(state);
    let mut found: Vec<StateId> = of.lts.states().filter(is_called).collect();
    if found.is_empty()
        && let Ok(number) = state.parse::<usize>()
        && number < of.lts.num_states()
    {
        found.push(StateId::of(number));
    }
    if found.is_empty() {
        let message = format!("{component} has no state `{state}`");
        let help = format!("its states have the numbers 0 to {}", of.lts.num_states() - 1);
        return Err(Box::new(Diagnostic::error(span, message).help(help)));
    }
    Ok(Meaning::States { component: id, states: found })
}

/// Every action that somebody outside sees happens again and again.
fn default_progress(system: &System) -> TemporalProperty {
    let mut formulas = Formulas::new();
    let mut propositions = Vec::new();
    let mut parts = Vec::new();
    for action in system.alphabet().difference(&system.hidden).iter() {
        let proposition = formulas.proposition(PropositionId::of(propositions.len()));
        propositions.push(Proposition {
            name: system.actions.name(action).to_owned(),
            meaning: Meaning::Actions([action].into_iter().collect()),
        });
        let eventually = formulas.add(Operator::Eventually(proposition));
        parts.push(formulas.add(Operator::Always(eventually)));
    }
    let root = formulas.all(parts);
    TemporalProperty {
        name: "default progress".to_owned(),
        kind: TemporalKind::DefaultProgress,
        formula: Formula::new(&formulas, root),
        propositions,
        fairness: Fairness::Choice,
        start: Start::FirstStep,
        stopping: Stopping::Stays,
        is_open: false,
    }
}

/// Says what one should know about a temporal property.
pub(super) fn prepare(id: TemporalId, loaded: &mut Loaded) {
    let system = &loaded.system;
    let property = system.temporal_property(id);
    let foreign: Alphabet = property.alphabet().difference(&system.alphabet());
    if foreign.is_empty() || system.components.is_empty() {
        return;
    }
    let names = system.actions.names(&foreign);
    let (is, they) = if names.len() == 1 { ("is", "it") } else { ("are", "they") };
    let message = format!("{} of {} {is} in no component", few(&names, 5), property.name);
    let means = match property.is_open {
        true => format!("{they} may happen at any time"),
        false => format!("{they} never happen{}", if names.len() == 1 { "s" } else { "" }),
    };
    let help = format!("{means}; is there a misspelling?");
    loaded.remarks.push(Remark::bare(warning(message).help(help)));
}
