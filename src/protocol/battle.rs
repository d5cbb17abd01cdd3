//! The request about the battle that is being fought, and about the units that a decision chooses from.

use super::ask::Ask;
use super::chance::Chance;
use super::game::At;
use sandtable_ai as ai;
use sandtable_diag::Problems;
use sandtable_game::plan::classes;
use sandtable_kernel::{Battle, Cx, DecisionKind, Marks, Order, Unit, UnitIx, range};
use sandtable_rules::{BattlePlan, Role, Step, UnitTypeId, power_name, space_name};
use sandtable_view::{cargo, order_json};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The battle that is being fought, and the units among which a decision chooses, in battle or not.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Fight {
    /// Also what it will come to from here.
    #[serde(default)]
    odds: bool,
}

/// The battle and the decision.
#[derive(Serialize, JsonSchema)]
pub(super) struct Fought<'a> {
    /// The battle; null where none is being fought.
    battle: Option<Field<'a>>,
    /// The units that a decision chooses from.
    units: Vec<Row<'a>>,
    /// What they are sent against, where facilities are raided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    targets: Vec<Row<'a>>,
    /// The answer that is proposed, where something has to be answered anyway.
    proposal: Option<Proposal>,
}

/// An answer.
#[derive(Serialize, JsonSchema)]
struct Proposal {
    words: String,
    #[schemars(with = "Order")]
    order: Value,
}

/// A battle that is being fought.
#[derive(Serialize, JsonSchema)]
struct Field<'a> {
    space: &'a str,
    /// What kind of battle the pack calls it.
    plan: &'a str,
    /// The round; 0 before the first.
    round: u16,
    /// Whether only what comes after the battle is left.
    over: bool,
    attackers: Vec<Row<'a>>,
    defenders: Vec<Row<'a>>,
    /// The steps that it goes through now.
    steps: Vec<StepFacts<'a>>,
    /// What it will come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Chance>,
}

/// Units that cannot be told apart.
#[derive(Serialize, JsonSchema)]
struct Row<'a> {
    unit: &'a str,
    power: &'a str,
    space: &'a str,
    /// Their numbers.
    ids: Vec<u16>,
    damage: u8,
    /// The hits that each can still take.
    hits: u8,
    /// The value that they fire at in this battle, before anything changes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    price: u32,
    /// The movement points that each has left.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u8>,
    /// Lost, but may still answer.
    dying: bool,
    /// What each carries.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    cargo: BTreeMap<&'a str, u16>,
}

/// A step of a battle.
#[derive(Serialize, JsonSchema)]
struct StepFacts<'a> {
    name: &'a str,
    /// Whose, where it is a side's.
    role: Option<&'static str>,
    /// Whether it has been gone through.
    done: bool,
}

fn step_facts(step: &Step, done: bool) -> StepFacts<'_> {
    let (name, role) = match step {
        Step::Fire(fire) => (fire.name.as_str(), Some(fire.role)),
        Step::Remove => ("losses leave", None),
        Step::Submerge(step) => ("submerge", Some(step.role)),
        Step::Defenceless { role, .. } => ("the defenceless are lost", Some(*role)),
        Step::Retreat(step) => ("retreat", Some(step.role)),
        Step::Intercept { .. } => ("intercept", Some(Role::Defender)),
        Step::CallOff { .. } => ("call off", Some(Role::Attacker)),
        Step::Divide => ("aim", Some(Role::Attacker)),
        Step::Damage(_) => ("bombs", Some(Role::Attacker)),
    };
    StepFacts {
        name,
        role: role.map(Role::word),
        done,
    }
}

/// The best value that a type of a side fires at in a plan.
fn value(cx: Cx<'_>, plan: &BattlePlan, role: Role, kind: UnitTypeId) -> Option<f64> {
    let fires = plan
        .volleys()
        .filter(|f| f.role == role && f.shooters.has(kind));
    let best = fires.map(|f| cx.rules.units[kind].values[f.value].0).max();
    best.map(|hundredths| f64::from(hundredths) / 100.0)
}

fn row<'a>(cx: Cx<'a>, class: &[UnitIx], value: Option<f64>) -> Row<'a> {
    let (rules, unit) = (cx.rules, cx.state.unit(class[0]));
    let name = |kind: UnitTypeId| rules.units[kind].name.as_str();
    Row {
        unit: name(unit.kind),
        power: power_name(rules, unit.owner),
        space: space_name(rules, unit.space),
        ids: class.iter().map(|ix| ix.0).collect(),
        damage: unit.damage,
        hits: rules.units[unit.kind].hits.saturating_sub(unit.damage),
        value,
        price: rules.units.price(unit.kind),
        left: range(cx, class[0]).ok(),
        dying: unit.marks.any(Marks::DYING),
        cargo: cargo(rules, cx.state, class[0]),
    }
}

/// Units as rows, in the order of their types.
fn rows<'a>(cx: Cx<'a>, units: &[UnitIx], battle: Option<&Battle>) -> Vec<Row<'a>> {
    let mut units = units.to_vec();
    units.retain(|ix| cx.state.get(*ix).is_some());
    units.sort_unstable();
    let mut classes = classes(cx.state, &units);
    classes.sort_by_key(|class| (cx.state.unit(class[0]).kind, class[0]));
    let worth = |class: &Vec<UnitIx>| {
        let (battle, unit) = (battle?, cx.state.unit(class[0]));
        let role = cx.role_in(battle, unit)?;
        value(cx, &cx.rules.battles.plans[battle.plan], role, unit.kind)
    };
    classes.iter().map(|c| row(cx, c, worth(c))).collect()
}

fn field<'a>(at: At<'a>, battle: &Battle, odds: bool) -> Field<'a> {
    let cx = at.session.cx();
    let side = |role| {
        let own = |u: &Unit| cx.role_in(battle, u) == Some(role);
        rows(cx, &cx.state.those_in(battle.site.space, own), Some(battle))
    };
    let steps = battle.steps(cx.rules).iter().enumerate();
    let chance = || {
        let kind = Some(battle.site.kind);
        let pending = at.session.battle_in(battle.site.space, kind).ok()?;
        Chance::of(&pending)
    };
    Field {
        space: space_name(cx.rules, battle.site.space),
        plan: &cx.rules.battles.plans[battle.plan].name,
        round: battle.round,
        over: battle.over,
        attackers: side(Role::Attacker),
        defenders: side(Role::Defender),
        steps: steps
            .map(|(n, step)| step_facts(step, n < usize::from(battle.step)))
            .collect(),
        chance: odds.then(chance).flatten(),
    }
}

impl<'a> Ask<At<'a>> for Fight {
    fn ask(&self, at: At<'a>) -> Result<Fought<'a>, Problems> {
        let cx = at.session.cx();
        let battle = cx.state.battles().next();
        let decision = at.session.pending();
        let (units, targets): (&[UnitIx], &[UnitIx]) = match decision.as_ref().map(|d| &d.kind) {
            Some(DecisionKind::Casualties { candidates, .. }) => (candidates, &[]),
            Some(DecisionKind::Agree { losses, .. }) => (losses, &[]),
            Some(DecisionKind::Pick { units, .. }) => (units, &[]),
            Some(DecisionKind::Aim {
                raiders, targets, ..
            }) => (raiders, targets),
            Some(DecisionKind::Land { unit, .. }) => (std::slice::from_ref(unit), &[]),
            _ => (&[], &[]),
        };
        let proposed = decision.as_ref();
        let proposed = proposed.and_then(|d| ai::proposed(at.session, d));
        Ok(Fought {
            battle: battle.map(|battle| field(at, battle, self.odds)),
            units: rows(cx, units, battle),
            targets: rows(cx, targets, None),
            proposal: proposed.map(|order| Proposal {
                words: at.session.print(&order),
                order: order_json(cx.rules, &order),
            }),
        })
    }
}
