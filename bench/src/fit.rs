//! How a time grows with k: by least squares on logarithms.

/// Points faster than this say more about starting the program than about k.
const NOISE: f64 = 0.01;

/// Whether a power of k or a power with exponent k describes the points better, and which one.
pub(crate) fn fit(points: &[(u32, f64)]) -> String {
    let points: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.1 > NOISE)
        .map(|&(k, seconds)| (f64::from(k), seconds.ln()))
        .collect();
    if points.len() < 3 {
        return format!("too few points above {NOISE} s");
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
        assert_eq!(fit(&of(|_| 0.001)), "too few points above 0.01 s");
    }
}
