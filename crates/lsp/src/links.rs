//! Files that a text mentions: what it includes, and the parts of a network.

use std::path::PathBuf;

use surmise::load::{Language, LanguageName};
use surmise::model::Span;

use crate::document::Document;

/// Where a text mentions files, and which.
pub(crate) fn mentioned(document: &Document) -> Vec<(Span, PathBuf)> {
    let starts: &[&str] = match document.language.map(Language::name) {
        Some(LanguageName::Promela) => &["#include"],
        Some(LanguageName::Net) => &["component", "property"],
        _ => return Vec::new(),
    };
    let folder = document.path.parent().map(PathBuf::from).unwrap_or_default();
    let mut found = Vec::new();
    let mut start = 0;
    for line in document.text.split_inclusive('\n') {
        if let Some(name) = starts.iter().find_map(|&opening| name_after(line, opening)) {
            let path = folder.join(&line[name.start..name.end]);
            found.push((Span::new(start + name.start, start + name.end), path));
        }
        start += line.len();
    }
    found
}

/// The place in a line of the name that follows a word, in quotes or not.
fn name_after(line: &str, opening: &str) -> Option<Span> {
    let rest = line.strip_prefix(opening)?;
    let name = rest.trim_start();
    let start = line.len() - name.len();
    let quoted = name.strip_prefix('"');
    if quoted.is_none() && name.len() == rest.len() {
        return None;
    }
    let (start, name) = match quoted {
        Some(name) => (start + 1, name),
        None => (start, name),
    };
    let ends = |letter: char| match quoted {
        Some(_) => letter == '"',
        None => letter.is_whitespace(),
    };
    let length = name.find(ends)?;
    (length > 0).then_some(Span::new(start, start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_quotes_or_alone() {
        let name =
            |line: &'static str, opening| name_after(line, opening).map(|s| &line[s.start..s.end]);
        assert_eq!(name("#include \"a b.h\"\n", "#include"), Some("a b.h"));
        assert_eq!(name("#include\"a.h\"\n", "#include"), Some("a.h"));
        assert_eq!(name("component c.aut as d\n", "component"), Some("c.aut"));
        assert_eq!(name("components\n", "component"), None);
        assert_eq!(name("component \"\"\n", "component"), None);
    }
}
