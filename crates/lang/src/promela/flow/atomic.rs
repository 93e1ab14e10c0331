//! What is inside an `atomic`, a `d_step` or an `unless`.

use super::element::{Builder, Kind, Sequence};

impl Builder<'_, '_> {
    /// Marks everything in a sequence as atomic, and its last step as the one that ends that.
    pub(super) fn make_atomic(&mut self, sequence: usize, inside: Option<u32>) {
        self.walk(sequence, inside);
        let Some(last) = self.made.sequences[sequence].last else { return };
        match self.made.elements[last].kind {
            Kind::Block(block) => self.make_atomic(block, inside),
            Kind::Unless(main, _) => self.make_atomic(main, inside),
            _ => {
                self.made.elements[last].atomic = false;
                self.made.elements[last].last = true;
            }
        }
    }

    fn walk(&mut self, sequence: usize, inside: Option<u32>) {
        let Sequence { first, last, .. } = self.made.sequences[sequence];
        let mut place = first;
        while let Some(number) = place {
            let element = &mut self.made.elements[number];
            element.atomic = true;
            element.inside = inside.or(element.inside);
            let next = element.next;
            match element.kind.clone() {
                Kind::Block(block) => self.walk(block, inside),
                Kind::Deterministic(block, _) if inside.is_some() => {
                    self.made.elements[number].kind = Kind::Block(block);
                    self.walk(block, inside);
                }
                Kind::Selection(options) => {
                    for option in options {
                        self.walk(option, inside);
                    }
                }
                Kind::Unless(main, escape) => {
                    self.walk(main, inside);
                    self.walk(escape, inside);
                }
                _ => {}
            }
            if Some(number) == last {
                break;
            }
            place = next;
        }
    }

    /// Attaches an escape to every statement of a sequence.
    pub(super) fn attach(&mut self, sequence: usize, escape: usize) {
        let Sequence { first, extent, .. } = self.made.sequences[sequence];
        let mut place = first;
        while let Some(element) = place {
            self.attach_to(element, escape);
            if Some(element) == extent {
                break;
            }
            place = self.made.elements[element].next;
        }
    }

    fn attach_to(&mut self, element: usize, escape: usize) {
        if self.made.elements[element].escapes.contains(&escape) {
            return;
        }
        // The escapes that it has can be escaped from, too.
        for inner in self.made.elements[element].escapes.clone() {
            self.attach(inner, escape);
        }
        self.made.elements[element].escapes.insert(0, escape);
        match self.made.elements[element].kind.clone() {
            Kind::Unless(main, _) | Kind::Block(main) => self.attach(main, escape),
            Kind::Selection(options) => {
                for option in options {
                    self.attach(option, escape);
                }
            }
            Kind::Deterministic(block, _) => {
                if let Some(guard) = self.made.sequences[block].first {
                    self.attach_to(guard, escape);
                }
            }
            _ => {}
        }
    }
}
