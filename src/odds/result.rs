//! What comes out: chances, survivors, rounds and what it costs.

use crate::case::Unknown;
use crate::field::Field;
use crate::field::side::StateId;
use crate::force::{Force, at};
use crate::setup::Setup;
use crate::tally::{NORMAL, wilson};
use sandtable_kernel::law::end::{self, ROLES};
use sandtable_rules::{Role, SiteKind, UnitTypeId, UnitTypeSet};
use schemars::JsonSchema;
use serde::Serialize;

/// How the figures were found.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "method", rename_all = "lowercase")]
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
        /// Where the chance that the attacker beats the defender lies with 95 %.
        interval: (f64, f64),
    },
    /// From so many battles that the game itself has played, scripts and all.
    Played {
        /// How many.
        runs: u64,
        /// The seed of their dice.
        seed: u64,
        /// Where the chance that the attacker beats the defender lies with 95 %.
        interval: (f64, f64),
    },
}

/// What becomes of a side.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct SideOdds {
    /// What it loses, in IPC.
    pub lost: f64,
    /// The same: each sum with its chance.
    pub losses: Vec<(i64, f64)>,
    /// Units left.
    pub left: f64,
    /// The chance that it breaks off.
    pub fled: f64,
    /// Aircraft that are lost after the battle for want of a deck: each number with its chance.
    pub crashed: Vec<(u32, f64)>,
    /// What is left, the likeliest first.
    pub survivors: Vec<(Force, f64)>,
}

impl SideOdds {
    /// What it may lose, in IPC, with chances.
    pub fn each_loss(&self) -> impl Iterator<Item = (f64, f64)> {
        self.losses.iter().map(|(ipc, p)| (*ipc as f64, *p))
    }
    /// How many units it may have left, with chances.
    pub fn each_left(&self) -> impl Iterator<Item = (f64, f64)> {
        let survivors = self.survivors.iter();
        survivors.map(|(force, p)| (f64::from(force.units()), *p))
    }
}

/// What one of several battles comes to.
#[derive(Clone, Copy, Default, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Part {
    /// The chance that it is fought.
    pub fought: f64,
    /// The chance that it is fought and the attacker alone holds its field.
    pub won: f64,
    /// Units of each side that it leaves, where it is fought.
    pub left: [f64; 2],
}

impl Part {
    /// One way it comes out, with its chance.
    pub fn add(&mut self, fate: &Fate, chance: f64) {
        let won = fate.winner == Some(Role::Attacker);
        self.fought += chance;
        self.won += if won { chance } else { 0.0 };
        (0..2).for_each(|i| self.left[i] += chance * f64::from(fate.left[i].units()));
    }

    /// One of `n` that have been added up.
    pub(crate) fn shared(&self, n: f64) -> Self {
        Self {
            fought: self.fought / n,
            won: self.won / n,
            left: self
                .left
                .map(|sum| sum / self.fought.max(f64::MIN_POSITIVE)),
        }
    }
}

/// The odds of a battle.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// How they were found.
    pub method: Method,
    /// Why they are not exact, where that was tried.
    pub because: Option<Unknown>,
    /// The chance that only the attacker holds the field.
    pub win: f64,
    /// The chance that both do or nobody does.
    pub draw: f64,
    /// The chance that only the defender does.
    pub lose: f64,
    /// The chance that the attacker takes the territory.
    pub takes: f64,
    /// The chance that it takes it and still holds it after the attack of the other side, where one follows.
    pub holds: Option<f64>,
    /// The chance that a side has left the field of the last battle to the other and lives, submerged or in
    /// retreat: neither beaten nor holding it.
    pub away: [f64; 2],
    /// Rounds to expect.
    pub rounds: f64,
    /// The chance that it lasts so many rounds, from none on; nothing where several battles are read exactly.
    pub lengths: Vec<f64>,
    /// Of several battles, what each comes to.
    pub parts: Vec<Part>,
    /// Both sides, the attacker's first.
    pub sides: [SideOdds; 2],
    /// What the defender loses more than the attacker, in IPC: each sum with its chance.
    pub swings: Vec<(i64, f64)>,
    /// Damage done to the target of a raid, with its chance.
    pub damage: Vec<(u32, f64)>,
    /// What a point of that damage costs to repair, in IPC.
    pub repair: u16,
}

impl Method {
    /// How many battles were fought or played, if any were.
    pub fn runs(&self) -> Option<u64> {
        match self {
            Self::Exact { .. } => None,
            Self::Sampled { runs, .. } | Self::Played { runs, .. } => Some(*runs),
        }
    }
}

impl Odds {
    /// The chance that a side holds the field alone and has beaten the other, which has not got away. With `draw` and
    /// `away` these are all the ways it comes out.
    pub fn beats(&self, role: Role) -> f64 {
        let holds = [self.win, self.lose][at(role)];
        (holds - self.away[1 - at(role)]).max(0.0)
    }
    /// Where a chance lies with 95 %, where battles were fought for it.
    pub fn interval(&self, chance: f64) -> Option<(f64, f64)> {
        let n = self.method.runs()? as f64;
        Some(wilson(chance * n, n))
    }
    /// Where a mean lies with 95 %, from all that it is the mean of, where battles were fought for it.
    pub fn interval_of(&self, all: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
        let n = self.method.runs()? as f64;
        let (mut mean, mut square) = (0.0, 0.0);
        for (value, chance) in all {
            mean += value * chance;
            square += value * value * chance;
        }
        let half = NORMAL * ((square - mean * mean).max(0.0) / n).sqrt();
        Some((mean - half, mean + half))
    }
    /// The swing to expect, in IPC.
    pub fn swing(&self) -> f64 {
        self.swings.iter().map(|(ipc, p)| *ipc as f64 * p).sum()
    }
    /// The swing to expect, with what the damage costs to repair.
    pub fn swing_repaired(&self) -> f64 {
        self.swing() + self.mean_damage() * f64::from(self.repair)
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
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Fate {
    /// What lives of each side.
    pub left: [Force; 2],
    /// What each side has lost, in IPC.
    pub lost: [i64; 2],
    /// Aircraft of each side among that which the battle has left without a deck.
    pub crashed: [u32; 2],
    /// Who holds the field alone.
    pub winner: Option<Role>,
    /// Whether those who have left it to the winner live.
    pub away: bool,
    /// Whether the attacker takes the territory.
    pub takes: bool,
    /// Raiders that got through, by type.
    pub raiders: Vec<(UnitTypeId, u32)>,
    /// The damage that they have done, where their dice have been rolled.
    pub bombed: Option<u32>,
    /// The defender's types that are still in the battle.
    pub facing: UnitTypeSet,
    /// Those of an attacker that has won who stay where they are until the other side attacks.
    pub stays: Force,
    /// Whether a space that the attacker has taken is still held after that.
    pub holds: bool,
}

/// A battle as it went.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Course {
    /// How it came out.
    pub fate: Fate,
    /// After how many rounds.
    pub rounds: u32,
    /// Which sides broke off.
    pub fled: [bool; 2],
    /// Of several battles, what each came to.
    pub parts: Vec<Part>,
}

impl Fate {
    /// What is left of both sides of a battle once their aircraft have come down, and what that has cost them.
    /// `there` are the attackers in the space.
    pub(crate) fn of(
        (setup, met): (&Setup<'_>, &[Force; 2]),
        winner: Option<Role>,
        (left, there): ([Force; 2], &Force),
    ) -> Self {
        let down = ROLES.map(|role| setup.come_down(role, left[at(role)].clone()));
        let crashed = [0, 1].map(|i| down[i].1);
        let left = down.map(|(left, _)| left);
        let lives = |role: Role| left[at(role)].kinds().meets(&setup.rules.units.mortal);
        Self {
            away: winner.is_some_and(|winner| lives(winner.other())),
            lost: [0, 1].map(|i| met[i].cost(setup.rules) - left[i].cost(setup.rules)),
            left,
            crashed,
            winner,
            stays: match winner {
                Some(Role::Attacker) => setup.staying(there),
                _ => Force::default(),
            },
            ..Self::default()
        }
    }

    /// Whether this side holds the field alone and has beaten the other.
    pub fn beaten_by(&self, role: Role) -> bool {
        self.winner == Some(role) && !self.away
    }

    /// What it comes to for those who attack first, where it is that of this battle.
    pub(crate) fn seen(self, setup: &Setup<'_>) -> Self {
        if !setup.turned {
            return self;
        }
        let [ours, theirs] = self.left;
        let ([lost, cost], [crashed, others]) = (self.lost, self.crashed);
        Self {
            left: [theirs, ours],
            lost: [cost, lost],
            crashed: [others, crashed],
            winner: self.winner.map(Role::other),
            ..self
        }
    }
}

impl Field<'_> {
    /// The fate that an ending stands for, where these forces have met.
    pub fn fate(&self, met: &[Force; 2], live: [StateId; 2]) -> Fate {
        let rules = self.setup.rules;
        let left = ROLES.map(|role| self.sides[at(role)].force(live[at(role)]));
        let winner = end::winner(ROLES.map(|role| self.stands(role, live[at(role)])));
        let [attackers, facing] = [0, 1].map(|i| self.sides[i].kinds(live[i]));
        let there = self.sides[0].remaining(live[0]);
        Fate {
            takes: self.setup.plan().kind == SiteKind::Land
                && winner == Some(Role::Attacker)
                && attackers.meets(&rules.units.takers),
            raiders: self.sides[0].counts(live[0], self.raiders),
            facing,
            ..Fate::of((&self.setup, met), winner, (left, &there))
        }
    }
}
