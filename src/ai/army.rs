//! Armies as counts, and what a battle between two of them will probably come to: expected hits
//! round by round, cheapest losses first. No dice: the same answer on every machine.

use super::profile::{Ground, Profile};
use crate::kernel::Unit;
use crate::rules::{Domain, Id, Role, Rules, UnitTypeId, UnitTypeSet};

/// Units by type.
#[derive(Clone, Debug)]
pub struct Army {
    counts: [u16; 64],
    /// Hits taken by units that live.
    wounds: u16,
    kinds: UnitTypeSet,
    /// Hits that others make for it before the battle.
    shells: f64,
}

/// What is left after a battle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forecast {
    /// Hits the attacker can still take.
    pub attacker: f64,
    /// Hits the defender can still take.
    pub defender: f64,
    /// Attacking units left that can take ground.
    pub takers: f64,
    /// What the attacker lost, in IPC.
    pub attacker_lost: f64,
    /// What the defender lost, in IPC.
    pub defender_lost: f64,
}

impl Army {
    /// Nobody.
    pub const EMPTY: Self = Self {
        counts: [0; 64],
        wounds: 0,
        kinds: UnitTypeSet::EMPTY,
        shells: 0.0,
    };

    /// These units; facilities do not fight.
    pub fn of<'a>(rules: &Rules, units: impl IntoIterator<Item = &'a Unit>) -> Self {
        let mut army = Self::EMPTY;
        units.into_iter().for_each(|u| army.add(rules, u));
        army
    }

    /// One more unit.
    pub fn add(&mut self, rules: &Rules, unit: &Unit) {
        if rules.units[unit.kind].domain != Domain::Facility {
            self.push(unit.kind, 1);
            self.wounds += u16::from(unit.damage);
        }
    }

    /// So many more of a type.
    pub fn push(&mut self, kind: UnitTypeId, count: u16) {
        self.counts[kind.index()] += count;
        self.kinds.insert(kind);
    }

    /// Everything of another army too.
    pub fn join(&mut self, other: &Self) {
        other
            .kinds
            .iter()
            .for_each(|k| self.push(k, other.counts[k.index()]));
        self.wounds += other.wounds;
    }

    /// Ships offshore are expected to hit so often before the battle.
    pub fn shelled(mut self, hits: f64) -> Self {
        self.shells = hits;
        self
    }

    /// How many of a type.
    pub fn count(&self, kind: UnitTypeId) -> u16 {
        self.counts[kind.index()]
    }

    /// How many units of these types.
    pub fn count_of(&self, kinds: UnitTypeSet) -> u16 {
        self.kinds
            .intersect(kinds)
            .iter()
            .map(|k| self.counts[k.index()])
            .sum()
    }

    /// Whether there is nobody that could fight or be hit.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// What it is worth, in IPC.
    pub fn cost(&self, profile: &Profile) -> f64 {
        self.kinds
            .iter()
            .map(|k| profile.cost[k.index()] * f64::from(self.counts[k.index()]))
            .sum()
    }

    /// Hits it can take.
    pub fn hits(&self, profile: &Profile) -> f64 {
        let full: u32 = self
            .kinds
            .iter()
            .map(|k| u32::from(profile.hits[k.index()]) * u32::from(self.counts[k.index()]))
            .sum();
        f64::from(full) - f64::from(self.wounds)
    }
}

/// One side in the course of a forecast.
struct Line<'a> {
    profile: &'a Profile,
    ground: &'a Ground,
    role: Role,
    /// Types and how many are left, in the order in which they are lost.
    left: Vec<(UnitTypeId, f64)>,
    /// Hits that damage without destroying.
    spare: f64,
    lost: f64,
}

impl<'a> Line<'a> {
    fn new(
        profile: &'a Profile,
        ground: &'a Ground,
        role: Role,
        army: &Army,
        rules: &Rules,
    ) -> Self {
        let hits = |k: UnitTypeId| f64::from(profile.hits[k.index()]);
        let mut left: Vec<(UnitTypeId, f64)> = army
            .kinds
            .iter()
            .map(|k| (k, f64::from(army.count(k))))
            .filter(|(k, n)| *n > 0.0 && hits(*k) > 0.0)
            .collect();
        let values = Self::values(ground, role);
        // What cannot fight is lost last, as most editions have it; the rest from the cheapest on.
        let idle = |k: UnitTypeId| values[k.index()] == 0.0 && !rules.units.takers.has(k);
        left.sort_by(|(a, _), (b, _)| {
            let key = |k: UnitTypeId| (idle(k), profile.cost[k.index()]);
            key(*a)
                .0
                .cmp(&key(*b).0)
                .then(key(*a).1.total_cmp(&key(*b).1))
                .then(a.cmp(b))
        });
        let spare =
            left.iter().map(|(k, n)| (hits(*k) - 1.0) * n).sum::<f64>() - f64::from(army.wounds);
        // Of those that take ground one is kept to the end, so that a battle won is ground taken.
        if let Some(last) = left.iter_mut().rfind(|(k, _)| rules.units.takers.has(*k)) {
            let keeper = (last.0, last.1.min(1.0));
            last.1 -= keeper.1;
            left.push(keeper);
        }
        Self {
            profile,
            ground,
            role,
            left,
            spare: spare.max(0.0),
            lost: 0.0,
        }
    }

    fn values(ground: &Ground, role: Role) -> &[f64; 64] {
        if role == Role::Attacker {
            &ground.attack
        } else {
            &ground.defence
        }
    }

    fn count_of(&self, kinds: UnitTypeSet) -> f64 {
        self.left
            .iter()
            .filter(|(k, _)| kinds.has(*k))
            .map(|(_, n)| n)
            .sum()
    }

    /// Hits expected this round.
    fn fire(&self) -> f64 {
        let values = Self::values(self.ground, self.role);
        let plain: f64 = self.left.iter().map(|(k, n)| values[k.index()] * n).sum();
        let supported = self.ground.support.iter().filter(|s| s.role == self.role);
        let gains = supported.map(|s| {
            let takers = self.count_of(s.takers);
            let served = if s.givers.is_empty() {
                takers
            } else {
                takers.min(self.count_of(s.givers) * s.ratio)
            };
            served * s.gain
        });
        plain + gains.sum::<f64>()
    }

    /// Takes hits, cheapest losses first.
    fn suffer(&mut self, hits: f64) {
        let mut hits = hits;
        let damage = hits.min(self.spare);
        self.spare -= damage;
        hits -= damage;
        for (kind, n) in &mut self.left {
            let gone = hits.min(*n);
            *n -= gone;
            hits -= gone;
            self.lost += gone * self.profile.cost[kind.index()];
        }
        self.left.retain(|(_, n)| *n > 1e-6);
    }

    /// Loses units to fire that is aimed at each of them.
    fn run_gauntlet(&mut self, targets: UnitTypeSet, chance: f64) {
        for (kind, n) in self.left.iter_mut().filter(|(k, _)| targets.has(*k)) {
            self.lost += *n * chance * self.profile.cost[kind.index()];
            *n *= 1.0 - chance;
        }
    }

    fn hits(&self) -> f64 {
        self.left.iter().map(|(_, n)| n).sum::<f64>() + self.spare
    }
}

/// What a battle will probably come to.
pub fn forecast(
    rules: &Rules,
    profile: &Profile,
    sea: bool,
    attacker: &Army,
    defender: &Army,
) -> Forecast {
    let ground = profile.ground(sea);
    let mut a = Line::new(profile, ground, Role::Attacker, attacker, rules);
    let mut d = Line::new(profile, ground, Role::Defender, defender, rules);
    for flak in &ground.flak {
        let (by, at) = if flak.role == Role::Attacker {
            (attacker, &mut d)
        } else {
            (defender, &mut a)
        };
        if by.count_of(flak.shooters) > 0 {
            at.run_gauntlet(flak.targets, flak.chance);
        }
    }
    d.suffer(attacker.shells);
    for _ in 0..16 {
        let (by_a, by_d) = (a.fire(), d.fire());
        if a.left.is_empty() || d.left.is_empty() || by_a + by_d < 0.02 {
            break;
        }
        a.suffer(by_d);
        d.suffer(by_a);
    }
    Forecast {
        attacker: a.hits(),
        defender: d.hits(),
        takers: a.count_of(rules.units.takers),
        attacker_lost: a.lost,
        defender_lost: d.lost,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FLYER, GUN, SHIP, WALKER, isles};

    fn army(units: &[(UnitTypeId, u16)]) -> Army {
        let mut army = Army::EMPTY;
        units.iter().for_each(|(kind, n)| army.push(*kind, *n));
        army
    }

    fn fight(attacker: &[(UnitTypeId, u16)], defender: &[(UnitTypeId, u16)]) -> Forecast {
        let rules = isles();
        let sea = attacker.iter().any(|(k, _)| *k == SHIP);
        forecast(
            &rules,
            &Profile::new(&rules),
            sea,
            &army(attacker),
            &army(defender),
        )
    }

    #[test]
    fn the_stronger_army_wins_and_loses_less_the_stronger_it_is() {
        let even = fight(&[(WALKER, 4)], &[(WALKER, 4)]);
        assert!(even.attacker < 0.1 && even.defender > 1.0, "{even:?}");
        let (more, many) = (
            fight(&[(WALKER, 10)], &[(WALKER, 4)]),
            fight(&[(WALKER, 20)], &[(WALKER, 4)]),
        );
        assert!(more.defender < 0.1 && more.takers > 3.0, "{more:?}");
        assert!(many.attacker_lost < more.attacker_lost);
        assert!((more.defender_lost - 12.0).abs() < 0.1);
    }

    #[test]
    fn nobody_left_to_fight_is_a_walk() {
        let walk = fight(&[(WALKER, 1)], &[]);
        assert!(walk.takers == 1.0 && walk.attacker_lost == 0.0);
    }

    #[test]
    fn hits_to_spare_cost_nothing() {
        let ships = fight(&[(SHIP, 2)], &[(SHIP, 1)]);
        assert!(ships.attacker_lost < 8.0 * 0.5, "{ships:?}");
    }

    #[test]
    fn the_last_that_takes_ground_is_kept() {
        let won = fight(&[(WALKER, 2), (FLYER, 6)], &[(WALKER, 6)]);
        assert!(won.defender < 0.1 && won.takers > 0.9, "{won:?}");
    }

    #[test]
    fn shells_hit_before_the_battle() {
        let rules = isles();
        let profile = Profile::new(&rules);
        let (some, foes) = (army(&[(WALKER, 3)]), army(&[(WALKER, 4)]));
        let plain = forecast(&rules, &profile, false, &some, &foes);
        let shelled = forecast(&rules, &profile, false, &some.shelled(4.0), &foes);
        assert!(
            plain.defender > 0.1 && shelled.defender < 0.1 && shelled.attacker_lost == 0.0,
            "{plain:?} {shelled:?}"
        );
    }

    #[test]
    fn guns_take_their_toll_of_what_flies() {
        let with = fight(&[(FLYER, 6), (WALKER, 1)], &[(WALKER, 1), (GUN, 1)]);
        let without = fight(&[(FLYER, 6), (WALKER, 1)], &[(WALKER, 1)]);
        assert!(
            (with.attacker_lost - without.attacker_lost - 10.0).abs() < 0.5,
            "{with:?} {without:?}"
        );
    }
}
