//! A formula that two states do not agree about.
//!
//! States that are not bisimilar differ within some number of steps. The *level* of two states is
//! the smallest number of steps within which a formula tells them apart (see [`Levels`]), and the
//! formula built here is no deeper. It is Cleaveland's ("On automatically explaining bisimulation
//! inequivalence", CAV 1990): one of the two has a move that the other cannot answer, because each
//! answer leads to a state that differs from the target of the move at a lower level. So the move
//! is possible to where something is true that is false after each answer. Formulas of least depth
//! are found in polynomial time, formulas of least size are not (Martens and Groote, "Computing
//! minimal distinguishing Hennessy–Milner formulas is NP-hard, but variants are tractable", CONCUR
//! 2023). Size is kept small by taking the move with the fewest answers, and by leaving out what
//! refutes no answer that the rest does not refute.
//!
//! For branching bisimulation a move is a step after any number of τ, and an answer also fails if
//! the states *before* the step differ (Korver, "Computing distinguishing formulas for branching
//! bisimulation", CAV 1991, though without his "until").
//!
//! All this happens on the classes of bisimilar states, which are few. A formula that is too deep
//! to be read is not looked for.

mod levels;
mod moves;

use hashbrown::HashMap;
use levels::Levels;
use moves::{Move, Moves};
use rustc_hash::FxBuildHasher;
use surmise_model::{Context, HmlFormula, HmlOperator, HmlStep, Stop};

use crate::automata::limits::Pace;
use crate::automata::reduction::{Graph, STOPS};

/// How deep a formula may be. Nobody reads a deeper one; and functions here call themselves a few
/// times as often.
const DEEPEST: u32 = 200;
/// How much work a formula is worth: about a second of it.
const WORK: usize = 1 << 25;

/// A formula that tells two LTSs apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distinguishing {
    /// The formula. It is no negation.
    pub formula: HmlFormula,
    /// Whether it is true of the left LTS, and false of the right one; else the other way round.
    pub left: bool,
}

/// A formula that is true of one of two states and false of the other, unless it is too deep or
/// takes too much work. `blocks` are the classes of bisimilar states; those of the two differ.
pub(super) fn distinguish(
    graph: &Graph,
    blocks: &[u32],
    branching: bool,
    [left, right]: [u32; 2],
    context: &Context<'_>,
) -> Result<Option<Distinguishing>, Stop> {
    let mut budget = Budget { left: WORK, pace: Pace::new(context) };
    let Some(moves) = Moves::new(graph, blocks, branching, &mut budget, context)? else {
        return Ok(None);
    };
    let [left, right] = [left, right].map(|state| blocks[state as usize]);
    let Some(levels) = Levels::new(&moves, [left, right], DEEPEST, &mut budget, context)? else {
        return Ok(None);
    };
    let mut search = Search {
        moves: &moves,
        levels: &levels,
        formula: HmlFormula { operators: vec![HmlOperator::All(Vec::new())], root: 0 },
        places: HashMap::default(),
        pairs: HashMap::default(),
        values: HashMap::default(),
        budget,
    };
    let Some(found) = search.tell_apart(left, right)? else { return Ok(None) };
    let values = [left, right].map(|state| search.value(found, state));
    if values != [true, false] {
        return Err(Stop::internal("a formula does not distinguish what it is for"));
    }
    let (root, true_of_left) = match search.formula.operators[found] {
        HmlOperator::Not(operand) => (operand, false),
        _ => (found, true),
    };
    let formula = trimmed(HmlFormula { root, ..search.formula });
    Ok(Some(Distinguishing { formula, left: true_of_left }))
}

/// The formula without operators that it does not need.
fn trimmed(mut formula: HmlFormula) -> HmlFormula {
    let mut needed = vec![false; formula.operators.len()];
    needed[formula.root] = true;
    for place in (0..needed.len()).rev() {
        if needed[place] {
            formula.operators[place].for_each_operand(|operand| needed[*operand] = true);
        }
    }
    let mut places = vec![0; needed.len()];
    let mut operators = Vec::new();
    for (place, mut operator) in formula.operators.into_iter().enumerate() {
        if needed[place] {
            operator.for_each_operand(|operand| *operand = places[*operand]);
            places[place] = operators.len();
            operators.push(operator);
        }
    }
    HmlFormula { operators, root: places[formula.root] }
}

/// How much work may still be done.
struct Budget<'a> {
    left: usize,
    pace: Pace<'a>,
}

impl Budget<'_> {
    /// Whether there is enough for so much more.
    fn spend(&mut self, work: usize) -> Result<bool, Stop> {
        self.pace.spend(work)?;
        let enough = self.left >= work;
        self.left = self.left.saturating_sub(work);
        Ok(enough)
    }
}

/// Formulas are built from those of lower levels, each of them once.
struct Search<'a> {
    moves: &'a Moves,
    levels: &'a Levels,
    /// The formula so far; its first operator is truth.
    formula: HmlFormula,
    /// Where each operator is.
    places: HashMap<HmlOperator, usize, FxBuildHasher>,
    /// What is true of the first state and false of the second.
    pairs: HashMap<(u32, u32), usize, FxBuildHasher>,
    /// What is known about states.
    values: HashMap<(usize, u32), bool, FxBuildHasher>,
    budget: Budget<'a>,
}

/// Truth.
const TRUE: usize = 0;

impl Search<'_> {
    /// A formula as deep as the level of two states that differ, true of the first and false of the
    /// second, unless that takes too much work.
    fn tell_apart(&mut self, s: u32, t: u32) -> Result<Option<usize>, Stop> {
        if let Some(&known) = self.pairs.get(&(s, t)) {
            return Ok(Some(known));
        }
        let found = match self.levels.of(s, t) {
            None => return Err(Stop::internal("states of one class cannot be told apart")),
            Some(0) => {
                let error = self.add(HmlOperator::Error);
                match self.moves.is_error(s) {
                    true => error,
                    false => self.add(HmlOperator::Not(error)),
                }
            }
            Some(level) => {
                let Some(chosen) = self.choose(s, t, level)? else { return Ok(None) };
                let (answers, positive) = (if chosen.of_first { t } else { s }, chosen.of_first);
                let made = self.unanswered(chosen.the_move, answers, level)?;
                let Some(made) = made else { return Ok(None) };
                if positive { made } else { self.add(HmlOperator::Not(made)) }
            }
        };
        self.pairs.insert((s, t), found);
        Ok(Some(found))
    }

    /// The move that one of two states cannot answer, the one with the fewest steps that try.
    fn choose(&mut self, s: u32, t: u32, level: u32) -> Result<Option<Chosen>, Stop> {
        let mut best: Option<Chosen> = None;
        for (mover, other, of_first) in [(s, t, true), (t, s, false)] {
            for the_move in self.moves.of(mover) {
                let (mut tries, mut answered) = (0, false);
                for answer in self.moves.on(other, the_move.action) {
                    tries += 1;
                    answered |= self.levels.same(the_move.at, answer.at, level - 1)
                        && self.levels.same(the_move.to, answer.to, level - 1);
                }
                if !self.budget.spend(tries + 1)? {
                    return Ok(None);
                }
                if !answered && best.as_ref().is_none_or(|best| tries < best.tries) {
                    best = Some(Chosen { the_move, of_first, tries });
                }
            }
        }
        match best {
            None => Err(Stop::internal("states differ without a move that shows it")),
            best => Ok(best),
        }
    }

    /// The formula that a move is possible to where something is true that refutes each answer of
    /// another state.
    fn unanswered(&mut self, by: Move, other: u32, level: u32) -> Result<Option<usize>, Stop> {
        let moves = self.moves;
        let answers: Vec<Move> = moves.on(other, by.action).collect();
        // What is true before the move, and after it.
        let [mut at, mut then] = [Vec::new(), Vec::new()];
        for answer in &answers {
            if self.refuted(answer, &at, &then) {
                continue;
            }
            let differ = |s, t| self.levels.of(s, t).filter(|&found| found < level);
            let after = differ(by.to, answer.to);
            let before =
                differ(by.at, answer.at).filter(|&found| after.is_none_or(|to| found < to));
            let (part, s, t) = match before {
                Some(_) => (&mut at, by.at, answer.at),
                None => (&mut then, by.to, answer.to),
            };
            let Some(made) = self.tell_apart(s, t)? else { return Ok(None) };
            part.push(made);
            if !self.budget.spend(answers.len())? {
                return Ok(None);
            }
        }
        for index in (0..at.len()).rev() {
            let mut fewer = at.clone();
            fewer.remove(index);
            if answers.iter().all(|answer| self.refuted(answer, &fewer, &then)) {
                at = fewer;
            }
        }
        for index in (0..then.len()).rev() {
            let mut fewer = then.clone();
            fewer.remove(index);
            if answers.iter().all(|answer| self.refuted(answer, &at, &fewer)) {
                then = fewer;
            }
        }
        let [at, then] = [at, then].map(|operands| self.all(operands));
        let step = match by.action {
            STOPS => HmlStep::End,
            action => HmlStep::Action(action),
        };
        Ok(Some(self.add(match self.moves.branching() {
            true => HmlOperator::Silently { at, step, then },
            false => HmlOperator::Step(step, then),
        })))
    }

    /// Whether one of these is false before an answer, or after it.
    fn refuted(&mut self, answer: &Move, at: &[usize], then: &[usize]) -> bool {
        at.iter().any(|&operand| !self.value(operand, answer.at))
            || then.iter().any(|&operand| !self.value(operand, answer.to))
    }

    /// Whether a state satisfies an operator.
    fn value(&mut self, operator: usize, state: u32) -> bool {
        if let Some(&known) = self.values.get(&(operator, state)) {
            return known;
        }
        let moves = self.moves;
        let value = match self.formula.operators[operator].clone() {
            HmlOperator::Error => moves.is_error(state),
            HmlOperator::Not(operand) => !self.value(operand, state),
            HmlOperator::All(operands) => operands.iter().all(|&one| self.value(one, state)),
            HmlOperator::Step(step, then) => {
                moves.on(state, action(step)).any(|by| self.value(then, by.to))
            }
            HmlOperator::Silently { at, step, then } => moves
                .on(state, action(step))
                .any(|by| self.value(at, by.at) && self.value(then, by.to)),
        };
        self.values.insert((operator, state), value);
        value
    }

    fn all(&mut self, mut operands: Vec<usize>) -> usize {
        match operands.len() {
            0 => TRUE,
            1 => operands[0],
            _ => {
                operands.sort_unstable();
                self.add(HmlOperator::All(operands))
            }
        }
    }

    /// The place of an operator; equal ones are one.
    fn add(&mut self, operator: HmlOperator) -> usize {
        *self.places.entry(operator).or_insert_with_key(|operator| {
            self.formula.operators.push(operator.clone());
            self.formula.operators.len() - 1
        })
    }
}

/// A move that is not answered.
struct Chosen {
    the_move: Move,
    /// Whether the first of the two states has it.
    of_first: bool,
    /// How many moves of the other would be answers if they led elsewhere.
    tries: usize,
}

fn action(step: HmlStep) -> surmise_model::ActionId {
    match step {
        HmlStep::Action(action) => action,
        HmlStep::End => STOPS,
    }
}
