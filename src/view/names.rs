//! What else is said of units, values and places in words of its own.

use sandtable_rules::{Relation, Rules, SpaceId, UnitTypeSet, Value};
pub use sandtable_rules::{
    count, counts, joined_or, list, plural, power_name, side_name, space_name, unit_name,
};

/// A combat value as people write it: `3`, `1.5`, `0.25`.
pub fn value(value: Value) -> String {
    (f64::from(value.0) / 100.0).to_string()
}

/// A chance in percent.
pub fn percent(chance: f64) -> String {
    format!("{:.1} %", chance * 100.0)
}

/// Unit types in a row, in their plurals.
pub fn units(rules: &Rules, set: UnitTypeSet, word: &str) -> String {
    let names = set.iter().map(|k| plural(&unit_name(rules, k)));
    list(names, word)
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
        let units = place.militia;
        facts.push(format!("{units} units rise when it is first attacked"));
    }
    let tags = place.tags.iter();
    facts.extend(tags.filter_map(|t| rules.board.tags.get(t)).cloned());
    facts
}
