//! Networks: files side by side, under other names and with other labels.

use std::path::Path;

use surmise_lang::net::{self, Member, Word, parse};
use surmise_lang::outline::Outline;
use surmise_model::{
    ActionId, ActionTable, Alphabet, Component, Diagnostic, Lts, Property, Span, Stop, System,
};

use super::content::Content;
use super::language::{Draft, Input, Language};
use super::merge;
use super::options::{InputOptions, LanguageName};
use crate::{Attempt, Failure, Name, OptionName, Remark, few};

/// A network may mention networks, but not without end.
const DEEPEST: usize = 16;

/// The language of networks.
pub(super) struct Net;

impl Language for Net {
    fn name(&self) -> LanguageName {
        LanguageName::Net
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["net"]
    }

    fn recognises(&self, beginning: &[u8]) -> bool {
        let text = String::from_utf8_lossy(beginning);
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.next().is_some_and(|line| line.starts_with("component "))
    }

    fn options(&self) -> &'static [OptionName] {
        // They go to the files that the network mentions.
        &[OptionName::Tau, OptionName::Process, OptionName::Granularity, OptionName::Parameters]
    }

    fn keywords(&self) -> Vec<&'static str> {
        net::KEYWORDS.to_vec()
    }

    fn outline(&self, draft: &Draft<'_>) -> Result<Option<Outline>, Stop> {
        Ok(Some(net::outline(draft.text)))
    }

    fn load(&self, input: &Input<'_>, system: &mut System) -> Attempt<(Content, Vec<Diagnostic>)> {
        let about = |diagnostics| Failure::about(input.source, diagnostics);
        let bytes = input.source.bytes(input.context)?;
        let parts = parse(&String::from_utf8_lossy(&bytes)).map_err(about)?;
        let mut wrong: Vec<Remark> = Vec::new();
        let mut diagnostics = Vec::new();
        for part in &parts {
            match read(part, input, &mut diagnostics) {
                Ok(other) => merge::into(system, other).map_err(|error| {
                    about(vec![Diagnostic::error(part.file.span, error.to_string())])
                })?,
                Err(Failure::Wrong(remarks)) => wrong.extend(remarks),
                Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
            }
        }
        unique(system, &parts, &mut wrong, input);
        if wrong.is_empty() {
            Ok((Content::new(self.name()), diagnostics))
        } else {
            Err(Failure::Wrong(wrong))
        }
    }
}

/// One part: its file, renamed.
fn read(part: &Member, input: &Input<'_>, diagnostics: &mut Vec<Diagnostic>) -> Attempt<System> {
    if input.depth == DEEPEST {
        let error = Diagnostic::error(part.file.span, "networks mention each other without end");
        return Err(Failure::Wrong(vec![Remark::about(input.source, error)]));
    }
    let here = input.path.parent().unwrap_or(Path::new(""));
    let path = here.join(&part.file.text);
    let options = InputOptions { from: None, ..input.options.clone() };
    let loaded = (input.mentioned)(&path, &options)?;
    // What there is to say about the file is said about the line that mentions it.
    diagnostics.extend(loaded.remarks.into_iter().map(|remark| {
        let Diagnostic { severity, message, help, .. } = remark.diagnostic;
        let at = Diagnostic::warning(part.file.span, format!("{}: {message}", path.display()));
        Diagnostic { severity, help, ..at }
    }));
    let mut system = loaded.system;
    let names = labels(part, &mut system, input)?;
    for component in &mut system.components {
        component.lts = relabelled(&component.lts, &names);
        if let Some(name) = &part.name {
            component.name = name.text.clone();
        }
    }
    for property in &mut system.properties {
        property.lts = relabelled(&property.lts, &names);
    }
    if part.is_property {
        let components = std::mem::take(&mut system.components);
        let [component] = &components[..] else {
            let error = Diagnostic::error(part.file.span, "a property is one LTS")
                .help("compose the file first");
            return Err(Failure::Wrong(vec![Remark::about(input.source, error)]));
        };
        let (name, lts) = (component.name.clone(), component.lts.clone());
        system.properties.push(Property { name, lts });
        system.termination = surmise_model::Termination::default();
    }
    Ok(system)
}

/// What every action of a part becomes; τ if it is hidden.
fn labels(part: &Member, system: &mut System, input: &Input<'_>) -> Attempt<Vec<ActionId>> {
    let mut known = system.alphabet();
    system.properties.iter().for_each(|property| known.union_with(property.lts.alphabet()));
    let mut wrong = Vec::new();
    let mut find = |word: &Word, actions: &ActionTable| {
        let found = actions.get(&word.text).filter(|&action| known.contains(action));
        if found.is_none() {
            let message = format!("{} has no label `{}`", part.file.text, Name::from(&*word.text));
            let help = format!("it has {}", few(&actions.names(&known), 8));
            let error = Diagnostic::error(word.span, message).help(help);
            wrong.push(Remark::about(input.source, error));
        }
        found
    };
    let mut names: Vec<ActionId> = (0..system.actions.len()).map(ActionId::of).collect();
    let overflow = |error: surmise_model::IdOverflow| Failure::usage(error.to_string());
    if let Some(prefix) = &part.prefix {
        for action in known.iter() {
            let name = format!("{}.{}", prefix.text, system.actions.name(action));
            names[action.index()] = system.actions.intern(&name).map_err(overflow)?;
        }
    }
    for (old, new) in &part.renamed {
        if let Some(action) = find(old, &system.actions) {
            let name = match &part.prefix {
                Some(prefix) => format!("{}.{}", prefix.text, new.text),
                None => new.text.clone(),
            };
            names[action.index()] = system.actions.intern(&name).map_err(overflow)?;
        }
    }
    for hidden in &part.hidden {
        if let Some(action) = find(hidden, &system.actions) {
            // What several components of one file share stays shared, out of everybody's sight.
            let has = |component: &&Component| component.lts.alphabet().contains(action);
            names[action.index()] = match system.components.iter().filter(has).count() {
                0 | 1 => ActionId::TAU,
                _ => {
                    system.hidden.insert(action);
                    action
                }
            };
        }
    }
    if wrong.is_empty() { Ok(names) } else { Err(Failure::Wrong(wrong)) }
}

fn relabelled(lts: &Lts, names: &[ActionId]) -> Lts {
    let name = |action: ActionId| names[action.index()];
    let alphabet: Alphabet = lts.alphabet().iter().map(name).filter(|a| !a.is_tau()).collect();
    lts.renamed(&alphabet, name)
}

/// Two components of one name would be a riddle in every report.
fn unique(system: &System, parts: &[Member], wrong: &mut Vec<Remark>, input: &Input<'_>) {
    let mut seen: Vec<&str> = Vec::new();
    for component in &system.components {
        if !seen.contains(&component.name.as_str()) {
            seen.push(&component.name);
            continue;
        }
        let named = |part: &&Member| {
            part.name.as_ref().map_or_else(
                || part.file.text.contains(&component.name),
                |name| name.text == component.name,
            )
        };
        let span = parts.iter().filter(named).nth(1).map_or(Span::default(), |part| part.file.span);
        let message = format!("there are two components `{}`", Name::from(&*component.name));
        let error = Diagnostic::error(span, message).help("give one another name: `as NAME`");
        wrong.push(Remark::about(input.source, error));
    }
}
