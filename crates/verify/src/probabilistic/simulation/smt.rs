//! The question whether a simulation exists, as SMT-LIB 2 with rational linear arithmetic (section
//! 6 of the CAV 2012 paper).
//!
//! A Boolean for each pair of states says that it is in some strong simulation; the condition of
//! definition 5 is encoded by weight functions. The question is satisfiable if and only if the
//! initial states are related. What a transition of the left side asks for is an assertion with a
//! name, so that an unsatisfiable core names the transitions that a counterexample needs. That a
//! distribution is *not* below another need not be encoded: a solver that finds a relation finds
//! its weights, and one that finds none has nothing to show but the core.

use std::fmt::Write as _;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};
use surmise_model::{Context, Distribution, Lpts, Rational, StateId, Stop};

/// The question for a solver.
pub struct SmtQuestion {
    /// Commands of SMT-LIB 2, up to `(check-sat)`, which is not among them.
    pub commands: Vec<String>,
    /// The pairs that the initial one may depend on, itself first.
    pairs: Vec<(StateId, StateId)>,
}

/// What a solver answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SmtAnswer {
    /// `sat`, and of each of the terms that were asked about whether it is true.
    Sat(Vec<bool>),
    /// `unsat`, and the names in the core.
    Unsat(Vec<String>),
}

/// Somebody who answers questions.
pub trait SmtSolver: std::fmt::Debug {
    /// Answers one; `terms` are Boolean constants of it whose values matter if it is satisfiable.
    ///
    /// # Errors
    /// When the context says stop, or there is no answer.
    fn answer(
        &self,
        commands: Vec<String>,
        terms: Vec<String>,
        context: &Context<'_>,
    ) -> Result<SmtAnswer, Stop>;
}

impl SmtQuestion {
    /// The question about the pairs that are reachable from the initial one. It is satisfiable if
    /// `right` simulates `left`; an unsatisfiable core names transitions of `left` as `tPLACE`.
    ///
    /// # Errors
    /// When the context says stop.
    pub fn new(left: &Lpts, right: &Lpts, context: &Context<'_>) -> Result<Self, Stop> {
        let pairs = reachable_pairs(left, right, context)?;
        let mut commands = vec![
            "(set-option :produce-unsat-cores true)".to_owned(),
            "(set-logic QF_LRA)".to_owned(),
        ];
        commands
            .extend(pairs.iter().map(|(s, t)| format!("(declare-const {} Bool)", pair(*s, *t))));
        commands.push(format!("(assert {})", pair(left.initial(), right.initial())));
        let mut named: Vec<String> = vec![String::new(); left.num_transitions()];
        for &(s, t) in &pairs {
            context.check()?;
            for (place, choice) in left.row(s).zip(left.choices(s)) {
                let below = left.distribution(choice.distribution);
                let mut ways = String::new();
                for (way, other) in right.choices_on(t, choice.action).iter().enumerate() {
                    let above = right.distribution(other.distribution);
                    let weight =
                        |i: usize, j: usize| format!("w{place}_{}_{way}_{i}_{j}", t.index());
                    let conditions = is_weight_function(below, above, weight, &mut commands);
                    let _ = write!(ways, " (and{conditions})");
                }
                let _ = write!(named[place], " (=> {} (or false{ways}))", pair(s, t));
            }
        }
        let named = named.iter().enumerate().filter(|(_, conditions)| !conditions.is_empty());
        commands.extend(named.map(|(place, conditions)| {
            format!("(assert (! (and true{conditions}) :named t{place}))")
        }));
        Ok(Self { commands, pairs: pairs.into_iter().collect() })
    }

    /// The names of the constants that say which pairs are related.
    pub(super) fn terms(&self) -> Vec<String> {
        self.pairs.iter().map(|&(s, t)| pair(s, t)).collect()
    }

    /// The pairs of the terms that are true.
    pub(super) fn related(&self, values: &[bool]) -> FxHashSet<(StateId, StateId)> {
        self.pairs.iter().zip(values).filter(|(_, value)| **value).map(|(pair, _)| *pair).collect()
    }
}

/// The conditions of definition 4, for weights that are declared by the way.
fn is_weight_function(
    below: Distribution<'_>,
    above: Distribution<'_>,
    weight: impl Fn(usize, usize) -> String,
    commands: &mut Vec<String>,
) -> String {
    let mut conditions = String::new();
    for (i, (one, _)) in below.iter().enumerate() {
        for (j, (other, _)) in above.iter().enumerate() {
            let w = weight(i, j);
            commands.push(format!("(declare-const {w} Real)"));
            let _ = write!(conditions, " (>= {w} 0) (=> (> {w} 0) {})", pair(one, other));
        }
    }
    for (i, (_, probability)) in below.iter().enumerate() {
        let sum: Vec<String> = (0..above.len()).map(|j| weight(i, j)).collect();
        let _ = write!(conditions, " (= (+ 0 {}) {})", sum.join(" "), number(probability));
    }
    for (j, (_, probability)) in above.iter().enumerate() {
        let sum: Vec<String> = (0..below.len()).map(|i| weight(i, j)).collect();
        let _ = write!(conditions, " (= (+ 0 {}) {})", sum.join(" "), number(probability));
    }
    conditions
}

/// The question as a text: the answer is `sat` if `right` simulates `left`, else `unsat`.
///
/// # Errors
/// When the context says stop.
pub fn smt_lib(left: &Lpts, right: &Lpts, context: &Context<'_>) -> Result<String, Stop> {
    let question = SmtQuestion::new(left, right, context)?;
    let mut text = "; Is there a strong simulation that contains the initial states?\n".to_owned();
    for command in &question.commands {
        let _ = writeln!(text, "{command}");
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

/// The left side with those transitions alone that an unsatisfiable core names: the sub-structure
/// that a counterexample needs.
///
/// # Errors
/// If there is more of something than can be numbered.
pub fn named_by_core<'c>(
    left: &Lpts,
    core: impl IntoIterator<Item = &'c str>,
) -> Result<Lpts, Stop> {
    let names = core.into_iter().filter_map(|word| word.strip_prefix('t')?.parse().ok());
    let named: FxHashSet<usize> = names.collect();
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
