//! Battles: the queue of sites, and one battle at a time run through its plan, step by step, until
//! it waits for somebody. Which steps there are is the pack's business, what they come to the law's.

mod aim;
mod casualty;
mod finish;
mod fire;
pub mod law;
mod listed;
mod party;
mod picks;
mod queue;
mod raid;
mod retreat;
mod stranded;
mod subsets;

pub use casualty::{Claim, destroy, dying, suffer};
pub use fire::Volley;
pub use picks::{BOMBARD, INTERCEPT, PICKS, SUBMERGE};
pub use queue::{muster, next_battle, next_sites, stage_of};
pub use retreat::seaborne_stay;
pub use stranded::{land_stranded, pending as stranded, sheltered};
pub use subsets::equally_laden;

use self::party::Field;
use self::picks::RECALL;
use crate::{
    Battle, Code, Cx, Decision, DecisionKind, Event, Frame, Game, Marks, Order, Refusal, Site,
    UnitIx, Wait, movement,
};
use sandtable_rules::{Moment, Rules, SiteKind, SpaceId, Step};

/// A step of a battle that has been begun, by its place.
fn step_at<'a>(rules: &'a Rules, battle: &Battle, step: u8) -> Option<&'a Step> {
    battle.steps(rules).get(usize::from(step))
}

/// The battle of a kind in a space, of some that are to be fought.
fn site_of(sites: &[Site], space: SpaceId, kind: SiteKind) -> Option<Site> {
    let mut sites = sites.iter().copied();
    sites.find(|site| (site.space, site.kind) == (space, kind))
}

/// What a running battle waits for.
pub fn pending(cx: Cx<'_>, battle: &Battle) -> Option<Decision> {
    let space = battle.site.space;
    let decided = |power, kind| Some(Decision { power, kind });
    match &battle.wait {
        Wait::No => None,
        Wait::Asked(step) => match step_at(cx.rules, battle, *step) {
            Some(step) => asked(cx, battle, step, &Field::new(cx, battle)),
            None => None,
        },
        Wait::Casualties { chooser, due } => {
            decided(*chooser, casualty::claim(cx, battle, due).decision(space))
        }
        Wait::Agree { losses, left, .. } => {
            let losses = losses.clone();
            let power = left.last().copied().unwrap_or(cx.active());
            decided(power, DecisionKind::Agree { space, losses })
        }
        Wait::Bombard => {
            let (units, max) = picks::bombarding(cx, battle);
            let kind = DecisionKind::Pick {
                pick: BOMBARD,
                space,
                units,
                max: Some(max),
            };
            decided(cx.active(), kind)
        }
    }
}

/// What a step of a plan asks somebody, if it does.
fn asked(cx: Cx<'_>, battle: &Battle, step: &Step, field: &Field) -> Option<Decision> {
    let space = battle.site.space;
    let which = |power, pick, units: Vec<UnitIx>| {
        let asks = !units.is_empty();
        let kind = DecisionKind::Pick {
            pick,
            space,
            units,
            max: None,
        };
        (power, kind, asks)
    };
    let (power, kind, asks) = match step {
        Step::Submerge(step) => {
            let units = picks::divers(cx.rules, battle, step, field);
            which(field.speaker(cx, battle, step.role), SUBMERGE, units)
        }
        Step::Retreat(step) => {
            let to = retreat::ways(cx, battle, step, field);
            let (must, asks) = (step.is_due(battle.round), !to.is_empty());
            let power = field.speaker(cx, battle, step.role);
            (power, DecisionKind::Retreat { space, to, must }, asks)
        }
        Step::Intercept { units } => {
            let units = picks::interceptors(cx, battle, *units);
            let first = units.first().map(|ix| cx.state.unit(*ix).owner);
            which(first.unwrap_or(cx.active()), INTERCEPT, units)
        }
        Step::CallOff { units } => which(cx.active(), RECALL, picks::landers(cx, battle, *units)),
        Step::Divide => {
            let (raiders, targets) = aim::able(cx, battle);
            let asks = !targets.is_empty();
            let kind = DecisionKind::Aim {
                space,
                raiders,
                targets,
            };
            (cx.active(), kind, asks)
        }
        Step::Fire(_) | Step::Remove | Step::Defenceless { .. } | Step::Damage(_) => {
            return None;
        }
    };
    asks.then_some(Decision { power, kind })
}

/// Whether an order answers a decision of combat.
///
/// # Errors
/// Why it does not.
pub fn check(cx: Cx<'_>, kind: &DecisionKind, order: &Order) -> Result<(), Refusal> {
    match (kind, order) {
        (DecisionKind::Fight { sites }, Order::Fight { space, kind }) => {
            if site_of(sites, *space, *kind).is_some() {
                return Ok(());
            }
            let code = match site_of(&cx.state.sites, *space, *kind) {
                Some(_) => Code::FightFirst,
                None => Code::NoBattle,
            };
            Err(code.refuse().at(*space))
        }
        (DecisionKind::Casualties { .. }, Order::Casualties(units)) => casualty::check(cx, units),
        (DecisionKind::Retreat { to, .. }, Order::Retreat(space)) => {
            if to.contains(space) {
                Ok(())
            } else {
                Err(retreat::refuse(cx, to, *space))
            }
        }
        (
            DecisionKind::Retreat {
                space, must: true, ..
            },
            Order::Press,
        ) => Err(Code::MustRetreat.refuse().at(*space)),
        (DecisionKind::Retreat { .. }, Order::Press)
        | (DecisionKind::Agree { .. }, Order::Agree | Order::Object) => Ok(()),
        (
            DecisionKind::Pick {
                pick, units, max, ..
            },
            Order::Pick(answered, chosen),
        ) if pick == answered => {
            subsets::check(cx, units, chosen, pick.refusal)?;
            match max.filter(|max| chosen.len() > usize::from(*max)) {
                Some(max) => Err(Code::TooManyBombard.refuse().numbers(chosen.len(), max)),
                None => Ok(()),
            }
        }
        (
            DecisionKind::Aim {
                raiders, targets, ..
            },
            Order::Aim(shots),
        ) => aim::check(cx, raiders, targets, shots),
        (
            DecisionKind::Land { unit, to },
            Order::Land {
                unit: named,
                to: place,
            },
        ) => match named == unit {
            false => Err(Code::NotNow.refuse()),
            true if to.contains(place) => Ok(()),
            true => Err(Code::NotALanding
                .refuse()
                .at(*place)
                .of(cx.state.unit(*unit).kind)),
        },
        _ => Err(Code::NotNow.refuse()),
    }
}

/// The answers to a decision of combat.
pub fn legal(cx: Cx<'_>, kind: &DecisionKind, orders: &mut Vec<Order>) {
    match kind {
        DecisionKind::Fight { sites } => orders.extend(sites.iter().map(|s| Order::Fight {
            space: s.space,
            kind: s.kind,
        })),
        DecisionKind::Casualties {
            candidates, count, ..
        } => {
            let choices = listed::options(cx, candidates, *count).into_iter();
            orders.extend(choices.map(Order::Casualties));
        }
        DecisionKind::Agree { .. } => orders.extend([Order::Agree, Order::Object]),
        DecisionKind::Retreat { to, must, .. } => {
            if !must {
                orders.push(Order::Press);
            }
            orders.extend(to.iter().map(|s| Order::Retreat(*s)));
        }
        DecisionKind::Pick {
            pick, units, max, ..
        } => {
            let most = max.map_or(units.len(), usize::from);
            let subsets = subsets::all(cx, units, most).into_iter();
            orders.extend(subsets.map(|chosen| Order::Pick(*pick, chosen)));
        }
        DecisionKind::Aim {
            raiders, targets, ..
        } => orders.extend(
            aim::options(cx, raiders, targets)
                .into_iter()
                .map(Order::Aim),
        ),
        DecisionKind::Land { unit, to } => orders.extend(to.iter().map(|to| Order::Land {
            unit: *unit,
            to: *to,
        })),
        DecisionKind::Phase(_) | DecisionKind::Offer(_) => {}
    }
}

/// Carries out an answer to a decision of combat.
pub fn carry_out(game: &mut Game<'_>, order: &Order) {
    match order {
        Order::Fight { space, kind } => {
            if let Some(site) = site_of(&game.state.sites, *space, *kind) {
                queue::begin(game, site);
            }
            return;
        }
        Order::Casualties(ships) if matches!(game.state.agenda.last(), Some(Frame::Voyage(_))) => {
            return movement::sail_on(game, ships);
        }
        Order::Land { unit, to } => {
            return stranded::land(game, *unit, *to);
        }
        _ => {}
    }
    let Some(Frame::Battle(mut battle)) = game.state.agenda.pop() else {
        return;
    };
    let wait = std::mem::replace(&mut battle.wait, Wait::No);
    match (order, wait) {
        (Order::Casualties(units), Wait::Casualties { chooser, due }) => {
            battle.wait = casualty::propose(game, &battle, units, chooser, due);
        }
        (Order::Agree | Order::Object, wait) => {
            battle.wait = casualty::consent(game, &battle, order, wait)
        }
        (Order::Retreat(to), Wait::Asked(step)) => {
            if let Some(Step::Retreat(step)) = step_at(game.rules, &battle, step) {
                retreat::break_off(game, &mut battle, step, *to);
            }
        }
        (Order::Pick(pick, units), _) => picks::carry_out(game, &battle, *pick, units),
        (Order::Aim(shots), _) => aim::aim(game, &battle, shots),
        _ => {}
    }
    game.state.agenda.push(Frame::Battle(battle));
}

/// Runs the battle on top of the agenda until it waits or has ended; says whether the agenda goes on.
pub fn advance(game: &mut Game<'_>) -> bool {
    let Some(Frame::Battle(mut battle)) = game.state.agenda.pop() else {
        return true;
    };
    while battle.wait == Wait::No {
        if battle.over && battle.step == 0 {
            casualty::remove(game, &battle, &Field::new(game.cx(), &battle));
        }
        if battle.over && step_at(game.rules, &battle, battle.step).is_none() {
            finish::finish(game, &battle);
            return true;
        }
        let round = battle.round;
        step(game, &mut battle);
        let fought = Moment::BattleRound(battle.site.space, battle.site.kind);
        if round > 0 && battle.round > round && game.hooks.listens(fought) {
            game.state.agenda.push(Frame::Battle(battle));
            game.then(fought);
            return true;
        }
    }
    game.state.agenda.push(Frame::Battle(battle));
    false
}

fn step(game: &mut Game<'_>, battle: &mut Battle) {
    let rules = game.rules;
    let field = Field::new(game.cx(), battle);
    if !battle.over && field.scene(rules, battle).beaten() {
        battle.end();
        return;
    }
    let here = battle.step;
    let Some(step) = step_at(rules, battle, here) else {
        next_round(game, battle, &field);
        return;
    };
    battle.step += 1;
    match step {
        Step::Fire(fire) => fire::fire(game, battle, fire, &field),
        Step::Remove => casualty::remove(game, battle, &field),
        Step::Defenceless { role, units } => fire::perish(game, battle, *role, *units, &field),
        Step::Damage(damage) => raid::damage(game, battle, damage),
        Step::Submerge(_)
        | Step::Retreat(_)
        | Step::Intercept { .. }
        | Step::CallOff { .. }
        | Step::Divide => {
            if asked(game.cx(), battle, step, &field).is_some() {
                battle.wait = Wait::Asked(here);
            }
        }
    }
}

fn next_round(game: &mut Game<'_>, battle: &mut Battle, field: &Field) {
    let scene = field.scene(game.rules, battle);
    let idle = battle.round > 0 && (!battle.fired || scene.harmless());
    if idle || law::end::is_last(scene.plan, battle.round) {
        battle.end();
        return;
    }
    if battle.round == 0 && battle.site.kind == SiteKind::Land {
        // Whoever fires before the first round fires at what carries them.
        let landed = movement::get_off(game, battle.site.space);
        // Those who came by another way retreat with the rest, if there is a way.
        for ix in landed.iter().filter(|_| battle.ways.is_empty()) {
            game.state.unit_mut(*ix).marks.set(Marks::SEABORNE);
        }
    }
    finish::rested(game, battle.site.space);
    battle.round += 1;
    battle.step = 0;
    battle.fired = false;
    if battle.site.kind != SiteKind::Raid {
        game.tell(Event::BattleRound {
            space: battle.site.space,
            round: battle.round,
        });
    }
}
