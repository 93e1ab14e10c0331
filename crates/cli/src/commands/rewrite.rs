//! One LTS in, one LTS out: what `convert`, `draw` and `minimise` have in common.

use std::path::PathBuf;

use clap::Args;
use surmise_model::{Context, Lts};
use surmise_workbench::Attempt;
use surmise_workbench::load::Loaded;
use surmise_workbench::write::{FileFormat, Writable};

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
    output: OutputArgs,
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
        change: impl FnOnce(Lts, &Context<'_>) -> Attempt<Lts>,
    ) -> Attempt<Written> {
        self.limits.within(session, |context, _| {
            let mut loaded = Loaded::default();
            let component =
                input::component(&self.model, &self.input, session, context, &mut loaded)?;
            let lts = change(component.lts, context)?;
            let actions = &loaded.system.actions;
            let writable = Writable { name: &component.name, lts: &lts, actions };
            self.output.write(&writable, format, session, context)
        })
    }
}
