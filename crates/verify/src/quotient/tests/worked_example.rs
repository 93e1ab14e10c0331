//! Figures 1 to 6 of the paper: what [`mutual_exclusion`] says of how they were found again.

use fixedbitset::FixedBitSet;
use surmise_model::{Context, StateId};
use surmise_testing::mutual_exclusion;

use crate::automata::{complete_with_error, compose_with_tuples};
use crate::departures::Departures;
use crate::quotient::bounds::Bounds;
use crate::quotient::classes::Classes;
use crate::quotient::exact::{backward_labels, equivalence, forward_labels};
use crate::quotient::modal::{Direction, Modal};
use crate::quotient::places::Places;
use crate::quotient::sets::{StateSets, is_empty, states};

/// The states of N by name, or those of N_F.
fn names(set: &[usize], letters: &[char]) -> String {
    states(set).map(|state| letters[state]).collect()
}

const SECOND: [char; 9] = ['j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r'];
const FIRST: [char; 9] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

/// Figures 4 and 5: the labels of M ‖ P, the class R, and figure 3: the assumption with three
/// states.
#[test]
fn the_labels_of_figure_4_and_the_assumption_of_figure_3() {
    let context = Context::unlimited();
    let example = mutual_exclusion();
    let property = complete_with_error(&example.property, &context).unwrap();
    let (surroundings, tuples) =
        compose_with_tuples(&[&example.first, &property], &context).unwrap();
    let place = |state: StateId| {
        let tuple = tuples.get(state);
        format!("({}, {})", ['s', 't', 'u'][tuple[1] as usize], FIRST[tuple[0] as usize])
    };
    let shown = |labels: &StateSets, letters: &[char]| {
        let shown =
            surroundings.states().map(|q| (place(q), names(labels.get(q.index()), letters)));
        let mut shown: Vec<(String, String)> =
            shown.filter(|(_, label)| !label.is_empty()).collect();
        shown.sort();
        shown.iter().map(|(place, label)| format!("{place} {label}")).collect::<Vec<_>>()
    };

    let forward = forward_labels(&surroundings, &example.second, &context).unwrap();
    let second_column = ["(s, a) j", "(s, b) q", "(s, h) k", "(t, c) r", "(u, i) l"];
    assert_eq!(shown(&forward.labels, &SECOND), second_column);
    let nobody = FixedBitSet::with_capacity(9);
    let classes = Classes::by_labels(&nobody, forward.labels.iter(), &context).unwrap();
    assert_eq!(classes.of, [0, 1, 2, 3, 3, 3, 3, 4, 5], "R is m, n, o and p");

    let reduced = classes.quotient(&example.second, &context).unwrap();
    let backward = backward_labels(&surroundings, &reduced, &context).unwrap();
    let reduced_names = ['j', 'k', 'l', 'R', 'q', 'r'];
    for label in backward.labels.iter() {
        let label = names(label, &reduced_names);
        let together = |group: &[char]| {
            let count = group.iter().filter(|&&state| label.contains(state)).count();
            count == 0 || count == group.len()
        };
        assert!(together(&['k', 'l', 'R']) && together(&['q', 'r']), "{label}");
    }
    assert!(backward.labels.iter().any(|label| !is_empty(label)));

    let all =
        equivalence(&surroundings, &example.second, Departures::ALL, &context).unwrap().classes;
    assert_eq!(all.of, [0, 1, 1, 1, 1, 1, 1, 2, 2], "j; k to p; q and r");
}

/// Figure 6: b to g are class 1 and h, i are class 2.
#[test]
fn the_bounds_of_figure_6() {
    let context = Context::unlimited();
    let example = mutual_exclusion();
    let property = complete_with_error(&example.property, &context).unwrap();
    let modal = Modal::with_classes(example.first, &[0, 1, 1, 1, 1, 1, 1, 2, 2]).unwrap();
    let mut places = Places::new(vec![modal], &property, &context).unwrap();
    let mut bounds = Bounds::new(Direction::Forward, &example.second, &places, &context).unwrap();
    bounds.propagate(&places, &context).unwrap();
    let (may, there) = places.may(&context).unwrap();
    let upper = forward_labels(&may, &example.second, &context).unwrap();
    let mut table: Vec<String> = Vec::new();
    for (label, &place) in upper.labels.iter().zip(&there) {
        let &[class, at] = places.tuple(place) else { panic!("a class and a state of P") };
        let (at, class) = (['s', 't', 'u'][at as usize], ['a', '1', '2'][class as usize]);
        let lower = names(bounds.label(place), &SECOND);
        table.push(format!("({at}, {class}) [{lower}] [{}]", names(label, &SECOND)));
    }
    table.sort();
    let published = [
        "(s, 1) [] [q]",
        "(s, 2) [] [jk]",
        "(s, a) [j] [jq]",
        "(t, 1) [] [r]",
        "(u, 1) [] []",
        "(u, 2) [] [l]",
        "(u, a) [] []",
    ];
    assert_eq!(table, published);
    let classes = bounds.classes(&mut places, &example.second, false, &context).unwrap();
    assert_eq!(classes.of, [0, 1, 2, 3, 3, 3, 3, 4, 5], "R is m, n, o and p");
}
