//! Bytes of a text as lines and columns of the protocol, which counts UTF-16 units.

use lsp_types::{Position, Range};
use surmise::model::Span;

/// Where the lines of a text begin.
#[derive(Debug)]
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self(std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect())
    }

    /// The byte of a position. One past the end of a line, or of the text, is its end.
    pub(crate) fn offset(&self, text: &str, position: Position) -> usize {
        let Some(&start) = self.0.get(position.line as usize) else { return text.len() };
        let end = self.0.get(position.line as usize + 1).map_or(text.len(), |next| next - 1);
        let mut units = 0;
        for (at, letter) in text[start..end].char_indices() {
            if units >= position.character as usize {
                return start + at;
            }
            units += letter.len_utf16();
        }
        end
    }

    /// The position of a byte.
    pub(crate) fn position(&self, text: &str, offset: usize) -> Position {
        let offset = (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        let offset = offset.unwrap_or(0);
        let line = self.0.partition_point(|&start| start <= offset) - 1;
        let units: usize = text[self.0[line]..offset].chars().map(char::len_utf16).sum();
        Position::new(line as u32, units as u32)
    }

    pub(crate) fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// The line of a byte, without its end.
    pub(crate) fn line<'t>(&self, text: &'t str, offset: usize) -> &'t str {
        let line = self.0.partition_point(|&start| start <= offset) - 1;
        let end = self.0.get(line + 1).map_or(text.len(), |next| next - 1);
        text[self.0[line]..end].trim_end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf_16_units() {
        let text = "a→𝄞b\r\n\nlast";
        let lines = Lines::new(text);
        let places =
            [(0, 0, 0), (1, 0, 1), (4, 0, 2), (8, 0, 4), (9, 0, 5), (11, 1, 0), (16, 2, 4)];
        for (offset, line, character) in places {
            let position = Position::new(line, character);
            assert_eq!(lines.position(text, offset), position, "{offset}");
            assert_eq!(lines.offset(text, position), offset, "{position:?}");
        }
        assert_eq!(lines.offset(text, Position::new(0, 99)), 10);
        assert_eq!(lines.offset(text, Position::new(9, 0)), text.len());
        // Within a letter is before it; beyond the text is its end.
        assert_eq!(lines.position(text, 2), Position::new(0, 1));
        assert_eq!(lines.position(text, 99), Position::new(2, 4));
        assert_eq!(lines.line(text, 12), "last");
    }
}
