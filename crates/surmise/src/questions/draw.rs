//! What does it look like?

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use surmise_drawing::run_in;
use surmise_model::{Certificate, ProbabilisticComponent};

use super::compose::BUILT;
use super::{Kind, Output, Written};
use crate::certificates;
use crate::desk::Desk;
use crate::load::{self, EitherComponent, InputOptions};
use crate::write::{FileFormat, Writable, WritableLpts};
use crate::{Attempt, Failure, OptionName};

/// What does it look like?
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draw {
    /// The file to read.
    pub model: PathBuf,
    /// How to read it.
    pub input: InputOptions,
    /// The certificate of a counterexample to show in it.
    pub trace: Option<PathBuf>,
    /// Whether to draw what is too large to be read.
    pub force: bool,
    /// Where to draw it, and how.
    pub output: Output,
}

impl Kind for Draw {
    type Subject = (EitherComponent, Option<Certificate>);
    type Found = ();
    type Report = Written;

    const UNCERTIFIED: Option<&'static str> = Some(BUILT);

    fn load(&self, desk: Desk<'_>) -> Attempt<Self::Subject> {
        let component = load::either_component_told(&self.model, &self.input, desk)?;
        let Some(file) = &self.trace else { return Ok((component, None)) };
        if let EitherComponent::Probabilistic(..) = component {
            return Err(Failure::usage("a probabilistic LTS has no trace to show")
                .concerning(OptionName::Trace));
        }
        Ok((component, Some(certificates::of_traces(file, desk)?)))
    }

    fn answer(&self, _: &mut Self::Subject, _: Desk<'_>) -> Attempt<()> {
        Ok(())
    }

    fn report(&self, subject: Self::Subject, (): (), desk: Desk<'_>) -> Attempt<Written> {
        let force = self.force;
        match subject {
            (EitherComponent::Plain(component, actions), certificate) => {
                let run = match &certificate {
                    None => Vec::new(),
                    Some(certificate) => {
                        run_in(certificate, &component.name, &component.lts, &actions)
                            .map_err(|reason| self.unshown(&reason))?
                    }
                };
                let writable = Writable { run: &run, force, ..Writable::of(&component, &actions) };
                self.output.write(&writable, FileFormat::Svg, desk)
            }
            (EitherComponent::Probabilistic(component, actions), _) => {
                let ProbabilisticComponent { name, lpts } = &component;
                let writable = WritableLpts { name, lpts, actions: &actions, force };
                self.output.write(&writable, FileFormat::Svg, desk)
            }
        }
    }
}

impl Draw {
    /// Why a run cannot be shown.
    fn unshown(&self, reason: &str) -> Failure {
        let file = self.trace.as_deref().unwrap_or(Path::new(""));
        Failure::usage(format!("{}: {reason}", file.display())).concerning(OptionName::Trace)
    }
}
