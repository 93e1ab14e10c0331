//! Random programs have the states and the errors that SPIN found in them.
//!
//! `recorded.txt` holds programs of another generator than [`surmise_testing::random_promela`],
//! each behind a line with what SPIN 6.5.2 says of it, as in the corpus.

use surmise_lang::promela::explore;
use surmise_model::Context;

#[test]
fn random_programs_have_the_states_that_spin_found() {
    let programs: Vec<&str> = include_str!("recorded.txt").split("// spin: ").skip(1).collect();
    assert!(programs.len() >= 40, "only {} programs", programs.len());
    for program in programs {
        let (expected, text) = program.split_once('\n').unwrap_or((program, ""));
        let found = explore(text, &(), &Context::unlimited())
            .unwrap_or_else(|failure| panic!("{failure:#?}\n{text}"));
        let other = if found.assertion || found.other.is_some() { "yes" } else { "no" };
        let found = format!(
            "states {}, end states {}, other errors {other}",
            found.states, found.end_states
        );
        assert_eq!(found, expected, "{text}");
    }
}
