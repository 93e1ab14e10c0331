//! Numbers for several values of constants as a file: a table for other programs, or a picture.

use std::path::Path;

use surmise_drawing::chart::{Chart, Line, Shape};

use super::experiment::Experiment;
use super::report::{ProbabilityReport, ProbabilityVerdict, ValueVerdict};
use crate::{Attempt, Failure, OptionName};

/// What a file is to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values: a row for each choice of constants.
    Csv,
    /// A picture: a line for each property, over the first constant with several values.
    Svg,
}

impl TableFormat {
    /// The format that a file name stands for.
    ///
    /// # Errors
    /// It stands for none of them.
    pub fn of(path: &Path) -> Attempt<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => Ok(Self::Csv),
            Some("svg") => Ok(Self::Svg),
            _ => Err(Failure::usage(format!("what is `{}` to hold?", path.display()))
                .concerning(OptionName::Table)
                .help("a table is a file that ends in `.csv`, a picture one that ends in `.svg`")),
        }
    }
}

impl ProbabilityReport {
    /// The answers in a format.
    ///
    /// # Errors
    /// There is nothing to draw.
    pub fn table(&self, format: TableFormat) -> Attempt<String> {
        match format {
            TableFormat::Csv => Ok(self.csv()),
            TableFormat::Svg => self.chart(),
        }
    }

    /// The choices of constants with their answers: one if no constant has several values.
    fn rows(&self) -> Vec<(Vec<String>, Option<u64>, &[ProbabilityVerdict])> {
        let states = |sizes: Option<super::report::SizesReport>| sizes.map(|sizes| sizes.states);
        if self.experiments.is_empty() {
            return vec![(Vec::new(), states(self.model.sizes), &self.probabilities)];
        }
        let row = |one: &'_ Experiment| {
            one.constants.iter().map(|(_, value)| value.raw().to_owned()).collect()
        };
        self.experiments
            .iter()
            .map(|one| (row(one), states(one.sizes), &one.probabilities[..]))
            .collect()
    }

    fn csv(&self) -> String {
        let first = self.experiments.first();
        let answers = first.map_or(&self.probabilities, |first| &first.probabilities);
        let mut head: Vec<String> = first.map_or_else(Vec::new, |first| {
            first.constants.iter().map(|(name, _)| name.raw().to_owned()).collect()
        });
        head.push("states".to_owned());
        for answer in answers {
            let title = title(answer);
            match answer.quantity {
                Some(_) => head.extend([format!("{title} from"), format!("{title} to")]),
                None => head.push(title),
            }
        }
        let mut text = line(&head);
        for (constants, states, answers) in self.rows() {
            let mut row = constants;
            row.push(states.map_or_else(String::new, |states| states.to_string()));
            for answer in answers {
                match (&answer.smallest, &answer.largest) {
                    (Some(smallest), Some(largest)) => {
                        row.push(smallest.bounds().0.to_string());
                        row.push(largest.bounds().1.to_string());
                    }
                    _ => row.push(truth(answer.verdict).to_owned()),
                }
            }
            text.push_str(&line(&row));
        }
        text
    }

    fn chart(&self) -> Attempt<String> {
        let across = self.experiments.first().and_then(|first| first.constants.first());
        let Some((across, _)) = across else {
            return Err(Failure::usage("a picture is drawn over a constant with several values")
                .concerning(OptionName::Table)
                .help("give one a range, for example N=1:10"));
        };
        let mut lines: Vec<Line> = Vec::new();
        for one in &self.experiments {
            // The other constants tell lines apart.
            let others = one.constants.iter().skip(1);
            let others = others.map(|(name, value)| format!(", {}={}", name.raw(), value.raw()));
            let others: String = others.collect();
            let number =
                |text: &str| text.parse().ok().map(|n: surmise_model::Rational| n.approximate());
            let Some(x) = one.constants.first().and_then(|(_, value)| number(value.raw())) else {
                continue;
            };
            for answer in &one.probabilities {
                let Some(smallest) = &answer.smallest else { continue };
                let (low, high) = smallest.bounds();
                let name = format!("{}{others}", title(answer));
                // What is infinite, or not known, leaves a gap.
                if !high.is_finite() {
                    continue;
                }
                let point = (x, (low + high) / 2.0);
                match lines.iter_mut().find(|line| line.name == name) {
                    Some(line) => line.points.push(point),
                    None => lines.push(Line { name, points: vec![point] }),
                }
            }
        }
        if lines.is_empty() {
            let message = "there is no finite number to draw";
            return Err(Failure::usage(message).concerning(OptionName::Table));
        }
        let chart = Chart {
            title: &self.model.file,
            across: across.raw(),
            up: "value",
            lines: &lines,
            shape: Shape::Straight,
        };
        Ok(chart.svg())
    }
}

/// How a property is called.
fn title(answer: &ProbabilityVerdict) -> String {
    answer.name.as_ref().unwrap_or(&answer.property).raw().to_owned()
}

fn truth(verdict: ValueVerdict) -> &'static str {
    match verdict {
        ValueVerdict::Holds => "true",
        ValueVerdict::Violated => "false",
        ValueVerdict::Value | ValueVerdict::Undecided => "",
    }
}

/// Cells with commas between them, in quotes where they need them (RFC 4180).
fn line(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    });
    let mut line = quoted.collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}
