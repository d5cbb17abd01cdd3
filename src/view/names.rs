//! Names and counted names as people read them. Ids that name nothing (they may come from a saved
//! game) become words instead of a panic.

use crate::kernel::Count;
use crate::rules::{
    Id, PowerId, PowerSet, Rules, SpaceId, SpaceSet, Terrain, UnitTypeId, UnitTypeSet, Value,
};

/// The name of a space.
pub fn space_name(rules: &Rules, space: SpaceId) -> &str {
    rules
        .board
        .spaces
        .values()
        .nth(space.index())
        .map_or("nowhere", |s| &s.name)
}

/// The name of a power.
pub fn power_name(rules: &Rules, power: PowerId) -> &str {
    rules
        .powers
        .powers
        .values()
        .nth(power.index())
        .map_or("nobody", |p| &p.name)
}

/// The name of a unit type; underscores, which packs use for spaces, are shown as spaces.
pub fn unit_name(rules: &Rules, kind: UnitTypeId) -> String {
    rules
        .units
        .types
        .values()
        .nth(kind.index())
        .map_or_else(|| "unknown unit".to_owned(), |t| t.name.replace('_', " "))
}

/// The name of a power, or a word for nobody.
pub fn holder(rules: &Rules, power: Option<PowerId>) -> &str {
    power.map_or("nobody", |p| power_name(rules, p))
}

/// A number of equal units: `1 walker` where one is meant, `2 walkers` for more.
pub fn count(rules: &Rules, kind: UnitTypeId, n: u16) -> String {
    let name = unit_name(rules, kind);
    format!("{n} {}", if n == 1 { name } else { plural(&name) })
}

/// Several counts in a row, or `nothing`.
pub fn counts(rules: &Rules, units: &[Count]) -> String {
    let parts: Vec<String> = units
        .iter()
        .map(|(kind, n)| count(rules, *kind, *n))
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

/// A set of powers in words.
pub fn powers(rules: &Rules, set: PowerSet, word: &str) -> String {
    let all: PowerSet = rules.powers.powers.ids().collect();
    if set == all {
        return if word == "or" {
            "any power".to_owned()
        } else {
            "every power".to_owned()
        };
    }
    let playing = rules
        .powers
        .powers
        .iter()
        .filter(|(_, p)| p.plays)
        .map(|(id, _)| id)
        .collect::<PowerSet>();
    if set == playing && set.len() > 2 {
        return if word == "or" {
            "any power with turns".to_owned()
        } else {
            "every power with turns".to_owned()
        };
    }
    let side = rules
        .powers
        .sides
        .iter()
        .find(|(id, _)| set.len() > 1 && rules.powers.of_side(*id) == set);
    if let Some((_, name)) = side {
        return if word == "or" {
            format!("any of the {name}")
        } else {
            format!("the {name}")
        };
    }
    let names: Vec<&str> = set.iter().map(|p| power_name(rules, p)).collect();
    list(&names, word)
}

/// A set of unit types in words: classes (`ships`, `aircraft`) where the set is one, `… but …`
/// where that is shorter.
pub fn units(rules: &Rules, set: UnitTypeSet, word: &str) -> String {
    let u = &rules.units;
    let all: UnitTypeSet = u.types.ids().collect();
    let classes = [
        (all, "units"),
        (u.land.union(u.air).union(u.sea), "units"),
        (u.land, "land units"),
        (u.air, "aircraft"),
        (u.sea, "ships"),
        (u.facilities, "facilities"),
        (u.land.union(u.air), "land units and aircraft"),
        (u.sea.union(u.air), "ships and aircraft"),
        (u.land.union(u.sea), "land units and ships"),
    ];
    let names = |set: UnitTypeSet| {
        set.iter()
            .map(|k| plural(&unit_name(rules, k)))
            .collect::<Vec<_>>()
    };
    if let Some((_, class)) = classes
        .iter()
        .find(|(class, _)| *class == set && set.len() > 1)
    {
        return (*class).to_owned();
    }
    let short = classes.iter().filter(|(class, _)| {
        set.within(class) && class.len() - set.len() < set.len() && set.len() > 2
    });
    if let Some((class, name)) = short.min_by_key(|(class, _)| class.len()) {
        let name = if *name == "units" { "all units" } else { name };
        return format!("{name} but {}", list(&names(class.minus(set)), word));
    }
    list(&names(set), word)
}

/// A set of spaces in words: all, a terrain, a tag, or the names; at most `limit` of them.
pub fn spaces(rules: &Rules, set: SpaceSet, word: &str, limit: usize) -> String {
    let board = &rules.board;
    if set.len() > 2 {
        let classes = [
            (board.land.union(board.sea), "the board"),
            (board.land, "all territories"),
            (board.sea, "all sea zones"),
        ];
        if let Some((_, class)) = classes.iter().find(|(class, _)| *class == set) {
            return (*class).to_owned();
        }
        if let Some((_, name)) = board.tags.iter().find(|(tag, _)| board.tagged(*tag) == set) {
            return format!("the spaces marked {name}");
        }
        let first = |p: PowerId| {
            board
                .spaces
                .iter()
                .filter(move |(_, s)| s.original == Some(p))
                .map(|(id, _)| id)
        };
        if let Some(p) = rules
            .powers
            .powers
            .ids()
            .find(|p| first(*p).collect::<SpaceSet>() == set)
        {
            return format!("the original territories of {}", power_name(rules, p));
        }
        let land = |p: PowerId| {
            first(p)
                .filter(|s| board.spaces[*s].terrain == Terrain::Land && !board.spaces[*s].closed)
        };
        if let Some(p) = rules
            .powers
            .powers
            .ids()
            .find(|p| land(*p).collect::<SpaceSet>() == set)
        {
            return format!("the open original territories of {}", power_name(rules, p));
        }
    }
    let mut names: Vec<String> = set
        .iter()
        .take(limit)
        .map(|s| space_name(rules, s).to_owned())
        .collect();
    if set.len() > limit {
        names.push(format!("{} more", set.len() - limit));
        return list(&names, "and");
    }
    list(&names, word)
}
