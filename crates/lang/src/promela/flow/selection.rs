//! `if` and `do`: options that begin together and meet in one joint.

use super::super::ast::Statement;
use super::super::program::Action;
use super::super::token::At;
use super::element::{Builder, Kind, Sequence};
use super::{Flowed, Reported};

impl Builder<'_, '_> {
    /// The element of a selection, with its joints; the `else` comes last.
    pub(super) fn selection(
        &mut self,
        options: &[Vec<Statement>],
        exit: Option<usize>,
        at: At,
    ) -> Flowed<(usize, Vec<usize>)> {
        let mut sequences = Vec::new();
        let mut result = Ok(());
        for option in options {
            let sequence = self.open();
            if self.sequence(option, sequence).is_err() {
                result = Err(Reported);
            } else if self.made.sequences[sequence].first.is_none() {
                result = Err(self.flow.error(at, "an option has at least one statement"));
            } else {
                self.prune(sequence);
                sequences.push(sequence);
            }
        }
        result?;
        self.choose(sequences, exit, at)
    }

    pub(super) fn choose(
        &mut self,
        sequences: Vec<usize>,
        exit: Option<usize>,
        at: At,
    ) -> Flowed<(usize, Vec<usize>)> {
        let (otherwise, mut ordered): (Vec<usize>, Vec<usize>) =
            sequences.into_iter().partition(|&sequence| self.starts_with_else(sequence));
        if otherwise.len() > 1 {
            return Err(self.flow.error(at, "there are two `else` here"));
        }
        ordered.extend(otherwise);
        let element = self.element(Kind::Selection(ordered.clone()));
        let joint = self.element(Kind::Joint);
        for sequence in ordered {
            self.append(joint, sequence);
        }
        Ok((
            element,
            match exit {
                None => vec![joint],
                Some(exit) => {
                    let behind = self.element(Kind::Exit);
                    self.made.exits[exit] = behind;
                    vec![joint, behind]
                }
            },
        ))
    }

    fn starts_with_else(&self, sequence: usize) -> bool {
        let first = self.made.sequences[sequence].first;
        first.is_some_and(|first| matches!(self.action_of(first), Some(Action::Else)))
    }

    fn action_of(&self, element: usize) -> Option<&Action> {
        match self.made.elements[element].kind {
            Kind::Basic(action) => Some(&self.made.actions[action as usize].0),
            _ => None,
        }
    }

    /// SPIN drops a `skip` in the middle of an option that follows another or a `printf`.
    fn prune(&mut self, sequence: usize) {
        let Sequence { first, last, .. } = self.made.sequences[sequence];
        let mut before = None;
        let mut skips = 0;
        let mut place = first;
        while let Some(element) = place {
            let next = self.made.elements[element].next;
            let labelled = || self.made.labels.iter().any(|&(_, other)| other == element);
            let action = self.action_of(element);
            let skip = matches!(action, Some(Action::Skip));
            match (skip || matches!(action, Some(Action::Print))) && !labelled() {
                true => skips += 1,
                false => skips = 0,
            }
            let inner = skip && Some(element) != first && Some(element) != last;
            match before {
                Some(before) if skips > 1 && inner => {
                    let before: usize = before;
                    self.made.elements[before].next = next;
                }
                _ => before = Some(element),
            }
            if Some(element) == last {
                break;
            }
            place = next;
        }
    }
}
