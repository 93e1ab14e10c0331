//! Wide states, folded: a state is a few numbers, and each number stands for a pair of numbers,
//! down to words.
//!
//! States of a product are much alike: a step changes one word or two. So a tree is put over the
//! words of a state, for each node a [dictionary](super::words) numbers the words or pairs that
//! occur there, and what is left of the state, the numbers below the root, fits into one word. That
//! word is kept and known again like a narrow state. (Laarman, van de Pol, Weber: "Parallel
//! recursive state compression for free", SPIN 2011; what is new of a successor is folded along the
//! path from what has changed to the root, as there.) Three words are the children of one root, as
//! long as their numbers are small enough. As each dictionary counts for itself, states that differ
//! in the last word alone have roots that are neighbours, and these are kept most cheaply.
//!
//! Most dictionaries stay small. So the numbers of a root begin narrow, which makes more of the
//! roots neighbours, and become as wide as a word allows when one of them no longer fits: everybody
//! has stopped then, and all roots are written anew.
//!
//! It pays if few words and pairs occur beside the number of states. Therefore parts that talk to
//! each other are [put side by side](super::arrangement) before they are packed. Where it does not
//! pay, the search is started over [in another way](Misfit).
//!
//! Numbers depend on the threads, so nothing is compared by them: a search sees states as they are.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use surmise_model::{Context, Reason, Stop};

use super::arena::{Full, Writer};
use super::bitmap_index::BitmapIndex;
use super::layout::FIELD_BITS;
use super::store::{Misfit, Plain, Store};
use super::words::Words;

/// With fewer words nobody asks whether it pays.
const FEW_WORDS: u64 = 1 << 15;

/// A store of states of `W` words, a power of two, at least two.
#[derive(Debug)]
pub(super) struct Tree<const W: usize> {
    roots: Plain<1, BitmapIndex>,
    /// The dictionary of each node.
    words: Vec<Words>,
    /// How many children the root has. They are nodes of one level.
    children: usize,
    /// The most bits that a number can have, and those that it has in a pair.
    bits: u32,
    /// How many bits a number has in a root.
    root_bits: u32,
    /// Whether somebody has a number with more.
    is_crowded: AtomicBool,
    bound: u128,
    misfit: OnceLock<Misfit>,
}

/// The roots of successors. Its room is kept from one state to the next.
#[derive(Debug, Default)]
pub(super) struct Fetched {
    roots: Vec<u64>,
    /// The numbers of the state they follow, by node: the root is node 1, and the children of node
    /// k are nodes 2k and 2k + 1.
    from: Vec<u32>,
    /// Those of a successor.
    nodes: Vec<u32>,
}

impl<const W: usize> Tree<W> {
    /// A store for at most `bound` states whose root has two or three children; three only if a
    /// state has three words. At first it has so many bits.
    pub(super) fn new(bound: u128, children: usize, narrow: u32) -> Self {
        let bits = FIELD_BITS / children as u32;
        let root_bits = (narrow / children as u32).min(bits);
        let index = BitmapIndex::new(root_bits * children as u32, bound);
        Self {
            roots: Plain::new(bound, index),
            words: (0..2 * W).map(|_| Words::new()).collect(),
            children,
            bits,
            root_bits,
            is_crowded: AtomicBool::new(false),
            bound,
            misfit: OnceLock::new(),
        }
    }

    /// The first of the nodes that are the root's children.
    #[inline]
    fn first(&self) -> usize {
        self.children.next_power_of_two()
    }

    /// The root with these children.
    #[inline]
    fn root(&self, nodes: &[u32]) -> u64 {
        let children = nodes[self.first()..][..self.children].iter();
        children.fold(0, |root, &number| root << self.root_bits | u64::from(number))
    }

    /// The number of a child of the root.
    #[inline]
    fn child(&self, root: u64, child: usize) -> u64 {
        let bits = self.root_bits;
        root >> (bits * (self.children - 1 - child) as u32) & ((1 << bits) - 1)
    }

    #[inline]
    fn pair(&self, left: u32, right: u32) -> u64 {
        u64::from(left) << self.bits | u64::from(right)
    }

    #[inline]
    fn split(&self, pair: u64) -> (u64, u64) {
        (pair >> self.bits, pair & ((1 << self.bits) - 1))
    }

    /// The number of a word, or pair, at a node.
    #[inline]
    fn number(
        &self,
        node: usize,
        word: u64,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<u32, Full> {
        let number = self.words[node].number(word, &mut writer.words[node], context)?;
        let is_child = node < self.first() + self.children;
        match number >> if is_child { self.root_bits } else { self.bits } {
            0 => Ok(number as u32),
            _ => Err(self.too_wide(number)),
        }
    }

    /// A number does not fit.
    #[cold]
    fn too_wide(&self, number: u64) -> Full {
        if number >> self.bits != 0 {
            return Full::Stop(self.stop(Misfit::TooManyWords));
        }
        self.is_crowded.store(true, Ordering::Relaxed);
        Full::Grow
    }

    /// Gives the numbers in roots all the bits there are.
    fn widen(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let (narrow, wide, children) = (self.root_bits, self.bits, self.children as u32);
        let name = |root: u64| {
            let number =
                |child: u32| root >> (narrow * (children - 1 - child)) & ((1 << narrow) - 1);
            (0..children).fold(0, |root, child| root << wide | number(child))
        };
        let roots = &mut self.roots;
        roots.index = roots.index.renamed((wide * children, self.bound), name, context)?;
        roots.arena.rename(name);
        self.root_bits = wide;
        Ok(())
    }

    /// The root of a state, after a state whose nodes are known.
    fn fold(
        &self,
        before: Option<&[u64; W]>,
        state: &[u64; W],
        Fetched { from, nodes, .. }: &mut Fetched,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<u64, Full> {
        nodes.copy_from_slice(from);
        for (leaf, &word) in state.iter().enumerate() {
            if before.is_none_or(|before| before[leaf] != word) {
                nodes[W + leaf] = self.number(W + leaf, word, writer, context)?;
            }
        }
        for node in (self.first()..W).rev() {
            let (left, right) = (nodes[2 * node], nodes[2 * node + 1]);
            let unchanged = left == from[2 * node] && right == from[2 * node + 1];
            if before.is_none() || !unchanged {
                nodes[node] = self.number(node, self.pair(left, right), writer, context)?;
            }
        }
        Ok(self.root(nodes))
    }

    /// Another store suits the states better.
    #[cold]
    fn stop(&self, misfit: Misfit) -> Stop {
        self.misfit.get_or_init(|| misfit);
        // Nobody sees the reason: the search is started over.
        Stop(Reason::WorkLimit)
    }
}

impl<const W: usize> Store<W> for Tree<W> {
    type Fetched = Fetched;

    fn get(&self, position: u64) -> [u64; W] {
        let [root] = self.roots.get(position);
        let mut state = [0; W];
        for (child, number) in state[..self.children].iter_mut().enumerate() {
            *number = self.child(root, child);
        }
        let mut width = self.first();
        while width < W {
            for node in (0..width).rev() {
                let pair = self.words[width + node].get(state[node]);
                (state[2 * node], state[2 * node + 1]) = self.split(pair);
            }
            width *= 2;
        }
        // Three children have no fourth beside them.
        let leaves = if self.first() == W { self.children } else { W };
        for (word, words) in state[..leaves].iter_mut().zip(&self.words[W..]) {
            *word = words.get(*word);
        }
        state
    }

    /// It takes the root to tell.
    #[inline]
    fn prefetch(&self, _: &[u64; W]) {}

    fn fetch(
        &self,
        from: Option<(u64, &[u64; W])>,
        successors: &[[u64; W]],
        fetched: &mut Fetched,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<(), Full> {
        fetched.roots.clear();
        fetched.from.resize(2 * W, 0);
        fetched.nodes.resize(2 * W, 0);
        writer.words.resize_with(2 * W, Writer::default);
        if let Some((position, _)) = from {
            let [root] = self.roots.get(position);
            for child in 0..self.children {
                fetched.from[self.first() + child] = self.child(root, child) as u32;
            }
            for node in self.first()..W {
                let (left, right) = self.split(self.words[node].get(u64::from(fetched.from[node])));
                (fetched.from[2 * node], fetched.from[2 * node + 1]) = (left as u32, right as u32);
            }
        }
        for state in successors {
            let before = from.map(|(_, before)| before);
            let root = self.fold(before, state, fetched, writer, context)?;
            self.roots.prefetch(&[root]);
            fetched.roots.push(root);
        }
        Ok(())
    }

    #[inline]
    fn draw(&self, writer: &mut Writer, states: u64) -> Result<(), Full> {
        self.roots.draw(writer, states)
    }

    #[inline]
    fn insert(
        &self,
        (number, _): (usize, &[u64; W]),
        fetched: &Fetched,
        writer: &mut Writer,
        context: &Context<'_>,
    ) -> Result<bool, Full> {
        self.roots.insert_one(&[fetched.roots[number]], writer, context)
    }

    fn give_back(&self, writer: &mut Writer) {
        self.roots.give_back(writer);
        for (words, writer) in self.words.iter().zip(&mut writer.words) {
            words.give_back(writer);
        }
    }

    fn grow(&mut self, states: u64, threads: usize, context: &Context<'_>) -> Result<(), Stop> {
        if std::mem::take(self.is_crowded.get_mut()) {
            self.widen(context)?;
        }
        self.roots.grow(states, threads, context)?;
        self.words.iter_mut().try_for_each(|words| words.grow(states, threads, context))
    }

    fn bytes(&self) -> u64 {
        self.roots.bytes() + self.words.iter().map(Words::bytes).sum::<u64>()
    }

    fn look_back(&mut self, states: u64) -> Result<(), Stop> {
        // Those of the leaves do not depend on the number of children.
        let words = self.words[W..].iter().map(Words::len).sum::<u64>();
        match words > FEW_WORDS && words > states / 2 {
            true => Err(self.stop(Misfit::FoldsBadly)),
            false => Ok(()),
        }
    }

    fn misfit(&self) -> Option<Misfit> {
        self.misfit.get().copied()
    }
}
