//! What is the smallest LTS that is equivalent?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_model::{ActionTable, Component};
use surmise_verify::automata::{Bisimulation, minimise, minimise_dfa};

use super::compose::BUILT;
use super::{Kind, Output, Written};
use crate::desk::Desk;
use crate::load::{self, InputOptions, Loaded};
use crate::write::{FileFormat, Writable};
use crate::{Attempt, Named};

/// What is the smallest LTS that is equivalent?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Minimise {
    /// The file to read.
    pub model: PathBuf,
    /// How to read it.
    pub input: InputOptions,
    /// What it means to be equivalent.
    #[serde(with = "crate::named::by_name")]
    pub by: Equivalence,
    /// Where to write it, and how.
    pub output: Output,
}

/// What it means to be equivalent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Equivalence {
    /// Strong bisimulation.
    Strong,
    /// Branching bisimulation.
    #[default]
    Branching,
    /// The same traces.
    Traces,
}

impl Named for Equivalence {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Strong, "strong", "Strong bisimulation: silent steps count like others"),
        (
            Self::Branching,
            "branching",
            "Branching bisimulation: silent steps that decide nothing disappear",
        ),
        (Self::Traces, "traces", "The same traces; the result is deterministic"),
    ];
}

impl Kind for Minimise {
    type Subject = (Component, ActionTable);
    type Found = Component;
    type Report = Written;

    const UNCERTIFIED: Option<&'static str> = Some(BUILT);

    fn load(&self, desk: Desk<'_>) -> Attempt<Self::Subject> {
        let mut loaded = Loaded::default();
        let component = load::component_told(&self.model, &self.input, &mut loaded, desk)?;
        Ok((component, loaded.system.actions))
    }

    fn answer(&self, subject: &mut Self::Subject, desk: Desk<'_>) -> Attempt<Component> {
        let Component { name, lts, .. } = &subject.0;
        let small = match self.by {
            Equivalence::Strong => minimise(lts, Bisimulation::Strong, desk.context)?,
            Equivalence::Branching => minimise(lts, Bisimulation::Branching, desk.context)?,
            Equivalence::Traces => minimise_dfa(lts, desk.context)?,
        };
        Ok(Component::new(name.clone(), small))
    }

    fn report(
        &self,
        (_, actions): Self::Subject,
        found: Component,
        desk: Desk<'_>,
    ) -> Attempt<Written> {
        self.output.write(&Writable::of(&found, &actions), FileFormat::Aut, desk)
    }
}
