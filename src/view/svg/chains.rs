//! The lines between cells: the grid's staircases traced from corner to corner and smoothed, each
//! line shared by the two cells it parts, so that cells never gape or overlap.

use super::cells::{Grid, OUTSIDE, STEP};
use super::plane::{Point, point};

/// A line between two cells.
#[derive(Clone, Debug)]
pub struct Chain {
    /// The cell on its left, going along it.
    pub left: u16,
    /// The cell on its right.
    pub right: u16,
    /// Its points; first and last are the same where it is closed.
    pub points: Vec<Point>,
}

/// A corner of grid squares.
type Corner = (usize, usize);

/// How far a thinned line may lie from where it was.
const SLACK: f64 = 0.8;

/// The four ways to leave a corner: right, down, left, up.
const WAYS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Every line of the board.
pub fn chains(grid: &Grid) -> Vec<Chain> {
    let mut tracer = Tracer {
        grid,
        used: vec![[false; 4]; (grid.w + 1) * (grid.h + 1)],
    };
    let mut chains = Vec::new();
    // From junctions first; what is left are closed lines.
    let corners = grid.corners().into_iter();
    let (first, rest): (Vec<_>, Vec<_>) = corners.partition(|c| tracer.junction(*c));
    for corner in first.into_iter().chain(rest) {
        chains.extend((0..4).filter_map(|way| tracer.trace(corner, way)));
    }
    for chain in &mut chains {
        let straight = chain.left == OUTSIDE || chain.right == OUTSIDE;
        if !straight {
            smooth(&mut chain.points);
        }
        chain.points = thinned(&chain.points);
    }
    chains
}

struct Tracer<'a> {
    grid: &'a Grid,
    /// The ways gone from each corner.
    used: Vec<[bool; 4]>,
}

impl Tracer<'_> {
    /// The cells on the left and on the right of the grid line that leaves a corner this way.
    fn sides(&self, (x, y): Corner, way: usize) -> (u16, u16) {
        let at = |dx: isize, dy: isize| match (x.checked_add_signed(dx), y.checked_add_signed(dy)) {
            (Some(x), Some(y)) => self.grid.at(x, y),
            _ => OUTSIDE,
        };
        match way {
            0 => (at(0, -1), at(0, 0)),
            1 => (at(0, 0), at(-1, 0)),
            2 => (at(-1, 0), at(-1, -1)),
            _ => (at(-1, -1), at(0, -1)),
        }
    }
    fn used(&mut self, (x, y): Corner, way: usize) -> &mut bool {
        &mut self.used[y * (self.grid.w + 1) + x][way]
    }
    fn line(&self, corner: Corner, way: usize) -> bool {
        let (left, right) = self.sides(corner, way);
        left != right
    }
    /// Where lines end: three or more meet, or the board has its corner.
    fn junction(&self, corner: Corner) -> bool {
        let lines = (0..4).filter(|w| self.line(corner, *w)).count();
        let edge = |n, end| n == 0 || n == end;
        lines > 2 || (lines == 2 && edge(corner.0, self.grid.w) && edge(corner.1, self.grid.h))
    }
    fn trace(&mut self, start: Corner, way: usize) -> Option<Chain> {
        if !self.line(start, way) || *self.used(start, way) {
            return None;
        }
        let (left, right) = self.sides(start, way);
        let mut points = vec![corner_point(start)];
        let (mut at, mut way) = (start, way);
        loop {
            *self.used(at, way) = true;
            let (dx, dy) = WAYS[way];
            at = (at.0.checked_add_signed(dx)?, at.1.checked_add_signed(dy)?);
            *self.used(at, (way + 2) % 4) = true;
            points.push(corner_point(at));
            if self.junction(at) || at == start {
                return Some(Chain {
                    left,
                    right,
                    points,
                });
            }
            // Two lines meet here: the one it came by and the one to go on.
            way = (0..4).find(|w| *w != (way + 2) % 4 && self.line(at, *w))?;
        }
    }
}

fn corner_point((x, y): Corner) -> Point {
    point(x as f64 * STEP, y as f64 * STEP)
}

/// Rounds the stairs off; the ends stay where they are.
fn smooth(points: &mut [Point]) {
    let closed = points.first() == points.last();
    let n = points.len();
    if n < 4 {
        return;
    }
    for _ in 0..7 {
        let old = points.to_vec();
        for i in 1..n - 1 {
            let middle = old[i - 1].towards(old[i + 1], 0.5);
            points[i] = old[i].towards(middle, 0.6);
        }
        if closed {
            let middle = old[1].towards(old[n - 2], 0.5);
            points[0] = old[0].towards(middle, 0.6);
            points[n - 1] = points[0];
        }
    }
}

/// The points without which the line would run elsewhere by more than [`SLACK`]; both ends stay.
pub fn thinned(points: &[Point]) -> Vec<Point> {
    let mut kept = vec![false; points.len()];
    let mut spans = vec![(0, points.len().saturating_sub(1))];
    while let Some((from, to)) = spans.pop() {
        kept[from] = true;
        kept[to] = true;
        let far = |i: &usize| points[*i].to_line(points[from], points[to]);
        let farthest = (from + 1..to).max_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some(at) = farthest.filter(|at| far(at) > SLACK) {
            spans.extend([(from, at), (at, to)]);
        }
    }
    let kept = points.iter().zip(kept).filter(|(_, kept)| *kept);
    kept.map(|(p, _)| *p).collect()
}

/// A line on the way round a cell: which one, and whether it is walked backwards.
pub type Step = (usize, bool);

/// The ways round a cell: its lines one after the other, each way closed.
pub fn rounds(chains: &[Chain], cell: u16) -> Vec<Vec<Step>> {
    let own = |c: &Chain| c.left == cell || c.right == cell;
    let mut parts: Vec<Step> = chains
        .iter()
        .enumerate()
        .filter(|(_, c)| own(c))
        .map(|(i, c)| (i, c.right == cell))
        .collect();
    let ends = |(i, back): Step| {
        let points = &chains[i].points;
        let (first, last) = (points.first(), points.last());
        if back { (last, first) } else { (first, last) }
    };
    let mut rounds = Vec::new();
    while let Some(part) = parts.pop() {
        let mut round = vec![part];
        let (begin, mut end) = ends(part);
        while begin != end {
            let Some(next) = parts.iter().position(|p| ends(*p).0 == end) else {
                break;
            };
            let part = parts.swap_remove(next);
            end = ends(part).1;
            round.push(part);
        }
        rounds.push(round);
    }
    rounds
}

/// The outlines of a cell: its lines put together, each outline closed.
pub fn outlines(chains: &[Chain], cell: u16) -> Vec<Vec<Point>> {
    let outline = |round: &Vec<Step>| {
        let mut ring: Vec<Point> = Vec::new();
        for (i, back) in round {
            let points = chains[*i].points.iter();
            let skip = usize::from(!ring.is_empty());
            if *back {
                ring.extend(points.rev().skip(skip));
            } else {
                ring.extend(points.skip(skip));
            }
        }
        ring
    };
    rounds(chains, cell).iter().map(outline).collect()
}
