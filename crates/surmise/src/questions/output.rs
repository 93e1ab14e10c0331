//! An LTS as a text: where it goes, in which format, and what is said of it.

use std::io::Write;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

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
        let mut text = Vec::new();
        let mut remarks = Vec::new();
        let mut write = |out: &mut dyn Write| {
            remarks = writable.write(out, format, &self.tau, desk.context)?;
            Ok(())
        };
        match file {
            Some(file) => desk.files().write(file, &mut write)?,
            None => write(&mut text)?,
        }
        desk.remark_all(remarks.into_iter().map(Remark::bare));
        Ok(Written {
            name: writable.name().into(),
            states: writable.states(),
            transitions: writable.transitions(),
            format: format.name(),
            text: file.is_none().then(|| String::from_utf8_lossy(&text).into_owned()),
            file: file.map(|file| file.display().to_string()),
        })
    }
}
