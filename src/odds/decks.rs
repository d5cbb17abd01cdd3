//! Aircraft after a battle: those that have nowhere to land but its decks, and those that find no room on them.

use crate::force::{Force, Stack, at};
use crate::setup::Setup;
use sandtable_kernel::{decks, fits};
use sandtable_rules::{Role, Rules, SiteKind, UnitTypeId};
use std::cmp::Reverse;

impl Setup<'_> {
    /// Says that the aircraft of a side that have room on its decks are based there, and all others elsewhere.
    pub fn base_on_decks(&mut self, role: Role) {
        let force = &self.forces[at(role)];
        let based = on_decks(self.rules, force, flyers(self.rules, force));
        let mut elsewhere = force.only(self.rules.units.air);
        based.into_iter().for_each(|kind| elsewhere.lose(kind));
        let carried = force.kinds().meets(&self.rules.units.decks);
        self.elsewhere[at(role)] = carried.then_some(elsewhere);
    }

    /// What is left of a side once its aircraft have come down, and how many of them have found no deck: the
    /// cheapest, and of each type those that need one.
    pub(crate) fn come_down(&self, role: Role, mut left: Force) -> (Force, u32) {
        let Some(elsewhere) = &self.elsewhere[at(role)] else {
            return (left, 0);
        };
        let mut need = flyers(self.rules, &left);
        land(&mut need, each(elsewhere));
        let aboard = on_decks(self.rules, &left, need.clone());
        land(&mut need, aboard.into_iter());
        need.iter().for_each(|kind| left.lose(*kind));
        (left, need.len() as u32)
    }

    /// Those of the attackers that are left in the space who can stay there until the others attack: on land no
    /// aircraft, at sea those on decks. How they came is forgotten.
    pub(crate) fn staying(&self, there: &Force) -> Force {
        let air = self.rules.units.air;
        let seaborne = false;
        let grounded = there.stacks().iter().filter(|s| !air.has(s.kind));
        let mut stays: Force = grounded.map(|s| Stack { seaborne, ..*s }).collect();
        if self.plan().kind == SiteKind::Sea {
            let aboard = on_decks(self.rules, there, flyers(self.rules, there));
            let aboard = aboard.into_iter().map(|kind| Stack::fresh(kind, 1));
            aboard.for_each(|stack| stays.add(stack));
        }
        stays
    }
}

/// The units of a force one by one.
fn each(force: &Force) -> impl Iterator<Item = UnitTypeId> {
    let stacks = force.stacks().iter();
    stacks.flat_map(|s| std::iter::repeat_n(s.kind, s.count.into()))
}

/// Aircraft like these need no place to land any more.
fn land(need: &mut Vec<UnitTypeId>, landed: impl Iterator<Item = UnitTypeId>) {
    for kind in landed {
        let like = need.iter().position(|k| *k == kind);
        like.into_iter().for_each(|i| _ = need.remove(i));
    }
}

/// The aircraft of a force one by one, the dearest first.
fn flyers(rules: &Rules, force: &Force) -> Vec<UnitTypeId> {
    let mut all: Vec<UnitTypeId> = each(&force.only(rules.units.air)).collect();
    all.sort_by_key(|kind| Reverse(rules.units.price(*kind)));
    all
}

/// Those of some aircraft that find room together on the decks of a force, the first ones before others.
fn on_decks(rules: &Rules, force: &Force, flyers: Vec<UnitTypeId>) -> Vec<UnitTypeId> {
    let open = |s: &Stack| decks(rules, s.kind, s.damage).collect::<Vec<_>>();
    let each = |s: &Stack| std::iter::repeat_n(open(s), s.count.into()).flatten();
    let decks: Vec<_> = force.stacks().iter().flat_map(each).collect();
    let mut aboard = Vec::new();
    for kind in flyers {
        aboard.push(kind);
        if !fits(rules, decks.iter().copied(), &aboard) {
            aboard.pop();
        }
    }
    aboard
}
