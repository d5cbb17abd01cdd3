//! The board as data for programs that draw it themselves: lines in whole numbers, once each, outlines as
//! ways along them, and fixed points for names, stacks and signs.

use serde::Serialize;

use super::chains::{Step, rounds};
use super::ground::{Ground, Parts, wall};
use super::plane::{Point, Rect, point, rect};
use super::room::{Mask, spots};
use super::seam::Edge;
use super::spread::{host, islands};
use sandtable_rules::{Id, Rules, SpaceId, space_name};

/// A board.
#[derive(Serialize)]
struct Geometry<'a> {
    w: i32,
    h: i32,
    /// Some borders run over the left and right edges.
    round: bool,
    spaces: Vec<Shape<'a>>,
    lines: Vec<Line>,
    links: Vec<Link<'a>>,
    gates: Vec<GateSign<'a>>,
    tabs: Vec<TabSign<'a>>,
}

/// A space.
#[derive(Serialize)]
struct Shape<'a> {
    name: &'a str,
    /// Its outlines: numbers of lines, `-1 - number` for one walked backwards.
    rings: Vec<Vec<isize>>,
    sea: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
    /// The middle of its free room.
    centre: [i32; 2],
    /// The width and height of its free room.
    free: [i32; 2],
    /// Where its name stands on a printed map, seen from the middle.
    label: [i32; 2],
    /// Fixed points in its free room, seen from the middle: one a side, one for all others, one for the
    /// sign of a battle.
    slots: Vec<[i32; 2]>,
    /// The sea zone around an island.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<&'a str>,
}

/// A line between cells or around an island.
#[derive(Serialize)]
struct Line {
    /// What it parts: `coast`, `land`, `sea` or `edge`.
    of: Parts,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    wall: bool,
    /// Where it begins, right and down, then each step from there.
    steps: Vec<i32>,
}

/// A border between spaces that lie apart.
#[derive(Serialize)]
struct Link<'a> {
    joins: [&'a str; 2],
    from: [i32; 2],
    to: [i32; 2],
}

/// A canal or strait.
#[derive(Serialize)]
struct GateSign<'a> {
    name: &'a str,
    joins: [&'a str; 2],
    at: [i32; 2],
}

/// A way over the edge of the page.
#[derive(Serialize)]
struct TabSign<'a> {
    from: &'a str,
    to: &'a str,
    edge: Edge,
    at: [i32; 2],
}

fn whole(n: f64) -> i32 {
    n.round() as i32
}

fn whole_point(p: Point) -> [i32; 2] {
    [whole(p.x), whole(p.y)]
}

/// Points as steps in whole numbers: where they begin, then from one to the next, nothing lost by rounding.
fn steps(points: &[Point]) -> Vec<i32> {
    let mut whole: Vec<[i32; 2]> = points.iter().map(|p| whole_point(*p)).collect();
    whole.dedup();
    let first = whole.first().copied();
    let pairs = whole.iter().zip(whole.iter().skip(1));
    let further = pairs.map(|(from, to)| [to[0] - from[0], to[1] - from[1]]);
    first.into_iter().chain(further).flatten().collect()
}

/// The free room of a cell: the largest of some sizes that fits clear of all islands, as near to the middle
/// of all places for it as can be.
fn free(mask: &Mask, shores: &[Rect]) -> Option<Rect> {
    const SIZES: [(f64, f64); 9] = [
        (180.0, 100.0),
        (150.0, 84.0),
        (120.0, 72.0),
        (100.0, 60.0),
        (80.0, 52.0),
        (64.0, 44.0),
        (48.0, 36.0),
        (32.0, 28.0),
        (16.0, 16.0),
    ];
    SIZES.iter().find_map(|(w, h)| {
        let fits = |at: &Point| {
            let here = rect(at.x, at.y, *w, *h);
            mask.outside(&here) == 0.0 && !shores.iter().any(|s| s.meets(&here))
        };
        let found: Vec<Point> = spots(&mask.bounds(), (*w, *h), 4.0).filter(fits).collect();
        let n = found.len().max(1) as f64;
        let sum = |of: fn(&Point) -> f64| found.iter().map(of).sum::<f64>() / n;
        let middle = point(sum(|p| p.x), sum(|p| p.y));
        let nearest = found
            .iter()
            .min_by(|a, b| a.to(middle).total_cmp(&b.to(middle)));
        nearest.map(|at| rect(at.x, at.y, *w, *h))
    })
}

/// The free room of every space.
fn rooms(rules: &Rules, ground: &Ground) -> Vec<Rect> {
    let ids = rules.board.spaces.ids();
    let extents = ground.grid.extents(ids.len());
    let shore = |id: SpaceId| ground.sites[id].shore;
    let room = |(id, extent): (SpaceId, _)| {
        if let Some(shore) = shore(id) {
            return shore;
        }
        let shores: Vec<Rect> = islands(rules, id).filter_map(shore).collect();
        free(&Mask::new(&ground.grid, id.0, extent), &shores).unwrap_or(ground.sites[id].at)
    };
    ids.zip(extents).map(room).collect()
}

/// Fixed points side by side in a room, the others' below them and the battle's above at the right.
fn slots(rules: &Rules, room: &Rect) -> Vec<[i32; 2]> {
    /// The room a stack takes.
    const STACK: f64 = 64.0;
    let sides = rules.powers.sides.len();
    let apart = ((room.w - STACK) / sides.max(1) as f64).clamp(0.0, STACK);
    let first = -apart * sides.saturating_sub(1) as f64 / 2.0;
    let mut slots: Vec<Point> = (0..sides)
        .map(|i| point(first + apart * i as f64, 0.0))
        .collect();
    slots.push(point(0.0, (room.h * 0.25).min(28.0)));
    slots.push(point(room.w * 0.35, -(room.h * 0.3).min(34.0)));
    slots.into_iter().map(whole_point).collect()
}

fn shape<'a>(rules: &'a Rules, ground: &Ground, id: SpaceId, room: &Rect) -> Shape<'a> {
    let space = &rules.board.spaces[id];
    let (middle, name) = (room.centre(), ground.sites[id].at.centre());
    // Shores come behind the lines between cells, in the order of their islands.
    let before = ground.sites.iter().take(id.index());
    let shore = ground.chains.len() + before.filter(|(_, s)| s.shore.is_some()).count();
    let along = |(line, back): &Step| {
        let line = line.cast_signed();
        if *back { -1 - line } else { line }
    };
    let rings = match ground.sites[id].shore {
        Some(_) => vec![vec![shore.cast_signed()]],
        None => rounds(&ground.chains, id.0)
            .iter()
            .map(|round| round.iter().map(along).collect())
            .collect(),
    };
    Shape {
        name: &space.name,
        rings,
        sea: rules.board.is_sea(id),
        closed: space.closed,
        centre: whole_point(middle),
        free: [room.w, room.h].map(whole),
        label: whole_point(point(name.x - middle.x, name.y - middle.y)),
        slots: slots(rules, room),
        host: host(rules, id).map(|zone| space_name(rules, zone)),
    }
}

fn lines(rules: &Rules, ground: &Ground) -> Vec<Line> {
    let between = ground.chains.iter().map(|chain| Line {
        of: ground.parts(rules, chain),
        wall: wall(rules, chain),
        steps: steps(&chain.points),
    });
    let islands = ground.sites.iter().filter(|(_, s)| s.shore.is_some());
    let shores = islands.flat_map(|(id, _)| ground.outlines(id));
    let shores = shores.map(|shore| Line {
        of: Parts::Coast,
        wall: false,
        steps: steps(&shore),
    });
    between.chain(shores).collect()
}

/// The board of an edition as JSON, the same all game.
pub fn board_json(rules: &Rules) -> String {
    let ground = Ground::new(rules);
    let rooms = rooms(rules, &ground);
    let name = |id: SpaceId| space_name(rules, id);
    let links = ground.links.iter().map(|(a, b)| {
        let (from, to) = ground.link(*a, *b);
        Link {
            joins: [*a, *b].map(name),
            from: whole_point(from),
            to: whole_point(to),
        }
    });
    let gates = rules.board.gates.iter().map(|gate| GateSign {
        name: &gate.name,
        joins: gate.joins.map(name),
        at: whole_point(ground.gate(gate.joins)),
    });
    let tabs = ground.tabs.iter().map(|tab| TabSign {
        from: name(tab.of),
        to: name(tab.to),
        edge: tab.edge,
        at: whole_point(tab.at.centre()),
    });
    let ids = rules.board.spaces.ids();
    let board = Geometry {
        w: whole(ground.places.board.w),
        h: whole(ground.places.board.h),
        round: !ground.tabs.is_empty(),
        spaces: ids
            .map(|id| shape(rules, &ground, id, &rooms[id.index()]))
            .collect(),
        lines: lines(rules, &ground),
        links: links.collect(),
        gates: gates.collect(),
        tabs: tabs.collect(),
    };
    // Strings and numbers always become JSON.
    serde_json::to_string(&board).unwrap_or_default()
}
