//! Bounds of a component that is seldom left, where sweeps hardly help: the values of the best
//! policy are found by elimination, and moved apart by what a small error in every step amounts to.
//! The last pass of `iteration` proves that they are bounds.

use surmise_model::{Extreme, Rational, Stop};

use super::elimination::{Eliminated, Row};
use super::iteration::{Bounds, Iteration, Side, ULP, restore};

/// Elimination may take as much work as so many sweeps more.
const SWEEPS_FOR_ELIMINATION: u64 = 2_000;

impl Iteration<'_> {
    /// Finds the values of the best policy by elimination and moves them apart until they can be
    /// proved to be bounds; `false` if that is too much work or does not succeed.
    pub(super) fn eliminate(
        &self,
        nodes: &[u32],
        share: f64,
        bounds: &mut Bounds,
    ) -> Result<bool, Stop> {
        let branches: usize = nodes
            .iter()
            .map(|&node| self.equations.row(node as usize))
            .map(|row| {
                (self.equations.choices[row.end] - self.equations.choices[row.start]) as usize
            })
            .sum();
        let mut work = SWEEPS_FOR_ELIMINATION.saturating_mul((branches + nodes.len()) as u64);
        let mut spend = |more: u64| {
            self.context.check()?;
            work = work.saturating_sub(more);
            Ok(work > 0)
        };
        let mut policy: Vec<usize> = Vec::with_capacity(nodes.len());
        for &node in nodes {
            match self.best_choice(node as usize, &bounds.low) {
                Some(choice) => policy.push(choice),
                None => return Ok(false),
            }
        }
        // The best policy by the lower bounds of other components.
        let eliminated = loop {
            let rows = self.rows(nodes, &policy);
            let Some(eliminated) = Eliminated::new(rows, &mut spend)? else { return Ok(false) };
            let constants = self.constants(nodes, &policy, &bounds.low);
            let Some(values) = eliminated.solve(constants, &mut spend)? else { return Ok(false) };
            restore(nodes, &values, &mut bounds.low);
            let mut changed = false;
            for (position, &node) in nodes.iter().enumerate() {
                if self.equations.row(node as usize).len() < 2 {
                    continue;
                }
                let now = bounds.low[node as usize];
                let best = self.best_choice(node as usize, &bounds.low);
                let Some(best) = best else { return Ok(false) };
                let value = self.choice(best, &bounds.low);
                let better = match self.extreme {
                    Extreme::Maximal => value > now * (1.0 + 1e-12),
                    Extreme::Minimal => value < now * (1.0 - 1e-12),
                };
                if better && policy[position] != best {
                    policy[position] = best;
                    changed = true;
                }
            }
            if !changed {
                break eliminated;
            }
        };
        let constants = self.constants(nodes, &policy, &bounds.high);
        let Some(values) = eliminated.solve(constants, &mut spend)? else { return Ok(false) };
        restore(nodes, &values, &mut bounds.high);
        // What it amounts to if every step errs by a part of the value.
        let own: Vec<f64> = nodes.iter().map(|&node| bounds.high[node as usize]).collect();
        let Some(slack) = self.slack(nodes, &policy, &eliminated, &own, bounds, &mut spend)? else {
            return Ok(false);
        };
        let (low, high): (Vec<f64>, Vec<f64>) =
            nodes.iter().map(|&n| (bounds.low[n as usize], bounds.high[n as usize])).unzip();
        let mut error = 8.0 * ULP;
        while error < share {
            for (position, &node) in nodes.iter().enumerate() {
                let apart = error * slack[position];
                bounds.low[node as usize] = (low[position] - apart).max(0.0);
                bounds.high[node as usize] = (high[position] + apart).min(self.largest);
            }
            if self.prove(Side::Low, nodes, 2, &mut bounds.low)?
                && self.prove(Side::High, nodes, 2, &mut bounds.high)?
            {
                return Ok(true);
            }
            error *= 8.0;
        }
        Ok(false)
    }

    /// The largest sum of the values on the way, over all policies that are as good as the best.
    fn slack(
        &self,
        nodes: &[u32],
        policy: &[usize],
        eliminated: &Eliminated<f64>,
        own: &[f64],
        bounds: &Bounds,
        spend: &mut dyn FnMut(u64) -> Result<bool, Stop>,
    ) -> Result<Option<Vec<f64>>, Stop> {
        let mut policy = policy.to_vec();
        let Some(mut sums) = eliminated.solve(own.to_vec(), spend)? else { return Ok(None) };
        let mut all = vec![0.0; bounds.low.len()];
        loop {
            restore(nodes, &sums, &mut all);
            let mut changed = false;
            for (position, &node) in nodes.iter().enumerate() {
                let value = bounds.low[node as usize];
                let sum_of = |choice: usize| -> f64 {
                    let branches = self.equations.branches(choice);
                    let near = |branch: usize| {
                        self.weights[self.equations.weights[branch].index()].near
                            * all[self.equations.targets[branch] as usize]
                    };
                    branches.map(near).sum()
                };
                let now = sum_of(policy[position]);
                for choice in self.equations.row(node as usize) {
                    let near = (self.choice(choice, &bounds.low) - value).abs() <= 1e-9 * value;
                    if near && sum_of(choice) > now * (1.0 + 1e-9) {
                        policy[position] = choice;
                        changed = true;
                    }
                }
            }
            if !changed {
                return Ok(Some(sums));
            }
            let rows = self.rows(nodes, &policy);
            let Some(eliminated) = Eliminated::new(rows, spend)? else { return Ok(None) };
            match eliminated.solve(own.to_vec(), spend)? {
                Some(next) => sums = next,
                None => return Ok(None),
            }
        }
    }

    fn best_choice(&self, node: usize, values: &[f64]) -> Option<usize> {
        let valued = self.equations.row(node).map(|choice| (choice, self.choice(choice, values)));
        let best = valued.reduce(|best, other| match self.extreme {
            Extreme::Maximal if other.1 > best.1 => other,
            Extreme::Minimal if other.1 < best.1 => other,
            _ => best,
        });
        best.map(|(choice, _)| choice)
    }

    /// The rows of a policy, for elimination.
    fn rows(&self, nodes: &[u32], policy: &[usize]) -> Vec<Row<f64>> {
        let row = |&choice: &usize| {
            let (mut weights, mut leaving) = (Vec::new(), Rational::ONE);
            for branch in self.equations.branches(choice) {
                let id = self.equations.weights[branch];
                if let Ok(position) = nodes.binary_search(&self.equations.targets[branch]) {
                    weights.push((position as u32, self.weights[id.index()].near));
                    leaving -= self.equations.table.value(id);
                }
            }
            Row { weights, leaving: leaving.approximate() }
        };
        policy.iter().map(row).collect()
    }

    /// What the choices of a policy gain outside of a component.
    fn constants(&self, nodes: &[u32], policy: &[usize], values: &[f64]) -> Vec<f64> {
        let constant = |&choice: &usize| {
            let gain = self.equations.gains[choice];
            let gain = gain.map_or(0.0, |gain| self.weights[gain.index()].near);
            let outside = self
                .equations
                .branches(choice)
                .filter(|&branch| nodes.binary_search(&self.equations.targets[branch]).is_err());
            gain + outside
                .map(|branch| {
                    self.weights[self.equations.weights[branch].index()].near
                        * values[self.equations.targets[branch] as usize]
                })
                .sum::<f64>()
        };
        policy.iter().map(constant).collect()
    }
}
