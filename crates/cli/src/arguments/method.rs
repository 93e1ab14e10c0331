//! How to check.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;

use clap::Args;
use surmise::conformance::ConformanceKind;
use surmise::methods::{
    AlphabetRefinement, Departure, Generate, LearnerKind, MethodOptions, Order, Reduce, Replace,
    by_name,
};
use surmise::model::RuleKind;
use surmise::{Attempt, Failure, Named, OptionName, outside_brackets};

use super::QuotientArgs;
use crate::choice::{choice, method};

/// What methods that find assumptions have in common.
const ASSUMPTIONS: &str = "Options of the methods learn, agar, circular and quotient";

/// Methods of the papers.
const PAPERS: &str = "Options of the methods learn, agar, circular, quotient and cegar";

/// The method and its options.
#[derive(Debug, Args)]
#[command(next_help_heading = "Method")]
pub(crate) struct MethodArgs {
    /// How to check
    #[arg(short, long, value_parser = method(), default_value = "auto", value_name = "METHOD")]
    method: &'static str,
    /// How many threads to use [default: as many as there are cores]
    ///
    /// The answer does not depend on it.
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
    /// The assume-guarantee rule [default: asym]
    #[arg(long, value_parser = choice::<RuleKind>(), value_name = "RULE")]
    #[arg(help_heading = "Options of the method learn", hide_short_help = true)]
    rule: Option<RuleKind>,
    /// The alphabets of assumptions: the whole interface, or refined as needed [default: backward]
    #[arg(long, value_parser = choice::<AlphabetRefinement>(), value_name = "ALPHABET")]
    #[arg(help_heading = ASSUMPTIONS, hide_short_help = true)]
    alphabet: Option<AlphabetRefinement>,
    /// Which components form a group, for example 'A,B|C,D'; or two groups: `two` with few shared
    /// actions and about equal sizes, `smallest-interface` with the fewest, `balanced` with equal
    /// numbers of states (the last two exactly for up to 16 components, by a heuristic for more)
    #[arg(long, value_name = "GROUPS")]
    #[arg(help_heading = ASSUMPTIONS, hide_short_help = true)]
    split: Option<String>,
    /// The order of the components if each is a group of its own [default: interfaces]
    #[arg(long, value_parser = choice::<Order>(), value_name = "ORDER", conflicts_with = "split")]
    #[arg(help_heading = ASSUMPTIONS, hide_short_help = true)]
    order: Option<Order>,
    /// The learning algorithm [default: table]
    #[arg(long, value_parser = choice::<LearnerKind>(), value_name = "LEARNER")]
    #[arg(help_heading = "Options of the method learn", hide_short_help = true)]
    learner: Option<LearnerKind>,
    /// Which assumptions a premise may use: those of all `others`, of the groups `sharing` actions
    /// with it, or sets such as 'client.1=server; client.2=server,client.1' [default: others]
    #[arg(long, value_name = "USES")]
    #[arg(help_heading = "Options of the method circular", hide_short_help = true)]
    uses: Option<String>,
    /// How assumptions are generated [default: sat]
    #[arg(long, value_parser = choice::<Generate>(), value_name = "GENERATOR")]
    #[arg(help_heading = "Options of the method circular", hide_short_help = true)]
    generate: Option<Generate>,
    /// The order in which more than two components are replaced [default: fewest-shared]
    #[arg(long, value_parser = choice::<Replace>(), value_name = "ORDER")]
    #[arg(help_heading = "Options of the method quotient", hide_short_help = true)]
    replace: Option<Replace>,
    #[command(flatten)]
    quotient: QuotientArgs,
    /// Use this assumption about a component, or its group, and find the others (not `quotient`);
    /// can be repeated
    #[arg(long, value_name = "COMPONENT=FILE", value_parser = assumption)]
    #[arg(help_heading = ASSUMPTIONS, hide_short_help = true)]
    pub(crate) assume: Vec<(String, PathBuf)>,
    /// The paper's own algorithm and nothing else (`docs/papers.md` lists the differences)
    #[arg(long, conflicts_with = "without")]
    #[arg(help_heading = PAPERS, hide_short_help = true)]
    as_published: bool,
    /// Leave out some of what a method does that its paper does not
    #[arg(long, value_name = "DEPARTURES", value_delimiter = ',', value_parser = choice::<Departure>())]
    #[arg(help_heading = PAPERS, hide_short_help = true)]
    without: Vec<Departure>,
    /// The actions that assumptions start with, separated by commas; others join as needed
    /// [default: those of the property]
    #[arg(long, value_name = "ACTIONS")]
    #[arg(help_heading = "Options of the method learn", hide_short_help = true)]
    start: Option<String>,
    /// Which steps to leave out: verdicts stay the same, but with `por` the run into an error may
    /// not be a shortest one [default: none]
    #[arg(long, value_parser = choice::<Reduce>(), value_name = "STEPS")]
    #[arg(help_heading = "Options of the method mono", hide_short_help = true)]
    reduce: Option<Reduce>,
    /// Look for a shortest run to a violation, whatever it takes
    ///
    /// Otherwise that may take as much work as finding some run; where there are no more than
    /// 100,000 states, a shortest one is always found.
    #[arg(long)]
    #[arg(help_heading = "Options of the methods auto, mono and symbolic", hide_short_help = true)]
    shortest: bool,
}

impl MethodArgs {
    /// Whether no method is named.
    pub(crate) fn is_default(&self) -> bool {
        self.method == "auto"
    }

    /// The method, if it can check claims.
    pub(crate) fn method(&self) -> Attempt<String> {
        match by_name(self.method) {
            Some(_) => Ok(self.method.to_owned()),
            None => Err(Failure::usage(format!(
                "{} decides whether a probabilistic system conforms to a specification, or has a \
                 formula",
                self.method
            ))
            .concerning(OptionName::Method)
            .help("name one: --specification FILE, or --property 'P<=0.01 [ F \"fail\" ]'")),
        }
    }

    /// The method, if it can decide conformance and formulas.
    pub(crate) fn conformance(&self) -> Attempt<ConformanceKind> {
        // There is no race for it: what is used if nothing is chosen is the whole system at once.
        if self.method == "auto" {
            return Ok(ConformanceKind::default());
        }
        ConformanceKind::by_name(self.method).ok_or_else(|| {
            let known: Vec<&str> = ConformanceKind::ALL.iter().map(|(_, name, _)| *name).collect();
            let message = format!("{} is not a method for probabilistic systems", self.method);
            let help = format!("use --method {}", known.join(" or --method "));
            Failure::usage_with_help(message, help).concerning(OptionName::Method)
        })
    }

    /// What was chosen.
    pub(crate) fn options(&self) -> MethodOptions {
        let mut options = MethodOptions {
            rule: self.rule,
            alphabet: self.alphabet,
            split: self.split.clone(),
            order: self.order,
            learner: self.learner,
            uses: self.uses.clone(),
            generate: self.generate,
            replace: self.replace,
            as_published: self.as_published,
            without: self.without.clone(),
            start: self.start.as_deref().map(|names| {
                let names = outside_brackets(names, ',').filter(|name| !name.trim().is_empty());
                names.map(str::to_owned).collect()
            }),
            reduce: self.reduce,
            shortest: self.shortest,
            threads: self
                .threads
                .or_else(|| available_parallelism().ok())
                .map_or(1, NonZeroUsize::get),
            ..MethodOptions::default()
        };
        self.quotient.choose(&mut options);
        options
    }
}

/// `COMPONENT=FILE`.
fn assumption(text: &str) -> Result<(String, PathBuf), String> {
    let name = outside_brackets(text, '=').next().unwrap_or_default();
    match text[name.len()..].strip_prefix('=').filter(|file| !file.is_empty()) {
        Some(file) => Ok((name.trim().to_owned(), file.into())),
        None => Err("write COMPONENT=FILE, for example server=server.aut".to_owned()),
    }
}
