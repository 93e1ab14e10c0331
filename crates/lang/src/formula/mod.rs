//! Formulas of linear temporal logic as text, bound as SPIN binds them.
//!
//! Unary operators bind strongest, then `U`, `W` and `V`, then `&&`, then `||`, then `->` and
//! `<->`. Operators of one strength group to the left: `p -> q -> r` is `(p -> q) -> r`. That is
//! what SPIN's `ltl` blocks mean, and formulas on a command line follow them. (FSP's assertions
//! bind otherwise and have quantifiers: `fsp` reads them with the rest of its text.) In one point
//! SPIN is not followed: it reads `[] x == 1` as `([] x) == 1`. Here comparisons and arithmetic
//! belong to the proposition, as everybody means it, and every operator of the logic binds weaker.
//!
//! What a proposition is, the language says: it turns its words into [`Word`]s, and resolves those
//! that stand where a proposition should, which may as well give a whole formula. [`parse`] does
//! the first half for a plain text. All mistakes are reported at once.

mod text;

use std::ops::Range;

use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{Diagnostic, FormulaId, Span};

pub use text::{Atom, parse};

use crate::in_order::in_order;

/// What a word means to a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordKind {
    /// `true` or `false`.
    Constant(bool),
    /// An operator with one operand.
    Unary(Unary),
    /// An operator between two operands.
    Binary(Binary),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// Another bracket that opens: what is in it belongs to a proposition.
    OpenInner,
    /// Its counterpart.
    CloseInner,
    /// A word of a proposition that can stand alone: a name, a number.
    Name,
    /// A word of a proposition that another one follows: `==`, `.`, `@`.
    Joint,
}

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `!`.
    Not,
    /// `X`.
    Next,
    /// `<>`.
    Eventually,
    /// `[]`.
    Always,
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `->`.
    Implies,
    /// `<->`.
    Equivalent,
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `U`.
    Until,
    /// `W`.
    WeakUntil,
    /// `V`, which others call `R`.
    Release,
}

impl Unary {
    fn of(self, f: FormulaId) -> Operator {
        match self {
            Self::Not => Operator::Not(f),
            Self::Next => Operator::Next(f),
            Self::Eventually => Operator::Eventually(f),
            Self::Always => Operator::Always(f),
        }
    }
}

impl Binary {
    fn strength(self) -> u32 {
        match self {
            Self::Implies | Self::Equivalent => 1,
            Self::Or => 2,
            Self::And => 3,
            Self::Until | Self::WeakUntil | Self::Release => 4,
        }
    }

    fn of(self, f: FormulaId, g: FormulaId) -> Operator {
        match self {
            Self::Implies => Operator::Implies(f, g),
            Self::Equivalent => Operator::Equivalent(f, g),
            Self::Or => Operator::Or(f, g),
            Self::And => Operator::And(f, g),
            Self::Until => Operator::Until(f, g),
            Self::WeakUntil => Operator::WeakUntil(f, g),
            Self::Release => Operator::Release(f, g),
        }
    }
}

/// What a name means in SPIN's formulas, if it is a word of theirs.
pub fn spin_word(name: &str) -> Option<WordKind> {
    Some(match name {
        "true" => WordKind::Constant(true),
        "false" => WordKind::Constant(false),
        "X" | "next" => WordKind::Unary(Unary::Next),
        "always" => WordKind::Unary(Unary::Always),
        "eventually" => WordKind::Unary(Unary::Eventually),
        "U" | "until" | "stronguntil" => WordKind::Binary(Binary::Until),
        "W" | "weakuntil" => WordKind::Binary(Binary::WeakUntil),
        "V" | "release" => WordKind::Binary(Binary::Release),
        "implies" => WordKind::Binary(Binary::Implies),
        "equivalent" => WordKind::Binary(Binary::Equivalent),
        _ => return None,
    })
}

/// A word of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// What it means.
    pub kind: WordKind,
    /// Where it stands.
    pub span: Span,
}

/// Turns the words of a proposition, given by their places, into a formula, or says what is wrong.
pub type Resolve<'r> =
    dyn FnMut(&mut Formulas, Range<usize>) -> Result<FormulaId, Vec<Diagnostic>> + 'r;

/// Parses words into a formula; `end` is the place after the last one.
///
/// # Errors
/// Everything that is wrong, in the order of the text.
pub fn parse_words(
    words: &[Word],
    end: Span,
    resolve: &mut Resolve<'_>,
) -> Result<Formula, Vec<Diagnostic>> {
    let mut parser = Parser {
        words,
        end,
        position: 0,
        closed_by: matching(words),
        formulas: Formulas::new(),
        operands: Vec::new(),
        pending: Vec::new(),
        diagnostics: Vec::new(),
    };
    let root = parser.run(resolve);
    match parser.diagnostics.is_empty() {
        true => Ok(Formula::new(&parser.formulas, root)),
        false => Err(in_order(parser.diagnostics)),
    }
}

/// For each opening bracket the place of the one that closes it.
fn matching(words: &[Word]) -> Vec<Option<usize>> {
    let mut closed_by = vec![None; words.len()];
    let mut open: Vec<(usize, WordKind)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        match word.kind {
            WordKind::Open => open.push((place, WordKind::Close)),
            WordKind::OpenInner => open.push((place, WordKind::CloseInner)),
            WordKind::Close | WordKind::CloseInner => {
                if open.last().is_some_and(|&(_, expected)| expected == word.kind)
                    && let Some((opened, _)) = open.pop()
                {
                    closed_by[opened] = Some(place);
                }
            }
            _ => {}
        }
    }
    closed_by
}

/// What waits for its operand to end.
#[derive(Debug, Clone, Copy)]
enum Pending {
    Open(Span),
    Unary(Unary),
    Binary(Binary),
}

/// An operator-precedence parser: what waits is on a stack, so that depth costs no recursion.
struct Parser<'w> {
    words: &'w [Word],
    end: Span,
    position: usize,
    closed_by: Vec<Option<usize>>,
    formulas: Formulas,
    operands: Vec<FormulaId>,
    pending: Vec<Pending>,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn run(&mut self, resolve: &mut Resolve<'_>) -> FormulaId {
        loop {
            self.operand(resolve);
            if !self.operator() {
                break;
            }
        }
        self.reduce(0);
        while let Some(Pending::Open(open)) = self.pending.pop() {
            self.unclosed(open);
            self.reduce(0);
        }
        self.operands.pop().expect("there is an operand before every operator")
    }

    fn kind(&self) -> Option<WordKind> {
        self.words.get(self.position).map(|word| word.kind)
    }

    fn span(&self) -> Span {
        self.words.get(self.position).map_or(self.end, |word| word.span)
    }

    /// Reads up to the end of the next proposition, with what stands before it.
    fn operand(&mut self, resolve: &mut Resolve<'_>) {
        loop {
            match self.kind() {
                Some(WordKind::Unary(operator)) => self.pending.push(Pending::Unary(operator)),
                Some(WordKind::Open) if !self.opens_expression() => {
                    self.pending.push(Pending::Open(self.span()));
                }
                None | Some(WordKind::Binary(_) | WordKind::Close | WordKind::CloseInner) => {
                    let error = Diagnostic::error(self.span(), "expected a formula");
                    let label = match self.kind() {
                        None => "the text ends here",
                        Some(_) => "a proposition should stand before this",
                    };
                    self.diagnostics.push(error.label(label));
                    let stand_in = self.formulas.top();
                    return self.complete(stand_in);
                }
                Some(_) => {
                    let formula = self.proposition(resolve);
                    return self.complete(formula);
                }
            }
            self.position += 1;
        }
    }

    /// Reads operators and closing brackets up to where an operand should follow; or finds the end.
    fn operator(&mut self) -> bool {
        loop {
            match self.kind() {
                None => return false,
                Some(WordKind::Binary(operator)) => {
                    self.reduce(operator.strength());
                    self.pending.push(Pending::Binary(operator));
                    self.position += 1;
                    return true;
                }
                Some(WordKind::Close) => {
                    self.reduce(0);
                    if self.pending.pop().is_none() {
                        self.unopened();
                    }
                    self.position += 1;
                    let inside = self.operands.pop().expect("an operand came before");
                    self.complete(inside);
                }
                Some(WordKind::CloseInner) => {
                    self.unopened();
                    self.position += 1;
                }
                Some(_) => {
                    let error = Diagnostic::error(self.span(), "expected an operator")
                        .label("the formula before this is complete")
                        .help(
                            "operators are `&& || -> <-> U W V`, and `! X <> []` before a formula",
                        );
                    self.diagnostics.push(error);
                    self.pending.push(Pending::Binary(Binary::And));
                    return true;
                }
            }
        }
    }

    fn unclosed(&mut self, open: Span) {
        let error = Diagnostic::error(self.end, "a bracket is not closed");
        self.diagnostics.push(error.label("the text ends here").related(open, "opened here"));
    }

    fn unopened(&mut self) {
        let error = Diagnostic::error(self.span(), "a bracket closes what was not opened");
        self.diagnostics.push(error.label("nothing to close"));
    }

    /// An operand is there: unary operators before it apply to it and nothing more.
    fn complete(&mut self, mut operand: FormulaId) {
        while let Some(&Pending::Unary(operator)) = self.pending.last() {
            self.pending.pop();
            operand = self.formulas.add(operator.of(operand));
        }
        self.operands.push(operand);
    }

    /// Applies the binary operators that bind at least so strongly, up to a bracket.
    fn reduce(&mut self, strength: u32) {
        while let Some(&Pending::Binary(operator)) = self.pending.last()
            && operator.strength() >= strength
        {
            self.pending.pop();
            let right = self.operands.pop().expect("an operand came after");
            let left = self.operands.pop().expect("an operand came before");
            self.operands.push(self.formulas.add(operator.of(left, right)));
        }
    }

    /// Whether the bracket here is part of an expression, as in `(x + 1) == 2`.
    fn opens_expression(&self) -> bool {
        self.closed_by[self.position]
            .and_then(|close| self.words.get(close + 1))
            .is_some_and(|word| word.kind == WordKind::Joint)
    }

    fn proposition(&mut self, resolve: &mut Resolve<'_>) -> FormulaId {
        let start = self.position;
        self.skip_proposition();
        if let (1, WordKind::Constant(value)) = (self.position - start, self.words[start].kind) {
            return if value { self.formulas.top() } else { self.formulas.bottom() };
        }
        resolve(&mut self.formulas, start..self.position).unwrap_or_else(|mut diagnostics| {
            self.diagnostics.append(&mut diagnostics);
            self.formulas.top()
        })
    }

    /// Operands of an expression, joined: each is a word or a bracket with brackets behind it.
    fn skip_proposition(&mut self) {
        loop {
            let mut complete = false;
            loop {
                match self.kind() {
                    Some(WordKind::Name | WordKind::Constant(_)) if !complete => {}
                    Some(WordKind::Joint | WordKind::Unary(Unary::Not)) if !complete => {
                        self.position += 1;
                        continue;
                    }
                    Some(WordKind::Open | WordKind::OpenInner)
                        if let Some(close) = self.closed_by[self.position] =>
                    {
                        self.position = close;
                    }
                    Some(WordKind::Open | WordKind::OpenInner) => {
                        self.unclosed(self.span());
                        self.position = self.words.len();
                        return;
                    }
                    _ => break,
                }
                complete = true;
                self.position += 1;
            }
            if self.kind() != Some(WordKind::Joint) {
                return;
            }
            self.position += 1;
        }
    }
}

#[cfg(test)]
mod tests;
