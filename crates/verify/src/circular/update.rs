//! Algorithms 3 and 4, UpdateConstraints and ExtendTrace: what is learned from a counterexample σa
//! to `Mi ⊨ S(Gi) ▷ gi`.
//!
//! A gap in the paper: line 4 asks whether σa violates P in the abstract system. If σ does already,
//! and everybody can do σ while somebody cannot do σa, line 29 would make a constraint that the
//! groups themselves do not satisfy (lemma 6 fails), unless gi is in some closure, where line 14
//! comes first. So σ is asked about, too.

use surmise_model::{ActionId, Alphabet, Stop};

use super::acr::{Acr, Incremental, Line, Suspect, internal};
use super::constraints::Literal;
use crate::assume::state_after;

impl Acr<'_> {
    /// UpdateConstraints: adds constraints, or returns what the abstract system does wrong.
    pub(super) fn update_constraints(
        &mut self,
        group: usize,
        counterexample: &[ActionId],
    ) -> Result<Option<Suspect>, Stop> {
        let trace = self.extend_trace(group, counterexample)?; // line 3
        let Some((_, before)) = trace.split_last() else {
            return Err(internal("a counterexample without an action"));
        };
        if self.groups[group].given.is_some() {
            return self.defend(group, trace);
        }
        let others: Vec<usize> =
            self.rule.last.iter().copied().filter(|&other| other != group).collect();
        let (before_holds, holds) = (self.satisfies(before), self.satisfies(&trace));
        // Lines 4 to 6.
        for (word, holds) in [(before, before_holds), (&trace[..], holds)] {
            if !holds && self.all_allow(others.iter().copied(), word)? {
                return Ok(Some(Suspect::Violation(word.to_vec())));
            }
        }
        // Lines 8 to 18.
        for closure in self.rule.closures[group].clone() {
            let others = || closure.iter().copied().filter(|&other| other != group);
            let all_of_it = self.all_allow(others(), &trace)?;
            if !all_of_it && !self.all_allow(others(), before)? {
                continue;
            }
            for &member in &closure {
                let word = if all_of_it || member == group { &trace[..] } else { before };
                let literal = self.constraints.allow(word, member);
                self.add_constraint(vec![literal])?;
            }
            return Ok(None);
        }
        // Lines 19 to 36.
        let line = match (before_holds, holds) {
            (true, false) => Line::L22,
            (false, false) => Line::L29,
            (_, true) => Line::L34,
        };
        self.constrain(&trace, group, line)?;
        self.traces.push(Incremental { trace, full: false, group, line });
        Ok(None)
    }

    /// What to do if the assumption that is given for a group forbids what the group does: it stays
    /// as it is, so one of those that the premise uses has to exclude what comes before, unless all
    /// of their groups can do that.
    fn defend(&mut self, group: usize, trace: Vec<ActionId>) -> Result<Option<Suspect>, Stop> {
        let before = trace.split_last().map_or(&[][..], |(_, before)| before);
        if self.all_allow(self.rule.uses[group].clone(), before)? {
            return Ok(Some(Suspect::Broken(group, trace)));
        }
        self.constrain(&trace, group, Line::L34)?;
        self.traces.push(Incremental { trace, full: false, group, line: Line::L34 });
        Ok(None)
    }

    /// The constraint of a trace and a type over the current alphabet: lines 22, 29 and 34, and the
    /// operator RC.
    pub(super) fn constrain(
        &mut self,
        trace: &[ActionId],
        group: usize,
        line: Line,
    ) -> Result<(), Stop> {
        let before = trace.split_last().map_or(trace, |(_, before)| before);
        let used = self.rule.uses[group].clone();
        let last = self.rule.last.clone();
        let constraints = &mut self.constraints;
        let removed: Vec<Literal> = used.iter().map(|&of| constraints.forbid(before, of)).collect();
        let added = constraints.allow(trace, group);
        let others = last.into_iter().filter(|&of| of != group);
        let excluded: Option<Vec<Literal>> = match line {
            Line::L22 => Some(others.map(|of| constraints.forbid(trace, of)).collect()),
            Line::L29 => {
                let others = others.filter(|of| !used.contains(of));
                Some(others.map(|of| constraints.forbid(before, of)).collect())
            }
            Line::L34 => None,
        };
        if let Some(excluded) = excluded {
            self.add_constraint([&removed[..], &excluded].concat())?;
        }
        self.add_constraint([&removed[..], &[added]].concat())
    }

    /// Adds a disjunction. By lemma 6 the groups themselves satisfy it. What it says about
    /// assumptions that are given is true or false.
    pub(super) fn add_constraint(&mut self, mut clause: Vec<Literal>) -> Result<(), Stop> {
        let (groups, constraints) = (&self.groups, &self.constraints);
        let given = |literal: &Literal| -> Option<bool> {
            let given = groups[literal.assumption].given.as_ref()?;
            let trace = constraints.trees()[literal.assumption].trace(literal.node);
            Some(state_after(given, &trace).is_some() == literal.allowed)
        };
        if clause.iter().any(|literal| given(literal) == Some(true)) {
            return Ok(());
        }
        clause.retain(|literal| given(literal).is_none());
        if self.options.suspicious {
            let mut satisfied = false;
            for literal in &clause {
                let trace = self.constraints.trees()[literal.assumption].trace(literal.node);
                satisfied |= self.groups[literal.assumption].allows(&trace)? == literal.allowed;
            }
            if !satisfied {
                return Err(internal("a constraint excludes the groups themselves"));
            }
        }
        self.constraints.add(clause);
        Ok(())
    }

    /// ExtendTrace: puts in actions that the other groups may do in between, one group after the
    /// other, where they can.
    fn extend_trace(
        &mut self,
        group: usize,
        counterexample: &[ActionId],
    ) -> Result<Vec<ActionId>, Stop> {
        let used = &self.rule.uses[group];
        let mut over: Alphabet = self.groups[group].visible.clone();
        used.iter().for_each(|&of| over.union_with(&self.groups[of].visible));
        let mut trace: Vec<ActionId> =
            counterexample.iter().copied().filter(|&action| over.contains(action)).collect();
        let others = self.rule.relevant.iter().filter(|&of| *of != group && !used.contains(of));
        for &other in others {
            let other = &self.groups[other];
            if other.visible.is_subset(&over) {
                continue;
            }
            if let Some(longer) = other.extend(&trace, &over, &self.progress.context)? {
                trace = longer;
                over.union_with(&other.visible);
            }
        }
        Ok(trace)
    }
}
