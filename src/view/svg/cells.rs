//! The partition of the board into cells. Every space that is no island is a star: the room it
//! needs, the rooms of its islands, and an arm towards each neighbour that ends half-way; a point
//! belongs to the nearest star. So neighbours meet wherever no third space lies between them.

use super::contacts::SEEN;
use super::plane::{Point, Rect, nearest_pair, point};
use super::spread::{Places, host};
use sandtable_rules::{Id as _, Rules, SpaceId, SpaceSet};
use std::ops::Range;

/// The size of a grid square on the page.
pub const STEP: f64 = 4.0;
/// The longest strip by which neighbours are joined.
const STRIP: f64 = 60.0;
/// Outside the board.
pub const OUTSIDE: u16 = u16::MAX;

/// The board as a grid: which space each square belongs to.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The size of a square on the page.
    pub step: f64,
    /// Squares in a row.
    pub w: usize,
    /// Rows.
    pub h: usize,
    /// The space of each, row by row.
    pub cells: Vec<u16>,
}

impl Grid {
    /// Divides the board, and joins what has to touch.
    pub fn new(rules: &Rules, places: &Places) -> Self {
        let mut grid = Self::divided(rules, places, STEP);
        grid.mend(rules, places);
        grid
    }

    /// A board that belongs to nobody yet.
    pub fn blank(places: &Places, step: f64) -> Self {
        let squares = |length: f64| (length / step) as usize;
        let (w, h) = (squares(places.board.w), squares(places.board.h));
        let cells = vec![OUTSIDE; w * h];
        Self { step, w, h, cells }
    }

    /// Borders whose cells share no edge long enough to be seen.
    pub fn apart(&self, rules: &Rules) -> Vec<(SpaceId, SpaceId)> {
        self.contacts(rules, 0..self.h).apart(rules)
    }

    /// Joins neighbours that came to lie a little apart by a strip between them, where that costs
    /// no other border.
    fn mend(&mut self, rules: &Rules, places: &Places) {
        let mut contacts = self.contacts(rules, 0..self.h);
        let mut apart = contacts.apart(rules);
        let mut extents = self.extents(rules.board.spaces.len());
        for (a, b) in apart.clone() {
            let edge = |id: SpaceId| self.edge(id, extents[id.index()]);
            let strip = nearest_pair(&edge(a), &edge(b));
            let Some(strip) = strip.filter(|(from, to)| from.to(*to) <= STRIP) else {
                continue;
            };
            let mut trial = self.clone();
            let rows = trial.join(rules, places, &extents, (a, b), strip);
            let before = self.contacts(rules, rows.clone());
            let mut joined = contacts.clone();
            joined.exchange(&before, &trial.contacts(rules, rows));
            let left = joined.apart(rules);
            if left.len() < apart.len() {
                *self = trial;
                apart = left;
                contacts = joined;
                extents = self.extents(rules.board.spaces.len());
            }
        }
    }

    /// The squares at the edge of a cell that lies within an extent.
    fn edge(&self, id: SpaceId, extent: Option<Extent>) -> Vec<Point> {
        let Some((left, top, right, bottom)) = extent else {
            return Vec::new();
        };
        let squares = (top..=bottom).flat_map(|y| (left..=right).map(move |x| y * self.w + x));
        let own = squares.filter(|at| self.cells[*at] == id.0);
        let edge = own.filter(|at| self.beside(*at).any(|next| self.cells[next] != id.0));
        let middles = edge.map(|at| self.middle(at % self.w, at / self.w));
        middles.collect()
    }

    /// Joins two cells by a strip between these points of their edges, of all cells with these extents; the rows in which
    /// that may change anything.
    fn join(
        &mut self,
        rules: &Rules,
        places: &Places,
        extents: &[Option<Extent>],
        (a, b): (SpaceId, SpaceId),
        (from, to): (Point, Point),
    ) -> Range<usize> {
        let area = Rect::spanned(from, to).grown(SEEN);
        let ids = rules.board.spaces.ids().filter(|c| *c != a && *c != b);
        let rooms: Vec<Rect> = ids
            .map(|c| places.room[c])
            .filter(|room| room.touches(&area))
            .collect();
        let square = |length: f64| (length / self.step).max(0.0) as usize;
        let mut touched: SpaceSet = [a, b].into_iter().collect();
        let rows = square(area.y)..self.h.min(square(area.bottom()) + 1);
        for y in rows.clone() {
            for x in square(area.x)..self.w.min(square(area.right()) + 1) {
                let p = self.middle(x, y);
                if p.to_line(from, to) <= SEEN && rooms.iter().all(|room| room.from(p) > 0.0) {
                    let cell = &mut self.cells[y * self.w + x];
                    if *cell != OUTSIDE {
                        touched.insert(SpaceId(*cell));
                    }
                    *cell = if p.to(from) < p.to(to) { a.0 } else { b.0 };
                }
            }
        }
        let own = touched.iter().filter_map(|id| extents[id.index()]);
        let rows = own.fold(rows, |rows, (_, top, _, bottom)| {
            rows.start.min(top)..rows.end.max(bottom + 1)
        });
        self.drop_scraps(rules, places, touched, rows.clone());
        rows
    }

    /// Where each space's squares begin and end.
    pub fn extents(&self, spaces: usize) -> Vec<Option<Extent>> {
        let mut extents: Vec<Option<Extent>> = vec![None; spaces];
        for (y, row) in self.cells.chunks(self.w.max(1)).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let last = x + run.len() - 1;
                if let Some(extent) = extents.get_mut(usize::from(run[0])) {
                    let (l, t, r, _) = extent.unwrap_or((x, y, last, y));
                    *extent = Some((l.min(x), t, r.max(last), y));
                }
                x = last + 1;
            }
        }
        extents
    }

    /// The space at a square.
    pub fn at(&self, x: usize, y: usize) -> u16 {
        if x < self.w && y < self.h {
            self.cells[y * self.w + x]
        } else {
            OUTSIDE
        }
    }

    /// The squares of a row, from one on.
    pub fn row(&self, y: usize, from: usize) -> &[u16] {
        let squares = y * self.w + from..(y + 1) * self.w;
        self.cells.get(squares).unwrap_or_default()
    }

    /// The corners around which not all four squares belong to the same cell, row by row.
    pub fn corners(&self) -> Vec<(usize, usize)> {
        let mut corners = Vec::new();
        let row = |y: Option<usize>| {
            let row = y.filter(|y| *y < self.h).map(|y| y * self.w);
            row.map_or(&[][..], |at| &self.cells[at..at + self.w])
        };
        for y in 0..=self.h {
            let (above, here) = (row(y.checked_sub(1)), row(Some(y)));
            if above.is_empty() || here.is_empty() {
                corners.extend((0..=self.w).map(|x| (x, y)));
                continue;
            }
            corners.push((0, y));
            let unlike = |x: &usize| {
                let cell = here[*x];
                here[x - 1] != cell || above[x - 1] != cell || above[*x] != cell
            };
            corners.extend((1..self.w).filter(unlike).map(|x| (x, y)));
            corners.push((self.w, y));
        }
        corners
    }

    /// The middle of a square on the page.
    pub fn middle(&self, x: usize, y: usize) -> Point {
        point((x as f64 + 0.5) * self.step, (y as f64 + 0.5) * self.step)
    }

    /// The square of a point, if it is on the board.
    pub fn square(&self, p: Point) -> Option<(usize, usize)> {
        let (x, y) = (p.x / self.step, p.y / self.step);
        (x >= 0.0 && y >= 0.0 && x < self.w as f64 && y < self.h as f64)
            .then_some((x as usize, y as usize))
    }

    /// What of these spaces is cut off from their middles goes to whatever surrounds it. All of them lies in these rows.
    pub fn drop_scraps(
        &mut self,
        rules: &Rules,
        places: &Places,
        of: SpaceSet,
        rows: Range<usize>,
    ) {
        let whole = |cell: &u16| *cell != OUTSIDE && !of.has(SpaceId(*cell));
        let squares = rows.start * self.w..rows.end * self.w;
        let mut kept = vec![true; self.cells.len()];
        for at in squares.clone() {
            kept[at] = whole(&self.cells[at]);
        }
        let ids = rules.board.spaces.ids().filter(|id| of.has(*id));
        for id in ids.filter(|id| host(rules, *id).is_none()) {
            let Some((x, y)) = self.square(places.room[id].centre()) else {
                continue;
            };
            let start = y * self.w + x;
            self.cells[start] = id.0;
            kept[start] = false;
            self.keep(start, &mut kept);
        }
        let scraps = squares.filter(|i| !kept[*i]);
        let mut front: Vec<usize> = scraps.flat_map(|at| self.beside(at)).collect();
        front.sort_unstable();
        front.dedup();
        front.retain(|at| kept[*at]);
        while !front.is_empty() {
            let mut next_front = Vec::new();
            for at in front {
                for next in self.beside(at) {
                    if !kept[next] {
                        kept[next] = true;
                        self.cells[next] = self.cells[at];
                        next_front.push(next);
                    }
                }
            }
            front = next_front;
        }
    }

    /// Keeps all that hangs together with a square, row by row.
    fn keep(&self, start: usize, kept: &mut [bool]) {
        let cell = self.cells[start];
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            let row = at - at % self.w;
            let open = |i: &usize, kept: &[bool]| self.cells[*i] == cell && !kept[*i];
            let left = (row..at).rev().take_while(|i| open(i, kept)).last();
            let right = (at..row + self.w).take_while(|i| open(i, kept)).last();
            let (Some(right), left) = (right, left.unwrap_or(at)) else {
                continue;
            };
            kept[left..=right].fill(true);
            let above = (row > 0).then(|| left - self.w..right + 1 - self.w);
            let below = (row + self.w < kept.len()).then(|| left + self.w..right + 1 + self.w);
            for next in above.into_iter().chain(below) {
                let begins =
                    |i: &usize| open(i, kept) && (*i == next.start || !open(&(i - 1), kept));
                stack.extend(next.clone().filter(begins));
            }
        }
    }

    /// The squares beside a square.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (x, y, w, h) = (at % self.w, at / self.w, self.w, self.h);
        let all = [
            (x > 0, at.wrapping_sub(1)),
            (x + 1 < w, at + 1),
            (y > 0, at.wrapping_sub(w)),
            (y + 1 < h, at + w),
        ];
        let inside = all.into_iter().filter(|(inside, _)| *inside);
        inside.map(|(_, next)| next)
    }
}

/// Where squares begin and end: left, top, right and bottom.
pub type Extent = (usize, usize, usize, usize);
