//! Bounds in machine numbers: values are approximated without care for rounding, then moved apart
//! a little, and a last pass rounded outwards proves that they are bounds.
//!
//! Components come in the order of the graph, so that what lies on no cycle is computed once. In a
//! component Gauss–Seidel sweeps run until they hardly move the values; that alone says nothing.
//! Then the values are raised by a part of the precision, and sweeps rounded upwards follow: as
//! soon as one of them raises no value, the values are inductive, and so an upper bound, because
//! the equations have one solution. Lower bounds are proved in the same way. If no sweep succeeds,
//! the values were not close enough yet (Hartmanns and Kaminski, "Optimistic value iteration", CAV
//! 2020; here both sides are proved, since rounding may spoil either).
//!
//! Where sweeps hardly help, because the component is seldom left, there are `policies`.

use std::cell::Cell;

use surmise_model::{Context, Extreme, Stop};

use super::equations::{Equations, Place};

/// Lower and upper bounds of every node.
pub(super) struct Bounds {
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
}

/// A number of the table: rounded down, up, and to the nearest.
#[derive(Clone, Copy)]
pub(super) struct Weight {
    low: f64,
    high: f64,
    pub(super) near: f64,
}

/// A number that is not negative, rounded down.
#[inline]
pub(super) fn below(product: f64) -> f64 {
    product.next_down().max(0.0)
}

/// A number that is not negative, rounded up; zero is exact.
#[inline]
pub(super) fn above(sum: f64) -> f64 {
    if sum == 0.0 { 0.0 } else { sum.next_up() }
}

impl Bounds {
    /// Bounds that are always right: from 0 to the largest value there can be.
    pub(super) fn new(equations: &Equations, largest: f64) -> Self {
        let nodes = equations.num_nodes();
        Self { low: vec![0.0; nodes], high: vec![largest; nodes] }
    }

    /// What is known of a state.
    pub(super) fn of(&self, place: Place) -> (f64, f64) {
        match place {
            Place::Zero => (0.0, 0.0),
            Place::One => (1.0, 1.0),
            Place::Infinite => (f64::INFINITY, f64::INFINITY),
            Place::Node(node) => (self.low[node as usize], self.high[node as usize]),
        }
    }

    /// A value of each node between the bounds, to start from.
    pub(super) fn middle(&self, node: usize) -> f64 {
        match self.high[node].is_finite() {
            true => (self.low[node] + self.high[node]) / 2.0,
            false => self.low[node],
        }
    }
}

/// Which bound is worked on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Low,
    High,
}

/// Sweeps over a component before elimination is tried.
const SWEEPS: u64 = 200;

/// The relative distance of neighbouring machine numbers.
pub(super) const ULP: f64 = f64::EPSILON;

pub(super) struct Iteration<'a> {
    pub(super) equations: &'a Equations,
    pub(super) extreme: Extreme,
    /// The largest value there can be: 1 or infinity.
    pub(super) largest: f64,
    pub(super) weights: Vec<Weight>,
    /// By component, how many components with cycles lie one behind the other from there on.
    depth: Vec<u32>,
    /// The work that was done, in operations on machine words.
    work: Cell<u64>,
    pub(super) context: &'a Context<'a>,
}

impl<'a> Iteration<'a> {
    pub(super) fn new(
        equations: &'a Equations,
        extreme: Extreme,
        largest: f64,
        context: &'a Context<'a>,
    ) -> Self {
        let weights = equations.table.iter().map(|value| {
            let (low, high) = value.bounds();
            Weight { low: low.max(0.0), high, near: value.approximate() }
        });
        let mut depth = vec![0; equations.num_components()];
        for component in 0..depth.len() {
            let nodes = equations.component(component);
            let mut deepest = 0;
            for &node in nodes {
                for choice in equations.row(node as usize) {
                    for branch in equations.branches(choice) {
                        let target = equations.component_of(equations.targets[branch] as usize);
                        deepest = deepest.max(depth[target]);
                    }
                }
            }
            depth[component] = deepest + u32::from(nodes.len() > 1);
        }
        let (weights, work) = (weights.collect(), Cell::new(0));
        Self { equations, extreme, largest, weights, depth, work, context }
    }

    /// How much work was done so far, in operations on machine words.
    pub(super) fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts some updates of nodes.
    fn count(&self, updates: u64) {
        let equations = self.equations;
        let mean = 1 + equations.targets.len() as u64 / equations.num_nodes().max(1) as u64;
        self.work.set(self.work.get().saturating_add(updates.saturating_mul(2 * mean)));
    }

    /// Brings the bounds of every node relatively as close as wanted, or as close as machine
    /// numbers allow; `false` if so many sweeps over a component were not enough for that. However
    /// it ends, also if the context says stop, the bounds are right.
    pub(super) fn run(
        &self,
        precision: f64,
        patience: u64,
        bounds: &mut Bounds,
    ) -> Result<bool, Stop> {
        let mut complete = true;
        self.count(self.equations.num_nodes() as u64);
        let deepest = self.depth.iter().copied().max().unwrap_or(0).max(1);
        let share = (precision / f64::from(2 * deepest)).max(8.0 * ULP);
        for component in 0..self.equations.num_components() {
            if component.is_multiple_of(1 << 10) {
                self.context.check()?;
            }
            match *self.equations.component(component) {
                [node] => self.settle(node as usize, bounds),
                ref nodes => {
                    let backup = |values: &[f64]| -> Vec<f64> {
                        nodes.iter().map(|&node| values[node as usize]).collect()
                    };
                    let (low, high) = (backup(&bounds.low), backup(&bounds.high));
                    let done = self.cycle(nodes, share, patience, bounds, (&low, &high));
                    if !matches!(done, Ok(true)) {
                        restore(nodes, &low, &mut bounds.low);
                        restore(nodes, &high, &mut bounds.high);
                    }
                    match done? {
                        true => {}
                        false if patience < u64::MAX => complete = false,
                        false => self.creep(nodes, share, bounds)?,
                    }
                }
            }
        }
        Ok(complete)
    }

    /// The bounds of a node that does not depend on itself.
    fn settle(&self, node: usize, bounds: &mut Bounds) {
        let low = self.rounded(Side::Low, node, &bounds.low);
        let high = self.rounded(Side::High, node, &bounds.high);
        bounds.low[node] = bounds.low[node].max(low);
        bounds.high[node] = bounds.high[node].min(high);
    }

    /// Finds and proves bounds of a component; `false` if none could be proved.
    fn cycle(
        &self,
        nodes: &[u32],
        share: f64,
        patience: u64,
        bounds: &mut Bounds,
        (low, high): (&[f64], &[f64]),
    ) -> Result<bool, Stop> {
        let mut tried_elimination = false;
        let mut close = share / 2.0;
        let mut sweeps = 0;
        loop {
            let limit = if tried_elimination { patience } else { SWEEPS.min(patience) };
            let limit = limit.saturating_sub(sweeps);
            let (converged, more) = self.approximate(nodes, close, limit, &mut bounds.low)?;
            sweeps += more;
            if converged {
                let approximate: Vec<f64> =
                    nodes.iter().map(|&node| bounds.low[node as usize]).collect();
                restore(nodes, &approximate, &mut bounds.high);
                // The other bound depends on the upper bounds of other components.
                self.approximate(nodes, close, patience, &mut bounds.high)?;
                nudge(nodes, 1.0 - share, &mut bounds.low);
                nudge(nodes, 1.0 + share, &mut bounds.high);
                let patience = 10 + sweeps / 4;
                if self.prove(Side::Low, nodes, patience, &mut bounds.low)?
                    && self.prove(Side::High, nodes, patience, &mut bounds.high)?
                {
                    return Ok(self.keep_better(nodes, bounds, low, high));
                }
                restore(nodes, &approximate, &mut bounds.low);
                close /= 16.0;
            }
            if (!converged || close < 4.0 * ULP) && !tried_elimination {
                tried_elimination = true;
                let start: Vec<f64> = nodes.iter().map(|&n| bounds.low[n as usize]).collect();
                if self.eliminate(nodes, share, bounds)? {
                    return Ok(self.keep_better(nodes, bounds, low, high));
                }
                restore(nodes, &start, &mut bounds.low);
            }
            if close < 4.0 * ULP || sweeps >= patience {
                return Ok(false);
            }
        }
    }

    /// Of two bounds that are right keeps the better one.
    fn keep_better(&self, nodes: &[u32], bounds: &mut Bounds, low: &[f64], high: &[f64]) -> bool {
        for (position, &node) in nodes.iter().enumerate() {
            let node = node as usize;
            bounds.low[node] = bounds.low[node].max(low[position]);
            bounds.high[node] = bounds.high[node].min(high[position]);
        }
        true
    }

    /// Sweeps until no value moves relatively by more than `close`; says whether that was so, and
    /// how many sweeps it took.
    fn approximate(
        &self,
        nodes: &[u32],
        close: f64,
        limit: u64,
        values: &mut [f64],
    ) -> Result<(bool, u64), Stop> {
        for sweep in 0..limit {
            let mut moved = false;
            // What was found first is furthest from where values come from.
            for (position, &node) in nodes.iter().rev().enumerate() {
                if position.is_multiple_of(1 << 14) {
                    self.context.check()?;
                }
                let new = self.nearest(node as usize, values);
                let old = std::mem::replace(&mut values[node as usize], new);
                moved |= (new - old).abs() > close * new;
            }
            self.count(nodes.len() as u64);
            if !moved {
                return Ok((true, sweep + 1));
            }
        }
        Ok((false, limit))
    }

    /// Sweeps with rounding until one of them moves no value the wrong way: then the values are
    /// bounds. In-place updates are no harm, for later ones only see values that are better.
    pub(super) fn prove(
        &self,
        side: Side,
        nodes: &[u32],
        patience: u64,
        values: &mut [f64],
    ) -> Result<bool, Stop> {
        for _ in 0..patience {
            let mut wrong = 0;
            for (position, &node) in nodes.iter().rev().enumerate() {
                if position.is_multiple_of(1 << 14) {
                    self.context.check()?;
                }
                let new = self.rounded(side, node as usize, values);
                let old = std::mem::replace(&mut values[node as usize], new);
                let right = match side {
                    Side::Low => new >= old,
                    Side::High => new <= old,
                };
                wrong += usize::from(!right);
            }
            if wrong == 0 {
                return Ok(true);
            }
            if wrong == nodes.len() {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Interval iteration, which is slow and never wrong: each bound is improved by itself alone.
    fn creep(&self, nodes: &[u32], share: f64, bounds: &mut Bounds) -> Result<(), Stop> {
        loop {
            let (mut moved, mut wide) = (false, false);
            for (position, &node) in nodes.iter().rev().enumerate() {
                if position.is_multiple_of(1 << 12) {
                    self.context.check()?;
                }
                let node = node as usize;
                let low = self.rounded(Side::Low, node, &bounds.low);
                let high = self.rounded(Side::High, node, &bounds.high);
                moved |= low > bounds.low[node] || high < bounds.high[node];
                bounds.low[node] = bounds.low[node].max(low);
                bounds.high[node] = bounds.high[node].min(high);
                wide |= bounds.high[node] - bounds.low[node] > share * bounds.low[node];
            }
            if !moved || !wide {
                return Ok(());
            }
        }
    }

    /// The value of a node by those of its successors, to the nearest.
    #[inline]
    fn nearest(&self, node: usize, values: &[f64]) -> f64 {
        let mut choices = self.equations.row(node).map(|choice| self.choice(choice, values));
        let Some(first) = choices.next() else { return self.worst() };
        match self.extreme {
            Extreme::Maximal => choices.fold(first, f64::max),
            Extreme::Minimal => choices.fold(first, f64::min),
        }
    }

    #[inline]
    pub(super) fn choice(&self, choice: usize, values: &[f64]) -> f64 {
        let equations = self.equations;
        let mut sum = match equations.gains[choice] {
            Some(gain) => self.weights[gain.index()].near,
            None => 0.0,
        };
        let branches = equations.branches(choice);
        let targets = &equations.targets[branches.clone()];
        for (&target, weight) in targets.iter().zip(&equations.weights[branches]) {
            sum += self.weights[weight.index()].near * values[target as usize];
        }
        sum
    }

    /// The same, rounded outwards.
    #[inline]
    fn rounded(&self, side: Side, node: usize, values: &[f64]) -> f64 {
        let equations = self.equations;
        let mut best = self.worst();
        for choice in equations.row(node) {
            let gain = equations.gains[choice].map(|gain| self.weights[gain.index()]);
            let branches = equations.branches(choice);
            let (targets, weights) =
                (&equations.targets[branches.clone()], &equations.weights[branches]);
            let pairs = targets.iter().zip(weights);
            let pairs = pairs.map(|(&t, w)| (self.weights[w.index()], values[t as usize]));
            let sum = match side {
                Side::Low => pairs.fold(gain.map_or(0.0, |gain| gain.low), |sum, (w, value)| {
                    below(sum + below(w.low * value))
                }),
                Side::High => pairs.fold(gain.map_or(0.0, |gain| gain.high), |sum, (w, value)| {
                    above(sum + above(w.high * value))
                }),
            };
            best = match self.extreme {
                Extreme::Maximal => f64::max(best, sum),
                Extreme::Minimal => f64::min(best, sum),
            };
        }
        best.min(self.largest)
    }

    /// What a node without choices would have.
    fn worst(&self) -> f64 {
        match self.extreme {
            Extreme::Maximal => 0.0,
            Extreme::Minimal => self.largest,
        }
    }
}

pub(super) fn restore(nodes: &[u32], from: &[f64], values: &mut [f64]) {
    for (&node, &value) in nodes.iter().zip(from) {
        values[node as usize] = value;
    }
}

fn nudge(nodes: &[u32], factor: f64, values: &mut [f64]) {
    for &node in nodes {
        values[node as usize] *= factor;
    }
}
