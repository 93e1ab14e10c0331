//! `surmise compose`: several components as one LTS.

use std::path::PathBuf;

use clap::Args;
use surmise::load::{Either, silenced};
use surmise::write::{FileFormat, Writable, WritableLpts};
use surmise::{Attempt, Failure, few};
use surmise_model::{ActionTable, Alphabet, Component, ProbabilisticComponent};
use surmise_verify::automata::{hide, project};

use super::input;
use crate::arguments::{InputArgs, OutputArgs, Written};
use crate::limits::LimitArgs;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  surmise compose client.aut server.aut -o system.aut
  surmise compose client.aut server.aut --hide request,grant | surmise info -";

/// Compose components into one LTS
///
/// The composition has the reachable states only. An action that several components share happens
/// in all of them at once; it stays visible unless it is hidden. Properties of the models take part:
/// what they forbid leads to the error state. A process of an FSP model that is `minimal` is made so.
/// Probabilities of components that do something together multiply.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Files with the components; `-` is standard input
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Make these actions silent
    #[arg(long, value_delimiter = ',', value_name = "ACTION", conflicts_with = "keep")]
    hide: Vec<String>,
    /// Make all actions silent but these
    #[arg(long, value_delimiter = ',', value_name = "ACTION")]
    keep: Option<Vec<String>>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Does it.
pub(crate) fn run(arguments: &Arguments, session: &Session) -> Attempt<Written> {
    arguments.limits.within(session, |context, _| {
        match input::either(&arguments.models, &arguments.input, session, context)? {
            Either::Plain(loaded) => {
                let (whole, loaded) = input::composed(loaded, session, context)?;
                let system = &loaded.system;
                let Component { name, mut lts, .. } = whole;
                if !arguments.hide.is_empty() {
                    lts =
                        hide(&lts, &actions(&arguments.hide, &system.actions, &system.alphabet())?);
                }
                if let Some(keep) = &arguments.keep {
                    lts = project(&lts, &actions(keep, &system.actions, &system.alphabet())?);
                }
                let writable = Writable::new(&name, &lts, &system.actions);
                arguments.output.write(&writable, FileFormat::Aut, session, context)
            }
            Either::Probabilistic(loaded) => {
                let (table, alphabet) = (&loaded.system.actions, loaded.system.alphabet());
                let ProbabilisticComponent { name, mut lpts } = loaded.composed(context)?;
                if !arguments.hide.is_empty() {
                    lpts = silenced(&lpts, &actions(&arguments.hide, table, &alphabet)?)?;
                }
                if let Some(keep) = &arguments.keep {
                    let keep = actions(keep, table, &alphabet)?;
                    lpts = silenced(&lpts, &alphabet.difference(&keep))?;
                }
                let writable =
                    WritableLpts { name: &name, lpts: &lpts, actions: table, force: false };
                arguments.output.write(&writable, FileFormat::Json, session, context)
            }
        }
    })
}

/// The actions of these names.
fn actions(names: &[String], actions: &ActionTable, alphabet: &Alphabet) -> Attempt<Alphabet> {
    let mut found = Alphabet::new();
    for name in names {
        match actions.get(name).filter(|&action| alphabet.contains(action)) {
            Some(action) => found.insert(action),
            None => {
                return Err(Failure::usage_with_help(
                    format!("no component has an action `{name}`"),
                    format!("there are {}", few(&actions.names(alphabet), 8)),
                ));
            }
        };
    }
    Ok(found)
}
