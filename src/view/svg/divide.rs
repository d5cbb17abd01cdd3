//! How squares are shared out among stars: in coarse squares first, in fine ones where those do not tell.

use super::bend::{BENT, Bend};
use super::cells::{Grid, OUTSIDE};
use super::spread::{Places, host, lone};
use super::stars::{Star, around, near, nearest, stars};
use sandtable_rules::{Rules, SpaceId, SpaceSet, Terrain};

/// Squares are first looked at in blocks of this size, less than a space's room.
const BLOCK: f64 = 32.0;
/// The board is looked at in parts, each of so many by so many smaller ones, the smallest of so many by so many blocks.
const SHARES: usize = 4;

/// How the board is divided.
struct Share<'a> {
    /// Only where these spaces are seen.
    changed: SpaceSet,
    bend: Bend,
    /// How it is divided in larger squares, if that is known.
    coarse: Option<&'a Grid>,
}

/// Where so many by so many parts of this size begin.
fn parts(
    (left, top): (usize, usize),
    size: usize,
    count: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let at = move |i: usize| (left + i % count * size, top + i / count * size);
    (0..count * count).map(at)
}

impl Grid {
    /// The board in squares of this size, divided.
    pub fn divided(rules: &Rules, places: &Places, step: f64) -> Self {
        let mut coarse = Self::blank(places, 2.0 * step);
        let wrapped = coarse.settle(rules, places);
        let mut grid = Self::blank(places, step);
        let share = Share {
            changed: SpaceSet::FULL,
            bend: Bend::new(&places.board, step),
            coarse: Some(&coarse),
        };
        grid.share_out(rules, places, wrapped, &share);
        grid
    }

    /// Divides the board. A shore of one sea zone that comes to touch two or more others is wrapped in its own; that may bring
    /// another one out, so it is looked at again. Those that are wrapped in the end.
    fn settle(&mut self, rules: &Rules, places: &Places) -> SpaceSet {
        let mut share = Share {
            changed: SpaceSet::FULL,
            bend: Bend::new(&places.board, self.step),
            coarse: None,
        };
        let mut wrapped = SpaceSet::EMPTY;
        for _ in 0..4 {
            self.share_out(rules, places, wrapped, &share);
            let new = self.to_wrap(rules).minus(wrapped);
            if new.is_empty() {
                break;
            }
            wrapped = wrapped.union(new);
            let borders = new.iter().flat_map(|id| &rules.board.spaces[id].borders);
            share.changed = borders.copied().collect::<SpaceSet>().union(new);
        }
        wrapped
    }

    fn to_wrap(&self, rules: &Rules) -> SpaceSet {
        let spaces = &rules.board.spaces;
        let contacts = self.contacts(rules, 0..self.h);
        let sea = |id: SpaceId| spaces[id].terrain == Terrain::Sea;
        let wrong = |id: SpaceId| {
            let others = spaces.ids().filter(|o| contacts.length(id, *o) > 0.0);
            others
                .filter(|o| sea(*o) && !rules.board.adjacent(id, *o))
                .count()
        };
        spaces
            .ids()
            .filter(|id| host(rules, *id).is_none() && lone(rules, *id) && wrong(*id) > 1)
            .collect()
    }

    /// Divides the board among its stars, where these are wrapped.
    fn share_out(&mut self, rules: &Rules, places: &Places, wrapped: SpaceSet, share: &Share<'_>) {
        let stars = stars(rules, places, wrapped);
        let part = SHARES * SHARES * self.block();
        for at in parts((0, 0), part, self.w.max(self.h).div_ceil(part)) {
            self.part(&stars, share, at, part);
        }
        let rows = 0..self.h;
        self.drop_scraps(rules, places, SpaceSet::FULL, rows);
    }

    /// Divides a part of the board, down to blocks: what is far from the whole is far from its parts.
    fn part(
        &mut self,
        stars: &[Star<'_>],
        share: &Share<'_>,
        (left, top): (usize, usize),
        size: usize,
    ) {
        if left >= self.w || top >= self.h {
            return;
        }
        // From the middle to the corners and as far as the board bends, there and back.
        let reach = 2.0 * (self.step * size as f64 * 0.71 + BENT);
        let middle = self.middle(left + size / 2, top + size / 2);
        let near = near(stars, middle, reach);
        let seen = |(_, star): &(f64, &Star<'_>)| share.changed.has(SpaceId(star.space));
        if !near.iter().any(seen) {
            return;
        }
        if size > self.block() {
            let (stars, size) = (around(&near, middle), size / SHARES);
            for at in parts((left, top), size, SHARES) {
                self.part(&stars, share, at, size);
            }
        } else if let Some(coarse) = share.coarse {
            self.sharpen(&near, &share.bend, coarse, ((left, top), size));
        } else {
            let (right, bottom) = ((left + size).min(self.w), (top + size).min(self.h));
            self.paint((left, top), (right, bottom), OUTSIDE);
            self.fill(&near, &share.bend, (left, top), size);
        }
    }

    /// How many squares a block is wide.
    fn block(&self) -> usize {
        (BLOCK / self.step) as usize
    }

    /// Says of all squares between two corners to whom they belong.
    fn paint(&mut self, (left, top): (usize, usize), (right, bottom): (usize, usize), cell: u16) {
        for y in top..bottom {
            self.cells[y * self.w + left..y * self.w + right].fill(cell);
        }
    }

    /// Divides a block among stars where larger squares do not tell; each of those is two by two of this grid's.
    fn sharpen(
        &mut self,
        stars: &[(f64, &Star<'_>)],
        bend: &Bend,
        coarse: &Self,
        ((left, top), size): ((usize, usize), usize),
    ) {
        for y in top..(top + size).min(self.h) {
            for x in left..(left + size).min(self.w) {
                self.cells[y * self.w + x] = coarse.amid(x, y).unwrap_or_else(|| {
                    let p = self.middle(x, y);
                    nearest(stars, p, bend.at((x, y), p))
                });
            }
        }
    }

    /// The space of the four squares around one of half their size, if it is the same.
    fn amid(&self, x: usize, y: usize) -> Option<u16> {
        let both = |n: usize, end: usize| {
            let next = n.div_ceil(2);
            (next.saturating_sub(1), next.min(end - 1))
        };
        let ((left, right), (above, below)) = (both(x, self.w), both(y, self.h));
        let (above, below) = (self.row(above, 0), self.row(below, 0));
        let cell = above[left];
        let same = above[right] == cell && below[left] == cell && below[right] == cell;
        same.then_some(cell)
    }

    /// Divides a block among stars: where all of its edge belongs to one of them, so does its inside.
    fn fill(
        &mut self,
        stars: &[(f64, &Star<'_>)],
        bend: &Bend,
        (left, top): (usize, usize),
        size: usize,
    ) {
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
            self.paint((left, top), (right, bottom), space);
        } else if size > 2 {
            let half = size / 2;
            for (x, y) in parts((left, top), half, 2) {
                if x < right && y < bottom {
                    self.fill(stars, bend, (x, y), half);
                }
            }
        }
    }
}
