//! From the syntax tree to a [`System`](surmise_model::System).
//!
//! Every primitive process that the chosen composite reaches becomes one component, or one
//! property; labelling, sharing, relabelling and hiding are carried out on the leaves' labels. An
//! action that is hidden and shared by several leaves stays a synchronisation under a name of its
//! own ([`System::hidden`](surmise_model::System::hidden)). What cannot be done on the leaves
//! (priority, `minimal`, `deterministic`, a relabelling by which labels of one composite become the
//! same) is done by composing that part, which a note says.
//!
//! The meaning is LTSA's, whose behaviour was observed and whose sizes are reproduced; none of its
//! code is used.

mod census;
mod composite;
mod definitions;
mod ending;
mod leaf;
mod locals;
mod operands;
mod primitive;
mod relation;
mod sequence;
mod space;
mod states;
mod system;
mod temporal;

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use surmise_model::{
    ActionId, Alphabet, Context, Diagnostic, Lts, Severity, Span, StateNames, TemporalProperty,
};

use super::ast::{Ast, Composite, Definition, Process};
use super::compile::SizeLimits;
use super::evaluate::{Evaluated, Evaluator, Failed, Value};
use super::token::{At, Symbol};

/// How deep processes may be instantiated inside each other.
const MAX_DEPTH: usize = 100;

/// How many references out of range are listed.
const SHOWN: usize = 6;

/// A compiled process over the working table of actions.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) lts: Lts,
    /// Whether it is a property, completed with π.
    pub(crate) property: bool,
    /// What the text calls its states.
    pub(crate) states: Option<Arc<StateNames>>,
}

impl Machine {
    /// A machine whose states have no names.
    pub(crate) fn new(lts: Lts, property: bool) -> Self {
        Self { lts, property, states: None }
    }
}

/// A process that is being instantiated. A composite and a primitive one may have the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Active {
    composite: bool,
    name: Symbol,
    arguments: Vec<Value>,
}

/// What a compilation knows.
pub(crate) struct Lowering<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) evaluator: Evaluator<'a>,
    pub(crate) limits: SizeLimits,
    processes: FxHashMap<Symbol, &'a Process>,
    composites: FxHashMap<Symbol, &'a Composite>,
    machines: FxHashMap<(Symbol, Vec<Value>), Rc<Machine>>,
    /// The processes that are being instantiated, outermost first.
    active: Vec<Active>,
    /// Actions that are hidden and still synchronise, and the action each of them was.
    internal: Alphabet,
    stems: FxHashMap<ActionId, ActionId>,
    /// What each of them has become that the chosen process itself hides.
    hidden_at_last: FxHashMap<ActionId, ActionId>,
    /// The actions that temporal properties speak of: these must not become τ by that.
    watched: Alphabet,
    /// The temporal properties of the text.
    temporal: Vec<TemporalProperty>,
    /// Where the definitions stand that were understood.
    pub(crate) readable: FxHashSet<Span>,
    /// The number of each action in the table of the system.
    numbers: FxHashMap<ActionId, ActionId>,
    /// Tables of local processes that are not in use.
    tables: Vec<locals::ByName>,
    /// References whose index is out of range, with what they refer to; the first one is reported.
    out_of_range: Vec<(At, String)>,
    /// The processes that were instantiated, and whether each is a composite one.
    used: FxHashSet<(bool, Symbol)>,
    /// The process that was being instantiated when the work had to stop.
    stopped_in: Option<Active>,
    /// The parameters of the chosen process.
    pub(crate) parameters: Vec<(String, String)>,
    /// How many parts LTSA has composed.
    parts: u32,
    leaves: usize,
    states: usize,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(ast: &'a Ast, limits: SizeLimits, context: &'a Context<'a>) -> Self {
        let mut lowering = Self {
            ast,
            evaluator: Evaluator::new(ast, limits.labels, context),
            limits,
            processes: FxHashMap::default(),
            composites: FxHashMap::default(),
            machines: FxHashMap::default(),
            active: Vec::new(),
            internal: Alphabet::new(),
            stems: FxHashMap::default(),
            hidden_at_last: FxHashMap::default(),
            watched: Alphabet::new(),
            temporal: Vec::new(),
            readable: FxHashSet::default(),
            numbers: FxHashMap::default(),
            tables: Vec::new(),
            out_of_range: Vec::new(),
            used: FxHashSet::default(),
            stopped_in: None,
            parameters: Vec::new(),
            parts: 0,
            leaves: 0,
            states: 0,
        };
        for definition in &ast.definitions {
            match definition {
                Definition::Process(process) => {
                    lowering.processes.entry(process.name.symbol).or_insert(process);
                }
                Definition::Composite(composite) => {
                    lowering.composites.entry(composite.name.symbol).or_insert(composite);
                }
                _ => (),
            }
        }
        lowering
    }

    /// Where the properties that were instantiated are defined.
    pub(crate) fn used_names(&self) -> impl Iterator<Item = At> {
        let process = |name| self.processes.get(&name).filter(|process| process.keywords.property);
        let composite = |name| self.composites.get(&name).filter(|c| c.keywords.property);
        self.used.iter().filter_map(move |&(is_composite, name)| match is_composite {
            true => composite(name).map(|composite| composite.name.at),
            false => process(name).map(|process| process.name.at),
        })
    }

    /// How far the work had got when it had to stop, and what grows.
    pub(crate) fn progress(&self) -> Diagnostic {
        let (states, labels) = (self.states, self.evaluator.actions.len());
        let message = match &self.stopped_in {
            Some(Active { name, arguments, .. }) => {
                format!("stopped while `{}` was compiled", self.shown(*name, arguments))
            }
            None => "stopped while processes were compiled".to_owned(),
        };
        let help = format!("processes with {states} states were compiled, {labels} labels made");
        Diagnostic::note(message).help(help)
    }

    /// Says in one line which references are out of range, if there are several: many textbooks let
    /// guards in other processes see to it that such a step is never taken.
    pub(crate) fn tell_out_of_range(&mut self) {
        let [(first, _), _, ..] = &self.out_of_range[..] else { return };
        let first = first.span();
        self.out_of_range.sort_by_key(|(at, _)| at.start);
        self.evaluator
            .diagnostics
            .retain(|known| known.severity != Severity::Note || known.span != Some(first));
        let all = self.out_of_range.iter().map(|(_, reference)| format!("`{reference}`"));
        let mut shown: Vec<String> = all.take(SHOWN).collect();
        if self.out_of_range.len() > SHOWN {
            shown.push("…".to_owned());
        }
        let message = format!("indices out of range are ERROR: {}", shown.join(", "));
        self.evaluator.report(Diagnostic::note(message));
    }

    fn fail(&mut self, at: At, message: impl Into<String>) -> Failed {
        self.evaluator.fail(at, message)
    }

    /// A process with its parameters, as LTSA writes it: `P(2,a)`.
    fn shown(&self, name: Symbol, arguments: &[Value]) -> String {
        let name = self.ast.text(name);
        if arguments.is_empty() {
            return name.to_owned();
        }
        let values: Vec<String> = arguments.iter().map(|&v| self.evaluator.show(v)).collect();
        format!("{name}({})", values.join(","))
    }

    /// Enters the instantiation of a process, unless that would never end.
    fn enter(&mut self, entry: Active, at: At) -> Evaluated<()> {
        let Active { composite, name, ref arguments } = entry;
        self.used.insert((composite, name));
        let message = if self.active.contains(&entry) {
            format!("`{}` is a part of itself", self.shown(name, arguments))
        } else if self.active.len() >= MAX_DEPTH {
            format!(
                "`{}` grows without end: {MAX_DEPTH} processes inside each other, the last \
                 of them `{}`",
                self.ast.text(name),
                self.shown(name, arguments)
            )
        } else {
            self.active.push(entry);
            return Ok(());
        };
        let error = Diagnostic::error(at.span(), message)
            .help("a process that contains itself needs parameters that come to an end");
        Err(self.evaluator.report(error))
    }

    fn leave(&mut self) {
        if self.evaluator.stopped.is_some() && self.stopped_in.is_none() {
            self.stopped_in = self.active.last().cloned();
        }
        self.active.pop();
    }

    /// Counts processes that run side by side.
    fn count_leaf(&mut self, at: At) -> Evaluated<()> {
        self.leaves += 1;
        match self.leaves <= self.limits.leaves {
            true => Ok(()),
            false => Err(self.crowd(at)),
        }
    }

    /// Reports that there are too many processes.
    fn crowd(&mut self, at: At) -> Failed {
        let message = format!("more than {} processes are composed", self.limits.leaves);
        self.fail(at, message)
    }

    /// Counts states, so that no text takes all memory.
    fn count_states(&mut self, more: u64, at: At) -> Evaluated<()> {
        let limit = self.limits.states;
        let total = (self.states as u64).saturating_add(more);
        match usize::try_from(total) {
            Ok(total) if total <= limit => {
                self.states = total;
                Ok(())
            }
            _ => {
                let within = self.active.last().cloned();
                let within = within.map_or_else(String::new, |active| {
                    format!("`{}` ", self.shown(active.name, &active.arguments))
                });
                Err(self.fail(at, format!("{within}grows beyond the limit of {limit} states")))
            }
        }
    }
}
