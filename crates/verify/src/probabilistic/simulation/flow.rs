//! Weight functions between distributions (definition 4) as maximal flows.
//!
//! A flow goes from the support of one distribution to that of another, along the pairs of states
//! that may be related. The smaller distribution is below the larger one if and only if all of it
//! arrives. The relation only shrinks while a simulation is computed, so a flow is kept: what a
//! closed pair carried returns to where it came from and finds another way, or does not (the idea
//! of Zhang, Hermanns, Eisenbrand and Jansen, "Flow faster"). Amounts are whole numbers over a
//! common denominator; where that has too many digits they are exact rationals.

use surmise_model::Rational;

/// What a pair of states may carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Nothing: the states are not related.
    Closed,
    /// Anything; those with smaller numbers are to be used before others.
    Open(u32),
}

/// A flow between two distributions.
#[derive(Debug, Clone)]
pub(crate) struct Flow(Amounts);

#[derive(Debug, Clone)]
enum Amounts {
    /// Over a common denominator.
    Whole(Network<u64>, i64),
    Exact(Network<Rational>),
}

impl Flow {
    /// Nothing flows yet.
    pub(crate) fn new(below: &[&Rational], above: &[&Rational]) -> Self {
        let unit = below.iter().chain(above).try_fold(1i64, |unit, probability| {
            let (_, denominator) = probability.fraction()?;
            unit.checked_mul(denominator / gcd(unit, denominator))
        });
        let whole = |unit: i64, probability: &&Rational| {
            let (numerator, denominator) = probability.fraction().unwrap_or((0, 1));
            (numerator * (unit / denominator)) as u64
        };
        Self(match unit {
            Some(unit) => Amounts::Whole(
                Network::new(
                    below.iter().map(|p| whole(unit, p)).collect(),
                    above.iter().map(|p| whole(unit, p)).collect(),
                ),
                unit,
            ),
            None => Amounts::Exact(Network::new(
                below.iter().map(|&p| p.clone()).collect(),
                above.iter().map(|&p| p.clone()).collect(),
            )),
        })
    }

    /// Lets as much flow as can, and tells whether that is everything. `edges` are the pairs, row
    /// by row; none that was closed before may be open now.
    pub(crate) fn maximise(&mut self, edges: &[Edge]) -> bool {
        match &mut self.0 {
            Amounts::Whole(network, _) => network.maximise(edges),
            Amounts::Exact(network) => network.maximise(edges),
        }
    }

    /// What flows along the pair at a place, row by row.
    pub(crate) fn weight(&self, place: usize) -> Rational {
        match &self.0 {
            Amounts::Whole(network, unit) => {
                Rational::new(network.flow[place] as i64, *unit).unwrap_or(Rational::ZERO)
            }
            Amounts::Exact(network) => network.flow[place].clone(),
        }
    }

    /// Whether anything flows along the pair at a place.
    pub(crate) fn uses(&self, place: usize) -> bool {
        match &self.0 {
            Amounts::Whole(network, _) => network.flow[place] > 0,
            Amounts::Exact(network) => !network.flow[place].is_zero(),
        }
    }

    /// Takes down a flow of everything: nothing is left to flow then.
    pub(crate) fn keep(self) -> KeptFlow {
        match self.0 {
            Amounts::Whole(network, _) => KeptFlow::Whole(network.flow.into()),
            Amounts::Exact(network) => KeptFlow::Exact(network.flow.into()),
        }
    }

    /// Goes on with a flow that was kept.
    pub(crate) fn resume(kept: KeptFlow, rows: usize, columns: usize) -> Self {
        Self(match kept {
            KeptFlow::Whole(flow) => {
                let unit = flow.iter().sum::<u64>() as i64;
                Amounts::Whole(Network::resume(flow.into(), rows, columns), unit)
            }
            KeptFlow::Exact(flow) => Amounts::Exact(Network::resume(flow.into(), rows, columns)),
        })
    }

    /// Whether something of a state below does not arrive.
    pub(crate) fn is_short(&self, row: usize) -> bool {
        match &self.0 {
            Amounts::Whole(network, _) => network.supply[row] > 0,
            Amounts::Exact(network) => !network.supply[row].is_zero(),
        }
    }
}

/// A flow of everything, in less room.
#[derive(Debug, Clone)]
pub(crate) enum KeptFlow {
    /// Over a common denominator, which is their sum.
    Whole(Box<[u64]>),
    Exact(Box<[Rational]>),
}

impl KeptFlow {
    /// Whether anything flows along the pair at a place.
    pub(crate) fn uses(&self, place: usize) -> bool {
        match self {
            Self::Whole(flow) => flow[place] > 0,
            Self::Exact(flow) => !flow[place].is_zero(),
        }
    }

    /// What flows along the pair at a place.
    pub(crate) fn weight(&self, place: usize) -> Rational {
        match self {
            Self::Whole(flow) => {
                let unit = flow.iter().sum::<u64>() as i64;
                Rational::new(flow[place] as i64, unit).unwrap_or(Rational::ZERO)
            }
            Self::Exact(flow) => flow[place].clone(),
        }
    }
}

pub(super) fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// A number that flows.
trait Amount: Clone + Ord {
    const ZERO: Self;
    fn increase(&mut self, by: &Self);
    fn decrease(&mut self, by: &Self);
}

impl Amount for u64 {
    const ZERO: Self = 0;
    fn increase(&mut self, by: &Self) {
        *self += by;
    }
    fn decrease(&mut self, by: &Self) {
        *self -= by;
    }
}

impl Amount for Rational {
    const ZERO: Self = Self::ZERO;
    fn increase(&mut self, by: &Self) {
        *self += by;
    }
    fn decrease(&mut self, by: &Self) {
        *self -= by;
    }
}

#[derive(Debug, Clone)]
struct Network<N> {
    /// Of each row, what does not flow yet.
    supply: Vec<N>,
    /// Of each column, what does not arrive yet.
    demand: Vec<N>,
    /// Row by row.
    flow: Vec<N>,
}

impl<N: Amount> Network<N> {
    fn new(supply: Vec<N>, demand: Vec<N>) -> Self {
        let flow = vec![N::ZERO; supply.len() * demand.len()];
        Self { supply, demand, flow }
    }

    /// All of it flows already.
    fn resume(flow: Vec<N>, rows: usize, columns: usize) -> Self {
        Self { supply: vec![N::ZERO; rows], demand: vec![N::ZERO; columns], flow }
    }

    fn maximise(&mut self, edges: &[Edge]) -> bool {
        let columns = self.demand.len();
        for (place, edge) in edges.iter().enumerate() {
            if *edge == Edge::Closed && self.flow[place] > N::ZERO {
                let back = std::mem::replace(&mut self.flow[place], N::ZERO);
                self.supply[place / columns].increase(&back);
                self.demand[place % columns].increase(&back);
            }
        }
        let open = edges.iter().enumerate().filter_map(|(place, edge)| match edge {
            Edge::Open(rank) => Some((*rank, place)),
            Edge::Closed => None,
        });
        let mut open: Vec<(u32, usize)> = open.collect();
        open.sort_unstable();
        for (_, place) in open {
            let amount =
                self.supply[place / columns].clone().min(self.demand[place % columns].clone());
            self.push(place, &amount);
        }
        while self.augment(edges) {}
        self.supply.iter().all(|rest| *rest == N::ZERO)
    }

    fn push(&mut self, place: usize, amount: &N) {
        let columns = self.demand.len();
        self.flow[place].increase(amount);
        self.supply[place / columns].decrease(amount);
        self.demand[place % columns].decrease(amount);
    }

    /// Finds a shortest way for more, and lets it flow.
    fn augment(&mut self, edges: &[Edge]) -> bool {
        let (rows, columns) = (self.supply.len(), self.demand.len());
        // Of each column, the row from which it was reached; of each row, the column.
        let mut into_column: Vec<Option<usize>> = vec![None; columns];
        let mut into_row: Vec<Option<usize>> = vec![None; rows];
        let mut waiting: Vec<usize> = (0..rows).filter(|&row| self.supply[row] > N::ZERO).collect();
        let mut next = 0;
        while let Some(&row) = waiting.get(next) {
            next += 1;
            for column in 0..columns {
                if edges[row * columns + column] == Edge::Closed || into_column[column].is_some() {
                    continue;
                }
                into_column[column] = Some(row);
                if self.demand[column] > N::ZERO {
                    self.shift(column, &into_column, &into_row);
                    return true;
                }
                for (other, reached_from) in into_row.iter_mut().enumerate() {
                    let is_new = !waiting.contains(&other);
                    if is_new && self.flow[other * columns + column] > N::ZERO {
                        *reached_from = Some(column);
                        waiting.push(other);
                    }
                }
            }
        }
        false
    }

    /// Lets as much flow as can along the way that ends in a column.
    fn shift(&mut self, end: usize, into_column: &[Option<usize>], into_row: &[Option<usize>]) {
        let columns = self.demand.len();
        let mut way: Vec<(usize, bool)> = Vec::new();
        let (mut column, mut amount) = (end, self.demand[end].clone());
        let start = loop {
            let Some(row) = into_column[column] else { return };
            way.push((row * columns + column, true));
            let Some(before) = into_row[row] else { break row };
            let place = row * columns + before;
            amount = amount.min(self.flow[place].clone());
            way.push((place, false));
            column = before;
        };
        amount = amount.min(self.supply[start].clone());
        for (place, forward) in way {
            match forward {
                true => self.flow[place].increase(&amount),
                false => self.flow[place].decrease(&amount),
            }
        }
        self.supply[start].decrease(&amount);
        self.demand[end].decrease(&amount);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Figure 2(b): probabilities have to be split.
    #[test]
    fn what_does_not_fit_is_split() {
        let [third, half, sixth] =
            [(1, 3), (1, 2), (1, 6)].map(|(n, d)| Rational::new(n, d).unwrap());
        let mut flow = Flow::new(&[&half, &half], &[&third, &third, &third]);
        let (open, closed) = (Edge::Open(0), Edge::Closed);
        assert!(flow.maximise(&[open, open, closed, closed, open, open]));
        let weights: Vec<Rational> = (0..6).map(|place| flow.weight(place)).collect();
        let zero = Rational::ZERO;
        assert_eq!(weights, [third.clone(), sixth.clone(), zero.clone(), zero, sixth, third]);
        assert!(!flow.maximise(&[open, closed, closed, closed, open, open]));
        assert!(flow.is_short(0));
    }

    #[test]
    fn denominators_may_be_large() {
        let tiny = Rational::new(1, i64::MAX).unwrap();
        let rest = &Rational::ONE - &tiny;
        let other = Rational::new(1, i64::MAX - 1).unwrap();
        let most = &Rational::ONE - &other;
        let mut flow = Flow::new(&[&tiny, &rest], &[&other, &most]);
        assert!(flow.maximise(&[Edge::Open(0); 4]));
        assert_eq!(&flow.weight(0) + &flow.weight(1), tiny);
    }
}
