//! One thing of an edition in full: a space, a unit type, a trigger.

use super::Words;
use super::names::{self, list, power_name, space_name, unit_name, value};
use crate::rules::{
    Domain, HoldKind, Id, OnCapture, Production, Reach, Rules, SpaceId, Terrain, Trigger, UnitType,
    UnitTypeId, Verdict,
};

/// The word for a domain.
pub(super) fn domain(domain: Domain) -> &'static str {
    match domain {
        Domain::Land => "land",
        Domain::Air => "air",
        Domain::Sea => "sea",
        Domain::Facility => "facility",
    }
}

/// What is special about a space.
pub(super) fn notes(rules: &Rules, space: SpaceId) -> Vec<String> {
    let place = &rules.board.spaces[space];
    let mut notes = Vec::new();
    if let Some(p) = place.capital_of {
        notes.push(format!("capital of {}", power_name(rules, p)));
    }
    if let Some(city) = &place.city {
        notes.push(format!("victory city {city}"));
    }
    if place.closed {
        notes.push("closed".to_owned());
    }
    if place.militia > 0 {
        notes.push(format!("militia {}", place.militia));
    }
    notes.extend(
        place
            .tags
            .iter()
            .filter_map(|t| rules.board.tags.values().nth(t.index()))
            .cloned(),
    );
    notes
}

/// A space in full.
pub(super) fn space(rules: &Rules, id: SpaceId) -> String {
    let place = &rules.board.spaces[id];
    let kind = match place.terrain {
        Terrain::Sea => "sea zone",
        Terrain::Land if place.island => "island",
        Terrain::Land => "territory",
    };
    let mut lines = vec![format!("{} ({kind})", place.name)];
    if !place.aliases.is_empty() {
        lines.push(format!("  also called {}", list(&place.aliases, "or")));
    }
    if place.terrain == Terrain::Land {
        let holder = |p| names::holder(rules, p);
        lines.push(format!("  worth {} IPC a turn", place.income));
        lines.push(format!(
            "  first of {}, held by {} at the start",
            holder(place.original),
            holder(place.start)
        ));
    }
    let notes = notes(rules, id);
    if !notes.is_empty() {
        lines.push(format!("  {}", notes.join(", ")));
    }
    let of = |terrain| {
        place
            .borders
            .iter()
            .filter(move |b| rules.board.spaces[**b].terrain == terrain)
    };
    for (terrain, word) in [(Terrain::Land, "territories"), (Terrain::Sea, "sea zones")] {
        let near: Vec<&str> = of(terrain).map(|b| space_name(rules, *b)).collect();
        if !near.is_empty() {
            lines.push(format!("  borders {word} {}", list(&near, "and")));
        }
    }
    for gate in rules.board.gates.iter().filter(|g| g.joins.contains(&id)) {
        let other = gate.joins[usize::from(gate.joins[0] == id)];
        let held = names::spaces(rules, gate.held, "and", 16);
        let movers = names::units(rules, gate.movers, "and");
        lines.push(format!(
            "  {movers} pass to {} through {} while friends hold {held}",
            space_name(rules, other),
            gate.name
        ));
    }
    for power in rules.powers.powers.ids() {
        let rows = rules
            .setup
            .units
            .iter()
            .filter(|u| u.space == id && u.owner == power);
        let units: Vec<String> = rows
            .map(|u| {
                let damage = if u.damage > 0 {
                    format!(" with {} damage", u.damage)
                } else {
                    String::new()
                };
                names::count(rules, u.kind, u.count) + &damage
            })
            .collect();
        if !units.is_empty() {
            lines.push(format!(
                "  at the start: {} has {}",
                power_name(rules, power),
                units.join(", ")
            ));
        }
    }
    lines.join("\n")
}

/// What a unit type can do beyond moving and firing, a clause each.
pub(super) fn abilities(rules: &Rules, id: UnitTypeId) -> Vec<String> {
    let kind = &rules.units[id];
    let units = |set| names::units(rules, set, "or");
    let mut all = Vec::new();
    if kind.takes_ground {
        all.push("takes territory".to_owned());
    }
    if !kind.combat_move && kind.facility.is_none() {
        all.push("does not move in combat movement".to_owned());
    }
    if let Some(blitz) = &kind.blitz {
        let beside = if blitz.beside.is_empty() {
            String::new()
        } else {
            format!(" beside one of {}", units(blitz.beside))
        };
        all.push(format!("runs through empty enemy territory{beside}"));
    }
    for hold in &kind.holds {
        let what = match hold.kind {
            HoldKind::Cargo => "carries",
            HoldKind::Deck => "has a deck for",
        };
        let load = match hold.room {
            Some(room) => format!(
                "{room} points of {}",
                hold.slots.first().map_or_else(String::new, |s| units(*s))
            ),
            None => slots(rules, &hold.slots),
        };
        let whose = match names::powers(rules, hold.powers, "and") {
            all if all.starts_with("every power") => String::new(),
            some => format!(" ({some} only)"),
        };
        let shut = hold
            .shut_at
            .map_or_else(String::new, |at| format!(", shut from {at} damage on"));
        all.push(format!("{what} {load}{whose}{shut}"));
    }
    if kind.heals {
        all.push("mends itself after battle".to_owned());
    }
    if kind.on_capture == OnCapture::ChangesHands {
        all.push("changes hands with its territory".to_owned());
    }
    facility(rules, kind, &mut all);
    all
}

/// Slots of a hold: equal ones are counted.
fn slots(rules: &Rules, slots: &[crate::rules::UnitTypeSet]) -> String {
    let mut counted: Vec<(crate::rules::UnitTypeSet, usize)> = Vec::new();
    for slot in slots {
        match counted.iter_mut().find(|(set, _)| set == slot) {
            Some((_, n)) => *n += 1,
            None => counted.push((*slot, 1)),
        }
    }
    let slot = |(set, n): &(crate::rules::UnitTypeSet, usize)| {
        let units = names::units(rules, *set, "or");
        if set.len() == 1 {
            format!("{n} {units}")
        } else {
            format!("{n} of {units}")
        }
    };
    let parts: Vec<String> = counted.iter().map(slot).collect();
    list(&parts, "and")
}

fn facility(rules: &Rules, kind: &UnitType, all: &mut Vec<String>) {
    let Some(f) = &kind.facility else { return };
    match f.production {
        Some(Production::Units(n)) => all.push(format!("mobilizes {n} units less its damage")),
        Some(Production::Income) => {
            all.push("mobilizes as many units as its territory's income less its damage".to_owned())
        }
        None => {}
    }
    for bonus in &f.range_bonus {
        let near = if bonus.reach == Reach::Here {
            "that start here"
        } else {
            "that start in bordering sea zones"
        };
        all.push(format!(
            "{:+} movement for {} {near}",
            bonus.points,
            names::units(rules, bonus.movers, "and")
        ));
    }
    if !f.repairs.is_empty() {
        all.push(format!("repairs {}", names::units(rules, f.repairs, "and")));
    }
    if f.max_damage > 0 {
        let out = f
            .disabled_at
            .map_or_else(String::new, |at| format!(", out of use from {at}"));
        all.push(format!(
            "takes up to {} damage{out}, {} IPC a point to repair",
            f.max_damage, f.repair_cost
        ));
    }
    if let Some((from, price)) = f.upgrade {
        all.push(format!(
            "built upon {} for {price} IPC",
            unit_name(rules, from)
        ));
    }
    if let Some(as_) = f.captured_as {
        all.push(format!("becomes {} on capture", unit_name(rules, as_)));
    }
}

/// What stops it, and where it may be built: long, so told of single types only.
fn limits(rules: &Rules, kind: &UnitType) -> Vec<String> {
    let mut all = Vec::new();
    if !kind.stopped_by.is_empty() && kind.domain == Domain::Sea {
        all.push(format!(
            "stopped by enemy {}",
            names::units(rules, kind.stopped_by, "or")
        ));
    }
    if let Some(f) = kind
        .facility
        .as_ref()
        .filter(|f| kind.cost.is_some() || f.upgrade.is_some())
    {
        all.push(format!(
            "built in {}",
            Words::about(rules, "its owner").filter(&f.site)
        ));
    }
    all
}

/// A unit type in full.
pub(super) fn unit(rules: &Rules, id: UnitTypeId) -> String {
    let kind = &rules.units[id];
    let mut lines = vec![format!(
        "{} ({}, sign {})",
        unit_name(rules, id),
        domain(kind.domain),
        kind.glyph
    )];
    let also: Vec<&String> = kind.aliases.iter().filter(|a| **a != kind.name).collect();
    if !also.is_empty() {
        lines.push(format!("  also called {}", list(&also, "or")));
    }
    lines.push(kind.cost.map_or_else(
        || "  not for sale".to_owned(),
        |c| format!("  costs {c} IPC"),
    ));
    if kind.facility.is_none() {
        let hits = if kind.hits == 0 {
            "never a casualty".to_owned()
        } else {
            format!("takes {} hits", kind.hits)
        };
        lines
            .push(format!("  moves {}, {hits}", kind.moves).replace("takes 1 hits", "takes 1 hit"));
    }
    let values = rules.units.attrs.iter().filter_map(|(a, name)| {
        let v = kind.values.values().nth(a.index()).filter(|v| v.0 != 0)?;
        Some(format!("{} {}", name.replace('_', " "), value(*v)))
    });
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        lines.push(format!("  {}", values.join(", ")));
    }
    lines.extend(
        abilities(rules, id)
            .iter()
            .chain(&limits(rules, kind))
            .map(|a| format!("  {a}")),
    );
    for m in rules.battles.modifiers.iter().filter(|m| m.units.has(id)) {
        lines.push(format!("  {}", super::plans::modifier(rules, m)));
    }
    for p in rules.economy.purchases.iter().filter(|p| p.units.has(id)) {
        let when = Words::about(rules, "the buyer").given("while", &p.when);
        let verb = if p.verdict == Verdict::Forbid {
            "not bought"
        } else {
            "bought"
        };
        lines.push(format!(
            "  {verb} by {}{when}",
            names::powers(rules, p.by, "and")
        ));
    }
    lines.join("\n")
}

/// A trigger as a paragraph.
pub(super) fn trigger(rules: &Rules, t: &Trigger) -> String {
    let words = Words::about(rules, "the power on turn");
    let when = words.given("if", &t.when);
    let once = if t.once { " (once a game)" } else { "" };
    let mut at = words.when(&t.at);
    if let Some(first) = at.get_mut(0..1) {
        first.make_ascii_uppercase();
    }
    format!(
        "{}{once}\n  {at}{when}: {}.",
        t.name,
        words.effects(&t.effects)
    )
}
