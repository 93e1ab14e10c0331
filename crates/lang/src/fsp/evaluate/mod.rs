//! What expressions, labels and sets mean: values of expressions, and the action names a label
//! stands for.
//!
//! Action names are interned in one working table for a whole compilation. Joining two names with a
//! dot is looked up in a cache, so that no text is put together per transition: `a[i].b` for a
//! million states costs as many look-ups of two integers.

mod expression;
mod label;
mod scope;

pub(crate) use label::{Expansion, Values};
pub(crate) use scope::Scope;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use surmise_model::{ActionId, ActionTable, Context, Diagnostic, Stop};

use super::ast::{Ast, SetId};
use super::token::{At, Symbol};

/// The value of an expression: a number or a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Int(i32),
    Label(ActionId),
}

/// What went wrong was reported already, or the work has to stop, which [`Evaluator::stopped`]
/// knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Failed;

pub(crate) type Evaluated<T> = Result<T, Failed>;

/// Evaluates expressions and labels of one text.
pub(crate) struct Evaluator<'a> {
    pub(crate) ast: &'a Ast,
    /// All action names met so far.
    pub(crate) actions: ActionTable,
    /// What names mean at the moment.
    pub(crate) scope: Scope,
    constants: FxHashMap<Symbol, Value>,
    ranges: FxHashMap<Symbol, (i32, i32)>,
    sets: FxHashMap<Symbol, Rc<[ActionId]>>,
    /// Sets in braces that depend on no index and no parameter.
    literals: FxHashMap<SetId, Rc<[ActionId]>>,
    /// The action of a name, of a number, and of two actions joined by a dot.
    named: Vec<Option<ActionId>>,
    numbered: FxHashMap<i32, ActionId>,
    joined: FxHashMap<(ActionId, ActionId), ActionId>,
    /// What the names of all actions take.
    bytes: usize,
    /// Room for a label that is being expanded.
    spare: Expansion,
    /// How many more labels may be made.
    steps: u64,
    pub(crate) context: &'a Context<'a>,
    /// How much was done since the context was asked.
    unasked: u64,
    /// Why the work has to stop, if it has.
    pub(crate) stopped: Option<Stop>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator without definitions, that may make so many labels.
    pub(crate) fn new(ast: &'a Ast, steps: u64, context: &'a Context<'a>) -> Self {
        Self {
            ast,
            actions: ActionTable::new(),
            scope: Scope::default(),
            constants: FxHashMap::default(),
            ranges: FxHashMap::default(),
            sets: FxHashMap::default(),
            literals: FxHashMap::default(),
            named: vec![None; ast.names.len()],
            numbered: FxHashMap::default(),
            joined: FxHashMap::default(),
            bytes: 0,
            spare: Expansion::default(),
            steps,
            context,
            unasked: 0,
            stopped: None,
            diagnostics: Vec::new(),
        }
    }

    /// Reports an error.
    pub(crate) fn fail(&mut self, at: At, message: impl Into<String>) -> Failed {
        self.report(Diagnostic::error(at.span(), message))
    }

    /// Reports a diagnostic, unless the same was reported for the same place, or there are so many
    /// that one more remark helps nobody.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if self.diagnostics.len() >= MAX_REMARKS && !diagnostic.is_error() {
            return Failed;
        }
        let same = |other: &Diagnostic| {
            other.span == diagnostic.span && other.message == diagnostic.message
        };
        if !self.diagnostics.iter().any(same) {
            self.diagnostics.push(diagnostic);
        }
        Failed
    }

    /// Whether a warning for this place exists already: one for each place is enough.
    pub(crate) fn warned(&self, at: At) -> bool {
        self.diagnostics.len() >= MAX_REMARKS
            || self.diagnostics.iter().any(|other| other.span == Some(at.span()))
    }

    /// Takes note that the work has to stop.
    pub(crate) fn stop(&mut self, stop: Stop) -> Failed {
        self.stopped.get_or_insert(stop);
        Failed
    }

    /// Asks the context whether to go on, now and then. Whatever may go on for long calls it.
    pub(crate) fn poll(&mut self) -> Evaluated<()> {
        self.work(1)
    }

    fn work(&mut self, amount: u64) -> Evaluated<()> {
        self.unasked += amount;
        if self.unasked < GLANCE {
            return Ok(());
        }
        self.unasked = 0;
        self.context.check().map_err(|stop| self.stop(stop))
    }

    /// Counts the making of labels, so that no text keeps us busy for ever.
    pub(crate) fn step(&mut self, count: u64, at: At) -> Evaluated<()> {
        self.work(count)?;
        match self.steps.checked_sub(count) {
            Some(rest) => {
                self.steps = rest;
                Ok(())
            }
            None => Err(self.fail(at, "the limit on the number of labels is used up")),
        }
    }

    /// Defines a constant.
    pub(crate) fn define_constant(&mut self, name: Symbol, value: Value) {
        self.constants.insert(name, value);
    }

    /// The value of a constant.
    pub(crate) fn constant_value(&self, name: Symbol) -> Option<Value> {
        self.constants.get(&name).copied()
    }

    /// The ends of a range.
    pub(crate) fn range_value(&self, name: Symbol) -> Option<(i32, i32)> {
        self.ranges.get(&name).copied()
    }

    /// Defines a range.
    pub(crate) fn define_range(&mut self, name: Symbol, low: i32, high: i32) {
        self.ranges.insert(name, (low, high));
    }

    /// Defines a set.
    pub(crate) fn define_set(&mut self, name: Symbol, actions: Rc<[ActionId]>) {
        self.sets.insert(name, actions);
    }

    /// The action of a text.
    pub(crate) fn intern(&mut self, text: &str, at: At) -> Evaluated<ActionId> {
        let known = self.actions.len();
        match self.actions.intern(text) {
            Ok(action) if self.actions.len() == known => Ok(action),
            Ok(action) => {
                self.bytes += text.len() + NAME_BYTES;
                match self.bytes <= MAX_BYTES {
                    true => Ok(action),
                    false => Err(self.fail(at, "the limit on the length of all labels is used up")),
                }
            }
            Err(overflow) => Err(self.fail(at, overflow.to_string())),
        }
    }

    /// The action of a simple name.
    pub(crate) fn name(&mut self, name: Symbol, at: At) -> Evaluated<ActionId> {
        if let Some(action) = self.named[name.index()] {
            return Ok(action);
        }
        let action = self.intern(self.ast.text(name), at)?;
        self.named[name.index()] = Some(action);
        Ok(action)
    }

    /// The action that is a value's text.
    pub(crate) fn part(&mut self, value: Value, at: At) -> Evaluated<ActionId> {
        match value {
            Value::Label(action) => Ok(action),
            Value::Int(number) => {
                if let Some(&action) = self.numbered.get(&number) {
                    return Ok(action);
                }
                let action = self.intern(&number.to_string(), at)?;
                self.numbered.insert(number, action);
                Ok(action)
            }
        }
    }

    /// `left.right`
    pub(crate) fn join(&mut self, left: ActionId, right: ActionId, at: At) -> Evaluated<ActionId> {
        if let Some(&action) = self.joined.get(&(left, right)) {
            return Ok(action);
        }
        let (left_text, right_text) = (self.actions.name(left), self.actions.name(right));
        if left_text.len() + right_text.len() > MAX_LABEL {
            return Err(self.fail(at, format!("a label of more than {MAX_LABEL} letters")));
        }
        let text = format!("{left_text}.{right_text}");
        let action = self.intern(&text, at)?;
        self.joined.insert((left, right), action);
        Ok(action)
    }

    /// A value as a user writes it.
    pub(crate) fn show(&self, value: Value) -> String {
        match value {
            Value::Int(number) => number.to_string(),
            Value::Label(action) => self.actions.name(action).to_owned(),
        }
    }
}

/// After how much work the context is asked whether to go on.
const GLANCE: u64 = 4096;

/// How many bytes the names of all actions may take.
const MAX_BYTES: usize = 1 << 29;

/// What it takes to find a name, in bytes, besides its text.
const NAME_BYTES: usize = 64;

/// How many warnings and notes are made.
const MAX_REMARKS: usize = 200;

/// How long a label may become.
const MAX_LABEL: usize = 4096;
