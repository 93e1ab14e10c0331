//! Where a text comes from, and how a part of it is found again when there is something to say
//! about it.
//!
//! A file is not kept in memory for that: it is read again, and of a huge one only the
//! neighbourhood of the places that matter.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use surmise_model::Context;

use crate::{Attempt, Document, Failure, Files, Text};

/// How many bytes tell a language: texts begin with long comments.
pub const BEGINNING: u64 = 16 << 10;

/// A text to read.
#[derive(Debug, Clone)]
pub struct Source {
    /// As the user called it.
    pub name: String,
    document: Arc<dyn Document>,
}

impl Source {
    /// The file of a name; `-` is standard input.
    pub fn open(path: &Path, files: &dyn Files, context: &Context<'_>) -> Attempt<Self> {
        let name = match path.as_os_str() == "-" {
            true => "<stdin>".to_owned(),
            false => path.display().to_string(),
        };
        match files.open(path, context) {
            Ok(document) => Ok(Self { name, document }),
            Err(error) => Err(Failure::reading(&name, error)),
        }
    }

    /// A text that is in no file, under the name that the user knows it by.
    pub fn inline(name: &str, text: &str) -> Self {
        Self { name: name.to_owned(), document: Arc::new(text.as_bytes().to_vec()) }
    }

    /// The text from its beginning.
    pub fn text(&self) -> io::Result<Box<dyn Text + '_>> {
        self.document.text()
    }

    /// All of it, read with an eye on the limits.
    pub fn bytes(&self, context: &Context<'_>) -> Attempt<Vec<u8>> {
        let unreadable = |error: io::Error| Failure::file("read", &self.name, &error);
        let mut text = self.text().map_err(unreadable)?;
        let mut bytes = Vec::new();
        loop {
            context.reserve(bytes.len() as u64)?;
            if text.by_ref().take(1 << 20).read_to_end(&mut bytes).map_err(unreadable)? == 0 {
                return Ok(bytes);
            }
        }
    }

    /// The first bytes, to see what it is.
    pub fn beginning(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.text()?.take(BEGINNING).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// What the thing in it is called if it does not say: the file's name without its extension.
    pub fn stem(&self) -> String {
        let stem = Path::new(&self.name).file_stem();
        stem.map_or_else(|| self.name.clone(), |stem| stem.to_string_lossy().into_owned())
    }

    /// The file's extension in lower case, or nothing.
    pub fn extension(&self) -> String {
        let extension = Path::new(&self.name).extension().unwrap_or_default();
        extension.to_string_lossy().to_ascii_lowercase()
    }

    /// The lines on which these byte positions lie. One pass over the text, as far as needed.
    pub fn lines_of(&self, positions: &[usize]) -> io::Result<Vec<LinePosition>> {
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by_key(|&index| positions[index]);
        let mut lines = vec![LinePosition { number: 1, start: 0 }; positions.len()];
        let mut reader = BufReader::with_capacity(1 << 16, self.text()?);
        let (mut line, mut offset) = (LinePosition { number: 1, start: 0 }, 0);
        let mut pending = order.into_iter().peekable();
        while let Some(&index) = pending.peek() {
            let buffer = reader.fill_buf()?;
            // Up to, not including, the position: a line end at the position is on its line.
            let wanted = positions[index] - offset;
            let searched = &buffer[..wanted.min(buffer.len())];
            match memchr::memchr(b'\n', searched) {
                Some(end) => {
                    offset += end + 1;
                    line = LinePosition { number: line.number + 1, start: offset };
                    reader.consume(end + 1);
                }
                None if wanted <= buffer.len() || buffer.is_empty() => {
                    lines[index] = line;
                    pending.next();
                }
                None => {
                    let length = buffer.len();
                    offset += length;
                    reader.consume(length);
                }
            }
        }
        Ok(lines)
    }

    /// The text from `start` to the end of the line on which `end` lies, but not much more than
    /// `limit` bytes. Bytes that are no UTF-8 are replaced one by one, so that positions stay.
    pub fn excerpt(&self, start: usize, end: usize, limit: usize) -> io::Result<String> {
        let mut text = self.text()?;
        text.seek(SeekFrom::Start(start as u64))?;
        let mut bytes = Vec::new();
        text.take(limit as u64).read_to_end(&mut bytes)?;
        let end = end.saturating_sub(start).min(bytes.len());
        if let Some(line_end) = memchr::memchr(b'\n', &bytes[end..]) {
            bytes.truncate(end + line_end);
        }
        let mut excerpt = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            excerpt.push_str(chunk.valid());
            excerpt.extend(chunk.invalid().iter().map(|_| '?'));
        }
        Ok(excerpt)
    }
}

/// A line of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePosition {
    /// Counted from 1.
    pub number: usize,
    /// The position of its first byte.
    pub start: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &[u8]) -> Source {
        Source { name: "t".into(), document: Arc::new(text.to_vec()) }
    }

    #[test]
    fn lines_are_found_in_any_order() {
        let text = b"ab\ncd\n\nef";
        let at = |number, start| LinePosition { number, start };
        let lines = source(text).lines_of(&[9, 0, 2, 3, 6, 8, 100]).unwrap();
        assert_eq!(lines, [at(4, 7), at(1, 0), at(1, 0), at(2, 3), at(3, 6), at(4, 7), at(4, 7)]);
        let long = "x\n".repeat(100_000);
        let lines = source(long.as_bytes()).lines_of(&[199_999, 0]).unwrap();
        assert_eq!(lines, [at(100_000, 199_998), at(1, 0)]);
    }

    #[test]
    fn excerpts_keep_positions() {
        let excerpt = source(b"ab\n\xff\xfee\ngh").excerpt(3, 4, 100).unwrap();
        assert_eq!(excerpt, "??e");
    }
}
