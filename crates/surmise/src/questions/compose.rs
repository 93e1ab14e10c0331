//! What are components together, as one LTS?

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use surmise_model::{Component, ProbabilisticComponent};
use surmise_verify::automata::{hide, project};

use super::{Kind, Output, Written};
use crate::Attempt;
use crate::desk::Desk;
use crate::load::{self, Either, InputOptions, silenced};
use crate::resolve::actions_named;
use crate::write::{FileFormat, Writable, WritableLpts};

/// What are components together, as one LTS? Properties of the models take part.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Compose {
    /// Files with the components.
    pub models: Vec<PathBuf>,
    /// How to read them.
    pub input: InputOptions,
    /// Actions that become silent.
    pub hide: Vec<String>,
    /// The only actions that do not become silent.
    pub keep: Option<Vec<String>>,
    /// Where to write it, and how.
    pub output: Output,
}

/// Why what is built has no certificate.
pub(super) const BUILT: &str = "it is an LTS that can be compared with another one";

impl Kind for Compose {
    type Subject = Either;
    type Found = Written;
    type Report = Written;

    const UNCERTIFIED: Option<&'static str> = Some(BUILT);

    fn load(&self, desk: Desk<'_>) -> Attempt<Either> {
        load::either_told(&self.models, &self.input, desk)
    }

    fn answer(&self, subject: &mut Either, desk: Desk<'_>) -> Attempt<Written> {
        match subject {
            Either::Plain(loaded) => {
                let (whole, mut loaded) = load::composed(std::mem::take(loaded), desk.context)?;
                desk.remark_all(std::mem::take(&mut loaded.remarks));
                let (table, alphabet) = (&loaded.system.actions, loaded.system.alphabet());
                let Component { name, mut lts, .. } = whole;
                if !self.hide.is_empty() {
                    lts = hide(&lts, &actions_named(&self.hide, table, &alphabet)?);
                }
                if let Some(keep) = &self.keep {
                    lts = project(&lts, &actions_named(keep, table, &alphabet)?);
                }
                self.output.write(&Writable::new(&name, &lts, table), FileFormat::Aut, desk)
            }
            Either::Probabilistic(loaded) => {
                let (table, alphabet) = (&loaded.system.actions, loaded.system.alphabet());
                let ProbabilisticComponent { name, mut lpts } = loaded.composed(desk.context)?;
                if !self.hide.is_empty() {
                    lpts = silenced(&lpts, &actions_named(&self.hide, table, &alphabet)?)?;
                }
                if let Some(keep) = &self.keep {
                    let keep = actions_named(keep, table, &alphabet)?;
                    lpts = silenced(&lpts, &alphabet.difference(&keep))?;
                }
                let writable =
                    WritableLpts { name: &name, lpts: &lpts, actions: table, force: false };
                self.output.write(&writable, FileFormat::Json, desk)
            }
        }
    }

    fn report(&self, _: Either, found: Written, _: Desk<'_>) -> Attempt<Written> {
        Ok(found)
    }
}
