//! When a composition has ended, by the table that all engines share.

use surmise_lang::fsp::{CompileOptions, Granularity};
use surmise_model::{Lts, StateId};
use surmise_testing::ENDINGS;

use super::{compiled, composed};

/// The length of a shortest run to a state without steps that is not the end.
fn shortest_deadlock(lts: &Lts) -> Option<usize> {
    let mut depths = vec![None; lts.num_states()];
    depths[lts.initial().index()] = Some(0);
    let mut queue: Vec<(StateId, usize)> = vec![(lts.initial(), 0)];
    let mut next = 0;
    while let Some(&(state, depth)) = queue.get(next) {
        if lts.edges(state).is_empty() && lts.end() != Some(state) {
            return Some(depth);
        }
        for edge in lts.edges(state).iter().filter(|edge| !edge.target.is_error()) {
            if depths[edge.target.index()].replace(depth + 1).is_none() {
                queue.push((edge.target, depth + 1));
            }
        }
        next += 1;
    }
    None
}

#[test]
fn compositions_end_where_the_table_says() {
    for granularity in [Granularity::Leaves, Granularity::Operands] {
        let options = CompileOptions { granularity, ..CompileOptions::default() };
        for ending in ENDINGS {
            let compiled = compiled(ending.text, &options)
                .unwrap_or_else(|diagnostics| panic!("{}: {diagnostics:#?}", ending.text));
            let found = shortest_deadlock(&composed(&compiled));
            let termination = &compiled.system.termination;
            assert_eq!(found, ending.deadlock, "{granularity:?} {termination:?} {}", ending.text);
        }
    }
}
