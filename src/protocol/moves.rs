//! Requests about movement, by which a client plays with gestures: what can act, who can get to a space, and why
//! something would be refused.

use super::ask::Ask;
use super::form::{Said, problem};
use super::game::At;
use super::message::unclear;
use sandtable_diag::Problems;
use sandtable_game::plan::{self, classes};
use sandtable_kernel::{Cx, DecisionKind, Marks, Order, State, UnitIx, check, range};
use sandtable_rules::{PhaseKind, SpaceId, space_name};
use sandtable_view as view;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The phase of movement that is looked at, and whether it is the one being played.
pub(super) fn moving<'a>(at: At<'a>) -> (bool, State) {
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
    let done = Marks::SENT.and(Marks::DONE);
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
    Alike {
        space: space_name(rules, unit.space),
        unit: name(unit.kind),
        ids: class.iter().map(|ix| ix.0).collect(),
        damage: unit.damage,
        left,
        moved: unit.used > 0 || unit.marks.any(done),
        acts: left > 0 || carrier.is_some_and(|c| then.is_cargo(unit) && lands(c)),
        aboard: carrier.map(|c| (name(state.unit(c).kind), c.0)),
        cargo: view::cargo(rules, state, first),
    }
}

/// Those that must come down, or only those over one space.
pub(super) fn homeward<'a>(cx: Cx<'a>, then: Cx<'_>, over: Option<SpaceId>) -> Vec<Homeward<'a>> {
    let name = |s| space_name(cx.rules, s);
    let all = view::landings(then).into_iter();
    let meant = all.filter(|(unit, ..)| over.is_none_or(|over| over == unit.space));
    let facts = meant.map(|(unit, count, to)| Homeward {
        unit: &cx.rules.units[unit.kind].name,
        count,
        over: name(unit.space),
        to: to.into_iter().map(name).collect(),
    });
    facts.collect()
}

impl<'a> Ask<At<'a>> for Movable {
    fn ask(&self, at: At<'a>) -> Result<CanMove<'a>, Problems> {
        let (now, state) = moving(at);
        let (cx, me) = (at.session.cx(), at.session.cx().active());
        let acts = |kind| cx.rules.units[kind].moves > 0 || cx.rules.units.land.has(kind);
        let mut stacks = Vec::new();
        for space in cx.rules.board.spaces.ids() {
            let here = state.those_in(space, |u| u.owner == me && acts(u.kind));
            let mut here = classes(&state, &here);
            here.sort_by_key(|class| (state.unit(class[0]).kind, class[0]));
            stacks.extend(here.iter().map(|class| alike(cx, &state, class)));
        }
        Ok(CanMove {
            now,
            stacks,
            must_land: homeward(cx, cx, None),
        })
    }
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

impl<'a> Ask<At<'a>> for Attackers {
    fn ask(&self, at: At<'a>) -> Result<Comers<'a>, Problems> {
        let (now, state) = moving(at);
        let cx = at.session.cx();
        let space = at.session.names().spaces.called(&self.space)?;
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

impl Ask<At<'_>> for Why {
    fn ask(&self, at: At<'_>) -> Result<Fine, Problems> {
        match (&self.order, &self.to) {
            (Some(order), None) if self.units.is_empty() => {
                // Other dice: what is tried tells nothing about those to come.
                let (_, notes) = order.give(&mut at.session.branched())?;
                Ok(Fine { notes })
            }
            (None, Some(to)) => {
                let to = at.session.names().spaces.called(to)?;
                let units: Vec<UnitIx> = self.units.iter().copied().map(UnitIx).collect();
                match plan::refusal(at.session.cx(), &units, to) {
                    Some(refusal) => Err(problem(at.session.rules(), &refusal).into()),
                    None => Ok(Fine { notes: Vec::new() }),
                }
            }
            _ => {
                let help = "give an `order`, or `units` and `to`";
                Err(unclear("what is to be tried?", help))
            }
        }
    }
}
