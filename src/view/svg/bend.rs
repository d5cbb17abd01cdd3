//! The bending of the board by which coasts and borders look grown.

use super::plane::{Point, Rect, point};

/// How far [`Bend`] moves a point at most.
pub const BENT: f64 = 20.0;

/// Two smooth fields from -1 to 1, across and down: fixed values at the corners of squares, blended between them.
struct Field {
    square: f64,
    /// Corners in a row.
    w: usize,
    corners: Vec<Point>,
}

impl Field {
    /// A field over a board; each seed has its own values, always the same ones.
    fn new(board: &Rect, square: f64, seeds: [u32; 2]) -> Self {
        let count = |length: f64| (length / square) as usize + 2;
        let (w, h) = (count(board.w), count(board.h));
        let value = |at: usize, seed: u32| {
            // Grids are far smaller than a u32 can count.
            let (x, y) = ((at % w) as u32 + 100, (at / w) as u32 + 100);
            let mut n = x.wrapping_mul(374_761_393)
                ^ y.wrapping_mul(668_265_263)
                ^ seed.wrapping_mul(2_246_822_519);
            n = (n ^ (n >> 13)).wrapping_mul(1_274_126_177);
            f64::from((n ^ (n >> 16)) & 0xffff) / 32_767.5 - 1.0
        };
        let corner = |at: usize| point(value(at, seeds[0]), value(at, seeds[1]));
        let corners = (0..w * h).map(corner).collect();
        Self { square, w, corners }
    }

    /// Between which corners something lies that is so far along, and how near the second one.
    fn along(&self, length: f64) -> (usize, f64) {
        let n = length / self.square;
        // Far from zero, so that the same digits are lost wherever on the board a point is.
        let t = (n + 100.0) - f64::from((n + 100.0) as u32);
        (n as usize, t * t * (3.0 - 2.0 * t))
    }

    fn at(&self, (x, tx): (usize, f64), (y, ty): (usize, f64)) -> Point {
        let corner = y * self.w + x;
        let blend = |a: Point, b: Point, t: f64| {
            let s = 1.0 - t;
            point(a.x * s + b.x * t, a.y * s + b.y * t)
        };
        let across = |at: usize| blend(self.corners[at], self.corners[at + 1], tx);
        blend(across(corner), across(corner + self.w), ty)
    }
}

/// A bent board: each middle of its squares is moved by smooth fields of wide and of fine steps.
pub struct Bend {
    wide: Field,
    fine: Field,
    /// Where the middles of columns and of rows lie, in wide steps and in fine ones.
    columns: Vec<[(usize, f64); 2]>,
    rows: Vec<[(usize, f64); 2]>,
}

impl Bend {
    /// Over a board of squares of this size.
    pub fn new(board: &Rect, step: f64) -> Self {
        let wide = Field::new(board, 74.0, [1, 3]);
        let fine = Field::new(board, 27.0, [2, 4]);
        let along = |length: f64| {
            let middles = (0..(length / step) as usize).map(|i| (i as f64 + 0.5) * step);
            middles.map(|m| [wide.along(m), fine.along(m)]).collect()
        };
        Self {
            columns: along(board.w),
            rows: along(board.h),
            wide,
            fine,
        }
    }

    /// Where the middle of a square is moved to.
    pub fn at(&self, (x, y): (usize, usize), middle: Point) -> Point {
        let ([across, near], [down, beside]) = (self.columns[x], self.rows[y]);
        let (wide, fine) = (self.wide.at(across, down), self.fine.at(near, beside));
        point(
            middle.x + (wide.x * 9.0 + fine.x * 5.0),
            middle.y + (wide.y * 9.0 + fine.y * 5.0),
        )
    }
}
