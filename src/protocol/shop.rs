//! The request about buying and placing.

use super::ask::Ask;
use super::form::problem;
use super::game::At;
use sandtable_diag::Problems;
use sandtable_game::plan::{Sites, places};
use sandtable_kernel::{Count, Cx, Order, State, UnitIx, price_of, tried};
use sandtable_rules::{PhaseKind, SpaceId, UnitTypeId, space_name};
use sandtable_view::{counted, in_phase, order_json, rooms};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What can be bought, repaired and built up for how much, and where there is room for it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Shop {
    /// What might be bought on top of what is: how many of each type.
    #[serde(default)]
    basket: BTreeMap<String, u16>,
}

/// What can be bought, and where it can be placed.
#[derive(Serialize, JsonSchema)]
pub(super) struct Offered<'a> {
    power: &'a str,
    /// What the power has to spend.
    treasury: i32,
    /// What would be left of it with the basket bought.
    left: i32,
    items: Vec<Item<'a>>,
    /// The territories that mobilize, with the units that each can yet.
    factories: BTreeMap<&'a str, u16>,
    /// Where each type that is bought, or in the basket, could be placed, and how many of it.
    places: BTreeMap<&'a str, BTreeMap<&'a str, u16>>,
    /// What of it finds no room.
    homeless: BTreeMap<&'a str, u16>,
    /// Damage that can be repaired and what can be built up, each with its order.
    works: Vec<Work<'a>>,
}

/// A type that is for sale.
#[derive(Serialize, JsonSchema)]
struct Item<'a> {
    unit: &'a str,
    price: u16,
    /// How many the treasury pays for with the basket bought.
    most: i32,
}

/// Something that can be done to a facility.
#[derive(Serialize, JsonSchema)]
struct Work<'a> {
    space: &'a str,
    unit: &'a str,
    damage: u8,
    /// In words.
    words: String,
    #[schemars(with = "Order")]
    order: Value,
}

impl<'a> Ask<At<'a>> for Shop {
    fn ask(&self, at: At<'a>) -> Result<Offered<'a>, Problems> {
        let (session, cx) = (at.session, at.session.cx());
        let (rules, me) = (cx.rules, cx.active());
        let mut state = cx.state.clone();
        let mut basket = Vec::new();
        for (name, count) in self.basket.iter().filter(|(_, n)| **n > 0) {
            basket.push((session.names().units.called(name)?, *count));
        }
        if !basket.is_empty() {
            let done = tried(cx, &Order::Buy(basket));
            (state, _) = done.map_err(|r| problem(rules, &r))?;
        }
        let left = state.funds(rules, me);
        let item = |kind: UnitTypeId| {
            let price = price_of(cx, kind)?;
            let most = left.max(0).checked_div(i32::from(price));
            Some(Item {
                unit: &rules.units[kind].name,
                price,
                most: most.unwrap_or(i32::from(u16::MAX)),
            })
        };
        let (places, homeless) = placing(cx, &state);
        let name = |(space, most): (SpaceId, u16)| (space_name(rules, space), most);
        let sites = |(kind, at): Sites| {
            let at = at.into_iter().map(name).collect();
            (rules.units[kind].name.as_str(), at)
        };
        Ok(Offered {
            power: &rules.powers[me].name,
            treasury: cx.state.funds(rules, me),
            left,
            items: rules.units.types.ids().filter_map(item).collect(),
            factories: rooms(cx).map(name).collect(),
            places: places.into_iter().map(sites).collect(),
            homeless: counted(rules, &homeless),
            works: works(at),
        })
    }
}

/// Where what is bought can be placed, now or when the phase for it comes.
fn placing(cx: Cx<'_>, state: &State) -> (Vec<Sites>, Vec<Count>) {
    let placing = || in_phase(cx.on(state), cx.active(), &[PhaseKind::Mobilize]);
    let placed = (!state.bought.is_empty()).then(placing).flatten();
    placed.map_or_else(Default::default, |placed| places(cx.on(&placed)))
}

fn works<'a>(at: At<'a>) -> Vec<Work<'a>> {
    let (session, rules, state) = (at.session, at.session.rules(), at.session.state());
    let work = |order: &Order| {
        let facility: UnitIx = match order {
            Order::Repair { facility, .. } | Order::Upgrade(facility) => *facility,
            _ => return None,
        };
        let unit = state.unit(facility);
        Some(Work {
            space: space_name(rules, unit.space),
            unit: &rules.units[unit.kind].name,
            damage: unit.damage,
            words: session.print(order),
            order: order_json(rules, order),
        })
    };
    match rules.turn.phases[state.phase].kind {
        PhaseKind::Purchase => session.legal().iter().filter_map(work).collect(),
        _ => Vec::new(),
    }
}
