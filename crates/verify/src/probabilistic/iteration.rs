//! Interval iteration (Haddad and Monmege 2018; Baier et al. 2017) on the quotient, from below and
//! from above, with every operation rounded outwards: whatever is returned contains the
//! probability.
//!
//! Nodes are updated component by component in the order of the graph, so that what does not lie on
//! a cycle is computed once. Iteration ends when both bounds are as close as wanted, or when
//! machine numbers cannot bring them closer; it never ends because a bound hardly moved.

use surmise_model::{Context, Extreme, Rational, Stop};

use super::collapsed::{Place, Quotient};
use super::interval::Interval;

/// Lower and upper bounds of every node.
pub(super) struct Bounds {
    low: Vec<f64>,
    high: Vec<f64>,
}

/// Numbers of the table, rounded down and up.
struct Weights {
    low: Vec<f64>,
    high: Vec<f64>,
}

/// A product of numbers that are not negative, rounded down.
#[inline]
pub(super) fn below(product: f64) -> f64 {
    product.next_down().max(0.0)
}

/// A product or sum of numbers that are not negative, rounded up; zero is exact.
#[inline]
pub(super) fn above(sum: f64) -> f64 {
    if sum == 0.0 { 0.0 } else { sum.next_up() }
}

impl Bounds {
    /// Bounds that are always right: from 0 to 1.
    pub(super) fn new(quotient: &Quotient) -> Self {
        let nodes = quotient.num_nodes();
        Self { low: vec![0.0; nodes], high: vec![1.0; nodes] }
    }

    /// What is known of an initial state.
    pub(super) fn interval(&self, place: Place) -> Interval {
        let exact = |float: f64| Rational::from_float(float).unwrap_or(Rational::ZERO);
        match place {
            Place::Zero => Interval::exact(Rational::ZERO),
            Place::One => Interval::exact(Rational::ONE),
            Place::Node(node) => Interval {
                low: exact(self.low[node as usize]),
                high: exact(self.high[node as usize]),
            },
        }
    }

    /// How far apart the bounds of an initial state are.
    pub(super) fn width(&self, place: Place) -> f64 {
        match place {
            Place::Zero | Place::One => 0.0,
            Place::Node(node) => self.high[node as usize] - self.low[node as usize],
        }
    }

    /// A value of each node between the bounds, to start from.
    pub(super) fn middle(&self, node: usize) -> f64 {
        (self.low[node] + self.high[node]) / 2.0
    }
}

/// When iteration ends.
#[derive(Clone, Copy)]
pub(super) struct Until<'a> {
    /// When the bounds of every node are this close.
    pub(super) precision: f64,
    /// After so many sweeps over one component.
    pub(super) most_sweeps: u64,
    /// When the bounds say all that is asked, whatever those of other nodes are.
    pub(super) enough: &'a dyn Fn(&Bounds) -> bool,
}

/// Whether the bounds say enough is asked once in so many sweeps.
const SWEEPS_BETWEEN: u64 = 16;

/// Iterates until the bounds are good enough, or cannot come closer. `components` is the component
/// of every node, in an order in which edges lead to smaller ones. If the context says stop, the
/// bounds are right, and as close as they have become.
pub(super) fn iterate(
    quotient: &Quotient,
    extreme: Extreme,
    components: &[Vec<u32>],
    until: Until<'_>,
    bounds: &mut Bounds,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let Until { precision, most_sweeps, enough } = until;
    let pairs = quotient.table.iter().map(Rational::bounds);
    let (low, high) = pairs.map(|(low, high)| (low.max(0.0), high)).unzip();
    let weights = Weights { low, high };
    // Each component adds to the error of those it leads to: it is given a small part of it.
    let part = precision / 1000.0;
    for component in components {
        let mut sweeps = 0u64;
        let mut inherited = 0.0f64;
        for &node in component {
            for choice in quotient.row(node as usize) {
                for branch in quotient.branches(choice) {
                    let target = quotient.targets[branch] as usize;
                    if component.binary_search(&(target as u32)).is_err() {
                        inherited = inherited.max(bounds.high[target] - bounds.low[target]);
                    }
                }
            }
        }
        loop {
            let mut moved = false;
            let mut widest = 0.0f64;
            for (position, &node) in component.iter().enumerate() {
                if position.is_multiple_of(1 << 12) {
                    context.check()?;
                }
                let (low, high) = update(quotient, extreme, node as usize, bounds, &weights);
                let node = node as usize;
                if low > bounds.low[node] {
                    bounds.low[node] = low;
                    moved = true;
                }
                if high < bounds.high[node] {
                    bounds.high[node] = high;
                    moved = true;
                }
                widest = widest.max(bounds.high[node] - bounds.low[node]);
            }
            sweeps += 1;
            if sweeps.is_multiple_of(SWEEPS_BETWEEN) && enough(bounds) {
                return Ok(());
            }
            if !moved || widest <= inherited + part || sweeps >= most_sweeps {
                break;
            }
        }
    }
    Ok(())
}

/// New bounds of a node from those of its successors.
fn update(
    quotient: &Quotient,
    extreme: Extreme,
    node: usize,
    bounds: &Bounds,
    weights: &Weights,
) -> (f64, f64) {
    let worst = match extreme {
        Extreme::Maximal => 0.0,
        Extreme::Minimal => 1.0,
    };
    let (mut best_low, mut best_high) = (worst, worst);
    for choice in quotient.row(node) {
        let (mut low, mut high) = match quotient.gains[choice] {
            Some(gain) => (weights.low[gain.index()], weights.high[gain.index()]),
            None => (0.0, 0.0),
        };
        for branch in quotient.branches(choice) {
            let (target, weight) =
                (quotient.targets[branch] as usize, quotient.weights[branch].index());
            low = below(low + below(weights.low[weight] * bounds.low[target]));
            high = above(high + above(weights.high[weight] * bounds.high[target]));
        }
        match extreme {
            Extreme::Maximal => {
                best_low = f64::max(best_low, low);
                best_high = f64::max(best_high, high);
            }
            Extreme::Minimal => {
                best_low = f64::min(best_low, low);
                best_high = f64::min(best_high, high);
            }
        }
    }
    (best_low, best_high)
}
