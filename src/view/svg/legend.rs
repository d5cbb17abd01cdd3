//! The band below the board: whose turn it is, powers, signs, unit types.

use super::content::{CHIP, Chip};
use super::ground::Ground;
use super::ink::{DARK, EDGE, Ink, fill, letters};
use super::marks;
use super::metrics::{bold, size, width};
use super::plane::{Point, Rect, point, rect};
use super::seam::Edge;
use crate::names::unit_name;
use crate::{Paint, turn_banner};
use sandtable_kernel::State;
use sandtable_rules::{PowerId, Rules, TagId, UnitTypeId};

/// What an entry shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Sign {
    /// The heading of a group.
    Heading,
    /// A power's colour.
    Power(PowerId),
    /// A unit type's chip.
    Unit(UnitTypeId),
    /// A tag's sign.
    Tag(TagId),
    /// A capital.
    Star,
    /// A victory city.
    City,
    /// An income.
    Badge,
    /// A closed space.
    Closed,
    /// A wall.
    Wall,
    /// A link.
    Link,
    /// The way over the edge of the page.
    Tab,
    /// A gate.
    Gate,
}

/// An entry: a sign and words.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The sign.
    pub sign: Sign,
    /// The words.
    pub text: String,
    /// Where it stands.
    pub at: Rect,
}

/// The legend, laid out.
#[derive(Clone, Debug)]
pub struct Legend {
    /// The whole band.
    pub frame: Rect,
    /// The title.
    pub title: (String, Rect),
    /// The entries.
    pub entries: Vec<Entry>,
}

const ROW: f64 = 27.0;
const PAD: f64 = 16.0;

/// Lays the legend out below the board.
pub fn legend(rules: &Rules, state: &State, ground: &Ground) -> Legend {
    let board = &ground.places.board;
    let title = format!("{}: {}", rules.title, turn_banner(rules, state, Paint::Off));
    let top = board.bottom() + 10.0;
    let title_at = rect(PAD, top, bold(&title, size::TITLE), 28.0);
    let mut entries = Vec::new();
    let mut at = point(PAD, top + 36.0);
    for group in groups(rules, state, ground) {
        at.x = PAD;
        for (i, (sign, text)) in group.into_iter().enumerate() {
            let words = match sign {
                Sign::Heading => bold(&text, size::LEGEND),
                _ => width(&text, size::LEGEND),
            };
            let w = sign_width(rules, &sign) + words;
            if i > 0 && at.x + w > board.right() - PAD {
                at = point(PAD + 80.0, at.y + ROW);
            }
            entries.push(Entry {
                sign,
                text,
                at: rect(at.x, at.y, w, ROW - 5.0),
            });
            at.x = match i {
                0 => (at.x + w + 12.0).max(PAD + 80.0),
                _ => at.x + w + 18.0,
            };
        }
        at.y += ROW;
    }
    let frame = rect(0.0, board.bottom(), board.w, at.y + 8.0 - board.bottom());
    Legend {
        frame,
        title: (title, title_at),
        entries,
    }
}

fn groups(rules: &Rules, state: &State, ground: &Ground) -> Vec<Vec<(Sign, String)>> {
    let heading = |text: &str| vec![(Sign::Heading, text.to_owned())];
    let mut powers = heading("Powers");
    let owners = |p: PowerId| rules.board.spaces.ids().any(|s| state.owner(s) == Some(p));
    let moves = |p: PowerId| state.all().any(|(_, u)| u.owner == p);
    let known = rules.powers.powers.iter();
    let known = known.filter(|(id, p)| p.plays || owners(*id) || moves(*id));
    for (id, power) in known {
        let treasury = state.funds(rules, id);
        let text = if power.plays {
            format!("{} ({treasury} {})", power.name, rules.economy.currency)
        } else {
            power.name.clone()
        };
        powers.push((Sign::Power(id), text));
    }
    let unit = |id| (Sign::Unit(id), unit_name(rules, id));
    let mut units = heading("Units");
    let mut facilities = heading("Facilities");
    for (id, kind) in rules.units.types.iter() {
        match kind.facility {
            Some(_) => facilities.push(unit(id)),
            None => units.push(unit(id)),
        }
    }
    let mut signs = heading("Signs");
    let spaces = || rules.board.spaces.values();
    let mut sign = |is: bool, sign: Sign, text: &str| {
        if is {
            signs.push((sign, text.to_owned()));
        }
    };
    let income = format!("income in {}", rules.economy.currency);
    sign(spaces().any(|s| s.income > 0), Sign::Badge, &income);
    let capitals = spaces().any(|s| s.capital_of.is_some());
    sign(capitals, Sign::Star, "capital");
    let cities = spaces().any(|s| s.city.is_some());
    sign(cities, Sign::City, "victory city");
    for (id, name) in rules.board.tags.iter() {
        sign(true, Sign::Tag(id), &name.replace('_', " "));
    }
    sign(spaces().any(|s| s.closed), Sign::Closed, "closed to all");
    let walls = ground.walls(rules).next().is_some();
    sign(walls, Sign::Wall, "no border: no way across");
    let links = !ground.links.is_empty();
    sign(links, Sign::Link, "border of spaces drawn apart");
    let tabs = !ground.tabs.is_empty();
    sign(tabs, Sign::Tab, "goes on at the other edge");
    sign(!rules.board.gates.is_empty(), Sign::Gate, "canal or strait");
    let groups = [powers, units, facilities, signs].into_iter();
    groups.filter(|g| g.len() > 1).collect()
}

fn sample_chip(rules: &Rules, kind: UnitTypeId) -> Chip {
    Chip::of(&rules.units[kind], PowerId(u8::MAX), kind)
}

/// The width of a sign with its gap.
fn sign_width(rules: &Rules, sign: &Sign) -> f64 {
    match sign {
        Sign::Heading => 0.0,
        Sign::Unit(kind) => sample_chip(rules, *kind).width() + 6.0,
        Sign::Closed | Sign::Wall | Sign::Link | Sign::Tab | Sign::Power(_) => 32.0,
        Sign::Gate => 20.0,
        Sign::Badge | Sign::Star | Sign::City | Sign::Tag(_) => 18.0,
    }
}

/// Draws it.
pub fn draw(ink: &mut Ink, rules: &Rules, legend: &Legend) {
    ink.rect(&legend.frame, 0.0, fill("#f7f1e3").stroke(EDGE, 1.5));
    let (title, at) = &legend.title;
    let bold = letters(size::TITLE, DARK).bold();
    ink.text(point(at.x, at.y + 22.0), bold, title);
    for entry in &legend.entries {
        let middle = entry.at.y + entry.at.h / 2.0;
        sign(ink, rules, &entry.sign, point(entry.at.x, middle));
        let mut style = letters(size::LEGEND, DARK);
        if entry.sign == Sign::Heading {
            style = style.bold();
        }
        let at = point(entry.at.x + sign_width(rules, &entry.sign), middle + 5.0);
        ink.text(at, style, &entry.text);
    }
}

/// Draws a sign with its left edge at a point.
fn sign(ink: &mut Ink, rules: &Rules, sign: &Sign, at: Point) {
    let middle = point(at.x + 7.0, at.y);
    let box_ = rect(at.x, at.y - 7.0, 26.0, 14.0);
    match sign {
        Sign::Heading => {}
        Sign::Power(id) => marks::flag(ink, rules, *id, &box_),
        Sign::Unit(kind) => {
            let chip = sample_chip(rules, *kind);
            let rect = rect(at.x, at.y - CHIP / 2.0, chip.width(), CHIP);
            marks::chip(ink, rules, &chip, &rect);
        }
        Sign::Tag(tag) => marks::tag(ink, *tag, middle),
        Sign::Star => marks::star(ink, middle),
        Sign::City => marks::city(ink, middle),
        Sign::Badge => marks::badge(ink, &Rect::around(middle, 13.0, 13.0), 3),
        Sign::Closed => {
            ink.rect(&box_, 0.0, fill("#c9c7c1"));
            ink.rect(&box_, 0.0, fill("url(#hatch)").stroke(EDGE, 0.8));
        }
        Sign::Wall => marks::wall(ink, &format!("M{:.1} {:.1}h22", at.x + 2.0, at.y)),
        Sign::Link => marks::link(ink, point(at.x + 3.0, at.y), point(at.x + 24.0, at.y)),
        Sign::Tab => marks::seam(ink, "", &Rect { w: 18.0, ..box_ }, Edge::Right),
        Sign::Gate => marks::gate(ink, middle),
    }
}
