//! A probabilistic LTS as a text. Probabilities are written exactly in every format.

use std::io::Write;

use surmise_drawing::{Distributions, Picture};
use surmise_lang::prism::write_lpts;
use surmise_model::{
    ActionTable, AutWriteOptions, Context, Diagnostic, Lpts, write_lpts_json,
    write_probabilistic_aut,
};

use super::{FileFormat, Writing, draw, unwritable};
use crate::{Attempt, Failure};

/// An LPTS to write.
#[derive(Clone, Copy)]
pub struct WritableLpts<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The LPTS.
    pub lpts: &'a Lpts,
    /// The names of its actions.
    pub actions: &'a ActionTable,
    /// Whether to draw what is too large to be read.
    pub force: bool,
}

impl Writing for WritableLpts<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn states(&self) -> usize {
        self.lpts.num_states()
    }

    fn transitions(&self) -> usize {
        self.lpts.num_transitions()
    }

    fn write(
        &self,
        mut out: &mut dyn Write,
        format: FileFormat,
        tau: &str,
        context: &Context<'_>,
    ) -> Attempt<Vec<Diagnostic>> {
        let Self { name, lpts, actions, force } = *self;
        match format {
            FileFormat::Aut => {
                return write_probabilistic_aut(&mut out, lpts, actions, &AutWriteOptions { tau })
                    .map_err(|error| unwritable(&error));
            }
            FileFormat::Json => {
                write_lpts_json(&mut out, lpts, Some(name), actions)
                    .map_err(|error| unwritable(&error))?;
            }
            FileFormat::Promela => {
                return Err(Failure::usage("Promela has no probabilities"));
            }
            FileFormat::Monitor(_) => {
                return Err(Failure::usage("a monitor watches actions, not probabilities"));
            }
            FileFormat::Lts => {
                return Err(Failure::usage_with_help(
                    "FSP has no probabilities",
                    "write a module of PRISM (.prism), JSON (.json) or mCRL2's .aut",
                ));
            }
            FileFormat::Prism => {
                let (text, remarks) = write_lpts(name, lpts, actions);
                out.write_all(text.as_bytes()).map_err(|error| unwritable(&error))?;
                return Ok(remarks);
            }
            FileFormat::Dot | FileFormat::Svg => {
                let drawn = Distributions::of(lpts, actions, context)?;
                let picture = Picture::new(name, &drawn.lts, &drawn.actions);
                let picture = Picture { points: drawn.points, ..picture };
                draw(out, &picture, format, force, context)?;
            }
        }
        Ok(Vec::new())
    }
}
