//! Types, variables, channels: what is declared, outside and inside processes.

use super::super::ast::{Declaration, Initial, Mtype, Type, Typedef};
use super::super::token::{Kind, Token, word};
use super::{Parsed, Parser};

impl Parser<'_> {
    /// Whether a declaration of variables begins here.
    pub(super) fn at_declaration(&self) -> bool {
        self.declaration_ahead(0)
    }

    /// Whether one begins so many words ahead.
    fn declaration_ahead(&self, from: usize) -> bool {
        let mut ahead = from;
        while self.is_qualifier(self.ahead(ahead)) {
            ahead += 1;
        }
        let token = self.ahead(ahead);
        let next = self.ahead(ahead + 1);
        ahead > from || self.builtin(token).is_some() || {
            let user = token.kind == Kind::Name && self.types.contains(&token.symbol());
            user && next.kind == Kind::Name
        }
    }

    fn is_qualifier(&self, token: Token) -> bool {
        let name = token.kind == Kind::Name;
        name && matches!(token.symbol(), word::HIDDEN | word::SHOW | word::LOCAL)
    }

    fn builtin(&self, token: Token) -> Option<Type> {
        if token.kind != Kind::Name {
            return None;
        }
        Some(match token.symbol() {
            word::BIT => Type::Bit,
            word::BOOL => Type::Bool,
            word::BYTE => Type::Byte,
            word::SHORT => Type::Short,
            word::INT => Type::Int,
            word::UNSIGNED => Type::Unsigned(1),
            word::MTYPE => Type::Mtype,
            word::CHAN => Type::Chan,
            word::PID_TYPE => Type::Pid,
            _ => return None,
        })
    }

    pub(super) fn kind_of_variable(&mut self) -> Parsed<Type> {
        let token = self.token();
        if let Some(kind) = self.builtin(token) {
            self.bump();
            if kind == Type::Mtype && self.eat(Kind::Colon) {
                self.name("of a set of mtypes")?;
            }
            return Ok(kind);
        }
        if token.kind == Kind::Name && self.types.contains(&token.symbol()) {
            self.bump();
            return Ok(Type::Named(token.symbol()));
        }
        let reported = self.expected("a type");
        if token.kind == Kind::Name {
            let text = self.ast.text(token.symbol());
            let known = word::ALL.iter().copied().filter(|word| {
                matches!(*word, "bit" | "bool" | "byte" | "short" | "int" | "mtype" | "chan")
            });
            let known = known.chain(self.types.iter().map(|&name| self.ast.text(name)));
            if let Some(meant) = crate::suggest::closest(text, known) {
                let help = format!("did you mean `{meant}`?");
                self.help(help);
            }
        }
        Err(reported)
    }

    /// `byte a, b = 2, c[3]`, up to but without the `;`.
    pub(super) fn variables(&mut self) -> Parsed<Vec<Declaration>> {
        while self.is_qualifier(self.token()) {
            self.bump();
        }
        let kind = self.kind_of_variable()?;
        let mut variables = vec![self.variable(kind)?];
        while self.kind() == Kind::Comma && !self.declaration_ahead(1) {
            self.bump();
            variables.push(self.variable(kind)?);
        }
        Ok(variables)
    }

    fn variable(&mut self, kind: Type) -> Parsed<Declaration> {
        let name = self.name("of a variable")?;
        let mut kind = kind;
        if self.eat(Kind::Colon) {
            let bits = self.expect(Kind::Number, "of bits")?;
            if !matches!(kind, Type::Unsigned(_)) || !(1..=31).contains(&bits.payload) {
                let message = "a number of bits goes with `unsigned` and is between 1 and 31";
                return Err(self.error(bits.at, message, ""));
            }
            kind = Type::Unsigned(bits.payload as u8);
        }
        let size = match self.eat(Kind::LeftSquare) {
            true => {
                let size = self.expression()?;
                self.expect(Kind::RightSquare, "after the size of the array")?;
                Some(size)
            }
            false => None,
        };
        let initial = match self.eat(Kind::Becomes) {
            true => Some(self.initial(kind)?),
            false => None,
        };
        Ok(Declaration { name: name.symbol(), at: name.at, kind, size, initial })
    }

    fn initial(&mut self, kind: Type) -> Parsed<Initial> {
        if kind == Type::Chan && self.eat(Kind::LeftSquare) {
            let capacity = self.expression()?;
            self.expect(Kind::RightSquare, "after the capacity of the channel")?;
            if !self.eat_word(word::OF) {
                return Err(self.expected("`of` and the fields of a message"));
            }
            self.expect(Kind::LeftCurly, "before the fields of a message")?;
            let fields = self.list(|parser| {
                let at = parser.token().at;
                Ok((parser.kind_of_variable()?, at))
            })?;
            self.expect(Kind::RightCurly, "after the fields of a message")?;
            return Ok(Initial::Channel(capacity, fields));
        }
        if self.eat(Kind::LeftCurly) {
            let values = self.list(Self::expression)?;
            self.expect(Kind::RightCurly, "after the values of the array")?;
            return Ok(Initial::Values(values));
        }
        Ok(Initial::Value(self.expression()?))
    }

    /// `mtype = { a, b }`, if that and no variable is declared here.
    pub(super) fn mtype(&mut self) -> Parsed<bool> {
        let named = self.ahead(1).kind == Kind::Colon;
        let after = if named { 3 } else { 1 };
        let braces = |place: usize| self.ahead(place).kind == Kind::LeftCurly;
        let set_of_names = match self.ahead(after).kind {
            Kind::Becomes => braces(after + 1),
            Kind::LeftCurly => true,
            _ => false,
        };
        if !set_of_names {
            return Ok(false);
        }
        self.bump();
        let set = match self.eat(Kind::Colon) {
            true => Some(self.name("of a set of mtypes")?.symbol()),
            false => None,
        };
        self.eat(Kind::Becomes);
        self.expect(Kind::LeftCurly, "before the names")?;
        let mut names = Vec::new();
        while self.kind() != Kind::RightCurly {
            let name = self.name("of a message type")?;
            names.push((name.symbol(), name.at));
            // SPIN lets one leave out the commas.
            self.eat(Kind::Comma);
        }
        self.expect(Kind::RightCurly, "after the names")?;
        self.ast.mtypes.push(Mtype { set, names });
        Ok(true)
    }

    /// `typedef name { fields }`.
    pub(super) fn typedef(&mut self) -> Parsed<()> {
        self.bump();
        let name = self.name("of a type")?;
        self.expect(Kind::LeftCurly, "before the fields")?;
        let mut fields = Vec::new();
        while self.kind() != Kind::RightCurly {
            fields.extend(self.variables()?);
            if !self.eat(Kind::Semicolon) {
                break;
            }
            while self.eat(Kind::Semicolon) {}
        }
        self.expect(Kind::RightCurly, "after the fields")?;
        self.ast.typedefs.push(Typedef { name: name.symbol(), at: name.at, fields });
        Ok(())
    }
}
