//! A landing behind a battle at sea: what comes ashore, and what both battles come to together.

use crate::odds::force::{Force, Stack};
use crate::odds::result::{Course, Fate};
use crate::odds::setup::Setup;
use crate::rules::Role;

/// A landing behind a battle at sea.
#[derive(Clone, Debug)]
pub struct Assault<'a> {
    /// The battle at sea.
    pub sea: Setup<'a>,
    /// The battle ashore, as it is if everybody lands.
    pub land: Setup<'a>,
}

/// What becomes of a landing once the sea has been fought for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ashore {
    /// Units that land.
    landed: u32,
    /// Units that live, but stay aboard.
    aboard: u32,
    /// The ships that bombard for them.
    guns: Vec<Stack>,
}

impl<'a> Assault<'a> {
    /// What comes ashore after the battle at sea. With so many of the ships that carry left, as large a
    /// part of the load is; where the zone is not clear it stays aboard.
    pub fn ashore(&self, fate: &Fate) -> Ashore {
        let rules = self.sea.rules;
        let carriers = rules.units.transports;
        let load: u32 = self.land.forces[0]
            .stacks()
            .iter()
            .filter(|s| s.seaborne)
            .map(|s| u32::from(s.count))
            .sum();
        let ships = |force: &Force| -> u32 {
            force
                .stacks()
                .iter()
                .filter(|s| carriers.has(s.kind))
                .map(|s| u32::from(s.count))
                .sum()
        };
        let (before, left) = (ships(&self.sea.forces[0]), ships(&fate.left[0]));
        let afloat = (load * left).checked_div(before).unwrap_or(load);
        if !fate.facing.minus(carriers).is_empty() {
            return Ashore {
                landed: 0,
                aboard: afloat,
                guns: Vec::new(),
            };
        }
        let rule = rules
            .battles
            .bombardment
            .as_ref()
            .filter(|rule| !rule.quiet_zone);
        let able = |rule: &crate::rules::Bombardment| fate.left[0].only(rule.ships);
        let guns = rule.map_or(Force::default(), able);
        let most = if rule.is_some_and(|r| r.one_per_landed) {
            afloat
        } else {
            u32::MAX
        };
        Ashore {
            landed: afloat,
            aboard: 0,
            guns: guns.first(most).stacks().to_vec(),
        }
    }

    /// The battle ashore for what has come there. Who came overland fights it alone if nobody lands.
    pub fn landing(&self, ashore: &Ashore) -> Setup<'a> {
        let mut setup = self.land.clone();
        let [mut landed, _] = self.divided(ashore);
        self.land.forces[0]
            .stacks()
            .iter()
            .filter(|s| !s.seaborne)
            .for_each(|s| landed.add(*s));
        setup.forces[0] = landed;
        setup.offshore = Force::of(ashore.guns.clone());
        setup
    }

    /// Those of the load that land, and those that stay aboard.
    fn divided(&self, ashore: &Ashore) -> [Force; 2] {
        let mut room = [ashore.landed, ashore.aboard];
        let mut parts = [Force::default(), Force::default()];
        for stack in self.land.forces[0].stacks().iter().filter(|s| s.seaborne) {
            let mut left = u32::from(stack.count);
            for (part, room) in parts.iter_mut().zip(&mut room) {
                let count = left.min(*room);
                (left, *room) = (left - count, *room - count);
                // At most the count of the stack.
                part.add(Stack {
                    count: count as u16,
                    ..*stack
                });
            }
        }
        parts
    }

    /// What both battles come to, where nobody fights ashore: the territory is held.
    pub fn held_off(&self, before: &Fate, ashore: &Ashore) -> Fate {
        let nobody = Fate {
            left: [Force::default(), self.land.forces[1].clone()],
            lost: [0, 0],
            winner: Some(Role::Defender),
            takes: false,
            raiders: 0,
            bombed: None,
            facing: self.land.forces[1].kinds(),
        };
        self.together(before, ashore, &nobody)
    }

    /// What both battles come to: loads go down with their ships, or stay aboard.
    pub fn together(&self, before: &Fate, ashore: &Ashore, after: &Fate) -> Fate {
        let rules = self.land.rules;
        let [landed, aboard] = self.divided(ashore);
        let load = Force::of(
            self.land.forces[0]
                .stacks()
                .iter()
                .filter(|s| s.seaborne)
                .copied()
                .collect(),
        );
        let drowned = load.cost(rules) - landed.cost(rules) - aboard.cost(rules);
        let mut left = before.left.clone();
        (0..2).for_each(|i| left[i].join(&after.left[i]));
        left[0].join(&aboard);
        let lost = [
            before.lost[0] + after.lost[0] + drowned,
            before.lost[1] + after.lost[1],
        ];
        Fate {
            left,
            lost,
            ..after.clone()
        }
    }

    /// How both battles went, if there was one ashore.
    pub fn behind(&self, sea: Course, ashore: &Ashore, land: Option<Course>) -> Course {
        let Some(land) = land else {
            return Course {
                fate: self.held_off(&sea.fate, ashore),
                ..sea
            };
        };
        let fled = [0, 1].map(|i| sea.fled[i] || land.fled[i]);
        Course {
            fate: self.together(&sea.fate, ashore, &land.fate),
            rounds: sea.rounds + land.rounds,
            fled,
        }
    }

    /// Both battles, fought once each.
    ///
    /// # Errors
    /// A battle cannot be fought.
    pub fn once<E>(
        &self,
        fight: &mut dyn FnMut(&Setup<'a>) -> Result<Course, E>,
    ) -> Result<Course, E> {
        let sea = fight(&self.sea)?;
        let ashore = self.ashore(&sea.fate);
        let setup = self.landing(&ashore);
        let land = if setup.forces[0].is_empty() {
            None
        } else {
            Some(fight(&setup)?)
        };
        Ok(self.behind(sea, &ashore, land))
    }
}
