//! Claims about runs: formulas over expressions, `never` claims as automata, labels.
//!
//! A `never` claim is a process that looks and changes nothing. Its graph of steps becomes an
//! automaton over the conditions it looks at: an `else` is that no other option is possible, an
//! `atomic` is one move, and an assertion that fails is the end of the claim, which is an error in
//! SPIN as well.

use surmise_model::formula::{Formula, Formulas, Operator};
use surmise_model::{Diagnostic, FormulaId, PropositionId, Severity, TemporalKind};

use super::super::ast::{ClaimKind, Expression, Process};
use super::super::program::{Action, Claim, Expr, Mark, Move, Never, Step};
use super::super::token::At;
use super::graph::{ACCEPT, Graph};
use super::process::marked;
use super::scope::Frame;
use super::{Flow, Flowed, Reported, beyond_states};

/// How many things a claim can look at.
const MOST_ASKED: usize = 128;

/// How many moves a `never` claim may have at one place, each way through an `atomic` counted.
const MOST_MOVES: usize = 10_000;

/// How many it may have at all.
const MOST_MOVES_AT_ALL: usize = 200_000;

impl Flow<'_> {
    /// All claims of a text, and those that its labels make.
    pub(super) fn claims(&mut self) {
        let ast = self.ast;
        self.in_claim = true;
        for claim in &ast.claims {
            let before = self.diagnostics.len();
            let made = match &claim.kind {
                ClaimKind::Ltl { formula, propositions, at } => {
                    self.formula_claim(formula, propositions, *at)
                }
                ClaimKind::Never(process) => self.never_claim(process),
            };
            let unsupported = |diagnostic: &Diagnostic| {
                !diagnostic.is_error() || diagnostic.message.contains("not supported: ")
            };
            let said = &mut self.diagnostics[before..];
            if said.iter().all(unsupported) {
                for diagnostic in said.iter_mut().filter(|diagnostic| diagnostic.is_error()) {
                    diagnostic.severity = Severity::Warning;
                    diagnostic.help = Some(format!("{} is not checked", claim.name));
                }
            }
            if let Ok(made) = made {
                let kind = if claim.given { TemporalKind::Formula } else { made.kind };
                let name = claim.name.clone();
                self.program.claims.push(Claim { name, kind, ..made });
            }
        }
        self.in_claim = false;
        let has = |marks: fn(&super::super::program::ProcessType) -> &[bool]| {
            self.program.processes.iter().any(|process| marks(process).contains(&true))
        };
        let (accepts, progresses) = (has(|p| &p.accepts), has(|p| &p.progresses));
        if accepts {
            let claim = labels("accept", TemporalKind::Acceptance, Mark::Accept);
            self.program.claims.push(claim);
        }
        if progresses {
            let claim = labels("progress", TemporalKind::NonProgress, Mark::Progress);
            self.program.claims.push(claim);
        }
    }

    fn unsupported(&mut self, at: At, what: &str) -> Reported {
        self.error(at, format!("not supported: {what}"))
    }

    fn formula_claim(
        &mut self,
        formula: &Formula,
        propositions: &[(String, Expression)],
        at: At,
    ) -> Flowed<Claim> {
        if propositions.len() > MOST_ASKED {
            let what = format!("a formula with more than {MOST_ASKED} different propositions");
            return Err(self.unsupported(at, &what));
        }
        let (mut names, mut asked) = (Vec::new(), Vec::new());
        let mut all = Ok(());
        for (text, expression) in propositions {
            self.frame = None;
            match self.asked(expression) {
                Ok(made) => {
                    names.push(text.clone());
                    asked.push(made);
                }
                Err(reported) => all = Err(reported),
            }
        }
        self.frame = None;
        let kind = TemporalKind::Ltl;
        let formula = formula.clone();
        all.map(|()| Claim { name: String::new(), kind, formula, names, asked, never: None })
    }

    /// Something about a state that a claim asks.
    fn asked(&mut self, expression: &Expression) -> Flowed<Expr> {
        let made = self.expression(expression)?;
        match beyond_states(&made) {
            Some(what) => Err(self.unsupported(expression.at, &format!("{what} in a claim"))),
            None => Ok(made),
        }
    }

    fn never_claim(&mut self, process: &Process) -> Flowed<Claim> {
        let ast = self.ast;
        let errors = |flow: &Self| flow.diagnostics.iter().filter(|d| d.is_error()).count();
        let before = errors(self);
        self.frame = Some(Frame::new());
        let elements = self.elements(process);
        let frame = self.frame.take().unwrap_or_default();
        if errors(self) > before {
            return Err(Reported);
        }
        if !frame.slots.is_empty() {
            return Err(self.unsupported(process.at, "a `never` claim with variables of its own"));
        }
        let graph = elements.graph(|name| marked(ast.text(name)));
        let mut watch = Watch { graph: &graph, asked: Vec::new(), keys: Vec::new() };
        let count = graph.locations.len() as u32;
        let (mut rows, mut moves) = (Vec::new(), 0);
        for location in 0..count {
            let row = watch.row(location).map_err(|what| self.unsupported(process.at, what))?;
            moves += row.len();
            if moves > MOST_MOVES_AT_ALL {
                return Err(self.unsupported(process.at, "a `never` claim with so many moves"));
            }
            rows.push(row);
        }
        let asked = watch.asked;
        for expression in &asked {
            if let Some(what) = beyond_states(expression) {
                return Err(self.unsupported(process.at, &format!("{what} in a claim")));
            }
        }
        let accepts = graph.marks.iter().map(|marks| marks & ACCEPT != 0).collect();
        let never = Never { initial: graph.initial, rows, accepts, end: graph.end };
        let mut formulas = Formulas::new();
        let finitely = finitely_often(&mut formulas, PropositionId::of(0));
        let end = formulas.proposition(PropositionId::of(1));
        let not_there = formulas.not(end);
        let never_there = formulas.add(Operator::Always(not_there));
        let root = formulas.add(Operator::And(finitely, never_there));
        Ok(Claim {
            name: String::new(),
            kind: TemporalKind::Never,
            formula: Formula::new(&formulas, root),
            names: vec!["accept".to_owned(), "end of the claim".to_owned()],
            asked,
            never: Some(never),
        })
    }
}

/// What labels of processes claim.
fn labels(name: &str, kind: TemporalKind, mark: Mark) -> Claim {
    let mut formulas = Formulas::new();
    let root = match mark {
        Mark::Accept => finitely_often(&mut formulas, PropositionId::of(0)),
        Mark::Progress => {
            let there = formulas.proposition(PropositionId::of(0));
            let some_time = formulas.add(Operator::Eventually(there));
            formulas.add(Operator::Always(some_time))
        }
    };
    Claim {
        name: name.to_owned(),
        kind,
        formula: Formula::new(&formulas, root),
        names: vec![name.to_owned()],
        asked: vec![Expr::Marked(mark)],
        never: None,
    }
}

/// `<>[]!p`.
fn finitely_often(formulas: &mut Formulas, proposition: PropositionId) -> FormulaId {
    let there = formulas.proposition(proposition);
    let elsewhere = formulas.not(there);
    let always = formulas.add(Operator::Always(elsewhere));
    formulas.add(Operator::Eventually(always))
}

/// A `never` claim that becomes an automaton.
struct Watch<'g> {
    graph: &'g Graph,
    asked: Vec<Expr>,
    /// What was asked, to recognise it.
    keys: Vec<String>,
}

impl Watch<'_> {
    /// The moves from a location. One that leads into an `atomic` goes on to where that ends or
    /// blocks.
    fn row(&mut self, location: u32) -> Result<Vec<Move>, &'static str> {
        let mut row = Vec::new();
        let start = Move { positive: 0, negative: 0, target: location };
        let mut open: Vec<(Move, bool)> = vec![(start, true)];
        let mut count = 0;
        while let Some((so_far, goes_on)) = open.pop() {
            count += 1;
            if count > MOST_MOVES {
                return Err("an `atomic` with so many ways through it in a `never` claim");
            }
            if !goes_on || so_far.target == self.graph.end && count > 1 {
                row.push(so_far);
                continue;
            }
            // The options of a state, the last one first: they are taken from the end.
            let here = so_far.target;
            let mut next = Vec::new();
            let mut none = Some(so_far);
            let steps = self.graph.locations[here as usize].clone();
            for step in &steps {
                if step.escape > 0 {
                    return Err("`unless` in a `never` claim");
                }
                self.option(*step, &steps, so_far, &mut next, &mut none)?;
            }
            open.extend(next.into_iter().rev());
            if count > 1 {
                // Where an `atomic` blocks, the claim waits in the middle of it.
                open.extend(none.map(|none| (none, false)));
            }
        }
        Ok(row)
    }

    /// One option: where it leads if it is possible, and what has to be so if it is not.
    fn option(
        &mut self,
        step: Step,
        steps: &[Step],
        so_far: Move,
        next: &mut Vec<(Move, bool)>,
        none: &mut Option<Move>,
    ) -> Result<(), &'static str> {
        let to = |guard: Move| (Move { target: step.target, ..guard }, step.keeps);
        match self.graph.actions[step.action as usize].0.clone() {
            Action::Skip | Action::Print | Action::Nothing => {
                next.push(to(so_far));
                *none = None;
            }
            Action::Condition(condition) => {
                let bit = self.ask(condition)?;
                next.extend(and(so_far, bit, 0).map(to));
                *none = none.and_then(|none| and(none, 0, bit));
            }
            Action::Assert(condition) => {
                let bit = self.ask(condition)?;
                next.extend(and(so_far, bit, 0).map(to));
                let end = |guard| (Move { target: self.graph.end, ..guard }, false);
                next.extend(and(so_far, 0, bit).map(end));
                *none = None;
            }
            Action::Else => {
                let mut guard = Some(so_far);
                for other in steps {
                    guard = match self.graph.actions[other.action as usize].0.clone() {
                        Action::Else => guard,
                        Action::Condition(condition) => {
                            let bit = self.ask(condition)?;
                            guard.and_then(|guard| and(guard, 0, bit))
                        }
                        _ => None,
                    };
                }
                next.extend(guard.map(to));
                *none = None;
            }
            // Nothing comes after the end.
            Action::Die => {}
            Action::Assign(..) | Action::Send { .. } | Action::Receive { .. } => {
                return Err("a `never` claim that changes something");
            }
            Action::Deterministic(_) => return Err("`d_step` in a `never` claim"),
        }
        Ok(())
    }

    /// The bit of something that is asked about a state.
    fn ask(&mut self, expression: Expr) -> Result<u128, &'static str> {
        let key = format!("{expression:?}");
        let number = match self.keys.iter().position(|known| *known == key) {
            Some(number) => number,
            None => {
                self.keys.push(key);
                self.asked.push(expression);
                self.asked.len() - 1
            }
        };
        match number < MOST_ASKED {
            true => Ok(1 << number),
            false => Err("a `never` claim with more than 128 different conditions"),
        }
    }
}

/// A move for which more has to be so, if it still can be.
fn and(guard: Move, positive: u128, negative: u128) -> Option<Move> {
    let positive = guard.positive | positive;
    let negative = guard.negative | negative;
    (positive & negative == 0).then_some(Move { positive, negative, ..guard })
}
