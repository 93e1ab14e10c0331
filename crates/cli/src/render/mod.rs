//! How things look: a file for each kind of answer; diagnostics with their place in the text;
//! counterexamples as lanes, in LTSA's words and as trees.

mod certify;
mod check;
mod compare;
mod conform;
mod describe;
pub(crate) mod diagnostics;
mod keep;
mod lanes;
mod ltsa;
mod measure;
mod satisfy;
mod survey;
mod told;
mod tree;
mod write;

pub(crate) use self::check::TraceStyle;
pub(crate) use self::told::Told;

use anstyle::{AnsiColor, Style};

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

/// Words separated by commas, in lines that fit; all lines but the first are indented. A word is
/// never broken: it may be a name that somebody wants to copy.
pub(crate) fn wrapped(start: &str, words: &[String], indent: usize, width: usize) -> String {
    // A blank inside a word is no place to break a line.
    let words: Vec<String> = words.iter().map(|word| word.replace(' ', "\u{a0}")).collect();
    let start_kept = start.replace(' ', "\u{a0}");
    let text = format!("{start_kept}{}", words.join(", "));
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(width.max(1))
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(&text, options).replace('\u{a0}', " ")
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
