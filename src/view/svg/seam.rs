//! The seam of a board that goes round: a border between spaces at opposite edges of the page is no
//! line across it but a tab at either edge that names the space beyond.

use super::cells::OUTSIDE;
use super::ground::Ground;
use super::metrics::{bold, size};
use super::plane::{Rect, rect};
use sandtable_rules::{Rules, SpaceId};

/// An edge of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// A sign at the edge of the page.
#[derive(Clone, PartialEq, Debug)]
pub struct Tab {
    /// The space it stands in.
    pub of: SpaceId,
    /// The space beyond.
    pub to: SpaceId,
    /// That one's name.
    pub text: String,
    /// Where it stands.
    pub at: Rect,
    /// At which edge.
    pub edge: Edge,
}

const HEIGHT: f64 = 16.0;
/// The room for the arrow.
pub const ARROW: f64 = 10.0;

/// Takes the links that run round the page out of a board and gives it tabs for them.
pub fn tabs(rules: &Rules, ground: &mut Ground) {
    for (a, b) in std::mem::take(&mut ground.links) {
        let x = |id: SpaceId| ground.places.room[id].centre().x;
        let far = (x(a) - x(b)).abs() > ground.places.board.w / 2.0;
        let (first, last) = if x(a) < x(b) { (a, b) } else { (b, a) };
        let pair = far.then(|| {
            Some([
                tab(rules, ground, first, last, Edge::Left)?,
                tab(rules, ground, last, first, Edge::Right)?,
            ])
        });
        match pair.flatten() {
            Some(pair) => ground.tabs.extend(pair),
            None => ground.links.push((a, b)),
        }
    }
}

/// A tab in one space for another, if its cell has room at that edge.
fn tab(rules: &Rules, ground: &Ground, from: SpaceId, to: SpaceId, edge: Edge) -> Option<Tab> {
    let board = &ground.places.board;
    let text = rules.board.spaces[to].name.clone();
    let w = bold(&text, size::SMALL) + ARROW + 8.0;
    let (border, x) = match edge {
        Edge::Left => (board.x, board.x),
        Edge::Right => (board.right(), board.right() - w),
    };
    let own = ground
        .chains
        .iter()
        .filter(|c| [c.left, c.right].contains(&from.0) && [c.left, c.right].contains(&OUTSIDE));
    let taken = ground.pieces();
    for (a, b) in own
        .flat_map(|c| c.points.windows(2))
        .map(|pair| (pair[0], pair[1]))
    {
        if (a.x - border).abs() > 1.0 || (b.x - border).abs() > 1.0 {
            continue;
        }
        let (top, bottom) = (a.y.min(b.y) + HEIGHT, a.y.max(b.y) - HEIGHT);
        let steps = ((bottom - top) / 8.0).floor().max(0.0) as usize;
        // From the middle outwards.
        let mut ys: Vec<f64> = (0..=steps)
            .map(|i| top + 8.0 * i as f64)
            .filter(|y| *y <= bottom)
            .collect();
        let middle = f64::midpoint(top, bottom);
        ys.sort_by(|p, q| (p - middle).abs().total_cmp(&(q - middle).abs()));
        for y in ys {
            let at = rect(x, y - HEIGHT / 2.0, w, HEIGHT);
            if taken.iter().all(|p| !p.at.meets(&at.grown(2.0))) {
                return Some(Tab {
                    of: from,
                    to,
                    text,
                    at,
                    edge,
                });
            }
        }
    }
    None
}
