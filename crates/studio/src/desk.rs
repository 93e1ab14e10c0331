//! What a page lends to its questions: the texts that it has open, before the files of a host.
//!
//! What a question writes, certificates and assumptions, is kept here and goes back to the page:
//! nothing that a page asks writes to a disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use surmise::model::{Clock, Context, ReadError};
use surmise::{Attempt, Document, Failure, Files, Host, Writer};

/// Texts in front of the files of a host.
pub struct Desk {
    texts: BTreeMap<PathBuf, Arc<Vec<u8>>>,
    written: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    host: Arc<dyn Host>,
}

impl Desk {
    /// Puts texts in front of a host's files.
    pub fn new(texts: BTreeMap<String, String>, host: Arc<dyn Host>) -> Self {
        let texts = texts.into_iter();
        let texts = texts.map(|(name, text)| (name.into(), Arc::new(text.into_bytes())));
        Self { texts: texts.collect(), written: Mutex::default(), host }
    }

    /// What was written, by name.
    pub fn written(&self) -> BTreeMap<String, String> {
        let written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = written.iter().map(|(name, text)| {
            (name.display().to_string(), String::from_utf8_lossy(text).into_owned())
        });
        texts.collect()
    }
}

impl Files for Desk {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        match self.texts.get(path) {
            Some(text) => Ok(Arc::<Vec<u8>>::clone(text)),
            None => self.host.open(path, context),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        self.texts.contains_key(path) || self.host.exists(path)
    }

    fn write(&self, path: &Path, writer: &mut Writer<'_>) -> Attempt<()> {
        let mut text = Vec::new();
        writer(&mut text)?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.insert(path.to_owned(), text);
        Ok(())
    }

    fn refuse_inputs(&self, outputs: &[&Path]) -> Attempt<()> {
        match outputs.iter().find(|path| self.texts.contains_key(**path)) {
            None => Ok(()),
            Some(path) => {
                Err(Failure::usage(format!("{} is an input: it is not written", path.display())))
            }
        }
    }
}

impl Host for Desk {
    fn clock(&self) -> Option<&dyn Clock> {
        self.host.clock()
    }

    fn memory_in_use(&self) -> u64 {
        self.host.memory_in_use()
    }
}
