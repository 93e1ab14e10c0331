//! The preprocessor: directives, and words with every macro replaced.
//!
//! It works on words, not on characters, so that every word keeps its place. Included files come
//! from an [`Includes`] of the caller: libraries touch no files. Macro bombs and files that include
//! themselves end at [`MAX_TOKENS`] and [`MAX_DEPTH`].

mod condition;
mod expand;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, Diagnostic, Stop};

use super::lexer::Lexer;
use super::token::{At, Kind, Names, Symbol, Token, word};

/// How many words a text may have after its macros are replaced.
pub(super) const MAX_TOKENS: usize = 2_000_000;

/// How deep files may include one another, and how many there may be.
const MAX_DEPTH: usize = 40;
const MAX_FILES: usize = 1_000;

/// Who reads the files that a text includes.
pub trait Includes {
    /// The text of a file, named relative to the main text's own folder.
    ///
    /// # Errors
    /// A few words that say why it cannot be read.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// No file can be included.
impl Includes for () {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("nothing can be included here".to_owned())
    }
}

/// A macro.
#[derive(Debug, Clone)]
struct Macro {
    /// The parameters of one that has brackets.
    parameters: Option<Vec<Symbol>>,
    body: Vec<Token>,
}

/// The words of a text and of all it includes, ready to be parsed.
pub(crate) struct Preprocessed {
    pub(crate) tokens: Vec<Token>,
    /// The files, by number; the main one has no name.
    pub(crate) files: Vec<String>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The words of each predicate.
    pub(crate) predicates: Vec<Vec<Token>>,
}

/// Preprocesses a text, and predicates that are given beside it: the macros of the text are theirs.
///
/// # Errors
/// If the context says so.
pub(crate) fn preprocess(
    source: &str,
    predicates: &[String],
    includes: &dyn Includes,
    names: &mut Names,
    context: &Context<'_>,
) -> Result<Preprocessed, Stop> {
    let mut preprocessor = Preprocessor {
        names,
        includes,
        context,
        macros: IndexMap::default(),
        files: vec![String::new()],
        output: Vec::new(),
        diagnostics: Vec::new(),
        depth: 0,
        calls: 0,
        full: false,
    };
    preprocessor.file(source, 0, None)?;
    let place = source.len() as u32;
    let line = source.matches('\n').count() as u32 + 1;
    let at = At { start: place, end: place, file: 0, line, origin: At::ELSEWHERE };
    let end = Token { kind: Kind::End, payload: 0, at, first: true, spaced: true };
    let mut output = std::mem::take(&mut preprocessor.output);
    output.push(end);
    let mut claims = Vec::new();
    for predicate in predicates {
        let file = preprocessor.files.len() as u32;
        preprocessor.files.push(predicate_file(predicate));
        preprocessor.file(predicate, file, Some(at))?;
        let mut words = std::mem::take(&mut preprocessor.output);
        words.push(Token { at: At { file, line: 1, ..at }, ..end });
        claims.push(words);
    }
    let Preprocessor { files, mut diagnostics, .. } = preprocessor;
    for token in output.iter().chain(claims.iter().flatten()) {
        if token.kind == Kind::Unknown {
            let letter = char::from_u32(token.payload).unwrap_or('\u{fffd}');
            let shown: String = letter.escape_debug().collect();
            let message = format!("the character `{shown}` has no meaning in Promela");
            diagnostics.push(Diagnostic::error(token.at.span(), message));
        }
    }
    for words in claims.iter_mut().chain([&mut output]) {
        words.retain(|token| token.kind != Kind::Unknown);
    }
    Ok(Preprocessed { tokens: output, files, diagnostics, predicates: claims })
}

/// What a predicate is called where a file would be.
fn predicate_file(predicate: &str) -> String {
    let words: Vec<&str> = predicate.split_whitespace().collect();
    format!("{PREDICATE} '{}'", words.join(" "))
}

/// How the names of predicates begin.
pub(crate) const PREDICATE: &str = "predicate";

/// A message about a place in another file says so.
pub(crate) fn placed(files: &[String], at: At, message: String) -> String {
    match files.get(at.file as usize) {
        Some(file) if at.file != 0 && file.starts_with(PREDICATE) => format!("{file}: {message}"),
        Some(file) if at.file != 0 => format!("{file}, line {}: {message}", at.line),
        _ => message,
    }
}

struct Preprocessor<'a> {
    names: &'a mut Names,
    includes: &'a dyn Includes,
    context: &'a Context<'a>,
    macros: IndexMap<Symbol, Macro, FxBuildHasher>,
    files: Vec<String>,
    output: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    depth: usize,
    /// How many macros were replaced.
    calls: usize,
    /// Whether there are too many words, and that has been said.
    full: bool,
}

/// An `#if` that is open.
struct Branch {
    at: At,
    /// Whether the lines that follow are used.
    used: bool,
    /// Whether one of its branches was used already.
    taken: bool,
    /// Whether the lines around it are used.
    outside: bool,
    /// Whether `#else` was seen.
    last: bool,
}

impl Preprocessor<'_> {
    fn error(&mut self, at: At, message: impl Into<String>) -> &mut Diagnostic {
        let message = placed(&self.files, at, message.into());
        self.diagnostics.push(Diagnostic::error(at.span(), message));
        self.diagnostics.last_mut().expect("just pushed")
    }

    fn file(&mut self, source: &str, number: u32, included: Option<At>) -> Result<(), Stop> {
        self.context.check()?;
        let (tokens, diagnostics) = Lexer::new(source, number, included, self.names).run();
        // Lines that are left out, from one directive to another: nobody minds what they say.
        let mut skipped: Vec<(u32, u32)> = Vec::new();
        let mut branches: Vec<Branch> = Vec::new();
        let mut position = 0;
        while let Some(&token) = tokens.get(position) {
            let used = branches.last().is_none_or(|branch| branch.used);
            if token.kind == Kind::Hash && token.first {
                let rest = &tokens[position + 1..];
                let length = rest.iter().position(|token| token.first).unwrap_or(rest.len());
                self.directive(token.at, &rest[..length], &mut branches)?;
                position += 1 + length;
                match (used, branches.last().is_none_or(|branch| branch.used)) {
                    (true, false) => skipped.push((token.at.line, u32::MAX)),
                    (false, true) => {
                        if let Some(open) = skipped.last_mut() {
                            open.1 = token.at.line;
                        }
                    }
                    _ => {}
                }
            } else if used {
                position += self.expand(&tokens[position..])?;
                if self.full {
                    break;
                }
            } else {
                position += 1;
            }
        }
        for (line, mut diagnostic) in diagnostics {
            if skipped.iter().any(|&(from, to)| from < line && line < to) {
                continue;
            }
            if let Some(at) = included {
                let at = At { file: number, line: 0, ..at };
                diagnostic.message = placed(&self.files, at, diagnostic.message);
            }
            self.diagnostics.push(diagnostic);
        }
        if let Some(branch) = branches.pop().filter(|_| !self.full) {
            self.error(branch.at, "this `#if` is never closed").help =
                Some("close it with `#endif`".into());
        }
        Ok(())
    }

    fn directive(
        &mut self,
        at: At,
        line: &[Token],
        branches: &mut Vec<Branch>,
    ) -> Result<(), Stop> {
        let Some((&name, rest)) = line.split_first() else { return Ok(()) };
        let outside = branches.last().is_none_or(|branch| branch.used);
        let word = match name.kind {
            Kind::Name => name.symbol(),
            // `# 1 "file"` as other preprocessors leave it.
            Kind::Number => return Ok(()),
            _ => {
                if outside {
                    self.error(name.at, "expected the name of a directive after `#`");
                }
                return Ok(());
            }
        };
        match word {
            word::IF | word::IFDEF | word::IFNDEF => {
                let holds = outside && self.holds(word, name.at, rest);
                branches.push(Branch { at, used: holds, taken: holds, outside, last: false });
            }
            word::ELIF | word::ELSE => {
                let Some(branch) = branches.last() else {
                    self.error(at, "there is no `#if` to go with this");
                    return Ok(());
                };
                let open = branch.outside && !branch.taken;
                if branch.last {
                    self.error(at, "this comes after `#else`");
                }
                let holds = open && (word == word::ELSE || self.holds(word::IF, name.at, rest));
                if let Some(branch) = branches.last_mut() {
                    branch.used = holds;
                    branch.taken |= holds;
                    branch.last |= word == word::ELSE;
                }
            }
            word::ENDIF => {
                if branches.pop().is_none() {
                    self.error(at, "there is no `#if` to go with this");
                }
            }
            _ if !outside => {}
            word::DEFINE => self.define(name.at, rest),
            word::UNDEF => match rest.first() {
                Some(token) if token.kind == Kind::Name => {
                    self.macros.shift_remove(&token.symbol());
                }
                _ => {
                    self.error(name.at, "expected the name of a macro");
                }
            },
            word::INCLUDE => self.include(name.at, rest)?,
            word::ERROR => {
                self.error(at, "the text itself reports an error here (`#error`)");
            }
            word::LINE | word::PRAGMA | word::WARNING => {}
            other => {
                let shown = self.names.text(other).to_owned();
                self.error(name.at, format!("there is no directive `#{shown}`")).help = Some(
                    "known are define, undef, include, if, ifdef, ifndef, elif, else, endif".into(),
                );
            }
        }
        Ok(())
    }

    /// Whether the condition of an `#if` holds.
    fn holds(&mut self, word: Symbol, at: At, rest: &[Token]) -> bool {
        if word == word::IF {
            return self.condition(at, rest);
        }
        match rest.first() {
            Some(token) if token.kind == Kind::Name => {
                self.macros.contains_key(&token.symbol()) == (word == word::IFDEF)
            }
            _ => {
                self.error(at, "expected the name of a macro");
                false
            }
        }
    }

    fn define(&mut self, at: At, rest: &[Token]) {
        let Some((&name, rest)) = rest.split_first().filter(|(name, _)| name.kind == Kind::Name)
        else {
            self.error(at, "expected the name of a macro");
            return;
        };
        let bracket = rest.first().is_some_and(|t| t.kind == Kind::LeftRound && !t.spaced);
        let (parameters, body) = match bracket {
            false => (None, rest),
            true => match parameters(&rest[1..]) {
                Some((parameters, length)) => (Some(parameters), &rest[1 + length..]),
                None => {
                    self.error(name.at, "the parameters of this macro are not names in brackets");
                    return;
                }
            },
        };
        self.macros.insert(name.symbol(), Macro { parameters, body: body.to_vec() });
    }

    fn include(&mut self, at: At, rest: &[Token]) -> Result<(), Stop> {
        let Some(&file) = rest.first().filter(|token| token.kind == Kind::Text) else {
            self.error(at, "expected a file's name in double quotes").help =
                Some("write `#include \"name\"`; files of the system are not looked for".into());
            return Ok(());
        };
        if self.depth >= MAX_DEPTH {
            self.error(file.at, format!("files include one another more than {MAX_DEPTH} deep"))
                .help = Some("a file probably includes itself".into());
            return Ok(());
        }
        if self.files.len() > MAX_FILES {
            if !self.full {
                self.full = true;
                self.error(file.at, format!("more than {MAX_FILES} files are included"));
            }
            return Ok(());
        }
        let name = self.names.text(file.symbol());
        let folder = self.files.get(at.file as usize).and_then(|from| from.rsplit_once('/'));
        let path = match folder {
            Some((folder, _)) if !name.starts_with('/') => format!("{folder}/{name}"),
            _ => name.to_owned(),
        };
        match self.includes.read(&path) {
            Ok(text) => {
                let number = self.files.len() as u32;
                self.files.push(path);
                self.depth += 1;
                self.file(&text, number, Some(file.at))?;
                self.depth -= 1;
            }
            Err(why) => {
                self.error(file.at, format!("cannot include `{path}`: {why}"));
            }
        }
        Ok(())
    }
}

/// `a, b)`: the names, and how many words that are.
fn parameters(tokens: &[Token]) -> Option<(Vec<Symbol>, usize)> {
    let mut names = Vec::new();
    if tokens.first()?.kind == Kind::RightRound {
        return Some((names, 1));
    }
    for (index, pair) in tokens.chunks(2).enumerate() {
        let [name, after] = pair else { return None };
        if name.kind != Kind::Name {
            return None;
        }
        names.push(name.symbol());
        match after.kind {
            Kind::Comma => {}
            Kind::RightRound => return Some((names, 2 * index + 2)),
            _ => return None,
        }
    }
    None
}
