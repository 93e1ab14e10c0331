//! The words of Promela, and where each stands.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::Span;

/// An interned identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol(pub(crate) u32);

/// Where a word stands.
///
/// The range of bytes is always one of the *main* text, so that a diagnostic can show it: a word
/// that comes out of a macro stands where the macro is used, a word of an included file where the
/// file is included. `file` and `line` say where it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct At {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The file: 0 is the main text, others are numbered as they are included.
    pub(crate) file: u32,
    /// The line in that file, from 1.
    pub(crate) line: u32,
    /// Where its first word was written in the main text, be it in a macro; or [`At::ELSEWHERE`].
    pub(crate) origin: u32,
}

impl At {
    /// The origin of what was not written in the main text, or was made of several words.
    pub(crate) const ELSEWHERE: u32 = u32::MAX;

    /// Where its first word was written, which is so long; none if that is in another file.
    pub(crate) fn written(self, length: usize) -> Option<Span> {
        let start = self.origin as usize;
        (self.origin != Self::ELSEWHERE).then(|| Span::new(start, start + length))
    }

    pub(crate) fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// From here to the end of another place, if both are in the same file.
    pub(crate) fn to(self, other: Self) -> Self {
        match self.file == other.file {
            true => Self { end: self.end.max(other.end), ..self },
            false => self,
        }
    }
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or a keyword.
    Name,
    /// A number; the value is in the token.
    Number,
    /// A string in double quotes.
    Text,
    /// `...` is no word of the language; a character that has no meaning.
    Unknown,
    Semicolon,
    Comma,
    Arrow,
    Colon,
    Colons,
    Dot,
    Dots,
    LeftRound,
    RightRound,
    LeftSquare,
    RightSquare,
    LeftCurly,
    RightCurly,
    Becomes,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Plus,
    PlusPlus,
    Minus,
    MinusMinus,
    Star,
    Slash,
    Percent,
    And,
    AndAnd,
    Bar,
    BarBar,
    Caret,
    Tilde,
    Not,
    NotNot,
    Question,
    Questions,
    At,
    Hash,
    Hashes,
    /// After the last word.
    End,
}

impl Kind {
    /// How a diagnostic names it.
    pub(crate) fn shown(self) -> &'static str {
        match self {
            Self::Name => "a name",
            Self::Number => "a number",
            Self::Text => "a string",
            Self::Unknown => "a character without meaning",
            Self::Semicolon => "`;`",
            Self::Comma => "`,`",
            Self::Arrow => "`->`",
            Self::Colon => "`:`",
            Self::Colons => "`::`",
            Self::Dot => "`.`",
            Self::Dots => "`..`",
            Self::LeftRound => "`(`",
            Self::RightRound => "`)`",
            Self::LeftSquare => "`[`",
            Self::RightSquare => "`]`",
            Self::LeftCurly => "`{`",
            Self::RightCurly => "`}`",
            Self::Becomes => "`=`",
            Self::Equal => "`==`",
            Self::NotEqual => "`!=`",
            Self::Less => "`<`",
            Self::LessEqual => "`<=`",
            Self::Greater => "`>`",
            Self::GreaterEqual => "`>=`",
            Self::ShiftLeft => "`<<`",
            Self::ShiftRight => "`>>`",
            Self::Plus => "`+`",
            Self::PlusPlus => "`++`",
            Self::Minus => "`-`",
            Self::MinusMinus => "`--`",
            Self::Star => "`*`",
            Self::Slash => "`/`",
            Self::Percent => "`%`",
            Self::And => "`&`",
            Self::AndAnd => "`&&`",
            Self::Bar => "`|`",
            Self::BarBar => "`||`",
            Self::Caret => "`^`",
            Self::Tilde => "`~`",
            Self::Not => "`!`",
            Self::NotNot => "`!!`",
            Self::Question => "`?`",
            Self::Questions => "`??`",
            Self::At => "`@`",
            Self::Hash => "`#`",
            Self::Hashes => "`##`",
            Self::End => "the end of the text",
        }
    }
}

/// A word with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// A name's or string's symbol, or a number's value.
    pub(crate) payload: u32,
    pub(crate) at: At,
    /// Whether it is the first word of its line: `#` is a directive only there.
    pub(crate) first: bool,
    /// Whether blanks stand before it: `#define f (x)` has no parameters, `#define f(x)` has.
    pub(crate) spaced: bool,
}

impl Token {
    /// A name's symbol.
    pub(crate) fn symbol(self) -> Symbol {
        Symbol(self.payload)
    }

    /// Whether it is this keyword.
    pub(crate) fn is(self, word: Symbol) -> bool {
        self.kind == Kind::Name && self.payload == word.0
    }
}

/// The identifiers of a text, each once; the keywords come first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    texts: IndexSet<Box<str>, FxBuildHasher>,
}

impl Names {
    pub(crate) fn new() -> Self {
        let mut names = Self::default();
        for word in word::ALL {
            names.intern(word);
        }
        names
    }

    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(index) = self.texts.get_index_of(text) {
            return Symbol(index as u32);
        }
        self.texts.insert(Box::from(text));
        Symbol(self.texts.len() as u32 - 1)
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }
}

macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        /// The keywords, as symbols.
        pub(crate) mod word {
            use super::Symbol;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants")]
            enum Number { $($name,)* }

            $(pub(crate) const $name: Symbol = Symbol(Number::$name as u32);)*

            pub(crate) const ALL: &[&str] = &[$($text,)*];
        }
    };
}

words! {
    ACTIVE = "active",
    ASSERT = "assert",
    ATOMIC = "atomic",
    BIT = "bit",
    BOOL = "bool",
    BREAK = "break",
    BYTE = "byte",
    C_CODE = "c_code",
    C_DECL = "c_decl",
    C_EXPR = "c_expr",
    C_STATE = "c_state",
    C_TRACK = "c_track",
    CHAN = "chan",
    D_PROCTYPE = "D_proctype",
    D_STEP = "d_step",
    DO = "do",
    ELSE = "else",
    EMPTY = "empty",
    ENABLED = "enabled",
    EVAL = "eval",
    FALSE = "false",
    FI = "fi",
    FOR = "for",
    FULL = "full",
    GET_PRIORITY = "get_priority",
    GOTO = "goto",
    HIDDEN = "hidden",
    IF = "if",
    IN = "in",
    INIT = "init",
    INLINE = "inline",
    INT = "int",
    LEN = "len",
    LOCAL = "local",
    LTL = "ltl",
    MTYPE = "mtype",
    NEMPTY = "nempty",
    NEVER = "never",
    NFULL = "nfull",
    NOTRACE = "notrace",
    NP = "np_",
    NR_PR = "_nr_pr",
    OD = "od",
    OF = "of",
    PC_VALUE = "pc_value",
    PID = "_pid",
    PID_TYPE = "pid",
    PRINTF = "printf",
    PRINTM = "printm",
    PRIORITY = "priority",
    PROCTYPE = "proctype",
    PROVIDED = "provided",
    RETURN = "return",
    RUN = "run",
    SELECT = "select",
    SET_PRIORITY = "set_priority",
    SHORT = "short",
    SHOW = "show",
    SKIP = "skip",
    TIMEOUT = "timeout",
    TRACE = "trace",
    TRUE = "true",
    TYPEDEF = "typedef",
    UNDERSCORE = "_",
    UNLESS = "unless",
    UNSIGNED = "unsigned",
    XR = "xr",
    XS = "xs",
    LAST = "_last",
    STDIN = "STDIN",
    INIT_NAME = ":init:",
    DEFINE = "define",
    UNDEF = "undef",
    INCLUDE = "include",
    IFDEF = "ifdef",
    IFNDEF = "ifndef",
    ELIF = "elif",
    ENDIF = "endif",
    DEFINED = "defined",
    ERROR = "error",
    WARNING = "warning",
    LINE = "line",
    PRAGMA = "pragma",
    PRIORITY_VARIABLE = "_priority",
}

/// The words of the language that cannot name anything.
pub(crate) fn reserved() -> impl Iterator<Item = &'static str> {
    let words = (0u32..).map(Symbol).zip(word::ALL);
    words.filter(|&(symbol, _)| is_reserved(symbol)).map(|(_, &text)| text)
}

/// Whether a symbol is a word of the language that cannot name anything.
pub(crate) fn is_reserved(symbol: Symbol) -> bool {
    symbol.0 < word::INIT_NAME.0 && symbol != word::IN && symbol != word::STDIN
}
