//! Requests about movement, by which a client plays with gestures: what can act, where chosen units can get to and what
//! comes of it, who can get to a space, and why something would be refused.

use super::ask::Look;
use super::form::{Said, find, problem};
use super::game::At;
use crate::diag::{Problem, Problems};
use crate::game::plan::{self, Does, Target, classes};
use crate::game::{Pending, pending_battle};
use crate::kernel::{
    Cx, Decision, DecisionKind, Event, Marks, Order, Risk, Scripted, State, UnitIx, apply, check,
    pending, range,
};
use crate::odds::{Case, How, Method, Runs};
use crate::rules::{PhaseKind, SiteKind, space_name};
use crate::view::{self, Paint, describe_decision, describe_event, order_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// So many battles are fought for a first glance at a battle that is too large to be reckoned exactly.
const GLANCE: Runs = Runs {
    most: 4096,
    precision: Some(0.01),
    seed: 1,
};
/// The same where the game has to play them.
const PLAYED: Runs = Runs {
    most: 256,
    ..GLANCE
};
/// More units than this are not reckoned exactly at a glance.
const SMALL: u32 = 24;

/// The phase of movement that is looked at, and whether it is the one being played.
fn moving<'a>(at: At<'a>) -> (bool, State) {
    let cx = at.session.cx();
    let now = matches!(
        at.session.pending().map(|d| d.kind),
        Some(DecisionKind::Phase(
            PhaseKind::CombatMove | PhaseKind::NoncombatMove
        ))
    );
    let state = view::moving(cx, cx.active()).unwrap_or_else(|| cx.state.clone());
    (now, state)
}

/// What of the power on turn can act in the phase of movement that is going on, or would in the next one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Movable {}

/// What can act.
#[derive(Serialize, JsonSchema)]
pub(super) struct CanMove<'a> {
    /// Whether orders of movement may be given now.
    now: bool,
    /// All units of the power but for facilities and what never moves.
    stacks: Vec<Alike<'a>>,
    /// Aircraft that must still come down.
    must_land: Vec<Homeward<'a>>,
}

/// Units that cannot be told apart.
#[derive(Serialize, JsonSchema)]
pub(super) struct Alike<'a> {
    space: &'a str,
    unit: &'a str,
    /// Their numbers.
    ids: Vec<u16>,
    damage: u8,
    /// The movement points that each has left.
    left: u8,
    /// Whether they have done something in this turn.
    moved: bool,
    /// Whether there may be something that they can do.
    acts: bool,
    /// The type and number of what carries the first of them.
    aboard: Option<(&'a str, u16)>,
    /// What each carries.
    cargo: BTreeMap<&'a str, u16>,
}

/// Aircraft that must come down.
#[derive(Serialize, JsonSchema)]
pub(super) struct Homeward<'a> {
    unit: &'a str,
    count: u32,
    over: &'a str,
    /// Where they can, the nearest first.
    to: Vec<&'a str>,
}

fn alike<'a>(cx: Cx<'a>, state: &State, class: &[UnitIx]) -> Alike<'a> {
    let done = Marks::MOVED
        .and(Marks::DONE)
        .and(Marks::LOADED)
        .and(Marks::UNLOADED)
        .and(Marks::LANDING)
        .and(Marks::RAIDING)
        .and(Marks::ESCORTING);
    let (then, rules, first) = (cx.on(state), cx.rules, class[0]);
    let unit = state.unit(first);
    let points = |ix: UnitIx| range(then, ix).unwrap_or(0);
    let left = points(first);
    let lands = |carrier: UnitIx| {
        let at = unit.space;
        let near = rules.board.spaces[at].borders.iter();
        let ashore = |to| Order::Unload {
            units: vec![first],
            to,
        };
        let mut near = near.filter(|to| !rules.board.is_sea(**to));
        let waits = !unit.marks.any(Marks::LANDING);
        waits && (points(carrier) > 0 || near.any(|to| check(then, &ashore(*to)).is_ok()))
    };
    let carrier = unit.carrier();
    let name = |kind| rules.units[kind].name.as_str();
    let mut cargo = BTreeMap::new();
    state
        .aboard(first)
        .for_each(|(_, u)| *cargo.entry(name(u.kind)).or_default() += 1);
    Alike {
        space: space_name(rules, unit.space),
        unit: name(unit.kind),
        ids: class.iter().map(|ix| ix.0).collect(),
        damage: unit.damage,
        left,
        moved: unit.used > 0 || unit.marks.any(done),
        acts: left > 0 || carrier.is_some_and(|c| then.is_cargo(unit) && lands(c)),
        aboard: carrier.map(|c| (name(state.unit(c).kind), c.0)),
        cargo,
    }
}

fn homeward<'a>(cx: Cx<'a>, then: Cx<'_>) -> Vec<(crate::rules::SpaceId, Homeward<'a>)> {
    let all = view::landings(then).into_iter();
    let name = |s| space_name(cx.rules, s);
    let facts = all.map(|(unit, count, to)| {
        let facts = Homeward {
            unit: &cx.rules.units[unit.kind].name,
            count,
            over: name(unit.space),
            to: to.into_iter().map(name).collect(),
        };
        (unit.space, facts)
    });
    facts.collect()
}

impl Look for Movable {
    type Reply<'a> = CanMove<'a>;
    fn look<'a>(&self, at: At<'a>) -> Result<CanMove<'a>, Problems> {
        let (now, state) = moving(at);
        let (cx, me) = (at.session.cx(), at.session.cx().active());
        let moves = |u: &crate::kernel::Unit| u.owner == me && cx.rules.units[u.kind].moves > 0;
        let land = |u: &crate::kernel::Unit| cx.rules.units.land.has(u.kind) && u.owner == me;
        let mut stacks = Vec::new();
        for space in cx.rules.board.spaces.ids() {
            let here = state.units_in(space).filter(|(_, u)| moves(u) || land(u));
            let here: Vec<UnitIx> = here.map(|(ix, _)| ix).collect();
            let mut here = classes(&state, &here);
            here.sort_by_key(|class| (state.unit(class[0]).kind, class[0]));
            stacks.extend(here.iter().map(|class| alike(cx, &state, class)));
        }
        let down = homeward(cx, cx).into_iter();
        let must_land = down.map(|(_, facts)| facts).collect();
        Ok(CanMove {
            now,
            stacks,
            must_land,
        })
    }
}

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
    meets: Option<Meets>,
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

/// What a way runs into.
#[derive(Serialize, JsonSchema)]
struct Meets {
    /// Units of enemies that fire at who comes by.
    shots: u32,
    /// Spaces between its ends that are an enemy's or hold units of one.
    hostile: u32,
}

impl From<Risk> for Meets {
    fn from(Risk { shots, hostile }: Risk) -> Self {
        Self { shots, hostile }
    }
}

/// A way that runs into less.
#[derive(Serialize, JsonSchema)]
struct Safer<'a> {
    /// Every space of it, both ends included.
    way: Vec<&'a str>,
    /// What it still runs into.
    meets: Meets,
    /// The order that goes there, in its JSON form.
    #[schemars(with = "Order")]
    order: Value,
}

/// What the way to a target runs into, and a safer one.
fn risks<'a>(cx: Cx<'a>, then: Cx<'_>, target: &Target) -> Option<(Meets, Option<Safer<'a>>)> {
    let (risk, round) = plan::risks(then, target)?;
    let safer = round.and_then(|(order, risk)| match &order {
        Order::Move { path, .. } => Some(Safer {
            way: path.iter().map(|s| space_name(cx.rules, *s)).collect(),
            meets: risk.into(),
            order: order_json(cx.rules, &order),
        }),
        _ => None,
    });
    Some((risk.into(), safer))
}

/// What orders bring besides what they say.
fn brings(cx: Cx<'_>, orders: &[Order]) -> Vec<String> {
    let mut state = cx.state.clone();
    let mut told = Vec::new();
    for order in orders {
        let mut dice = Scripted::default();
        let events = apply(cx.rules, &mut state, order, &mut dice, cx.hooks);
        told.extend(events.unwrap_or_default());
    }
    told.retain(|event| {
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
    let sentence = |event: &Event| describe_event(cx.rules, event, Paint::Off);
    let told = told.iter().map(sentence);
    told.map(|text| text.trim().to_owned()).collect()
}

/// What a battle will come to.
#[derive(Serialize, JsonSchema)]
pub(super) struct Chance {
    /// The attackers, in words.
    attackers: String,
    /// The defenders, in words.
    defenders: String,
    /// The chance that only the attacker holds the field.
    win: f64,
    /// The chance that only the defender does.
    lose: f64,
    /// What the attacker loses, in IPC.
    loss: f64,
    /// What the defender loses, in IPC.
    kill: f64,
    /// Damage to what is raided.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<f64>,
    /// Whether this comes from every possibility, not from battles that were fought.
    exact: bool,
}

impl Chance {
    /// Of a battle of a game; none where there is no battle.
    pub fn of(cx: Cx<'_>, battle: &Pending<'_>) -> Option<Self> {
        let setup = &battle.setup;
        if setup.forces[0].is_empty() {
            return None;
        }
        let case = Case::One(Box::new(setup.clone()));
        let played =
            battle.under_way || !setup.also.is_empty() || !cx.hooks.in_battles().is_empty();
        let units: u32 = setup.forces.iter().map(|f| f.units()).sum();
        let stage = played.then(|| battle.stage());
        let heard = stage.as_ref().and_then(|stage| case.heard(stage));
        let how = match (stage.as_ref().filter(|_| heard.is_none()), units > SMALL) {
            (Some(stage), _) => How::Played(stage, PLAYED),
            (_, true) => How::Sampled(GLANCE),
            _ => How::Reckoned(GLANCE),
        };
        let odds = heard.as_ref().unwrap_or(&case).odds(how).ok()?;
        let [attackers, defenders] = setup
            .forces
            .each_ref()
            .map(|force| view::force_text(setup.rules, force));
        Some(Self {
            attackers,
            defenders,
            win: odds.win,
            lose: odds.lose,
            loss: odds.sides[0].lost,
            kill: odds.sides[1].lost,
            damage: (!odds.damage.is_empty()).then(|| odds.mean_damage()),
            exact: matches!(odds.method, Method::Exact { .. }),
        })
    }
}

/// What comes of orders that lead somewhere.
fn chance(cx: Cx<'_>, target: &Target) -> Option<Chance> {
    let kind = match target.does {
        Does::Raid(_) => Some(SiteKind::Raid),
        Does::Battle => None,
        Does::Move | Does::Take | Does::Load => return None,
    };
    let then = cx.on(&target.after);
    Chance::of(then, &pending_battle(then, target.space, kind).ok()?)
}

/// What another power is asked once all moves are made, as they stand after these.
fn asked(cx: Cx<'_>, after: &State) -> Option<String> {
    let mut state = after.clone();
    let mut dice = Scripted::default();
    apply(cx.rules, &mut state, &Order::EndPhase, &mut dice, cx.hooks).ok()?;
    let decision = pending(cx.on(&state)).filter(|d| d.power != cx.active());
    let before =
        |d: &Decision| matches!(d.kind, DecisionKind::Offer(_) | DecisionKind::Pick { .. });
    let decision = decision.filter(before)?;
    let asked = describe_decision(cx.rules, &state, &decision, Paint::Off);
    asked.lines().next().map(str::to_owned)
}

impl Look for Targets {
    type Reply<'a> = CanDo<'a>;
    fn look<'a>(&self, at: At<'a>) -> Result<CanDo<'a>, Problems> {
        let (now, state) = moving(at);
        let cx = at.session.cx();
        let then = cx.on(&state);
        let to = self.to.as_deref();
        let only = to
            .map(|to| find(&at.session.names().spaces, to))
            .transpose()?;
        let chosen: Vec<UnitIx> = self.units.iter().copied().map(UnitIx).collect();
        let name = |s: &crate::rules::SpaceId| space_name(cx.rules, *s);
        let facts = |target: Target| {
            let risks = only.and_then(|_| risks(cx, then, &target));
            let (meets, safer) = risks.map_or((None, None), |(meets, safer)| (Some(meets), safer));
            Leads {
                meets,
                safer,
                brings: match only {
                    Some(_) => brings(then, &target.orders),
                    None => Vec::new(),
                },
                space: name(&target.space),
                does: target.does.name(),
                raids: match target.does {
                    Does::Raid(ix) => Some(&cx.rules.units[state.unit(ix).kind].name),
                    _ => None,
                },
                by_sea: target.by_sea,
                ids: target.units.iter().map(|ix| ix.0).collect(),
                way: target.way.iter().map(name).collect(),
                orders: target
                    .orders
                    .iter()
                    .map(|order| order_json(cx.rules, order))
                    .collect(),
                chance: self.odds.then(|| chance(then, &target)).flatten(),
                home: match only {
                    Some(_) => home(cx, then.on(&target.after), &target),
                    None => Vec::new(),
                },
                asked: only
                    .filter(|_| target.does == Does::Battle)
                    .and_then(|_| asked(then, &target.after)),
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
    let there = homeward(cx, after).into_iter();
    let there = there.filter(|(over, _)| *over == target.space);
    there.map(|(_, facts)| facts).collect()
}

/// Who of the power on turn can get to a space, across the sea too.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Attackers {
    /// The space.
    space: String,
}

/// Who can get to a space.
#[derive(Serialize, JsonSchema)]
pub(super) struct Comers<'a> {
    /// Whether orders of movement may be given now.
    now: bool,
    /// By where they are.
    stacks: Vec<Alike<'a>>,
}

impl Look for Attackers {
    type Reply<'a> = Comers<'a>;
    fn look<'a>(&self, at: At<'a>) -> Result<Comers<'a>, Problems> {
        let (now, state) = moving(at);
        let cx = at.session.cx();
        let space = find(&at.session.names().spaces, &self.space)?;
        let comers = plan::comers(cx.on(&state), space);
        let stacks = comers.values().flat_map(|units| classes(&state, units));
        let stacks = stacks.map(|class| alike(cx, &state, &class)).collect();
        Ok(Comers { now, stacks })
    }
}

/// Why an order would be refused, or units cannot get to a space: the error says it, with the printed rules. Nothing
/// is carried out.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Why {
    /// The order.
    order: Option<Said>,
    /// Instead of an order: the numbers of units that are to move.
    #[serde(default)]
    units: Vec<u16>,
    /// Where to.
    to: Option<String>,
}

/// It would not be refused.
#[derive(Serialize, JsonSchema)]
pub(super) struct Fine {
    /// What may not be noticed about it.
    notes: Vec<String>,
}

impl Look for Why {
    type Reply<'a> = Fine;
    fn look(&self, at: At<'_>) -> Result<Fine, Problems> {
        match (&self.order, &self.to) {
            (Some(order), None) if self.units.is_empty() => {
                // Other dice: what is tried tells nothing about those to come.
                let (_, notes) = order.give(&mut at.session.branched())?;
                Ok(Fine { notes })
            }
            (None, Some(to)) => {
                let to = find(&at.session.names().spaces, to)?;
                let units: Vec<UnitIx> = self.units.iter().copied().map(UnitIx).collect();
                match plan::refusal(at.session.cx(), &units, to) {
                    Some(refusal) => Err(problem(at.session.rules(), &refusal).into()),
                    None => Ok(Fine { notes: Vec::new() }),
                }
            }
            _ => {
                let problem = Problem::error("protocol/value", "what is to be tried?");
                Err(problem.help("give an `order`, or `units` and `to`").into())
            }
        }
    }
}
