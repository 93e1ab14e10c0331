//! A look ahead: is P violated near the initial state of `M1↓αg1 ‖ … ‖ Mn↓αgn`, the system as far
//! as 𝒜 shows it?
//!
//! If it is, no assumptions over 𝒜 show P. The paper's algorithm finds that out, too, when a
//! counterexample to a premise happens to be such a trace, which can take hundreds of iterations
//! over one alphabet: so it is searched for before the first one, and again, farther, when their
//! number has doubled. For the rover's executive with six conditions that is the difference between
//! ten alphabets in a second and no verdict in a minute.

use std::borrow::Cow;

use surmise_model::{ActionId, Alphabet, Lts, Stop};

use super::acr::{Acr, Suspect};
use crate::assume::shortcuts::{Foreseen, look_ahead};
use crate::assume::weave::restrict;
use crate::search::SearchOptions;

impl Acr<'_> {
    /// A trace over 𝒜 that violates P and that all groups can do, if it is time to look for one.
    pub(super) fn look_ahead(&mut self, iterations: u64) -> Result<Option<Suspect>, Stop> {
        // An assumption that is given is first asked whether it holds, then whether it is enough.
        let at_first = self.groups.iter().all(|group| group.given.is_none());
        let states = self
            .options
            .look_ahead
            .if_departing(self.options.departures)
            .after(iterations, at_first);
        if states == 0 || self.shows_no_violation {
            return Ok(None);
        }
        let mut parts: Vec<Cow<'_, Lts>> = vec![Cow::Borrowed(self.property)];
        for &of in &self.rule.last {
            let group = &self.groups[of];
            match &group.given {
                Some(given) => parts.push(Cow::Borrowed(given)),
                None => {
                    let offset = self.num_actions * (of + 1);
                    let seen = group.seen.iter();
                    parts.extend(seen.map(|part| alone(part, &group.visible, offset)));
                }
            }
        }
        let parts: Vec<&Lts> = parts.iter().map(|part| &**part).collect();
        let (statistics, context) = (&mut self.progress.statistics, self.progress.context);
        match look_ahead(&parts, states, &SearchOptions::default(), statistics, &context)? {
            Foreseen::Violation(trace) => {
                let word = restrict(&trace, &self.alphabet);
                self.progress.foreseen(&word);
                Ok(Some(Suspect::Violation(word)))
            }
            Foreseen::Safe => {
                self.shows_no_violation = true;
                Ok(None)
            }
            Foreseen::Nothing => Ok(None),
        }
    }
}

/// A part of a group as other groups see it: what is not visible gets a name, its number plus an
/// offset, that only this group has.
fn alone<'a>(part: &'a Lts, visible: &Alphabet, offset: usize) -> Cow<'a, Lts> {
    if part.alphabet().is_subset(visible) {
        return Cow::Borrowed(part);
    }
    let name = |action: ActionId| match visible.contains(action) {
        true => action,
        false => ActionId::of(action.index() + offset),
    };
    Cow::Owned(part.renamed(&part.alphabet().iter().map(name).collect(), name))
}
