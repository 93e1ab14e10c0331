//! A program with one process replaced by an LTS: by its assumption, say.
//!
//! The text stays as it is, but for the body of that process. What the LTS does is said in
//! statements (`lower::statement`), a label for each of its states. SPIN can then be asked the same
//! as before, with fewer states to look at.

use std::fmt::Write as _;

use indexmap::IndexSet;
use surmise_model::{ActionTable, Context, Diagnostic, Lts, Span, StateId};

use super::ast::Process;
use super::compile::{CompileOptions, program};
use super::lower::{Script, script};
use crate::{CompileError, suggest};

/// An LTS in the place of a process.
#[derive(Debug, Clone, Copy)]
pub struct Replacement<'a> {
    /// The component of the process, as [`compile()`](super::compile()) names it.
    pub component: &'a str,
    /// What is done instead.
    pub lts: &'a Lts,
    /// The names of its actions, which are those of the compiled program.
    pub actions: &'a ActionTable,
}

/// Writes a program with one of its processes replaced. Where the LTS may end, so may the process;
/// if the LTS says nothing about ends and the process had some, it may stop anywhere.
///
/// # Errors
/// The mistakes in the text; why the process cannot be replaced; why the work was stopped.
pub fn replace(
    source: &str,
    options: &CompileOptions<'_>,
    replacement: &Replacement<'_>,
    context: &Context<'_>,
) -> Result<String, CompileError> {
    let options = CompileOptions { never: &[], ..*options };
    let (ast, program, _) = program(source, &options, context)?;
    let Replacement { component, lts, .. } = *replacement;
    let refused = |why: &str| {
        let message = format!("{component} cannot be replaced: {why}");
        let diagnostic = Diagnostic { span: None, ..Diagnostic::error(Span::default(), message) };
        CompileError::Wrong(vec![diagnostic])
    };
    let script = script(&ast, &program, source, component, options.whole, context)?
        .map_err(|why| refused(&why))?;
    let (open, close) =
        body(&ast.processes[script.kind], source).ok_or_else(|| refused("a macro writes it"))?;
    let name = ast.processes[script.kind].name;
    if program.looks_at(script.kind) || ast.kept.iter().any(|kept| kept.remote.contains(&name)) {
        return Err(refused("the text looks at its labels or variables from elsewhere"));
    }
    let mut writer = Writer { text: String::new(), replacement, script: &script };
    writer.body().map_err(|why| refused(&why))?;
    let note = format!(
        "\n\t/* {component}, replaced by Surmise: it had {}, and this has {}. */\n",
        states(script.states),
        states(lts.num_states()),
    );
    Ok([&source[..open], &note, &writer.text, &source[close..]].concat())
}

fn states(count: usize) -> String {
    match count {
        1 => "1 state".to_owned(),
        count => format!("{count} states"),
    }
}

/// Where the body of a process begins and ends in the text, its braces left out.
fn body(process: &Process, source: &str) -> Option<(usize, usize)> {
    let (open, close) = (process.open, process.end);
    let (from, to) = (open.start as usize, close.start as usize);
    let braced = source.get(from..)?.starts_with('{') && source.get(to..)?.starts_with('}');
    (open.file == 0 && close.file == 0 && braced && from < to).then_some((from + 1, to))
}

struct Writer<'a> {
    text: String,
    replacement: &'a Replacement<'a>,
    script: &'a Script,
}

impl Writer<'_> {
    fn body(&mut self) -> Result<(), String> {
        let Replacement { lts, .. } = *self.replacement;
        let silent = self.script.may_stop && lts.end().is_none() && !self.has_end_action();
        if silent {
            self.text += "\t/* Nothing is said about where it may stop: it may anywhere. */\n";
        }
        match lts.initial() {
            state if state.is_error() => self.text += "\tassert(false);\n",
            state if state.index() > 0 => {
                let initial = self.label(state, silent);
                let _ = writeln!(self.text, "\tgoto {initial};");
            }
            _ => {}
        }
        let mut dies = false;
        for state in lts.states() {
            let mut options: IndexSet<String> = IndexSet::new();
            for edge in lts.edges(state) {
                dies |= self.option(edge.action, edge.target, silent, &mut options)?;
            }
            let label = self.label(state, silent);
            match options.is_empty() {
                true => {
                    let _ = writeln!(self.text, "{label}:\tfalse;");
                }
                false => {
                    let _ = writeln!(self.text, "{label}:\tif");
                    for option in options {
                        let _ = writeln!(self.text, "\t:: {option}");
                    }
                    self.text += "\tfi;\n";
                }
            }
        }
        self.text += if dies { "done:\tskip\n" } else { "\tskip\n" };
        Ok(())
    }

    fn has_end_action(&self) -> bool {
        let Replacement { lts, actions, .. } = *self.replacement;
        let end = self.script.end.as_deref();
        end.and_then(|end| actions.get(end)).is_some_and(|end| lts.alphabet().contains(end))
    }

    /// Whether an action says that the process is in its error state: that is how assumptions say
    /// it, with primes if another action has that name.
    fn is_error(&self, action: &str) -> bool {
        let own = action.strip_prefix(self.replacement.component);
        own.and_then(|rest| rest.strip_prefix(".error"))
            .is_some_and(|rest| rest.chars().all(|letter| letter == '\''))
    }

    /// `end…` if the process may stop there.
    fn label(&self, state: StateId, silent: bool) -> String {
        let Replacement { lts, actions, .. } = *self.replacement;
        let end = self.script.end.as_deref().and_then(|end| actions.get(end));
        let ends = end.is_some_and(|end| !lts.edges_on(state, end).is_empty());
        let prefix = if silent || ends || lts.end() == Some(state) { "end_" } else { "" };
        format!("{prefix}s{}", state.index())
    }

    /// Adds what is done on an action, and tells whether the process vanishes.
    fn option(
        &self,
        action: surmise_model::ActionId,
        target: StateId,
        silent: bool,
        options: &mut IndexSet<String>,
    ) -> Result<bool, String> {
        let next = match target.is_error() {
            true => "assert(false)".to_owned(),
            false => format!("goto {}", self.label(target, silent)),
        };
        if action.is_tau() {
            options.insert(format!("skip -> {next}"));
            return Ok(false);
        }
        let name = self.replacement.actions.name(action);
        if self.script.end.as_deref() == Some(name) {
            return Ok(false);
        }
        let Some(said) = self.script.statements.get(name) else {
            if self.is_error(name) {
                options.insert("assert(false)".to_owned());
                return Ok(false);
            }
            let known = self.script.statements.keys().map(String::as_str);
            let meant = suggest::closest(name, known);
            let meant =
                meant.map_or_else(String::new, |meant| format!("; did you mean `{meant}`?"));
            return Err(format!("`{name}` is none of its actions{meant}"));
        };
        let said = said.as_ref().map_err(|why| format!("{why} (`{name}`)"))?;
        if said.dies {
            options.insert("goto done".to_owned());
            return Ok(true);
        }
        let guards = said.guards.join(" && ");
        options.insert(match (&said.guards[..], &said.effects[..]) {
            ([], []) => format!("skip -> {next}"),
            (_, []) => format!("{guards} -> {next}"),
            // A channel that is ready is the only condition of using it.
            ([] | [_], [effect]) if is_ready(&guards, effect) => format!("{effect} -> {next}"),
            ([], effects) => format!("atomic {{ {}; {next} }}", effects.join("; ")),
            (_, effects) => format!("atomic {{ {guards} -> {}; {next} }}", effects.join("; ")),
        });
        Ok(false)
    }
}

/// Whether a guard says no more than the statement itself: `nfull(q)` before `q!1`, or nothing.
fn is_ready(guard: &str, effect: &str) -> bool {
    let channel = |text: &str| text.split(['!', '?', '[']).next().unwrap_or("").to_owned();
    match guard.strip_prefix("nfull(") {
        Some(rest) => effect.starts_with(rest.trim_end_matches(')')) && effect.contains('!'),
        None if guard.is_empty() => true,
        None => guard.contains('?') && effect.contains('?') && channel(guard) == channel(effect),
    }
}
