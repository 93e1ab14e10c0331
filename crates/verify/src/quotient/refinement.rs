//! The refinement loop (section 6 of the paper): from the trivial abstraction of M, one split at a
//! time.
//!
//! The trivial abstraction tells the initial state of each part from its others. Of many parts
//! the product of these is too large to begin with. Then some parts begin as one class, and their
//! initial states are told apart when forward labels are looked for, one part after the other:
//! before, these have nothing to begin with.
//!
//! Forward and backward labels live on the same abstraction. The loop refines for one of them,
//! after some steps for the other (every ten, in the paper), until the bounds coincide in both. At
//! any time the bounds there are give an equivalence: a sound and invertible assumption, not the
//! smallest one.
//!
//! Backward labels are about N/≃F, which gets coarser as forward labels get sharper. So when the
//! direction changes the quotient is made anew and the labels move to it: what led to an error
//! still does where states are merged. As that needs upper labels, it is done when the places have
//! grown by an eighth since the last time, or forward labels are final.

use surmise_model::{Context, Lts, Reason, Stop};

use super::bounds::Bounds;
use super::classes::Classes;
use super::modal::{Direction, Modal};
use super::places::{Changes, Places};
use crate::automata::worth;

/// An abstraction under refinement.
#[derive(Debug)]
pub(super) struct Refinement<'p> {
    process: &'p Lts,
    places: Places<'p>,
    forward: Bounds,
    backward: Bounds,
    /// ≃F and N/≃F, which the backward labels are about.
    reached: Classes,
    reduced: Lts,
    /// The number of places when these were made, and whether they are final.
    places_then: usize,
    final_reduced: bool,
    direction: Direction,
    /// How many steps the direction is kept for.
    left: usize,
    /// Whether bounds coincide, forward and backward.
    final_forward: bool,
    final_backward: bool,
    steps: usize,
    /// The places that there were at each step, summed up.
    work: u64,
}

impl<'p> Refinement<'p> {
    /// Starts with the trivial abstraction of as many parts of M as can be composed at once.
    pub(super) fn new(
        process: &'p Lts,
        rest: &[&Lts],
        property: &'p Lts,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        /// What it may take to compose them, in units of work.
        const AT_ONCE: u64 = 1 << 20;
        let mut apart = rest.len();
        while apart > 0 {
            let start =
                |context: &Context<'_>| Self::starting(process, rest, property, apart, context);
            match worth(AT_ONCE, context, start) {
                Err(Stop(Reason::WorkLimit)) => context.check()?,
                started => return started,
            }
            apart /= 2;
        }
        Self::starting(process, rest, property, 0, context)
    }

    /// Starts with the trivial abstraction of the first so many parts. Each of the others is one
    /// class.
    pub(super) fn starting(
        process: &'p Lts,
        rest: &[&Lts],
        property: &'p Lts,
        apart: usize,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let abstraction = |(place, &lts): (usize, &&Lts)| match place < apart {
            true => Modal::new(lts.clone()),
            false => Modal::in_one_class(lts.clone()),
        };
        let parts = rest.iter().enumerate().map(abstraction).collect::<Result<_, _>>()?;
        Self::of(process, Places::new(parts, property, context)?, context)
    }

    /// Starts with any abstraction.
    pub(super) fn of(
        process: &'p Lts,
        places: Places<'p>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let forward = Bounds::new(Direction::Forward, process, &places, context)?;
        let backward = Bounds::new(Direction::Backward, process, &places, context)?;
        Ok(Self {
            process,
            forward,
            backward,
            reached: Classes::identity(process.num_states()),
            reduced: process.clone(),
            places_then: 0,
            final_reduced: false,
            direction: Direction::Forward,
            left: 0,
            final_forward: false,
            final_backward: false,
            steps: 0,
            work: 0,
            places,
        })
    }

    /// How many steps were made.
    pub(super) fn steps(&self) -> usize {
        self.steps
    }

    /// How much work that was: about so many places were looked at.
    pub(super) fn work(&self) -> u64 {
        self.work + 4 * self.places.surplus()
    }

    /// The places of the abstraction, and the classes of its parts.
    pub(super) fn places(&self) -> &Places<'p> {
        &self.places
    }

    /// Whether it is known by now that M ‖ N violates P.
    pub(super) fn shows_violation(&self) -> bool {
        self.forward.show_violation() || self.backward.show_violation()
    }

    /// Whether P may be violated beside some N, as far as the abstraction tells. If not, N makes no
    /// difference.
    pub(super) fn may_fail(&self, context: &Context<'_>) -> Result<bool, Stop> {
        self.places.lead_to_error(context)
    }

    /// Makes one step: splits one class. Tells whether there was one to be split; if not, the
    /// bounds coincide, and the assumption is the one without abstraction.
    pub(super) fn step(&mut self, alternate: usize, context: &Context<'_>) -> Result<bool, Stop> {
        loop {
            context.check()?;
            if self.direction == Direction::Forward
                && self.left > 0
                && !self.places.initial_is_alone()
            {
                let changes = self.places.separate_initial(context)?;
                self.split(&changes, context)?;
                return Ok(true);
            }
            if self.left > 0 && !self.is_final() {
                let bounds = match self.direction {
                    Direction::Forward => &mut self.forward,
                    Direction::Backward => &mut self.backward,
                };
                bounds.propagate(&self.places, context)?;
                match bounds.nearest(&self.places, context)? {
                    Some((source, edge)) => {
                        let changes = self.places.refine(self.direction, source, edge, context)?;
                        self.split(&changes, context)?;
                        return Ok(true);
                    }
                    None => *self.is_final_mut() = true,
                }
            }
            if self.final_forward && self.final_backward {
                return Ok(false);
            }
            self.turn(alternate.max(1), context)?;
        }
    }

    /// Takes note of a split.
    fn split(&mut self, changes: &Changes, context: &Context<'_>) -> Result<(), Stop> {
        self.forward.split(changes, context)?;
        self.backward.split(changes, context)?;
        self.left -= 1;
        self.steps += 1;
        self.work += self.places.len() as u64;
        Ok(())
    }

    fn is_final(&self) -> bool {
        match self.direction {
            Direction::Forward => self.final_forward,
            Direction::Backward => self.final_backward,
        }
    }

    fn is_final_mut(&mut self) -> &mut bool {
        match self.direction {
            Direction::Forward => &mut self.final_forward,
            Direction::Backward => &mut self.final_backward,
        }
    }

    /// Changes the direction. It is forward first.
    fn turn(&mut self, alternate: usize, context: &Context<'_>) -> Result<(), Stop> {
        self.direction = match self.direction {
            _ if self.steps == 0 && !self.final_forward => Direction::Forward,
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        };
        self.left = alternate;
        if self.direction == Direction::Backward {
            self.reduce(context)?;
        }
        Ok(())
    }

    /// Makes N/≃F anew, if that is worth it, and moves the backward labels there.
    fn reduce(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let few_more = self.places.len() * 8 < self.places_then * 9;
        if self.final_reduced || (few_more && !self.final_forward) {
            return Ok(());
        }
        (self.places_then, self.final_reduced) = (self.places.len(), self.final_forward);
        let reached =
            self.forward.classes(&mut self.places, self.process, self.final_forward, context)?;
        if reached != self.reached {
            let reduced = reached.quotient(self.process, context)?;
            let classes = (&self.reached, &reached);
            self.backward = self.backward.rebased(classes, &reduced, &self.places, context)?;
            (self.reached, self.reduced, self.final_backward) = (reached, reduced, false);
        }
        Ok(())
    }

    /// The states of any process that are one by the abstraction as it is now.
    pub(super) fn afresh(&mut self, process: &Lts, context: &Context<'_>) -> Result<Classes, Stop> {
        let mut classes = Classes::identity(process.num_states());
        let mut process = process.clone();
        for direction in [Direction::Forward, Direction::Backward] {
            let mut bounds = Bounds::new(direction, &process, &self.places, context)?;
            bounds.propagate(&self.places, context)?;
            let further = bounds.classes(&mut self.places, &process, false, context)?;
            process = further.quotient(&process, context)?;
            classes = classes.then(&further);
        }
        Ok(classes)
    }

    /// The states of N that are one by the bounds as they are now: ≃B after ≃F.
    pub(super) fn classes(&mut self, context: &Context<'_>) -> Result<Classes, Stop> {
        let (process, places) = (self.process, &mut self.places);
        self.forward.propagate(places, context)?;
        let reached = self.forward.classes(places, process, self.final_forward, context)?;
        let same = reached == self.reached;
        let reduced = reached.quotient(process, context)?;
        let mut backward = match same {
            true => {
                self.backward.announce_copy(context)?;
                self.backward.clone()
            }
            false => self.backward.rebased((&self.reached, &reached), &reduced, places, context)?,
        };
        backward.propagate(places, context)?;
        let coincide = same && self.final_forward && self.final_backward;
        let leading = backward.classes(places, &reduced, coincide, context)?;
        Ok(reached.then(&leading))
    }
}
