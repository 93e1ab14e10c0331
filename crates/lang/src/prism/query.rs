//! From the tree of a property to a [`Query`]: what asks for nothing is a condition on states. What
//! is asked of runs is in `path`.

use surmise_model::{
    Arithmetic, Collected, Diagnostic, Extreme, Filter, Query, Rational, Relation,
};

use super::ast::{Binary, ExpressionId, ExpressionKind, Function, Type};
use super::code::{CodeId, Op};
use super::compile::Model;
use super::parse::{Asked, CollectedTree, PropertyTree, QueryTree, StructureName, Temporal};
use super::property::{probability_bound, step_bound};
use super::resolve::{Renaming, Resolver};
use super::token::At;
use crate::suggest::closest;

/// One property on its way to a query.
pub(super) struct Lowering<'l, 'r, 'a, 's> {
    pub(super) resolver: &'l mut Resolver<'a, 's>,
    model: &'l Model<'r>,
    /// The properties before this one, which it may mention by name.
    before: &'l [PropertyTree<'s>],
    pub(super) queries: &'l [QueryTree<'s>],
    /// The conditions met so far.
    pub(super) conditions: Vec<CodeId>,
    /// The reward structures met so far.
    pub(super) structures: Vec<usize>,
    /// Why the property is not answered, if that is no mistake.
    pub(super) refusal: Option<Diagnostic>,
    /// How many expressions were looked at, and how deep they are nested now: a property may
    /// mention others, which mention others.
    size: usize,
    depth: usize,
}

/// How large a property may be with those that it mentions.
const MOST_EXPRESSIONS: usize = 100_000;
const MOST_NESTED: usize = 400;

impl<'l, 'r, 'a, 's> Lowering<'l, 'r, 'a, 's> {
    pub(super) fn new(
        resolver: &'l mut Resolver<'a, 's>,
        model: &'l Model<'r>,
        before: &'l [PropertyTree<'s>],
        queries: &'l [QueryTree<'s>],
    ) -> Self {
        let (conditions, structures) = (Vec::new(), Vec::new());
        let (refusal, size, depth) = (None, 0, 0);
        Self { resolver, model, before, queries, conditions, structures, refusal, size, depth }
    }

    pub(super) fn refuse(&mut self, at: At, what: &str) {
        let warning = Diagnostic::warning(at.span(), format!("left out: {what}"));
        self.refusal.get_or_insert(warning.label("not answered"));
    }

    /// Says that a property asks for rewards that the model does not have: those of another model
    /// may stand in the same file, so it is a mistake of this property alone.
    fn no_rewards(&mut self, at: At, message: String, help: Option<String>) {
        let mut warning = Diagnostic::warning(at.span(), message).label("not answered");
        warning.help = help;
        self.refusal.get_or_insert(warning);
    }

    fn condition(&mut self, code: CodeId) -> Query {
        let known = self.conditions.iter().position(|&known| known == code);
        Query::Condition(known.unwrap_or_else(|| {
            self.conditions.push(code);
            self.conditions.len() - 1
        }))
    }

    pub(super) fn always(&mut self) -> Query {
        let code = self.resolver.code.add(Op::Int(1), Type::Bool, At::default());
        self.condition(code)
    }

    /// The property before this one that a name in quotes means, if it is no label.
    fn property(&self, name: &str) -> Option<ExpressionId> {
        let is_label =
            self.resolver.labels.as_ref().is_some_and(|labels| labels.contains_key(name));
        let named = self.before.iter().rev().find(|tree| tree.name == Some(name));
        named.filter(|_| !is_label).map(|tree| tree.value)
    }

    /// Whether something is asked for inside of an expression.
    fn asks(&self, id: ExpressionId) -> bool {
        match &self.resolver.ast[id].kind {
            ExpressionKind::Query(_) => true,
            ExpressionKind::Label(name) => self.property(name).is_some(),
            ExpressionKind::Not(a) | ExpressionKind::Negate(a) => self.asks(*a),
            ExpressionKind::Binary(_, a, b) => self.asks(*a) || self.asks(*b),
            ExpressionKind::Conditional(a, b, c) => self.asks(*a) || self.asks(*b) || self.asks(*c),
            ExpressionKind::Call(_, all) => all.iter().any(|&id| self.asks(id)),
            ExpressionKind::Integer(_)
            | ExpressionKind::Decimal(_)
            | ExpressionKind::Boolean(_)
            | ExpressionKind::Name(_) => false,
        }
    }

    /// The query of an expression; `None` after a mistake or a refusal.
    pub(super) fn query(&mut self, id: ExpressionId) -> Option<Query> {
        self.size += 1;
        if self.size > MOST_EXPRESSIONS || self.depth > MOST_NESTED {
            self.refuse(self.resolver.ast[id].at, "a property that is too large with its names");
            return None;
        }
        self.depth += 1;
        let query = self.asked(id);
        self.depth -= 1;
        query
    }

    fn asked(&mut self, id: ExpressionId) -> Option<Query> {
        if !self.asks(id) {
            return self.plain(id);
        }
        let ast = self.resolver.ast;
        let at = ast[id].at;
        match &ast[id].kind {
            ExpressionKind::Query(number) => {
                let queries = self.queries;
                self.tree(&queries[*number as usize])
            }
            ExpressionKind::Label(name) => {
                let named = self.property(name)?;
                self.query(named)
            }
            ExpressionKind::Not(a) => Some(Query::Not(Box::new(self.truth(*a)?))),
            ExpressionKind::Negate(a) => {
                let zero = Box::new(Query::Number(Rational::ZERO));
                let number = Box::new(self.number(*a)?);
                Some(Query::Arithmetic(Arithmetic::Subtract, zero, number))
            }
            ExpressionKind::Binary(operator, a, b) => self.binary(*operator, *a, *b, at),
            ExpressionKind::Conditional(by, yes, no) => self.conditional(*by, *yes, *no),
            ExpressionKind::Call(Function::Min, all) => self.fold(Arithmetic::Min, all),
            ExpressionKind::Call(Function::Max, all) => self.fold(Arithmetic::Max, all),
            _ => {
                let what = "of the functions of numbers only `min` and `max` are computed";
                self.refuse(at, what);
                None
            }
        }
    }

    /// An expression that asks for nothing: a condition, or a number that is the same everywhere.
    fn plain(&mut self, id: ExpressionId) -> Option<Query> {
        let none = Renaming::default();
        let code = self.resolver.resolve(id, &none)?;
        if self.resolver.code.type_of(code) == Type::Bool {
            let code = self.resolver.typed(id, Type::Bool, &none)?;
            return Some(self.condition(code));
        }
        let code = self.resolver.typed(id, Type::Double, &none)?;
        let at = self.resolver.ast[id].at;
        if !self.resolver.code.is_constant(code) {
            self.refuse(at, "numbers that differ from state to state are not computed");
            return None;
        }
        match self.resolver.code.real(code, &[]) {
            Ok(value) => Some(Query::Number(value)),
            Err(fault) => {
                self.resolver.error(at, fault.what);
                None
            }
        }
    }

    pub(super) fn truth(&mut self, id: ExpressionId) -> Option<Query> {
        let query = self.query(id)?;
        if !query.is_condition() {
            self.resolver.error(self.resolver.ast[id].at, "expected a condition, found a number");
            return None;
        }
        Some(query)
    }

    fn number(&mut self, id: ExpressionId) -> Option<Query> {
        let query = self.query(id)?;
        if query.is_condition() {
            self.resolver.error(self.resolver.ast[id].at, "expected a number, found a condition");
            return None;
        }
        Some(query)
    }

    fn conditional(
        &mut self,
        by: ExpressionId,
        yes: ExpressionId,
        no: ExpressionId,
    ) -> Option<Query> {
        let by = Box::new(self.truth(by)?);
        let yes = self.query(yes)?;
        if !yes.is_condition() {
            let no = Box::new(self.number(no)?);
            return Some(Query::Choose { by, yes: Box::new(yes), no });
        }
        let (yes, no) = (Box::new(yes), Box::new(self.truth(no)?));
        let yes = Query::And(by.clone(), yes);
        let no = Query::And(Box::new(Query::Not(by)), no);
        Some(Query::Or(Box::new(yes), Box::new(no)))
    }

    /// All numbers put together by one operation.
    fn fold(&mut self, operator: Arithmetic, all: &[ExpressionId]) -> Option<Query> {
        let (first, rest) = all.split_first()?;
        let first = self.number(*first)?;
        rest.iter().try_fold(first, |one, &other| {
            let other = self.number(other)?;
            Some(Query::Arithmetic(operator, Box::new(one), Box::new(other)))
        })
    }

    fn binary(
        &mut self,
        operator: Binary,
        a: ExpressionId,
        b: ExpressionId,
        at: At,
    ) -> Option<Query> {
        let boxed = Box::new;
        let relation = match operator {
            Binary::Implies | Binary::Or | Binary::And | Binary::Iff => {
                let (a, b) = (self.truth(a), self.truth(b));
                let (a, b) = (boxed(a?), boxed(b?));
                return Some(match operator {
                    Binary::Implies => Query::Or(boxed(Query::Not(a)), b),
                    Binary::Or => Query::Or(a, b),
                    Binary::And => Query::And(a, b),
                    _ => Query::Same(a, b),
                });
            }
            Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide => {
                let (a, b) = (self.number(a), self.number(b));
                let operator = match operator {
                    Binary::Add => Arithmetic::Add,
                    Binary::Subtract => Arithmetic::Subtract,
                    Binary::Multiply => Arithmetic::Multiply,
                    _ => Arithmetic::Divide,
                };
                return Some(Query::Arithmetic(operator, boxed(a?), boxed(b?)));
            }
            Binary::Less => Relation::Less,
            Binary::LessEqual => Relation::LessEqual,
            Binary::Greater => Relation::Greater,
            Binary::GreaterEqual => Relation::GreaterEqual,
            Binary::Equal | Binary::NotEqual => {
                self.refuse(at, "numbers are compared by `<`, `<=`, `>` and `>=` only");
                return None;
            }
        };
        let (a, b) = (self.number(a), self.number(b));
        Some(match (a?, b?) {
            (bound @ Query::Number(_), number) => {
                Query::Compare(relation.mirrored(), boxed(number), boxed(bound))
            }
            (number, bound) => Query::Compare(relation, boxed(number), boxed(bound)),
        })
    }

    fn tree(&mut self, tree: &QueryTree<'s>) -> Option<Query> {
        match *tree {
            QueryTree::Probability { at, asked, path, given } => {
                let extreme = self.extreme(asked, at, "P")?;
                if let Some(given) = given {
                    if !self.model.is_chain() {
                        self.refuse(at, "probabilities under a condition (`||`) in an `mdp`");
                        return None;
                    }
                    let number = self.under_condition(path, given)?;
                    return self.compared(asked, true, number);
                }
                let (path, complemented) = self.path(path)?;
                self.compared(asked, true, Query::Probability { extreme, complemented, path })
            }
            QueryTree::Quantified { all, path: id } => {
                let (path, complemented) = self.path(id)?;
                Some(Query::Quantified { all, complemented, path })
            }
            QueryTree::LongRun { at, asked, of } => {
                let extreme = self.extreme(asked, at, "S")?;
                let of = Box::new(self.truth(of)?);
                self.compared(asked, true, Query::LongRun { extreme, of })
            }
            QueryTree::Reward { at, structure, asked, collected } => {
                let extreme = self.extreme(asked, at, "R")?;
                let structure = self.structure(structure, at)?;
                let collected = match collected {
                    CollectedTree::Until(goal) => Collected::Until(Box::new(self.truth(goal)?)),
                    CollectedTree::Within(steps) => {
                        Collected::Within(step_bound(self.resolver, steps)?)
                    }
                    CollectedTree::After(steps) => {
                        Collected::After(step_bound(self.resolver, steps)?)
                    }
                    CollectedTree::Ever => Collected::Ever,
                    CollectedTree::LongRun => Collected::LongRun,
                };
                self.compared(asked, false, Query::Reward { structure, extreme, collected })
            }
            QueryTree::Filter { by, by_at, of, states } => self.filter(by, by_at, of, states),
            QueryTree::Temporal(Temporal { right, .. }) => {
                let at = self.resolver.ast[right].at;
                self.refuse(at, "an operator of time in the place of a condition");
                None
            }
        }
    }

    /// Which way to choose is meant. A bound is meant for all of them.
    fn extreme(&mut self, asked: Asked, at: At, letter: &str) -> Option<Extreme> {
        Some(match (asked.maximal, asked.bound) {
            (Some(false), _) | (None, Some((Binary::Greater | Binary::GreaterEqual, _))) => {
                Extreme::Minimal
            }
            (Some(true), _) | (None, Some(_)) => Extreme::Maximal,
            (None, None) if self.model.is_chain() => Extreme::Maximal,
            (None, None) => {
                let what = if letter == "R" { "reward" } else { "probability" };
                self.resolver.error(at, format!("which {what} is meant in an `mdp`?")).help =
                    Some(format!("write `{letter}max=?` or `{letter}min=?`"));
                return None;
            }
        })
    }

    /// A number compared with a bound, if there is one.
    fn compared(&mut self, asked: Asked, probability: bool, number: Query) -> Option<Query> {
        let Some((operator, id)) = asked.bound else { return Some(number) };
        let relation = match operator {
            Binary::Less => Relation::Less,
            Binary::LessEqual => Relation::LessEqual,
            Binary::Greater => Relation::Greater,
            _ => Relation::GreaterEqual,
        };
        let bound = match probability {
            true => probability_bound(self.resolver, self.model, id)?,
            false => match self.plain(id)? {
                Query::Number(value) if !value.is_negative() => value,
                _ => {
                    let at = self.resolver.ast[id].at;
                    self.resolver.error(at, "the bound has to be a number, and not negative");
                    return None;
                }
            },
        };
        Some(Query::Compare(relation, Box::new(number), Box::new(Query::Number(bound))))
    }

    /// The number of a reward structure.
    fn structure(&mut self, name: Option<StructureName<'s>>, at: At) -> Option<usize> {
        let rewards = &self.model.program.rewards;
        let found = match name {
            None if rewards.is_empty() => {
                self.no_rewards(at, "the model has no reward structure".to_owned(), None);
                return None;
            }
            None => 0,
            Some(StructureName::Name(name, at)) => {
                let names = || rewards.iter().filter_map(|rewards| rewards.name.as_deref());
                match rewards.iter().position(|rewards| rewards.name.as_deref() == Some(name)) {
                    Some(found) => found,
                    None => {
                        let message = format!("there is no reward structure `\"{name}\"`");
                        let help = closest(name, names());
                        let help = help.map(|name| format!("did you mean `\"{name}\"`?"));
                        self.no_rewards(at, message, help);
                        return None;
                    }
                }
            }
            Some(StructureName::Number(id)) => {
                let number = step_bound(self.resolver, id)?;
                match usize::try_from(number).ok().and_then(|number| number.checked_sub(1)) {
                    Some(index) if index < rewards.len() => index,
                    _ => {
                        let at = self.resolver.ast[id].at;
                        let count = rewards.len();
                        let message = format!("the model has {count} reward structures");
                        self.no_rewards(at, message, Some("they are counted from 1".into()));
                        return None;
                    }
                }
            }
        };
        if !self.structures.contains(&found) {
            self.structures.push(found);
        }
        Some(found)
    }

    fn filter(
        &mut self,
        by: &str,
        at: At,
        of: ExpressionId,
        states: Option<ExpressionId>,
    ) -> Option<Query> {
        let by = match by {
            "min" => Filter::Min,
            "max" => Filter::Max,
            "sum" | "+" => Filter::Sum,
            "avg" => Filter::Average,
            "count" => Filter::Count,
            "state" => Filter::State,
            "first" => Filter::First,
            "range" | "print" | "printall" => Filter::Range,
            "forall" | "&" => Filter::All,
            "exists" | "|" => Filter::Some,
            "argmin" => Filter::ArgMin,
            "argmax" => Filter::ArgMax,
            _ => {
                self.refuse(at, "this filter is not computed");
                return None;
            }
        };
        let wants_truth = matches!(by, Filter::Count | Filter::All | Filter::Some);
        let wants_either = matches!(by, Filter::State | Filter::First | Filter::Range);
        let of = match () {
            () if wants_truth => self.truth(of)?,
            () if wants_either => self.query(of)?,
            () => self.number(of)?,
        };
        let states = match states {
            Some(states) => self.truth(states)?,
            None => self.always(),
        };
        Some(Query::Filter { by, of: Box::new(of), states: Box::new(states) })
    }
}
