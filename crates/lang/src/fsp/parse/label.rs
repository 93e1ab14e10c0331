//! Labels and sets of labels.

use super::super::ast::{Domain, LabelId, LabelPart, PartKind, Set, SetId, SetKind};
use super::super::token::{At, Kind, Symbol};
use super::{Parsed, Parser};

/// How many parts a label may have.
pub(crate) const MAX_PARTS: usize = 100;

impl Parser<'_> {
    /// Whether a label starts `ahead` words from here.
    pub(super) fn label_starts(&self, ahead: usize) -> bool {
        let token = self.ahead(ahead);
        match token.kind {
            Kind::Lower | Kind::LeftCurly | Kind::LeftSquare => true,
            Kind::Upper => self.sets.contains(&token.symbol()),
            kind => kind.is_keyword() && !kind.is_structural() && !self.defines(ahead),
        }
    }

    /// Whether the keyword there starts a definition and so is not a label.
    fn defines(&self, ahead: usize) -> bool {
        let next = self.ahead(ahead + 1).kind;
        matches!(next, Kind::Upper | Kind::BarBar | Kind::Text) || next.is_keyword()
    }

    /// A set in braces or by name.
    fn set_starts(&self) -> bool {
        let token = self.token();
        token.kind == Kind::LeftCurly
            || (token.kind == Kind::Upper && self.sets.contains(&token.symbol()))
    }

    /// `a.{b,c}[i:R]`
    pub(super) fn label(&mut self) -> Parsed<LabelId> {
        let first = self.label_part()?;
        let mut last = first;
        let mut count = 1;
        loop {
            match self.kind() {
                Kind::LeftSquare => (),
                Kind::Dot if self.label_starts(1) => {
                    self.bump();
                }
                _ => return Ok(first),
            }
            count += 1;
            if count > MAX_PARTS {
                let at = self.token().at;
                let message = format!("a label of more than {MAX_PARTS} parts");
                return Err(self.error(at, message, "here"));
            }
            let part = self.label_part()?;
            self.ast.link(last, part);
            last = part;
        }
    }

    fn label_part(&mut self) -> Parsed<LabelId> {
        let start = self.token().at;
        if !self.label_starts(0) {
            return Err(self.no_label());
        }
        let kind = match self.kind() {
            Kind::LeftSquare => self.index()?,
            Kind::LeftCurly | Kind::Upper => {
                let set = self.set("of labels")?;
                match self.kind() {
                    Kind::Backslash => {
                        self.bump();
                        PartKind::Difference(set, self.set("to take away")?)
                    }
                    _ => PartKind::Set(set),
                }
            }
            _ => {
                let symbol = self.bump().symbol();
                if symbol == Symbol::TAU {
                    let message = "`tau` is the silent action and cannot be a label";
                    self.error(start, message, "used as a label");
                }
                PartKind::Name(symbol)
            }
        };
        let at = self.since(start);
        Ok(self.ast.labels(LabelPart { kind, next: None, at }))
    }

    fn no_label(&mut self) -> super::Reported {
        let token = self.token();
        let error = self.expected("an action");
        if token.kind == Kind::Upper {
            let text = self.ast.text(token.symbol()).to_owned();
            let last = self.diagnostics.last_mut().expect("just reported");
            last.help =
                Some(format!("actions are in lower case; or define the set: `set {text} = {{…}}`"));
        }
        error
    }

    /// `[e]`, `[e..f]`, `[S]`, `[i:e..f]`, `[i:S]`, …
    fn index(&mut self) -> Parsed<PartKind> {
        self.expect(Kind::LeftSquare, "to start an index")?;
        let token = self.token();
        let kind = if token.kind == Kind::Lower && self.ahead(1).kind == Kind::Colon {
            self.bump();
            self.bump();
            let domain = self.domain()?;
            PartKind::Variable(token.symbol(), self.ast.domains(domain))
        } else if token.kind == Kind::LeftCurly {
            PartKind::Set(self.set("to index with")?)
        } else if token.kind == Kind::Upper && self.ahead(1).kind == Kind::RightSquare {
            PartKind::Named(self.bump().symbol())
        } else {
            let low = self.expression()?;
            match self.eat(Kind::DotDot) {
                true => PartKind::Range(low, self.expression()?),
                false => PartKind::Index(low),
            }
        };
        self.expect(Kind::RightSquare, "to end the index")?;
        Ok(kind)
    }

    fn domain(&mut self) -> Parsed<Domain> {
        let token = self.token();
        if token.kind == Kind::LeftCurly {
            return Ok(Domain::Set(self.set("to range over")?));
        }
        if token.kind == Kind::Upper && self.ahead(1).kind == Kind::RightSquare {
            return Ok(Domain::Named(self.bump().symbol()));
        }
        let low = self.expression()?;
        self.expect(Kind::DotDot, "between the bounds of a range")?;
        Ok(Domain::Range(low, self.expression()?))
    }

    /// `{a, b.c}` or the name of a set.
    pub(super) fn set(&mut self, purpose: &str) -> Parsed<SetId> {
        let start = self.token();
        if start.kind == Kind::Upper {
            // An unknown name is reported by the static checks, with the closest name.
            self.bump();
            let kind = SetKind::Named(start.symbol());
            return Ok(self.ast.sets(Set { kind, at: start.at }));
        }
        if !self.set_starts() {
            return Err(self.expected(&format!("a set {purpose}, `{{…}}` or its name")));
        }
        // As in a choice: what is nested is finished first.
        let bottom = self.members.len();
        self.nested(|parser| {
            parser.bump();
            // LTSA refuses `{}`; it can only mean one thing.
            if parser.kind() != Kind::RightCurly {
                loop {
                    let label = parser.label()?;
                    parser.members.push(label);
                    if !parser.eat(Kind::Comma) {
                        break;
                    }
                }
            }
            parser.expect(Kind::RightCurly, "to end the set")
        })?;
        let at = self.since(start.at);
        Ok(self.ast.literal(self.members.drain(bottom..), at))
    }

    /// `[i:R][j:S]`
    pub(super) fn ranges(&mut self) -> Parsed<LabelId> {
        if self.kind() != Kind::LeftSquare {
            return Err(self.expected("a range in brackets"));
        }
        let mut first = None;
        let mut last: Option<LabelId> = None;
        while self.kind() == Kind::LeftSquare {
            let start: At = self.token().at;
            let kind = self.index()?;
            let at = self.since(start);
            let part = self.ast.labels(LabelPart { kind, next: None, at });
            if let Some(last) = last {
                self.ast.link(last, part);
            }
            first = first.or(Some(part));
            last = Some(part);
        }
        Ok(first.expect("one bracket at least"))
    }
}
