//! Strongly connected components of a product, in one depth-first pass, with what their steps are
//! marked with: J.-M. Couvreur, "On-the-fly verification of linear temporal logic" (FM 1999),
//! without recursion.
//!
//! The pass keeps a stack of *roots*. Each is the first state of a set of visited states that are
//! known to lie on cycles together, with all marks on steps between them. A step back to an open
//! state merges the sets above it: the marks on the steps that led from one to the next now count,
//! too. Invariant: the open states are the disjoint union of the roots' sets, in the order of the
//! stack, and every set is strongly connected by steps that were looked at.
//!
//! A run exists that is in all acceptance and fairness sets infinitely often if and only if a
//! component has all marks. Under fair choice what counts are *terminal* components, which nothing
//! leads out of: a fair run ends up in one and takes all steps there infinitely often.

use surmise_model::{Event, Stop};

use super::product::{Edge, Marks, Product, Watcher};

/// Which components are looked for.
pub(super) enum Wanted<'w, W> {
    /// Those with all marks.
    Marked,
    /// Terminal ones that this is true of.
    #[expect(clippy::type_complexity, reason = "it is used once")]
    Terminal(&'w dyn Fn(&mut Product<'_, W>, &[u32]) -> Result<bool, Stop>),
}

/// As long as there are no more states than these, all components are found, so that the run with
/// the shortest beginning can be shown. Otherwise the first is enough.
const FEW: usize = 100_000;
/// How often somebody who watches is told.
const REPORT_EVERY: u32 = 1 << 17;

const UNSEEN: u32 = 0;
const DONE: u32 = u32::MAX;

/// A set of open states that are strongly connected.
struct Root {
    /// The number of its first state in the order of visits.
    number: u32,
    /// The marks on steps within it.
    marks: Marks,
    /// The marks on the step by which it was entered.
    entered: Marks,
    /// Whether there is a step within it at all.
    has_cycle: bool,
    /// Whether a step leads out of it to where no way leads back.
    leaves: bool,
}

/// A state on the path, its steps, which are the last ones on their stack, and the next to take.
struct Frame {
    state: u32,
    edges: usize,
    next: usize,
}

struct Pass<'p, 'a, 'w, W> {
    product: &'p mut Product<'a, W>,
    wanted: Wanted<'w, W>,
    /// When each state was visited, from 1.
    visits: Vec<u32>,
    visited: u32,
    roots: Vec<Root>,
    open: Vec<u32>,
    path: Vec<Frame>,
    edges: Vec<Edge>,
    found: Vec<Vec<u32>>,
    /// Whether an open set is known to have all marks.
    is_marked: bool,
}

/// Finds components: all, the first ones, or none.
pub(super) fn find<W: Watcher>(
    product: &mut Product<'_, W>,
    wanted: Wanted<'_, W>,
) -> Result<Vec<Vec<u32>>, Stop> {
    let initial = product.initial()?;
    let mut pass = Pass {
        product,
        wanted,
        visits: Vec::new(),
        visited: 0,
        roots: Vec::new(),
        open: Vec::new(),
        path: Vec::new(),
        edges: Vec::new(),
        found: Vec::new(),
        is_marked: false,
    };
    for state in initial {
        if pass.visit_of(state) == UNSEEN {
            pass.visit(state, 0)?;
            if pass.follow()? {
                break;
            }
        }
    }
    Ok(pass.found)
}

impl<W: Watcher> Pass<'_, '_, '_, W> {
    fn visit_of(&self, state: u32) -> u32 {
        self.visits.get(state as usize).copied().unwrap_or(UNSEEN)
    }

    /// Visits a state for the first time.
    fn visit(&mut self, state: u32, entered: Marks) -> Result<(), Stop> {
        self.visited += 1;
        if self.visited.is_multiple_of(1 << 10) {
            self.product.context().check()?;
        }
        if self.visited.is_multiple_of(REPORT_EVERY) {
            let bytes = self.product.store.bytes();
            let (states, waiting) = (self.product.store.len() as u64, self.path.len() as u64);
            let event = Event::Searching { states, waiting, depth: self.path.len() as u32, bytes };
            self.product.context().observer.event(&event);
        }
        let first = self.edges.len();
        let leaves = self.product.row(state, &mut self.edges)?;
        self.visits.resize(self.product.store.len(), UNSEEN);
        self.visits[state as usize] = self.visited;
        let root = Root { number: self.visited, marks: 0, entered, has_cycle: false, leaves };
        self.roots.push(root);
        self.open.push(state);
        self.path.push(Frame { state, edges: first, next: first });
        Ok(())
    }

    /// Follows the path to its end; gives whether enough was found.
    fn follow(&mut self) -> Result<bool, Stop> {
        let all = self.product.all_marks();
        while let Some(frame) = self.path.last_mut() {
            if let Some(&edge) = self.edges.get(frame.next) {
                frame.next += 1;
                match self.visits.get(edge.target as usize).copied().unwrap_or(UNSEEN) {
                    UNSEEN => self.visit(edge.target, edge.marks)?,
                    DONE => self.leave(),
                    number => self.merge(number, edge.marks, all),
                }
                if self.is_marked && self.product.store.len() > FEW {
                    self.take_marked(all);
                    return Ok(true);
                }
                continue;
            }
            let Frame { state, edges, .. } = *frame;
            self.path.pop();
            self.edges.truncate(edges);
            if self.roots.last().is_some_and(|root| root.number == self.visits[state as usize]) {
                self.complete(state, all)?;
                if !self.found.is_empty() && self.product.store.len() > FEW {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A step leads out of the last set for good.
    fn leave(&mut self) {
        if let Some(root) = self.roots.last_mut() {
            root.leaves = true;
        }
    }

    /// A step leads back to an open state: all sets above that state's are one with it.
    fn merge(&mut self, number: u32, mut marks: Marks, all: Marks) {
        let mut leaves = false;
        while let Some(root) = self.roots.pop_if(|root| root.number > number) {
            marks |= root.marks | root.entered;
            leaves |= root.leaves;
        }
        if let Some(root) = self.roots.last_mut() {
            root.marks |= marks;
            root.leaves |= leaves;
            root.has_cycle = true;
            self.is_marked |= root.marks == all && matches!(self.wanted, Wanted::Marked);
        }
    }

    /// The last set is a component.
    fn complete(&mut self, first: u32, all: Marks) -> Result<(), Stop> {
        let Some(root) = self.roots.pop() else { return Ok(()) };
        let start = self.open.iter().rposition(|&state| state == first).unwrap_or(0);
        let members: Vec<u32> = self.open.split_off(start);
        members.iter().for_each(|&member| self.visits[member as usize] = DONE);
        let is_wanted = root.has_cycle
            && match self.wanted {
                Wanted::Marked => root.marks == all,
                Wanted::Terminal(judge) => !root.leaves && judge(self.product, &members)?,
            };
        if is_wanted {
            self.found.push(members);
        }
        self.leave();
        Ok(())
    }

    /// Takes an open set that has all marks, if no component was found before.
    fn take_marked(&mut self, all: Marks) {
        let is_marked = |root: &Root| root.has_cycle && root.marks == all;
        if self.found.is_empty()
            && let Some(place) = self.roots.iter().position(is_marked)
        {
            let end = self.roots.get(place + 1).map_or(DONE, |root| root.number);
            let within = self.roots[place].number..end;
            let visits = &self.visits;
            let members = self.open.iter().copied();
            let members = members.filter(|&state| within.contains(&visits[state as usize]));
            self.found.push(members.collect());
        }
    }
}
