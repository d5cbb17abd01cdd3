//! Volleys of a game: the units that fire and those that can be hit are shown to the law, scripts are
//! heard, and what the dice say is carried out.

use super::law::fire::{Shooter, Shots, modify};
use super::law::losses::Hits;
use super::law::{Group, Scene, roll};
use super::party::Field;
use super::{casualty, raid};
use crate::{Battle, Cx, Due, Event, Expected, Game, Marks, Salvo, Unit, UnitIx, VolleyView};
use sandtable_rules::{Cond, FireStep, PowerId, Role, Station, UnitTypeId, UnitTypeSet};

/// A volley that may be fired.
pub struct Volley<'a> {
    /// Who stands ready to fire, and where.
    pub seen: VolleyView,
    /// The step.
    pub step: &'a FireStep,
    /// The types of both parties, and what they fight by.
    pub scene: Scene<'a>,
    /// Those that may be hit.
    pub there: Vec<Group>,
    /// The power that conditions of values are about.
    pub power: PowerId,
}

/// What a volley came to.
pub struct Fired {
    /// The types that fired.
    pub types: UnitTypeSet,
    /// Who fired, and how.
    pub shots: Vec<Salvo>,
    /// The dice, in the order in which they were rolled.
    pub dice: Vec<u8>,
    /// The hits.
    pub hits: Vec<Hits>,
    /// The hits that were to be expected, before scripts have their say.
    pub expected: Expected,
}

impl Fired {
    /// How many hits were scored.
    pub fn scored(&self) -> u32 {
        self.hits.iter().map(|h| h.count).sum()
    }
}

impl Volley<'_> {
    /// Who fires at which value, with everything that changes it.
    fn values(&self, cx: Cx<'_>) -> Vec<Shooter> {
        let shooter = |(_, kind): &(UnitIx, UnitTypeId)| self.scene.shooter(self.step, *kind, 1);
        let mut shooters: Vec<Shooter> = self.seen.shooters.iter().map(shooter).collect();
        for (_, modifier) in self.scene.modifiers(self.step) {
            if modifier.when == Cond::Always || cx.holds(&modifier.when, self.power) {
                modify(modifier, &mut shooters);
            }
        }
        let mut values: Vec<i32> = shooters.iter().map(|s| s.value).collect();
        cx.hooks.values(&self.seen, &mut values, cx.view());
        for (shooter, value) in shooters.iter_mut().zip(values) {
            shooter.value = value;
        }
        shooters
    }

    /// Fires it; nothing comes of it if nobody can hit anything.
    pub fn fire(&self, game: &mut Game<'_>) -> Option<Fired> {
        let shooters = self.values(game.cx());
        let mut shots = Vec::new();
        let there = |kind| {
            let alike = self
                .there
                .iter()
                .filter(|g| g.kind == kind && !g.marks.any(Marks::DYING));
            alike.map(|g| g.count).sum()
        };
        self.scene.shots(self.step, &shooters, &there, &mut shots);
        if shots.is_empty() {
            return None;
        }
        let mut dice = Vec::new();
        let mut hits = roll::score(self.step.roll, &shots, &mut |sides| {
            let face = game.dice.roll(sides);
            dice.push(face);
            face
        });
        game.hooks.hits(&self.seen, &mut hits, game.cx().view());
        Some(Fired {
            types: self.scene.fired(self.step, &shooters),
            shots: salvos(&shots),
            dice,
            hits,
            expected: Expected {
                faces: roll::expected(self.step.roll, &shots),
                sides: self.step.roll.sides(),
            },
        })
    }
}

/// Runs a volley of a battle: dice, hits, losses. Where each raided facility fires for itself the step comes again until
/// all have.
pub fn fire(game: &mut Game<'_>, battle: &mut Battle, step: &FireStep, field: &Field) {
    let scene = field.scene(game.rules, battle);
    let cx = game.cx();
    if !scene.happens(step) {
        return;
    }
    let types = scene.shooters(step, UnitTypeSet::FULL);
    let mut over = UnitIx::NONE;
    if step.station == Station::Target {
        let Some(target) = raid::next_target(cx, battle, types) else {
            return;
        };
        over = target;
    }
    let shooters = shooters(cx, battle, step, (types, over), field);
    let hit = field.side(step.role.other());
    let volley = Volley {
        seen: VolleyView::of(battle.site.space, step, scene.round, shooters),
        step,
        scene,
        there: hit
            .filter(|(_, u)| over == UnitIx::NONE || u.link == over)
            .map(|(_, u)| Group::of(u))
            .collect(),
        power: field.speaker(cx, battle, step.role),
    };
    let fired = volley.fire(game);
    let types = fired.as_ref().map_or(UnitTypeSet::EMPTY, |f| f.types);
    for (ix, kind) in &volley.seen.shooters {
        if types.has(*kind) || *ix == over {
            game.state.unit_mut(*ix).marks.set(Marks::FIRED);
        }
    }
    let at = battle.at(game.rules);
    if over != UnitIx::NONE {
        battle.step -= 1;
    }
    let Some(fired) = fired else { return };
    battle.fired = true;
    let hits = fired.scored();
    game.tell(Event::Fired {
        power: volley.power,
        space: battle.site.space,
        role: step.role,
        step: at,
        shots: fired.shots,
        dice: fired.dice,
        hits,
        expected: fired.expected,
    });
    let due = Due {
        role: step.role.other(),
        hits: fired.hits,
        fate: step.losses,
        over,
    };
    casualty::assign(game, battle, field, due, step.chooser);
}

/// Shots as people read them: those that differ only in what each die is aimed at are one.
fn salvos(shots: &[Shots]) -> Vec<Salvo> {
    let mut salvos: Vec<Salvo> = Vec::new();
    for shot in shots {
        let same = salvos
            .iter_mut()
            .find(|s| (s.kind, s.value) == (shot.kind, shot.value));
        let dice = shot.dice * u32::from(shot.tries);
        match same {
            Some(same) => same.dice += dice,
            None => salvos.push(Salvo {
                kind: shot.kind,
                value: shot.value,
                shooters: shot.shooters,
                dice,
            }),
        }
    }
    salvos
}

/// The order in which units fire, and their dice are rolled: it depends on what they are, not on when they came
/// onto the board.
fn rank(ix: UnitIx, unit: &Unit) -> (UnitTypeId, PowerId, u8, Marks, UnitIx) {
    (unit.kind, unit.owner, unit.damage, unit.marks, ix)
}

/// Who stands ready to fire in a step, of these types, in the order in which they do; of raided facilities the one that
/// is named.
fn shooters(
    cx: Cx<'_>,
    battle: &Battle,
    step: &FireStep,
    (types, target): (UnitTypeSet, UnitIx),
    field: &Field,
) -> Vec<(UnitIx, UnitTypeId)> {
    let ready = |kind, marks: Marks| types.has(kind) && !marks.any(Marks::FIRED);
    let mut units: Vec<(UnitIx, &Unit)> = match step.station {
        Station::Offshore => {
            let aimed = |u: &Unit| u.marks.any(Marks::BOMBARDS) && u.goal == battle.site.space;
            cx.state.all().filter(|(_, u)| aimed(u)).collect()
        }
        Station::Target => return vec![(target, cx.state.unit(target).kind)],
        Station::Battle => field.side(step.role).collect(),
    };
    units.retain(|(_, u)| ready(u.kind, u.marks));
    units.sort_unstable_by_key(|(ix, u)| rank(*ix, u));
    units.into_iter().map(|(ix, u)| (ix, u.kind)).collect()
}

/// What a side can no longer defend perishes without a die, unless the side can break off.
pub fn perish(
    game: &mut Game<'_>,
    battle: &mut Battle,
    role: Role,
    doomed: UnitTypeSet,
    field: &Field,
) {
    let cx = game.cx();
    if !field.scene(cx.rules, battle).doomed(role, doomed) {
        return;
    }
    for step in battle.plan(cx.rules).retreats(role) {
        if !super::retreat::ways(cx, battle, step, field).is_empty() {
            return;
        }
    }
    let lost = field.those(role, |u| doomed.has(u.kind));
    battle.fired = true;
    casualty::destroy(game, battle.site.space, &lost);
}
