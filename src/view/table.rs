//! An edition as tables: everything of a kind, or one thing in full when it is named.

use comfy_table::Cell;

use super::diff::param_words;
use super::names::{self, power_name, space_name, unit_name};
use super::report::{number, render, table};
use super::words::{may, relation_word, side_name};
use super::{Words, plans, sheet};
use crate::diag::{fold_name, nearest};
use crate::rules::{Id, Objective, PowerId, PowerSet, Relation, Rules, Terrain};

/// What can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Territories and sea zones.
    Spaces,
    /// Unit types.
    Units,
    /// National objectives and victories.
    Objectives,
    /// Relations, declarations of war, triggers.
    Politics,
    /// Battle plans.
    Battles,
    /// Scripts and their parameters.
    Scripts,
}

/// A name that nothing of the topic has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no {what} called “{name}”{}", .nearest.as_ref().map_or_else(String::new, |n| format!("; did you mean “{n}”?")))]
pub struct Unknown {
    /// What was looked for.
    pub what: &'static str,
    /// The name given.
    pub name: String,
    /// The most similar name there is.
    pub nearest: Option<String>,
}

/// A topic as text; a name narrows it to one thing. `width` is that of the screen.
///
/// # Errors
/// Nothing of the topic has that name.
pub fn show(
    rules: &Rules,
    topic: Topic,
    name: Option<&str>,
    width: Option<u16>,
) -> Result<String, Unknown> {
    match topic {
        Topic::Spaces => spaces(rules, name, width),
        Topic::Units => units(rules, name, width),
        Topic::Objectives => objectives(rules, name, width),
        Topic::Politics => politics(rules, name, width),
        Topic::Battles => battles(rules, name),
        Topic::Scripts => scripts(rules, name, width),
    }
}

/// The index of the item with this name: one of several names each item has.
fn find<'a>(
    what: &'static str,
    name: &str,
    items: impl Iterator<Item = Vec<&'a str>>,
) -> Result<usize, Unknown> {
    let wanted = fold_name(name);
    let items: Vec<Vec<&str>> = items.collect();
    if let Some(at) = items
        .iter()
        .position(|names| names.iter().any(|n| fold_name(n) == wanted))
    {
        return Ok(at);
    }
    let nearest = nearest(name, items.into_iter().flatten()).map(str::to_owned);
    Err(Unknown {
        what,
        name: name.to_owned(),
        nearest,
    })
}

fn named<'a>(name: &'a str, aliases: &'a [String]) -> Vec<&'a str> {
    std::iter::once(name)
        .chain(aliases.iter().map(String::as_str))
        .collect()
}

fn spaces(rules: &Rules, name: Option<&str>, width: Option<u16>) -> Result<String, Unknown> {
    let board = &rules.board;
    if let Some(name) = name {
        let at = find(
            "space",
            name,
            board.spaces.values().map(|s| named(&s.name, &s.aliases)),
        )?;
        return Ok(sheet::space(rules, Id::new(at)));
    }
    let mut rows = table(
        &[
            "space", "kind", "IPC", "first of", "held by", "notes", "borders",
        ],
        width,
    );
    for (id, space) in board.spaces.iter() {
        let land = space.terrain == Terrain::Land;
        let power = |p: Option<PowerId>| p.map_or("", |p| power_name(rules, p)).to_owned();
        let borders: Vec<&str> = space
            .borders
            .iter()
            .map(|s| space_name(rules, *s))
            .collect();
        rows.add_row(vec![
            Cell::new(&space.name),
            Cell::new(if !land {
                "sea"
            } else if space.island {
                "island"
            } else {
                "land"
            }),
            if land {
                number(space.income)
            } else {
                Cell::new("")
            },
            Cell::new(power(space.original)),
            Cell::new(power(space.start)),
            Cell::new(sheet::notes(rules, id).join(", ")),
            Cell::new(borders.join(", ")),
        ]);
    }
    Ok(render(&rows))
}

fn units(rules: &Rules, name: Option<&str>, width: Option<u16>) -> Result<String, Unknown> {
    let types = &rules.units.types;
    if let Some(name) = name {
        let at = find(
            "unit type",
            name,
            types.values().map(|t| named(&t.name, &t.aliases)),
        )?;
        return Ok(sheet::unit(rules, Id::new(at)));
    }
    let mut header = vec!["unit", "sign", "domain", "cost", "move", "hits"];
    let attrs: Vec<String> = rules
        .units
        .attrs
        .values()
        .map(|a| a.replace('_', " "))
        .collect();
    header.extend(attrs.iter().map(String::as_str));
    header.push("abilities");
    let mut rows = table(&header, width);
    for (id, kind) in types.iter() {
        let mut row = vec![
            Cell::new(unit_name(rules, id)),
            Cell::new(&kind.glyph),
            Cell::new(sheet::domain(kind.domain)),
            number(kind.cost.map_or_else(String::new, |c| c.to_string())),
            number(if kind.facility.is_some() {
                String::new()
            } else {
                kind.moves.to_string()
            }),
            number(if kind.facility.is_some() {
                String::new()
            } else {
                kind.hits.to_string()
            }),
        ];
        let value = |a| {
            kind.values
                .values()
                .nth(Id::index(a))
                .copied()
                .unwrap_or_default()
        };
        row.extend(rules.units.attrs.ids().map(|a| {
            let v = value(a);
            number(if v.0 == 0 {
                "·".to_owned()
            } else {
                names::value(v)
            })
        }));
        row.push(Cell::new(sheet::abilities(rules, id).join("; ")));
        rows.add_row(row);
    }
    Ok(render(&rows))
}

fn objectives(rules: &Rules, name: Option<&str>, width: Option<u16>) -> Result<String, Unknown> {
    let all: Vec<&Objective> = rules.acts.objectives.values().collect();
    let victories = &rules.acts.victories;
    let mut chosen: Vec<&Objective> = all.clone();
    let mut wins: Vec<usize> = (0..victories.len()).collect();
    if let Some(name) = name {
        // A power's name stands for all its objectives.
        let power = rules
            .powers
            .powers
            .iter()
            .find(|(_, p)| fold_name(&p.name) == fold_name(name))
            .map(|(id, _)| id);
        if let Some(power) = power {
            chosen.retain(|o| o.power == power);
            wins.clear();
        } else {
            let names = all
                .iter()
                .map(|o| vec![o.name.as_str()])
                .chain(victories.iter().map(|v| vec![v.name.as_str()]));
            let at = find("objective", name, names)?;
            chosen = all.get(at).copied().into_iter().collect();
            wins.retain(|w| w + all.len() == at);
        }
    }
    let mut parts = Vec::new();
    if !chosen.is_empty() {
        let mut rows = table(&["power", "objective", "IPC", "how often", "while"], width);
        for o in chosen {
            let cond = Words::about(rules, power_name(rules, o.power)).cond(&o.when);
            let often = if o.once { "once" } else { "every turn" };
            rows.add_row(vec![
                Cell::new(power_name(rules, o.power)),
                Cell::new(&o.name),
                number(o.gains),
                Cell::new(often),
                Cell::new(cond),
            ]);
        }
        parts.push(render(&rows));
    }
    if !wins.is_empty() {
        let mut rows = table(&["side", "victory", "asked", "won if"], width);
        let words = Words::about(rules, "the power on turn");
        for v in wins.iter().map(|w| &victories[*w]) {
            rows.add_row(vec![
                side_name(rules, v.side.index()).to_owned(),
                v.name.clone(),
                words.when(&v.at),
                words.cond(&v.when),
            ]);
        }
        parts.push(render(&rows));
    }
    Ok(if parts.is_empty() {
        "no objectives".to_owned()
    } else {
        parts.join("\n\n")
    })
}

fn politics(rules: &Rules, name: Option<&str>, width: Option<u16>) -> Result<String, Unknown> {
    let triggers = &rules.acts.triggers;
    if let Some(name) = name {
        let powers = rules.powers.powers.values().map(|p| vec![p.name.as_str()]);
        let at = find(
            "power or trigger",
            name,
            powers.chain(triggers.values().map(|t| vec![t.name.as_str()])),
        )?;
        return Ok(match at.checked_sub(rules.powers.powers.len()) {
            Some(trigger) => triggers
                .values()
                .nth(trigger)
                .map_or_else(String::new, |t| sheet::trigger(rules, t)),
            None => stance(rules, Id::new(at)),
        });
    }
    let mut parts = vec![relations(rules, width)];
    let words = Words::about(rules, "it");
    let mut rows = table(&["who", "", "declare war on", "while"], width);
    for d in &rules.politics.declarations {
        let (by, on) = (
            names::powers(rules, d.by, "or"),
            names::powers(rules, d.on, "or"),
        );
        rows.add_row(vec![by, may(d.verdict).to_owned(), on, words.cond(&d.when)]);
    }
    parts.push(render(&rows));
    for set in &rules.politics.as_one {
        parts.push(format!(
            "{} are one power for politics.",
            names::powers(rules, *set, "and")
        ));
    }
    for g in &rules.politics.guardianships {
        let who = names::powers(rules, g.guardians, "or");
        let when = words.given("while", &g.when);
        parts.push(format!(
            "{who} may take over territories of {}{when}.",
            power_name(rules, g.ward)
        ));
    }
    parts.extend(triggers.values().map(|t| sheet::trigger(rules, t)));
    Ok(parts.join("\n\n"))
}

/// The relations at the start as a matrix over the powers that matter for it.
fn relations(rules: &Rules, width: Option<u16>) -> String {
    let powers: Vec<PowerId> = rules.powers.powers.ids().collect();
    let mut header = vec!["at the start"];
    header.extend(powers.iter().map(|p| power_name(rules, *p)));
    let mut rows = table(&header, width);
    for a in &powers {
        let cell = |b: &PowerId| match rules.powers.relations.get(rules.powers.pair(*a, *b)) {
            _ if a == b => "",
            Some(Relation::War) => "war",
            Some(Relation::Allied) => "allied",
            _ => "neutral",
        };
        let mut row = vec![power_name(rules, *a)];
        row.extend(powers.iter().map(cell));
        rows.add_row(row);
    }
    render(&rows)
}

/// Everything politics says about one power.
fn stance(rules: &Rules, power: PowerId) -> String {
    let mut lines = vec![power_name(rules, power).to_owned()];
    for relation in [Relation::War, Relation::Allied, Relation::Neutral] {
        let others = rules.powers.powers.ids().filter(|p| *p != power);
        let set: PowerSet = others
            .filter(|p| rules.powers.relations.get(rules.powers.pair(power, *p)) == Some(&relation))
            .collect();
        if !set.is_empty() {
            let with = names::list(
                &set.iter().map(|p| power_name(rules, p)).collect::<Vec<_>>(),
                "and",
            );
            lines.push(match relation {
                Relation::Neutral => format!("  neutral to {with} at the start"),
                relation => format!("  {} with {with} at the start", relation_word(relation)),
            });
        }
    }
    let words = Words::about(rules, power_name(rules, power));
    for d in rules
        .politics
        .declarations
        .iter()
        .filter(|d| d.by.has(power))
    {
        lines.push(format!(
            "  {} declare war on {}{}",
            may(d.verdict),
            names::powers(rules, d.on, "or"),
            words.given("while", &d.when)
        ));
    }
    lines.join("\n")
}

fn battles(rules: &Rules, name: Option<&str>) -> Result<String, Unknown> {
    let plans = &rules.battles.plans;
    if let Some(name) = name {
        let at = find(
            "battle plan",
            name,
            plans.values().map(|p| vec![p.name.as_str()]),
        )?;
        return Ok(plans::plan(rules, &plans[Id::new(at)]));
    }
    let mut parts: Vec<String> = plans.values().map(|p| plans::plan(rules, p)).collect();
    parts.push(plans::all(rules));
    Ok(parts.join("\n\n"))
}

fn scripts(rules: &Rules, name: Option<&str>, width: Option<u16>) -> Result<String, Unknown> {
    let all = &rules.specials;
    let chosen = match name {
        Some(name) => Some(find(
            "script",
            name,
            all.values().map(|s| vec![s.name.as_str()]),
        )?),
        None => None,
    };
    if all.is_empty() {
        return Ok("no scripts".to_owned());
    }
    let mut rows = table(&["script", "parameter", "value"], width);
    for (_, script) in all
        .iter()
        .filter(|(id, _)| chosen.is_none_or(|c| c == id.index()))
    {
        if script.params.is_empty() {
            rows.add_row(vec![script.name.as_str(), "", ""]);
        }
        for (i, (name, param)) in script.params.iter().enumerate() {
            let value = param_words(rules, param);
            rows.add_row(vec![
                if i == 0 {
                    script.name.clone()
                } else {
                    String::new()
                },
                name.clone(),
                value,
            ]);
        }
    }
    Ok(render(&rows))
}
