//! The TOML tables of a pack, read loosely: every wrong type, unknown key and missing key is
//! reported, and names stay names until everything has been read.

mod manifest;
mod powers;
mod reader;
mod schema;
mod shape;
mod units;

pub use manifest::{FORMAT, Manifest, read_manifest, wrong_format};
pub use powers::{EconomyRow, PowerRow};
pub use reader::{Reader, parse_toml};
pub use schema::schemas;
pub use shape::MANIFEST;
pub use units::{FacilityRow, HoldRow, UnitRow};

use super::ast::{Name, NameList};
use super::parse::Unread;
use crate::diag::{FileId, Problems};
use crate::rules::Value;

/// Everything the TOML files of a pack say.
#[derive(Default)]
pub struct Tables {
    /// Names of attributes.
    pub attributes: Vec<Name>,
    /// Names of sides.
    pub sides: Vec<Name>,
    /// Named sets of unit types.
    pub groups: Vec<(Name, NameList)>,
    /// Unit types.
    pub units: Vec<UnitRow>,
    /// Powers.
    pub powers: Vec<PowerRow>,
    /// Where spaces are drawn.
    pub positions: Vec<(Name, (i32, i32))>,
}

impl Tables {
    /// Adds what a TOML file says.
    pub fn read(&mut self, file: FileId, text: &str, problems: &mut Problems, unread: &mut Unread) {
        let (table, whole) = parse_toml(file, text, problems);
        // A table with holes would only produce complaints about the holes.
        let mut nobody = Problems::default();
        let problems = if whole { problems } else { &mut nobody };
        let mut top = Reader::new(file, text, table.get_ref(), None, "this file", &shape::TABLES);
        self.attributes.extend(top.names("attributes").unwrap_or_default());
        self.sides.extend(top.names("sides").unwrap_or_default());
        if let Some(groups) = top.table("groups", "the groups") {
            for (name, value) in groups.entries() {
                if let Some(list) = groups.units_in(&name, value, problems) {
                    self.groups.push((name, list));
                }
            }
        }
        for (name, table) in top.tables("unit", "unit type", problems) {
            self.units.push(UnitRow::read(name, table, problems));
        }
        for (name, table) in top.tables("power", "power", problems) {
            self.powers.push(PowerRow::read(name, table, problems));
        }
        if let Some(positions) = top.table("positions", "the positions") {
            for (name, value) in positions.entries() {
                match positions.pair(value) {
                    Some(at) => self.positions.push((name, at)),
                    None => problems.push(positions.wrong_type(value, &name.text, "two whole numbers, `[x, y]`")),
                }
            }
        }
        if !whole || top.has_unknown() {
            unread.add(text);
        }
        top.finish(problems);
    }
}

/// A number with at most two decimals, in hundredths.
pub fn hundredths(text: &str) -> Option<Value> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let whole: i32 = whole.parse().ok().filter(|n| (0..=1000).contains(n))?;
    let part: i32 = match part.len() {
        0 => 0,
        1 => part.parse::<i32>().ok()? * 10,
        2 => part.parse().ok()?,
        _ => return None,
    };
    (part >= 0).then_some(Value(sign * (whole * 100 + part)))
}
