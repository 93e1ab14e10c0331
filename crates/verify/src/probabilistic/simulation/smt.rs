//! The question whether a simulation exists, as SMT-LIB 2 with rational linear arithmetic (section 6 of the CAV 2012 paper).
//!
//! A Boolean for each pair of states says that it is in some strong simulation; the condition of definition 5 is encoded by
//! weight functions. The question is satisfiable if and only if the initial states are related. What a transition of the left
//! side asks for is an assertion with a name, so that an unsatisfiable core names the transitions that a
//! counterexample needs. That a distribution is *not* below another need not be encoded: a solver that finds a relation finds
//! its weights, and one that finds none has nothing to show but the core.

use std::fmt::Write as _;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Lpts, Rational, StateId, Stop};

/// The question as a text: about the pairs that are reachable from the initial one. The answer is `sat` if `right` simulates
/// `left`, else `unsat`, and then `(get-unsat-core)` names transitions of `left` as `tPLACE`.
///
/// # Errors
/// When the context says stop.
pub fn smt_lib(left: &Lpts, right: &Lpts, context: &Context<'_>) -> Result<String, Stop> {
    let pairs = reachable_pairs(left, right, context)?;
    let mut text = "; Is there a strong simulation that contains the initial states?\n\
        (set-option :produce-unsat-cores true)\n(set-logic QF_LRA)\n"
        .to_owned();
    for (s, t) in &pairs {
        let _ = writeln!(text, "(declare-const {} Bool)", pair(*s, *t));
    }
    let _ = writeln!(text, "(assert {})", pair(left.initial(), right.initial()));
    let mut named: Vec<String> = vec![String::new(); left.num_transitions()];
    for &(s, t) in &pairs {
        context.check()?;
        for (place, choice) in left.row(s).zip(left.choices(s)) {
            let below = left.distribution(choice.distribution);
            let mut ways = String::new();
            for (way, other) in right.choices_on(t, choice.action).iter().enumerate() {
                let above = right.distribution(other.distribution);
                let weight = |i: usize, j: usize| format!("w{place}_{}_{way}_{i}_{j}", t.index());
                let mut conditions = String::new();
                for (i, (one, _)) in below.iter().enumerate() {
                    for (j, (other, _)) in above.iter().enumerate() {
                        let w = weight(i, j);
                        let _ = writeln!(text, "(declare-const {w} Real)");
                        let _ =
                            write!(conditions, " (>= {w} 0) (=> (> {w} 0) {})", pair(one, other));
                    }
                }
                for (i, (_, probability)) in below.iter().enumerate() {
                    let sum: Vec<String> = (0..above.len()).map(|j| weight(i, j)).collect();
                    let _ =
                        write!(conditions, " (= (+ 0 {}) {})", sum.join(" "), number(probability));
                }
                for (j, (_, probability)) in above.iter().enumerate() {
                    let sum: Vec<String> = (0..below.len()).map(|i| weight(i, j)).collect();
                    let _ =
                        write!(conditions, " (= (+ 0 {}) {})", sum.join(" "), number(probability));
                }
                let _ = write!(ways, " (and{conditions})");
            }
            let _ = write!(named[place], " (=> {} (or false{ways}))", pair(s, t));
        }
    }
    for (place, conditions) in
        named.iter().enumerate().filter(|(_, conditions)| !conditions.is_empty())
    {
        let _ = writeln!(text, "(assert (! (and true{conditions}) :named t{place}))");
    }
    text += "(check-sat)\n";
    Ok(text)
}

fn pair(s: StateId, t: StateId) -> String {
    format!("r{}_{}", s.index(), t.index())
}

fn number(probability: &Rational) -> String {
    match probability.to_string().split_once('/') {
        Some((numerator, denominator)) => format!("(/ {numerator} {denominator})"),
        None => probability.to_string(),
    }
}

/// All pairs that the initial one may depend on.
fn reachable_pairs(
    left: &Lpts,
    right: &Lpts,
    context: &Context<'_>,
) -> Result<IndexSet<(StateId, StateId), FxBuildHasher>, Stop> {
    let mut pairs: IndexSet<(StateId, StateId), FxBuildHasher> = IndexSet::default();
    pairs.insert((left.initial(), right.initial()));
    let mut next = 0;
    while let Some(&(s, t)) = pairs.get_index(next) {
        next += 1;
        context.check()?;
        for choice in left.choices(s) {
            for other in right.choices_on(t, choice.action) {
                for one in left.distribution(choice.distribution).support() {
                    for other in right.distribution(other.distribution).support() {
                        pairs.insert((one, other));
                    }
                }
            }
        }
    }
    Ok(pairs)
}

/// The left side with those transitions alone that an unsatisfiable core names: the sub-structure that a counterexample needs.
///
/// # Errors
/// If there is more of something than can be numbered.
pub fn named_by_core(left: &Lpts, core: &str) -> Result<Lpts, Stop> {
    let words = core.split(|c: char| !c.is_alphanumeric());
    let named: Vec<usize> = words.filter_map(|word| word.strip_prefix('t')?.parse().ok()).collect();
    let mut builder = Lpts::builder();
    builder.ensure_states(left.num_states()).initial(left.initial());
    builder.extend_alphabet(left.alphabet().iter());
    for (place, (source, choice)) in left.transitions().enumerate() {
        if named.contains(&place) {
            builder.add(source, choice.action, left.distribution(choice.distribution).iter());
        }
    }
    builder.build().map_err(|error| Stop::internal(error.to_string()))
}
