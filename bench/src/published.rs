//! What the papers report, from `published.csv` and `published-sides.csv`.

use std::io;

use serde::Deserialize;

const FIGURES: &str = include_str!("../published.csv");
const SIDES: &str = include_str!("../published-sides.csv");
const CIRCULAR: &str = include_str!("../published-circular.csv");

/// The papers gave up after so many seconds.
const PATIENCE: f64 = 1800.0;

/// The tables, by our names for them.
pub(crate) const TITLES: [(&str, &str); 7] = [
    ("agar-1", "AGAR, table 1: two sides, as the papers divide the systems"),
    ("agar-2", "AGAR, table 2: two sides, balanced"),
    ("learning-3", "Learning, table 3: two sides, rule ASYM"),
    ("learning-4", "Learning, table 4: every component alone, rule ASYM, and monolithic"),
    ("learning-5", "Learning, table 5: every component alone, rule SYM-N"),
    ("learning-6", "Learning, table 6: every component alone, rule CIRC-N"),
    ("circular-1", "Circular, table 1: two sides (2W) and every component alone (NW)"),
];

/// One method on one system: |A|, Mem. and Time. A dash of the papers, for a limit that was
/// reached, is nothing here.
#[derive(Debug, Deserialize)]
pub(crate) struct Figure {
    pub(crate) table: String,
    pub(crate) case: String,
    pub(crate) k: u32,
    /// A method or a rule, and the alphabets.
    pub(crate) column: String,
    pub(crate) assumption: Option<u64>,
    pub(crate) megabytes: Option<f64>,
    pub(crate) seconds: Option<f64>,
}

impl Figure {
    /// Whether there was an answer.
    pub(crate) fn decided(&self) -> bool {
        self.megabytes.is_some() && self.seconds.is_some()
    }

    /// How long it took until an answer, or until the limit.
    pub(crate) fn spent(&self) -> f64 {
        self.seconds.unwrap_or(PATIENCE)
    }

    /// Whether the alphabets were refined.
    pub(crate) fn refined(&self) -> bool {
        ["backward", "forward", "alldiff"].iter().any(|name| self.column.ends_with(name))
    }
}

/// The states of M1 ‖ P and of M2.
#[derive(Debug, Deserialize)]
pub(crate) struct Sides {
    pub(crate) table: String,
    pub(crate) case: String,
    pub(crate) k: u32,
    pub(crate) first: u64,
    pub(crate) second: u64,
}

/// What table 1 of the Circular paper says besides: the sizes of two assumptions (2W), of the
/// largest and the smallest of many (NW), and of the system with the property.
#[derive(Debug, Deserialize)]
pub(crate) struct CircularSizes {
    case: String,
    k: u32,
    pub(crate) g1: Option<u64>,
    pub(crate) g2: Option<u64>,
    pub(crate) max: Option<u64>,
    pub(crate) min: Option<u64>,
    pub(crate) states: Option<u64>,
}

/// All that is published.
pub(crate) struct Published {
    pub(crate) figures: Vec<Figure>,
    pub(crate) sides: Vec<Sides>,
    circular: Vec<CircularSizes>,
}

impl Published {
    pub(crate) fn read() -> io::Result<Self> {
        let mut figures = csv::Reader::from_reader(FIGURES.as_bytes());
        let mut sides = csv::Reader::from_reader(SIDES.as_bytes());
        let mut circular = csv::Reader::from_reader(CIRCULAR.as_bytes());
        Ok(Self {
            figures: figures.deserialize().collect::<Result<_, _>>()?,
            sides: sides.deserialize().collect::<Result<_, _>>()?,
            circular: circular.deserialize().collect::<Result<_, _>>()?,
        })
    }

    /// The rows of a table: the figures for a system, from left to right.
    pub(crate) fn rows(&self, table: &str) -> Vec<Vec<&Figure>> {
        let mut rows: Vec<Vec<&Figure>> = Vec::new();
        for figure in self.figures.iter().filter(|figure| figure.table == table) {
            match rows.last_mut() {
                Some(row) if (&row[0].case, row[0].k) == (&figure.case, figure.k) => {
                    row.push(figure);
                }
                _ => rows.push(vec![figure]),
            }
        }
        rows
    }

    /// The sizes in a row of the Circular paper's table.
    pub(crate) fn circular(&self, table: &str, case: &str, k: u32) -> Option<&CircularSizes> {
        let is_meant = |sizes: &&CircularSizes| (sizes.case.as_str(), sizes.k) == (case, k);
        self.circular.iter().find(is_meant).filter(|_| table == "circular-1")
    }

    /// The sizes of the two sides in a row of a table.
    pub(crate) fn sides(&self, table: &str, case: &str, k: u32) -> Option<&Sides> {
        let mut sides = self.sides.iter();
        sides.find(|sides| (sides.table.as_str(), sides.case.as_str(), sides.k) == (table, case, k))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;

    #[test]
    fn tables_are_complete() {
        let published = Published::read().expect("readable");
        let rows = TITLES.map(|(table, _)| published.rows(table).len());
        assert_eq!(rows, [15, 12, 15, 16, 16, 16, 15]);
        for (table, _) in TITLES {
            let rows = published.rows(table);
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{table}");
        }
        let circular = published.rows("circular-1");
        for row in circular {
            assert!(published.circular("circular-1", &row[0].case, row[0].k).is_some());
        }
        for figure in &published.figures {
            assert!(Family::named(&figure.case).is_some(), "{}", figure.case);
        }
    }
}
