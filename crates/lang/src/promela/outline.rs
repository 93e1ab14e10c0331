//! What a program defines and where it uses it.
//!
//! Which variable a name means depends on blocks, macros and inlines: `flow` knows it, and every
//! word knows where it was written. All other names are those of the whole text, wherever they
//! stand: types of processes, macros, inlines, message types. Labels belong to the process around
//! them. Fields of records, record types and parameters of inlines are not among the symbols.

use rustc_hash::{FxHashMap, FxHashSet};
use surmise_model::{Context, Diagnostic, Span, Stop};

use super::ast::{Ast, Label, Statement, StatementKind};
use super::flow::flow_traced;
use super::lexer::Lexer;
use super::parse::parse;
use super::preprocess::Includes;
use super::token::{At, Kind, Names, Token, word};
use crate::outline::{Outline, SymbolKind, Tracer};

/// What a program defines and uses, and what can be said about it without running it.
///
/// # Errors
/// If the context says so.
pub fn outline(
    source: &str,
    includes: &dyn Includes,
    context: &Context<'_>,
) -> Result<Outline, Stop> {
    let (ast, mut diagnostics) = parse(source, (&[], &[]), includes, context)?;
    let (_, more, mut tracer) = flow_traced(&ast, context)?;
    // Where words are missing, names seem to be.
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(more);
    }
    let mut names = Names::new();
    let (words, _) = Lexer::new(source, 0, None, &mut names).run();
    let taken: FxHashSet<Span> = tracer.places().collect();
    let text = Text { source, words: &words, taken };
    text.globals(&ast, &mut tracer);
    text.labels(&ast, &mut tracer);
    Ok(tracer.outline(source, diagnostics))
}

/// The words of a text as it was written, and the places that are names of variables.
struct Text<'a> {
    source: &'a str,
    words: &'a [Token],
    taken: FxHashSet<Span>,
}

impl<'a> Text<'a> {
    fn name(&self, token: &Token) -> Option<&'a str> {
        let source: &'a str = self.source;
        let text = source.get(token.at.start as usize..token.at.end as usize);
        text.filter(|_| token.kind == Kind::Name)
    }

    /// Process types, message types, inlines and macros: one name is one thing.
    fn globals(&self, ast: &Ast, tracer: &mut Tracer) {
        let mut defined: FxHashMap<&str, (SymbolKind, Span)> = FxHashMap::default();
        let mtypes: FxHashSet<&str> = ast
            .mtypes
            .iter()
            .flat_map(|mtype| &mtype.names)
            .map(|&(name, _)| ast.text(name))
            .collect();
        for place in 1..self.words.len() {
            let before = &self.words[place - 1];
            let (Some(name), Some(after)) = (self.name(&self.words[place]), self.name(before))
            else {
                continue;
            };
            let kind = match after {
                "proctype" | "D_proctype" => SymbolKind::Process,
                "inline" => SymbolKind::Inline,
                "define" if place > 1 && self.words[place - 2].kind == Kind::Hash => {
                    SymbolKind::Constant
                }
                _ => continue,
            };
            let span = self.words[place].at.span();
            defined.entry(name).or_insert((kind, span));
        }
        for (place, token) in self.words.iter().enumerate() {
            let Some(name) = self.name(token) else { continue };
            let span = token.at.span();
            let is_field = place > 0 && self.words[place - 1].kind == Kind::Dot;
            if self.taken.contains(&span) || is_field {
                continue;
            }
            if mtypes.contains(name) {
                defined.entry(name).or_insert((SymbolKind::Type, span));
            }
            if let Some(&(kind, definition)) = defined.get(name) {
                tracer.define(kind, name, definition);
                tracer.mention(definition, span);
            }
        }
    }

    /// Labels: `here:`, `goto here`, `P@here`.
    fn labels(&self, ast: &Ast, tracer: &mut Tracer) {
        let mut defined: FxHashMap<(&str, &str), Span> = FxHashMap::default();
        let process_at = |place: u32| {
            let around = ast.processes.iter().filter(|process| process.open.file == 0);
            let mut around = around.filter(|p| p.open.start < place && place < p.end.start);
            around.next().map(|process| ast.text(process.name))
        };
        for process in &ast.processes {
            each_label(&process.body, &mut |label, at| {
                let name = ast.text(label.name);
                // Those of an inline are there once for each call.
                let place = at
                    .written(name.len())
                    .filter(|span| process_at(span.start as u32) == Some(ast.text(process.name)));
                if let Some(span) = place {
                    defined.entry((ast.text(process.name), name)).or_insert(span);
                    tracer.define(SymbolKind::Label, name, span);
                }
            });
        }
        for (place, token) in self.words.iter().enumerate().skip(1) {
            let Some(name) = self.name(token) else { continue };
            let process = match &self.words[place - 1] {
                before if before.is(word::GOTO) => process_at(token.at.start),
                before if before.kind == Kind::At => self.process_before(place - 1),
                _ => continue,
            };
            let known = process.and_then(|process| defined.get(&(process, name)));
            if let Some(&definition) = known {
                tracer.mention(definition, token.at.span());
            }
        }
    }

    /// The process in front of an `@`: `P@here` or `P[1]@here`.
    fn process_before(&self, at: usize) -> Option<&'a str> {
        let mut before = self.words[..at].iter().rev().peekable();
        if before.next_if(|token| token.kind == Kind::RightSquare).is_some() {
            before.find(|token| token.kind == Kind::LeftSquare);
        }
        self.name(before.next()?)
    }
}

/// Calls for every label of statements, which are nested at most as deep as the parser allows.
fn each_label(statements: &[Statement], visit: &mut dyn FnMut(Label, At)) {
    for statement in statements {
        statement.labels.iter().for_each(|&(label, at)| visit(label, at));
        match &statement.kind {
            StatementKind::If(options) | StatementKind::Do(options) => {
                options.iter().for_each(|option| each_label(option, visit));
            }
            StatementKind::Atomic(body)
            | StatementKind::Deterministic(body)
            | StatementKind::Block(body)
            | StatementKind::For { body, .. }
            | StatementKind::ForIn { body, .. } => each_label(body, visit),
            StatementKind::Unless(main, escape) => {
                each_label(main, visit);
                each_label(escape, visit);
            }
            StatementKind::Declare(_)
            | StatementKind::Assign(..)
            | StatementKind::Condition(_)
            | StatementKind::Send { .. }
            | StatementKind::Receive { .. }
            | StatementKind::Select { .. }
            | StatementKind::Goto(_)
            | StatementKind::Break
            | StatementKind::Else
            | StatementKind::Assert(_)
            | StatementKind::Print(_) => {}
        }
    }
}
