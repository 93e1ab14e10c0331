//! A smooth curve along a way with corners that stays in the room there is.
//!
//! A Bézier curve is fitted to the corners by least squares (Schneider, "An algorithm for
//! automatically fitting digitized curves", Graphics Gems, 1990), and drawn tighter until it stays
//! in the room; if it never does, the way is cut where it is farthest from the curve, and each part
//! fitted by itself. At the cut both have the same direction.

use crate::geometry::{Curve, Piece, Point, at};

/// The room on a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// By how much a curve may leave its room.
const TOLERANCE: f64 = 0.75;
/// How tight it is drawn, one after another.
const TIGHTNESS: [f64; 7] = [1.0, 0.75, 0.5, 0.3, 0.15, 0.05, 0.0];

/// Fits a curve to the corners of a way through bands, which go from left to right.
pub(super) fn smooth(corners: &[Point], bands: &[Band]) -> Curve {
    let mut curve = Curve::default();
    let corners: Vec<Point> = without_repetitions(corners);
    let [first, .., last] = corners[..] else {
        curve.points = vec![corners[0]; 4];
        return curve;
    };
    let (second, before) = (corners[1], corners[corners.len() - 2]);
    let start = second.minus(first).unit();
    let end = last.minus(before).unit();
    let mut waiting = vec![(0, corners.len() - 1, start, end)];
    while let Some((from, to, start, end)) = waiting.pop() {
        let part = &corners[from..=to];
        match fitted(part, start, end, bands) {
            Ok(piece) => curve.push(&piece),
            Err(cut) => {
                let cut = from + cut;
                let into = corners[cut].minus(corners[cut - 1]).unit();
                let out = corners[cut + 1].minus(corners[cut]).unit();
                let direction = into.plus(out).unit();
                waiting.push((cut, to, direction, end));
                waiting.push((from, cut, start, direction));
            }
        }
    }
    curve
}

fn without_repetitions(corners: &[Point]) -> Vec<Point> {
    let mut result: Vec<Point> = Vec::with_capacity(corners.len());
    for &corner in corners {
        if result.last().is_none_or(|last| last.distance(corner) > 1e-6) {
            result.push(corner);
        }
    }
    result
}

/// One piece from the first to the last corner, or the corner where to cut.
fn fitted(corners: &[Point], start: Point, end: Point, bands: &[Band]) -> Result<Piece, usize> {
    let (first, last) = (corners[0], corners[corners.len() - 1]);
    let parameters = parameters(corners);
    let (pull, push) = least_squares(corners, &parameters, start, end);
    let shaped = |tightness: f64| -> Piece {
        let (pull, push) = (start.times(pull * tightness), end.times(push * tightness));
        [first, first.plus(pull), last.minus(push), last]
    };
    for tightness in TIGHTNESS {
        let piece = shaped(tightness);
        if is_within(&piece, bands) {
            return Ok(piece);
        }
    }
    let piece = shaped(1.0);
    let inner = 1..corners.len() - 1;
    let distance = |&index: &usize| corners[index].distance(at(&piece, parameters[index]));
    inner
        .max_by(|one, other| distance(one).total_cmp(&distance(other)))
        .ok_or(())
        // A straight line from corner to corner is always there.
        .map_or(Ok(shaped(0.0)), Err)
}

/// Where each corner is on the way, from 0 to 1.
fn parameters(corners: &[Point]) -> Vec<f64> {
    let mut way = 0.0;
    let mut result = vec![0.0];
    for pair in corners.windows(2) {
        way += pair[0].distance(pair[1]);
        result.push(way);
    }
    result.iter_mut().for_each(|part| *part /= way);
    result
}

/// How far the inner points of a Bézier curve with these directions at its ends are from the ends.
fn least_squares(corners: &[Point], parameters: &[f64], start: Point, end: Point) -> (f64, f64) {
    let (first, last) = (corners[0], corners[corners.len() - 1]);
    let third = first.distance(last) / 3.0;
    let mut c = [[0.0; 2]; 2];
    let mut x = [0.0; 2];
    for (&corner, &u) in corners.iter().zip(parameters) {
        let v = 1.0 - u;
        let (b0, b1, b2, b3) = (v * v * v, 3.0 * u * v * v, 3.0 * u * u * v, u * u * u);
        let (one, other) = (start.times(b1), end.times(-b2));
        c[0][0] += one.dot(one);
        c[0][1] += one.dot(other);
        c[1][1] += other.dot(other);
        let straight = first.times(b0 + b1).plus(last.times(b2 + b3));
        let rest = corner.minus(straight);
        x[0] += one.dot(rest);
        x[1] += other.dot(rest);
    }
    let determinant = c[0][0] * c[1][1] - c[0][1] * c[0][1];
    if determinant.abs() < 1e-6 {
        return (third, third);
    }
    let pull = (x[0] * c[1][1] - x[1] * c[0][1]) / determinant;
    let push = (c[0][0] * x[1] - c[0][1] * x[0]) / determinant;
    let sensible = |length: f64| length > third * 0.05 && length < third * 3.0;
    if sensible(pull) && sensible(push) { (pull, push) } else { (third, third) }
}

fn is_within(piece: &Piece, bands: &[Band]) -> bool {
    let first = bands.partition_point(|band| band.right < piece[0].x);
    let last = bands.partition_point(|band| band.left <= piece[3].x);
    let bands = &bands[first..last.max(first)];
    let steps = 12 + 6 * bands.len();
    (1..steps).all(|step| {
        let point = at(piece, step as f64 / steps as f64);
        let (least, most) = (piece[0].x.min(piece[3].x), piece[0].x.max(piece[3].x));
        let index = bands.partition_point(|band| band.right < point.x);
        let within = bands.get(index).is_none_or(|band| {
            point.x < band.left
                || (point.y > band.top - TOLERANCE && point.y < band.bottom + TOLERANCE)
        });
        within && (least - TOLERANCE..=most + TOLERANCE).contains(&point.x)
    })
}
