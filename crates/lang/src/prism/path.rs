//! From the tree of a path to a [`Path`]. With one operator of time, `G`, `W` and `R` are said by
//! `U`; with several, it is a formula of linear temporal logic, whose propositions are conditions.

use surmise_model::formula::{Formula, Formulas, Operator as Of};
use surmise_model::{Arithmetic, Extreme, FormulaId, Path, PropositionId, Query};

use super::ast::{Binary, ExpressionId, ExpressionKind};
use super::parse::{Operator, QueryTree, Steps, Temporal};
use super::property::step_bound;
use super::query::Lowering;

/// How many steps a bound inside of a formula may have: each becomes an `X`.
const MOST_STEPS: u64 = 100;

impl<'s> Lowering<'_, '_, '_, 's> {
    /// A path, and whether it is to be otherwise.
    pub(super) fn path(&mut self, id: ExpressionId) -> Option<(Path, bool)> {
        if let Some(tree) = self.temporal(id)
            && ![tree.left, Some(tree.right)].into_iter().flatten().any(|id| self.is_temporal(id))
        {
            return self.single(tree);
        }
        let mut linear = Linear::default();
        let root = self.linear(id, &mut linear)?;
        let formula = Formula::new(&linear.formulas, root);
        Some((Path::Linear { formula, propositions: linear.propositions }, false))
    }

    /// How probable a path is in a chain if another is known to be the case: both, divided by that.
    pub(super) fn under_condition(
        &mut self,
        path: ExpressionId,
        given: ExpressionId,
    ) -> Option<Query> {
        let mut linear = Linear::default();
        let (path, given) = (self.linear(path, &mut linear)?, self.linear(given, &mut linear)?);
        let both = linear.formulas.add(Of::And(path, given));
        let probability = |root| {
            let formula = Formula::new(&linear.formulas, root);
            let path = Path::Linear { formula, propositions: linear.propositions.clone() };
            let extreme = Extreme::Maximal;
            Box::new(Query::Probability { extreme, complemented: false, path })
        };
        Some(Query::Arithmetic(Arithmetic::Divide, probability(both), probability(given)))
    }

    /// The operator of time that an expression is.
    fn temporal(&self, id: ExpressionId) -> Option<Temporal> {
        match self.resolver.ast[id].kind {
            ExpressionKind::Query(number) => match self.queries[number as usize] {
                QueryTree::Temporal(tree) => Some(tree),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an operator of time stands in an expression, outside of other queries.
    fn is_temporal(&self, id: ExpressionId) -> bool {
        match &self.resolver.ast[id].kind {
            ExpressionKind::Query(_) => self.temporal(id).is_some(),
            ExpressionKind::Not(a) | ExpressionKind::Negate(a) => self.is_temporal(*a),
            ExpressionKind::Binary(_, a, b) => self.is_temporal(*a) || self.is_temporal(*b),
            ExpressionKind::Conditional(a, b, c) => {
                [*a, *b, *c].into_iter().any(|id| self.is_temporal(id))
            }
            ExpressionKind::Call(_, all) => all.iter().any(|&id| self.is_temporal(id)),
            _ => false,
        }
    }

    /// The formula of a path.
    fn linear(&mut self, id: ExpressionId, linear: &mut Linear) -> Option<FormulaId> {
        if !self.is_temporal(id) {
            let query = self.truth(id)?;
            return Some(linear.proposition(query));
        }
        let ast = self.resolver.ast;
        match &ast[id].kind {
            ExpressionKind::Not(a) => {
                let inside = self.linear(*a, linear)?;
                Some(linear.formulas.not(inside))
            }
            ExpressionKind::Binary(operator, a, b) => {
                let (a, b) = (self.linear(*a, linear)?, self.linear(*b, linear)?);
                Some(linear.formulas.add(match operator {
                    Binary::And => Of::And(a, b),
                    Binary::Or => Of::Or(a, b),
                    Binary::Implies => Of::Implies(a, b),
                    Binary::Iff => Of::Equivalent(a, b),
                    _ => {
                        self.refuse(ast[id].at, "formulas of a path are joined by logic only");
                        return None;
                    }
                }))
            }
            ExpressionKind::Query(_) => {
                let Temporal { operator, left, right, steps } = self.temporal(id)?;
                let left = match left {
                    Some(left) => Some(self.linear(left, linear)?),
                    None => None,
                };
                let right = self.linear(right, linear)?;
                if !steps.is_empty() {
                    return self.bounded(id, operator, left, right, steps, linear);
                }
                let top = linear.formulas.top();
                let left = left.unwrap_or(top);
                Some(linear.formulas.add(match operator {
                    Operator::Next => Of::Next(right),
                    Operator::Finally => Of::Eventually(right),
                    Operator::Globally => Of::Always(right),
                    Operator::Until => Of::Until(left, right),
                    Operator::WeakUntil => Of::WeakUntil(left, right),
                    Operator::Release => Of::Release(left, right),
                }))
            }
            _ => {
                self.refuse(ast[id].at, "formulas of a path are joined by logic only");
                None
            }
        }
    }

    /// An operator with a bound on steps, step by step.
    fn bounded(
        &mut self,
        id: ExpressionId,
        operator: Operator,
        left: Option<FormulaId>,
        right: FormulaId,
        steps: Steps,
        linear: &mut Linear,
    ) -> Option<FormulaId> {
        let at = self.resolver.ast[id].at;
        let (from, to) = self.steps(steps)?;
        if from.max(to.unwrap_or(0)) > MOST_STEPS {
            let what = format!("a bound of more than {MOST_STEPS} steps beside other operators");
            self.refuse(at, &what);
            return None;
        }
        let formulas = &mut linear.formulas;
        let top = formulas.top();
        // `a U[from,to] b`, or what is to be otherwise.
        let (left, right, otherwise) = match operator {
            Operator::Until | Operator::Finally => (left.unwrap_or(top), right, false),
            Operator::Globally => (top, formulas.not(right), true),
            Operator::Next | Operator::WeakUntil | Operator::Release => {
                self.refuse(at, "`X`, `W` and `R` have no bound on steps beside other operators");
                return None;
            }
        };
        let mut found = match to {
            None => formulas.add(Of::Until(left, right)),
            Some(to) if to < from => formulas.bottom(),
            Some(to) => {
                let mut found = right;
                for _ in from..to {
                    let next = formulas.add(Of::Next(found));
                    let more = formulas.add(Of::And(left, next));
                    found = formulas.add(Of::Or(right, more));
                }
                found
            }
        };
        for _ in 0..from {
            let next = formulas.add(Of::Next(found));
            found = formulas.add(Of::And(left, next));
        }
        Some(if otherwise { formulas.not(found) } else { found })
    }

    /// A path with one operator of time, and whether it is to be otherwise.
    fn single(&mut self, tree: Temporal) -> Option<(Path, bool)> {
        let Temporal { operator, left, right, steps } = tree;
        let at = self.resolver.ast[right].at;
        let left = match left {
            Some(left) => Some(self.truth(left)?),
            None => None,
        };
        let right = self.truth(right)?;
        if operator == Operator::Next {
            if !steps.is_empty() {
                self.refuse(at, "`X` has no bound on steps");
                return None;
            }
            return Some((Path::Next(Box::new(right)), false));
        }
        let (from, to) = self.steps(steps)?;
        let not = |query: Query| Query::Not(Box::new(query));
        let and = |one: Query, other: Query| Query::And(Box::new(one), Box::new(other));
        let left = match left {
            Some(left) => left,
            None => self.always(),
        };
        let (through, goal, complemented) = match operator {
            Operator::Finally | Operator::Until | Operator::Next => (left, right, false),
            Operator::Globally => (left, not(right), true),
            Operator::Release => (not(left), not(right), true),
            Operator::WeakUntil => {
                let neither = and(not(left.clone()), not(right.clone()));
                (and(left, not(right)), neither, true)
            }
        };
        if from > 0 && matches!(operator, Operator::WeakUntil | Operator::Release) {
            self.refuse(at, "`W` and `R` have no lower bound on steps");
            return None;
        }
        let (through, goal) = (Box::new(through), Box::new(goal));
        Some((Path::Until { through, goal, from, to }, complemented))
    }

    /// The steps that count.
    fn steps(&mut self, Steps { from, to }: Steps) -> Option<(u64, Option<u64>)> {
        let from = match from {
            None => 0,
            Some((id, strict)) => step_bound(self.resolver, id)?.saturating_add(u64::from(strict)),
        };
        let to = match to {
            None => None,
            Some((id, strict)) => {
                let steps = step_bound(self.resolver, id)?;
                if strict && steps == 0 {
                    let at = self.resolver.ast[id].at;
                    self.resolver.error(at, "there is no number of steps less than 0");
                    return None;
                }
                Some(steps - u64::from(strict))
            }
        };
        Some((from, to))
    }
}

/// A formula on its way.
#[derive(Default)]
struct Linear {
    formulas: Formulas,
    propositions: Vec<Query>,
}

impl Linear {
    fn proposition(&mut self, query: Query) -> FormulaId {
        let known = self.propositions.iter().position(|known| *known == query);
        let number = known.unwrap_or_else(|| {
            self.propositions.push(query);
            self.propositions.len() - 1
        });
        self.formulas.proposition(PropositionId::of(number))
    }
}
