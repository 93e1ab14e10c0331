//! The identifiers of one text, interned.
//!
//! Models written by tools have hundreds of thousands of words, nearly all of them short (`Q1234`):
//! a name of up to seven bytes is looked up as one number, without touching its text.

use rustc_hash::FxHashMap;

use super::token::{BUILT_IN, KEYWORDS, Symbol};

/// The longest name that fits into a number, in bytes.
const SHORT: usize = 7;

/// The identifiers of one text, each once; the keywords and the built-in names come first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    /// All texts, one after the other, and where each ends.
    texts: String,
    ends: Vec<u32>,
    short: FxHashMap<u64, Symbol>,
    long: FxHashMap<Box<str>, Symbol>,
}

impl Names {
    /// The keywords and the built-in names, and room for those of a text of so many bytes.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut names = Self::default();
        names.short.reserve(bytes / 128);
        for text in KEYWORDS.iter().map(|&(text, _)| text).chain(BUILT_IN) {
            names.intern(text, 0, text.len());
        }
        names
    }

    /// The symbol of a part of a source text.
    pub(crate) fn intern(&mut self, source: &str, start: usize, end: usize) -> Symbol {
        let next = Symbol(self.ends.len() as u32);
        let symbol = if end - start <= SHORT {
            *self.short.entry(number(source.as_bytes(), start, end)).or_insert(next)
        } else if let Some(&symbol) = self.long.get(&source[start..end]) {
            symbol
        } else {
            self.long.insert(Box::from(&source[start..end]), next);
            next
        };
        if symbol == next {
            self.texts.push_str(&source[start..end]);
            self.ends.push(self.texts.len() as u32);
        }
        symbol
    }

    /// The text of a symbol.
    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        let start = symbol.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.texts[start as usize..self.ends[symbol.index()] as usize]
    }

    /// How many symbols there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }
}

/// A short name as a number: its bytes, and its length in the highest one.
fn number(bytes: &[u8], start: usize, end: usize) -> u64 {
    let length = end - start;
    let packed = match bytes[start..].first_chunk::<8>() {
        Some(&chunk) => u64::from_le_bytes(chunk) & ((1 << (8 * length)) - 1),
        None => {
            bytes[start..end].iter().rev().fold(0, |packed, &byte| packed << 8 | u64::from(byte))
        }
    };
    packed | (length as u64) << 56
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_interned_once_wherever_they_stand() {
        let source = "a Q1234 Q1234567 a\0 Q1234 Q12345678 aé Q1234567 Q123456 a aé a";
        let mut names = Names::new(0);
        let first = names.len();
        let mut symbols = Vec::new();
        let mut start = 0;
        for text in source.split(' ') {
            let symbol = names.intern(source, start, start + text.len());
            assert_eq!(names.text(symbol), text);
            symbols.push(symbol.index() - first);
            start += text.len() + 1;
        }
        assert_eq!(symbols, [0, 1, 2, 3, 1, 4, 5, 2, 6, 0, 5, 0]);
        assert_eq!(names.text(Symbol(0)), KEYWORDS[0].0);
        assert_eq!(names.text(Symbol::TAU), "tau");
        assert_eq!(names.intern("STOP", 0, 4), Symbol::STOP);
    }
}
