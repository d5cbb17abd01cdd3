//! What comes out: chances, survivors, rounds and what it costs.

use crate::kernel::law::end;
use crate::kernel::law::roll::Dist;
use crate::odds::field::Field;
use crate::odds::field::side::StateId;
use crate::odds::force::{Force, Stack, at};
use crate::rules::{Role, SiteKind, Step, UnitTypeSet};
use std::collections::BTreeMap;

/// How the figures were found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// From every possibility, but for what is too unlikely to matter.
    Exact {
        /// The probability that was left out.
        pruned: f64,
    },
    /// From so many battles fought.
    Sampled {
        /// How many.
        runs: u64,
        /// The seed of their dice.
        seed: u64,
        /// Where the chance to win lies with 95 %.
        interval: (f64, f64),
    },
    /// From so many battles that the game itself has played, scripts and all.
    Played {
        /// How many.
        runs: u64,
        /// The seed of their dice.
        seed: u64,
        /// Where the chance to win lies with 95 %.
        interval: (f64, f64),
    },
}

/// What becomes of a side.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct SideOdds {
    /// What it loses, in IPC.
    pub lost: f64,
    /// Units left.
    pub left: f64,
    /// The chance that it breaks off.
    pub fled: f64,
    /// What is left, the likeliest first.
    pub survivors: Vec<(Force, f64)>,
}

/// The odds of a battle.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// How they were found.
    pub method: Method,
    /// The chance that only the attacker holds the field.
    pub win: f64,
    /// The chance that both do or nobody does.
    pub draw: f64,
    /// The chance that only the defender does.
    pub lose: f64,
    /// The chance that the attacker takes the territory.
    pub takes: f64,
    /// Rounds to expect.
    pub rounds: f64,
    /// The chance that it lasts so many rounds, from none on. An exact reading does not count them by
    /// itself: [`super::lengths`] does.
    pub lengths: Vec<f64>,
    /// Both sides, the attacker's first.
    pub sides: [SideOdds; 2],
    /// What the defender loses more than the attacker, in IPC: each sum with its chance.
    pub swings: Vec<(i64, f64)>,
    /// Damage done to the target of a raid, with its chance.
    pub damage: Vec<(u32, f64)>,
}

impl Odds {
    /// The swing to expect, in IPC.
    pub fn swing(&self) -> f64 {
        self.swings.iter().map(|(ipc, p)| *ipc as f64 * p).sum()
    }
    /// The damage to expect.
    pub fn mean_damage(&self) -> f64 {
        self.damage
            .iter()
            .map(|(points, p)| f64::from(*points) * p)
            .sum()
    }
}

/// One way it may come out.
#[derive(Clone, PartialEq, Debug)]
pub struct Fate {
    /// What lives of each side.
    pub left: [Force; 2],
    /// What each side has lost, in IPC.
    pub lost: [i64; 2],
    /// Who holds the field alone.
    pub winner: Option<Role>,
    /// Whether the attacker takes the territory.
    pub takes: bool,
    /// Raiders that got through.
    pub raiders: u32,
    /// The damage that they have done, where their dice have been rolled.
    pub bombed: Option<u32>,
    /// The defender's types that are still in the battle.
    pub facing: UnitTypeSet,
}

/// A battle as it went.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// How it came out.
    pub fate: Fate,
    /// After how many rounds.
    pub rounds: u32,
    /// Which sides broke off.
    pub fled: [bool; 2],
}

impl Field<'_> {
    /// Whether the attacker wins by an ending, and, if that is asked, can take ground then.
    pub fn succeeds(&self, live: [StateId; 2], takes: bool) -> bool {
        let takers = self.setup.rules.units.takers;
        self.stands(Role::Attacker, live[0])
            && !self.stands(Role::Defender, live[1])
            && (!takes || self.sides[0].kinds(live[0]).meets(&takers))
    }

    /// The fate that an ending stands for.
    pub fn fate(&self, live: [StateId; 2]) -> Fate {
        let roles = [Role::Attacker, Role::Defender];
        let left = roles.map(|role| self.sides[at(role)].force(live[at(role)]));
        let rules = self.setup.rules;
        let lost =
            roles.map(|role| self.setup.forces[at(role)].cost(rules) - left[at(role)].cost(rules));
        let winner = end::winner(roles.map(|role| self.stands(role, live[at(role)])));
        let takes = self.setup.plan().kind == SiteKind::Land && self.succeeds(live, true);
        let raiders = self.sides[0].present(live[0]);
        let raiders = raiders
            .iter()
            .filter(|(k, _)| self.raiders().has(*k))
            .map(|(_, n)| n)
            .sum();
        Fate {
            left,
            lost,
            winner,
            takes,
            raiders,
            bombed: None,
            facing: self.sides[1].kinds(live[1]),
        }
    }

    /// The damage that so many raiders do, as chances from none on.
    fn damage(&self, raiders: u32) -> Vec<f64> {
        let Some((target, damage)) = self.setup.target else {
            return Vec::new();
        };
        let step = self.setup.plan().steps().find_map(|step| match step {
            Step::Damage { sides, bonus } => Some((*sides, *bonus)),
            _ => None,
        });
        let Some((sides, bonus)) = step.filter(|(sides, _)| *sides > 0) else {
            return vec![1.0];
        };
        let die = Dist {
            from: 1 + usize::from(bonus),
            chances: vec![1.0 / f64::from(sides); usize::from(sides)],
        };
        let all = (0..raiders).fold(Dist::certain(0), |sum, _| sum.and(&die));
        let room = self.setup.rules.units[target]
            .facility
            .as_ref()
            .map_or(0, |f| f.max_damage.saturating_sub(damage));
        let mut done = vec![0.0; usize::from(room) + 1];
        for (i, p) in all.chances.iter().enumerate() {
            done[(all.from + i).min(usize::from(room))] += p;
        }
        done
    }
}

/// Fates added up.
#[derive(Clone, Default, Debug)]
pub struct Count {
    win: f64,
    draw: f64,
    lose: f64,
    takes: f64,
    lost: [f64; 2],
    left: [f64; 2],
    survivors: [BTreeMap<Vec<Stack>, f64>; 2],
    swings: BTreeMap<i64, f64>,
    raiders: BTreeMap<u32, f64>,
    bombed: BTreeMap<u32, f64>,
}

impl Count {
    /// One more fate, with its chance.
    pub fn add(&mut self, fate: &Fate, chance: f64) {
        match fate.winner {
            Some(Role::Attacker) => self.win += chance,
            Some(Role::Defender) => self.lose += chance,
            None => self.draw += chance,
        }
        self.takes += if fate.takes { chance } else { 0.0 };
        *self.swings.entry(fate.lost[1] - fate.lost[0]).or_default() += chance;
        match fate.bombed {
            Some(points) => *self.bombed.entry(points).or_default() += chance,
            None => *self.raiders.entry(fate.raiders).or_default() += chance,
        }
        for i in [0, 1] {
            self.lost[i] += chance * fate.lost[i] as f64;
            self.left[i] += chance * f64::from(fate.left[i].units());
            let stacks = fate.left[i].stacks();
            match self.survivors[i].get_mut(stacks) {
                Some(p) => *p += chance,
                None => _ = self.survivors[i].insert(stacks.to_vec(), chance),
            }
        }
    }

    /// Makes every chance so much as large.
    pub fn scale(&mut self, by: f64) {
        for p in [
            &mut self.win,
            &mut self.draw,
            &mut self.lose,
            &mut self.takes,
        ] {
            *p *= by;
        }
        self.lost
            .iter_mut()
            .chain(&mut self.left)
            .for_each(|p| *p *= by);
        self.survivors
            .iter_mut()
            .flat_map(|s| s.values_mut())
            .for_each(|p| *p *= by);
        self.swings
            .values_mut()
            .chain(self.raiders.values_mut())
            .chain(self.bombed.values_mut())
            .for_each(|p| *p *= by);
    }

    /// All that was added.
    pub fn total(&self) -> f64 {
        self.win + self.draw + self.lose
    }

    /// The odds, where `field` is the last battle fought.
    pub fn odds(
        self,
        method: Method,
        rounds: f64,
        fled: [f64; 2],
        field: Option<&Field<'_>>,
    ) -> Odds {
        let mut damage: Vec<f64> = Vec::new();
        if let Some(field) = field.filter(|f| f.setup.target.is_some()) {
            for (raiders, chance) in &self.raiders {
                let done = field.damage(*raiders);
                damage.resize(damage.len().max(done.len()), 0.0);
                damage
                    .iter_mut()
                    .zip(done)
                    .for_each(|(sum, p)| *sum += chance * p);
            }
        }
        for (points, chance) in &self.bombed {
            damage.resize(damage.len().max(*points as usize + 1), 0.0);
            damage[*points as usize] += chance;
        }
        let Self {
            win,
            draw,
            lose,
            takes,
            lost,
            left,
            survivors,
            swings,
            ..
        } = self;
        let mut sides = [SideOdds::default(), SideOdds::default()];
        for (i, counted) in survivors.into_iter().enumerate() {
            let mut all: Vec<(Force, f64)> = counted
                .into_iter()
                .map(|(stacks, p)| (Force::of(stacks), p))
                .collect();
            all.sort_by(|a, b| b.1.total_cmp(&a.1));
            sides[i] = SideOdds {
                lost: lost[i],
                left: left[i],
                fled: fled[i],
                survivors: all,
            };
        }
        let points = damage
            .iter()
            .enumerate()
            .map(|(points, p)| (points as u32, *p))
            .filter(|(_, p)| *p > 0.0)
            .collect();
        let (lengths, swings) = (Vec::new(), swings.into_iter().collect());
        Odds {
            method,
            win,
            draw,
            lose,
            takes,
            rounds,
            lengths,
            sides,
            swings,
            damage: points,
        }
    }
}
