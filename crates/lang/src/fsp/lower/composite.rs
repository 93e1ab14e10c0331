//! Composite processes: from definitions to leaves.

use std::rc::Rc;

use rustc_hash::FxHashSet;
use surmise_model::{ActionId, Alphabet, Diagnostic, Priority, Severity};

use super::super::ast::{
    self, Call, Composite, CompositeBody, CompositeId, Keywords, Name, Operand, Relabel,
};
use super::super::evaluate::{Evaluated, Expansion, Failed, Value};
use super::super::token::{At, Symbol};
use super::leaf::Leaf;
use super::relation::{Relation, matches};
use super::{Active, Lowering, Machine};
use crate::explicit::{self, GivenUp};
use crate::suggest::closest;

/// How many instances of a process one label may make, or conditions may leave out.
const MAX_INSTANCES: usize = 1_000_000;

/// An operand of a composition.
#[derive(Debug)]
pub(super) enum Item {
    Leaf(Leaf),
    /// The leaves of a composite process, which a relabelling treats as a whole.
    Composite(Vec<Leaf>, Name),
}

impl Item {
    pub(super) fn leaves(&mut self) -> &mut [Leaf] {
        match self {
            Self::Leaf(leaf) => std::slice::from_mut(leaf),
            Self::Composite(leaves, _) => leaves,
        }
    }

    pub(super) fn into_leaves(self) -> Vec<Leaf> {
        match self {
            Self::Leaf(leaf) => vec![leaf],
            Self::Composite(leaves, _) => leaves,
        }
    }
}

impl Lowering<'_> {
    /// The leaves of a composite process inside another one.
    pub(super) fn composite(
        &mut self,
        composite: &Composite,
        arguments: &[Value],
        at: At,
    ) -> Evaluated<Vec<Leaf>> {
        self.within(composite, arguments, at, |lowering| {
            let items = lowering.operands(composite)?;
            let leaves: Vec<Leaf> = items.into_iter().flat_map(Item::into_leaves).collect();
            match composite.keywords == Keywords::default() {
                true => lowering.restrict(composite, leaves),
                false => lowering.reduce(composite, leaves),
            }
        })
    }

    /// Runs something inside a composite process with these parameters.
    pub(super) fn within<T>(
        &mut self,
        composite: &Composite,
        arguments: &[Value],
        at: At,
        inside: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        let name = composite.name.symbol;
        self.enter(Active { composite: true, name, arguments: arguments.to_vec() }, at)?;
        let scope = self.scope(&composite.parameters, arguments);
        let outer = std::mem::replace(&mut self.evaluator.scope, scope);
        let result = inside(self);
        self.evaluator.scope = outer;
        self.leave();
        result
    }

    /// The operands of a composite process, without its priority and hiding.
    pub(super) fn operands(&mut self, composite: &Composite) -> Evaluated<Vec<Item>> {
        let mut items = Vec::new();
        self.body(composite.body, &mut items)?;
        Ok(items)
    }

    /// Priority, then hiding.
    pub(super) fn restrict(
        &mut self,
        composite: &Composite,
        leaves: Vec<Leaf>,
    ) -> Evaluated<Vec<Leaf>> {
        let mut leaves = leaves;
        if let Some(priority) = composite.priority {
            let order = self.priority(priority, &leaves)?;
            if leaves.len() > 1 {
                let text = self.ast.text(composite.name.symbol);
                let message = format!("`{text}` was composed, because priority concerns its whole");
                self.note(priority.at, message);
            }
            leaves = vec![self.compose_leaves(&leaves, Some(&order), composite.name)?];
        }
        if let Some(hiding) = composite.hiding {
            self.join(&mut leaves)?;
            self.hide(&mut leaves, hiding, None, &Alphabet::new())?;
        }
        Ok(leaves)
    }

    /// The hiding of the outermost composite process, and its priority, which is left to whoever
    /// composes: nothing is composed here.
    pub(super) fn restrict_outermost(
        &mut self,
        composite: &Composite,
        leaves: &mut [Leaf],
    ) -> Evaluated<Option<Priority>> {
        let mut priority = match composite.priority {
            Some(priority) => Some(self.priority(priority, leaves)?),
            None => None,
        };
        if let Some(hiding) = composite.hiding {
            self.join(leaves)?;
            let watched = std::mem::take(&mut self.watched);
            self.hide(leaves, hiding, priority.as_mut(), &watched)?;
        }
        Ok(priority)
    }

    /// Which labels of leaves give way. Where `<<` names those that go first, all others give way,
    /// τ and what was hidden further inside included.
    fn priority(&mut self, priority: ast::Priority, leaves: &[Leaf]) -> Evaluated<Priority> {
        let named: FxHashSet<ActionId> =
            self.evaluator.set(priority.set)?.iter().copied().collect();
        let mut low = Alphabet::new();
        for leaf in leaves {
            for label in leaf.map.alphabet().iter() {
                self.evaluator.poll()?;
                let named =
                    !self.internal.contains(label) && matches(&self.evaluator, &named, label);
                if named == priority.low {
                    low.insert(label);
                }
            }
        }
        Ok(Priority { low, tau_is_low: !priority.low })
    }

    /// `compose`, `minimal`, `deterministic`, `property`: all of them compose first, then hide.
    fn reduce(&mut self, composite: &Composite, leaves: Vec<Leaf>) -> Evaluated<Vec<Leaf>> {
        let keywords = composite.keywords;
        let text = self.ast.text(composite.name.symbol);
        let (limit, context) = (self.limits.states, self.evaluator.context);
        let composed = match composite.priority {
            // Priority composes, too.
            Some(_) => leaves.clone(),
            None => match self.composed(&leaves, None)? {
                Ok(lts) => {
                    let machine = Machine::new(lts, false);
                    vec![Leaf::new(text.to_owned(), Rc::new(machine))]
                }
                Err(error) => return self.unreduced(composite, leaves, error),
            },
        };
        let composed = self.restrict(composite, composed)?;
        let reduced = self.composed(&composed, None)?.and_then(|lts| {
            Ok::<_, GivenUp>(if keywords.property {
                explicit::complete(&explicit::trace_minimise(&lts, limit, context)?)?
            } else if keywords.deterministic {
                explicit::trace_minimise(&lts, limit, context)?
            } else if keywords.minimal {
                explicit::minimise(&lts, context)?
            } else {
                lts
            })
        });
        match reduced {
            Ok(lts) => {
                let machine = Machine::new(lts, keywords.property);
                Ok(vec![Leaf::new(text.to_owned(), Rc::new(machine))])
            }
            Err(error) => self.unreduced(composite, leaves, error),
        }
    }

    /// What to do if a part is too large: `minimal` and `compose` change nothing that a property
    /// can see, so the leaves will do.
    fn unreduced(
        &mut self,
        composite: &Composite,
        leaves: Vec<Leaf>,
        error: GivenUp,
    ) -> Evaluated<Vec<Leaf>> {
        let keywords = composite.keywords;
        let text = self.ast.text(composite.name.symbol);
        if keywords.property || keywords.deterministic || matches!(error, GivenUp::Stopped(_)) {
            return Err(self.given_up(composite.name.at, text, error));
        }
        self.note(composite.name.at, format!("`{text}` was not composed: {error}"));
        let mut leaves = self.restrict(composite, leaves)?;
        self.join(&mut leaves)?;
        Ok(leaves)
    }

    fn note(&mut self, at: At, message: String) {
        let note = Diagnostic { severity: Severity::Note, ..Diagnostic::error(at.span(), message) };
        self.evaluator.report(note);
    }

    fn body(&mut self, body: CompositeId, items: &mut Vec<Item>) -> Evaluated<()> {
        self.evaluator.poll()?;
        let ast = self.ast;
        match &ast[body] {
            CompositeBody::If { condition, then, otherwise } => {
                match (self.evaluator.holds(*condition)?, otherwise) {
                    (true, _) => self.body(*then, items),
                    (false, Some(otherwise)) => self.body(*otherwise, items),
                    (false, None) => Ok(()),
                }
            }
            CompositeBody::Forall { ranges, body } => {
                let mut expansion = Expansion::default();
                self.evaluator.expand_few(*ranges, MAX_INSTANCES, &mut expansion)?;
                self.each(&expansion, |lowering, _| lowering.body(*body, items))
            }
            CompositeBody::Instance { sharing, prefix, what, relabels } => {
                let mut expansion = Expansion::default();
                let sharing = match sharing {
                    Some(sharing) => {
                        self.evaluator.expand_few(*sharing, MAX_INSTANCES, &mut expansion)?;
                        Some((std::mem::take(&mut expansion.actions), ast[*sharing].at))
                    }
                    None => None,
                };
                let relation = match relabels {
                    Some(relabels) => Some(Relation::new(&mut self.evaluator, relabels)?),
                    None => None,
                };
                let mut mine = Vec::new();
                match prefix {
                    Some(prefix) => {
                        self.evaluator.expand_few(*prefix, MAX_INSTANCES, &mut expansion)?;
                        let at = ast[*prefix].at;
                        self.each(&expansion, |lowering, action| {
                            let first = mine.len();
                            lowering.operand(what, &mut mine)?;
                            for leaf in mine[first..].iter_mut().flat_map(Item::leaves) {
                                lowering.prefix(leaf, action, at)?;
                            }
                            Ok(())
                        })?;
                    }
                    None => self.operand(what, &mut mine)?,
                }
                if let Some((prefixes, at)) = sharing {
                    for leaf in mine.iter_mut().flat_map(Item::leaves) {
                        self.share(leaf, &prefixes, at)?;
                    }
                }
                if let Some(relation) = relation {
                    self.relabel_items(&mut mine, &relation, relabels)?;
                }
                items.append(&mut mine);
                Ok(())
            }
        }
    }

    /// Runs something for every action of a label, its indices bound.
    fn each(
        &mut self,
        expansion: &Expansion,
        mut run: impl FnMut(&mut Self, ActionId) -> Evaluated<()>,
    ) -> Evaluated<()> {
        let outer = self.evaluator.scope.indices.len();
        for (index, &action) in expansion.actions.iter().enumerate() {
            self.evaluator.scope.indices.extend(expansion.bindings(index));
            let done = run(self, action);
            self.evaluator.scope.indices.truncate(outer);
            done?;
        }
        Ok(())
    }

    fn operand(&mut self, operand: &Operand, items: &mut Vec<Item>) -> Evaluated<()> {
        match operand {
            Operand::Group(bodies) => bodies.iter().try_for_each(|&body| self.body(body, items)),
            Operand::Call(call) => {
                self.count_leaf(call.name.at)?;
                items.push(self.call(call)?);
                Ok(())
            }
        }
    }

    fn call(&mut self, call: &Call) -> Evaluated<Item> {
        let name = call.name;
        let actual = call.arguments.as_deref();
        if let Some(&process) = self.processes.get(&name.symbol) {
            let arguments = self.arguments(&process.parameters, actual, name.at)?;
            let shown = match actual {
                Some(_) => self.shown(name.symbol, &arguments),
                None => self.ast.text(name.symbol).to_owned(),
            };
            let machine = self.machine(process, arguments, name.at)?;
            return Ok(Item::Leaf(Leaf::new(shown, machine)));
        }
        if let Some(&composite) = self.composites.get(&name.symbol) {
            let arguments = self.arguments(&composite.parameters, actual, name.at)?;
            return Ok(Item::Composite(self.composite(composite, &arguments, name.at)?, name));
        }
        Err(self.unknown(name.symbol, name.at))
    }

    fn unknown(&mut self, name: Symbol, at: At) -> Failed {
        let text = self.ast.text(name);
        if self.is_kept(name) {
            let message = format!("`{text}` cannot be used as a process: not supported yet");
            return self.fail(at, message);
        }
        let known = self.processes.keys().chain(self.composites.keys());
        let help = closest(text, known.map(|&known| self.ast.text(known)));
        let mut error = Diagnostic::error(at.span(), format!("there is no process `{text}`"));
        error.help = help.map(|name| format!("did you mean `{name}`?"));
        self.evaluator.report(error)
    }

    /// Relabels each operand by itself; a composite one as a whole.
    fn relabel_items(
        &mut self,
        items: &mut [Item],
        relation: &Relation,
        relabels: &Option<Vec<Relabel>>,
    ) -> Evaluated<()> {
        for item in items {
            if let Item::Composite(leaves, name) = item
                && let Some((first, second, both)) = self.clash(leaves, relation)?
            {
                let at = relabels.as_ref().and_then(|all| self.first_label(all)).unwrap_or(name.at);
                let label = |action: ActionId| self.evaluator.actions.name(action).to_owned();
                let message = format!(
                    "`{}` and `{}` clash on `{}`: `{}` was composed before it is relabelled",
                    label(first),
                    label(second),
                    label(both),
                    self.ast.text(name.symbol)
                );
                self.note(at, message);
                let composed = self.compose_leaves(leaves, None, *name)?;
                *item = Item::Leaf(composed);
            }
            for leaf in item.leaves() {
                self.relabel(leaf, relation)?;
            }
        }
        relation.warn_unmet(&mut self.evaluator);
        Ok(())
    }

    fn first_label(&self, relabels: &[Relabel]) -> Option<At> {
        match relabels.first()? {
            Relabel::Pair { new, .. } => Some(self.ast[*new].at),
            Relabel::Forall { ranges, .. } => Some(self.ast[*ranges].at),
        }
    }
}
