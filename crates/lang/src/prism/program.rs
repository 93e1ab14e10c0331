//! A model lowered: variables, modules with their commands as code, and who synchronises with whom.

use surmise_model::{ActionId, ActionTable};

use super::ast::ModelKind;
use super::code::{Code, CodeId};
use super::token::At;

/// A model, ready to run.
#[derive(Debug, Clone)]
pub(crate) struct Program {
    pub(crate) kind: ModelKind,
    pub(crate) code: Code,
    pub(crate) variables: Vec<Variable>,
    pub(crate) modules: Vec<Module>,
    pub(crate) vectors: Vec<Vector>,
    pub(crate) actions: ActionTable,
    /// `init … endinit`, and where it stands.
    pub(crate) init: Option<(CodeId, At)>,
    pub(crate) labels: Vec<(String, CodeId)>,
    pub(crate) rewards: Vec<RewardStructure>,
}

/// `rewards … endrewards`.
#[derive(Debug, Clone)]
pub(crate) struct RewardStructure {
    pub(crate) name: Option<String>,
    pub(crate) items: Vec<RewardItem>,
}

/// `[a] guard : value;`
#[derive(Debug, Clone)]
pub(crate) struct RewardItem {
    /// The action of a reward for transitions; `Some(None)` for unlabelled ones.
    pub(crate) action: Option<Option<String>>,
    pub(crate) guard: CodeId,
    pub(crate) value: CodeId,
}

/// A variable. Booleans have the bounds 0 and 1.
#[derive(Debug, Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) boolean: bool,
    pub(crate) initial: i64,
    /// The module it belongs to; none for a global one.
    pub(crate) module: Option<usize>,
}

/// A module.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    pub(crate) name: String,
    /// The action of its unlabelled commands, which nobody shares.
    pub(crate) silent: ActionId,
    /// The actions that occur in its text.
    pub(crate) alphabet: Vec<String>,
    pub(crate) commands: Vec<Command>,
}

#[derive(Debug, Clone)]
pub(crate) struct Command {
    /// A position in the module's alphabet.
    pub(crate) action: Option<u32>,
    pub(crate) guard: CodeId,
    pub(crate) updates: Vec<Update>,
    pub(crate) at: At,
}

#[derive(Debug, Clone)]
pub(crate) struct Update {
    pub(crate) probability: CodeId,
    /// Slots and new values.
    pub(crate) assignments: Vec<(u32, CodeId)>,
    pub(crate) at: At,
}

/// Modules that do something together, each with one of its actions, and what it is called then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Vector {
    pub(crate) action: ActionId,
    /// As rewards know it; nothing if it is hidden.
    pub(crate) label: Option<String>,
    /// Modules, in order, each with a position in its alphabet.
    pub(crate) members: Vec<(usize, u32)>,
}

impl Program {
    /// A state as a person reads it: `x=1, b=true`.
    pub(crate) fn shown(&self, slots: &[u32], state: &[i64]) -> String {
        let shown = slots.iter().map(|&slot| {
            let (variable, value) = (&self.variables[slot as usize], state[slot as usize]);
            match variable.boolean {
                true => format!("{}={}", variable.name, value != 0),
                false => format!("{}={value}", variable.name),
            }
        });
        shown.collect::<Vec<_>>().join(", ")
    }
}
