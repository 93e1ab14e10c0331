//! Files with probabilities in them, beside files without.
//!
//! What a command reads is one or the other: a [`System`], or a [`ProbabilisticSystem`] if any of the
//! files has probabilities; the components of the others then do everything with probability 1.

use std::path::PathBuf;
use std::sync::Arc;

use surmise_model::{
    ActionId, ActionTable, Alphabet, Context, Diagnostic, Lpts, LptsReading,
    ProbabilisticComponent, ProbabilisticSystem, System,
};

use super::language::{Input, InputOptions, free_name};
use super::prism::PrismText;
use super::{Content, LanguageName, Loaded, Opened, of};
use crate::{Attempt, Failure, Files, OptionName, Remark, Source};

/// What files hold.
pub enum Either {
    /// A system without probabilities.
    Plain(Loaded),
    /// A probabilistic system.
    Probabilistic(Probabilistic),
}

/// A probabilistic system, and what else the files say.
#[derive(Debug, Default)]
pub struct Probabilistic {
    /// The components of all files.
    pub system: ProbabilisticSystem,
    /// What each file is about, in the order of the files.
    pub contents: Vec<Content>,
    /// What there is to say about the files.
    pub remarks: Vec<Remark>,
}

/// Reads files into one system, whichever kind it is.
///
/// # Errors
/// All mistakes in all files; that one cannot be had; that it takes too long.
pub fn either(
    paths: &[PathBuf],
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Either> {
    let opened = paths.iter().map(|path| Opened::new(path, options, files, context));
    let opened: Vec<Attempt<Opened>> = opened.collect();
    let mut is_probabilistic = false;
    for Opened { source, language, .. } in opened.iter().flatten() {
        is_probabilistic = is_probabilistic || language.is_probabilistic(source, context)?;
    }
    match is_probabilistic {
        false => of(opened.into_iter(), options, files, context).map(Either::Plain),
        true => {
            let loaded = read(opened, options, files, context)?;
            let used: Vec<LanguageName> = loaded.contents.iter().map(|c| c.language).collect();
            options.refuse_unknown(&used)?;
            Ok(Either::Probabilistic(loaded))
        }
    }
}

/// The text of a PRISM model, if that is what the only file is.
///
/// # Errors
/// That it cannot be had.
pub fn prism(
    paths: &[PathBuf],
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Option<PrismText>> {
    let [path] = paths else { return Ok(None) };
    let opened = Opened::new(path, options, files, context)?;
    match opened.language.name() {
        LanguageName::Prism => PrismText::new(&opened.source, &options.prism, context).map(Some),
        _ => Ok(None),
    }
}

/// Reads open files into one probabilistic system.
pub(super) fn read(
    opened: Vec<Attempt<Opened>>,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Probabilistic> {
    let mut loaded = Probabilistic::default();
    let mut wrong = Vec::new();
    for opened in opened {
        match opened.and_then(|opened| loaded.read(opened, options, files, context)) {
            Ok(()) => {}
            Err(Failure::Wrong(remarks)) => wrong.extend(remarks),
            Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::Wrong(wrong));
    }
    Ok(loaded)
}

impl Probabilistic {
    fn read(
        &mut self,
        Opened { path, source, language }: Opened,
        options: &InputOptions,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<()> {
        let input = Input { source: &source, path: &path, options, files, depth: 0, context };
        let (content, diagnostics) = language.load_probabilistic(&input, &mut self.system)?;
        self.contents.push(Content { path, ..content });
        let remark = |diagnostic| Remark::about(&source, diagnostic);
        self.remarks.extend(diagnostics.into_iter().map(remark));
        Ok(())
    }

    /// All components as one, with what nobody outside sees made silent.
    ///
    /// # Errors
    /// When the context says stop.
    pub fn composed(&self, context: &Context<'_>) -> Attempt<ProbabilisticComponent> {
        let ProbabilisticSystem { hidden, components, .. } = &self.system;
        let names: Vec<&str> = components.iter().map(|c| c.name.as_str()).collect();
        let mut lpts = match &components[..] {
            [one] => one.lpts.clone(),
            _ => self.system.compose(context)?.lpts,
        };
        if !hidden.is_empty() {
            lpts = silenced(&lpts, hidden)?;
        }
        Ok(ProbabilisticComponent { name: names.join("||"), lpts })
    }
}

/// The same LPTS with some of its actions silent.
///
/// # Errors
/// If there is more of something than can be numbered.
pub fn silenced(lpts: &Lpts, actions: &Alphabet) -> Attempt<Lpts> {
    let mut builder = Lpts::builder();
    builder.ensure_states(lpts.num_states()).initial(lpts.initial());
    builder.extend_alphabet(lpts.alphabet().difference(actions).iter());
    for (source, choice) in lpts.transitions() {
        let action = if actions.contains(choice.action) { ActionId::TAU } else { choice.action };
        builder.add(source, action, lpts.distribution(choice.distribution).iter());
    }
    builder.build().map_err(|error| Failure::usage(error.to_string()))
}

/// What a command says that knows nothing of probabilities.
pub(super) fn refusal(source: &Arc<Source>) -> Failure {
    let message = "this is a probabilistic model, which this command does not understand";
    let error = Diagnostic { span: None, ..Diagnostic::error(Default::default(), message) };
    let help = "`compose`, `convert`, `draw` and `info` understand it; or ask for a probability, \
                `Pmax=? [ F \"label\" ]`";
    Failure::Wrong(vec![Remark::about(source, error.help(help))])
        .remedied_by(OptionName::Probability)
}

/// Adds a component under a name that no other has.
pub(super) fn add(
    system: &mut ProbabilisticSystem,
    reading: LptsReading,
    source: &Source,
) -> Vec<Diagnostic> {
    let stem = reading.name.unwrap_or_else(|| source.stem());
    let name = free_name(stem, |name| system.components.iter().any(|other| other.name == name));
    system.components.push(ProbabilisticComponent { name, lpts: reading.lpts });
    reading.diagnostics
}

/// Adds all components of another system. Actions of one name are one action, except hidden ones,
/// which nobody else has.
pub(super) fn into(system: &mut ProbabilisticSystem, other: ProbabilisticSystem) -> Attempt<()> {
    if system.components.is_empty() {
        *system = other;
        return Ok(());
    }
    let numbers = numbers(&mut system.actions, &other.actions, &other.hidden)?;
    let number = |action: ActionId| numbers[action.index()];
    system.hidden.extend(other.hidden.iter().map(number));
    for ProbabilisticComponent { name, lpts } in other.components {
        let lpts = lpts.renamed(number).map_err(|error| Failure::usage(error.to_string()))?;
        let name = free_name(name, |name| system.components.iter().any(|c| c.name == name));
        system.components.push(ProbabilisticComponent { name, lpts });
    }
    Ok(())
}

/// Adds the components of a system without probabilities.
pub(super) fn lift(system: &mut ProbabilisticSystem, plain: System, file: &str) -> Attempt<()> {
    if plain.priority.is_some() || !plain.properties.is_empty() {
        let message =
            format!("{file}: properties and priorities cannot stand beside probabilities");
        return Err(Failure::usage(message));
    }
    let mut components = Vec::with_capacity(plain.components.len());
    for component in plain.components {
        let Some(lpts) = Lpts::from_lts(&component.lts) else {
            let message = format!("{file}: a probabilistic system has no error state");
            return Err(Failure::usage(message));
        };
        components.push(ProbabilisticComponent { name: component.name, lpts });
    }
    let (actions, hidden) = (plain.actions, plain.hidden);
    into(system, ProbabilisticSystem { actions, hidden, components })
}

/// The actions of another table in this one.
pub(super) fn numbers(
    actions: &mut ActionTable,
    other: &ActionTable,
    hidden: &Alphabet,
) -> Attempt<Vec<ActionId>> {
    let mut numbers = vec![ActionId::TAU];
    for (action, name) in other.iter() {
        let number = match hidden.contains(action) {
            true => actions.fresh(name),
            false => actions.intern(name),
        };
        numbers.push(number.map_err(|error| Failure::usage(error.to_string()))?);
    }
    Ok(numbers)
}
