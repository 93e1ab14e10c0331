//! Whether a formula is true of all runs under fair choice.
//!
//! A run that is fair in this sense is what a random one is with probability one, if every step has
//! a positive probability, whatever it is. So the graph of positions is a Markov chain, and the
//! question whether the formula is true with probability one. Courcoubetis and Yannakakis ("The
//! complexity of probabilistic verification", Journal of the ACM 42, 1995) answer it without an
//! automaton: one temporal operator after the other, innermost first, each node is split into one
//! where it is true and one where it is false, as far as these have positive probabilities, and
//! from then on it is like a proposition.

use surmise_model::formula::{Formulas, Operator};
use surmise_model::{FormulaId, PropositionId, TemporalProperty};

use super::positions::{Budget, Graph};
use crate::explore::No;

/// What is known of an operator at a node.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Is(bool),
    /// It is what it is at the next node; if that is so for ever, this.
    Later {
        forever: bool,
    },
    /// It is what another formula is at the next node.
    Next(FormulaId),
}

struct Chain {
    letters: Vec<Vec<bool>>,
    /// The values of the subformulas so far.
    values: Vec<Vec<bool>>,
    next: Vec<Vec<usize>>,
    initial: Vec<usize>,
}

/// Whether the formula is true with probability one. A run that enters π counts for nothing.
pub(super) fn holds(
    graph: Graph,
    property: &TemporalProperty,
    budget: &mut Budget<'_>,
) -> Result<bool, No> {
    let mut formulas = Formulas::new();
    let claimed = property.formula.add_to(&mut formulas);
    let in_error = formulas.proposition(PropositionId::of(property.propositions.len()));
    let enters_error = formulas.add(Operator::Eventually(in_error));
    let root = formulas.add(Operator::Or(claimed, enters_error));
    let mut letters = graph.letters;
    for (letter, &in_error) in letters.iter_mut().zip(&graph.in_error) {
        letter.push(in_error);
    }
    let values = vec![Vec::new(); letters.len()];
    let mut chain = Chain { letters, values, next: graph.next, initial: graph.initial };
    for (_, operator) in formulas.iter() {
        chain = chain.with(operator, budget)?;
    }
    Ok(chain.initial.iter().all(|&node| chain.values[node][root.index()]))
}

impl Chain {
    fn known(&self, operator: Operator, node: usize) -> Known {
        let of = |f: FormulaId| self.values[node][f.index()];
        let until = |now: bool, hope: bool, forever: bool| match (now, hope) {
            (true, _) => Known::Is(true),
            (false, true) => Known::Later { forever },
            (false, false) => Known::Is(false),
        };
        match operator {
            Operator::True => Known::Is(true),
            Operator::False => Known::Is(false),
            Operator::Proposition(id) => Known::Is(self.letters[node][id.index()]),
            Operator::Not(f) => Known::Is(!of(f)),
            Operator::And(f, g) => Known::Is(of(f) && of(g)),
            Operator::Or(f, g) => Known::Is(of(f) || of(g)),
            Operator::Implies(f, g) => Known::Is(!of(f) || of(g)),
            Operator::Equivalent(f, g) => Known::Is(of(f) == of(g)),
            Operator::Next(f) => Known::Next(f),
            Operator::Eventually(f) => until(of(f), true, false),
            Operator::Always(f) => until(false, of(f), true),
            Operator::Until(f, g) => until(of(g), of(f), false),
            Operator::WeakUntil(f, g) => until(of(g), of(f), true),
            Operator::Release(f, g) => until(of(f) && of(g), of(g), true),
        }
    }

    /// The chain in which nodes tell the value of one operator more.
    fn with(mut self, operator: Operator, budget: &mut Budget<'_>) -> Result<Self, No> {
        let nodes = self.next.len();
        budget.poll()?;
        let known: Vec<Known> = (0..nodes).map(|node| self.known(operator, node)).collect();
        if known.iter().all(|known| matches!(known, Known::Is(_))) {
            for (values, known) in self.values.iter_mut().zip(known) {
                values.push(known == Known::Is(true));
            }
            return Ok(self);
        }
        let possible = [self.possible(&known, false), self.possible(&known, true)];
        let mut parts = [vec![None; nodes], vec![None; nodes]];
        let mut split =
            Self { letters: Vec::new(), values: Vec::new(), next: Vec::new(), initial: Vec::new() };
        for node in 0..nodes {
            for value in [false, true] {
                let place = usize::from(value);
                if possible[place][node] {
                    budget.spend(2 * (self.letters[node].len() + self.values[node].len()) + 128)?;
                    parts[place][node] = Some(split.letters.len());
                    split.letters.push(self.letters[node].clone());
                    split.values.push([&self.values[node][..], &[value]].concat());
                }
            }
        }
        let both = |node: usize| parts.iter().filter_map(move |parts| parts[node]);
        for node in 0..nodes {
            for value in [false, true].into_iter().filter(|&v| possible[usize::from(v)][node]) {
                let mut next = Vec::new();
                for &to in &self.next[node] {
                    match known[node] {
                        Known::Is(_) => next.extend(both(to)),
                        Known::Later { .. } => next.extend(parts[usize::from(value)][to]),
                        Known::Next(f) if self.values[to][f.index()] == value => {
                            next.extend(both(to));
                        }
                        Known::Next(_) => {}
                    }
                }
                split.next.push(next);
            }
        }
        split.initial = self.initial.iter().flat_map(|&node| both(node)).collect();
        Ok(split)
    }

    /// Where an operator has a value with positive probability: it has it at once; or puts it off
    /// and a step leads to where that is so; or puts it off for ever, which is certain where
    /// nothing else can be reached.
    fn possible(&self, known: &[Known], value: bool) -> Vec<bool> {
        let settles: Vec<bool> =
            known.iter().map(|known| !matches!(known, Known::Later { .. })).collect();
        let may_settle = self.backwards(settles, |_| true);
        let at_once = (0..known.len()).map(|node| match known[node] {
            Known::Is(is) => is == value,
            Known::Next(f) => self.next[node].iter().any(|&to| self.values[to][f.index()] == value),
            Known::Later { forever } => forever == value && !may_settle[node],
        });
        let puts_off = |node: usize| matches!(known[node], Known::Later { .. });
        self.backwards(at_once.collect(), puts_off)
    }

    /// These nodes, and those from which steps lead there through `allowed` ones, themselves
    /// included.
    fn backwards(&self, mut found: Vec<bool>, allowed: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut back: Vec<Vec<usize>> = vec![Vec::new(); found.len()];
        for (from, next) in self.next.iter().enumerate() {
            next.iter().for_each(|&to| back[to].push(from));
        }
        let mut new: Vec<usize> = (0..found.len()).filter(|&node| found[node]).collect();
        while let Some(node) = new.pop() {
            for &from in &back[node] {
                if allowed(from) && !std::mem::replace(&mut found[from], true) {
                    new.push(from);
                }
            }
        }
        found
    }
}
