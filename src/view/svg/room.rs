//! Room in an area: how much of a rectangle lies in a cell, and where one can stand.

use super::cells::{Extent, Grid, STEP};
use super::plane::{Point, Rect, point, rect};

/// How many squares of a cell lie left of and above each corner: areas in four look-ups.
pub struct Mask {
    left: usize,
    top: usize,
    w: usize,
    h: usize,
    sums: Vec<u32>,
}

impl Mask {
    /// The squares of a cell that lie within an extent.
    pub fn new(grid: &Grid, cell: u16, extent: Option<Extent>) -> Self {
        let (left, top, right, bottom) = extent.unwrap_or_default();
        let (w, h) = (right - left + 2, bottom - top + 2);
        let mut sums = vec![0u32; w * h];
        for y in 1..h {
            let (above, here) = sums.split_at_mut(y * w);
            let (above, mut count) = (&above[(y - 1) * w + 1..], 0);
            let squares = grid.row(top + y - 1, left);
            for ((sum, above), square) in here[1..w].iter_mut().zip(above).zip(squares) {
                count += u32::from(*square == cell);
                *sum = above + count;
            }
        }
        Self {
            left,
            top,
            w,
            h,
            sums,
        }
    }
    /// The part of a rectangle that lies outside the cell.
    pub fn outside(&self, r: &Rect) -> f64 {
        let first = |at: f64| (at / STEP).max(0.0) as usize;
        let end = |at: f64| first(at) + usize::from(first(at) as f64 * STEP < at);
        let (x0, x1) = (first(r.x), end(r.right()));
        let (y0, y1) = (first(r.y), end(r.bottom()));
        let column = |x: usize| x.saturating_sub(self.left).min(self.w - 1);
        let row = |y: usize| y.saturating_sub(self.top).min(self.h - 1) * self.w;
        let row_sum = |row: usize| {
            let sums = &self.sums[row..row + self.w];
            i64::from(sums[column(x1)]) - i64::from(sums[column(x0)])
        };
        let inside = row_sum(row(y1)) - row_sum(row(y0));
        let all = ((x1 - x0).max(1) * (y1 - y0).max(1)) as f64;
        (1.0 - inside as f64 / all).max(0.0)
    }
    /// All of its cell lies in here.
    pub fn bounds(&self) -> Rect {
        let (x, y) = (self.left as f64 * STEP, self.top as f64 * STEP);
        rect(x, y, (self.w - 1) as f64 * STEP, (self.h - 1) as f64 * STEP)
    }
    /// The area of the cell.
    pub fn area(&self) -> f64 {
        f64::from(*self.sums.last().unwrap_or(&0)) * STEP * STEP
    }
}

/// Where something of this extent can stand in an area: row by row, so far from each other.
pub fn spots(area: &Rect, extent: (f64, f64), step: f64) -> impl Iterator<Item = Point> + use<> {
    let everywhere = f64::INFINITY;
    let window = (
        point(-everywhere, -everywhere),
        point(everywhere, everywhere),
    );
    spots_within(area, extent, step, window)
}

/// Those of them whose upper left corner lies between the two corners of a window.
pub fn spots_within(
    area: &Rect,
    (w, h): (f64, f64),
    step: f64,
    (low, high): (Point, Point),
) -> impl Iterator<Item = Point> + use<> {
    let scan = move |from: f64, to: f64, low: f64, high: f64| {
        let skipped = ((low - from) / step).max(0.0).floor();
        let all = std::iter::successors(Some(from + skipped * step), move |at| Some(at + step));
        all.take_while(move |at| *at <= to && *at <= high)
    };
    let (left, right) = (area.x, area.right() - w);
    let rows = scan(area.y, area.bottom() - h, low.y, high.y);
    rows.flat_map(move |y| scan(left, right, low.x, high.x).map(move |x| point(x, y)))
}

/// The cheapest of what is looked at, with what it costs. What is near is looked at first: a look finds all that costs no more
/// than its limit, and mostly nothing dearer is needed.
pub fn cheapest<T>(mut look: impl FnMut(f64, &mut Option<(f64, T)>)) -> Option<(f64, T)> {
    const LIMITS: [f64; 8] = [30.0, 60.0, 120.0, 240.0, 360.0, 480.0, 720.0, f64::INFINITY];
    let mut best = None;
    for limit in LIMITS {
        look(limit, &mut best);
        if best.as_ref().is_some_and(|(cost, _)| *cost <= limit) {
            break;
        }
    }
    best
}
