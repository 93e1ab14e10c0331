//! The states of local processes: `Q[i:0..3][s:S]` is a block of states, addressed by index values.

use surmise_model::ActionId;

use super::super::ast::{Local, PartKind};
use super::super::evaluate::{Evaluated, Evaluator, Value, Values};
use super::super::token::{At, Symbol};

/// The states of one local process.
pub(super) struct Space {
    /// The first state.
    pub(super) base: u32,
    /// The values of its indices, outermost first; the last one varies fastest.
    dimensions: Vec<(Values, Option<Symbol>)>,
}

impl Space {
    /// The space of a local process, which starts at state `base`.
    pub(super) fn new(evaluator: &mut Evaluator<'_>, local: &Local, base: u32) -> Evaluated<Self> {
        let mut dimensions = Vec::new();
        if let Some(index) = local.index {
            let ast = evaluator.ast;
            for part in ast.parts(index) {
                let variable = match part.kind {
                    PartKind::Variable(name, _) => Some(name),
                    _ => None,
                };
                dimensions.push((evaluator.values(part)?, variable));
            }
        }
        Ok(Self { base, dimensions })
    }

    /// How many states there are; `u64::MAX` stands for more.
    pub(super) fn size(&self) -> u64 {
        let sizes = self.dimensions.iter().map(|(values, _)| values.len());
        sizes.fold(1, u64::saturating_mul)
    }

    /// Whether there are no indices.
    pub(super) fn is_plain(&self) -> bool {
        self.dimensions.is_empty()
    }

    /// The index values of a state.
    pub(super) fn bindings(&self, state: u64, out: &mut Vec<(Symbol, Value)>) {
        let mut stride = self.size();
        let mut rest = state;
        for (values, variable) in &self.dimensions {
            stride /= values.len();
            if let Some(variable) = variable {
                out.push((*variable, values.get(rest / stride)));
            }
            rest %= stride;
        }
    }

    /// The state at index values, if they are in range.
    pub(super) fn state(&self, indices: &[Value]) -> Option<u32> {
        if indices.len() != self.dimensions.len() {
            return None;
        }
        let mut offset = 0;
        for ((values, _), &index) in self.dimensions.iter().zip(indices) {
            offset = offset * values.len() + position(values, index)?;
        }
        Some(self.base + offset as u32)
    }

    /// The dotted texts of all index values, in the order of the states: `1.a`.
    pub(super) fn paths(&self, evaluator: &mut Evaluator<'_>, at: At) -> Evaluated<Vec<ActionId>> {
        let mut paths: Vec<ActionId> = Vec::new();
        for (values, _) in &self.dimensions {
            let before = std::mem::take(&mut paths);
            evaluator.step(values.len().saturating_mul(before.len().max(1) as u64), at)?;
            for outer in 0..before.len().max(1) {
                for position in 0..values.len() {
                    let part = evaluator.part(values.get(position), at)?;
                    paths.push(match before.get(outer) {
                        Some(&outer) => evaluator.join(outer, part, at)?,
                        None => part,
                    });
                }
            }
        }
        Ok(paths)
    }

    /// Whether the two have a state of the same indices.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.dimensions.len() == other.dimensions.len()
            && self.dimensions.iter().zip(&other.dimensions).all(|(left, right)| {
                let (small, large) = match left.0.len() <= right.0.len() {
                    true => (&left.0, &right.0),
                    false => (&right.0, &left.0),
                };
                if let (Values::Range(a, b), Values::Range(c, d)) = (small, large) {
                    return a <= d && c <= b;
                }
                (0..small.len()).any(|index| position(large, small.get(index)).is_some())
            })
    }

    /// The space as a user writes it: `[0..3][{a,b}]`.
    pub(super) fn shown(&self, evaluator: &Evaluator<'_>) -> String {
        let name = |action: &ActionId| evaluator.actions.name(*action);
        let dimension = |(values, _): &(Values, _)| match values {
            Values::One(value) => format!("[{}]", evaluator.show(*value)),
            Values::Range(low, high) => format!("[{low}..{high}]"),
            Values::Labels(labels) if labels.len() <= 8 => {
                format!("[{{{}}}]", labels.iter().map(name).collect::<Vec<_>>().join(","))
            }
            Values::Labels(labels) => format!("[a set of {} labels]", labels.len()),
        };
        self.dimensions.iter().map(dimension).collect()
    }
}

fn position(values: &Values, index: Value) -> Option<u64> {
    match (values, index) {
        (Values::One(value), index) => (*value == index).then_some(0),
        (Values::Range(low, high), Value::Int(index)) => {
            (*low <= index && index <= *high).then(|| (i64::from(index) - i64::from(*low)) as u64)
        }
        (Values::Labels(labels), Value::Label(index)) => {
            labels.iter().position(|&label| label == index).map(|position| position as u64)
        }
        _ => None,
    }
}
