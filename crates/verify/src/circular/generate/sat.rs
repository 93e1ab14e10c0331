//! The smallest assumptions, from one incremental SAT instance (section 6.1 of the paper).
//!
//! How many states each assumption can have is a literal to assume: if the instance has no model,
//! the solver tells which of these it needed, and only there is made room for more. What is bounded
//! besides is the total, as the paper says, or the largest.
//!
//! A third kind of literal to assume says that a letter is ignored: every state has it as a loop.
//! Only where the solver blames such a literal is the letter noticed, those first that make a
//! difference to the group itself. So over a large alphabet the search is about the letters that
//! matter, as if the alphabet had been refined; no bound is raised before, so the sizes stay the
//! least. Without it no assumptions are found in a minute for three customers of the gas station
//! over full alphabets; with it, in three seconds.
//!
//! - The *total* is at most k, which is another literal to assume, and raised only when there is no
//!   model: the assumptions are minimal, all together. Where several groups could do the same
//!   service, that is hard: for 11 clients and a server, a server of 12 states and clients of one
//!   are 23 states, one less than two for everybody, and to show that 22 are too few the solver has
//!   to go through who tells whom apart (more than 44 s; the paper reports the 24, in 6.7 s). Of two
//!   groups there is little to tell apart, and this is what is bounded, whatever the departures
//!   are: over the full alphabet, three customers of the gas station in two groups take a second,
//!   and are undecided after eight if the largest assumption is bounded. Only when the effort
//!   becomes great may a group be its own assumption.
//! - The *largest* is as small as it can be: two states for everybody. A group that has no more
//!   states than the bound allows, as its assumption sees it, is its own assumption: that makes the
//!   others' no larger, because it is the strongest one there is, and leaves fewer to look for. For
//!   counters, whose assumptions have to count, too, nothing smaller than the group itself will do,
//!   and to show that is hard: so the more effort there was, the larger a group may be that is its
//!   own assumption.

use rustsat::encodings::card::{BoundUpper, BoundUpperIncremental, Totalizer};
use rustsat::types::Lit;
use surmise_model::{Context, Lts, Reason, Stop};

use super::automaton::Automaton;
use super::solver::{Satisfiability, Solver, impossible};
use super::{Generator, Themselves};
use crate::automata::reachable;
use crate::circular::constraints::Constraints;
use crate::departures::{Departure, Departures};

/// After so much [effort](Solver::effort) a group may be twice as large as the bound to be its own
/// assumption, after twice as much four times as large, and so on. Published case studies need
/// less.
const PATIENCE: u64 = 1 << 14;

/// GenAssmp by SAT.
pub(in crate::circular) struct SatGenerator<'a> {
    context: Context<'a>,
    solver: Solver<'a>,
    automata: Vec<Automaton>,
    /// Counts the states but the first of each automaton.
    total: Totalizer,
    /// What is bounded.
    bound: Bound,
    departures: Departures,
    /// How many states there may be besides the first: in all (k − n), or in each.
    extra: usize,
    /// How many clauses of the constraints are in the instance.
    clauses: usize,
}

/// What is made as small as it can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// All assumptions together.
    Total,
    /// The largest assumption.
    Largest,
}

impl<'a> SatGenerator<'a> {
    pub(in crate::circular) fn new(departures: Departures, context: &Context<'a>) -> Self {
        let bound = match departures.has(Departure::LargestBound) {
            true => Bound::Largest,
            false => Bound::Total,
        };
        Self {
            bound,
            departures,
            context: *context,
            solver: Solver::new(context),
            automata: Vec::new(),
            total: Totalizer::default(),
            extra: 0,
            clauses: 0,
        }
    }

    /// Adds what the constraints have got since the last time.
    fn encode(&mut self, constraints: &Constraints) -> Result<(), Stop> {
        for tree in &constraints.trees()[self.automata.len()..] {
            let mut automaton = Automaton::new(tree.letters().len(), &mut self.solver)?;
            if !self.departures.has(Departure::LettersAsLoops) {
                (0..tree.letters().len()).for_each(|letter| automaton.notice(letter));
            }
            self.automata.push(automaton);
        }
        let hints = self.departures.has(Departure::GroupsFirst);
        for (automaton, tree) in self.automata.iter_mut().zip(constraints.trees()) {
            automaton.grow(tree, hints, &mut self.solver)?;
        }
        for clause in &constraints.clauses()[self.clauses..] {
            let literals: Vec<Lit> = clause
                .iter()
                .map(|literal| {
                    let inside = self.automata[literal.assumption].inside(literal.node);
                    if literal.allowed { inside } else { !inside }
                })
                .collect();
            self.solver.clause(&literals)?;
        }
        self.clauses = constraints.clauses().len();
        Ok(())
    }

    /// Groups that are small, for the effort that went into smaller assumptions, are their own
    /// assumptions.
    fn settle(
        &mut self,
        constraints: &Constraints,
        themselves: &mut Themselves<'_>,
    ) -> Result<(), Stop> {
        let doubled = (self.solver.effort() / PATIENCE).min(32);
        let is_early = self.bound == Bound::Total && doubled == 0;
        if is_early || !self.departures.has(Departure::GroupAsAssumption) {
            return Ok(());
        }
        let small = (self.extra + 1) << doubled;
        for (of, automaton) in self.automata.iter_mut().enumerate() {
            if !automaton.is_settled()
                && let Some(itself) = themselves(of, small)?
            {
                automaton.settle(itself, &constraints.trees()[of], &mut self.solver)?;
            }
        }
        Ok(())
    }

    /// What is assumed: the bound, that nobody needs more states than there is room for, and that
    /// letters are ignored.
    fn assumed(&mut self) -> Result<Vec<Lit>, Stop> {
        let mut assumed: Vec<Lit> = Vec::new();
        for automaton in self.automata.iter().filter(|automaton| !automaton.is_settled()) {
            assumed.push(!automaton.more);
            assumed.extend(automaton.ignored().map(|(_, literal)| literal));
        }
        if self.bound == Bound::Largest {
            return Ok(assumed);
        }
        let Solver { inner, variables, .. } = &mut self.solver;
        let bound = self.extra..=self.extra;
        self.total.encode_ub_change(bound, inner, variables).map_err(impossible)?;
        assumed.extend(self.total.enforce_ub(self.extra).map_err(impossible)?);
        Ok(assumed)
    }

    /// Of the ignored letters that stand in the way, the one that matters most to its group is not
    /// ignored any more.
    fn notice(&mut self, blamed: &[Lit], constraints: &Constraints) -> bool {
        let mut most: Option<(usize, usize, usize)> = None;
        let open = self.automata.iter().enumerate().filter(|(_, one)| !one.is_settled());
        for (of, automaton) in open {
            for (letter, literal) in automaton.ignored() {
                let weight = constraints.trees()[of].weight(letter);
                if blamed.contains(&literal) && most.is_none_or(|(best, ..)| weight > best) {
                    most = Some((weight, of, letter));
                }
            }
        }
        let Some((_, of, letter)) = most else { return false };
        self.automata[of].notice(letter);
        true
    }
}

impl Generator for SatGenerator<'_> {
    fn generate(
        &mut self,
        constraints: &Constraints,
        themselves: &mut Themselves<'_>,
    ) -> Result<Vec<Lts>, Stop> {
        self.encode(constraints)?;
        self.settle(constraints, themselves)?;
        // A tree is an automaton itself: nobody needs more states than it has nodes.
        let enough: usize = constraints.trees().iter().map(|tree| tree.len() - 1).sum();
        let mut before = None;
        loop {
            let assumed = self.assumed()?;
            // Progress: a letter is noticed, there is room for a state, or the bound is raised.
            let now = Some((self.extra, assumed.clone()));
            if now == before {
                return Err(Stop(Reason::Internal("the bound was not raised".to_owned())));
            }
            before = now;
            let Satisfiability::Unsatisfiable(blamed) = self.solver.solve(&assumed)? else {
                let trees = self.automata.iter().zip(constraints.trees());
                let decode = |(automaton, tree): (&Automaton, _)| {
                    reachable(&automaton.decode(tree, &self.solver)?, &self.context)
                };
                return trees.map(decode).collect();
            };
            if self.notice(&blamed, constraints) {
                continue;
            }
            let mut extended = false;
            for automaton in self.automata.iter_mut().filter(|one| !one.is_settled()) {
                let room = automaton.num_states() <= self.extra;
                if room && blamed.contains(&!automaton.more) {
                    automaton.add_state(&mut self.solver)?;
                    self.total.extend(automaton.used.last().copied());
                    extended = true;
                }
            }
            if !extended {
                if blamed.is_empty() || self.extra >= enough {
                    let what = "no assumptions satisfy the constraints";
                    return Err(Stop(Reason::Internal(what.to_owned())));
                }
                self.extra += 1;
                self.settle(constraints, themselves)?;
            }
        }
    }
}
