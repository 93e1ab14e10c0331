//! Properties of a model: probabilities of paths, in a normal form.

use surmise_model::{Diagnostic, Extreme, Halt, Rational, Relation};

use super::ast::{Binary, Type};
use super::code::{Code, CodeId, Op};
use super::compile::Model;
use super::parse::{Path, PropertyTree, in_order, parse_property};
use super::resolve::{Renaming, Resolver};
use super::space::Space;

/// A condition of a property: which side of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What has to hold until the goal is reached.
    Until,
    /// The goal.
    Goal,
}

/// A property of one model. `G a` is understood as the complement of `F !a`.
#[derive(Debug, Clone)]
pub struct Property {
    /// The probability to look for; in a Markov chain both are the same.
    pub extreme: Extreme,
    /// Whether one minus that probability is asked for.
    pub complemented: bool,
    /// The bound to compare with; without one, the probability itself is the answer.
    pub bound: Option<(Relation, Rational)>,
    /// Whether the goal is to be reached in exactly one step, whatever holds before.
    pub next: bool,
    /// Within how many steps the goal is to be reached.
    pub steps: Option<u64>,
    code: Code,
    until: Option<CodeId>,
    goal: CodeId,
}

impl Model<'_> {
    /// Reads a property: `Pmax=? [ F "goal" ]`, `P<=0.01 [ !a U<=10 b ]`.
    ///
    /// # Errors
    /// All mistakes in the text of the property.
    pub fn property(&self, source: &str) -> Result<Property, Vec<Diagnostic>> {
        let tree = parse_property(source, self.ast.clone())?;
        let PropertyTree { ast, maximal, bound, path } = tree;
        let mut resolver = Resolver::new(&ast);
        resolver.code = self.program.code.clone();
        resolver.names = self.names.clone();
        let labels = self.program.labels.iter().map(|(name, code)| (name.as_str(), *code));
        resolver.labels = Some(labels.collect());
        let property = lower(&mut resolver, self, maximal, bound, path);
        match property {
            Some(property) if resolver.diagnostics.is_empty() => {
                Ok(Property { code: resolver.code, ..property })
            }
            _ => Err(in_order(resolver.diagnostics)),
        }
    }
}

fn lower(
    resolver: &mut Resolver<'_, '_>,
    model: &Model<'_>,
    maximal: Option<bool>,
    bound: Option<(Binary, super::ast::ExpressionId)>,
    path: Path,
) -> Option<Property> {
    let none = Renaming::default();
    let bound = match bound {
        None => None,
        Some((operator, id)) => {
            let code = resolver.typed(id, Type::Double, &none)?;
            let at = resolver.ast[id].at;
            let Ok(value) = resolver.code.real(code, &vec![0; model.program.variables.len()])
            else {
                resolver.error(at, "the bound cannot be computed");
                return None;
            };
            if !value.is_probability() || !resolver.code.is_constant(code) {
                resolver.error(at, "the bound has to be a probability: from 0 to 1");
                return None;
            }
            let relation = match operator {
                Binary::Less => Relation::Less,
                Binary::LessEqual => Relation::LessEqual,
                Binary::Greater => Relation::Greater,
                _ => Relation::GreaterEqual,
            };
            Some((relation, value))
        }
    };
    // A bound is meant for all ways to resolve the choices.
    let extreme = match (maximal, &bound) {
        (Some(false), _) | (None, Some((Relation::Greater | Relation::GreaterEqual, _))) => {
            Extreme::Minimal
        }
        (Some(true), _) | (None, Some(_)) => Extreme::Maximal,
        (None, None) if model.is_chain() => Extreme::Maximal,
        (None, None) => {
            let at = super::token::At { start: 0, end: 1 };
            resolver.error(at, "which probability is meant in an `mdp`?").help =
                Some("write `Pmax=?` or `Pmin=?`".into());
            return None;
        }
    };
    let (until, goal, steps, next, complemented) = match path {
        Path::Until { left, right, steps } => (left, right, steps, false, false),
        Path::Globally { always, steps } => (None, always, steps, false, true),
        Path::Next(goal) => (None, goal, None, true, false),
    };
    let until = match until {
        Some(until) => Some(resolver.typed(until, Type::Bool, &none)?),
        None => None,
    };
    let at = resolver.ast[goal].at;
    let goal = resolver.typed(goal, Type::Bool, &none)?;
    let goal = match complemented {
        true => resolver.code.add(Op::Not(goal), Type::Bool, at),
        false => goal,
    };
    let steps = match steps {
        None => None,
        Some(id) => {
            let code = resolver.typed(id, Type::Int, &none)?;
            match resolver.code.op(code) {
                Op::Int(value @ 0..) => Some(value.unsigned_abs()),
                _ => {
                    let at = resolver.ast[id].at;
                    resolver.error(at, "the number of steps has to be constant, and not negative");
                    return None;
                }
            }
        }
    };
    let extreme = if complemented { extreme.opposite() } else { extreme };
    let code = Code::default();
    Some(Property { extreme, complemented, bound, next, steps, code, until, goal })
}

impl Space<'_> {
    /// Whether one side of a property holds in a state, of which it is known whether it is initial
    /// and whether it is a deadlock.
    ///
    /// # Errors
    /// If the condition cannot be evaluated in this state.
    pub fn satisfies(
        &mut self,
        property: &Property,
        side: Side,
        state: &[u64],
        initial: bool,
        deadlock: bool,
    ) -> Result<bool, Halt> {
        let condition = match side {
            Side::Goal => property.goal,
            Side::Until => match property.until {
                Some(until) => until,
                None => return Ok(true),
            },
        };
        self.layout.unpack(state, &mut self.values);
        property.code.holds(condition, &self.values, initial, deadlock).map_err(|fault| {
            let at = property.code.place(fault.code);
            self.fault(at, fault.what)
        })
    }
}
