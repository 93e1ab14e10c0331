//! An LTS as a text, in one of several formats, pictures among them.

mod dot;
mod layout;
mod picture;
mod svg;

use std::path::Path;

use surmise_lang::fsp::{losses, write_lts};
use surmise_model::{
    ActionTable, AutWriteOptions, Context, Diagnostic, Lts, write_aut, write_json,
};

use crate::{Attempt, Failure, Named};

/// A format to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileFormat {
    /// Aldebaran, for CADP, mCRL2 and LTSA.
    Aut,
    /// Surmise's JSON, which loses nothing.
    Json,
    /// FSP, for LTSA.
    Lts,
    /// Graphviz.
    Dot,
    /// A picture.
    Svg,
}

impl Named for FileFormat {
    const ALL: &'static [(Self, &'static str, &'static str)] = &[
        (Self::Aut, "aut", "Aldebaran, for CADP, mCRL2 and LTSA"),
        (Self::Json, "json", "Surmise's JSON, which loses nothing"),
        (Self::Lts, "lts", "FSP, for LTSA"),
        (Self::Dot, "dot", "Graphviz"),
        (Self::Svg, "svg", "A picture"),
    ];
}

impl FileFormat {
    /// The format that a file name asks for.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::by_name(if extension == "fsp" { "lts" } else { &extension })
    }
}

/// An LTS to write.
pub struct Writable<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The LTS.
    pub lts: &'a Lts,
    /// The names of its actions.
    pub actions: &'a ActionTable,
}

impl Writable<'_> {
    /// The text, and what got lost in it. Silent transitions have the label `tau` in `.aut` files.
    ///
    /// # Errors
    /// It takes too long, or makes no picture.
    pub fn text(
        &self,
        format: FileFormat,
        tau: &str,
        context: &Context<'_>,
    ) -> Attempt<(Vec<u8>, Vec<Diagnostic>)> {
        let Self { name, lts, actions } = self;
        let mut text = Vec::new();
        let written = match format {
            FileFormat::Aut => write_aut(&mut text, lts, actions, &AutWriteOptions { tau }),
            FileFormat::Json => {
                write_json(&mut text, lts, Some(name), actions).map(|()| Vec::new())
            }
            FileFormat::Lts => {
                return Ok((write_lts(name, lts, actions).into_bytes(), losses(lts)));
            }
            FileFormat::Dot => dot::write(&mut text, self).map(|()| Vec::new()),
            FileFormat::Svg => {
                if let Some(refusal) = picture::refusal(lts) {
                    return Err(Failure::usage_with_help(
                        refusal,
                        "write DOT text instead, or `minimise` or `compose` less first",
                    ));
                }
                return Ok((svg::picture(self, context)?.into_bytes(), Vec::new()));
            }
        };
        match written {
            Ok(remarks) => Ok((text, remarks)),
            Err(error) => Err(Failure::usage(error.to_string())),
        }
    }
}
