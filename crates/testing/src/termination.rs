//! LTSA's rule for END as a table: FSP texts, and whether the last composite process of each
//! deadlocks.
//!
//! LTSA composes wherever a composite process hides, orders, minimises or relabels, and at each of
//! these places: a composition ends when all parts that have an end are there, provided that there
//! is one and that the alphabets of those that have one cover the alphabets of those that have
//! none. Alphabets are those from before the hiding of that place, and after the hiding further
//! inside.
//!
//! The texts are plain strings, for this crate knows no language. Whoever composes, searches or
//! replays compiles each with `surmise_lang` (a dev-dependency is enough) and compares its own
//! answer with [`Ending::deadlock`]:
//!
//! ```ignore
//! for ending in surmise_testing::ENDINGS {
//!     let compiled = compile(ending.text, &CompileOptions::default(), &context).expect("compiles");
//!     assert_eq!(shortest_deadlock(&compiled.system), ending.deadlock, "{}", ending.text);
//! }
//! ```
//!
//! No text has an error state or a property that can be violated before it ends, so that it does
//! not matter whether deadlock is looked for with the properties or without.

/// A text, and where it deadlocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// FSP; the last composite process is meant.
    pub text: &'static str,
    /// The length of a shortest run into deadlock, silent steps included, if there is one.
    pub deadlock: Option<usize>,
}

const fn ends(text: &'static str) -> Ending {
    Ending { text, deadlock: None }
}

const fn deadlocks(text: &'static str, after: usize) -> Ending {
    Ending { text, deadlock: Some(after) }
}

/// The table.
pub const ENDINGS: &[Ending] = &[
    // One process.
    ends("P = (a -> END). ||S = P."),
    deadlocks("P = (a -> STOP). ||S = P.", 1),
    deadlocks("P = (a -> END | b -> STOP). ||S = P.", 1),
    ends("A = (a -> END). P = A;A;END. Q = (a -> Q). ||S = (P || Q)."),
    // Side by side: who goes on for ever does no harm if it has nothing of its own.
    ends("P = (a -> END). Q = (b -> END). ||S = (P || Q)."),
    ends("P = (a -> END). Q = (a -> Q). ||S = (P || Q)."),
    ends("P = (a -> END). Q = (a -> STOP). ||S = (P || Q)."),
    deadlocks("P = (a -> END). Q = (b -> STOP). ||S = (P || Q).", 2),
    deadlocks("P = (a -> END). Q = (a -> b -> END). R = (b -> c -> R). ||S = (P || Q || R).", 3),
    deadlocks(
        "P = (a -> END | a -> STOP). Q = (a -> s -> Q). R = (a -> s -> END). ||S = (P || Q || R).",
        2,
    ),
    // Prefixes, sharing, relabelling.
    ends("P = (a -> b -> END). Q = (a -> b -> Q). ||T = (p:P || q:P || {p,q}::Q)."),
    ends("P = (a -> END). Q = (a -> Q). ||S = ({x,y}:P || {x,y}::Q)."),
    deadlocks("P = (a -> END). Q = (a -> STOP). ||S = (x:P || {x,y}::Q).", 1),
    ends("P = (a -> END). Q = (b -> STOP). ||S = (P || Q/{a/b})."),
    deadlocks("P = (a -> END). Q = (b -> STOP). ||S = (P/{c/a} || Q).", 2),
    deadlocks("P = (a -> END). Q = (b -> STOP). ||SUB = (P || Q). ||S = SUB/{x/a,x/b}.", 2),
    // Hiding: the alphabets are those from before it.
    deadlocks("P = (a -> END). Q = (a -> s -> Q). ||S = (P || Q)\\{s}.", 2),
    deadlocks("P = (a -> END). Q = (a -> s -> Q). ||S = (P || Q)@{a}.", 2),
    deadlocks("P = (a -> END). Q = (a -> s -> Q). ||SUB = (P || Q)\\{s}. ||S = SUB<<{a}.", 2),
    deadlocks("P = (a -> END). Q = (a -> s -> Q). ||SUB = (P || Q)\\{s}. ||S = SUB.", 2),
    ends("P = (a -> END). Q = (a -> s -> Q)\\{s}. ||S = (P || Q)."),
    // What never ends inside is one endless part outside, and its hidden actions are gone.
    ends("P = (a -> END). Q = (a -> s -> Q). ||SUB = (P || Q)\\{s}. ||S = (SUB || P)."),
    deadlocks(
        "P = (a -> END). Q = (a -> s -> Q). R = (b -> END). ||SUB = (P || Q)\\{s}. ||S = (SUB || R).",
        3,
    ),
    ends(
        "P = (a -> END). Q = (a -> s -> Q). ||A = (P || Q)\\{s}. ||B = (A || P)\\{z}. ||S = (B || P).",
    ),
    deadlocks(
        "P = (a -> END). Q = (a -> s -> Q). R = (c -> STOP). ||A = (P || Q)\\{s}. ||B = (A || P)\\{a}. \
         ||S = (B || R).",
        3,
    ),
    // What ends inside is one ending part outside.
    ends("P = (a -> END). Q = (a -> Q). R = (b -> END). ||SUB = (P || Q)\\{a}. ||S = (SUB || R)."),
    deadlocks(
        "P = (a -> END). Q = (a -> Q). R = (b -> STOP). ||SUB = (P || Q)\\{a}. ||S = (SUB || R).",
        2,
    ),
    ends(
        "P = (a -> END). Q = (a -> s -> Q). R = (a -> END). minimal ||SUB = (P || Q)\\{s}. \
         ||S = (SUB || R).",
    ),
    // A part that could end and never does has no end.
    ends(
        "P = (a -> END). Q = STOP + {a}. R = (b -> END) + {a}. ||SUB = (P || Q)\\{z}. ||S = (SUB || R).",
    ),
    deadlocks(
        "P = (a -> END). Q = STOP + {a}. R = (b -> END) + {a}. ||SUB = (P || Q). ||S = (SUB || R).",
        1,
    ),
    // `compose` makes a part one, too.
    ends(
        "P = (a -> END | a -> STOP). Q = (a -> s -> Q). R = (a -> s -> END). compose ||SUB = (P || Q). \
         ||S = (SUB || R).",
    ),
    // Priority, inside and outside.
    ends(
        "P = (a -> END). Q = (b -> END). R = (a -> STOP). ||SUB = (P || Q)<<{a}. ||S = (SUB || R).",
    ),
    ends("P = (a -> END | b -> STOP). Q = (a -> Q | b -> Q). ||S = (P || Q)<<{a}."),
    deadlocks("P = (a -> END | b -> STOP). Q = (a -> Q | b -> Q). ||S = (P || Q)>>{a}.", 1),
    deadlocks("P = (a -> END). Q = (a -> s -> Q). ||S = (P || Q)<<{s}\\{s}.", 2),
    // Properties go on for ever, and see nothing that is not there.
    ends("P = (a -> b -> END). property R = (a -> b -> R). ||S = (P || R)."),
    ends("P = (a -> b -> END). property R = (a -> b -> R). ||SUB = (P || R)\\{b}. ||S = SUB."),
    deadlocks(
        "P = (a -> END). Q = (a -> b -> Q). property R = (a -> b -> R). ||S = (P || Q || R).",
        2,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_stands_twice() {
        let mut texts: Vec<&str> = ENDINGS.iter().map(|ending| ending.text).collect();
        texts.sort_unstable();
        assert!(texts.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
