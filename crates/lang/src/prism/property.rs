//! Properties of a model: what a text asks for becomes a [`Query`] over conditions on states.

use fixedbitset::FixedBitSet;
use surmise_model::{
    Context, Diagnostic, Halt, PackedStates, Query, Rational, Relation, Span, StateId,
};

use super::ast::{Ast, Definition, ExpressionId, Name, Type};
use super::code::{Code, CodeId, Op};
use super::compile::Model;
use super::parse::{PROPERTIES, PropertyTrees, as_error, parse_properties};
use super::query::Lowering;
use super::resolve::{Item, Renaming, Resolver};
use super::space::Space;
use super::token::At;
use crate::in_order::in_order;

/// A property of one model.
#[derive(Debug, Clone)]
pub struct Property {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// As it was written.
    pub text: String,
    /// What is asked. If there is a bound beside it, the number that is compared.
    pub query: Query,
    /// The bound to compare a number with, if that is the whole question.
    pub bound: Option<(Relation, Rational)>,
    /// The reward structures that it mentions, by number.
    pub structures: Vec<usize>,
    code: Code,
    conditions: Vec<CodeId>,
}

/// The properties of a text.
#[derive(Debug, Clone)]
pub struct Properties {
    /// The properties, in order.
    pub properties: Vec<Property>,
    /// Warnings about what else the text asks for.
    pub left_out: Vec<Diagnostic>,
}

impl Model<'_> {
    /// Reads properties, `Pmax=? [ F "goal" ]` or `P<=0.01 [ !a U<=10 b ]`, one after the other.
    ///
    /// # Errors
    /// All mistakes in the text. A place is one in the text of the properties.
    pub fn properties(&self, source: &str) -> Result<Properties, Vec<Diagnostic>> {
        let PropertyTrees { ast, trees, queries, left_out } =
            parse_properties(source, self.ast.clone()).map_err(in_text)?;
        let mut resolver = Resolver::new(&ast);
        resolver.code = self.program.code.clone();
        resolver.names = self.names.clone();
        let labels = self.program.labels.iter().map(|(name, code)| (name.as_str(), *code));
        resolver.labels = Some(labels.collect());
        self.declare(&mut resolver);
        let mut properties = Vec::new();
        let mut left_out = left_out;
        let mut refused = Vec::new();
        for (index, tree) in trees.iter().enumerate() {
            let mut lowering = Lowering::new(&mut resolver, self, &trees[..index], &queries);
            let query = lowering.query(tree.value);
            let (conditions, structures) = (lowering.conditions, lowering.structures);
            if let Some(why) = lowering.refusal {
                refused.push(why.clone());
                left_out.push(why);
                continue;
            }
            let Some(query) = query else { continue };
            let (query, bound) = match query {
                Query::Compare(relation, number, bound) => match *bound {
                    Query::Number(bound) => (*number, Some((relation, bound))),
                    bound => (Query::Compare(relation, number, Box::new(bound)), None),
                },
                query => (query, None),
            };
            let at = (tree.at.start - PROPERTIES) as usize..(tree.at.end - PROPERTIES) as usize;
            let (name, text) = (tree.name.map(str::to_owned), source[at].to_owned());
            let code = Code::default();
            properties.push(Property { name, text, query, bound, structures, code, conditions });
        }
        if properties.is_empty() && resolver.diagnostics.is_empty() && !refused.is_empty() {
            // Who asks for this alone should know at once.
            return Err(in_text(refused.into_iter().map(as_error).collect()));
        }
        if !resolver.diagnostics.is_empty() {
            return Err(in_text(resolver.diagnostics));
        }
        for property in &mut properties {
            property.code = resolver.code.clone();
        }
        Ok(Properties { properties, left_out: in_text(left_out) })
    }
}

impl Model<'_> {
    /// Gives a meaning to what properties declare beside the model: constants, formulas, labels.
    fn declare<'s>(&self, resolver: &mut Resolver<'_, 's>) {
        let ast = resolver.ast;
        let fresh = |resolver: &mut Resolver<'_, 's>, name: &Name<'s>| {
            let known = resolver.names.contains_key(name.text);
            if known {
                resolver.error(name.at, format!("the name `{}` is defined twice", name.text));
            }
            !known
        };
        for (index, formula) in ast.formulas.iter().enumerate().skip(self.ast.formulas.len()) {
            if fresh(resolver, &formula.name) {
                resolver.names.insert(formula.name.text, Item::Formula(index));
            }
        }
        let constants = || ast.constants.iter().enumerate().skip(self.ast.constants.len());
        for (index, constant) in constants() {
            let given = self.given.iter().rev().find(|(name, _)| name == constant.name.text);
            if !fresh(resolver, &constant.name) {
                continue;
            }
            let item = match (constant.value, given) {
                (Some(_), None) => Item::Pending(index),
                (None, None) => Item::Undefined(index),
                (None, Some((_, text))) => resolver.given(constant, text),
                (Some(_), Some(_)) => {
                    let name = constant.name.text;
                    let message = format!("the constant `{name}` has a value here");
                    resolver.error(constant.name.at, message).help =
                        Some("only constants without a value can be given one".into());
                    Item::Broken
                }
            };
            resolver.names.insert(constant.name.text, item);
        }
        for (index, constant) in constants() {
            if let Some(Item::Pending(_)) = resolver.names.get(constant.name.text) {
                resolver.constant(index);
            }
        }
        for Definition { name, value } in &ast.labels[self.ast.labels.len()..] {
            let code = resolver.typed(*value, Type::Bool, &Renaming::default());
            let twice = resolver.labels.as_ref().is_some_and(|known| known.contains_key(name.text));
            if twice {
                let message = format!("the label `\"{}\"` is defined twice", name.text);
                resolver.error(name.at, message);
            } else if let (Some(labels), Some(code)) = (&mut resolver.labels, code) {
                labels.insert(name.text, code);
            }
        }
    }
}

/// The names of the constants that a text of properties declares.
pub fn declared_constants(source: &str) -> Vec<String> {
    parse_properties(source, Ast::default()).map_or_else(
        |_| Vec::new(),
        |trees| trees.ast.constants.iter().map(|constant| constant.name.text.to_owned()).collect(),
    )
}

/// Diagnostics with places in the text of the properties. A place in the model, where a formula is
/// wrong that only a property uses, is left out.
pub(super) fn in_text(diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let base = PROPERTIES as usize;
    let moved =
        |span: Span| (span.start >= base).then(|| Span::new(span.start - base, span.end - base));
    let moved = diagnostics.into_iter().map(|diagnostic| Diagnostic {
        span: diagnostic.span.and_then(moved),
        related: Vec::new(),
        ..diagnostic
    });
    in_order(moved.collect())
}

/// The value of a bound of a probability.
pub(super) fn probability_bound(
    resolver: &mut Resolver<'_, '_>,
    model: &Model<'_>,
    id: ExpressionId,
) -> Option<Rational> {
    let code = resolver.typed(id, Type::Double, &Renaming::default())?;
    let at = resolver.ast[id].at;
    let Ok(value) = resolver.code.real(code, &vec![0; model.program.variables.len()]) else {
        resolver.error(at, "the bound cannot be computed");
        return None;
    };
    if !value.is_probability() || !resolver.code.is_constant(code) {
        resolver.error(at, "the bound has to be a probability: from 0 to 1");
        return None;
    }
    Some(value)
}

/// The value of a number of steps.
pub(super) fn step_bound(resolver: &mut Resolver<'_, '_>, id: ExpressionId) -> Option<u64> {
    let code = resolver.typed(id, Type::Int, &Renaming::default())?;
    match resolver.code.op(code) {
        Op::Int(value @ 0..) => Some(value.unsigned_abs()),
        _ => {
            let at = resolver.ast[id].at;
            resolver.error(at, "the number of steps has to be constant, and not negative");
            None
        }
    }
}

impl Space<'_> {
    /// The states in which each condition of a property holds. The first so many states are the
    /// initial ones; the deadlocks are sorted.
    ///
    /// # Errors
    /// If a condition cannot be evaluated in a state, or the context says stop.
    pub fn satisfying(
        &mut self,
        property: &Property,
        states: &PackedStates,
        initial: usize,
        deadlocks: &[StateId],
        context: &Context<'_>,
    ) -> Result<Vec<FixedBitSet>, Halt> {
        let mut found = vec![FixedBitSet::with_capacity(states.len()); property.conditions.len()];
        for (set, &condition) in found.iter_mut().zip(&property.conditions) {
            if let Op::Int(value) = property.code.op(condition) {
                set.set_range(.., value != 0);
                continue;
            }
            for state in (0..states.len()).map(StateId::of) {
                if state.index().is_multiple_of(1 << 12) {
                    context.check()?;
                }
                self.layout.unpack(states.state(state), &mut self.values);
                let (is_initial, is_deadlock) =
                    (state.index() < initial, deadlocks.binary_search(&state).is_ok());
                let holds = property.code.holds(condition, &self.values, is_initial, is_deadlock);
                // Its place may be one in the model or in the property: the state says enough.
                let holds = holds.map_err(|fault| match self.fault(At::default(), fault.what) {
                    Halt::Fault(fault) => Halt::Fault(Box::new(Diagnostic {
                        message: format!("`{}` cannot be told: {}", property.text, fault.message),
                        span: None,
                        help: Some(fault.label),
                        label: String::new(),
                        ..*fault
                    })),
                    stop => stop,
                })?;
                set.set(state.index(), holds);
            }
        }
        Ok(found)
    }
}
