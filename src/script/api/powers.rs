//! Powers as scripts see them.

use super::super::complaint::{Complaint, Res, advise};
use super::super::convert::{optional, spaces_of};
use super::super::world::World;
use super::{Api, Of};
use rhai::{Dynamic, ImmutableString};
use sandtable_kernel::SpaceMark;
use sandtable_rules::{Id, PowerId, SpaceId, SpaceSet};

/// Registers them.
pub fn register(api: &mut Api) {
    let doc = "A power, with or without a player.";
    let power = &mut api.kind::<PowerId>("Power", doc).compare();
    power.get("name -> Text", "Its name.", |w, p| w.names().powers.name(p));
    power.get("side -> Text", "The side it wins with, or `()`.", |w, p| {
        optional(w.rules().powers[p].side.map(|s| w.names().sides.name(s)))
    });
    let doc = "It has turns of its own.";
    power.get("plays -> Flag", doc, |w, p| w.rules().powers[p].plays);
    relations(power);
    wealth(power);
}

fn relations(power: &mut Of<'_, PowerId>) {
    let doc = "The two are at war.";
    power.ask(
        "at_war_with(other: Power) -> Flag",
        doc,
        |w, a, b: PowerId| Ok(w.cx().at_war(a, b)),
    );
    let doc = "The two are allies, or the same.";
    power.ask(
        "friend_of(other: Power) -> Flag",
        doc,
        |w, a, b: PowerId| Ok(w.cx().friends(a, b)),
    );
    let doc = "Every power at war with it.";
    power.get("foes -> Powers", doc, |w, p| w.cx().foes(p));
    let doc = "The power itself and its allies.";
    power.get("friends -> Powers", doc, |w, p| w.cx().allies(p));
}

fn wealth(power: &mut Of<'_, PowerId>) {
    let doc = "What it has, in IPC.";
    power.get("treasury -> Number", doc, |w, p| {
        i64::from(w.state.funds(w.rules(), p))
    });
    let doc = "What the territories it controls are worth, in IPC a turn.";
    power.get("production -> Number", doc, |w, p| {
        i64::from(w.state.production(w.rules(), p))
    });
    let doc = "The territories it controls.";
    power.get("land -> Spaces", doc, land_of);
    let doc = "How many of these spaces it controls.";
    power.ask(
        "controls(spaces: Spaces) -> Number",
        doc,
        |w, p, spaces: Dynamic| Ok(land_of(w, p).intersect(spaces_of(w, &spaces)?).len() as i64),
    );
    let doc = "What the ones it controls among these spaces are worth together, in IPC a turn.";
    power.ask(
        "income_from(spaces: Spaces) -> Number",
        doc,
        |w, p, spaces: Dynamic| {
            let own = w.state.holdings(p, spaces_of(w, &spaces)?);
            Ok(i64::from(w.rules().board.income(own)))
        },
    );
    let doc = "Whether these spaces are all of the region of one of its treasuries; so they are where it has one.";
    power.ask(
        "one_treasury(spaces: Spaces) -> Flag",
        doc,
        |w, p, spaces: Dynamic| {
            let powers = &w.rules().powers;
            let economies = spaces_of(w, &spaces)?;
            let mut economies = economies.iter().map(|s| powers.economy_at(p, s));
            let first = economies.next();
            Ok(economies.all(|e| Some(e) == first))
        },
    );
    let doc = "Whether it has made an advance.";
    power.ask(
        "has(advance: Text) -> Flag",
        doc,
        |w, p, name: ImmutableString| {
            let mut names = w.rules().advances.names.iter();
            let Some((advance, _)) = names.find(|(_, n)| n.eq_ignore_ascii_case(&name)) else {
                let help = "advances are named as on the charts of the pack";
                return advise(format!("there is no advance `{name}`"), help);
            };
            Ok(w.cx().state.advances[p.index()].has(advance))
        },
    );
    let doc = "All its capitals are in its own or friendly hands; true without one.";
    power.get("holds_capital -> Flag", doc, |w, p| {
        w.cx().holds_capitals(p)
    });
    power.get("capitals -> Spaces", "Its capitals.", |w, p| {
        let economies = &w.rules().powers[p].economies;
        economies
            .iter()
            .filter_map(|e| w.rules().powers.economies[*e].capital)
            .collect::<SpaceSet>()
    });
    let doc = "The territories it has taken this turn: it controls them now and did not when the turn began.";
    power.get("taken -> Spaces", doc, |w, p| {
        let new = |s: &SpaceId| w.state.start_owner(*s) != Some(p);
        land_of(w, p).iter().filter(new).collect::<SpaceSet>()
    });
    let doc = "The territories it controls and did not take since its last turn began.";
    power.get("settled -> Spaces", doc, |w, p| {
        land_of(w, p)
            .iter()
            .filter(|s| !w.state.marked(*s, SpaceMark::Fresh))
            .collect::<SpaceSet>()
    });
    let api = &mut *power.api;
    let doc = "The only power of a set that must hold exactly one.";
    api.add(
        "Powers.only -> Power",
        doc,
        |set: sandtable_rules::PowerSet| {
            let first = set.iter().next().filter(|_| set.len() == 1);
            first.ok_or_else(|| {
                Complaint::raised(format!("this set holds {} powers, not one", set.len())).into()
            }) as Res<PowerId>
        },
    );
}

/// The territories a power controls.
fn land_of(w: &World, power: PowerId) -> SpaceSet {
    w.state.holdings(power, w.rules().board.land)
}
