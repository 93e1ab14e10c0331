//! The mutual exclusion protocol of figures 1 to 6 of the Quotient paper (Finkbeiner, Schewe,
//! Brill, FORTE 2006).
//!
//! The pictures are lost in the text that is left of the paper; this is how the protocol was found
//! again. Figure 5 leaves the labels of the edges of N_F, in which m, n, o and p are one state R,
//! and figure 6 those of M with the states b to g, and h and i, taken for one, together with the
//! table of upper labels. M is N with the processes exchanged. So `j` and `a` are the initial
//! states, with loops on the other's `c` and `n`; r2 leads from j to k, c2 on to l, n2 back; r1
//! leads from j to q, c1 on to r, n1 back; r1 leads from k to R. Of the remaining loops the table
//! decides: q is in the upper label of (s, a), which only a loop of q on n1 explains; j is in that
//! of (s, 2), so the mirrored loop exists, too; no other label has more than the concrete path
//! through it, so that R is left by n2 for j alone. What happens inside of R is not in the paper:
//! it is chosen here so that all loops of R in figure 5 come about, and no label sees it.

use surmise_model::{ActionTable, Lts, StateId};

/// M, N and P, and the actions r1, c1, n1, r2, c2, n2. The states of M are a to i, of N j to r, of
/// P s, t, u.
#[derive(Debug)]
pub struct MutualExclusion {
    /// The first process.
    pub first: Lts,
    /// The second process.
    pub second: Lts,
    /// Mutual exclusion, without π.
    pub property: Lts,
    /// The actions.
    pub actions: ActionTable,
}

/// One process: where a letter and a digit are written, the digit stands for "mine" (0) or "yours"
/// (1).
const PROCESS: &[(u8, &str, u8)] = &[
    (0, "c1", 0),
    (0, "n1", 0),
    (0, "r0", 1),
    (0, "r1", 7),
    (1, "c1", 1),
    (1, "n1", 1),
    (1, "c0", 2),
    (1, "r1", 3),
    (2, "c1", 2),
    (2, "n1", 2),
    (2, "r1", 2),
    (2, "n0", 0),
    // R: both have asked, first this process, then the other; perhaps the other does not wait.
    (3, "n1", 3),
    (3, "r1", 3),
    (3, "c0", 4),
    (3, "c1", 5),
    (4, "r1", 4),
    (4, "n0", 0),
    (5, "n1", 3),
    (5, "c0", 6),
    (6, "c1", 6),
    (6, "n1", 4),
    (6, "n0", 0),
    (7, "n1", 7),
    (7, "r1", 7),
    (7, "c1", 8),
    (8, "c1", 8),
    (8, "r1", 8),
    (8, "n1", 0),
];

const PROPERTY: &[(u8, &str, u8)] = &[
    (0, "r1", 0),
    (0, "r2", 0),
    (0, "n1", 0),
    (0, "n2", 0),
    (0, "c1", 1),
    (0, "c2", 2),
    (1, "r1", 1),
    (1, "r2", 1),
    (1, "n2", 1),
    (1, "c1", 1),
    (1, "n1", 0),
    (2, "r1", 2),
    (2, "r2", 2),
    (2, "n1", 2),
    (2, "c2", 2),
    (2, "n2", 0),
];

/// The protocol.
pub fn mutual_exclusion() -> MutualExclusion {
    let mut actions = ActionTable::default();
    let all = ["r1", "c1", "n1", "r2", "c2", "n2"];
    let all = all.map(|name| actions.intern(name).expect("six actions"));
    let mut lts = |edges: &[(u8, &str, u8)], states: usize, name: &dyn Fn(&str) -> String| {
        let mut builder = Lts::builder();
        builder.ensure_states(states).extend_alphabet(all);
        for &(from, action, to) in edges {
            let action = actions.intern(&name(action)).expect("six actions");
            builder.add(StateId::of(from.into()), action, StateId::of(to.into()));
        }
        builder.build().expect("all states exist")
    };
    let of = |mine: char, yours: char| {
        move |name: &str| name.replace('1', &yours.to_string()).replace('0', &mine.to_string())
    };
    // The digits of the other process first: a 0 that becomes 1 must not become 2.
    let first = lts(PROCESS, 9, &|name: &str| of('1', '2')(name));
    let second = lts(PROCESS, 9, &|name: &str| of('2', '1')(name));
    let property = lts(PROPERTY, 3, &str::to_owned);
    MutualExclusion { first, second, property, actions }
}
