//! From a text to words: comments, continued lines, numbers, names, strings, operators.
//!
//! Directives are words here like any other; `preprocess` tells them by [`Token::first`].

use surmise_model::{Diagnostic, Span};

use super::token::{At, Kind, Names, Token};

/// Makes words of one file.
pub(crate) struct Lexer<'a> {
    source: &'a str,
    bytes: &'a [u8],
    position: usize,
    line: u32,
    first: bool,
    spaced: bool,
    /// The file's number, and where it is included, if it is not the main one.
    file: u32,
    included: Option<At>,
    names: &'a mut Names,
    tokens: Vec<Token>,
    /// What is wrong, with the line.
    diagnostics: Vec<(u32, Diagnostic)>,
}

impl<'a> Lexer<'a> {
    /// A lexer for the main text, or for a file that is included somewhere.
    pub(crate) fn new(
        source: &'a str,
        file: u32,
        included: Option<At>,
        names: &'a mut Names,
    ) -> Self {
        Self {
            source,
            bytes: source.as_bytes(),
            position: 0,
            line: 1,
            first: true,
            spaced: false,
            file,
            included,
            names,
            tokens: Vec::with_capacity(source.len() / 4),
            diagnostics: Vec::new(),
        }
    }

    /// All words, and what is wrong with the others, with its line.
    pub(crate) fn run(mut self) -> (Vec<Token>, Vec<(u32, Diagnostic)>) {
        while let Some(&byte) = self.bytes.get(self.position) {
            match byte {
                b'\n' => {
                    self.position += 1;
                    self.line += 1;
                    self.first = true;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.blank(1),
                b'\\' if self.continues() => {}
                b'/' if self.byte(1) == Some(b'/') => self.line_comment(),
                b'/' if self.byte(1) == Some(b'*') => self.block_comment(),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.name(),
                b'0'..=b'9' => self.number(),
                b'"' => self.text(),
                b'\'' => self.character(),
                _ => self.operator(byte),
            }
        }
        (self.tokens, self.diagnostics)
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.position + ahead).copied()
    }

    fn blank(&mut self, length: usize) {
        self.position += length;
        self.spaced = true;
    }

    /// A backslash at the end of a line joins the next one.
    fn continues(&mut self) -> bool {
        let rest = &self.bytes[self.position + 1..];
        let blanks = rest.iter().position(|&b| !matches!(b, b' ' | b'\t' | b'\r'));
        let joined = blanks.is_some_and(|blanks| rest[blanks] == b'\n');
        if joined {
            self.line += 1;
            self.blank(blanks.unwrap_or(0) + 2);
        }
        joined
    }

    fn at(&self, start: usize) -> At {
        match self.included {
            Some(at) => At { file: self.file, line: self.line, origin: At::ELSEWHERE, ..at },
            None => At {
                start: start as u32,
                end: self.position as u32,
                file: self.file,
                line: self.line,
                origin: start as u32,
            },
        }
    }

    fn push(&mut self, kind: Kind, payload: u32, start: usize) {
        let at = self.at(start);
        self.tokens.push(Token { kind, payload, at, first: self.first, spaced: self.spaced });
        self.first = false;
        self.spaced = false;
    }

    fn error(&mut self, start: usize, message: impl Into<String>) -> &mut Diagnostic {
        let span: Span = self.at(start).span();
        self.diagnostics.push((self.line, Diagnostic::error(span, message)));
        &mut self.diagnostics.last_mut().expect("just pushed").1
    }

    fn name(&mut self) {
        let start = self.position;
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&b| !(b.is_ascii_alphanumeric() || b == b'_'));
        self.position += length.unwrap_or(rest.len());
        let symbol = self.names.intern(&self.source[start..self.position]);
        self.push(Kind::Name, symbol.0, start);
    }

    fn number(&mut self) {
        let start = self.position;
        let rest = &self.bytes[start..];
        let hexadecimal = rest.len() > 2 && rest[0] == b'0' && matches!(rest[1], b'x' | b'X');
        let digits = &rest[if hexadecimal { 2 } else { 0 }..];
        let radix = if hexadecimal { 16 } else { 10 };
        let length = digits.iter().position(|&b| !(b as char).is_digit(radix));
        let length = length.unwrap_or(digits.len());
        let begin = start + rest.len() - digits.len();
        self.position = begin + length;
        let text = &self.source[begin..self.position];
        let value = i64::from_str_radix(text, radix).ok().filter(|&v| v <= i64::from(u32::MAX));
        if value.is_none_or(|value| value > i64::from(i32::MAX)) {
            self.error(start, "this number is too large").help =
                Some(format!("numbers go up to {}", i32::MAX));
        }
        self.push(Kind::Number, value.unwrap_or(0) as u32, start);
    }

    fn text(&mut self) {
        let start = self.position;
        let mut end = start + 1;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'"' => {
                    self.position = end + 1;
                    let symbol = self.names.intern(&self.source[start + 1..end]);
                    return self.push(Kind::Text, symbol.0, start);
                }
                b'\n' => break,
                b'\\' if self.bytes.get(end + 1).is_some_and(|&b| b == b'"' || b == b'\\') => {
                    end += 2;
                }
                _ => end += 1,
            }
        }
        self.position = end.min(self.bytes.len());
        self.error(start, "the closing quote is missing").label = "opened here".into();
    }

    /// `'a'` is the character's number.
    fn character(&mut self) {
        let start = self.position;
        let rest = &self.bytes[start + 1..];
        let (value, length) = match rest {
            [b'\\', letter, b'\'', ..] => {
                let value = match letter {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'0' => 0,
                    other => *other,
                };
                (Some(value), 4)
            }
            [letter, b'\'', ..] if letter.is_ascii() && *letter != b'\n' => (Some(*letter), 3),
            _ => (None, 1),
        };
        self.position += length;
        match value {
            Some(value) => self.push(Kind::Number, u32::from(value), start),
            None => {
                self.error(start, "a character stands in quotes, like 'a'");
            }
        }
    }

    fn line_comment(&mut self) {
        let rest = &self.bytes[self.position..];
        self.blank(rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()));
    }

    fn block_comment(&mut self) {
        let start = self.position;
        match self.source[start + 2..].find("*/") {
            Some(length) => {
                let inside = &self.bytes[start..start + length];
                self.line += inside.iter().filter(|&&byte| byte == b'\n').count() as u32;
                self.blank(length + 4);
            }
            None => {
                self.position = start + 2;
                self.error(start, "this comment is never closed").help =
                    Some("close it with `*/`".into());
                self.position = self.bytes.len();
            }
        }
    }

    fn operator(&mut self, byte: u8) {
        let start = self.position;
        let next = self.byte(1);
        let two = |second: u8, long: Kind, short: Kind| match next == Some(second) {
            true => (long, 2),
            false => (short, 1),
        };
        let (kind, length) = match byte {
            b';' => (Kind::Semicolon, 1),
            b',' => (Kind::Comma, 1),
            b':' => two(b':', Kind::Colons, Kind::Colon),
            b'.' => two(b'.', Kind::Dots, Kind::Dot),
            b'(' => (Kind::LeftRound, 1),
            b')' => (Kind::RightRound, 1),
            b'[' => (Kind::LeftSquare, 1),
            b']' => (Kind::RightSquare, 1),
            b'{' => (Kind::LeftCurly, 1),
            b'}' => (Kind::RightCurly, 1),
            b'=' => two(b'=', Kind::Equal, Kind::Becomes),
            b'!' => match next {
                Some(b'=') => (Kind::NotEqual, 2),
                Some(b'!') => (Kind::NotNot, 2),
                _ => (Kind::Not, 1),
            },
            b'<' => match next {
                Some(b'=') => (Kind::LessEqual, 2),
                Some(b'<') => (Kind::ShiftLeft, 2),
                _ => (Kind::Less, 1),
            },
            b'>' => match next {
                Some(b'=') => (Kind::GreaterEqual, 2),
                Some(b'>') => (Kind::ShiftRight, 2),
                _ => (Kind::Greater, 1),
            },
            b'+' => two(b'+', Kind::PlusPlus, Kind::Plus),
            b'-' => match next {
                Some(b'>') => (Kind::Arrow, 2),
                Some(b'-') => (Kind::MinusMinus, 2),
                _ => (Kind::Minus, 1),
            },
            b'*' => (Kind::Star, 1),
            b'/' => (Kind::Slash, 1),
            b'%' => (Kind::Percent, 1),
            b'&' => two(b'&', Kind::AndAnd, Kind::And),
            b'|' => two(b'|', Kind::BarBar, Kind::Bar),
            b'^' => (Kind::Caret, 1),
            b'~' => (Kind::Tilde, 1),
            b'?' => two(b'?', Kind::Questions, Kind::Question),
            b'@' => (Kind::At, 1),
            b'#' => two(b'#', Kind::Hashes, Kind::Hash),
            _ => return self.unexpected(),
        };
        self.position += length;
        self.push(kind, 0, start);
    }

    fn unexpected(&mut self) {
        let start = self.position;
        let letter = self.source[start..].chars().next().unwrap_or('\u{fffd}');
        self.position += letter.len_utf8();
        if letter.is_whitespace() || letter == '\u{feff}' {
            self.spaced = true;
            return;
        }
        // It may stand in a part that the preprocessor leaves out: reported where it is used.
        self.push(Kind::Unknown, letter as u32, start);
    }
}
