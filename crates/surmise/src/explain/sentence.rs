//! Rules as sentences. Every kind begins or goes on in its own way, so that who reads one knows
//! which it is.

use std::collections::BTreeMap;

use super::behaviour::Behaviour;
use super::rules::{Back, Rule, Set, When};

/// Where nothing is forbidden.
pub(super) const ANYTHING: &str = "Anything may happen.";

/// All rules in sentences, the shortest first.
pub(super) fn sentences(behaviour: &Behaviour, rules: &BTreeMap<Rule, Set>) -> Vec<String> {
    let words = Words(behaviour);
    let mut rest: Vec<(&Rule, &Set)> = rules.iter().collect();
    let mut sentences = Vec::new();
    while let Some(first) = rest.iter().position(|(rule, what)| begins_a_round(rule, what)) {
        let (rule, what) = rest.remove(first);
        match round(what, &rule.back, &rest) {
            Some(round) => {
                let names: Vec<String> = std::iter::once(what)
                    .chain(round.iter().map(|&at| rest[at].1))
                    .map(|set| words.list(set))
                    .collect();
                sentences
                    .push(format!("{}, again and again in this order.", names.join(", then ")));
                let mut index = 0;
                rest.retain(|_| {
                    index += 1;
                    !round.contains(&(index - 1))
                });
            }
            None => sentences.push(words.sentence(rule, what)),
        }
    }
    sentences.extend(rest.into_iter().map(|(rule, what)| words.sentence(rule, what)));
    sentences.sort_by_key(|sentence| (sentence.len(), sentence.clone()));
    sentences
}

fn is_simple(rule: &Rule) -> bool {
    rule.full == 1 && rule.how == Back::Reset && rule.when == When::Full
}

/// Whether a rule says that something happens once, and again after something else.
fn begins_a_round(rule: &Rule, what: &Set) -> bool {
    is_simple(rule) && !rule.starts_full && rule.up == *what && !rule.back.is_empty()
}

/// The rules by which something follows what is first, something else follows that, and so on, up
/// to what the first waits for.
fn round(first: &Set, last: &Set, rest: &[(&Rule, &Set)]) -> Option<Vec<usize>> {
    let mut round: Vec<usize> = Vec::new();
    let mut before = first;
    while before != last {
        let follows = |(rule, what): &(&Rule, &Set)| {
            is_simple(rule) && rule.starts_full && rule.up == **what && rule.back == *before
        };
        let next = rest.iter().position(follows).filter(|next| !round.contains(next))?;
        round.push(next);
        before = rest[next].1;
    }
    Some(round)
}

/// The words for actions.
struct Words<'a>(&'a Behaviour);

impl Words<'_> {
    fn sentence(&self, rule: &Rule, what: &Set) -> String {
        let (no, up, back) = (self.list(what), self.list(&rule.up), self.list(&rule.back));
        let Rule { full, .. } = rule;
        let is_taken_back = !rule.back.is_empty();
        match (rule.how, rule.when) {
            (Back::Reset, When::Full) if *full == 1 => {
                match (rule.starts_full, rule.up.is_empty(), is_taken_back) {
                    (true, _, false) => format!("Never {no}."),
                    (true, true, true) => format!("No {no} before the first {back}."),
                    (true, false, true) => {
                        format!(
                            "No {no} before the first {back}, nor after {up} until the next {back}."
                        )
                    }
                    (false, _, true) => format!("After {up}, no {no} until {back}."),
                    (false, _, false) => format!("After {up}, never again {no}."),
                }
            }
            (Back::Reset, _) => match is_taken_back {
                true => {
                    format!("No {no} once {up} has happened {full} times since the last {back}.")
                }
                false => format!("No {no} once {up} has happened {full} times."),
            },
            (Back::Down, When::Full) => match is_taken_back {
                true => {
                    let times =
                        if *full == 1 { "once".to_owned() } else { format!("{full} times") };
                    format!("No {no} while {up} has happened {times} more often than {back}.")
                }
                false => format!("No {no} once {up} has happened {full} times."),
            },
            (Back::Down, When::Zero) => {
                format!("No {no} while {up} has happened as often as {back}.")
            }
        }
    }

    /// The actions of some classes, or all but a few.
    fn list(&self, set: &Set) -> String {
        let behaviour = self.0;
        let names = |wanted: &dyn Fn(usize) -> bool| -> Vec<String> {
            let classes = behaviour.classes.iter().enumerate();
            let some = classes.filter(|(class, _)| wanted(*class)).flat_map(|(_, names)| names);
            some.map(|name| format!("`{name}`")).collect()
        };
        let (some, others) =
            (names(&|class| set.contains(&class)), names(&|class| !set.contains(&class)));
        match (some.len(), others.len()) {
            (_, 0) => "anything".to_owned(),
            (5.., 1..=2) => format!("anything but {}", others.join(" or ")),
            _ => joined(&some),
        }
    }
}

/// `a`, `b` or `c`.
pub(super) fn joined(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
