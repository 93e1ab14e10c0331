//! Certificates as JSON text: reading, with the format and version first, and writing so that a
//! person can read it.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::conformance::CONFORMANCE_FORMAT;
use super::formula::FORMULA_FORMAT;
use super::polled_text::PolledText;
use super::{Certificate, FORMAT, VERSION};
use crate::{Context, Stop};

/// Why a text is not a certificate that this program can read.
#[derive(Debug)]
pub enum ReadError {
    /// It is not JSON, or not of the shape of a certificate.
    Json(serde_json::Error),
    /// It is of another format, which is named.
    Format(String),
    /// It is a certificate of another version.
    Version(u64),
    /// A limit was reached while it was read.
    Stopped(Stop),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "not a certificate: {error}"),
            Self::Format(format)
                if [FORMAT, CONFORMANCE_FORMAT, FORMULA_FORMAT].contains(&&**format) =>
            {
                write!(f, "another kind of certificate: its format is `{format}`")
            }
            Self::Format(format) => write!(f, "not a certificate: its format is `{format}`"),
            Self::Version(version) => {
                write!(f, "the certificate has version {version}; this program reads {VERSION}")
            }
            Self::Stopped(Stop(reason)) => reason.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {}

/// What every version of every format has.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

impl Certificate {
    /// Reads a certificate without limits.
    pub fn from_json(text: &[u8]) -> Result<Self, ReadError> {
        Self::read(text, &Context::unlimited())
    }

    /// Reads a certificate. Takes memory in proportion to the length of the text, some twenty times
    /// as much at the worst; nesting deeper than any certificate's is an error, not a deep stack.
    pub fn read(text: &[u8], context: &Context<'_>) -> Result<Self, ReadError> {
        read_header(text, FORMAT, VERSION, context)?;
        parse(text, context)
    }

    /// The certificate as JSON text.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// Whether a text says that it is of a format and a version.
pub(super) fn read_header(
    text: &[u8],
    format: &str,
    version: u32,
    context: &Context<'_>,
) -> Result<(), ReadError> {
    let header: Header = parse(text, context)?;
    if header.format != format {
        return Err(ReadError::Format(header.format));
    }
    match header.version == u64::from(version) {
        true => Ok(()),
        false => Err(ReadError::Version(header.version)),
    }
}

pub(super) fn parse<T: DeserializeOwned>(
    text: &[u8],
    context: &Context<'_>,
) -> Result<T, ReadError> {
    let parsed = serde_json::from_reader(PolledText::new(text, context));
    context.check().map_err(ReadError::Stopped)?;
    parsed.map_err(ReadError::Json)
}

/// Anything as JSON text for people: what fits on a line stands on one. Ends with a line break.
///
/// # Panics
/// If the value has a map whose keys are not strings. Ours have none.
pub fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let value = serde_json::to_value(value).expect("only string keys");
    let mut text = String::new();
    write_value(&mut text, &value, 0);
    text.push('\n');
    text
}

/// The longest line that is written, unless a single string is longer.
const WIDTH: usize = 100;

/// Writes a value on one line if it fits, else its members on lines of their own.
fn write_value(text: &mut String, value: &Value, indent: usize) {
    let start = text.len();
    if write_inline(text, value, start + WIDTH.saturating_sub(indent)) {
        return;
    }
    let Some((open, members, close)) = parts(value) else {
        return; // A scalar is as long as it is.
    };
    text.truncate(start);
    text.push(open);
    for (i, (key, member)) in members.iter().enumerate() {
        text.push_str(if i == 0 { "\n" } else { ",\n" });
        text.extend(std::iter::repeat_n(' ', indent + 2));
        write_key(text, *key);
        write_value(text, member, indent + 2);
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push(close);
}

/// Writes a value without line breaks; gives up and tells so as soon as the text is too long.
fn write_inline(text: &mut String, value: &Value, limit: usize) -> bool {
    let Some((open, members, close)) = parts(value) else {
        text.push_str(&value.to_string());
        return text.len() <= limit;
    };
    text.push(open);
    for (i, (key, member)) in members.iter().enumerate() {
        text.push_str(if i == 0 { "" } else { ", " });
        write_key(text, *key);
        if !write_inline(text, member, limit) {
            return false;
        }
    }
    text.push(close);
    text.len() <= limit
}

fn write_key(text: &mut String, key: Option<&str>) {
    if let Some(key) = key {
        text.push_str(&Value::from(key).to_string());
        text.push_str(": ");
    }
}

/// The members of an array, or of an object with their keys, and the brackets around them.
#[expect(clippy::type_complexity, reason = "used twice, right above")]
fn parts(value: &Value) -> Option<(char, Vec<(Option<&str>, &Value)>, char)> {
    match value {
        Value::Array(items) => Some(('[', items.iter().map(|item| (None, item)).collect(), ']')),
        Value::Object(fields) => {
            let members = fields.iter().map(|(key, member)| (Some(key.as_str()), member));
            Some(('{', members.collect(), '}'))
        }
        _ => None,
    }
}
