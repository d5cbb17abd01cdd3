//! Where chosen units can get to, what comes of it, and what the way there runs into.

use super::ask::Ask;
use super::chance::Chance;
use super::game::At;
use super::moves::{Homeward, homeward, moving};
use sandtable_diag::Problems;
use sandtable_game::pending_battle;
use sandtable_game::plan::{self, Does, Target};
use sandtable_kernel::{
    Cx, Decision, DecisionKind, Event, Order, Risk, State, UnitIx, pending, tried,
};
use sandtable_rules::{SiteKind, space_name};
use sandtable_view::{Paint, describe_decision, event_text, order_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything that chosen units can do, each with the orders that do it: moves, battles, raids, going aboard, and
/// landings across the sea.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Targets {
    /// The numbers of the units.
    units: Vec<u16>,
    /// Only what leads to this space; with that comes where aircraft can land afterwards, and what others would be
    /// asked before the battle.
    to: Option<String>,
    /// Also what battles will come to.
    #[serde(default)]
    odds: bool,
}

/// What chosen units can do.
#[derive(Serialize, JsonSchema)]
pub(super) struct CanDo<'a> {
    /// Whether orders of movement may be given now; else this is what they could do in the next phase of movement.
    now: bool,
    targets: Vec<Leads<'a>>,
}

/// A place that chosen units can be brought to.
#[derive(Serialize, JsonSchema)]
struct Leads<'a> {
    space: &'a str,
    /// `move`, `battle`, `take` (a territory without a battle), `raid` or `load`.
    does: &'static str,
    /// The facility that is raided.
    #[serde(skip_serializing_if = "Option::is_none")]
    raids: Option<&'a str>,
    /// Whether ships land them.
    by_sea: bool,
    /// The numbers of those that get there.
    ids: Vec<u16>,
    /// Every space of the way, both ends included.
    way: Vec<&'a str>,
    /// The orders that do it, in their JSON form, to be given together in this order.
    #[schemars(with = "Vec<Order>")]
    orders: Vec<Value>,
    /// What the battle will come to, with whatever else is to fight there.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Chance>,
    /// What the way runs into, where only this space was asked about and one move leads there.
    #[serde(skip_serializing_if = "Option::is_none")]
    meets: Option<Risk>,
    /// The safest way, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    safer: Option<Safer<'a>>,
    /// What comes of these orders besides, in words: wars, and whatever rules add to them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    brings: Vec<String>,
    /// Where the aircraft among them can land afterwards, the nearest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    home: Vec<Homeward<'a>>,
    /// What another power would be asked before the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
}

/// A way that runs into less.
#[derive(Serialize, JsonSchema)]
struct Safer<'a> {
    /// Every space of it, both ends included.
    way: Vec<&'a str>,
    /// What it still runs into.
    meets: Risk,
    /// The order that goes there, in its JSON form.
    #[schemars(with = "Order")]
    order: Value,
}

/// What the way to a target runs into, and a safer one.
fn risks<'a>(cx: Cx<'a>, then: Cx<'_>, target: &Target) -> Option<(Risk, Option<Safer<'a>>)> {
    let (risk, round) = plan::risks(then, target)?;
    let safer = round.and_then(|(order, risk)| match &order {
        Order::Move { path, .. } => Some(Safer {
            way: path.iter().map(|s| space_name(cx.rules, *s)).collect(),
            meets: risk,
            order: order_json(cx.rules, &order),
        }),
        _ => None,
    });
    Some((risk, safer))
}

/// The end of the phase, as it would go from a position on: how it stands then and what happened, if no dice are needed.
fn ended(cx: Cx<'_>, state: &State) -> Option<(State, Vec<Event>)> {
    tried(cx.on(state), &Order::EndPhase).ok()
}

/// The wars and whatever else rules add to what is ordered, of what happened, each in words.
fn besides(cx: Cx<'_>, events: &[Event]) -> Vec<String> {
    let besides = events.iter().filter(|event| {
        use Event::{Appeared, Declared, Note, Relation, Sided, Treasury, Triggered};
        matches!(
            event,
            Appeared(_)
                | Declared { .. }
                | Note { .. }
                | Relation { .. }
                | Sided { .. }
                | Treasury { .. }
                | Triggered { .. }
        )
    });
    besides.map(|event| event_text(cx.rules, event)).collect()
}

/// What orders bring besides what they say, at once and when the phase ends after them: what its end brings
/// `anyway` is not theirs.
fn brings(cx: Cx<'_>, orders: &[Order], ended: Option<&[Event]>, anyway: &[String]) -> Vec<String> {
    let (mut state, mut told) = (cx.state.clone(), Vec::new());
    for order in orders {
        if let Ok((then, events)) = tried(cx.on(&state), order) {
            state = then;
            told.extend(besides(cx, &events));
        }
    }
    let mut later = besides(cx, ended.unwrap_or_default());
    for line in anyway {
        if let Some(at) = later.iter().position(|other| other == line) {
            later.remove(at);
        }
    }
    told.extend(later);
    told
}

/// What comes of orders that lead somewhere.
fn chance(cx: Cx<'_>, target: &Target) -> Option<Chance> {
    let kind = match target.does {
        Does::Raid(_) => Some(SiteKind::Raid),
        Does::Battle => None,
        Does::Move | Does::Take | Does::Load => return None,
    };
    let then = cx.on(&target.after);
    Chance::of(&pending_battle(then, target.space, kind).ok()?)
}

/// What another power is asked once all moves are made, as they stand at the end of the phase.
fn asked(cx: Cx<'_>, ended: &State) -> Option<String> {
    let decision = pending(cx.on(ended)).filter(|d| d.power != cx.active());
    let before =
        |d: &Decision| matches!(d.kind, DecisionKind::Offer(_) | DecisionKind::Pick { .. });
    let decision = decision.filter(before)?;
    let asked = describe_decision(cx.rules, ended, &decision, Paint::Off);
    asked.lines().next().map(str::to_owned)
}

impl<'a> Ask<At<'a>> for Targets {
    fn ask(&self, at: At<'a>) -> Result<CanDo<'a>, Problems> {
        let (now, state) = moving(at);
        let cx = at.session.cx();
        let then = cx.on(&state);
        let only = at.session.names().spaces.said(&self.to)?;
        let chosen: Vec<UnitIx> = self.units.iter().copied().map(UnitIx).collect();
        let name = |s: &sandtable_rules::SpaceId| space_name(cx.rules, *s);
        let form = |order: &Order| order_json(cx.rules, order);
        let anyway = only.and_then(|_| ended(cx, &state));
        let anyway = anyway.map_or(Vec::new(), |(_, events)| besides(cx, &events));
        let facts = |target: Target| {
            let risks = only.and_then(|_| risks(cx, then, &target));
            let ended = only.and_then(|_| ended(cx, &target.after));
            let events = ended.as_ref().map(|(_, events)| events.as_slice());
            let (meets, safer) = risks.map_or((None, None), |(meets, safer)| (Some(meets), safer));
            Leads {
                meets,
                safer,
                brings: only
                    .map_or_else(Vec::new, |_| brings(then, &target.orders, events, &anyway)),
                space: name(&target.space),
                does: target.does.name(),
                raids: match target.does {
                    Does::Raid(ix) => Some(&cx.rules.units[state.unit(ix).kind].name),
                    _ => None,
                },
                by_sea: target.by_sea,
                ids: target.units.iter().map(|ix| ix.0).collect(),
                way: target.way.iter().map(name).collect(),
                orders: target.orders.iter().map(form).collect(),
                chance: self.odds.then(|| chance(then, &target)).flatten(),
                home: only.map_or_else(Vec::new, |_| home(cx, then.on(&target.after), &target)),
                asked: ended
                    .as_ref()
                    .filter(|_| target.does == Does::Battle)
                    .and_then(|(state, _)| asked(then, state)),
            }
        };
        let targets = plan::targets(then, &chosen, only);
        Ok(CanDo {
            now,
            targets: targets.into_iter().map(facts).collect(),
        })
    }
}

/// Where aircraft that were brought somewhere can land afterwards.
fn home<'a>(cx: Cx<'a>, after: Cx<'_>, target: &Target) -> Vec<Homeward<'a>> {
    let flown = |ix: &UnitIx| cx.rules.units.air.has(after.state.unit(*ix).kind);
    if !target.units.iter().any(flown) {
        return Vec::new();
    }
    homeward(cx, after, Some(target.space))
}
