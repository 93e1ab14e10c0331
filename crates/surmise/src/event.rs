//! What a job tells while it runs, as values that can be kept, sent and written down.

use std::sync::Arc;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use surmise_model::{self as model, Conjecture, ProposedFor, RuleKind, write_json};

use crate::Remark;

/// Something worth telling while a job runs.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Something to say about the input, or about the answer.
    Remark {
        /// What.
        #[serde(serialize_with = "remark_json")]
        remark: Box<Remark>,
    },
    /// A search goes on.
    Searching {
        /// States stored so far.
        states: u64,
        /// Of these, how many are still to be expanded.
        waiting: u64,
        /// Length of the shortest run to the states now being expanded.
        depth: u32,
        /// Memory of the search in bytes.
        bytes: u64,
    },
    /// Sets of states are computed as diagrams.
    Growing {
        /// Nodes stored so far.
        nodes: u64,
        /// Memory of the diagrams in bytes.
        bytes: u64,
    },
    /// An abstraction was refined on the way to an assumption that can be used at any time.
    Refined {
        /// Who is abstracted to an assumption.
        about: String,
        /// How many times so far.
        steps: u64,
        /// States of the abstraction.
        classes: u64,
        /// States of the assumption, if somebody looked.
        assumption: Option<u64>,
    },
    /// An assumption is proposed.
    Conjecture {
        /// The assumption, and whose it is.
        #[serde(serialize_with = "conjecture_json")]
        conjecture: Arc<Conjecture>,
    },
    /// Where the work is now, in a few words.
    Phase {
        /// The words.
        text: String,
    },
    /// A step of the reasoning.
    Narration {
        /// In words.
        text: String,
    },
}

impl Event {
    /// Whether the next event of its kind says all that this one says.
    pub(crate) fn is_passing(&self) -> bool {
        self.is_number() || matches!(self, Self::Phase { .. })
    }

    /// Whether it says how far the work has come, which engines do often.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Searching { .. } | Self::Growing { .. })
    }
}

/// The event of an engine, to keep.
impl From<&model::Event<'_>> for Event {
    fn from(event: &model::Event<'_>) -> Self {
        match *event {
            model::Event::Searching { states, waiting, depth, bytes } => {
                Self::Searching { states, waiting, depth, bytes }
            }
            model::Event::Growing { nodes, bytes } => Self::Growing { nodes, bytes },
            model::Event::Refined { about, steps, classes, assumption } => {
                Self::Refined { about: about.to_owned(), steps, classes, assumption }
            }
            model::Event::Conjecture(conjecture) => {
                Self::Conjecture { conjecture: Arc::clone(conjecture) }
            }
            model::Event::Phase(text) => Self::Phase { text: text.to_owned() },
            model::Event::Narration(text) => Self::Narration { text: text.to_owned() },
        }
    }
}

fn remark_json<S: Serializer>(remark: &Remark, serializer: S) -> Result<S::Ok, S::Error> {
    remark.json().map_err(S::Error::custom)?.serialize(serializer)
}

/// A conjecture as programs read it. The LTS is what a file of format `surmise-lts` says.
#[derive(Serialize)]
struct WrittenConjecture<'a> {
    name: &'a str,
    group: &'a [String],
    rule: &'static str,
    number: u64,
    lts: serde_json::Value,
}

fn conjecture_json<S: Serializer>(made: &Conjecture, serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = Vec::new();
    write_json(&mut text, &made.lts, Some(&made.name), &made.actions).map_err(S::Error::custom)?;
    let written = WrittenConjecture {
        name: &made.name,
        group: &made.group,
        rule: match made.purpose {
            ProposedFor::Rule(RuleKind::Asym) => "asym",
            ProposedFor::Rule(RuleKind::Circ) => "circ",
            ProposedFor::Rule(RuleKind::Sym) => "sym",
            ProposedFor::Circular => "circular",
            ProposedFor::Quotient => "quotient",
        },
        number: made.number,
        lts: serde_json::from_slice(&text).map_err(S::Error::custom)?,
    };
    written.serialize(serializer)
}
