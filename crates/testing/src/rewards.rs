//! Expected rewards and averages by their definition: of all ways to resolve the choices that
//! always choose the same in the same state, each is a Markov chain, and each chain is a system of
//! linear equations. What takes a number of steps is computed step by step.

use surmise_model::{Lpts, Rational};

use crate::reachability::solved;

/// A choice of a state: its branches, and what it gives together with the state.
pub type NaiveChoice = (Vec<(usize, Rational)>, Rational);

/// A number, or nothing for infinity.
pub type NaiveAmount = Option<Rational>;

/// The choices of every state, with rewards by state and by choice; a deadlock stays where it is.
pub fn naive_choices(
    lpts: &Lpts,
    of_state: &[Rational],
    of_choice: impl Fn(usize, usize) -> Rational,
) -> Vec<Vec<NaiveChoice>> {
    let row = |state: surmise_model::StateId| {
        let at = state.index();
        let branches =
            |id| lpts.distribution(id).iter().map(|(s, p)| (s.index(), p.clone())).collect();
        let own = lpts.choices(state).iter().enumerate();
        let own: Vec<NaiveChoice> = own
            .map(|(i, c)| (branches(c.distribution), &of_state[at] + &of_choice(at, i)))
            .collect();
        match own.is_empty() {
            true => vec![(vec![(at, Rational::ONE)], of_state[at].clone())],
            false => own,
        }
    };
    lpts.states().map(row).collect()
}

/// The best value of each state over all chains, where `value` gives those of one chain.
fn best_policy(
    rows: &[Vec<NaiveChoice>],
    maximal: bool,
    value: impl Fn(&[&NaiveChoice]) -> Vec<NaiveAmount>,
) -> Vec<NaiveAmount> {
    let mut best: Option<Vec<NaiveAmount>> = None;
    let mut policy = vec![0; rows.len()];
    loop {
        let chain: Vec<&NaiveChoice> =
            policy.iter().enumerate().map(|(state, &choice)| &rows[state][choice]).collect();
        let values = value(&chain);
        let better = |one: NaiveAmount, other: NaiveAmount| match (one, other, maximal) {
            (None, _, true) | (_, None, true) => None,
            (None, other, false) | (other, None, false) => other,
            (Some(one), Some(other), true) => Some(one.max(other)),
            (Some(one), Some(other), false) => Some(one.min(other)),
        };
        best = Some(match best {
            None => values,
            Some(best) => best.into_iter().zip(values).map(|(a, b)| better(a, b)).collect(),
        });
        let next = (0..rows.len()).find(|&state| policy[state] + 1 < rows[state].len());
        let Some(state) = next else { return best.unwrap_or_default() };
        policy[..state].fill(0);
        policy[state] += 1;
    }
}

/// Which states can reach which, by one step or more.
fn reaches(chain: &[&NaiveChoice], stop: &[bool]) -> Vec<Vec<bool>> {
    let states = chain.len();
    let mut reach = vec![vec![false; states]; states];
    for _ in 0..states {
        for state in (0..states).filter(|&state| !stop[state]) {
            for (target, _) in &chain[state].0 {
                let further = reach[*target].clone();
                reach[state][*target] = true;
                reach[state].iter_mut().zip(further).for_each(|(own, more)| *own |= more);
            }
        }
    }
    reach
}

/// x = reward + P x, with the value 0 where `known` says so.
fn sums(chain: &[&NaiveChoice], known: &[bool]) -> Vec<Rational> {
    let states = chain.len();
    let mut a = vec![vec![Rational::ZERO; states + 1]; states];
    for state in 0..states {
        a[state][state] = Rational::ONE;
        if !known[state] {
            for (target, probability) in &chain[state].0 {
                a[state][*target] -= probability;
            }
            a[state][states] = chain[state].1.clone();
        }
    }
    solved(a)
}

/// The reward until the goal is reached.
pub fn naive_reward(rows: &[Vec<NaiveChoice>], maximal: bool, goal: &[bool]) -> Vec<NaiveAmount> {
    best_policy(rows, maximal, |chain| {
        let reach = reaches(chain, goal);
        let hits = |s: usize| goal[s] || (0..goal.len()).any(|t| goal[t] && reach[s][t]);
        let surely =
            |s: usize| hits(s) && (0..goal.len()).all(|t| goal[s] || !reach[s][t] || hits(t));
        let known: Vec<bool> = (0..goal.len()).map(|s| goal[s] || !surely(s)).collect();
        let values = sums(chain, &known);
        values.into_iter().enumerate().map(|(s, value)| surely(s).then_some(value)).collect()
    })
}

/// Whether a chain never leaves what it reaches from a state.
fn recurrent(reach: &[Vec<bool>], state: usize) -> bool {
    (0..reach.len()).all(|other| !reach[state][other] || reach[other][state])
}

/// The reward of the whole run.
pub fn naive_total(rows: &[Vec<NaiveChoice>], maximal: bool) -> Vec<NaiveAmount> {
    best_policy(rows, maximal, |chain| {
        let states = chain.len();
        let reach = reaches(chain, &vec![false; states]);
        let ends: Vec<bool> = (0..states).map(|state| recurrent(&reach, state)).collect();
        let pays = |t: usize| ends[t] && !chain[t].1.is_zero();
        let infinite = |s: usize| pays(s) || (0..states).any(|t| reach[s][t] && pays(t));
        let known: Vec<bool> = (0..states).map(|s| ends[s] || infinite(s)).collect();
        let values = sums(chain, &known);
        values.into_iter().enumerate().map(|(s, value)| (!infinite(s)).then_some(value)).collect()
    })
}

/// The reward of a step, on average in the long run.
pub fn naive_average(rows: &[Vec<NaiveChoice>], maximal: bool) -> Vec<NaiveAmount> {
    best_policy(rows, maximal, |chain| {
        let states = chain.len();
        let reach = reaches(chain, &vec![false; states]);
        let ends: Vec<bool> = (0..states).map(|state| recurrent(&reach, state)).collect();
        // In each recurrent class the distribution that stays as it is; then who ends up where.
        let mut a = vec![vec![Rational::ZERO; states + 1]; states];
        for state in 0..states {
            a[state][state] = Rational::ONE;
            if !ends[state] {
                for (target, probability) in &chain[state].0 {
                    a[state][*target] -= probability;
                }
                continue;
            }
            let class: Vec<usize> = (0..states).filter(|&t| reach[state][t]).collect();
            let mut b = vec![vec![Rational::ZERO; class.len() + 1]; class.len()];
            for (row, &from) in class.iter().enumerate() {
                // Column `from` of the balance equations; the last of them says that all is one.
                for (column, &to) in class.iter().enumerate() {
                    if column + 1 == class.len() {
                        b[column][row] = Rational::ONE;
                        continue;
                    }
                    let step = chain[from].0.iter().filter(|(target, _)| *target == to);
                    b[column][row] = step.map(|(_, p)| p).sum();
                    if from == to {
                        b[column][row] -= &Rational::ONE;
                    }
                }
            }
            b[class.len() - 1][class.len()] = Rational::ONE;
            let shares = solved(b);
            let mut average = Rational::ZERO;
            for (share, &member) in shares.iter().zip(&class) {
                average += &(share * &chain[member].1);
            }
            a[state][states] = average;
        }
        solved(a).into_iter().map(Some).collect()
    })
}

/// The best of what a step gives and what comes after it.
pub fn naive_step(
    rows: &[Vec<NaiveChoice>],
    maximal: bool,
    rewarded: bool,
    after: &[Rational],
) -> Vec<Rational> {
    let value = |(branches, reward): &NaiveChoice| {
        let mut sum = if rewarded { reward.clone() } else { Rational::ZERO };
        branches.iter().for_each(|(target, p)| sum += &(p * &after[*target]));
        sum
    };
    let best = |row: &Vec<NaiveChoice>| match maximal {
        true => row.iter().map(value).max(),
        false => row.iter().map(value).min(),
    };
    rows.iter().map(|row| best(row).unwrap_or(Rational::ZERO)).collect()
}
