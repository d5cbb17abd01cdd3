//! The small signs of the map: stars, cities, tags, chips, badges, walls. The board and the legend
//! draw the same ones.

use super::content::Chip;
use super::ink::{Anchor, Ink, mix, on};
use super::metrics::size;
use super::plane::{Point, Rect, point};
use super::seam::{ARROW, Edge};
use crate::rules::{Id, Rules, TagId};

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
    let points: Vec<String> = CORNERS
        .iter()
        .map(|(x, y)| format!("{:.1},{:.1}", at.x + x * 6.5, at.y + y * 6.5))
        .collect();
    ink.raw(&format!(
        "<polygon points=\"{}\" fill=\"#f5c518\" stroke=\"#3a2c00\" stroke-width=\"0.9\"/>",
        points.join(" ")
    ));
}

/// A ring with a dot: a victory city.
pub fn city(ink: &mut Ink, at: Point) {
    ink.circle(
        at,
        4.2,
        "fill=\"#ffffff\" stroke=\"#8c1515\" stroke-width=\"1.6\"",
    );
    ink.circle(at, 1.7, "fill=\"#8c1515\"");
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
    let corners = shapes[i % shapes.len()];
    let colour = TAG_COLOURS[i % TAG_COLOURS.len()];
    let points: Vec<String> = corners
        .iter()
        .map(|(x, y)| format!("{:.1},{:.1}", at.x + x * 4.6, at.y + y * 4.6))
        .collect();
    ink.raw(&format!(
        "<polygon points=\"{}\" fill=\"{colour}\" stroke=\"#ffffff\" stroke-width=\"0.8\"/>",
        points.join(" ")
    ));
}

/// The income of a territory.
pub fn badge(ink: &mut Ink, at: &Rect, income: u16) {
    ink.rect(
        at,
        5.0,
        "fill=\"#fffdf5\" stroke=\"#3b342a\" stroke-width=\"0.8\"",
    );
    let base = point(at.centre().x, at.centre().y + 3.9);
    ink.text(
        base,
        size::SMALL,
        Anchor::Middle,
        "font-weight=\"bold\" fill=\"#1d1a14\"",
        &income.to_string(),
    );
}

/// A chip: the glyph on its owner's colour, the count behind it; facilities as white boxes.
pub fn chip(ink: &mut Ink, rules: &Rules, chip: &Chip, at: &Rect) {
    let colour = rules
        .powers
        .powers
        .get(chip.owner)
        .map_or("#a8a8a0", |p| p.colour.as_str());
    let base = at.y + at.h / 2.0 + 4.3;
    let head = chip.head_width();
    let middle = point(at.x + head / 2.0, base);
    let tail_at = point(at.x + head + (at.w - head) / 2.0 - 0.6, base);
    let bold = |fill: &str| format!("font-weight=\"bold\" fill=\"{fill}\"");
    if chip.facility {
        let edge = if chip.damage > 0 {
            "#c4302b"
        } else {
            "#1d1a14"
        };
        ink.rect(
            at,
            0.0,
            &format!("fill=\"#ffffff\" stroke=\"{edge}\" stroke-width=\"1.2\""),
        );
        ink.text(
            middle,
            size::CHIP,
            Anchor::Middle,
            &bold("#1d1a14"),
            &chip.glyph,
        );
        if chip.damage > 0 {
            ink.text(
                tail_at,
                size::CHIP,
                Anchor::Middle,
                &bold("#c4302b"),
                &chip.tail(),
            );
        }
        return;
    }
    let edge = mix(colour, (20, 16, 10), 0.6);
    ink.rect(
        at,
        4.0,
        &format!("fill=\"#fffdf5\" stroke=\"{edge}\" stroke-width=\"1\""),
    );
    let (x, y, h) = (at.x, at.y, at.h);
    let d = format!(
        "M{:.1} {y:.1}h{:.1}v{h:.1}h-{:.1}a4 4 0 0 1 -4 -4v-{:.1}a4 4 0 0 1 4 -4Z",
        x + 4.0,
        head - 4.0,
        head - 4.0,
        h - 8.0
    );
    ink.path(
        &d,
        &format!("fill=\"{colour}\" stroke=\"{edge}\" stroke-width=\"1\""),
    );
    ink.text(
        middle,
        size::CHIP,
        Anchor::Middle,
        &bold(on(colour)),
        &chip.glyph,
    );
    let fill = if chip.damage > 0 {
        "#c4302b"
    } else {
        "#1d1a14"
    };
    ink.text(
        tail_at,
        size::CHIP,
        Anchor::Middle,
        &bold(fill),
        &chip.tail(),
    );
}

/// A line that nothing crosses.
pub fn wall(ink: &mut Ink, d: &str) {
    let style = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    ink.path(d, &format!("{style} stroke=\"#4a1414\" stroke-width=\"5\""));
    ink.path(
        d,
        &format!("{style} stroke=\"#e8c9a8\" stroke-width=\"1.4\" stroke-dasharray=\"1 5\""),
    );
}

/// A border between spaces that do not touch on the map.
pub fn link(ink: &mut Ink, from: Point, to: Point) {
    let d = format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
    ink.path(
        &d,
        "fill=\"none\" stroke=\"#12304a\" stroke-width=\"1.6\" stroke-dasharray=\"6 3\"",
    );
    for end in [from, to] {
        ink.circle(end, 2.6, "fill=\"#12304a\"");
    }
}

/// The way over an edge of the page: an arrow and the space beyond.
pub fn seam(ink: &mut Ink, text: &str, at: &Rect, edge: Edge) {
    ink.rect(
        at,
        3.0,
        "fill=\"#12304a\" stroke=\"#fffdf5\" stroke-width=\"1\"",
    );
    let (tip, back, shift) = match edge {
        Edge::Left => (at.x + 3.5, at.x + 9.5, ARROW / 2.0),
        Edge::Right => (at.right() - 3.5, at.right() - 9.5, -ARROW / 2.0),
    };
    let y = at.centre().y;
    ink.path(
        &format!("M{tip:.1} {y:.1}L{back:.1} {:.1}V{:.1}Z", y - 4.5, y + 4.5),
        "fill=\"#fffdf5\"",
    );
    let base = point(at.centre().x + shift, y + 3.9);
    ink.text(
        base,
        size::SMALL,
        Anchor::Middle,
        "font-weight=\"bold\" fill=\"#fffdf5\"",
        text,
    );
}

/// A gate on a border.
pub fn gate(ink: &mut Ink, at: Point) {
    let around = |w, h| Rect::around(at, w, h);
    ink.rect(
        &around(12.0, 12.0),
        2.0,
        "fill=\"#fffdf5\" stroke=\"#12304a\" stroke-width=\"1.2\"",
    );
    for dx in [-2.2, 2.2] {
        ink.rect(
            &Rect::around(point(at.x + dx, at.y), 2.0, 7.0),
            0.0,
            "fill=\"#12304a\"",
        );
    }
}
