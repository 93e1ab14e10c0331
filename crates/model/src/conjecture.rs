//! An assumption that an engine proposes, for who wants to see it: the LTS itself, with the names
//! of its own actions and no others, so that it can be kept, drawn and sent somewhere else.

use crate::{ActionTable, IdOverflow, Lts, RuleKind};

/// What an assumption is proposed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposedFor {
    /// A rule in which one group assumes it. Others are to keep to it, or it joins the assumptions
    /// of all groups.
    Rule(RuleKind),
    /// A circular rule, in which its group keeps to it.
    Circular,
    /// To stand for its group: it is the group's quotient.
    Quotient,
}

/// A proposed assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conjecture {
    /// As reports call the assumption: `A1`.
    pub name: String,
    /// The names of the components of the group that assumes it, or keeps to it.
    pub group: Vec<String>,
    /// What it is proposed for.
    pub purpose: ProposedFor,
    /// How many conjectures there were so far, this one included. Assumptions that are proposed
    /// together have the same number.
    pub number: u64,
    /// The assumption.
    pub lts: Lts,
    /// The actions of its alphabet.
    pub actions: ActionTable,
}

impl Conjecture {
    /// An LTS over actions of a table as a conjecture about a group: assumption number `place`,
    /// counted from 1.
    pub fn new(
        (place, number): (usize, u64),
        group: Vec<String>,
        purpose: ProposedFor,
        lts: &Lts,
        actions: &ActionTable,
    ) -> Result<Self, IdOverflow> {
        let mut own = ActionTable::new();
        for action in lts.alphabet().iter() {
            own.intern(actions.name(action))?;
        }
        // Every action of the LTS is in its alphabet, so it has a name of its own.
        let renamed = |action| own.get(actions.name(action)).unwrap_or(action);
        let alphabet = lts.alphabet().iter().map(renamed).collect();
        let lts = lts.renamed(&alphabet, renamed);
        Ok(Self { name: format!("A{place}"), group, purpose, number, lts, actions: own })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionId, StateId};

    #[test]
    fn it_has_its_own_actions_and_no_others() {
        let mut actions = ActionTable::new();
        let [_, b, _, d] = ["a", "b", "c", "d"].map(|name| actions.intern(name).unwrap());
        let mut builder = Lts::builder();
        builder.ensure_states(2).extend_alphabet([b, d]);
        builder.add(StateId::of(0), d, StateId::of(1));
        builder.add(StateId::of(1), ActionId::TAU, StateId::of(0));
        let lts = builder.build().unwrap();
        let purpose = ProposedFor::Rule(RuleKind::Asym);
        let conjecture = Conjecture::new((2, 7), Vec::new(), purpose, &lts, &actions).unwrap();
        assert_eq!((conjecture.name.as_str(), conjecture.number), ("A2", 7));
        let names: Vec<&str> = conjecture.actions.iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["b", "d"]);
        assert_eq!(conjecture.actions.names(conjecture.lts.alphabet()), ["b", "d"]);
        let edges: Vec<(usize, &str, usize)> = conjecture
            .lts
            .transitions()
            .map(|(source, edge)| {
                (source.index(), conjecture.actions.name(edge.action), edge.target.index())
            })
            .collect();
        assert_eq!(edges, [(0, "d", 1), (1, "tau", 0)]);
    }
}
