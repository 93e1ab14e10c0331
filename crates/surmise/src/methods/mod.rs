//! The methods of checking. A method is one file here and one line in [`METHODS`]: what it is
//! called, what it can do, which options it has, and how it is started.

mod agar;
pub(crate) mod assumptions;
mod auto;
mod circular;
mod departures;
mod learn;
mod mono;
mod program;
mod quotient;
mod symbolic;

use serde::{Deserialize, Serialize};
use surmise_model::{Claim, Context, Proof, Report, System};

pub use self::assumptions::Order;
pub use self::departures::MadeDepartures;
pub use self::mono::Reduce;
pub use self::program::Searched;
pub use self::quotient::quotient_options;
use crate::load::Program;
use crate::{Attempt, Failure, OptionName, Remark};
pub use surmise_verify::Departure;
pub use surmise_verify::assume::AlphabetRefinement;
pub use surmise_verify::circular::Generate;
pub use surmise_verify::learn::LearnerKind;
use surmise_verify::liveness;
pub use surmise_verify::quotient::{Labels, Replace};

/// All methods, the one that is used if none is chosen first.
pub const METHODS: &[&dyn Method] = &[
    &auto::Auto,
    &mono::Mono,
    &symbolic::Symbolic,
    &learn::Learn,
    &agar::Agar,
    &circular::Circular,
    &quotient::Quotient,
];

/// A method of checking.
pub trait Method: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What it does, in a line.
    fn summary(&self) -> &'static str;

    /// The options that mean something to it.
    fn options(&self) -> &'static [OptionName] {
        &[]
    }

    /// What it does that its paper does not.
    fn departures(&self) -> &'static [Departure] {
        &[]
    }

    /// Whether its proofs contain assumptions.
    fn finds_assumptions(&self) -> bool {
        false
    }

    /// Whether it can judge a claim about a system.
    fn judges(&self, system: &System, claim: Claim) -> bool {
        match claim {
            Claim::Temporal(id) => {
                let property = system.temporal_property(id);
                self.finds_assumptions() && liveness::can_be_counted(system, property)
            }
            Claim::Property(_) | Claim::NoError | Claim::NoDeadlock => {
                !self.finds_assumptions() || assumptions::judges(system, claim)
            }
        }
    }

    /// Whether it counts the states of the whole system.
    fn counts_states(&self) -> bool {
        false
    }

    /// Whether it judges several claims in one go.
    fn judges_together(&self) -> bool {
        false
    }

    /// The method for programs that are searched as they are, if it has one.
    fn for_programs(&self) -> Option<&dyn ProgramMethod> {
        None
    }

    /// Judges claims that it can judge: one report for each.
    ///
    /// # Errors
    /// An option does not fit the system.
    fn check(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Report>>;

    /// The same, for methods that leave the judging to others.
    ///
    /// # Errors
    /// An option does not fit the system.
    fn judge(
        &self,
        system: &System,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<Vec<Judgement>> {
        let reports = self.check(system, claims, options, context)?;
        let judgement = |report| Judgement { report, raced: None, searched: None };
        Ok(reports.into_iter().map(judgement).collect())
    }
}

/// A method that can judge a program as it is.
pub trait ProgramMethod {
    /// Judges claims about a program: one judgement for each. Where components were made of it on
    /// the way, other judgements than those [by a search of the program](Judgement::searched) are
    /// about them.
    ///
    /// # Errors
    /// An option does not fit the program.
    fn judge_program(
        &self,
        program: &Program,
        claims: &[Claim],
        options: &MethodOptions,
        context: &Context<'_>,
    ) -> Attempt<(Vec<Judgement>, Option<MadeParts>)>;
}

/// Components that were made of a program, and why none of their ranges is left.
#[derive(Debug)]
pub struct MadeParts {
    /// The components.
    pub system: System,
    /// The proofs, in the order of the ranges.
    pub ranges: Vec<Proof>,
    /// What is to be said of how they were made.
    pub remarks: Vec<Remark>,
}

/// A verdict, and how it came about.
#[derive(Debug)]
pub struct Judgement {
    /// The verdict.
    pub report: Report,
    /// If several raced for it, who won.
    pub raced: Option<Raced>,
    /// If it comes from a search of a program as it is, what that found.
    pub searched: Option<Searched>,
}

/// Who won a race.
#[derive(Debug)]
pub struct Raced {
    /// The method.
    pub by: &'static dyn Method,
    /// Its name, with the rule if it has several.
    pub name: String,
    /// In which round, from 1.
    pub round: u32,
    /// Who had tried before, in vain.
    pub tried: Vec<String>,
}

impl std::fmt::Debug for dyn Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Method {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

/// The method of a name.
pub fn by_name(name: &str) -> Option<&'static dyn Method> {
    METHODS.iter().copied().find(|method| method.name() == name)
}

/// The method that is used if none is chosen.
pub(crate) fn default() -> &'static dyn Method {
    &auto::Auto
}

/// The method that can judge everything.
pub fn search() -> &'static dyn Method {
    &mono::Mono
}

/// What was chosen of all methods' options; a method takes its own.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MethodOptions {
    /// [`OptionName::Rule`].
    #[serde(with = "crate::named::optional")]
    pub rule: Option<surmise_model::RuleKind>,
    /// [`OptionName::Alphabet`].
    #[serde(with = "crate::named::optional")]
    pub alphabet: Option<AlphabetRefinement>,
    /// [`OptionName::Split`].
    pub split: Option<String>,
    /// [`OptionName::Order`].
    #[serde(with = "crate::named::optional")]
    pub order: Option<Order>,
    /// [`OptionName::Learner`].
    #[serde(with = "crate::named::optional")]
    pub learner: Option<LearnerKind>,
    /// [`OptionName::Uses`].
    pub uses: Option<String>,
    /// [`OptionName::Generate`].
    #[serde(with = "crate::named::optional")]
    pub generate: Option<Generate>,
    /// [`OptionName::Replace`].
    #[serde(with = "crate::named::optional")]
    pub replace: Option<Replace>,
    /// [`OptionName::Labels`].
    #[serde(with = "crate::named::optional")]
    pub labels: Option<Labels>,
    /// [`OptionName::Steps`].
    pub steps: Option<usize>,
    /// [`OptionName::Alternate`].
    pub alternate: Option<std::num::NonZeroUsize>,
    /// [`OptionName::StopWhen`], in percent.
    pub stop_when: Option<u8>,
    /// [`OptionName::Plot`]: whether to look at the size of an assumption after every step.
    #[serde(skip)]
    pub plot: bool,
    /// [`OptionName::Assume`], as they were read.
    #[serde(skip)]
    pub given: Vec<surmise_verify::assume::Given>,
    /// [`OptionName::AsPublished`]: the paper's own algorithm and nothing else.
    pub as_published: bool,
    /// [`OptionName::Without`].
    #[serde(with = "crate::named::several")]
    pub without: Vec<Departure>,
    /// [`OptionName::Start`]: names of actions.
    pub start: Option<Vec<String>>,
    /// [`OptionName::Reduce`].
    #[serde(with = "crate::named::optional")]
    pub reduce: Option<Reduce>,
    /// [`OptionName::Shortest`].
    pub shortest: bool,
    /// How many threads may work; every method knows what to do with them.
    pub threads: usize,
}

impl Default for MethodOptions {
    fn default() -> Self {
        Self {
            rule: None,
            alphabet: None,
            split: None,
            order: None,
            learner: None,
            uses: None,
            generate: None,
            replace: None,
            labels: None,
            steps: None,
            alternate: None,
            stop_when: None,
            plot: false,
            given: Vec::new(),
            as_published: false,
            without: Vec::new(),
            start: None,
            reduce: None,
            shortest: false,
            threads: 1,
        }
    }
}

impl MethodOptions {
    /// The first option that is chosen and not among these.
    pub fn other_than(&self, known: &[OptionName]) -> Option<OptionName> {
        let chosen = [
            (self.rule.is_some(), OptionName::Rule),
            (self.alphabet.is_some(), OptionName::Alphabet),
            (self.split.is_some(), OptionName::Split),
            (self.order.is_some(), OptionName::Order),
            (self.learner.is_some(), OptionName::Learner),
            (self.uses.is_some(), OptionName::Uses),
            (self.generate.is_some(), OptionName::Generate),
            (self.replace.is_some(), OptionName::Replace),
            (self.labels.is_some(), OptionName::Labels),
            (self.steps.is_some(), OptionName::Steps),
            (self.alternate.is_some(), OptionName::Alternate),
            (self.stop_when.is_some(), OptionName::StopWhen),
            (self.plot, OptionName::Plot),
            (!self.given.is_empty(), OptionName::Assume),
            (self.as_published, OptionName::AsPublished),
            (!self.without.is_empty(), OptionName::Without),
            (self.start.is_some(), OptionName::Start),
            (self.reduce.is_some(), OptionName::Reduce),
            (self.shortest, OptionName::Shortest),
        ];
        let unknown = chosen.iter().find(|(chosen, option)| *chosen && !known.contains(option));
        unknown.map(|&(_, option)| option)
    }

    /// Says so if an option is chosen that means nothing to a method.
    ///
    /// # Errors
    /// The first such option, and whose it is.
    pub fn refuse_unknown(&self, method: &dyn Method) -> Attempt<()> {
        let Some(option) = self.other_than(method.options()) else { return Ok(()) };
        let whose = METHODS.iter().filter(|method| method.options().contains(&option));
        let whose: Vec<&str> = whose.map(|method| method.name()).collect();
        Err(Failure::usage(format!("this means nothing to the method {}", method.name()))
            .concerning(option)
            .help(format!("leave it out, or use the method {}", whose.join(" or ")))
            .remedied_by(OptionName::Method))
    }
}
