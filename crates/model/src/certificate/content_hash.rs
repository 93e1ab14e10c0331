//! What an LTS or an LPTS contains, as one number: its name in a certificate does not depend on
//! interning.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::{ActionId, ActionTable, Lpts, Lts, StateId};

impl Lts {
    /// The content hash: `sha256:` and the SHA-256 digest, in hexadecimal, of the LTS as canonical
    /// text. Equal for two LTSs exactly if they are equal up to the ids of their actions.
    ///
    /// The canonical text has no blanks but those shown, and `\n` after every line:
    ///
    /// ```text
    /// surmise lts 1
    /// alphabet COUNT
    /// LENGTH:NAME            one line an action, sorted by their UTF-8 bytes; LENGTH in bytes
    /// states COUNT INITIAL END     END is `-` if there is none
    /// SOURCE ACTION TARGET   one line a transition, sorted as three numbers, π last; ACTION is a
    ///                        place in the list above, from 1, and 0 for τ
    /// ```
    ///
    /// States are numbers, and the error state π is `e`.
    pub fn content_hash(&self, actions: &ActionTable) -> String {
        let mut text = Canonical::default();
        text.line(format_args!("surmise lts 1"));
        let place = text.alphabet(self.alphabet().iter(), actions);
        let state = |state: StateId| match state.is_error() {
            true => "e".to_owned(),
            false => state.index().to_string(),
        };
        let end = self.end().map_or_else(|| "-".to_owned(), state);
        text.line(format_args!("states {} {} {end}", self.num_states(), state(self.initial())));
        let mut row = Vec::new();
        for source in self.states() {
            row.clear();
            row.extend(
                self.edges(source).iter().map(|edge| (place[edge.action.index()], edge.target)),
            );
            row.sort_unstable();
            for &(action, target) in &row {
                text.line(format_args!("{} {action} {}", source.index(), state(target)));
            }
        }
        text.finish()
    }
}

impl Lpts {
    /// The content hash, as that of an [`Lts`], of this canonical text; ACTION and blanks are as
    /// there:
    ///
    /// ```text
    /// surmise lpts 1
    /// alphabet COUNT
    /// LENGTH:NAME
    /// states COUNT INITIAL
    /// SOURCE ACTION STATE PROBABILITY STATE PROBABILITY …
    /// ```
    ///
    /// One line a transition, sorted by source, action and distribution; the states of a
    /// distribution are sorted, and probabilities are fractions in lowest terms, or whole numbers.
    pub fn content_hash(&self, actions: &ActionTable) -> String {
        let mut text = Canonical::default();
        text.line(format_args!("surmise lpts 1"));
        let place = text.alphabet(self.alphabet().iter(), actions);
        text.line(format_args!("states {} {}", self.num_states(), self.initial().index()));
        for source in self.states() {
            let mut row: Vec<_> = self.choices(source).iter().collect();
            // Stable: the transitions on one action stay in the order of their distributions.
            row.sort_by_key(|choice| place[choice.action.index()]);
            for choice in row {
                let mut line = format!("{} {}", source.index(), place[choice.action.index()]);
                for (state, probability) in self.distribution(choice.distribution).iter() {
                    write!(line, " {} {probability}", state.index())
                        .expect("a string takes any text");
                }
                text.line(format_args!("{line}"));
            }
        }
        text.finish()
    }
}

/// The canonical text on its way into the digest.
#[derive(Default)]
struct Canonical {
    digest: Sha256,
    line: String,
}

impl Canonical {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        self.line.clear();
        writeln!(self.line, "{text}").expect("a string takes any text");
        self.digest.update(&self.line);
    }

    /// Writes an alphabet down, and tells the place of each action in it, from 1.
    fn alphabet(
        &mut self,
        alphabet: impl Iterator<Item = ActionId>,
        actions: &ActionTable,
    ) -> Vec<usize> {
        let mut alphabet: Vec<ActionId> = alphabet.collect();
        alphabet.sort_unstable_by_key(|&action| actions.name(action));
        self.line(format_args!("alphabet {}", alphabet.len()));
        let mut place = vec![0; actions.len()];
        for (i, &action) in alphabet.iter().enumerate() {
            let name = actions.name(action);
            self.line(format_args!("{}:{name}", name.len()));
            place[action.index()] = i + 1;
        }
        place
    }

    fn finish(self) -> String {
        let mut result = "sha256:".to_owned();
        for byte in self.digest.finalize() {
            write!(result, "{byte:02x}").expect("a string takes any text");
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loop `b`, `a` between two states, with a step into π, interned in a given order.
    fn lts(order: [&str; 3]) -> (ActionTable, Lts) {
        let mut actions = ActionTable::new();
        for name in order {
            actions.intern(name).unwrap();
        }
        let id = |name| actions.get(name).unwrap();
        let (s0, s1) = (StateId::of(0), StateId::of(1));
        let mut builder = Lts::builder();
        builder.ensure_states(2).extend_alphabet([id("c")]);
        builder.add(s0, id("b"), s1).add(s1, id("a"), s0).add(s0, id("a"), StateId::ERROR);
        builder.add(s0, ActionId::TAU, s1);
        let lts = builder.build().unwrap();
        (actions, lts)
    }

    #[test]
    fn interning_does_not_matter() {
        let (actions, lts1) = lts(["a", "b", "c"]);
        let hash = lts1.content_hash(&actions);
        let (others, lts2) = lts(["c", "b", "a"]);
        assert_eq!(hash, lts2.content_hash(&others));
        assert_ne!(lts1, lts2);
    }

    #[test]
    fn the_canonical_text_is_the_documented_one() {
        let (actions, lts) = lts(["c", "b", "a"]);
        let text = "surmise lts 1\nalphabet 3\n1:a\n1:b\n1:c\nstates 2 0 -\n\
                    0 0 1\n0 1 e\n0 2 1\n1 1 0\n";
        let expected: String =
            Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(lts.content_hash(&actions), format!("sha256:{expected}"));
    }

    #[test]
    fn everything_counts() {
        let (actions, lts) = lts(["a", "b", "c"]);
        let id = |name| actions.get(name).unwrap();
        let (s0, s1) = (StateId::of(0), StateId::of(1));
        let mut seen = vec![lts.content_hash(&actions)];
        for change in 0..6 {
            let mut builder = Lts::builder();
            builder.ensure_states(if change == 0 { 3 } else { 2 });
            builder.add(s0, id("b"), if change == 1 { s0 } else { s1 });
            builder.add(s1, id(if change == 2 { "b" } else { "a" }), s0);
            builder.add(s0, id("a"), if change == 3 { s0 } else { StateId::ERROR });
            builder.add(s0, ActionId::TAU, s1);
            if change != 4 {
                builder.extend_alphabet([id("c")]);
            }
            if change == 5 {
                builder.end(s1);
            }
            let hash = builder.build().unwrap().content_hash(&actions);
            assert!(!seen.contains(&hash), "change {change}");
            seen.push(hash);
        }
    }
}
