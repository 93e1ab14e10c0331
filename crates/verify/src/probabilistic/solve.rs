//! Solving equations as far as is asked: bounds as close as wanted, exact values where that is
//! little work or somebody insists, and no more than it takes to decide a comparison.

use surmise_model::{Context, Event, Extreme, Rational, Relation, Stop};

use super::amount::Extended;
use super::elimination::CHEAPEST;
use super::equations::{Equations, Place};
use super::exact;
use super::iteration::{Bounds, Iteration};
use super::values::Values;

/// How to compute.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberOptions {
    /// How close the bounds should be where the number is not computed exactly.
    pub precision: f64,
    /// Whether that is meant absolutely, and not relatively to the number.
    pub absolute: bool,
    /// How much work an exact number may take where bounds take less than four times that, in
    /// operations on machine words; 0 for bounds only.
    pub exact_work: u64,
}

impl Default for NumberOptions {
    fn default() -> Self {
        Self { precision: 1e-6, absolute: false, exact_work: 2_000_000 }
    }
}

impl NumberOptions {
    /// Exact numbers, whatever that takes.
    pub const EXACT: Self = Self { precision: 1e-10, absolute: false, exact_work: u64::MAX };
}

/// A comparison that may be all that is asked.
pub(super) type Comparison<'a> = Option<(Relation, &'a Rational)>;

/// Bounds this close decide most comparisons.
const COARSE: f64 = 1e-2;

/// Sweeps over a component before exact numbers are tried instead.
const SWEEPS: u64 = 20_000;

/// How much work exact numbers may take where bounds do not decide a comparison or come slowly.
const WORK_TO_DECIDE: u64 = 400_000_000;

/// Where bounds come first, exact numbers may take this part of the work beside that.
const SHARE_OF_BOUNDS: u64 = 4;

/// The values of the states that the equations were made for. However the work ended, they are
/// right; the second is why it ended early, if it did.
pub(super) fn solve(
    equations: &Equations,
    extreme: Extreme,
    largest: f64,
    bound: Comparison<'_>,
    options: &NumberOptions,
    context: &Context<'_>,
) -> (Values, Option<Stop>) {
    let mut bounds = Bounds::new(equations, largest);
    let found = run(equations, extreme, largest, bound, options, &mut bounds, context);
    match found {
        Ok(Some(exact)) => {
            let value = |place: &Place| match place {
                Place::Zero => Rational::ZERO.into(),
                Place::One => Rational::ONE.into(),
                Place::Infinite => Extended::Infinite,
                Place::Node(node) => exact[*node as usize].clone().into(),
            };
            (Values::Exact(equations.places.iter().map(value).collect()), None)
        }
        other => (known(equations, &bounds), other.err()),
    }
}

fn known(equations: &Equations, bounds: &Bounds) -> Values {
    if equations.num_nodes() == 0 {
        let value = |place: &Place| match place {
            Place::One => Rational::ONE.into(),
            Place::Infinite => Extended::Infinite,
            Place::Zero | Place::Node(_) => Rational::ZERO.into(),
        };
        return Values::Exact(equations.places.iter().map(value).collect());
    }
    Values::Bounds(equations.places.iter().map(|&place| bounds.of(place)).collect())
}

fn run(
    equations: &Equations,
    extreme: Extreme,
    largest: f64,
    bound: Comparison<'_>,
    options: &NumberOptions,
    bounds: &mut Bounds,
    context: &Context<'_>,
) -> Result<Option<Vec<Rational>>, Stop> {
    let NumberOptions { precision, absolute, exact_work } = *options;
    if equations.num_nodes() == 0 {
        return Ok(None);
    }
    context.observer.event(&Event::Phase("bounds"));
    let iteration = Iteration::new(equations, extreme, largest, context);
    let decided = |bounds: &Bounds| {
        bound.is_some_and(|(relation, bound)| {
            let known = known(equations, bounds);
            known.satisfy(relation, bound).iter().all(Option::is_some)
        })
    };
    if bound.is_some() {
        iteration.run(precision.max(COARSE), SWEEPS, bounds)?;
    }
    let mut complete = decided(bounds) || iteration.run(precision, SWEEPS, bounds)?;
    complete = complete
        && (absolute || decided(bounds) || known(equations, bounds).are_close(precision, false));
    // A sum of rewards may be so large that a relative precision is not enough.
    let mut relative = precision;
    while absolute && complete && !decided(bounds) && relative > 1e-15 {
        if known(equations, bounds).are_close(precision, true) {
            break;
        }
        relative /= 16.0;
        complete = iteration.run(relative, SWEEPS, bounds)?;
    }
    let open = (bound.is_some() && !decided(bounds)) || !complete;
    let work = match exact_work {
        0 => 0,
        _ if open => exact_work.max(WORK_TO_DECIDE),
        _ => exact_work.max(iteration.work() / SHARE_OF_BOUNDS),
    };
    // Every node takes some work: of too many there is no use in beginning.
    if work / CHEAPEST > equations.num_nodes() as u64 {
        context.observer.event(&Event::Phase("exact numbers"));
        let exact = exact::solve(equations, extreme, bounds, work, context)?;
        if exact.is_some() {
            return Ok(exact);
        }
    }
    if !complete {
        iteration.run(relative, u64::MAX, bounds)?;
    }
    Ok(None)
}
