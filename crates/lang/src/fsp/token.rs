//! The words of FSP: what the lexer makes of a text and the parser reads.

use surmise_model::Span;

/// An interned identifier of one source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol(pub(crate) u32);

impl Symbol {
    /// The built-in names: the symbols after the keywords.
    pub(crate) const STOP: Self = Self(KEYWORDS.len() as u32);
    pub(crate) const END: Self = Self(KEYWORDS.len() as u32 + 1);
    pub(crate) const ERROR: Self = Self(KEYWORDS.len() as u32 + 2);
    pub(crate) const TAU: Self = Self(KEYWORDS.len() as u32 + 3);

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether this is a local process that every process has.
    pub(crate) fn is_process(self) -> bool {
        Self::STOP <= self && self <= Self::ERROR
    }
}

/// Names with a meaning of their own that are no keywords, in the order of their symbols.
pub(crate) const BUILT_IN: [&str; 4] = ["STOP", "END", "ERROR", "tau"];

/// A place in the source text, in bytes. Half the size of a [`Span`]: every node has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct At {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl At {
    /// The smallest place that contains both.
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    pub(crate) fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }
}

/// One word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// The symbol of an identifier or keyword, or the value of a number.
    pub(crate) payload: u32,
    pub(crate) at: At,
}

impl Token {
    pub(crate) fn symbol(self) -> Symbol {
        Symbol(self.payload)
    }
}

macro_rules! kinds {
    (keywords { $($keyword:ident = $text:literal,)* } others { $($other:ident = $shown:literal,)* }) => {
        /// What a word is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Kind { $($keyword,)* $($other,)* }

        /// The keywords, in the order of their kinds; they are also the first symbols.
        pub(crate) const KEYWORDS: &[(&str, Kind)] = &[$(($text, Kind::$keyword),)*];

        impl Kind {
            /// How a message speaks of it.
            pub(crate) const fn shown(self) -> &'static str {
                match self {
                    $(Self::$keyword => concat!("`", $text, "`"),)*
                    $(Self::$other => $shown,)*
                }
            }
        }
    };
}

kinds! {
    keywords {
        Const = "const",
        Property = "property",
        Range = "range",
        If = "if",
        Then = "then",
        Else = "else",
        Forall = "forall",
        When = "when",
        Set = "set",
        Progress = "progress",
        Menu = "menu",
        Animation = "animation",
        Actions = "actions",
        Controls = "controls",
        Deterministic = "deterministic",
        Minimal = "minimal",
        Compose = "compose",
        Target = "target",
        Import = "import",
        Assert = "assert",
        Fluent = "fluent",
        Exists = "exists",
        Rigid = "rigid",
        Constraint = "constraint",
        Initially = "initially",
        Include = "include",
    }
    others {
        Lower = "a name in lower case",
        Upper = "a name in upper case",
        Int = "a number",
        Text = "a text in quotes",
        Dot = "`.`",
        DotDot = "`..`",
        Comma = "`,`",
        Semicolon = "`;`",
        Colon = "`:`",
        ColonColon = "`::`",
        LeftRound = "`(`",
        RightRound = "`)`",
        LeftSquare = "`[`",
        RightSquare = "`]`",
        LeftCurly = "`{`",
        RightCurly = "`}`",
        Arrow = "`->`",
        Bar = "`|`",
        BarBar = "`||`",
        And = "`&`",
        AndAnd = "`&&`",
        Not = "`!`",
        NotEqual = "`!=`",
        Becomes = "`=`",
        Equal = "`==`",
        Less = "`<`",
        LessEqual = "`<=`",
        ShiftLeft = "`<<`",
        Eventually = "`<>`",
        Equivalent = "`<->`",
        Greater = "`>`",
        GreaterEqual = "`>=`",
        ShiftRight = "`>>`",
        Always = "`[]`",
        Plus = "`+`",
        Minus = "`-`",
        Star = "`*`",
        Slash = "`/`",
        Percent = "`%`",
        Caret = "`^`",
        Tilde = "`~`",
        Question = "`?`",
        Hash = "`#`",
        Quote = "`'`",
        At = "`@`",
        Backslash = "`\\`",
        End = "the end of the text",
    }
}

impl Kind {
    /// Whether the word is a keyword.
    pub(crate) fn is_keyword(self) -> bool {
        (self as usize) < KEYWORDS.len()
    }

    /// Whether the word is a keyword that shapes processes and so can never be a label.
    pub(crate) fn is_structural(self) -> bool {
        matches!(self, Self::If | Self::Then | Self::Else | Self::Forall | Self::When)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_numbered_by_their_kinds() {
        for (index, &(text, kind)) in KEYWORDS.iter().enumerate() {
            assert_eq!(kind as usize, index);
            assert!(kind.is_keyword() && kind.shown().contains(text));
        }
        assert!(!Kind::Lower.is_keyword());
        assert_eq!(BUILT_IN[Symbol::TAU.index() - KEYWORDS.len()], "tau");
        assert!(Symbol::END.is_process() && !Symbol::TAU.is_process());
    }
}
