//! Process types: parameters, bodies, labels.

use super::super::ast::{Declaration, Process, Statement, StatementKind};
use super::super::program::ProcessType;
use super::graph::{ACCEPT, END, PROGRESS};
use super::scope::Frame;
use super::{Flow, is_simple};

/// Calls for every declaration of a process, in the order in which slots are given.
pub(super) fn each_declaration(process: &Process, visit: &mut dyn FnMut(&Declaration)) {
    process.parameters.iter().for_each(&mut *visit);
    each_in(&process.body, visit);
}

fn each_in(statements: &[Statement], visit: &mut dyn FnMut(&Declaration)) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Declare(declarations) => declarations.iter().for_each(&mut *visit),
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|option| each_in(option, visit));
            }
            StatementKind::Atomic(body)
            | StatementKind::Deterministic(body)
            | StatementKind::Block(body)
            | StatementKind::For { body, .. } => each_in(body, visit),
            // What stands behind a hidden variable is out of reach from outside.
            StatementKind::ForIn { .. } => return,
            StatementKind::Unless(main, escape) => {
                each_in(main, visit);
                each_in(escape, visit);
            }
            _ => {}
        }
    }
}

/// What a label marks.
pub(super) fn marked(label: &str) -> u8 {
    match label {
        _ if label.starts_with("end") => END,
        _ if label.starts_with("accept") => ACCEPT,
        _ if label.starts_with("progress") => PROGRESS,
        _ => 0,
    }
}

impl Flow<'_> {
    /// Process types are known by name before their bodies are looked at.
    pub(super) fn signatures(&mut self) {
        let ast = self.ast;
        for (index, process) in ast.processes.iter().enumerate() {
            let name = match process.name == super::super::token::word::INIT_NAME {
                true => "init".to_owned(),
                false => self.text(process.name).to_owned(),
            };
            if let Some(first) = ast.processes[..index].iter().find(|p| p.name == process.name) {
                self.error(process.at, format!("`{name}` is declared twice"));
                if let Some(last) = self.diagnostics.last_mut() {
                    last.related.push((first.at.span(), "first here".to_owned()));
                }
            }
            self.program.processes.push(ProcessType {
                name,
                parameters: process.parameters.len(),
                locals: Vec::new(),
                starts: Vec::new(),
                locations: Vec::new(),
                initial: 0,
                stops: Vec::new(),
                accepts: Vec::new(),
                progresses: Vec::new(),
                end: 0,
                inside: Vec::new(),
                actions: Vec::new(),
                labels: Vec::new(),
            });
        }
    }

    /// The body of a process type.
    pub(super) fn process(&mut self, index: usize) {
        let ast = self.ast;
        let process = &ast.processes[index];
        self.frame = Some(Frame::new());
        for parameter in &process.parameters {
            if parameter.size.is_some() || !is_simple(parameter.kind) {
                self.error(parameter.at, "a parameter is one number: no array, no record");
                continue;
            }
            let _ = self.local(parameter, true);
        }
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        let elements = self.elements(process);
        let frame = self.frame.take().unwrap_or_default();
        let now = self.diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
        if now > errors {
            return;
        }
        let graph = elements.graph(|name| marked(ast.text(name)));
        let marked = |mark: u8| graph.marks.iter().map(|marks| marks & mark != 0).collect();
        let made = &mut self.program.processes[index];
        made.stops = marked(END);
        made.accepts = marked(ACCEPT);
        made.progresses = marked(PROGRESS);
        made.locals = frame.slots;
        made.starts = frame.starts;
        made.locations = graph.locations;
        made.initial = graph.initial;
        made.end = graph.end;
        made.inside = graph.inside;
        made.actions = graph.actions;
        made.labels = graph.labels;
    }

    /// Labels of other processes exist.
    pub(super) fn remote_labels(&mut self) {
        if self.diagnostics.iter().any(surmise_model::Diagnostic::is_error) {
            return;
        }
        for (process, label, at) in std::mem::take(&mut self.remote) {
            let made = &self.program.processes[process];
            if !made.labels.iter().any(|&(name, _)| name == label) {
                let process = made.name.clone();
                let text = self.text(label).to_owned();
                let known = made.labels.iter().map(|&(name, _)| self.ast.text(name));
                let meant = crate::suggest::closest(&text, known).map(str::to_owned);
                self.error(at, format!("`{process}` has no label `{text}`"));
                if let Some(meant) = meant {
                    self.help(format!("did you mean `{meant}`?"));
                }
            }
        }
    }
}
