//! Checks everything that a model declares, and prints verdicts and traces.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::sync::Arc;

use surmise::{Check, Failure, Finding, Job, OutcomeReport, Texts};

const MODEL: &str = "
    const N = 2
    CLIENT = (request -> grant -> use -> cancel -> CLIENT).
    SERVER = (client[i:1..N].request -> client[i].grant -> SERVER
             |client[i:1..N].cancel -> SERVER).
    property MUTEX = (client[i:1..N].grant -> client[i].cancel -> MUTEX).
    ||SYSTEM = (client[1..N]:CLIENT || SERVER || MUTEX).";

pub(crate) fn main() -> Result<(), Failure> {
    let files = Arc::new(Texts::new([("server.lts", MODEL)]));
    let answer = Job::start(Check::of(["server.lts"]), files).wait()?;
    let Finding::Checked(report) = &answer.finding else { return Ok(()) };
    for verdict in &report.verdicts {
        match &verdict.outcome {
            OutcomeReport::Holds(_) => println!("{} holds", verdict.claim),
            OutcomeReport::Undecided(open) => println!("{}: {}", verdict.claim, open.reason),
            OutcomeReport::Violated(found) => {
                println!("{} is violated:", verdict.claim);
                for step in &found.counterexample.steps {
                    println!("  {}", step.action);
                }
                println!("  {}", found.counterexample.explanation);
            }
        }
    }
    Ok(())
}
