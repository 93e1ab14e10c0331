//! Numbers that do not decrease from a state to one that simulates it: most pairs that are not
//! related are told apart by them, and related states that are much alike have numbers that are
//! close.
//!
//! A measure of depth k + 1 looks at the best transition for each action: what is expected of a
//! measure of depth k after it, the larger the better. What comes of the actions is added, or the
//! largest or the smallest of it is taken. None of that can decrease if t simulates s: t has a
//! transition for each of s, and a weight function never goes from a larger number to a smaller
//! one. Numbers are whole; rounding down keeps the order. What has too many digits counts as
//! nothing on the left side and as everything on the right side.
//!
//! So a pair with a larger number on the left is refuted, and the depth is the time of its
//! refutation: the best transition for some action expects more than all transitions of the right
//! state do, therefore some pairs of smaller depth are refuted that a weight function would need.

use surmise_model::{ActionId, Context, Lpts, Rational, StateId, Stop};

use super::product::Product;

/// How many measures there are of each depth.
const MEASURES: usize = 16;

/// The largest depth.
pub(super) const DEPTH: usize = 8;

/// What no measure exceeds.
const ALL: u32 = 1 << 30;

type Values = [u32; MEASURES];

/// How what comes of the actions becomes one number.
#[derive(Clone, Copy)]
enum Rule {
    Sum,
    Largest,
    Smallest,
}

/// One measure of one depth.
struct Shape {
    rule: Rule,
    /// How much an action counts, of 256.
    weights: Vec<u32>,
    /// What it counts to be able to do the action, of 256; the rest is what comes after.
    offer: u32,
    /// The sum of the weights, or how many there are for the smallest.
    total: u32,
}

/// All measures of the states of both sides.
pub(super) struct Measures {
    /// Of each depth, from 1 on.
    shapes: Vec<Vec<Shape>>,
    /// Of each state, from depth 1 on, as far as they are known.
    left: Vec<Vec<Values>>,
    right: Vec<[Values; DEPTH]>,
}

impl Measures {
    /// Those of the right side; those of the left side are found as they are needed.
    pub(super) fn new(right: &Lpts, context: &Context<'_>) -> Result<Self, Stop> {
        let mut actions = vec![ActionId::TAU];
        actions.extend(right.alphabet().iter());
        let shape = |depth, place| Shape::new(depth, place, &actions);
        let shapes: Vec<Vec<Shape>> = (0..DEPTH)
            .map(|depth| (0..MEASURES).map(|place| shape(depth, place)).collect())
            .collect();
        context.reserve((size_of::<[Values; DEPTH]>() * right.num_states()) as u64)?;
        let mut found = vec![[[0; MEASURES]; DEPTH]; right.num_states()];
        for (depth, shapes) in shapes.iter().enumerate() {
            for state in right.states() {
                if state.index() % 1024 == 0 {
                    context.check()?;
                }
                let mut terms = Terms::default();
                for choice in right.choices(state) {
                    let after = |target: StateId| match depth {
                        0 => [ALL; MEASURES],
                        _ => found[target.index()][depth - 1],
                    };
                    let values = expected(right.distribution(choice.distribution).iter(), after);
                    terms.add(choice.action, values.unwrap_or([ALL; MEASURES]));
                }
                found[state.index()][depth] = terms.measured(shapes);
            }
        }
        Ok(Self { shapes, left: Vec::new(), right: found })
    }

    /// Sees to it that a state of the left side has measures up to a depth.
    fn find(
        &mut self,
        product: &mut Product<'_>,
        state: StateId,
        depth: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        if self.left.len() <= state.index() {
            self.left.resize(product.num_states().max(state.index() + 1), Vec::new());
        }
        for depth in self.left[state.index()].len()..depth {
            let row = product.expand(state, context)?;
            let mut terms = Terms::default();
            for place in row {
                let step = product.step(place);
                if depth > 0 {
                    for branch in 0..product.branches(step.distribution).len() {
                        let target = product.branches(step.distribution)[branch].0;
                        self.find(product, target, depth, context)?;
                    }
                }
                terms.add(step.action, self.expected_left(product, step.distribution, depth));
            }
            self.left[state.index()].push(terms.measured(&self.shapes[depth]));
        }
        Ok(())
    }

    /// What is expected of the measures of a depth after a distribution of the left side.
    fn expected_left(&self, product: &Product<'_>, distribution: u32, depth: usize) -> Values {
        let after = |target: StateId| match depth {
            0 => [ALL; MEASURES],
            _ => self.left[target.index()][depth - 1],
        };
        let targets = product.branches(distribution).iter().map(|&(target, _)| target);
        let branches = targets.zip(product.weights(distribution));
        expected(branches, after).unwrap_or([0; MEASURES])
    }

    /// The smallest depth of a measure that tells that two states are not related.
    pub(super) fn refuted_at(
        &mut self,
        product: &mut Product<'_>,
        left: StateId,
        right: StateId,
        context: &Context<'_>,
    ) -> Result<Option<u32>, Stop> {
        self.find(product, left, DEPTH, context)?;
        let mut depths = self.left[left.index()].iter().zip(&self.right[right.index()]);
        let exceeds = |below: &Values, above: &Values| {
            below.iter().zip(above).fold(false, |found, (below, above)| found | (below > above))
        };
        let depth = depths.position(|(below, above)| exceeds(below, above));
        Ok(depth.map(|depth| depth as u32 + 1))
    }

    /// How far two states are apart that are not refuted.
    pub(super) fn distance(&self, left: StateId, right: StateId) -> u64 {
        let (below, above) =
            (&self.left[left.index()][DEPTH - 1], &self.right[right.index()][DEPTH - 1]);
        apart(below, above)
    }

    /// How far two distributions are apart.
    pub(super) fn distance_of(
        &mut self,
        product: &mut Product<'_>,
        below: u32,
        above: surmise_model::Distribution<'_>,
        context: &Context<'_>,
    ) -> Result<u64, Stop> {
        for branch in 0..product.branches(below).len() {
            let target = product.branches(below)[branch].0;
            self.find(product, target, DEPTH, context)?;
        }
        let below = self.expected_left(product, below, DEPTH);
        let above = expected(above.iter(), |target| self.right[target.index()][DEPTH - 1]);
        Ok(apart(&below, &above.unwrap_or([ALL; MEASURES])))
    }

    /// The transition of the left state that shows it, by its place in the row.
    pub(super) fn culprit(
        &self,
        product: &Product<'_>,
        right_side: &Lpts,
        left: StateId,
        right: StateId,
    ) -> Option<usize> {
        let depths = self.left[left.index()].iter().zip(&self.right[right.index()]).enumerate();
        let mut found = depths.flat_map(|(depth, (below, above))| {
            (0..MEASURES)
                .filter(move |&place| below[place] > above[place])
                .map(move |place| (depth, place))
        });
        let (depth, place) = found.next()?;
        let after = |target: StateId| match depth {
            0 => [ALL; MEASURES],
            _ => self.right[target.index()][depth - 1],
        };
        let row = product.row(left);
        let counts = |step: ActionId| self.shapes[depth][place].weight(step) > 0;
        row.clone()
            .filter(|&at| counts(product.step(at).action))
            .find(|&at| {
                let step = product.step(at);
                let below = self.expected_left(product, step.distribution, depth)[place];
                right_side.choices_on(right, step.action).iter().all(|choice| {
                    let above =
                        expected(right_side.distribution(choice.distribution).iter(), after);
                    below > above.map_or(ALL, |values| values[place])
                })
            })
            .map(|at| at - row.start)
    }
}

impl Shape {
    fn new(depth: usize, place: usize, actions: &[ActionId]) -> Self {
        let chance =
            |what: usize| scrambled(((depth * MEASURES + place) as u64) << 32 | what as u64);
        let rule = match place % 4 {
            0 | 1 => Rule::Sum,
            2 => Rule::Largest,
            _ => Rule::Smallest,
        };
        let length = actions.iter().map(|action| action.index() + 1).max().unwrap_or(0);
        let mut weights = vec![0; length];
        match rule {
            Rule::Smallest => {
                for what in 0..=chance(0) as usize % 2 {
                    let action = actions[chance(1 + what) as usize % actions.len()];
                    weights[action.index()] = 256;
                }
            }
            _ => {
                for action in actions {
                    weights[action.index()] = 1 + chance(3 + action.index()) as u32 % 256;
                }
            }
        }
        let total = match rule {
            Rule::Smallest => weights.iter().filter(|&&weight| weight > 0).count() as u32,
            _ => weights.iter().sum(),
        };
        Self { rule, weights, offer: [0, 64, 128][chance(1) as usize % 3], total }
    }

    fn weight(&self, action: ActionId) -> u32 {
        self.weights.get(action.index()).copied().unwrap_or(0)
    }

    fn measured(&self, terms: impl Iterator<Item = (ActionId, u32)>) -> u32 {
        let terms = terms.filter_map(|(action, after)| {
            let weight = self.weight(action);
            let value = u64::from(self.offer) * u64::from(ALL)
                + u64::from(256 - self.offer) * u64::from(after);
            (weight > 0).then_some(value / 256 * u64::from(weight))
        });
        let value = match self.rule {
            Rule::Sum => terms.sum::<u64>() / u64::from(self.total.max(1)),
            Rule::Largest => terms.max().unwrap_or(0) / 256,
            Rule::Smallest => {
                let (count, least) =
                    terms.fold((0, u64::MAX), |(count, least), term| (count + 1, least.min(term)));
                if count == self.total && count > 0 { least / 256 } else { 0 }
            }
        };
        value.min(u64::from(ALL)) as u32
    }
}

/// Of each action of a state, the most that is expected after it.
#[derive(Default)]
struct Terms(Vec<(ActionId, Values)>);

impl Terms {
    fn add(&mut self, action: ActionId, values: Values) {
        match self.0.iter_mut().rev().find(|(known, _)| *known == action) {
            Some((_, most)) => {
                most.iter_mut().zip(values).for_each(|(most, value)| *most = value.max(*most));
            }
            None => self.0.push((action, values)),
        }
    }

    fn measured(&self, shapes: &[Shape]) -> Values {
        std::array::from_fn(|place| {
            shapes[place].measured(self.0.iter().map(|(action, values)| (*action, values[place])))
        })
    }
}

/// The expected values, rounded down; `None` if that takes too many digits.
fn expected<'a>(
    branches: impl Iterator<Item = (StateId, &'a Rational)>,
    after: impl Fn(StateId) -> Values,
) -> Option<Values> {
    let branches: Vec<(StateId, &Rational)> = branches.collect();
    let mut unit = 1i64;
    for (_, probability) in &branches {
        let (_, denominator) = probability.fraction()?;
        unit = unit.checked_mul(denominator / super::flow::gcd(unit, denominator))?;
    }
    let mut sums = [0u128; MEASURES];
    for (target, probability) in branches {
        let (numerator, denominator) = probability.fraction()?;
        let share = (numerator * (unit / denominator)) as u128;
        for (sum, value) in sums.iter_mut().zip(after(target)) {
            *sum += share * u128::from(value);
        }
    }
    Some(sums.map(|sum| (sum / unit as u128) as u32))
}

fn apart(one: &Values, other: &Values) -> u64 {
    one.iter().zip(other).map(|(&one, &other)| u64::from(one.abs_diff(other))).sum()
}

/// The same number for the same number, but no pattern in them.
fn scrambled(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 8
}
