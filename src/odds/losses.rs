//! Who is lost first: orders of losses, as the owner or the firer chooses them within a plan's law.

use crate::kernel::law::losses;
use crate::odds::force::price;
use crate::rules::{BattlePlan, Chooser, Role, Rules, UnitTypeId, UnitTypeSet, fires};
use std::cmp::Reverse;

/// What decides between types.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum By {
    /// The price, the lowest first; among equals the weakest.
    #[default]
    Price,
    /// The value fought at in this battle, the lowest first; among equals the cheapest.
    Strength,
    /// This order; types that are not named follow by price.
    Named(Vec<UnitTypeId>),
}

/// How a side chooses its losses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Losses {
    /// What decides.
    pub by: By,
    /// Types that are lost after all others.
    pub kept: UnitTypeSet,
    /// Whether the last unit that can take ground is kept to the end.
    pub keep_taker: bool,
}

/// What takes a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// A unit that survives it.
    Damage,
    /// A unit that dies of it, not the last of these takers of ground.
    Kill(UnitTypeSet),
    /// The worst damaged unit of the type.
    Pile,
}

/// One rung of a ladder of losses: hits go to the first rung that can take them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rung {
    /// The type.
    pub kind: UnitTypeId,
    /// What of it.
    pub toll: Toll,
}

/// The value at which a type fights in the rounds of a plan, in hundredths.
pub fn strength(rules: &Rules, plan: &BattlePlan, role: Role, kind: UnitTypeId) -> i32 {
    let fires = fires(plan.round.iter()).filter(|f| f.role == role && f.shooters.has(kind));
    let fires = fires.map(|fire| rules.units[kind].values[fire.value].0);
    fires.max().unwrap_or(0)
}

impl Losses {
    /// The ladder for these types: each level of the plan's last losses by itself, hits that nobody
    /// dies of first. A firer takes what is dearest and finishes what it has hit.
    pub fn ladder(
        &self,
        rules: &Rules,
        plan: &BattlePlan,
        role: Role,
        kinds: UnitTypeSet,
        chooser: Chooser,
    ) -> Vec<Rung> {
        let mut order: Vec<UnitTypeId> =
            kinds.iter().filter(|k| rules.units[*k].hits > 0).collect();
        let (cost, force) = (
            |k: UnitTypeId| price(rules, k),
            |k: UnitTypeId| strength(rules, plan, role, k),
        );
        match (&self.by, chooser) {
            (_, Chooser::Firer) => order.sort_by_key(|k| Reverse((cost(*k), force(*k)))),
            (By::Price, _) => order.sort_by_key(|k| (self.kept.has(*k), cost(*k), force(*k))),
            (By::Strength, _) => order.sort_by_key(|k| (self.kept.has(*k), force(*k), cost(*k))),
            (By::Named(named), _) => {
                let rank = |k: UnitTypeId| named.iter().position(|n| *n == k).unwrap_or(usize::MAX);
                order.sort_by_key(|k| {
                    (
                        rank(*k) == usize::MAX && self.kept.has(*k),
                        rank(*k),
                        cost(*k),
                    )
                });
            }
        }
        let mut ladder = Vec::new();
        for level in losses::order(plan) {
            let here = || order.iter().copied().filter(|k| level.has(*k));
            if chooser == Chooser::Firer {
                ladder.extend(here().map(|kind| Rung {
                    kind,
                    toll: Toll::Pile,
                }));
                continue;
            }
            let tough = here().filter(|k| rules.units[*k].hits > 1);
            ladder.extend(tough.map(|kind| Rung {
                kind,
                toll: Toll::Damage,
            }));
            let takers = |k: &UnitTypeId| self.keep_taker && rules.units.takers.has(*k);
            let spared: UnitTypeSet = here().filter(takers).collect();
            let but_last = |k: UnitTypeId| {
                if spared.has(k) {
                    spared
                } else {
                    UnitTypeSet::EMPTY
                }
            };
            ladder.extend(here().map(|kind| Rung {
                kind,
                toll: Toll::Kill(but_last(kind)),
            }));
            ladder.extend(here().filter(|k| spared.has(*k)).map(|kind| Rung {
                kind,
                toll: Toll::Kill(UnitTypeSet::EMPTY),
            }));
        }
        ladder
    }
}

/// The index of a chooser in a pair, the owner's first.
pub const fn by(chooser: Chooser) -> usize {
    chooser as usize
}

/// Indices of unit types below this fit the tables of this room.
pub const KINDS: usize = 64;
