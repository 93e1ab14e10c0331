//! Why one distribution is not below another: a set of states that is more probable than all that
//! could match it (algorithm 1 of the CAV 2012 paper).

use surmise_model::Rational;

use super::flow::{Edge, Flow};

/// Of two distributions and the pairs of their supports, row by row, that may be related, a small
/// set of rows with more probability than the columns that are related to them; `None` if there is
/// no such set.
///
/// Line 4 of the published algorithm forgets what it started from: it collects the states that send
/// something to R(T), and the one that is short may send nothing. Here T only grows. It is tried
/// from each state that is short, and what it can do without is left out; the set with the fewest
/// pairs to explain wins.
pub(crate) fn witness(
    below: &[&Rational],
    above: &[&Rational],
    related: &[bool],
) -> Option<Vec<usize>> {
    let edges: Vec<Edge> =
        related.iter().map(|&related| if related { Edge::Open(0) } else { Edge::Closed }).collect();
    let mut flow = Flow::new(below, above);
    if flow.maximise(&edges) {
        return None;
    }
    let columns = above.len();
    let image = |rows: &[usize]| -> Vec<usize> {
        (0..columns)
            .filter(|column| rows.iter().any(|row| related[row * columns + column]))
            .collect()
    };
    let is_witness = |rows: &[usize]| {
        let mass: Rational = rows.iter().map(|&row| below[row]).sum();
        mass > image(rows).into_iter().map(|column| above[column]).sum()
    };
    let short = (0..below.len()).filter(|&row| flow.is_short(row));
    let sets = short.map(|start| {
        let mut rows = vec![start];
        while !is_witness(&rows) {
            let reached = image(&rows);
            let sends = |row: usize| reached.iter().any(|column| flow.uses(row * columns + column));
            let more: Vec<usize> =
                (0..below.len()).filter(|&row| !rows.contains(&row) && sends(row)).collect();
            if more.is_empty() {
                break;
            }
            rows.extend(more);
        }
        let mut place = 0;
        while place < rows.len() {
            let without: Vec<usize> =
                rows.iter().copied().filter(|&row| row != rows[place]).collect();
            match is_witness(&without) {
                true => rows = without,
                false => place += 1,
            }
        }
        rows.sort_unstable();
        rows
    });
    sets.filter(|rows| is_witness(rows))
        .min_by_key(|rows| rows.len() * (columns - image(rows).len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_without_a_match_is_the_witness() {
        let half = Rational::new(1, 2).unwrap();
        let related = [true, true, false, false];
        assert_eq!(witness(&[&half, &half], &[&half, &half], &related), Some(vec![1]));
        assert_eq!(witness(&[&half, &half], &[&half, &half], &[true; 4]), None);
    }

    /// Each state alone could be matched, both together cannot; the state that is short may send
    /// nothing.
    #[test]
    fn states_that_compete_are_the_witness() {
        let [quarter, half] = [(1, 4), (1, 2)].map(|(n, d)| Rational::new(n, d).unwrap());
        let related = [true, false, true, false, false, true];
        let found = witness(&[&half, &quarter, &quarter], &[&half, &half], &related);
        assert_eq!(found, Some(vec![0, 1]));
    }
}
