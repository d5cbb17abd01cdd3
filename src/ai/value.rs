//! What a position is worth to a side, in IPC: units, treasuries, income to come, and how near either side
//! is to its victory.

use super::facts::income;
use super::profile::Profile;
use super::research;
use sandtable_kernel::Cx;
use sandtable_rules::{Asset, Cond, PowerId, PowerSet, SideId, SpaceId};

/// A game that is won.
const WON: f64 = 1e6;

/// How much better off a side is than all others, where what those have counts so many times as much.
pub fn value(cx: Cx<'_>, profile: &Profile, side: SideId, edge: f64) -> f64 {
    let (rules, weights) = (cx.rules, &profile.weights);
    if let Some(winner) = cx.state.winner {
        return if winner == side { WON } else { -WON };
    }
    let sign = |power: PowerId| match rules.powers[power].side {
        Some(of) if of == side => 1.0,
        Some(_) => -edge,
        None => 0.0,
    };
    let units = cx.state.all().map(|(_, u)| {
        let damage = f64::from(u.damage);
        sign(u.owner) * (profile.cost[u.kind] - damage)
    });
    let mut total: f64 = units.sum();
    for power in &rules.turn.order {
        let open = cx.holds_capitals(*power);
        let funds = f64::from(cx.state.funds(rules, *power));
        let income = income(cx, *power);
        let worth = funds + weights.value_income * income + research::worth(cx, *power);
        total += sign(*power)
            * if open {
                worth
            } else {
                weights.value_closed * worth
            };
    }
    let board: u32 = rules
        .board
        .land
        .iter()
        .map(|s| u32::from(rules.board.spaces[s].income))
        .sum();
    let prize = weights.value_victory * f64::from(board);
    for victory in &rules.acts.victories {
        let mut powers = rules.powers.of_side(victory.side).iter();
        let Some(power) = powers.next() else { continue };
        let near = nearness(cx, victory.side, power, &victory.when);
        let near = near * near * near;
        total += prize * if victory.side == side { near } else { -near };
    }
    total
}

/// How near a condition is to being so for a side: 1 when it is.
fn nearness(cx: Cx<'_>, side: SideId, me: PowerId, cond: &Cond) -> f64 {
    match cond {
        Cond::Have(count) if count.what == Asset::Controlled => {
            let who = cx.who(&count.who, me);
            let who = who.union(cx.rules.powers.of_side(side));
            let mut each: Vec<f64> = count.spaces.iter().map(|s| hold(cx, who, s)).collect();
            each.sort_by(|a, b| b.total_cmp(a));
            let needed = usize::from(count.at_least).max(1);
            each.into_iter().take(needed).sum::<f64>() / needed as f64
        }
        Cond::All(all) => {
            let each = all.iter().map(|c| nearness(cx, side, me, c));
            each.fold(1.0, f64::min)
        }
        Cond::Any(any) => {
            let each = any.iter().map(|c| nearness(cx, side, me, c));
            each.fold(0.0, f64::max)
        }
        Cond::Not(inner) => 1.0 - nearness(cx, side, me, inner),
        other if cx.holds(other, me) => 1.0,
        _ => 0.5,
    }
}

/// 1 for a space that one of these powers holds; less the farther away they are who could take it.
fn hold(cx: Cx<'_>, who: PowerSet, space: SpaceId) -> f64 {
    if cx.state.owner(space).is_some_and(|o| who.has(o)) {
        return 1.0;
    }
    let rules = cx.rules;
    let (takers, mut near) = (rules.units.takers, 0.0f64);
    let mut armed = 0.0;
    for (_, unit) in cx
        .state
        .all()
        .filter(|(_, u)| who.has(u.owner) && takers.has(u.kind))
    {
        let steps = rules.board.distance(unit.space, space).unwrap_or(u8::MAX);
        if steps <= 3 {
            armed += 1.0;
        }
        // Multiplied out: `powi` may differ from machine to machine.
        let far = (0..steps.min(30)).fold(0.4, |near, _| near * 0.8);
        near = near.max(far);
    }
    let foes = cx
        .state
        .units_in(space)
        .filter(|(_, u)| rules.units.mortal.has(u.kind))
        .count();
    near + 0.3 * armed / (armed + 1.5 * foes as f64 + 1.0)
}
