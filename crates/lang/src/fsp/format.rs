//! A text laid out anew: indentation by brackets, blanks around arrows and bars.
//!
//! Only blanks change. Where lines break is the author's business, as is whatever stands in
//! comments; a text that is broken somewhere is laid out as far as its words go.

use std::fmt::Write;
use std::ops::Range;

use super::lexer::{Lexer, Sink};
use super::names::Names;
use super::token::{Kind, Token};

/// How many blanks a bracket is worth.
const INDENT: usize = 4;

/// At most so many lines are left empty in a row.
const EMPTY_LINES: usize = 2;

/// The text with other blanks: the same words and comments in the same order on the same lines.
pub fn format(source: &str) -> String {
    let pieces = pieces(source);
    let mut layout = Layout { source, out: String::with_capacity(source.len()), depth: 0 };
    let mut end = 0;
    for (index, piece) in pieces.iter().enumerate() {
        let gap = &source[end..piece.range.start];
        let before = index.checked_sub(1).map(|before| &pieces[before]);
        layout.place(before, gap, piece);
        end = piece.range.end;
    }
    let mut out = layout.out;
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// A word, a comment, or something that is neither.
struct Piece {
    range: Range<usize>,
    /// What kind of word it is; none for the others.
    kind: Option<Kind>,
}

/// Everything in a text but blanks.
fn pieces(source: &str) -> Vec<Piece> {
    let (mut tokens, mut names) = (Vec::new(), Names::new(source.len()));
    let mut lexer = Lexer::new(source);
    while !lexer.is_done() {
        let sink = Sink { tokens: &mut tokens, names: &mut names, diagnostics: &mut Vec::new() };
        lexer.fill(usize::MAX, sink);
    }
    let mut pieces = Vec::with_capacity(tokens.len());
    let mut end = 0;
    for Token { kind, at, .. } in tokens {
        let start = at.start as usize;
        between(source, end..start, &mut pieces);
        if kind != Kind::End {
            pieces.push(Piece { range: start..at.end as usize, kind: Some(kind) });
        }
        end = (at.end as usize).max(end);
    }
    between(source, end..source.len(), &mut pieces);
    pieces
}

/// Comments, and what the lexer could make no word of.
fn between(source: &str, range: Range<usize>, pieces: &mut Vec<Piece>) {
    let mut position = range.start;
    while position < range.end {
        let rest = &source[position..range.end];
        let blanks = rest.len() - rest.trim_start().len();
        if blanks > 0 {
            position += blanks;
            continue;
        }
        let length = match rest {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        let end = position + rest[..length].trim_end().len();
        pieces.push(Piece { range: position..end, kind: None });
        position += length;
    }
}

struct Layout<'s> {
    source: &'s str,
    out: String,
    /// How many brackets are open.
    depth: usize,
}

impl Layout<'_> {
    /// Puts a piece where it belongs, after the gap that was before it.
    fn place(&mut self, before: Option<&Piece>, gap: &str, piece: &Piece) {
        use Kind::{LeftCurly, LeftRound, LeftSquare, RightCurly, RightRound, RightSquare};
        let closes = matches!(piece.kind, Some(RightRound | RightSquare | RightCurly));
        if closes {
            self.depth = self.depth.saturating_sub(1);
        }
        let lines = gap.matches('\n').count();
        match before {
            Some(_) if lines > 0 => {
                (0..lines.min(EMPTY_LINES + 1)).for_each(|_| self.out.push('\n'));
                let _ = write!(self.out, "{:1$}", "", self.depth * INDENT);
            }
            Some(before) if self.blank(before, !gap.is_empty(), piece) => self.out.push(' '),
            _ => {}
        }
        let text = &self.source[piece.range.clone()];
        // Line ends of another system inside of a comment would stay for ever.
        text.split('\n').enumerate().for_each(|(index, line)| {
            if index > 0 {
                self.out.push('\n');
            }
            self.out.push_str(line.trim_end());
        });
        if matches!(piece.kind, Some(LeftRound | LeftSquare | LeftCurly)) {
            self.depth += 1;
        }
    }

    /// Whether there is a blank between two pieces of a line.
    fn blank(&self, before: &Piece, was: bool, piece: &Piece) -> bool {
        let (Some(left), Some(right)) = (before.kind, piece.kind) else { return true };
        let spaced = |kind: Kind| matches!(kind, Kind::Arrow | Kind::Bar | Kind::AndAnd);
        match (left, right) {
            // Without a blank these would be other words.
            (Kind::LeftSquare, Kind::RightSquare) | (Kind::Dot, Kind::Dot) => was,
            // Outside of brackets, `||C` begins a definition.
            (Kind::BarBar, _) | (_, Kind::BarBar) if self.depth > 0 => true,
            (Kind::Becomes, _) | (_, Kind::Becomes) if self.depth == 0 => true,
            (Kind::LeftRound | Kind::LeftSquare | Kind::LeftCurly, _)
            | (_, Kind::RightRound | Kind::RightSquare | Kind::RightCurly) => false,
            _ if spaced(left) || spaced(right) => true,
            (_, Kind::Comma | Kind::Dot | Kind::Semicolon) => false,
            _ => was,
        }
    }
}

#[cfg(test)]
mod tests {
    use surmise_testing::corpus_models;

    use super::*;

    fn words(source: &str) -> Vec<String> {
        let text = |piece: Piece| {
            source[piece.range].split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
        };
        pieces(source).into_iter().map(text).collect()
    }

    #[test]
    fn blanks_follow_brackets_arrows_and_bars() {
        let source = "const N=3\n\n\n\nB( I = 0 )=( in[ i:0..N ]->B(i)|\n  out  ->B ).  // c \n\
                      ||S=( a:B||b:B )/{ x/a.in }.";
        let formatted = "const N = 3\n\n\nB(I = 0) = (in[i:0..N] -> B(i) |\n    out -> B). // c\n\
                         ||S = (a:B || b:B)/{x/a.in}.\n";
        assert_eq!(format(source), formatted);
    }

    #[test]
    fn what_would_be_another_word_stays_apart() {
        for source in ["a [ ] b", "a . . b", "a - > b", "a | | b", "a & & b", "x = = y", "/ /"] {
            assert_eq!(words(&format(source)), words(source), "{source}");
        }
    }

    #[test]
    fn every_model_keeps_its_words_and_is_formatted_once_and_for_all() {
        for folder in ["fsp", "cases", "trust", "told", "bad/fsp"] {
            for (name, source) in corpus_models(folder, "lts") {
                let formatted = format(&source);
                assert_eq!(words(&formatted), words(&source), "{name:?}");
                assert_eq!(format(&formatted), formatted, "{name:?}");
            }
        }
    }
}
