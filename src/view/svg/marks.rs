//! The small signs of the map: stars, cities, tags, chips, badges, walls. The board and the legend
//! draw the same ones.

use super::content::Chip;
use super::ink::{CARD, DARK, EDGE, Ink, fill, letters, line, mix, on, pen};
use super::metrics::size;
use super::plane::{Point, Rect, point};
use super::seam::{ARROW, Edge};
use sandtable_rules::{Id, PowerId, Rules, TagId};

/// What is damaged.
const HURT: &str = "#c4302b";
/// Ways between spaces.
const NAVY: &str = "#12304a";
/// What an owner's colour is mixed with for the edge of what is his.
const SHADE: (u8, u8, u8) = (20, 16, 10);

/// Colours and outlines for tags, taken in turn.
const TAG_COLOURS: [&str; 7] = [
    "#7b2d8b", "#c4302b", "#1f7a5c", "#b5651d", "#24508f", "#8a8a1d", "#444444",
];

/// A star: a capital.
pub fn star(ink: &mut Ink, at: Point) {
    // The corners of a five-pointed star of radius 1, ten of them.
    const CORNERS: [(f64, f64); 10] = [
        (0.0, -1.0),
        (0.235, -0.324),
        (0.951, -0.309),
        (0.38, 0.124),
        (0.588, 0.809),
        (0.0, 0.4),
        (-0.588, 0.809),
        (-0.38, 0.124),
        (-0.951, -0.309),
        (-0.235, -0.324),
    ];
    let gold = fill("#f5c518").stroke("#3a2c00", 0.9);
    ink.shape(at, 6.5, &CORNERS, gold);
}

/// A ring with a dot: a victory city.
pub fn city(ink: &mut Ink, at: Point) {
    ink.circle(at, 4.2, fill("#ffffff").stroke("#8c1515", 1.6));
    ink.circle(at, 1.7, fill("#8c1515"));
}

/// The sign of a tag: shape and colour by its place among the tags.
pub fn tag(ink: &mut Ink, tag: TagId, at: Point) {
    let i = tag.index();
    let shapes: [&[(f64, f64)]; 5] = [
        &[(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)],
        &[(0.0, -1.0), (0.95, 0.8), (-0.95, 0.8)],
        &[(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)],
        &[(-0.95, -0.8), (0.95, -0.8), (0.0, 1.0)],
        &[
            (-0.5, -0.9),
            (0.5, -0.9),
            (1.0, 0.0),
            (0.5, 0.9),
            (-0.5, 0.9),
            (-1.0, 0.0),
        ],
    ];
    let style = fill(TAG_COLOURS[i % TAG_COLOURS.len()]).stroke("#ffffff", 0.8);
    ink.shape(at, 4.6, shapes[i % shapes.len()], style);
}

/// The income of a territory.
pub fn badge(ink: &mut Ink, at: &Rect, income: u16) {
    ink.rect(at, 5.0, fill(CARD).stroke(EDGE, 0.8));
    let base = point(at.centre().x, at.centre().y + 3.9);
    let bold = letters(size::SMALL, DARK).bold().middle();
    ink.text(base, bold, &income.to_string());
}

fn colour_of(rules: &Rules, power: PowerId) -> &str {
    let power = rules.powers.powers.get(power);
    power.map_or("#a8a8a0", |p| &p.colour)
}

/// The colour of a power.
pub fn flag(ink: &mut Ink, rules: &Rules, power: PowerId, at: &Rect) {
    let colour = colour_of(rules, power);
    let edge = mix(colour, SHADE, 0.6);
    ink.rect(at, 4.0, fill(colour).stroke(&edge, 1.0));
}

/// A chip: the glyph on its owner's colour, the count behind it; facilities as white boxes.
pub fn chip(ink: &mut Ink, rules: &Rules, chip: &Chip, at: &Rect) {
    let colour = colour_of(rules, chip.owner);
    let base = at.y + at.h / 2.0 + 4.3;
    let head = chip.head_width();
    let middle = point(at.x + head / 2.0, base);
    let tail_at = point(at.x + head + (at.w - head) / 2.0 - 0.6, base);
    let bold = |colour: &str| letters(size::CHIP, colour).bold().middle();
    let state = if chip.damage > 0 { HURT } else { DARK };
    if chip.facility {
        ink.rect(at, 0.0, fill("#ffffff").stroke(state, 1.2));
        ink.text(middle, bold(DARK), &chip.glyph);
        if chip.damage > 0 {
            ink.text(tail_at, bold(HURT), &chip.tail());
        }
        return;
    }
    let edge = mix(colour, SHADE, 0.6);
    ink.rect(at, 4.0, fill(CARD).stroke(&edge, 1.0));
    let (x, y, h) = (at.x, at.y, at.h);
    let d = format!(
        "M{:.1} {y:.1}h{:.1}v{h:.1}h-{:.1}a4 4 0 0 1 -4 -4v-{:.1}a4 4 0 0 1 4 -4Z",
        x + 4.0,
        head - 4.0,
        head - 4.0,
        h - 8.0
    );
    ink.path(&d, fill(colour).stroke(&edge, 1.0));
    ink.text(middle, bold(on(colour)), &chip.glyph);
    ink.text(tail_at, bold(state), &chip.tail());
}

/// A line that nothing crosses.
pub fn wall(ink: &mut Ink, d: &str) {
    ink.path(d, pen("#4a1414", 5.0).round());
    ink.path(d, pen("#e8c9a8", 1.4).round().dashed("1 5"));
}

/// A border between spaces that do not touch on the map.
pub fn link(ink: &mut Ink, from: Point, to: Point) {
    ink.path(&line(&[from, to]), pen(NAVY, 1.6).dashed("6 3"));
    for end in [from, to] {
        ink.circle(end, 2.6, fill(NAVY));
    }
}

/// The way over an edge of the page: an arrow and the space beyond.
pub fn seam(ink: &mut Ink, text: &str, at: &Rect, edge: Edge) {
    ink.rect(at, 3.0, fill(NAVY).stroke(CARD, 1.0));
    let (tip, back, shift) = match edge {
        Edge::Left => (at.x + 3.5, at.x + 9.5, ARROW / 2.0),
        Edge::Right => (at.right() - 3.5, at.right() - 9.5, -ARROW / 2.0),
    };
    let y = at.centre().y;
    let arrow = format!("M{tip:.1} {y:.1}L{back:.1} {:.1}V{:.1}Z", y - 4.5, y + 4.5);
    ink.path(&arrow, fill(CARD));
    let base = point(at.centre().x + shift, y + 3.9);
    ink.text(base, letters(size::SMALL, CARD).bold().middle(), text);
}

/// A gate on a border.
pub fn gate(ink: &mut Ink, at: Point) {
    let frame = Rect::around(at, 12.0, 12.0);
    ink.rect(&frame, 2.0, fill(CARD).stroke(NAVY, 1.2));
    for dx in [-2.2, 2.2] {
        let leaf = Rect::around(point(at.x + dx, at.y), 2.0, 7.0);
        ink.rect(&leaf, 0.0, fill(NAVY));
    }
}
