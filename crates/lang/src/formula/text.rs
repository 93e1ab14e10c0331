//! Formulas in a text of their own.
//!
//! Besides SPIN's words, `F`, `G` and `R` are operators. A proposition whose name is one of those,
//! or has spaces or operators in it, stands in double quotes.

use surmise_model::formula::{Formula, Formulas};
use surmise_model::{Diagnostic, FormulaId, Span};

use super::{Binary, Unary, Word, WordKind, parse_words, spin_word};

/// The longest text that is read, in bytes.
const MAX_LENGTH: usize = 1 << 20;

/// The words that are no names, longer ones first.
const SYMBOLS: &[(&str, WordKind)] = &[
    ("<->", WordKind::Binary(Binary::Equivalent)),
    ("->", WordKind::Binary(Binary::Implies)),
    ("<>", WordKind::Unary(Unary::Eventually)),
    ("[]", WordKind::Unary(Unary::Always)),
    ("&&", WordKind::Binary(Binary::And)),
    ("/\\", WordKind::Binary(Binary::And)),
    ("||", WordKind::Binary(Binary::Or)),
    ("\\/", WordKind::Binary(Binary::Or)),
    ("!=", WordKind::Joint),
    ("==", WordKind::Joint),
    ("<=", WordKind::Joint),
    (">=", WordKind::Joint),
    ("<<", WordKind::Joint),
    (">>", WordKind::Joint),
    ("??", WordKind::Joint),
    ("..", WordKind::Joint),
    ("!", WordKind::Unary(Unary::Not)),
    ("(", WordKind::Open),
    (")", WordKind::Close),
    ("[", WordKind::OpenInner),
    ("]", WordKind::CloseInner),
    ("{", WordKind::OpenInner),
    ("}", WordKind::CloseInner),
];

/// Characters that join the words of a proposition.
const JOINTS: &str = "<>+-*/%&|^~.:@?,;#";

/// A proposition as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Atom<'t> {
    /// Its words, or what stands in quotes.
    pub text: &'t str,
    /// Whether it stood in quotes.
    pub quoted: bool,
    /// Where it stands.
    pub span: Span,
}

/// Parses a text that is one formula. Propositions are resolved to formulas, or to all that is
/// wrong about them.
///
/// # Errors
/// Everything that is wrong, in the order of the text.
pub fn parse<'t>(
    text: &'t str,
    mut resolve: impl FnMut(&mut Formulas, Atom<'t>) -> Result<FormulaId, Vec<Diagnostic>>,
) -> Result<Formula, Vec<Diagnostic>> {
    if text.len() > MAX_LENGTH {
        let message = format!("the formula has {} bytes, more than {MAX_LENGTH}", text.len());
        return Err(vec![Diagnostic::error(Span::default(), message)]);
    }
    let words = words(text)?;
    let end = Span::new(text.len(), text.len());
    parse_words(&words, end, &mut |formulas, places| {
        let span = words[places.start].span.to(words[places.end - 1].span);
        let written = &text[span.start..span.end];
        let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let quoted = inside.filter(|_| places.len() == 1);
        let atom = Atom { text: quoted.unwrap_or(written), quoted: quoted.is_some(), span };
        resolve(formulas, atom)
    })
}

fn words(text: &str) -> Result<Vec<Word>, Vec<Diagnostic>> {
    let mut words = Vec::new();
    let mut diagnostics = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (kind, length) = match first {
            '"' => match rest[1..].find('"') {
                Some(length) => (Some(WordKind::Name), length + 2),
                None => {
                    let span = Span::new(start, start + 1);
                    let error = Diagnostic::error(span, "a quote is not closed");
                    diagnostics.push(error.label("opened here"));
                    break;
                }
            },
            _ if is_of_name(first) => {
                let length = rest.find(|next| !is_of_name(next)).unwrap_or(rest.len());
                (Some(name(&rest[..length])), length)
            }
            _ => symbol(rest, first),
        };
        let span = Span::new(start, start + length);
        match kind {
            Some(kind) => words.push(Word { kind, span }),
            None => diagnostics.push(stranger(rest, span)),
        }
        start += length;
    }
    if diagnostics.is_empty() { Ok(words) } else { Err(diagnostics) }
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

fn name(text: &str) -> WordKind {
    match text {
        "F" => WordKind::Unary(Unary::Eventually),
        "G" => WordKind::Unary(Unary::Always),
        "R" => WordKind::Binary(Binary::Release),
        _ => spin_word(text).unwrap_or(WordKind::Name),
    }
}

fn symbol(rest: &str, first: char) -> (Option<WordKind>, usize) {
    if let Some(&(symbol, kind)) = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol)) {
        return (Some(kind), symbol.len());
    }
    (JOINTS.contains(first).then_some(WordKind::Joint), first.len_utf8())
}

/// A character that is no word.
fn stranger(rest: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(span, "this character has no meaning in a formula");
    match rest.starts_with('=') {
        true => error.label("found `=`").help("values are compared by `==`; implication is `->`"),
        false => error.label("here").help("a proposition with such a name stands in double quotes"),
    }
}
