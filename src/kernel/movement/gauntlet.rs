//! Fire at those that pass: what a move meets on its way, zone by zone. Where the mover has a choice of
//! losses the move stops as a frame of the agenda, and goes on from there.

use super::super::Game;
use super::super::agenda::Frame;
use super::super::battle::law::{Group, Scene, losses};
use super::super::battle::{Claim, Volley, dying, equally_laden, suffer};
use super::super::decision::DecisionKind;
use super::super::event::Event;
use super::super::hooks::VolleyView;
use super::super::query::Cx;
use super::super::state::{Marks, Unit, UnitIx};
pub use super::super::voyage::Voyage;
use super::carry::{bring_load, reach, tell_moved};
use super::path::{Party, Trip};
use sandtable_rules::{BattlePlan, FireStep, Losses, PowerId, Rules, SpaceId, UnitTypeId, fires};

impl Voyage {
    /// A move that sets out.
    pub fn new(trip: Trip, combat: bool) -> Self {
        Self {
            trip,
            combat,
            at: 1,
            shots: 0,
            told: 0,
            owed: Vec::new(),
        }
    }

    /// Which of its ships the mover gives up.
    pub fn decision(&self, cx: Cx<'_>) -> DecisionKind {
        self.claim(cx).decision(self.trip.path[self.at])
    }

    /// The hits of the last shot.
    pub fn claim<'a>(&'a self, cx: Cx<'a>) -> Claim<'a> {
        // INVARIANT: nothing is claimed before the first shot.
        let plan = &cx.rules.movement.passing_shots[self.shots - 1];
        let movers = self.trip.party.movers.iter().map(|m| m.ix);
        Claim::new(cx, plan, &self.owed, movers)
    }

    /// Sails on to the end, or to the next choice of losses.
    pub(super) fn sail(mut self, game: &mut Game<'_>) {
        let rules = game.rules;
        while self.at < self.trip.path.len() {
            while let Some(plan) = rules.movement.passing_shots.get(self.shots) {
                self.shots += 1;
                self.owed.clear();
                for step in fires(plan.round.iter()) {
                    self.run_past(game, plan, step);
                }
                let cx = game.cx();
                let alike = |ships: &[UnitIx]| equally_laden(cx, ships);
                let Some(lost) = self.claim(cx).forced(&alike) else {
                    game.state.agenda.push(Frame::Voyage(Box::new(self)));
                    return;
                };
                self.lose(game, &lost);
            }
            self.at += 1;
            self.shots = 0;
        }
        if !self.trip.party.movers.is_empty() {
            reach(game, &self.trip, self.combat, self.told)
        }
    }

    /// Draws the fire of a zone: each power's shooters fire a volley.
    fn run_past(&mut self, game: &mut Game<'_>, plan: &BattlePlan, step: &FireStep) {
        let zone = self.trip.path[self.at];
        let cx = game.cx();
        let ambush = in_wait(cx, (game.rules, plan, step), &self.trip.party, zone);
        let Some(Ambush {
            scene,
            there,
            shooters,
        }) = ambush
        else {
            return;
        };
        for fleet in shooters.chunk_by(|a, b| a.0 == b.0) {
            let ships = fleet.iter().map(|(_, kind, ix)| (*ix, *kind)).collect();
            let volley = Volley {
                seen: VolleyView::of(zone, step, scene.round, ships),
                step,
                scene,
                there: there.clone(),
                power: fleet[0].0,
            };
            let Some(fired) = volley.fire(game) else {
                continue;
            };
            tell_moved(game, &self.trip, self.told, self.at);
            self.told = self.at;
            let hits = fired.scored();
            game.tell(Event::PassingShot {
                power: fleet[0].0,
                space: zone,
                dice: fired.dice,
                hits,
                expected: fired.expected,
            });
            for hits in fired.hits {
                losses::add(&mut self.owed, hits.targets, hits.count);
            }
        }
    }

    /// Ships take hits; those that are lost drop out.
    fn lose(&mut self, game: &mut Game<'_>, hit: &[UnitIx]) {
        let (start, zone) = (self.trip.path[0], self.trip.path[self.at]);
        // Own aircraft rise before their ship leaves, so they do not share its fate.
        for ix in dying(game.cx(), hit) {
            bring_load(game.state, game.rules, ix, (start, start), self.combat);
        }
        suffer(game, zone, hit, Losses::Leave);
        let party = &mut self.trip.party;
        party.movers.retain(|m| game.state.get(m.ix).is_some());
        party.kinds = party.movers.iter().map(|m| m.kind).collect();
    }
}

/// What lies in wait for a group.
pub struct Ambush<'a> {
    scene: Scene<'a>,
    /// The group, as the step sees it.
    there: Vec<Group>,
    /// Who fires, sorted.
    pub shooters: Vec<(PowerId, UnitTypeId, UnitIx)>,
}

/// Who fires in a step at a group that comes by; none if it does not happen.
pub fn in_wait<'a>(
    cx: Cx<'_>,
    (rules, plan, step): (&'a Rules, &'a BattlePlan, &FireStep),
    party: &Party,
    zone: SpaceId,
) -> Option<Ambush<'a>> {
    let me = cx.active();
    let fires = |u: &Unit| {
        let out = u.marks.any(Marks::SUBMERGED) || cx.is_cargo(u);
        step.shooters.has(u.kind) && cx.at_war(me, u.owner) && !out
    };
    let here = cx.state.units_in(zone).filter(|(_, u)| fires(u));
    let mut shooters: Vec<_> = here.map(|(ix, u)| (u.owner, u.kind, ix)).collect();
    shooters.sort_unstable();
    let group = |ix: UnitIx| Group::of(cx.state.unit(ix));
    let there: Vec<Group> = party.movers.iter().map(|m| group(m.ix)).collect();
    let firing: Vec<Group> = shooters.iter().map(|(.., ix)| group(*ix)).collect();
    let parties = [there.clone().into_iter(), firing.into_iter()];
    let scene = Scene::new(rules, plan, 1, parties);
    scene.happens(step).then_some(Ambush {
        scene,
        there,
        shooters,
    })
}

/// The mover has chosen which ships are lost: the others sail on.
pub fn sail_on(game: &mut Game<'_>, lost: &[UnitIx]) {
    let Some(Frame::Voyage(mut voyage)) = game.state.agenda.pop() else {
        return;
    };
    voyage.lose(game, lost);
    voyage.sail(game);
}
