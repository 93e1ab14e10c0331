//! `surmise check --given`: do components still keep to an assumption that was made about them?

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use surmise::check::with_error_actions;
use surmise::load::{self, InputOptions, Loaded};
use surmise::report::action_names;
use surmise::{Attempt, Name, join};
use surmise_model::{Claim, ComponentId, Context};
use surmise_verify::assume::{Refines, keep_to};

use super::components_named;
use crate::answer::{Answer, Screen, Status};
use crate::session::Session;

/// Whether they do.
#[derive(Debug, Serialize)]
pub(crate) struct Given {
    components: Vec<Name>,
    assumption: String,
    kept: bool,
    /// How that was shown.
    by: Option<&'static str>,
    /// What the components can do and the assumption does not allow.
    trace: Option<Vec<Name>>,
}

/// An assumption in a file, and about whom it is: all components, or those before a `=`.
fn parse(text: &str) -> (Vec<String>, PathBuf) {
    match text.split_once('=') {
        Some((names, file)) if !Path::new(text).exists() => {
            (names.split(',').map(|name| name.trim().to_owned()).collect(), file.into())
        }
        _ => (Vec::new(), text.into()),
    }
}

/// Looks whether they do.
pub(super) fn given(
    text: &str,
    models: &[PathBuf],
    input: &InputOptions,
    session: &Session,
    context: &Context<'_>,
) -> Attempt<Given> {
    let (names, file) = parse(text);
    let mut loaded = load::system(models, input, &session.disk, context)?;
    let assumption =
        load::component(&file, &input.for_property(), &session.disk, context, &mut loaded)?;
    session.remark_all(std::mem::take(&mut loaded.remarks));
    let assumption = with_error_actions(&assumption.lts, &mut loaded.system)?;
    let Loaded { system, .. } = &loaded;
    let about: Vec<ComponentId> = match names.is_empty() {
        true => system.component_ids().collect(),
        false => components_named(&names, system)?,
    };
    let found = keep_to(system, &about, &assumption, context)?;
    let name = |id: &ComponentId| Name::from(system.component(*id).name.as_str());
    let mut given = Given {
        components: about.iter().map(name).collect(),
        assumption: file.display().to_string(),
        kept: true,
        by: None,
        trace: None,
    };
    match found {
        Refines::BySimulation => given.by = Some("simulation"),
        Refines::ByInclusion => given.by = Some("inclusion"),
        Refines::Not(trace) => {
            let actions = action_names(system, Claim::NoError)?;
            let names = trace.iter().map(|&action| actions.name(action).into());
            given.kept = false;
            given.trace = Some(names.collect());
        }
    }
    Ok(given)
}

impl Answer for Given {
    fn status(&self) -> Status {
        if self.kept { Status::Success } else { Status::Violated }
    }

    fn show(&self, out: &mut dyn Write, _: Screen) -> io::Result<()> {
        let (components, file) = (join(&self.components, ", "), &self.assumption);
        match (&self.trace, self.by) {
            (Some(trace), _) => {
                let trace = join(trace, ", ");
                writeln!(out, "{components} does not keep to {file}: it can do ⟨{trace}⟩")?;
                writeln!(out, "  what was shown with {file} has to be shown again")
            }
            (None, by) => {
                let by = by.unwrap_or_default();
                writeln!(out, "{components} keeps to {file} (by {by})")?;
                writeln!(out, "  what was shown with {file} is still true")
            }
        }
    }
}
