//! The third reading: battles played by the game itself, order by order, with every script heard.
//! Both sides give the orders that their tactics say.

pub(super) mod stage;

use crate::case::Unknown;
use crate::field::side::{Aim, Side};
use crate::force::{Force, Stack, at};
use crate::played::stage::{Position, Stage};
use crate::result::{Course, Fate};
use crate::setup::Setup;
use sandtable_kernel::edit::enter_battle;
use sandtable_kernel::law::end::{self, ROLES};
use sandtable_kernel::{
    BOMBARD, Battle, Cx, Decision, DecisionKind, Dice, Event, Hits, Hooks, INTERCEPT, Marks, Offer,
    Order, Refusal, SUBMERGE, Shot, State, Unit, UnitIx, UnitsAt, Wait, apply, pending,
};
use sandtable_rules::{Chooser, PowerId, Role, Rules, SiteKind, SpaceId, UnitTypeId, UnitTypeSet};
use std::cmp::Reverse;

/// Marks of units that are in the battle no more.
const LEFT: Marks = Marks::GONE.and(Marks::DYING);

impl Stage<'_> {
    /// Plays a battle.
    ///
    /// # Errors
    /// The battle cannot be begun, or a side has too many different units.
    pub fn play(&self, setup: &Setup<'_>, dice: &mut dyn Dice) -> Result<Course, Unknown> {
        let stage = self.of(setup);
        let position = stage.position(setup, dice)?;
        let mut table = Played {
            setup,
            rules: &stage.rules,
            hooks: stage.hooks,
            units: position.units.clone(),
            seen: Seen::default(),
        };
        let state = table.play(position, dice)?;
        Ok(table.course(&state))
    }
}

/// What has happened.
#[derive(Default)]
struct Seen {
    over: bool,
    winner: Option<Option<Role>>,
    /// Where it was.
    space: Option<SpaceId>,
    rounds: u32,
    /// Whether a round has begun in which nobody has fired yet.
    quiet: bool,
    fled: [bool; 2],
    bombs: u32,
    /// What was lost when the battle was over, to whoever took the ground.
    after: Vec<UnitTypeId>,
}

/// A battle being played.
struct Played<'t> {
    setup: &'t Setup<'t>,
    rules: &'t Rules,
    hooks: &'t dyn Hooks,
    units: [Vec<UnitIx>; 2],
    seen: Seen,
}

impl Played<'_> {
    fn refused(&self, refusal: &Refusal) -> Unknown {
        Unknown::Refused(refusal.sentence(self.rules))
    }

    /// Plays on until the battle is over; the state it leaves.
    fn play(&mut self, position: Position, dice: &mut dyn Dice) -> Result<State, Unknown> {
        let Position {
            mut state, begins, ..
        } = position;
        let active = state.active(self.rules);
        if let Some(site) = begins {
            let events = enter_battle(self.rules, &mut state, site, dice, self.hooks)
                .map_err(|r| self.refused(&r))?;
            self.look(&events, active);
        }
        while !self.seen.over {
            let cx = Cx::new(self.rules, &state, self.hooks);
            let Some(decision) = pending(cx) else {
                break;
            };
            let order = self.answer(cx, &decision)?;
            let events = apply(self.rules, &mut state, &order, dice, self.hooks)
                .map_err(|r| self.refused(&r))?;
            self.look(&events, active);
        }
        Ok(state)
    }

    fn look(&mut self, events: &[Event], active: PowerId) {
        let facilities = self.rules.units.facilities;
        for event in events {
            match event {
                Event::Lost(UnitsAt { units: gone, .. }) if self.seen.over => {
                    self.seen.after.extend(
                        gone.iter()
                            .flat_map(|(kind, n)| std::iter::repeat_n(*kind, usize::from(*n))),
                    );
                }
                _ if self.seen.over => {}
                Event::BattleRound { .. } => self.seen.quiet = true,
                // A round in which nobody fires is none.
                Event::Fired { .. } if self.seen.quiet => {
                    self.seen.rounds += 1;
                    self.seen.quiet = false;
                }
                Event::Retreated { power, .. } => {
                    self.seen.fled[usize::from(*power != active)] = true
                }
                Event::Damaged {
                    unit: kind, points, ..
                } if facilities.has(*kind) => self.seen.bombs += u32::from(*points),
                Event::BattleEnded { winner, space, .. } => {
                    self.seen.winner = Some(*winner);
                    self.seen.space = Some(*space);
                    self.seen.over = true;
                }
                _ => {}
            }
        }
    }

    /// How it has come out.
    fn course(self, state: &State) -> Course {
        let raid = self.setup.plan().kind == SiteKind::Raid;
        let mut after = self.seen.after.clone();
        let mut there = Force::default();
        let left = ROLES.map(|role| {
            let mut force = Force::default();
            for ix in &self.units[at(role)] {
                let unit = &state.units[usize::from(ix.0)];
                let taken = after
                    .iter()
                    .position(|k| *k == unit.kind)
                    .filter(|_| !unit.alive());
                taken.into_iter().for_each(|i| _ = after.swap_remove(i));
                if taken.is_some() || (unit.alive() && !unit.marks.any(Marks::DYING)) {
                    force.add(Stack::of(unit));
                    let stays = !unit.alive() || self.seen.space == Some(unit.space);
                    if role == Role::Attacker && stays {
                        there.add(Stack::of(unit));
                    }
                }
            }
            force
        });
        let in_battle = |role: Role| {
            let units = self.units[at(role)].iter().filter_map(|ix| state.get(*ix));
            let there = units.filter(|u| !u.marks.any(LEFT));
            there.map(|u| u.kind).collect::<UnitTypeSet>()
        };
        let holders = end::holders(&self.rules.units);
        let stands = |role: Role| left[at(role)].kinds().meets(&holders);
        let winner = self
            .seen
            .winner
            .unwrap_or_else(|| end::winner(ROLES.map(stands)));
        let ground = self.setup.plan().kind == SiteKind::Land;
        let takes = ground
            && winner == Some(Role::Attacker)
            && in_battle(Role::Attacker).meets(&self.rules.units.takers);
        let fate = Fate {
            takes,
            bombed: raid.then_some(self.seen.bombs),
            facing: in_battle(Role::Defender),
            ..Fate::of((self.setup, &self.setup.forces), winner, (left, &there))
        };
        Course {
            fate,
            rounds: if raid { 1 } else { self.seen.rounds },
            fled: self.seen.fled,
            parts: Vec::new(),
        }
    }

    /// What a side orders.
    fn answer(&self, cx: Cx<'_>, decision: &Decision) -> Result<Order, Unknown> {
        let role = if decision.power == cx.active() {
            Role::Attacker
        } else {
            Role::Defender
        };
        let tactics = &self.setup.tactics[at(role)];
        Ok(match &decision.kind {
            DecisionKind::Casualties { candidates, .. } => self.losses(cx.state, candidates)?,
            DecisionKind::Agree { .. } => Order::Agree,
            DecisionKind::Retreat { to, must, .. } => match to
                .first()
                .filter(|_| *must || self.wants_out(cx.state, role))
            {
                Some(way) => Order::Retreat(*way),
                None => Order::Press,
            },
            DecisionKind::Pick {
                pick, units, max, ..
            } => {
                let mut chosen = units.clone();
                match *pick {
                    SUBMERGE if tactics.submerges => {}
                    INTERCEPT => chosen.retain(|ix| self.units[1].contains(ix)),
                    BOMBARD => {
                        let kind = |ix: &UnitIx| cx.state.unit(*ix).kind;
                        chosen.sort_by_key(|ix| Reverse(self.rules.units.price(kind(ix))));
                    }
                    _ => chosen.clear(),
                }
                chosen.truncate(max.map_or(chosen.len(), usize::from));
                Order::Pick(*pick, chosen)
            }
            DecisionKind::Aim {
                raiders, targets, ..
            } => {
                let over = evenly(self.rules, cx.state, raiders, targets);
                let shots = raiders.iter().zip(over);
                let shot = |(raider, target): (&UnitIx, Option<UnitIx>)| {
                    let (raider, target) = (*raider, target?);
                    Some(Shot { raider, target })
                };
                Order::Aim(shots.filter_map(shot).collect())
            }
            DecisionKind::Offer(offer) => decline(offer),
            other => {
                return Err(Unknown::Refused(format!(
                    "nobody has tactics for `{}`",
                    other.name()
                )));
            }
        })
    }

    /// Whether the tactics of a side say to break off.
    fn wants_out(&self, state: &State, role: Role) -> bool {
        let wish = self.setup.tactics[at(role)].retreat;
        let Some(battle) = state.battles().next() else {
            return false;
        };
        let own = self.here(state, battle, role);
        let left: Vec<(UnitTypeId, u32)> = own.map(|(_, u)| (u.kind, 1)).collect();
        wish.wants(self.rules, battle.round, &left)
    }

    /// The units of a side in a battle that are not lost.
    fn here<'s>(
        &'s self,
        state: &'s State,
        battle: &Battle,
        role: Role,
    ) -> impl Iterator<Item = (UnitIx, &'s Unit)> {
        let space = battle.site.space;
        let units = self.units[at(role)]
            .iter()
            .filter_map(move |ix| Some((*ix, state.get(*ix)?)));
        units.filter(move |(_, u)| u.space == space && !u.marks.any(LEFT))
    }

    /// Who takes the hits that wait, by the same ladders as in the other readings.
    fn losses(&self, state: &State, candidates: &[UnitIx]) -> Result<Order, Unknown> {
        let Some(battle) = state.battles().next() else {
            return Ok(Order::Casualties(Vec::new()));
        };
        let Wait::Casualties { chooser, due } = &battle.wait else {
            return Ok(Order::Casualties(Vec::new()));
        };
        let role = due.role;
        let own = (*chooser == state.active(self.rules)) == (role == Role::Attacker);
        let chooser = if own { Chooser::Owner } else { Chooser::Firer };
        let under = |u: &Unit| due.over == UnitIx::NONE || u.link == due.over;
        let here = self.here(state, battle, role).filter(|(_, u)| under(u));
        let mut units: Vec<UnitIx> = here.map(|(ix, _)| ix).collect();
        // A script may have brought others.
        units.extend(
            candidates
                .iter()
                .filter(|ix| !self.units[at(role)].contains(ix)),
        );
        let stacks = units.iter().map(|ix| Stack::of(state.unit(*ix)));
        let force: Force = stacks.collect();
        let aim = |h: &Hits| Aim {
            targets: h.targets,
            chooser,
        };
        let hits: Vec<(Aim, u32)> = due.hits.iter().map(|h| (aim(h), h.count)).collect();
        let losses = &self.setup.tactics[at(role)].losses;
        let seen = (self.rules, battle.plan(self.rules), role);
        let left = Side::after_hits(seen, &force, losses, &hits)?;
        Ok(Order::Casualties(between(self.rules, state, &units, &left)))
    }
}

/// The units that have been hit where only a force is left of them, once for each hit.
fn between(rules: &Rules, state: &State, units: &[UnitIx], left: &Force) -> Vec<UnitIx> {
    let mut hit = Vec::new();
    let mut done: Vec<(UnitTypeId, bool)> = Vec::new();
    for ix in units {
        let group = alike(state.unit(*ix));
        if done.contains(&group) {
            continue;
        }
        done.push(group);
        let mut before: Vec<UnitIx> = units
            .iter()
            .copied()
            .filter(|ix| alike(state.unit(*ix)) == group)
            .collect();
        before.sort_by_key(|ix| std::cmp::Reverse(state.unit(*ix).damage));
        let stacks = left
            .stacks()
            .iter()
            .filter(|s| (s.kind, s.seaborne) == group);
        let mut after: Vec<u8> = stacks
            .flat_map(|s| std::iter::repeat_n(s.damage, usize::from(s.count)))
            .collect();
        after.resize(before.len(), rules.units[group.0].hits);
        after.sort_unstable_by_key(|damage| std::cmp::Reverse(*damage));
        for (ix, damage) in before.into_iter().zip(after) {
            hit.extend(std::iter::repeat_n(
                ix,
                usize::from(damage.saturating_sub(state.unit(ix).damage)),
            ));
        }
    }
    hit
}

fn alike(unit: &Unit) -> (UnitTypeId, bool) {
    (unit.kind, unit.marks.any(Marks::SEABORNE))
}

/// Which facility each raider raids: as many over each as over the others, of those that they raid.
fn evenly(
    rules: &Rules,
    state: &State,
    raiders: &[UnitIx],
    targets: &[UnitIx],
) -> Vec<Option<UnitIx>> {
    let mut over = vec![0u32; targets.len()];
    let kind = |ix: UnitIx| state.unit(ix).kind;
    let mut choose = |raider: &UnitIx| {
        let raids = |i: &usize| rules.battles.raids(kind(*raider), kind(targets[*i]));
        let i = (0..targets.len()).filter(raids).min_by_key(|i| over[*i])?;
        over[i] += 1;
        Some(targets[i])
    };
    raiders.iter().map(&mut choose).collect()
}

/// As little as may be chosen.
fn decline(offer: &Offer) -> Order {
    let least = offer
        .min
        .min(u16::try_from(offer.choices.len()).unwrap_or(u16::MAX));
    Order::Answer((0..least).collect())
}
