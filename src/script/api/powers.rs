//! Powers as scripts see them.

use super::super::complaint::Complaint;
use super::super::convert::spaces_of;
use super::super::world::World;
use super::Api;
use crate::kernel::SpaceMark;
use crate::rules::{Id, PowerId, SpaceId, SpaceSet};
use rhai::{Dynamic, ImmutableString};

/// Registers them.
pub fn register(api: &mut Api) {
    api.kind::<PowerId>("Power", "A power, with or without a player.");
    api.compare::<PowerId>();
    api.get("Power.name -> Text", "Its name.", |w, p: PowerId| {
        Ok(w.names().powers.name(p))
    });
    api.get(
        "Power.side -> Text",
        "The side it wins with, or `()`.",
        |w, p: PowerId| {
            Ok(w.rules().powers[p]
                .side
                .map_or(Dynamic::UNIT, |s| w.names().sides.name(s).into()))
        },
    );
    api.get(
        "Power.plays -> Flag",
        "It has turns of its own.",
        |w, p: PowerId| Ok(w.rules().powers[p].plays),
    );
    relations(api);
    wealth(api);
}

fn relations(api: &mut Api) {
    api.ask(
        "Power.at_war_with(other: Power) -> Flag",
        "The two are at war.",
        |w, a: PowerId, b: PowerId| Ok(w.cx().at_war(a, b)),
    );
    api.ask(
        "Power.friend_of(other: Power) -> Flag",
        "The two are allies, or the same.",
        |w, a: PowerId, b: PowerId| Ok(w.cx().friends(a, b)),
    );
    api.get(
        "Power.foes -> Powers",
        "Every power at war with it.",
        |w, p: PowerId| Ok(w.cx().foes(p)),
    );
    api.get(
        "Power.friends -> Powers",
        "The power itself and its allies.",
        |w, p: PowerId| Ok(w.cx().allies(p)),
    );
}

fn wealth(api: &mut Api) {
    api.get(
        "Power.treasury -> Number",
        "What it has, in IPC.",
        |w, p: PowerId| Ok(i64::from(treasury(w, p))),
    );
    api.get(
        "Power.production -> Number",
        "What the territories it controls are worth, in IPC a turn.",
        |w, p: PowerId| Ok(income_of(w, p, w.rules().board.land)),
    );
    api.get(
        "Power.land -> Spaces",
        "The territories it controls.",
        |w, p: PowerId| Ok(land_of(w, p)),
    );
    let doc = "How many of these spaces it controls.";
    api.ask(
        "Power.controls(spaces: Spaces) -> Number",
        doc,
        |w, p: PowerId, spaces: Dynamic| {
            Ok(land_of(w, p).intersect(spaces_of(w, &spaces)?).len() as i64)
        },
    );
    let doc = "What the ones it controls among these spaces are worth together, in IPC a turn.";
    api.ask(
        "Power.income_from(spaces: Spaces) -> Number",
        doc,
        |w, p: PowerId, spaces: Dynamic| Ok(income_of(w, p, spaces_of(w, &spaces)?)),
    );
    api.get(
        "Power.holds_capital -> Flag",
        "All its capitals are in its own or friendly hands; true without one.",
        |w, p: PowerId| Ok(w.cx().holds_capitals(p)),
    );
    api.get(
        "Power.capitals -> Spaces",
        "Its capitals.",
        |w, p: PowerId| {
            let economies = &w.rules().powers[p].economies;
            Ok(economies
                .iter()
                .filter_map(|e| w.rules().powers.economies[*e].capital)
                .collect::<SpaceSet>())
        },
    );
    let doc = "The territories it has taken this turn: it controls them now and did not when the turn began.";
    api.get("Power.taken -> Spaces", doc, |w, p: PowerId| {
        let new = |s: &SpaceId| w.state.start_owner(*s) != Some(p);
        Ok(land_of(w, p).iter().filter(new).collect::<SpaceSet>())
    });
    let doc = "The territories it controls and did not take since its last turn began.";
    api.get("Power.settled -> Spaces", doc, |w, p: PowerId| {
        Ok(land_of(w, p)
            .iter()
            .filter(|s| !w.state.marked(*s, SpaceMark::Fresh))
            .collect::<SpaceSet>())
    });
    let doc = "The only power of a set that must hold exactly one.";
    api.add(
        "Powers.only -> Power",
        doc,
        |set: crate::rules::PowerSet| {
            let first = set.iter().next().filter(|_| set.len() == 1);
            first.ok_or_else(|| {
                Complaint::new(format!("this set holds {} powers, not one", set.len())).into()
            }) as super::super::complaint::Res<PowerId>
        },
    );
}

/// What a power's treasuries hold together.
pub fn treasury(w: &World, power: PowerId) -> i32 {
    w.state.funds(w.rules(), power)
}

/// The territories a power controls.
fn land_of(w: &World, power: PowerId) -> SpaceSet {
    w.rules()
        .board
        .land
        .iter()
        .filter(|s| w.state.owner(*s) == Some(power))
        .collect()
}

fn income_of(w: &World, power: PowerId, spaces: SpaceSet) -> i64 {
    let held = w
        .rules()
        .board
        .spaces
        .ids()
        .filter(|s| spaces.has(*s) && w.state.owner(*s) == Some(power));
    held.map(|s| i64::from(w.rules().board.spaces[s].income))
        .sum()
}

/// The name of a power for a message.
pub fn name(w: &World, power: PowerId) -> ImmutableString {
    if power.index() < w.rules().powers.powers.len() {
        w.names().powers.name(power)
    } else {
        "?".into()
    }
}
