//! Names in words and pictures for people.
//!
//! A name may contain anything, also what moves a cursor, ends a line or turns it round: shown as
//! it is, it could forge a verdict, or a file that no viewer opens. So everybody who shows names to
//! people shows such characters as escapes.

use std::borrow::Cow;

/// A character as people get to see it: itself, or an escape if it does something instead of
/// showing something.
pub fn shown(character: char) -> impl Iterator<Item = char> {
    let escaped = does_something(character).then(|| character.escape_default());
    let itself = escaped.is_none().then_some(character);
    escaped.into_iter().flatten().chain(itself)
}

/// A name as people get to see it.
pub fn shown_name(name: &str) -> Cow<'_, str> {
    match name.chars().any(does_something) {
        true => name.chars().flat_map(shown).collect::<String>().into(),
        false => name.into(),
    }
}

/// Control characters, those that change the direction of a line or break it, and those that XML
/// cannot contain.
fn does_something(character: char) -> bool {
    let turns = matches!(character, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks =
        matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    character.is_control() || turns || breaks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor() {
        let name = "a\u{1b}[2K\r\nproperty P: holds\u{202e}";
        assert_eq!(shown_name(name), "a\\u{1b}[2K\\r\\nproperty P: holds\\u{202e}");
        assert_eq!(shown_name("grün.π[1]"), "grün.π[1]");
    }
}
