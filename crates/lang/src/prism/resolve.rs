//! From the syntax tree to [`Code`]: names become constants, variables and formulas; types are
//! checked. Formulas are expanded where they are used, under the renaming of the module that uses
//! them, as PRISM does.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use surmise_model::{Diagnostic, Rational};

use super::ast::{Ast, Binary, Constant, ExpressionId, ExpressionKind, Function, Type};
use super::code::{Code, CodeId, Comparison, Op};
use super::token::At;
use crate::suggest::closest;

/// How deep an expression may be with its formulas expanded.
const MAX_DEPTH: u32 = 700;

/// How many operations an expression may take with its formulas expanded.
const MAX_SIZE: u32 = 1 << 20;

/// How many unknown names get a suggestion.
const MAX_SUGGESTIONS: usize = 20;

/// What a name means.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Item {
    Constant(CodeId),
    /// A constant without a value; a value is asked for if it is used.
    Undefined(usize),
    /// A constant whose value was not looked at yet.
    Pending(usize),
    /// A constant whose value is being looked at.
    Active,
    /// A constant whose value could not be made sense of, which was said already.
    Broken,
    Variable(u32, Type),
    Formula(usize),
}

/// Old and new names of a renamed module.
#[derive(Debug, Clone, Default)]
pub(crate) struct Renaming<'s> {
    /// The module: formulas are expanded once for each.
    pub(crate) module: usize,
    pub(crate) names: FxHashMap<&'s str, &'s str>,
}

impl<'s> Renaming<'s> {
    /// The new name of a name.
    pub(crate) fn of(&self, name: &'s str) -> &'s str {
        self.names.get(name).copied().unwrap_or(name)
    }

    /// What tells expansions of formulas apart: nothing if no name changes.
    fn key(&self) -> Option<usize> {
        (!self.names.is_empty()).then_some(self.module)
    }
}

pub(crate) struct Resolver<'a, 's> {
    pub(crate) ast: &'a Ast<'s>,
    pub(crate) code: Code,
    pub(crate) names: IndexMap<&'s str, Item, FxBuildHasher>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Labels that properties may use, or none where no label may stand.
    pub(crate) labels: Option<FxHashMap<&'s str, CodeId>>,
    /// Formulas expanded, under each renaming.
    expanded: FxHashMap<(usize, Option<usize>), Option<CodeId>>,
    /// Formulas being expanded.
    active: Vec<usize>,
    depth: u32,
    suggestions: usize,
}

impl<'a, 's> Resolver<'a, 's> {
    pub(crate) fn new(ast: &'a Ast<'s>) -> Self {
        Self {
            ast,
            code: Code::default(),
            names: IndexMap::default(),
            diagnostics: Vec::new(),
            labels: None,
            expanded: FxHashMap::default(),
            active: Vec::new(),
            depth: 0,
            suggestions: 0,
        }
    }

    pub(crate) fn error(&mut self, at: At, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.push(Diagnostic::error(at.span(), message));
        self.diagnostics.last_mut().expect("just pushed")
    }

    /// An expression of a type; a whole number where a double is wanted becomes one.
    pub(crate) fn typed(
        &mut self,
        id: ExpressionId,
        wanted: Type,
        renaming: &Renaming<'s>,
    ) -> Option<CodeId> {
        let code = self.resolve(id, renaming)?;
        let at = self.ast[id].at;
        if self.code.size(code) > MAX_SIZE {
            self.error(at, "an expression that is too large with its formulas expanded");
            return None;
        }
        self.convert(code, wanted, at)
    }

    fn convert(&mut self, code: CodeId, wanted: Type, at: At) -> Option<CodeId> {
        match (self.code.type_of(code), wanted) {
            (found, wanted) if found == wanted => Some(code),
            (Type::Int, Type::Double) => Some(self.code.add(Op::ToReal(code), Type::Double, at)),
            (found, wanted) => {
                let message = format!("expected {}, found {}", shown(wanted), shown(found));
                let error = self.error(at, message);
                error.label = format!("this is {}", shown(found));
                if (found, wanted) == (Type::Double, Type::Int) {
                    error.help =
                        Some("`/` gives a double; `floor` and `ceil` make it whole".into());
                }
                None
            }
        }
    }

    pub(crate) fn resolve(&mut self, id: ExpressionId, renaming: &Renaming<'s>) -> Option<CodeId> {
        if self.depth > MAX_DEPTH {
            let at = self.ast[id].at;
            self.error(at, "an expression that is nested too deep with its formulas expanded");
            return None;
        }
        self.depth += 1;
        let result = self.resolve_inside(id, renaming);
        self.depth -= 1;
        result
    }

    fn resolve_inside(&mut self, id: ExpressionId, renaming: &Renaming<'s>) -> Option<CodeId> {
        let ast = self.ast;
        let at = ast[id].at;
        match &ast[id].kind {
            ExpressionKind::Integer(value) => Some(self.code.add(Op::Int(*value), Type::Int, at)),
            ExpressionKind::Decimal(value) => Some(self.code.constant_real(value, at)),
            ExpressionKind::Boolean(value) => {
                Some(self.code.add(Op::Int(i64::from(*value)), Type::Bool, at))
            }
            ExpressionKind::Name(name) => self.name(name, at, renaming),
            ExpressionKind::Label(name) => self.label(name, at),
            ExpressionKind::Query(_) => {
                self.error(at, "a query cannot stand here");
                None
            }
            ExpressionKind::Not(a) => {
                let a = self.typed(*a, Type::Bool, renaming)?;
                Some(self.code.add(Op::Not(a), Type::Bool, at))
            }
            ExpressionKind::Negate(a) => {
                let a = self.number(*a, renaming)?;
                Some(match self.code.type_of(a) {
                    Type::Double => self.code.add(Op::RealNegate(a), Type::Double, at),
                    _ => self.code.add(Op::Negate(a), Type::Int, at),
                })
            }
            ExpressionKind::Binary(operator, a, b) => self.binary(*operator, *a, *b, at, renaming),
            ExpressionKind::Conditional(condition, yes, no) => {
                let condition = self.typed(*condition, Type::Bool, renaming);
                let (yes, no) = (self.resolve(*yes, renaming), self.resolve(*no, renaming));
                let (condition, yes, no) = (condition?, yes?, no?);
                let (yes, no, r#type) = self.same_type(yes, no, at)?;
                Some(match r#type {
                    Type::Double => self.code.add(Op::RealIf(condition, yes, no), r#type, at),
                    _ => self.code.add(Op::If(condition, yes, no), r#type, at),
                })
            }
            ExpressionKind::Call(function, arguments) => {
                self.call(*function, arguments, at, renaming)
            }
        }
    }

    fn number(&mut self, id: ExpressionId, renaming: &Renaming<'s>) -> Option<CodeId> {
        let code = self.resolve(id, renaming)?;
        match self.code.type_of(code) {
            Type::Bool => self.convert(code, Type::Int, self.ast[id].at),
            _ => Some(code),
        }
    }

    /// Both as whole numbers, doubles or booleans, whichever fits.
    fn same_type(&mut self, a: CodeId, b: CodeId, at: At) -> Option<(CodeId, CodeId, Type)> {
        let r#type = match (self.code.type_of(a), self.code.type_of(b)) {
            (Type::Bool, Type::Bool) => Type::Bool,
            (Type::Int, Type::Int) => Type::Int,
            (Type::Bool, found) | (found, Type::Bool) => {
                let message = format!("a boolean and {} do not fit together", shown(found));
                self.error(at, message);
                return None;
            }
            _ => Type::Double,
        };
        Some((self.convert(a, r#type, at)?, self.convert(b, r#type, at)?, r#type))
    }

    fn binary(
        &mut self,
        operator: Binary,
        a: ExpressionId,
        b: ExpressionId,
        at: At,
        renaming: &Renaming<'s>,
    ) -> Option<CodeId> {
        let comparison = match operator {
            Binary::Implies | Binary::Iff | Binary::Or | Binary::And => {
                let (a, b) =
                    (self.typed(a, Type::Bool, renaming), self.typed(b, Type::Bool, renaming));
                let (a, b) = (a?, b?);
                let op = match operator {
                    Binary::Implies => Op::Or(self.code.add(Op::Not(a), Type::Bool, at), b),
                    Binary::Iff => Op::Compare(Comparison::Equal, a, b),
                    Binary::Or => Op::Or(a, b),
                    _ => Op::And(a, b),
                };
                return Some(self.code.add(op, Type::Bool, at));
            }
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide => {
                let (a, b) = (self.number(a, renaming), self.number(b, renaming));
                return self.arithmetic(operator, a?, b?, at);
            }
            Binary::Equal => Comparison::Equal,
            Binary::NotEqual => Comparison::NotEqual,
            Binary::Less => Comparison::Less,
            Binary::LessEqual => Comparison::LessEqual,
            Binary::Greater => Comparison::Greater,
            Binary::GreaterEqual => Comparison::GreaterEqual,
        };
        let any = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        let mut side = |id| match any {
            true => self.resolve(id, renaming),
            false => self.number(id, renaming),
        };
        let (a, b) = (side(a), side(b));
        let (a, b, r#type) = self.same_type(a?, b?, at)?;
        let op = match r#type {
            Type::Double => Op::RealCompare(comparison, a, b),
            _ => Op::Compare(comparison, a, b),
        };
        Some(self.code.add(op, Type::Bool, at))
    }

    fn arithmetic(&mut self, operator: Binary, a: CodeId, b: CodeId, at: At) -> Option<CodeId> {
        let (a, b, mut r#type) = self.same_type(a, b, at)?;
        let (mut a, mut b) = (a, b);
        if operator == Binary::Divide {
            r#type = Type::Double;
            (a, b) = (self.convert(a, r#type, at)?, self.convert(b, r#type, at)?);
        }
        let op = match (operator, r#type) {
            (Binary::Add, Type::Double) => Op::RealAdd(a, b),
            (Binary::Subtract, Type::Double) => Op::RealSubtract(a, b),
            (Binary::Multiply, Type::Double) => Op::RealMultiply(a, b),
            (Binary::Divide, _) => Op::RealDivide(a, b),
            (Binary::Add, _) => Op::Add(a, b),
            (Binary::Subtract, _) => Op::Subtract(a, b),
            _ => Op::Multiply(a, b),
        };
        Some(self.code.add(op, r#type, at))
    }

    fn call(
        &mut self,
        function: Function,
        arguments: &[ExpressionId],
        at: At,
        renaming: &Renaming<'s>,
    ) -> Option<CodeId> {
        let all: Vec<Option<CodeId>> =
            arguments.iter().map(|&argument| self.number(argument, renaming)).collect();
        let all: Vec<CodeId> = all.into_iter().collect::<Option<_>>()?;
        let first = *all.first()?;
        match function {
            Function::Min | Function::Max => all[1..].iter().try_fold(first, |a, &b| {
                let (a, b, r#type) = self.same_type(a, b, at)?;
                let op = match (function, r#type) {
                    (Function::Min, Type::Double) => Op::RealMin(a, b),
                    (Function::Min, _) => Op::Min(a, b),
                    (_, Type::Double) => Op::RealMax(a, b),
                    _ => Op::Max(a, b),
                };
                Some(self.code.add(op, r#type, at))
            }),
            Function::Floor | Function::Ceil | Function::Round => {
                let mut real = self.convert(first, Type::Double, at)?;
                if function == Function::Round {
                    let half = surmise_model::Rational::new(1, 2)?;
                    let half = self.code.constant_real(&half, at);
                    real = self.code.add(Op::RealAdd(real, half), Type::Double, at);
                }
                let op = if function == Function::Ceil { Op::Ceil(real) } else { Op::Floor(real) };
                Some(self.code.add(op, Type::Int, at))
            }
            Function::Mod => {
                let a = self.convert(first, Type::Int, at)?;
                let b = self.convert(all[1], Type::Int, at)?;
                Some(self.code.add(Op::Modulo(a, b), Type::Int, at))
            }
            Function::Pow => {
                let (a, b, r#type) = self.same_type(first, all[1], at)?;
                Some(match r#type {
                    Type::Double => self.code.add(Op::RealPower(a, b), r#type, at),
                    _ => self.code.add(Op::Power(a, b), r#type, at),
                })
            }
            Function::Log => {
                let a = self.convert(first, Type::Double, at)?;
                let b = self.convert(all[1], Type::Double, at)?;
                Some(self.code.add(Op::RealLog(a, b), Type::Double, at))
            }
        }
    }

    fn name(&mut self, name: &'s str, at: At, renaming: &Renaming<'s>) -> Option<CodeId> {
        let name = renaming.of(name);
        match self.names.get(name).copied() {
            Some(Item::Constant(code)) => Some(code),
            Some(Item::Broken) => None,
            Some(Item::Active) => {
                self.error(at, format!("the constant `{name}` is defined by itself"));
                None
            }
            Some(Item::Pending(index)) => self.constant(index),
            Some(Item::Undefined(index)) => {
                let constant = &self.ast.constants[index];
                let example = match constant.r#type {
                    Type::Bool => "true",
                    Type::Int => "3",
                    Type::Double => "1/3",
                };
                // A model is wrong where the constant is defined, a property where it is used.
                let at = if self.labels.is_some() { at } else { constant.name.at };
                let name = constant.name.text;
                let error = self.error(at, format!("the constant `{name}` has no value"));
                error.help =
                    Some(format!("give it one from outside, for example `{name}={example}`"));
                // Once is enough.
                self.names.insert(name, Item::Broken);
                None
            }
            Some(Item::Variable(slot, r#type)) => {
                Some(self.code.add(Op::Variable(slot), r#type, at))
            }
            Some(Item::Formula(index)) => self.formula(index, at, renaming),
            None => {
                self.unknown(name, at);
                None
            }
        }
    }

    /// A value from outside for a constant.
    pub(crate) fn given(&mut self, constant: &Constant<'s>, text: &str) -> Item {
        let at = constant.name.at;
        let value = match (constant.r#type, text.trim(), text.parse::<Rational>()) {
            (Type::Bool, "true", _) => Some((1, constant.r#type)),
            (Type::Bool, "false", _) => Some((0, constant.r#type)),
            (Type::Int, _, Ok(number)) => number.to_integer().map(|int| (int, constant.r#type)),
            (Type::Double, _, Ok(number)) => {
                return Item::Constant(self.code.constant_real(&number, at));
            }
            _ => None,
        };
        match value {
            Some((int, r#type)) => Item::Constant(self.code.add(Op::Int(int), r#type, at)),
            None => {
                let wanted = shown(constant.r#type);
                self.error(at, format!("`{text}` is not {wanted}: the constant's value"));
                Item::Broken
            }
        }
    }

    /// The value of a constant, looked at for the first time.
    pub(crate) fn constant(&mut self, index: usize) -> Option<CodeId> {
        let constant = &self.ast.constants[index];
        let value = constant.value?;
        self.names.insert(constant.name.text, Item::Active);
        let code = self.typed(value, constant.r#type, &Renaming::default());
        self.names.insert(constant.name.text, Item::Broken);
        let code = code?;
        if !self.code.is_constant(code) {
            let fault = self.code.real(code, &vec![0; self.names.len()]).err();
            let message = match fault {
                Some(fault) => {
                    format!("the value of a constant cannot be computed: {}", fault.what)
                }
                None => "the value of a constant depends on variables".to_owned(),
            };
            self.error(self.ast[value].at, message);
            return None;
        }
        self.names.insert(constant.name.text, Item::Constant(code));
        Some(code)
    }

    fn formula(&mut self, index: usize, at: At, renaming: &Renaming<'s>) -> Option<CodeId> {
        if let Some(&known) = self.expanded.get(&(index, renaming.key())) {
            return known;
        }
        if self.active.contains(&index) {
            let name = self.ast.formulas[index].name.text;
            self.error(at, format!("the formula `{name}` is defined by itself"));
            return None;
        }
        self.active.push(index);
        let value = self.resolve(self.ast.formulas[index].value, renaming);
        self.active.pop();
        if let Some(code) = value
            && self.code.size(code) > MAX_SIZE
        {
            self.error(at, "a formula that is too large when it is expanded");
            return None;
        }
        self.expanded.insert((index, renaming.key()), value);
        value
    }

    fn label(&mut self, name: &str, at: At) -> Option<CodeId> {
        let Some(labels) = &self.labels else {
            self.error(at, "a label cannot stand here").label = "labels are for properties".into();
            return None;
        };
        match (labels.get(name), name) {
            (Some(&code), _) => Some(code),
            (None, "init") => Some(self.code.add(Op::Initial, Type::Bool, at)),
            (None, "deadlock") => Some(self.code.add(Op::Deadlock, Type::Bool, at)),
            (None, _) => {
                let help = closest(name, labels.keys().copied());
                let help = help.map(|name| format!("did you mean `\"{name}\"`?"));
                self.error(at, format!("there is no label `\"{name}\"`")).help = help;
                None
            }
        }
    }

    pub(crate) fn unknown(&mut self, name: &str, at: At) {
        self.suggestions += 1;
        let help = match self.suggestions <= MAX_SUGGESTIONS {
            true => closest(name, self.names.keys().copied()),
            false => None,
        };
        let help = help.map(|name| format!("did you mean `{name}`?"));
        let error = self.error(at, format!("there is no variable, constant or formula `{name}`"));
        error.label = "unknown name".into();
        error.help = help;
    }
}

pub(crate) fn shown(r#type: Type) -> &'static str {
    match r#type {
        Type::Bool => "a boolean",
        Type::Int => "a whole number",
        Type::Double => "a double",
    }
}
