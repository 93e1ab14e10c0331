//! Certificates: a verdict and its evidence as a file that somebody else can check.
//!
//! The types of this module are the file, field by field; `docs/certificates.md` explains it and
//! `docs/certificate.schema.json` is its schema. Everything is said by name and in full, so that a
//! certificate can be read without the program that wrote it, and nothing depends on the order in
//! which a run happened to intern its actions. There are no counts to trust: how many states an
//! assumption has is how many rows it lists, so reading takes memory in proportion to the text.
//!
//! A rule, a kind of assumption or a kind of evidence that comes later is one more variant of an
//! enumeration here. A program that does not know it says so; see [`VERSION`] for when the version
//! has to change.

pub mod conformance;
mod content_hash;
mod evidence;
pub mod formula;
mod itf;
mod json;
pub mod number;
mod polled_text;
pub mod program;
mod read;
mod temporal;
mod transfer;
mod write;

pub use conformance::ConformanceCertificate;
pub use evidence::{Evidence, Mismatch};
pub use formula::FormulaCertificate;
pub use itf::itf;
pub use json::to_json;
pub use number::NumberCertificate;
pub use program::ProgramCertificate;
pub use read::{AnyCertificate, ReadError};
pub use temporal::{
    WrittenFairness, WrittenKind, WrittenMeaning, WrittenOperator, WrittenProposition,
    WrittenTemporal,
};
pub use transfer::Transferred;

use serde::{Deserialize, Serialize};

/// What the `format` field of every certificate says.
pub const FORMAT: &str = "surmise-certificate";

/// The version that this program writes, and the only one it reads so far.
///
/// A new variant of [`Argument`] does not change it: older programs refuse what they do not know.
/// It changes if a field or a rule that exists comes to mean something else.
pub const VERSION: u32 = 1;

/// A verdict about a system, with its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// What was chosen of the models, if they leave a choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Subject>,
    /// All components of the system. The rest of the certificate refers to them by their place in
    /// this list, because two components may have the same name.
    pub components: Vec<Reference>,
    /// The property, or nothing if the verdict is about the components' own errors, deadlock or a
    /// temporal property.
    #[serde(deserialize_with = "Option::deserialize")] // Null has to be said, too.
    pub property: Option<Reference>,
    /// What the components are cut to; why no range is left, if the verdict is that something
    /// holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<WrittenRange>,
    /// The temporal property, if the verdict is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temporal: Option<Box<WrittenTemporal>>,
    /// The verdict.
    #[serde(rename = "claim")]
    pub verdict: Verdict,
}

/// What was chosen of the models: for whoever checks the certificate, who need not choose again.
/// That the choice was right is shown by the components' hashes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// The process of a model that has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<String>,
    /// Other values than the model's own for constants and parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<(String, i32)>,
}

/// A [`Range`](crate::Range), written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenRange {
    /// What is cut.
    pub name: String,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// Why it is not left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Argument>,
}

/// A component or property of the system, by name and content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// Its name.
    pub name: String,
    /// What it contains: see [`Lts::content_hash`](crate::Lts::content_hash).
    pub hash: String,
}

/// A verdict and its evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds, for this reason: the property or temporal property if there is one; else that
    /// there is no deadlock if the reason is [`Argument::DeadlockFree`] or says so; else that no
    /// component reaches an error of its own.
    Holds(Argument),
    /// Something is wrong, as this run shows.
    Violated(Run),
}

/// Why it holds: [`Rule`](crate::Rule), written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// All reachable states were visited and none is bad.
    Exhaustive(Searched),
    /// All reachable states were visited and none is a deadlock.
    DeadlockFree(Searched),
    /// Rule ASYM, nested.
    Asym(Premises),
    /// Rule CIRC-N.
    Circ(Premises),
    /// Rule SYM-N.
    Sym(Premises),
    /// A rule of the family CIRC-AG_N.
    Circular(CircularPremises),
    /// A set of states that nothing leads out of.
    Invariant(WrittenInvariant),
    /// A temporal property is true of all that a monitor allows, which the system never violates.
    Monitored(Monitored),
}

/// A temporal property by way of a property: [`Rule::Monitored`](crate::Rule::Monitored), written
/// down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Monitored {
    /// What is allowed.
    pub monitor: WrittenAssumption,
    /// Why nothing else happens.
    pub because: Box<Argument>,
    /// Why the monitor never stops seeing something, if that matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurrence: Option<WrittenRecurrence>,
}

/// A [`Recurrence`](crate::Recurrence), written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenRecurrence {
    /// Why no run stops, if such runs count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<Box<Argument>>,
}

/// What a search of the whole system has to say: nothing that the checker could believe.
///
/// Certificates used to say here how many states were visited and, of deadlocks, whether errors
/// were looked for, too. Both are still read, and not written any more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searched {
    #[serde(default, rename = "states", skip_serializing)]
    _states: Option<u64>,
    #[serde(default, rename = "error_free", skip_serializing)]
    _error_free: Option<bool>,
}

/// An [`Invariant`](crate::Invariant), written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenInvariant {
    /// Whether it shows that there is no deadlock.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deadlock_free: bool,
    /// Who is on each level: a place in [`Certificate::components`], or nothing for the property.
    pub levels: Vec<Option<u32>>,
    /// What each local state of the property means: the states that it may be in.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub property_states: Vec<Vec<u32>>,
    /// The nodes of each level: local states, each with the place of a node on the next level.
    pub layers: Vec<Vec<Vec<(u32, u32)>>>,
}

/// What the premises of an assume-guarantee rule are made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Premises {
    /// G1..Gn: places in [`Certificate::components`].
    pub groups: Vec<Vec<u32>>,
    /// A1..A(n-1), or A1..An.
    pub assumptions: Vec<WrittenAssumption>,
}

/// What the premises of a circular rule are made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CircularPremises {
    /// G1..Gn: places in [`Certificate::components`].
    pub groups: Vec<Vec<u32>>,
    /// A1..An.
    pub assumptions: Vec<WrittenAssumption>,
    /// The places, from 0, of the assumptions that premises 1 to n use, and then the last one.
    pub uses: Vec<Vec<u32>>,
}

/// An [`Assumption`](crate::Assumption), written down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenAssumption {
    /// The actions it speaks about, sorted, without `tau`.
    pub alphabet: Vec<String>,
    /// The initial state, or nothing if not even the empty trace is allowed.
    #[serde(deserialize_with = "Option::deserialize")]
    pub initial: Option<u32>,
    /// The transitions of each state: an action of the alphabet or `tau`, and the target state.
    pub states: Vec<Vec<(String, u32)>>,
    /// The simulation that relates what is abstracted to the assumption:
    /// [`Simulation`](crate::Simulation).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abstraction: Option<Vec<(Vec<u32>, u32)>>,
}

/// A run of the system: a [`Counterexample`](crate::Counterexample), written down. A state is a
/// number, and −1 where the component is in its error state π.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What is wrong at its end.
    pub violation: WrittenViolation,
    /// The initial state of every component.
    pub initial: Vec<i64>,
    /// What happens, in order.
    pub steps: Vec<WrittenStep>,
}

/// What is wrong at the end of a [`Run`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrittenViolation {
    /// The certificate's property forbids the last action.
    Property,
    /// The component at this place in [`Certificate::components`] is in its error state π.
    Error(u32),
    /// No component can move, and not all have ended.
    Deadlock,
    /// The certificate's temporal property is false of the run that repeats its steps from this
    /// one on, counted from 0, for ever; of the run that stops, if there is none.
    Temporal(u32),
    /// The certificate's temporal property is false of every run that begins like this.
    BadPrefix,
}

/// A step of a [`Run`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenStep {
    /// The action, or `tau`.
    pub action: String,
    /// The state of every component afterwards.
    pub states: Vec<i64>,
}
