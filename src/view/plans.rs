//! Battle plans in words, step by step, as a player would explain them.

use super::Words;
use super::names::{self, list, value};
use crate::rules::{
    AttrId, BattlePlan, Change, Chooser, Cond, DicePer, FireStep, Losses, Modifier, Presence,
    RetreatTo, Role, Roll, Rules, SiteKind, Spare, Stage, Station, Step,
};

pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Attacker => "attacker",
        Role::Defender => "defender",
    }
}

/// A plan in full.
pub(super) fn plan(rules: &Rules, plan: &BattlePlan) -> String {
    let kind = match plan.kind {
        SiteKind::Raid => "raids on facilities",
        SiteKind::Sea => "battles at sea",
        SiteKind::Land => "battles on land",
    };
    let mut lines = vec![format!("Battle plan “{}”, for {kind}", plan.name)];
    lines.push(format!(
        "  takes part: {}",
        names::units(rules, plan.participants, "and")
    ));
    for (title, steps) in [
        ("once, before the first round", &plan.start),
        ("every round", &plan.round),
    ] {
        if steps.is_empty() {
            continue;
        }
        lines.push(format!("  {title}"));
        for (i, step) in steps.iter().enumerate() {
            lines.push(format!("    {}. {}", i + 1, self::step(rules, step)));
        }
    }
    if let Some(n) = plan.max_rounds {
        lines.push(format!(
            "  ends after {n} {}",
            if n == 1 { "round" } else { "rounds" }
        ));
    }
    if !plan.last.is_empty() {
        let last: Vec<String> = plan
            .last
            .iter()
            .map(|s| names::units(rules, *s, "or"))
            .collect();
        lines.push(format!("  lost last: {}", last.join(", then ")));
    }
    lines.join("\n")
}

pub(super) fn step(rules: &Rules, step: &Step) -> String {
    let units = |set| names::units(rules, set, "and");
    match step {
        Step::Fire(fire) => self::fire(rules, fire),
        Step::Remove => "losses leave".to_owned(),
        Step::Submerge {
            role: r,
            units: u,
            unless,
        } => {
            let unless = unless.as_ref().map_or_else(String::new, |p| {
                format!(" unless {}", presence(rules, p, *r))
            });
            format!("{} of the {} may submerge{unless}", units(*u), role(*r))
        }
        Step::Defenceless { role: r, units: u } => {
            format!(
                "{} of the {} perish when nothing of it can fire back any more",
                units(*u),
                role(*r)
            )
        }
        Step::Retreat(r) => {
            let to = match r.to {
                RetreatTo::CameFrom => "to a space that attackers came from",
                RetreatTo::Adjacent => "to a bordering friendly space",
            };
            let from = if r.from_round > 1 {
                format!(" from round {} on", r.from_round)
            } else {
                String::new()
            };
            let stay = if r.seaborne_stay {
                "; what came by sea stays"
            } else {
                ""
            };
            let must = r
                .latest
                .map(|n| format!(", and must after round {n}"))
                .unwrap_or_default();
            format!(
                "the {} may retreat with {} {to}{from}{stay}{must}",
                role(r.role),
                units(r.units)
            )
        }
        Step::Intercept { units: u } => {
            format!("the defender may send up {} against the raiders", units(*u))
        }
        Step::Divide => "the attacker divides the raiders left among the facilities".to_owned(),
        Step::Damage { sides, bonus } => {
            let bonus = if *bonus == 0 {
                String::new()
            } else {
                format!(" plus {bonus}")
            };
            format!("each raider left does one die (1 to {sides}){bonus} of damage to its target")
        }
    }
}

pub(super) fn presence(rules: &Rules, p: &Presence, side: Role) -> String {
    let whose = if p.enemy { side.other() } else { side };
    format!(
        "the {} has {}",
        role(whose),
        names::units(rules, p.units, "or")
    )
}

/// The name of an attribute.
pub(super) fn attribute(rules: &Rules, attr: AttrId) -> String {
    rules
        .units
        .attrs
        .values()
        .nth(usize::from(attr.0))
        .map_or("?", |a| a)
        .replace('_', " ")
}

/// A volley.
pub(super) fn fire(rules: &Rules, f: &FireStep) -> String {
    let attr = attribute(rules, f.value);
    let place = match f.station {
        Station::Battle => "",
        Station::Offshore => " offshore",
        Station::Target => " raided",
    };
    let mut text = format!(
        "{}: {}{place} of the {} fire at {attr}",
        f.name,
        names::units(rules, f.shooters, "and"),
        role(f.role)
    );
    match f.dice {
        DicePer::Shooter(1) => {}
        DicePer::Shooter(n) => text.push_str(&format!(", {n} dice each")),
        DicePer::Target => text.push_str(", one die for each target"),
    }
    text.push_str(&format!(", on {}", names::units(rules, f.targets, "and")));
    text.push_str(match f.roll {
        Roll::AtOrLess { .. } => "",
        Roll::LowLuck { .. } => ", values added up, a hit for each full die, one die for the rest",
        Roll::Pooled { .. } => ", values added up as hits, one die for the fraction",
    });
    for spare in &f.spares {
        text.push_str(&self::spare(rules, spare, f.role));
    }
    let conditions: Vec<String> = f
        .only_if
        .iter()
        .map(|p| presence(rules, p, f.role))
        .collect();
    if !conditions.is_empty() {
        text.push_str(&format!("; only if {}", list(&conditions, "and")));
    }
    let unless: Vec<String> = f
        .unless
        .iter()
        .map(|p| presence(rules, p, f.role))
        .collect();
    if !unless.is_empty() {
        text.push_str(&format!("; not if {}", list(&unless, "or")));
    }
    text.push_str(&rounds(f.rounds));
    text.push_str(if f.losses == Losses::Leave {
        "; losses leave at once"
    } else {
        "; losses may still fire"
    });
    if f.chooser == Chooser::Firer {
        text.push_str(", chosen by the side that fired");
    }
    text
}

pub(super) fn spare(rules: &Rules, s: &Spare, side: Role) -> String {
    let unless = s.unless.as_ref().map_or_else(String::new, |p| {
        format!(" unless {}", presence(rules, p, side))
    });
    format!(
        "; {} cannot hit {}{unless}",
        names::units(rules, s.shooters, "and"),
        names::units(rules, s.targets, "or")
    )
}

pub(super) fn rounds((first, last): (u16, u16)) -> String {
    match (first, last) {
        (0 | 1, u16::MAX) => String::new(),
        (a, b) if a == b => format!("; in round {a} only"),
        (a, u16::MAX) => format!("; from round {a} on"),
        (a, b) => format!("; in rounds {a} to {b}"),
    }
}

/// A modifier as a sentence.
pub(super) fn modifier(rules: &Rules, m: &Modifier) -> String {
    let attr = attribute(rules, m.value);
    let change = match m.change {
        Change::Set(v) => format!("{attr} becomes {}", value(v)),
        Change::Add(v) if v.0 < 0 => format!("{attr} {}", value(v)),
        Change::Add(v) => format!("{attr} +{}", value(v)),
        Change::Times(n) => format!("{attr} times {n}"),
    };
    let mut text = format!(
        "{} of the {}: {change}",
        names::units(rules, m.units, "and"),
        role(m.role)
    );
    if !m.givers.is_empty() {
        let givers = names::units(rules, m.givers, "or");
        text.push_str(&format!(", {} for each of {givers} firing along", m.ratio));
    }
    text.push_str(&rounds(m.rounds));
    if m.when != Cond::Always {
        text.push_str(&format!(
            ", while {}",
            Words::about(rules, "its power").cond(&m.when)
        ));
    }
    text
}

/// All battles, as people read it: what all plans share, and modifiers.
pub(super) fn all(rules: &Rules) -> String {
    let modifiers = rules
        .battles
        .modifiers
        .iter()
        .map(|m| format!("\n  {}", modifier(rules, m)));
    format!(
        "All battles\n{}{}",
        shared(rules),
        modifiers.collect::<String>()
    )
    .trim_end()
    .to_owned()
}

/// What all plans share: order of battles, bombardment, raids.
pub(super) fn shared(rules: &Rules) -> String {
    let b = &rules.battles;
    let units = |set| names::units(rules, set, "and");
    let stage = |s: &Stage| match s {
        Stage::Raids => "raids",
        Stage::Assaults => "assaults from the sea",
        Stage::Others => "all other battles",
    };
    let mut lines = Vec::new();
    if !b.stages.is_empty() {
        lines.push(format!(
            "  order: {}",
            b.stages
                .iter()
                .map(stage)
                .collect::<Vec<_>>()
                .join(", then ")
        ));
    }
    if let Some(bombard) = &b.bombardment {
        let one = if bombard.one_per_landed {
            ", one ship for each unit landed"
        } else {
            ""
        };
        let quiet = if bombard.quiet_zone {
            ", only from zones without a battle this turn"
        } else {
            ""
        };
        lines.push(format!(
            "  {} may bombard a landing{one}{quiet}",
            units(bombard.ships)
        ));
    }
    for raider in &b.raiders {
        lines.push(format!(
            "  {} may raid {}",
            units(raider.units),
            units(raider.targets)
        ));
    }
    match b.disputes {
        Some(Chooser::Firer) => lines.push(
            "  losses on which the owners do not agree are chosen by the side that fired"
                .to_owned(),
        ),
        Some(Chooser::Owner) | None => {}
    }
    if !b.escorts.is_empty() {
        lines.push(format!("  {} may fly along with raiders", units(b.escorts)));
    }
    lines.join("\n")
}
