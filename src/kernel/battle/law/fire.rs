//! Volleys: when one is fired, by whom, at which values, at what, and with how many dice.

use super::Scene;
use super::losses::{Hits, Room, absorbed};
use sandtable_rules::{Change, FireStep, Modifier, Role, Station, UnitTypeId, UnitTypeSet};
use std::cmp::Reverse;

/// Like units that fire at the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shooter {
    /// Their type.
    pub kind: UnitTypeId,
    /// The value, in hundredths.
    pub value: i32,
    /// Of how many dice the best counts.
    pub tries: u8,
    /// How many there are.
    pub count: u32,
    /// How many of them support nobody yet.
    pub idle: u32,
}

/// Dice of like units at the same targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shots {
    /// Their type.
    pub kind: UnitTypeId,
    /// The value, in hundredths.
    pub value: i32,
    /// Of how many dice the best counts.
    pub tries: u8,
    /// What they can hit of what is there.
    pub targets: UnitTypeSet,
    /// How many fire.
    pub shooters: u32,
    /// How many dice they have, the best of several being one.
    pub dice: u32,
}

impl<'a> Scene<'a> {
    /// Whether a volley is fired. Ships offshore fire in the first round that their step names.
    pub fn happens(&self, step: &FireStep) -> bool {
        let in_time = self.round == 0 || (step.rounds.0..=step.rounds.1).contains(&self.round);
        let due = step.station != Station::Offshore || self.round <= step.rounds.0;
        in_time
            && due
            && step.only_if.iter().all(|p| self.present(step.role, *p))
            && !step.unless.iter().any(|p| self.present(step.role, *p))
    }

    /// The types that fire in a step, of those that stand ready. A ship offshore fires in the first step
    /// of a plan that names it.
    pub fn shooters(&self, step: &FireStep, ready: UnitTypeSet) -> UnitTypeSet {
        let mut types = step.shooters.intersect(ready);
        if step.station == Station::Offshore {
            let earlier = self.plan.volleys().take_while(|s| !std::ptr::eq(*s, step));
            for earlier in earlier.filter(|s| s.station == Station::Offshore) {
                types = types.minus(earlier.shooters);
            }
        }
        types
    }

    /// The types that a shooter of this type can hit in a step, whether they are there or not.
    pub fn targets(&self, step: &FireStep, shooter: UnitTypeId) -> UnitTypeSet {
        let spared = step.spares.iter().filter(|s| s.shooters.has(shooter));
        let spared = spared.filter(|s| s.unless.is_none_or(|p| !self.present(step.role, p)));
        let left = spared.fold(step.targets, |left, spare| left.minus(spare.targets));
        match step.station {
            Station::Target => left.intersect(self.raiding),
            Station::Battle | Station::Offshore => left,
        }
    }

    /// The same, of what lives.
    pub fn marks_of(&self, step: &FireStep, shooter: UnitTypeId) -> UnitTypeSet {
        let there = self.live(step.role.other());
        self.targets(step, shooter)
            .intersect(there)
            .intersect(self.rules.units.mortal)
    }

    /// The types that a type of a party can hit in some volley of a round.
    pub fn reach(&self, role: Role, shooter: UnitTypeId) -> UnitTypeSet {
        let mut all = UnitTypeSet::EMPTY;
        for fire in sandtable_rules::fires(self.plan.round.iter()) {
            let fires =
                fire.role == role && fire.station == Station::Battle && fire.shooters.has(shooter);
            if fires && self.rules.units[shooter].values[fire.value].0 > 0 && self.happens(fire) {
                all = all.union(self.targets(fire, shooter));
            }
        }
        all
    }

    /// Units of a type with the value that is printed on it.
    pub fn shooter(&self, step: &FireStep, kind: UnitTypeId, count: u32) -> Shooter {
        let value = self.rules.units[kind].values[step.value].0;
        Shooter {
            kind,
            value,
            tries: 1,
            count,
            idle: count,
        }
    }

    /// What may change the values of a step, conditions apart, each with its place in the pack.
    pub fn modifiers(&self, step: &FireStep) -> impl Iterator<Item = (usize, &'a Modifier)> {
        let (value, role, round) = (step.value, step.role, self.round.max(1));
        let all = self.rules.battles.modifiers.iter().enumerate();
        all.filter(move |(_, m)| {
            m.value == value && m.role == role && (m.rounds.0..=m.rounds.1).contains(&round)
        })
    }

    /// The dice of a volley, where `there` counts the living targets by type.
    pub fn shots(
        &self,
        step: &FireStep,
        shooters: &[Shooter],
        there: &dyn Fn(UnitTypeId) -> u32,
        shots: &mut Vec<Shots>,
    ) {
        shots.clear();
        let mut able: Vec<&Shooter> = shooters.iter().filter(|s| s.value > 0).collect();
        if step.dice.is_aimed() {
            let sure = |s: &&Shooter| (s.value, s.tries, Reverse(s.kind));
            let Some(best) = able.iter().map(sure).max() else {
                return;
            };
            able.retain(|s| sure(s) == best);
            let count = able.iter().map(|s| s.count).sum();
            for target in self.marks_of(step, able[0].kind).iter() {
                let dice = step.dice.dice(count, there(target));
                add(shots, able[0], UnitTypeSet::only(target), (count, dice));
            }
            return;
        }
        let counted = step.dice.counts_targets();
        if counted {
            able.sort_by_key(|s| (Reverse((s.value, s.tries)), s.kind));
        }
        for shooter in able {
            let targets = self.marks_of(step, shooter.kind);
            let free = match counted {
                true => unmarked(shots, targets, there),
                false => 0,
            };
            let dice = step.dice.dice(shooter.count, free);
            add(shots, shooter, targets, (shooter.count, dice));
        }
    }

    /// The types that have fired once a volley is over.
    pub fn fired(&self, step: &FireStep, shooters: &[Shooter]) -> UnitTypeSet {
        let able = shooters.iter().filter(|s| s.value > 0);
        able.map(|s| s.kind)
            .filter(|kind| !self.marks_of(step, *kind).is_empty())
            .collect()
    }
}

/// How many of these targets are left for one more die each: no two of the shots so far are aimed at the
/// same target, and they spare as many of these as they can.
fn unmarked(shots: &[Shots], targets: UnitTypeSet, there: &dyn Fn(UnitTypeId) -> u32) -> u32 {
    let aimed = shots.iter().map(|s| Hits {
        targets: s.targets,
        count: s.dice,
    });
    let before: u32 = shots.iter().map(|s| s.dice).sum();
    let more = Hits {
        targets,
        count: u32::MAX,
    };
    let all = aimed.clone().fold(targets, |all, s| all.union(s.targets));
    let room: Room = all.iter().map(|kind| (kind, there(kind))).collect();
    let aimed: Vec<Hits> = aimed.chain([more]).collect();
    absorbed(&aimed, &room, all).saturating_sub(before)
}

/// Adds dice to those of the same units at the same targets.
fn add(
    shots: &mut Vec<Shots>,
    shooter: &Shooter,
    targets: UnitTypeSet,
    (shooters, dice): (u32, u32),
) {
    if targets.is_empty() || dice == 0 {
        return;
    }
    let Shooter {
        kind, value, tries, ..
    } = *shooter;
    let own = (kind, value, tries, targets);
    let alike = |s: &&mut Shots| (s.kind, s.value, s.tries, s.targets) == own;
    match shots.iter_mut().find(alike) {
        Some(same) => (same.shooters, same.dice) = (same.shooters + shooters, same.dice + dice),
        None => shots.push(Shots {
            kind,
            value,
            tries,
            targets,
            shooters,
            dice,
        }),
    }
}

/// Changes the values of shooters as a modifier says; groups of which only some are supported fall apart. Who
/// would gain nothing needs no support, and who supports one unit supports no other in the same volley.
pub fn modify(modifier: &Modifier, shooters: &mut Vec<Shooter>) {
    let givers = shooters.iter().filter(|s| modifier.givers.has(s.kind));
    let room = match modifier.givers.is_empty() {
        true => u32::MAX,
        false => givers.map(|s| s.idle).sum::<u32>() * u32::from(modifier.ratio),
    };
    let (mut left, mut at) = (room, 0);
    while at < shooters.len() && left > 0 {
        let shooter = shooters[at];
        let lifted = lifted(modifier.change, shooter);
        if modifier.units.has(shooter.kind) && lifted != shooter {
            let count = shooter.count.min(left);
            left -= count;
            let idle = shooter.idle.min(count);
            shooters[at] = Shooter {
                count,
                idle,
                ..lifted
            };
            if count < shooter.count {
                at += 1;
                let rest = Shooter {
                    count: shooter.count - count,
                    idle: shooter.idle - idle,
                    ..shooter
                };
                shooters.insert(at, rest);
            }
        }
        at += 1;
    }
    if !modifier.givers.is_empty() {
        let busy = (room - left).div_ceil(u32::from(modifier.ratio.max(1)));
        occupy(modifier.givers, busy, shooters);
    }
}

/// A shooter after a change.
fn lifted(change: Change, shooter: Shooter) -> Shooter {
    let tries = match change {
        Change::Best(of) => of,
        _ => shooter.tries,
    };
    Shooter {
        value: change.apply(shooter.value),
        tries,
        ..shooter
    }
}

/// So many givers have somebody to support: of several types the last.
fn occupy(givers: UnitTypeSet, mut busy: u32, shooters: &mut [Shooter]) {
    for giver in shooters.iter_mut().rev().filter(|s| givers.has(s.kind)) {
        let more = giver.idle.min(busy);
        giver.idle -= more;
        busy -= more;
    }
}
