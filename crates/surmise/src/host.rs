//! What a user interface lends to a job: files, a clock, a look at the memory in use, findings of
//! earlier runs, a solver.
//!
//! The library itself knows no disk, no clock and no process. A command line lends those of its
//! machine; a web page lends [`Texts`], which live in memory.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use surmise_model::{Clock, Context, ReadError};
use surmise_verify::probabilistic::simulation::SmtSolver;

use crate::{Attempt, Failure};

/// Anything that can be read from any position.
pub trait Text: Read + Seek {}
impl<T: Read + Seek> Text for T {}

/// A text that can be read as often as needed: not all of it need be in memory to quote from it.
pub trait Document: Debug + Send + Sync {
    /// The text from its beginning.
    fn text(&self) -> io::Result<Box<dyn Text + '_>>;
}

impl Document for Vec<u8> {
    fn text(&self) -> io::Result<Box<dyn Text + '_>> {
        Ok(Box::new(io::Cursor::new(self)))
    }
}

/// Writes what belongs into a file.
pub type Writer<'w> = dyn FnMut(&mut dyn Write) -> Attempt<()> + 'w;

/// Somebody who has files.
pub trait Files: Send + Sync {
    /// The file of a name; `-` may mean what comes through a pipe. It can be opened again.
    ///
    /// # Errors
    /// That there is no such file, or that it takes too long or too much room to have it.
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError>;

    /// Whether there is such a file.
    fn exists(&self, path: &Path) -> bool;

    /// Whether two names are names of one file.
    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    /// Writes a file, which is there only when it is whole. Who lends only what can be read refuses
    /// to.
    ///
    /// # Errors
    /// That it cannot be written, or why the writer gave up.
    fn write(&self, path: &Path, _: &mut Writer<'_>) -> Attempt<()> {
        Err(Failure::usage(format!("{} is not written from here", path.display())))
    }

    /// Says so if a file that is to be written was read before.
    ///
    /// # Errors
    /// That it was.
    fn refuse_inputs(&self, _: &[&Path]) -> Attempt<()> {
        Ok(())
    }

    /// A name for an output like the given one that no output has had yet.
    fn unused(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

/// Somebody who lends a job what it needs.
pub trait Host: Files {
    /// A clock. Without one there are no time limits.
    fn clock(&self) -> Option<&dyn Clock> {
        None
    }

    /// The memory that the whole process uses, in bytes. If nobody knows, only what a search
    /// announces counts.
    fn memory_in_use(&self) -> u64 {
        0
    }

    /// What was kept under a name in a folder of earlier findings, if anything was.
    ///
    /// # Errors
    /// That it cannot be read.
    fn recall(&self, folder: &Path, name: &str, context: &Context<'_>) -> Attempt<Option<Vec<u8>>> {
        let _ = (folder, name, context);
        Ok(None)
    }

    /// Keeps something under a name in a folder of findings, instead of what was there.
    ///
    /// # Errors
    /// That it cannot be written.
    fn remember(&self, folder: &Path, name: &str, finding: &[u8]) -> Attempt<()> {
        let _ = (folder, name, finding);
        Err(Failure::usage("nothing can be kept here"))
    }

    /// A secret with which findings are sealed. What has no seal of it is not believed.
    fn secret(&self) -> Option<Vec<u8>> {
        None
    }

    /// An SMT solver.
    ///
    /// # Errors
    /// That there is none.
    fn solver(&self) -> Attempt<Box<dyn Solver>> {
        Err(Failure::usage("there is no SMT solver here"))
    }
}

/// An SMT solver with a name.
pub trait Solver: SmtSolver {
    /// What it is called.
    fn name(&self) -> &str;
}

/// Files in memory.
#[derive(Debug, Default)]
pub struct Texts(Mutex<BTreeMap<PathBuf, Arc<Vec<u8>>>>);

impl Texts {
    /// Files with these names and contents.
    pub fn new<N: Into<PathBuf>, T: Into<Vec<u8>>>(
        texts: impl IntoIterator<Item = (N, T)>,
    ) -> Self {
        let texts = texts.into_iter().map(|(name, text)| (name.into(), Arc::new(text.into())));
        Self(Mutex::new(texts.collect()))
    }

    /// What is in a file, if there is one of that name.
    pub fn get(&self, path: impl AsRef<Path>) -> Option<Arc<Vec<u8>>> {
        self.lock().get(path.as_ref()).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Arc<Vec<u8>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Files for Texts {
    fn open(&self, path: &Path, _: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        match self.get(path) {
            Some(text) => Ok(text),
            None => Err(io::Error::from(io::ErrorKind::NotFound).into()),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        self.lock().contains_key(path)
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }

    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        let mut text = Vec::new();
        writer(&mut text)?;
        self.lock().insert(path.to_owned(), Arc::new(text));
        Ok(())
    }

    /// Texts in memory are whoever's they are: any of them may be written anew.
    fn refuse_inputs(&self, _: &[&Path]) -> Attempt<()> {
        Ok(())
    }

    fn unused(&self, path: &Path) -> PathBuf {
        path.to_owned()
    }
}

impl Host for Texts {
    fn recall(&self, folder: &Path, name: &str, _: &Context<'_>) -> Attempt<Option<Vec<u8>>> {
        Ok(self.get(folder.join(name)).map(|text| text.to_vec()))
    }

    fn remember(&self, folder: &Path, name: &str, finding: &[u8]) -> Attempt<()> {
        self.lock().insert(folder.join(name), Arc::new(finding.to_vec()));
        Ok(())
    }
}
