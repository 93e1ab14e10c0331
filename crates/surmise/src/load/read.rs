//! From file names to a system.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise_model::{Context, Property, System};

use super::content::Content;
use super::language::{Input, Language};
use super::languages::otherwise;
use super::loaded::Loaded;
use super::merge;
use super::options::{InputOptions, LanguageName};
use super::promela::Program;
use crate::{Attempt, Failure, Files, Remark, Source};

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

/// The same; but a file that is a program by itself is left one, to be searched as it is.
///
/// # Errors
/// As those of [`system`].
pub fn program_or_system(
    paths: &[PathBuf],
    options: &InputOptions,
    files: &dyn Files,
    context: &Context<'_>,
) -> Attempt<Loaded> {
    let [path] = paths else { return system(paths, options, files, context) };
    let opened = Opened::new(path, options, files, context)?;
    if opened.language.name() != LanguageName::Promela {
        return of([Ok(opened)].into_iter(), options, files, context);
    }
    options.refuse_unknown(&[LanguageName::Promela])?;
    let Opened { path, source, language } = opened;
    let mut loaded = Loaded::default();
    let mentioned = &nothing_mentioned;
    let input =
        Input { source: &source, path: &path, options, files, depth: 0, mentioned, context };
    let (program, content, diagnostics) = Program::load(&input, &mut loaded.system)
        .map_err(|failure| otherwise(failure, &source, language, options))?;
    loaded.program = Some(Box::new(program));
    loaded.contents.push(Content { path, ..content });
    let remark = |diagnostic| Remark::about(&source, diagnostic);
    loaded.remarks.extend(diagnostics.into_iter().map(remark));
    Ok(loaded)
}

/// Files with probabilities mention no others.
///
/// # Errors
/// Always.
pub(super) fn nothing_mentioned(path: &Path, _: &InputOptions) -> Attempt<Loaded> {
    Err(Failure::usage(format!("{} cannot be mentioned here", path.display())))
}

/// A file that is open: what it holds can be seen before it is read.
pub(super) struct Opened {
    pub(super) path: PathBuf,
    pub(super) source: Arc<Source>,
    pub(super) language: &'static dyn Language,
}

impl Opened {
    pub(super) fn new(
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
pub(super) fn of(
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
        let mentioned = |path: &Path, options: &InputOptions| {
            let mut loaded = Self::default();
            loaded.add_mentioned(path, options, files, depth + 1, context)?;
            Ok(loaded)
        };
        let (path_of, mentioned) = (&path, &mentioned);
        let input =
            Input { source: &source, path: path_of, options, files, depth, mentioned, context };
        let (content, diagnostics) = language
            .load(&input, &mut self.system)
            .map_err(|failure| otherwise(failure, &source, language, options))?;
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
