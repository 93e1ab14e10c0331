//! Making the tables of a [`PackedProduct`]: who leads an action, and what each digit's value can
//! start.

use std::collections::BTreeMap;

use surmise_model::{ActionId, Context, Edge, Lts, StateId, Stop};

use super::layout::{Digit, Field, Layout};
use super::parts::Parts;
use super::product::{
    Branching, Chained, DigitRows, LEADER, Lookup, PARTNER, PackedProduct, REFUSED, Row, Simple,
    change,
};
use crate::automata::Pace;

/// Parts with more bits than this get no dense tables.
const DENSE_BITS: u32 = 12;
/// Dense tables of one part have at most so many entries in all.
const DENSE_ENTRIES: usize = 1 << 16;
/// A digit and its companion have at most so many bits together.
const COMPANION_BITS: u32 = 11;
/// Asks nobody: `tables[0]` is "no change".
const NOBODY: Lookup = Lookup { table: 0, mask: 0, shift: 0, word: 0 };

/// What is known about one action.
#[derive(Debug, Clone, Default)]
struct Sharing {
    /// The parts that have it in their alphabets.
    participants: Vec<u32>,
    /// The one whose rows start it; `u32::MAX` if somebody never offers it.
    leader: u32,
}

struct Builder<'a> {
    parts: Parts<'a>,
    layout: Layout,
    combinations: usize,
    sharing: Vec<Sharing>,
    /// For each part: its actions with a dense table, in order, and the question to ask.
    questions: Vec<Vec<(ActionId, Lookup)>>,
    tables: Vec<u64>,
    /// So much memory for the tables of the product was announced, in bytes.
    announced: u64,
    context: Context<'a>,
    pace: Pace<'a>,
}

/// What it costs to begin a search, however small.
const START: usize = 512;

/// Makes the tables of the product of some LTSs, with an entry for each of so many combinations at
/// most of what the parts of a digit do.
pub(super) fn build<'a>(
    parts: Parts<'a>,
    layout: Layout,
    combinations: usize,
    context: &Context<'a>,
) -> Result<PackedProduct<'a>, Stop> {
    let mut pace = Pace::new(context);
    let sharing = sharing(parts.ltss, &mut pace)?;
    let questions = Vec::with_capacity(parts.ltss.len());
    let announced = PackedProduct::expected_bytes(parts.ltss);
    let (tables, context) = (vec![0], *context);
    let mut builder = Builder {
        parts,
        layout,
        combinations,
        sharing,
        questions,
        tables,
        announced,
        context,
        pace,
    };
    for part in 0..parts.ltss.len() {
        let questions = builder.questions_to(part)?;
        builder.questions.push(questions);
        builder.announce(0)?;
    }
    builder.product()
}

/// Finds participants and leaders. The leader is a part without dense tables, if there is one, else
/// the one that offers the action in the smallest share of its states.
fn sharing(parts: &[&Lts], pace: &mut Pace<'_>) -> Result<Vec<Sharing>, Stop> {
    let actions = parts.iter().flat_map(|lts| lts.alphabet().iter().last());
    let count = actions.max().map_or(1, |action| action.index() + 1);
    let mut sharing = vec![Sharing::default(); count];
    pace.spend(START + 4 * count)?;
    for (part, lts) in parts.iter().enumerate() {
        pace.spend(4 * lts.alphabet().len())?;
        for action in lts.alphabet().iter() {
            sharing[action.index()].participants.push(part as u32);
        }
    }
    // How many transitions each participant has on the action, to find the most selective one.
    let mut best = vec![(true, f64::INFINITY); count];
    let mut offers = vec![0u32; count];
    for (part, lts) in parts.iter().enumerate() {
        let dense = is_dense(lts);
        for state in lts.states() {
            let row = lts.edges(state);
            pace.spend(row.len() + 1)?;
            row.iter().for_each(|edge| offers[edge.action.index()] += 1);
        }
        offers[ActionId::TAU.index()] = 0;
        for action in lts.alphabet().iter().map(ActionId::index) {
            let offered = std::mem::take(&mut offers[action]);
            let share = f64::from(offered) / lts.num_states().max(1) as f64;
            let rank = (dense, share);
            if offered == 0 {
                best[action] = (false, -1.0);
                sharing[action].leader = u32::MAX;
            } else if rank < best[action] {
                best[action] = rank;
                sharing[action].leader = part as u32;
            }
        }
    }
    Ok(sharing)
}

fn is_dense(lts: &Lts) -> bool {
    let states = lts.num_states().next_power_of_two();
    states <= 1 << DENSE_BITS && states * lts.alphabet().len() <= DENSE_ENTRIES
}

impl<'a> Builder<'a> {
    /// Announces that memory is needed, if tables and entries of so many bytes are more than was
    /// expected. Who has so much may soon want as much again, to grow.
    fn announce(&mut self, entries: u64) -> Result<(), Stop> {
        let bytes = entries + size_of_val(&*self.tables) as u64;
        if bytes > self.announced {
            self.announced = 2 * bytes;
            self.context.reserve(bytes)?;
        }
        Ok(())
    }

    /// Makes the dense tables of a part for the actions that others lead.
    fn questions_to(&mut self, part: usize) -> Result<Vec<(ActionId, Lookup)>, Stop> {
        let lts = self.parts.ltss[part];
        let mut questions = Vec::new();
        if !is_dense(lts) {
            return Ok(questions);
        }
        let Field { word, shift, bits } = self.layout.fields[part];
        let change = |from, to| change(&self.parts, &self.layout, part, (from, to), PARTNER);
        for action in lts.alphabet().iter() {
            let Sharing { participants, leader } = &self.sharing[action.index()];
            if participants.len() < 2 || *leader == part as u32 || *leader == u32::MAX {
                continue;
            }
            self.pace.spend(2 << bits)?;
            let start = self.tables.len();
            self.tables.resize(start + (1 << bits), REFUSED);
            let mut deterministic = true;
            for state in lts.states() {
                match lts.edges_on(state, action) {
                    [] => {}
                    [edge] => self.tables[start + state.index()] = change(state, edge.target),
                    _ => deterministic = false,
                }
            }
            if !deterministic {
                self.tables.truncate(start);
                continue;
            }
            let question = Lookup {
                table: start as u32,
                mask: ((1u32 << bits) - 1) as u16,
                shift: shift as u8,
                word: word as u8,
            };
            questions.push((action, question));
        }
        Ok(questions)
    }

    /// The question to ask a part about an action, if it has a dense table for it.
    fn question(&self, part: usize, action: ActionId) -> Option<Lookup> {
        let questions = &self.questions[part];
        let place = questions.binary_search_by_key(&action, |&(action, _)| action).ok()?;
        Some(questions[place].1)
    }

    fn product(mut self) -> Result<PackedProduct<'a>, Stop> {
        let mut product = PackedProduct {
            parts: self.parts,
            layout: self.layout.clone(),
            digits: Vec::new(),
            simple: Vec::new(),
            chained: Vec::new(),
            branching: Vec::new(),
            tables: Vec::new(),
            low: None,
        };
        let mut locals = vec![None; self.parts.ltss.len()];
        for digit in &product.layout.digits.clone() {
            let companion = self.companion(digit);
            let rows = self.rows(digit, companion, &mut locals, &mut product)?;
            let companion = companion.map_or(Field::default(), |part| self.layout.fields[part]);
            product.digits.push(DigitRows { field: digit.field, companion, rows });
        }
        product.tables = self.tables;
        Ok(product)
    }

    /// The part outside a digit that most of its steps need, if it is small and in the same word.
    fn companion(&self, digit: &Digit) -> Option<usize> {
        let fields = &self.layout.fields;
        let mut needed: BTreeMap<usize, usize> = BTreeMap::new();
        for leader in digit.parts.clone() {
            for action in self.parts.ltss[leader].alphabet().iter() {
                let sharing = &self.sharing[action.index()];
                if sharing.leader as usize == leader {
                    let participants = sharing.participants.iter().map(|&part| part as usize);
                    participants.for_each(|part| *needed.entry(part).or_default() += 1);
                }
            }
        }
        let candidates = needed.into_iter().filter(|&(part, _)| {
            !digit.parts.contains(&part)
                && fields[part].word == digit.field.word
                && digit.field.bits + fields[part].bits <= COMPANION_BITS
        });
        let most = candidates.max_by_key(|&(part, needed)| (needed, std::cmp::Reverse(part)));
        most.map(|(part, _)| part)
    }

    /// The rows of a digit: one for every value of it and its companion, and one more to end the
    /// last. `locals` is room for the local states that are known, none of them before and after.
    fn rows(
        &mut self,
        digit: &Digit,
        companion: Option<usize>,
        locals: &mut [Option<StateId>],
        product: &mut PackedProduct<'a>,
    ) -> Result<Vec<Row>, Stop> {
        let known: Vec<usize> = digit.parts.clone().chain(companion).collect();
        let companion_bits = companion.map_or(0, |part| self.layout.fields[part].bits);
        let values = match known[..] {
            [part] => self.parts.ltss[part].num_states(),
            _ => 1 << (digit.field.bits + companion_bits),
        };
        let here = |product: &PackedProduct<'_>| Row {
            simple: product.simple.len() as u32,
            chained: product.chained.len() as u32,
            branching: product.branching.len() as u32,
        };
        let mut rows = Vec::with_capacity(values + 1);
        for value in 0..values {
            let before = here(product);
            rows.push(before);
            let mut valid = true;
            for &part in &known {
                let Field { shift, bits, .. } = self.layout.fields[part];
                let offset = match digit.parts.contains(&part) {
                    true => shift - digit.field.shift,
                    false => digit.field.bits,
                };
                let local = value >> offset & ((1 << bits) - 1);
                locals[part] = Some(StateId::of(local));
                valid &= local < self.parts.ltss[part].num_states();
            }
            if valid {
                self.entries(digit, locals, product);
            }
            self.pace.spend(1 + here(product).entries() - before.entries())?;
            self.announce(product.bytes())?;
        }
        rows.push(here(product));
        known.into_iter().for_each(|part| locals[part] = None);
        Ok(rows)
    }

    /// The entries of a digit, given the local states that are known: its parts' and its
    /// companion's.
    fn entries(&self, digit: &Digit, locals: &[Option<StateId>], product: &mut PackedProduct<'a>) {
        for part in digit.parts.clone() {
            let Some(local) = locals[part] else { continue };
            for &edge in self.parts.ltss[part].edges(local) {
                let change = self.change(part, local, edge.target);
                if edge.action.is_tau() {
                    product.simple.push(Simple { change, partner: NOBODY });
                } else if self.sharing[edge.action.index()].leader == part as u32 {
                    self.entry(locals, (part, edge.action), change, product);
                }
            }
        }
    }

    /// The entries of one step of an action's leader.
    fn entry(
        &self,
        locals: &[Option<StateId>],
        (leader, action): (usize, ActionId),
        change: u64,
        product: &mut PackedProduct<'a>,
    ) {
        let mut changes = vec![change];
        let mut outside = Vec::new();
        for &partner in &self.sharing[action.index()].participants {
            let part = partner as usize;
            if part == leader {
                continue;
            }
            let Some(local) = locals[part] else {
                outside.push(partner);
                continue;
            };
            let lts = self.parts.ltss[part];
            let own = |edge: &Edge| self.change(part, local, edge.target);
            // Fields are disjoint, so changes add up; π stays π.
            match lts.edges_on(local, action) {
                [] => return,
                [edge] => {
                    let own = own(edge);
                    changes.iter_mut().for_each(|change| *change |= own);
                }
                edges if edges.len() * changes.len() > self.combinations => outside.push(partner),
                edges => {
                    let all = |&a: &u64| edges.iter().map(move |edge| a | own(edge));
                    changes = changes.iter().flat_map(all).collect();
                }
            }
        }
        let questions: Option<Box<[Lookup]>> =
            outside.iter().map(|&partner| self.question(partner as usize, action)).collect();
        for change in changes {
            match questions.as_deref() {
                Some([]) => product.simple.push(Simple { change, partner: NOBODY }),
                Some(&[partner]) => product.simple.push(Simple { change, partner }),
                Some(partners) => {
                    product.chained.push(Chained { change, partners: partners.into() });
                }
                None => product.branching.push(Branching {
                    change,
                    action,
                    partners: outside.as_slice().into(),
                }),
            }
        }
    }

    /// The change that a step in a digit makes to its word.
    fn change(&self, part: usize, from: StateId, to: StateId) -> u64 {
        change(&self.parts, &self.layout, part, (from, to), LEADER)
    }
}
