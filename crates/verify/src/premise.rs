//! The names under which engines count the states of each premise of a rule.

/// From the last on, all further premises together.
const PREMISES: [&str; 9] = [
    "premise 1 states",
    "premise 2 states",
    "premise 3 states",
    "premise 4 states",
    "premise 5 states",
    "premise 6 states",
    "premise 7 states",
    "premise 8 states",
    "further premises states",
];

/// The name for a premise, counted from 1.
pub(crate) fn premise_states(premise: usize) -> &'static str {
    PREMISES[premise.clamp(1, PREMISES.len()) - 1]
}
