//! How probable a formula of linear temporal logic is in a Markov chain, without automata.
//!
//! Subformulas are dealt with from the inside to the outside. Each operator of time splits every
//! state in two, one from which it is true and one from which it is not, with the probabilities
//! that runs have under that condition (Courcoubetis and Yannakakis, "The complexity of
//! probabilistic verification", Journal of the ACM 42, 1995, section 3.1). In the end every state
//! knows which subformulas are true of its runs.

use surmise_model::Rational;
use surmise_model::formula::{Formula, Operator};

use crate::reachability::solved;

/// A chain of states that know what is true of their runs.
struct Chain {
    rows: Vec<Vec<(usize, Rational)>>,
    /// By state, the values of the propositions.
    letters: Vec<Vec<bool>>,
    /// By state, the values of the subformulas so far.
    known: Vec<Vec<bool>>,
    /// By state, the original one, and how probable it is to be this part of it.
    parts: Vec<(usize, Rational)>,
}

/// The probability of a formula from each state of a chain. `letters` are the values of the
/// propositions by state.
pub fn naive_linear(
    rows: &[Vec<(usize, Rational)>],
    letters: &[Vec<bool>],
    formula: &Formula,
) -> Vec<Rational> {
    let mut chain = Chain {
        rows: rows.to_vec(),
        letters: letters.to_vec(),
        known: vec![Vec::new(); rows.len()],
        parts: (0..rows.len()).map(|state| (state, Rational::ONE)).collect(),
    };
    for (_, operator) in formula.operators().iter() {
        chain.extend(operator);
    }
    let mut sums = vec![Rational::ZERO; rows.len()];
    for (known, (state, part)) in chain.known.iter().zip(&chain.parts) {
        if *known.last().expect("a formula has an operator") {
            sums[*state] += part;
        }
    }
    sums
}

impl Chain {
    /// Finds out where one more subformula is true.
    fn extend(&mut self, operator: Operator) {
        let states = 0..self.rows.len();
        let holds = |state: usize, f: surmise_model::FormulaId| self.known[state][f.index()];
        let simple: Option<Vec<bool>> = match operator {
            Operator::True => Some(states.map(|_| true).collect()),
            Operator::False => Some(states.map(|_| false).collect()),
            Operator::Proposition(p) => Some(states.map(|s| self.letters[s][p.index()]).collect()),
            Operator::Not(f) => Some(states.map(|s| !holds(s, f)).collect()),
            Operator::And(f, g) => Some(states.map(|s| holds(s, f) && holds(s, g)).collect()),
            Operator::Or(f, g) => Some(states.map(|s| holds(s, f) || holds(s, g)).collect()),
            Operator::Implies(f, g) => Some(states.map(|s| !holds(s, f) || holds(s, g)).collect()),
            Operator::Equivalent(f, g) => {
                Some(states.map(|s| holds(s, f) == holds(s, g)).collect())
            }
            _ => None,
        };
        if let Some(values) = simple {
            self.known.iter_mut().zip(values).for_each(|(known, value)| known.push(value));
            return;
        }
        let of = |f: surmise_model::FormulaId| -> Vec<bool> {
            (0..self.rows.len()).map(|state| holds(state, f)).collect()
        };
        let not = |values: Vec<bool>| -> Vec<bool> { values.into_iter().map(|v| !v).collect() };
        let both = |one: Vec<bool>, other: Vec<bool>| -> Vec<bool> {
            one.into_iter().zip(other).map(|(one, other)| one && other).collect()
        };
        let all = vec![true; self.rows.len()];
        match operator {
            Operator::Next(f) => self.split_next(&of(f)),
            Operator::Eventually(f) => self.split_until(&all, &of(f), true),
            Operator::Always(f) => self.split_until(&all, &not(of(f)), false),
            Operator::Until(f, g) => self.split_until(&of(f), &of(g), true),
            Operator::WeakUntil(f, g) => {
                let neither = both(not(of(f)), not(of(g)));
                self.split_until(&not(of(g)), &neither, false);
            }
            Operator::Release(f, g) => self.split_until(&not(of(f)), &not(of(g)), false),
            _ => unreachable!("the others were dealt with"),
        }
    }

    /// Splits by whether something is true in the next state.
    fn split_next(&mut self, inside: &[bool]) {
        let chance = |row: &Vec<(usize, Rational)>| -> Rational {
            row.iter().filter(|(target, _)| inside[*target]).map(|(_, p)| p).sum()
        };
        let chances: Vec<Rational> = self.rows.iter().map(chance).collect();
        self.split(&chances, true, |_, target, truth, _| inside[target] == truth);
    }

    /// Splits by whether a goal is reached through some states; what is told is the opposite if
    /// `told` is false.
    fn split_until(&mut self, through: &[bool], goal: &[bool], told: bool) {
        let states = self.rows.len();
        let mut possible = goal.to_vec();
        for _ in 0..states {
            for state in 0..states {
                let leads = self.rows[state].iter().any(|(target, _)| possible[*target]);
                possible[state] |= through[state] && leads;
            }
        }
        let mut system = vec![vec![Rational::ZERO; states + 1]; states];
        for state in 0..states {
            system[state][state] = Rational::ONE;
            if goal[state] {
                system[state][states] = Rational::ONE;
            } else if possible[state] {
                for (target, probability) in &self.rows[state] {
                    system[state][*target] -= probability;
                }
            }
        }
        let chances = solved(system);
        // Where it is open, it is true now if and only if it is true in the next state.
        let open: Vec<bool> = (0..states).map(|s| through[s] && !goal[s]).collect();
        self.split(&chances, told, |state, _, truth, next| !open[state] || truth == next);
    }

    /// Splits every state; `fits(state, target, truth, truth there)` says which steps remain.
    fn split(
        &mut self,
        chances: &[Rational],
        told: bool,
        fits: impl Fn(usize, usize, bool, bool) -> bool,
    ) {
        let chance = |state: usize, truth: bool| match truth {
            true => chances[state].clone(),
            false => &Rational::ONE - &chances[state],
        };
        let mut number = vec![[None; 2]; self.rows.len()];
        let mut split = Vec::new();
        for (state, numbers) in number.iter_mut().enumerate() {
            for truth in [false, true] {
                if !chance(state, truth).is_zero() {
                    numbers[usize::from(truth)] = Some(split.len());
                    split.push((state, truth));
                }
            }
        }
        let mut rows = Vec::new();
        for &(state, truth) in &split {
            let mut row = Vec::new();
            for (target, probability) in &self.rows[state] {
                for next in [false, true] {
                    if let Some(place) = number[*target][usize::from(next)]
                        && fits(state, *target, truth, next)
                    {
                        row.push((place, probability * &chance(*target, next)));
                    }
                }
            }
            let sum: Rational = row.iter().map(|(_, probability)| probability).sum();
            let scale = sum.reciprocal().expect("a part that is possible goes on");
            row.iter_mut().for_each(|(_, probability)| *probability = &*probability * &scale);
            rows.push(row);
        }
        let known = split.iter().map(|&(state, truth)| {
            let mut known = self.known[state].clone();
            known.push(truth == told);
            known
        });
        let known = known.collect();
        let letters = split.iter().map(|&(state, _)| self.letters[state].clone()).collect();
        let part = |&(state, truth): &(usize, bool)| {
            let (original, part) = &self.parts[state];
            (*original, part * &chance(state, truth))
        };
        let parts = split.iter().map(part).collect();
        *self = Self { rows, letters, known, parts };
    }
}
