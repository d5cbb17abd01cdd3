//! Making volleys: who fires at what between sides of certain types, at which values, and what that
//! comes to.

use super::alias::Alias;
use super::dist::hits;
use super::field::{Field, Fired, Moment, Volley};
use super::force::at;
use super::side::Aim;
use crate::rules::{DicePer, FireStep, Station, UnitTypeId, UnitTypeSet};

/// Who fires at what in a step, between sides of certain types.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The shooting types.
    pub shooters: UnitTypeSet,
    /// What each shooting type can hit, as one of the aims; by groups.
    pub groups: Vec<(UnitTypeSet, usize)>,
    /// The types that can be hit, where dice are aimed.
    pub aimed: bool,
    /// Whether targets overlap without one holding the other.
    pub crossing: bool,
}

impl Field<'_> {
    /// Whether a step is fired at all.
    pub(super) fn happens(&self, fire: &FireStep, round: u16, moment: &Moment) -> bool {
        (round == 0 || (fire.rounds.0..=fire.rounds.1).contains(&round))
            && fire.only_if.iter().all(|p| self.present(moment, fire.role, *p))
            && !fire.unless.iter().any(|p| self.present(moment, fire.role, *p))
    }

    /// The types that a shooter can hit in a step.
    pub(super) fn targets(&self, fire: &FireStep, shooter: UnitTypeId, moment: &Moment) -> UnitTypeSet {
        let spares = fire.spares.iter().filter(|s| s.shooters.has(shooter));
        let spares = spares.filter(|s| s.unless.is_none_or(|p| !self.present(moment, fire.role, p)));
        spares.fold(fire.targets, |left, spare| left.minus(spare.targets))
    }

    /// Who fires at what.
    pub(super) fn pattern(&mut self, fire: &FireStep, round: u16, moment: &Moment) -> Option<Pattern> {
        if !self.happens(fire, round, moment) || (fire.station == Station::Offshore && round > 1) {
            return None;
        }
        let (own, foe) = (at(fire.role), at(fire.role.other()));
        let there = self.sides[foe].kinds(moment.live[foe]).intersect(self.hittable);
        if fire.station == Station::Target {
            let target = self.setup.target.filter(|(kind, _)| fire.shooters.has(*kind))?.0;
            return Some(Pattern { shooters: UnitTypeSet::only(target), groups: Vec::new(), aimed: true, crossing: false });
        }
        let spent = self.sides[own].set(moment.fired[own]);
        let ready = match fire.station {
            Station::Offshore => self.setup.offshore.kinds(),
            _ => self.sides[own].kinds(moment.shown[own]).minus(spent),
        };
        let shooters = fire.shooters.intersect(ready);
        let mut groups: Vec<(UnitTypeSet, usize)> = Vec::new();
        for shooter in shooters.iter() {
            let targets = self.targets(fire, shooter, moment);
            let Some(aim) = self.sides[foe].aim(Aim { targets, chooser: fire.chooser }) else {
                continue;
            };
            if !targets.meets(&there) {
                continue;
            }
            match groups.iter_mut().find(|(_, a)| *a == aim) {
                Some((types, _)) => types.insert(shooter),
                None => groups.push((UnitTypeSet::only(shooter), aim)),
            }
        }
        let aimed = fire.dice == DicePer::Target;
        if groups.is_empty() && !aimed {
            return None;
        }
        let reach = |aim: usize| self.sides[foe].aim_at(aim).targets.intersect(there);
        groups.sort_by_key(|(_, aim)| reach(*aim).len());
        let crossing = groups.windows(2).any(|w| !reach(w[0].1).within(&reach(w[1].1)));
        Some(Pattern { shooters, groups, aimed, crossing })
    }

    /// The values that the shooters of a step fire at: types, values in hundredths, counts.
    fn values(&self, fire: &FireStep, round: u16, shooters: &[(UnitTypeId, u32)]) -> Vec<(UnitTypeId, i32, u32)> {
        let rules = self.setup.rules;
        let base = |k: UnitTypeId| rules.units[k].values[fire.value].0;
        let mut pieces: Vec<_> = shooters.iter().map(|(k, n)| (*k, base(*k), *n)).collect();
        for (modifier, holds) in rules.battles.modifiers.iter().zip(&self.setup.modifiers) {
            let about = modifier.value == fire.value && modifier.role == fire.role;
            if !about || !holds || !(modifier.rounds.0..=modifier.rounds.1).contains(&round.max(1)) {
                continue;
            }
            let givers: u32 = shooters.iter().filter(|(k, _)| modifier.givers.has(*k)).map(|(_, n)| n).sum();
            let mut left = if modifier.givers.is_empty() { u32::MAX } else { givers * u32::from(modifier.ratio) };
            let mut changed = Vec::with_capacity(pieces.len() + 1);
            for (kind, value, count) in pieces {
                let some = if modifier.units.has(kind) { count.min(left) } else { 0 };
                left -= some;
                let parts = [(kind, modifier.change.apply(value), some), (kind, value, count - some)];
                changed.extend(parts.into_iter().filter(|(_, _, n)| *n > 0));
            }
            pieces = changed;
        }
        pieces
    }

    /// What a state does by a pattern.
    pub(super) fn volleys(&mut self, pattern: usize, fire: &FireStep, round: u16, moment: &Moment) -> Option<Fired> {
        let pattern = self.patterns[pattern].clone()?;
        let own = at(fire.role);
        let of = |force: &super::force::Force| force.stacks().iter().map(|s| (s.kind, u32::from(s.count))).collect();
        let mut shooters: Vec<(UnitTypeId, u32)> = match fire.station {
            Station::Battle => self.sides[own].present(moment.shown[own]),
            Station::Offshore => of(&self.setup.offshore),
            Station::Target => pattern.shooters.iter().map(|k| (k, 1)).collect(),
        };
        shooters.retain(|(k, _)| pattern.shooters.has(*k));
        let raid = fire.station == Station::Target;
        let values = if raid {
            shooters.iter().map(|(k, n)| (*k, self.setup.rules.units[*k].values[fire.value].0, *n)).collect()
        } else {
            self.values(fire, round, &shooters)
        };
        let (aimed, mut fired) = if pattern.aimed {
            let best = values.iter().filter(|(_, v, _)| *v > 0).max_by_key(|(_, v, _)| *v).copied()?;
            (self.aimed_dice(fire, best, raid, moment), UnitTypeSet::only(best.0))
        } else {
            (Vec::new(), UnitTypeSet::EMPTY)
        };
        let mut groups: Vec<(usize, Vec<(i32, u32)>)> = aimed;
        for (types, aim) in &pattern.groups {
            let able = || values.iter().filter(|(k, v, _)| types.has(*k) && *v > 0);
            able().for_each(|(k, _, _)| fired.insert(*k));
            if let DicePer::Shooter(each) = fire.dice
                && able().next().is_some()
            {
                groups.push((*aim, able().map(|(_, v, n)| (*v, n * u32::from(each))).collect()));
            }
        }
        if groups.is_empty() {
            return None;
        }
        let before = self.sides[own].set(moment.fired[own]);
        // Ships offshore and targets are no part of the side's own states.
        let fired = if fire.station == Station::Battle { before.union(fired) } else { before };
        let volleys: Vec<Volley> = groups
            .into_iter()
            .map(|(aim, shots)| {
                let dist = hits(fire.roll, &shots);
                Volley { aim, alias: if self.drawn { Alias::new(&dist) } else { Alias::default() }, dist }
            })
            .collect();
        let none = volleys.iter().map(|v| v.dist.none()).product();
        Some(Fired { fired: self.sides[own].number(fired), none, volleys, crossing: pattern.crossing && !pattern.aimed })
    }

    /// One die for each target, aimed at its type.
    fn aimed_dice(
        &self,
        fire: &FireStep,
        (shooter, value, _): (UnitTypeId, i32, u32),
        raid: bool,
        moment: &Moment,
    ) -> Vec<(usize, Vec<(i32, u32)>)> {
        let foe = at(fire.role.other());
        let targets = if raid { fire.targets.intersect(self.raiders) } else { self.targets(fire, shooter, moment) };
        let there = self.sides[foe].present(moment.live[foe]);
        let able = there.into_iter().filter(|(k, _)| targets.has(*k) && self.hittable.has(*k));
        able.filter_map(|(k, n)| {
            let aim = self.sides[foe].aim(Aim { targets: UnitTypeSet::only(k), chooser: fire.chooser })?;
            Some((aim, vec![(value, n)]))
        })
        .collect()
    }
}
