//! The states of local processes: `Q[i:0..3][s:S]` is a block of states, addressed by index values.

use rustc_hash::FxHashMap;
use surmise_model::ActionId;

use super::super::ast::{Local, PartKind};
use super::super::evaluate::{Evaluated, Evaluator, Value, Values};
use super::super::token::{At, Symbol};

/// The states of one local process.
pub(super) struct Space {
    /// The first state.
    pub(super) base: u32,
    /// The values of its indices, outermost first; the last one varies fastest.
    dimensions: Vec<Dimension>,
}

/// One index of a local process.
struct Dimension {
    values: Values,
    variable: Option<Symbol>,
    /// Where each label of a large set stands.
    positions: FxHashMap<ActionId, u64>,
}

/// How many labels of a set are searched one by one.
const SMALL: usize = 16;

impl Dimension {
    fn new(values: Values, variable: Option<Symbol>) -> Self {
        let positions = match &values {
            Values::Labels(labels) if labels.len() > SMALL => {
                labels.iter().copied().zip(0..).collect()
            }
            _ => FxHashMap::default(),
        };
        Self { values, variable, positions }
    }

    fn position(&self, index: Value) -> Option<u64> {
        match (&self.values, index) {
            (Values::One(value), index) => (*value == index).then_some(0),
            (Values::Range(low, high), Value::Int(index)) => (*low <= index && index <= *high)
                .then(|| (i64::from(index) - i64::from(*low)) as u64),
            (Values::Labels(labels), Value::Label(index)) if self.positions.is_empty() => {
                labels.iter().position(|&label| label == index).map(|position| position as u64)
            }
            (Values::Labels(_), Value::Label(index)) => self.positions.get(&index).copied(),
            _ => None,
        }
    }
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
                dimensions.push(Dimension::new(evaluator.values(part)?, variable));
            }
        }
        Ok(Self { base, dimensions })
    }

    /// How many states there are; `u64::MAX` stands for more.
    pub(super) fn size(&self) -> u64 {
        let sizes = self.dimensions.iter().map(|dimension| dimension.values.len());
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
        for Dimension { values, variable, .. } in &self.dimensions {
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
        for (dimension, &index) in self.dimensions.iter().zip(indices) {
            offset = offset * dimension.values.len() + dimension.position(index)?;
        }
        Some(self.base + offset as u32)
    }

    /// The dotted texts of all index values, in the order of the states: `1.a`.
    pub(super) fn paths(&self, evaluator: &mut Evaluator<'_>, at: At) -> Evaluated<Vec<ActionId>> {
        let mut paths: Vec<ActionId> = Vec::new();
        for Dimension { values, .. } in &self.dimensions {
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
                let (small, large) = match left.values.len() <= right.values.len() {
                    true => (left, right),
                    false => (right, left),
                };
                if let (Values::Range(a, b), Values::Range(c, d)) = (&small.values, &large.values) {
                    return a <= d && c <= b;
                }
                let mut values = (0..small.values.len()).map(|index| small.values.get(index));
                values.any(|value| large.position(value).is_some())
            })
    }

    /// The indices of a state as a user writes them, `[2][a]`, if it is one of this space.
    pub(super) fn shown_state(&self, evaluator: &Evaluator<'_>, state: u32) -> Option<String> {
        let mut stride = self.size();
        let mut rest = u64::from(state.checked_sub(self.base)?);
        if rest >= stride {
            return None;
        }
        let mut shown = String::new();
        for Dimension { values, .. } in &self.dimensions {
            stride /= values.len();
            shown += &format!("[{}]", evaluator.show(values.get(rest / stride)));
            rest %= stride;
        }
        Some(shown)
    }

    /// The space as a user writes it: `[0..3][{a,b}]`.
    pub(super) fn shown(&self, evaluator: &Evaluator<'_>) -> String {
        let name = |action: &ActionId| evaluator.actions.name(*action);
        let dimension = |dimension: &Dimension| match &dimension.values {
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
