//! What an edition's numbers come to for a player: how often a type hits on either ground, what it
//! costs and can take, who supports whom, and the steps between spaces. Worked out once a pack.

use crate::rules::{
    BattlePlan, Change, Cond, Domain, Id, Modifier, PlanId, PowerId, PowerSet, Role, Roll, Rules,
    SpaceId, SpaceSet, Station, UnitTypeId, UnitTypeSet, fires,
};

/// Unreachable.
pub const FAR: u8 = u8::MAX;

/// More hits for some while others fire along.
#[derive(Clone, Debug)]
pub struct Support {
    /// For which side.
    pub role: Role,
    /// Who gains.
    pub takers: UnitTypeSet,
    /// Who gives; empty: nobody needs to.
    pub givers: UnitTypeSet,
    /// How many one giver serves.
    pub ratio: f64,
    /// Hits more a shot.
    pub gain: f64,
}

/// One die a target before the battle.
#[derive(Clone, Debug)]
pub struct Flak {
    /// Who fires it.
    pub role: Role,
    /// With which types.
    pub shooters: UnitTypeSet,
    /// At which types.
    pub targets: UnitTypeSet,
    /// Hits a target.
    pub chance: f64,
}

/// What types are worth in one kind of battle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Hits expected a round, by type, when attacking.
    pub attack: [f64; 64],
    /// The same when defending.
    pub defence: [f64; 64],
    /// Support.
    pub support: Vec<Support>,
    /// Fire before the battle.
    pub flak: Vec<Flak>,
    /// Hits expected of a ship that bombards, by type.
    pub shelling: [f64; 64],
}

/// The numbers of an edition.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Which edition.
    pub digest: [u8; 32],
    /// Battles for territories.
    pub land: Ground,
    /// Battles in sea zones.
    pub sea: Ground,
    /// What a type is worth, in IPC.
    pub cost: [f64; 64],
    /// The hits a type takes.
    pub hits: [u8; 64],
    /// What holding each space is worth to each power towards its objectives and its victory.
    prizes: Vec<f64>,
    spaces: usize,
    by_land: Vec<u8>,
    by_sea: Vec<u8>,
}

impl Profile {
    /// Reads an edition.
    pub fn new(rules: &Rules) -> Self {
        let mut cost = [0.0; 64];
        let mut hits = [0; 64];
        for (id, kind) in rules.units.types.iter() {
            cost[id.index()] = kind.cost.map_or(5.0, f64::from);
            hits[id.index()] = kind.hits;
        }
        Self {
            digest: rules.digest,
            land: ground(rules, rules.battles.land),
            sea: ground(rules, rules.battles.sea),
            cost,
            hits,
            prizes: prizes(rules),
            spaces: rules.board.spaces.len(),
            by_land: all_steps(rules, rules.board.land),
            by_sea: all_steps(rules, rules.board.sea),
        }
    }

    /// What holding a space is worth to a power towards its objectives and its victory, in IPC.
    pub fn prize(&self, power: PowerId, space: SpaceId) -> f64 {
        self.prizes[power.index() * self.spaces + space.index()]
    }

    /// Steps over land alone; [`FAR`] where there is no way.
    pub fn land_steps(&self, from: SpaceId, to: SpaceId) -> u8 {
        self.by_land[from.index() * self.spaces + to.index()]
    }

    /// Steps over sea alone; [`FAR`] where there is no way.
    pub fn sea_steps(&self, from: SpaceId, to: SpaceId) -> u8 {
        self.by_sea[from.index() * self.spaces + to.index()]
    }

    /// The battles in spaces like this one.
    pub fn ground(&self, sea: bool) -> &Ground {
        if sea { &self.sea } else { &self.land }
    }

    /// What a unit type fights for, attack and defence together, in the battles of its own ground.
    pub fn punch(&self, rules: &Rules, kind: UnitTypeId) -> f64 {
        let ground = self.ground(rules.units[kind].domain == Domain::Sea);
        (ground.attack[kind.index()] + ground.defence[kind.index()])
            * f64::from(self.hits[kind.index()])
    }
}

fn ground(rules: &Rules, plan: Option<PlanId>) -> Ground {
    let mut ground = Ground {
        attack: [0.0; 64],
        defence: [0.0; 64],
        support: Vec::new(),
        flak: Vec::new(),
        shelling: [0.0; 64],
    };
    let Some(plan) = plan.map(|id| &rules.battles.plans[id]) else {
        return ground;
    };
    for fire in plan.volleys() {
        let chance = |kind: UnitTypeId| chance(fire.roll, rules.units[kind].values[fire.value].0);
        if fire.station != Station::Battle {
            fire.shooters
                .iter()
                .for_each(|kind| ground.shelling[kind.index()] += chance(kind));
            continue;
        }
        if fire.dice.counts_targets() {
            ground.flak.push(Flak {
                role: fire.role,
                shooters: fire.shooters,
                targets: fire.targets,
                chance: fire.shooters.iter().map(chance).fold(0.0, f64::max),
            });
            continue;
        }
        let values = match fire.role {
            Role::Attacker => &mut ground.attack,
            Role::Defender => &mut ground.defence,
        };
        let fighting = fire.shooters.intersect(plan.participants);
        for kind in fighting.minus(rules.units.facilities).iter() {
            let value = &mut values[kind.index()];
            *value = value.max(chance(kind) * f64::from(fire.dice.dice(1, 0)));
        }
    }
    ground.support = rules
        .battles
        .modifiers
        .iter()
        .filter_map(|m| support(plan, m))
        .collect();
    ground
}

/// What objectives pay and victories ask for, shared out among the spaces they name.
fn prizes(rules: &Rules) -> Vec<f64> {
    /// What a victory is worth, shared by the spaces it needs.
    const VICTORY: f64 = 120.0;
    /// For how many turns an objective is counted.
    const TURNS: f64 = 3.0;
    let n = rules.board.spaces.len();
    let mut all = vec![0.0; rules.powers.powers.len() * n];
    let mut add = |cond: &Cond, powers: PowerSet, worth: f64| {
        for (spaces, needed) in controlled(cond) {
            for space in spaces.iter() {
                powers.iter().for_each(|p| {
                    all[p.index() * n + space.index()] += worth / f64::from(needed.max(1))
                });
            }
        }
    };
    for victory in &rules.acts.victories {
        add(&victory.when, rules.powers.of_side(victory.side), VICTORY);
    }
    for objective in rules.acts.objectives.values() {
        add(
            &objective.when,
            PowerSet::only(objective.power),
            f64::from(objective.gains) * TURNS,
        );
    }
    all
}

/// The spaces that a condition wants controlled, and how many of them.
fn controlled(cond: &Cond) -> Vec<(SpaceSet, u16)> {
    match cond {
        Cond::Controls {
            spaces, at_least, ..
        } => vec![(*spaces, *at_least)],
        Cond::All(all) | Cond::Any(all) => all.iter().flat_map(controlled).collect(),
        _ => Vec::new(),
    }
}

/// Hits a die at a value in hundredths.
fn chance(roll: Roll, value: i32) -> f64 {
    roll.scoring(value.max(0).into()) as f64 / f64::from(roll.sides().max(1))
}

/// A modifier of a value that is fired at in a plan, if it adds to it.
fn support(plan: &BattlePlan, modifier: &Modifier) -> Option<Support> {
    let Change::Add(value) = modifier.change else {
        return None;
    };
    let mut fires = fires(plan.round.iter());
    let fires = fires.find(|f| f.role == modifier.role && f.value == modifier.value)?;
    Some(Support {
        role: modifier.role,
        takers: modifier.units,
        givers: modifier.givers,
        ratio: f64::from(modifier.ratio.max(1)),
        gain: chance(fires.roll, value.0),
    })
}

/// Steps from each space to each other within a terrain.
fn all_steps(rules: &Rules, terrain: SpaceSet) -> Vec<u8> {
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
                {
                    row[to.index()] = next;
                    queue.push(to);
                }
            }
        }
    }
    all
}
