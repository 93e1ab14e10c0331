//! What is it in another format?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_model::{Component, ProbabilisticComponent, System};

use super::compose::BUILT;
use super::{Kind, Output, Written};
use crate::Attempt;
use crate::desk::Desk;
use crate::load::{self, EitherComponent, InputOptions, Replacement};
use crate::write::{FileFormat, Writable, WritableLpts, WritableProgram};

/// What is it in another format?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Convert {
    /// The file to read.
    pub model: PathBuf,
    /// How to read it.
    pub input: InputOptions,
    /// A process of a Promela program, and the file of the LTS that takes its place. The rest of
    /// the text is left as it is.
    pub replace: Option<(String, PathBuf)>,
    /// Where to write it, and how.
    pub output: Output,
}

/// What is written.
pub(crate) enum Content {
    /// One LTS.
    One(EitherComponent),
    /// A system, its components apart.
    Apart(System),
    /// A program, in which an LTS takes the place of a process.
    Replaced(String, Component),
}

impl Kind for Convert {
    type Subject = Content;
    type Found = ();
    type Report = Written;

    const UNCERTIFIED: Option<&'static str> = Some(BUILT);

    fn load(&self, desk: Desk<'_>) -> Attempt<Content> {
        let is_program = self.output.format(FileFormat::Json)? == FileFormat::Promela;
        if !is_program && self.replace.is_none() {
            return load::either_component_told(&self.model, &self.input, desk).map(Content::One);
        }
        let models = std::slice::from_ref(&self.model);
        let mut loaded = load::system(models, &self.input, desk.files(), desk.context)?;
        desk.remark_all(std::mem::take(&mut loaded.remarks));
        let Some((process, file)) = &self.replace else { return Ok(Content::Apart(loaded.system)) };
        let component = load::component_told(file, &self.input, &mut loaded, desk)?;
        let (lts, actions) = (&component.lts, &loaded.system.actions);
        let replacement = Replacement { component: process, lts, actions };
        let text =
            load::replaced(&self.model, &replacement, &self.input, desk.files(), desk.context)?;
        Ok(Content::Replaced(text, component))
    }

    fn answer(&self, _: &mut Content, _: Desk<'_>) -> Attempt<()> {
        Ok(())
    }

    fn report(&self, subject: Content, (): (), desk: Desk<'_>) -> Attempt<Written> {
        let write = |writable: &dyn crate::write::Writing, format| {
            self.output.write(writable, format, desk)
        };
        match subject {
            Content::One(EitherComponent::Plain(component, actions)) => {
                write(&Writable::of(&component, &actions), FileFormat::Json)
            }
            Content::One(EitherComponent::Probabilistic(component, actions)) => {
                let ProbabilisticComponent { name, lpts } = &component;
                let writable = WritableLpts { name, lpts, actions: &actions, force: false };
                write(&writable, FileFormat::Json)
            }
            Content::Apart(system) => {
                let name = self.model.file_stem().unwrap_or_default().to_string_lossy();
                write(&WritableProgram::of_system(&name, &system), FileFormat::Promela)
            }
            Content::Replaced(text, component) => {
                let process = self.replace.as_ref().map_or("", |(process, _)| process);
                write(&WritableProgram::with(process, &component.lts, text), FileFormat::Promela)
            }
        }
    }
}
