//! Names and counted names as people read them. Ids that name nothing (they may come from a saved
//! game) become words instead of a panic.

use crate::kernel::Count;
use crate::rules::{Domain, PowerId, Relation, Rules, SpaceId, UnitTypeId, UnitTypeSet, Value};

/// The name of a space.
pub fn space_name(rules: &Rules, space: SpaceId) -> &str {
    rules.board.spaces.get(space).map_or("nowhere", |s| &s.name)
}

/// The name of a power.
pub fn power_name(rules: &Rules, power: PowerId) -> &str {
    rules.powers.powers.get(power).map_or("nobody", |p| &p.name)
}

/// The name of a unit type; underscores, which packs use for spaces, are shown as spaces.
pub fn unit_name(rules: &Rules, kind: UnitTypeId) -> String {
    rules
        .units
        .types
        .get(kind)
        .map_or_else(|| "unknown unit".to_owned(), |t| t.name.replace('_', " "))
}

/// A number of equal units: `1 walker` where one is meant, `2 walkers` for more.
pub fn count(rules: &Rules, kind: UnitTypeId, n: u32) -> String {
    let name = unit_name(rules, kind);
    format!("{n} {}", if n == 1 { name } else { plural(&name) })
}

/// Several counts in a row, or `nothing`.
pub fn counts(rules: &Rules, units: &[Count]) -> String {
    let parts: Vec<String> = units
        .iter()
        .map(|(kind, n)| count(rules, *kind, (*n).into()))
        .collect();
    if parts.is_empty() {
        "nothing".to_owned()
    } else {
        parts.join(", ")
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

/// A combat value as people write it: `3`, `1.5`, `0.25`.
pub fn value(value: Value) -> String {
    let (whole, part) = (value.0 / 100, (value.0 % 100).abs());
    let sign = if value.0 < 0 && whole == 0 { "-" } else { "" };
    let digits = format!("{sign}{whole}.{part:02}");
    digits
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// `a, b and c`, with the word given.
pub fn list<S: AsRef<str>>(items: &[S], word: &str) -> String {
    match items {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", most.join(", "), last.as_ref())
        }
    }
}

/// Unit types in a row, in their plurals.
pub fn units(rules: &Rules, set: UnitTypeSet, word: &str) -> String {
    let names = set.iter().map(|k| plural(&unit_name(rules, k)));
    list(&names.collect::<Vec<_>>(), word)
}

/// The name of a side.
pub fn side_name(rules: &Rules, index: usize) -> &str {
    let side = rules.powers.sides.values().nth(index);
    side.map_or("nobody", |s| s)
}

/// A domain in a word.
pub fn domain(domain: Domain) -> &'static str {
    match domain {
        Domain::Land => "land",
        Domain::Air => "air",
        Domain::Sea => "sea",
        Domain::Facility => "facility",
    }
}

/// A relation as an adjective.
pub fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::War => "at war",
        Relation::Neutral => "neutral to each other",
        Relation::Allied => "allied",
    }
}

/// What is special about a space.
pub fn notes(rules: &Rules, space: SpaceId) -> Vec<String> {
    let place = &rules.board.spaces[space];
    let mut facts = Vec::new();
    if let Some(p) = place.capital_of {
        facts.push(format!("capital of {}", power_name(rules, p)));
    }
    if let Some(city) = &place.city {
        facts.push(format!("victory city {city}"));
    }
    if place.closed {
        facts.push("closed to all".to_owned());
    }
    if place.island {
        facts.push("island".to_owned());
    }
    if place.militia > 0 {
        facts.push(format!(
            "{} units rise when it is first attacked",
            place.militia
        ));
    }
    facts.extend(
        place
            .tags
            .iter()
            .filter_map(|t| rules.board.tags.get(t))
            .cloned(),
    );
    facts
}
