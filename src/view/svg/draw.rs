//! The board itself: cells, coasts, borders, walls, islands, labels, chips and boxes.

use super::Sheet;
use super::cells::OUTSIDE;
use super::chains::{Chain, outlines};
use super::content::{LINE, Label, MARK};
use super::ink::{CARD, DARK, EDGE, Ink, fill, letters, line, mix, pen, rings};
use super::layout::CallOut;
use super::metrics::size;
use super::plane::{Point, Rect, point, rect};
use super::{legend, marks};
use crate::kernel::State;
use crate::rules::{Id, Rules, SpaceId};

const PAPER: (u8, u8, u8) = (0xf6, 0xee, 0xda);
/// Around names on land.
const LIGHT: &str = "#fbf6ea";
const SURF: &str = "#e3f1f6";
const COAST: &str = "#4b4030";
const SEA: [&str; 5] = ["#a9cde2", "#b7d7e8", "#9fc5dc", "#c0dcea", "#95bdd6"];

/// Draws a sheet.
pub fn draw(rules: &Rules, state: &State, sheet: &Sheet) -> String {
    let mut ink = Ink::page(sheet.page.w, sheet.page.h, &sheet.legend.title.0);
    ink.raw(
        "<defs><pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"2\" height=\"7\" fill=\"#8f8b82\" fill-opacity=\"0.55\"/></pattern></defs>",
    );
    let board = &sheet.places.board;
    ink.rect(board, 0.0, fill(SEA[0]));
    sea(&mut ink, rules, sheet);
    land(&mut ink, rules, state, sheet);
    islands(&mut ink, rules, state, sheet);
    walls(&mut ink, rules, sheet);
    ink.rect(board, 0.0, pen(EDGE, 2.0));
    let placed = || sheet.placed.values();
    for call_out in placed().filter_map(|p| p.call_out.as_ref()) {
        leader(&mut ink, call_out);
    }
    for space in placed() {
        if let Some(call_out) = &space.call_out {
            ink.rect(&call_out.frame, 5.0, fill(CARD).stroke(EDGE, 1.1));
            let at = point(call_out.frame.centre().x, call_out.frame.y + 14.0);
            let bold = letters(size::SMALL, DARK).bold().middle();
            ink.text(at, bold, &space.label.name);
        }
        label(&mut ink, &space.label, &space.at);
        for (chip, at) in &space.chips {
            marks::chip(&mut ink, rules, chip, at);
        }
    }
    legend::draw(&mut ink, rules, &sheet.legend);
    ink.finish()
}

fn is_sea(rules: &Rules, cell: u16) -> bool {
    cell != OUTSIDE && rules.board.is_sea(SpaceId(cell))
}

/// The sea zones, neighbours in different shades, and the lines between them.
fn sea(ink: &mut Ink, rules: &Rules, sheet: &Sheet) {
    let mut shades: Vec<Option<usize>> = vec![None; rules.board.spaces.len()];
    for id in rules.board.sea.iter() {
        let near = sheet.touching(id);
        let used: Vec<usize> = near.iter().filter_map(|n| shades[n.index()]).collect();
        // Starting at a different shade each time spreads them evenly.
        let shade = (0..SEA.len())
            .map(|s| (s + id.index()) % SEA.len())
            .find(|s| !used.contains(s))
            .unwrap_or(0);
        shades[id.index()] = Some(shade);
        let d = rings(&outlines(&sheet.chains, id.0));
        ink.path(&d, fill(SEA[shade]));
    }
    let inner = |c: &Chain| is_sea(rules, c.left) && is_sea(rules, c.right);
    ink.lines(pen("#4f88ab", 1.3).bent(), sheet.lines(inner));
}

/// The fill of a territory.
fn ground(rules: &Rules, state: &State, id: SpaceId) -> String {
    let owner = state.owner(id).and_then(|p| rules.powers.powers.get(p));
    match owner {
        _ if rules.board.spaces[id].closed => "#c9c7c1".to_owned(),
        Some(power) => mix(&power.colour, PAPER, 0.42),
        None => "#e2dccd".to_owned(),
    }
}

/// The territories, with surf along their coasts.
fn land(ink: &mut Ink, rules: &Rules, state: &State, sheet: &Sheet) {
    let side = |c: &Chain, of: &dyn Fn(u16) -> bool| of(c.left) || of(c.right);
    let dry = |cell: u16| cell != OUTSIDE && !is_sea(rules, cell);
    let coast = |c: &Chain| side(c, &dry) && side(c, &|cell| is_sea(rules, cell));
    ink.lines(pen(SURF, 11.0).round(), sheet.lines(coast));
    for id in rules.board.land.iter() {
        let closed = rules.board.spaces[id].closed;
        let d = rings(&outlines(&sheet.chains, id.0));
        if d.is_empty() {
            continue;
        }
        ink.path(&d, fill(&ground(rules, state, id)));
        if closed {
            ink.path(&d, fill("url(#hatch)"));
        }
    }
    let inner = |c: &Chain| dry(c.left) && dry(c.right);
    ink.lines(pen("#6b5f4c", 1.0).bent(), sheet.lines(inner));
    ink.lines(pen(COAST, 1.8).round(), sheet.lines(coast));
}

/// Islands: uneven round shores around what stands on them.
fn islands(ink: &mut Ink, rules: &Rules, state: &State, sheet: &Sheet) {
    for (id, placed) in sheet.placed.iter() {
        let Some(shore) = &placed.shore else { continue };
        let d = blob(shore, id.index());
        ink.path(&d, pen(SURF, 9.0).bent());
        let ground = fill(&ground(rules, state, id));
        ink.path(&d, ground.stroke(COAST, 1.8).bent());
    }
}

/// A round shape that fills a rectangle, a little different for each number.
fn blob(r: &Rect, number: usize) -> String {
    let dent = |i: usize| ((number * 31 + i * 17 + i * i * 7) % 7) as f64 * 0.75;
    let (l, t, rt, b) = (r.x, r.y, r.right(), r.bottom());
    let round = (r.h * 0.32).min(14.0);
    let third = r.w / 3.0;
    let points = [
        point(l + round, t + dent(0)),
        point(l + third, t - 2.0 + dent(1)),
        point(rt - third, t + dent(2) * 0.7),
        point(rt - round, t - 1.0 + dent(3)),
        point(rt - dent(4) * 0.6, t + round),
        point(rt + 2.0 - dent(5), b - round),
        point(rt - round, b - dent(6)),
        point(rt - third, b + 2.0 - dent(7)),
        point(l + third, b - dent(8) * 0.7),
        point(l + round, b + 1.0 - dent(9)),
        point(l + dent(10) * 0.6, b - round),
        point(l - 2.0 + dent(11), t + round),
    ];
    // A closed curve through the middles of the sides, bent by the corners.
    let n = points.len();
    let middle = |i: usize| points[i % n].towards(points[(i + 1) % n], 0.5);
    let mut d = format!("M{:.1} {:.1}", middle(n - 1).x, middle(n - 1).y);
    for (i, p) in points.iter().enumerate() {
        let to = middle(i);
        d.push_str(&format!("Q{:.1} {:.1} {:.1} {:.1}", p.x, p.y, to.x, to.y));
    }
    d.push('Z');
    d
}

/// Walls where cells touch without a border, links where borders do not touch, gates.
fn walls(ink: &mut Ink, rules: &Rules, sheet: &Sheet) {
    for chain in sheet.walls(rules) {
        marks::wall(ink, &line(&chain.points));
    }
    for (a, b) in &sheet.links {
        // A little way into both cells, so that it is seen where it leads.
        let (from, to) = sheet.gap(*a, *b);
        let into = |p: Point, id: SpaceId| {
            let home = sheet.places.room[id].centre();
            p.towards(home, (10.0 / p.to(home).max(10.0)).min(1.0))
        };
        marks::link(ink, into(from, *a), into(to, *b));
    }
    for tab in &sheet.tabs {
        marks::seam(ink, &tab.text, &tab.at, tab.edge);
    }
    for gate in &rules.board.gates {
        let [a, b] = gate.joins;
        let between =
            |c: &&Chain| (c.left, c.right) == (a.0, b.0) || (c.left, c.right) == (b.0, a.0);
        let middle = |c: &Chain| c.points[c.points.len() / 2];
        let at = sheet.chains.iter().find(between).map(middle);
        let home = |id: SpaceId| sheet.places.room[id].centre();
        marks::gate(ink, at.unwrap_or_else(|| home(a).towards(home(b), 0.5)));
    }
}

fn leader(ink: &mut Ink, c: &CallOut) {
    let way = line(&[c.from, c.to]);
    ink.path(&way, pen(CARD, 3.0).with("stroke-opacity", 0.7));
    ink.path(&way, pen(EDGE, 1.1));
    ink.circle(c.to, 2.6, fill(EDGE));
}

/// The words of a space, in the rectangle laid out for them.
fn label(ink: &mut Ink, label: &Label, at: &Rect) {
    let mut x = at.centre().x - label.line_width() / 2.0;
    let middle = at.y + LINE / 2.0;
    if label.capital {
        marks::star(ink, point(x + 6.0, middle));
        x += MARK + 1.0;
    }
    let style = match label.sea {
        true => letters(size::NAME, "#173f5f").italic().halo("#d8eaf3", 2.2),
        false => letters(size::NAME, DARK).halo(LIGHT, 2.2),
    };
    let name = point(x + label.name_width() / 2.0, at.y + LINE / 2.0 + 4.6);
    ink.text(name, style.bold().middle(), &label.name);
    x += label.name_width();
    if let Some(income) = label.income {
        let badge = rect(x + 3.0, at.y + 1.0, label.badge_width(), 14.0);
        marks::badge(ink, &badge, income);
        x += label.badge_width() + 3.0;
    }
    for tag in &label.tags {
        marks::tag(ink, *tag, point(x + MARK / 2.0 + 0.5, middle));
        x += MARK;
    }
    if let Some(name) = &label.city {
        city(ink, label, name, point(at.centre().x, at.y + LINE));
    }
}

fn city(ink: &mut Ink, label: &Label, name: &str, top: Point) {
    let x = top.x - label.city_width() / 2.0;
    marks::city(ink, point(x + 5.0, top.y + LINE / 2.0 - 0.3));
    let middle = x + MARK + (label.city_width() - MARK) / 2.0;
    let style = letters(size::SMALL, DARK).italic().halo(LIGHT, 2.0);
    let base = point(middle, top.y + LINE / 2.0 + 3.6);
    ink.text(base, style.middle(), name);
}
