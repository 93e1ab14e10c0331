//! Sizes of assumptions, cell against cell: each published one with ours in the same row and
//! column, never with the best of several.

use std::fmt::{self, Display, Write as _};

use crate::published::Figure;
use crate::tables::Cell;
use crate::trial::Trial;

/// How many cells of ours are like the published ones.
#[derive(Debug, Default, Clone, Copy)]
struct Counts {
    smaller: usize,
    equal: usize,
    larger: usize,
    /// One of the two has no size, or was stopped by a limit.
    open: usize,
}

impl Counts {
    fn add(&mut self, figure: &Figure, trial: &Trial) {
        let ours = trial.assumption.filter(|_| trial.decided());
        let place = match figure.assumption.filter(|_| figure.seconds.is_some()).zip(ours) {
            None => &mut self.open,
            Some((published, ours)) if ours < published => &mut self.smaller,
            Some((published, ours)) if ours == published => &mut self.equal,
            Some(_) => &mut self.larger,
        };
        *place += 1;
    }
}

/// The comparison, table by table: as published if that was run, and by default.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    tables: Vec<(&'static str, Vec<Counts>)>,
    /// The cells in which one of ours is larger.
    larger: String,
}

impl Compared {
    /// From now on cells are of this table.
    pub(crate) fn next_table(&mut self, title: &'static str) {
        self.tables.push((title, Vec::new()));
    }

    /// A cell: what is published, and what was run for it, by default last.
    pub(crate) fn add(&mut self, figure: &Figure, trials: &[Trial]) {
        let Some((_, counts)) = self.tables.last_mut() else { return };
        counts.resize(trials.len(), Counts::default());
        let larger: usize = counts.iter().map(|counts| counts.larger).sum();
        for (counts, trial) in counts.iter_mut().zip(trials) {
            counts.add(figure, trial);
        }
        if counts.iter().map(|counts| counts.larger).sum::<usize>() > larger {
            let Figure { table, case, k, column, .. } = figure;
            let ours = trials.iter().map(|t| Cell(t.assumption.filter(|_| t.decided())));
            let ours: Vec<String> = ours.map(|cell| cell.to_string()).collect();
            let published = Cell(figure.assumption);
            let ours = ours.join(" / ");
            let _ = writeln!(
                self.larger,
                "| {table} | {case} | {k} | {column} | {published} / {ours} |"
            );
        }
    }
}

impl Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tables.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n## Sizes of assumptions, cell against cell\n")?;
        writeln!(f, "Ours beside the published one in the same row and column, both decided.\n")?;
        writeln!(f, "| table | ours | smaller | equal | larger | not both decided |")?;
        writeln!(f, "| --- | --- | ---: | ---: | ---: | ---: |")?;
        let mut all = [Counts::default(); 2];
        for (title, counts) in &self.tables {
            for (place, counts) in counts.iter().rev().enumerate() {
                let name = ["by default", "as published"][place];
                let Counts { smaller, equal, larger, open } = counts;
                writeln!(f, "| {title} | {name} | {smaller} | {equal} | {larger} | {open} |")?;
                all[place].smaller += smaller;
                all[place].equal += equal;
                all[place].larger += larger;
                all[place].open += open;
            }
        }
        for (name, Counts { smaller, equal, larger, open }) in
            ["by default", "as published"].into_iter().zip(all)
        {
            if smaller + equal + larger + open > 0 {
                writeln!(f, "| all | {name} | {smaller} | {equal} | {larger} | {open} |")?;
            }
        }
        if !self.larger.is_empty() {
            writeln!(f, "\nThe cells in which one of ours is larger:\n")?;
            writeln!(f, "| table | case | k | column | \\|A\\| |")?;
            write!(f, "| --- | --- | ---: | --- | ---: |\n{}", self.larger)?;
        }
        Ok(())
    }
}
