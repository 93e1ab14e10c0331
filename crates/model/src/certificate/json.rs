//! Writing JSON so that a person can read it.

use serde::Serialize;
use serde_json::Value;

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
