//! A battle plan made ready for two forces: its steps as operations, the ways to be hit, and the
//! rounds at which something changes.

use crate::field::side::Aim;
use crate::force::at;
use crate::setup::Setup;
use sandtable_rules::{Chooser, FireStep, Losses, Role, Station, Step, UnitTypeId, UnitTypeSet};

/// An operation of a round.
#[derive(Clone, Copy, Debug)]
pub enum Op<'a> {
    /// A volley by itself.
    Fire(usize),
    /// Volleys of both sides whose losses answer each other, and then leave: neither changes the other.
    Exchange(usize, usize),
    /// A step without dice.
    Quiet(&'a Step),
}

/// A plan ready for two forces.
#[derive(Clone, Debug)]
pub struct Program<'a> {
    /// Every volley.
    pub fires: Vec<&'a FireStep>,
    /// What happens once, and what happens in a round.
    pub ops: [Vec<Op<'a>>; 2],
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
        let removes = |op: &Op<'_>| matches!(op, Op::Quiet(Step::Remove) | Op::Exchange(..));
        let dice = |op: &Op<'_>| removes(op) || matches!(op, Op::Fire(_));
        let tail = ops[1].iter().rposition(dice).map_or(0, |i| i + 1);
        let answers = |op: &Op<'_>| matches!(op, Op::Fire(i) if fires[*i].losses == Losses::Answer);
        let last = |test: &dyn Fn(&Op<'_>) -> bool| ops[1].iter().rposition(test);
        let lingers = last(&answers) > last(&removes)
            || (ops[0].iter().any(answers) && last(&removes).is_none());
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
                Station::Target => setup.targets(),
            };
            for shooter in shooters.intersect(fire.shooters).iter() {
                for targets in possible_targets(fire, shooter) {
                    let targets = match fire.station {
                        Station::Target => targets.intersect(setup.raiders()),
                        Station::Battle | Station::Offshore => targets,
                    };
                    if !fire.dice.is_aimed() {
                        add(targets, fire.chooser);
                        continue;
                    }
                    for target in targets.intersect(own).iter() {
                        add(UnitTypeSet::only(target), fire.chooser);
                    }
                }
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

/// What a shooter can hit in a step, by what may be present.
fn possible_targets(fire: &FireStep, shooter: UnitTypeId) -> Vec<UnitTypeSet> {
    let mut possible = vec![fire.targets];
    for spare in fire.spares.iter().filter(|s| s.shooters.has(shooter)) {
        let spared = possible.iter().map(|t| t.minus(spare.targets));
        let spared: Vec<UnitTypeSet> = spared.collect();
        match spare.unless {
            Some(_) => possible.extend(spared),
            None => possible = spared,
        }
    }
    possible
}

fn read<'a>(steps: &'a [Step], fires: &mut Vec<&'a FireStep>) -> Vec<Op<'a>> {
    let mut op = |step: &'a Step| match step {
        Step::Fire(fire) => {
            fires.push(fire);
            Op::Fire(fires.len() - 1)
        }
        quiet => Op::Quiet(quiet),
    };
    steps.iter().map(&mut op).collect()
}

/// Joins two volleys that answer each other with the removal behind them.
fn join<'a>(ops: &[Op<'a>], fires: &[&FireStep]) -> Vec<Op<'a>> {
    let mut joined = Vec::new();
    let mut rest = ops;
    while let Some((first, others)) = rest.split_first() {
        let plain = |f: &FireStep| f.station == Station::Battle;
        rest = match rest {
            [
                Op::Fire(a),
                Op::Fire(b),
                Op::Quiet(Step::Remove),
                after @ ..,
            ] if fires[*a].role != fires[*b].role
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

fn turns(setup: &Setup<'_>, fires: &[&FireStep], round: &[Op<'_>]) -> Vec<u16> {
    let mut turns = Vec::new();
    let span = |(from, to): (u16, u16)| [from, to.saturating_add(1)];
    fires.iter().for_each(|f| turns.extend(span(f.rounds)));
    setup
        .rules
        .battles
        .modifiers
        .iter()
        .for_each(|m| turns.extend(span(m.rounds)));
    for op in round {
        match op {
            Op::Fire(i) if fires[*i].station == Station::Offshore => {
                let first = fires[*i].rounds.0;
                turns.extend(span((first, first)));
            }
            Op::Quiet(Step::Retreat(step)) => {
                let after = setup.retreat(step).after.unwrap_or(1);
                turns.extend([step.from_round, after]);
            }
            _ => {}
        }
    }
    turns.extend(setup.plan().max_rounds);
    turns.extend(setup.scripts.iter().flat_map(|s| s.hooks.battle_turns()));
    turns.retain(|t| (2..u16::MAX).contains(t));
    turns.sort_unstable();
    turns.dedup();
    turns
}
