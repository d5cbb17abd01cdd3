//! Battles one after the other: waves of attackers against what is left of the defence, and landings behind
//! a battle at sea; what comes to each of them, and what they come to together.

use crate::case::Case;
use crate::force::Force;
use crate::result::Fate;
use crate::setup::Setup;
use sandtable_rules::{Role, SiteKind, UnitTypeSet};
use std::borrow::Cow;

/// A landing behind a battle at sea.
#[derive(Clone, Debug)]
pub struct Assault<'a> {
    /// The battle at sea.
    pub sea: Setup<'a>,
    /// The battle ashore, as it is if everybody lands.
    pub land: Setup<'a>,
}

/// An attack of the other side on those who have won.
#[derive(Clone, Debug)]
pub struct Counter<'a> {
    /// The battles before.
    pub first: Case<'a>,
    /// The attack, as it is if all who could stay are there.
    pub back: Setup<'a>,
}

/// What becomes of a landing once the sea has been fought for.
#[derive(Clone, Default, Debug)]
struct Ashore {
    /// Units that land.
    landed: u32,
    /// Units that live, but stay aboard.
    aboard: u32,
    /// The ships that bombard for them.
    guns: Force,
}

impl<'a> Assault<'a> {
    /// What comes ashore after the battle at sea. With so many of the ships that carry left, as large a
    /// part of the load is; where the zone is not clear it stays aboard.
    fn ashore(&self, fate: &Fate) -> Ashore {
        let rules = self.sea.rules;
        let carriers = rules.units.transports;
        let landers = self.land.forces[0].stacks().iter();
        let landers = landers.filter(|s| s.seaborne).map(|s| u32::from(s.count));
        let load: u32 = landers.sum();
        let ships = |force: &Force| force.only(carriers).units();
        let (before, left) = (ships(&self.sea.forces[0]), ships(&fate.left[0]));
        let afloat = (load * left).checked_div(before).unwrap_or(load);
        if !fate.facing.minus(carriers).is_empty() {
            return Ashore {
                aboard: afloat,
                ..Ashore::default()
            };
        }
        let rule = rules.battles.bombardment.as_ref();
        let rule = rule.filter(|rule| !rule.quiet_zone);
        let guns = fate.left[0].only(rule.map_or(UnitTypeSet::EMPTY, |rule| rule.ships));
        let most = match rule.is_some_and(|r| r.one_per_landed) {
            true => afloat,
            false => u32::MAX,
        };
        Ashore {
            landed: afloat,
            aboard: 0,
            guns: guns.first(most),
        }
    }

    /// The battle ashore for what has come there. Who came overland fights it alone if nobody lands.
    fn landing(&self, ashore: &Ashore) -> Setup<'a> {
        let mut setup = self.land.clone();
        let [mut landed, _] = self.divided(ashore);
        self.land.forces[0]
            .stacks()
            .iter()
            .filter(|s| !s.seaborne)
            .for_each(|s| landed.add(*s));
        setup.forces[0] = landed;
        setup.offshore = ashore.guns.clone();
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
                part.add(stack.many(count as u16));
            }
        }
        parts
    }

    /// What both battles come to, where nobody fights ashore: the territory is held.
    fn held_off(&self, before: &Fate, ashore: &Ashore) -> Fate {
        let nobody = Fate {
            left: [Force::default(), self.land.forces[1].clone()],
            winner: Some(Role::Defender),
            away: before.winner == Some(Role::Defender) && before.away,
            facing: self.land.forces[1].kinds(),
            ..Fate::default()
        };
        self.together(before, ashore, nobody)
    }

    /// What both battles come to: loads go down with their ships, or stay aboard.
    fn together(&self, before: &Fate, ashore: &Ashore, after: Fate) -> Fate {
        let rules = self.land.rules;
        let [landed, aboard] = self.divided(ashore);
        let load = self.divided(&Ashore {
            landed: u32::MAX,
            ..Ashore::default()
        });
        let drowned = load[0].cost(rules) - landed.cost(rules) - aboard.cost(rules);
        let mut all = before.joined(after);
        all.left[0].join(&aboard);
        all.lost[0] += drowned;
        all.away |= all.winner == Some(Role::Defender) && !aboard.is_empty();
        all
    }
}

impl Counter<'_> {
    /// What the battles come to once another one has been fought.
    fn after(&self, past: &Past, fate: Fate) -> Past {
        let first = self.first.battles().len();
        if past.battles < first {
            let mut after = self.first.after(past, fate);
            let taken = match self.back.plan().kind {
                // A zone is held by those who stay in it, land by nobody as well.
                SiteKind::Sea => !after.fate.stays.is_empty(),
                _ => after.fate.takes,
            };
            if self.first.next(&after).is_none() {
                (after.battles, after.fate.holds) = (first, taken);
            }
            return after;
        }
        // Those who stayed were counted before; whoever else is left of them has gone.
        let mut before = past.fate.clone();
        before.left[0] = before.left[0].without(&past.fate.stays);
        let holds = match self.back.plan().kind {
            SiteKind::Sea => fate.winner != Some(Role::Defender) && !fate.left[0].is_empty(),
            _ => !fate.takes,
        };
        let fate = Fate {
            takes: past.fate.takes,
            holds,
            ..before.joined(fate)
        };
        let battles = past.battles + 1;
        Past { battles, fate }
    }
}

impl Fate {
    /// What two battles come to that are fought one after the other by others.
    fn joined(&self, after: Self) -> Self {
        let mut left = self.left.clone();
        (0..2).for_each(|i| left[i].join(&after.left[i]));
        let lost = [0, 1].map(|i| self.lost[i] + after.lost[i]);
        let crashed = [0, 1].map(|i| self.crashed[i] + after.crashed[i]);
        Self {
            left,
            lost,
            crashed,
            ..after
        }
    }
}

/// Battles that have been fought of a case, and what they come to together.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Past {
    /// How many.
    pub battles: usize,
    /// What they come to.
    pub fate: Fate,
}

impl<'a> Case<'a> {
    /// The battles, each as it is if everybody comes to it.
    pub fn battles(&self) -> Vec<&Setup<'a>> {
        match self {
            Self::One(setup) => vec![setup],
            Self::Waves(setups) => setups.iter().collect(),
            Self::Assault(assault) => vec![&assault.sea, &assault.land],
            Self::Counter(counter) => {
                let mut battles = counter.first.battles();
                battles.push(&counter.back);
                battles
            }
        }
    }

    /// All who may attack in the battle that decides about the space.
    pub fn attackers(&self) -> Force {
        let mut all = Force::default();
        let battles = self.battles();
        let last = battles.iter().rev().filter(|b| !b.turned);
        let kind = |b: &&&Setup<'_>| b.plan().kind;
        let deciding = last.clone().next().map(|b| kind(&b));
        last.filter(|b| Some(kind(b)) == deciding)
            .for_each(|b| all.join(&b.forces[0]));
        all
    }

    /// The next battle, with those who come to it; none if all is decided.
    pub fn next(&self, past: &Past) -> Option<Cow<'_, Setup<'a>>> {
        let whole = *self.battles().get(past.battles)?;
        match self {
            Self::Counter(counter) if past.battles < counter.first.battles().len() => {
                counter.first.next(past)
            }
            Self::Counter(_) => {
                let there = past.fate.holds && !past.fate.stays.is_empty();
                there.then(|| {
                    Cow::Owned(Setup {
                        forces: [whole.forces[0].clone(), past.fate.stays.clone()],
                        ..whole.clone()
                    })
                })
            }
            _ if past.battles == 0 => Some(Cow::Borrowed(whole)),
            Self::Assault(assault) => {
                Some(Cow::Owned(assault.landing(&assault.ashore(&past.fate))))
            }
            _ if past.fate.winner == Some(Role::Attacker) => None,
            _ => Some(Cow::Owned(Setup {
                forces: [whole.forces[0].clone(), past.fate.left[1].clone()],
                ..whole.clone()
            })),
        }
    }

    /// What the battles come to once another one has been fought.
    pub fn after(&self, past: &Past, fate: Fate) -> Past {
        let battles = past.battles + 1;
        match self {
            Self::Counter(counter) => counter.after(past, fate),
            Self::Assault(assault) if past.battles == 0 => {
                let ashore = assault.ashore(&fate);
                if assault.landing(&ashore).forces[0].is_empty() {
                    let fate = assault.held_off(&fate, &ashore);
                    return Past {
                        battles: battles + 1,
                        fate,
                    };
                }
                Past { battles, fate }
            }
            Self::Assault(assault) => {
                let ashore = assault.ashore(&past.fate);
                let fate = assault.together(&past.fate, &ashore, fate);
                Past { battles, fate }
            }
            _ if past.battles == 0 => Past { battles, fate },
            // A wave meets the defenders that are left of the one before.
            _ => {
                let mut before = past.fate.clone();
                before.left[1] = Force::default();
                let fate = before.joined(fate);
                Past { battles, fate }
            }
        }
    }
}
