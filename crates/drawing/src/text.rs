//! Text in pictures: how wide it is, what is shown of it, and how lines are broken.
//!
//! No typeface is measured when a picture is drawn, since nobody knows which one the viewer has.
//! The widths here are those of a wide sans-serif (the wider of DejaVu Sans and Liberation Sans,
//! letter by letter), so that text fits its box in others as well.

use unicode_width::UnicodeWidthChar;

/// The width of each printable ASCII character, in hundredths of the size of the type.
const WIDTHS: [u8; 95] = [
    32, 40, 46, 84, 64, 95, 78, 28, 39, 39, 50, 84, 32, 36, 32, 34, // !"#$%&'()*+,-./
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 56, // 0123456789:;<=>?
    102, 69, 69, 73, 77, 67, 61, 78, 76, 30, 50, 67, 56, 87, 75, 79, // @ABCDEFGHIJKLMNO
    67, 79, 73, 67, 61, 74, 69, 99, 69, 67, 69, 39, 34, 39, 84, 56, // PQRSTUVWXYZ[\]^_
    50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, // `abcdefghijklmno
    64, 64, 42, 52, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84, // pqrstuvwxyz{|}~
];

/// The width of a text in a type of size one.
pub(crate) fn width(text: &str) -> f64 {
    let of = |character: char| match (character as usize).checked_sub(0x20) {
        Some(index) if index < WIDTHS.len() => f64::from(WIDTHS[index]) / 100.0,
        // The rest of the alphabets is about as wide as M, ideographs are twice that.
        _ => character.width().unwrap_or(1) as f64 * 1.02,
    };
    text.chars().map(of).sum()
}

/// At most this much of a text, with characters that do something instead of showing something
/// written as escapes.
pub(crate) fn shown(text: &str, most: usize) -> String {
    let mut result = String::new();
    // The length in characters, and how many bytes leave room for the dots.
    let (mut length, mut fits) = (0, 0);
    for character in text.chars() {
        for character in surmise_model::shown(character) {
            result.push(character);
            length += 1;
        }
        if length > most {
            result.truncate(fits);
            result.push('…');
            break;
        }
        if length < most {
            fits = result.len();
        }
    }
    result
}

/// Words with commas between them, in lines of at most this width if the words are not wider.
pub(crate) fn wrapped(words: &[String], most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let comma = if index + 1 < words.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) + width(comma) <= most => {
                line.extend([" ", word, comma]);
            }
            _ => lines.push(format!("{word}{comma}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_is_shortened_and_what_is_invisible_is_escaped() {
        assert_eq!(shown("request.1", 9), "request.1");
        assert_eq!(shown("request.12", 9), "request.…");
        assert_eq!(shown("a\u{1b}[2K", 20), "a\\u{1b}[2K");
        assert_eq!(shown("a\u{202e}b\u{0}", 40), "a\\u{202e}b\\u{0}");
        assert_eq!(shown(&"x".repeat(100_000), 5), "xxxx…");
        assert_eq!(shown("abc\u{1b}", 5), "abc…", "an escape is not cut");
    }

    #[test]
    fn lines_are_broken_after_commas() {
        let words = ["a", "bb", "a.very.long.one", "c"].map(String::from);
        assert_eq!(wrapped(&words, 4.0), ["a, bb,", "a.very.long.one,", "c"]);
    }

    #[test]
    fn ideographs_are_wide() {
        assert!(width("漢字") > width("ab") * 1.5);
    }
}
