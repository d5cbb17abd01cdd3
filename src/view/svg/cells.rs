//! The partition of the board into cells. Every space that is no island is a star: the room it
//! needs, the rooms of its islands, and an arm towards each neighbour that ends half-way; a point
//! belongs to the nearest star. So neighbours meet wherever no third space lies between them.

use std::collections::BTreeMap;

use super::bend::{BENT, Bend};
use super::plane::{Point, Rect, nearest_pair, point};
use super::spread::{Places, host};
use crate::rules::{Rules, SpaceId, SpaceSet, Terrain};

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

#[derive(Clone)]
struct Star<'a> {
    space: u16,
    sea: bool,
    /// A shore that only one sea zone touches: it ends soon, and that zone lies all around it.
    wrapped: bool,
    rooms: Vec<Rect>,
    arms: Vec<(Point, Point)>,
    /// What a zone has around wrapped shores: counts against other zones, not against land.
    surf: Vec<Rect>,
    surf_arms: Vec<(Point, Point)>,
    borders: &'a [SpaceId],
    /// All of that lies in here.
    bounds: Rect,
}

/// How far a wrapped shore reaches out to sea, and its zone around that.
const SHORE: f64 = 12.0;
const SURF: f64 = 27.0;

fn distance(rooms: &[Rect], arms: &[(Point, Point)], p: Point) -> f64 {
    let mut least = f64::MAX;
    rooms.iter().for_each(|r| least = least.min(r.from(p)));
    arms.iter()
        .for_each(|(a, b)| least = least.min(p.to_line(*a, *b)));
    least
}

/// A rectangle around all of these.
fn bounds<'a>(
    rooms: impl Iterator<Item = &'a Rect>,
    arms: impl Iterator<Item = &'a (Point, Point)>,
) -> Rect {
    let arms = arms.map(|(a, b)| Rect::spanned(*a, *b));
    let all = rooms.copied().chain(arms);
    all.reduce(|all, next| all.and(&next)).unwrap_or_default()
}

impl Star<'_> {
    /// What of it lies no farther from a point than so.
    fn within(&self, p: Point, most: f64) -> Self {
        let rooms = |all: &[Rect]| {
            let near = all.iter().filter(|r| r.from(p) <= most);
            near.copied().collect::<Vec<_>>()
        };
        let arms = |all: &[(Point, Point)]| {
            let near = all.iter().filter(|(a, b)| p.to_line(*a, *b) <= most);
            near.copied().collect::<Vec<_>>()
        };
        let mut seen = Star {
            rooms: rooms(&self.rooms),
            arms: arms(&self.arms),
            surf: rooms(&self.surf),
            surf_arms: arms(&self.surf_arms),
            ..*self
        };
        let (rooms, arms) = (
            seen.rooms.iter().chain(&seen.surf),
            seen.arms.iter().chain(&seen.surf_arms),
        );
        seen.bounds = bounds(rooms, arms);
        seen
    }
    /// No distance from it is less: rooms count for a little less at sea than they are, and surf is
    /// seen from the point that the board's bending leads to.
    fn least(&self, p: Point) -> f64 {
        let bent = if self.surf.is_empty() { 0.0 } else { BENT };
        self.bounds.from(p) - 1.0 - bent
    }
    fn distance(&self, p: Point) -> f64 {
        distance(&self.rooms, &self.arms, p)
    }
    /// The distance from other zones' point of view: surf gives way to rooms, but not to arms.
    fn at_sea(&self, p: Point, bent: Point) -> f64 {
        let rooms = distance(&self.rooms, &[], p);
        let inside = f64::from(u8::from(rooms == 0.0));
        let own = rooms.min(distance(&[], &self.arms, p)) - inside;
        own.min(distance(&self.surf, &self.surf_arms, bent) - 0.5)
    }
}

/// Where the arms of two neighbours meet: the middle of the gap between their rooms.
fn meeting(a: &Rect, b: &Rect) -> Point {
    let (from, to) = (a.centre(), b.centre());
    let inside = |rect: &Rect, back: bool| {
        let steps = 40;
        let hit = (0..=steps)
            .map(|i| f64::from(i) / f64::from(steps))
            .take_while(|t| {
                let (here, there) = if back { (to, from) } else { (from, to) };
                rect.from(here.towards(there, *t)) == 0.0
            });
        hit.last().unwrap_or(0.0)
    };
    let (out, back) = (inside(a, false), 1.0 - inside(b, true));
    from.towards(to, (out + back) / 2.0)
}

/// The rooms of a space: its own and those of its islands.
fn rooms(rules: &Rules, places: &Places, id: SpaceId) -> Vec<Rect> {
    let near = rules.board.spaces[id].borders.iter();
    let islands = near.filter(|b| host(rules, **b) == Some(id));
    let own = std::iter::once(places.room[id].grown(2.0));
    own.chain(islands.map(|b| places.room[*b].grown(11.0)))
        .collect()
}

/// The surf of a sea zone.
fn surf(rules: &Rules, places: &Places, wrapped: SpaceSet, id: SpaceId) -> Vec<Rect> {
    let space = &rules.board.spaces[id];
    let shore = |b: &&SpaceId| space.terrain == Terrain::Sea && wrapped.has(**b);
    let shores = space.borders.iter().filter(shore);
    shores.map(|b| places.room[*b].grown(SURF)).collect()
}

fn stars<'a>(rules: &'a Rules, places: &Places, wrapped: SpaceSet) -> Vec<Star<'a>> {
    let spaces = &rules.board.spaces;
    let rooms: Vec<Vec<Rect>> = spaces.ids().map(|id| rooms(rules, places, id)).collect();
    let surfs = spaces.ids().map(|id| surf(rules, places, wrapped, id));
    let surfs: Vec<Vec<Rect>> = surfs.collect();
    let mut stars = Vec::new();
    for (id, space) in spaces.iter().filter(|(id, _)| host(rules, *id).is_none()) {
        let (own, surf) = (&rooms[usize::from(id.0)], &surfs[usize::from(id.0)]);
        let middle = places.room[id].centre();
        let to_middle = |r: &Rect| (middle, r.centre());
        let mut arms: Vec<(Point, Point)> = own[1..].iter().map(to_middle).collect();
        let mut surf_arms: Vec<(Point, Point)> = surf.iter().map(to_middle).collect();
        for other in space.borders.iter().filter(|b| host(rules, **b).is_none()) {
            let (theirs, far_surf) = (&rooms[usize::from(other.0)], &surfs[usize::from(other.0)]);
            let far = || theirs.iter().chain(far_surf);
            let pairs = own
                .iter()
                .chain(surf)
                .enumerate()
                .flat_map(|(n, a)| far().map(move |b| (n, a, b)));
            // Where the two come nearest; a shore and the zone around it touch anyway.
            let gap = |(_, a, b): &(usize, &Rect, &Rect)| {
                b.from(a.nearest(b.centre()))
                    .min(a.from(b.nearest(a.centre())))
            };
            let nearest =
                pairs.reduce(|best, pair| if gap(&pair) < gap(&best) { pair } else { best });
            if let Some((n, a, b)) = nearest.filter(|pair| gap(pair) > 0.0) {
                let arm = (a.centre(), meeting(a, b));
                if n < own.len() {
                    arms.push(arm)
                } else {
                    surf_arms.push(arm)
                }
            }
        }
        stars.push(Star {
            space: id.0,
            sea: space.terrain == Terrain::Sea,
            wrapped: wrapped.has(id),
            rooms: own.clone(),
            surf: surf.clone(),
            bounds: bounds(own.iter().chain(surf), arms.iter().chain(&surf_arms)),
            arms,
            surf_arms,
            borders: &space.borders,
        });
    }
    stars
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
        let contacts = self.contacts();
        let mut apart = Vec::new();
        for (a, space) in rules.board.spaces.iter() {
            for &b in space.borders.iter().filter(|b| **b > a) {
                // An island lies inside its zone.
                let island = host(rules, a).is_some() || host(rules, b).is_some();
                let length = contacts.get(&(a.0, b.0)).copied().unwrap_or(0.0);
                if !island && length < SEEN {
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
        for (a, b) in apart.clone() {
            let mut trial = self.clone();
            trial.join(rules, places, a, b);
            let left = trial.apart(rules);
            if left.len() < apart.len() {
                *self = trial;
                apart = left;
            }
        }
    }

    fn join(&mut self, rules: &Rules, places: &Places, a: SpaceId, b: SpaceId) {
        let edge = |id: SpaceId| -> Vec<Point> {
            let own = (0..self.cells.len()).filter(|at| self.cells[*at] == id.0);
            let outer = own.filter(|at| self.beside(*at).any(|next| self.cells[next] != id.0));
            outer.map(|at| self.middle_of(at)).collect()
        };
        let nearest = nearest_pair(&edge(a), &edge(b));
        let Some((from, to)) = nearest.filter(|(from, to)| from.to(*to) <= STRIP) else {
            return;
        };
        for at in 0..self.cells.len() {
            let p = self.middle_of(at);
            let others = || rules.board.spaces.ids().filter(|c| *c != a && *c != b);
            if p.to_line(from, to) <= SEEN && others().all(|c| places.room[c].from(p) > 0.0) {
                self.cells[at] = if p.to(from) < p.to(to) { a.0 } else { b.0 };
            }
        }
        self.drop_scraps(rules, places);
    }

    fn to_wrap(&self, rules: &Rules) -> SpaceSet {
        let spaces = &rules.board.spaces;
        let contacts = self.contacts();
        let sea = |id: SpaceId| spaces[id].terrain == Terrain::Sea;
        let wrong = |id: SpaceId| {
            let touched = contacts.keys().filter(|(a, b)| *a == id.0 || *b == id.0);
            let others = touched.map(|(a, b)| SpaceId(if *a == id.0 { *b } else { *a }));
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
        self.drop_scraps(rules, places);
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

    /// Where each space's squares begin and end: left, top, right and bottom.
    pub fn extents(&self, spaces: usize) -> Vec<Option<(usize, usize, usize, usize)>> {
        let mut extents: Vec<Option<(usize, usize, usize, usize)>> = vec![None; spaces];
        for (at, cell) in self.cells.iter().enumerate() {
            if let Some(extent) = extents.get_mut(usize::from(*cell)) {
                let (x, y) = (at % self.w, at / self.w);
                let (l, t, r, b) = extent.unwrap_or((x, y, x, y));
                *extent = Some((l.min(x), t.min(y), r.max(x), b.max(y)));
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

    /// What is cut off from its space's middle goes to whatever surrounds it.
    fn drop_scraps(&mut self, rules: &Rules, places: &Places) {
        let mut kept = vec![false; self.cells.len()];
        let ids = rules.board.spaces.ids();
        for id in ids.filter(|id| host(rules, *id).is_none()) {
            let Some((x, y)) = self.square(places.room[id].centre()) else {
                continue;
            };
            let start = y * self.w + x;
            self.cells[start] = id.0;
            kept[start] = true;
            let mut stack = vec![start];
            while let Some(at) = stack.pop() {
                for next in self.beside(at) {
                    if !kept[next] && self.cells[next] == id.0 {
                        kept[next] = true;
                        stack.push(next);
                    }
                }
            }
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

    /// How long the edge between each two touching cells is, on the page.
    pub fn contacts(&self) -> BTreeMap<(u16, u16), f64> {
        let mut all = BTreeMap::new();
        let mut meet = |(here, there): (&u16, &u16)| {
            if there != here {
                *all.entry((*here.min(there), *here.max(there)))
                    .or_insert(0.0) += STEP;
            }
        };
        let rows = || self.cells.chunks(self.w.max(1));
        for (row, below) in rows().zip(rows().skip(1).chain([&[][..]])) {
            row.iter().zip(row.iter().skip(1)).for_each(&mut meet);
            row.iter().zip(below).for_each(&mut meet);
        }
        all
    }
}

/// What of the stars may be nearest, of all or of those at sea, to some point within reach of this one.
fn near<'a>(stars: &[Star<'a>], middle: Point, reach: f64) -> Vec<Star<'a>> {
    let (mut best, mut best_sea) = (f64::MAX, f64::MAX);
    let mut found: Vec<(f64, &Star<'_>)> = Vec::new();
    for star in stars {
        let most = if star.sea { best.max(best_sea) } else { best };
        if star.least(middle) > most + reach {
            continue;
        }
        let far = star.at_sea(middle, middle);
        best = best.min(far);
        if star.sea {
            best_sea = best_sea.min(far);
        }
        found.push((far, star));
    }
    let most = |star: &Star<'_>| reach + if star.sea { best.max(best_sea) } else { best };
    found.retain(|(far, star)| *far <= most(star));
    let seen = found
        .iter()
        .map(|(_, star)| star.within(middle, most(star)));
    seen.collect()
}

/// The star nearest to a point. Coasts and land borders follow a slightly bent board, so that they
/// look grown; borders at sea stay straight.
fn nearest(stars: &[Star<'_>], p: Point, bent: Point) -> u16 {
    let land = |s: &Star<'_>, p| s.distance(p);
    let Some((d, mut star)) = best(stars.iter(), bent, land) else {
        return OUTSIDE;
    };
    if star.wrapped && d > SHORE {
        // What lies beyond a wrapped shore is sea, unless it hangs together with more land there.
        let others = || stars.iter().filter(|s| s.space != star.space);
        let bridged = best(others(), bent, land)
            .is_some_and(|(_, s)| !s.sea && s.borders.contains(&SpaceId(star.space)));
        if let Some((_, sea)) = best(others().filter(|s| s.sea), bent, land).filter(|_| !bridged) {
            star = sea;
        }
    }
    if !star.sea {
        return star.space;
    }
    best(stars.iter().filter(|s| s.sea), p, |s, p| s.at_sea(p, bent))
        .map_or(star.space, |(_, s)| s.space)
}

/// The nearest of some stars, and how far it is.
fn best<'a, 'b: 'a>(
    stars: impl Iterator<Item = &'a Star<'b>>,
    p: Point,
    distance: impl Fn(&Star<'_>, Point) -> f64,
) -> Option<(f64, &'a Star<'b>)> {
    let mut best: Option<(f64, &Star<'_>)> = None;
    for star in stars {
        if best.is_some_and(|(least, _)| star.least(p) >= least) {
            continue;
        }
        let d = distance(star, p);
        if best.is_none_or(|(least, _)| d < least) {
            best = Some((d, star));
        }
    }
    best
}
