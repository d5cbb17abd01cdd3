//! The TOML tables of a pack, read loosely: every wrong type, unknown key and missing key is
//! reported, and names stay names until everything has been read.

mod cites;
mod manifest;
mod powers;
mod reader;
mod schema;
mod shape;
mod units;

pub use cites::CiteRow;
pub use manifest::{FORMAT, Manifest, read_manifest, wrong_format};
pub use powers::{EconomyRow, PowerRow};
pub use reader::{Reader, parse_toml};
pub use schema::schemas;
pub use shape::{MANIFEST, TABLES};
pub use units::{FacilityRow, HoldRow, UnitRow};

use super::ast::{Name, NameList};
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
