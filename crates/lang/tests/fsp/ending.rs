//! When a composition has ended, by the table that all engines share.

use surmise_lang::fsp::{CompileOptions, Granularity};
use surmise_model::{Claim, Lts, StateId};
use surmise_testing::{ENDINGS, shortest_violation};

use super::{compiled, composed};

/// The lengths of shortest runs to a state without steps that is not the end, and into π.
pub(super) fn shortest(lts: &Lts) -> (Option<usize>, Option<usize>) {
    if lts.initial().is_error() {
        return (None, Some(0));
    }
    let (mut deadlock, mut error) = (None, None);
    let mut seen = vec![false; lts.num_states()];
    seen[lts.initial().index()] = true;
    let mut queue: Vec<(StateId, usize)> = vec![(lts.initial(), 0)];
    let mut next = 0;
    while let Some(&(state, depth)) = queue.get(next) {
        if lts.edges(state).is_empty() && lts.end() != Some(state) {
            deadlock = deadlock.or(Some(depth));
        }
        for edge in lts.edges(state) {
            if edge.target.is_error() {
                error = error.or(Some(depth + 1));
            } else if !std::mem::replace(&mut seen[edge.target.index()], true) {
                queue.push((edge.target, depth + 1));
            }
        }
        next += 1;
    }
    (deadlock, error)
}

#[test]
fn compositions_end_where_the_table_says() {
    for granularity in [Granularity::Leaves, Granularity::Operands] {
        let options = CompileOptions { granularity, ..CompileOptions::default() };
        for ending in ENDINGS {
            let compiled = compiled(ending.text, &options)
                .unwrap_or_else(|diagnostics| panic!("{}: {diagnostics:#?}", ending.text));
            let found = shortest(&composed(&compiled)).0;
            let termination = &compiled.system.termination;
            let claim = Claim::NoDeadlock;
            let naive = shortest_violation(&compiled.system, claim);
            assert_eq!(naive, ending.deadlock, "{granularity:?} {termination:?} {}", ending.text);
            assert_eq!(found, ending.deadlock, "{granularity:?} {termination:?} {}", ending.text);
        }
    }
}
