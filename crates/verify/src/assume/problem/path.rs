//! Whether one LTS can perform a word, and how.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use surmise_model::{ActionId, Alphabet, Context, Edge, Lts, StateId, Stop};

/// A shortest path of an LTS that performs a word as far as it is visible: restricted to an
/// alphabet, the path's actions are those of the word. Other steps, τ among them, may come in
/// between at will, but not at the end.
pub(crate) fn path_along(
    lts: &Lts,
    word: &[ActionId],
    visible: &Alphabet,
    context: &Context<'_>,
) -> Result<Option<Vec<Edge>>, Stop> {
    let word: Vec<ActionId> =
        word.iter().copied().filter(|&action| visible.contains(action)).collect();
    // (letters done, state) with the index of the place before it and the step from there.
    let mut places: IndexMap<(usize, StateId), Option<(usize, Edge)>, FxBuildHasher> =
        IndexMap::default();
    places.insert((0, lts.initial()), None);
    let mut next = 0;
    while let Some((&(done, state), _)) = places.get_index(next) {
        let Some(&letter) = word.get(done) else {
            let mut path = Vec::new();
            let mut place = next;
            while let Some((_, &Some((before, edge)))) = places.get_index(place) {
                path.push(edge);
                place = before;
            }
            path.reverse();
            return Ok(Some(path));
        };
        for &edge in lts.edges(state) {
            if edge.action == letter {
                places.entry((done + 1, edge.target)).or_insert(Some((next, edge)));
            } else if !visible.contains(edge.action) {
                places.entry((done, edge.target)).or_insert(Some((next, edge)));
            }
        }
        next += 1;
        if next.is_multiple_of(1024) {
            context.reserve(64 * places.len() as u64)?;
        }
    }
    Ok(None)
}
