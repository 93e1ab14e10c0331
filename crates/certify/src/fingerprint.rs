//! What a premise says, as a number: so that one that was found to be true need not be checked
//! again.
//!
//! A fingerprint is the SHA-256 digest of everything that the truth of a premise depends on: which
//! question it is, and the machines that it is about, action by name and step by step, as the
//! checker would explore them. Names of components and the rest of the system are no part of it.
//! So a premise with the fingerprint of a true one is true, wherever it comes from.
//!
//! Of an argument about the whole system the fingerprint is that of the claim and the system.

use std::cell::RefCell;

use sha2::{Digest, Sha256};
use surmise_model::{ActionId, ActionTable, Claim, System};

use crate::machine::Machine;

/// What a premise says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fingerprint(pub [u8; 32]);

/// The questions that premises come down to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum QuestionKind {
    /// Whether what all on the left allow is allowed on the right.
    Included,
    /// The same, one step ahead of those that are used.
    Guaranteed,
    /// Whether somebody allows what the property forbids.
    Excused,
}

/// The premises of a proof, and which of them are known to be true.
pub(crate) struct Record<'a> {
    known: &'a dyn Fn(&Fingerprint) -> bool,
    premises: RefCell<Vec<(Fingerprint, bool)>>,
}

impl<'a> Record<'a> {
    pub(crate) fn new(known: &'a dyn Fn(&Fingerprint) -> bool) -> Self {
        Self { known, premises: RefCell::default() }
    }

    /// Takes a premise down, and tells whether it is known to be true.
    pub(crate) fn knows(&self, premise: Fingerprint) -> bool {
        let is_known = (self.known)(&premise);
        self.premises.borrow_mut().push((premise, is_known));
        is_known
    }

    /// All premises in order, and whether each was known to be true.
    pub(crate) fn premises(self) -> Vec<(Fingerprint, bool)> {
        self.premises.into_inner()
    }
}

/// The fingerprint of a premise: the question, and the machines on its sides.
pub(crate) fn of_premise(
    kind: QuestionKind,
    sides: &[&[&Machine]],
    actions: &ActionTable,
) -> Fingerprint {
    let mut digest = Sha256::new();
    digest.update(format!("surmise premise 1 {kind:?}\n"));
    for side in sides {
        digest.update(format!("{} machines\n", side.len()));
        side.iter().for_each(|machine| write(machine, actions, &mut digest));
    }
    Fingerprint(digest.finalize().into())
}

/// Writes a machine down. Every part tells how long it is, so that no two read the same.
fn write(machine: &Machine, actions: &ActionTable, digest: &mut Sha256) {
    let mut alphabet: Vec<ActionId> = machine.alphabet.iter().collect();
    alphabet.sort_unstable_by_key(|&action| actions.name(action));
    digest.update(format!("{} actions\n", alphabet.len()));
    let mut place = vec![0; actions.len()];
    for (i, &action) in alphabet.iter().enumerate() {
        let name = actions.name(action);
        digest.update(format!("{}:{name}\n", name.len()));
        place[action.index()] = i + 1;
    }
    digest.update(format!("{} states from {:?}\n", machine.rows.len(), machine.initial));
    for row in &machine.rows {
        let mut row: Vec<(usize, u32)> =
            row.iter().map(|(action, target)| (place[action.index()], *target)).collect();
        row.sort_unstable();
        digest.update(format!("{} steps\n", row.len()));
        for (action, target) in row {
            digest.update((action as u64).to_le_bytes());
            digest.update(target.to_le_bytes());
        }
    }
}

/// The fingerprint of a claim about a system as a whole.
pub(crate) fn of_whole(system: &System, claim: Claim) -> Fingerprint {
    let System { actions, hidden, components, properties, temporal, ranges, priority, termination } =
        system;
    let mut digest = Sha256::new();
    digest.update("surmise system 1\n");
    // What follows speaks of actions, components and properties by their numbers.
    digest.update(format!("{} actions\n", actions.len()));
    for action in (0..actions.len()).map(ActionId::of) {
        let name = actions.name(action);
        digest.update(format!("{}:{name}\n", name.len()));
    }
    for lts in components.iter().map(|c| &c.lts).chain(properties.iter().map(|p| &p.lts)) {
        digest.update(format!("{}\n", lts.content_hash(actions)));
    }
    digest.update(format!("{} components, {claim:?}, {hidden:?}\n", components.len()));
    digest.update(format!("{temporal:?}, {ranges:?}, {priority:?}, {termination:?}\n"));
    Fingerprint(digest.finalize().into())
}
