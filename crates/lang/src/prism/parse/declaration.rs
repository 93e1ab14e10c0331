//! A model as a whole: its kind, constants, global variables, formulas, labels, rewards.

use super::{Parsed, Parser};
use crate::prism::ast::{
    Constant, Definition, ModelKind, Name, RewardItem, Rewards, Type, Variable,
};
use crate::prism::token::{At, Kind};

/// Words that start a definition: recovery goes on there.
const STARTS: &[Kind] = &[
    Kind::Const,
    Kind::Formula,
    Kind::Global,
    Kind::Init,
    Kind::Label,
    Kind::Module,
    Kind::Prob,
    Kind::Rate,
    Kind::Rewards,
    Kind::System,
];

impl<'s> Parser<'s> {
    /// The whole text.
    pub(super) fn model(&mut self) {
        while self.kind() != Kind::End {
            let before = self.position;
            if self.definition().is_err() {
                // Never twice at the same word.
                if self.position == before {
                    self.bump();
                }
                self.recover(STARTS);
            }
        }
    }

    pub(super) fn definition(&mut self) -> Parsed<()> {
        match self.kind() {
            Kind::Identifier => self.model_kind(),
            Kind::Const | Kind::Prob | Kind::Rate => self.constant(),
            Kind::Global => {
                self.bump();
                let variable = self.variable()?;
                self.ast.globals.push(variable);
                Ok(())
            }
            Kind::Formula => {
                self.bump();
                let name = self.name("of the formula")?;
                let definition = self.rest_of_definition(name)?;
                self.ast.formulas.push(definition);
                Ok(())
            }
            Kind::Label => {
                self.bump();
                let name = self.quoted("of the label")?;
                let definition = self.rest_of_definition(name)?;
                self.ast.labels.push(definition);
                Ok(())
            }
            Kind::Module => self.module(),
            Kind::Rewards => self.rewards(),
            Kind::Init => self.init(),
            Kind::System => self.system_block(),
            Kind::Player => self.unsupported_block("games", Kind::EndPlayer),
            Kind::Observables => {
                self.unsupported_block("partial observability", Kind::EndObservables)
            }
            Kind::Observable => {
                let at = self.token().at;
                Err(self.unsupported(at, "partial observability"))
            }
            _ => Err(self.expected("`module`, `const` or another definition")),
        }
    }

    fn model_kind(&mut self) -> Parsed<()> {
        let token = self.token();
        let text = self.text(token.at);
        let kind = match text {
            "dtmc" | "probabilistic" => ModelKind::Dtmc,
            "mdp" | "nondeterministic" => ModelKind::Mdp,
            "ctmc" | "stochastic" | "ctmdp" | "ma" => return Err(self.only("continuous time")),
            "pta" => return Err(self.only("probabilistic timed automata")),
            "pomdp" | "popta" => return Err(self.only("partial observability")),
            "smg" | "csg" | "tsg" => return Err(self.only("games")),
            "imdp" | "idtmc" => return Err(self.only("intervals of probabilities")),
            _ => {
                let known = ["dtmc", "mdp", "module", "const", "formula", "label", "global"];
                let help = crate::suggest::closest(text, known.into_iter());
                let reported = self.expected("`mdp`, `dtmc`, `module` or another definition");
                if let (Some(help), Some(last)) = (help, self.diagnostics.last_mut()) {
                    last.help = Some(format!("did you mean `{help}`?"));
                }
                return Err(reported);
            }
        };
        self.bump();
        if self.ast.kind.is_some() {
            return Err(self.error(token.at, "the model has a kind already", "a second one"));
        }
        self.ast.kind = Some(kind);
        Ok(())
    }

    /// The kind of the model is not supported: everything after it would be misread.
    fn only(&mut self, what: &str) -> super::Reported {
        let at = self.token().at;
        let reported = self.unsupported(at, what);
        self.position = self.tokens.len() - 1;
        reported
    }

    pub(super) fn unsupported(&mut self, at: At, what: &str) -> super::Reported {
        let reported = self.error(at, format!("not supported: {what}"), "here");
        if let Some(last) = self.diagnostics.last_mut() {
            last.help = Some("models of the kinds `dtmc` and `mdp` are understood".into());
        }
        reported
    }

    /// Reports a block that is not supported and goes to its end.
    pub(super) fn unsupported_block(&mut self, what: &str, end: Kind) -> Parsed<()> {
        let at = self.token().at;
        self.unsupported(at, what);
        while !matches!(self.kind(), Kind::End) {
            if self.bump().kind == end {
                break;
            }
        }
        Ok(())
    }

    /// `const int N = 3;`, or `prob p = 0.5;` as older versions wrote it.
    fn constant(&mut self) -> Parsed<()> {
        let written = match self.bump().kind {
            Kind::Const => self.kind(),
            old => old,
        };
        let (r#type, named) = match written {
            Kind::Int => (Type::Int, true),
            Kind::Double | Kind::Prob | Kind::Rate => (Type::Double, true),
            Kind::Bool => (Type::Bool, true),
            _ => (Type::Int, false),
        };
        if named && self.kind() == written {
            self.bump();
        }
        let name = self.name("of the constant")?;
        let value = match self.eat(Kind::Equal) {
            true => Some(self.expression()?),
            false => None,
        };
        self.expect(Kind::Semicolon, "after the constant")?;
        self.ast.constants.push(Constant { name, r#type, value });
        Ok(())
    }

    /// `x : [0..3] init 1;`
    pub(super) fn variable(&mut self) -> Parsed<Variable<'s>> {
        let name = self.name("of the variable")?;
        self.expect(Kind::Colon, "before the values of the variable")?;
        let token = self.token();
        let (r#type, bounds) = match token.kind {
            Kind::Bool => (Type::Bool, None),
            Kind::Int => (Type::Int, None),
            Kind::Clock => return Err(self.unsupported(token.at, "clocks")),
            Kind::LeftSquare => {
                self.bump();
                let low = self.expression()?;
                self.expect(Kind::DotDot, "between the bounds")?;
                let high = self.expression()?;
                if self.kind() != Kind::RightSquare {
                    return Err(self.expected("`]` after the bounds"));
                }
                (Type::Int, Some((low, high)))
            }
            _ => return Err(self.expected("`[`, `bool` or `int`")),
        };
        self.bump();
        let init = match self.eat(Kind::Init) {
            true => Some(self.expression()?),
            false => None,
        };
        self.expect(Kind::Semicolon, "after the variable")?;
        Ok(Variable { name, bounds, r#type, init })
    }

    fn rest_of_definition(&mut self, name: Name<'s>) -> Parsed<Definition<'s>> {
        self.expect(Kind::Equal, "after the name")?;
        let value = self.expression()?;
        self.expect(Kind::Semicolon, "after the definition")?;
        Ok(Definition { name, value })
    }

    fn init(&mut self) -> Parsed<()> {
        let start = self.bump().at;
        let condition = self.expression()?;
        self.expect(Kind::EndInit, "after the condition")?;
        let at = self.since(start);
        if self.ast.init.is_some() {
            return Err(self.error(at, "a second `init` block", "the first one counts"));
        }
        self.ast.init = Some((condition, at));
        Ok(())
    }

    fn rewards(&mut self) -> Parsed<()> {
        let start = self.bump().at;
        let name = match self.kind() {
            Kind::Text => Some(self.quoted("of the rewards")?),
            _ => None,
        };
        let mut items = Vec::new();
        while !self.eat(Kind::EndRewards) {
            let action = match self.eat(Kind::LeftSquare) {
                false => None,
                true => {
                    let action = match self.kind() {
                        Kind::Identifier => Some(self.name("of the action")?),
                        _ => None,
                    };
                    self.expect(Kind::RightSquare, "after the action")?;
                    Some(action)
                }
            };
            let guard = self.expression()?;
            self.expect(Kind::Colon, "before the reward")?;
            let value = self.expression()?;
            self.expect(Kind::Semicolon, "after the reward")?;
            items.push(RewardItem { action, guard, value });
        }
        let at = self.since(start);
        self.ast.rewards.push(Rewards { name, items, at });
        Ok(())
    }
}
