//! The seam of a search: a second, naive driver, who shares the work with others, finds what the
//! program's own driver finds, whatever the width of states and the store; and what is explored may
//! be any space.

use std::collections::BTreeMap;

use surmise_model::{
    ActionId, Context, Count, Diagnostic, FoundStep, Halt, Lts, PlainSpace, Span, StateId,
    Statistics, Stepper, Stop,
};
use surmise_testing::{NaiveProduct, Shape, complete_with_error, random_system, seeds};
use surmise_verify::search::{
    Driven, Driver, Enough, Expansion, Finding, LevelByLevel, Misfit, Search, SearchOptions,
    SpaceSearch, Store, Successors, Tuning, Writer, Wrong, search, search_by, search_space,
};

/// Several who share the work, one after the other, with a map of predecessors and no other
/// cleverness.
struct Naive {
    owners: usize,
    tuning: Tuning,
}

/// The states of one of them.
struct Owned<S> {
    store: S,
    writer: Writer,
    /// Where those are that were found last.
    level: Vec<u64>,
}

impl Naive {
    fn explore<const W: usize, E: Expansion<W>, S: Store<W>>(
        &self,
        expansion: &E,
        owned: &mut [Owned<S>],
        driven: &mut Driven<W>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let mut parents: BTreeMap<[u64; W], [u64; W]> = BTreeMap::new();
        let mut out = Successors::new(&self.tuning);
        let mut room = expansion.room();
        let initial = expansion.initial();
        let own = &mut owned[self.owner(&initial)];
        own.store.put(&initial, &mut own.writer, context)?;
        let (mut states, mut transitions, mut depth) = (0, 0, 0);
        loop {
            for own in &mut *owned {
                own.level = own.writer.take_runs().into_iter().flatten().collect();
                own.store.look_back(states)?;
            }
            if owned.iter().all(|own| own.level.is_empty()) || self.has_all(driven) {
                driven.statistics.set(Count::States, states);
                driven.statistics.set(Count::Transitions, transitions);
                return Ok(());
            }
            let mut bad: Vec<Option<[u64; W]>> = vec![None; expansion.kinds()];
            for owner in 0..owned.len() {
                for position in std::mem::take(&mut owned[owner].level) {
                    let state = owned[owner].store.get(position);
                    expansion.expand(&state, &mut room, &mut out, |_| ())?;
                    states += 1;
                    transitions += out.steps();
                    for (kind, bad) in bad.iter_mut().enumerate() {
                        if out.is_suspicious() && expansion.is_bad(kind, &state, &out) {
                            *bad = Some(bad.map_or(state, |other| other.min(state)));
                        }
                    }
                    loop {
                        for successor in out.states() {
                            let own = &mut owned[self.owner(successor)];
                            if own.store.put(successor, &mut own.writer, context)? {
                                parents.insert(*successor, state);
                            }
                        }
                        if !out.count_on() {
                            break;
                        }
                    }
                }
            }
            for (way, bad) in driven.ways.iter_mut().zip(bad) {
                if way.is_none() {
                    *way = bad.map(|bad| {
                        let mut way = vec![bad];
                        while let Some(parent) = parents.get(&way[way.len() - 1]) {
                            way.push(*parent);
                        }
                        way.reverse();
                        way
                    });
                }
            }
            depth += 1;
            driven.statistics.set(Count::Depth, depth - 1);
        }
    }

    fn has_all<const W: usize>(&self, driven: &Driven<W>) -> bool {
        !driven.ways.is_empty() && driven.ways.iter().all(Option::is_some)
    }
}

impl Driver for Naive {
    fn owner<const W: usize>(&self, state: &[u64; W]) -> usize {
        let sum = state.iter().fold(0u64, |sum, word| sum.wrapping_mul(31).wrapping_add(*word));
        (sum ^ sum >> 7) as usize % self.owners
    }

    fn drive<const W: usize, E: Expansion<W>, S: Store<W>>(
        &self,
        expansion: &E,
        store: impl Fn() -> S,
        _: Enough,
        context: &Context<'_>,
    ) -> Result<Driven<W>, Misfit> {
        let own = |_| Owned { store: store(), writer: Writer::default(), level: Vec::new() };
        let mut owned: Vec<Owned<S>> = (0..self.owners).map(own).collect();
        let ways = vec![None; expansion.kinds()];
        let statistics = Statistics::default();
        let mut driven = Driven { ways, stop: None, is_complete: true, statistics };
        let stop = self.explore(expansion, &mut owned, &mut driven, context).err();
        match owned.iter().find_map(|own| own.store.misfit()) {
            Some(misfit) => Err(misfit),
            None => Ok(Driven { stop, ..driven }),
        }
    }
}

/// Refuses the first stores that it gets, whatever they are.
struct Reluctant {
    refusals: std::cell::Cell<usize>,
    driver: LevelByLevel,
}

impl Driver for Reluctant {
    fn drive<const W: usize, E: Expansion<W>, S: Store<W>>(
        &self,
        expansion: &E,
        store: impl Fn() -> S,
        enough: Enough,
        context: &Context<'_>,
    ) -> Result<Driven<W>, Misfit> {
        match self.refusals.get() {
            0 => self.driver.drive(expansion, store, enough, context),
            left => {
                self.refusals.set(left - 1);
                Err(if left % 2 == 0 { Misfit::TooManyWords } else { Misfit::FoldsBadly })
            }
        }
    }
}

fn options(tuning: Tuning) -> SearchOptions {
    SearchOptions { tuning, ..SearchOptions::default() }
}

fn assert_same(seed: u64, one: &Search, other: &Search) {
    match (&one.finding, &other.finding) {
        (Finding::Error { trace: one, .. }, Finding::Error { trace: other, .. }) => {
            assert_eq!(one.steps.len(), other.steps.len(), "seed {seed}");
        }
        (one, other) => assert_eq!(one, other, "seed {seed}"),
    }
    for count in [Count::States, Count::Transitions, Count::Depth] {
        assert_eq!(one.statistics.of(count), other.statistics.of(count), "seed {seed}: {count}");
    }
}

#[test]
fn a_naive_driver_finds_what_the_own_one_finds() {
    let context = Context::unlimited();
    for seed in seeds(1_000, 10_000) {
        let system = random_system(seed, &Shape::default());
        let properties = system.properties.iter().map(|p| complete_with_error(&p.lts));
        let ltss = system.components.iter().map(|component| component.lts.clone());
        let parts: Vec<Lts> = ltss.chain(properties).collect();
        let mut parts: Vec<&Lts> = parts.iter().collect();
        // Clocks that all tick at once make states wide, and few.
        let clock = clock(10, 5);
        parts.extend(vec![&clock; [0, 30, 80, 200][seed as usize % 4]]);
        let tuning = if seed % 2 == 0 { Tuning::small() } else { Tuning::default() };
        let options = options(tuning.clone());
        let own = search(&parts, &options, &context);
        let naive = Naive { owners: 1 + seed as usize % 3, tuning };
        assert_same(seed, &own, &search_by(&naive, &parts, &options, &context));
    }
}

/// A component that goes round on an action.
fn clock(action: usize, states: usize) -> Lts {
    let mut builder = Lts::builder();
    builder.ensure_states(states);
    for state in 0..states {
        let next = StateId::of((state + 1) % states);
        builder.add(StateId::of(state), ActionId::of(action), next);
    }
    builder.build().expect("all states exist")
}

/// Whoever is told that a store does not fit begins again with another one, as long as there is
/// one.
#[test]
fn a_driver_that_begins_again_finds_the_same() {
    let context = Context::unlimited();
    let clocks: Vec<Lts> = (1..=45).map(|action| clock(1 + action % 3, 5)).collect();
    for count in [25, 45] {
        let parts: Vec<&Lts> = clocks[..count].iter().collect();
        let options = SearchOptions::default();
        let expected = search(&parts, &options, &context);
        assert_eq!(expected.finding, Finding::Exhausted);
        for refusals in 0..3 {
            let driver = LevelByLevel { threads: 1, tuning: Tuning::default() };
            let reluctant = Reluctant { refusals: refusals.into(), driver };
            assert_same(
                refusals as u64,
                &expected,
                &search_by(&reluctant, &parts, &options, &context),
            );
            assert_eq!(reluctant.refusals.get(), 0);
        }
    }
}

/// Two jugs that hold three and five litres, and water: can one measure four?
struct Jugs {
    /// So many words, the last of which counts.
    words: usize,
    /// Where the model is wrong, if anywhere: so much in the second jug.
    fault: Option<u64>,
}

impl PlainSpace for Jugs {
    fn words(&self) -> usize {
        self.words
    }

    fn initial(&self, _: &mut [u64]) -> Result<(), Halt> {
        Ok(())
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        Box::new(self)
    }

    fn kinds(&self) -> usize {
        2
    }

    fn is_bad(&self, kind: usize, state: &[u64]) -> bool {
        let packed = state[self.words - 1];
        [packed >> 60 == 4, packed >> 60 == 6][kind]
    }

    fn may_end(&self, _: &[u64]) -> bool {
        false
    }
}

impl Stepper for &Jugs {
    fn steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<(), Halt> {
        let packed = state[self.words - 1];
        let (small, large) = (packed & 0xff, packed >> 60);
        if Some(large) == self.fault {
            return Err(Halt::Fault(Box::new(Diagnostic::error(Span::default(), "it leaks"))));
        }
        // Nobody goes on once there is enough.
        if large == 4 {
            return Ok(());
        }
        let (right, left) = (small.min(5 - large), large.min(3 - small));
        let next = [
            (3, large),
            (small, 5),
            (0, large),
            (small, 0),
            (small - right, large + right),
            (small + left, large - left),
        ];
        let mut after = state.to_vec();
        for (action, (small, large)) in (1..).zip(next) {
            after[self.words - 1] = small | large << 60;
            found(ActionId::of(action), &after)?;
        }
        Ok(())
    }
}

#[test]
fn a_space_written_by_hand_is_searched() {
    let context = Context::unlimited();
    for words in [1, 2, 8, 9, 64] {
        for threads in [1, 2] {
            let options = SearchOptions { threads, ..options(Tuning::small()) };
            let sought = [Wrong::Bad(0), Wrong::Bad(1), Wrong::Deadlock];
            let jugs = Jugs { words, fault: None };
            let SpaceSearch { runs, stop, statistics, .. } =
                search_space(&jugs, (&sought, Enough::ALL), &options, &context)
                    .expect("the model is right");
            assert_eq!(stop, None);
            let lengths: Vec<Option<usize>> =
                runs.iter().map(|run| run.as_ref().map(|run| run.steps.len())).collect();
            assert_eq!(lengths, [Some(6), None, Some(6)], "{words} words");
            let run = runs[0].as_ref().expect("it is found");
            let actions: Vec<usize> = run.steps.iter().map(|(action, _)| action.index()).collect();
            // Fill the large one, pour over, empty the small one, pour over, fill, pour over.
            assert_eq!(actions, [2, 6, 3, 6, 2, 6], "{words} words");
            assert!(statistics.of(Count::States) < 24, "{words} words");
            let leaking = Jugs { words, fault: Some(2) };
            let fault = search_space(&leaking, (&sought, Enough::ALL), &options, &context);
            assert_eq!(fault.expect_err("it leaks").message, "it leaks");
        }
    }
    let wide = Jugs { words: 65, fault: None };
    let refused = search_space(&wide, (&[], Enough::ALL), &SearchOptions::default(), &context);
    assert!(refused.expect("nothing was looked at").stop.is_some());
}

/// Composed LTSs as a space: a byte for each local state, 255 for π.
struct Wrapped<'a>(&'a [&'a Lts]);

impl Wrapped<'_> {
    fn pack(tuple: &[StateId], state: &mut [u64]) {
        for (place, local) in tuple.iter().enumerate() {
            let byte = if local.is_error() { 255 } else { u64::from(local.raw()) };
            state[place / 8] |= byte << (place % 8 * 8);
        }
    }

    fn unpack(&self, state: &[u64]) -> Vec<StateId> {
        let local = |place: usize| match state[place / 8] >> (place % 8 * 8) & 255 {
            255 => StateId::ERROR,
            byte => StateId::of(byte as usize),
        };
        (0..self.0.len()).map(local).collect()
    }
}

impl PlainSpace for Wrapped<'_> {
    fn words(&self) -> usize {
        self.0.len().div_ceil(8)
    }

    fn initial(&self, state: &mut [u64]) -> Result<(), Halt> {
        let tuple: Vec<StateId> = self.0.iter().map(|lts| lts.initial()).collect();
        Self::pack(&tuple, state);
        Ok(())
    }

    fn stepper(&self) -> Box<dyn Stepper + '_> {
        Box::new(self)
    }

    fn kinds(&self) -> usize {
        1
    }

    fn is_bad(&self, _: usize, state: &[u64]) -> bool {
        self.unpack(state).iter().any(|local| local.is_error())
    }

    fn may_end(&self, state: &[u64]) -> bool {
        self.is_bad(0, state)
    }
}

impl Stepper for &Wrapped<'_> {
    fn steps(&mut self, state: &[u64], found: &mut FoundStep<'_>) -> Result<(), Halt> {
        let tuple = self.unpack(state);
        if tuple.iter().any(|local| local.is_error()) {
            return Ok(());
        }
        let mut tell = |action, tuple: &[StateId]| {
            let mut next = vec![0; self.words()];
            Wrapped::pack(tuple, &mut next);
            found(action, &next)
        };
        for (part, lts) in self.0.iter().enumerate() {
            for target in lts.successors(tuple[part], ActionId::TAU) {
                let mut next = tuple.clone();
                next[part] = target;
                tell(ActionId::TAU, &next)?;
            }
        }
        let mut actions: Vec<ActionId> =
            self.0.iter().flat_map(|lts| lts.alphabet().iter()).collect();
        actions.sort_unstable();
        actions.dedup();
        for action in actions {
            let mut all = vec![tuple.clone()];
            for (part, lts) in self.0.iter().enumerate() {
                if lts.alphabet().contains(action) {
                    let with = |next: &Vec<StateId>, target| {
                        let mut next = next.clone();
                        next[part] = target;
                        next
                    };
                    let targets: Vec<StateId> = lts.successors(tuple[part], action).collect();
                    let longer = |next| targets.iter().map(move |&target| with(next, target));
                    all = all.iter().flat_map(longer).collect();
                }
            }
            all.iter().try_for_each(|next| tell(action, next))?;
        }
        Ok(())
    }
}

#[test]
fn composed_ltss_can_be_searched_as_a_space() {
    let context = Context::unlimited();
    let (mut errors, mut deadlocks) = (0, 0);
    for seed in seeds(1_000, 10_000) {
        let system = random_system(seed, &Shape::default());
        let idle = clock(9, 1);
        let mut parts: Vec<&Lts> = system.components.iter().map(|c| &c.lts).collect();
        parts.extend(vec![&idle; [0, 8, 80][seed as usize % 3]]);
        let naive = NaiveProduct::new(&parts);
        let space = Wrapped(&parts);
        let options = SearchOptions {
            threads: 1 + seed as usize % 2,
            ..options(if seed % 2 == 0 { Tuning::small() } else { Tuning::default() })
        };
        let sought = [Wrong::Bad(0), Wrong::Deadlock];
        let found = search_space(&space, (&sought, Enough::ALL), &options, &context)
            .expect("nothing is wrong");
        assert_eq!(found.stop, None, "seed {seed}");
        let depth = found.runs[0].as_ref().map(|run| run.steps.len());
        assert_eq!(depth, naive.error_depth, "seed {seed}");
        errors += usize::from(depth.is_some());
        for run in found.runs.iter().flatten() {
            let mut at = run.initial.clone();
            for (action, to) in &run.steps {
                let mut leads = false;
                let told = space.stepper().steps(&at, &mut |by, next| {
                    leads |= by == *action && next == to.as_slice();
                    Ok(())
                });
                assert!(told.is_ok() && leads, "seed {seed}");
                at.clone_from(to);
            }
        }
        if let Some(run) = &found.runs[1] {
            let last = run.steps.last().map_or(&run.initial, |(_, state)| state);
            let mut steps = 0;
            let told = space.stepper().steps(last, &mut |_, _| {
                steps += 1;
                Ok(())
            });
            assert!(told.is_ok() && steps == 0 && !space.is_bad(0, last), "seed {seed}");
            deadlocks += 1;
        }
    }
    assert!(errors > 50 && deadlocks > 50, "{errors} {deadlocks}");
}
