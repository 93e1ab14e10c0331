//! The local processes of a primitive process: from names and index values to states.

use rustc_hash::{FxHashMap, FxHashSet};
use surmise_model::{ActionId, Diagnostic};

use super::super::ast::Process;
use super::super::evaluate::{Evaluated, Evaluator, Value};
use super::super::token::{At, Symbol};
use super::space::Space;

/// No local process, or no state.
const NONE: u32 = u32::MAX;

/// How many local processes of one name are looked at one by one. Where there are more
/// (`Q[0] = …, Q[1] = …, …`), states are looked up by the dotted text of their indices.
const FEW: usize = 8;

/// What is known about every name of the text. It is used again and again: a text may have as many
/// processes as names.
#[derive(Debug, Default)]
pub(super) struct ByName {
    /// The state of the local process of that name that has no indices.
    plain: Vec<u32>,
    /// The first local process of that name.
    first: Vec<u32>,
}

/// The local processes of a primitive process.
pub(super) struct Locals<'p> {
    process: &'p Process,
    spaces: Vec<Space>,
    by_name: ByName,
    /// The next local process of the same name, by local process.
    next: Vec<u32>,
    /// States by the dotted text of their indices, for the names that needed it.
    paths: FxHashMap<(Symbol, ActionId), u32>,
    pathed: FxHashSet<Symbol>,
}

impl<'p> Locals<'p> {
    pub(super) fn new(process: &'p Process, mut by_name: ByName, names: usize) -> Self {
        by_name.plain.resize(names, NONE);
        by_name.first.resize(names, NONE);
        let count = process.locals.len();
        Self {
            process,
            spaces: Vec::with_capacity(count),
            by_name,
            next: Vec::with_capacity(count),
            paths: FxHashMap::default(),
            pathed: FxHashSet::default(),
        }
    }

    /// The tables, empty again.
    pub(super) fn into_tables(mut self) -> ByName {
        for local in &self.process.locals {
            self.by_name.plain[local.name.symbol.index()] = NONE;
            self.by_name.first[local.name.symbol.index()] = NONE;
        }
        self.by_name
    }

    /// Adds the space of the next local process.
    pub(super) fn add(&mut self, space: Space) {
        let number = self.spaces.len();
        let name = self.process.locals[number].name.symbol.index();
        if space.is_plain() && self.by_name.plain[name] == NONE {
            self.by_name.plain[name] = space.base;
        }
        // The one that was first comes next: the order of looking does not matter, for they do not
        // overlap.
        self.next.push(std::mem::replace(&mut self.by_name.first[name], number as u32));
        self.spaces.push(space);
    }

    pub(super) fn space(&self, local: usize) -> &Space {
        &self.spaces[local]
    }

    /// The local processes of a name, the last one first.
    fn named(&self, name: Symbol) -> impl Iterator<Item = usize> {
        self.chain(self.by_name.first[name.index()])
    }

    fn chain(&self, first: u32) -> impl Iterator<Item = usize> {
        let some = |local: u32| (local != NONE).then_some(local as usize);
        std::iter::successors(some(first), move |&local| some(self.next[local]))
    }

    /// The spaces of a name, in the order of the text.
    pub(super) fn spaces_of(&self, name: Symbol) -> Vec<&Space> {
        let mut spaces: Vec<&Space> = self.named(name).map(|local| &self.spaces[local]).collect();
        spaces.reverse();
        spaces
    }

    /// Whether a local process has that name.
    pub(super) fn exists(&self, name: Symbol) -> bool {
        self.by_name.first[name.index()] != NONE
    }

    /// The state of the local process of that name that has no indices.
    pub(super) fn plain(&self, name: Symbol) -> Option<u32> {
        Some(self.by_name.plain[name.index()]).filter(|&state| state != NONE)
    }

    /// The state at index values.
    pub(super) fn state(&self, name: Symbol, indices: &[Value]) -> Option<u32> {
        let mut few = self.named(name).take(FEW);
        few.find_map(|local| self.spaces[local].state(indices))
    }

    /// The state whose indices, joined by dots, read the same: `P[1]['a.b]` is `P['1.a]['b]`.
    pub(super) fn by_path(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        name: Symbol,
        indices: &[Value],
        at: At,
    ) -> Evaluated<Option<u32>> {
        let [first, rest @ ..] = indices else { return Ok(None) };
        if !self.exists(name) {
            return Ok(None);
        }
        if !self.pathed.contains(&name) {
            self.paths_of(evaluator, name)?;
        }
        let mut path = evaluator.part(*first, at)?;
        for &index in rest {
            let part = evaluator.part(index, at)?;
            path = evaluator.join(path, part, at)?;
        }
        Ok(self.paths.get(&(name, path)).copied())
    }

    /// Enters all states of a name by their paths; a local process one of whose states was there.
    fn paths_of(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        name: Symbol,
    ) -> Evaluated<Option<usize>> {
        self.pathed.insert(name);
        let mut locals: Vec<usize> = self.named(name).collect();
        locals.reverse();
        let mut again = None;
        for local in locals {
            let (space, at) = (&self.spaces[local], self.process.locals[local].name.at);
            for (state, path) in (space.base..).zip(space.paths(evaluator, at)?) {
                if *self.paths.entry((name, path)).or_insert(state) != state {
                    again = again.or(Some(local));
                }
            }
        }
        Ok(again)
    }

    /// Reports local processes of one name that have a state in common.
    pub(super) fn no_overlap(&mut self, evaluator: &mut Evaluator<'_>) -> Evaluated<()> {
        for local in 0..self.spaces.len() {
            let name = self.process.locals[local].name;
            let mut others = self.chain(self.next[local]);
            let space = &self.spaces[local];
            let first = others.by_ref().take(FEW).find(|&other| self.spaces[other].overlaps(space));
            let more = others.next().is_some();
            drop(others);
            let (again, first) = match first {
                Some(first) => (local, Some(first)),
                None if more && !self.pathed.contains(&name.symbol) => {
                    match self.paths_of(evaluator, name.symbol)? {
                        Some(again) => (again, None),
                        None => continue,
                    }
                }
                None => continue,
            };
            let text = evaluator.ast.text(name.symbol);
            let message = format!("`{text}` is defined twice for the same indices");
            let at = self.process.locals[again].name.at;
            let mut error = Diagnostic::error(at.span(), message).label("defined again");
            if let Some(first) = first {
                error = error.related(self.process.locals[first].name.at.span(), "defined first");
            }
            return Err(evaluator.report(error));
        }
        Ok(())
    }

    /// The local process that a state belongs to, or that comes before it.
    pub(super) fn local_of(&self, state: u32) -> usize {
        self.spaces.partition_point(|space| space.base <= state).saturating_sub(1)
    }
}
