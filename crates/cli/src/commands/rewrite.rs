//! One LTS in, one LTS out: what `convert`, `draw` and `minimise` have in common.

use std::path::PathBuf;

use clap::Args;
use surmise_model::{Context, Lts, System};

use crate::failure::Outcome;
use crate::limits::LimitArgs;
use crate::load::{self, LoadArgs};
use crate::output::{FileFormat, OutputArgs, Writable, Written};
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
    load: LoadArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

impl RewriteArgs {
    /// Reads an LTS and writes what becomes of it, in the given format unless another is asked for.
    pub(super) fn run(
        &self,
        session: &Session,
        format: FileFormat,
        change: impl FnOnce(Lts, &Context<'_>) -> Outcome<Lts>,
    ) -> Outcome<Written> {
        self.limits.within(session, |context| {
            let mut system = System::default();
            let component =
                load::component(&self.model, &self.load, session, context, &mut system)?;
            let lts = change(component.lts, context)?;
            let writable = Writable { name: &component.name, lts: &lts, actions: &system.actions };
            self.output.write(&writable, format, session, context)
        })
    }
}
