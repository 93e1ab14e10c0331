//! The methods of checking. A method is one file here and one line in [`METHODS`]: what it is
//! called, what it can do, which options it has, and how it is started.

mod agar;
pub(crate) mod assumptions;
mod auto;
mod circular;
mod learn;
mod mono;
mod quotient;
mod symbolic;

use surmise_model::{Claim, Context, Report, System};

pub use self::assumptions::Order;
pub use self::mono::Reduce;
pub use self::quotient::quotient_options;
use crate::{Attempt, Failure};

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
    fn options(&self) -> &'static [MethodOption] {
        &[]
    }

    /// Whether its proofs contain assumptions.
    fn finds_assumptions(&self) -> bool {
        false
    }

    /// Whether it can judge a claim about a system.
    fn judges(&self, system: &System, claim: Claim) -> bool {
        !self.finds_assumptions() || assumptions::judges(system, claim)
    }

    /// Whether it counts the states of the whole system.
    fn counts_states(&self) -> bool {
        false
    }

    /// Whether it judges several claims in one go.
    fn judges_together(&self) -> bool {
        false
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
        Ok(reports.into_iter().map(|report| Judgement { report, raced: None }).collect())
    }
}

/// A verdict, and how it came about.
#[derive(Debug)]
pub struct Judgement {
    /// The verdict.
    pub report: Report,
    /// If several raced for it, who won.
    pub raced: Option<Raced>,
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

/// The method that can judge everything.
pub fn search() -> &'static dyn Method {
    &mono::Mono
}

/// An option that belongs to some methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodOption {
    /// The assume-guarantee rule.
    Rule,
    /// How the alphabets of assumptions are chosen.
    Alphabet,
    /// Which components stand together.
    Split,
    /// In which order they stand.
    Order,
    /// Who learns.
    Learner,
    /// Which assumptions a premise may use.
    Uses,
    /// Who makes assumptions.
    Generate,
    /// In which order components are replaced by quotients.
    Replace,
    /// How labels are computed.
    Labels,
    /// How many times an abstraction is refined.
    Steps,
    /// How many times for one direction before the other.
    Alternate,
    /// How little progress is too little.
    StopWhen,
    /// Looking at the size of an assumption after every step.
    Plot,
    /// Assumptions that are given.
    Assume,
    /// Which steps a search leaves out.
    Reduce,
}

impl MethodOption {
    /// As a user writes it.
    pub fn flag(self) -> &'static str {
        match self {
            Self::Rule => "--rule",
            Self::Alphabet => "--alphabet",
            Self::Split => "--split",
            Self::Order => "--order",
            Self::Learner => "--learner",
            Self::Uses => "--uses",
            Self::Generate => "--generate",
            Self::Replace => "--replace",
            Self::Labels => "--labels",
            Self::Steps => "--steps",
            Self::Alternate => "--alternate",
            Self::StopWhen => "--stop-when",
            Self::Plot => "--plot",
            Self::Assume => "--assume",
            Self::Reduce => "--reduce",
        }
    }
}

/// What was chosen of all methods' options; a method takes its own.
#[derive(Debug, Clone)]
pub struct MethodOptions {
    /// [`MethodOption::Rule`].
    pub rule: Option<surmise_model::RuleKind>,
    /// [`MethodOption::Alphabet`].
    pub alphabet: Option<surmise_verify::assume::AlphabetRefinement>,
    /// [`MethodOption::Split`].
    pub split: Option<String>,
    /// [`MethodOption::Order`].
    pub order: Option<Order>,
    /// [`MethodOption::Learner`].
    pub learner: Option<surmise_verify::learn::LearnerKind>,
    /// [`MethodOption::Uses`].
    pub uses: Option<String>,
    /// [`MethodOption::Generate`].
    pub generate: Option<surmise_verify::circular::Generate>,
    /// [`MethodOption::Replace`].
    pub replace: Option<surmise_verify::quotient::Replace>,
    /// [`MethodOption::Labels`].
    pub labels: Option<surmise_verify::quotient::Labels>,
    /// [`MethodOption::Steps`].
    pub steps: Option<usize>,
    /// [`MethodOption::Alternate`].
    pub alternate: Option<std::num::NonZeroUsize>,
    /// [`MethodOption::StopWhen`], in percent.
    pub stop_when: Option<u8>,
    /// [`MethodOption::Plot`].
    pub plot: bool,
    /// [`MethodOption::Assume`].
    pub given: Vec<surmise_verify::assume::Given>,
    /// [`MethodOption::Reduce`].
    pub reduce: Option<Reduce>,
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
            reduce: None,
            threads: 1,
        }
    }
}

impl MethodOptions {
    /// The first option that is chosen and not among these.
    pub fn other_than(&self, known: &[MethodOption]) -> Option<MethodOption> {
        let chosen = [
            (self.rule.is_some(), MethodOption::Rule),
            (self.alphabet.is_some(), MethodOption::Alphabet),
            (self.split.is_some(), MethodOption::Split),
            (self.order.is_some(), MethodOption::Order),
            (self.learner.is_some(), MethodOption::Learner),
            (self.uses.is_some(), MethodOption::Uses),
            (self.generate.is_some(), MethodOption::Generate),
            (self.replace.is_some(), MethodOption::Replace),
            (self.labels.is_some(), MethodOption::Labels),
            (self.steps.is_some(), MethodOption::Steps),
            (self.alternate.is_some(), MethodOption::Alternate),
            (self.stop_when.is_some(), MethodOption::StopWhen),
            (self.plot, MethodOption::Plot),
            (!self.given.is_empty(), MethodOption::Assume),
            (self.reduce.is_some(), MethodOption::Reduce),
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
        let flag = option.flag();
        Err(Failure::usage_with_help(
            format!("{flag} means nothing to the method {}", method.name()),
            format!("leave it out, or use --method {}", whose.join(" or --method ")),
        ))
    }
}
