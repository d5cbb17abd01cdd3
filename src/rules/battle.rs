//! Battles as data: a plan is a list of steps that the kernel, the sampler and the exact solver
//! all read. Who fires when, at what, with which dice, who chooses the losses and when they leave,
//! who may submerge or retreat: rows, not code.

use super::cond::{Cond, SpaceFilter};
use super::dice::{DicePer, Roll};
use super::ids::{AttrId, PlanId, Table, UnitTypeId, UnitTypeSet};
use super::modifier::{Change, Modifier};

/// One of the two parties of a battle.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The power on turn.
    Attacker,
    /// Everybody there who is at war with it.
    Defender,
}

impl Role {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Defender => "defender",
        }
    }
    /// The other party.
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// A test on who takes part: some unit of these types, on the acting party's own side or its enemy's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Presence {
    /// Looked for among the enemies of the acting party, else among its own units.
    pub enemy: bool,
    /// The types looked for; one unit is enough.
    pub units: UnitTypeSet,
}

/// Where the shooters of a step are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Station {
    /// In the battle.
    Battle,
    /// In the zones from which units land here, chosen for bombardment.
    Offshore,
    /// The facility that is being raided.
    Target,
}

/// When the losses of a step leave.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Losses {
    /// At once, without firing any more.
    Leave,
    /// At the next [`Step::Remove`]; until then they may still fire.
    Answer,
}

/// Who chooses the losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// The side that was hit.
    Owner,
    /// The side that fired.
    Firer,
}

/// Shots that cannot hit certain targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spare {
    /// Shooters of these types …
    pub shooters: UnitTypeSet,
    /// … cannot hit targets of these types …
    pub targets: UnitTypeSet,
    /// … unless this is present, seen from the shooters.
    pub unless: Option<Presence>,
}

/// A volley.
#[derive(Clone, Debug)]
pub struct FireStep {
    /// The name as people read it in reports.
    pub name: String,
    /// Which party fires.
    pub role: Role,
    /// Which of its types, if they have not fired in this round.
    pub shooters: UnitTypeSet,
    /// Where they are.
    pub station: Station,
    /// The value they fire at.
    pub value: AttrId,
    /// How many dice.
    pub dice: DicePer,
    /// Which enemy types can be hit at all.
    pub targets: UnitTypeSet,
    /// What single shooters cannot hit.
    pub spares: Vec<Spare>,
    /// All of these must be present for the step to happen.
    pub only_if: Vec<Presence>,
    /// None of these may be present.
    pub unless: Vec<Presence>,
    /// First and last round in which it happens.
    pub rounds: (u16, u16),
    /// When the losses leave.
    pub losses: Losses,
    /// Who chooses them.
    pub chooser: Chooser,
    /// How dice become hits.
    pub roll: Roll,
}

/// What reports call the dice of [`Step::Damage`].
pub const BOMBS: &str = "bombs";

/// A step of a plan.
#[derive(Clone, Debug)]
pub enum Step {
    /// A volley.
    Fire(FireStep),
    /// Losses that were allowed to answer leave now.
    Remove,
    /// Units may leave the battle without leaving the space.
    Submerge(SubmergeStep),
    /// The side's units of these types die without dice when nothing of it can fire any more at
    /// an enemy that can hit them.
    Defenceless {
        /// Whose.
        role: Role,
        /// Which types perish.
        units: UnitTypeSet,
    },
    /// A side may break off.
    Retreat(RetreatStep),
    /// The defender may send units of the site up against raiders.
    Intercept {
        /// Which types may rise.
        units: UnitTypeSet,
    },
    /// The attacker may leave units of these types aboard that are to land from the space of the battle.
    CallOff {
        /// Which.
        units: UnitTypeSet,
    },
    /// The attacker divides the raiders left among the facilities; without it each keeps the target it was sent to.
    Divide,
    /// Raiders that are left do damage to their targets.
    Damage(DamageStep),
}

/// Each raider left of some types does damage to its target: one die, plus some points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DamageStep {
    /// Which raiders.
    pub units: UnitTypeSet,
    /// Sides of the die.
    pub sides: u8,
    /// Points added to each die.
    pub bonus: u8,
    /// The best of several dice counts where it does for this value.
    pub value: Option<AttrId>,
}

/// Units may leave the battle without leaving the space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SubmergeStep {
    /// Whose.
    pub role: Role,
    /// Which.
    pub units: UnitTypeSet,
    /// Not while this is present, seen from their own side.
    pub unless: Option<Presence>,
}

/// Where a retreat leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RetreatTo {
    /// One bordering friendly space that some attacker came in from, friendly since the turn began.
    CameFrom,
    /// Any bordering friendly space.
    Adjacent,
}

/// A side may break off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetreatStep {
    /// Which side.
    pub role: Role,
    /// Not before the end of this round.
    pub from_round: u16,
    /// From the end of this round on the side must leave if it can.
    pub latest: Option<u16>,
    /// Which types leave; aircraft among them stay in the space and fly home later.
    pub units: UnitTypeSet,
    /// Units that came by sea cannot leave.
    pub seaborne_stay: bool,
    /// Where to.
    pub to: RetreatTo,
}

impl RetreatStep {
    /// Whether the step is open in a round.
    pub const fn is_open(&self, round: u16) -> bool {
        round >= self.from_round
    }
    /// Whether who can leave in a round must.
    pub fn is_due(&self, round: u16) -> bool {
        self.latest.is_some_and(|latest| round >= latest)
    }
}

/// What kind of site a plan is for.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Debug,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum SiteKind {
    /// A raid on facilities.
    Raid,
    /// A battle in a sea zone.
    Sea,
    /// A battle for a territory.
    Land,
}

/// A battle plan.
#[derive(Clone, Debug)]
pub struct BattlePlan {
    /// The name as people write it.
    pub name: String,
    /// What it is for.
    pub kind: SiteKind,
    /// The spaces it is for.
    pub spaces: SpaceFilter,
    /// When it is for them, seen from the power on turn.
    pub when: Cond,
    /// Once, before the first round.
    pub start: Vec<Step>,
    /// Every round.
    pub round: Vec<Step>,
    /// Once, when the battle is over.
    pub after: Vec<Step>,
    /// The battle ends after so many rounds.
    pub max_rounds: Option<u16>,
    /// Unit types chosen as losses only when nothing else can take the hit; later entries are chosen later still.
    pub last: Vec<UnitTypeSet>,
    /// Types that take part at all.
    pub participants: UnitTypeSet,
}

impl BattlePlan {
    /// Fire at units that pass through a zone, unless an escort makes the whole move along.
    pub fn passing_shots(
        (shooters, value, targets): (UnitTypeSet, AttrId, UnitTypeSet),
        escorts: UnitTypeSet,
        roll: Roll,
    ) -> Self {
        let fire = FireStep {
            name: "passing shots".to_owned(),
            role: Role::Defender,
            shooters,
            station: Station::Battle,
            value,
            dice: DicePer::Shooter(1),
            targets,
            spares: Vec::new(),
            only_if: Vec::new(),
            unless: vec![Presence {
                enemy: true,
                units: escorts,
            }],
            rounds: (1, 1),
            losses: Losses::Leave,
            chooser: Chooser::Owner,
            roll,
        };
        Self {
            name: fire.name.clone(),
            kind: SiteKind::Sea,
            spaces: SpaceFilter::Any,
            when: Cond::Always,
            start: Vec::new(),
            round: vec![Step::Fire(fire)],
            after: Vec::new(),
            max_rounds: Some(1),
            last: Vec::new(),
            participants: shooters.union(targets),
        }
    }
    /// Whether it is for all that no other plan is for.
    pub fn is_usual(&self) -> bool {
        self.spaces == SpaceFilter::Any && self.when == Cond::Always
    }
    /// Every step, those before the first round first, those after the battle last.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = &Step> + Clone {
        self.start.iter().chain(&self.round).chain(&self.after)
    }
    /// Every volley.
    pub fn volleys(&self) -> impl Iterator<Item = &FireStep> + Clone {
        fires(self.steps())
    }
    /// The retreats of a side.
    pub fn retreats(&self, role: Role) -> impl Iterator<Item = &RetreatStep> + Clone {
        self.steps().filter_map(move |step| match step {
            Step::Retreat(retreat) if retreat.role == role => Some(retreat),
            _ => None,
        })
    }
}

/// The volleys among steps.
pub fn fires<'a>(
    steps: impl Iterator<Item = &'a Step> + Clone,
) -> impl Iterator<Item = &'a FireStep> + Clone {
    steps.filter_map(|step| match step {
        Step::Fire(fire) => Some(fire),
        _ => None,
    })
}

/// A step of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepId {
    /// The plan.
    pub plan: PlanId,
    /// Which of [`BattlePlan::steps`].
    pub at: u8,
}

/// The order in which kinds of battles are fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Raids.
    Raids,
    /// Amphibious assaults: the sea battles before a landing, then the landing itself.
    Assaults,
    /// Battles at sea.
    Sea,
    /// Battles on land.
    Land,
    /// Everything.
    Others,
}

impl Stage {
    /// Whether battles of a kind are of this stage, those of an amphibious assault or others.
    pub fn is_for(self, kind: SiteKind, assault: bool) -> bool {
        match self {
            Self::Raids => kind == SiteKind::Raid,
            Self::Assaults => assault,
            Self::Sea => kind == SiteKind::Sea,
            Self::Land => kind == SiteKind::Land,
            Self::Others => true,
        }
    }
}

/// Bombardment of a landing by ships offshore.
#[derive(Clone, Debug)]
pub struct Bombardment {
    /// The types that may bombard; they fire in the land plan's [`Station::Offshore`] steps.
    pub ships: UnitTypeSet,
    /// At most one ship for each unit landed.
    pub one_per_landed: bool,
    /// Only from zones where no combat took place this turn.
    pub quiet_zone: bool,
}

/// Every battle plan and what they share.
#[derive(Clone, Debug, Default)]
pub struct BattleRules {
    /// The plans.
    pub plans: Table<PlanId, BattlePlan>,
    /// The order in which battles are fought; each belongs to the first stage that is for it.
    pub stages: Vec<Stage>,
    /// Situational values and support.
    pub modifiers: Vec<Modifier>,
    /// Who chooses losses on which the owners of a mixed side do not agree; none: one power speaks for all.
    pub disputes: Option<Chooser>,
    /// Bombardment.
    pub bombardment: Option<Bombardment>,
    /// Unit types that raid, and the facility types each may raid.
    pub raiders: Vec<Raider>,
    /// Unit types that may fly along with raiders.
    pub escorts: UnitTypeSet,
}

impl BattleRules {
    /// The plans of a kind of site, in the order in which they are looked at: the usual one comes last.
    pub fn plans_of(&self, kind: SiteKind) -> impl Iterator<Item = PlanId> {
        let of = move |usual| {
            let plans = self.plans.iter();
            plans.filter(move |(_, p)| p.kind == kind && p.is_usual() == usual)
        };
        of(false).chain(of(true)).map(|(id, _)| id)
    }
    /// The plan of a kind of site where no other one is meant, if there is one.
    pub fn usual(&self, kind: SiteKind) -> Option<PlanId> {
        let plans = self.plans_of(kind);
        plans.filter(|id| self.plans[*id].is_usual()).last()
    }
    /// Has every battle of its kind fought by this plan.
    pub fn fight_by(&mut self, chosen: PlanId) {
        let kind = self.plans[chosen].kind;
        let others: Vec<PlanId> = self.plans_of(kind).collect();
        for id in others {
            let plan = &mut self.plans[id];
            plan.spaces = SpaceFilter::Any;
            plan.when = match id == chosen {
                true => Cond::Always,
                false => Cond::never(),
            };
        }
    }
    /// The step with this id; `None`: there is no such step.
    pub fn step(&self, id: StepId) -> Option<&Step> {
        self.plans.get(id.plan)?.steps().nth(usize::from(id.at))
    }
    /// Of how many dice the best counts where a raider of a type does damage, by the modifiers that hold.
    pub fn bombs(
        &self,
        step: &DamageStep,
        raider: UnitTypeId,
        holds: impl Fn(usize, &Modifier) -> bool,
    ) -> u8 {
        let rows = self.modifiers.iter().enumerate().filter(|(nth, m)| {
            let about = step.value == Some(m.value) && m.units.has(raider);
            about && m.role == Role::Attacker && holds(*nth, m)
        });
        let best = rows.filter_map(|(_, m)| match m.change {
            Change::Best(of) => Some(of),
            _ => None,
        });
        best.last().unwrap_or(1)
    }
    /// Whether a type raids facilities of another.
    pub fn raids(&self, unit: UnitTypeId, target: UnitTypeId) -> bool {
        self.raiders
            .iter()
            .any(|r| r.units.has(unit) && r.targets.has(target))
    }
}

/// A unit type that raids.
#[derive(Clone, Copy, Debug)]
pub struct Raider {
    /// The raiding types.
    pub units: UnitTypeSet,
    /// What they raid.
    pub targets: UnitTypeSet,
}
