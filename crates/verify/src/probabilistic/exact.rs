//! Exact probabilities on the quotient: policy iteration, component by component, each policy
//! evaluated by eliminating nodes in rational arithmetic.
//!
//! Every policy of the quotient leaves with probability 1, so each has exactly one value, and a
//! policy that no single change improves is optimal (Bertsekas and Tsitsiklis, "An analysis of
//! stochastic shortest path problems", 1991, where all policies are proper). Iteration in machine
//! numbers tells where to start; whether it was right is decided exactly.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use surmise_model::{Context, Extreme, Rational, Stop};

use super::collapsed::{Place, Quotient};
use super::interval::Interval;
use super::iteration::Bounds;

/// The values of all nodes, or `None` if that takes more work than allowed.
pub(super) fn solve(
    quotient: &Quotient,
    extreme: Extreme,
    components: &[Vec<u32>],
    start: &Bounds,
    work: u64,
    context: &Context<'_>,
) -> Result<Option<Vec<Rational>>, Stop> {
    let nodes = quotient.num_nodes();
    let values = vec![Rational::ZERO; nodes];
    let mut solver = Solver { quotient, extreme, values, policy: vec![0; nodes], work, context };
    for node in 0..nodes {
        solver.policy[node] = solver.promising(node, start);
    }
    for component in components {
        loop {
            if !solver.evaluate(component)? {
                return Ok(None);
            }
            if !solver.improve(component)? {
                break;
            }
        }
    }
    Ok((solver.work > 0).then_some(solver.values))
}

/// What is known of an initial state.
pub(super) fn interval(values: &[Rational], place: Place) -> Interval {
    Interval::exact(match place {
        Place::Zero => Rational::ZERO,
        Place::One => Rational::ONE,
        Place::Node(node) => values[node as usize].clone(),
    })
}

struct Solver<'a> {
    quotient: &'a Quotient,
    extreme: Extreme,
    values: Vec<Rational>,
    policy: Vec<usize>,
    /// How much work may still be done, in operations on machine words.
    work: u64,
    context: &'a Context<'a>,
}

impl Solver<'_> {
    fn spend(&mut self, bits: u64) -> Result<bool, Stop> {
        self.work = self.work.saturating_sub(1 + bits / 64);
        if self.work.is_multiple_of(64) {
            self.context.check()?;
        }
        Ok(self.work > 0)
    }

    /// Whether one value is better than another.
    fn better(&self, one: &Rational, other: &Rational) -> bool {
        match self.extreme {
            Extreme::Maximal => one > other,
            Extreme::Minimal => one < other,
        }
    }

    /// The best choice by machine numbers.
    fn promising(&self, node: usize, start: &Bounds) -> usize {
        let quotient = self.quotient;
        let weight = |id: surmise_model::ProbabilityId| quotient.table.value(id).approximate();
        let value = |choice: usize| {
            let gain = quotient.gains[choice].map_or(0.0, weight);
            let branches = quotient.branches(choice);
            gain + branches
                .map(|b| weight(quotient.weights[b]) * start.middle(quotient.targets[b] as usize))
                .sum::<f64>()
        };
        let mut row = quotient.row(node).map(|choice| (choice, value(choice)));
        let Some(first) = row.next() else { return 0 };
        row.fold(first, |best, other| {
            let better = match self.extreme {
                Extreme::Maximal => other.1 > best.1,
                Extreme::Minimal => other.1 < best.1,
            };
            if better { other } else { best }
        })
        .0
    }

    /// The value of a choice, given those of the nodes.
    fn value(&mut self, choice: usize) -> Result<Rational, Stop> {
        let quotient = self.quotient;
        let gain = quotient.gains[choice];
        let mut sum = gain.map_or(Rational::ZERO, |gain| quotient.table.value(gain).clone());
        for branch in quotient.branches(choice) {
            let weight = quotient.table.value(quotient.weights[branch]);
            let value = &self.values[quotient.targets[branch] as usize];
            sum += &(weight * value);
            let bits = sum.bits();
            self.spend(bits)?;
        }
        Ok(sum)
    }

    /// Takes a better choice wherever there is one; says whether there was one.
    fn improve(&mut self, component: &[u32]) -> Result<bool, Stop> {
        let mut changed = false;
        for &node in component {
            let row = self.quotient.row(node as usize);
            if row.len() <= 1 {
                continue;
            }
            let mut best = self.values[node as usize].clone();
            for choice in row {
                let value = self.value(choice)?;
                if self.better(&value, &best) {
                    (best, self.policy[node as usize]) = (value, choice);
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Sets the values of a component's nodes to those of the current policy; `false` if there is
    /// no work left to do it.
    fn evaluate(&mut self, component: &[u32]) -> Result<bool, Stop> {
        let quotient = self.quotient;
        // x = constant + Σ row, over the nodes of the component.
        let mut system = System::default();
        for &node in component {
            let choice = self.policy[node as usize];
            let gain = quotient.gains[choice];
            let mut constant =
                gain.map_or(Rational::ZERO, |gain| quotient.table.value(gain).clone());
            let mut row = BTreeMap::new();
            for branch in quotient.branches(choice) {
                let weight = quotient.table.value(quotient.weights[branch]);
                let target = quotient.targets[branch];
                if component.binary_search(&target).is_ok() {
                    row.insert(target, weight.clone());
                } else {
                    constant += &(weight * &self.values[target as usize]);
                    let bits = constant.bits();
                    if !self.spend(bits)? {
                        return Ok(false);
                    }
                }
            }
            system.add(node, row, constant);
        }
        match system.solve(&mut |bits| self.spend(bits))? {
            None => Ok(false),
            Some(values) => {
                for (node, value) in values {
                    self.values[node as usize] = value;
                }
                Ok(true)
            }
        }
    }
}

/// A sparse system of equations x = constant + Σ weight · y, solved by eliminating one variable
/// after the other, those that few others mention first.
#[derive(Default)]
struct System {
    rows: BTreeMap<u32, (BTreeMap<u32, Rational>, Rational)>,
    mentioned_by: BTreeMap<u32, BTreeSet<u32>>,
}

impl System {
    fn add(&mut self, variable: u32, row: BTreeMap<u32, Rational>, constant: Rational) {
        for &other in row.keys() {
            self.mentioned_by.entry(other).or_default().insert(variable);
        }
        self.rows.insert(variable, (row, constant));
    }

    fn cost(&self, variable: u32) -> usize {
        let mentions = self.mentioned_by.get(&variable).map_or(0, BTreeSet::len);
        self.rows.get(&variable).map_or(0, |(row, _)| (row.len() + 1) * mentions)
    }

    /// The solution; `None` if `spend` says that it takes too long.
    fn solve(
        mut self,
        spend: &mut dyn FnMut(u64) -> Result<bool, Stop>,
    ) -> Result<Option<Vec<(u32, Rational)>>, Stop> {
        let mut order: BinaryHeap<Reverse<(usize, u32)>> =
            self.rows.keys().map(|&variable| Reverse((self.cost(variable), variable))).collect();
        let mut eliminated: Vec<(u32, BTreeMap<u32, Rational>, Rational)> = Vec::new();
        while let Some(Reverse((cost, variable))) = order.pop() {
            if !self.rows.contains_key(&variable) {
                continue;
            }
            let now = self.cost(variable);
            if now > cost {
                order.push(Reverse((now, variable)));
                continue;
            }
            let Some((mut row, mut constant)) = self.rows.remove(&variable) else { continue };
            for other in row.keys() {
                if let Some(mentions) = self.mentioned_by.get_mut(other) {
                    mentions.remove(&variable);
                }
            }
            if let Some(own) = row.remove(&variable) {
                // Every policy leaves: the chance of staying is less than 1.
                let Some(scale) = (&Rational::ONE - &own).reciprocal() else { return Ok(None) };
                row.values_mut().for_each(|weight| *weight = &*weight * &scale);
                constant = &constant * &scale;
            }
            for user in self.mentioned_by.remove(&variable).unwrap_or_default() {
                let Some((theirs, their_constant)) = self.rows.get_mut(&user) else { continue };
                let Some(factor) = theirs.remove(&variable) else { continue };
                *their_constant += &(&factor * &constant);
                for (&other, weight) in &row {
                    let entry = theirs.entry(other).or_insert(Rational::ZERO);
                    *entry += &(&factor * weight);
                    let bits = entry.bits();
                    self.mentioned_by.entry(other).or_default().insert(user);
                    if !spend(bits)? {
                        return Ok(None);
                    }
                }
                if !spend(their_constant.bits())? {
                    return Ok(None);
                }
            }
            eliminated.push((variable, row, constant));
        }
        // What was eliminated last mentions nobody.
        let mut values: BTreeMap<u32, Rational> = BTreeMap::new();
        for (variable, row, constant) in eliminated.into_iter().rev() {
            let mut value = constant;
            for (other, weight) in row {
                if let Some(known) = values.get(&other) {
                    value += &(&weight * known);
                }
                if !spend(value.bits())? {
                    return Ok(None);
                }
            }
            values.insert(variable, value);
        }
        Ok(Some(values.into_iter().collect()))
    }
}
