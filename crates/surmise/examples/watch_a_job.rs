//! Follows the reasoning while a job runs, and stops it when it has had enough.

#![allow(clippy::print_stdout, reason = "it is what the example is for")]

use std::sync::Arc;

use surmise::{Check, Event, Failure, Job, Request, Texts};

/// A million states, in a row.
const MODEL: &str = "
    const N = 20
    COUNTER = (tick -> COUNTER | tock -> (back -> COUNTER)).
    ||SYSTEM = (forall [i:1..N] c[i]:COUNTER).";

pub(crate) fn main() -> Result<(), Failure> {
    let files = Arc::new(Texts::new([("counters.lts", MODEL)]));
    let check = Check { method: Some("mono".to_owned()), ..Check::of(["counters.lts"]) };
    let mut request = Request::new(check);
    request.follow = true;
    let mut job = Job::start(request, files);
    for event in job.events() {
        match event {
            Event::Searching { states, depth, .. } => {
                println!("{states} states, depth {depth}");
                if states > 100_000 {
                    job.cancel();
                }
            }
            Event::Narration { text } | Event::Phase { text } => println!("{text}"),
            other => println!("{other:?}"),
        }
    }
    println!("{:?}", job.wait()?.verdict());
    Ok(())
}
