//! Making volleys: who fires at what between sides of certain types, at which values, and what that
//! comes to.

use crate::odds::field::index::{ABSENT, Index};
use crate::odds::field::side::Aim;
use crate::odds::field::{Field, Fired, Moment, NOBODY, Volley};
use crate::odds::force::{Force, at};
use crate::odds::sampled::alias::Alias;
use crate::rules::{DicePer, FireStep, Station, UnitTypeId, UnitTypeSet};

/// Types that can hit the same, and what that is as one of the aims.
type Group = (UnitTypeSet, usize);
/// Units of a type, the value that they fire at in hundredths, and how many there are.
type Piece = (UnitTypeId, i32, u32);

/// Who fires at what in a step, between sides of certain types.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The shooting types.
    shooters: UnitTypeSet,
    /// Where its groups stand, and how many there are.
    groups: (usize, usize),
    /// Whether dice are aimed.
    pub aimed: bool,
    /// Whether targets overlap without one holding the other.
    crossing: bool,
}

/// Patterns by number. The same types firing at the same in the same step are one pattern, whatever
/// else is there, so that what a state does by it is worked out once.
#[derive(Clone, Debug)]
pub struct Patterns {
    all: Vec<Pattern>,
    groups: Vec<Group>,
    /// Patterns spelled out: a number for every beginning, then the pattern's own.
    spelled: Index,
    beginnings: u32,
}

impl Default for Patterns {
    fn default() -> Self {
        let nobody = Pattern {
            shooters: UnitTypeSet::EMPTY,
            groups: (0, 0),
            aimed: false,
            crossing: false,
        };
        Self {
            all: vec![nobody],
            groups: Vec::new(),
            spelled: Index::default(),
            beginnings: 0,
        }
    }
}

impl Patterns {
    /// A pattern by its number.
    #[inline]
    pub fn get(&self, number: u32) -> Pattern {
        self.all[number as usize]
    }

    fn groups(&self, pattern: Pattern) -> &[Group] {
        &self.groups[pattern.groups.0..][..pattern.groups.1]
    }

    /// The number of a pattern of a step after some types have fired.
    fn number(&mut self, step: usize, spent: u16, pattern: Pattern, groups: &[Group]) -> u32 {
        let last = if pattern.aimed {
            // Who is hit by aimed dice depends on who is there.
            None
        } else {
            let first = (step as u128) << 80
                | u128::from(spent) << 64
                | u128::from(pattern.shooters.bits());
            let begun = self.beginning(first);
            let key = |begun: u32, aim: usize| u128::from(begun) << 96 | (aim as u128) << 64;
            let spelled = groups.iter().fold(begun, |begun, (types, aim)| {
                self.beginning(key(begun, *aim) | u128::from(types.bits()))
            });
            Some(key(spelled, usize::from(pattern.crossing)))
        };
        let known = last.map_or(ABSENT, |key| self.spelled.get(key));
        if known != ABSENT {
            return known;
        }
        let number = self.all.len() as u32;
        self.all.push(Pattern {
            groups: (self.groups.len(), groups.len()),
            ..pattern
        });
        self.groups.extend_from_slice(groups);
        last.into_iter()
            .for_each(|key| self.spelled.put(key, number));
        number
    }

    /// The number of a beginning, from 1 on.
    fn beginning(&mut self, key: u128) -> u32 {
        let known = self.spelled.get(key);
        if known != ABSENT {
            return known;
        }
        self.beginnings += 1;
        self.spelled.put(key, self.beginnings);
        self.beginnings
    }
}

/// Lists to work with, used again and again.
#[derive(Clone, Default, Debug)]
pub struct Bench {
    shooters: Vec<(UnitTypeId, u32)>,
    pieces: Vec<Piece>,
    changed: Vec<Piece>,
    shots: Vec<(i32, u32)>,
    groups: Vec<Group>,
}

impl Field<'_> {
    /// Whether a step is fired at all.
    pub(in crate::odds) fn happens(&self, fire: &FireStep, round: u16, moment: &Moment) -> bool {
        (round == 0 || (fire.rounds.0..=fire.rounds.1).contains(&round))
            && fire
                .only_if
                .iter()
                .all(|p| self.present(moment, fire.role, *p))
            && !fire
                .unless
                .iter()
                .any(|p| self.present(moment, fire.role, *p))
    }

    /// The types that a shooter can hit in a step.
    pub(in crate::odds) fn targets(
        &self,
        fire: &FireStep,
        shooter: UnitTypeId,
        moment: &Moment,
    ) -> UnitTypeSet {
        let spares = fire.spares.iter().filter(|s| s.shooters.has(shooter));
        let spares =
            spares.filter(|s| s.unless.is_none_or(|p| !self.present(moment, fire.role, p)));
        spares.fold(fire.targets, |left, spare| left.minus(spare.targets))
    }

    /// The number of the pattern of who fires at what; `row` tells steps and stretches of rounds apart.
    pub(in crate::odds) fn pattern(
        &mut self,
        fire: &FireStep,
        row: usize,
        round: u16,
        moment: &Moment,
    ) -> u32 {
        if !self.happens(fire, round, moment) || (fire.station == Station::Offshore && round > 1) {
            return NOBODY;
        }
        let (own, foe) = (at(fire.role), at(fire.role.other()));
        let aimed = fire.dice == DicePer::Target || fire.station == Station::Target;
        let mut groups = std::mem::take(&mut self.bench.groups);
        groups.clear();
        let (shooters, crossing) = if fire.station == Station::Target {
            let target = self
                .setup
                .target
                .filter(|(kind, _)| fire.shooters.has(*kind));
            (
                target.map_or(UnitTypeSet::EMPTY, |(kind, _)| UnitTypeSet::only(kind)),
                false,
            )
        } else {
            let there = self.sides[foe]
                .kinds(moment.live[foe])
                .intersect(self.hittable);
            let spent = self.sides[own].set(moment.fired[own]);
            let ready = match fire.station {
                Station::Offshore => self.setup.offshore.kinds(),
                _ => self.sides[own].kinds(moment.shown[own]).minus(spent),
            };
            let shooters = fire.shooters.intersect(ready);
            (
                shooters,
                self.group(fire, (shooters, there), moment, &mut groups),
            )
        };
        let number = if shooters.is_empty() || (groups.is_empty() && !aimed) {
            NOBODY
        } else {
            let pattern = Pattern {
                shooters,
                groups: (0, 0),
                aimed,
                crossing,
            };
            self.patterns
                .number(row, moment.fired[own], pattern, &groups)
        };
        self.bench.groups = groups;
        number
    }

    /// Groups shooters by what they can hit of what is there, those that can hit fewer first; says
    /// whether targets overlap without one holding the other.
    fn group(
        &self,
        fire: &FireStep,
        kinds: (UnitTypeSet, UnitTypeSet),
        moment: &Moment,
        groups: &mut Vec<Group>,
    ) -> bool {
        let (shooters, there) = kinds;
        let foe = &self.sides[at(fire.role.other())];
        for shooter in shooters.iter() {
            let targets = self.targets(fire, shooter, moment);
            let Some(aim) = foe.aim(Aim {
                targets,
                chooser: fire.chooser,
            }) else {
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
        let reach = |aim: usize| foe.aim_at(aim).targets.intersect(there);
        groups.sort_by_key(|(_, aim)| reach(*aim).len());
        groups
            .windows(2)
            .any(|w| !reach(w[0].1).within(&reach(w[1].1)))
    }

    /// The values that the shooters of a step fire at.
    fn values(&self, fire: &FireStep, round: u16, bench: &mut Bench) {
        let rules = self.setup.rules;
        let Bench {
            shooters,
            pieces,
            changed,
            ..
        } = bench;
        pieces.clear();
        pieces.extend(
            shooters
                .iter()
                .map(|(k, n)| (*k, rules.units[*k].values[fire.value].0, *n)),
        );
        if fire.station == Station::Target {
            return;
        }
        for (modifier, holds) in rules.battles.modifiers.iter().zip(&self.setup.modifiers) {
            let about = modifier.value == fire.value && modifier.role == fire.role;
            if !about || !holds || !(modifier.rounds.0..=modifier.rounds.1).contains(&round.max(1))
            {
                continue;
            }
            let givers: u32 = shooters
                .iter()
                .filter(|(k, _)| modifier.givers.has(*k))
                .map(|(_, n)| n)
                .sum();
            let mut left = if modifier.givers.is_empty() {
                u32::MAX
            } else {
                givers * u32::from(modifier.ratio)
            };
            changed.clear();
            for (kind, value, count) in pieces.iter().copied() {
                let some = if modifier.units.has(kind) {
                    count.min(left)
                } else {
                    0
                };
                left -= some;
                let parts = [
                    (kind, modifier.change.apply(value), some),
                    (kind, value, count - some),
                ];
                changed.extend(parts.into_iter().filter(|(_, _, n)| *n > 0));
            }
            std::mem::swap(pieces, changed);
        }
    }

    /// What a state does by a pattern.
    pub(in crate::odds) fn prepare(
        &mut self,
        pattern: u32,
        fire: &FireStep,
        round: u16,
        moment: &Moment,
    ) -> Option<Fired> {
        let mut bench = std::mem::take(&mut self.bench);
        let made = self.prepare_on(&mut bench, self.patterns.get(pattern), fire, round, moment);
        self.bench = bench;
        made
    }

    fn prepare_on(
        &mut self,
        bench: &mut Bench,
        pattern: Pattern,
        fire: &FireStep,
        round: u16,
        moment: &Moment,
    ) -> Option<Fired> {
        let own = at(fire.role);
        let of = |force: &Force| {
            force
                .stacks()
                .iter()
                .map(|s| (s.kind, u32::from(s.count)))
                .collect()
        };
        match fire.station {
            Station::Battle => {
                self.sides[own].count_into(moment.shown[own], pattern.shooters, &mut bench.shooters)
            }
            Station::Offshore => bench.shooters = of(&self.setup.offshore.only(pattern.shooters)),
            Station::Target => bench.shooters = pattern.shooters.iter().map(|k| (k, 1)).collect(),
        }
        self.values(fire, round, bench);
        let first = self.volleys.len() as u32;
        let mut fired = UnitTypeSet::EMPTY;
        if pattern.aimed {
            let best = bench
                .pieces
                .iter()
                .filter(|(_, v, _)| *v > 0)
                .max_by_key(|(_, v, _)| *v)
                .copied()?;
            fired = UnitTypeSet::only(best.0);
            self.aimed_dice(fire, best, moment);
        }
        for group in 0..self.patterns.groups(pattern).len() {
            let (types, aim) = self.patterns.groups(pattern)[group];
            let able = || {
                bench
                    .pieces
                    .iter()
                    .filter(|(k, v, _)| types.has(*k) && *v > 0)
            };
            able().for_each(|(k, _, _)| fired.insert(*k));
            if let DicePer::Shooter(each) = fire.dice
                && able().next().is_some()
            {
                bench.shots.clear();
                bench
                    .shots
                    .extend(able().map(|(_, v, n)| (*v, n * u32::from(each))));
                self.push_volley(fire, aim, &bench.shots);
            }
        }
        let volleys = (first, self.volleys.len() as u32 - first);
        if volleys.1 == 0 {
            return None;
        }
        // Ships offshore and targets are no part of the side's own states.
        let spent = if fire.station == Station::Battle {
            let before = self.sides[own].set(moment.fired[own]);
            self.sides[own].number(before.union(fired))
        } else {
            moment.fired[own]
        };
        let none = self.volleys[first as usize..]
            .iter()
            .map(|v| self.dists.get(v.dist).none())
            .product();
        Some(Fired {
            fired: spent,
            none,
            volleys,
            crossing: pattern.crossing && !pattern.aimed,
        })
    }

    fn push_volley(&mut self, fire: &FireStep, aim: usize, shots: &[(i32, u32)]) {
        let dist = self.dists.hits(fire.roll, shots);
        let alias = if self.drawn {
            self.bins.table(dist, self.dists.get(dist))
        } else {
            Alias::default()
        };
        self.volleys.push(Volley { aim, dist, alias });
    }

    /// One die for each target, aimed at its type.
    fn aimed_dice(&mut self, fire: &FireStep, (shooter, value, _): Piece, moment: &Moment) {
        let foe = at(fire.role.other());
        let raid = fire.station == Station::Target;
        let targets = if raid {
            fire.targets.intersect(self.raiders)
        } else {
            self.targets(fire, shooter, moment)
        };
        let there = self.sides[foe].present(moment.live[foe]);
        let targets = targets.intersect(self.hittable);
        for (k, n) in there.into_iter().filter(|(k, _)| targets.has(*k)) {
            if let Some(aim) = self.sides[foe].aim(Aim {
                targets: UnitTypeSet::only(k),
                chooser: fire.chooser,
            }) {
                self.push_volley(fire, aim, &[(value, n)]);
            }
        }
    }
}
