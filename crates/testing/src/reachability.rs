//! The probability of reaching a goal by its definition: of all ways to resolve the choices that
//! always choose the same in the same state, each is a Markov chain, and each chain is a system of
//! linear equations.

use surmise_model::{Lpts, Rational};

/// The largest or smallest probability, for each state, of reaching the goal through states of
/// `until`. A deadlock stays where it is.
pub fn naive_reachability(
    lpts: &Lpts,
    maximal: bool,
    until: &[bool],
    goal: &[bool],
) -> Vec<Rational> {
    let states = lpts.num_states();
    let rows: Vec<Vec<Vec<(usize, Rational)>>> = lpts
        .states()
        .map(|state| {
            let of =
                |id| lpts.distribution(id).iter().map(|(s, p)| (s.index(), p.clone())).collect();
            let own: Vec<_> = lpts.choices(state).iter().map(|c| of(c.distribution)).collect();
            if own.is_empty() { vec![vec![(state.index(), Rational::ONE)]] } else { own }
        })
        .collect();
    let mut best: Option<Vec<Rational>> = None;
    let mut policy = vec![0; states];
    loop {
        let chain: Vec<&Vec<(usize, Rational)>> =
            policy.iter().enumerate().map(|(state, &choice)| &rows[state][choice]).collect();
        let values = chain_reachability(&chain, until, goal);
        best = Some(match best {
            None => values,
            Some(best) => best
                .into_iter()
                .zip(values)
                .map(|(one, other)| if maximal { one.max(other) } else { one.min(other) })
                .collect(),
        });
        // The next policy, as an odometer counts.
        let next = (0..states).find(|&state| policy[state] + 1 < rows[state].len());
        let Some(state) = next else { return best.unwrap_or_default() };
        policy[..state].fill(0);
        policy[state] += 1;
    }
}

/// The probabilities of a Markov chain: 0 where the goal cannot be reached, else x = Px, solved by
/// Gauss's elimination.
fn chain_reachability(
    chain: &[&Vec<(usize, Rational)>],
    until: &[bool],
    goal: &[bool],
) -> Vec<Rational> {
    let states = chain.len();
    let mut reaches = goal.to_vec();
    for _ in 0..states {
        for state in 0..states {
            let next = chain[state].iter().any(|&(target, _)| reaches[target]);
            reaches[state] |= until[state] && next;
        }
    }
    // Row s: Σ a[s][t] x_t = a[s][states].
    let mut a = vec![vec![Rational::ZERO; states + 1]; states];
    for state in 0..states {
        a[state][state] = Rational::ONE;
        if goal[state] {
            a[state][states] = Rational::ONE;
        } else if reaches[state] {
            for (target, probability) in chain[state] {
                a[state][*target] -= probability;
            }
        }
    }
    solved(a)
}

/// The solution of a regular system: row s says `Σ a[s][t] x_t = a[s][n]`.
pub(crate) fn solved(mut a: Vec<Vec<Rational>>) -> Vec<Rational> {
    let states = a.len();
    for column in 0..states {
        let pivot = (column..states).find(|&row| !a[row][column].is_zero()).expect("regular");
        a.swap(column, pivot);
        let scale = a[column][column].reciprocal().expect("not zero");
        let row: Vec<Rational> = a[column].iter().map(|entry| entry * &scale).collect();
        a[column] = row.clone();
        for (other, entries) in a.iter_mut().enumerate() {
            if other != column && !entries[column].is_zero() {
                let factor = entries[column].clone();
                for (entry, pivot) in entries.iter_mut().zip(&row) {
                    *entry -= &(&factor * pivot);
                }
            }
        }
    }
    a.into_iter().map(|mut row| row.pop().unwrap_or(Rational::ZERO)).collect()
}
