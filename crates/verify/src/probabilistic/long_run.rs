//! Averages in the long run: the fraction of time spent in some states, or the reward per step.
//!
//! A run ends up in an end component. Inside one the best average is the same from everywhere, and
//! every vector `h` bounds it: it lies between the smallest and the largest of r + P h - h over all
//! states, each with its best choice (Puterman, "Markov Decision Processes", theorem 8.5.5). So `h`
//! is approximated in machine numbers, and only those two are computed with care for rounding. What
//! is left is which components are reached: end components become nodes where one may stay.

use surmise_model::{Context, Event, Extreme, Rational, Stop};

use super::elimination::{CHEAPEST, Eliminated, Row};
use super::end_components::{EndComponents, end_components};
use super::equations::{Equations, Known};
use super::markov::MarkovModel;
use super::solve::{Comparison, NumberOptions, solve};
use super::values::Values;
use fixedbitset::FixedBitSet;

/// The long-run average, from each of some states, of what each choice gives.
pub(super) fn long_run_average(
    model: &MarkovModel,
    gives: &dyn Fn(usize) -> Rational,
    extreme: Extreme,
    bound: Comparison<'_>,
    sources: &[usize],
    options: &NumberOptions,
    context: &Context<'_>,
) -> (Values, Option<Stop>) {
    match average(model, gives, extreme, bound, sources, options, context) {
        Ok(found) => found,
        Err(stop) => (Values::Bounds(vec![(0.0, f64::INFINITY); sources.len()]), Some(stop)),
    }
}

fn average(
    model: &MarkovModel,
    gives: &dyn Fn(usize) -> Rational,
    extreme: Extreme,
    bound: Comparison<'_>,
    sources: &[usize],
    options: &NumberOptions,
    context: &Context<'_>,
) -> Result<(Values, Option<Stop>), Stop> {
    context.observer.event(&Event::Phase("averages in the long run"));
    let states = model.num_states();
    let mut all = FixedBitSet::with_capacity(states);
    all.insert_range(..);
    let components = end_components(model, &all, |_| true, context)?;
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); components.count];
    for (state, component) in components.of.iter().enumerate() {
        if let Some(component) = component {
            members[*component as usize].push(state as u32);
        }
    }
    let mut gains = Vec::with_capacity(components.count);
    for (component, members) in members.iter().enumerate() {
        let inside = Inside { model, components: &components, component, members, extreme };
        gains.push(inside.gain(gives, options, context)?);
    }
    // No average is larger than the largest of a component.
    let largest = gains.iter().map(|(_, high)| high.bounds().1).fold(0.0, f64::max);
    let nothing = FixedBitSet::with_capacity(states);
    let solved = |staying: Vec<Rational>, options: &NumberOptions| {
        let known = Known {
            zero: &nothing,
            one: None,
            infinite: None,
            collapsed: Some(&components),
            rewards: None,
            staying: Some(&staying),
        };
        let equations = Equations::new(model, &known, sources.iter().copied(), context)?;
        Ok::<_, Stop>(solve(&equations, extreme, largest, bound, options, context))
    };
    if gains.iter().all(|(low, high)| low == high) {
        return solved(gains.into_iter().map(|(low, _)| low).collect(), options);
    }
    let options = NumberOptions { exact_work: 0, ..*options };
    let (low, high): (Vec<Rational>, Vec<Rational>) = gains.into_iter().unzip();
    let ((low, stopped), (high, stopped_too)) = (solved(low, &options)?, solved(high, &options)?);
    let both = |index| (low.bounds(index).0, high.bounds(index).1);
    Ok((Values::Bounds((0..sources.len()).map(both).collect()), stopped.or(stopped_too)))
}

/// Sweeps over a component before it is given up to come closer.
const MOST_SWEEPS: u64 = 1_000_000;

/// One end component.
struct Inside<'a> {
    model: &'a MarkovModel,
    components: &'a EndComponents,
    component: usize,
    /// Its states, sorted.
    members: &'a [u32],
    extreme: Extreme,
}

impl Inside<'_> {
    /// Bounds of the best average.
    fn gain(
        &self,
        gives: &dyn Fn(usize) -> Rational,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<(Rational, Rational), Stop> {
        let rows: Vec<Vec<usize>> =
            self.members.iter().map(|&state| self.choices(state as usize)).collect();
        let chain: Option<Vec<usize>> = rows
            .iter()
            .map(|row| match row[..] {
                [only] => Some(only),
                _ => None,
            })
            .collect();
        if let Some(chain) = &chain {
            let mut work = options.exact_work;
            let mut spend = |more: u64| {
                context.check()?;
                work = work.saturating_sub(more);
                Ok(work > 0)
            };
            let weight = |id: surmise_model::ProbabilityId| self.model.probabilities.value(id);
            if options.exact_work / CHEAPEST > chain.len() as u64
                && let Some(renewal) =
                    self.renewal(chain, |id| weight(id).clone(), gives, &Rational::ONE, &mut spend)?
                && let Some(gain) = renewal.reward.divide(&renewal.time)
            {
                return Ok((gain.clone(), gain));
            }
        }
        if rows.iter().flatten().all(|&choice| gives(choice).is_zero()) {
            return Ok((Rational::ZERO, Rational::ZERO));
        }
        let sweeps = Sweeps::new(self, &rows, gives);
        let mut height = vec![0.0; self.members.len()];
        if let Some(chain) = &chain
            && let Some(found) = self.heights(chain, gives, context)?
        {
            height = found;
            let (low, high) = sweeps.enclosed(&height);
            if close(low, high, options) {
                return Ok((exactly(low), exactly(high)));
            }
        }
        sweeps.iterate(height, options, context)
    }

    /// The choices of a state that stay inside.
    fn choices(&self, state: usize) -> Vec<usize> {
        let inside =
            |&target: &u32| self.components.of[target as usize] == Some(self.component as u32);
        let stays = |choice: &usize| self.model.targets(*choice).iter().all(inside);
        self.model.choices(state).filter(stays).collect()
    }

    /// Of a chain, what is collected and how long it takes from its first state back to it.
    fn renewal<T: super::elimination::Number>(
        &self,
        chain: &[usize],
        weight: impl Fn(surmise_model::ProbabilityId) -> T,
        reward: impl Fn(usize) -> T,
        one: &T,
        spend: &mut dyn FnMut(u64) -> Result<bool, Stop>,
    ) -> Result<Option<Renewal<T>>, Stop> {
        // All states but the first; to reach the first is to leave.
        let rows = chain[1..].iter().map(|&choice| {
            let mut row = Row { weights: Vec::new(), leaving: T::ZERO };
            for (target, id) in self.model.branches(choice) {
                match self.members.binary_search(&(target as u32)) {
                    Ok(0) => row.leaving = weight(id),
                    Ok(position) => row.weights.push((position as u32 - 1, weight(id))),
                    Err(_) => {}
                }
            }
            row
        });
        let Some(eliminated) = Eliminated::new(rows.collect(), spend)? else { return Ok(None) };
        let constants = chain[1..].iter().map(|&choice| reward(choice)).collect();
        let Some(rewards) = eliminated.solve(constants, spend)? else { return Ok(None) };
        let constants = vec![one.clone(); chain.len() - 1];
        let Some(times) = eliminated.solve(constants, spend)? else { return Ok(None) };
        let (mut all_reward, mut all_time) = (reward(chain[0]), one.clone());
        for (target, id) in self.model.branches(chain[0]) {
            if let Ok(position @ 1..) = self.members.binary_search(&(target as u32)) {
                all_reward.add_product(&weight(id), &rewards[position - 1]);
                all_time.add_product(&weight(id), &times[position - 1]);
            }
        }
        Ok(Some(Renewal { reward: all_reward, time: all_time, rewards, times }))
    }

    /// A vector that bounds the average of a chain closely, by elimination.
    fn heights(
        &self,
        chain: &[usize],
        gives: &dyn Fn(usize) -> Rational,
        context: &Context<'_>,
    ) -> Result<Option<Vec<f64>>, Stop> {
        let branches: usize = chain.iter().map(|&choice| self.model.branches(choice).len()).sum();
        let mut work = 2_000 * branches as u64;
        let mut spend = |more: u64| {
            context.check()?;
            work = work.saturating_sub(more);
            Ok(work > 0)
        };
        let weight =
            |id: surmise_model::ProbabilityId| self.model.probabilities.value(id).approximate();
        let reward = |choice: usize| gives(choice).approximate();
        let Some(found) = self.renewal(chain, weight, reward, &1.0, &mut spend)? else {
            return Ok(None);
        };
        let gain = found.reward / found.time;
        let others = found.rewards.iter().zip(&found.times);
        Ok(Some([0.0].into_iter().chain(others.map(|(r, t)| r - gain * t)).collect()))
    }
}

/// A component in machine numbers, its choices one after the other: a sweep looks nothing up.
struct Sweeps {
    extreme: Extreme,
    /// By state, where its choices begin.
    rows: Vec<u32>,
    /// By choice, where its branches begin.
    choices: Vec<u32>,
    rewards: Vec<f64>,
    /// Positions of states, with weights.
    branches: Vec<(u32, f64)>,
}

impl Sweeps {
    fn new(inside: &Inside<'_>, rows: &[Vec<usize>], gives: &dyn Fn(usize) -> Rational) -> Self {
        let Inside { model, members, extreme, .. } = *inside;
        let weights: Vec<f64> = model.probabilities.iter().map(Rational::approximate).collect();
        let (rewards, branches) = (Vec::new(), Vec::new());
        let mut sweeps = Self { extreme, rows: vec![0], choices: vec![0], rewards, branches };
        for row in rows {
            for &choice in row {
                sweeps.rewards.push(gives(choice).approximate());
                for (target, id) in model.branches(choice) {
                    if let Ok(position) = members.binary_search(&(target as u32)) {
                        sweeps.branches.push((position as u32, weights[id.index()]));
                    }
                }
                sweeps.choices.push(sweeps.branches.len() as u32);
            }
            sweeps.rows.push(sweeps.rewards.len() as u32);
        }
        sweeps
    }

    /// Relative value iteration. A step is taken with probability one half, so that it converges
    /// whatever the periods are.
    fn iterate(
        &self,
        mut height: Vec<f64>,
        options: &NumberOptions,
        context: &Context<'_>,
    ) -> Result<(Rational, Rational), Stop> {
        // An average is no larger than the largest reward.
        let largest = self.rewards.iter().copied().fold(0.0, f64::max).next_up();
        let (mut best_low, mut best_high) = (0.0f64, largest);
        let mut next = height.clone();
        for sweep in 0..MOST_SWEEPS {
            context.check()?;
            for (state, next) in next.iter_mut().enumerate() {
                *next = height[state] + self.best(state, &height).0 / 2.0;
            }
            let base = next[0];
            next.iter_mut().for_each(|value| *value -= base);
            std::mem::swap(&mut height, &mut next);
            if sweep.is_multiple_of(16) {
                let (low, high) = self.enclosed(&height);
                (best_low, best_high) = (best_low.max(low), best_high.min(high));
                if close(best_low, best_high, options) {
                    break;
                }
            }
        }
        Ok((exactly(best_low), exactly(best_high)))
    }

    /// The best of r + P h - h in a state, and how far rounding may have moved it.
    fn best(&self, state: usize, height: &[f64]) -> (f64, f64) {
        let own = height[state];
        let mut best: Option<(f64, f64)> = None;
        for choice in self.rows[state] as usize..self.rows[state + 1] as usize {
            let reward = self.rewards[choice];
            let (mut sum, mut size, mut terms) = (reward - own, reward.abs() + own.abs(), 4.0);
            let branches = self.choices[choice] as usize..self.choices[choice + 1] as usize;
            for &(target, weight) in &self.branches[branches] {
                let part = weight * height[target as usize];
                sum += part;
                size += part.abs();
                terms += 2.0;
            }
            let error = size * terms * f64::EPSILON;
            let better = best.is_none_or(|best| match self.extreme {
                Extreme::Maximal => sum > best.0,
                Extreme::Minimal => sum < best.0,
            });
            // Another choice may be the best one in truth: the widest error counts.
            let widest = best.map_or(error, |best| best.1.max(error));
            best = Some((if better { sum } else { best.map_or(sum, |best| best.0) }, widest));
        }
        best.unwrap_or((0.0, 0.0))
    }

    /// Bounds of the average by a vector.
    fn enclosed(&self, height: &[f64]) -> (f64, f64) {
        let mut bounds = (f64::INFINITY, 0.0f64);
        for state in 0..height.len() {
            let (value, error) = self.best(state, height);
            bounds.0 = bounds.0.min((value - error).next_down());
            bounds.1 = bounds.1.max((value + error).next_up());
        }
        (bounds.0.max(0.0), bounds.1)
    }
}

/// From the first state of a chain back to it; and from the others to it.
struct Renewal<T> {
    reward: T,
    time: T,
    rewards: Vec<T>,
    times: Vec<T>,
}

fn close(low: f64, high: f64, options: &NumberOptions) -> bool {
    let scale = if options.absolute { 1.0 } else { low };
    high - low <= options.precision / 4.0 * scale || high - low < f64::MIN_POSITIVE
}

/// A machine number that is not infinite, exactly.
fn exactly(float: f64) -> Rational {
    Rational::from_float(float).unwrap_or(Rational::ZERO)
}
