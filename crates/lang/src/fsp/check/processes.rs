//! Names in processes and composite processes.

use rustc_hash::FxHashMap;
use surmise_model::{Diagnostic, Stop};

use super::super::ast::{
    Body, BodyId, Call, Composite, CompositeBody, CompositeId, Operand, Process,
};
use super::super::token::{At, Symbol};
use super::{Checker, Parameter, Scope};
use crate::outline::SymbolKind;

/// After how many bodies the context is asked whether to go on.
const GLANCE: usize = 4096;

impl<'a> Checker<'a> {
    pub(super) fn process(&mut self, process: &'a Process) -> Result<(), Stop> {
        self.begin(&process.parameters);
        self.process += 1;
        for local in &process.locals {
            self.locals[local.name.symbol.index()] = self.process;
            self.define_local(process, local.name);
        }
        let (mut work, mut bodies): (Vec<(BodyId, Scope)>, usize) = (Vec::new(), 0);
        for local in &process.locals {
            if local.name.symbol.is_process() {
                let text = self.ast.text(local.name.symbol);
                let message = format!("`{text}` is built in and cannot be defined");
                self.error(local.name.at, message, Some("give the process another name".into()));
            }
            let scope = local.index.and_then(|index| self.label(index, None));
            work.push((local.body, scope));
            while let Some((body, scope)) = work.pop() {
                self.body(body, scope, process, &mut work);
                bodies += 1;
                if bodies.is_multiple_of(GLANCE) {
                    self.context.check()?;
                }
            }
        }
        if let Some(extension) = process.extension {
            self.set(extension, None);
        }
        if let Some(relabels) = &process.relabels {
            self.relabels(relabels, None);
        }
        if let Some(hiding) = process.hiding {
            self.set(hiding.set, None);
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, parameters: &'a [Parameter]) {
        self.indices.clear();
        self.parameters = &[];
        for (number, parameter) in parameters.iter().enumerate() {
            self.expression(parameter.default, None);
            let same = |other: &Parameter| other.name.symbol == parameter.name.symbol;
            if parameters[..number].iter().any(same) {
                let text = self.ast.text(parameter.name.symbol);
                self.error(parameter.name.at, format!("two parameters are named `{text}`"), None);
            }
        }
        self.parameters = parameters;
        for Parameter { name, .. } in parameters {
            self.define(SymbolKind::Parameter, name.symbol, name.at);
        }
    }

    fn body(
        &mut self,
        body: BodyId,
        scope: Scope,
        process: &Process,
        work: &mut Vec<(BodyId, Scope)>,
    ) {
        let ast = self.ast;
        match ast[body] {
            Body::If { condition, then, otherwise } => {
                self.expression(condition, scope);
                work.push((then, scope));
                work.extend(otherwise.map(|otherwise| (otherwise, scope)));
            }
            Body::Choice { first, count } => {
                for choice in &ast.choices[first as usize..(first + count) as usize] {
                    if let Some(guard) = choice.guard {
                        self.expression(guard, scope);
                    }
                    let inner = self.label(choice.label, scope);
                    work.push((choice.then, inner));
                }
            }
            Body::Reference(reference) => {
                for &index in ast.indices(reference) {
                    self.expression(index, scope);
                }
                for call in ast.before(reference) {
                    self.call(call, scope);
                }
                if self.locals[reference.name.index()] == self.process {
                    self.mention_local(process, reference);
                } else if !reference.name.is_process() {
                    let text = ast.text(reference.name);
                    let message = format!("there is no local process `{text}`: this is ERROR");
                    let span = reference.at.span();
                    self.unknown(reference.at, message, reference.name, |_| {
                        process.locals.iter().map(|local| local.name.symbol).collect()
                    });
                    // LTSA warns, too.
                    if let Some(last) = self.diagnostics.last_mut()
                        && last.span == Some(span)
                    {
                        last.severity = surmise_model::Severity::Warning;
                        if self.processes.contains_key(&reference.name) {
                            last.help = Some(format!(
                                "`{text}` is a process of its own; to go on with it, write \
                                 `{text};END`"
                            ));
                        }
                    }
                }
            }
        }
    }

    pub(super) fn composite(&mut self, composite: &'a Composite) {
        self.begin(&composite.parameters);
        self.composite_body(composite.body, None);
        if let Some(priority) = composite.priority {
            self.set(priority.set, None);
        }
        if let Some(hiding) = composite.hiding {
            self.set(hiding.set, None);
        }
    }

    /// Bodies are nested at most as deep as the parser allows.
    fn composite_body(&mut self, body: CompositeId, scope: Scope) {
        let ast = self.ast;
        match &ast[body] {
            CompositeBody::If { condition, then, otherwise } => {
                self.expression(*condition, scope);
                self.composite_body(*then, scope);
                if let Some(otherwise) = otherwise {
                    self.composite_body(*otherwise, scope);
                }
            }
            CompositeBody::Forall { ranges, body } => {
                let inner = self.label(*ranges, scope);
                self.composite_body(*body, inner);
            }
            CompositeBody::Instance { sharing, prefix, what, relabels } => {
                if let Some(sharing) = sharing {
                    self.label(*sharing, scope);
                }
                let inner = prefix.map_or(scope, |prefix| self.label(prefix, scope));
                match what {
                    Operand::Call(call) => self.call(call, inner),
                    Operand::Group(bodies) => {
                        bodies.iter().for_each(|&body| self.composite_body(body, inner));
                        self.twice(bodies);
                    }
                }
                if let Some(relabels) = relabels {
                    self.relabels(relabels, scope);
                }
            }
        }
    }

    /// Warns of a process that stands beside itself under the same labels.
    fn twice(&mut self, bodies: &[CompositeId]) {
        let ast = self.ast;
        let mut seen: FxHashMap<Symbol, At> = FxHashMap::default();
        for &body in bodies {
            let CompositeBody::Instance { sharing: None, prefix: None, what, relabels: None } =
                &ast[body]
            else {
                continue;
            };
            let Operand::Call(Call { name, arguments: None }) = what else { continue };
            if let Some(&first) = seen.get(&name.symbol) {
                let text = ast.text(name.symbol);
                let message = format!("`{text}` stands here twice with the same labels");
                let warning = Diagnostic::warning(name.at.span(), message)
                    .label("every action is shared with the first one")
                    .related(first.span(), "the first one")
                    .help(format!("prefixes tell them apart: `x:{text} || y:{text}`"));
                self.diagnostics.push(warning);
            }
            seen.entry(name.symbol).or_insert(name.at);
        }
    }

    fn call(&mut self, call: &Call, scope: Scope) {
        for &argument in call.arguments.iter().flatten() {
            self.expression(argument, scope);
        }
        let name = call.name;
        self.mention_process(name);
        self.current.push(name.symbol);
        let known = self.processes.get(&name.symbol).or(self.composites.get(&name.symbol));
        let Some(&parameters) = known else {
            let text = self.ast.text(name.symbol);
            if self.kept.contains(&name.symbol) {
                let message = format!("`{text}` cannot be used as a process: not supported yet");
                self.error(name.at, message, None);
                return;
            }
            let message = format!("there is no process `{text}`");
            self.unknown(name.at, message, name.symbol, |checker| {
                checker.processes.keys().chain(checker.composites.keys()).copied().collect()
            });
            return;
        };
        if let Some(arguments) = &call.arguments
            && arguments.len() != parameters.len()
        {
            let (given, needed) = (arguments.len(), parameters.len());
            let names: Vec<&str> =
                parameters.iter().map(|parameter| self.ast.text(parameter.name.symbol)).collect();
            let message = format!("{given} parameters are given, {needed} are needed");
            let mut error = Diagnostic::error(name.at.span(), message);
            error.help = (needed > 0).then(|| format!("the parameters are ({})", names.join(", ")));
            self.diagnostics.push(error);
        }
    }
}
