//! The law of combat: what a plan says of two parties, whoever they are. It knows no game and no unit
//! by itself, only types and groups of like units, so that a battle that is played, one that is
//! reckoned and one that is only guessed at follow the same law. A file for each kind of step.

pub mod end;
pub mod fire;
pub mod leave;
pub mod losses;
pub mod roll;

use crate::{Marks, Unit};
use sandtable_rules::{BattlePlan, Presence, Role, Rules, UnitTypeId, UnitTypeSet};

/// Units that differ in nothing that the law looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// Their type.
    pub kind: UnitTypeId,
    /// Hits that each of them has taken.
    pub damage: u8,
    /// What has happened to them.
    pub marks: Marks,
    /// How many there are.
    pub count: u32,
}

impl Group {
    /// A unit by itself.
    pub const fn of(unit: &Unit) -> Self {
        Self {
            kind: unit.kind,
            damage: unit.damage,
            marks: unit.marks,
            count: 1,
        }
    }
    /// The hits that they can take together.
    pub fn room(&self, rules: &Rules) -> u32 {
        u32::from(rules.units[self.kind].hits.saturating_sub(self.damage)) * self.count
    }
}

/// A moment of a battle as far as it is a matter of types: what holds between these types holds
/// whatever their numbers. Pairs are the attacker's first.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The plan.
    pub plan: &'a BattlePlan,
    /// The round; 0 before the first.
    pub round: u16,
    /// The types in the battle, those included that are lost but may still answer.
    pub shown: [UnitTypeSet; 2],
    /// The types that live.
    pub live: [UnitTypeSet; 2],
    /// The attacker's types that fly a raid, the lost included.
    pub raiding: UnitTypeSet,
}

impl<'a> Scene<'a> {
    /// The moment between two parties.
    pub fn new<G: Iterator<Item = Group>>(
        rules: &'a Rules,
        plan: &'a BattlePlan,
        round: u16,
        parties: [G; 2],
    ) -> Self {
        let mut scene = Self {
            rules,
            plan,
            round,
            shown: [UnitTypeSet::EMPTY; 2],
            live: [UnitTypeSet::EMPTY; 2],
            raiding: UnitTypeSet::EMPTY,
        };
        for (i, groups) in parties.into_iter().enumerate() {
            for group in groups {
                scene.shown[i].insert(group.kind);
                if !group.marks.any(Marks::DYING) {
                    scene.live[i].insert(group.kind);
                }
                if i == 0 && group.marks.any(Marks::RAIDING) {
                    scene.raiding.insert(group.kind);
                }
            }
        }
        scene
    }
    /// The types that a party shows.
    pub const fn shown(&self, role: Role) -> UnitTypeSet {
        self.shown[role as usize]
    }
    /// The types of a party that live.
    pub const fn live(&self, role: Role) -> UnitTypeSet {
        self.live[role as usize]
    }
    /// Whether something is present, seen from a party.
    pub fn present(&self, role: Role, what: Presence) -> bool {
        let role = if what.enemy { role.other() } else { role };
        self.shown(role).meets(&what.units)
    }
}
