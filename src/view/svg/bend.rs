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

    fn at(&self, p: Point) -> f64 {
        let (x, y) = (p.x / self.square, p.y / self.square);
        let corner = y as usize * self.w + x as usize;
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        // Far from zero, so that the same digits are lost wherever on the board a point is.
        let part = |n: f64| (n + 100.0) - f64::from((n + 100.0) as u32);
        let (tx, ty) = (ease(part(x)), ease(part(y)));
        let across = |at: usize| self.corners[at] * (1.0 - tx) + self.corners[at + 1] * tx;
        across(corner) * (1.0 - ty) + across(corner + self.w) * ty
    }
}

/// A bent board: each of its points is moved by smooth fields of small steps.
pub struct Bend([Field; 4]);

impl Bend {
    /// Over a board.
    pub fn new(board: &Rect) -> Self {
        let squares = [(74.0, 1), (27.0, 2), (74.0, 3), (27.0, 4)];
        Self(squares.map(|(square, seed)| Field::new(board, square, seed)))
    }

    /// Where a point is moved to.
    pub fn at(&self, p: Point) -> Point {
        let Self([wide_x, fine_x, wide_y, fine_y]) = self;
        let wave = |wide: &Field, fine: &Field| wide.at(p) * 9.0 + fine.at(p) * 5.0;
        point(p.x + wave(wide_x, fine_x), p.y + wave(wide_y, fine_y))
    }
}
