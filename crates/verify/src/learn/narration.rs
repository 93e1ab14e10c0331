//! The reasoning in words, for those who want to follow it: the premises of the rule, each
//! conjecture, which oracle refuses it and why, and what is learned from that.
//!
//! Oracles are numbered as in the paper. Under ASYM and CIRC-N each assumption has two: the first
//! asks whether it is strong enough for its group, the second whether all later groups satisfy it.
//! Under SYM-N there is one oracle for each premise.

use surmise_model::{ActionId, Alphabet, ComponentId, Context, Lts, ProposedFor, RuleKind};

use crate::assume::Problem;
use crate::assume::decompose::Groups;
use crate::assume::words::{self, Told};

/// Who puts the reasoning about a problem into words.
pub(super) struct Narration<'a> {
    pub(super) context: Context<'a>,
    pub(super) problem: &'a Problem<'a>,
    pub(super) groups: &'a Groups,
    pub(super) rule: RuleKind,
    pub(super) told: Told,
}

/// Where a proposal comes from that was not learned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is the environment as far as Σ shows it.
    Environment,
    /// It is the weakest assumption over Σ.
    Weakest,
}

/// What an assumption has to do with a trace.
#[derive(Clone, Copy)]
pub(super) enum Lesson {
    Allow,
    Forbid,
}

impl Narration<'_> {
    /// How many premises the rule has.
    pub(super) fn num_premises(&self) -> usize {
        self.groups.len() + usize::from(self.rule != RuleKind::Asym)
    }

    /// What is to be shown.
    pub(super) fn premises(&self) {
        for premise in 1..=self.num_premises() {
            self.context.narrate(|| format!("premise {premise}: {}", self.premise(premise)));
        }
    }

    /// A conjecture, which is for a premise. Who wants to see it, sees it.
    pub(super) fn conjecture(&mut self, number: u64, premise: usize, assumption: &Lts) {
        let (members, purpose) = (self.members(premise), ProposedFor::Rule(self.rule));
        self.problem.propose((premise, number), members, purpose, assumption, &self.context);
        let Self { context, problem, told, .. } = self;
        context.narrate(|| {
            let states = words::states(assumption.num_states());
            let over = told.over(&problem.actions, premise, assumption.alphabet());
            format!("conjecture {number}: A{premise} with {states}{over}")
        });
    }

    /// That something else is proposed for a premise than the conjecture that was learned.
    pub(super) fn replaced(&self, premise: usize, states: usize, from: Origin) {
        self.context.narrate(|| {
            let states = words::states(states);
            let instead = match from {
                Origin::Environment => "what it stands for is no larger, and taken instead",
                Origin::Weakest => "the weakest assumption is at hand, and taken instead",
            };
            format!("A{premise} would have {states} by now: {instead}")
        });
    }

    /// That all assumptions come from what the groups do in each other's company, because the one
    /// of a premise has become large.
    pub(super) fn all_replaced(&self, premise: usize, states: usize) {
        self.context.narrate(|| {
            let states = words::states(states);
            format!(
                "A{premise} would have {states} by now: what the groups do in each other's company takes no \
                 more for any of them, and is taken instead of all assumptions"
            )
        });
    }

    /// That the group of a premise and everybody else were searched before a conjecture grows, and
    /// what came of it.
    pub(super) fn foreseen(&self, premise: usize, states: usize, violation: &[ActionId]) {
        self.context.narrate(|| {
            let (states, trace) = (words::states(states), self.trace(violation));
            format!(
                "A{premise} would have {states} by now: a look at what all can do together finds {trace}"
            )
        });
    }

    /// Whether the assumption of a premise is strong enough, and if not, the group's violation.
    pub(super) fn strong_enough(&self, premise: usize, violation: Option<&[ActionId]>) {
        self.context.narrate(|| {
            let oracle = if self.rule == RuleKind::Sym { premise } else { 1 };
            let statement = self.premise(premise);
            match violation {
                None => format!("  oracle {oracle} accepts it: {statement} holds"),
                Some(word) => format!(
                    "  oracle {oracle} refuses it: {statement} fails with {}",
                    self.trace(word)
                ),
            }
        });
    }

    /// That there is no assumption for a premise over an alphabet.
    pub(super) fn hopeless(&self, premise: usize, alphabet: &Alphabet) {
        self.context.narrate(|| {
            format!(
                "there is no A{premise} over {}: whatever the environment does with these actions, \
                 {} can violate {}",
                self.alphabet(alphabet),
                self.group(premise),
                self.property(premise),
            )
        });
    }

    /// That the groups after that of a premise do not satisfy its assumption, because of a trace.
    pub(super) fn refused_by_environment(&self, premise: usize, trace: &[ActionId]) {
        self.context.narrate(|| {
            let last = self.num_premises();
            let between = match last - premise {
                1 => String::new(),
                2 => format!("{} ‖ ", self.group(premise + 1)),
                _ => format!("{} ‖ … ‖ ", self.group(premise + 1)),
            };
            format!(
                "oracle 2 refuses A{premise}: ⟨true⟩ {between}{} ⟨A{premise}⟩ fails with {}",
                self.group(last),
                self.trace(trace)
            )
        });
    }

    /// That all assumptions of SYM-N forbid a trace that violates the property.
    pub(super) fn refused_together(&self, trace: &[ActionId]) {
        self.context.narrate(|| {
            let last = self.num_premises();
            let statement = self.premise(last);
            format!("oracle {last} refuses them all: {statement} fails with {}", self.trace(trace))
        });
    }

    /// That the whole system has a violation.
    pub(super) fn violated(&self, trace: &[ActionId]) {
        self.context.narrate(|| {
            let property = self.property(1);
            format!("so all together violate {property} by {}", self.trace(trace))
        });
    }

    /// That a group can live with a trace that its assumption forbids.
    pub(super) fn harmless(&self, premise: usize) {
        self.context.narrate(|| {
            let (group, property) = (self.group(premise), self.property(premise));
            format!("  spurious: in its company {group} satisfies {property}")
        });
    }

    /// What the assumption of a premise is taught: a trace, and the suffix that makes the
    /// difference.
    pub(super) fn lesson(
        &self,
        premise: usize,
        lesson: Lesson,
        words: impl FnOnce() -> (Vec<ActionId>, Vec<ActionId>),
    ) {
        self.context.narrate(|| {
            let (trace, suffix) = words();
            let verb = match lesson {
                Lesson::Allow => "allow",
                Lesson::Forbid => "forbid",
            };
            format!(
                "  A{premise} has to {verb} {}: the suffix {} tells apart what it took for one state",
                self.trace(&trace),
                self.trace(&suffix),
            )
        });
    }

    /// That a group cannot live with a trace indeed: its violation.
    pub(super) fn real(&self, premise: usize, violation: &[ActionId]) {
        self.context.narrate(|| {
            let (group, property) = (self.group(premise), self.property(premise));
            let violation = self.trace(violation);
            format!("  real: in its company {group} violates {property} by {violation}")
        });
    }

    /// That an assumption gets more actions, because its alphabet does not tell two traces apart:
    /// the group's way to a violation, and what the environment does.
    pub(super) fn enriched(
        &self,
        premise: usize,
        (spurious, trace): (&[ActionId], &[ActionId]),
        added: &Alphabet,
    ) {
        self.context.narrate(|| {
            format!(
                "  spurious: to A{premise} it looks like {}, by which {} violates {}, but it is {}; \
                 A{premise} also gets {} and starts anew",
                self.trace(spurious),
                self.group(premise),
                self.property(premise),
                self.trace(trace),
                self.alphabet(added),
            )
        });
    }

    /// That all premises hold.
    pub(super) fn proved(&self) {
        self.context.narrate(|| {
            let last = self.num_premises();
            format!("premise {last} holds, and with it all of them: {}", self.premise(last))
        });
    }

    /// A premise as it is written in the paper.
    fn premise(&self, premise: usize) -> String {
        let last = self.num_premises();
        match self.rule {
            RuleKind::Sym if premise == last => {
                let complements = match last - 1 {
                    1 => "coA1".to_owned(),
                    2 => "coA1 ‖ coA2".to_owned(),
                    groups => format!("coA1 ‖ … ‖ coA{groups}"),
                };
                format!("L({complements}) ⊆ L({})", self.property(premise))
            }
            RuleKind::Asym | RuleKind::Circ if premise == last => {
                format!("⟨true⟩ {} ⟨{}⟩", self.group(premise), self.property(premise))
            }
            _ => format!("⟨A{premise}⟩ {} ⟨{}⟩", self.group(premise), self.property(premise)),
        }
    }

    /// The group of a premise, in words.
    fn group(&self, premise: usize) -> String {
        self.problem.group_names(self.members(premise)).join(" ‖ ")
    }

    /// The group of a premise; that of CIRC-N's last premise is the first again.
    fn members(&self, premise: usize) -> &[ComponentId] {
        &self.groups[(premise - 1) % self.groups.len()]
    }

    /// What the group of a premise has to satisfy.
    fn property(&self, premise: usize) -> String {
        match self.rule {
            RuleKind::Asym | RuleKind::Circ if premise > 1 => format!("A{}", premise - 1),
            RuleKind::Asym | RuleKind::Circ | RuleKind::Sym => self.problem.claim_name().to_owned(),
        }
    }

    fn trace(&self, word: &[ActionId]) -> String {
        words::trace(&self.problem.actions, word)
    }

    fn alphabet(&self, alphabet: &Alphabet) -> String {
        words::alphabet(&self.problem.actions, alphabet)
    }
}
