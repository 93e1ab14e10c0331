//! The graphs that are drawn: from the models in `corpus/`, and random ones.

use std::path::Path;

use surmise_lang::fsp::{CompileOptions, compile, composition};
use surmise_model::{ActionTable, Context, Lts};
use surmise_testing::{Shape, random_system};

/// An LTS with a name for the table.
pub(crate) struct Example {
    pub(crate) name: String,
    pub(crate) lts: Lts,
    pub(crate) actions: ActionTable,
}

/// Models of `corpus/cases` and their processes with 5 to 80 states.
const MODELS: &[(&str, &str)] = &[
    ("alternating-bit", "ONCE"),
    ("bounded-buffer", "BUFFER"),
    ("bounded-buffer", "ROW"),
    ("bounded-buffer", "ROW_LOSSY"),
    ("chiron", "EVENT_DISPATCHER"),
    ("client-server", "SERVER"),
    ("gas-station", "CUSTOMER"),
    ("gas-station", "PUMP"),
    ("gas-station", "PUMPS"),
    ("input-output", "CHAIN_HASTY"),
    ("mer", "USER"),
    ("mer", "SINGLE"),
    ("readers-writers", "READERS_WRITERS"),
    ("rover-executive", "CHECKER"),
    ("rover-executive", "EXECUTIVE"),
];

/// How many states the random graphs have.
const RANDOM: [usize; 15] = [5, 6, 8, 10, 12, 15, 18, 20, 24, 28, 32, 40, 48, 64, 80];

/// All of them.
pub(crate) fn examples(corpus: &Path) -> std::io::Result<Vec<Example>> {
    let mut examples = Vec::new();
    for (file, process) in MODELS {
        let path = corpus.join("cases").join(file).with_extension("lts");
        let source = std::fs::read_to_string(&path)?;
        let options = CompileOptions { process: Some((*process).into()), ..Default::default() };
        let context = Context::unlimited();
        let compiled = compile(&source, &options, &context)
            .map_err(|_| std::io::Error::other(format!("{file} does not compile")))?;
        let lts = composition(&compiled, &context)
            .map_err(|_| std::io::Error::other(format!("{file} is too large")))?;
        let actions = compiled.system.actions;
        examples.push(Example { name: format!("{file} {process}"), lts, actions });
    }
    for states in RANDOM {
        examples.push(random(states));
    }
    Ok(examples)
}

/// A connected random LTS with one and a half transitions a state, more or less.
fn random(states: usize) -> Example {
    let shape = Shape {
        components: 1..=1,
        states: states..=states,
        actions: 6..=12,
        errors: 30,
        cycles: true,
        ..Shape::default()
    };
    let wanted = |lts: &Lts| {
        let transitions = lts.num_transitions();
        (states * 5 / 4..=states * 2).contains(&transitions)
    };
    let found = (states as u64 * 1000..).find_map(|seed| {
        let mut system = random_system(seed, &shape);
        let lts = system.components.pop()?.lts;
        wanted(&lts).then(|| Example {
            name: format!("random {states} (seed {seed})"),
            lts,
            actions: system.actions,
        })
    });
    found.expect("some seed gives such a graph")
}
