//! How things look: diagnostics with their place in the text, counterexamples as lanes and in
//! LTSA's words.

pub(crate) mod check;
pub(crate) mod diagnostics;
pub(crate) mod lanes;
pub(crate) mod ltsa;

pub(crate) use self::check::TraceStyle;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

/// Good news.
pub(crate) const GOOD: Style = Style::new().bold().fg_color(Some(color(AnsiColor::Green)));
/// Bad news.
pub(crate) const BAD: Style = Style::new().bold().fg_color(Some(color(AnsiColor::Red)));
/// No news.
pub(crate) const OPEN: Style = Style::new().bold().fg_color(Some(color(AnsiColor::Yellow)));
/// Headings.
pub(crate) const STRONG: Style = Style::new().bold();
/// What need not be read.
pub(crate) const FAINT: Style = Style::new().dimmed();

const fn color(color: AnsiColor) -> anstyle::Color {
    anstyle::Color::Ansi(color)
}

/// Words separated by commas, in lines that fit; all lines but the first are indented.
pub(crate) fn wrapped(start: &str, words: &[String], indent: usize, width: usize) -> String {
    let mut text = start.to_owned();
    let mut column = start.width();
    for (index, word) in words.iter().enumerate() {
        let comma = if index + 1 < words.len() { "," } else { "" };
        let blank = usize::from(index > 0);
        if index > 0 && column + blank + word.width() + comma.len() > width {
            text += &format!("\n{:indent$}", "");
            column = indent;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        text += comma;
        column += word.width() + comma.len();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit() {
        let words: Vec<String> = ["one", "two", "three"].map(str::to_owned).into();
        assert_eq!(wrapped("  x: ", &words, 4, 80), "  x: one, two, three");
        assert_eq!(wrapped("  x: ", &words, 4, 13), "  x: one,\n    two,\n    three");
        assert_eq!(wrapped("", &[], 4, 10), "");
    }
}
