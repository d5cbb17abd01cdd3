//! Where spaces lie on the page: their positions in the pack, scaled, then pushed apart until each
//! has the room it needs. Who lies left of or above whom stays as it is in the pack.

use super::content::need;
use super::plane::{Point, Rect, point, rect};
use sandtable_rules::{Id, Rules, Space, SpaceId, Table, Terrain};

/// The width of the board on the page, at least.
pub const WIDTH: f64 = 2100.0;
/// What each space has of the page, at least.
const SHARE: f64 = 16_000.0;
const MARGIN: f64 = 26.0;
const ROUNDS: usize = 400;
/// Only those are looked at that were no farther from touching than this before anything moved far.
const NEAR: f64 = 60.0;

/// The places of all spaces on the page.
#[derive(Clone, Debug)]
pub struct Places {
    /// The room of each space: nothing else should be there.
    pub room: Table<SpaceId, Rect>,
    /// The board.
    pub board: Rect,
}

/// Lays the spaces out.
pub fn places(rules: &Rules) -> Places {
    let (scaled, board) = scale(rules);
    let spaces = &rules.board.spaces;
    let needs: Vec<(f64, f64)> = spaces.ids().map(|id| need(rules, id)).collect();
    let pad = |s: &Space| if s.terrain == Terrain::Sea { 13.0 } else { 9.0 };
    let pads: Vec<f64> = spaces.values().map(pad).collect();
    let count = needs.len();
    let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
    let gap = |(i, j): (usize, usize)| (i, j, pads[i] + pads[j] + surf(rules, i, j));
    let pairs: Vec<(usize, usize, f64)> = pairs.map(gap).collect();
    let ways = ways(rules);
    let hosts = spaces.ids().map(|id| host(rules, id).map(Id::index));
    let hosts: Vec<Option<usize>> = hosts.collect();
    let mut at = scaled.clone();
    let all = Met::all(pairs, &ways, &hosts);
    let mut near = Met::default();
    for round in 0..ROUNDS {
        // Half as far as would take two to touch, for more is moved in the round to come.
        if near.moved(NEAR / 4.0, &at) {
            near = all.within(NEAR, &ways, &at, &needs);
        }
        // Pulled home at first, only pushed apart in the end.
        let pull = if round < ROUNDS * 3 / 4 { 0.02 } else { 0.0 };
        for (now, home) in at.iter_mut().zip(&scaled) {
            *now = now.towards(*home, pull);
        }
        push_apart(&mut at, &scaled, &needs, &near.pairs);
        if round % 2 == 0 {
            clear_ways(&ways, &near.beside, &mut at, &needs);
        }
        for (now, (w, h)) in at.iter_mut().zip(&needs) {
            let inner = board.grown(-MARGIN);
            let (left, top) = (inner.x + w / 2.0, inner.y + h / 2.0);
            let (right, bottom) = (inner.right() - w / 2.0, inner.bottom() - h / 2.0);
            now.x = now.x.clamp(left, right.max(left));
            now.y = now.y.clamp(top, bottom.max(top));
        }
    }
    let rooms = at.iter().zip(&needs);
    let room = rooms.map(|(p, (w, h))| Rect::around(*p, *w, *h)).collect();
    Places { room, board }
}

/// Positions scaled to the page; the board keeps the proportions of the pack within reason.
fn scale(rules: &Rules) -> (Vec<Point>, Rect) {
    let spaces = &rules.board.spaces;
    let said = |s: &Space| point(f64::from(s.at.0), f64::from(s.at.1));
    let raw: Vec<Point> = spaces.values().map(said).collect();
    let spots = raw.iter().map(|p| Rect::spanned(*p, *p));
    let all = spots.reduce(|all, next| all.and(&next)).unwrap_or_default();
    let (dx, dy) = (all.w.max(1.0), all.h.max(1.0));
    let steep = (dy / dx).clamp(0.45, 1.2);
    let width = WIDTH.max((SHARE * spaces.len() as f64 / steep).sqrt());
    let height = (width * dy / dx).clamp(width * 0.45, width * 1.2);
    let board = rect(0.0, 0.0, width, height);
    let inner = board.grown(-MARGIN * 2.0);
    let scaled = raw.iter().enumerate().map(|(i, p)| {
        // Spaces without a position of their own lie side by side instead of on one spot.
        let (nudge_x, nudge_y) = (((i * 37) % 17) as f64, ((i * 53) % 19) as f64);
        point(
            inner.x + (p.x - all.x) / dx * inner.w + nudge_x / 10.0,
            inner.y + (p.y - all.y) / dy * inner.h + nudge_y / 10.0,
        )
    });
    (scaled.collect(), board)
}

/// More room between a shore that only one sea zone touches and all that it does not border: there
/// the zone may have to pass.
fn surf(rules: &Rules, i: usize, j: usize) -> f64 {
    let spaces = &rules.board.spaces;
    let (a, b) = (SpaceId::new(i), SpaceId::new(j));
    let apart = host(rules, a).is_none() || host(rules, b).is_none();
    let open = !spaces[a].closed && !spaces[b].closed;
    let shore = apart && open && !rules.board.adjacent(a, b) && (lone(rules, a) || lone(rules, b));
    if shore { 14.0 } else { 0.0 }
}

/// Whether only one sea zone touches a shore.
pub fn lone(rules: &Rules, id: SpaceId) -> bool {
    let board = &rules.board;
    let borders = board.spaces[id].borders.iter();
    !board.is_sea(id) && borders.filter(|b| board.is_sea(**b)).count() == 1
}

/// How far two spaces that are to have a gap between them overlap, or are from it by less than `near`: across and down.
fn over(
    at: &[Point],
    needs: &[(f64, f64)],
    (i, j, gap): (usize, usize, f64),
    near: f64,
) -> Option<(f64, f64)> {
    let across = (needs[i].0 + needs[j].0) / 2.0 + gap - (at[i].x - at[j].x).abs();
    let down = (needs[i].1 + needs[j].1) / 2.0 + gap - (at[i].y - at[j].y).abs();
    (across > -near && down > -near).then_some((across, down))
}

/// Moves every two of these spaces whose rooms overlap apart, the shorter way, a part of the way.
fn push_apart(
    at: &mut [Point],
    home: &[Point],
    needs: &[(f64, f64)],
    pairs: &[(usize, usize, f64)],
) {
    for pair in pairs {
        let Some((over_x, over_y)) = over(at, needs, *pair, 0.0) else {
            continue;
        };
        let (i, j, _) = *pair;
        let side = |before: bool| if before { -0.3 } else { 0.3 };
        if over_x < over_y {
            let by = side((home[i].x, i) < (home[j].x, j)) * over_x;
            at[i].x += by;
            at[j].x -= by;
        } else {
            let by = side((home[i].y, i) < (home[j].y, j)) * over_y;
            at[i].y += by;
            at[j].y -= by;
        }
    }
}

/// The room around a space that others' straight ways to each other leave free.
fn kept_free(at: &[Point], needs: &[(f64, f64)], k: usize) -> Rect {
    Rect::around(at[k], needs[k].0, needs[k].1).grown(8.0)
}

/// Spaces that may touch, found again as these move.
#[derive(Default)]
struct Met {
    /// Each other, with the gap that they are to have.
    pairs: Vec<(usize, usize, f64)>,
    /// The straight way between two others, for each way.
    beside: Vec<Vec<usize>>,
    /// Where all spaces were when these were found.
    at: Vec<Point>,
}

impl Met {
    /// Each two of these pairs, and everybody who may come to lie in these ways; an island may lie in that of its own zone.
    fn all(
        pairs: Vec<(usize, usize, f64)>,
        ways: &[(usize, usize)],
        hosts: &[Option<usize>],
    ) -> Self {
        let others = |(i, j): &(usize, usize)| {
            let own = |zone: usize| zone == *i || zone == *j;
            let others = (0..hosts.len()).filter(|k| !own(*k) && !hosts[*k].is_some_and(own));
            others.collect()
        };
        Self {
            pairs,
            beside: ways.iter().map(others).collect(),
            at: Vec::new(),
        }
    }

    /// Those of them that are no farther from touching than so.
    fn within(
        &self,
        far: f64,
        ways: &[(usize, usize)],
        at: &[Point],
        needs: &[(f64, f64)],
    ) -> Self {
        let pairs = self.pairs.iter().copied();
        let pairs = pairs.filter(|pair| over(at, needs, *pair, far).is_some());
        let free: Vec<Rect> = (0..at.len()).map(|k| kept_free(at, needs, k)).collect();
        let beside = |(&(i, j), all): (&(usize, usize), &Vec<usize>)| {
            let way = Rect::spanned(at[i], at[j]).grown(far);
            let near = all.iter().copied().filter(|k| way.touches(&free[*k]));
            near.collect()
        };
        Self {
            pairs: pairs.collect(),
            beside: ways.iter().zip(&self.beside).map(beside).collect(),
            at: at.to_vec(),
        }
    }

    /// Whether anything has moved farther since than so.
    fn moved(&self, far: f64, at: &[Point]) -> bool {
        let mut both = self.at.iter().zip(at);
        self.at.is_empty() || both.any(|(then, now)| then.to(*now) > far)
    }
}

/// Moves spaces out of the straight way between two neighbours, so that these can touch: those beside it.
fn clear_ways(
    ways: &[(usize, usize)],
    beside: &[Vec<usize>],
    at: &mut [Point],
    needs: &[(f64, f64)],
) {
    for (&(i, j), beside) in ways.iter().zip(beside) {
        for &k in beside {
            if !kept_free(at, needs, k).crossed(at[i], at[j]) {
                continue;
            }
            let (dx, dy) = (at[j].x - at[i].x, at[j].y - at[i].y);
            let length = (dx * dx + dy * dy).sqrt().max(1.0);
            let side = (at[k].x - at[i].x) * -dy + (at[k].y - at[i].y) * dx;
            let (nx, ny) = if side < 0.0 {
                (dy / length, -dx / length)
            } else {
                (-dy / length, dx / length)
            };
            for (who, by) in [(k, 1.6), (i, -0.6), (j, -0.6)] {
                at[who].x += nx * by;
                at[who].y += ny * by;
            }
        }
    }
}

/// The borders between cells: neighbours by index, islands and their zones left out.
fn ways(rules: &Rules) -> Vec<(usize, usize)> {
    let lone = |a, b| host(rules, a) == Some(b) || host(rules, b) == Some(a);
    let spaces = rules.board.spaces.iter();
    let borders = spaces.flat_map(|(a, s)| s.borders.iter().map(move |b| (a, *b)));
    let ways = borders.filter(|(a, b)| b > a && !lone(*a, *b));
    ways.map(|(a, b)| (a.index(), b.index())).collect()
}

/// The islands in a sea zone.
pub fn islands(rules: &Rules, id: SpaceId) -> impl Iterator<Item = SpaceId> {
    let near = rules.board.spaces[id].borders.iter().copied();
    near.filter(move |b| host(rules, *b) == Some(id))
}

/// The sea zone around an island; `None` for every other space.
pub fn host(rules: &Rules, id: SpaceId) -> Option<SpaceId> {
    let space = &rules.board.spaces[id];
    space.borders.first().copied().filter(|_| space.island)
}
