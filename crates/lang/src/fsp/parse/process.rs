//! Primitive processes.

use surmise_model::Diagnostic;

use super::super::ast::{
    Around, Body, BodyId, Call, Choice, Definition, Keywords, Local, Name, Parameter, Process,
    Reference,
};
use super::super::token::Kind;
use super::{Parsed, Parser};

/// What to write if processes stand side by side in a process.
pub(super) const COMPOSITION: &str =
    "processes side by side are a composite process: `||NAME = (A || B).`";

impl Parser<'_> {
    /// `P(N=1) = …, Q[i:R] = … + {…} / {…} \ {…}.`
    pub(super) fn process(&mut self, keywords: Keywords) -> Parsed<Definition> {
        let name = self.upper("for a process")?;
        let choices = self.ast.choices.len();
        let parameters = self.parameters()?;
        let mut locals = vec![self.local_rest(name)?];
        while self.eat(Kind::Comma) {
            match self.local() {
                Ok(local) => locals.push(local),
                // The rest of the process is still worth reading.
                Err(reported) => self.skip_to_local().ok_or(reported)?,
            }
        }
        let extension = match self.eat(Kind::Plus) {
            true => Some(self.set("to add to the alphabet")?),
            false => None,
        };
        let relabels = self.relabels()?;
        let hiding = self.hiding()?;
        self.end_of_definition()?;
        Ok(Definition::Process(Process {
            name,
            keywords,
            parameters,
            locals,
            alternatives: self.ast.choices.len() - choices,
            extension,
            relabels,
            hiding,
        }))
    }

    fn local(&mut self) -> Parsed<Local> {
        let name = self.upper("for a local process")?;
        self.local_rest(name)
    }

    fn local_rest(&mut self, name: Name) -> Parsed<Local> {
        if self.kind() == Kind::At {
            let at = self.token().at;
            self.error(at, "acceptance states (`P@ = …`) are not supported yet", "here");
            self.bump();
        }
        let index = match self.kind() {
            Kind::LeftSquare => Some(self.label()?),
            Kind::Dot if self.label_starts(1) => {
                self.bump();
                Some(self.label()?)
            }
            _ => None,
        };
        self.expect(Kind::Becomes, "to define the process")?;
        let composed = self.composition_starts();
        let body = self.body();
        if let (Err(_), true) = (&body, composed) {
            self.help(COMPOSITION.to_owned());
        }
        Ok(Local { name, index, body: body? })
    }

    /// Whether what looks like a choice is a composition: `(A || …`, `(a:A …`.
    fn composition_starts(&self) -> bool {
        let [first, second, third] = [0, 1, 2].map(|ahead| self.ahead(ahead).kind);
        match (first, second) {
            (Kind::LeftRound, Kind::Upper) => matches!(third, Kind::BarBar | Kind::RightRound),
            (Kind::LeftRound, Kind::Lower) => matches!(third, Kind::Colon | Kind::ColonColon),
            _ => false,
        }
    }

    /// After an error inside a process: goes to the comma before the next local process, if there
    /// is one before the definition ends.
    fn skip_to_local(&mut self) -> Option<()> {
        loop {
            match self.kind() {
                Kind::End | Kind::Dot if self.definition_starts(1) => return None,
                Kind::Comma if self.local_starts(1) => return Some(()),
                _ if self.definition_starts(0) => return None,
                _ => {
                    self.bump();
                }
            }
        }
    }

    fn local_starts(&self, ahead: usize) -> bool {
        self.ahead(ahead).kind == Kind::Upper
            && matches!(self.ahead(ahead + 1).kind, Kind::Becomes | Kind::LeftSquare)
    }

    /// `(N = 2, M = 'a)`, if there is a bracket.
    pub(super) fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        if !self.eat(Kind::LeftRound) {
            return Ok(Vec::new());
        }
        let parameters = self.list(|parser| {
            let name = parser.upper("for a parameter")?;
            parser.expect(Kind::Becomes, "before the parameter's default")?;
            Ok(Parameter { name, default: parser.expression()? })
        })?;
        self.expect(Kind::RightRound, "to end the parameters")?;
        Ok(parameters)
    }

    fn body(&mut self) -> Parsed<BodyId> {
        self.nested(|parser| match parser.kind() {
            Kind::Upper => parser.reference(),
            Kind::If => parser.conditional(),
            Kind::LeftRound => {
                parser.bump();
                let body = parser.choice()?;
                parser.expect(Kind::RightRound, "to end the choice")?;
                Ok(body)
            }
            _ => Err(parser.expected("a process: `(`, `if` or a name in upper case")),
        })
    }

    fn conditional(&mut self) -> Parsed<BodyId> {
        self.bump();
        let condition = self.expression()?;
        self.compared()?;
        self.expect(Kind::Then, "after the condition")?;
        let then = self.body()?;
        let otherwise = match self.eat(Kind::Else) {
            true => Some(self.body()?),
            false => None,
        };
        Ok(self.ast.bodies(Body::If { condition, then, otherwise }))
    }

    /// `P(1); Q; R[i][j]`
    fn reference(&mut self) -> Parsed<BodyId> {
        let mut before = Vec::new();
        let mut name = self.upper("for a process")?;
        while matches!(self.kind(), Kind::Semicolon | Kind::LeftRound) {
            let arguments = self.arguments()?;
            before.push(Call { name, arguments });
            self.sequence()?;
            let last = self.definition_starts(0);
            let next = self.upper("for the process that comes next");
            if next.is_err() && last {
                self.help("a definition ends with `.`, not with `;`".to_owned());
            }
            name = next?;
        }
        let mut indices = Vec::new();
        while self.eat(Kind::LeftSquare) {
            indices.push(self.expression()?);
            self.expect(Kind::RightSquare, "to end the index")?;
        }
        let plain = before.is_empty() && indices.is_empty();
        let around = (!plain).then(|| self.ast.arounds(Around { before, indices }));
        let reference = Reference { name: name.symbol, at: self.since(name.at), around };
        Ok(self.ast.bodies(Body::Reference(reference)))
    }

    /// The `;` between processes. After parameters, LTSA takes any word for it.
    fn sequence(&mut self) -> Parsed<()> {
        let token = self.token();
        let after_parameters =
            self.tokens[self.position.saturating_sub(1)].kind == Kind::RightRound;
        if token.kind != Kind::Semicolon && after_parameters && self.ahead(1).kind == Kind::Upper {
            let message = format!("{} stands for `;` here", token.kind.shown());
            let help = "LTSA reads it so; write `;` between a process and the one that comes next";
            let warning = Diagnostic::warning(token.at.span(), message).help(help);
            self.diagnostics.push(warning);
            self.bump();
            return Ok(());
        }
        self.expect(Kind::Semicolon, "and the process that comes next").map(drop)
    }

    fn choice(&mut self) -> Parsed<BodyId> {
        // Nested choices are finished first, so this one's alternatives wait on a stack and are
        // stored together at the end.
        let bottom = self.alternatives.len();
        loop {
            let alternative = self.alternative()?;
            self.alternatives.push(alternative);
            if !self.eat(Kind::Bar) {
                break;
            }
        }
        let first = self.ast.choices.len() as u32;
        self.ast.choices.extend(self.alternatives.drain(bottom..));
        let count = self.ast.choices.len() as u32 - first;
        Ok(self.ast.bodies(Body::Choice { first, count }))
    }

    /// The arrow after an action. Behind the last one there is a process.
    fn arrow(&mut self) -> Parsed<()> {
        let ends = matches!(self.kind(), Kind::RightRound | Kind::Bar | Kind::Dot);
        let arrow = self.expect(Kind::Arrow, "after the action");
        if arrow.is_err() && ends {
            self.help("the last action leads to a process, be it `STOP`: `-> STOP`".to_owned());
        }
        arrow.map(drop)
    }

    /// `when (g) a -> b -> P`
    fn alternative(&mut self) -> Parsed<Choice> {
        let guard = match self.eat(Kind::When) {
            true => {
                let guard = self.expression()?;
                self.compared()?;
                Some(guard)
            }
            false => None,
        };
        let first = self.label()?;
        self.arrow()?;
        // A chain of actions may be as long as the author likes: no recursion here.
        let mut chain = Vec::new();
        while self.label_starts(0) {
            chain.push(self.label()?);
            self.arrow()?;
        }
        let mut then = self.body()?;
        while let Some(label) = chain.pop() {
            let first = self.ast.choices.len() as u32;
            self.ast.choices.push(Choice { guard: None, label, then });
            then = self.ast.bodies(Body::Choice { first, count: 1 });
        }
        Ok(Choice { guard, label: first, then })
    }
}
