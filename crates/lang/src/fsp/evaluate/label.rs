//! The actions a label stands for, and the values its indices have for each.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Diagnostic};

use super::super::ast::{Domain, LabelId, LabelPart, PartKind, SetId};
use super::super::token::{At, Symbol};
use super::{Evaluated, Evaluator, Failed, Value};
use crate::suggest::closest;

/// The actions of a label in order, with the values of its indices.
#[derive(Debug, Clone, Default)]
pub(crate) struct Expansion {
    pub(crate) actions: Vec<ActionId>,
    /// The indices that the label defines.
    pub(crate) variables: Vec<Symbol>,
    /// The values of the indices, action by action.
    pub(crate) values: Vec<Value>,
}

impl Expansion {
    pub(crate) fn len(&self) -> usize {
        self.actions.len()
    }

    fn clear(&mut self) {
        self.actions.clear();
        self.variables.clear();
        self.values.clear();
    }

    /// The values of the indices for an action.
    pub(crate) fn bindings(&self, action: usize) -> impl Iterator<Item = (Symbol, Value)> {
        let count = self.variables.len();
        let values = &self.values[action * count..(action + 1) * count];
        self.variables.iter().copied().zip(values.iter().copied())
    }
}

/// The values of one part of a label.
pub(crate) enum Values {
    One(Value),
    Range(i32, i32),
    Labels(Rc<[ActionId]>),
}

impl Values {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::One(_) => 1,
            Self::Range(low, high) => (i64::from(*high) - i64::from(*low) + 1) as u64,
            Self::Labels(labels) => labels.len() as u64,
        }
    }

    /// The value at a position below [`len`](Self::len).
    pub(crate) fn get(&self, position: u64) -> Value {
        match self {
            Self::One(value) => *value,
            Self::Range(low, _) => Value::Int((i64::from(*low) + position as i64) as i32),
            Self::Labels(labels) => Value::Label(labels[position as usize]),
        }
    }
}

/// How many labels a label may stand for: what has more would not fit into the table of names.
const MAX_LABELS: u64 = 4 * (super::MAX_BYTES / super::NAME_BYTES) as u64;

/// How many names a set may have to be searched one by one.
const SMALL: usize = 8;

/// Whether a part is a name and all of its label.
fn is_name(part: &LabelPart) -> bool {
    matches!(part.kind, PartKind::Name(_)) && part.next.is_none()
}

impl Evaluator<'_> {
    /// The actions of a label.
    pub(crate) fn expand(&mut self, label: LabelId, out: &mut Expansion) -> Evaluated<()> {
        out.clear();
        let ast = self.ast;
        let first = &ast[label];
        if let (PartKind::Name(name), None) = (first.kind, first.next) {
            self.step(1, first.at)?;
            out.actions.push(self.name(name, first.at)?);
            return Ok(());
        }
        if let (PartKind::Set(set), None) = (first.kind, first.next) {
            return self.expand_set(set, &mut out.actions);
        }
        // Part by part: every action so far is joined with every value of the next part, which may
        // depend on the indices before it.
        let mut empty = true;
        let mut before = std::mem::take(&mut self.spare);
        for part in ast.parts(label) {
            std::mem::swap(out, &mut before);
            out.clear();
            let variable = match part.kind {
                PartKind::Variable(name, _) => Some(name),
                _ => None,
            };
            out.variables.extend(before.variables.iter().copied().chain(variable));
            for index in 0..if empty { 1 } else { before.len() } {
                let outer = self.scope.indices.len();
                self.scope.indices.extend(before.bindings(index));
                let values = self.values(part);
                self.scope.indices.truncate(outer);
                let values = values?;
                let rest = if empty { 1 } else { before.len() - index };
                self.room_for(values.len().saturating_mul(rest as u64), part.at)?;
                self.step(values.len(), part.at)?;
                for position in 0..values.len() {
                    let value = values.get(position);
                    let action = self.part(value, part.at)?;
                    let action = match empty {
                        true => action,
                        false => self.join(before.actions[index], action, part.at)?,
                    };
                    out.actions.push(action);
                    out.values.extend(before.bindings(index).map(|(_, value)| value));
                    out.values.extend(variable.map(|_| value));
                }
            }
            empty = false;
        }
        self.spare = before;
        Ok(())
    }

    /// Refuses labels by their number alone, where there cannot be room for so many. Indices that
    /// depend on others make the number an estimate, which may be a few times too large.
    fn room_for(&mut self, labels: u64, at: At) -> Evaluated<()> {
        match labels > MAX_LABELS {
            true => Err(self.fail(at, format!("{labels} labels are too many"))),
            false => Ok(()),
        }
    }

    /// The actions of a label, of which there may be at most `most`. A range is refused by its
    /// size.
    pub(crate) fn expand_few(
        &mut self,
        label: LabelId,
        most: usize,
        out: &mut Expansion,
    ) -> Evaluated<()> {
        let ast = self.ast;
        let (first, most) = (&ast[label], most as u64);
        let mut count = match first.kind {
            PartKind::Variable(..) | PartKind::Range(..) => self.values(first)?.len(),
            _ => 0,
        };
        if count <= most {
            self.expand(label, out)?;
            count = out.len() as u64;
        }
        if count > most {
            let message = format!("{count} instances are too many: at most {most} are made");
            return Err(self.fail(ast.label_at(label), message));
        }
        Ok(())
    }

    /// The values of one part.
    pub(crate) fn values(&mut self, part: &LabelPart) -> Evaluated<Values> {
        let domain = match part.kind {
            PartKind::Name(name) => {
                return Ok(Values::One(Value::Label(self.name(name, part.at)?)));
            }
            PartKind::Difference(left, right) => {
                let (left, right) = (self.set(left)?, self.set(right)?);
                let taken: IndexSet<ActionId, FxBuildHasher> = right.iter().copied().collect();
                let rest = left.iter().copied().filter(|label| !taken.contains(label));
                return Ok(Values::Labels(rest.collect()));
            }
            PartKind::Index(expression) => return Ok(Values::One(self.value(expression)?)),
            PartKind::Named(name) => {
                return match self.domain(name) {
                    Some(values) => Ok(values),
                    None => Ok(Values::One(self.constant(name, part.at)?)),
                };
            }
            PartKind::Set(set) => Domain::Set(set),
            PartKind::Range(low, high) => Domain::Range(low, high),
            PartKind::Variable(_, domain) => self.ast[domain],
        };
        match domain {
            Domain::Set(set) => Ok(Values::Labels(self.set(set)?)),
            Domain::Range(low, high) => match (self.int(low)?, self.int(high)?) {
                (low, high) if low > high => Err(self.empty_range(part.at, low, high)),
                (low, high) => Ok(Values::Range(low, high)),
            },
            Domain::Named(name) => match self.domain(name) {
                Some(values) => Ok(values),
                None => Err(self.unknown_domain(name, part.at)),
            },
        }
    }

    pub(crate) fn empty_range(&mut self, at: At, low: i32, high: i32) -> Failed {
        self.fail(at, format!("the range {low}..{high} is empty"))
    }

    fn domain(&self, name: Symbol) -> Option<Values> {
        if let Some(set) = self.sets.get(&name) {
            return Some(Values::Labels(Rc::clone(set)));
        }
        self.ranges.get(&name).map(|&(low, high)| Values::Range(low, high))
    }

    fn unknown_domain(&mut self, name: Symbol, at: At) -> Failed {
        let text = self.ast.text(name);
        let known = self.ranges.keys().chain(self.sets.keys()).map(|&known| self.ast.text(known));
        let help = closest(text, known);
        let message = format!("`{text}` is not a range or set");
        let mut error = Diagnostic::error(at.span(), message);
        error.help = help.map(|name| format!("did you mean `{name}`?"));
        self.report(error)
    }

    /// Adds the labels of a set, each once.
    fn expand_set(&mut self, set: SetId, out: &mut Vec<ActionId>) -> Evaluated<()> {
        // Small sets in braces are all over the place, and most are met once: neither a table nor
        // the cache would pay.
        let ast = self.ast;
        if let Ok(labels) = ast.labels_of(set)
            && labels.len() <= SMALL
            && labels.iter().all(|&label| is_name(&ast[label]))
        {
            for &label in labels {
                let part = &ast[label];
                self.step(1, part.at)?;
                if let PartKind::Name(name) = part.kind {
                    let action = self.name(name, part.at)?;
                    if !out.contains(&action) {
                        out.push(action);
                    }
                }
            }
            return Ok(());
        }
        let actions = self.set(set)?;
        self.step(actions.len() as u64, ast[set].at)?;
        out.extend(actions.iter().copied());
        Ok(())
    }

    /// The labels of a set, each once.
    pub(crate) fn set(&mut self, set: SetId) -> Evaluated<Rc<[ActionId]>> {
        if let Some(actions) = self.literals.get(&set) {
            return Ok(Rc::clone(actions));
        }
        let ast = self.ast;
        let labels = match ast.labels_of(set) {
            Ok(labels) => labels,
            Err(name) => {
                return match self.sets.get(&name) {
                    Some(actions) => Ok(Rc::clone(actions)),
                    None => Err(self.unknown_set(name, ast[set].at)),
                };
            }
        };
        let uses = self.scope.uses;
        let mut actions: IndexSet<ActionId, FxBuildHasher> = IndexSet::default();
        let mut expansion = Expansion::default();
        for &label in labels {
            self.expand(label, &mut expansion)?;
            actions.extend(expansion.actions.iter().copied());
        }
        let actions: Rc<[ActionId]> = actions.into_iter().collect();
        if self.scope.uses == uses {
            self.literals.insert(set, Rc::clone(&actions));
        }
        Ok(actions)
    }

    fn unknown_set(&mut self, name: Symbol, at: At) -> Failed {
        let text = self.ast.text(name);
        let help = closest(text, self.sets.keys().map(|&known| self.ast.text(known)));
        let mut error = Diagnostic::error(at.span(), format!("`{text}` is not a set"));
        error.help = help.map(|name| format!("did you mean `{name}`?"));
        self.report(error)
    }
}
