//! Battles: the queue of sites, and one battle at a time run through its plan, step by step, until
//! it waits for somebody. Which steps there are is the pack's business.

mod aim;
mod bombard;
mod casualty;
mod finish;
mod fire;
mod hits;
mod party;
mod queue;
mod raid;
mod retreat;
mod stranded;
mod submerge;
mod subsets;

pub use casualty::destroy;
pub use queue::{muster, next_battle, next_sites, stage_of};
pub use stranded::{land_stranded, pending as stranded};

use self::party::Field;
use super::agenda::{Battle, Frame, Wait};
use super::decision::{Decision, DecisionKind};
use super::event::Event;
use super::order::Order;
use super::query::Cx;
use super::refusal::{Code, Refusal};
use super::state::Marks;
use super::{Game, movement};
use crate::rules::{BattlePlan, Moment, Role, SiteKind, Step};

fn plan<'a>(cx: Cx<'a>, battle: &Battle) -> &'a BattlePlan {
    &cx.rules.battles.plans[battle.plan]
}

/// What a running battle waits for.
///
/// # Errors
/// A script failed.
pub fn pending(cx: Cx<'_>, battle: &Battle) -> Result<Option<Decision>, Refusal> {
    let space = battle.site.space;
    let field = Field::new(cx, battle);
    let speaker = |role| field.speaker(cx, battle, role);
    Ok(Some(match &battle.wait {
        Wait::No => return Ok(None),
        Wait::Casualties {
            role,
            chooser,
            hits,
            ..
        } => Decision {
            power: *chooser,
            kind: casualty::decision(cx, battle, *role, hits),
        },
        Wait::Agree { losses, left, .. } => {
            let power = left.last().copied().unwrap_or(cx.active());
            Decision {
                power,
                kind: DecisionKind::Agree {
                    space,
                    losses: losses.clone(),
                },
            }
        }
        Wait::Submerge(role) => {
            let units = submerge::able(cx, battle, *role);
            Decision {
                power: speaker(*role),
                kind: DecisionKind::Submerge { space, units },
            }
        }
        Wait::Retreat(role) => {
            let step = retreat::current(cx, battle, *role);
            let to = step
                .map(|step| retreat::ways(cx, battle, step, &field))
                .transpose()?
                .unwrap_or_default();
            let must = step
                .and_then(|s| s.latest)
                .is_some_and(|latest| battle.round >= latest)
                && !to.is_empty();
            Decision {
                power: speaker(*role),
                kind: DecisionKind::Retreat { space, to, must },
            }
        }
        Wait::Intercept => {
            let units = raid::interceptors(cx, battle);
            let power = units
                .first()
                .map_or(cx.active(), |ix| cx.state.unit(*ix).owner);
            Decision {
                power,
                kind: DecisionKind::Intercept { space, units },
            }
        }
        Wait::Aim => {
            let (raiders, targets) = aim::able(cx, battle);
            Decision {
                power: cx.active(),
                kind: DecisionKind::Aim {
                    space,
                    raiders,
                    targets,
                },
            }
        }
        Wait::Bombard => {
            let (ships, max) = bombard::able(cx, battle);
            Decision {
                power: cx.active(),
                kind: DecisionKind::Bombard { space, ships, max },
            }
        }
    }))
}

/// Whether an order answers a decision of combat.
///
/// # Errors
/// Why it does not.
pub fn check(cx: Cx<'_>, kind: &DecisionKind, order: &Order) -> Result<(), Refusal> {
    match (kind, order) {
        (DecisionKind::Fight { sites }, Order::Fight { space, kind }) => {
            if sites.iter().any(|s| (s.space, s.kind) == (*space, *kind)) {
                return Ok(());
            }
            let later = cx
                .state
                .sites
                .iter()
                .any(|s| (s.space, s.kind) == (*space, *kind));
            Err(if later {
                Code::FightFirst
            } else {
                Code::NoBattle
            }
            .refuse()
            .at(*space))
        }
        (DecisionKind::Casualties { .. }, Order::Casualties(units)) => casualty::check(cx, units),
        (DecisionKind::Retreat { to, .. }, Order::Retreat(space)) => {
            if to.contains(space) {
                Ok(())
            } else {
                Err(Code::NotThere.refuse().at(*space))
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
        (DecisionKind::Submerge { units, .. }, Order::Submerge(chosen)) => {
            subsets::check(cx, units, chosen, Code::NoSubmerge)
        }
        (DecisionKind::Intercept { units, .. }, Order::Intercept(chosen)) => {
            subsets::check(cx, units, chosen, Code::NoIntercept)
        }
        (
            DecisionKind::Aim {
                raiders, targets, ..
            },
            Order::Aim(shots),
        ) => aim::check(cx, raiders, targets, shots),
        (DecisionKind::Bombard { ships, max, .. }, Order::Bombard(chosen)) => {
            subsets::check(cx, ships, chosen, Code::NoBombard)?;
            let many = chosen.len() > usize::from(*max);
            if many {
                Err(Code::TooManyBombard.refuse().numbers(chosen.len(), *max))
            } else {
                Ok(())
            }
        }
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
            orders.extend(
                casualty::options(cx, candidates, *count)
                    .into_iter()
                    .map(Order::Casualties),
            );
        }
        DecisionKind::Agree { .. } => orders.extend([Order::Agree, Order::Object]),
        DecisionKind::Retreat { to, must, .. } => {
            if !must {
                orders.push(Order::Press);
            }
            orders.extend(to.iter().map(|s| Order::Retreat(*s)));
        }
        DecisionKind::Submerge { units, .. } => orders.extend(
            subsets::all(cx, units, units.len())
                .into_iter()
                .map(Order::Submerge),
        ),
        DecisionKind::Intercept { units, .. } => {
            orders.extend(
                subsets::all(cx, units, units.len())
                    .into_iter()
                    .map(Order::Intercept),
            );
        }
        DecisionKind::Aim {
            raiders, targets, ..
        } => orders.extend(
            aim::options(cx, raiders, targets)
                .into_iter()
                .map(Order::Aim),
        ),
        DecisionKind::Bombard { ships, max, .. } => {
            orders.extend(
                subsets::all(cx, ships, usize::from(*max))
                    .into_iter()
                    .map(Order::Bombard),
            );
        }
        DecisionKind::Land { unit, to } => orders.extend(to.iter().map(|to| Order::Land {
            unit: *unit,
            to: *to,
        })),
        DecisionKind::Phase(_) | DecisionKind::Offer(_) => {}
    }
}

/// Carries out an answer to a decision of combat.
///
/// # Errors
/// A script failed.
pub fn carry_out(game: &mut Game<'_>, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Fight { space, kind } => {
            let chosen = game
                .state
                .sites
                .iter()
                .find(|s| (s.space, s.kind) == (*space, *kind))
                .copied();
            return chosen.map_or(Ok(()), |site| queue::begin(game, site));
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
        return Ok(());
    };
    let wait = std::mem::replace(&mut battle.wait, Wait::No);
    match (order, wait) {
        (
            Order::Casualties(units),
            Wait::Casualties {
                role,
                chooser,
                hits,
                fate,
            },
        ) => {
            battle.wait = casualty::propose(game, &battle, units, (role, chooser), hits, fate);
        }
        (Order::Agree | Order::Object, wait) => {
            battle.wait = casualty::consent(game, &battle, order, wait)
        }
        (Order::Retreat(to), Wait::Retreat(role)) => {
            retreat::break_off(game, &mut battle, role, *to)
        }
        (Order::Submerge(units), _) => submerge::submerge(game, units),
        (Order::Intercept(units), _) => raid::intercept(game, units),
        (Order::Aim(shots), _) => aim::aim(game, &battle, shots),
        (Order::Bombard(ships), _) => bombard::aim(game, &battle, ships),
        _ => {}
    }
    game.state.agenda.push(Frame::Battle(battle));
    Ok(())
}

/// Runs the battle on top of the agenda until it waits or has ended; says whether the agenda goes on.
///
/// # Errors
/// A script failed.
pub fn advance(game: &mut Game<'_>) -> Result<bool, Refusal> {
    let Some(Frame::Battle(mut battle)) = game.state.agenda.pop() else {
        return Ok(true);
    };
    while battle.wait == Wait::No {
        if battle.over {
            finish::finish(game, &battle)?;
            return Ok(true);
        }
        let round = battle.round;
        step(game, &mut battle)?;
        let fought = Moment::BattleRound(battle.site.space);
        if round > 0 && battle.round > round && game.hooks.listens(fought) {
            game.state.agenda.push(Frame::Battle(battle));
            game.state.agenda.push(Frame::Moment(fought, 0));
            return Ok(true);
        }
    }
    game.state.agenda.push(Frame::Battle(battle));
    Ok(false)
}

fn step(game: &mut Game<'_>, battle: &mut Battle) -> Result<(), Refusal> {
    let rules = game.rules;
    let plan = &rules.battles.plans[battle.plan];
    let steps = if battle.round == 0 {
        &plan.start
    } else {
        &plan.round
    };
    let field = Field::new(game.cx(), battle);
    if field.beaten(game.cx(), battle.site.kind) {
        battle.over = true;
        return Ok(());
    }
    let Some(step) = steps.get(usize::from(battle.step)) else {
        next_round(game, battle, plan);
        return Ok(());
    };
    battle.step += 1;
    match step {
        Step::Fire(fire) => fire::fire(game, battle, fire, &field)?,
        Step::Remove => casualty::remove(game, battle, &field),
        Step::Submerge { role, .. } => {
            if !submerge::able(game.cx(), battle, *role).is_empty() {
                battle.wait = Wait::Submerge(*role);
            }
        }
        Step::Defenceless { role, units } => fire::perish(game, battle, *role, *units, &field)?,
        Step::Retreat(retreat) => {
            if !retreat::ways(game.cx(), battle, retreat, &field)?.is_empty() {
                battle.wait = Wait::Retreat(retreat.role);
            }
        }
        Step::Intercept { .. } => {
            if !raid::interceptors(game.cx(), battle).is_empty() {
                battle.wait = Wait::Intercept;
            }
        }
        Step::Divide => {
            if !aim::able(game.cx(), battle).1.is_empty() {
                battle.wait = Wait::Aim;
            }
        }
        Step::Damage { sides, bonus } => raid::damage(game, battle, *sides, *bonus),
    }
    Ok(())
}

fn next_round(game: &mut Game<'_>, battle: &mut Battle, plan: &BattlePlan) {
    let idle = battle.round > 0
        && (!battle.fired || Field::new(game.cx(), battle).harmless(game.cx(), battle));
    // No dice keep a battle going for so long unless they are loaded: then it ends undecided.
    let last = battle.round >= LONGEST || plan.max_rounds.is_some_and(|most| battle.round >= most);
    if idle || last || plan.round.is_empty() {
        battle.over = true;
        return;
    }
    for unit in game
        .state
        .units
        .iter_mut()
        .filter(|u| u.space == battle.site.space)
    {
        unit.marks.clear(Marks::FIRED);
    }
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

/// No battle has more rounds than this.
const LONGEST: u16 = 500;

/// Both parties, attackers first.
const ROLES: [Role; 2] = [Role::Attacker, Role::Defender];
