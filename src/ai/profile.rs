//! What an edition's numbers come to for a player: how often a type hits on either ground, what it
//! costs and adds to others, and the steps between spaces. Worked out once a pack.

use super::army::Forecasts;
use super::chart::Charts;
use sandtable_rules::{
    Asset, Cond, Domain, Id, Modifier, PlanId, PowerId, Role, Roll, Rules, SiteKind, SpaceId,
    SpaceSet, Station, Table, UnitTypeId, Weights, fires,
};

/// Unreachable.
pub const FAR: u8 = u8::MAX;

/// What types are worth in one kind of battle: hits expected a round.
#[derive(Clone, Debug)]
pub struct Ground {
    /// When attacking.
    pub attack: Table<UnitTypeId, f64>,
    /// When defending.
    pub defence: Table<UnitTypeId, f64>,
}

/// The numbers of an edition.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Which edition.
    pub digest: [u8; 32],
    /// What the program goes by.
    pub weights: Weights,
    /// Battles for territories.
    pub land: Ground,
    /// Battles in sea zones.
    pub sea: Ground,
    /// What a type is worth, in IPC.
    pub cost: Table<UnitTypeId, f64>,
    /// The hits that a type gives to another one on land by being there.
    pub support: Table<UnitTypeId, f64>,
    /// What holding each space is worth to each power towards its objectives.
    prizes: Vec<f64>,
    spaces: usize,
    by_land: Vec<u8>,
    /// Ways over sea.
    pub charts: Charts,
    /// What battles come to.
    pub forecasts: Forecasts,
}

impl Profile {
    /// Reads an edition, for who goes by these numbers.
    pub fn new(rules: &Rules, weights: &Weights) -> Self {
        let types = rules.units.types.iter();
        Self {
            digest: rules.digest,
            weights: weights.clone(),
            land: ground(rules, rules.battles.usual(SiteKind::Land)),
            sea: ground(rules, rules.battles.usual(SiteKind::Sea)),
            cost: types.map(|(_, t)| t.cost.map_or(5.0, f64::from)).collect(),
            support: support(rules),
            prizes: prizes(rules, weights),
            spaces: rules.board.spaces.len(),
            by_land: all_steps(rules, rules.board.land, |_, _| true),
            charts: Charts::default(),
            forecasts: Forecasts::default(),
        }
    }

    /// What holding a space is worth to a power towards its objectives, in IPC.
    pub fn prize(&self, power: PowerId, space: SpaceId) -> f64 {
        self.prizes[power.index() * self.spaces + space.index()]
    }

    /// Steps over land alone; the largest number where there is no way.
    pub fn land_steps(&self, from: SpaceId, to: SpaceId) -> u8 {
        self.by_land[from.index() * self.spaces + to.index()]
    }

    /// The battles in spaces like this one.
    pub fn ground(&self, sea: bool) -> &Ground {
        if sea { &self.sea } else { &self.land }
    }

    /// What a unit type fights for, attack and defence together, in the battles of its own ground.
    pub fn punch(&self, rules: &Rules, kind: UnitTypeId) -> f64 {
        let ground = self.ground(rules.units[kind].domain == Domain::Sea);
        (ground.attack[kind] + ground.defence[kind]) * f64::from(rules.units[kind].hits)
    }
}

fn ground(rules: &Rules, plan: Option<PlanId>) -> Ground {
    let plan = plan.map(|id| &rules.battles.plans[id]);
    let hits = |kind: UnitTypeId, role: Role| -> f64 {
        let fires = plan.iter().flat_map(|plan| fires(plan.round.iter()));
        let own = fires.filter(|f| f.role == role && f.station == Station::Battle);
        own.filter(|f| f.shooters.has(kind) && !f.dice.counts_targets())
            .map(|f| {
                let value = rules.units[kind].values[f.value].0;
                chance(f.roll, value) * f64::from(f.dice.dice(1, 0))
            })
            .fold(0.0, f64::max)
    };
    let of = |role| {
        let types = rules.units.types.ids();
        types.map(|kind| hits(kind, role)).collect()
    };
    Ground {
        attack: of(Role::Attacker),
        defence: of(Role::Defender),
    }
}

/// What objectives pay, shared out among the spaces they name.
fn prizes(rules: &Rules, weights: &Weights) -> Vec<f64> {
    let n = rules.board.spaces.len();
    let mut all = vec![0.0; rules.powers.powers.len() * n];
    for objective in rules.acts.objectives.values() {
        let worth = f64::from(objective.gains) * weights.worth_objective;
        for (spaces, needed) in controlled(&objective.when) {
            for space in spaces.iter() {
                all[objective.power.index() * n + space.index()] +=
                    worth / f64::from(needed.max(1));
            }
        }
    }
    all
}

/// The spaces that a condition wants controlled, and how many of them.
pub fn controlled(cond: &Cond) -> Vec<(SpaceSet, u16)> {
    match cond {
        Cond::Have(count) if count.what == Asset::Controlled => {
            vec![(count.spaces, count.at_least)]
        }
        Cond::All(all) | Cond::Any(all) => all.iter().flat_map(controlled).collect(),
        _ => Vec::new(),
    }
}

/// Hits a die at a value in hundredths.
fn chance(roll: Roll, value: i32) -> f64 {
    roll.scoring(value.max(0).into()) as f64 / f64::from(roll.sides().max(1))
}

/// The most that each type adds to the hits of another one on land.
fn support(rules: &Rules) -> Table<UnitTypeId, f64> {
    let plan = rules
        .battles
        .usual(SiteKind::Land)
        .map(|id| &rules.battles.plans[id]);
    let gain = |m: &Modifier| {
        let mut fires = plan.iter().flat_map(|plan| fires(plan.round.iter()));
        let Some(fire) = fires.find(|f| f.role == m.role && f.value == m.value) else {
            return 0.0;
        };
        let more = |kind: UnitTypeId| {
            let value = rules.units[kind].values[m.value].0;
            chance(fire.roll, m.change.apply(value)) - chance(fire.roll, value)
        };
        m.units.iter().map(more).fold(0.0, f64::max)
    };
    let gains = |kind| {
        let rows = rules.battles.modifiers.iter();
        rows.filter(|m| m.givers.has(kind))
            .map(gain)
            .fold(0.0, f64::max)
    };
    rules.units.types.ids().map(gains).collect()
}

/// Steps from each space to each other within a terrain, over borders that are open.
pub fn all_steps(
    rules: &Rules,
    terrain: SpaceSet,
    open: impl Fn(SpaceId, SpaceId) -> bool,
) -> Vec<u8> {
    let n = rules.board.spaces.len();
    let mut all = vec![FAR; n * n];
    for start in terrain.iter() {
        let row = &mut all[start.index() * n..][..n];
        row[start.index()] = 0;
        let mut queue = vec![start];
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            let next = row[at.index()].saturating_add(1);
            for &to in &rules.board.spaces[at].borders {
                if terrain.has(to)
                    && !rules.board.spaces[to].closed
                    && row[to.index()] == FAR
                    && next < FAR
                    && open(at, to)
                {
                    row[to.index()] = next;
                    queue.push(to);
                }
            }
        }
    }
    all
}
