//! For each row of the papers' tables the best that learning and abstraction refinement do, with
//! refined alphabets, under any of their rules.

use std::fmt::{self, Display};
use std::io;

use crate::columns::{options, refined, split};
use crate::family::Family;
use crate::published::Figure;
use crate::tables::Cell;
use crate::trial::{Trial, Trials};

/// A method's best in a row.
struct Best {
    table: String,
    case: String,
    k: u32,
    method: &'static str,
    /// The smallest assumption and the shortest time in the published row, refined alphabets only.
    published: (Option<u64>, f64),
    /// The column with our smallest assumption, of these the fastest.
    ours: Option<(String, Trial)>,
}

impl Best {
    fn small_enough(&self) -> bool {
        let ours = self.ours.as_ref().and_then(|(_, trial)| trial.assumption);
        ours.is_some_and(|ours| self.published.0.is_none_or(|published| ours <= published))
    }

    /// Our time as a part of the published time.
    fn ratio(&self) -> Option<f64> {
        let (_, trial) = self.ours.as_ref()?;
        Some(trial.time.as_secs_f64() / self.published.1)
    }
}

/// The best of all rows.
#[derive(Default)]
pub(crate) struct Summary(Vec<Best>);

impl Summary {
    /// Tries everything on a row.
    pub(crate) fn add(
        &mut self,
        row: &[&Figure],
        family: &'static Family,
        trials: &mut Trials<'_>,
    ) -> io::Result<()> {
        let (table, k) = (row[0].table.as_str(), row[0].k);
        let split = split(table, "", family, k);
        for method in ["learn", "agar"] {
            let mut ours: Option<(String, Trial)> = None;
            for column in refined(method, split.is_some()) {
                let trial = trials.check(family, k, &options(&column, split.as_deref()))?;
                let rank = |trial: &Trial| (trial.assumption, trial.time);
                let better = ours.as_ref().is_none_or(|(_, best)| rank(&trial) < rank(best));
                if trial.decided() && better {
                    ours = Some((column, trial));
                }
            }
            self.0.push(Best {
                table: table.to_owned(),
                case: row[0].case.clone(),
                k,
                method,
                published: published(row, method),
                ours,
            });
        }
        Ok(())
    }
}

/// The smallest assumption and the shortest time of a published row, refined alphabets only. The
/// Learning paper has no columns for abstraction refinement: its own are the measure then.
fn published(row: &[&Figure], method: &str) -> (Option<u64>, f64) {
    let refined = row.iter().filter(|figure| figure.refined());
    let (agar, learn): (Vec<&Figure>, Vec<&Figure>) =
        refined.partition(|figure| figure.column.starts_with("agar"));
    let figures = if method == "agar" && !agar.is_empty() { agar } else { learn };
    let decided = figures.iter().filter(|figure| figure.decided());
    let assumption = decided.filter_map(|figure| figure.assumption).min();
    let time = figures.iter().map(|figure| figure.spent()).fold(f64::INFINITY, f64::min);
    (assumption, time)
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(all) = self;
        if all.is_empty() {
            return Ok(());
        }
        let decided = all.iter().filter(|best| best.ours.is_some()).count();
        let fast = all.iter().filter(|best| best.ratio().is_some_and(|ratio| ratio <= 0.1)).count();
        let small = all.iter().filter(|best| best.small_enough()).count();
        let of = all.len();
        writeln!(f, "\n## The best of each row, with refined alphabets\n")?;
        writeln!(
            f,
            "Decided: {decided} of {of}. Within a tenth of the published time: {fast} of {of}. \
             Assumptions no larger than published: {small} of {of}.\n"
        )?;
        f.write_str(
            "| table | case | k | method | best | \\|A\\| published | ours | s published ",
        )?;
        f.write_str("| ours | ours / published |\n| --- | --- | ---: | --- | --- | ---: | ---: ")?;
        writeln!(f, "| ---: | ---: | ---: |")?;
        for best in all {
            let Best { table, case, k, method, published, ours } = best;
            let column = ours.as_ref().map_or("–", |(column, _)| column.as_str());
            let size = Cell(ours.as_ref().and_then(|(_, trial)| trial.assumption));
            let time = ours.as_ref().map_or_else(|| "–".to_owned(), |(_, trial)| trial.seconds());
            let larger = if best.small_enough() || ours.is_none() { "" } else { " (larger)" };
            let ratio = Cell(best.ratio().map(|ratio| format!("{ratio:.4}")));
            writeln!(
                f,
                "| {table} | {case} | {k} | {method} | {column} | {} | {size}{larger} | {} | {time} | {ratio} |",
                Cell(published.0),
                published.1,
            )?;
        }
        Ok(())
    }
}
