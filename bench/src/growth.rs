//! How time grows with k, far past the papers: each family with `mono`, `learn` and `agar` until a
//! limit is reached, and a fit.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use crate::family::{FAMILIES, Family};
use crate::picture::{Curve, picture};
use crate::trial::Limited;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Only these families, for example MER
    #[arg(long, value_delimiter = ';')]
    only: Vec<String>,
    /// Write the table and the picture there, as NAME.md and NAME.svg
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,
    #[command(flatten)]
    limited: Limited,
}

/// The methods, n-way, with refined alphabets.
const METHODS: [(&str, &[&str]); 4] = [
    ("mono", &["--method", "mono"]),
    ("learn", &["--method", "learn", "--alphabet", "backward"]),
    ("learn sym", &["--method", "learn", "--rule", "sym", "--alphabet", "backward"]),
    ("agar", &["--method", "agar", "--alphabet", "backward"]),
];

/// Measures and fits.
pub(crate) fn run(options: &Options) -> io::Result<()> {
    let mut text = String::from(
        "| family | method | k | seconds | \\|A\\| | MB |\n| --- | --- | ---: | ---: | ---: | ---: |\n",
    );
    let mut fits = String::from(
        "| family | method | largest k | seconds grow like |\n| --- | --- | ---: | --- |\n",
    );
    let mut curves = Vec::new();
    let wanted = |family: &&Family| {
        options.only.is_empty() || options.only.iter().any(|name| name == family.case)
    };
    for family in FAMILIES.iter().filter(wanted) {
        for (name, method) in METHODS {
            let method: Vec<String> = method.iter().map(|&word| word.to_owned()).collect();
            let mut points = Vec::new();
            for k in steps(family.farthest) {
                eprintln!("{} {name} {k}", family.case);
                let trial = options.limited.check(family, k, &method)?;
                let size = trial.assumption.map_or_else(String::new, |size| size.to_string());
                let _ = writeln!(
                    text,
                    "| {} | {name} | {k} | {} | {size} | {:.0} |",
                    family.case,
                    trial.seconds(),
                    trial.megabytes
                );
                if !trial.decided() {
                    break;
                }
                points.push((k, trial.time.as_secs_f64()));
            }
            let largest = points.last().map_or(0, |point| point.0);
            let _ = writeln!(fits, "| {} | {name} | {largest} | {} |", family.case, fit(&points));
            curves.push(Curve { name: format!("{} {name}", family.case), points });
        }
    }
    let Limited { seconds, memory, .. } = &options.limited;
    let text = format!("Limits: {seconds} s and {memory} for each check.\n\n{fits}\n{text}");
    println!("{text}");
    if let Some(path) = &options.save {
        std::fs::write(path.with_extension("md"), &text)?;
        picture(&path.with_extension("svg"), "time over k", &curves)?;
    }
    Ok(())
}

/// Every k to 6, then in steps of about a third.
fn steps(farthest: u32) -> impl Iterator<Item = u32> {
    let next = |&k: &u32| Some(if k < 6 { k + 1 } else { k + k / 3 });
    std::iter::successors(Some(2), next).take_while(move |&k| k <= farthest).chain(
        (farthest > 6
            && !std::iter::successors(Some(2), next)
                .take_while(|&k| k <= farthest)
                .any(|k| k == farthest))
        .then_some(farthest),
    )
}

/// Points faster than this say more about starting the program than about k.
const NOISE: f64 = 0.02;

/// Whether a power of k or a power with exponent k describes the points better, and which one, by
/// least squares on logarithms.
fn fit(points: &[(u32, f64)]) -> String {
    let points: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.1 > NOISE)
        .map(|&(k, seconds)| (f64::from(k), seconds.ln()))
        .collect();
    if points.len() < 3 {
        return "too few points above the noise".to_owned();
    }
    let logarithms: Vec<(f64, f64)> = points.iter().map(|&(k, y)| (k.ln(), y)).collect();
    let (power, power_error) = line(&logarithms);
    let (rate, rate_error) = line(&points);
    match power_error <= rate_error {
        true => format!("k^{power:.1}"),
        false => format!("{:.2}^k", rate.exp()),
    }
}

/// The slope of the line of least squares, and the sum of squared errors.
fn line(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let variance: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let slope = covariance / variance;
    let error = points.iter().map(|point| (point.1 - y - slope * (point.0 - x)).powi(2)).sum();
    (slope, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_tell_polynomial_from_exponential() {
        let of =
            |time: fn(f64) -> f64| (2..12).map(|k| (k, time(f64::from(k)))).collect::<Vec<_>>();
        assert_eq!(fit(&of(|k| 0.1 * k.powi(3))), "k^3.0");
        assert_eq!(fit(&of(|k| 0.1 * 2f64.powf(k))), "2.00^k");
        assert!(fit(&of(|_| 0.001)).starts_with("too few"));
    }

    #[test]
    fn steps_reach_the_end() {
        assert_eq!(steps(5).collect::<Vec<_>>(), [2, 3, 4, 5]);
        assert_eq!(steps(12).collect::<Vec<_>>(), [2, 3, 4, 5, 6, 8, 10, 12]);
        assert_eq!(steps(64).last(), Some(64));
    }
}
