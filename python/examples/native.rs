//! How long the check of `tests/test_speed.py` takes without Python: the shortest of many times.
//!
//! `cargo run --profile tested --example native`

use std::sync::Arc;
use std::time::Instant;

use surmise::{Check, Job, Texts};

const MODEL: &str = "
const N = 2
CLIENT = (request -> grant -> use -> cancel -> CLIENT).
GOOD = (client[i:1..N].request -> client[i].grant -> client[i].cancel -> GOOD).
property MUTEX = (client[i:1..N].grant -> client[i].cancel -> MUTEX).
||SYSTEM = (client[1..N]:CLIENT || GOOD || MUTEX).";

fn main() {
    let shortest = (0..60).map(|_| {
        let start = Instant::now();
        let check = Check { method: Some("learn".to_owned()), ..Check::of(["server.lts"]) };
        let files = Arc::new(Texts::new([("server.lts", MODEL)]));
        let answer = Job::start(check, files).wait();
        assert!(answer.is_ok());
        start.elapsed()
    });
    println!("native {:?}", shortest.min());
}
