//! From file names to a system.
//!
//! An input language is a file in this directory and one line in [`LANGUAGES`]. Which one a file is
//! in is told by the user, or by its extension, or else by its first bytes.

mod aut;
mod content;
mod formula;
mod fsp;
mod json;
mod language;
mod merge;
mod net;
mod prism;
mod probabilistic;
mod promela;
mod specification;
mod told;
mod whole;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise_model::{Context, Property, System};

pub use self::content::{Content, Reduction, Unchecked};
pub use self::formula::{Formulated, formulated};
pub use self::fsp::{FspOptions, Granularity};
pub use self::language::{Input, InputOptions, LANGUAGES, Language, LanguageName};
pub use self::prism::{PrismOptions, PrismText};
pub use self::probabilistic::{Either, Probabilistic, either, prism, silenced};
pub use self::promela::{Replacement, replaced};
pub use self::specification::{Specified, side_by_side, specified};
pub(crate) use self::told::{component_told, either_component_told, either_told};
pub use self::whole::{EitherComponent, component, composed, either_component};
use crate::{Attempt, Failure, Files, Remark, Source};

/// A system, and what else the files say.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The components and properties of all files.
    pub system: System,
    /// What each file is about, in the order of the files.
    pub contents: Vec<Content>,
    /// What there is to say about the files.
    pub remarks: Vec<Remark>,
}

/// Reads files into one system: components and, where the language has them, properties.
pub fn system(
    paths: &[PathBuf],
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Loaded> {
    let opened = paths.iter().map(|path| Opened::new(path, options, files, context));
    of(opened, options, files, context)
}

/// A file that is open: what it holds can be seen before it is read.
struct Opened {
    path: PathBuf,
    source: Arc<Source>,
    language: &'static dyn Language,
}

impl Opened {
    fn new(
        path: &Path,
        options: &InputOptions,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<Self> {
        let source = Arc::new(Source::open(path, files, context)?);
        let language = options.language(&source)?;
        Ok(Self { path: path.to_owned(), source, language })
    }
}

/// Reads open files into one system.
fn of(
    opened: impl ExactSizeIterator<Item = Attempt<Opened>>,
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Loaded> {
    let mut loaded = Loaded::default();
    let mut wrong = Vec::new();
    let several = opened.len() > 1;
    // All mistakes of all files at once.
    for opened in opened {
        match opened.and_then(|opened| loaded.read(opened, options, files, 0, context)) {
            Ok(()) => {}
            Err(Failure::Wrong(remarks)) => wrong.extend(remarks),
            Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::Wrong(wrong));
    }
    if loaded.system.priority.is_some() && several {
        return Err(Failure::usage_with_help(
            "a process with priorities cannot stand beside other files: they concern its whole",
            "compose it first: `surmise compose model.lts -o whole.json`",
        ));
    }
    let used: Vec<LanguageName> = loaded.contents.iter().map(|c| c.language).collect();
    options.refuse_unknown(&used)?;
    Ok(loaded)
}

impl Loaded {
    /// Reads one more file into the system.
    pub(crate) fn add(
        &mut self,
        path: &Path,
        options: &InputOptions,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<()> {
        self.add_mentioned(path, options, files, 0, context)
    }

    /// As [`Loaded::add`], for a file that others have mentioned.
    fn add_mentioned(
        &mut self,
        path: &Path,
        options: &InputOptions,
        files: &dyn Files,
        depth: usize,
        context: &Context<'_>,
    ) -> Attempt<()> {
        let opened = Opened::new(path, options, files, context)?;
        self.read(opened, options, files, depth, context)
    }

    /// Reads an open file into the system.
    fn read(
        &mut self,
        Opened { path, source, language }: Opened,
        options: &InputOptions,
        files: &dyn Files,
        depth: usize,
        context: &Context<'_>,
    ) -> Attempt<()> {
        let input = Input { source: &source, path: &path, options, files, depth, context };
        let (content, diagnostics) = language
            .load(&input, &mut self.system)
            .map_err(|failure| language::otherwise(failure, &source, language, options))?;
        self.contents.push(Content { path, ..content });
        let remark = |diagnostic| Remark::about(&source, diagnostic);
        self.remarks.extend(diagnostics.into_iter().map(remark));
        Ok(())
    }

    /// Adds a property that a file defines beside the process that was read, if one does.
    pub(crate) fn add_defined_property(
        &mut self,
        name: &str,
        options: &InputOptions,
        files: &dyn Files,
        context: &Context<'_>,
    ) -> Attempt<bool> {
        let defines = |content: &&Content| content.not_part.iter().any(|known| known == name);
        let Some(path) = self.contents.iter().find(defines).map(|content| content.path.clone())
        else {
            return Ok(false);
        };
        let mut alone = Self::default();
        alone.add(&path, &options.for_process(name), files, context)?;
        for Property { name: found, lts } in std::mem::take(&mut alone.system.properties) {
            if found == name {
                let mut other = System { actions: alone.system.actions, ..System::default() };
                other.properties.push(Property { name: found, lts });
                merge::into(&mut self.system, other)
                    .map_err(|error| Failure::usage(error.to_string()))?;
                self.contents.iter_mut().for_each(|c| c.not_part.retain(|known| known != name));
                return Ok(true);
            }
        }
        Ok(false)
    }
}
