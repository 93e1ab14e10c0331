//! Sizes of assumptions, cell against cell: each published one with ours in the same row and
//! column, never with the best of several.

use std::fmt::{self, Display};

use crate::published::Figure;
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
pub(crate) struct Compared(Vec<(&'static str, Vec<Counts>)>);

impl Compared {
    /// From now on cells are of this table.
    pub(crate) fn next_table(&mut self, title: &'static str) {
        self.0.push((title, Vec::new()));
    }

    /// A cell: what is published, and what was run for it, by default last.
    pub(crate) fn add(&mut self, figure: &Figure, trials: &[Trial]) {
        let Some((_, counts)) = self.0.last_mut() else { return };
        counts.resize(trials.len(), Counts::default());
        for (counts, trial) in counts.iter_mut().zip(trials) {
            counts.add(figure, trial);
        }
    }
}

impl Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n## Sizes of assumptions, cell against cell\n")?;
        writeln!(f, "Ours beside the published one in the same row and column, both decided.\n")?;
        writeln!(f, "| table | ours | smaller | equal | larger | not both decided |")?;
        writeln!(f, "| --- | --- | ---: | ---: | ---: | ---: |")?;
        let mut all = [Counts::default(); 2];
        for (title, counts) in &self.0 {
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
        Ok(())
    }
}
