//! Many short lists in one array.
//!
//! Each pair of states has a list of who needs it. Millions of vectors would spend more memory on
//! their lengths than on what is in them.

/// Where the list ends.
const END: u32 = u32::MAX;

/// A list of some [`Lists`]; empty at first.
#[derive(Debug, Clone, Copy)]
pub(super) struct List(u32);

impl List {
    /// Nothing.
    pub(super) const EMPTY: Self = Self(END);
}

/// Lists that only grow.
#[derive(Debug, Default)]
pub(super) struct Lists<T> {
    /// Elements, and the place of the one that was there before.
    links: Vec<(T, u32)>,
}

impl<T: Copy> Lists<T> {
    /// Adds an element at the end of a list.
    pub(super) fn push(&mut self, list: &mut List, element: T) {
        let place = self.links.len() as u32;
        assert!(place != END, "pairs are numbered by fewer");
        self.links.push((element, list.0));
        list.0 = place;
    }

    /// The elements of a list, the last one first.
    pub(super) fn backwards(&self, list: List) -> impl Iterator<Item = T> + '_ {
        let link = |place: u32| self.links.get(place as usize);
        std::iter::successors(link(list.0), move |(_, before)| link(*before)).map(|&(e, _)| e)
    }

    /// The elements of a list in order.
    pub(super) fn to_vec(&self, list: List) -> Vec<T> {
        let mut elements: Vec<T> = self.backwards(list).collect();
        elements.reverse();
        elements
    }
}
