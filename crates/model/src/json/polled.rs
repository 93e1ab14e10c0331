//! Reading a file of JSON within limits: the transitions, of which there can be millions, are read
//! with an eye on the context. Everything else is read as `serde` derives it.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{File, Name, Transition};
use crate::Context;

/// How many transitions are read between two looks at the context.
const POLL: usize = 1 << 12;

/// Reads a [`File`]. If the context says to stop the reader fails, and whoever called it asks the
/// context why.
pub(super) struct Polled<'c>(pub(super) &'c Context<'c>);

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Member {
    Format,
    Name,
    States,
    Initial,
    End,
    Alphabet,
    Transitions,
}

const MEMBERS: &[&str] = &["format", "name", "states", "initial", "end", "alphabet", "transitions"];

impl<'de> DeserializeSeed<'de> for Polled<'_> {
    type Value = File<'de>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<File<'de>, D::Error> {
        input.deserialize_struct("File", MEMBERS, self)
    }
}

impl<'de> Visitor<'de> for Polled<'_> {
    type Value = File<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `format`, `states` and `transitions`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File<'de>, A::Error> {
        let (mut format, mut name, mut states, mut initial) = (None, None, None, None);
        let (mut end, mut alphabet, mut transitions) = (None, None, None);
        while let Some(member) = map.next_key()? {
            match member {
                Member::Format => once(&mut format, "format", map.next_value::<Name<'_>>()?)?,
                Member::Name => once(&mut name, "name", map.next_value::<Option<Name<'_>>>()?)?,
                Member::States => once(&mut states, "states", map.next_value()?)?,
                Member::Initial => once(&mut initial, "initial", map.next_value()?)?,
                Member::End => once(&mut end, "end", map.next_value()?)?,
                Member::Alphabet => once(&mut alphabet, "alphabet", map.next_value()?)?,
                Member::Transitions => {
                    let read = map.next_value_seed(Transitions(self.0))?;
                    once(&mut transitions, "transitions", read)?;
                }
            }
        }
        Ok(File {
            format: format.ok_or_else(|| A::Error::missing_field("format"))?.0,
            name: name.flatten().map(|name| name.0),
            states: states.ok_or_else(|| A::Error::missing_field("states"))?,
            initial: initial.unwrap_or_default(),
            end: end.flatten(),
            alphabet: alphabet.flatten(),
            transitions: transitions.ok_or_else(|| A::Error::missing_field("transitions"))?,
        })
    }
}

/// Takes note of a member, which there may be only one of.
fn once<T, E: Error>(place: &mut Option<T>, name: &'static str, value: T) -> Result<(), E> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(name)),
    }
}

struct Transitions<'c>(&'c Context<'c>);

impl<'de> DeserializeSeed<'de> for Transitions<'_> {
    type Value = Vec<Transition<'de>>;

    fn deserialize<D: Deserializer<'de>>(self, input: D) -> Result<Self::Value, D::Error> {
        input.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Transitions<'_> {
    type Value = Vec<Transition<'de>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut transitions = Vec::new();
        while let Some(transition) = sequence.next_element()? {
            transitions.push(transition);
            if transitions.len().is_multiple_of(POLL) {
                self.0.check().map_err(|_| A::Error::custom("stopped"))?;
            }
        }
        Ok(transitions)
    }
}
