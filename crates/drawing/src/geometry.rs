//! Points, boxes and Bézier curves.

/// A place; `y` grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// How much room something takes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// A box with sides along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rectangle {
    /// The left upper corner.
    pub least: Point,
    /// The right lower corner.
    pub most: Point,
}

impl Point {
    /// A place.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The distance of another point.
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    pub(crate) fn times(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The vector of length one in the same direction, or nothing for no vector.
    pub(crate) fn unit(self) -> Self {
        let length = self.x.hypot(self.y);
        if length > 1e-9 { self.times(1.0 / length) } else { Self::default() }
    }

    pub(crate) fn towards(self, other: Self, part: f64) -> Self {
        self.plus(other.minus(self).times(part))
    }
}

impl Rectangle {
    /// Nothing: the box that every point makes larger.
    pub const EMPTY: Self = Self {
        least: Point::new(f64::INFINITY, f64::INFINITY),
        most: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The box of this size around a point.
    pub fn around(centre: Point, size: Size) -> Self {
        let half = Point::new(size.width / 2.0, size.height / 2.0);
        Self { least: centre.minus(half), most: centre.plus(half) }
    }

    /// The smallest box around this one and a point.
    #[must_use]
    pub fn with(self, point: Point) -> Self {
        Self {
            least: Point::new(self.least.x.min(point.x), self.least.y.min(point.y)),
            most: Point::new(self.most.x.max(point.x), self.most.y.max(point.y)),
        }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.with(other.least).with(other.most)
    }

    /// The box without a border of this width.
    #[must_use]
    pub fn shrunk(self, by: f64) -> Self {
        let by = Point::new(by, by);
        Self { least: self.least.plus(by), most: self.most.minus(by) }
    }

    /// Whether a point is in it.
    pub fn contains(&self, point: Point) -> bool {
        (self.least.x..=self.most.x).contains(&point.x)
            && (self.least.y..=self.most.y).contains(&point.y)
    }

    /// Whether the two have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.least.x <= other.most.x
            && other.least.x <= self.most.x
            && self.least.y <= other.most.y
            && other.least.y <= self.most.y
    }
}

/// A smooth line: cubic Bézier curves, each of which starts where the one before ends.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Curve {
    /// A start, and three points for each piece: two that pull, and an end.
    pub points: Vec<Point>,
}

/// One cubic Bézier curve.
pub(crate) type Piece = [Point; 4];

impl Curve {
    /// The pieces.
    pub fn pieces(&self) -> impl Iterator<Item = [Point; 4]> {
        self.points.windows(4).step_by(3).map(|four| [four[0], four[1], four[2], four[3]])
    }

    /// Points along the curve, so many for each piece, and the start.
    pub fn sampled(&self, each: usize) -> impl Iterator<Item = Point> {
        let on_pieces = self.pieces().flat_map(move |piece| {
            (1..=each).map(move |step| at(&piece, step as f64 / each as f64))
        });
        self.points.first().copied().into_iter().chain(on_pieces)
    }

    /// The smallest box around it.
    pub fn bounds(&self) -> Rectangle {
        let turns = |piece: Piece| {
            let x = turning_points(piece.map(|point| point.x));
            let y = turning_points(piece.map(|point| point.y));
            x.into_iter().chain(y).flatten().map(move |t| at(&piece, t))
        };
        let ends = self.points.iter().step_by(3).copied();
        ends.chain(self.pieces().flat_map(turns)).fold(Rectangle::EMPTY, Rectangle::with)
    }

    pub(crate) fn push(&mut self, piece: &Piece) {
        if self.points.is_empty() {
            self.points.push(piece[0]);
        }
        self.points.extend(&piece[1..]);
    }

    /// The same line, the other way round.
    pub(crate) fn reverse(&mut self) {
        self.points.reverse();
    }

    pub(crate) fn shift(&mut self, by: Point) {
        self.points.iter_mut().for_each(|point| *point = point.plus(by));
    }

    /// The line without its beginning, up to where it leaves a region for good.
    pub(crate) fn cut_start(&mut self, is_inside: impl Fn(Point) -> bool) {
        let pieces: Vec<Piece> = self.pieces().collect();
        let Some(last) = pieces.iter().rposition(|piece| is_inside(piece[0])) else { return };
        let piece = &pieces[last];
        if is_inside(piece[3]) {
            return;
        }
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..30 {
            let middle = (inside + outside) / 2.0;
            match is_inside(at(piece, middle)) {
                true => inside = middle,
                false => outside = middle,
            }
        }
        let mut rest = Self::default();
        rest.push(&after(piece, outside));
        pieces[last + 1..].iter().for_each(|piece| rest.push(piece));
        *self = rest;
    }
}

/// Where a coordinate of a piece turns: the zeros of its derivative between 0 and 1.
fn turning_points([p, q, r, s]: [f64; 4]) -> [Option<f64>; 2] {
    let (a, b, c) = (s - 3.0 * r + 3.0 * q - p, 2.0 * (r - 2.0 * q + p), q - p);
    let zeros = if a.abs() < 1e-9 {
        [-c / b, f64::NAN]
    } else {
        let root = (b * b - 4.0 * a * c).sqrt();
        [(-b - root) / (2.0 * a), (-b + root) / (2.0 * a)]
    };
    zeros.map(|zero| (0.0..=1.0).contains(&zero).then_some(zero))
}

/// The point of a piece at a parameter from 0 to 1.
pub(crate) fn at(piece: &Piece, t: f64) -> Point {
    after(piece, t)[0]
}

/// The part of a piece after a parameter: de Casteljau's algorithm.
fn after(piece: &Piece, t: f64) -> Piece {
    let [a, b, c, d] = *piece;
    let (ab, bc, cd) = (a.towards(b, t), b.towards(c, t), c.towards(d, t));
    let (abc, bcd) = (ab.towards(bc, t), bc.towards(cd, t));
    [abc.towards(bcd, t), bcd, cd, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_what_is_between_the_ends() {
        let [left, right] = [Point::new(0.0, 0.0), Point::new(4.0, 0.0)];
        let points = vec![left, Point::new(0.0, -4.0), Point::new(4.0, -4.0), right];
        let bounds = Curve { points }.bounds();
        assert_eq!((bounds.least, bounds.most), (Point::new(0.0, -3.0), right));
    }

    #[test]
    fn a_curve_is_cut_at_the_border() {
        let points = [0.0, 1.0, 2.0, 3.0].map(|x| Point::new(x, 0.0)).to_vec();
        let mut curve = Curve { points };
        curve.cut_start(|point| point.x < 1.0);
        assert!(curve.points[0].distance(Point::new(1.0, 0.0)) < 1e-6);
        assert_eq!(curve.points[3], Point::new(3.0, 0.0));
    }
}
