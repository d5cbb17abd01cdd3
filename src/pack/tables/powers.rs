//! Powers and their economies as tables.

use super::reader::Reader;
use crate::diag::{Problem, Problems};
use crate::pack::ast::Name;

/// A power as a table says it.
pub struct PowerRow {
    pub name: Name,
    pub also: Vec<Name>,
    pub side: Option<Name>,
    pub plays: bool,
    pub colour: String,
    pub treasury: i32,
    pub economies: Vec<EconomyRow>,
}

/// An economy as a table says it.
pub struct EconomyRow {
    pub name: Name,
    pub treasury: i32,
    pub capital: Option<Name>,
    pub region: Option<Vec<Name>>,
}

impl PowerRow {
    /// Reads `[power.NAME]`.
    pub fn read(name: Name, mut table: Reader<'_>, problems: &mut Problems) -> Self {
        let colour = table.text("colour");
        if let Some(colour) = &colour
            && !is_colour(&colour.text)
        {
            let problem = Problem::error("pack/colour", format!("`{}` is no colour", colour.text));
            problems.push(problem.at(colour.loc, "a colour is written `#rrggbb`"));
        }
        let economies = table.tables("economy", "economy", problems);
        let row = Self {
            also: table.names("also").unwrap_or_default(),
            side: table.text("side"),
            plays: table.flag("plays").unwrap_or(true),
            colour: colour.map_or_else(|| "#808080".to_owned(), |c| c.text),
            treasury: table.int("treasury").unwrap_or(0),
            economies: economies
                .into_iter()
                .map(|(name, table)| EconomyRow::read(name, table, problems))
                .collect(),
            name,
        };
        table.finish(problems);
        row
    }
}

impl EconomyRow {
    fn read(name: Name, mut table: Reader<'_>, problems: &mut Problems) -> Self {
        let row = Self {
            treasury: table.int("treasury").unwrap_or(0),
            capital: table.text("capital"),
            region: table.names("region"),
            name,
        };
        table.finish(problems);
        row
    }
}

fn is_colour(text: &str) -> bool {
    text.len() == 7 && text.starts_with('#') && text[1..].bytes().all(|b| b.is_ascii_hexdigit())
}
