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
    landed: Force,
    /// Units that live, but stay aboard.
    aboard: Force,
    /// The ships that bombard for them.
    guns: Force,
}

impl<'a> Assault<'a> {
    /// Those who are to come ashore from the sea, and those who come overland.
    fn parted(&self) -> [Force; 2] {
        let all = self.land.forces[0].stacks().iter().copied();
        let (load, overland) = all.partition(|s| s.seaborne);
        [load, overland].map(Force::of)
    }

    /// What comes ashore after the battle at sea. With so many of the ships that carry left, as large a
    /// part of the load is; where the zone is not clear it stays aboard.
    fn ashore(&self, fate: &Fate) -> Ashore {
        let rules = self.sea.rules;
        let carriers = rules.units.transports;
        let [load, _] = self.parted();
        let ships = |force: &Force| force.only(carriers).units();
        let (before, left) = (ships(&self.sea.forces[0]), ships(&fate.left[0]));
        let afloat = (load.units() * left).checked_div(before);
        let afloat = load.first(afloat.unwrap_or(load.units()));
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
            true => afloat.units(),
            false => u32::MAX,
        };
        Ashore {
            landed: afloat,
            aboard: Force::default(),
            guns: guns.first(most),
        }
    }

    /// The battle ashore for what has come there. Who came overland fights it alone if nobody lands.
    fn landing(&self, ashore: Ashore) -> Setup<'a> {
        let mut setup = self.land.clone();
        let [_, overland] = self.parted();
        setup.forces[0] = ashore.landed;
        setup.forces[0].join(&overland);
        setup.offshore = ashore.guns;
        setup
    }

    /// What both battles come to, where nobody fights ashore: the territory is held.
    fn held_off(&self, before: &Fate) -> Fate {
        let nobody = Fate {
            left: [Force::default(), self.land.forces[1].clone()],
            winner: Some(Role::Defender),
            away: before.winner == Some(Role::Defender) && before.away,
            facing: self.land.forces[1].kinds(),
            ..Fate::default()
        };
        self.together(before, nobody)
    }

    /// What both battles come to: loads go down with their ships, or stay aboard.
    fn together(&self, before: &Fate, after: Fate) -> Fate {
        let cost = |force: &Force| force.cost(self.land.rules);
        let ([load, _], Ashore { landed, aboard, .. }) = (self.parted(), self.ashore(before));
        let mut all = before.joined(after);
        all.left[0].join(&aboard);
        all.lost[0] += cost(&load) - cost(&landed) - cost(&aboard);
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
        let mut battles = self.battles();
        battles.retain(|b| !b.turned);
        let deciding = battles.last().map(|b| b.plan().kind);
        battles.retain(|b| Some(b.plan().kind) == deciding);
        battles.iter().rev().for_each(|b| all.join(&b.forces[0]));
        all
    }

    /// The next battle, with those who come to it; none if all is decided.
    pub fn next(&self, past: &Past) -> Option<Cow<'_, Setup<'a>>> {
        let whole = *self.battles().get(past.battles)?;
        let against = |defender: &Force| {
            let mut met = whole.clone();
            met.forces[1] = defender.clone();
            Some(Cow::Owned(met))
        };
        match self {
            Self::Counter(counter) if past.battles < counter.first.battles().len() => {
                counter.first.next(past)
            }
            Self::Counter(_) if past.fate.holds && !past.fate.stays.is_empty() => {
                against(&past.fate.stays)
            }
            Self::Counter(_) => None,
            _ if past.battles == 0 => Some(Cow::Borrowed(whole)),
            Self::Assault(assault) => Some(Cow::Owned(assault.landing(assault.ashore(&past.fate)))),
            _ if past.fate.winner == Some(Role::Attacker) => None,
            _ => against(&past.fate.left[1]),
        }
    }

    /// What the battles come to once another one has been fought.
    pub fn after(&self, past: &Past, fate: Fate) -> Past {
        let mut battles = past.battles + 1;
        let fate = match self {
            Self::Counter(counter) => return counter.after(past, fate),
            Self::Assault(assault) if past.battles == 0 => {
                if assault.landing(assault.ashore(&fate)).forces[0].is_empty() {
                    battles += 1;
                    assault.held_off(&fate)
                } else {
                    fate
                }
            }
            Self::Assault(assault) => assault.together(&past.fate, fate),
            _ if past.battles == 0 => fate,
            // A wave meets the defenders that are left of the one before.
            _ => {
                let mut before = past.fate.clone();
                before.left[1] = Force::default();
                before.joined(fate)
            }
        };
        Past { battles, fate }
    }
}
