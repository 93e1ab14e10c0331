//! Relabelling and hiding: maps from labels to labels.
//!
//! A relabelling of `b` also relabels `b.x` and `b[1]`: of all prefixes of a label that are
//! relabelled, the longest counts. A set that hides `b` hides `b.x`, too.

use std::cell::RefCell;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashSet};
use surmise_model::{ActionId, Alphabet, Diagnostic};

use super::super::ast::Relabel;
use super::super::evaluate::{Evaluated, Evaluator, Expansion};
use super::super::token::At;

/// From old labels to new ones, possibly several.
#[derive(Debug, Default)]
pub(super) struct Relation {
    new: IndexMap<ActionId, Images, FxBuildHasher>,
    /// Where old labels stand of which none was met so far.
    unmet: RefCell<IndexSet<At, FxBuildHasher>>,
}

/// The new labels of an old one, and where that stands.
#[derive(Debug, Default)]
struct Images {
    labels: IndexSet<ActionId, FxBuildHasher>,
    places: Vec<At>,
}

impl Relation {
    /// The relation of `{new/old, …}`.
    pub(super) fn new(evaluator: &mut Evaluator<'_>, relabels: &[Relabel]) -> Evaluated<Self> {
        let mut relation = Self::default();
        relation.add(evaluator, relabels)?;
        Ok(relation)
    }

    fn add(&mut self, evaluator: &mut Evaluator<'_>, relabels: &[Relabel]) -> Evaluated<()> {
        let mut outer = Expansion::default();
        let mut inner = Expansion::default();
        for relabel in relabels {
            let first = match relabel {
                Relabel::Pair { new, .. } => *new,
                Relabel::Forall { ranges, .. } => *ranges,
            };
            evaluator.expand(first, &mut outer)?;
            let depth = evaluator.scope.indices.len();
            for index in 0..outer.len() {
                evaluator.scope.indices.extend(outer.bindings(index));
                let done = match relabel {
                    Relabel::Pair { old, .. } => evaluator.expand(*old, &mut inner),
                    Relabel::Forall { relabels, .. } => self.add(evaluator, relabels),
                };
                evaluator.scope.indices.truncate(depth);
                done?;
                if let Relabel::Pair { old, .. } = relabel {
                    let at = evaluator.ast.label_at(*old);
                    self.unmet.get_mut().insert(at);
                    for &old in &inner.actions {
                        let images = self.new.entry(old).or_default();
                        images.labels.insert(outer.actions[index]);
                        if images.places.last() != Some(&at) {
                            images.places.push(at);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The new labels of a label, or `None` if it stays.
    pub(super) fn apply(
        &self,
        evaluator: &mut Evaluator<'_>,
        label: ActionId,
    ) -> Evaluated<Option<Vec<ActionId>>> {
        if let Some(images) = self.new.get(&label) {
            self.meet(images);
            return Ok(Some(images.labels.iter().copied().collect()));
        }
        let text = evaluator.actions.name(label).to_owned();
        let mut prefix = text.as_str();
        while let Some(dot) = prefix.rfind('.') {
            prefix = &text[..dot];
            let known = evaluator.actions.get(prefix).and_then(|action| self.new.get(&action));
            if let Some(images) = known {
                self.meet(images);
                let suffix = evaluator.intern(&text[dot + 1..], At::default())?;
                let images = images.labels.iter();
                let images = images.map(|&image| evaluator.join(image, suffix, At::default()));
                return images.collect::<Evaluated<_>>().map(Some);
            }
        }
        Ok(None)
    }

    fn meet(&self, images: &Images) {
        let mut unmet = self.unmet.borrow_mut();
        if !unmet.is_empty() {
            images.places.iter().for_each(|at| {
                unmet.swap_remove(at);
            });
        }
    }

    /// Warns of old labels that nobody has.
    pub(super) fn warn_unmet(&self, evaluator: &mut Evaluator<'_>) {
        for at in self.unmet.borrow().iter() {
            if !evaluator.warned(*at) {
                let message = "this relabels nothing: there is no such action";
                evaluator.report(Diagnostic::warning(at.span(), message));
            }
        }
    }
}

/// Whether a label or one of its prefixes is in a set.
pub(super) fn matches(
    evaluator: &Evaluator<'_>,
    set: &FxHashSet<ActionId>,
    label: ActionId,
) -> bool {
    if set.contains(&label) {
        return true;
    }
    let mut prefix = evaluator.actions.name(label);
    while let Some(dot) = prefix.rfind('.') {
        prefix = &prefix[..dot];
        if evaluator.actions.get(prefix).is_some_and(|action| set.contains(&action)) {
            return true;
        }
    }
    false
}

/// What becomes of each label of a machine: other labels, or τ.
#[derive(Debug, Clone)]
pub(super) struct LabelMap {
    labels: Vec<ActionId>,
    images: Vec<Vec<ActionId>>,
    /// The position of a label in the two, by action.
    positions: Vec<u32>,
}

impl LabelMap {
    /// Every label stays.
    pub(super) fn identity(alphabet: &Alphabet) -> Self {
        let labels: Vec<ActionId> = alphabet.iter().collect();
        let images = labels.iter().map(|&label| vec![label]).collect();
        let mut positions = vec![0; labels.last().map_or(0, |last| last.index() + 1)];
        for (position, label) in labels.iter().enumerate() {
            positions[label.index()] = position as u32;
        }
        Self { labels, images, positions }
    }

    /// What a label of the machine has become. τ stays.
    pub(super) fn images(&self, label: ActionId) -> &[ActionId] {
        match label.is_tau() {
            true => &[ActionId::TAU],
            false => &self.images[self.positions[label.index()] as usize],
        }
    }

    /// The labels after the map.
    pub(super) fn alphabet(&self) -> Alphabet {
        self.images.iter().flatten().copied().collect()
    }

    /// Replaces every image by others, τ and the actions of `fixed` excepted.
    pub(super) fn replace(
        &mut self,
        fixed: &Alphabet,
        mut by: impl FnMut(ActionId) -> Evaluated<Option<Vec<ActionId>>>,
    ) -> Evaluated<()> {
        for images in &mut self.images {
            let mut replaced = Vec::with_capacity(images.len());
            for &image in &*images {
                match image.is_tau() || fixed.contains(image) {
                    true => replaced.push(image),
                    false => match by(image)? {
                        Some(others) => replaced.extend(others),
                        None => replaced.push(image),
                    },
                }
            }
            replaced.sort_unstable();
            replaced.dedup();
            *images = replaced;
        }
        Ok(())
    }

    /// Whether every label has become one label, or τ.
    pub(super) fn is_function(&self) -> bool {
        self.images.iter().all(|images| images.len() == 1)
    }

    /// Whether every label stays what it is.
    pub(super) fn is_identity(&self) -> bool {
        self.labels.iter().zip(&self.images).all(|(label, images)| images[..] == [*label])
    }
}
