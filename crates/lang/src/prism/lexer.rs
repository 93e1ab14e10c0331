//! From text to words, each byte touched once.

use surmise_model::{Diagnostic, Span};

use super::token::{At, Kind, Token};

/// The words of a text, the end last, and what is wrong with those that are none.
pub(crate) fn lex(source: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    let mut lexer =
        Lexer { source, bytes: source.as_bytes(), position: 0, diagnostics: Vec::new() };
    let mut tokens = Vec::new();
    loop {
        lexer.skip();
        let start = lexer.position;
        let kind = match lexer.bytes.get(start) {
            None => Some(Kind::End),
            Some(_) => lexer.word(),
        };
        if let Some(kind) = kind {
            let at = At { start: start as u32, end: lexer.position as u32 };
            tokens.push(Token { kind, at });
            if kind == Kind::End {
                return (tokens, lexer.diagnostics);
            }
        }
    }
}

struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    position: usize,
    diagnostics: Vec<Diagnostic>,
}

impl Lexer<'_> {
    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = &self.bytes[self.position..];
            self.position += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let rest = &self.source[self.position..];
            if rest.starts_with("//") {
                self.position += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(inside) = rest.strip_prefix("/*") {
                let start = self.position;
                match inside.find("*/") {
                    Some(length) => self.position += length + 4,
                    None => {
                        self.position = self.bytes.len();
                        let span = Span::new(start, start + 2);
                        let error = Diagnostic::error(span, "this comment is never closed");
                        self.diagnostics.push(error.help("close it with `*/`"));
                    }
                }
            } else if rest.starts_with('\u{feff}') {
                self.position += '\u{feff}'.len_utf8();
            } else {
                return;
            }
        }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.bytes.get(self.position + ahead).copied().unwrap_or(0)
    }

    fn word(&mut self) -> Option<Kind> {
        let start = self.position;
        match self.byte(0) {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let in_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
                self.position += self.bytes[start..].iter().take_while(in_name).count();
                let word = &self.source[start..self.position];
                Some(Kind::keyword(word).unwrap_or(Kind::Identifier))
            }
            b'0'..=b'9' => Some(self.number()),
            b'.' if self.byte(1).is_ascii_digit() => Some(self.number()),
            b'"' => self.text(),
            byte => match punctuation(byte, self.byte(1), self.byte(2)) {
                Some((kind, length)) => {
                    self.position += length;
                    Some(kind)
                }
                None => {
                    let letter = self.source[start..].chars().next().unwrap_or('\u{fffd}');
                    self.position += letter.len_utf8();
                    if !letter.is_whitespace() {
                        let shown: String = letter.escape_debug().collect();
                        self.diagnostics.push(Diagnostic::error(
                            Span::new(start, self.position),
                            format!("the character `{shown}` has no meaning in PRISM"),
                        ));
                    }
                    None
                }
            },
        }
    }

    /// `3`, `0.25`, `.5`, `1e-6`; but `0..5` is a number, two dots and a number.
    fn number(&mut self) -> Kind {
        let mut kind = Kind::Integer;
        self.digits();
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            kind = Kind::Decimal;
            self.position += 1;
            self.digits();
        }
        let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
        if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + sign).is_ascii_digit() {
            kind = Kind::Decimal;
            self.position += 1 + sign;
            self.digits();
        }
        kind
    }

    fn digits(&mut self) {
        let rest = &self.bytes[self.position..];
        self.position += rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    }

    fn text(&mut self) -> Option<Kind> {
        let start = self.position;
        let rest = &self.bytes[start + 1..];
        let length = rest.iter().position(|&byte| byte == b'"' || byte == b'\n');
        match length {
            Some(length) if rest[length] == b'"' => {
                self.position = start + length + 2;
                Some(Kind::Text)
            }
            _ => {
                self.position = start + 1 + length.unwrap_or(rest.len());
                let span = Span::new(start, start + 1);
                let error = Diagnostic::error(span, "the closing quote is missing");
                self.diagnostics.push(error.label("opened here"));
                None
            }
        }
    }
}

fn punctuation(byte: u8, next: u8, after: u8) -> Option<(Kind, usize)> {
    Some(match (byte, next, after) {
        (b'&', b'&', _) => (Kind::And, 2),
        (b'&', ..) => (Kind::And, 1),
        (b'|', b'|', b'|') => (Kind::BarBarBar, 3),
        (b'|', b'|', _) => (Kind::BarBar, 2),
        (b'|', b'[', _) => (Kind::BarLeft, 2),
        (b'|', ..) => (Kind::Bar, 1),
        (b']', b'|', _) => (Kind::RightBar, 2),
        (b'<', b'=', b'>') => (Kind::Iff, 3),
        (b'<', b'=', _) => (Kind::LessEqual, 2),
        (b'<', b'-', _) => (Kind::LeftArrow, 2),
        (b'<', ..) => (Kind::Less, 1),
        (b'>', b'=', _) => (Kind::GreaterEqual, 2),
        (b'>', ..) => (Kind::Greater, 1),
        (b'=', b'>', _) => (Kind::Implies, 2),
        (b'=', ..) => (Kind::Equal, 1),
        (b'!', b'=', _) => (Kind::NotEqual, 2),
        (b'!', ..) => (Kind::Not, 1),
        (b'-', b'>', _) => (Kind::Arrow, 2),
        (b'-', ..) => (Kind::Minus, 1),
        (b'.', b'.', _) => (Kind::DotDot, 2),
        (b':', ..) => (Kind::Colon, 1),
        (b',', ..) => (Kind::Comma, 1),
        (b'{', ..) => (Kind::LeftCurly, 1),
        (b'}', ..) => (Kind::RightCurly, 1),
        (b'(', ..) => (Kind::LeftRound, 1),
        (b')', ..) => (Kind::RightRound, 1),
        (b'[', ..) => (Kind::LeftSquare, 1),
        (b']', ..) => (Kind::RightSquare, 1),
        (b'+', ..) => (Kind::Plus, 1),
        (b'*', ..) => (Kind::Star, 1),
        (b'/', ..) => (Kind::Slash, 1),
        (b'?', ..) => (Kind::Question, 1),
        (b'\'', ..) => (Kind::Quote, 1),
        (b';', ..) => (Kind::Semicolon, 1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<Kind> {
        lex(source).0.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn longest_match() {
        use Kind::*;
        assert_eq!(kinds("[0..5]"), [LeftSquare, Integer, DotDot, Integer, RightSquare, End]);
        assert_eq!(
            kinds("x' <- <=> <= <"),
            [Identifier, Quote, LeftArrow, Iff, LessEqual, Less, End]
        );
        assert_eq!(
            kinds("1e-6 .5 2.5E+2 1e"),
            [Decimal, Decimal, Decimal, Integer, Identifier, End]
        );
        assert_eq!(
            kinds("a||b|||c|[d]|e|f"),
            [
                Identifier, BarBar, Identifier, BarBarBar, Identifier, BarLeft, Identifier,
                RightBar, Identifier, Bar, Identifier, End
            ]
        );
        assert_eq!(kinds("F // x\n/* y */ module modules"), [Identifier, Module, Identifier, End]);
    }

    #[test]
    fn what_is_wrong_is_skipped() {
        let (tokens, diagnostics) = lex("a $ b \u{e9} \"open\nc /* never");
        assert_eq!((tokens.len(), diagnostics.len()), (4, 4));
    }
}
