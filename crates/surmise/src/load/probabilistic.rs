//! Files with probabilities in them, beside files without.
//!
//! What a command reads is one or the other: a [`System`](surmise_model::System), or a
//! [`ProbabilisticSystem`] if any of the files has probabilities; the components of the others then
//! do everything with probability 1.

use std::path::PathBuf;

use surmise_model::{Context, ProbabilisticComponent, ProbabilisticSystem};

use super::content::Content;
use super::language::Input;
use super::lift;
use super::loaded::Loaded;
use super::options::{InputOptions, LanguageName};
use super::prism::PrismText;
use super::read::{Opened, nothing_mentioned, of};
use crate::{Attempt, Failure, Files, Remark};

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
        let input = Input {
            source: &source,
            path: &path,
            options,
            files,
            depth: 0,
            mentioned: &nothing_mentioned,
            context,
        };
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
            lpts = lift::silenced(&lpts, hidden)?;
        }
        Ok(ProbabilisticComponent { name: names.join("||"), lpts })
    }
}
