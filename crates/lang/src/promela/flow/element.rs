//! Statements as elements: one for each basic statement, jump, selection, block, and joint.
//!
//! An element knows what follows it (`next`); a selection has a sequence for each option, and all
//! of them end in one joint. The number of an element is the location of a process that stands
//! there.

use super::super::ast::{Declaration, Initial, Label, Process, Statement, StatementKind, Type};
use super::super::program::{Action, Expr, Place};
use super::super::token::{At, Symbol};
use super::{Flow, Flowed, Reported};

/// Where a jump goes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Jump {
    Label(Label, At),
    /// Behind this loop.
    Out(usize),
}

/// What an element is.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// A statement: an index into the actions.
    Basic(u32),
    Goto(Jump),
    /// Where the options of a selection meet.
    Joint,
    /// Behind a loop.
    Exit,
    Selection(Vec<usize>),
    Unless(usize, usize),
    /// A block, atomic or not.
    Block(usize),
    /// A `d_step`, and its action.
    Deterministic(usize, u32),
}

/// A place in a process.
#[derive(Debug, Clone)]
pub(super) struct Element {
    pub(super) kind: Kind,
    pub(super) next: Option<usize>,
    /// Inside an `atomic`, and not its last step.
    pub(super) atomic: bool,
    /// The last step of an `atomic`.
    pub(super) last: bool,
    /// The `d_step` it is in.
    pub(super) inside: Option<u32>,
    /// The sequences that may be escaped to, the outermost first.
    pub(super) escapes: Vec<usize>,
}

/// Elements one after the other.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sequence {
    pub(super) first: Option<usize>,
    pub(super) last: Option<usize>,
    /// The last one before a joint was added.
    pub(super) extent: Option<usize>,
}

/// A process as elements.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) elements: Vec<Element>,
    pub(super) sequences: Vec<Sequence>,
    pub(super) labels: Vec<(Label, usize)>,
    /// The exits of loops.
    pub(super) exits: Vec<usize>,
    pub(super) actions: Vec<(Action, At)>,
    pub(super) body: usize,
    pub(super) end: usize,
}

impl Flow<'_> {
    /// The elements of a process. What is wrong is reported.
    pub(super) fn elements(&mut self, process: &Process) -> Elements {
        let mut builder = Builder {
            flow: self,
            made: Elements::default(),
            loops: Vec::new(),
            fresh: true,
            blocks: 0,
        };
        // The numbers of elements start with 1: 0 is no escape.
        builder.element(Kind::Joint);
        let body = builder.open();
        let _ = builder.sequence(&process.body, body);
        builder.made.actions.push((Action::Die, process.end));
        let action = builder.made.actions.len() as u32 - 1;
        let end = builder.element(Kind::Basic(action));
        builder.add(end, body);
        builder.made.body = body;
        builder.made.end = end;
        builder.jumps();
        builder.made
    }
}

pub(super) struct Builder<'f, 'a> {
    pub(super) flow: &'f mut Flow<'a>,
    pub(super) made: Elements,
    /// The loops that are open, innermost last.
    pub(super) loops: Vec<usize>,
    /// Whether no statement was seen yet: declarations are part of the start then.
    fresh: bool,
    /// How many `d_step`s there are.
    blocks: u32,
}

impl Builder<'_, '_> {
    pub(super) fn element(&mut self, kind: Kind) -> usize {
        let element = Element {
            kind,
            next: None,
            atomic: false,
            last: false,
            inside: None,
            escapes: Vec::new(),
        };
        self.made.elements.push(element);
        self.made.elements.len() - 1
    }

    pub(super) fn open(&mut self) -> usize {
        self.made.sequences.push(Sequence::default());
        self.made.sequences.len() - 1
    }

    pub(super) fn basic(&mut self, action: Action, at: At) -> usize {
        self.made.actions.push((action, at));
        self.element(Kind::Basic(self.made.actions.len() as u32 - 1))
    }

    /// Appends an element to a sequence. A jump that has a special label gets a `skip` in front.
    fn add(&mut self, element: usize, sequence: usize) {
        let jump = matches!(self.made.elements[element].kind, Kind::Goto(_));
        if jump && self.is_special(element) {
            let skip = self.basic(Action::Skip, At::default());
            for (_, place) in &mut self.made.labels {
                if *place == element {
                    *place = skip;
                }
            }
            self.append(skip, sequence);
        }
        self.append(element, sequence);
    }

    pub(super) fn append(&mut self, element: usize, sequence: usize) {
        let sequence = &mut self.made.sequences[sequence];
        match sequence.last {
            Some(last) => self.made.elements[last].next = Some(element),
            None => sequence.first = Some(element),
        }
        sequence.last = Some(element);
    }

    fn is_special(&self, element: usize) -> bool {
        self.made.labels.iter().any(|&(label, place)| {
            let text = self.flow.text(label.name);
            let special = ["end", "accept", "progress"].iter().any(|word| text.starts_with(word));
            place == element && special
        })
    }

    pub(super) fn sequence(&mut self, statements: &[Statement], sequence: usize) -> Flowed<()> {
        let mut result = Ok(());
        for statement in statements {
            if self.statement(statement, sequence).is_err() {
                result = Err(Reported);
            }
        }
        self.made.sequences[sequence].extent = self.made.sequences[sequence].last;
        result
    }

    /// A sequence in braces, with its own variables.
    fn block(&mut self, statements: &[Statement], at: At) -> Flowed<usize> {
        self.scope(true);
        let sequence = self.open();
        let result = self.sequence(statements, sequence);
        self.scope(false);
        result?;
        if self.made.sequences[sequence].first.is_none() {
            return Err(self.flow.error(at, "a sequence has at least one statement"));
        }
        Ok(sequence)
    }

    pub(super) fn scope(&mut self, open: bool) {
        match (&mut self.flow.frame, open) {
            (Some(frame), true) => frame.open(),
            (Some(frame), false) => frame.close(),
            (None, _) => {}
        }
    }

    fn statement(&mut self, statement: &Statement, sequence: usize) -> Flowed<()> {
        let at = statement.at;
        if let StatementKind::Declare(declarations) = &statement.kind {
            for declaration in declarations {
                self.declare(declaration, sequence)?;
            }
            return Ok(());
        }
        self.fresh = false;
        let (element, joint) = match &statement.kind {
            StatementKind::Declare(_) => return Ok(()),
            StatementKind::If(options) => self.selection(options, None, at)?,
            StatementKind::Do(options) => {
                let exit = self.enter();
                let made = self.selection(options, Some(exit), at);
                self.loops.pop();
                made?
            }
            StatementKind::For { header, variable, from, to, body } => {
                let place = self.flow.place(variable)?;
                let (from, to) = (self.flow.expression(from)?, self.flow.expression(to)?);
                self.counting(&place, from, to, body, sequence, *header)?
            }
            StatementKind::ForIn { header, variable, of, body } => {
                self.each(variable, of, body, sequence, *header)?
            }
            StatementKind::Select { variable, from, to } => {
                let place = self.flow.place(variable)?;
                self.select(&place, from, to, sequence, at)?
            }
            StatementKind::Unless(main, escape) => {
                let main = self.block(main, at)?;
                let escape = self.block(escape, at)?;
                let element = self.element(Kind::Unless(main, escape));
                let joint = self.element(Kind::Joint);
                self.append(joint, main);
                self.append(joint, escape);
                self.attach(main, escape);
                (element, vec![joint])
            }
            StatementKind::Block(body) => {
                let block = self.block(body, at)?;
                (self.element(Kind::Block(block)), Vec::new())
            }
            StatementKind::Atomic(body) => {
                let block = self.block(body, at)?;
                self.make_atomic(block, None);
                (self.element(Kind::Block(block)), Vec::new())
            }
            StatementKind::Deterministic(body) => {
                let block = self.block(body, at)?;
                self.blocks += 1;
                self.make_atomic(block, Some(self.blocks));
                self.made.actions.push((Action::Deterministic(0), at));
                let action = self.made.actions.len() as u32 - 1;
                (self.element(Kind::Deterministic(block, action)), Vec::new())
            }
            StatementKind::Goto(label) => {
                (self.element(Kind::Goto(Jump::Label(*label, at))), Vec::new())
            }
            StatementKind::Break => match self.loops.last() {
                Some(&exit) => (self.element(Kind::Goto(Jump::Out(exit))), Vec::new()),
                None => return Err(self.flow.error(at, "`break` stands in no loop")),
            },
            other => {
                let action = self.action(other)?;
                (self.basic(action, at), Vec::new())
            }
        };
        for &(label, at) in &statement.labels {
            if self.made.labels.iter().any(|&(other, _)| other == label) {
                let text = self.flow.text(label.name).to_owned();
                self.flow.error(at, format!("the label `{text}` stands twice in this process"));
            }
            self.made.labels.push((label, element));
        }
        self.place_selection(element, &joint, sequence);
        Ok(())
    }

    /// Puts an element and its joints into the sequence: a loop's own joint comes first.
    fn place_selection(&mut self, element: usize, joints: &[usize], sequence: usize) {
        match *joints {
            [] => self.add(element, sequence),
            [joint] => {
                self.append(element, sequence);
                self.append(joint, sequence);
            }
            [joint, exit, ..] => {
                self.append(joint, sequence);
                self.append(element, sequence);
                self.append(exit, sequence);
            }
        }
    }

    /// Opens a loop: what `break` leaves.
    pub(super) fn enter(&mut self) -> usize {
        self.made.exits.push(usize::MAX);
        self.loops.push(self.made.exits.len() - 1);
        self.made.exits.len() - 1
    }

    fn declare(&mut self, declaration: &Declaration, sequence: usize) -> Flowed<()> {
        let fresh = self.fresh;
        let variable = self.flow.local(declaration, fresh)?;
        if fresh || matches!(declaration.initial, Some(Initial::Channel(..))) {
            return Ok(());
        }
        // A declaration behind a statement is a step that sets the (first) element.
        let action = match (declaration.kind, &declaration.initial) {
            (Type::Named(_), _) => Action::Nothing,
            (kind, initial) => {
                let value = match initial {
                    Some(Initial::Value(value)) => self.flow.expression(value)?,
                    Some(Initial::Values(values)) if !values.is_empty() => {
                        self.flow.expression(&values[0])?
                    }
                    _ => Expr::Number(0),
                };
                let width = super::types::width(kind);
                let (base, indices) = (variable.base, Vec::new());
                Action::Assign(Place { global: false, base, indices, width, dummy: false }, value)
            }
        };
        let element = self.basic(action, declaration.at);
        self.append(element, sequence);
        Ok(())
    }

    fn action(&mut self, kind: &StatementKind) -> Flowed<Action> {
        let flow = &mut *self.flow;
        Ok(match kind {
            StatementKind::Assign(target, value) => {
                let (place, value) = (flow.place(target), flow.expression(value));
                Action::Assign(place?, value?)
            }
            StatementKind::Condition(condition) => match flow.expression(condition)? {
                Expr::Number(1) => Action::Skip,
                condition => Action::Condition(condition),
            },
            StatementKind::Send { channel, sorted, values } => {
                let (channel, values) = (flow.channel_of(channel), flow.values(values));
                Action::Send { channel: channel?, sorted: *sorted, values: values? }
            }
            StatementKind::Receive { channel, random, keep, patterns } => {
                let (channel, patterns) = (flow.channel_of(channel), flow.matches(patterns));
                let (random, keep) = (*random, *keep);
                Action::Receive { channel: channel?, random, keep, patterns: patterns? }
            }
            StatementKind::Assert(condition) => Action::Assert(flow.expression(condition)?),
            StatementKind::Else => Action::Else,
            StatementKind::Print(values) => {
                for value in values {
                    flow.expression(value)?;
                }
                Action::Print
            }
            _ => return Err(Reported),
        })
    }

    /// Every jump has its label.
    fn jumps(&mut self) {
        let mut missing: Vec<(Symbol, At)> = Vec::new();
        for element in &self.made.elements {
            if let Kind::Goto(Jump::Label(label, at)) = element.kind
                && self.made.find(label).is_none()
            {
                missing.push((label.name, at));
            }
        }
        for (name, at) in missing {
            let text = self.flow.text(name).to_owned();
            let known = self.made.labels.iter().map(|(label, _)| self.flow.ast.text(label.name));
            let meant = crate::suggest::closest(&text, known);
            let meant = meant.map(|meant| format!("did you mean `{meant}`?"));
            self.flow.error(at, format!("there is no label `{text}` in this process"));
            if let Some(meant) = meant {
                self.flow.help(meant);
            }
        }
    }
}

impl Elements {
    /// The element of a label: of the same inline call if there is one, else any.
    pub(super) fn find(&self, label: Label) -> Option<usize> {
        let same = self.labels.iter().find(|&&(other, _)| other == label);
        let any = || self.labels.iter().find(|&&(other, _)| other.name == label.name);
        same.or_else(any).map(|&(_, element)| element)
    }
}
