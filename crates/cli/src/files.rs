//! What this machine lends to jobs: its files, its clock, its memory, and a solver on the path.
//!
//! What was read in a run is never written to in the same run: `convert x.lts -o x.lts` must not
//! destroy a model. Nor is one file written twice, which would lose the first answer.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use surmise::model::{Clock, Context, ReadError};
use surmise::{Attempt, Document, Failure, Files, Host, Text, Writer};

use crate::allocator;
use crate::solver::Solver;

/// A secret has so many characters, or it is none.
const SECRET: usize = 16;

/// The files of this machine, and what was done with them in this run.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    /// What comes through a pipe can be read only once: it is kept.
    piped: Mutex<BTreeMap<PathBuf, Arc<Vec<u8>>>>,
    /// The pipe that somebody waits for.
    awaited: Mutex<Option<PathBuf>>,
    read: Mutex<Vec<PathBuf>>,
    written: Mutex<Vec<PathBuf>>,
    clock: Ticking,
}

/// A file that can be read as often as needed.
#[derive(Debug)]
struct OnDisk(PathBuf);

impl Document for OnDisk {
    fn text(&self) -> io::Result<Box<dyn Text + '_>> {
        Ok(Box::new(File::open(&self.0)?))
    }
}

/// The clock of this machine.
#[derive(Debug)]
struct Ticking(Instant);

impl Default for Ticking {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for Ticking {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

impl Host for Disk {
    fn clock(&self) -> Option<&dyn Clock> {
        Some(&self.clock)
    }

    fn memory_in_use(&self) -> u64 {
        allocator::in_use()
    }

    fn recall(&self, folder: &Path, name: &str, context: &Context<'_>) -> Attempt<Option<Vec<u8>>> {
        let path = folder.join(name);
        let failure = |error| Failure::file("read", &path.display().to_string(), &error);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(failure(error)),
        };
        match slurp(&mut file, context) {
            Ok(text) => Ok(Some(text)),
            Err(ReadError::Stopped(stop)) => Err(stop.into()),
            Err(ReadError::Io(error)) => Err(failure(error)),
            Err(_) => Ok(None),
        }
    }

    fn remember(&self, folder: &Path, name: &str, finding: &[u8]) -> Attempt<()> {
        let failure =
            |error: io::Error| Failure::file("write", &folder.display().to_string(), &error);
        fs::create_dir_all(folder).map_err(failure)?;
        // Whoever reads it sees all of it, and several may write the same.
        let mut partial = tempfile::NamedTempFile::new_in(folder).map_err(failure)?;
        partial.write_all(finding).map_err(failure)?;
        partial.persist(folder.join(name)).map_err(|error| failure(error.error))?;
        Ok(())
    }

    fn secret(&self) -> Option<Vec<u8>> {
        let secret = std::env::var("SURMISE_REUSE_KEY").ok()?;
        (secret.len() >= SECRET).then(|| secret.into_bytes())
    }

    fn solver(&self) -> Attempt<Box<dyn surmise::Solver>> {
        Ok(Box::new(Solver::on_the_path()?))
    }
}

impl Files for Disk {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        if path.as_os_str() == "-" {
            return self.piped(path, || Ok(io::stdin()), context);
        }
        let metadata = fs::metadata(path)?;
        if metadata.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        if !metadata.is_file() {
            return self.piped(path, || File::open(path), context);
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

    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        self.refuse_inputs(&[path])?;
        replace(path, writer)?;
        lock(&self.written).push(identity(path));
        Ok(())
    }

    fn refuse_inputs(&self, outputs: &[&Path]) -> Attempt<()> {
        let read = lock(&self.read);
        match outputs.iter().find(|path| read.contains(&identity(path))) {
            None => Ok(()),
            Some(path) => Err(Failure::usage_with_help(
                format!("{} is an input: it is not overwritten", path.display()),
                "write to another file",
            )),
        }
    }

    fn unused(&self, path: &Path) -> PathBuf {
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
}

impl Disk {
    /// What comes through a pipe, now or before.
    fn piped<R: Read>(
        &self,
        path: &Path,
        open: impl FnOnce() -> io::Result<R>,
        context: &Context<'_>,
    ) -> Result<Arc<dyn Document>, ReadError> {
        let mut piped = lock(&self.piped);
        if let Some(text) = piped.get(path) {
            return Ok(Arc::<Vec<u8>>::clone(text));
        }
        *lock(&self.awaited) = Some(path.to_owned());
        let text = open().map_err(ReadError::from).and_then(|mut pipe| slurp(&mut pipe, context));
        *lock(&self.awaited) = None;
        let text = Arc::new(text?);
        piped.insert(path.to_owned(), Arc::clone(&text));
        Ok(text)
    }

    /// The pipe that somebody waits for, if anybody does: nobody else can end that.
    pub(crate) fn awaited(&self) -> Option<String> {
        let awaited = lock(&self.awaited).clone();
        awaited.map(|path| match path.as_os_str() == "-" {
            true => "standard input".to_owned(),
            false => path.display().to_string(),
        })
    }

    /// Whether it is a person who is to type the input.
    pub(crate) fn awaits_typing(&self) -> bool {
        lock(&self.awaited).as_deref() == Some(Path::new("-")) && io::stdin().is_terminal()
    }
}

/// Writes a file that is there only once it is whole: a picture that takes too long must not leave
/// half of itself behind, nor destroy the one that was there before. What is no ordinary file, a
/// device or a pipe, is written to as it is.
fn replace(path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
    let failure = |error: io::Error| Failure::file("write", &path.display().to_string(), &error);
    let is_ordinary = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if !is_ordinary {
        let mut out = BufWriter::new(File::create(path).map_err(failure)?);
        writer(&mut out)?;
        return out.flush().map_err(failure);
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".partial");
    let partial = path.with_file_name(name);
    let mut out = BufWriter::new(File::create(&partial).map_err(failure)?);
    let result = writer(&mut out).and_then(|()| {
        out.flush().map_err(failure)?;
        fs::rename(&partial, path).map_err(failure)
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
