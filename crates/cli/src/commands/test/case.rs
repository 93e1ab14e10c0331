//! The systems to test: found in a directory, each with what is expected of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use surmise::load::{LANGUAGES, Language, LanguageName};
use surmise::model::{Context, Diagnostic, Span};
use surmise::{Attempt, Failure, Remark, Source, outside_brackets, warning};
use walkdir::WalkDir;

use super::expectation::{Directive, Expectation, directives};
use crate::session::Session;

/// One system and what is expected of it.
#[derive(Debug)]
pub(super) struct Case {
    /// The file that says so.
    pub(super) file: String,
    /// The line on which it does.
    pub(super) line: usize,
    /// The system, as it is written there.
    pub(super) subject: String,
    /// The models it is made of.
    pub(super) models: Vec<PathBuf>,
    /// Files with properties.
    pub(super) properties: Vec<String>,
    /// The process of an FSP model.
    pub(super) process: Option<String>,
    /// Other values for its constants and parameters.
    pub(super) parameters: Vec<(String, String)>,
    /// What is expected.
    pub(super) expectations: Vec<Expectation>,
}

/// All cases of files and of directories with everything below them, in the order of their names.
pub(super) fn find(paths: &[PathBuf], session: &Session) -> Attempt<Vec<Case>> {
    let mut files = Vec::new();
    for path in paths {
        collect(path, &mut files, session)?;
    }
    files.dedup();
    let (mut cases, mut wrong) = (Vec::new(), Vec::new());
    for file in &files {
        match read(file, session) {
            Ok(found) => cases.extend(found),
            Err(Failure::Wrong(remarks)) => wrong.extend(remarks),
            Err(stopped @ Failure::Stopped(_)) => return Err(stopped),
        }
    }
    match (wrong.is_empty(), cases.is_empty()) {
        (false, _) => Err(Failure::Wrong(wrong)),
        (true, false) => Ok(cases),
        (true, true) => Err(Failure::usage_with_help(
            "no model there says what to expect of it",
            "write for example `// expect SYSTEM: holds SAFE, no deadlock` into an FSP model",
        )),
    }
}

/// A file, or the models and `.expect` files of a directory and everything below it. Links are
/// followed; those that go round in circles, or nowhere, are passed over.
fn collect(path: &Path, files: &mut Vec<PathBuf>, session: &Session) -> Attempt<()> {
    let failure =
        |error: &std::io::Error| Failure::file("read", &path.display().to_string(), error);
    if !fs::metadata(path).map_err(|error| failure(&error))?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in WalkDir::new(path).follow_links(true).sort_by_file_name() {
        match entry {
            Ok(entry) if entry.file_type().is_file() => match expects(entry.path()) {
                Expects::Perhaps => files.push(entry.into_path()),
                Expects::InVain => {
                    let file = entry.path().display();
                    let what = format!("{file} says what to expect, but not in which language");
                    let help = "name it `.lts`, `.pml` or `.prism`";
                    session.remark(Remark::bare(warning(what).help(help)));
                }
                Expects::Nothing => {}
            },
            Ok(_) => {}
            Err(error) if error.depth() > 0 => {}
            Err(error) => return Err(failure(&error.into())),
        }
    }
    Ok(())
}

/// What stands before `expect` in a file: it is a comment, but for files that consist of nothing
/// else.
fn prefix(path: &Path) -> &'static str {
    match path.extension() {
        Some(extension) if extension == "expect" => "",
        _ => "//",
    }
}

/// What a file of a directory has to do with expectations.
enum Expects {
    /// It may say what to expect.
    Perhaps,
    /// It does, but is in no language that is known.
    InVain,
    Nothing,
}

/// A model may have any name; then what it says tells its language.
fn expects(path: &Path) -> Expects {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let of = |language: &&dyn Language| language.extensions().contains(&extension);
    match LANGUAGES.iter().copied().find(of).map(Language::name) {
        _ if extension == "expect" => return Expects::Perhaps,
        Some(LanguageName::Fsp | LanguageName::Promela | LanguageName::Prism) => {
            return Expects::Perhaps;
        }
        // They have no such comments.
        Some(LanguageName::Aut | LanguageName::Json | LanguageName::Net) => {
            return Expects::Nothing;
        }
        None => {}
    }
    let Ok(bytes) = fs::read(path) else { return Expects::Nothing };
    let expects = |line: &str| {
        let rest = line.trim_start().strip_prefix("//").map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with("expect ") || rest.starts_with("expect:"))
    };
    if !String::from_utf8_lossy(&bytes).lines().any(expects) {
        return Expects::Nothing;
    }
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    // Nothing tells FSP from any other text.
    let is_told = |language: &&&dyn Language| {
        language.name() != LanguageName::Fsp && language.recognises(beginning)
    };
    match LANGUAGES.iter().find(is_told) {
        Some(_) => Expects::Perhaps,
        None => Expects::InVain,
    }
}

/// How much of a file tells its language.
const BEGINNING: usize = 16 << 10;

fn read(path: &Path, session: &Session) -> Attempt<Vec<Case>> {
    let file = path.display().to_string();
    let prefix = prefix(path);
    let bytes = fs::read(path).map_err(|error| Failure::file("read", &file, &error))?;
    let text = String::from_utf8_lossy(&bytes);
    let about = |diagnostics: Vec<Diagnostic>| {
        let source = Source::open(path, &*session.disk, &Context::unlimited());
        let remark = |diagnostic| match &source {
            Ok(source) => Remark::about(&Arc::new(source.clone()), diagnostic),
            Err(_) => Remark::bare(diagnostic),
        };
        Failure::Wrong(diagnostics.into_iter().map(remark).collect())
    };
    let found = directives(&text, prefix).map_err(about)?;
    let case = |directive: Directive| match prefix.is_empty() {
        true => Ok(of_files(path, &file, directive)),
        false => of_process(path, &file, directive),
    };
    found
        .into_iter()
        .map(|directive| {
            let line = directive.line;
            case(directive).map_err(|message| {
                let start = text.split('\n').take(line - 1).map(|line| line.len() + 1).sum();
                let length = text.split('\n').nth(line - 1).map_or(0, str::len);
                let span = Span::new(start, start + length);
                about(vec![
                    Diagnostic::error(span, message)
                        .help("a process and its parameters: `expect SYSTEM(N=3, M=4): …`"),
                ])
            })
        })
        .collect()
}

/// `PROCESS(NAME=VALUE, …)`.
fn of_process(path: &Path, file: &str, directive: Directive) -> Result<Case, String> {
    let (process, parameters) = match directive.subject.split_once('(') {
        None => (directive.subject.as_str(), ""),
        Some((process, rest)) => {
            (process, rest.strip_suffix(')').ok_or("the parameters have no end")?)
        }
    };
    let mut values = Vec::new();
    for parameter in outside_brackets(parameters, ',').filter(|p| !p.trim().is_empty()) {
        let (name, value) = parameter.split_once('=').ok_or("a parameter has no value")?;
        values.push((name.trim().to_owned(), value.trim().to_owned()));
    }
    let process = process.trim().trim_start_matches("||");
    Ok(Case {
        file: file.to_owned(),
        line: directive.line,
        process: (!process.is_empty()).then(|| process.to_owned()),
        models: vec![path.to_owned()],
        properties: Vec::new(),
        parameters: values,
        expectations: directive.expectations,
        subject: directive.subject,
    })
}

/// `MODEL … with PROPERTY …`, files beside this one.
fn of_files(path: &Path, file: &str, directive: Directive) -> Case {
    let beside = |name: &str| path.parent().unwrap_or(Path::new("")).join(name);
    let mut words = directive.subject.split_whitespace();
    let models = words.by_ref().take_while(|&word| word != "with").map(beside).collect();
    let properties = words.map(|name| beside(name).display().to_string()).collect();
    Case {
        file: file.to_owned(),
        line: directive.line,
        process: None,
        models,
        properties,
        parameters: Vec::new(),
        expectations: directive.expectations,
        subject: directive.subject,
    }
}
