//! Battles one after the other: waves of attackers against what is left of the defence, and landings
//! behind a battle at sea.

use super::exact::Solved;
use super::field::Field;
use super::force::{Force, Stack};
use super::reckon::{Unknown, merged};
use super::result::{Count, Fate, Method, Odds};
use super::setup::Setup;
use crate::rules::{Role, UnitTypeSet};
use std::collections::BTreeMap;

/// Histories less likely than this are left out.
const FAINT: f64 = 1e-12;

/// What a history of battles leaves behind: the defence, the attackers of earlier battles, and what
/// the attacker has lost, in IPC.
type Past = (Vec<Stack>, Vec<Stack>, i64);

/// A battle that is ready to be read exactly.
fn ready<'a>(setup: &'a Setup<'a>) -> Result<Field<'a>, Unknown> {
    let mut field = Field::new(setup)?;
    if field.close() { Ok(field) } else { Err(Unknown::TooLarge) }
}

/// Figures that add up over the battles of a history.
#[derive(Default)]
struct Sums {
    rounds: f64,
    fled: [f64; 2],
}

impl Sums {
    fn add(&mut self, solved: &Solved, chance: f64) {
        self.rounds += chance * solved.rounds;
        (0..2).for_each(|i| self.fled[i] += chance * solved.fled[i]);
    }

    fn odds(self, count: Count, field: Option<&Field<'_>>) -> Odds {
        let pruned = (1.0 - count.total()).max(0.0);
        count.odds(Method::Exact { pruned }, self.rounds, self.fled, field)
    }
}

/// The odds of several waves of attackers: each meets what the ones before it have left of the same
/// defence, and the last one decides unless an earlier one has won.
///
/// # Errors
/// A wave is too large to be read exactly.
pub fn waves(setups: &[Setup<'_>]) -> Result<Odds, Unknown> {
    let mut count = Count::default();
    let mut sums = Sums::default();
    let first = setups.first().map(|s| s.forces[1].stacks().to_vec()).unwrap_or_default();
    let mut pasts: BTreeMap<Past, f64> = BTreeMap::from([((first, Vec::new(), 0), 1.0)]);
    for (number, setup) in setups.iter().enumerate() {
        let mut field = ready(setup)?;
        let mut later: BTreeMap<Past, f64> = BTreeMap::new();
        let mut defences: Vec<Vec<Stack>> = pasts.keys().map(|(defence, ..)| defence.clone()).collect();
        defences.dedup();
        for defence in defences {
            let met = field.sides[1].state_of(&Force::of(defence.clone()));
            let starts: Vec<_> = field.starts().into_iter().map(|([a, _], p)| ([a, met], p)).collect();
            let solved = field.solve(&starts);
            let fates: Vec<(Fate, f64)> = merged(&solved.endings).iter().map(|e| (field.fate(e.live), e.chance)).collect();
            for ((_, stood, gone), chance) in pasts.iter().filter(|((d, ..), p)| *d == defence && **p > FAINT) {
                sums.add(&solved, *chance);
                for (fate, p) in &fates {
                    let mut left = Force::of(stood.clone());
                    left.join(&fate.left[0]);
                    if fate.winner == Some(Role::Attacker) || number + 1 == setups.len() {
                        let lost = [fate.lost[0] + gone, fate.lost[1]];
                        count.add(&Fate { left: [left, fate.left[1].clone()], lost, ..fate.clone() }, chance * p);
                    } else {
                        let past = (fate.left[1].stacks().to_vec(), left.stacks().to_vec(), gone + fate.lost[0]);
                        *later.entry(past).or_default() += chance * p;
                    }
                }
            }
        }
        pasts = later;
    }
    Ok(sums.odds(count, None))
}

/// A landing behind a battle at sea.
#[derive(Clone, Debug)]
pub struct Assault<'a> {
    /// The battle at sea.
    pub sea: Setup<'a>,
    /// The battle ashore, as it is if everybody lands.
    pub land: Setup<'a>,
}

/// What of a landing comes ashore.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Ashore {
    landed: u32,
    guns: Vec<Stack>,
}

impl Assault<'_> {
    /// What comes ashore after an ending of the battle at sea; `None`: the zone is not clear. With so
    /// many of the ships that carry left, as large a part of the load is.
    fn ashore(&self, fate: &Fate, barring: UnitTypeSet) -> Option<Ashore> {
        let rules = self.sea.rules;
        let carriers = rules.units.transports;
        if !barring.minus(carriers).is_empty() {
            return None;
        }
        let load: u32 = self.land.forces[0].stacks().iter().filter(|s| s.seaborne).map(|s| u32::from(s.count)).sum();
        let ships =
            |force: &Force| -> u32 { force.stacks().iter().filter(|s| carriers.has(s.kind)).map(|s| u32::from(s.count)).sum() };
        let (before, left) = (ships(&self.sea.forces[0]), ships(&fate.left[0]));
        let landed = (load * left).checked_div(before).unwrap_or(load);
        let rule = rules.battles.bombardment.as_ref().filter(|rule| !rule.quiet_zone);
        let able = |rule: &crate::rules::Bombardment| fate.left[0].only(rule.ships);
        let guns = rule.map_or(Force::default(), able);
        let most = if rule.is_some_and(|r| r.one_per_landed) { landed } else { u32::MAX };
        Some(Ashore { landed, guns: guns.first(most).stacks().to_vec() })
    }

    /// The battle ashore for what has come there.
    fn landing(&self, ashore: &Ashore) -> Setup<'_> {
        let mut setup = self.land.clone();
        let all = std::mem::take(&mut setup.forces[0]);
        let mut room = ashore.landed;
        for stack in all.stacks() {
            let count = if stack.seaborne { u32::from(stack.count).min(room) } else { stack.count.into() };
            room -= if stack.seaborne { count } else { 0 };
            setup.forces[0].add(Stack { count: count as u16, ..*stack });
        }
        setup.offshore = Force::of(ashore.guns.clone());
        setup
    }

    /// The odds of both battles together.
    ///
    /// # Errors
    /// One of them is too large to be read exactly.
    pub fn odds(&self) -> Result<Odds, Unknown> {
        let (mut count, mut sums) = (Count::default(), Sums::default());
        let mut sea = ready(&self.sea)?;
        let starts = sea.starts();
        let solved = sea.solve(&starts);
        sums.add(&solved, 1.0);
        let mut landings: BTreeMap<Ashore, Vec<(Fate, f64)>> = BTreeMap::new();
        let whole = self.land.forces[0].cost(self.land.rules);
        for ending in merged(&solved.endings) {
            let fate = sea.fate(ending.live);
            match self.ashore(&fate, sea.sides[1].kinds(ending.live[1])) {
                Some(ashore) => landings.entry(ashore).or_default().push((fate, ending.chance)),
                None => {
                    // Nobody lands; loads go down with their ships, the others never set out.
                    let [mut attacker, mut defender] = fate.left.clone();
                    attacker.join(&self.land.forces[0]);
                    defender.join(&self.land.forces[1]);
                    let fate = Fate { left: [attacker, defender], winner: Some(Role::Defender), takes: false, ..fate };
                    count.add(&fate, ending.chance);
                }
            }
        }
        for (ashore, fates) in landings {
            let setup = self.landing(&ashore);
            let drowned = whole - setup.forces[0].cost(setup.rules);
            let mut field = ready(&setup)?;
            let starts = field.starts();
            let solved = field.solve(&starts);
            let ends: Vec<_> = merged(&solved.endings).iter().map(|e| (field.fate(e.live), e.chance)).collect();
            for (before, chance) in fates.iter().filter(|(_, p)| *p > FAINT) {
                sums.add(&solved, *chance);
                for (after, p) in &ends {
                    let mut left = before.left.clone();
                    (0..2).for_each(|i| left[i].join(&after.left[i]));
                    let lost = [before.lost[0] + after.lost[0] + drowned, before.lost[1] + after.lost[1]];
                    count.add(&Fate { left, lost, ..after.clone() }, chance * p);
                }
            }
        }
        Ok(sums.odds(count, None))
    }
}
