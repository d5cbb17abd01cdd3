//! What a space has to show, and how much room that takes: its label and the chips of its units.

use super::metrics::{bold, size, width};
use super::plane::{Rect, rect};
use sandtable_kernel::State;
use sandtable_rules::{Id, PowerId, Rules, SpaceId, TagId, Terrain, UnitType, UnitTypeId};

/// The height of a chip.
pub const CHIP: f64 = 17.0;
/// The gap between chips, both ways.
pub const GAP: f64 = 2.0;
/// The height of a line of a label.
pub const LINE: f64 = 16.0;
/// The width of a small mark (tag, star, city) with its gap.
pub const MARK: f64 = 13.0;

/// Equal units of one owner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chip {
    /// Whose.
    pub owner: PowerId,
    /// Of which type.
    pub kind: UnitTypeId,
    /// The letters for the type.
    pub glyph: String,
    /// How many.
    pub count: u16,
    /// Damage on them all together.
    pub damage: u16,
    /// A facility: shown without a count.
    pub facility: bool,
}

impl Chip {
    /// One unit.
    pub fn of(unit: &UnitType, owner: PowerId, kind: UnitTypeId) -> Self {
        let glyph = match &*unit.glyph {
            "" => unit.name.chars().take(2).collect(),
            glyph => glyph.to_owned(),
        };
        Self {
            owner,
            kind,
            glyph,
            count: 1,
            damage: 0,
            facility: unit.facility.is_some(),
        }
    }
    /// What stands behind the glyph: the count, or the damage of a facility.
    pub fn tail(&self) -> String {
        match (self.facility, self.damage) {
            (true, 0) => String::new(),
            (true, n) => format!("-{n}"),
            (false, _) => self.count.to_string(),
        }
    }
    /// The width of the part with the glyph.
    pub fn head_width(&self) -> f64 {
        bold(&self.glyph, size::CHIP) + 6.0
    }
    /// The width of the whole chip.
    pub fn width(&self) -> f64 {
        let tail = self.tail();
        let behind = match &*tail {
            "" => 0.0,
            tail => width(tail, size::CHIP) + 5.0,
        };
        self.head_width() + behind
    }
}

/// Chips of a space: by owner, fighting units before facilities, in the order of the types.
pub fn chips(
    rules: &Rules,
    units: impl Iterator<Item = (PowerId, UnitTypeId, u16, u16)>,
) -> Vec<Chip> {
    let mut chips: Vec<Chip> = Vec::new();
    for (owner, kind, count, damage) in units {
        let same = |c: &&mut Chip| c.owner == owner && c.kind == kind;
        if let Some(chip) = chips.iter_mut().find(same) {
            chip.count += count;
            chip.damage += damage;
            continue;
        }
        let Some(unit) = rules.units.types.get(kind) else {
            continue;
        };
        let chip = Chip::of(unit, owner, kind);
        chips.push(Chip {
            count,
            damage,
            ..chip
        });
    }
    chips.sort_by_key(|c| (c.facility, c.owner, c.kind));
    chips
}

/// The chips of a space in a position.
pub fn chips_in(rules: &Rules, state: &State, space: SpaceId) -> Vec<Chip> {
    let here = state.units_in(space);
    let here = here.map(|(_, u)| (u.owner, u.kind, 1, u16::from(u.damage)));
    chips(rules, here)
}

/// The chips that a space keeps room for all game: those of the opening position, on an island a few at least.
pub fn kept(rules: &Rules, space: SpaceId) -> Vec<Chip> {
    /// So many stacks have room on every island.
    const LEAST: usize = 3;
    let here = rules.setup.units.iter().filter(|u| u.space == space);
    let here = here.map(|u| (u.owner, u.kind, u.count, u.count * u16::from(u.damage)));
    let mut chips = chips(rules, here);
    let of = &rules.board.spaces[space];
    if let Some((kind, unit)) = rules.units.types.iter().next()
        && of.island
        && !of.closed
    {
        let most = chips.len().max(LEAST);
        chips.resize_with(most, || Chip::of(unit, PowerId(u8::MAX), kind));
    }
    chips
}

/// The words and marks of a space.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The name.
    pub name: String,
    /// The income, where there is any.
    pub income: Option<u16>,
    /// Somebody's capital.
    pub capital: bool,
    /// The victory city.
    pub city: Option<String>,
    /// The tags.
    pub tags: Vec<TagId>,
    /// A sea zone.
    pub sea: bool,
}

impl Label {
    /// The label of a space.
    pub fn new(rules: &Rules, id: SpaceId) -> Self {
        let space = &rules.board.spaces[id];
        let tags = space.tags.iter();
        let tags = tags.filter(|t| t.index() < rules.board.tags.len());
        Self {
            name: space.name.clone(),
            income: Some(space.income).filter(|n| *n > 0 && !space.closed),
            capital: space.capital_of.is_some(),
            city: space.city.clone(),
            tags: tags.collect(),
            sea: space.terrain == Terrain::Sea,
        }
    }
    /// The width of the name.
    pub fn name_width(&self) -> f64 {
        bold(&self.name, size::NAME)
    }
    /// The width of the badge with the income.
    pub fn badge_width(&self) -> f64 {
        self.income
            .map_or(0.0, |n| bold(&n.to_string(), size::SMALL).max(6.0) + 7.0)
    }
    /// The width of the first line: star, name, income, tags.
    pub fn line_width(&self) -> f64 {
        let star = if self.capital { MARK + 1.0 } else { 0.0 };
        let badge = self.income.map_or(0.0, |_| self.badge_width() + 3.0);
        star + self.name_width() + badge + self.tags.len() as f64 * MARK
    }
    /// The width of the second line: the city.
    pub fn city_width(&self) -> f64 {
        let city = self.city.as_ref();
        city.map_or(0.0, |c| MARK + width(c, size::SMALL))
    }
    /// Width and height.
    pub fn extent(&self) -> (f64, f64) {
        let lines = 1.0 + f64::from(u8::from(self.city.is_some()));
        (self.line_width().max(self.city_width()), lines * LINE)
    }
}

/// How many chips of these widths go into each row, and the rows' widths, when none may be wider than the limit.
fn break_rows(widths: &[f64], limit: f64) -> Vec<(usize, f64)> {
    let mut lines: Vec<(usize, f64)> = Vec::new();
    for width in widths {
        match lines.last_mut() {
            Some((n, w)) if *w + GAP + width <= limit => {
                *n += 1;
                *w += GAP + width;
            }
            _ => lines.push((1, *width)),
        }
    }
    lines
}

/// Chips in rows no wider than asked (but never narrower than the widest chip), as even as so many
/// rows can be, each row centred: the rectangles relative to the upper left corner, and the extent.
pub fn rows(chips: &[Chip], at_most: f64) -> (Vec<Rect>, f64, f64) {
    let widths: Vec<f64> = chips.iter().map(Chip::width).collect();
    let widest = widths.iter().copied().fold(0.0, f64::max);
    let mut limit = at_most.max(widest);
    let mut lines = break_rows(&widths, limit);
    while limit - 4.0 >= widest {
        limit -= 4.0;
        let narrower = break_rows(&widths, limit);
        if narrower.len() > lines.len() {
            break;
        }
        lines = narrower;
    }
    let total = lines.iter().map(|(_, w)| *w).fold(0.0, f64::max);
    let mut rects = Vec::with_capacity(chips.len());
    let mut widths = widths.iter();
    let mut y = 0.0;
    for (n, w) in &lines {
        let mut x = (total - w) / 2.0;
        for width in widths.by_ref().take(*n) {
            rects.push(rect(x, y, *width, CHIP));
            x += width + GAP;
        }
        y += CHIP + GAP;
    }
    (rects, total, (y - GAP).max(0.0))
}

/// The room a space needs: its label and, below it, the chips it starts with or a few to come.
pub fn need(rules: &Rules, id: SpaceId) -> (f64, f64) {
    let label = Label::new(rules, id);
    let (lw, lh) = label.extent();
    let space = &rules.board.spaces[id];
    if space.closed {
        return (lw, lh);
    }
    let chips = kept(rules, id);
    let least = if label.sea { 90.0 } else { 64.0 };
    let (_, w, h) = rows(&chips, lw.max(least).max((chips.len() as f64) * 9.0));
    // Room for a stack to come where there is none yet.
    let spare = if space.island { 0.0 } else { CHIP + GAP };
    (lw.max(w).max(30.0), lh + h.max(spare) + 3.0)
}
