//! The files of the machine, with the texts of the editor in front of them: what is checked is what
//! one sees, saved or not.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise::model::{Clock, Context, ReadError};
use surmise::{Document, Files, Host};

/// Texts that are open, before the files of a host. An editor writes its files itself.
pub(crate) struct Overlay {
    pub(crate) texts: BTreeMap<PathBuf, Arc<Vec<u8>>>,
    pub(crate) host: Arc<dyn Host>,
}

impl Files for Overlay {
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError> {
        match self.texts.get(path) {
            Some(text) => Ok(Arc::<Vec<u8>>::clone(text)),
            None => self.host.open(path, context),
        }
    }

    fn exists(&self, path: &Path) -> bool {
        self.texts.contains_key(path) || self.host.exists(path)
    }

    fn same(&self, one: &Path, other: &Path) -> bool {
        one == other || self.host.same(one, other)
    }
}

impl Host for Overlay {
    fn clock(&self) -> Option<&dyn Clock> {
        self.host.clock()
    }

    fn memory_in_use(&self) -> u64 {
        self.host.memory_in_use()
    }
}
