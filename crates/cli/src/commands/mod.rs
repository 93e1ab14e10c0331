//! The commands. One command is one file here, and one line in each of the two lists below.

mod assume;
mod certify;
mod check;
mod compare;
mod completions;
mod compose;
mod convert;
mod draw;
mod info;
mod lsp;
mod man;
mod minimise;
mod report;
mod step;
mod studio;
mod test;

use clap::Subcommand;
use surmise::Attempt;

use crate::reply::AnyReply;
use crate::session::Session;

/// Declares the commands: the variant, its file, its name.
macro_rules! commands {
    ($($(#[$doc:meta])* $variant:ident => $module:ident, $name:literal;)*) => {
        /// What to do.
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($(#[$doc])* $variant(Box<$module::Arguments>),)*
        }

        impl Command {
            /// Its name on the command line.
            pub(crate) fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            /// Does it.
            pub(crate) fn run(&self, session: &Session) -> Attempt<Box<dyn AnyReply>> {
                match self {
                    $(Self::$variant(arguments) => Ok(Box::new($module::run(arguments, session)?)),)*
                }
            }
        }
    };
}

commands! {
    /// Check properties of components that run side by side
    Check => check, "check";
    /// Find what components assume about their environment, or what it assumes about them
    Assume => assume, "assume";
    /// Check a certificate against the models it is about
    Certify => certify, "certify";
    /// Compose components into one LTS
    Compose => compose, "compose";
    /// Find the smallest LTS that is equivalent
    Minimise => minimise, "minimise";
    /// Compare two LTSs, and show what tells them apart
    Compare => compare, "compare";
    /// Convert an LTS to another format
    Convert => convert, "convert";
    /// Draw an LTS
    Draw => draw, "draw";
    /// Show sizes, alphabets, and which components share which actions
    Info => info, "info";
    /// Walk through a model, one step at a time
    Step => step, "step";
    /// Check a model, and make one page of what was found
    Report => report, "report";
    /// Write, see, step and check models in a browser
    Studio => studio, "studio";
    /// Check models against the verdicts that they declare
    Test => test, "test";
    /// Serve an editor: mistakes as you type, names, verdicts
    Lsp => lsp, "lsp";
    /// Print a completion script for a shell
    Completions => completions, "completions";
    /// Write manual pages
    Man => man, "man";
}
