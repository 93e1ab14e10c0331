//! Every model has the states and the errors that SPIN finds.
//!
//! `// spin: …` at the end of a model is what SPIN 6.5.2 says of it (`spin -o1 -o2 -o3 -a`,
//! compiled with `-DSAFETY -DNOREDUCE -DNOCLAIM`, run with `-n -c0`).

use surmise_lang::promela::explore;
use surmise_model::Context;
use surmise_testing::corpus_folder;

use super::{Beside, models};

#[test]
fn every_model_has_the_states_that_spin_finds() {
    let mut wrong = Vec::new();
    for (path, source) in models("promela") {
        let expected = source.lines().find_map(|line| line.strip_prefix("// spin: "));
        let found = explore(&source, &Beside(corpus_folder("promela")), &Context::unlimited())
            .unwrap_or_else(|failure| panic!("{}: {failure:#?}", path.display()));
        let other = found.assertion || found.other.is_some();
        let found = format!(
            "states {}, end states {}, other errors {}",
            found.states,
            found.end_states,
            if other { "yes" } else { "no" }
        );
        if expected != Some(&found) {
            wrong.push(format!("{}: found {found}, SPIN says {expected:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
