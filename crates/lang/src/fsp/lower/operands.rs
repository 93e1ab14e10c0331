//! Components by operand: every operand of the chosen composite process becomes one.

use std::rc::Rc;

use surmise_model::{Alphabet, Priority};

use super::super::ast::Composite;
use super::super::evaluate::Evaluated;
use super::leaf::Leaf;
use super::{Lowering, Machine};

impl Lowering<'_> {
    /// One leaf for each operand, which has so many leaves, and the properties inside them.
    pub(super) fn by_operand(
        &mut self,
        mut leaves: Vec<Leaf>,
        sizes: &[usize],
        priority: Option<&Priority>,
        composite: &Composite,
    ) -> Evaluated<Vec<Leaf>> {
        // Whose end matters is known before the leaves become others.
        self.join(&mut leaves)?;
        let mut result: Vec<Leaf> = Vec::new();
        let mut first = 0;
        let mut never_ends = false;
        for &size in sizes {
            let range = first..first + size;
            first += size;
            let (properties, parts): (Vec<Leaf>, Vec<Leaf>) =
                leaves[range.clone()].iter().cloned().partition(|leaf| leaf.machine.property);
            if parts.len() < 2 || !ends_as_one(&parts) {
                result.extend(parts);
            } else {
                // What is internal to these leaves alone, and gives way as τ does, becomes τ.
                let mut outside = self.unlike_tau(priority);
                for (number, leaf) in leaves.iter().enumerate() {
                    if !range.contains(&number) || leaf.machine.property {
                        outside.union_with(&leaf.map.alphabet());
                    }
                }
                let leaf = self.operand_leaf(&parts, &outside, composite)?;
                never_ends |= !leaf.ends && parts.iter().any(|part| part.ends);
                result.push(leaf);
            }
            result.extend(properties);
        }
        if never_ends {
            result.iter_mut().for_each(|leaf| leaf.ends = false);
        }
        Ok(result)
    }

    /// The internal actions that do not give way as τ does.
    fn unlike_tau(&self, priority: Option<&Priority>) -> Alphabet {
        match priority {
            Some(Priority { low, tau_is_low: true }) => self.internal.difference(low),
            Some(Priority { low, tau_is_low: false }) => self.internal.intersection(low),
            None => Alphabet::new(),
        }
    }

    fn operand_leaf(
        &mut self,
        parts: &[Leaf],
        outside: &Alphabet,
        composite: &Composite,
    ) -> Evaluated<Leaf> {
        let names: Vec<&str> = parts.iter().map(|leaf| leaf.name.as_str()).collect();
        let name = names.join("||");
        let ends: Vec<usize> = (0..parts.len()).filter(|&part| parts[part].ends).collect();
        let ends = (!ends.is_empty()).then_some(&ends[..]);
        let silent = self.internal.difference(outside);
        match self.product(parts, &silent, None, ends)? {
            Ok(lts) => {
                let leaf = Leaf::new(name, Rc::new(Machine::new(lts, false)));
                Ok(Leaf { part: parts[0].part, ..leaf })
            }
            Err(error) => Err(self.given_up(composite.name.at, &name, error)),
        }
    }
}

/// Whether leaves can be at their end together in one state: those whose place does not matter then
/// have no step that the others allow. Otherwise they have to stay apart.
fn ends_as_one(parts: &[Leaf]) -> bool {
    let (ending, others): (Vec<&Leaf>, Vec<&Leaf>) = parts.iter().partition(|leaf| leaf.ends);
    let alphabet = |leaves: &[&Leaf]| {
        leaves.iter().fold(Alphabet::new(), |all, leaf| all.union(&leaf.map.alphabet()))
    };
    ending.is_empty() || alphabet(&others).is_subset(&alphabet(&ending))
}
