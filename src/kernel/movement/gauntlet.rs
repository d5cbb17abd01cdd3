//! Fire at those that pass: what a move meets on its way, zone by zone. Where the mover has a choice of
//! losses the move stops as a frame of the agenda, and goes on from there.

use super::super::Game;
use super::super::agenda::{Frame, Hits};
use super::super::decision::DecisionKind;
use super::super::event::{Event, UnitsAt, tally};
use super::super::query::Cx;
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, UnitIx};
pub use super::super::voyage::Voyage;
use super::carry::{bring_load, reach, tell_moved};
use super::path::Trip;
use crate::rules::{PassingShot, PowerId, Roll, Rules, SpaceId, Step, UnitTypeId};

impl Voyage {
    /// A move that sets out.
    pub fn new(trip: Trip, combat: bool) -> Self {
        Self {
            trip,
            combat,
            at: 1,
            shots: 0,
            told: 0,
            owed: 0,
        }
    }

    /// Which of its ships the mover gives up.
    pub fn decision(&self, cx: Cx<'_>) -> DecisionKind {
        let (space, count) = (self.trip.path[self.at], self.owed);
        let targets = self.last_shot(cx).map(|s| s.targets).unwrap_or_default();
        DecisionKind::Casualties {
            space,
            hits: vec![Hits { targets, count }],
            candidates: self.targets(cx),
            count,
        }
    }

    /// Whether these ships may be given up.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, cx: Cx<'_>, chosen: &[UnitIx]) -> Result<(), Refusal> {
        let able = self.targets(cx);
        for (i, ix) in chosen.iter().enumerate() {
            let unit = cx.state.get(*ix).ok_or(Code::NoSuchUnit.refuse())?;
            if !able.contains(ix) || chosen[..i].contains(ix) {
                return Err(Code::CannotTakeHit.refuse().of(unit.kind));
            }
        }
        match chosen.len() == usize::from(self.owed) {
            true => Ok(()),
            false => Err(Code::WrongCount.refuse().numbers(chosen.len(), self.owed)),
        }
    }

    fn last_shot<'a>(&self, cx: Cx<'a>) -> Option<&'a PassingShot> {
        cx.rules
            .movement
            .passing_shots
            .get(self.shots.checked_sub(1)?)
    }

    /// The ships that the last shot was aimed at.
    fn targets(&self, cx: Cx<'_>) -> Vec<UnitIx> {
        let Some(shot) = self.last_shot(cx) else {
            return Vec::new();
        };
        self.trip
            .party
            .movers
            .iter()
            .filter(|m| shot.targets.has(m.kind))
            .map(|m| m.ix)
            .collect()
    }

    /// Sails on to the end, or to the next choice of losses.
    pub(super) fn sail(mut self, game: &mut Game<'_>) -> Result<(), Refusal> {
        let rules = game.rules;
        while self.at < self.trip.path.len() {
            while let Some(shot) = rules.movement.passing_shots.get(self.shots) {
                self.shots += 1;
                let hits = usize::from(self.draw(game, shot));
                let targets = self.targets(game.cx());
                if hits > 0 && hits < targets.len() && !alike(game.cx(), &targets) {
                    self.owed = u16::try_from(hits).unwrap_or(u16::MAX);
                    game.state.agenda.push(Frame::Voyage(Box::new(self)));
                    return Ok(());
                }
                self.lose(game, &targets[..hits.min(targets.len())]);
            }
            self.at += 1;
            self.shots = 0;
        }
        if self.trip.party.movers.is_empty() {
            Ok(())
        } else {
            reach(game, &self.trip, self.combat, self.told)
        }
    }

    /// Draws the fire of one kind in a zone: the hits.
    fn draw(&mut self, game: &mut Game<'_>, shot: &PassingShot) -> u16 {
        let kinds = self.trip.party.kinds;
        if !kinds.meets(&shot.targets) || kinds.meets(&shot.escorts) {
            return 0;
        }
        let zone = self.trip.path[self.at];
        let mut all = 0;
        for (shooter, dice, hits) in fire(game, shot, zone) {
            tell_moved(game, &self.trip, self.told, self.at);
            self.told = self.at;
            game.tell(Event::PassingShot {
                power: shooter,
                space: zone,
                dice,
                hits,
            });
            all += hits;
        }
        all
    }

    /// Ships are lost, and drop out.
    fn lose(&mut self, game: &mut Game<'_>, ships: &[UnitIx]) {
        let (start, zone) = (self.trip.path[0], self.trip.path[self.at]);
        // Own aircraft rise before their ship leaves, so they do not share its fate.
        ships
            .iter()
            .for_each(|ix| bring_load(game.state, game.rules, *ix, (start, start), self.combat));
        sink(game, ships, zone);
        let party = &mut self.trip.party;
        party.movers.retain(|m| game.state.get(m.ix).is_some());
        party.kinds = party.movers.iter().map(|m| m.kind).collect();
    }
}

/// The mover has chosen which ships are lost: the others sail on.
pub fn sail_on(game: &mut Game<'_>, lost: &[UnitIx]) -> Result<(), Refusal> {
    let Some(Frame::Voyage(mut voyage)) = game.state.agenda.pop() else {
        return Ok(());
    };
    voyage.lose(game, lost);
    voyage.sail(game)
}

/// Whether it makes no difference which of these ships is lost: they and their loads are equal.
fn alike(cx: Cx<'_>, ships: &[UnitIx]) -> bool {
    let look = |ix: &UnitIx| {
        let unit = cx.state.unit(*ix);
        let mut load: Vec<_> = cx
            .state
            .aboard(*ix)
            .map(|(_, u)| (u.kind, u.owner, u.damage, u.marks.any(Marks::LOADED)))
            .collect();
        load.sort_unstable();
        (unit.kind, unit.damage, unit.used, unit.marks, load)
    };
    ships
        .windows(2)
        .all(|pair| look(&pair[0]) == look(&pair[1]))
}

/// Each power's shooters in a zone fire once: dice and hits, by power.
fn fire(game: &mut Game<'_>, shot: &PassingShot, zone: SpaceId) -> Vec<(PowerId, Vec<u8>, u16)> {
    let cx = game.cx();
    let me = cx.active();
    let mut shooters: Vec<(PowerId, UnitTypeId)> = cx
        .state
        .units_in(zone)
        .filter(|(_, u)| shot.shooters.has(u.kind) && cx.at_war(me, u.owner))
        .filter(|(_, u)| !u.marks.any(Marks::SUBMERGED) && !cx.is_cargo(u))
        .map(|(_, u)| (u.owner, u.kind))
        .collect();
    shooters.sort_unstable();
    let sides = die(game.rules);
    shooters
        .chunk_by(|a, b| a.0 == b.0)
        .map(|fleet| {
            let dice: Vec<u8> = fleet.iter().map(|_| game.dice.roll(sides)).collect();
            let hit = |((_, kind), die): &(&(PowerId, UnitTypeId), &u8)| {
                i32::from(**die) * 100 <= game.rules.units[*kind].values[shot.value].0
            };
            let hits = fleet.iter().zip(&dice).filter(hit).count();
            (fleet[0].0, dice, u16::try_from(hits).unwrap_or(u16::MAX))
        })
        .collect()
}

/// The sides of the die that ships fire with.
fn die(rules: &Rules) -> u8 {
    let plan = rules.battles.sea.map(|id| &rules.battles.plans[id]);
    let steps = plan
        .into_iter()
        .flat_map(|p| p.start.iter().chain(&p.round));
    let roll = steps
        .filter_map(|s| {
            if let Step::Fire(fire) = s {
                Some(fire.roll)
            } else {
                None
            }
        })
        .next();
    match roll {
        Some(Roll::AtOrLess { sides } | Roll::LowLuck { sides } | Roll::Pooled { sides }) => sides,
        None => 6,
    }
}

/// Destroys ships and all that is still aboard.
fn sink(game: &mut Game<'_>, ships: &[UnitIx], zone: SpaceId) {
    let lost = ships
        .iter()
        .flat_map(|s| game.state.aboard(*s).map(|(ix, _)| ix).chain([*s]))
        .collect::<Vec<_>>();
    let mut lost: Vec<(PowerId, UnitTypeId)> = lost
        .iter()
        .map(|ix| (game.state.unit(*ix).owner, game.state.unit(*ix).kind))
        .collect();
    lost.sort_unstable();
    ships.iter().for_each(|ix| game.state.destroy(*ix));
    for group in lost.chunk_by(|a, b| a.0 == b.0) {
        game.tell(Event::Lost(UnitsAt {
            power: group[0].0,
            units: tally(group.iter().map(|(_, k)| *k)),
            space: zone,
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testkit::*;
    use super::super::super::{Intent, NoHooks, Order, Scripted};
    use super::*;

    #[test]
    fn a_choice_of_losses_stops_the_move_and_the_answer_sails_on() {
        let mut kit = Kit::new();
        let (empty, laden) = (kit.put(BARGE, RED, WEST), kit.put(BARGE, RED, WEST));
        kit.aboard(WALKER, RED, laden);
        kit.put(LURKER, BLUE, MID);
        kit.noncombat();
        kit.give(
            &Order::Move {
                units: vec![empty, laden],
                path: vec![WEST, MID, EAST],
                intent: Intent::Pass,
            },
            &[1],
        );
        let Some(Frame::Voyage(voyage)) = kit.state.agenda.last().cloned() else {
            panic!("the move waits")
        };
        let hits = vec![Hits {
            targets: set(&[BARGE]),
            count: 1,
        }];
        let asked = DecisionKind::Casualties {
            space: MID,
            hits,
            candidates: vec![empty, laden],
            count: 1,
        };
        assert_eq!(voyage.decision(kit.cx()), asked);
        for (lost, code) in [
            (vec![], Code::WrongCount),
            (vec![empty, laden], Code::WrongCount),
            (vec![empty, empty], Code::CannotTakeHit),
            (vec![UnitIx::NONE], Code::NoSuchUnit),
        ] {
            assert_eq!(
                voyage.check(kit.cx(), &lost).map_err(|r| r.code),
                Err(code),
                "{lost:?}"
            );
        }
        let (mut dice, mut events) = (Scripted::default(), Vec::new());
        let mut game = Game {
            rules: &kit.rules,
            state: &mut kit.state,
            dice: &mut dice,
            hooks: &NoHooks,
            events: &mut events,
        };
        assert_eq!(sail_on(&mut game, &[empty]), Ok(()));
        assert!(kit.state.agenda.is_empty() && kit.state.get(empty).is_none());
        assert_eq!(kit.state.unit(laden).space, EAST);
    }

    #[test]
    fn between_equal_ships_there_is_no_choice() {
        let mut kit = Kit::new();
        let ships = [kit.put(BARGE, RED, WEST), kit.put(BARGE, RED, WEST)];
        for ship in ships {
            kit.aboard(WALKER, RED, ship);
        }
        kit.put(LURKER, BLUE, MID);
        kit.noncombat();
        kit.give(
            &Order::Move {
                units: ships.to_vec(),
                path: vec![WEST, MID],
                intent: Intent::Pass,
            },
            &[2],
        );
        assert!(kit.state.agenda.is_empty());
        assert_eq!(
            ships
                .iter()
                .filter(|ship| kit.state.get(**ship).is_some())
                .count(),
            1
        );
    }
}
