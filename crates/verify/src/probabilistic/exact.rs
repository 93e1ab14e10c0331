//! Exact values: policy iteration, component by component, each policy evaluated by eliminating
//! nodes in rational arithmetic.
//!
//! A policy that leaves with probability 1 has exactly one value, what improves on it leaves, too,
//! and one that no single change improves is optimal (Bertsekas and Tsitsiklis, "An analysis of
//! stochastic shortest path problems", 1991). Iteration in machine numbers tells where to start;
//! whether it was right is decided exactly.

use surmise_model::{Context, Extreme, Rational, Stop};

use super::elimination::{Eliminated, Number as _, Row};
use super::equations::Equations;
use super::iteration::Bounds;

/// The values of all nodes, or `None` if that takes more work than allowed.
pub(super) fn solve(
    equations: &Equations,
    extreme: Extreme,
    start: &Bounds,
    work: u64,
    context: &Context<'_>,
) -> Result<Option<Vec<Rational>>, Stop> {
    let nodes = equations.num_nodes();
    let values = vec![Rational::ZERO; nodes];
    let mut solver = Solver { equations, extreme, values, policy: vec![0; nodes], work, context };
    for node in 0..nodes {
        match solver.promising(node, start) {
            Some(choice) => solver.policy[node] = choice,
            None => return Ok(None),
        }
    }
    for component in 0..equations.num_components() {
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

struct Solver<'a> {
    equations: &'a Equations,
    extreme: Extreme,
    values: Vec<Rational>,
    policy: Vec<usize>,
    /// How much work may still be done, in operations on machine words.
    work: u64,
    context: &'a Context<'a>,
}

impl Solver<'_> {
    fn spend(&mut self, work: u64) -> Result<bool, Stop> {
        self.work = self.work.saturating_sub(work);
        self.context.check()?;
        Ok(self.work > 0)
    }

    /// The best choice by machine numbers.
    fn promising(&self, node: usize, start: &Bounds) -> Option<usize> {
        let equations = self.equations;
        let weight = |id: surmise_model::ProbabilityId| equations.table.value(id).approximate();
        let value = |choice: usize| {
            let gain = equations.gains[choice].map_or(0.0, weight);
            let branches = equations.branches(choice);
            gain + branches
                .map(|b| weight(equations.weights[b]) * start.middle(equations.targets[b] as usize))
                .sum::<f64>()
        };
        let mut row = equations.row(node);
        if row.len() == 1 {
            return row.next();
        }
        let row = row.map(|choice| (choice, value(choice)));
        let best = row.reduce(|best, other| {
            let better = match self.extreme {
                Extreme::Maximal => other.1 > best.1,
                Extreme::Minimal => other.1 < best.1,
            };
            if better { other } else { best }
        });
        best.map(|(choice, _)| choice)
    }

    /// The value of a choice, given those of the nodes.
    fn value(&mut self, choice: usize) -> Result<Rational, Stop> {
        let equations = self.equations;
        let gain = equations.gains[choice];
        let mut sum = gain.map_or(Rational::ZERO, |gain| equations.table.value(gain).clone());
        let mut work = 0;
        for branch in equations.branches(choice) {
            let weight = equations.table.value(equations.weights[branch]);
            sum += &(weight * &self.values[equations.targets[branch] as usize]);
            work += sum.cost();
        }
        self.spend(work)?;
        Ok(sum)
    }

    /// Takes a better choice wherever there is one; says whether there was one.
    fn improve(&mut self, component: usize) -> Result<bool, Stop> {
        let mut changed = false;
        for &node in self.equations.component(component) {
            let row = self.equations.row(node as usize);
            if row.len() <= 1 {
                continue;
            }
            let mut best = self.values[node as usize].clone();
            for choice in row {
                let value = self.value(choice)?;
                let better = match self.extreme {
                    Extreme::Maximal => value > best,
                    Extreme::Minimal => value < best,
                };
                if better {
                    (best, self.policy[node as usize]) = (value, choice);
                    changed = true;
                }
            }
        }
        Ok(changed)
    }

    /// Sets the values of a component's nodes to those of the current policy; `false` if there is
    /// no work left to do it, or the policy never leaves.
    fn evaluate(&mut self, component: usize) -> Result<bool, Stop> {
        let equations = self.equations;
        let nodes = equations.component(component);
        let (mut rows, mut constants) = (Vec::new(), Vec::new());
        for &node in nodes {
            let choice = self.policy[node as usize];
            let gain = equations.gains[choice];
            let mut constant =
                gain.map_or(Rational::ZERO, |gain| equations.table.value(gain).clone());
            let (mut weights, mut leaving) = (Vec::new(), Rational::ONE);
            let mut work = 1;
            for branch in equations.branches(choice) {
                let weight = equations.table.value(equations.weights[branch]);
                let target = equations.targets[branch];
                if let Ok(position) = nodes.binary_search(&target) {
                    weights.push((position as u32, weight.clone()));
                    leaving -= weight;
                } else {
                    constant += &(weight * &self.values[target as usize]);
                    work += constant.cost();
                }
            }
            if !self.spend(work)? {
                return Ok(false);
            }
            rows.push(Row { weights, leaving });
            constants.push(constant);
        }
        let mut spend = |work| self.spend(work);
        let Some(eliminated) = Eliminated::new(rows, &mut spend)? else { return Ok(false) };
        let Some(values) = eliminated.solve(constants, &mut spend)? else { return Ok(false) };
        for (&node, value) in nodes.iter().zip(values) {
            self.values[node as usize] = value;
        }
        Ok(true)
    }
}
