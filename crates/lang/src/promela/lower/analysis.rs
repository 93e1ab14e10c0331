//! Which process types use a global variable, and how.
//!
//! A variable that nobody sets is a constant, and one that a single process uses is part of that
//! process: neither is a component.

use super::super::program::{Action, Expr, Match, Place, Program, Start};

/// What becomes of a global variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Nobody sets it, or nobody uses it.
    Constant,
    /// Part of this process.
    Owned(usize),
    /// A component.
    Shared,
}

/// The roles of all global variables.
pub(crate) fn roles(program: &Program) -> Vec<Role> {
    let mut uses = Uses {
        users: vec![User::Nobody; program.globals.len()],
        written: vec![false; program.globals.len()],
        created: vec![false; program.processes.len()],
        process: 0,
    };
    for (index, process) in program.processes.iter().enumerate() {
        uses.process = index;
        for (_, start) in &process.starts {
            if let Start::Value(value) = start {
                uses.expression(value);
            }
        }
        for (action, _) in &process.actions {
            uses.action(action);
        }
    }
    // Whoever looks at a state is one more.
    uses.process = usize::MAX;
    program.predicates.iter().for_each(|(_, predicate)| uses.expression(predicate));
    let single = |process: usize| {
        let mut active = program.active.iter().enumerate().filter(|(_, kind)| **kind == process);
        match (active.next(), active.next(), uses.created[process]) {
            (Some((number, _)), None, false) => Some(number),
            _ => None,
        }
    };
    let role = |(user, written): (&User, &bool)| match (user, written) {
        (User::Nobody, _) | (_, false) => Role::Constant,
        (User::One(process), true) => single(*process).map_or(Role::Shared, Role::Owned),
        (User::Several, true) => Role::Shared,
    };
    uses.users.iter().zip(&uses.written).map(role).collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum User {
    Nobody,
    One(usize),
    Several,
}

struct Uses {
    users: Vec<User>,
    written: Vec<bool>,
    created: Vec<bool>,
    process: usize,
}

impl Uses {
    fn action(&mut self, action: &Action) {
        match action {
            Action::Skip
            | Action::Print
            | Action::Nothing
            | Action::Else
            | Action::Deterministic(_)
            | Action::Die => {}
            Action::Condition(condition) | Action::Assert(condition) => self.expression(condition),
            Action::Assign(place, value) => {
                self.place(place, true);
                self.expression(value);
            }
            Action::Send { channel, values, .. } => {
                self.expression(channel);
                values.iter().for_each(|value| self.expression(value));
            }
            Action::Receive { channel, patterns, .. } => {
                self.expression(channel);
                for pattern in patterns {
                    match pattern {
                        Match::Any => {}
                        Match::Value(value) => self.expression(value),
                        Match::Store(place) => self.place(place, true),
                    }
                }
            }
        }
    }

    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Number(_) | Expr::Timeout | Expr::Running | Expr::OwnNumber | Expr::Marked(_) => {
            }
            Expr::Variable(place) => self.place(place, false),
            Expr::Unary(_, value) | Expr::Test(_, value) => self.expression(value),
            Expr::Binary(_, pair) => {
                self.expression(&pair.0);
                self.expression(&pair.1);
            }
            Expr::Conditional(three) => {
                self.expression(&three.0);
                self.expression(&three.1);
                self.expression(&three.2);
            }
            // What is polled is not stored.
            Expr::Poll { channel, patterns, .. } => {
                self.expression(channel);
                for pattern in patterns {
                    if let Match::Value(value) = pattern {
                        self.expression(value);
                    }
                }
            }
            Expr::Run { process, arguments } => {
                self.created[*process] = true;
                arguments.iter().for_each(|argument| self.expression(argument));
            }
            Expr::At { number, .. } => {
                number.iter().for_each(|number| self.expression(number));
            }
            Expr::Peek { number, variable, .. } => {
                number.iter().for_each(|number| self.expression(number));
                variable.indices.iter().for_each(|(index, _, _)| self.expression(index));
            }
        }
    }

    /// All elements of an array are used alike.
    fn place(&mut self, place: &Place, written: bool) {
        place.indices.iter().for_each(|(index, _, _)| self.expression(index));
        if !place.global || place.dummy {
            return;
        }
        let reach: u32 = place.indices.iter().map(|&(_, count, stride)| (count - 1) * stride).sum();
        for slot in place.base..=place.base + reach {
            let slot = slot as usize;
            self.written[slot] |= written;
            self.users[slot] = match self.users[slot] {
                User::Nobody => User::One(self.process),
                User::One(process) if process == self.process => User::One(process),
                _ => User::Several,
            };
        }
    }
}
