//! Algorithm 1, ACR: assumptions over an alphabet in the inner loop, alphabets in the outer one.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Alphabet, Assumption, Count, Lts, Reason, StateId, Stop};

use super::constraints::Constraints;
use super::generate::Generator;
use super::group::Group;
use super::premise::Ahead;
use super::progress::Progress;
use super::rule::{Simplified, closed};
use super::{CircularOptions, Premises};

/// The state of the search for assumptions. Groups and assumptions are counted from 0.
pub(super) struct Acr<'a> {
    pub(super) options: &'a CircularOptions,
    pub(super) groups: Vec<Group<'a>>,
    /// P_err.
    pub(super) property: &'a Lts,
    /// G1, …, Gn, G(n+1).
    pub(super) sets: Vec<Vec<usize>>,
    /// 𝒜.
    pub(super) alphabet: Alphabet,
    /// Whether the system as far as 𝒜 shows it is known to satisfy P.
    pub(super) shows_no_violation: bool,
    /// S(CIRC-AG_N) for 𝒜.
    pub(super) rule: Simplified,
    /// The left-hand sides of the premises that are left.
    pub(super) premises: Vec<Option<Ahead<'a>>>,
    /// Premises that held, the last one included, and for which assumptions.
    pub(super) held: Vec<Option<Held>>,
    /// C.
    pub(super) constraints: Constraints,
    /// IncTr.
    pub(super) traces: Vec<Incremental>,
    generator: Box<dyn Generator + 'a>,
    /// All assumptions that were proposed over 𝒜.
    proposed: IndexSet<Vec<u32>, FxBuildHasher>,
    /// No action has an id of that or more.
    pub(super) num_actions: usize,
    pub(super) progress: Progress<'a>,
}

/// A trace from which a constraint can be made over any larger alphabet, too.
pub(super) struct Incremental {
    /// σa, over 𝒜 and, if it is `full`, all actions of its group.
    pub(super) trace: Vec<ActionId>,
    pub(super) full: bool,
    pub(super) group: usize,
    pub(super) line: Line,
}

/// The line of algorithm 3 in which a constraint was made: its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    L22,
    L29,
    L34,
}

/// What ApplyAG says.
pub(super) enum Applied {
    /// "true": all premises hold, each with these assumptions.
    True(Premises),
    /// "continue": there are new constraints.
    Continue,
    /// "false": the abstract system does something wrong.
    False(Suspect),
}

/// What may be wrong: the abstract system can do it, perhaps not the system.
pub(super) enum Suspect {
    /// A trace that violates P.
    Violation(Vec<ActionId>),
    /// A trace after whose last action but one a group does the last, which the assumption that is
    /// given for it forbids.
    Broken(usize, Vec<ActionId>),
}

/// A premise that held: the assumptions that it used, and these with the one that it is about.
pub(super) struct Held {
    pub(super) uses: Vec<usize>,
    pub(super) ltss: Vec<Lts>,
}

/// What the search ends with. Words have all visible actions of the system.
pub(super) enum Found {
    Assumptions(Vec<Assumption>, Premises),
    Violation(Vec<ActionId>),
    /// The assumption that is given for a group is not one that it guarantees.
    Broken(usize, Vec<ActionId>),
    /// The assumption that is given for a group allows a violation that the group does not take
    /// part in.
    TooWeak(usize, Vec<ActionId>),
}

impl<'a> Acr<'a> {
    pub(super) fn new(
        options: &'a CircularOptions,
        (parts, given): (Vec<Vec<&'a Lts>>, Vec<Option<Lts>>),
        (property, num_actions): (&'a Lts, usize),
        mut progress: Progress<'a>,
    ) -> Result<Self, Stop> {
        // α_F: what two groups share, and what the property has.
        let alphabets: Vec<Alphabet> = parts
            .iter()
            .map(|group| group.iter().fold(Alphabet::new(), |all, part| all.union(part.alphabet())))
            .collect();
        let mut complete = property.alphabet().clone();
        for (index, one) in alphabets.iter().enumerate() {
            for other in &alphabets[..index] {
                complete.union_with(&one.intersection(other));
            }
        }
        // Lines 2 and 3.
        let mut alphabet = options.alphabet.initial(&complete, property.alphabet());
        given.iter().flatten().for_each(|given| alphabet.union_with(given.alphabet()));
        let sets = options.uses.sets(progress.groups, &alphabets);
        let context = progress.context;
        let groups = parts
            .into_iter()
            .zip(given)
            .map(|(parts, given)| Group::new(parts, given, &alphabet, options.departures, &context))
            .collect::<Result<Vec<_>, _>>()?;
        let visible: Vec<Alphabet> = groups.iter().map(|group| group.visible.clone()).collect();
        let rule = Simplified::new(&sets, &alphabets, property.alphabet(), &visible);
        progress.rule(&rule, &alphabet);
        let mut acr = Self {
            options,
            property,
            sets,
            alphabet,
            shows_no_violation: false,
            premises: Vec::new(),
            held: Vec::new(),
            constraints: Constraints::new(&visible),
            traces: Vec::new(),
            generator: options.generate.make(groups.len(), options.departures, &context)?,
            proposed: IndexSet::default(),
            num_actions,
            groups,
            rule,
            progress,
        };
        acr.prepare_premises()?;
        Ok(acr)
    }

    /// Lines 4 to 13.
    pub(super) fn run(&mut self) -> Result<Found, Stop> {
        loop {
            let mut iterations = 0;
            let suspect = loop {
                if let Some(suspect) = self.look_ahead(iterations)? {
                    break suspect;
                }
                iterations += 1;
                let assumptions = self.propose()?;
                match self.apply_ag(&assumptions)? {
                    Applied::True(uses) => return self.proved(assumptions, uses),
                    Applied::Continue => {}
                    Applied::False(suspect) => break suspect,
                }
            };
            if let Some(found) = self.alpha_refine(&suspect)? {
                return Ok(found);
            }
            // It goes on, so a look ahead has not decided.
            self.progress.statistics.unset(Count::LookAhead);
        }
    }

    /// GenAssmp. By lemma 5, the assumptions are none that were there before.
    fn propose(&mut self) -> Result<Vec<Lts>, Stop> {
        self.progress.context.check()?;
        for (group, tree) in self.groups.iter_mut().zip(self.constraints.trees_mut()) {
            group.judge(tree)?;
        }
        let (groups, context) = (&mut self.groups, self.progress.context);
        let mut themselves = |of: usize, most: usize| groups[of].itself(most, &context);
        let mut assumptions = self.generator.generate(&self.constraints, &mut themselves)?;
        for (assumption, group) in assumptions.iter_mut().zip(&self.groups) {
            if let Some(given) = &group.given {
                assumption.clone_from(given);
            }
        }
        let mut text = Vec::new();
        for lts in &assumptions {
            text.push(lts.num_states() as u32);
            for (source, edge) in lts.transitions() {
                text.extend([source.raw(), edge.action.raw(), edge.target.raw()]);
            }
        }
        if !self.proposed.insert(text) {
            return Err(internal("the same assumptions were proposed twice"));
        }
        self.progress.proposed(&assumptions, &self.rule, self.constraints.clauses().len());
        Ok(assumptions)
    }

    /// The rule with its assumptions. Those that no premise needs on the way to the last one allow
    /// everything and say nothing.
    fn proved(&self, assumptions: Vec<Lts>, mut uses: Premises) -> Result<Found, Stop> {
        let matter = uses.last().map_or_else(Vec::new, |last| closed(last, &uses));
        let mut result = Vec::with_capacity(assumptions.len());
        for (index, lts) in assumptions.into_iter().enumerate() {
            let lts = match matter.contains(&index) {
                true => lts,
                false => {
                    uses[index].clear();
                    Lts::builder().ensure_states(1).build()?
                }
            };
            result.push(Assumption { lts, simulation: None });
        }
        Ok(Found::Assumptions(result, uses))
    }

    /// Starts anew over a larger alphabet: the rule is simplified again, and there is no
    /// constraint.
    pub(super) fn set_alphabet(&mut self, alphabet: Alphabet) -> Result<(), Stop> {
        let context = self.progress.context;
        for group in &mut self.groups {
            let (parts, given) = (std::mem::take(&mut group.parts), group.given.take());
            *group = Group::new(parts, given, &alphabet, self.options.departures, &context)?;
        }
        let alphabets: Vec<Alphabet> =
            self.groups.iter().map(|group| group.alphabet.clone()).collect();
        let visible: Vec<Alphabet> =
            self.groups.iter().map(|group| group.visible.clone()).collect();
        self.rule = Simplified::new(&self.sets, &alphabets, self.property.alphabet(), &visible);
        self.alphabet = alphabet;
        self.shows_no_violation = false;
        self.constraints = Constraints::new(&visible);
        self.generator =
            self.options.generate.make(visible.len(), self.options.departures, &context)?;
        self.proposed.clear();
        self.progress.rule(&self.rule, &self.alphabet);
        self.prepare_premises()
    }

    fn prepare_premises(&mut self) -> Result<(), Stop> {
        self.premises.clear();
        self.held = (0..=self.groups.len()).map(|_| None).collect();
        for (index, group) in self.groups.iter().enumerate() {
            self.premises.push(match self.rule.relevant.contains(&index) {
                false => None,
                true => {
                    let used = self.rule.uses[index].iter().map(|&used| &self.groups[used].visible);
                    Some(Ahead::new(group, used, self.num_actions)?)
                }
            });
        }
        Ok(())
    }

    /// Whether a trace is in L(P).
    pub(super) fn satisfies(&self, trace: &[ActionId]) -> bool {
        let own = trace.iter().filter(|&&action| self.property.alphabet().contains(action));
        let step = |state: StateId, &action: &ActionId| {
            self.property.successors(state, action).next().filter(|target| !target.is_error())
        };
        own.into_iter().try_fold(self.property.initial(), step).is_some()
    }

    /// Whether a trace is in all `L(Mj↓αgj)`.
    pub(super) fn all_allow(
        &mut self,
        groups: impl IntoIterator<Item = usize>,
        trace: &[ActionId],
    ) -> Result<bool, Stop> {
        for group in groups {
            if !self.groups[group].allows(trace)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Something that the theory excludes.
pub(super) fn internal(what: &str) -> Stop {
    Stop(Reason::Internal(what.to_owned()))
}
