//! The checker as a tracer of names: what is defined where, and where it is used.
//!
//! The checks look up every name anyway. If somebody wants to know, they also write down where its
//! definition stands.

use rustc_hash::FxHashMap;
use surmise_model::{Context, Diagnostic, Stop};

use super::super::ast::{Definition, Formula, FormulaId, KeptKind, Name, Process, Reference};
use super::super::lexer::{Lexer, Sink};
use super::super::names::Names;
use super::super::parse::parse;
use super::super::token::{At, Kind, Symbol};
use super::{Checker, Scope, run};
use crate::outline::{Outline, SymbolKind, Tracer};

/// What a name of the whole text is the name of. The same name may be there once for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Global {
    Constant,
    Range,
    Set,
    Process,
    Composite,
    Kept,
}

/// What was found out about names.
pub(super) struct Traced<'a> {
    source: &'a str,
    /// The places of all names in the text.
    words: Vec<At>,
    tracer: Tracer,
    globals: FxHashMap<(Global, Symbol), At>,
    /// Local processes of the process at hand.
    locals: FxHashMap<(u32, Symbol), At>,
}

impl<'a> Traced<'a> {
    fn new(source: &'a str) -> Self {
        let (mut tokens, mut names) = (Vec::new(), Names::new(source.len()));
        let mut lexer = Lexer::new(source);
        while !lexer.is_done() {
            let sink =
                Sink { tokens: &mut tokens, names: &mut names, diagnostics: &mut Vec::new() };
            lexer.fill(usize::MAX, sink);
        }
        let is_name = |kind: Kind| matches!(kind, Kind::Upper | Kind::Lower);
        let words = tokens.iter().filter(|token| is_name(token.kind)).map(|token| token.at);
        Self {
            source,
            words: words.collect(),
            tracer: Tracer::default(),
            globals: FxHashMap::default(),
            locals: FxHashMap::default(),
        }
    }

    /// Where a name stands inside of a place: first, or last.
    fn place_of(&self, name: &str, at: At, last: bool) -> At {
        let from = self.words.partition_point(|word| word.start < at.start);
        let to = self.words.partition_point(|word| word.start < at.end);
        let is_it =
            |word: &&At| self.source.get(word.start as usize..word.end as usize) == Some(name);
        let inside = &self.words[from..to.max(from)];
        let found = match last {
            true => inside.iter().rev().find(is_it),
            false => inside.iter().find(is_it),
        };
        found.copied().unwrap_or(at)
    }
}

impl<'a> Checker<'a> {
    /// Where a name stands inside of a place; the place itself if nobody wants to know.
    pub(super) fn place_of(&self, name: Symbol, at: At, last: bool) -> At {
        match &self.traced {
            Some(traced) => traced.place_of(self.ast.text(name), at, last),
            None => at,
        }
    }

    pub(super) fn define(&mut self, kind: SymbolKind, name: Symbol, at: At) {
        let text = self.ast.text(name);
        if let Some(traced) = &mut self.traced {
            traced.tracer.define(kind, text, at.span());
        }
    }

    /// A name that is defined at a place is used somewhere.
    pub(super) fn mention(&mut self, definition: At, name: Symbol, at: At) {
        let place = self.place_of(name, at, false);
        if let Some(traced) = &mut self.traced {
            traced.tracer.mention(definition.span(), place.span());
        }
    }

    pub(super) fn mention_global(&mut self, kind: Global, name: Symbol, at: At) {
        let known = |traced: &Traced<'_>| traced.globals.get(&(kind, name)).copied();
        if let Some(definition) = self.traced.as_ref().and_then(known) {
            self.mention(definition, name, at);
        }
    }

    /// Whether a name is a set or a range, which is used somewhere.
    pub(super) fn mention_domain(&mut self, name: Symbol, at: At) -> bool {
        let kind = match (self.sets.contains(&name), self.ranges.contains(&name)) {
            (true, _) => Global::Set,
            (_, true) => Global::Range,
            _ => return false,
        };
        self.mention_global(kind, name, at);
        true
    }

    pub(super) fn mention_process(&mut self, name: Name) {
        let kind = match name.symbol {
            symbol if self.processes.contains_key(&symbol) => Global::Process,
            symbol if self.composites.contains_key(&symbol) => Global::Composite,
            _ => Global::Kept,
        };
        self.mention_global(kind, name.symbol, name.at);
    }

    /// A local process; the first one is the process itself, and several may have one name.
    pub(super) fn define_local(&mut self, process: &Process, name: Name) {
        if name.symbol == process.name.symbol {
            self.mention_global(Global::Process, name.symbol, name.at);
            return;
        }
        let Some(traced) = &mut self.traced else { return };
        let key = (self.process, name.symbol);
        let definition = *traced.locals.entry(key).or_insert(name.at);
        self.define(SymbolKind::LocalProcess, name.symbol, definition);
        self.mention(definition, name.symbol, name.at);
    }

    pub(super) fn mention_local(&mut self, process: &Process, reference: Reference) {
        if reference.name == process.name.symbol {
            self.mention_global(Global::Process, reference.name, reference.at);
            return;
        }
        let key = (self.process, reference.name);
        let known = |traced: &Traced<'_>| traced.locals.get(&key).copied();
        if let Some(definition) = self.traced.as_ref().and_then(known) {
            self.mention(definition, reference.name, reference.at);
        }
    }

    /// The names of the whole text.
    fn define_globals(&mut self) {
        let ast = self.ast;
        for definition in &ast.definitions {
            let (global, kind, name) = match definition {
                Definition::Constant { name, .. } => {
                    (Global::Constant, SymbolKind::Constant, *name)
                }
                Definition::Range { name, .. } => (Global::Range, SymbolKind::Range, *name),
                Definition::Set { name, .. } => (Global::Set, SymbolKind::Set, *name),
                Definition::Process(process) => {
                    let kind = match process.keywords.property {
                        true => SymbolKind::Property,
                        false => SymbolKind::Process,
                    };
                    (Global::Process, kind, process.name)
                }
                Definition::Composite(composite) => {
                    let kind = match composite.keywords.property {
                        true => SymbolKind::Property,
                        false => SymbolKind::Composite,
                    };
                    (Global::Composite, kind, composite.name)
                }
                Definition::Kept(kept) => (Global::Kept, SymbolKind::Claim, kept.name),
            };
            let Some(traced) = &mut self.traced else { return };
            let first = *traced.globals.entry((global, name.symbol)).or_insert(name.at);
            self.define(kind, name.symbol, first);
            self.mention(first, name.symbol, name.at);
        }
    }

    /// Names in definitions that the checks of processes do not look at.
    fn definitions(&mut self) {
        let ast = self.ast;
        for definition in &ast.definitions {
            self.parameters = &[];
            self.indices.clear();
            match definition {
                Definition::Constant { value, .. } => self.expression(*value, None),
                Definition::Range { low, high, .. } => {
                    self.expression(*low, None);
                    self.expression(*high, None);
                }
                Definition::Set { set, .. } => self.set(*set, None),
                Definition::Kept(kept) => {
                    // Nobody says yet what is wrong with them.
                    let known = self.diagnostics.len();
                    self.kept_names(&kept.kind);
                    self.diagnostics.truncate(known);
                }
                Definition::Process(_) | Definition::Composite(_) => {}
            }
        }
    }

    fn kept_names(&mut self, kind: &'a KeptKind) {
        match kind {
            KeptKind::Progress { ranges, condition, actions } => {
                let scope = ranges.and_then(|ranges| self.label(ranges, None));
                for label in condition.iter().chain([actions]) {
                    self.label(*label, scope);
                }
            }
            KeptKind::Fluent { ranges, on, off, initially } => {
                let scope = ranges.and_then(|ranges| self.label(ranges, None));
                for label in [on, off] {
                    self.label(*label, scope);
                }
                if let Some(initially) = initially {
                    self.expression(*initially, scope);
                }
            }
            KeptKind::Assert { parameters, formula, extension }
            | KeptKind::Constraint { parameters, formula, extension } => {
                self.begin(parameters);
                self.formula(*formula, None);
                if let Some(extension) = extension {
                    self.set(*extension, None);
                }
            }
            KeptKind::Menu { actions } => {
                self.label(*actions, None);
            }
            KeptKind::Animation | KeptKind::Import { .. } => {}
        }
    }

    /// Formulas are nested at most as deep as the parser allows.
    fn formula(&mut self, formula: FormulaId, scope: Scope) {
        let ast = self.ast;
        match &ast[formula] {
            Formula::Unary(_, operand) => self.formula(*operand, scope),
            Formula::Binary(_, left, right) => {
                self.formula(*left, scope);
                self.formula(*right, scope);
            }
            Formula::Quantified { ranges, body, .. } => {
                let inner = self.label(*ranges, scope);
                self.formula(*body, inner);
            }
            Formula::Named { name, indices, arguments } => {
                self.mention_global(Global::Kept, name.symbol, name.at);
                if let Some(indices) = indices {
                    self.label(*indices, scope);
                }
                for &argument in arguments.iter().flatten() {
                    self.expression(argument, scope);
                }
            }
            Formula::Labels(labels) => {
                self.label(*labels, scope);
            }
            Formula::Rigid(expression) => self.expression(*expression, scope),
        }
    }
}

/// What a text defines and uses, and what can be said about it without evaluating anything.
///
/// # Errors
/// Why it had to stop.
pub fn outline(source: &str, context: &Context<'_>) -> Result<Outline, Stop> {
    let (ast, mut diagnostics) = parse(source, context)?;
    let mut checker = Checker::new(&ast, context);
    checker.traced = Some(Traced::new(source));
    checker.define_globals();
    checker.definitions();
    let mut found = std::mem::take(&mut checker.diagnostics);
    let composites = ast.definitions.iter().rev().filter_map(|definition| match definition {
        Definition::Composite(composite) => Some(composite.name.symbol),
        _ => None,
    });
    found.extend(run(&mut checker, composites.into_iter().next())?);
    // Where words are missing, names seem to be.
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.append(&mut found);
    }
    let tracer = checker.traced.map(|traced| traced.tracer).unwrap_or_default();
    Ok(tracer.outline(source, diagnostics))
}
