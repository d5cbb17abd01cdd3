//! Which statements of the printed rules a refusal enforces, by its code and, where one code
//! enforces several, by the type of unit or the power that the refusal names. Nothing decides by it.

use super::ids::{PowerId, PowerSet, SpecialId, UnitTypeId, UnitTypeSet};
use std::collections::BTreeMap;

/// The citations of an edition, by the names of codes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cites {
    /// A row for each code that is cited.
    pub rows: BTreeMap<String, Cite>,
}

/// What a code cites.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cite {
    /// Ids for refusals that are about one of these; the first row that fits counts.
    pub finer: Vec<(Whom, Vec<String>)>,
    /// Ids for all others.
    pub otherwise: Vec<String>,
}

/// What a refusal is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// One of these types of units.
    Units(UnitTypeSet),
    /// One of these powers.
    Powers(PowerSet),
    /// What this script offers.
    Special(SpecialId),
}

impl Cites {
    /// The ids for a refusal with these facts; none where its code cites nothing.
    pub fn of(
        &self,
        code: &str,
        unit: Option<UnitTypeId>,
        power: Option<PowerId>,
        special: Option<SpecialId>,
    ) -> &[String] {
        let Some(row) = self.rows.get(code) else {
            return &[];
        };
        let fits = |whom: &Whom| match whom {
            Whom::Units(set) => unit.is_some_and(|u| set.has(u)),
            Whom::Powers(set) => power.is_some_and(|p| set.has(p)),
            Whom::Special(id) => special == Some(*id),
        };
        row.finer
            .iter()
            .find(|(whom, _)| fits(whom))
            .map_or(&row.otherwise, |(_, ids)| ids)
    }
    /// Every id that a code can cite, each once.
    pub fn all(&self, code: &str) -> Vec<&str> {
        let row = self.rows.get(code).into_iter();
        let cited = row.flat_map(|r| r.finer.iter().flat_map(|(_, ids)| ids).chain(&r.otherwise));
        let mut ids: Vec<&str> = Vec::new();
        for id in cited {
            if !ids.contains(&id.as_str()) {
                ids.push(id);
            }
        }
        ids
    }
}

/// A reason in the pack's own words without the ids in brackets at its end, and those ids:
/// `No ship may leave. [ABC-01, ABC-02]`.
pub fn cited(reason: &str) -> (&str, Vec<&str>) {
    let text = reason.trim_end();
    let Some((before, ids)) = text.strip_suffix(']').and_then(|t| t.rsplit_once('[')) else {
        return (text, Vec::new());
    };
    let ids: Vec<&str> = ids.split(',').map(str::trim).collect();
    let plain = |id: &&str| rule_id(id) == Some(*id);
    if ids.iter().all(plain) {
        (before.trim_end(), ids)
    } else {
        (reason, Vec::new())
    }
}

/// The rule id that a text begins with: parts of capitals and digits joined by `-`, the first
/// beginning with a letter, up to the first that is a number, as in `ABC-MOV-07`.
pub fn rule_id(text: &str) -> Option<&str> {
    let mut end = 0;
    for nth in 0.. {
        let rest = &text[end..];
        let part = rest
            .bytes()
            .take_while(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            .count();
        let digits = rest.as_bytes()[..part].iter().all(u8::is_ascii_digit);
        if part == 0 || (nth == 0 && !rest.as_bytes()[0].is_ascii_uppercase()) {
            return None;
        }
        end += part;
        let next = text[end..].chars().next();
        if nth > 0 && digits {
            return (!next.is_some_and(char::is_alphanumeric)).then(|| &text[..end]);
        }
        if next != Some('-') {
            return None;
        }
        end += 1;
    }
    None
}
