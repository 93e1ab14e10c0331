//! From text to words.
//!
//! Works on bytes and touches each once: models written by tools run to megabytes. Identifiers are
//! interned in [`Names`]; the keywords are the first symbols, so that telling a keyword from a name
//! is one comparison.

use surmise_model::Diagnostic;

use super::names::Names;
use super::token::{At, KEYWORDS, Kind, Token};

/// The ASCII characters of names.
const IN_NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Makes words of a text, a batch at a time: a large text is never there as words as a whole.
pub(crate) struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    position: usize,
    /// Whether [`Kind::End`] was made.
    done: bool,
}

/// Where words go.
pub(crate) struct Sink<'a> {
    pub(crate) tokens: &'a mut Vec<Token>,
    pub(crate) names: &'a mut Names,
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self { source, bytes: source.as_bytes(), position: 0, done: false }
    }

    /// Whether there are no more words.
    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// Leaves out all that is left but [`Kind::End`].
    pub(crate) fn skip_rest(&mut self) {
        self.position = self.bytes.len();
    }

    /// Adds so many words, or all that are left and then [`Kind::End`].
    pub(crate) fn fill(&mut self, count: usize, sink: Sink<'_>) {
        let enough = sink.tokens.len() + count;
        let mut batch = Batch { lexer: self, sink };
        batch.run(enough);
    }
}

/// A batch of words being made.
struct Batch<'b, 's> {
    lexer: &'b mut Lexer<'s>,
    sink: Sink<'b>,
}

impl Batch<'_, '_> {
    fn run(&mut self, enough: usize) {
        while let Some(&byte) = self.lexer.bytes.get(self.lexer.position) {
            if self.sink.tokens.len() >= enough {
                return;
            }
            let start = self.lexer.position;
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => self.blanks(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.identifier(),
                b'0'..=b'9' => self.number(),
                b'"' => self.text(),
                b'/' if self.byte(1) == Some(b'/') => self.line_comment(),
                b'/' if self.byte(1) == Some(b'*') => self.block_comment(),
                _ => match self.punctuation(byte) {
                    Some((kind, length)) => {
                        self.lexer.position += length;
                        self.push(kind, 0, start);
                    }
                    None => self.unexpected(),
                },
            }
        }
        if !self.lexer.done {
            self.lexer.done = true;
            self.push(Kind::End, 0, self.lexer.position);
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.lexer.bytes.get(self.lexer.position + ahead).copied()
    }

    fn push(&mut self, kind: Kind, payload: u32, start: usize) {
        let at = At { start: start as u32, end: self.lexer.position as u32 };
        self.sink.tokens.push(Token { kind, payload, at });
    }

    fn error(&mut self, start: usize, message: impl Into<String>) -> &mut Diagnostic {
        let span = surmise_model::Span::new(start, self.lexer.position);
        self.sink.diagnostics.push(Diagnostic::error(span, message));
        self.sink.diagnostics.last_mut().expect("just pushed")
    }

    fn blanks(&mut self) {
        let rest = &self.lexer.bytes[self.lexer.position..];
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
        self.lexer.position += rest.iter().take_while(|byte| blank(byte)).count();
    }

    /// Names start with an ASCII letter or `_` and go on with letters and digits of any script.
    fn identifier(&mut self) {
        let Lexer { source, bytes, position: start, .. } = *self.lexer;
        let mut end = start;
        loop {
            while bytes.get(end).is_some_and(|&byte| IN_NAMES[byte as usize]) {
                end += 1;
            }
            if bytes.get(end).is_none_or(u8::is_ascii) {
                break;
            }
            match source[end..].chars().next() {
                Some(letter) if letter.is_alphanumeric() => end += letter.len_utf8(),
                _ => break,
            }
        }
        self.lexer.position = end;
        let symbol = self.sink.names.intern(source, start, end);
        let kind = match KEYWORDS.get(symbol.index()) {
            Some(&(_, keyword)) => keyword,
            None if bytes[start].is_ascii_uppercase() => Kind::Upper,
            None => Kind::Lower,
        };
        self.push(kind, symbol.0, start);
    }

    /// Decimal, octal after `0`, hexadecimal after `0x`.
    fn number(&mut self) {
        let start = self.lexer.position;
        let hexadecimal =
            self.lexer.bytes[start] == b'0' && matches!(self.byte(1), Some(b'x' | b'X'));
        let (radix, digits) = match self.lexer.bytes[start] {
            b'0' if hexadecimal => (16, start + 2),
            b'0' => (8, start),
            _ => (10, start),
        };
        self.lexer.position = digits;
        let belongs = |byte: &u8| match radix {
            16 => byte.is_ascii_hexdigit(),
            _ => byte.is_ascii_digit(),
        };
        while self.lexer.bytes.get(self.lexer.position).is_some_and(belongs) {
            self.lexer.position += 1;
        }
        let text = &self.lexer.source[digits..self.lexer.position];
        let value = match i32::from_str_radix(text, radix) {
            Ok(value) => value,
            Err(_) if text.is_empty() => {
                self.error(start, "a hexadecimal number without digits");
                0
            }
            Err(_) if radix == 8 && text.bytes().any(|digit| digit > b'7') => {
                let decimal = text.trim_start_matches('0').to_owned();
                self.error(start, format!("`{text}` is not an octal number")).help =
                    Some(format!("a number that starts with 0 is octal; write `{decimal}`"));
                0
            }
            Err(_) => {
                self.error(start, format!("the number {text} is too large")).help =
                    Some(format!("numbers go up to {}", i32::MAX));
                0
            }
        };
        self.push(Kind::Int, value as u32, start);
    }

    fn text(&mut self) {
        let start = self.lexer.position;
        let rest = &self.lexer.bytes[start + 1..];
        let length = rest.iter().position(|&byte| byte == b'"' || byte == b'\n');
        match length {
            Some(length) if rest[length] == b'"' => {
                let end = start + 1 + length;
                let symbol = self.sink.names.intern(self.lexer.source, start + 1, end);
                self.lexer.position = end + 1;
                self.push(Kind::Text, symbol.0, start);
            }
            _ => {
                self.lexer.position = start + 1 + length.unwrap_or(rest.len());
                self.error(start, "the closing quote is missing").label = "opened here".into();
            }
        }
    }

    fn line_comment(&mut self) {
        let rest = &self.lexer.bytes[self.lexer.position..];
        self.lexer.position += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// LTSA takes a comment that is never closed to go on to the end of the text, and so do we.
    fn block_comment(&mut self) {
        let start = self.lexer.position;
        match self.lexer.source[start + 2..].find("*/") {
            Some(length) => self.lexer.position = start + 2 + length + 2,
            None => {
                self.lexer.position = start + 2;
                let warning = self.error(start, "this comment is never closed");
                warning.severity = surmise_model::Severity::Warning;
                warning.help = Some("close it with `*/`".into());
                self.lexer.position = self.lexer.bytes.len();
            }
        }
    }

    fn punctuation(&self, byte: u8) -> Option<(Kind, usize)> {
        let next = self.byte(1);
        let two = |second: u8, long: Kind, short: Kind| match next == Some(second) {
            true => (long, 2),
            false => (short, 1),
        };
        Some(match byte {
            b'.' => two(b'.', Kind::DotDot, Kind::Dot),
            b',' => (Kind::Comma, 1),
            b';' => (Kind::Semicolon, 1),
            b':' => two(b':', Kind::ColonColon, Kind::Colon),
            b'(' => (Kind::LeftRound, 1),
            b')' => (Kind::RightRound, 1),
            b'[' => two(b']', Kind::Always, Kind::LeftSquare),
            b']' => (Kind::RightSquare, 1),
            b'{' => (Kind::LeftCurly, 1),
            b'}' => (Kind::RightCurly, 1),
            b'|' => two(b'|', Kind::BarBar, Kind::Bar),
            b'&' => two(b'&', Kind::AndAnd, Kind::And),
            b'!' => two(b'=', Kind::NotEqual, Kind::Not),
            b'=' => two(b'=', Kind::Equal, Kind::Becomes),
            b'<' => match next {
                Some(b'=') => (Kind::LessEqual, 2),
                Some(b'<') => (Kind::ShiftLeft, 2),
                Some(b'>') => (Kind::Eventually, 2),
                Some(b'-') if self.byte(2) == Some(b'>') => (Kind::Equivalent, 3),
                _ => (Kind::Less, 1),
            },
            b'>' => match next {
                Some(b'=') => (Kind::GreaterEqual, 2),
                Some(b'>') => (Kind::ShiftRight, 2),
                _ => (Kind::Greater, 1),
            },
            b'+' => (Kind::Plus, 1),
            b'-' => two(b'>', Kind::Arrow, Kind::Minus),
            b'*' => (Kind::Star, 1),
            b'/' => (Kind::Slash, 1),
            b'%' => (Kind::Percent, 1),
            b'^' => (Kind::Caret, 1),
            b'~' => (Kind::Tilde, 1),
            b'?' => (Kind::Question, 1),
            b'#' => (Kind::Hash, 1),
            b'\'' => (Kind::Quote, 1),
            b'@' => (Kind::At, 1),
            b'\\' => (Kind::Backslash, 1),
            _ => return None,
        })
    }

    fn unexpected(&mut self) {
        let start = self.lexer.position;
        let letter = self.lexer.source[start..].chars().next().unwrap_or('\u{fffd}');
        self.lexer.position += letter.len_utf8();
        if letter.is_whitespace() || letter == '\u{feff}' {
            return;
        }
        let shown: String = letter.escape_debug().collect();
        let meant = LOOKALIKES.iter().find(|(letters, ..)| letters.contains(letter));
        let help = meant.map(|(_, text, _)| format!("write `{text}`"));
        self.error(start, format!("the character `{shown}` has no meaning in FSP")).help = help;
        // What is meant is clear: it causes no more errors.
        if let Some(&(_, _, kind)) = meant {
            self.push(kind, 0, start);
        }
    }
}

/// Signs of mathematics and of word processors, and what they are in FSP.
const LOOKALIKES: [(&str, &str, Kind); 9] = [
    ("→⟶⇒⟹", "->", Kind::Arrow),
    ("‖∥", "||", Kind::BarBar),
    ("∨", "||", Kind::BarBar),
    ("∧", "&&", Kind::AndAnd),
    ("¬", "!", Kind::Not),
    ("≤", "<=", Kind::LessEqual),
    ("≥", ">=", Kind::GreaterEqual),
    ("≠", "!=", Kind::NotEqual),
    ("…‥", "..", Kind::DotDot),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(source: &str) -> (Vec<Token>, Names, Vec<Diagnostic>) {
        let (mut tokens, mut names, mut diagnostics) = (Vec::new(), Names::new(0), Vec::new());
        let mut lexer = Lexer::new(source);
        while !lexer.is_done() {
            let sink =
                Sink { tokens: &mut tokens, names: &mut names, diagnostics: &mut diagnostics };
            lexer.fill(3, sink);
        }
        (tokens, names, diagnostics)
    }

    fn kinds(source: &str) -> Vec<Kind> {
        lex(source).0.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn longest_match() {
        use Kind::*;
        assert_eq!(
            kinds("a->b <-> <> [] [ ] .. . :: <- 'x"),
            [
                Lower,
                Arrow,
                Lower,
                Equivalent,
                Eventually,
                Always,
                LeftSquare,
                RightSquare,
                DotDot,
                Dot,
                ColonColon,
                Less,
                Minus,
                Quote,
                Lower,
                End
            ]
        );
        assert_eq!(kinds("when When _x X_1 /* c */ // d"), [When, Upper, Lower, Upper, End]);
    }

    #[test]
    fn numbers_have_bases() {
        let (tokens, _, diagnostics) = lex("10 010 0x1F 0 99999999999 08");
        let values: Vec<u32> = tokens.iter().map(|token| token.payload).collect();
        assert_eq!(&values[..4], [10, 8, 31, 0]);
        assert_eq!(diagnostics.len(), 2);
    }

    #[test]
    fn what_is_wrong_is_skipped() {
        let (tokens, _, diagnostics) = lex("a $ b \u{e9} \"open\nc /* never");
        assert_eq!(tokens.len(), 4);
        assert_eq!(diagnostics.len(), 4);
        assert!(!diagnostics[3].is_error());
    }
}
