//! The options of questions, by identifiers. How a user gives one, by a flag, a field or a menu, is
//! for each user interface to say.

use crate::Named;

macro_rules! options {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// An option of some questions, methods or languages.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum OptionName {
            $($(#[$doc])* $variant,)*
        }

        impl Named for OptionName {
            const ALL: &'static [(Self, &'static str, &'static str)] =
                &[$((Self::$variant, $name, ""),)*];
        }
    };
}

options! {
    /// The method.
    Method = "method";
    /// The assume-guarantee rule.
    Rule = "rule";
    /// How the alphabets of assumptions are chosen.
    Alphabet = "alphabet";
    /// Which components stand together.
    Split = "split";
    /// In which order they stand.
    Order = "order";
    /// Who learns.
    Learner = "learner";
    /// Which assumptions a premise may use.
    Uses = "uses";
    /// Who makes assumptions.
    Generate = "generate";
    /// In which order components are replaced by quotients.
    Replace = "replace";
    /// How labels are computed.
    Labels = "labels";
    /// How many times an abstraction is refined.
    Steps = "steps";
    /// How many times for one direction before the other.
    Alternate = "alternate";
    /// How little progress is too little.
    StopWhen = "stop-when";
    /// A picture of how the assumption shrinks.
    Plot = "plot";
    /// A file for numbers, as a table or a picture.
    Table = "table";
    /// Where a way to choose is written.
    Strategy = "strategy";
    /// Assumptions that are given.
    Assume = "assume";
    /// A paper's own algorithm.
    AsPublished = "as-published";
    /// What to leave out that a paper does not do.
    Without = "without";
    /// The actions that assumptions start with.
    Start = "start";
    /// Which steps a search leaves out.
    Reduce = "reduce";
    /// Shortest runs, whatever it takes to find them.
    Shortest = "shortest";
    /// The language of the files.
    Language = "language";
    /// The silent label.
    Tau = "tau";
    /// The process of a model.
    Process = "process";
    /// What becomes a component.
    Granularity = "granularity";
    /// Values of parameters.
    Parameters = "parameters";
    /// Values of constants.
    Constants = "constants";
    /// The modules of a model.
    Modules = "modules";
    /// Predicates that no state may satisfy.
    Never = "never";
    /// Properties, or a formula.
    Property = "property";
    /// A specification to conform to.
    Specification = "specification";
    /// Who decides simulations.
    Engine = "engine";
    /// Probabilities to compute.
    Probability = "probability";
    /// Files for the assumptions of proofs.
    Assumptions = "assumptions";
    /// Assumptions in sentences.
    Explain = "explain";
    /// The weakest assumption, however large.
    Weakest = "weakest";
    /// The actions of an assumption.
    Over = "over";
    /// Who relies on a quotient.
    ForWhom = "for";
    /// A component that something is about.
    Component = "component";
    /// A run to show in a picture.
    Trace = "trace";
    /// The format to write.
    Format = "format";
    /// Drawing what is too large.
    Force = "force";
}
