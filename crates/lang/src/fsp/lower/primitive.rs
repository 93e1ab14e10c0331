//! Primitive processes: from definitions to an LTS.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use surmise_model::{ActionId, Alphabet, Diagnostic, Lts, StateNames};

use super::super::ast::{Body, BodyId, Choice, Process, Reference};
use super::super::evaluate::{Evaluated, Expansion, Failed, Value};
use super::super::token::{At, Symbol};
use super::locals::Locals;
use super::relation::{LabelMap, Relation, matches};
use super::space::Space;
use super::states::{ERROR, NotBuilt, States};
use super::{Active, Lowering, Machine};
use crate::explicit::{self, GivenUp};
use crate::suggest::closest;

/// How many local processes of a name a message shows.
const SHOWN: usize = 8;

/// Among how many local processes the closest name is looked for.
const CANDIDATES: usize = 10_000;

/// How many states a process may have whose states get names.
const NAMED: usize = 10_000;

/// How many bytes such a name may have.
const LONGEST: usize = 64;

/// A state between actions that is still to be given its transitions.
struct Pending {
    state: u32,
    body: BodyId,
    indices: Vec<(Symbol, Value)>,
}

/// A primitive process being compiled.
pub(super) struct Primitive<'p> {
    process: &'p Process,
    locals: Locals<'p>,
    pub(super) states: States,
    pending: Vec<Pending>,
    /// Expansions that are not in use, for the next label.
    spare: Vec<Expansion>,
    indices: Vec<Value>,
}

/// From how many references out of range on, one more helps nobody.
const TOLD: usize = 200;

impl Lowering<'_> {
    /// The machine of a process with these parameters.
    pub(super) fn machine(
        &mut self,
        process: &Process,
        arguments: Vec<Value>,
        at: At,
    ) -> Evaluated<Rc<Machine>> {
        let key = (process.name.symbol, arguments);
        if let Some(machine) = self.machines.get(&key) {
            return Ok(Rc::clone(machine));
        }
        let active = Active { composite: false, name: key.0, arguments: key.1.clone() };
        self.enter(active, at)?;
        let scope = self.scope(&process.parameters, &key.1);
        let outer = std::mem::replace(&mut self.evaluator.scope, scope);
        let machine = self.compile(process);
        self.evaluator.scope = outer;
        self.leave();
        let machine = Rc::new(machine?);
        self.machines.insert(key, Rc::clone(&machine));
        Ok(machine)
    }

    fn compile(&mut self, process: &Process) -> Evaluated<Machine> {
        let tables = self.tables.pop().unwrap_or_default();
        let mut primitive = Primitive {
            process,
            locals: Locals::new(process, tables, self.ast.names.len()),
            states: States::default(),
            pending: Vec::new(),
            spare: Vec::new(),
            indices: Vec::new(),
        };
        let built = self.transitions(&mut primitive).map(|(lts, order)| {
            let names = self.state_names(&primitive, &order);
            (lts, names)
        });
        self.tables.push(primitive.locals.into_tables());
        let (lts, names) = built?;
        self.finish(process, lts, names)
    }

    /// The LTS of a process as its definition and its labels say, and which states its states are.
    fn transitions(&mut self, primitive: &mut Primitive<'_>) -> Evaluated<(Lts, Vec<u32>)> {
        let process = primitive.process;
        self.spaces(primitive)?;
        for local in 0..process.locals.len() {
            self.local(primitive, local)?;
        }
        let map = self.labels(process, &mut primitive.states)?;
        let initial = primitive.locals.space(0).base;
        match primitive.states.build(initial, &map, self.evaluator.context) {
            Ok(built) => Ok(built),
            Err(NotBuilt::Circle(state)) => Err(self.circle(primitive, state)),
            Err(NotBuilt::Ids(error)) => Err(self.fail(process.name.at, error.to_string())),
            Err(NotBuilt::Stopped(stop)) => Err(self.evaluator.stop(stop)),
        }
    }

    /// Numbers the states of the local processes.
    fn spaces(&mut self, primitive: &mut Primitive<'_>) -> Evaluated<()> {
        let process = primitive.process;
        if let Some(index) = process.locals[0].index {
            let at = self.ast.label_at(index);
            return Err(self.fail(at, "the first process of a definition cannot have indices"));
        }
        primitive.states.transitions.reserve(process.alternatives);
        for local in &process.locals {
            let space = Space::new(&mut self.evaluator, local, primitive.states.count)?;
            self.count_states(space.size(), local.name.at)?;
            primitive.states.add(space.size() as u32);
            primitive.locals.add(space);
        }
        primitive.locals.no_overlap(&mut self.evaluator)
    }

    /// Gives the states of a local process, and those between its actions, their transitions.
    fn local(&mut self, primitive: &mut Primitive<'_>, local: usize) -> Evaluated<()> {
        let body = primitive.process.locals[local].body;
        let (base, size) =
            (primitive.locals.space(local).base, primitive.locals.space(local).size());
        for offset in 0..size {
            self.evaluator.scope.indices.clear();
            let space = primitive.locals.space(local);
            space.bindings(offset, &mut self.evaluator.scope.indices);
            self.state(primitive, base + offset as u32, body)?;
            while let Some(Pending { state, body, indices }) = primitive.pending.pop() {
                self.evaluator.scope.indices = indices;
                self.state(primitive, state, body)?;
            }
        }
        self.evaluator.scope.indices.clear();
        Ok(())
    }

    /// Gives a state its transitions.
    fn state(&mut self, primitive: &mut Primitive<'_>, state: u32, body: BodyId) -> Evaluated<()> {
        self.evaluator.poll()?;
        let ast = self.ast;
        match self.decide(body)?.map(|body| ast[body]) {
            Some(Body::Choice { first, count }) => {
                for choice in &ast.choices[first as usize..(first + count) as usize] {
                    self.choice(primitive, state, choice)?;
                }
            }
            Some(Body::Reference(reference)) => {
                let target = self.reference(primitive, reference)?;
                primitive.states.alias(state, target);
            }
            _ => {
                let stop = primitive.stop();
                primitive.states.alias(state, stop);
            }
        }
        Ok(())
    }

    /// Follows conditions to a body that is none; `None` is an `else` that is missing: STOP.
    fn decide(&mut self, mut body: BodyId) -> Evaluated<Option<BodyId>> {
        while let Body::If { condition, then, otherwise } = self.ast[body] {
            match (self.evaluator.holds(condition)?, otherwise) {
                (true, _) => body = then,
                (false, Some(otherwise)) => body = otherwise,
                (false, None) => return Ok(None),
            }
        }
        Ok(Some(body))
    }

    fn choice(
        &mut self,
        primitive: &mut Primitive<'_>,
        state: u32,
        choice: &Choice,
    ) -> Evaluated<()> {
        if let Some(guard) = choice.guard
            && !self.evaluator.holds(guard)?
        {
            return Ok(());
        }
        let mut expansion = primitive.spare.pop().unwrap_or_default();
        self.evaluator.expand(choice.label, &mut expansion)?;
        let outer = self.evaluator.scope.indices.len();
        for (index, &action) in expansion.actions.iter().enumerate() {
            self.evaluator.scope.indices.extend(expansion.bindings(index));
            let target = self.target(primitive, choice.then);
            self.evaluator.scope.indices.truncate(outer);
            primitive.states.alphabet.insert(action);
            primitive.states.transitions.push((state, action, target?));
        }
        primitive.spare.push(expansion);
        Ok(())
    }

    /// The state that a body is, which is new if it has actions.
    fn target(&mut self, primitive: &mut Primitive<'_>, body: BodyId) -> Evaluated<u32> {
        let ast = self.ast;
        let Some(body) = self.decide(body)? else { return Ok(primitive.stop()) };
        match ast[body] {
            Body::Reference(reference) => self.reference(primitive, reference),
            Body::Choice { first, .. } => {
                self.count_states(1, ast[ast.choices[first as usize].label].at)?;
                let state = primitive.states.add(1);
                let indices = self.evaluator.scope.indices.clone();
                primitive.pending.push(Pending { state, body, indices });
                Ok(state)
            }
            Body::If { .. } => Ok(primitive.stop()),
        }
    }

    /// The state that a reference leads to.
    fn reference(&mut self, primitive: &mut Primitive<'_>, reference: Reference) -> Evaluated<u32> {
        let target = self.named(primitive, reference)?;
        match self.ast.before(reference) {
            [] => Ok(target),
            calls => self.sequence(primitive, calls, target, reference.at),
        }
    }

    /// The state of a local process at index values.
    fn named(&mut self, primitive: &mut Primitive<'_>, reference: Reference) -> Evaluated<u32> {
        if reference.around.is_none()
            && let Some(state) = primitive.locals.plain(reference.name)
        {
            return Ok(state);
        }
        let mut indices = std::mem::take(&mut primitive.indices);
        indices.clear();
        for &index in self.ast.indices(reference) {
            indices.push(self.evaluator.value(index)?);
        }
        let Reference { name, at, .. } = reference;
        let mut known = primitive.locals.state(name, &indices);
        if known.is_none() {
            known = primitive.locals.by_path(&mut self.evaluator, name, &indices, at)?;
        }
        if let Some(state) = known {
            primitive.indices = indices;
            return Ok(state);
        }
        let state = match (reference.name, &indices[..]) {
            (Symbol::STOP, []) => primitive.stop(),
            (Symbol::END, []) => primitive.end(),
            (Symbol::ERROR, []) => ERROR,
            _ => {
                self.warn_unknown(primitive, reference, &indices);
                ERROR
            }
        };
        primitive.indices = indices;
        Ok(state)
    }

    /// As in LTSA, a local process that does not exist is ERROR.
    fn warn_unknown(&mut self, primitive: &Primitive<'_>, reference: Reference, indices: &[Value]) {
        let told = self.out_of_range.iter().any(|&(at, _)| at == reference.at);
        if told || self.out_of_range.len() > TOLD || self.evaluator.warned(reference.at) {
            return;
        }
        let text = self.ast.text(reference.name);
        let shown: String =
            indices.iter().map(|&index| format!("[{}]", self.evaluator.show(index))).collect();
        let spaces = primitive.locals.spaces_of(reference.name);
        let span = reference.at.span();
        let warning = if spaces.is_empty() {
            let names = primitive.process.locals.iter().take(CANDIDATES);
            let names = names.map(|local| local.name.symbol);
            let names = names.map(|name| self.ast.text(name)).chain(["STOP", "END", "ERROR"]);
            let message = format!("there is no local process `{text}{shown}`: this is ERROR");
            let mut warning = Diagnostic::warning(span, message);
            warning.help = closest(text, names).map(|name| format!("did you mean `{name}`?"));
            warning
        } else {
            self.out_of_range.push((reference.at, format!("{text}{shown}")));
            if self.out_of_range.len() > 1 {
                return;
            }
            let message = format!("the index of `{text}{shown}` is out of range: this is ERROR");
            let mut shown: Vec<String> = spaces
                .iter()
                .take(SHOWN)
                .map(|space| format!("{text}{}", space.shown(&self.evaluator)))
                .collect();
            if spaces.len() > SHOWN {
                shown.push("…".to_owned());
            }
            let help = format!("there is {}", shown.join(", "));
            let note = Diagnostic { span: Some(span), ..Diagnostic::note(message) };
            note.help(help)
        };
        self.evaluator.report(warning);
    }

    fn circle(&mut self, primitive: &Primitive<'_>, state: u32) -> Failed {
        let name = primitive.process.locals[primitive.locals.local_of(state)].name;
        let message = format!("`{}` is defined as itself", self.ast.text(name.symbol));
        self.fail(name.at, message)
    }

    /// Alphabet extension, relabelling and hiding.
    fn labels(&mut self, process: &Process, states: &mut States) -> Evaluated<LabelMap> {
        if let Some(extension) = process.extension {
            let actions = self.evaluator.set(extension)?;
            states.alphabet.extend(actions.iter().copied());
        }
        let mut map = LabelMap::identity(&states.alphabet);
        let nothing = Alphabet::new();
        if let Some(relabels) = &process.relabels {
            let relation = Relation::new(&mut self.evaluator, relabels)?;
            map.replace(&nothing, |label| {
                self.evaluator.poll()?;
                relation.apply(&mut self.evaluator, label)
            })?;
            relation.warn_unmet(&mut self.evaluator);
        }
        if let Some(hiding) = process.hiding {
            let set: FxHashSet<ActionId> =
                self.evaluator.set(hiding.set)?.iter().copied().collect();
            map.replace(&nothing, |label| {
                self.evaluator.poll()?;
                let hidden = matches(&self.evaluator, &set, label) != hiding.expose;
                Ok(hidden.then(|| vec![ActionId::TAU]))
            })?;
        }
        Ok(map)
    }

    /// What the text calls the states: those where a local process begins have a name. Where there
    /// are many states, or names are too long to be read, they would take more than the LTS.
    fn state_names(&self, primitive: &Primitive<'_>, order: &[u32]) -> Option<Arc<StateNames>> {
        if order.is_empty() || order.len() > NAMED {
            return None;
        }
        let mut names = StateNames::default();
        for &state in order {
            let local = primitive.locals.local_of(state);
            let indices = primitive.locals.space(local).shown_state(&self.evaluator, state);
            let name = self.ast.text(primitive.process.locals[local].name.symbol);
            let full = indices.map(|indices| format!("{name}{indices}"));
            names.push(&full.filter(|full| full.len() <= LONGEST).unwrap_or_default());
        }
        Some(Arc::new(names))
    }

    /// `property`, `minimal`, `deterministic`.
    fn finish(
        &mut self,
        process: &Process,
        lts: Lts,
        names: Option<Arc<StateNames>>,
    ) -> Evaluated<Machine> {
        let keywords = process.keywords;
        let mut lts = lts;
        let (limit, context) = (self.limits.states, self.evaluator.context);
        let name = process.name;
        let result = (|| -> Result<(), GivenUp> {
            if keywords.property {
                if !lts.is_deterministic() {
                    lts = explicit::trace_minimise(&lts, limit, context)?;
                    let text = self.ast.text(name.symbol);
                    let message =
                        format!("the property `{text}` is not deterministic; it was made so");
                    self.evaluator.report(
                        Diagnostic::warning(name.at.span(), message)
                            .help("LTSA refuses such a property"),
                    );
                }
                lts = explicit::complete(&lts)?;
            }
            if keywords.minimal {
                lts = explicit::weakly_minimise(&lts, context)?;
            }
            if keywords.deterministic {
                lts = explicit::trace_minimise(&lts, limit, context)?;
            }
            Ok(())
        })();
        match result {
            Ok(()) => {
                // What is made smaller, or gets π, has other states.
                let same = !(keywords.property || keywords.minimal || keywords.deterministic);
                let states = names.filter(|_| same);
                Ok(Machine { lts, property: keywords.property, states })
            }
            Err(GivenUp::Stopped(stop)) => Err(self.evaluator.stop(stop)),
            Err(error) => Err(self.fail(name.at, error.to_string())),
        }
    }
}

impl Primitive<'_> {
    fn stop(&mut self) -> u32 {
        let stop = self.states.stop.unwrap_or(self.states.count);
        self.keep(stop);
        self.states.stop = Some(stop);
        stop
    }

    fn end(&mut self) -> u32 {
        let end = self.states.end.unwrap_or(self.states.count);
        self.keep(end);
        self.states.end = Some(end);
        end
    }

    /// Sees to it that a state exists.
    fn keep(&mut self, state: u32) {
        self.states.count = self.states.count.max(state + 1);
    }
}
