//! Sparse systems x = constant + Σ weight · y, solved by eliminating one variable after the other,
//! those that few others mention first; in rational numbers or in those of the machine.
//!
//! What stays in the system and what leaves it are kept apart, so that one minus the chance of
//! staying is a sum and nothing cancels: machine numbers lose a few bits, however rarely a chain is
//! left (Grassmann, Taksar and Heyman, "Regenerative analysis and steady state distributions for
//! Markov chains", Operations Research 33, 1985).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use surmise_model::{Rational, Stop};

/// Numbers to compute with.
pub(super) trait Number: Clone {
    const ZERO: Self;

    /// Adds a product.
    fn add_product(&mut self, one: &Self, other: &Self);

    fn times(&self, other: &Self) -> Self;

    /// One divided by it, unless it is zero.
    fn inverse(&self) -> Option<Self>;

    fn plus(&mut self, other: &Self);

    /// What an operation on it costs, in operations on machine words.
    fn cost(&self) -> u64;
}

impl Number for f64 {
    const ZERO: Self = 0.0;

    fn add_product(&mut self, one: &Self, other: &Self) {
        *self += one * other;
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn inverse(&self) -> Option<Self> {
        (*self > 0.0).then(|| 1.0 / self)
    }

    fn plus(&mut self, other: &Self) {
        *self += other;
    }

    fn cost(&self) -> u64 {
        1
    }
}

/// What an operation on a rational number costs at least.
pub(super) const CHEAPEST: u64 = 64;

impl Number for Rational {
    const ZERO: Self = Self::ZERO;

    fn add_product(&mut self, one: &Self, other: &Self) {
        *self += &(one * other);
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn inverse(&self) -> Option<Self> {
        self.reciprocal()
    }

    fn plus(&mut self, other: &Self) {
        *self += other;
    }

    fn cost(&self) -> u64 {
        // Every operation reduces its result by a greatest common divisor.
        let words = self.bits() / 64;
        CHEAPEST + 4 * words * words
    }
}

/// The row of a variable: weights by variable, sorted, and the chance of leaving the system.
pub(super) struct Row<T> {
    pub(super) weights: Vec<(u32, T)>,
    pub(super) leaving: T,
}

/// Says whether so much more work may be done.
pub(super) type Spend<'a> = &'a mut dyn FnMut(u64) -> Result<bool, Stop>;

/// A system eliminated: constants are put in afterwards, as often as wanted.
pub(super) struct Eliminated<T> {
    steps: Vec<Step<T>>,
}

struct Step<T> {
    variable: u32,
    /// One divided by the chance of not staying.
    scale: T,
    /// Later variables that this one depends on.
    row: Vec<(u32, T)>,
    /// Later variables that depended on this one.
    users: Vec<(u32, T)>,
}

impl<T: Number> Eliminated<T> {
    /// Eliminates all variables; `None` if there is no work left, or somebody can never leave.
    pub(super) fn new(mut rows: Vec<Row<T>>, spend: Spend<'_>) -> Result<Option<Self>, Stop> {
        let count = rows.len();
        let mut mentioned_by: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (variable, row) in rows.iter().enumerate() {
            for &(other, _) in &row.weights {
                mentioned_by[other as usize].push(variable as u32);
            }
        }
        let cost = |rows: &[Row<T>], mentioned_by: &[Vec<u32>], variable: usize| {
            (rows[variable].weights.len() + 1) * mentioned_by[variable].len()
        };
        let mut order: BinaryHeap<Reverse<(usize, u32)>> = (0..count)
            .map(|variable| Reverse((cost(&rows, &mentioned_by, variable), variable as u32)))
            .collect();
        let mut done = vec![false; count];
        let mut steps = Vec::with_capacity(count);
        while let Some(Reverse((expected, variable))) = order.pop() {
            let at = variable as usize;
            if done[at] {
                continue;
            }
            mentioned_by[at].sort_unstable();
            mentioned_by[at].dedup();
            mentioned_by[at].retain(|&user| !done[user as usize]);
            let now = cost(&rows, &mentioned_by, at);
            if now > expected {
                order.push(Reverse((now, variable)));
                continue;
            }
            done[at] = true;
            let mut row = std::mem::take(&mut rows[at].weights);
            row.retain(|&(other, _)| other != variable);
            let mut leaving = rows[at].leaving.clone();
            let mut rest = leaving.clone();
            row.iter().for_each(|(_, weight)| rest.plus(weight));
            let Some(scale) = rest.inverse() else { return Ok(None) };
            row.iter_mut().for_each(|(_, weight)| *weight = weight.times(&scale));
            leaving = leaving.times(&scale);
            let mut users = Vec::new();
            for user in std::mem::take(&mut mentioned_by[at]) {
                let theirs = &mut rows[user as usize];
                let found = theirs.weights.binary_search_by_key(&variable, |&(other, _)| other);
                let Ok(place) = found else { continue };
                let (_, factor) = theirs.weights.remove(place);
                theirs.leaving.add_product(&factor, &leaving);
                let (merged, work) = merged(&theirs.weights, &row, &factor, |other| {
                    mentioned_by[other as usize].push(user);
                });
                theirs.weights = merged;
                users.push((user, factor));
                if !spend(work)? {
                    return Ok(None);
                }
            }
            steps.push(Step { variable, scale, row, users });
        }
        Ok(Some(Self { steps }))
    }

    /// The solution for some constants.
    pub(super) fn solve(
        &self,
        mut values: Vec<T>,
        spend: Spend<'_>,
    ) -> Result<Option<Vec<T>>, Stop> {
        for Step { variable, scale, users, .. } in &self.steps {
            let own = values[*variable as usize].times(scale);
            let mut work = own.cost();
            for (user, factor) in users {
                values[*user as usize].add_product(factor, &own);
                work += values[*user as usize].cost();
            }
            values[*variable as usize] = own;
            if !spend(work)? {
                return Ok(None);
            }
        }
        for Step { variable, row, .. } in self.steps.iter().rev() {
            let mut value = values[*variable as usize].clone();
            let mut work = 1;
            for (other, weight) in row {
                value.add_product(weight, &values[*other as usize]);
                work += value.cost();
            }
            values[*variable as usize] = value;
            if !spend(work)? {
                return Ok(None);
            }
        }
        Ok(Some(values))
    }
}

/// A row plus a multiple of another one, and what that took; tells variables that are new in it.
fn merged<T: Number>(
    one: &[(u32, T)],
    other: &[(u32, T)],
    factor: &T,
    mut new: impl FnMut(u32),
) -> (Vec<(u32, T)>, u64) {
    let mut all = Vec::with_capacity(one.len() + other.len());
    let (mut i, mut work) = (0, 1);
    for (variable, weight) in other {
        while i < one.len() && one[i].0 < *variable {
            all.push(one[i].clone());
            i += 1;
        }
        if i < one.len() && one[i].0 == *variable {
            let mut sum = one[i].1.clone();
            sum.add_product(factor, weight);
            work += sum.cost();
            all.push((*variable, sum));
            i += 1;
        } else {
            let product = factor.times(weight);
            work += product.cost();
            all.push((*variable, product));
            new(*variable);
        }
    }
    all.extend_from_slice(&one[i..]);
    (all, work)
}
