//! One LTS in, one LTS out: what `convert`, `draw` and `minimise` have in common. The first two also
//! take probabilistic ones.

use std::path::{Path, PathBuf};

use clap::Args;
use surmise::Attempt;
use surmise::load::{self, EitherComponent, Loaded, Replacement};
use surmise::write::{FileFormat, Writable, WritableProgram};
use surmise_model::{ActionTable, Component, Context};

use super::input;
use crate::arguments::{InputArgs, OutputArgs, Written};
use crate::limits::LimitArgs;
use crate::session::Session;

/// What to read, where to write.
#[derive(Debug, Args)]
pub(super) struct RewriteArgs {
    /// The file to read; `-` is standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    pub(super) output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl RewriteArgs {
    /// Reads an LTS and writes what becomes of it, in the given format unless another is asked for.
    pub(super) fn run(
        &self,
        session: &Session,
        format: FileFormat,
        change: impl FnOnce(Component, &Context<'_>) -> Attempt<Component>,
    ) -> Attempt<Written> {
        self.read(session, |component, actions, context| {
            let component = change(component, context)?;
            let writable = Writable::of(&component, actions);
            self.output.write(&writable, format, session, context)
        })
    }

    /// Reads a system and writes it as Promela, its components apart.
    pub(super) fn run_apart(&self, session: &Session) -> Attempt<Written> {
        self.limits.within(session, |context, _| {
            let system = self.system(session, context)?.system;
            let name = self
                .model
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let writable = WritableProgram::of_system(&name, &system);
            self.output.write(&writable, FileFormat::Promela, session, context)
        })
    }

    fn system(&self, session: &Session, context: &Context<'_>) -> Attempt<Loaded> {
        let models = std::slice::from_ref(&self.model);
        let mut loaded = load::system(models, &self.input.options(), &session.disk, context)?;
        session.remark_all(std::mem::take(&mut loaded.remarks));
        Ok(loaded)
    }

    /// Reads a Promela program and writes it with one process replaced by the LTS of a file.
    pub(super) fn run_replaced(
        &self,
        process: &str,
        file: &Path,
        session: &Session,
    ) -> Attempt<Written> {
        self.limits.within(session, |context, _| {
            let mut loaded = self.system(session, context)?;
            let Component { lts, .. } =
                input::component(file, &self.input, session, context, &mut loaded)?;
            let actions = &loaded.system.actions;
            let replacement = Replacement { component: process, lts: &lts, actions };
            let options = self.input.options();
            let text = load::replaced(&self.model, &replacement, &options, &session.disk, context)?;
            let writable = WritableProgram::with(process, &lts, text);
            self.output.write(&writable, FileFormat::Promela, session, context)
        })
    }

    /// Reads an LTS and does something with it.
    fn read<T>(
        &self,
        session: &Session,
        work: impl FnOnce(Component, &ActionTable, &Context<'_>) -> Attempt<T>,
    ) -> Attempt<T> {
        self.limits.within(session, |context, _| {
            let mut loaded = Loaded::default();
            let component =
                input::component(&self.model, &self.input, session, context, &mut loaded)?;
            work(component, &loaded.system.actions, context)
        })
    }

    /// Reads an LTS or an LPTS and does something with it.
    pub(super) fn read_either<T>(
        &self,
        session: &Session,
        work: impl FnOnce(&EitherComponent, &Context<'_>) -> Attempt<T>,
    ) -> Attempt<T> {
        self.limits.within(session, |context, _| {
            let options = self.input.options();
            let (component, remarks) =
                load::either_component(&self.model, &options, &session.disk, context)?;
            session.remark_all(remarks);
            work(&component, context)
        })
    }
}
