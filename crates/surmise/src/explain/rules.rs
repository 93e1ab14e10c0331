//! Rules that forbid an action by what has happened before it.
//!
//! A rule counts. For an action `y` it is found from a trigger: whatever leads from where `y` is
//! forbidden to where it is allowed while the count is full has to take the count back, and is
//! added until nothing changes. A rule that would forbid what the assumption allows is dropped, so
//! a set of rules is an explanation of `y` as soon as it forbids `y` wherever the assumption does.

use std::collections::{BTreeMap, BTreeSet};

use surmise_model::{Context, Stop};

use super::behaviour::Behaviour;

/// A sentence counts no further.
const MOST_COUNTED: usize = 10;

/// Classes of actions.
pub(super) type Set = BTreeSet<usize>;

/// What takes a count back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Back {
    /// To nothing.
    Reset,
    /// By one.
    Down,
}

/// When a rule forbids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum When {
    /// When the count is full.
    Full,
    /// When it is zero.
    Zero,
}

/// A count of what has happened, which forbids something. The count goes up with `up` as long as it
/// is not full, and back with `back`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rule {
    pub(super) up: Set,
    pub(super) back: Set,
    pub(super) how: Back,
    /// The count is full at this.
    pub(super) full: usize,
    /// Whether it is full at the beginning.
    pub(super) starts_full: bool,
    pub(super) when: When,
}

impl Rule {
    fn start(&self) -> usize {
        if self.starts_full { self.full } else { 0 }
    }

    fn forbids(&self, count: usize) -> bool {
        match self.when {
            When::Full => count == self.full,
            When::Zero => count == 0,
        }
    }

    /// The count after a class of actions: what is full is taken back first. Nothing if a count
    /// that goes down one by one would be less than zero, or more than full: that cannot be said.
    fn after(&self, count: usize, class: usize) -> Option<usize> {
        let (up, back) = (self.up.contains(&class), self.back.contains(&class));
        match self.how {
            Back::Reset if back && (count == self.full || !up) => Some(0),
            Back::Reset if up => Some((count + 1).min(self.full)),
            Back::Down if up => (count < self.full).then_some(count + 1),
            Back::Down if back => count.checked_sub(1),
            Back::Reset | Back::Down => Some(count),
        }
    }

    /// Adds to what takes the count back until the rule forbids `y` nowhere that the assumption
    /// allows it.
    fn closed(mut self, behaviour: &Behaviour, y: usize) -> Option<Self> {
        loop {
            let more = self.missing(behaviour, y)?;
            if more.is_empty() {
                return Some(self);
            }
            match self.when {
                When::Full => self.back.extend(more),
                When::Zero => self.up.extend(more),
            }
            // Further than to one, what goes both ways is nothing that a sentence could say.
            let goes_both_ways = !self.up.is_disjoint(&self.back);
            if goes_both_ways && (self.full > 1 || self.how == Back::Down) {
                return None;
            }
        }
    }

    /// What leads to where the rule forbids `y` and the assumption does not, from where both do.
    /// Nothing comes of it if that is where the rule begins to forbid it.
    fn missing(&self, behaviour: &Behaviour, y: usize) -> Option<Set> {
        let is_wrong =
            |state: usize, count: usize| self.forbids(count) && !behaviour.forbids(state, y);
        let start = (behaviour.initial, self.start());
        if is_wrong(start.0, start.1) {
            return None;
        }
        let mut missing = Set::new();
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some((state, count)) = open.pop() {
            for (class, to) in behaviour.steps(state) {
                let after = self.after(count, class)?;
                if !is_wrong(to, after) {
                    if reached.insert((to, after)) {
                        open.push((to, after));
                    }
                } else if self.forbids(count) && after == count {
                    missing.insert(class);
                } else {
                    return None;
                }
            }
        }
        Some(missing)
    }
}

/// What was found: rules with the classes that they forbid, and classes that no rules explain.
pub(super) struct Found {
    pub(super) rules: BTreeMap<Rule, Set>,
    pub(super) left_out: Vec<usize>,
}

/// Rules for everything that is forbidden somewhere.
pub(super) fn rules(behaviour: &Behaviour, context: &Context<'_>) -> Result<Found, Stop> {
    let mut found = Found { rules: BTreeMap::new(), left_out: Vec::new() };
    for y in 0..behaviour.classes.len() {
        context.check()?;
        if !(0..behaviour.num_states()).any(|state| behaviour.forbids(state, y)) {
            continue;
        }
        match explain(behaviour, y) {
            Some(rules) => {
                for rule in merged(rules) {
                    found.rules.entry(rule).or_default().insert(y);
                }
            }
            None => found.left_out.push(y),
        }
    }
    Ok(found)
}

/// The fewest rules that can be had by leaving out one after the other.
fn explain(behaviour: &Behaviour, y: usize) -> Option<Vec<Rule>> {
    let mut rules = once(behaviour, y);
    if !covers(&rules, behaviour, y) {
        rules.extend(counting(behaviour, y));
        if !covers(&rules, behaviour, y) {
            return None;
        }
    }
    // Those that take most words go first.
    rules.sort_by_key(|rule| std::cmp::Reverse((rule.full, rule.back.len() + rule.up.len())));
    let mut kept = rules.clone();
    for rule in rules {
        let without: Vec<Rule> = kept.iter().filter(|other| **other != rule).cloned().collect();
        if covers(&without, behaviour, y) {
            kept = without;
        }
    }
    Some(kept)
}

/// Rules for what forbids `y` by having happened once, and for the beginning.
fn once(behaviour: &Behaviour, y: usize) -> Vec<Rule> {
    let plain = Rule {
        up: Set::new(),
        back: Set::new(),
        how: Back::Reset,
        full: 1,
        starts_full: false,
        when: When::Full,
    };
    let beginning = Rule { starts_full: true, ..plain.clone() }.closed(behaviour, y);
    let after = |x: usize| Rule { up: Set::from([x]), ..plain.clone() }.closed(behaviour, y);
    // All that begins it in one rule: what also ends it has no rule of its own.
    let begins = |state: usize, (_, to): &(usize, usize)| {
        !behaviour.forbids(state, y) && behaviour.forbids(*to, y)
    };
    let up = (0..behaviour.num_states()).flat_map(|state| {
        behaviour.steps(state).filter(move |step| begins(state, step)).map(|(class, _)| class)
    });
    let starts_full = behaviour.forbids(behaviour.initial, y);
    let together = Rule { up: up.collect(), starts_full, ..plain.clone() }.closed(behaviour, y);
    let each = (0..behaviour.classes.len()).filter_map(after);
    beginning.into_iter().chain(each).chain(together).collect()
}

/// Rules that count further than to one.
fn counting(behaviour: &Behaviour, y: usize) -> Vec<Rule> {
    let classes = behaviour.classes.len();
    let most = behaviour.num_states().min(MOST_COUNTED);
    let mut rules = Vec::new();
    for (x, full) in (0..classes).flat_map(|x| (1..most).map(move |full| (x, full))) {
        let (up, back, starts_full) = (Set::from([x]), Set::new(), false);
        let since = Rule { up, back, how: Back::Reset, full, starts_full, when: When::Full };
        rules.extend(
            Some(since.clone()).filter(|_| full > 1).and_then(|it| it.closed(behaviour, y)),
        );
        // What goes down one by one is tried.
        for z in (0..classes).filter(|&z| z != x) {
            for when in [When::Full, When::Zero] {
                let rule = Rule { back: Set::from([z]), how: Back::Down, when, ..since.clone() };
                rules.extend(rule.closed(behaviour, y));
            }
        }
    }
    rules
}

/// Whether rules forbid `y` wherever the assumption does. They forbid it nowhere else.
fn covers(rules: &[Rule], behaviour: &Behaviour, y: usize) -> bool {
    /// So many states with counts are looked at.
    const PATIENCE: usize = 20_000;
    let start: Vec<usize> = rules.iter().map(Rule::start).collect();
    let mut reached = BTreeSet::from([(behaviour.initial, start.clone())]);
    let mut open = vec![(behaviour.initial, start)];
    while let Some((state, counts)) = open.pop() {
        let forbidden = rules.iter().zip(&counts).any(|(rule, &count)| rule.forbids(count));
        if behaviour.forbids(state, y) && !forbidden {
            return false;
        }
        for (class, to) in behaviour.steps(state) {
            let after = rules.iter().zip(&counts).map(|(rule, &count)| rule.after(count, class));
            let Some(after) = after.collect::<Option<Vec<usize>>>() else { return false };
            if reached.len() > PATIENCE {
                return false;
            }
            if reached.insert((to, after.clone())) {
                open.push((to, after));
            }
        }
    }
    true
}

/// Rules of one step that are taken back by the same actions are one rule: what has happened since
/// is any of what they wait for.
fn merged(rules: Vec<Rule>) -> Vec<Rule> {
    let mut merged: Vec<Rule> = Vec::new();
    for rule in rules {
        let is_simple = |rule: &Rule| {
            rule.full == 1 && rule.how == Back::Reset && rule.up.is_disjoint(&rule.back)
        };
        let same =
            |other: &&mut Rule| is_simple(other) && is_simple(&rule) && other.back == rule.back;
        match merged.iter_mut().find(same) {
            Some(other) => {
                other.up.extend(&rule.up);
                other.starts_full |= rule.starts_full;
            }
            None => merged.push(rule),
        }
    }
    merged
}
