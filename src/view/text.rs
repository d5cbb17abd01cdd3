//! What the game waits for, in words: who must speak, about what, and between what they choose.

use super::Paint;
use super::names::{counts, list, space_name, unit_name};
use sandtable_kernel::{
    Choice, Decision, DecisionKind, Hits, NOWHERE, Offer, Site, State, UnitIx, seaborne_stay,
    tallies, tally,
};
use sandtable_rules::{Rules, SiteKind, UnitTypeSet};

/// What a decision asks, in one line or, with options to choose from, a few.
pub fn describe_decision(
    rules: &Rules,
    state: &State,
    decision: &Decision,
    paint: Paint,
) -> String {
    let question = ask(rules, state, &decision.kind);
    format!("{}: {question}", paint.power(rules, decision.power))
}

fn ask(rules: &Rules, state: &State, kind: &DecisionKind) -> String {
    let space = |s| space_name(rules, s);
    let spaces = |all: &[_]| list(all.iter().map(|s| space(*s)), "or");
    let units = |all: &[UnitIx]| {
        let units = all.iter().filter_map(|ix| state.get(*ix));
        counts(rules, &tally(units.map(|u| u.kind)))
    };
    let which = |all: &[UnitIx]| match all {
        [_] => format!("does {}", units(all)),
        _ => format!("which of {}", units(all)),
    };
    let stay = match seaborne_stay(rules, state) {
        true => " Units that came from the sea stay and fight on.",
        false => "",
    };
    match kind {
        DecisionKind::Phase(kind) => format!("{}: {}", kind.words(), kind.asks()),
        DecisionKind::Fight { sites } => {
            let sites = sites.iter().map(|s| site(rules, s));
            format!("which battle is fought next: {}?", list(sites, "or"))
        }
        DecisionKind::Casualties {
            space: s,
            hits,
            candidates,
            count,
        } => {
            let losses = match count {
                1 => "1 loss".to_owned(),
                count => format!("{count} losses"),
            };
            let among = units(candidates) + &limits(rules, state, hits, candidates);
            format!("choose {losses} in {} among {among}", space(*s))
        }
        DecisionKind::Agree { space: s, losses } => {
            let losses = owned(rules, state, losses);
            format!("do you agree to lose {losses} in {}?", space(*s))
        }
        DecisionKind::Retreat {
            space: s,
            to,
            must: true,
        } => format!("retreat from {} to {}?", space(*s), spaces(to)),
        // Who stays over the space has only broken off.
        DecisionKind::Retreat { space: s, to, .. } if to.iter().all(|to| to == s) => {
            format!("fight on in {} or break off?{stay}", space(*s))
        }
        DecisionKind::Retreat { space: s, to, .. } => {
            format!(
                "fight on in {} or retreat to {}?{stay}",
                space(*s),
                spaces(to)
            )
        }
        DecisionKind::Pick {
            pick,
            space: s,
            units: u,
            max,
        } => pick
            .question
            .replace("{max}", &max.map_or(u.len(), usize::from).to_string())
            .replace("which of {units}", &which(u))
            .replace("{units}", &units(u))
            .replace("{space}", space(*s)),
        DecisionKind::Aim {
            space: s,
            raiders,
            targets,
        } => {
            let (raiders, targets) = (units(raiders), units(targets));
            let space = space(*s);
            format!("which of {raiders} raid which of {targets} in {space}?")
        }
        DecisionKind::Land { unit, to } => {
            let unit = state.get(*unit);
            let name = unit.map(|u| unit_name(rules, u.kind));
            let name = name.unwrap_or_else(|| "aircraft".to_owned());
            let over = space(unit.map_or(NOWHERE, |u| u.space));
            format!("where does the {name} over {over} land: {}?", spaces(to))
        }
        DecisionKind::Offer(offer) => self::offer(rules, state, offer),
    }
}

fn site(rules: &Rules, site: &Site) -> String {
    let space = space_name(rules, site.space);
    match (site.kind, site.assault) {
        (SiteKind::Raid, _) => format!("the raid on {space}"),
        (SiteKind::Sea, false) => format!("the sea battle in {space}"),
        (SiteKind::Sea, true) => format!("the sea battle in {space} before the landing"),
        (SiteKind::Land, false) => format!("the battle for {space}"),
        (SiteKind::Land, true) => format!("the landing on {space}"),
    }
}

/// Which hits cannot fall on every candidate.
fn limits(rules: &Rules, state: &State, hits: &[Hits], candidates: &[UnitIx]) -> String {
    let units = candidates.iter().filter_map(|ix| state.get(*ix));
    let kinds: UnitTypeSet = units.map(|u| u.kind).collect();
    let narrow = |h: &&Hits| h.count > 0 && !kinds.within(&h.targets);
    let narrow = hits.iter().filter(narrow).map(|h| {
        let on = super::names::units(rules, h.targets.intersect(kinds), "or");
        format!("{} of them on {on} only", h.count)
    });
    match narrow.collect::<Vec<_>>() {
        none if none.is_empty() => String::new(),
        narrow => format!(" ({})", narrow.join("; ")),
    }
}

fn offer(rules: &Rules, state: &State, offer: &Offer) -> String {
    let how_many = match (offer.min, offer.max) {
        (1, 1) => String::new(),
        (0, max) => format!(" (up to {max})"),
        (min, max) if min == max => format!(" ({min})"),
        (min, max) => format!(" ({min} to {max})"),
    };
    let mut text = format!("{}{how_many}", offer.text);
    for (i, choice) in offer.choices.iter().enumerate() {
        let choice = describe_choice(rules, state, choice);
        text.push_str(&format!("\n  {}. {choice}", i + 1));
    }
    text
}

/// A choice of an offer in words.
pub fn describe_choice(rules: &Rules, state: &State, choice: &Choice) -> String {
    match choice {
        Choice::Word(word) => word.clone(),
        Choice::Space(space) => space_name(rules, *space).to_owned(),
        Choice::Unit(ix) => match state.get(*ix) {
            Some(unit) => format!(
                "{} of {} in {}",
                unit_name(rules, unit.kind),
                super::names::power_name(rules, unit.owner),
                space_name(rules, unit.space)
            ),
            None => "a unit that is gone".to_owned(),
        },
    }
}

/// Units by their indices, added up owner by owner.
fn owned(rules: &Rules, state: &State, units: &[UnitIx]) -> String {
    let units = units.iter().filter_map(|ix| state.get(*ix));
    let owners = tallies(units.map(|u| (u.owner, u.kind))).into_iter();
    let owners = owners.map(|(power, own)| {
        let name = super::names::power_name(rules, power);
        format!("{} of {name}", counts(rules, &own))
    });
    list(owners, "and")
}
