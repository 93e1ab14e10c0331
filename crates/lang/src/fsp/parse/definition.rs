//! The definitions of a text, and how parsing goes on after a broken one.

use surmise_model::Diagnostic;

use super::super::ast::{Definition, Keywords};
use super::super::token::Kind;
use super::process::COMPOSITION;
use super::{BATCH, Parsed, Parser, capitalised};
use crate::suggest::closest;

/// The words that definitions begin with.
const DEFINING: [&str; 15] = [
    "animation",
    "assert",
    "compose",
    "const",
    "constraint",
    "deterministic",
    "fluent",
    "import",
    "include",
    "menu",
    "minimal",
    "progress",
    "property",
    "range",
    "set",
];

impl Parser<'_> {
    /// Everything.
    pub(super) fn text(&mut self) {
        while self.kind() != Kind::End {
            let start = self.token().at;
            self.depth = 0;
            self.alternatives.clear();
            self.members.clear();
            match self.definition() {
                Ok(Some(definition)) => self.ast.definitions.push(definition),
                Ok(None) => (),
                Err(_) => {
                    if self.token().at == start {
                        self.bump();
                    }
                    self.skip_definition();
                }
            }
        }
    }

    fn definition(&mut self) -> Parsed<Option<Definition>> {
        let start = self.token();
        match start.kind {
            Kind::Const => self.constant().map(Some),
            Kind::Range => self.range_definition().map(Some),
            Kind::Set => self.set_definition().map(Some),
            Kind::Include => {
                self.bump();
                let file = self.expect(Kind::Text, "that names the file to include")?;
                let message = "`include` is not supported: a model is one text";
                let help = "write the included definitions into this file";
                let error = Diagnostic::error(start.at.to(file.at).span(), message).help(help);
                self.diagnostics.push(error);
                Ok(None)
            }
            Kind::Progress
            | Kind::Menu
            | Kind::Animation
            | Kind::Assert
            | Kind::Constraint
            | Kind::Fluent
            | Kind::Import => self.kept().map(|kept| Some(Definition::Kept(kept))),
            Kind::Deterministic | Kind::Minimal | Kind::Compose | Kind::Property => {
                let keywords = self.keywords();
                match self.kind() {
                    Kind::BarBar => self.composite(keywords).map(Some),
                    _ => self.process(keywords).map(Some),
                }
            }
            Kind::BarBar => self.composite(Keywords::default()).map(Some),
            Kind::Upper => self.process(Keywords::default()).map(Some),
            // A dot too many changes nothing.
            Kind::Dot => {
                self.bump();
                Ok(None)
            }
            Kind::Lower => {
                let text = self.ast.text(start.symbol());
                let keyword = closest(text, DEFINING.into_iter()).map(str::to_owned);
                let fixed = capitalised(text);
                let error = self.expected("a definition");
                self.help(match keyword {
                    Some(keyword) if self.ahead(1).kind != Kind::Becomes => {
                        format!("did you mean `{keyword}`?")
                    }
                    _ => format!("the names of processes start with a capital: `{fixed}`"),
                });
                Err(error)
            }
            _ => Err(self.expected("a definition")),
        }
    }

    fn keywords(&mut self) -> Keywords {
        let mut keywords = Keywords::default();
        loop {
            let flag = match self.kind() {
                Kind::Deterministic => &mut keywords.deterministic,
                Kind::Minimal => &mut keywords.minimal,
                Kind::Compose => &mut keywords.compose,
                Kind::Property => &mut keywords.property,
                _ => return keywords,
            };
            *flag = true;
            self.bump();
        }
    }

    fn constant(&mut self) -> Parsed<Definition> {
        self.bump();
        let name = self.upper("for a constant")?;
        self.expect(Kind::Becomes, "before the constant's value")?;
        Ok(Definition::Constant { name, value: self.simple_expression()? })
    }

    fn range_definition(&mut self) -> Parsed<Definition> {
        self.bump();
        let name = self.upper("for a range")?;
        self.expect(Kind::Becomes, "before the range's bounds")?;
        let low = self.simple_expression()?;
        self.expect(Kind::DotDot, "between the bounds of a range")?;
        Ok(Definition::Range { name, low, high: self.simple_expression()? })
    }

    fn set_definition(&mut self) -> Parsed<Definition> {
        self.bump();
        let name = self.upper("for a set")?;
        self.sets.insert(name.symbol);
        self.expect(Kind::Becomes, "before the set's labels")?;
        let start = self.token().at;
        // `S \ T` and other labels are allowed where a set is defined, as one element.
        let set = match self.kind() {
            Kind::LeftCurly if !self.difference_follows() => self.set("of labels")?,
            _ => {
                let label = self.label()?;
                let at = self.since(start);
                self.ast.literal([label], at)
            }
        };
        Ok(Definition::Set { name, set })
    }

    /// Whether `\` follows the braces that start here.
    fn difference_follows(&mut self) -> bool {
        if self.unclosed {
            return false;
        }
        let mut level = 0usize;
        for ahead in 0.. {
            if self.position + ahead + 1 >= self.tokens.len() {
                self.read(BATCH);
            }
            match self.ahead(ahead).kind {
                Kind::LeftCurly => level += 1,
                Kind::RightCurly if level == 1 => {
                    return self.ahead(ahead + 1).kind == Kind::Backslash;
                }
                Kind::RightCurly => level -= 1,
                Kind::End => {
                    self.unclosed = true;
                    return false;
                }
                _ => (),
            }
        }
        false
    }

    /// The dot at the end. If it is missing and the next definition plainly starts, a warning does.
    pub(super) fn end_of_definition(&mut self) -> Parsed<()> {
        if self.eat(Kind::Dot) {
            return Ok(());
        }
        if self.kind() == Kind::End || self.definition_starts(0) {
            let at = self.tokens[self.position.saturating_sub(1)].at;
            let warning =
                Diagnostic::warning(at.span(), "the dot after this definition is missing")
                    .label("the definition ends here")
                    .help("end it with `.`");
            self.diagnostics.push(warning);
            return Ok(());
        }
        let found = self.kind();
        let error = self.expected("`.` to end the definition");
        match found {
            Kind::Semicolon => self.help("a definition ends with `.`, not with `;`".to_owned()),
            Kind::BarBar => self.help(COMPOSITION.to_owned()),
            _ => {}
        }
        Err(error)
    }

    /// Whether a definition starts `ahead` words from here.
    pub(super) fn definition_starts(&self, ahead: usize) -> bool {
        let next = self.ahead(ahead + 1).kind;
        match self.ahead(ahead).kind {
            Kind::End => true,
            Kind::BarBar => {
                next == Kind::Upper
                    && matches!(self.ahead(ahead + 2).kind, Kind::Becomes | Kind::LeftRound)
                    && self.composite_header(ahead + 2)
            }
            Kind::Upper => match next {
                Kind::Becomes => true,
                Kind::LeftRound => self.composite_header(ahead + 1),
                _ => false,
            },
            Kind::Deterministic | Kind::Minimal | Kind::Compose | Kind::Property => {
                next == Kind::Upper || next == Kind::BarBar || next.is_keyword()
            }
            Kind::Include => next == Kind::Text,
            kind => kind.is_keyword() && !kind.is_structural() && next == Kind::Upper,
        }
    }

    /// `= ` or `(N = `: what follows the name in a definition, and not in a reference.
    fn composite_header(&self, ahead: usize) -> bool {
        self.ahead(ahead).kind == Kind::Becomes
            || (self.ahead(ahead + 1).kind == Kind::Upper
                && self.ahead(ahead + 2).kind == Kind::Becomes)
    }

    /// Goes to the next definition.
    fn skip_definition(&mut self) {
        while self.kind() != Kind::End {
            if self.kind() == Kind::Dot && self.definition_starts(1) {
                self.bump();
                return;
            }
            // `, Q = …` is a local process, not a definition.
            let local = self.tokens[self.position.saturating_sub(1)].kind == Kind::Comma;
            if !local && self.definition_starts(0) {
                return;
            }
            self.bump();
        }
    }
}
