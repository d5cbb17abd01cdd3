//! Names and counted names as people read them. Ids that name nothing (they may come from a saved
//! game) become words instead of a panic.

use super::Rules;
use super::ids::{PowerId, SideId, SpaceId, UnitTypeId};
use std::fmt::Display;

/// The name of a space.
pub fn space_name(rules: &Rules, space: SpaceId) -> &str {
    rules.board.spaces.get(space).map_or("nowhere", |s| &s.name)
}

/// The name of a power.
pub fn power_name(rules: &Rules, power: PowerId) -> &str {
    rules.powers.powers.get(power).map_or("nobody", |p| &p.name)
}

/// The name of a side.
pub fn side_name(rules: &Rules, side: SideId) -> &str {
    rules.powers.sides.get(side).map_or("nobody", |s| s)
}

/// The name of a unit type; underscores, which packs use for spaces, are shown as spaces.
pub fn unit_name(rules: &Rules, kind: UnitTypeId) -> String {
    let kind = rules.units.types.get(kind);
    kind.map_or_else(|| "unknown unit".to_owned(), |t| t.name.replace('_', " "))
}

/// A number of equal units: `1 walker` where one is meant, `2 walkers` for more.
pub fn count(rules: &Rules, kind: UnitTypeId, n: u32) -> String {
    many(n, &unit_name(rules, kind))
}

/// So many of something: `1 hit`, `2 hits`.
pub fn many<N: Display + PartialEq + From<u8>>(n: N, what: &str) -> String {
    match n == N::from(1) {
        true => format!("{n} {what}"),
        false => format!("{n} {}", plural(what)),
    }
}

/// Several counts in a row, or `nothing`.
pub fn counts(rules: &Rules, units: &[(UnitTypeId, u16)]) -> String {
    let counted = units.iter();
    let counted = counted.map(|(kind, n)| count(rules, *kind, (*n).into()));
    joined_or(counted, ", ", "nothing")
}

/// Everything that is said, with this between it; other words where nothing is.
pub fn joined_or<S: AsRef<str>>(
    said: impl IntoIterator<Item = S>,
    between: &str,
    nothing: &str,
) -> String {
    let said = said.into_iter().map(|part| part.as_ref().to_owned());
    let said: Vec<String> = said.collect();
    match said.is_empty() {
        true => nothing.to_owned(),
        false => said.join(between),
    }
}

/// The plural of a name. Collective words (`cavalry`) and words that end in `s` stay as they are.
pub fn plural(name: &str) -> String {
    let keeps = name.ends_with("ry") || name.ends_with('s') || name.is_empty();
    if keeps {
        name.to_owned()
    } else {
        format!("{name}s")
    }
}

/// `a, b and c`, with the word given.
pub fn list<S: AsRef<str>>(items: impl IntoIterator<Item = S>, word: &str) -> String {
    let items: Vec<S> = items.into_iter().collect();
    match &items[..] {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", most.join(", "), last.as_ref())
        }
    }
}
