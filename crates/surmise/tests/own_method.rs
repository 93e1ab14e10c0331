//! The method that the book makes from nothing (`docs/book/src/own-method.md`): it is right, it is
//! the same every time, it can be stopped, and the book shows the code that is tested here.

#![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

#[path = "../examples/own_method.rs"]
mod own_method;

use own_method::Walk;
use surmise::methods::{Method, MethodOptions};
use surmise_model::{Claim, Context, Interrupt, Outcome, Reason, System};
use surmise_testing::{Shape, random_system, seeds, shortest_violation};

fn walk(system: &System, claim: Claim, context: &Context<'_>) -> Outcome {
    let options = MethodOptions::default();
    Walk.check(system, &[claim], &options, context).unwrap().remove(0).outcome
}

/// What is found is what the definitions say, and the independent checker accepts it.
#[test]
fn violations_are_real() {
    let (mut found, mut missed) = (0, 0);
    for seed in seeds(300, 10_000) {
        let system = random_system(seed, &Shape::default());
        for claim in system.claims().into_iter().filter(|&claim| Walk.judges(&system, claim)) {
            let expected = shortest_violation(&system, claim);
            match walk(&system, claim, &Context::unlimited()) {
                Outcome::Violated(run) => {
                    found += 1;
                    assert!(run.trace.steps.len() >= expected.unwrap(), "seed {seed}");
                    let checked = surmise_certify::check_counterexample(&system, &run);
                    assert_eq!(checked, Ok(()), "seed {seed}");
                }
                Outcome::Unknown(unknown) => {
                    missed += usize::from(expected.is_some());
                    assert!(matches!(unknown.reason, Reason::Unsupported(_)), "seed {seed}");
                }
                Outcome::Holds(_) => panic!("seed {seed}: walks prove nothing"),
            }
            let [one, other] = [(); 2].map(|()| walk(&system, claim, &Context::unlimited()));
            assert_eq!(one, other, "seed {seed}");
        }
    }
    assert!(found > 10 * missed, "{found} violations are found, {missed} are missed");
}

#[test]
fn walks_can_be_stopped() {
    let stopped = Interrupt::new();
    stopped.cancel();
    let context = Context { interrupt: &stopped, ..Context::unlimited() };
    for seed in 0..20 {
        let system = random_system(seed, &Shape::default());
        for claim in system.claims().into_iter().filter(|&claim| Walk.judges(&system, claim)) {
            let Outcome::Unknown(unknown) = walk(&system, claim, &context) else { panic!() };
            assert_eq!(unknown.reason, Reason::Cancelled);
        }
    }
}

#[test]
fn the_example_runs() {
    own_method::main().unwrap();
}

/// Every piece of Rust in the chapter stands in a file that is compiled, line by line.
#[test]
fn the_book_shows_this_code() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(here.join(name)).unwrap();
    let files = [
        "examples/own_method.rs",
        "tests/own_method.rs",
        "src/methods/mod.rs",
        "src/methods/auto/mod.rs",
    ]
    .map(read);
    let chapter = read("../../docs/book/src/own-method.md");
    let pieces: Vec<&str> = chapter.split("```rust\n").skip(1).collect();
    assert!(pieces.len() > 5);
    for piece in pieces {
        let code = piece.split("```").next().unwrap();
        assert!(files.iter().any(|file| file.contains(code)), "nowhere in the code:\n{code}");
    }
}
