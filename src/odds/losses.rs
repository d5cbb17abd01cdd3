//! Who is lost first: orders of losses, as the owner or the firer chooses them within a plan's law.

use sandtable_kernel::law::losses;
use sandtable_rules::{BattlePlan, Chooser, Role, Rules, UnitTypeId, UnitTypeSet, fires};
use std::cmp::Reverse;

/// What decides between types.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum By {
    /// The price, the lowest first; among equals the weakest.
    #[default]
    Price,
    /// The value fought at in this battle, the lowest first; among equals the cheapest.
    Strength,
    /// This order; what is not named follows by price.
    Named(Vec<Loss>),
}

/// What is lost in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// Hits that nobody of these types dies of, until they can take no more than so many; before everything
    /// else where an order does not say. Types that are named by themselves are not meant with others.
    Damage(UnitTypeSet, u16),
    /// Units of a type, until no more than so many are left.
    Units(UnitTypeId, u16),
}

/// How a side chooses its losses.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Losses {
    /// What decides.
    pub by: By,
    /// Types that are lost after all others.
    pub kept: UnitTypeSet,
    /// So many of the units that can take ground are kept to the end.
    pub keep_takers: u32,
}

/// What takes a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// A unit that survives it.
    Damage,
    /// A unit that dies of it, not one of the last so many of these takers of ground.
    Kill(UnitTypeSet, u32),
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
    /// So many of its units, or of their hits that are damage, are not for this rung.
    pub keep: u16,
}

/// The value at which a type fights in the rounds of a plan, in hundredths.
pub fn strength(rules: &Rules, plan: &BattlePlan, role: Role, kind: UnitTypeId) -> i32 {
    let fires = fires(plan.round.iter()).filter(|f| f.role == role && f.shooters.has(kind));
    let fires = fires.map(|fire| rules.units[kind].values[fire.value].0);
    fires.max().unwrap_or(0)
}

impl Losses {
    /// The ladder for these types: each level of the plan's last losses by itself. A firer takes what is
    /// dearest and finishes what it has hit.
    pub fn ladder(
        &self,
        rules: &Rules,
        plan: &BattlePlan,
        role: Role,
        kinds: UnitTypeSet,
        chooser: Chooser,
    ) -> Vec<Rung> {
        let mut mortal: Vec<UnitTypeId> = kinds.intersect(rules.units.mortal).iter().collect();
        let (cost, force) = (
            |k: UnitTypeId| rules.units.price(k),
            |k: UnitTypeId| strength(rules, plan, role, k),
        );
        let levels = losses::order(plan);
        if chooser == Chooser::Firer {
            mortal.sort_by_key(|k| Reverse((cost(*k), force(*k))));
            let pile = |kind| Rung {
                kind,
                toll: Toll::Pile,
                keep: 0,
            };
            let here = levels.map(|level| mortal.iter().copied().filter(move |k| level.has(*k)));
            return here.flatten().map(pile).collect();
        }
        match &self.by {
            By::Strength => mortal.sort_by_key(|k| (self.kept.has(*k), force(*k), cost(*k))),
            By::Price => mortal.sort_by_key(|k| (self.kept.has(*k), cost(*k), force(*k))),
            By::Named(_) => mortal.sort_by_key(|k| (self.kept.has(*k), cost(*k))),
        }
        let order = self.order(&mortal);
        levels
            .flat_map(|level| self.level(rules, &order, level))
            .collect()
    }

    /// Everything that may be lost, in its turn, where `rest` is the order of what is not named.
    fn order(&self, rest: &[UnitTypeId]) -> Vec<Loss> {
        let named: &[Loss] = match &self.by {
            By::Named(named) => named,
            By::Price | By::Strength => &[],
        };
        let damaged = |loss: &Loss| match loss {
            Loss::Damage(kinds, _) => Some(*kinds),
            Loss::Units(..) => None,
        };
        let sets = || named.iter().filter_map(damaged);
        let alone = sets().filter(|kinds| *kinds != UnitTypeSet::FULL);
        let others = UnitTypeSet::FULL.minus(alone.fold(UnitTypeSet::EMPTY, UnitTypeSet::union));
        let mut order = Vec::new();
        if !sets().any(|kinds| kinds == UnitTypeSet::FULL) {
            order.push(Loss::Damage(others, 0));
        }
        let there = |loss: &&Loss| !matches!(loss, Loss::Units(kind, _) if !rest.contains(kind));
        order.extend(named.iter().filter(there).map(|loss| match *loss {
            Loss::Damage(kinds, keep) if kinds == UnitTypeSet::FULL => Loss::Damage(others, keep),
            loss => loss,
        }));
        for kind in rest {
            let all = Loss::Units(*kind, 0);
            if !order.contains(&all) {
                order.push(all);
            }
        }
        order
    }

    /// The rungs of one level.
    fn level(&self, rules: &Rules, order: &[Loss], level: UnitTypeSet) -> Vec<Rung> {
        let units = order.iter().filter_map(|loss| match loss {
            Loss::Units(kind, keep) if level.has(*kind) => Some((*kind, *keep)),
            _ => None,
        });
        let all: Vec<UnitTypeId> = units
            .filter(|(_, keep)| *keep == 0)
            .map(|(kind, _)| kind)
            .collect();
        let takers = |k: &&UnitTypeId| self.keep_takers > 0 && rules.units.takers.has(**k);
        let spared: UnitTypeSet = all.iter().filter(takers).copied().collect();
        let rung = |kind, toll, keep| Rung { kind, toll, keep };
        let mut rungs = Vec::new();
        for loss in order {
            match *loss {
                Loss::Damage(kinds, keep) => {
                    let tough = |k: &&UnitTypeId| kinds.has(**k) && rules.units[**k].hits > 1;
                    let tough = all.iter().filter(tough);
                    rungs.extend(tough.map(|kind| rung(*kind, Toll::Damage, keep)));
                }
                Loss::Units(kind, keep) if level.has(kind) => {
                    let but_last = match spared.has(kind) {
                        true => spared,
                        false => UnitTypeSet::EMPTY,
                    };
                    rungs.push(rung(kind, Toll::Kill(but_last, self.keep_takers), keep));
                }
                Loss::Units(..) => {}
            }
        }
        let last = all.iter().filter(|kind| spared.has(**kind));
        rungs.extend(last.map(|kind| rung(*kind, Toll::Kill(UnitTypeSet::EMPTY, 0), 0)));
        rungs
    }
}

/// The index of a chooser in a pair, the owner's first.
pub const fn by(chooser: Chooser) -> usize {
    chooser as usize
}
