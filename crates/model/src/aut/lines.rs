//! A stream cut into lines without copying them, and without trusting them to end.

use std::io::{self, BufRead, ErrorKind};

/// Lines longer than this are cut: no label is that long, and a file without line ends must not be
/// taken into memory whole.
pub(super) const LONGEST_LINE: usize = 1 << 20;

/// Lends one line after the other.
pub(super) struct Lines<R> {
    input: R,
    /// A line that straddles two buffers of the input.
    carry: Vec<u8>,
    /// Bytes of the input's buffer that were lent last and are now done with.
    lent: usize,
    /// Where the next line starts.
    offset: usize,
}

/// A line without its line end.
pub(super) struct Line<'a> {
    /// Its bytes; a carriage return at the end is still there.
    pub(super) bytes: &'a [u8],
    /// Where it starts in the text.
    pub(super) offset: usize,
    /// Whether it is longer than [`LONGEST_LINE`]; then `bytes` is only its beginning, and no line
    /// follows.
    pub(super) too_long: bool,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, carry: Vec::new(), lent: 0, offset: 0 }
    }

    /// The next line, or `None` at the end of the text.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.input.consume(std::mem::take(&mut self.lent));
        self.carry.clear();
        let offset = self.offset;
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let (bytes, ended) = match memchr::memchr(b'\n', buffer) {
                Some(end) => (end, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            let taken = (bytes + 1).min(buffer.len());
            if self.carry.is_empty() && ended {
                if buffer.is_empty() {
                    return Ok(None);
                }
                // The same buffer again: `fill_buf` reads nothing while there is something left.
                self.lent = taken;
                self.offset += taken;
                let line = &self.input.fill_buf()?[..bytes];
                return Ok(Some(Line { bytes: line, offset, too_long: false }));
            }
            let room = LONGEST_LINE - self.carry.len();
            self.carry.extend_from_slice(&buffer[..bytes.min(room)]);
            self.input.consume(taken);
            self.offset += taken;
            if ended || bytes > room {
                let too_long = bytes > room;
                return Ok(Some(Line { bytes: &self.carry, offset, too_long }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &str, buffer: usize) -> Vec<(String, usize)> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, text.as_bytes()));
        let mut all = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            all.push((String::from_utf8(line.bytes.to_vec()).unwrap(), line.offset));
        }
        all
    }

    #[test]
    fn the_buffer_size_does_not_matter() {
        let text = "one\n\ntwo three\r\nfour";
        let expected: Vec<(String, usize)> =
            [("one", 0), ("", 4), ("two three\r", 5), ("four", 16)]
                .map(|(line, offset)| (line.to_owned(), offset))
                .into();
        for buffer in 1..30 {
            assert_eq!(lines(text, buffer), expected, "buffer of {buffer}");
        }
        assert_eq!(lines("", 8), []);
        assert_eq!(lines("\n", 8), [(String::new(), 0)]);
    }

    #[test]
    fn endless_lines_are_cut() {
        let endless = BufReader::new(std::io::repeat(b'x'));
        let mut lines = Lines::new(endless);
        let line = lines.next().unwrap().unwrap();
        assert!(line.too_long && line.bytes.len() == LONGEST_LINE);
    }
}
