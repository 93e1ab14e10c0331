//! Finds the weakest assumption under which a component has a property, and prints it as FSP.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::sync::Arc;

use surmise::write::FileFormat;
use surmise::{Assume, Failure, Finding, Job, Output, Texts};

const MODEL: &str = "
    INPUT = (input -> send -> ack -> INPUT).
    OUTPUT = (send -> output -> ack -> OUTPUT).
    property ORDER = (input -> output -> ORDER).
    ||SYSTEM = (INPUT || OUTPUT || ORDER).";

pub(crate) fn main() -> Result<(), Failure> {
    let files = Arc::new(Texts::new([("channel.lts", MODEL)]));
    let question = Assume {
        models: vec!["channel.lts".into()],
        components: vec!["INPUT".to_owned()],
        output: Output { format: Some(FileFormat::Lts), ..Output::default() },
        ..Assume::default()
    };
    let answer = Job::start(question, files).wait()?;
    let Finding::Assumed(assumed) = &answer.finding else { return Ok(()) };
    match assumed.assumption.as_ref().and_then(|written| written.text.as_ref()) {
        Some(text) => println!("what INPUT needs of its environment:\n{text}"),
        None => println!("no environment helps"),
    }
    Ok(())
}
