//! A battle plan made ready for two forces: its steps as operations, the ways to be hit, and the
//! rounds at which something changes.

use crate::odds::field::side::Aim;
use crate::odds::force::at;
use crate::odds::setup::Setup;
use crate::rules::{
    Chooser, DicePer, FireStep, Losses, Presence, Role, Station, Step, UnitTypeSet,
};

/// An operation of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// A volley by itself.
    Fire(usize),
    /// Volleys of both sides whose losses answer each other, and then leave: neither changes the other.
    Exchange(usize, usize),
    /// Losses that answered leave.
    Remove,
    /// Units leave the battle without leaving the space.
    Submerge(Role, UnitTypeSet, Option<Presence>),
    /// What cannot be defended perishes.
    Defenceless(Role, UnitTypeSet),
    /// A side may break off.
    Retreat(Role),
}

/// A plan ready for two forces.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// Every volley.
    pub fires: Vec<&'a FireStep>,
    /// What happens once, and what happens in a round.
    pub ops: [Vec<Op>; 2],
    /// Where in a round no more dice are rolled, and nobody is left to answer.
    pub tail: usize,
    /// Whether losses that may answer are left over when a round ends.
    pub lingers: bool,
    /// The rounds from which on something is different, in order.
    pub turns: Vec<u16>,
}

impl<'a> Program<'a> {
    /// Reads the plan.
    pub fn new(setup: &Setup<'a>) -> Self {
        let plan = setup.plan();
        let mut fires = Vec::new();
        let ops = [&plan.start, &plan.round].map(|steps| join(&read(steps, &mut fires), &fires));
        let dice = |op: &Op| matches!(op, Op::Fire(_) | Op::Exchange(..) | Op::Remove);
        let tail = ops[1].iter().rposition(dice).map_or(0, |i| i + 1);
        let answers = |op: &Op| matches!(op, Op::Fire(i) if fires[*i].losses == Losses::Answer);
        let last = |test: &dyn Fn(&Op) -> bool| ops[1].iter().rposition(test);
        let lingers = last(&answers) > last(&|op| matches!(op, Op::Remove | Op::Exchange(..)))
            || (ops[0].iter().any(answers)
                && last(&|op| matches!(op, Op::Remove | Op::Exchange(..))).is_none());
        let turns = turns(setup, &fires, &ops[1]);
        Self {
            fires,
            ops,
            tail,
            lingers,
            turns,
        }
    }

    /// The stretch of rounds that a round is in: within one, every round is like the others. The time
    /// before the first round is a stretch of its own.
    pub fn stretch(&self, round: u16) -> usize {
        if round == 0 {
            0
        } else {
            1 + self.turns.iter().filter(|t| **t <= round).count()
        }
    }

    /// After this round all rounds are alike.
    pub fn settled(&self) -> u16 {
        self.turns.last().map_or(0, |t| t.saturating_sub(1))
    }

    /// Every way in which a side may be hit.
    pub fn aims(&self, setup: &Setup<'_>, role: Role) -> Vec<Aim> {
        let own = setup.forces[at(role)].kinds();
        let mut aims: Vec<Aim> = Vec::new();
        let mut add = |targets: UnitTypeSet, chooser| {
            let aim = Aim { targets, chooser };
            if !aims.contains(&aim) {
                aims.push(aim);
            }
        };
        for fire in self.fires.iter().filter(|f| f.role != role) {
            let shooters = match fire.station {
                Station::Battle => setup.forces[at(role.other())].kinds(),
                Station::Offshore => setup.offshore.kinds(),
                Station::Target => setup.target.iter().map(|(kind, _)| *kind).collect(),
            };
            let shooters = shooters.intersect(fire.shooters);
            if fire.station == Station::Target || fire.dice == DicePer::Target {
                let hit = if shooters.is_empty() {
                    UnitTypeSet::EMPTY
                } else {
                    fire.targets.intersect(own)
                };
                hit.iter()
                    .for_each(|k| add(UnitTypeSet::only(k), fire.chooser));
                continue;
            }
            for shooter in shooters.iter() {
                let spares = fire.spares.iter().filter(|s| s.shooters.has(shooter));
                let mut possible = vec![fire.targets];
                for spare in spares {
                    let spared: Vec<_> = possible.iter().map(|t| t.minus(spare.targets)).collect();
                    if spare.unless.is_some() {
                        possible.extend(spared)
                    } else {
                        possible = spared
                    }
                }
                possible.into_iter().for_each(|t| add(t, fire.chooser));
            }
        }
        if role == Role::Attacker {
            setup
                .strikes
                .iter()
                .for_each(|s| add(UnitTypeSet::only(s.target), Chooser::Owner));
        }
        aims
    }
}

fn read<'a>(steps: &'a [Step], fires: &mut Vec<&'a FireStep>) -> Vec<Op> {
    let mut ops = Vec::new();
    for step in steps {
        match step {
            Step::Fire(fire) => {
                ops.push(Op::Fire(fires.len()));
                fires.push(fire);
            }
            Step::Remove => ops.push(Op::Remove),
            Step::Submerge {
                role,
                units,
                unless,
            } => ops.push(Op::Submerge(*role, *units, *unless)),
            Step::Defenceless { role, units } => ops.push(Op::Defenceless(*role, *units)),
            Step::Retreat(retreat) => ops.push(Op::Retreat(retreat.role)),
            // Who rises is part of the set-up, there is one target, and what bombs do is counted from the
            // raiders that are left.
            Step::Intercept { .. } | Step::Divide | Step::Damage { .. } => {}
        }
    }
    ops
}

/// Joins two volleys that answer each other with the removal behind them.
fn join(ops: &[Op], fires: &[&FireStep]) -> Vec<Op> {
    let mut joined = Vec::new();
    let mut rest = ops;
    while let Some((first, others)) = rest.split_first() {
        let plain = |f: &FireStep| f.station == Station::Battle;
        rest = match rest {
            [Op::Fire(a), Op::Fire(b), Op::Remove, after @ ..]
                if fires[*a].role != fires[*b].role
                    && fires[*a].losses == Losses::Answer
                    && plain(fires[*a])
                    && plain(fires[*b]) =>
            {
                joined.push(Op::Exchange(*a, *b));
                after
            }
            _ => {
                joined.push(*first);
                others
            }
        };
    }
    joined
}

fn turns(setup: &Setup<'_>, fires: &[&FireStep], round: &[Op]) -> Vec<u16> {
    let mut turns = Vec::new();
    let mut span = |(from, to): (u16, u16)| turns.extend([from, to.saturating_add(1)]);
    fires.iter().for_each(|f| span(f.rounds));
    setup
        .rules
        .battles
        .modifiers
        .iter()
        .for_each(|m| span(m.rounds));
    for op in round {
        match op {
            Op::Fire(i) | Op::Exchange(i, _) if fires[*i].station == Station::Offshore => {
                span((1, 1))
            }
            Op::Retreat(role) => {
                span((
                    setup
                        .retreat_step(*role, u16::MAX)
                        .map_or(1, |s| s.from_round),
                    u16::MAX - 1,
                ));
                span((setup.retreat(*role).after.unwrap_or(1), u16::MAX - 1));
            }
            _ => {}
        }
    }
    turns.extend(setup.plan().max_rounds);
    turns.retain(|t| (2..u16::MAX).contains(t));
    turns.sort_unstable();
    turns.dedup();
    turns
}
