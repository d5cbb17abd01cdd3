//! The battles that a plan begins, and the aircraft without a task that go along with them.

use super::army::Army;
use super::attack::{balance, by_turns, fights};
use super::force::Force;
use super::scratch::Scratch;
use super::uncovered::uncovered;
use sandtable_kernel::{Marks, Unit, UnitIx};
use sandtable_rules::SpaceId;

/// A battle that the orders of a plan begin.
pub struct Battle {
    /// Where.
    pub space: SpaceId,
    /// Who attacks.
    pub attackers: Army,
    /// Who defends.
    pub defenders: Army,
}

/// Where the orders of a plan have sent a unit to fight: where it is to land, or has moved to; nothing if nowhere. Those
/// that raid fight in no other battle.
pub fn sent_to(unit: &Unit) -> Option<SpaceId> {
    if unit.marks.any(Marks::RAIDERS) {
        return None;
    }
    match unit.marks.any(Marks::LANDING) {
        true => Some(unit.goal),
        false => unit.marks.any(Marks::MOVED).then_some(unit.space),
    }
}

/// Those that stand after the orders of a plan, in the order of their first attackers.
pub fn battles(scratch: &Scratch<'_>) -> Vec<Battle> {
    let (rules, look) = (scratch.rules, scratch.look());
    let mut spaces: Vec<SpaceId> = Vec::new();
    for (_, unit) in scratch.own(scratch.state.all()) {
        spaces.extend(sent_to(unit).filter(|to| !spaces.contains(to)));
    }
    spaces.retain(|s| rules.board.spaces.get(*s).is_some() && !look.enemies(*s).is_empty());
    let battle = |space: SpaceId| {
        let units = scratch.own(scratch.state.all()).map(|(_, u)| u);
        let waits = |u: &Unit| u.space == space && rules.board.is_sea(space);
        let units = units.filter(|u| sent_to(u).map_or(waits(u), |to| to == space));
        let here = units.filter(|u| u.marks.any(Marks::LANDING) || !scratch.cx().is_cargo(u));
        Battle {
            space,
            attackers: Army::of(rules, here),
            defenders: look.enemies(space),
        }
    };
    spaces.into_iter().map(battle).collect()
}

/// Sends aircraft that have no task to the battles of a plan, the dearest places first: wherever they gain more than
/// what they leave behind.
pub fn plan(force: &mut Force, scratch: &mut Scratch<'_>) {
    let mut battles = battles(scratch);
    let look = scratch.look();
    battles.sort_by(|a, b| {
        let dearer = look.worth(b.space).total_cmp(&look.worth(a.space));
        dearer.then(a.space.cmp(&b.space))
    });
    for battle in battles {
        join(force, scratch, &battle);
    }
}

/// Sends to a battle as many of the aircraft that can come as gain most; of a large number not every one is tried.
fn join(force: &mut Force, scratch: &mut Scratch<'_>, battle: &Battle) {
    /// The share of what they cost that aircraft must gain, and what more of them must gain at least, in IPC.
    const SPENT: f64 = 0.01;
    const MORE: f64 = 0.1;
    let (rules, space) = (scratch.rules, battle.space);
    let flies = |u: UnitIx| rules.units.air.has(scratch.state.unit(u).kind);
    let mut able = force.able(scratch, space);
    able.retain(|(u, _)| flies(*u) && fights(rules.board.is_sea(space), scratch, *u));
    let ranks = by_turns(scratch, space, able);
    let gain = |count: usize| {
        let sent: Vec<UnitIx> = ranks[..count].iter().map(|(u, _)| *u).collect();
        let joined = scratch.army(&sent);
        let mut army = battle.attackers.clone();
        army.units.join(&joined.units);
        let risk = uncovered(scratch, &sent, (space, &army));
        let gain = balance(scratch, space, &battle.defenders, &army, risk);
        gain.map_or(f64::NEG_INFINITY, |g| g - SPENT * joined.cost(rules))
    };
    let best = most_gainful(ranks.len(), MORE, gain);
    force.send(scratch, space, &ranks[..best]);
}

/// How many of so many gain most, where more of them must gain so much more; of a large number not every one is tried.
pub fn most_gainful(all: usize, more: f64, gain: impl Fn(usize) -> f64) -> usize {
    let counts = std::iter::successors(Some(1), |count| Some(count + 1 + count / 3));
    let counts = counts.take_while(|count| *count < all).chain([all]);
    let (mut best, mut most) = (0, gain(0));
    for count in counts {
        let next = gain(count);
        if next > most + more {
            (best, most) = (count, next);
        }
    }
    best
}
