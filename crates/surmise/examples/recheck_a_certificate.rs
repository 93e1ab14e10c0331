//! Proves something part by part, and lets the independent checker check the proof.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::sync::Arc;

use surmise::{Certified, Certify, Check, Failure, Finding, Job, Texts};

const MODEL: &str = "
    INPUT = (input -> send -> ack -> INPUT).
    OUTPUT = (send -> output -> ack -> OUTPUT).
    property ORDER = (input -> output -> ORDER).
    ||SYSTEM = (INPUT || OUTPUT || ORDER).";

pub(crate) fn main() -> Result<(), Failure> {
    let files = Arc::new(Texts::new([("channel.lts", MODEL)]));
    let mut check = Check::of(["channel.lts"]);
    check.wanted.properties = Some(vec!["ORDER".to_owned()]);
    check.method = Some("learn".to_owned());
    check.evidence.certificate = Some("proof.json".into());
    Job::start(check, files.clone()).wait()?;
    let certify = Certify::of(["channel.lts"], "proof.json");
    let answer = Job::start(certify, files).wait()?;
    match &answer.finding {
        Finding::Certified(Certified::Accepted { shows, premises }) => {
            println!("accepted: {shows}");
            for premise in premises {
                println!("  {} ({} states)", premise.statement, premise.states);
            }
        }
        other => println!("not accepted: {other:?}"),
    }
    Ok(())
}
