//! Making volleys: the law is asked who fires at what between sides of certain types, at which values,
//! and with how many dice; what those come to is a distribution.

use crate::dice::Luck;
use crate::field::heard::hear;
use crate::field::side::{Aim, StateId, by_type};
use crate::field::{Field, Fired, Moment, NOBODY, Salvo};
use crate::force::{Force, Stack, at};
use sandtable_kernel::law::Group;
use sandtable_kernel::law::fire::{Shooter, Shots, modify};
use sandtable_kernel::law::roll::Pool;
use sandtable_rules::{Chooser, FireStep, Role, Roll, Station, UnitTypeSet};
use std::collections::BTreeMap;

/// Types that can hit the same of what is there, and what that is as one of the aims.
type Alike = (UnitTypeSet, usize);
/// Who fires at what, spelled out: the step and stretch of rounds, the types that have fired, the groups,
/// whether they cross, and where scripts see them all who fires.
type Spelled = (usize, u16, Vec<(u64, usize)>, bool, u64);

/// Who fires at what in a step, between sides of certain types.
#[derive(Clone, Default, Debug)]
pub struct Pattern {
    /// The shooting types.
    shooters: UnitTypeSet,
    /// Those that can hit fewer first; none where dice are aimed.
    groups: Vec<Alike>,
    /// Whether it matters who is there to be hit, and how many.
    pub counts_targets: bool,
    /// Whether targets overlap without one holding the other.
    crossing: bool,
}

/// Patterns by number. The same types firing at the same in the same step are one pattern, whatever
/// else is there, so that what a state does by it is worked out once.
#[derive(Clone, Debug)]
pub struct Patterns {
    all: Vec<Pattern>,
    spelled: BTreeMap<Spelled, u32>,
}

impl Default for Patterns {
    fn default() -> Self {
        Self {
            all: vec![Pattern::default()],
            spelled: BTreeMap::new(),
        }
    }
}

impl Patterns {
    /// A pattern by its number.
    #[inline]
    pub fn get(&self, number: u32) -> &Pattern {
        &self.all[number as usize]
    }

    /// The number of a pattern of a step after some types have fired, with the types that scripts see.
    fn number(&mut self, step: usize, spent: u16, pattern: Pattern, seen: UnitTypeSet) -> u32 {
        let new = self.all.len() as u32;
        let number = if pattern.counts_targets {
            new
        } else {
            let groups = pattern
                .groups
                .iter()
                .map(|(types, aim)| (types.bits(), *aim));
            let key = (step, spent, groups.collect(), pattern.crossing, seen.bits());
            *self.spelled.entry(key).or_insert(new)
        };
        if number == new {
            self.all.push(pattern);
        }
        number
    }
}

/// Lists to work with, used again and again.
#[derive(Clone, Default, Debug)]
pub struct Bench {
    shooters: Vec<Shooter>,
    shots: Vec<Shots>,
    pool: Pool,
}

impl Field<'_> {
    /// The number of the pattern of who fires at what; `row` tells steps and stretches of rounds apart.
    pub(crate) fn pattern(
        &mut self,
        fire: &FireStep,
        row: usize,
        round: u16,
        moment: &Moment,
    ) -> u32 {
        let scene = self.scene(round, moment);
        let own = at(fire.role);
        let spent = self.sides[own].set(moment.fired[own]);
        let ready = match fire.station {
            Station::Offshore => self.setup.offshore.kinds(),
            Station::Target => self.setup.targets().minus(spent),
            Station::Battle => scene.shown(fire.role).minus(spent),
        };
        let shooters = scene.shooters(fire, ready);
        let aimed = fire.dice.is_aimed();
        let mut groups: Vec<(Alike, UnitTypeSet)> = Vec::new();
        for shooter in shooters.iter() {
            let marks = scene.marks_of(fire, shooter);
            let aim = Aim {
                targets: scene.targets(fire, shooter),
                chooser: fire.chooser,
            };
            let same = groups.iter_mut().find(|(_, m)| *m == marks);
            match (same, self.sides[1 - own].aim(aim)) {
                _ if marks.is_empty() || aimed => {}
                (Some(((types, _), _)), _) => types.insert(shooter),
                (None, Some(aim)) => groups.push(((UnitTypeSet::only(shooter), aim), marks)),
                (None, None) => {}
            }
        }
        let nobody = shooters.is_empty() || (groups.is_empty() && !aimed);
        if nobody || !scene.happens(fire) {
            return NOBODY;
        }
        groups.sort_by_key(|(_, marks)| marks.len());
        let pattern = Pattern {
            shooters,
            counts_targets: fire.dice.counts_targets(),
            crossing: groups.windows(2).any(|w| !w[0].1.within(&w[1].1)),
            groups: groups.into_iter().map(|(group, _)| group).collect(),
        };
        let seen = self.setup.scripts.map_or(UnitTypeSet::EMPTY, |_| shooters);
        self.patterns.number(row, moment.fired[own], pattern, seen)
    }

    /// Those of these types who stand where a step is fired from.
    pub(crate) fn ready(&self, fire: &FireStep, moment: &Moment, types: UnitTypeSet) -> Vec<Group> {
        let own = at(fire.role);
        let one = |kind| Stack::fresh(kind, 1).group();
        let mut ready: Vec<Group> = match fire.station {
            Station::Battle => self.sides[own].groups(moment.shown[own]).collect(),
            Station::Offshore => self.setup.offshore.groups().collect(),
            Station::Target => self.setup.targets().iter().map(one).collect(),
        };
        ready.retain(|group| types.has(group.kind));
        ready
    }

    /// What a state does by a pattern.
    pub(crate) fn prepare(
        &mut self,
        bench: &mut Bench,
        pattern: u32,
        fire: &FireStep,
        round: u16,
        moment: &Moment,
    ) -> Option<Fired> {
        let scene = self.scene(round, moment);
        let Pattern {
            shooters,
            ref groups,
            crossing,
            ..
        } = *self.patterns.get(pattern);
        let groups = groups.clone();
        let own = at(fire.role);
        bench.shooters.clear();
        let mut line_up = |kind, count| bench.shooters.push(scene.shooter(fire, kind, count));
        let seen = self.setup.scripts.map(|scripts| {
            let seen = self.seen(scripts, (fire, moment), shooters);
            seen.1.iter().for_each(|(_, kind)| line_up(*kind, 1));
            (scripts, seen)
        });
        if seen.is_none() {
            let ready = by_type(self.ready(fire, moment, shooters).into_iter());
            ready.into_iter().for_each(|(kind, n)| line_up(kind, n));
        }
        for (number, modifier) in scene.modifiers(fire) {
            if self.setup.modifiers[number] {
                modify(modifier, &mut bench.shooters);
            }
        }
        if let Some((scripts, (state, firing))) = seen {
            hear(
                scripts,
                (scene, fire),
                (&state, firing),
                &mut bench.shooters,
            );
        }
        let foes = (&self.sides[1 - own], moment.live[1 - own]);
        let there = |kind| foes.0.count(foes.1, UnitTypeSet::only(kind));
        scene.shots(fire, &bench.shooters, &there, &mut bench.shots);
        let first = self.volleys.len() as u32;
        if fire.dice.is_aimed() {
            for shot in &bench.shots {
                let aim = self.sides[1 - own].aim(Aim {
                    targets: shot.targets,
                    chooser: fire.chooser,
                });
                let dice = [(shot.value, shot.tries, shot.dice)];
                aim.into_iter()
                    .for_each(|aim| self.push_volley(fire, aim, &dice));
            }
        }
        for (types, aim) in groups {
            bench.pool.clear();
            let shots = bench.shots.iter().filter(|s| types.has(s.kind));
            bench.pool.extend(shots.map(|s| (s.value, s.tries, s.dice)));
            if !bench.pool.is_empty() {
                self.push_volley(fire, aim, &bench.pool);
            }
        }
        let volleys = (first, self.volleys.len() as u32 - first);
        if volleys.1 == 0 {
            return None;
        }
        let mut spent = moment.fired[own];
        // Ships offshore are no part of the side's own states.
        if fire.station != Station::Offshore {
            let fired = scene.fired(fire, &bench.shooters);
            let before = self.sides[own].set(spent);
            spent = self.sides[own].number(before.union(fired));
        }
        Some(Fired {
            fired: spent,
            volleys,
            crossing,
        })
    }

    fn push_volley(&mut self, fire: &FireStep, aim: usize, pool: &[(i32, u8, u32)]) {
        let dist = self.dists.hits(fire.roll, pool);
        self.volleys.push(Salvo { aim, dist });
    }

    /// The states in which a battle of these forces may begin, after the strikes before it; where dice are rolled
    /// for those, the one they lead to.
    pub fn starts(
        &mut self,
        forces: &[Force; 2],
        mut luck: Option<&mut dyn Luck>,
    ) -> Vec<([StateId; 2], f64)> {
        let start = [0, 1].map(|i| self.sides[i].state_of(&forces[i]));
        let mut starts = BTreeMap::from([(start[0], 1.0)]);
        let mut list = self.scratch.take();
        for strike in self.strikes.clone() {
            for (state, p) in std::mem::take(&mut starts) {
                let struck = (Role::Attacker, state);
                let rolled = luck.as_mut().map(|luck| &mut **luck as &mut dyn Luck);
                self.outcomes(struck, Some(strike), rolled, &mut list);
                list.iter()
                    .for_each(|(after, q)| *starts.entry(after).or_default() += p * q);
                list.clear();
            }
        }
        self.scratch.give(list);
        let starts = starts.into_iter();
        starts.map(|(state, p)| ([state, start[1]], p)).collect()
    }

    /// Makes the strikes before the battle.
    pub(crate) fn prepare_strikes(&mut self) {
        for strike in self.setup.strikes.clone() {
            let aim = self.sides[0].aim(Aim {
                targets: UnitTypeSet::only(strike.target),
                chooser: Chooser::Owner,
            });
            let Some(aim) = aim else { continue };
            let sides = strike.sides;
            let pool = [(i32::from(strike.at) * 100, 1, u32::from(strike.dice))];
            let dist = self.dists.hits(Roll::AtOrLess { sides }, &pool);
            let made = self.note(Fired {
                volleys: (self.volleys.len() as u32, 1),
                ..Fired::default()
            });
            self.volleys.push(Salvo { aim, dist });
            self.strikes.push(made as usize);
        }
    }
}
