//! The files of this machine: where texts are read from, and where answers are written to.
//!
//! What was read in a run is never written to in the same run: `convert x.lts -o x.lts` must not
//! destroy a model. Nor is one file written twice, which would lose the first answer.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use surmise::{Attempt, Document, Failure, Files, Text};
use surmise_model::{Context, ReadError};

/// The files of this machine, and what was done with them in this run.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    /// What comes through a pipe can be read only once: it is kept.
    piped: Mutex<BTreeMap<PathBuf, Arc<Vec<u8>>>>,
    read: Mutex<Vec<PathBuf>>,
    written: Mutex<Vec<PathBuf>>,
}

/// A file that can be read as often as needed.
#[derive(Debug)]
struct OnDisk(PathBuf);

impl Document for OnDisk {
    fn text(&self) -> io::Result<Box<dyn Text + '_>> {
        Ok(Box::new(File::open(&self.0)?))
    }
}

impl Files for Disk {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        if path.as_os_str() == "-" {
            return self.piped(path, &mut io::stdin().lock(), context);
        }
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        if !metadata.is_file() {
            return self.piped(path, &mut File::open(path)?, context);
        }
        lock(&self.read).push(identity(path));
        Ok(Arc::new(OnDisk(path.to_owned())))
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        identity(one) == identity(other)
    }
}

impl Disk {
    /// What comes through a pipe, now or before.
    fn piped(
        &self,
        path: &Path,
        pipe: &mut impl Read,
        context: &Context<'_>,
    ) -> Result<Arc<dyn Document>, ReadError> {
        let mut piped = lock(&self.piped);
        let text = match piped.get(path) {
            Some(text) => Arc::clone(text),
            None => {
                let text = Arc::new(slurp(pipe, context)?);
                piped.insert(path.to_owned(), Arc::clone(&text));
                text
            }
        };
        Ok(text)
    }

    /// Says so if a file that is to be written was read in this run.
    pub(crate) fn refuse_inputs<'p>(
        &self,
        outputs: impl IntoIterator<Item = &'p Path>,
    ) -> Attempt<()> {
        let read = lock(&self.read);
        match outputs.into_iter().find(|path| read.contains(&identity(path))) {
            None => Ok(()),
            Some(path) => Err(Failure::usage_with_help(
                format!("{} is an input: it is not overwritten", path.display()),
                "write to another file",
            )),
        }
    }

    /// A name for an output like the given one that no other output of this run has.
    pub(crate) fn unused(&self, path: &Path) -> PathBuf {
        let written = lock(&self.written);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (stem, extension) = name.split_once('.').unwrap_or((&name, ""));
        let numbered = |number: usize| {
            let dot = if extension.is_empty() { "" } else { "." };
            path.with_file_name(format!("{stem}-{number}{dot}{extension}"))
        };
        let names = std::iter::once(path.to_owned()).chain((2..).map(numbered));
        let mut free = names.filter(|name| !written.contains(&identity(name)));
        free.next().unwrap_or_else(|| path.to_owned())
    }

    /// Writes a file.
    pub(crate) fn write(&self, path: &Path, text: &[u8]) -> Attempt<()> {
        self.refuse_inputs([path])?;
        fs::write(path, text)
            .map_err(|error| Failure::file("write", &path.display().to_string(), &error))?;
        lock(&self.written).push(identity(path));
        Ok(())
    }

    /// Writes a file piece by piece, and has it only when it is whole.
    pub(crate) fn write_whole<T>(
        &self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> Attempt<T>,
    ) -> Attempt<T> {
        self.refuse_inputs([path])?;
        let result = replace(path, write)?;
        lock(&self.written).push(identity(path));
        Ok(result)
    }
}

/// Writes a file that is there only once it is whole: a picture that takes too long must not leave
/// half of itself behind, nor destroy the one that was there before. What is no ordinary file, a
/// device or a pipe, is written to as it is.
fn replace<T>(path: &Path, write: impl FnOnce(&mut dyn Write) -> Attempt<T>) -> Attempt<T> {
    let failure = |error: io::Error| Failure::file("write", &path.display().to_string(), &error);
    let is_ordinary = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if !is_ordinary {
        let mut out = BufWriter::new(File::create(path).map_err(failure)?);
        let result = write(&mut out)?;
        out.flush().map_err(failure)?;
        return Ok(result);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    let partial = path.with_file_name(name);
    let mut out = BufWriter::new(File::create(&partial).map_err(failure)?);
    let result = write(&mut out).and_then(|result| {
        out.flush().map_err(failure)?;
        fs::rename(&partial, path).map_err(failure)?;
        Ok(result)
    });
    if result.is_err() {
        // It may be gone already; the first failure is what counts.
        let _ = fs::remove_file(&partial);
    }
    result
}

/// Reads all of something, with an eye on the limits.
fn slurp(input: &mut impl Read, context: &Context<'_>) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    loop {
        context.reserve(bytes.len() as u64)?;
        if input.by_ref().take(1 << 20).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
}

/// What all names of one file have in common.
fn identity(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn lock<T>(what: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}
