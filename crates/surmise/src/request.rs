//! What can be asked, as a value that can be kept, sent and written down.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::questions::Question;

/// The version of requests, events and answers as JSON.
pub const VERSION: u32 = 1;

/// A question, and how much the answer may cost.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    #[serde(deserialize_with = "known_version")]
    version: u32,
    /// How much it may cost.
    #[serde(default)]
    pub limits: Limits,
    /// Whether the reasoning is to be told, step by step.
    #[serde(default)]
    pub follow: bool,
    /// Whether the assumptions that are proposed on the way are to be told.
    #[serde(default)]
    pub conjectures: bool,
    /// The question.
    pub question: Question,
}

/// How much an answer may cost.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Time, in seconds where it is written down.
    #[serde(with = "seconds", skip_serializing_if = "Option::is_none")]
    pub time: Option<Duration>,
    /// Memory in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// States stored by one search, or nodes of its diagrams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
}

impl Request {
    /// A question without limits.
    pub fn new(question: impl Into<Question>) -> Self {
        Self {
            version: VERSION,
            limits: Limits::default(),
            follow: false,
            conjectures: false,
            question: question.into(),
        }
    }

    /// The same within limits.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }
}

impl<Q: Into<Question>> From<Q> for Request {
    fn from(question: Q) -> Self {
        Self::new(question)
    }
}

/// A request of another version may mean something else.
fn known_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        VERSION => Ok(VERSION),
        other => Err(serde::de::Error::custom(format!(
            "version {other} of requests is not known here: this is version {VERSION}"
        ))),
    }
}

mod seconds {
    use super::{Deserialize, Deserializer, Duration, Serialize, Serializer};

    #[expect(clippy::ref_option, reason = "serde wants it so")]
    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let seconds = Option::<f64>::deserialize(from)?;
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        time.map_err(serde::de::Error::custom)
    }
}
