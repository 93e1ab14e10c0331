//! A formula of weak-safety pCTL about a model: its negation in a normal form, over conditions on
//! single components.
//!
//! A condition that joins what several components say is taken apart. One that compares variables
//! of several components is refused: none of them could be replaced by an assumption then.

use rustc_hash::FxHashMap;
use surmise_model::{Diagnostic, LivenessOperator, Rational, StrictLiveness};

use super::ast::{Binary, ExpressionId, Type};
use super::code::{Code, CodeId, Comparison, Op};
use super::compile::Model;
use super::components::owners;
use super::parse::{FormulaTree, PROPERTIES, PathTree, parse_formula};
use super::property::{in_text, probability_bound, step_bound};
use super::resolve::{Renaming, Resolver};
use super::token::At;

/// A formula of one model.
#[derive(Debug, Clone)]
pub struct Formula {
    /// As it was written.
    pub text: String,
    /// Its negation: what some way to choose could bring about.
    pub negation: StrictLiveness,
    /// Conditions as they were written, or their negations, and the places of their operators.
    pub conditions: Vec<(String, usize)>,
    /// Conditions on single components, in the order of the atoms of the negation.
    pub(super) atoms: Vec<LocalCondition>,
    pub(super) code: Code,
}

/// A condition on a component.
#[derive(Debug, Clone)]
pub(super) struct LocalCondition {
    /// Which of the model's [groups](super::components::groups) of modules.
    pub(super) group: usize,
    pub(super) code: CodeId,
    pub(super) text: String,
}

impl Model<'_> {
    /// Reads a formula, `P<=0.01 [ F "fail" ]`.
    ///
    /// # Errors
    /// All mistakes in the text, and what is not a formula of weak-safety pCTL. A place is one in
    /// the text of the formula.
    pub fn formula(&self, source: &str) -> Result<Formula, Vec<Diagnostic>> {
        let (ast, tree) = parse_formula(source, self.ast.clone()).map_err(in_text)?;
        let mut resolver = Resolver::new(&ast);
        resolver.code = self.program.code.clone();
        resolver.names = self.names.clone();
        let labels = self.program.labels.iter().map(|(name, code)| (name.as_str(), *code));
        resolver.labels = Some(labels.collect());
        let mut lowering = Lowering {
            model: self,
            source,
            resolver,
            owners: owners(&self.program),
            known: FxHashMap::default(),
            formula: Formula {
                text: source.trim().to_owned(),
                negation: StrictLiveness::default(),
                conditions: Vec::new(),
                atoms: Vec::new(),
                code: Code::default(),
            },
        };
        let root = lowering.formula(&tree, false);
        let Lowering { resolver, mut formula, .. } = lowering;
        if !resolver.diagnostics.is_empty() {
            return Err(in_text(resolver.diagnostics));
        }
        formula.negation.root = root.unwrap_or_default();
        formula.code = resolver.code;
        Ok(formula)
    }
}

struct Lowering<'a, 's> {
    model: &'a Model<'a>,
    source: &'a str,
    resolver: Resolver<'a, 's>,
    /// Of each variable, the group that it belongs to.
    owners: Vec<Option<usize>>,
    known: FxHashMap<CodeId, usize>,
    formula: Formula,
}

impl Lowering<'_, '_> {
    fn add(&mut self, operator: LivenessOperator) -> usize {
        self.formula.negation.add(operator)
    }

    fn refuse(&mut self, at: At, message: &str, help: &str) -> Option<usize> {
        self.resolver.error(at, message).help = Some(help.to_owned());
        None
    }

    /// The operator of a formula, or of its negation.
    fn formula(&mut self, tree: &FormulaTree, positive: bool) -> Option<usize> {
        match tree {
            FormulaTree::Condition(id) => self.condition(*id, positive),
            FormulaTree::Not(inside) => self.formula(inside, !positive),
            FormulaTree::And(operands) | FormulaTree::Or(operands) => {
                let all: Vec<Option<usize>> =
                    operands.iter().map(|operand| self.formula(operand, positive)).collect();
                let all = all.into_iter().collect::<Option<Vec<usize>>>()?;
                let is_all = matches!(tree, FormulaTree::And(_)) == positive;
                Some(self.join(is_all, all))
            }
            FormulaTree::Probability { at, .. } if positive => self.refuse(
                *at,
                "a bound that more behaviour may break stands where it has to be kept",
                "a bound of a probability may stand under an even number of negations, an inner `P` counting as one: \
                 `P<=0.1 [ F !(P<=0.5 [ X \"a\" ]) ]`",
            ),
            FormulaTree::Probability { at, maximal, bound, path } => {
                self.probability(*at, *maximal, *bound, path)
            }
        }
    }

    fn join(&mut self, is_all: bool, operands: Vec<usize>) -> usize {
        self.add(match is_all {
            true => LivenessOperator::All(operands),
            false => LivenessOperator::Any(operands),
        })
    }

    /// The negation of a bound: that some way to choose exceeds it.
    fn probability(
        &mut self,
        at: At,
        maximal: Option<bool>,
        (operator, number): (Binary, ExpressionId),
        path: &PathTree,
    ) -> Option<usize> {
        let bound = probability_bound(&mut self.resolver, self.model, number)?;
        match (operator, maximal) {
            (Binary::Less | Binary::Greater, _) => {
                return self.refuse(
                    at,
                    "a strict bound: no finite run shows that it is only just reached",
                    "write `<=` or `>=`; strict bounds are for probabilities that are computed",
                );
            }
            (Binary::LessEqual, Some(false)) | (Binary::GreaterEqual, Some(true)) => {
                return self.refuse(
                    at,
                    "this asks for one way to choose, and more behaviour could bring it about",
                    "`P<=` and `P>=` are about all ways to choose",
                );
            }
            _ => {}
        }
        let is_upper = operator == Binary::LessEqual;
        let upper = if is_upper { bound } else { &Rational::ONE - &bound };
        match (path, is_upper) {
            (PathTree::Next(goal), _) => {
                let goal = self.formula(goal, is_upper)?;
                Some(self.add(LivenessOperator::Next { bound: upper, goal }))
            }
            (PathTree::Until { left, right, steps }, true) => {
                let through = match left {
                    Some(left) => self.formula(left, true),
                    None => Some(self.join(true, Vec::new())),
                };
                let (goal, steps) = (self.formula(right, true), self.steps(*steps));
                let (through, goal, steps) = (through?, goal?, steps?);
                Some(self.add(LivenessOperator::Until { bound: upper, through, goal, steps }))
            }
            // 1 − P(φ W ψ) = P(¬ψ U (¬φ ∧ ¬ψ)).
            (PathTree::WeakUntil { left, right, steps }, false) => {
                let not_left = self.formula(left, false);
                let not_right = match right {
                    Some(right) => self.formula(right, false),
                    None => Some(self.join(true, Vec::new())),
                };
                let (not_left, through, steps) = (not_left?, not_right?, self.steps(*steps)?);
                let goal = self.join(true, vec![not_left, through]);
                Some(self.add(LivenessOperator::Until { bound: upper, through, goal, steps }))
            }
            (PathTree::Until { .. }, false) => self.refuse(
                at,
                "that something happens at least so probably: a system that does less may never do it",
                "write an upper bound, or what is never to happen: `P>=0.9 [ G \"safe\" ]`",
            ),
            (PathTree::WeakUntil { .. }, true) => self.refuse(
                at,
                "an upper bound of `G` or `W` is broken by endless runs alone, which no tree shows",
                "write a lower bound, `P>=0.9 [ G \"safe\" ]`; what is computed compares with both",
            ),
        }
    }

    fn steps(&mut self, steps: Option<ExpressionId>) -> Option<Option<u64>> {
        match steps {
            None => Some(None),
            Some(id) => step_bound(&mut self.resolver, id).map(Some),
        }
    }

    fn condition(&mut self, id: ExpressionId, positive: bool) -> Option<usize> {
        let at = self.resolver.ast[id].at;
        let code = self.resolver.typed(id, Type::Bool, &Renaming::default())?;
        let text =
            self.source[(at.start - PROPERTIES) as usize..(at.end - PROPERTIES) as usize].trim();
        let place = self.local(code, positive, at, text)?;
        let is_word = text.chars().all(|c| c.is_alphanumeric() || "_\"".contains(c));
        let text = match (positive, is_word) {
            (true, _) => text.to_owned(),
            (false, true) => format!("!{text}"),
            (false, false) => format!("!({text})"),
        };
        if !self.formula.conditions.iter().any(|(_, known)| *known == place) {
            self.formula.conditions.push((text, place));
        }
        Some(place)
    }

    /// The operator of a condition, or of its negation, in terms of single components.
    fn local(&mut self, code: CodeId, positive: bool, at: At, text: &str) -> Option<usize> {
        if self.resolver.code.is_about_whole_state(code) {
            return self.refuse(
                at,
                "`\"init\"` and `\"deadlock\"` are about the whole system, not about a component",
                "use a label of the model",
            );
        }
        let variables = self.resolver.code.variables(code);
        let mut groups: Vec<usize> =
            variables.iter().filter_map(|&slot| self.owners[slot as usize]).collect();
        groups.sort_unstable();
        groups.dedup();
        match groups[..] {
            [] => {
                let initial = self.model.program.variables.iter().map(|v| v.initial);
                let values: Vec<i64> = initial.collect();
                match self.resolver.code.int(code, &values) {
                    Ok(value) => Some(self.join((value != 0) == positive, Vec::new())),
                    Err(fault) => self.refuse(at, fault.what, "it is the same in every state"),
                }
            }
            [group] => {
                let next = self.formula.atoms.len();
                let atom = *self.known.entry(code).or_insert(next);
                if atom == next {
                    let text = text.to_owned();
                    self.formula.atoms.push(LocalCondition { group, code, text });
                }
                Some(self.add(LivenessOperator::Atom { atom, holds: positive }))
            }
            _ => self.apart(self.resolver.code.op(code), positive, at, text),
        }
    }

    /// Takes a condition on several components apart.
    fn apart(&mut self, op: Op, positive: bool, at: At, text: &str) -> Option<usize> {
        let is_bool = |code| self.resolver.code.type_of(code) == Type::Bool;
        let [first, second] = match op {
            Op::Not(a) => return self.local(a, !positive, at, text),
            Op::And(a, b) | Op::Or(a, b) => {
                let operands =
                    vec![self.local(a, positive, at, text)?, self.local(b, positive, at, text)?];
                return Some(self.join(matches!(op, Op::And(..)) == positive, operands));
            }
            Op::If(c, a, b) => [[(c, true), (a, positive)], [(c, false), (b, positive)]],
            Op::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), a, b)
                if is_bool(a) =>
            {
                let same = (comparison == Comparison::Equal) == positive;
                [[(a, true), (b, same)], [(a, false), (b, !same)]]
            }
            _ => {
                return self.refuse(
                    at,
                    "this compares variables of several components",
                    "join conditions on single components by `&` and `|`: `x1=2 & x2=3`",
                );
            }
        };
        let mut cases = Vec::new();
        for case in [first, second] {
            let mut operands = Vec::new();
            for (code, positive) in case {
                operands.push(self.local(code, positive, at, text)?);
            }
            cases.push(self.join(true, operands));
        }
        Some(self.join(false, cases))
    }
}
