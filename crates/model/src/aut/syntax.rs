//! The two kinds of lines in an `.aut` file, and what people write instead of them.

use crate::{Diagnostic, Rational, RationalError, Span};

/// `des (first, transitions, states)`.
pub(super) struct Header {
    pub(super) initial: State,
    pub(super) transitions: Number,
    pub(super) states: Number,
}

/// `(from, "label", to)`.
pub(super) struct Transition<'a> {
    pub(super) source: State,
    pub(super) label: Label<'a>,
    pub(super) target: State,
}

/// What was looked for, or what is wrong. Boxed, because lines are right a million times.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// A number and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) value: u64,
    pub(super) span: Span,
}

/// A state number, or π (`-1`).
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) number: Option<u64>,
    pub(super) span: Span,
}

/// A label, without the quotes around it.
pub(super) struct Label<'a> {
    pub(super) text: &'a str,
    pub(super) quoted: bool,
    pub(super) span: Span,
}

/// Reads a header line.
pub(super) fn header(line: &[u8], offset: usize) -> Parsed<Header> {
    let mut cursor = Cursor::new(line, offset);
    if !cursor.skip_word(b"des") {
        return Err(not_a_header(&cursor).into());
    }
    cursor.expect(b'(', "after `des`", HEADER)?;
    let initial = cursor.state("the initial state", HEADER)?;
    cursor.expect(b',', "after the initial state", HEADER)?;
    let transitions = cursor.number("the number of transitions", HEADER)?;
    cursor.expect(b',', "after the number of transitions", HEADER)?;
    let states = cursor.number("the number of states", HEADER)?;
    cursor.expect(b')', "after the number of states", HEADER)?;
    cursor.expect_end()?;
    Ok(Header { initial, transitions, states })
}

/// Reads a transition line.
pub(super) fn transition(line: &[u8], offset: usize) -> Parsed<Transition<'_>> {
    let mut cursor = Cursor::new(line, offset);
    if cursor.peek() != Some(b'(') && cursor.skip_word(b"des") {
        let span = Span::new(cursor.here().start - 3, offset + line.trim_ascii_end().len());
        return Err(Diagnostic::error(span, "a second header")
            .label("the first line is the header already")
            .help("an .aut file holds one LTS: remove this line, or split the file")
            .into());
    }
    if let Some(b'#' | b'%' | b'/' | b';' | b'-') = cursor.peek() {
        return Err(Diagnostic::error(cursor.whole_line(), "this is no transition")
            .label("a comment?")
            .help("an .aut file cannot have comments: remove this line")
            .into());
    }
    cursor.expect(b'(', "at the start of a transition", TRANSITION)?;
    let source = cursor.state("the source state", TRANSITION)?;
    cursor.expect(b',', "after the source state", TRANSITION)?;
    let label = cursor.label()?;
    cursor.expect(b',', "after the label", TRANSITION)?;
    let target = cursor.state("the target state", TRANSITION)?;
    cursor.expect(b')', "after the target state", TRANSITION)?;
    cursor.expect_end()?;
    Ok(Transition { source, label, target })
}

/// A transition line whose target may be a distribution, as mCRL2 writes it: states with
/// probabilities between them, `0 1/3 1 1/2 2`. The last probability is what is left, and may be
/// given, too.
pub(super) struct ProbabilisticTransition<'a> {
    pub(super) source: State,
    pub(super) label: Label<'a>,
    /// The branches; the probability of the last one may be missing.
    pub(super) branches: Vec<(State, Option<Rational>)>,
    pub(super) span: Span,
}

/// Reads a transition line whose target may be a distribution.
pub(super) fn probabilistic_transition(
    line: &[u8],
    offset: usize,
) -> Parsed<ProbabilisticTransition<'_>> {
    let mut cursor = Cursor::new(line, offset);
    cursor.expect(b'(', "at the start of a transition", PROBABILISTIC)?;
    let source = cursor.state("the source state", PROBABILISTIC)?;
    cursor.expect(b',', "after the source state", PROBABILISTIC)?;
    let label = cursor.label()?;
    cursor.expect(b',', "after the label", PROBABILISTIC)?;
    cursor.skip_blanks();
    let start = cursor.position;
    let mut branches = Vec::new();
    loop {
        let state = cursor.state("the target state", PROBABILISTIC)?;
        cursor.skip_blanks();
        if cursor.peek().is_none_or(|byte| byte == b')') {
            branches.push((state, None));
            break;
        }
        branches.push((state, Some(cursor.rational()?)));
        cursor.skip_blanks();
        if cursor.peek() == Some(b')') {
            break;
        }
    }
    let span = cursor.span(start, cursor.position);
    cursor.expect(b')', "after the target state", PROBABILISTIC)?;
    cursor.expect_end()?;
    Ok(ProbabilisticTransition { source, label, branches, span })
}

/// The advice for a header that is wrong in no particular way.
pub(super) const HEADER: &str =
    "a header reads `des (first, transitions, states)`, for example `des (0, 3, 2)`";
const PROBABILISTIC: &str = "a probabilistic transition reads `(from, \"label\", to probability to)`, for example \
     `(0, \"a\", 1 1/3 2)`";
const TRANSITION: &str = "a transition reads `(from, \"label\", to)`, for example `(0, \"a\", 1)`";

/// The first line is not a header. Says so as exactly as possible.
#[cold]
fn not_a_header(cursor: &Cursor<'_>) -> Diagnostic {
    let line = cursor.whole_line();
    let first = cursor.line[cursor.position..].first().copied();
    let word =
        cursor.line[cursor.position..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
    if word > 0 {
        let span = Span::new(cursor.here().start, cursor.here().start + word);
        return Diagnostic::error(span, "an .aut file starts with the word `des`")
            .label("expected `des`")
            .help(HEADER);
    }
    match first {
        Some(b'(') => Diagnostic::error(line, "the header is missing")
            .label("this is not the header `des (first, transitions, states)`"),
        _ => Diagnostic::error(line, "this is not an .aut file")
            .label("expected the header `des (first, transitions, states)`")
            .help(HEADER),
    }
}

/// Walks over the bytes of one line.
struct Cursor<'a> {
    line: &'a [u8],
    position: usize,
    /// Where the line starts in the text.
    offset: usize,
}

impl<'a> Cursor<'a> {
    fn new(line: &'a [u8], offset: usize) -> Self {
        let mut cursor = Self { line, position: 0, offset };
        cursor.skip_blanks();
        cursor
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.line.get(self.position) {
            self.position += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.line.get(self.position).copied()
    }

    fn skip_word(&mut self, word: &[u8]) -> bool {
        let found = self.line[self.position..].starts_with(word);
        self.position += if found { word.len() } else { 0 };
        found
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.offset + start, self.offset + end)
    }

    /// The byte where the cursor stands, or the end of the line.
    fn here(&self) -> Span {
        self.span(self.position, (self.position + 1).min(self.line.len()).max(self.position))
    }

    /// The line without blanks around it.
    fn whole_line(&self) -> Span {
        let end = self.line.trim_ascii_end().len();
        self.span((self.line.len() - self.line.trim_ascii_start().len()).min(end), end)
    }

    #[inline]
    fn expect(&mut self, wanted: u8, place: &str, shape: &str) -> Parsed<()> {
        self.skip_blanks();
        if self.peek() == Some(wanted) {
            self.position += 1;
            return Ok(());
        }
        Err(self.missing(wanted, place, shape).into())
    }

    #[cold]
    fn missing(&self, wanted: u8, place: &str, shape: &str) -> Diagnostic {
        let wanted = char::from(wanted);
        // `0 1/2 1`: mCRL2's probabilistic states.
        let rest = &self.line[self.position..];
        let field = rest.iter().position(|byte| b",)".contains(byte)).unwrap_or(rest.len());
        let rest = rest[..field].trim_ascii_end();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digits > 0 && rest.get(digits) == Some(&b'/') {
            return Diagnostic::error(
                self.span(self.position, self.position + rest.len()),
                "a probabilistic transition, where only others are understood",
            )
            .label("a probability")
            .help(
                "`compose`, `convert`, `draw` and `info` understand mCRL2's probabilistic .aut; for \
                 others, give each transition one target state",
            );
        }
        Diagnostic::error(self.here(), format!("`{wanted}` is missing {place}"))
            .label(format!("expected `{wanted}`"))
            .help(shape)
    }

    #[inline]
    fn number(&mut self, what: &str, shape: &str) -> Parsed<Number> {
        self.skip_blanks();
        let start = self.position;
        let mut value = 0u64;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.position += 1;
        }
        if self.position == start {
            return Err(self.not_a_number(what, shape).into());
        }
        Ok(Number { value, span: self.span(start, self.position) })
    }

    #[cold]
    fn not_a_number(&self, what: &str, shape: &str) -> Diagnostic {
        let rest = &self.line[self.position..];
        let end = rest.iter().position(|b| b",()\" \t\r".contains(b)).unwrap_or(rest.len());
        let span = self.span(self.position, self.position + end);
        let found = String::from_utf8_lossy(&rest[..end]);
        let diagnostic = Diagnostic::error(span, format!("{what} is missing"))
            .label("expected a number")
            .help(shape);
        match &*found {
            "" => diagnostic,
            negative if negative.starts_with('-') => Diagnostic {
                message: format!("{what} cannot be `{}`", negative.escape_debug()),
                help: Some("states are numbered from 0; -1 is the error state π".into()),
                ..diagnostic
            },
            other => Diagnostic {
                message: format!("{what} has to be a number, not `{}`", other.escape_debug()),
                ..diagnostic
            },
        }
    }

    /// A probability: up to the next blank or closing parenthesis.
    fn rational(&mut self) -> Parsed<Rational> {
        let rest = &self.line[self.position..];
        let end = rest.iter().position(|b| b") \t\r".contains(b)).unwrap_or(rest.len());
        let span = self.span(self.position, self.position + end);
        self.position += end;
        let text = String::from_utf8_lossy(&rest[..end]);
        text.parse().map_err(|error: RationalError| {
            Diagnostic::error(span, format!("a probability is {error}"))
                .label("expected a probability")
                .help(PROBABILISTIC)
                .into()
        })
    }

    /// A state number or `-1`.
    #[inline]
    fn state(&mut self, what: &str, shape: &str) -> Parsed<State> {
        self.skip_blanks();
        let start = self.position;
        let rest = &self.line[start..];
        if rest.starts_with(b"-1") && !rest.get(2).is_some_and(u8::is_ascii_digit) {
            self.position += 2;
            return Ok(State { number: None, span: self.span(start, self.position) });
        }
        let Number { value, span } = self.number(what, shape)?;
        Ok(State { number: Some(value), span })
    }

    /// A label: up to the *last* quote if it starts with one, so that labels may contain quotes;
    /// else up to the last comma of the line, so that they may contain commas.
    #[inline]
    fn label(&mut self) -> Parsed<Label<'a>> {
        self.skip_blanks();
        let rest = &self.line[self.position..];
        let quoted = rest.first() == Some(&b'"');
        let (from, to, next) = if quoted {
            match memchr::memrchr(b'"', &rest[1..]) {
                Some(length) => (1, 1 + length, 2 + length),
                None => return Err(self.open_quote().into()),
            }
        } else {
            let comma = memchr::memrchr(b',', rest).unwrap_or(rest.len());
            (0, rest[..comma].trim_ascii_end().len(), comma)
        };
        let span = self.span(self.position, self.position + to + usize::from(quoted));
        if let Some(second) = second_transition(&rest[from..to], quoted) {
            let start = self.position + from + second;
            return Err(self.two_transitions(start).into());
        }
        if from == to {
            return Err(Diagnostic::error(span, "the label is empty")
                .label("expected a label")
                .help("a silent transition has the label `tau`")
                .into());
        }
        let Ok(text) = std::str::from_utf8(&rest[from..to]) else {
            return Err(Diagnostic::error(span, "the label is not UTF-8 text")
                .label("these bytes are not UTF-8")
                .help("save the file in the encoding UTF-8")
                .into());
        };
        self.position += next;
        Ok(Label { text, quoted, span })
    }

    #[cold]
    fn two_transitions(&self, second: usize) -> Diagnostic {
        let end = self.line.trim_ascii_end().len();
        Diagnostic::error(self.span(second, end), "two transitions on one line")
            .label("the second one")
            .help("put it on a line of its own")
    }

    #[cold]
    fn open_quote(&self) -> Diagnostic {
        let end = self.line.trim_ascii_end().len();
        Diagnostic::error(self.span(self.position, end), "the quote is not closed")
            .label("a second `\"` is missing after the label")
            .help(TRANSITION)
    }

    #[inline]
    fn expect_end(&mut self) -> Parsed<()> {
        self.skip_blanks();
        if self.position == self.line.len() {
            return Ok(());
        }
        Err(Diagnostic::error(
            self.span(self.position, self.line.trim_ascii_end().len()),
            "there is something after the closing parenthesis",
        )
        .label("unexpected")
        .help("one transition a line, and no comments")
        .into())
    }
}

/// Where a second transition begins in what should be one label, if one does: after a target and a
/// closing parenthesis that have no business in a label.
#[inline]
fn second_transition(label: &[u8], quoted: bool) -> Option<usize> {
    let end = memchr::memchr(if quoted { b'"' } else { b',' }, label)?;
    let rest = if quoted {
        label[end + 1..].trim_ascii_start().strip_prefix(b",")?
    } else {
        &label[end + 1..]
    };
    let rest = rest.trim_ascii_start();
    let digits = rest.iter().take_while(|b| b.is_ascii_digit() || **b == b'-').count();
    let rest = rest[digits..].trim_ascii_start().strip_prefix(b")")?.trim_ascii_start();
    (digits > 0 && rest.starts_with(b"(")).then(|| label.len() - rest.len())
}
