//! The values of expressions. Numbers are 32-bit, as LTSA's; what LTSA lets wrap around is an
//! error.

use super::super::ast::{Binary, ExpressionId, ExpressionKind, LabelId, Unary};
use super::super::token::{At, Symbol};
use super::{Evaluated, Evaluator, Expansion, Failed, Value};
use crate::suggest::closest;

impl Evaluator<'_> {
    /// The value of an expression.
    pub(crate) fn value(&mut self, expression: ExpressionId) -> Evaluated<Value> {
        let node = self.ast[expression];
        Ok(Value::Int(match node.kind {
            ExpressionKind::Int(value) => value,
            ExpressionKind::Variable(name) => return self.variable(name, node.at),
            ExpressionKind::Constant(name) => return self.constant(name, node.at),
            ExpressionKind::Label(label) => return self.single(label, node.at),
            ExpressionKind::Count(label) => {
                let count = self.expand_alone(label)?.len();
                i32::try_from(count).unwrap_or(i32::MAX)
            }
            ExpressionKind::Select(label, index) => return self.select(label, index),
            ExpressionKind::Unary(operator, operand) => {
                let value = self.int(operand)?;
                match operator {
                    Unary::Plus => value,
                    Unary::Minus => value.checked_neg().ok_or_else(|| self.overflow(node.at))?,
                    // As LTSA has it: only positive numbers are true here.
                    Unary::Not => i32::from(value <= 0),
                }
            }
            ExpressionKind::Binary(operator, left, right) => {
                self.binary(expression, operator, left, right)?
            }
        }))
    }

    /// The value of an expression that has to be a number.
    pub(crate) fn int(&mut self, expression: ExpressionId) -> Evaluated<i32> {
        match self.value(expression)? {
            Value::Int(value) => Ok(value),
            // The label `[19]` of a set is written like the number, and is it.
            Value::Label(action) => match self.actions.name(action).parse() {
                Ok(number) => Ok(number),
                Err(_) => {
                    let at = self.ast[expression].at;
                    let text = self.actions.name(action).to_owned();
                    Err(self.fail(at, format!("a number is needed here, not the label `{text}`")))
                }
            },
        }
    }

    /// Whether a condition is true.
    pub(crate) fn holds(&mut self, condition: ExpressionId) -> Evaluated<bool> {
        Ok(self.int(condition)? != 0)
    }

    fn variable(&mut self, name: Symbol, at: At) -> Evaluated<Value> {
        match self.scope.index(name) {
            Some(value) => Ok(value),
            None => {
                let message = format!("the index `{}` is not defined", self.ast.text(name));
                Err(self.fail(at, message))
            }
        }
    }

    pub(super) fn constant(&mut self, name: Symbol, at: At) -> Evaluated<Value> {
        if let Some(value) = self.scope.parameter(name).or(self.constants.get(&name).copied()) {
            return Ok(value);
        }
        Err(self.unknown_constant(name, at))
    }

    fn unknown_constant(&mut self, name: Symbol, at: At) -> Failed {
        let text = self.ast.text(name);
        let kind = match (self.sets.contains_key(&name), self.ranges.contains_key(&name)) {
            (true, _) => "a set, not a number",
            (_, true) => "a range, not a number",
            _ => "not a constant or parameter",
        };
        let known = self.scope.parameters.iter().map(|&(known, _)| known);
        let known = known.chain(self.constants.keys().copied());
        let help = closest(text, known.map(|known| self.ast.text(known)));
        let mut error = surmise_model::Diagnostic::error(at.span(), format!("`{text}` is {kind}"));
        error.help = help.map(|name| format!("did you mean `{name}`?"));
        self.report(error)
    }

    /// The label of `'a.b`.
    fn single(&mut self, label: LabelId, at: At) -> Evaluated<Value> {
        let expansion = self.expand_alone(label)?;
        match expansion.actions[..] {
            [action] => Ok(Value::Label(action)),
            _ => Err(self.fail(at, "a label is needed here, not a set of labels")),
        }
    }

    fn select(&mut self, label: LabelId, index: ExpressionId) -> Evaluated<Value> {
        let position = self.int(index)?;
        let expansion = self.expand_alone(label)?;
        let found = usize::try_from(position).ok().and_then(|i| expansion.actions.get(i));
        match found {
            Some(&action) => Ok(Value::Label(action)),
            None => {
                let at = self.ast[index].at;
                let count = expansion.len();
                let message = format!("position {position} of a set of {count} labels");
                Err(self.fail(at, message))
            }
        }
    }

    /// The labels of a label, its indices being nobody else's.
    fn expand_alone(&mut self, label: LabelId) -> Evaluated<Expansion> {
        let mut expansion = Expansion::default();
        self.expand(label, &mut expansion)?;
        Ok(expansion)
    }

    fn binary(
        &mut self,
        whole: ExpressionId,
        operator: Binary,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Evaluated<i32> {
        match operator {
            Binary::Or => return Ok(i32::from(self.holds(left)? || self.holds(right)?)),
            Binary::And => return Ok(i32::from(self.holds(left)? && self.holds(right)?)),
            Binary::Equal | Binary::NotEqual => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                // The label `1` and the number 1 are written alike, and are alike.
                let equal = left == right
                    || (std::mem::discriminant(&left) != std::mem::discriminant(&right)
                        && self.show(left) == self.show(right));
                return Ok(i32::from(equal == (operator == Binary::Equal)));
            }
            _ => (),
        }
        let at = self.ast[whole].at;
        let (left, right) = (self.int(left)?, self.int(right)?);
        let result = match operator {
            Binary::BitOr => Some(left | right),
            Binary::BitXor => Some(left ^ right),
            Binary::BitAnd => Some(left & right),
            Binary::Less => Some(i32::from(left < right)),
            Binary::LessEqual => Some(i32::from(left <= right)),
            Binary::Greater => Some(i32::from(left > right)),
            Binary::GreaterEqual => Some(i32::from(left >= right)),
            Binary::ShiftLeft => {
                shift(right).and_then(|places| i32::try_from(i64::from(left) << places).ok())
            }
            Binary::ShiftRight => shift(right).map(|places| left >> places),
            Binary::Add => left.checked_add(right),
            Binary::Subtract => left.checked_sub(right),
            Binary::Multiply => left.checked_mul(right),
            Binary::Divide | Binary::Remainder if right == 0 => {
                return Err(self.fail(at, "division by zero"));
            }
            Binary::Divide => left.checked_div(right),
            _ => left.checked_rem(right),
        };
        result.ok_or_else(|| self.overflow(at))
    }

    fn overflow(&mut self, at: At) -> Failed {
        self.fail(at, format!("the value lies outside {}..{}", i32::MIN, i32::MAX))
    }
}

fn shift(places: i32) -> Option<u32> {
    u32::try_from(places).ok().filter(|&places| places < 32)
}
