//! A formula that tells two LTSs apart, as a formula and in words.
//!
//! Negations are pushed inwards: "not all `a` lead to X" reads worse than "some `a` leads to where
//! X is false". So there is a form of every operator for "true" and one for "false".

use serde::Serialize;
use surmise_model::{ActionId, ActionTable, HmlFormula, HmlOperator, HmlStep};
use surmise_verify::automata::Distinguishing;

use crate::Name;

/// A formula with more operators is not written out.
const LONGEST: u64 = 200;
/// More lines than these say nothing to anybody.
const MOST_LINES: usize = 40;

/// What is true of one of two LTSs, and false of the other.
#[derive(Debug, Serialize)]
pub struct DistinguishingFormula {
    /// Of which one it is true: `left` or `right`.
    pub true_of: &'static str,
    /// In words, a line for each thing that is said; what is said about what comes next is
    /// indented. The last line is `…` if some are left out.
    pub words: Vec<String>,
    /// As a formula of Hennessy–Milner logic, unless it is very long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formula: Option<String>,
    /// How many operators it has.
    pub operators: u64,
    /// How many steps it looks ahead; no other formula looks less far.
    pub depth: usize,
}

impl DistinguishingFormula {
    pub(crate) fn new(found: &Distinguishing, actions: &ActionTable) -> Self {
        let formula = &found.formula;
        let (operators, depth) = (formula.written_length(), formula.depth());
        let teller = Teller { formula, actions };
        let mut words = Vec::new();
        teller.tell(formula.root, true, 0, &mut words);
        let written = (operators <= LONGEST).then(|| teller.written(formula.root, true, true));
        let true_of = if found.left { "left" } else { "right" };
        Self { true_of, words, formula: written, operators, depth }
    }
}

struct Teller<'a> {
    formula: &'a HmlFormula,
    actions: &'a ActionTable,
}

impl Teller<'_> {
    fn operator(&self, place: usize) -> &HmlOperator {
        &self.formula.operators[place]
    }

    /// Whether nothing is said.
    fn is_true(&self, place: usize) -> bool {
        matches!(self.operator(place), HmlOperator::All(all) if all.is_empty())
    }

    /// The formula, or its negation. A conjunction is in brackets unless it is `outermost`.
    fn written(&self, place: usize, positive: bool, outermost: bool) -> String {
        let join = |all: &[String], by: &str| match (all.len(), outermost) {
            (0..=1, _) | (_, true) => all.join(by),
            _ => format!("({})", all.join(by)),
        };
        let of_sign = |positive_word, negative_word| {
            String::from(if positive { positive_word } else { negative_word })
        };
        match self.operator(place) {
            HmlOperator::Error => of_sign("error", "!error"),
            HmlOperator::Not(operand) => self.written(*operand, !positive, outermost),
            HmlOperator::All(all) if all.is_empty() => of_sign("true", "false"),
            HmlOperator::All(all) => {
                let all: Vec<String> =
                    all.iter().map(|&one| self.written(one, positive, false)).collect();
                join(&all, &of_sign(" && ", " || "))
            }
            HmlOperator::Step(HmlStep::End, _) => of_sign("end", "!end"),
            HmlOperator::Step(HmlStep::Action(action), then) => {
                let (open, close) = if positive { ('<', '>') } else { ('[', ']') };
                let action = if action.is_tau() { "tau".into() } else { self.label(*action) };
                format!("{open}{action}{close}{}", self.written(*then, positive, false))
            }
            HmlOperator::Silently { at, step, then } => {
                let (open, close) = if positive { ('<', '>') } else { ('[', ']') };
                let then = self.written(*then, positive, false);
                let bare = self.is_true(*at);
                let step = match step {
                    HmlStep::End => of_sign("end", "!end"),
                    HmlStep::Action(action) if action.is_tau() && bare => then,
                    HmlStep::Action(action) if action.is_tau() => {
                        format!("{open}tau?{close}{then}")
                    }
                    HmlStep::Action(action) => {
                        format!("{open}{}{close}{then}", self.label(*action))
                    }
                };
                match bare {
                    true => format!("{open}tau*{close}{step}"),
                    false => {
                        let at = self.written(*at, positive, false);
                        let both = [at, step].join(&of_sign(" && ", " || "));
                        format!("{open}tau*{close}({both})")
                    }
                }
            }
        }
    }

    /// An action in a formula, in quotation marks if it could be read as something else.
    fn label(&self, action: ActionId) -> String {
        let name = self.actions.name(action);
        let plain = |char: char| char.is_alphanumeric() || "._[]-{},".contains(char);
        match name.chars().all(plain) && !matches!(name, "tau" | "") {
            true => name.to_owned(),
            false => format!("{:?}", Name::from(name).to_string()),
        }
    }

    /// Says that the formula is true, or false, in lines that are indented by so much.
    fn tell(&self, place: usize, positive: bool, indent: usize, lines: &mut Vec<String>) {
        let mut say = |words: &str| add(words, indent, lines);
        match self.operator(place) {
            HmlOperator::Error if positive => say("it is in the error state"),
            HmlOperator::Error => say("it is not in the error state"),
            HmlOperator::Not(operand) => self.tell(*operand, !positive, indent, lines),
            HmlOperator::All(all) if positive => {
                all.iter().for_each(|&one| self.tell(one, true, indent, lines));
            }
            HmlOperator::All(all) => {
                say("one of these:");
                for &one in all {
                    if lines.len() < MOST_LINES {
                        self.tell_as_item(one, indent + 1, lines);
                    }
                }
            }
            HmlOperator::Step(HmlStep::End, _) if positive => say("it has ended (END)"),
            HmlOperator::Step(HmlStep::End, _) => say("it has not ended"),
            HmlOperator::Step(HmlStep::Action(action), then) => {
                let action = self.called(*action);
                match (positive, self.is_true(*then)) {
                    (true, true) => say(&format!("{action} is possible")),
                    (false, true) => say(&format!("{action} is impossible")),
                    (true, false) => say(&format!("{action} can lead to where:")),
                    (false, false) => say(&format!("{action} leads only to where:")),
                }
                self.tell_after(*then, positive, indent, lines);
            }
            HmlOperator::Silently { at, step, then } => {
                if self.is_true(*at) {
                    self.tell_soon(*step, *then, positive, indent, lines);
                    return;
                }
                // Said of one state, all of it, so that its negation is not pushed inwards.
                say(match positive {
                    true => "silent steps, or none, can lead to where:",
                    false => "no silent steps, nor none, lead to where all of this is so:",
                });
                self.tell(*at, true, indent + 1, lines);
                let (action, bare) = (self.step(*step), self.is_true(*then));
                let words = match (step, bare) {
                    (HmlStep::End, _) => "and it has ended (END)".to_owned(),
                    (_, true) => format!("and {action} is possible"),
                    (_, false) => format!("and {action} can lead from there to where:"),
                };
                add(&words, indent + 1, lines);
                self.tell_after(*then, true, indent + 1, lines);
            }
        }
    }

    /// Says that a step is possible at once or after silent ones, or that it is not.
    fn tell_soon(
        &self,
        step: HmlStep,
        then: usize,
        positive: bool,
        indent: usize,
        lines: &mut Vec<String>,
    ) {
        let action = self.step(step);
        let silent = matches!(step, HmlStep::Action(action) if action.is_tau());
        let words = match (step, positive, self.is_true(then)) {
            (HmlStep::End, true, _) => "it can end (END) without any visible step".to_owned(),
            (HmlStep::End, false, _) => "it cannot end without a visible step".to_owned(),
            (_, true, _) if silent => "silent steps, or none, can lead to where:".to_owned(),
            (_, false, _) if silent => "silent steps, or none, lead only to where:".to_owned(),
            (_, true, true) => format!("{action} is possible, perhaps after silent steps"),
            (_, false, true) => format!("{action} is impossible, also after silent steps"),
            (_, true, false) => format!("{action}, perhaps after silent steps, can lead to where:"),
            (_, false, false) => {
                format!("{action}, also after silent steps, leads only to where:")
            }
        };
        add(&words, indent, lines);
        self.tell_after(then, positive, indent, lines);
    }

    /// Says what is so after a step, unless there is nothing to say.
    fn tell_after(&self, then: usize, positive: bool, indent: usize, lines: &mut Vec<String>) {
        if !self.is_true(then) && lines.len() <= MOST_LINES {
            self.tell(then, positive, indent + 1, lines);
        }
    }

    /// Says that something is false, as an item of a list.
    fn tell_as_item(&self, place: usize, indent: usize, lines: &mut Vec<String>) {
        let first = lines.len();
        self.tell(place, false, indent + 1, lines);
        if let Some(line) = lines.get_mut(first).filter(|line| *line != "…") {
            line.replace_range(2 * indent..2 * indent + 2, "- ");
        }
    }

    fn step(&self, step: HmlStep) -> String {
        match step {
            HmlStep::Action(action) if action.is_tau() => "a silent step, or none,".to_owned(),
            HmlStep::Action(action) => self.called(action),
            HmlStep::End => "END".to_owned(),
        }
    }

    fn called(&self, action: ActionId) -> String {
        match action.is_tau() {
            true => "a silent step".to_owned(),
            false => format!("`{}`", Name::from(self.actions.name(action))),
        }
    }
}

/// Adds a line, unless there are enough.
fn add(words: &str, indent: usize, lines: &mut Vec<String>) {
    match lines.len() {
        MOST_LINES => lines.push("…".to_owned()),
        more if more > MOST_LINES => {}
        _ => lines.push(format!("{}{words}", "  ".repeat(indent))),
    }
}

#[cfg(test)]
mod tests {
    //! What is written is read again by its meaning, and judged on both LTSs.

    use std::collections::BTreeSet;

    use fastrand::Rng;
    use surmise_model::{Context, Lts, StateId};
    use surmise_testing::{Shape, mark_random_end, random_lts, seeds};
    use surmise_verify::automata::{Bisimilarity, Bisimulation, distinguish};

    use super::*;

    /// The states that satisfy the formula at the beginning of a text, and the rest of the text.
    struct Reader<'a> {
        lts: &'a Lts,
        actions: &'a ActionTable,
        rest: &'a str,
    }

    type States = BTreeSet<StateId>;

    impl Reader<'_> {
        fn skip(&mut self, token: &str) -> bool {
            let rest = self.rest.strip_prefix(token);
            self.rest = rest.unwrap_or(self.rest);
            rest.is_some()
        }

        fn all(&self) -> States {
            self.lts.states().chain([StateId::ERROR]).collect()
        }

        fn list(&mut self) -> States {
            let mut states = self.one();
            loop {
                if self.skip(" && ") {
                    states = &states & &self.one();
                } else if self.skip(" || ") {
                    states = &states | &self.one();
                } else {
                    return states;
                }
            }
        }

        fn one(&mut self) -> States {
            let all = self.all();
            if self.skip("(") {
                let inner = self.list();
                assert!(self.skip(")"), "{}", self.rest);
                inner
            } else if self.skip("!") {
                &all - &self.one()
            } else if self.skip("true") {
                all
            } else if self.skip("false") {
                States::new()
            } else if self.skip("error") {
                States::from([StateId::ERROR])
            } else if self.skip("end") {
                self.lts.end().into_iter().collect()
            } else if self.skip("<") {
                let (label, rest) = self.rest.split_once('>').expect("an end");
                self.rest = rest;
                let inner = self.one();
                self.before(label, &inner)
            } else {
                assert!(self.skip("["), "{}", self.rest);
                let (label, rest) = self.rest.split_once(']').expect("an end");
                self.rest = rest;
                let inner = &all - &self.one();
                &all - &self.before(label, &inner)
            }
        }

        /// The states from which steps of a kind can lead to one of these.
        fn before(&self, label: &str, states: &States) -> States {
            let step = |name: &str, states: &States| -> States {
                let named = |action: ActionId| match action.is_tau() {
                    true => "tau",
                    false => self.actions.name(action),
                };
                let transitions = self.lts.transitions();
                let before = transitions.filter(|(_, edge)| {
                    named(edge.action) == name && states.contains(&edge.target)
                });
                before.map(|(source, _)| source).collect()
            };
            match label {
                "tau?" => &step("tau", states) | states,
                "tau*" => {
                    let more = &step("tau", states) | states;
                    if more == *states { more } else { self.before(label, &more) }
                }
                name => step(name, states),
            }
        }
    }

    #[test]
    fn what_is_written_means_what_it_says() {
        let mut actions = ActionTable::default();
        let few = ["a", "b", "c"].map(|name| actions.intern(name).unwrap());
        let (mut silent, mut staged) = (0, 0);
        for seed in seeds(2_000, 20_000) {
            let mut rng = Rng::with_seed(seed);
            let shape = Shape { states: 1..=7, tau: 40, ..Shape::default() };
            let lts = random_lts(&mut rng, &few, &shape, true);
            let left = mark_random_end(&mut rng, &lts);
            // The same without one of its transitions: strangers differ at once.
            let without = rng.usize(0..=left.num_transitions());
            let mut builder = Lts::builder();
            builder.ensure_states(left.num_states()).initial(left.initial());
            left.end().map(|end| builder.end(end));
            let kept = left.transitions().enumerate().filter(|&(index, _)| index != without);
            for (_, (source, edge)) in kept {
                builder.add(source, edge.action, edge.target);
            }
            let right = builder.build().unwrap();
            for by in [Bisimulation::Strong, Bisimulation::Branching] {
                let found = distinguish(&left, &right, by, &Context::unlimited()).unwrap();
                let Bisimilarity::Apart(Some(found)) = found else { continue };
                let report = DistinguishingFormula::new(&found, &actions);
                let text = report.formula.expect("short");
                let [left, right] = [&left, &right].map(|lts| {
                    let mut reader = Reader { lts, actions: &actions, rest: &text };
                    let states = reader.list();
                    assert_eq!(reader.rest, "", "seed {seed}: {text}");
                    states.contains(&lts.initial())
                });
                let expected = report.true_of == "left";
                assert_eq!([left, right], [expected, !expected], "seed {seed}: {text}");
                assert!(!report.words.is_empty());
                silent += usize::from(text.contains("tau*"));
                staged += usize::from(text.contains("tau?"));
            }
        }
        assert!(silent > 100 && staged > 0, "{silent}, {staged}");
    }
}
