//! The bending of the board by which coasts and borders look grown.

use super::plane::{Point, Rect, point};

/// How far [`Bend`] moves a point at most.
pub const BENT: f64 = 20.0;

/// A smooth field from -1 to 1: fixed values at the corners of squares, blended between them.
struct Field {
    square: f64,
    /// Corners in a row.
    w: usize,
    corners: Vec<f64>,
}

impl Field {
    /// A field over a board; each seed has its own values, always the same ones.
    fn new(board: &Rect, square: f64, seed: u32) -> Self {
        let count = |length: f64| (length / square) as usize + 2;
        let (w, h) = (count(board.w), count(board.h));
        let value = |at: usize| {
            // Grids are far smaller than a u32 can count.
            let (x, y) = ((at % w) as u32 + 100, (at / w) as u32 + 100);
            let mut n = x.wrapping_mul(374_761_393)
                ^ y.wrapping_mul(668_265_263)
                ^ seed.wrapping_mul(2_246_822_519);
            n = (n ^ (n >> 13)).wrapping_mul(1_274_126_177);
            f64::from((n ^ (n >> 16)) & 0xffff) / 32_767.5 - 1.0
        };
        let corners = (0..w * h).map(value).collect();
        Self { square, w, corners }
    }

    /// Between which corners something lies that is so far along, and how near the second one.
    fn along(&self, length: f64) -> (usize, f64) {
        let n = length / self.square;
        // Far from zero, so that the same digits are lost wherever on the board a point is.
        let t = (n + 100.0) - f64::from((n + 100.0) as u32);
        (n as usize, t * t * (3.0 - 2.0 * t))
    }

    fn at(&self, (x, tx): (usize, f64), (y, ty): (usize, f64)) -> f64 {
        let corner = y * self.w + x;
        let across = |at: usize| self.corners[at] * (1.0 - tx) + self.corners[at + 1] * tx;
        across(corner) * (1.0 - ty) + across(corner + self.w) * ty
    }
}

/// A bent board: each middle of its squares is moved by smooth fields of small steps.
pub struct Bend {
    fields: [Field; 4],
    /// Where the middles of columns and of rows lie, in wide steps and in fine ones.
    columns: Vec<[(usize, f64); 2]>,
    rows: Vec<[(usize, f64); 2]>,
}

impl Bend {
    /// Over a board of squares of this size.
    pub fn new(board: &Rect, step: f64) -> Self {
        let squares = [(74.0, 1), (27.0, 2), (74.0, 3), (27.0, 4)];
        let fields = squares.map(|(square, seed)| Field::new(board, square, seed));
        let along = |length: f64| {
            let middles = (0..(length / step) as usize).map(|i| (i as f64 + 0.5) * step);
            middles
                .map(|m| [fields[0].along(m), fields[1].along(m)])
                .collect()
        };
        Self {
            columns: along(board.w),
            rows: along(board.h),
            fields,
        }
    }

    /// Where the middle of a square is moved to.
    pub fn at(&self, (x, y): (usize, usize), middle: Point) -> Point {
        let ([wide, fine], [far, near]) = (self.columns[x], self.rows[y]);
        let [wide_x, fine_x, wide_y, fine_y] = &self.fields;
        let wave = |w: &Field, f: &Field| w.at(wide, far) * 9.0 + f.at(fine, near) * 5.0;
        point(
            middle.x + wave(wide_x, fine_x),
            middle.y + wave(wide_y, fine_y),
        )
    }
}
