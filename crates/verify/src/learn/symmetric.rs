//! Rule SYM-N: an assumption for every group at once, and their complements against the property.
//!
//! Giannakopoulou et al., "Learning to divide and conquer", sections 4 and 5.5. Premises 1 to n are
//! `⟨Ai⟩ Mi ⟨P⟩`; premise n + 1 is `L(coA1 ‖ … ‖ coAn) ⊆ L(P)`.
//!
//! A departure from the paper, whose alphabets `(αM1 ∩ … ∩ αMn) ∪ αP` make the rule incomplete: Ai is
//! over the actions that Mi shares with *any* other group, and αP. Completeness needs it: let t be a
//! word outside all weakest assumptions that violates P. Each Mi then has a trace that follows t
//! on αAi, and as αP ⊆ αAi, all of them violate P at the same letter of t. What such a trace does
//! besides is Mi's alone *because αAi has all that Mi shares with anybody*; so the traces fit
//! together into one of the system. If some shared action were missing in αAi and αAj, Mi and Mj
//! could follow t while contradicting each other on it.
//!
//! With alphabet refinement every Ai starts with αP, so the argument about the letter stays true.

use surmise_model::{ActionId, ActionTable, Alphabet, Lts, StateId, Stop};

use super::Learned;
use super::inquiry::{Goal, Inquiry, Proposal, Setup};
use super::progress::Progress;
use crate::assume::interface::{self, alphabet_of};
use crate::assume::weave::weave;
use crate::automata::complement_with_stop;

/// What ends the search before all groups have an assumption.
enum End {
    Stop(Stop),
    /// The system can perform this word, which violates the property. All visible actions are in it.
    Violation(Vec<ActionId>),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Checks that groups have a property, given completed with π.
pub(super) fn check<'a>(
    groups: &[Vec<&'a Lts>],
    property: &Lts,
    actions: &ActionTable,
    setup: Setup<'a>,
    progress: &mut Progress<'a>,
) -> Result<Learned, Stop> {
    let mut inquiries: Vec<Inquiry<'a>> = Vec::with_capacity(groups.len());
    for (index, group) in groups.iter().enumerate() {
        let environment: Vec<&Lts> = [&groups[..index], &groups[index + 1..]].concat().concat();
        let others = alphabet_of(environment.iter().copied());
        let own = alphabet_of(group.iter().copied());
        let interface = interface::symmetric(&own, &others, property.alphabet());
        let start = setup.initial(&interface, property.alphabet()).union(property.alphabet());
        let (group, property) = (group.clone(), property.clone());
        let premise = index + 1;
        let about_environment = false;
        let goal = Goal { premise, group, property, environment, about_environment, interface };
        inquiries.push(Inquiry::new(setup, goal, start, &progress.of_group(index))?);
    }
    let stop = actions.clone().fresh("stop")?;
    let violated = violated_property(property, stop)?;
    loop {
        // Nobody needs to know what the others propose.
        let proposed = progress.for_each(&mut inquiries, |inquiry, progress| {
            match inquiry.propose(progress)? {
                Proposal::Assumption(assumption) => {
                    Ok(complement_with_stop(assumption, stop, &progress.context)?)
                }
                // The environment is everybody else: the system can do that.
                Proposal::Refuted(word) => Err(End::Violation(word)),
                // The empty trace violates nothing: a violation needs a letter of αP ⊆ αAi.
                Proposal::Hopeless => {
                    let what = "a group violates the property without a letter of it";
                    Err(End::Stop(Stop::internal(what)))
                }
            }
        });
        let complements = match proposed {
            Ok(complements) => complements,
            Err(End::Stop(stop)) => return Err(stop),
            Err(End::Violation(word)) => {
                progress.narration.violated(&word);
                return Ok(Learned::Violation(word));
            }
        };
        // Premise n + 1: a word that ends with `stop` is in all complements and violates P.
        let parts: Vec<&Lts> = complements.iter().chain([&violated]).collect();
        let Some(mut trace) = progress.find_violation(inquiries.len() + 1, &parts)? else {
            progress.narration.proved();
            let assumptions = inquiries.into_iter().filter_map(Inquiry::into_assumption);
            return Ok(Learned::Assumptions(assumptions.collect()));
        };
        trace.pop();
        progress.narration.refused_together(&trace);

        let mut weakened = false;
        for inquiry in &mut inquiries {
            weakened |= inquiry.weaken(&trace, progress)?;
        }
        if weakened {
            continue;
        }
        let confirmed = progress
            .for_each(&mut inquiries, |inquiry, progress| inquiry.confirm(&trace, progress))?;
        let confirmed: Vec<Vec<ActionId>> = confirmed.into_iter().flatten().collect();
        if confirmed.len() == inquiries.len() {
            let interfaces = inquiries.iter().map(Inquiry::interface);
            let traces: Vec<(&[ActionId], &Alphabet)> =
                confirmed.iter().map(Vec::as_slice).zip(interfaces).collect();
            let word = weave(&trace, &traces);
            progress.narration.violated(&word);
            return Ok(Learned::Violation(word));
        }
    }
}

/// The words that violate P, given as P_err: after one of them, `stop` leads to π.
fn violated_property(property: &Lts, stop: ActionId) -> Result<Lts, Stop> {
    let violated = StateId::new(property.num_states())?;
    let ordinary = |state: StateId| if state.is_error() { violated } else { state };
    let mut builder = Lts::builder();
    builder.ensure_states(property.num_states() + 1).initial(ordinary(property.initial()));
    builder.extend_alphabet(property.alphabet().iter());
    for (source, edge) in property.transitions() {
        builder.add(source, edge.action, ordinary(edge.target));
    }
    for action in property.alphabet().iter() {
        builder.add(violated, action, violated);
    }
    builder.add(violated, stop, StateId::ERROR);
    Ok(builder.build()?)
}
