//! Reading a network: all mistakes at once, each with its place.

use surmise_model::{Diagnostic, Span};

use super::{Member, Word};
use crate::suggest::closest;

/// The parts of a network.
///
/// # Errors
/// All mistakes.
pub fn parse(text: &str) -> Result<Vec<Member>, Vec<Diagnostic>> {
    let (parts, errors) = parse_all(text);
    if errors.is_empty() { Ok(parts) } else { Err(errors) }
}

/// The parts that could be read, and all mistakes.
pub(super) fn parse_all(text: &str) -> (Vec<Member>, Vec<Diagnostic>) {
    let mut parser = Parser { parts: Vec::new(), errors: Vec::new() };
    for words in statements(text) {
        parser.statement(&words);
    }
    if parser.parts.is_empty() && parser.errors.is_empty() {
        let error = Diagnostic::error(Span::default(), "the network has no parts");
        parser.errors.push(Diagnostic { span: None, ..error }.help("write `component FILE`"));
    }
    (parser.parts, parser.errors)
}

/// The words of each statement: of a line and those after it that begin with a blank. A `#` at the
/// beginning of a word makes the rest of its line a comment.
fn statements(text: &str) -> Vec<Vec<Word>> {
    let mut statements: Vec<Vec<Word>> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let words = words(line, offset);
        offset += line.len();
        let goes_on = line.starts_with([' ', '\t']);
        match statements.last_mut() {
            Some(last) if goes_on => last.extend(words),
            _ if words.is_empty() => {}
            _ => statements.push(words),
        }
    }
    statements
}

/// The words of a line. Commas stand for themselves, and so does `->`; quotes hold words together.
fn words(line: &str, offset: usize) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let start = offset + line.len() - rest.len();
        let length = match rest.chars().next() {
            None | Some('#') => return words,
            Some(',') => 1,
            Some('"') => rest[1..].find('"').map_or(rest.trim_end().len(), |end| end + 2),
            Some(_) if rest.starts_with("->") => 2,
            Some(_) => {
                let ends = |c: char| c.is_whitespace() || c == ',' || c == '"';
                let end = rest.find(ends).unwrap_or(rest.len());
                rest[..end].find("->").filter(|&arrow| arrow > 0).unwrap_or(end)
            }
        };
        let (word, after) = rest.split_at(length);
        let text = word.trim_matches('"').to_owned();
        words.push(Word { text, span: Span::new(start, start + length) });
        rest = after;
    }
}

struct Parser {
    parts: Vec<Member>,
    errors: Vec<Diagnostic>,
}

impl Parser {
    fn statement(&mut self, words: &[Word]) {
        let Some((first, mut rest)) = words.split_first() else { return };
        let is_property = match &*first.text {
            "component" => false,
            "property" => true,
            other => {
                let help = match closest(other, ["component", "property"].into_iter()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => {
                        "a line begins with `component` or `property`, and then a file".to_owned()
                    }
                };
                let message = format!("`{other}` does not begin a part");
                self.errors.push(Diagnostic::error(first.span, message).help(help));
                return;
            }
        };
        let Some(file) = self.word(&mut rest, first, "a file") else { return };
        let mut part = Member {
            is_property,
            file,
            name: None,
            prefix: None,
            renamed: Vec::new(),
            hidden: Vec::new(),
        };
        while let Some((clause, after)) = rest.split_first() {
            rest = after;
            let understood = match &*clause.text {
                "as" => self.word(&mut rest, clause, "a name").map(|name| part.name = Some(name)),
                "prefix" => {
                    self.word(&mut rest, clause, "a word").map(|word| part.prefix = Some(word))
                }
                "hide" => self.list(&mut rest, |parser, rest| {
                    part.hidden.push(parser.word(rest, clause, "a label")?);
                    Some(())
                }),
                "rename" => self.list(&mut rest, |parser, rest| {
                    let old = parser.word(rest, clause, "a label")?;
                    parser.arrow(rest, &old)?;
                    let new = parser.word(rest, &old, "another label")?;
                    part.renamed.push((old, new));
                    Some(())
                }),
                other => {
                    let clauses = ["as", "prefix", "rename", "hide"];
                    let help = match closest(other, clauses.into_iter()) {
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => "a file is followed by as, prefix, rename or hide".to_owned(),
                    };
                    let message = format!("`{other}` means nothing here");
                    self.errors.push(Diagnostic::error(clause.span, message).help(help));
                    None
                }
            };
            if understood.is_none() {
                return;
            }
        }
        self.parts.push(part);
    }

    /// The next word, if it is one.
    fn word(&mut self, rest: &mut &[Word], before: &Word, what: &str) -> Option<Word> {
        match rest.split_first() {
            Some((word, after)) if word.text != "," && word.text != "->" => {
                *rest = after;
                Some(word.clone())
            }
            found => {
                let span = found.map_or(before.span, |(word, _)| word.span);
                let message = format!("{what} is missing after `{}`", before.text);
                self.errors.push(Diagnostic::error(span, message));
                None
            }
        }
    }

    fn arrow(&mut self, rest: &mut &[Word], before: &Word) -> Option<()> {
        match rest.split_first() {
            Some((word, after)) if word.text == "->" => {
                *rest = after;
                Some(())
            }
            found => {
                let span = found.map_or(before.span, |(word, _)| word.span);
                let message = format!("`->` is missing after `{}`", before.text);
                let help = "write `rename old -> new, other -> another`";
                self.errors.push(Diagnostic::error(span, message).help(help));
                None
            }
        }
    }

    /// One or more of something, with commas between them.
    fn list(
        &mut self,
        rest: &mut &[Word],
        mut item: impl FnMut(&mut Self, &mut &[Word]) -> Option<()>,
    ) -> Option<()> {
        loop {
            item(self, rest)?;
            match rest.split_first() {
                Some((comma, after)) if comma.text == "," => *rest = after,
                _ => return Some(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_understood() {
        let text = "# clients\ncomponent client.aut as c1 rename a -> a.1, b->b.1 hide c,d\n\
                    component \"the server.aut\" # and its\n    prefix s\nproperty p.aut\n";
        let parts = parse(text).unwrap();
        let [client, server, property] = &parts[..] else { panic!("three parts") };
        let texts = |words: &[Word]| words.iter().map(|w| w.text.clone()).collect::<Vec<_>>();
        assert_eq!(client.name.as_ref().unwrap().text, "c1");
        assert_eq!(client.renamed[1].0.text, "b");
        assert_eq!(client.renamed[1].1.text, "b.1");
        assert_eq!(texts(&client.hidden), ["c", "d"]);
        assert_eq!(server.file.text, "the server.aut");
        assert_eq!(&text[server.file.span.start..server.file.span.end], "\"the server.aut\"");
        assert_eq!(server.prefix.as_ref().unwrap().text, "s");
        assert!(property.is_property && !server.is_property);
    }

    #[test]
    fn all_mistakes_are_told() {
        let text = "compnent a.aut\ncomponent\ncomponent a.aut renam x -> y\n\
                    component a.aut rename x y\ncomponent a.aut hide ,\nproperty p.aut as";
        let errors = parse(text).unwrap_err();
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        assert_eq!(
            messages,
            [
                "`compnent` does not begin a part",
                "a file is missing after `component`",
                "`renam` means nothing here",
                "`->` is missing after `x`",
                "a label is missing after `hide`",
                "a name is missing after `as`",
            ]
        );
        assert!(parse("# nothing\n").is_err());
    }
}
