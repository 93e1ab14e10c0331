//! Leaves of a composition: a machine and what its labels have become.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use surmise_model::{ActionId, Alphabet, Lts, Priority};

use super::super::ast::{Hiding, Name};
use super::super::evaluate::{Evaluated, Failed};
use super::super::token::At;
use super::ending::PartId;
use super::relation::{LabelMap, Relation, matches};
use super::{Lowering, Machine};
use crate::explicit::{self, Composition, GivenUp};

/// A process in a composition.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) name: String,
    pub(super) machine: Rc<Machine>,
    pub(super) map: LabelMap,
    /// The part it belongs to, if LTSA has composed it with others further inside.
    pub(super) part: Option<PartId>,
    /// Whether what it belongs to has not ended before it is at its end.
    pub(super) ends: bool,
}

impl Leaf {
    pub(super) fn new(name: String, machine: Rc<Machine>) -> Self {
        let map = LabelMap::identity(machine.lts.alphabet());
        let ends = machine.lts.end().is_some();
        Self { name, machine, map, part: None, ends }
    }
}

impl Lowering<'_> {
    /// `prefix:LEAF`
    pub(super) fn prefix(&mut self, leaf: &mut Leaf, prefix: ActionId, at: At) -> Evaluated<()> {
        leaf.name = format!("{}:{}", self.evaluator.actions.name(prefix), leaf.name);
        let evaluator = &mut self.evaluator;
        leaf.map.replace(&self.internal, |label| {
            evaluator.poll()?;
            Ok(Some(vec![evaluator.join(prefix, label, at)?]))
        })
    }

    /// `{a,b}::LEAF`
    pub(super) fn share(
        &mut self,
        leaf: &mut Leaf,
        prefixes: &[ActionId],
        at: At,
    ) -> Evaluated<()> {
        let names: Vec<&str> = prefixes.iter().map(|&p| self.evaluator.actions.name(p)).collect();
        leaf.name = match names[..] {
            [name] => format!("{name}::{}", leaf.name),
            _ => format!("{{{}}}::{}", names.join(","), leaf.name),
        };
        let evaluator = &mut self.evaluator;
        leaf.map.replace(&self.internal, |label| {
            let join = |&prefix: &ActionId| {
                evaluator.step(1, at)?;
                evaluator.join(prefix, label, at)
            };
            prefixes.iter().map(join).collect::<Evaluated<_>>().map(Some)
        })
    }

    /// `LEAF/{…}`
    pub(super) fn relabel(&mut self, leaf: &mut Leaf, relation: &Relation) -> Evaluated<()> {
        let evaluator = &mut self.evaluator;
        leaf.map.replace(&self.internal, |label| {
            evaluator.poll()?;
            relation.apply(evaluator, label)
        })
    }

    /// Which leaves have which visible labels.
    fn users(&self, leaves: &[Leaf]) -> Vec<(ActionId, Vec<usize>)> {
        let mut users: FxHashMap<ActionId, Vec<usize>> = FxHashMap::default();
        for (number, leaf) in leaves.iter().enumerate() {
            for label in leaf.map.alphabet().difference(&self.internal).iter() {
                users.entry(label).or_default().push(number);
            }
        }
        let mut users: Vec<_> = users.into_iter().collect();
        users.sort_unstable();
        users
    }

    /// Two labels that a relabelling of the whole would make the same although several leaves have
    /// them: those leaves would synchronise where they do not.
    pub(super) fn clash(
        &mut self,
        leaves: &[Leaf],
        relation: &Relation,
    ) -> Evaluated<Option<(ActionId, ActionId, ActionId)>> {
        let mut sources: FxHashMap<ActionId, (ActionId, Vec<usize>)> = FxHashMap::default();
        for (label, users) in self.users(leaves) {
            self.evaluator.poll()?;
            let images = relation.apply(&mut self.evaluator, label)?.unwrap_or_else(|| vec![label]);
            for image in images {
                match sources.get(&image) {
                    Some((other, others)) if users.len() > 1 || *others != users => {
                        return Ok(Some((*other, label, image)));
                    }
                    Some(_) => (),
                    None => {
                        sources.insert(image, (label, users.clone()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Hides labels of leaves that stand together. A label of one leaf alone becomes τ; one that
    /// several share, or that a property watches, or that does not give way as τ does, gets a name
    /// that nobody else has. So does one that temporal properties speak of, if it is `watched`.
    pub(super) fn hide(
        &mut self,
        leaves: &mut [Leaf],
        hiding: Hiding,
        mut priority: Option<&mut Priority>,
        watched: &Alphabet,
    ) -> Evaluated<()> {
        let set: FxHashSet<ActionId> = self.evaluator.set(hiding.set)?.iter().copied().collect();
        let mut hidden: FxHashMap<ActionId, ActionId> = FxHashMap::default();
        for (label, users) in self.users(leaves) {
            self.evaluator.poll()?;
            if matches(&self.evaluator, &set, label) == hiding.expose {
                continue;
            }
            let is_watched = watched.contains(label);
            let alone = users.len() == 1 && !leaves[users[0]].machine.property && !is_watched;
            let low = priority.as_ref().map(|priority| priority.low.contains(label));
            let tau_is_low = priority.as_ref().map(|priority| priority.tau_is_low);
            let replacement = match alone && low == tau_is_low {
                true => ActionId::TAU,
                false => self.internal_action(label)?,
            };
            if let (Some(priority), Some(true), false) = (&mut priority, low, replacement.is_tau())
            {
                priority.low.insert(replacement);
            }
            hidden.insert(label, replacement);
            if is_watched {
                self.hidden_at_last.insert(label, replacement);
            }
        }
        for leaf in leaves {
            leaf.map.replace(&self.internal, |label| {
                Ok(hidden.get(&label).map(|&replacement| vec![replacement]))
            })?;
        }
        Ok(())
    }

    fn internal_action(&mut self, label: ActionId) -> Evaluated<ActionId> {
        let stem = self.evaluator.actions.name(label).to_owned();
        // No label of the language has a blank, so the name cannot clash.
        let name = format!("{stem} {}", self.stems.len());
        let action = self.evaluator.intern(&name, At::default())?;
        self.internal.insert(action);
        self.stems.insert(action, label);
        Ok(action)
    }

    /// The LTS of a leaf with its labels mapped, over the working table.
    pub(super) fn materialise(&mut self, leaf: &Leaf) -> Evaluated<Lts> {
        let lts = &leaf.machine.lts;
        if leaf.map.is_identity() {
            return Ok(lts.clone());
        }
        let alphabet = leaf.map.alphabet();
        if leaf.map.is_function() {
            return Ok(lts.renamed(&alphabet, |action| leaf.map.images(action)[0]));
        }
        let mut builder = Lts::builder();
        builder.ensure_states(lts.num_states()).initial(lts.initial());
        builder.extend_alphabet(alphabet.iter()).reserve(lts.num_transitions());
        if let Some(end) = lts.end() {
            builder.end(end);
        }
        let mut transitions = 0u64;
        for (state, edge) in lts.transitions() {
            self.evaluator.poll()?;
            let images = leaf.map.images(edge.action);
            transitions += images.len() as u64;
            if transitions > self.limits.labels {
                return Err(self.fail(At::default(), "too many transitions after relabelling"));
            }
            for &image in images {
                builder.add(state, image, edge.target);
            }
        }
        builder.build().map_err(|error| self.fail(At::default(), error.to_string()))
    }

    /// One leaf that is the composition of several.
    pub(super) fn compose_leaves(
        &mut self,
        leaves: &[Leaf],
        priority: Option<&Priority>,
        name: Name,
    ) -> Evaluated<Leaf> {
        let shown = self.ast.text(name.symbol).to_owned();
        let lts = match self.composed(leaves, priority)? {
            Ok(lts) => lts,
            Err(error) => return Err(self.given_up(name.at, &shown, error)),
        };
        Ok(Leaf::new(shown, Rc::new(Machine::new(lts, false))))
    }

    /// The composition of leaves that are a whole: what is internal to them becomes τ.
    pub(super) fn composed(
        &mut self,
        leaves: &[Leaf],
        priority: Option<&Priority>,
    ) -> Evaluated<Result<Lts, GivenUp>> {
        let ends = self.ends(leaves)?;
        let silent = self.internal.clone();
        self.product(leaves, &silent, priority, ends.as_deref())
    }

    /// The composition of leaves, some of whose actions become τ.
    pub(super) fn product(
        &mut self,
        leaves: &[Leaf],
        silent: &Alphabet,
        priority: Option<&Priority>,
        ends: Option<&[usize]>,
    ) -> Evaluated<Result<Lts, GivenUp>> {
        let parts: Vec<Lts> =
            leaves.iter().map(|leaf| self.materialise(leaf)).collect::<Evaluated<_>>()?;
        let parts: Vec<&Lts> = parts.iter().collect();
        let (limit, context) = (self.limits.states, self.evaluator.context);
        Ok(explicit::compose(&Composition {
            parts: &parts,
            silent,
            priority,
            ends,
            limit,
            context,
        }))
    }

    /// Reports that something was given up, unless that is somebody's wish.
    pub(super) fn given_up(&mut self, at: At, name: &str, error: GivenUp) -> Failed {
        match error {
            GivenUp::Stopped(stop) => self.evaluator.stop(stop),
            error => self.fail(at, format!("`{name}` cannot be composed: {error}")),
        }
    }
}
