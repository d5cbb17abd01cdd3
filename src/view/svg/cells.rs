//! The partition of the board into cells. Every space that is no island is a star: the room it
//! needs, the rooms of its islands, and an arm towards each neighbour that ends half-way; a point
//! belongs to the nearest star. So neighbours meet wherever no third space lies between them.

use super::bend::{BENT, Bend};
use super::plane::{Point, Rect, nearest_pair, point};
use super::spread::{Places, host};
use super::stars::{Star, near, nearest, stars};
use crate::rules::{Id as _, Rules, SpaceId, SpaceSet, Terrain};

/// The size of a grid square on the page.
pub const STEP: f64 = 4.0;
/// A border counts as seen when at least this much of it is, on the page.
const SEEN: f64 = 10.0;
/// The longest strip by which neighbours are joined.
const STRIP: f64 = 60.0;
/// Squares are first looked at in blocks of so many by so many, less than a space's room.
const BLOCK: usize = 8;
/// Outside the board.
pub const OUTSIDE: u16 = u16::MAX;

/// The board as a grid: which space each square belongs to.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Squares in a row.
    pub w: usize,
    /// Rows.
    pub h: usize,
    cells: Vec<u16>,
}

impl Grid {
    /// Divides the board. A shore of one sea zone that comes to touch two or more others is wrapped
    /// in its own; that may bring another one out, so it is looked at again.
    pub fn new(rules: &Rules, places: &Places) -> Self {
        let squares = |length: f64| (length / STEP) as usize;
        let (w, h) = (squares(places.board.w), squares(places.board.h));
        let mut wrapped = SpaceSet::EMPTY;
        let mut grid = Self {
            w,
            h,
            cells: Vec::new(),
        };
        let bend = Bend::new(&places.board, STEP);
        grid.divide((rules, places), wrapped, SpaceSet::FULL, &bend);
        for _ in 0..3 {
            let new = grid.to_wrap(rules).minus(wrapped);
            if new.is_empty() {
                break;
            }
            wrapped = wrapped.union(new);
            let borders = new.iter().flat_map(|id| &rules.board.spaces[id].borders);
            let changed = borders.copied().collect::<SpaceSet>().union(new);
            grid.divide((rules, places), wrapped, changed, &bend);
        }
        grid.mend(rules, places);
        grid
    }

    /// Borders whose cells share no edge long enough to be seen.
    pub fn apart(&self, rules: &Rules) -> Vec<(SpaceId, SpaceId)> {
        let contacts = self.contacts(rules);
        let mut apart = Vec::new();
        for (a, space) in rules.board.spaces.iter() {
            for &b in space.borders.iter().filter(|b| **b > a) {
                // An island lies inside its zone.
                let island = host(rules, a).is_some() || host(rules, b).is_some();
                if !island && contacts.length(a, b) < SEEN {
                    apart.push((a, b));
                }
            }
        }
        apart
    }

    /// Joins neighbours that came to lie a little apart by a strip between them, where that costs
    /// no other border.
    fn mend(&mut self, rules: &Rules, places: &Places) {
        let mut apart = self.apart(rules);
        let mut extents = self.extents(rules.board.spaces.len());
        for (a, b) in apart.clone() {
            let edge = |id: SpaceId| self.edge(id, extents[id.index()]);
            let strip = nearest_pair(&edge(a), &edge(b));
            let Some(strip) = strip.filter(|(from, to)| from.to(*to) <= STRIP) else {
                continue;
            };
            let mut trial = self.clone();
            trial.join(rules, places, (a, b), strip);
            let left = trial.apart(rules);
            if left.len() < apart.len() {
                *self = trial;
                apart = left;
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
        edge.map(|at| self.middle_of(at)).collect()
    }

    /// Joins two cells by a strip between these points of their edges.
    fn join(
        &mut self,
        rules: &Rules,
        places: &Places,
        pair: (SpaceId, SpaceId),
        strip: (Point, Point),
    ) {
        let ((a, b), (from, to)) = (pair, strip);
        let area = Rect::spanned(from, to).grown(SEEN);
        let ids = rules.board.spaces.ids().filter(|c| *c != a && *c != b);
        let rooms: Vec<Rect> = ids
            .map(|c| places.room[c])
            .filter(|room| room.touches(&area))
            .collect();
        let square = |length: f64| (length / STEP).max(0.0) as usize;
        let mut touched: SpaceSet = [a, b].into_iter().collect();
        for y in square(area.y)..self.h.min(square(area.bottom()) + 1) {
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
        self.drop_scraps(rules, places, touched);
    }

    fn to_wrap(&self, rules: &Rules) -> SpaceSet {
        let spaces = &rules.board.spaces;
        let contacts = self.contacts(rules);
        let sea = |id: SpaceId| spaces[id].terrain == Terrain::Sea;
        let wrong = |id: SpaceId| {
            let others = spaces.ids().filter(|o| contacts.length(id, *o) > 0.0);
            others
                .filter(|o| sea(*o) && !rules.board.adjacent(id, *o))
                .count()
        };
        let lone =
            |id: SpaceId| !sea(id) && spaces[id].borders.iter().filter(|b| sea(**b)).count() == 1;
        spaces
            .ids()
            .filter(|id| host(rules, *id).is_none() && lone(*id) && wrong(*id) > 1)
            .collect()
    }

    /// Divides the board again where the stars of these spaces are seen.
    fn divide(
        &mut self,
        (rules, places): (&Rules, &Places),
        wrapped: SpaceSet,
        changed: SpaceSet,
        bend: &Bend,
    ) {
        let stars = stars(rules, places, wrapped);
        self.cells.resize(self.w * self.h, OUTSIDE);
        for y in (0..self.h).step_by(BLOCK) {
            for x in (0..self.w).step_by(BLOCK) {
                // From the middle to the corners and as far as the board bends, there and back.
                let reach = 2.0 * (STEP * BLOCK as f64 * 0.71 + BENT);
                let middle = self.middle(x + BLOCK / 2, y + BLOCK / 2);
                let near = near(&stars, middle, reach);
                if near.iter().any(|star| changed.has(SpaceId(star.space))) {
                    self.clear((x, y), BLOCK);
                    self.fill(&near, bend, (x, y), BLOCK);
                }
            }
        }
        self.drop_scraps(rules, places, SpaceSet::FULL);
    }

    /// Forgets to whom a block belongs.
    fn clear(&mut self, (left, top): (usize, usize), size: usize) {
        let (right, bottom) = ((left + size).min(self.w), (top + size).min(self.h));
        for y in top..bottom {
            self.cells[y * self.w + left..y * self.w + right].fill(OUTSIDE);
        }
    }

    /// Divides a block among stars: where all of its edge belongs to one of them, so does its inside.
    fn fill(&mut self, stars: &[Star<'_>], bend: &Bend, (left, top): (usize, usize), size: usize) {
        let (right, bottom) = ((left + size).min(self.w), (top + size).min(self.h));
        let mut alike = true;
        for y in top..bottom {
            let inner = y > top && y + 1 < bottom;
            let step = if inner { (right - left - 1).max(1) } else { 1 };
            for x in (left..right).step_by(step) {
                let at = y * self.w + x;
                if self.cells[at] == OUTSIDE {
                    let p = self.middle(x, y);
                    self.cells[at] = nearest(stars, p, bend.at((x, y), p));
                }
                alike &= self.cells[at] == self.cells[top * self.w + left];
            }
        }
        if alike {
            let space = self.cells[top * self.w + left];
            for y in top..bottom {
                self.cells[y * self.w + left..y * self.w + right].fill(space);
            }
        } else if size > 2 {
            let half = size / 2;
            for (x, y) in [(0, 0), (half, 0), (0, half), (half, half)] {
                if left + x < right && top + y < bottom {
                    self.fill(stars, bend, (left + x, top + y), half);
                }
            }
        }
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

    /// Whether all four squares around a corner belong to the same cell.
    pub fn alike(&self, (x, y): (usize, usize)) -> bool {
        let (inside, at) = (x > 0 && y > 0 && x < self.w && y < self.h, y * self.w + x);
        inside && {
            let (above, here) = (
                &self.cells[at - self.w - 1..][..2],
                &self.cells[at - 1..][..2],
            );
            above == here && here[0] == here[1]
        }
    }

    /// The middle of a square on the page.
    pub fn middle(&self, x: usize, y: usize) -> Point {
        point((x as f64 + 0.5) * STEP, (y as f64 + 0.5) * STEP)
    }

    fn middle_of(&self, at: usize) -> Point {
        self.middle(at % self.w, at / self.w)
    }

    /// The square of a point, if it is on the board.
    pub fn square(&self, p: Point) -> Option<(usize, usize)> {
        let (x, y) = (p.x / STEP, p.y / STEP);
        (x >= 0.0 && y >= 0.0 && x < self.w as f64 && y < self.h as f64)
            .then_some((x as usize, y as usize))
    }

    /// What of these spaces is cut off from their middles goes to whatever surrounds it.
    fn drop_scraps(&mut self, rules: &Rules, places: &Places, of: SpaceSet) {
        let whole = |cell: &u16| *cell != OUTSIDE && !of.has(SpaceId(*cell));
        let mut kept: Vec<bool> = self.cells.iter().map(whole).collect();
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
        let scraps = (0..kept.len()).filter(|i| !kept[*i]);
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

    fn contacts(&self, rules: &Rules) -> Contacts {
        let cells = rules.board.spaces.len();
        let mut squares = vec![0; cells * cells];
        let mut meet = |(here, there): (&u16, &u16)| {
            if there != here && *there != OUTSIDE && *here != OUTSIDE {
                let (a, b) = (usize::from(*here), usize::from(*there));
                squares[a.min(b) * cells + a.max(b)] += 1;
            }
        };
        let rows = || self.cells.chunks(self.w.max(1));
        for (row, below) in rows().zip(rows().skip(1).chain([&[][..]])) {
            row.iter().zip(row.iter().skip(1)).for_each(&mut meet);
            row.iter().zip(below).for_each(&mut meet);
        }
        Contacts { cells, squares }
    }
}

/// Where squares begin and end: left, top, right and bottom.
pub type Extent = (usize, usize, usize, usize);

/// Along how many squares cells touch each other.
struct Contacts {
    cells: usize,
    squares: Vec<u32>,
}

impl Contacts {
    /// How long the edge between two cells is, on the page.
    fn length(&self, a: SpaceId, b: SpaceId) -> f64 {
        let (a, b) = (a.index(), b.index());
        STEP * f64::from(self.squares[a.min(b) * self.cells + a.max(b)])
    }
}
