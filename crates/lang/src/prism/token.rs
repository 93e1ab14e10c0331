//! The words of the PRISM language.

use surmise_model::Span;

/// A place in the source text, in bytes. Half the size of a [`Span`]: every node has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) at: At,
}

macro_rules! kinds {
    ($($kind:ident $shown:literal $($keyword:literal)?,)*) => {
        /// Kinds of words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind {
            $(#[doc = $shown] $kind,)*
        }

        /// The words of the language that cannot name anything.
        pub(crate) const KEYWORDS: &[&str] = &[$($($keyword,)?)*];

        impl Kind {
            /// As messages call it.
            pub(crate) fn shown(self) -> &'static str {
                match self {
                    $(Self::$kind => $shown,)*
                }
            }

            /// The keyword that a word is, if it is one.
            pub(crate) fn keyword(word: &str) -> Option<Self> {
                match word {
                    $($($keyword => Some(Self::$kind),)?)*
                    _ => None,
                }
            }
        }
    };
}

// The letters that start properties (`P`, `F`, `U`, …) are keywords of PRISM, too; here they are
// names that the property parser looks at, so that a model may use them.
kinds! {
    End "the end of the text",
    Identifier "a name",
    Integer "a whole number",
    Decimal "a number",
    Text "a name in quotes",
    Bool "`bool`" "bool",
    Clock "`clock`" "clock",
    Const "`const`" "const",
    Double "`double`" "double",
    EndInit "`endinit`" "endinit",
    EndInvariant "`endinvariant`" "endinvariant",
    EndModule "`endmodule`" "endmodule",
    EndObservables "`endobservables`" "endobservables",
    EndPlayer "`endplayer`" "endplayer",
    EndRewards "`endrewards`" "endrewards",
    EndSystem "`endsystem`" "endsystem",
    False "`false`" "false",
    Formula "`formula`" "formula",
    Func "`func`" "func",
    Global "`global`" "global",
    Init "`init`" "init",
    Int "`int`" "int",
    Invariant "`invariant`" "invariant",
    Label "`label`" "label",
    Max "`max`" "max",
    Min "`min`" "min",
    Module "`module`" "module",
    Observables "`observables`" "observables",
    Observable "`observable`" "observable",
    Player "`player`" "player",
    Prob "`prob`" "prob",
    Rate "`rate`" "rate",
    Rewards "`rewards`" "rewards",
    System "`system`" "system",
    True "`true`" "true",
    And "`&`",
    Arrow "`->`",
    Bar "`|`",
    BarBar "`||`",
    BarBarBar "`|||`",
    BarLeft "`|[`",
    RightBar "`]|`",
    Colon "`:`",
    Comma "`,`",
    DotDot "`..`",
    Equal "`=`",
    Greater "`>`",
    GreaterEqual "`>=`",
    Iff "`<=>`",
    Implies "`=>`",
    LeftArrow "`<-`",
    LeftCurly "`{`",
    LeftRound "`(`",
    LeftSquare "`[`",
    Less "`<`",
    LessEqual "`<=`",
    Minus "`-`",
    Not "`!`",
    NotEqual "`!=`",
    Plus "`+`",
    Quote "`'`",
    Question "`?`",
    RightCurly "`}`",
    RightRound "`)`",
    RightSquare "`]`",
    Semicolon "`;`",
    Slash "`/`",
    Star "`*`",
}
