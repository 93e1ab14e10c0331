//! Surmise, a compositional model checker: does a system of concurrent components have a property,
//! without building the whole system?
//!
//! A [`Request`] is a question about models; a [`Job`] answers it on a thread of its own; an
//! [`Answer`] is what comes of it, with evidence that somebody else can check:
//!
//! ```
//! use std::sync::Arc;
//! use surmise::{Certify, Check, Finding, Job, OutcomeReport, Texts, Verdict};
//!
//! let model = "SEMA = (up -> down -> SEMA). P = (enter -> up -> down -> exit -> P).
//!              ||SYSTEM = (a:P || b:P || {a,b}::SEMA). property ONE = (a.enter -> a.exit -> ONE).
//!              ||CHECK = (SYSTEM || ONE).";
//! let files = Arc::new(Texts::new([("mutex.lts", model)]));
//!
//! // Everything that the model declares, with a certificate for each verdict.
//! let mut check = Check::of(["mutex.lts"]);
//! check.evidence.certificate = Some("proof.json".into());
//! let answer = Job::start(check, files.clone()).wait()?;
//! let Finding::Checked(report) = &answer.finding else { unreachable!() };
//! for verdict in &report.verdicts {
//!     if let OutcomeReport::Violated(found) = &verdict.outcome {
//!         let actions = found.counterexample.steps.iter().map(|step| step.action.raw());
//!         println!("{} is violated: {}", verdict.claim, actions.collect::<Vec<_>>().join(" "));
//!     }
//!     // The certificate is checked by code that shares nothing with whoever found the verdict.
//!     let certificate = verdict.evidence.certificate.as_deref().expect("it was asked for");
//!     let certify = Certify::of(["mutex.lts"], certificate);
//!     assert_eq!(Job::start(certify, files.clone()).wait()?.verdict(), Verdict::Holds);
//! }
//! # Ok::<(), surmise::Failure>(())
//! ```
//!
//! A question is one of the [kinds](Question): [`Check`], [`Keep`], [`Conform`], [`Satisfy`],
//! [`Measure`], [`Assume`], [`Certify`], [`Compare`], [`Compose`], [`Minimise`], [`Convert`],
//! [`Draw`], [`Describe`], [`Show`], [`Step`], [`Proofread`]. Requests can be read from JSON, events
//! and answers written as JSON;
//! `docs/messages.schema.json` describes all three. Whoever has components as values of a program
//! and not as files builds them with [`model`] and asks an engine with [`methods`].
//!
//! Nothing in here knows a terminal, a disk, a clock or the process it runs in: a [`Host`] lends
//! what is needed. So a command line, a web page and another language can all stand on it.

/// The example of the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod answer;
mod certificates;
pub mod check;
pub mod conformance;
mod desk;
mod event;
mod evidence;
mod explain;
mod failure;
pub mod formula;
mod host;
mod instead;
mod job;
pub mod load;
pub mod methods;
pub mod model;
mod name;
mod named;
mod options;
mod plot;
pub mod probability;
mod questions;
mod remark;
pub mod report;
mod request;
mod resolve;
mod reuse;
mod source;
mod walk;
pub mod write;

pub use surmise_lang::outline::{Outline, Symbol, SymbolKind};
pub use surmise_verify::probabilistic::simulation::{SmtAnswer, SmtSolver};

pub use answer::{Answer, Verdict};
pub use event::Event;
pub use evidence::{Confirm, EvidenceOptions};
pub use explain::{Explanation, explain};
pub use failure::{Attempt, Failure, Stopped};
pub use host::{Document, Files, Host, Solver, Text, Texts, Writer};
pub use instead::instead;
pub use job::{Canceller, Job, Listener};
pub use name::{Name, count, few, join};
pub use named::Named;
pub use options::OptionName;
pub use questions::{
    Assume, Assumed, AssumedQuotient, AssumptionKind, Certified, Certify, Check, CheckedPremise,
    Compare, Compared, ComponentInfo, Compose, Conform, Convert, DefinedName, Describe, Described,
    Difference, Draw, Equivalence, Finding, Info, Keep, Kept, Measure, Minimise, Mistake,
    OfferedStep, Output, Proofread, ProofreadReport, Question, RandomSteps, Relation, Satisfy,
    Shared, Show, Shown, ShownArrow, ShownPart, ShownPicture, ShownState, Side, StandingPart, Step,
    Stepped, TakenMove, TakenStep, Written,
};
pub use remark::{Place, Remark, warning};
pub use report::{CheckReport, DistinguishingFormula, OutcomeReport};
pub use request::{Limits, Request, VERSION};
pub use resolve::{groups_named, outside_brackets};
pub use source::{BEGINNING, LinePosition, Source};
pub use walk::{Choice, Walk};
