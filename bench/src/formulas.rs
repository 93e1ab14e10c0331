//! How large our automata are: the formulas of Dwyer, Avrunin and Corbett (FMSP 1998), of Etessami
//! and Holzmann (CONCUR 2000) and of Somenzi and Bloem (CAV 2000), from `patterns.csv`.
//!
//! The columns `ltl2tgba` and `ltl2tgba_b` of that file are the numbers of states that Spot's own
//! tests expect of `ltl2tgba` and `ltl2tgba -B` (`tests/core/ltl2tgba2.test`, 2017); the formula
//! that its list has twice has none. `spin` is the number of states of the claim that `spin -f` of
//! SPIN 6.5.2 writes; it knows neither `X` nor `W`. Ours and the first are generalised and accept
//! by transitions, the other two are Büchi automata that accept by states.

use std::io;

use clap::Args;
use serde::Deserialize;
use surmise_lang::formula::parse;
use surmise_model::formula::Formula;
use surmise_model::{Context, PropositionId, Stop};
use surmise_verify::liveness::limit_deterministic;
use surmise_verify::liveness::translation::translate;

const PATTERNS: &str = include_str!("../patterns.csv");

/// Sizes of automata on the formulas that others use, too.
#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Where to write the table, as Markdown; the terminal if it is not said
    #[arg(long, value_name = "FILE")]
    save: Option<std::path::PathBuf>,
}

#[derive(Debug, Deserialize)]
struct Pattern {
    set: String,
    number: u32,
    formula: String,
    ltl2tgba: Option<u64>,
    ltl2tgba_b: Option<u64>,
    spin: Option<u64>,
}

/// What is summed up: only formulas that both have.
#[derive(Debug, Default)]
struct Sum {
    formulas: u64,
    ours: u64,
    theirs: u64,
    smaller: u64,
    larger: u64,
}

impl Sum {
    fn add(&mut self, ours: u64, theirs: Option<u64>) {
        let Some(theirs) = theirs else { return };
        self.formulas += 1;
        self.ours += ours;
        self.theirs += theirs;
        self.smaller += u64::from(ours < theirs);
        self.larger += u64::from(ours > theirs);
    }
}

pub(crate) fn run(options: &Options) -> io::Result<()> {
    let mut table = String::from(
        "| set | | formula | states | transitions | sets | settling | ltl2tgba | ltl2tgba -B | SPIN |\n\
         | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let mut sums: [(&str, Sum); 3] =
        [("ltl2tgba", Sum::default()), ("ltl2tgba -B", Sum::default()), ("SPIN", Sum::default())];
    let context = Context::unlimited();
    for pattern in csv::Reader::from_reader(PATTERNS.as_bytes()).deserialize() {
        let pattern: Pattern = pattern?;
        let refused = |stop: Stop| io::Error::other(stop.0.to_string());
        let formula = read(&pattern.formula).map_err(io::Error::other)?;
        let automaton = translate(&formula, &context).map_err(refused)?;
        let settling = limit_deterministic(&automaton, &context).map_err(refused)?;
        let states = automaton.num_states() as u64;
        let theirs = [pattern.ltl2tgba, pattern.ltl2tgba_b, pattern.spin];
        for ((_, sum), theirs) in sums.iter_mut().zip(theirs) {
            sum.add(states, theirs);
        }
        let shown = theirs.map(|count| count.map_or_else(String::new, |count| count.to_string()));
        table += &format!(
            "| {} | {} | `{}` | {states} | {} | {} | {} | {} |\n",
            pattern.set,
            pattern.number,
            pattern.formula.replace('|', "\\|"),
            automaton.num_transitions(),
            automaton.num_sets(),
            settling.automaton().num_states(),
            shown.join(" | "),
        );
    }
    table += "\n| peer | formulas | its states | ours | we have fewer | we have more |\n\
              | --- | ---: | ---: | ---: | ---: | ---: |\n";
    for (peer, sum) in &sums {
        let Sum { formulas, ours, theirs, smaller, larger } = sum;
        table += &format!("| {peer} | {formulas} | {theirs} | {ours} | {smaller} | {larger} |\n");
    }
    match &options.save {
        Some(path) => std::fs::write(path, table)?,
        None => print!("{table}"),
    }
    Ok(())
}

/// A formula whose propositions are `p0`, `p1` and so on.
fn read(text: &str) -> Result<Formula, String> {
    let formula = parse(text, |formulas, atom| {
        let number = atom.text.strip_prefix('p').and_then(|number| number.parse().ok());
        let unknown = || vec![surmise_model::Diagnostic::error(atom.span, "no such proposition")];
        number.map(|number| formulas.proposition(PropositionId::of(number))).ok_or_else(unknown)
    });
    formula.map_err(|errors| format!("{text}: {}", errors[0]))
}
