//! Rules ASYM, for any number of groups, and CIRC-N: a chain of assumptions.
//!
//! Giannakopoulou et al., "Learning to divide and conquer", sections 3.2 to 3.4 and 5.4. Of groups
//! M1, …, Mn, the first needs an assumption A1 to satisfy P; A1 is then the property of M2, …, Mn,
//! and so on: inquiry j looks for an A(j) with `⟨A(j)⟩ M(j) ⟨A(j-1)⟩`, and its second premise,
//! `⟨true⟩ M(j+1) ‖ … ‖ Mn ⟨A(j)⟩`, is inquiry j + 1. If the innermost one holds, all do. If it
//! fails, the trace that shows it is for the inquiry above to analyse. The recursion is a stack
//! here, so that its depth is no concern.
//!
//! One step is not in the paper. Most assumptions proposed on the way are too strong, and it takes
//! an inner inquiry long to find that out by learning; so a second premise is first searched for a
//! violation near the initial state. In the gas station of `corpus/cases` this makes the difference
//! between a second and never.
//!
//! An inner inquiry starts afresh with each assumption of the inquiry outside, its alphabet
//! included. To start with the alphabet that the last one ended with was tried: for the gas station
//! with four customers it saves 27 of 47 alphabet refinements, but the searches visit 364,220
//! states instead of 151,880, and for Chiron with three artists 28,124 instead of 11,248.
//! Assumptions over fewer actions are smaller, and most of them never needed the others.
//!
//! CIRC-N is the same for M1, …, Mn, M1: composing a group with its own copy changes no traces.

use surmise_model::{Alphabet, Lts, Stop};

use super::Learned;
use super::goal::{Goal, Setup};
use super::inquiry::{Inquiry, Proposal};
use super::progress::Progress;
use crate::assume::interface::{alphabet_of, between};
use crate::assume::shortcuts::Foreseen;
use crate::assume::weave::{restrict, weave};
use crate::automata::complete_with_error;

/// Checks that a chain of groups, at least one, has a property, given completed with π.
pub(super) fn check<'a>(
    groups: &[Vec<&'a Lts>],
    property: &Lts,
    setup: Setup<'a>,
    progress: &mut Progress<'a>,
) -> Result<Learned, Stop> {
    // rest[j]: all actions of the groups from j on.
    let mut rest = vec![Alphabet::new(); groups.len() + 1];
    for (index, group) in groups.iter().enumerate().rev() {
        rest[index] = rest[index + 1].union(&alphabet_of(group.iter().copied()));
    }
    let last = groups.len() - 1;
    // All inquiries but perhaps the last have an assumption, and so their first premise is true.
    let mut inquiries: Vec<Inquiry<'a>> = Vec::new();
    'inwards: loop {
        let mut trace = loop {
            let index = inquiries.len();
            let inner_property = match inquiries.last_mut() {
                None => property.clone(),
                Some(inquiry) => match inquiry.propose(progress)? {
                    Proposal::Assumption(lts) => complete_with_error(lts, &progress.context)?,
                    // M violates its property alone: its environment need not do anything.
                    Proposal::Hopeless => break Vec::new(),
                    // What M itself does in it is looked for anew.
                    Proposal::Refuted(trace) => break restrict(&trace, &rest[index]),
                    Proposal::Everybody(_) => {
                        return Err(Stop::internal(
                            "assumptions of a chain are not weighed together",
                        ));
                    }
                },
            };
            if 0 < index
                && index < last
                && let Foreseen::Violation(trace) = progress.foresee_violation(
                    &groups[index..].concat(),
                    &inner_property,
                    progress.look_ahead.on_the_way,
                )?
            {
                break trace;
            }
            let group = groups[index].clone();
            if index < last {
                let own = alphabet_of(group.iter().copied());
                let interface = between(&own, inner_property.alphabet(), &rest[index + 1]);
                let start = setup.initial(&interface, inner_property.alphabet());
                let goal = Goal {
                    premise: index + 1,
                    group,
                    property: inner_property,
                    environment: groups[index + 1..].concat(),
                    company: None,
                    interface,
                };
                inquiries.push(Inquiry::new(setup, goal, start, &progress.context)?);
                continue;
            }
            // The innermost premise: ⟨true⟩ Mn ⟨A(n-1)⟩.
            let mut parts = group;
            parts.push(&inner_property);
            match progress.find_violation(last + 1, &parts)? {
                Some(trace) => break trace,
                None => {
                    progress.narration.proved();
                    let assumptions = inquiries.into_iter().filter_map(Inquiry::into_assumption);
                    return Ok(Learned::Assumptions(assumptions.collect()));
                }
            }
        };
        // Outwards with the trace, as long as it is a violation of what the inquiry has to show.
        while let Some(inquiry) = inquiries.last_mut() {
            inquiry.contradicted(&trace, progress);
            if inquiry.weaken(&trace, progress)? {
                continue 'inwards;
            }
            let Some(part) = inquiry.confirm(&trace, progress)? else {
                continue 'inwards;
            };
            let interface = inquiry.interface();
            let common = restrict(&part, interface);
            trace = weave(&common, &[(&part, interface), (&trace, interface)]);
            inquiries.pop();
        }
        progress.narration.violated(&trace);
        return Ok(Learned::Violation(trace));
    }
}
