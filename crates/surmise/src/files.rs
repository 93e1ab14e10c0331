//! Where texts come from: from whoever uses this library.

use std::fmt::Debug;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use surmise_model::{Context, ReadError};

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

/// Somebody who has files.
pub trait Files: Sync {
    /// The file of a name; `-` may mean what comes through a pipe. It can be opened again.
    ///
    /// # Errors
    /// That there is no such file, or that it takes too long or too much room to have it.
    fn open(&self, path: &Path, context: &Context<'_>) -> Result<Arc<dyn Document>, ReadError>;

    /// Whether there is such a file.
    fn exists(&self, path: &Path) -> bool;

    /// Whether two names are names of one file.
    fn same(&self, one: &Path, other: &Path) -> bool;
}
