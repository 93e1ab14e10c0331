//! A text that is read with an eye on the clock: whoever reads it fails soon after it is told to
//! stop.

use std::io::{self, BufReader, Read};

use crate::Context;

/// A text in memory, as something to read from.
pub(super) struct PolledText<'a> {
    rest: &'a [u8],
    context: &'a Context<'a>,
}

impl<'a> PolledText<'a> {
    /// The text, of which a piece is read between two looks at the context.
    pub(super) fn new(text: &'a [u8], context: &'a Context<'a>) -> BufReader<Self> {
        BufReader::with_capacity(1 << 16, Self { rest: text, context })
    }
}

impl Read for PolledText<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Why it stops, the context can tell again.
        self.context.check().map_err(|_| io::Error::other("stopped"))?;
        self.rest.read(buffer)
    }
}
