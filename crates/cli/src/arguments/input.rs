//! How to read files.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use surmise::BEGINNING;
use surmise::load::{
    FspOptions, Granularity, InputOptions, LanguageName, PrismOptions, language_of,
};

use crate::choice::choice;

/// How to read files.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input options")]
pub(crate) struct InputArgs {
    /// The language of the files [default: by extension, or else by content]
    #[arg(long, value_name = "LANGUAGE", value_parser = choice::<LanguageName>())]
    #[arg(hide_short_help = true)]
    from: Option<LanguageName>,
    /// The label that is silent in .aut files, besides `tau` [default: i]
    #[arg(long, value_name = "LABEL", hide_short_help = true)]
    tau: Option<String>,
    /// The process of an FSP model [default: the last composite one]
    #[arg(long, value_name = "NAME")]
    process: Option<String>,
    /// What becomes a component of an FSP model [default: leaves]
    #[arg(long, value_name = "PARTS", value_parser = choice::<Granularity>())]
    #[arg(hide_short_help = true)]
    granularity: Option<Granularity>,
    /// Set a constant or parameter of an FSP model
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, i32)>,
    /// Define constants of a PRISM model: N=3,p=1/3; or try several values: N=1:10,p=0.1:0.1:0.9
    #[arg(long = "const", value_name = "NAME=VALUE,…", value_delimiter = ',', value_parser = value)]
    constants: Vec<(String, String)>,
    /// Take only this module of a PRISM model; can be repeated [default: all]
    #[arg(long = "module", value_name = "NAME", hide_short_help = true)]
    modules: Vec<String>,
    /// No state of a Promela model may satisfy this: 'P@cs && Q@cs && x > 1'; can be repeated
    #[arg(long, value_name = "PREDICATE", hide_short_help = true)]
    never: Vec<String>,
}

impl InputArgs {
    /// Whether there is one model, and it is PRISM's: it is said to be, or is read as such.
    pub(crate) fn is_prism(&self, models: &[PathBuf]) -> bool {
        let [model] = models else { return false };
        let language = || {
            let mut text = Vec::new();
            let file = model.is_file().then(|| File::open(model).ok())??;
            file.take(BEGINNING).read_to_end(&mut text).ok()?;
            language_of(model, &String::from_utf8_lossy(&text))
        };
        self.from.or_else(|| Some(language()?.name())) == Some(LanguageName::Prism)
    }

    /// What was chosen.
    pub(crate) fn options(&self) -> InputOptions {
        InputOptions {
            formulas: Vec::new(),
            from: self.from,
            tau: self.tau.clone(),
            never: self.never.clone(),
            fsp: FspOptions {
                process: self.process.clone(),
                granularity: self.granularity,
                parameters: self.set.clone(),
            },
            prism: PrismOptions {
                constants: self.constants.clone(),
                modules: self.modules.clone(),
            },
            ranges: None,
        }
    }
}

/// `N=3`.
fn assignment(text: &str) -> Result<(String, i32), String> {
    let (name, value) = text.split_once('=').ok_or("write for example N=3")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is not a number"))?;
    Ok((name.trim().to_owned(), value))
}

/// `p=1/3`: what it means is for the model to say.
fn value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write for example N=3")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
