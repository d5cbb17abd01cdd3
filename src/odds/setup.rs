//! A battle to be reckoned: the forces, what stands by, and how both sides decide.

use crate::force::{Force, at};
use crate::losses::Losses;
use sandtable_kernel::law::end::ROLES;
use sandtable_kernel::law::roll::Dist;
use sandtable_kernel::{Cx, Hooks, State};
use sandtable_rules::{
    BattlePlan, Cond, PlanId, PowerId, RetreatStep, Role, Rules, SiteKind, SpaceId, Step,
    UnitTypeId, UnitTypeSet,
};
use std::fmt::{self, Debug, Formatter};

/// When a side breaks off, if it can.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Retreat {
    /// At the end of this round, and of any later one.
    pub after: Option<u16>,
    /// When its chance to win has fallen below this.
    pub below: Option<f64>,
    /// When nothing but aircraft is left to it.
    pub only_air: bool,
    /// When no more than so many units are left to it.
    pub units: Option<u32>,
    /// When what is left to it is worth no more than so many IPC.
    pub value: Option<i64>,
}

impl Retreat {
    /// Whether it ever does.
    pub fn ever(&self) -> bool {
        *self != Self::default()
    }
    /// Whether it does after this round, its chances aside, with so many units of each type left to it.
    pub fn wants(&self, rules: &Rules, round: u16, left: &[(UnitTypeId, u32)]) -> bool {
        let mortal = |(kind, _): &&(UnitTypeId, u32)| rules.units.mortal.has(*kind);
        let left = || left.iter().filter(mortal);
        let airborne = || left().all(|(kind, _)| rules.units.air.has(*kind));
        let units = || left().map(|(_, n)| n).sum::<u32>();
        let worth = || {
            left()
                .map(|(kind, n)| i64::from(rules.units.price(*kind)) * i64::from(*n))
                .sum::<i64>()
        };
        self.after.is_some_and(|n| round >= n)
            || (self.only_air && airborne())
            || self.units.is_some_and(|n| units() <= n)
            || self.value.is_some_and(|n| worth() <= n)
    }
}

/// How a side decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Tactics {
    /// Who is lost first.
    pub losses: Losses,
    /// When it breaks off.
    pub retreat: Retreat,
    /// Whether units that may submerge do.
    pub submerges: bool,
    /// Whether its ground units or ships have somewhere to retreat to.
    pub way_out: bool,
}

impl Default for Tactics {
    fn default() -> Self {
        Self {
            losses: Losses::default(),
            retreat: Retreat::default(),
            submerges: false,
            way_out: true,
        }
    }
}

/// Hits on the attacker before the battle, from whatever special attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strike {
    /// How many dice.
    pub dice: u16,
    /// The face at or under which one hits.
    pub at: u8,
    /// Sides of the die.
    pub sides: u8,
    /// The type that is struck.
    pub target: UnitTypeId,
}

/// Scripts whose say in battles follows from who fires, and what they see besides.
#[derive(Clone, Copy)]
pub struct Scripts<'a> {
    pub(crate) hooks: &'a dyn Hooks,
    /// The game in which the battle is.
    pub(crate) state: &'a State,
    /// Where it is.
    pub(crate) space: SpaceId,
}

impl Debug for Scripts<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Scripts").finish_non_exhaustive()
    }
}

/// A battle to be reckoned.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The edition.
    pub rules: &'a Rules,
    /// The plan.
    pub plan: PlanId,
    /// Both sides, the attacker's first.
    pub forces: [Force; 2],
    /// Ships that bombard.
    pub offshore: Force,
    /// What is raided, and the damage it has.
    pub target: Option<(UnitTypeId, u8)>,
    /// What else is raided there: the raiders that are left are divided evenly. Such raids are played.
    pub also: Vec<(UnitTypeId, u8)>,
    /// Strikes on the attacker before the battle.
    pub strikes: Vec<Strike>,
    /// The aircraft of each side that can land elsewhere than on the decks of the battle; where it is not said, all.
    pub elsewhere: [Option<Force>; 2],
    /// How both sides decide.
    pub tactics: [Tactics; 2],
    /// Which of the pack's modifiers hold, in its order.
    pub modifiers: Vec<bool>,
    /// Whether those attack who defend in the battles before.
    pub turned: bool,
    /// The scripts that change values, where the battle is reckoned with them.
    pub scripts: Option<Scripts<'a>>,
}

impl<'a> Setup<'a> {
    /// A battle of two forces by the usual plan of a kind of site, if the pack has one. Modifiers with a
    /// condition do not hold until somebody says so.
    pub fn new(rules: &'a Rules, kind: SiteKind, attacker: Force, defender: Force) -> Option<Self> {
        let plan = rules.battles.usual(kind)?;
        Some(Self::by(rules, plan, attacker, defender))
    }

    /// The same by a plan.
    pub fn by(rules: &'a Rules, plan: PlanId, attacker: Force, defender: Force) -> Self {
        Self {
            rules,
            plan,
            forces: [attacker, defender],
            offshore: Force::default(),
            target: None,
            also: Vec::new(),
            strikes: Vec::new(),
            elsewhere: [None, None],
            tactics: [Tactics::default(), Tactics::default()],
            modifiers: rules
                .battles
                .modifiers
                .iter()
                .map(|m| m.when == Cond::Always)
                .collect(),
            turned: false,
            scripts: None,
        }
    }

    /// Asks which modifiers hold for the powers that are named, the attacker first.
    pub fn ask(&mut self, cx: Cx<'_>, powers: [Option<PowerId>; 2]) {
        for (holds, modifier) in self.modifiers.iter_mut().zip(&cx.rules.battles.modifiers) {
            if let Some(power) = powers[at(modifier.role)] {
                *holds = modifier.when == Cond::Always || cx.holds(&modifier.when, power);
            }
        }
    }

    /// The attack of the other side with a force on those of these attackers who can stay where they are, by the
    /// same plan; it presses on and loses the cheapest first.
    #[must_use]
    pub fn struck_back(&self, force: Force, attackers: &Force) -> Self {
        let stays = self.staying(&attackers.only(self.plan().participants));
        let [own, _] = self.tactics.clone();
        let mut back = Self::by(self.rules, self.plan, force, stays);
        back.tactics[1] = Tactics {
            retreat: Retreat::default(),
            ..own
        };
        back.turned = true;
        ROLES.iter().for_each(|role| back.base_on_decks(*role));
        back
    }

    /// What a point of damage to what is raided costs to repair, in IPC: the least where that differs.
    pub fn repair(&self) -> u16 {
        let facilities = self
            .raided()
            .filter_map(|(kind, _)| self.rules.units.facility(*kind));
        facilities.map(|f| f.repair_cost).min().unwrap_or(0)
    }

    /// The plan.
    pub fn plan(&self) -> &'a BattlePlan {
        &self.rules.battles.plans[self.plan]
    }

    /// The types that raid a target.
    pub fn raiders(&self) -> UnitTypeSet {
        let raided = self.targets();
        let raiders = self.rules.battles.raiders.iter();
        let raiders = raiders.filter(|r| r.targets.meets(&raided));
        raiders.fold(UnitTypeSet::EMPTY, |all, r| all.union(r.units))
    }

    /// Whether a side breaks off by its chances, which have to be known then.
    pub fn by_chances(&self) -> bool {
        self.tactics.iter().any(|t| t.retreat.below.is_some())
    }

    /// The types of the facilities that are raided.
    pub fn targets(&self) -> UnitTypeSet {
        self.raided().map(|(kind, _)| *kind).collect()
    }

    /// The facilities that are raided, each with the damage it has.
    pub(crate) fn raided(&self) -> impl Iterator<Item = &(UnitTypeId, u8)> {
        self.target.iter().chain(&self.also)
    }

    /// When a side takes a retreat: when it wants to, and when the plan says that it must.
    pub fn retreat(&self, step: &RetreatStep) -> Retreat {
        let wish = self.tactics[at(step.role)].retreat;
        Retreat {
            after: wish.after.into_iter().chain(step.latest).min(),
            ..wish
        }
    }

    /// The steps by which units of a side leave the battle: alive, if its tactics ever say so, or without a die.
    pub fn departures(&self, role: Role) -> impl Iterator<Item = &'a Step> {
        let submerges = self.tactics[at(role)].submerges;
        self.plan().steps().filter(move |step| match step {
            Step::Submerge(step) => step.role == role && submerges,
            Step::Retreat(step) => step.role == role && self.retreat(step).ever(),
            Step::Defenceless { role: of, .. } => *of == role,
            _ => false,
        })
    }

    /// The damage that these raiders do, with chances; nothing if nothing is raided.
    pub(crate) fn damage(&self, raiders: &[(UnitTypeId, u32)]) -> Vec<(u32, f64)> {
        let Some((target, damage)) = self.target else {
            return Vec::new();
        };
        let mut all = Dist::certain(0);
        for step in self.plan().steps() {
            let Step::Damage(step) = step else { continue };
            for (kind, count) in raiders.iter().filter(|(kind, _)| step.units.has(*kind)) {
                let battles = &self.rules.battles;
                let tries = battles.bombs(step, *kind, |nth, _| self.modifiers[nth]);
                let die = Dist::certain(step.bonus.into()).and(&Dist::highest(step.sides, tries));
                all = (0..*count).fold(all, |sum, _| sum.and(&die));
            }
        }
        let facility = self.rules.units.facility(target);
        let room = facility.map_or(0, |f| f.max_damage.saturating_sub(damage));
        let points = |i: usize| (all.from + i).min(room.into()) as u32;
        let chances = all.chances.iter().enumerate();
        chances.map(|(i, p)| (points(i), *p)).collect()
    }
}
