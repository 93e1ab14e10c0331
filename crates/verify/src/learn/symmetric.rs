//! Rule SYM-N: an assumption for every group at once, and their complements against the property.
//!
//! Giannakopoulou et al., "Learning to divide and conquer", sections 4 and 5.5. Premises 1 to n are
//! `⟨Ai⟩ Mi ⟨P⟩`; premise n + 1 is `L(coA1 ‖ … ‖ coAn) ⊆ L(P)`.
//!
//! A departure from the paper, whose alphabets `(αM1 ∩ … ∩ αMn) ∪ αP` make the rule incomplete: Ai
//! is over the actions that Mi shares with *any* other group, and αP. Completeness needs it: let t
//! be a word outside all weakest assumptions that violates P. Each Mi then has a trace that follows
//! t on αAi, and as αP ⊆ αAi, all of them violate P at the same letter of t. What such a trace does
//! besides is Mi's alone *because αAi has all that Mi shares with anybody*; so the traces fit
//! together into one of the system. If some shared action were missing in αAi and αAj, Mi and Mj
//! could follow t while contradicting each other on it.
//!
//! With alphabet refinement every Ai starts with αP, so the argument about the letter stays true.

use std::sync::Arc;

use surmise_model::{ActionId, ActionTable, Alphabet, Lts, StateId, Stop};

use super::Learned;
use super::company::{Company, Member};
use super::goal::{Goal, Setup};
use super::inquiry::{Inquiry, Proposal};
use super::progress::Progress;
use crate::assume::interface::{self, alphabet_of};
use crate::assume::weave::{restrict, weave};
use crate::automata::complement_with_stop;

/// What ends the search before all groups have an assumption.
enum End {
    Stop(Stop),
    /// The system can perform this word, which violates the property. All visible actions are in
    /// it.
    Violation(Vec<ActionId>),
    /// Assumptions for all groups that are as good as any.
    Everybody(Vec<Lts>),
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
    let company = Arc::new(company(groups, property.alphabet()));
    let mut inquiries: Vec<Inquiry<'a>> = Vec::with_capacity(groups.len());
    for (index, member) in company.0.iter().enumerate() {
        let interface = member.interface.clone();
        let start = setup.initial(&interface, property.alphabet()).union(property.alphabet());
        let goal = Goal {
            premise: index + 1,
            group: member.group.clone(),
            property: property.clone(),
            environment: member.environment.clone(),
            company: Some(Arc::clone(&company)),
            interface,
        };
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
                Proposal::Everybody(assumptions) => Err(End::Everybody(assumptions)),
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
            Err(End::Everybody(all)) => {
                let violation = refutation(&all, &inquiries, (&violated, stop), progress)?;
                return Ok(match violation {
                    Some(word) => {
                        progress.narration.violated(&word);
                        Learned::Violation(word)
                    }
                    None => {
                        progress.narration.proved();
                        Learned::Assumptions(all)
                    }
                });
            }
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

/// All groups, each with its environment and interface.
pub(super) fn company<'a>(groups: &[Vec<&'a Lts>], property: &Alphabet) -> Company<'a> {
    let member = |(index, group): (usize, &Vec<&'a Lts>)| {
        let environment = [&groups[..index], &groups[index + 1..]].concat().concat();
        let others = alphabet_of(environment.iter().copied());
        let own = alphabet_of(group.iter().copied());
        let interface = interface::symmetric(&own, &others, property);
        Member { group: group.clone(), environment, interface }
    };
    Company(groups.iter().enumerate().map(member).collect())
}

/// What refutes assumptions for all groups that hold in company: a violation by a group and its
/// environment, with all visible actions of both. If there is none, all premises hold.
fn refutation<'a>(
    assumptions: &[Lts],
    inquiries: &[Inquiry<'a>],
    (violated, stop): (&Lts, ActionId),
    progress: &mut Progress<'a>,
) -> Result<Option<Vec<ActionId>>, Stop> {
    let mut complements = Vec::with_capacity(assumptions.len());
    for (inquiry, assumption) in inquiries.iter().zip(assumptions) {
        let premise = inquiry.goal.premise;
        progress.conjecture(premise, assumption);
        let violation = inquiry.goal.violation(assumption, progress)?;
        progress.narration.strong_enough(premise, violation.as_deref());
        if let Some(word) = violation {
            let interface = inquiry.interface();
            let others = inquiry.goal.environment_trace(&word, interface, progress)?;
            let common = restrict(&word, interface);
            return Ok(Some(weave(&common, &[(&word, interface), (&others, interface)])));
        }
        complements.push(complement_with_stop(assumption, stop, &progress.context)?);
    }
    let parts: Vec<&Lts> = complements.iter().chain([violated]).collect();
    match progress.find_violation(inquiries.len() + 1, &parts)? {
        Some(_) => Err(Stop::internal("what holds in company does not hold together")),
        None => Ok(None),
    }
}

/// The words that violate P, given as P_err: after one of them, `stop` leads to π.
pub(super) fn violated_property(property: &Lts, stop: ActionId) -> Result<Lts, Stop> {
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
