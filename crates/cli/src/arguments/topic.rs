//! `surmise help METHOD`: what a method does, and the options of `surmise check` that it has.
//!
//! The texts are those of `surmise help check`, which shows them all; which of them belong to a
//! method is for the library to say.

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory};
use surmise::Named;
use surmise::conformance::ConformanceKind;

use super::{Arguments, flag};
use crate::choice::method_options;

/// What a method does, if that is what the words on the command line ask for.
pub(crate) fn method_help(words: &[String]) -> Option<StyledStr> {
    match words {
        [help, name] if help == "help" => Some(topic(name)?.render_long_help()),
        _ => None,
    }
}

/// The command `check`, with nothing in its help but the options of a method.
fn topic(name: &str) -> Option<Command> {
    let (summary, options) = method_options(name)?;
    let mut flags: Vec<&str> = options.iter().map(|&option| flag(option)).collect();
    if ConformanceKind::by_name(name).is_some() {
        flags.extend(["--specification", "--engine"]);
    }
    flags.push("--threads");
    let is_flag = |arg: &Arg| {
        let long = arg.get_long().unwrap_or_default();
        flags.iter().any(|flag| flag.strip_prefix("--") == Some(long))
    };
    let check = Arguments::command().find_subcommand("check")?.clone();
    let topic = check
        .mut_args(|arg| {
            let hidden = !is_flag(&arg);
            arg.hide(hidden).help_heading("Options")
        })
        .disable_help_flag(true)
        .override_usage(format!("surmise check --method {name} [OPTIONS] <MODEL>..."))
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{all-args}{after-help}")
        .long_about(format!("{name}: {summary}"))
        .after_long_help("`surmise help check` shows what all methods have in common.");
    Some(topic)
}

#[cfg(test)]
mod tests {
    use surmise::OptionName;
    use surmise::methods::METHODS;

    use super::*;

    fn shown(words: &[&str]) -> Option<String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        method_help(&words).map(|help| help.to_string())
    }

    #[test]
    fn every_method_has_a_topic_with_its_options_and_no_others() {
        for method in METHODS {
            let help = shown(&["help", method.name()]).expect("it is a topic");
            assert!(help.contains(method.summary()), "{help}");
            for option in OptionName::ALL.iter().map(|(option, _, _)| *option) {
                let listed = help.lines().any(|line| {
                    let line = line.trim_start().trim_start_matches("-s, ");
                    line.split([' ', '=']).next() == Some(flag(option))
                });
                let is_its_own = method.options().contains(&option);
                let of_conformance = ConformanceKind::by_name(method.name()).is_some()
                    && matches!(option, OptionName::Specification | OptionName::Engine);
                assert_eq!(listed, is_its_own || of_conformance, "{}\n{help}", flag(option));
            }
        }
        assert!(shown(&["help", "cegar"]).is_some());
    }

    #[test]
    fn commands_are_no_topics() {
        assert!(shown(&["help", "check"]).is_none() && shown(&["check", "agar"]).is_none());
    }

    /// A screen: what is not there is in the long help.
    #[test]
    fn the_short_help_of_check_fits_a_screen() {
        let mut program = Arguments::command().term_width(80);
        let help = program.find_subcommand_mut("check").expect("it is a command").render_help();
        let lines = help.to_string().lines().count();
        assert!((24..=50).contains(&lines), "{lines} lines\n{help}");
    }
}
