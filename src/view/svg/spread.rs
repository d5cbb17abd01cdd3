//! Where spaces lie on the page: their positions in the pack, scaled, then pushed apart until each
//! has the room it needs. Who lies left of or above whom stays as it is in the pack.

use super::content::need;
use super::plane::{Point, Rect, point, rect};
use crate::rules::{Id, Rules, SpaceId, Table, Terrain};

/// The width of the board on the page.
pub const WIDTH: f64 = 2100.0;
const MARGIN: f64 = 26.0;
const ROUNDS: usize = 400;

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
    let needs: Vec<(f64, f64)> = rules.board.spaces.ids().map(|id| need(rules, id)).collect();
    let pads: Vec<f64> = rules
        .board
        .spaces
        .values()
        .map(|s| if s.terrain == Terrain::Sea { 13.0 } else { 9.0 })
        .collect();
    let count = needs.len();
    let gaps: Vec<f64> = (0..count * count)
        .map(|at| (at / count, at % count))
        .map(|(i, j)| pads[i] + pads[j] + surf(rules, i, j))
        .collect();
    let ways = ways(rules);
    let hosts: Vec<Option<usize>> = rules
        .board
        .spaces
        .ids()
        .map(|id| host(rules, id).map(Id::index))
        .collect();
    let mut at = scaled.clone();
    for round in 0..ROUNDS {
        // Pulled home at first, only pushed apart in the end.
        let pull = if round < ROUNDS * 3 / 4 { 0.02 } else { 0.0 };
        for (now, home) in at.iter_mut().zip(&scaled) {
            *now = now.towards(*home, pull);
        }
        push_apart(&mut at, &scaled, &needs, &gaps);
        if round % 2 == 0 {
            clear_ways(&ways, &hosts, &mut at, &needs);
        }
        for (now, (w, h)) in at.iter_mut().zip(&needs) {
            let inner = board.grown(-MARGIN);
            now.x = now.x.clamp(
                inner.x + w / 2.0,
                (inner.right() - w / 2.0).max(inner.x + w / 2.0),
            );
            now.y = now.y.clamp(
                inner.y + h / 2.0,
                (inner.bottom() - h / 2.0).max(inner.y + h / 2.0),
            );
        }
    }
    let room = at
        .iter()
        .zip(&needs)
        .map(|(p, (w, h))| Rect::around(*p, *w, *h))
        .collect();
    Places { room, board }
}

/// Positions scaled to the page; the board keeps the proportions of the pack within reason.
fn scale(rules: &Rules) -> (Vec<Point>, Rect) {
    let spaces = &rules.board.spaces;
    let raw: Vec<Point> = spaces
        .values()
        .map(|s| point(f64::from(s.at.0), f64::from(s.at.1)))
        .collect();
    let first = raw.first().copied().unwrap_or_default();
    let (low, high) = raw.iter().fold((first, first), |(l, h), p| {
        (
            point(l.x.min(p.x), l.y.min(p.y)),
            point(h.x.max(p.x), h.y.max(p.y)),
        )
    });
    let (dx, dy) = ((high.x - low.x).max(1.0), (high.y - low.y).max(1.0));
    let height = (WIDTH * dy / dx).clamp(WIDTH * 0.45, WIDTH * 1.2);
    let board = rect(0.0, 0.0, WIDTH, height);
    let inner = board.grown(-MARGIN * 2.0);
    let scaled = raw.iter().enumerate().map(|(i, p)| {
        // Spaces without a position of their own lie side by side instead of on one spot.
        let (nudge_x, nudge_y) = (((i * 37) % 17) as f64, ((i * 53) % 19) as f64);
        point(
            inner.x + (p.x - low.x) / dx * inner.w + nudge_x / 10.0,
            inner.y + (p.y - low.y) / dy * inner.h + nudge_y / 10.0,
        )
    });
    (scaled.collect(), board)
}

/// More room between a shore that only one sea zone touches and all that it does not border: there
/// the zone may have to pass.
fn surf(rules: &Rules, i: usize, j: usize) -> f64 {
    let spaces = &rules.board.spaces;
    let sea = |id: SpaceId| spaces[id].terrain == Terrain::Sea;
    let lone =
        |id: SpaceId| !sea(id) && spaces[id].borders.iter().filter(|b| sea(**b)).count() == 1;
    let (a, b) = (SpaceId::new(i), SpaceId::new(j));
    let apart = host(rules, a).is_none() || host(rules, b).is_none();
    if apart
        && !rules.board.adjacent(a, b)
        && (lone(a) || lone(b))
        && (!spaces[a].closed && !spaces[b].closed)
    {
        14.0
    } else {
        0.0
    }
}

/// Moves every two spaces whose rooms overlap apart, the shorter way, a part of the way. Between any
/// two there is to be a gap, by the one's number and then the other's.
fn push_apart(at: &mut [Point], home: &[Point], needs: &[(f64, f64)], gaps: &[f64]) {
    for i in 0..at.len() {
        for j in i + 1..at.len() {
            let gap = gaps[i * at.len() + j];
            let over_x = (needs[i].0 + needs[j].0) / 2.0 + gap - (at[i].x - at[j].x).abs();
            if over_x <= 0.0 {
                continue;
            }
            let over_y = (needs[i].1 + needs[j].1) / 2.0 + gap - (at[i].y - at[j].y).abs();
            if over_y <= 0.0 {
                continue;
            }
            if over_x < over_y {
                let side = if (home[i].x, i) < (home[j].x, j) {
                    -1.0
                } else {
                    1.0
                };
                at[i].x += side * over_x * 0.3;
                at[j].x -= side * over_x * 0.3;
            } else {
                let side = if (home[i].y, i) < (home[j].y, j) {
                    -1.0
                } else {
                    1.0
                };
                at[i].y += side * over_y * 0.3;
                at[j].y -= side * over_y * 0.3;
            }
        }
    }
}

/// Moves spaces out of the straight way between two neighbours, so that these can touch.
fn clear_ways(
    ways: &[(usize, usize)],
    hosts: &[Option<usize>],
    at: &mut [Point],
    needs: &[(f64, f64)],
) {
    for &(i, j) in ways {
        for k in 0..at.len() {
            // An island may lie in the way of its own zone.
            if k == i || k == j || hosts[k].is_some_and(|zone| zone == i || zone == j) {
                continue;
            }
            let room = Rect::around(at[k], needs[k].0, needs[k].1).grown(8.0);
            if !Rect::spanned(at[i], at[j]).touches(&room) || !room.crossed(at[i], at[j]) {
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
    let borders = rules
        .board
        .spaces
        .iter()
        .flat_map(|(a, s)| s.borders.iter().map(move |b| (a, *b)));
    borders
        .filter(|(a, b)| b > a && !lone(*a, *b))
        .map(|(a, b)| (a.index(), b.index()))
        .collect()
}

/// The sea zone around an island; `None` for every other space.
pub fn host(rules: &Rules, id: SpaceId) -> Option<SpaceId> {
    let space = &rules.board.spaces[id];
    space
        .island
        .then(|| space.borders.first().copied())
        .flatten()
}
