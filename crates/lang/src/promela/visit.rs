//! Every expression inside of an expression or an action, in the order of the text.

use super::program::{Action, Expr, Match, Place};

/// Somebody who is shown expressions.
type Visitor<'v, 'e> = dyn FnMut(&'e Expr) + 'v;

impl Expr {
    /// Shows the expression and all inside of it.
    pub(crate) fn each<'e>(&'e self, visit: &mut Visitor<'_, 'e>) {
        visit(self);
        match self {
            Self::Variable(place) => place.each(visit),
            Self::Unary(_, value) | Self::Test(_, value) => value.each(visit),
            Self::Binary(_, pair) => {
                pair.0.each(visit);
                pair.1.each(visit);
            }
            Self::Conditional(three) => {
                three.0.each(visit);
                three.1.each(visit);
                three.2.each(visit);
            }
            Self::Poll { channel, patterns, .. } => {
                channel.each(visit);
                each_pattern(patterns, visit);
            }
            Self::Run { arguments, .. } => {
                arguments.iter().for_each(|argument| argument.each(visit));
            }
            Self::At { number, .. } => number.iter().for_each(|number| number.each(visit)),
            Self::Peek { number, variable, .. } => {
                number.iter().for_each(|number| number.each(visit));
                variable.each(visit);
            }
            Self::Number(_) | Self::Timeout | Self::Running | Self::OwnNumber | Self::Marked(_) => {
            }
        }
    }
}

impl Place {
    fn each<'e>(&'e self, visit: &mut Visitor<'_, 'e>) {
        self.indices.iter().for_each(|(index, ..)| index.each(visit));
    }
}

impl Action {
    /// Shows all expressions of an action.
    pub(crate) fn each_expression<'e>(&'e self, visit: &mut Visitor<'_, 'e>) {
        match self {
            Self::Skip
            | Self::Print
            | Self::Nothing
            | Self::Else
            | Self::Deterministic(_)
            | Self::Die => {}
            Self::Condition(value) | Self::Assert(value) => value.each(visit),
            Self::Assign(place, value) => {
                place.each(visit);
                value.each(visit);
            }
            Self::Send { channel, values, .. } => {
                channel.each(visit);
                values.iter().for_each(|value| value.each(visit));
            }
            Self::Receive { channel, patterns, .. } => {
                channel.each(visit);
                each_pattern(patterns, visit);
            }
        }
    }
}

fn each_pattern<'e>(patterns: &'e [Match], visit: &mut Visitor<'_, 'e>) {
    for pattern in patterns {
        match pattern {
            Match::Any => {}
            Match::Value(value) => value.each(visit),
            Match::Store(place) => place.each(visit),
        }
    }
}
