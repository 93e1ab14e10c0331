//! An LTS as a text: where it goes, in which format, and what is said of it.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_model::{Context, Stop};

use super::Report;
use crate::desk::Desk;
use crate::write::{FileFormat, Writing};
use crate::{Attempt, Failure, Name, Named, OptionName, Remark};

/// Where to write an LTS, and how.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Output {
    /// The file; without one the text is part of the answer.
    pub file: Option<PathBuf>,
    /// The format, instead of what the file's name tells.
    #[serde(with = "crate::named::optional")]
    pub format: Option<FileFormat>,
    /// The label of silent transitions in `.aut` files.
    pub tau: String,
}

impl Default for Output {
    fn default() -> Self {
        Self { file: None, format: None, tau: "tau".to_owned() }
    }
}

/// What was written.
#[derive(Debug, Serialize)]
pub struct Written {
    /// What the LTS is called.
    pub name: Name,
    /// How many states it has.
    pub states: usize,
    /// How many transitions.
    pub transitions: usize,
    /// The format.
    pub format: &'static str,
    /// The file, or nothing if the text is here.
    pub file: Option<String>,
    /// The text, if there is no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Report for Written {}

impl Output {
    /// A file in the format that its name asks for.
    pub(crate) fn to_file(file: PathBuf) -> Self {
        Self { file: Some(file), ..Self::default() }
    }

    /// The format that the user or the file's name asks for, or else this one.
    pub(crate) fn format(&self, default: FileFormat) -> Attempt<FileFormat> {
        match (self.format, self.file.as_deref().map(FileFormat::of)) {
            (Some(format), _) | (None, Some(Some(format))) => Ok(format),
            (None, None) => Ok(default),
            (None, Some(None)) => Err(Failure::usage_with_help(
                "the file's name does not tell the format",
                "use the extension .aut, .json, .lts, .prism, .pml, .dot, .svg, .rs, .py or .c, or say the \
                 format",
            )
            .remedied_by(OptionName::Format)),
        }
    }

    /// Writes an LTS, in this format unless the user or the file's name asks for another.
    pub(crate) fn write(
        &self,
        writable: &dyn Writing,
        default: FileFormat,
        desk: Desk<'_>,
    ) -> Attempt<Written> {
        let file = self.file.as_deref();
        desk.files().refuse_inputs(file.as_slice())?;
        let format = self.format(default)?;
        let mut text = AnnouncedText::new(desk.context);
        let mut remarks = Vec::new();
        let mut write = |out: &mut dyn Write| {
            remarks = writable.write(out, format, &self.tau, desk.context)?;
            Ok(())
        };
        match file {
            Some(file) => desk.files().write(file, &mut write)?,
            None => {
                let written = write(&mut text);
                text.stopped.take().map_or(written, |stop| Err(stop.into()))?;
            }
        }
        desk.remark_all(remarks.into_iter().map(Remark::bare));
        Ok(Written {
            name: writable.name().into(),
            states: writable.states(),
            transitions: writable.transitions(),
            format: format.name(),
            text: file.is_none().then(|| text.into_string()),
            file: file.map(|file| file.display().to_string()),
        })
    }
}

/// A text that becomes part of an answer, and asks before it grows.
struct AnnouncedText<'a> {
    context: &'a Context<'a>,
    text: Vec<u8>,
    /// Why it may not grow any more.
    stopped: Option<Stop>,
}

impl<'a> AnnouncedText<'a> {
    fn new(context: &'a Context<'a>) -> Self {
        Self { context, text: Vec::new(), stopped: None }
    }

    fn into_string(self) -> String {
        let lossy = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
        String::from_utf8(self.text).unwrap_or_else(|error| lossy(error.as_bytes()))
    }
}

impl Write for AnnouncedText<'_> {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        let length = self.text.len() + more.len();
        if length > self.text.capacity() {
            let capacity = length.max(2 * self.text.capacity());
            if let Err(stop) = self.context.reserve(capacity as u64) {
                self.stopped = Some(stop);
                return Err(io::ErrorKind::OutOfMemory.into());
            }
            self.text.reserve_exact(capacity - self.text.len());
        }
        self.text.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
