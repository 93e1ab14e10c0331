//! The kinds of questions. A kind is a file in this directory and a line in the list below.

mod assume;
mod certify;
mod check;
mod compare;
mod compose;
mod conform;
mod convert;
mod describe;
mod draw;
mod keep;
mod measure;
mod minimise;
mod output;
mod proofread;
mod satisfy;
mod show;
mod step;

use serde::{Deserialize, Serialize};

pub use self::assume::{Assume, Assumed, AssumedQuotient, AssumptionKind};
pub use self::certify::{Certified, Certify, CheckedPremise};
pub use self::check::Check;
pub use self::compare::{Compare, Compared, Difference, Relation, Side};
pub use self::compose::Compose;
pub use self::conform::Conform;
pub use self::convert::Convert;
pub use self::describe::{ComponentInfo, Describe, Described, Info, Shared};
pub use self::draw::Draw;
pub use self::keep::{Keep, Kept};
pub use self::measure::Measure;
pub use self::minimise::{Equivalence, Minimise};
pub use self::output::{Output, Written};
pub use self::proofread::{DefinedName, Mistake, Proofread, ProofreadReport};
pub use self::satisfy::Satisfy;
pub use self::show::{Show, Shown, ShownArrow, ShownPart, ShownPicture, ShownState};
pub use self::step::{OfferedStep, RandomSteps, StandingPart, Step, Stepped, TakenMove, TakenStep};
use crate::conformance::ConformedReport;
use crate::desk::Desk;
use crate::formula::FormulasReport;
use crate::probability::ProbabilityReport;
use crate::report::CheckReport;
use crate::{Attempt, Verdict};

/// What every kind of question has in common. Asking goes through all of it in this order.
pub(crate) trait Kind {
    /// What was read for it.
    type Subject;
    /// What came of it, before it is put into words.
    type Found;
    /// What came of it, by name.
    type Report: Report;

    /// Why there is no certificate of an answer, if there is none.
    const UNCERTIFIED: Option<&'static str>;

    /// Reads what the question is about, and sees to it that it can be asked.
    fn load(&self, desk: Desk<'_>) -> Attempt<Self::Subject>;

    /// Answers it.
    fn answer(&self, subject: &mut Self::Subject, desk: Desk<'_>) -> Attempt<Self::Found>;

    /// Lets the independent checker confirm the evidence and writes it down, as far as that was
    /// asked for.
    fn certify(&self, _: &Self::Subject, _: &mut Self::Found, _: Desk<'_>) -> Attempt<()> {
        Ok(())
    }

    /// Puts the answer into words.
    fn report(
        &self,
        subject: Self::Subject,
        found: Self::Found,
        desk: Desk<'_>,
    ) -> Attempt<Self::Report>;
}

/// An answer by name.
pub(crate) trait Report: Serialize {
    /// What it says, in a word.
    fn verdict(&self) -> Verdict {
        Verdict::Holds
    }
}

fn ask<K: Kind>(kind: &K, desk: Desk<'_>) -> Attempt<K::Report> {
    let mut subject = kind.load(desk)?;
    let mut found = kind.answer(&mut subject, desk)?;
    kind.certify(&subject, &mut found, desk)?;
    kind.report(subject, found, desk)
}

/// Declares the kinds: the question, what comes of it, and their names.
macro_rules! kinds {
    ($($(#[$doc:meta])* $question:ident, $name:literal => $finding:ident($report:ty);)*) => {
        /// A question.
        #[derive(Debug, Clone, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "kebab-case")]
        pub enum Question {
            $($(#[$doc])* $question($question),)*
        }

        /// What came of a question.
        #[derive(Debug, Serialize)]
        #[serde(untagged)]
        pub enum Finding {
            $($(#[$doc])* $finding($report),)*
        }

        impl Question {
            /// All kinds, each with the reason why its answers have no certificates, if they have
            /// none.
            pub const KINDS: &'static [(&'static str, Option<&'static str>)] =
                &[$(($name, <$question as Kind>::UNCERTIFIED),)*];

            /// The kind of question.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$question(_) => $name,)*
                }
            }

            pub(crate) fn ask(&self, desk: Desk<'_>) -> Attempt<Finding> {
                Ok(match self {
                    $(Self::$question(question) => Finding::$finding(ask(question, desk)?),)*
                })
            }
        }

        impl Finding {
            /// The kind of question that it answers.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$finding(_) => $name,)*
                }
            }

            /// What it says, in a word.
            pub fn verdict(&self) -> Verdict {
                match self {
                    $(Self::$finding(report) => Report::verdict(report),)*
                }
            }
        }

        $(impl From<$question> for Question {
            fn from(question: $question) -> Self {
                Self::$question(question)
            }
        })*
    };
}

kinds! {
    /// Which claims about a system are true?
    Check, "check" => Checked(CheckReport);
    /// Do components still keep to an assumption that was made about them?
    Keep, "keep" => Kept(Kept);
    /// Does a system, which may have probabilities, conform to a specification?
    Conform, "conform" => Conformed(ConformedReport);
    /// Does a probabilistic system have formulas?
    Satisfy, "satisfy" => Satisfied(FormulasReport);
    /// How probable is something?
    Measure, "measure" => Measured(ProbabilityReport);
    /// What do components need to know about their environment, or have to be like for it?
    Assume, "assume" => Assumed(Assumed);
    /// Is a certificate right?
    Certify, "certify" => Certified(Certified);
    /// Are two LTSs the same, and if not, what shows it?
    Compare, "compare" => Compared(Compared);
    /// What are components together, as one LTS?
    Compose, "compose" => Composed(Written);
    /// What is the smallest LTS that is equivalent?
    Minimise, "minimise" => Minimised(Written);
    /// What is it in another format?
    Convert, "convert" => Converted(Written);
    /// What does it look like?
    Draw, "draw" => Drawn(Written);
    /// How large is it, and who shares what with whom?
    Describe, "describe" => Described(Described);
    /// What do components look like, part by part, as data to draw from?
    Show, "show" => Shown(Shown);
    /// What can happen next, after these steps?
    Step, "step" => Stepped(Stepped);
    /// What does a text define, and what is wrong with it?
    Proofread, "proofread" => Proofread(ProofreadReport);
}
