//! Points, rectangles and distances on the page, in its own units (pixels at screen size). Only
//! the four operations and square roots: the same picture on every machine.

/// A point.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Rightwards.
    pub x: f64,
    /// Down.
    pub y: f64,
}

/// A point, for short.
pub const fn point(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// The distance to another point.
    pub fn to(self, other: Self) -> f64 {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }
    /// The point a part of the way to another.
    pub fn towards(self, other: Self, part: f64) -> Self {
        point(
            self.x + (other.x - self.x) * part,
            self.y + (other.y - self.y) * part,
        )
    }
    /// The distance to a line between two points.
    pub fn to_line(self, a: Self, b: Self) -> f64 {
        Line::between(a, b).square_from(self).sqrt()
    }
}

/// A line between two points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    from: Point,
    dx: f64,
    dy: f64,
    square: f64,
}

impl Line {
    /// The line between these.
    pub fn between(from: Point, to: Point) -> Self {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        // A line without a length is its first point.
        let square = (dx * dx + dy * dy).max(f64::MIN_POSITIVE);
        Self {
            from,
            dx,
            dy,
            square,
        }
    }
    /// The smallest rectangle with the line in it.
    pub fn bounds(&self) -> Rect {
        let to = point(self.from.x + self.dx, self.from.y + self.dy);
        Rect::spanned(self.from, to)
    }
    /// The square of a point's distance: to compare distances no root is needed.
    pub fn square_from(&self, p: Point) -> f64 {
        let (x, y) = (p.x - self.from.x, p.y - self.from.y);
        let part = ((x * self.dx + y * self.dy) / self.square).clamp(0.0, 1.0);
        let (dx, dy) = (x - self.dx * part, y - self.dy * part);
        dx * dx + dy * dy
    }
}

/// The two points, one of each list, that lie nearest to each other.
pub fn nearest_pair(ours: &[Point], theirs: &[Point]) -> Option<(Point, Point)> {
    let pairs = ours
        .iter()
        .flat_map(|p| theirs.iter().map(move |q| (*p, *q)));
    pairs.min_by(|(p, q), (r, s)| p.to(*q).total_cmp(&r.to(*s)))
}

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub w: f64,
    /// The height.
    pub h: f64,
}

/// A rectangle by its upper left corner and its extent, for short.
pub const fn rect(x: f64, y: f64, w: f64, h: f64) -> Rect {
    Rect { x, y, w, h }
}

impl Rect {
    /// The rectangle somewhere else.
    pub fn moved(&self, dx: f64, dy: f64) -> Self {
        rect(self.x + dx, self.y + dy, self.w, self.h)
    }
    /// A rectangle around a point.
    pub fn around(centre: Point, w: f64, h: f64) -> Self {
        rect(centre.x - w / 2.0, centre.y - h / 2.0, w, h)
    }
    /// The middle.
    pub fn centre(&self) -> Point {
        point(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.w
    }
    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.h
    }
    /// The rectangle grown by so much on every side.
    pub fn grown(&self, by: f64) -> Self {
        rect(
            self.x - by,
            self.y - by,
            self.w + 2.0 * by,
            self.h + 2.0 * by,
        )
    }
    /// Whether the two share an area.
    pub fn meets(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }
    /// The smallest rectangle with two points in it.
    pub fn spanned(a: Point, b: Point) -> Self {
        let (x, y) = (a.x.min(b.x), a.y.min(b.y));
        rect(x, y, a.x.max(b.x) - x, a.y.max(b.y) - y)
    }
    /// The smallest rectangle around both.
    pub fn and(&self, other: &Self) -> Self {
        let low = point(self.x.min(other.x), self.y.min(other.y));
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self::spanned(low, point(right, bottom))
    }
    /// Whether the two share a point, if only of their edges.
    pub fn touches(&self, other: &Self) -> bool {
        self.x <= other.right()
            && other.x <= self.right()
            && self.y <= other.bottom()
            && other.y <= self.bottom()
    }
    /// Whether the other lies inside.
    pub fn holds(&self, other: &Self) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }
    /// The distance of a point from the rectangle; 0 inside.
    pub fn from(&self, p: Point) -> f64 {
        self.square_from(p).sqrt()
    }
    /// Its square.
    pub fn square_from(&self, p: Point) -> f64 {
        let dx = (self.x - p.x).max(p.x - self.right()).max(0.0);
        let dy = (self.y - p.y).max(p.y - self.bottom()).max(0.0);
        dx * dx + dy * dy
    }
    /// The point of the rectangle nearest to a point.
    pub fn nearest(&self, p: Point) -> Point {
        point(
            p.x.clamp(self.x, self.right()),
            p.y.clamp(self.y, self.bottom()),
        )
    }
    /// Whether a line between two points runs through it.
    pub fn crossed(&self, a: Point, b: Point) -> bool {
        // Clipping of the line by the four half-planes.
        let (mut from, mut to) = (0.0f64, 1.0f64);
        for (start, step, low, high) in [
            (a.x, b.x - a.x, self.x, self.right()),
            (a.y, b.y - a.y, self.y, self.bottom()),
        ] {
            if step == 0.0 {
                if start <= low || start >= high {
                    return false;
                }
                continue;
            }
            let (one, other) = ((low - start) / step, (high - start) / step);
            from = from.max(one.min(other));
            to = to.min(one.max(other));
        }
        from < to
    }
}
