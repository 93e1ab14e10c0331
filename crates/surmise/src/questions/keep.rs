//! Do components still keep to an assumption that was made about them?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_model::{Claim, ComponentId, Lts, System};
use surmise_verify::assume::{Refines, keep_to};

use super::{Kind, Report};
use crate::check::with_error_actions;
use crate::desk::Desk;
use crate::load::{self, InputOptions, Loaded};
use crate::report::action_names;
use crate::resolve::{component_names, components_named};
use crate::{Attempt, Name, OptionName, Verdict};

/// Do components still keep to an assumption that was made about them? By simulation, or else by
/// inclusion of traces.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Keep {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// The file of the assumption.
    pub assumption: PathBuf,
    /// Whom it is about; all components if nobody is named.
    pub about: Vec<String>,
}

/// Whether they do.
#[derive(Debug, Serialize)]
pub struct Kept {
    /// The components.
    pub components: Vec<Name>,
    /// The file of the assumption.
    pub assumption: String,
    /// Whether they keep to it.
    pub kept: bool,
    /// How that was shown.
    pub by: Option<&'static str>,
    /// What the components can do and the assumption does not allow.
    pub trace: Option<Vec<Name>>,
}

/// Components and an assumption about them.
pub(crate) struct Assumption {
    system: System,
    about: Vec<ComponentId>,
    lts: Lts,
}

impl Kind for Keep {
    type Subject = Assumption;
    type Found = Refines;
    type Report = Kept;

    const UNCERTIFIED: Option<&'static str> =
        Some("whoever doubts the answer can compare again, which is as simple as checking it");

    fn load(&self, desk: Desk<'_>) -> Attempt<Assumption> {
        let mut loaded = load::system(&self.models, &self.input, desk.files(), desk.context)?;
        let options = self.input.for_property();
        let assumption =
            load::component(&self.assumption, &options, desk.files(), desk.context, &mut loaded)?;
        desk.remark_all(std::mem::take(&mut loaded.remarks));
        let lts = with_error_actions(&assumption.lts, &mut loaded.system)?;
        let Loaded { system, .. } = loaded;
        let about = match self.about.is_empty() {
            true => system.component_ids().collect(),
            false => components_named(&system, &self.about, OptionName::Component)?,
        };
        Ok(Assumption { system, about, lts })
    }

    fn answer(&self, subject: &mut Assumption, desk: Desk<'_>) -> Attempt<Refines> {
        Ok(keep_to(&subject.system, &subject.about, &subject.lts, desk.context)?)
    }

    fn report(&self, subject: Assumption, found: Refines, _: Desk<'_>) -> Attempt<Kept> {
        let Assumption { system, about, .. } = subject;
        let trace = match &found {
            Refines::BySimulation | Refines::ByInclusion => None,
            Refines::Not(trace) => {
                let actions = action_names(&system, Claim::NoError)?;
                Some(trace.iter().map(|&action| actions.name(action).into()).collect())
            }
        };
        Ok(Kept {
            components: component_names(&system, &about),
            assumption: self.assumption.display().to_string(),
            kept: trace.is_none(),
            by: match found {
                Refines::BySimulation => Some("simulation"),
                Refines::ByInclusion => Some("inclusion"),
                Refines::Not(_) => None,
            },
            trace,
        })
    }
}

impl Report for Kept {
    fn verdict(&self) -> Verdict {
        if self.kept { Verdict::Holds } else { Verdict::Violated }
    }
}
