//! The board itself: cells, coasts, borders, walls, islands, labels, chips and boxes.

use super::Sheet;
use super::content::{LINE, Label, MARK};
use super::ground::{Ground, Parts};
use super::ink::{CARD, DARK, EDGE, Ink, fill, letters, line, mix, pen, rings};
use super::layout::CallOut;
use super::metrics::size;
use super::plane::{Point, Rect, point, rect};
use super::{legend, marks};
use sandtable_kernel::State;
use sandtable_rules::{Id, Rules, SpaceId};

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
    let ground = &sheet.ground;
    let board = &ground.places.board;
    ink.rect(board, 0.0, fill(SEA[0]));
    sea(&mut ink, rules, ground);
    land(&mut ink, rules, state, ground);
    islands(&mut ink, rules, state, ground);
    walls(&mut ink, rules, ground);
    ink.rect(board, 0.0, pen(EDGE, 2.0));
    let stands = || sheet.stands.values();
    for call_out in stands().filter_map(|s| s.call_out.as_ref()) {
        leader(&mut ink, call_out);
    }
    for (site, stand) in ground.sites.values().zip(stands()) {
        if let Some(call_out) = &stand.call_out {
            ink.rect(&call_out.frame, 5.0, fill(CARD).stroke(EDGE, 1.1));
            let at = point(call_out.frame.centre().x, call_out.frame.y + 14.0);
            let bold = letters(size::SMALL, DARK).bold().middle();
            ink.text(at, bold, &site.label.name);
        }
        label(&mut ink, &site.label, &site.at);
        for (chip, at) in &stand.chips {
            marks::chip(&mut ink, rules, chip, at);
        }
    }
    legend::draw(&mut ink, rules, &sheet.legend);
    ink.finish()
}

/// The sea zones, neighbours in different shades, and the lines between them.
fn sea(ink: &mut Ink, rules: &Rules, ground: &Ground) {
    let mut shades: Vec<Option<usize>> = vec![None; rules.board.spaces.len()];
    for id in rules.board.sea.iter() {
        let near = ground.touching(id);
        let used: Vec<usize> = near.iter().filter_map(|n| shades[n.index()]).collect();
        // Starting at a different shade each time spreads them evenly.
        let shade = (0..SEA.len())
            .map(|s| (s + id.index()) % SEA.len())
            .find(|s| !used.contains(s))
            .unwrap_or(0);
        shades[id.index()] = Some(shade);
        let d = rings(&ground.outlines(id));
        ink.path(&d, fill(SEA[shade]));
    }
    let inner = ground.lines(rules, Parts::Sea);
    ink.lines(pen("#4f88ab", 1.3).bent(), inner);
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
fn land(ink: &mut Ink, rules: &Rules, state: &State, board: &Ground) {
    let coasts = || board.lines(rules, Parts::Coast);
    ink.lines(pen(SURF, 11.0).round(), coasts());
    let inland = |id: &SpaceId| board.sites[*id].shore.is_none();
    for id in rules.board.land.iter().filter(inland) {
        let d = rings(&board.outlines(id));
        ink.path(&d, fill(&ground(rules, state, id)));
        if rules.board.spaces[id].closed {
            ink.path(&d, fill("url(#hatch)"));
        }
    }
    let inner = board.lines(rules, Parts::Land);
    ink.lines(pen("#6b5f4c", 1.0).bent(), inner);
    ink.lines(pen(COAST, 1.8).round(), coasts());
}

/// Islands, with surf along their shores.
fn islands(ink: &mut Ink, rules: &Rules, state: &State, board: &Ground) {
    let sites = board.sites.iter();
    for (id, _) in sites.filter(|(_, site)| site.shore.is_some()) {
        let d = rings(&board.outlines(id));
        ink.path(&d, pen(SURF, 9.0).bent());
        let ground = fill(&ground(rules, state, id));
        ink.path(&d, ground.stroke(COAST, 1.8).bent());
    }
}

/// Walls where cells touch without a border, links where borders do not touch, gates.
fn walls(ink: &mut Ink, rules: &Rules, ground: &Ground) {
    for chain in ground.walls(rules) {
        marks::wall(ink, &line(&chain.points));
    }
    for (a, b) in &ground.links {
        let (from, to) = ground.link(*a, *b);
        marks::link(ink, from, to);
    }
    for tab in &ground.tabs {
        marks::seam(ink, &tab.text, &tab.at, tab.edge);
    }
    for gate in &rules.board.gates {
        marks::gate(ink, ground.gate(gate.joins));
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
