//! What a walk has to decide, and walking again until every decision was made in every way.
//!
//! A walk is repeated from its beginning with one decision changed, the last one first. A decision
//! about something outside may be spared: if all that was seen of a channel (or a process) after
//! one answer would be seen after another one, too, both lead to the same walks.

use super::super::super::run::Effect;
use super::super::label::Part;

/// What is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Matter {
    /// Which step is taken.
    Option,
    /// Who takes a message that is offered, and who it is that does not.
    Offer,
    /// What something outside is like: one of the states that are known of it.
    Outside(Part),
}

/// What is seen of one thing outside, from the beginning of a walk on.
pub(super) type Sights = Vec<Effect>;

struct Decision {
    matter: Matter,
    answers: Vec<u32>,
    at: usize,
    /// What was seen after this answer.
    seen: Vec<Sights>,
    /// What was seen after each answer before.
    before: Vec<Vec<Sights>>,
}

/// The decisions of a walk, in order.
#[derive(Default)]
pub(super) struct Decisions {
    made: Vec<Decision>,
    next: usize,
}

impl Decisions {
    /// Forgets everything: another place is walked from.
    pub(super) fn clear(&mut self) {
        self.made.clear();
        self.next = 0;
    }

    /// Begins a walk; gives what is decided already about things outside.
    pub(super) fn begin(&mut self) -> impl Iterator<Item = (Part, u32)> + '_ {
        self.next = 0;
        self.made.iter().filter_map(|decision| match decision.matter {
            Matter::Outside(part) => Some((part, decision.answers[decision.at])),
            Matter::Option | Matter::Offer => None,
        })
    }

    /// The answer to the next question; if it is asked for the first time, the first one. There is
    /// none if there are no answers. Things outside may be asked about in another order than
    /// before: a channel is looked at first if it is full, and last if it is not.
    pub(super) fn choose(
        &mut self,
        matter: Matter,
        answers: impl FnOnce() -> Vec<u32>,
    ) -> Option<u32> {
        let is_outside = |decision: &Decision| matches!(decision.matter, Matter::Outside(_));
        let made = match matter {
            Matter::Outside(_) => self.made.iter().position(|made| made.matter == matter),
            Matter::Option | Matter::Offer => {
                let place = self.made[self.next..].iter().position(|made| !is_outside(made));
                let place = place.map(|place| place + self.next);
                self.next = place.unwrap_or(self.made.len()) + 1;
                place
            }
        };
        let place = match made {
            Some(place) => place,
            None => {
                let answers = answers();
                if answers.is_empty() {
                    self.next = self.next.min(self.made.len());
                    return None;
                }
                let (seen, before) = (Vec::new(), Vec::new());
                self.made.push(Decision { matter, answers, at: 0, seen, before });
                self.made.len() - 1
            }
        };
        let decision = &self.made[place];
        debug_assert_eq!(decision.matter, matter, "a walk is the same up to what is changed");
        Some(decision.answers[decision.at])
    }

    /// Remembers what a walk saw of things outside.
    pub(super) fn saw(&mut self, seen: &[(Part, Sights)]) {
        for decision in &mut self.made {
            let Matter::Outside(part) = decision.matter else { continue };
            for (_, sights) in seen.iter().filter(|(other, _)| *other == part) {
                if !decision.seen.contains(sights) {
                    decision.seen.push(sights.clone());
                }
            }
        }
    }

    /// Changes the last decision that can be, and gives whether there is one. `fits` says whether
    /// something would be seen of a part in a state.
    pub(super) fn advance(&mut self, fits: impl Fn(Part, u32, &[Effect]) -> bool) -> bool {
        while let Some(decision) = self.made.last_mut() {
            decision.before.push(std::mem::take(&mut decision.seen));
            while decision.at + 1 < decision.answers.len() {
                decision.at += 1;
                let Matter::Outside(part) = decision.matter else { return true };
                let answer = decision.answers[decision.at];
                let same = |seen: &Vec<Sights>| {
                    !seen.is_empty() && seen.iter().all(|sights| fits(part, answer, sights))
                };
                if !decision.before.iter().any(same) {
                    return true;
                }
            }
            self.made.pop();
        }
        false
    }
}
