//! What Python lends to a job: texts in memory, the disk for everything else that is read, and a
//! clock. Nothing is written to the disk: Python programs get what was written as values.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use surmise::model::{Clock, Context, ReadError};
use surmise::{Attempt, Document, Files, Host, Text, Texts, Writer};

/// Texts in memory, before the files of this machine.
#[derive(Debug)]
pub(crate) struct Memory {
    texts: Texts,
    written: Mutex<Vec<PathBuf>>,
    clock: Ticking,
}

/// The clock of this machine.
#[derive(Debug)]
struct Ticking(Instant);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// A file that can be read as often as needed.
#[derive(Debug)]
struct OnDisk(PathBuf);

impl Document for OnDisk {
    fn text(&self) -> io::Result<Box<dyn Text + '_>> {
        Ok(Box::new(File::open(&self.0)?))
    }
}

impl Memory {
    /// These texts.
    pub(crate) fn new(texts: Vec<(String, Vec<u8>)>) -> Self {
        let clock = Ticking(Instant::now());
        Self { texts: Texts::new(texts), written: Mutex::default(), clock }
    }

    /// What was written, in order.
    pub(crate) fn written(&self) -> Vec<(String, Arc<Vec<u8>>)> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let text = |path: &PathBuf| Some((path.display().to_string(), self.texts.get(path)?));
        written.iter().filter_map(text).collect()
    }
}

impl Files for Memory {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        if self.texts.exists(path) {
            return self.texts.open(path, context);
        }
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        if !metadata.is_file() {
            // Whoever waits for a pipe cannot be stopped.
            let message = "it is no ordinary file; read it and pass its text";
            return Err(io::Error::new(io::ErrorKind::Unsupported, message).into());
        }
        Ok(Arc::new(OnDisk(path.to_owned())))
    }

    fn exists(&self, path: &Path) -> bool {
        self.texts.exists(path) || path.exists()
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other
            || matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(a), Ok(b)) if a == b)
    }

    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        self.texts.write(path, writer)?;
        self.written.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
        Ok(())
    }

    /// Nothing on the disk is written to.
    fn refuse_inputs(&self, _: &[&Path]) -> Attempt<()> {
        Ok(())
    }

    /// Two claims may want the same name for their files.
    fn unused(&self, path: &Path) -> PathBuf {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let numbered = |number: usize| path.with_file_name(format!("{number}-{name}"));
        let names = std::iter::once(path.to_owned()).chain((2..).map(numbered));
        let mut free = names.filter(|name| !written.contains(name));
        free.next().unwrap_or_else(|| path.to_owned())
    }
}

impl Host for Memory {
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.clock)
    }
}
