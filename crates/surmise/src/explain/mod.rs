//! An assumption in sentences: what must not happen, and when.
//!
//! An assumption is a set of traces. For each action, the states of its smallest automaton tell
//! where the action must not happen; a sentence says so by what has happened before ("After
//! `grant.1`, no `grant.2` until `cancel.1`."). A sentence is put in only if it forbids nothing
//! that the assumption allows, so all of them together are an explanation as soon as they forbid
//! everything else. Whether they do is found out by following both along all traces; an action for
//! which they do not is left out, and named. An assumption that goes round in several ways is said
//! as these [`ways`] if there are no other words for it, or too many. Who reads the sentences and
//! nothing else can build the assumption: the tests do.

mod behaviour;
mod rules;
mod sentence;
mod ways;

use serde::Serialize;
use surmise_model::{ActionTable, Context, Lts, Stop};
use surmise_verify::automata::{determinise, minimise_dfa};

use self::behaviour::Behaviour;
use crate::Name;

/// More states than these are nothing to put into words.
const MOST_STATES: usize = 200;

/// More actions that behave differently are not, either.
const MOST_CLASSES: usize = 64;

/// As many sentences as this can be read with ease.
const FEW_SENTENCES: usize = 3;

/// An assumption in sentences.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The sentences; all of them hold together.
    pub sentences: Vec<String>,
    /// Actions that are forbidden somewhere, and the sentences do not say where.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Name>,
}

impl Explanation {
    /// Whether the sentences say everything.
    pub fn is_complete(&self) -> bool {
        self.left_out.is_empty()
    }
}

/// Puts the traces of an LTS into sentences.
///
/// # Errors
/// Why it had to stop.
pub fn explain(
    lts: &Lts,
    actions: &ActionTable,
    context: &Context<'_>,
) -> Result<Explanation, Stop> {
    let all = || actions.names(lts.alphabet()).into_iter().map(Name::from).collect();
    let too_large = || Explanation { sentences: Vec::new(), left_out: all() };
    if lts.num_states() > MOST_STATES * MOST_STATES || lts.has_error() {
        return Ok(too_large());
    }
    let smallest = minimise_dfa(&determinise(lts, context)?, context)?;
    if smallest.num_states() > MOST_STATES {
        return Ok(too_large());
    }
    let behaviour = Behaviour::new(&smallest, actions);
    if behaviour.classes.len() > MOST_CLASSES {
        return Ok(too_large());
    }
    let found = rules::rules(&behaviour, context)?;
    let sentences = sentence::sentences(&behaviour, &found.rules);
    let mut left_out: Vec<Name> = Vec::new();
    for class in found.left_out {
        left_out.extend(behaviour.classes[class].iter().map(|name| Name::from(name.as_str())));
    }
    if let Some(ways) = ways::sentences(&behaviour)
        && (!left_out.is_empty() || sentences.len() > FEW_SENTENCES)
    {
        return Ok(Explanation { sentences: ways, left_out: Vec::new() });
    }
    let sentences = match sentences.is_empty() && left_out.is_empty() {
        true => vec![sentence::ANYTHING.to_owned()],
        false => sentences,
    };
    Ok(Explanation { sentences, left_out })
}
