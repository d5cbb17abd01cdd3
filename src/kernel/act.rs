//! Carrying out single effects: money, units, control, relations, counters, and what scripts may do
//! to single units.

use super::Game;
use super::advance;
use super::agenda::{Frame, PhaseStage};
use super::battle::law::Group;
use super::battle::{destroy, suffer};
use super::capture;
use super::event::{Event, Shift, UnitsAt};
use super::politics;
use super::query::Cx;
use super::state::{Marks, Unit, UnitIx};
use super::treasury;
use sandtable_rules::{
    At, Effect, Id, Losses, Moment, PowerId, Rules, SpaceId, UnitTypeId, UnitTypeSet, Who,
};

/// Carries out one effect that needs neither a player nor a script.
pub fn act(game: &mut Game<'_>, effect: &Effect, here: Option<SpaceId>) {
    let space = |at: &At| {
        if let At::Space(space) = at {
            Some(*space)
        } else {
            here
        }
    };
    match effect {
        Effect::Treasury(power, amount) => change_treasury(game, *power, *amount),
        Effect::AddUnits(power, kind, count, at) => {
            add_units(game, (*kind, *count), *power, space(at))
        }
        Effect::RemoveUnits(who, kinds, count, at) => {
            remove_units(game, who, *kinds, *count, space(at))
        }
        Effect::SetControl(at, power) => set_control(game, space(at), *power),
        Effect::SetAllegiance(at, with) => set_allegiance(game, space(at), *with),
        Effect::SetRelation(a, b, relation) => politics::set_relation(game, *a, *b, *relation),
        Effect::SetCounter(id, value) => game.state.counters[id.index()] = *value,
        Effect::AddCounter(id, value) => {
            let counter = &mut game.state.counters[id.index()];
            *counter = counter.saturating_add(*value);
        }
        Effect::Advance(power, advance) => advance::grant(game, *power, *advance),
        Effect::RollOn(chart, power) => advance::roll(game, *power, *chart),
        // Offers and scripts are the business of [`super::effect`].
        Effect::Offer(..) | Effect::Script(_) => {}
        Effect::DeclareWar(by, on) => politics::declare_between(game, *by, *on),
        Effect::Win(side) if game.state.winner.is_none() => {
            game.state.winner = Some(*side);
            game.tell(Event::Won {
                side: *side,
                victory: None,
            });
        }
        Effect::Win(_) => {}
    }
}

/// Breaks off the battle that is being fought in a space.
pub fn call_off(game: &mut Game<'_>, space: SpaceId) {
    for frame in &mut game.state.agenda {
        if let Frame::Battle(battle) = frame
            && battle.site.space == space
        {
            battle.end();
        }
    }
}

/// A phase that is beginning is not played at all. Frames of the agenda are counted from below, so
/// those of the phase stay and find nothing to do.
pub fn skip_phase(game: &mut Game<'_>) {
    if !game
        .state
        .agenda
        .iter()
        .any(|f| matches!(f, Frame::Moment(Moment::PhaseBegin(_), _)))
    {
        return;
    }
    game.state.agenda[0] = Frame::Phase(PhaseStage::Next);
    for frame in &mut game.state.agenda {
        match frame {
            Frame::Muster => *frame = Frame::Combat(None),
            Frame::Moment(Moment::MovesCommitted, next) => *next = u16::MAX,
            _ => {}
        }
    }
}

/// Hits one unit outside any battle; whatever it carries goes down with it.
pub fn strike(game: &mut Game<'_>, ix: UnitIx, hits: u8) {
    let Some(&unit) = game.state.get(ix) else {
        return;
    };
    if game.rules.units.facilities.has(unit.kind) {
        return wreck(game, ix, hits.into());
    }
    let room = Group::of(&unit).room(game.rules) as usize;
    let taken = vec![ix; room.min(usize::from(hits))];
    suffer(game, unit.space, &taken, Losses::Leave);
}

/// Damages a facility, up to what it can take.
pub fn wreck(game: &mut Game<'_>, ix: UnitIx, points: u32) {
    let unit = *game.state.unit(ix);
    let facility = game.rules.units.facility(unit.kind);
    let most = facility.map_or(0, |f| f.max_damage);
    let after = u32::from(unit.damage).saturating_add(points);
    let after = u8::try_from(after).unwrap_or(u8::MAX).min(most);
    game.state.unit_mut(ix).damage = after;
    game.tell(Event::Damaged {
        power: unit.owner,
        unit: unit.kind,
        space: unit.space,
        points: after.saturating_sub(unit.damage),
    });
}

/// Sends an aircraft to defend a space; it returns where it came from once the battles are over.
/// One that has risen already stays where it went: its place on the ground is known only once.
pub fn scramble(game: &mut Game<'_>, ix: UnitIx, to: SpaceId) {
    let grounded = |u: &&Unit| u.flies(game.rules) && !u.marks.any(Marks::SCRAMBLED);
    let Some(&unit) = game.state.get(ix).filter(grounded) else {
        return;
    };
    let flyer = game.state.unit_mut(ix);
    flyer.came = std::mem::replace(&mut flyer.space, to);
    flyer.marks.set(Marks::SCRAMBLED.and(Marks::ALOFT));
    game.tell(Event::Scrambled(Shift::new(
        unit.owner,
        vec![(unit.kind, 1)],
        unit.space,
        to,
    )));
}

/// Adds to a power's treasury or takes from it, never below zero.
fn change_treasury(game: &mut Game<'_>, power: PowerId, amount: i32) {
    let change = treasury::change(game, power, amount);
    if change != 0 {
        game.tell(Event::Treasury { power, ipc: change });
    }
}

fn add_units(
    game: &mut Game<'_>,
    (kind, count): (UnitTypeId, u16),
    owner: PowerId,
    space: Option<SpaceId>,
) {
    let Some(space) = space.filter(|s| can_stand(game.rules, kind, *s)) else {
        return;
    };
    if slot_taken(game.cx(), kind, space) {
        return;
    }
    let wanted = if game.rules.units[kind].facility.is_some() {
        count.min(1)
    } else {
        count
    };
    let added = (0..wanted)
        .filter(|_| game.state.add(kind, owner, space).is_some())
        .count();
    if added > 0 {
        game.tell(Event::Appeared(UnitsAt::new(
            owner,
            vec![(kind, added as u16)],
            space,
        )));
    }
}

/// Whether a type can be in a space at all.
pub fn can_stand(rules: &Rules, kind: UnitTypeId, space: SpaceId) -> bool {
    let domain = rules.units[kind].domain;
    domain.fits(rules.board.is_sea(space)) && !rules.board.spaces[space].closed
}

/// Whether a type is a facility, and its slot in a space is taken.
pub fn slot_taken(cx: Cx<'_>, kind: UnitTypeId, space: SpaceId) -> bool {
    let mut there = cx.state.units_in(space);
    there.any(|(_, u)| cx.rules.units.exclude(kind, u.kind))
}

/// Removes units that stand in a space by themselves: what is aboard goes with its ship only.
fn remove_units(
    game: &mut Game<'_>,
    who: &Who,
    kinds: UnitTypeSet,
    count: u16,
    space: Option<SpaceId>,
) {
    let Some(space) = space else { return };
    let me = game.state.active(game.rules);
    let who = game.cx().who(who, me);
    let meant = |u: &Unit| kinds.has(u.kind) && who.has(u.owner) && u.carrier().is_none();
    let mut found = game.state.those_in(space, meant);
    found.truncate(count.into());
    destroy(game, space, &found);
}

/// Makes a space that nobody controls stand with a power, or with nobody.
fn set_allegiance(game: &mut Game<'_>, space: Option<SpaceId>, with: Option<PowerId>) {
    let Some(space) = space else { return };
    if game.state.owner(space).is_none() && game.state.allegiance(space) != with {
        game.state.set_allegiance(space, with);
        game.tell(Event::Sided { space, with });
    }
}

/// Gives a space away, with the units that go with the ground.
fn set_control(game: &mut Game<'_>, space: Option<SpaceId>, to: Option<PowerId>) {
    let Some(space) = space else { return };
    if game.state.owner(space) != to {
        let by = game.state.active(game.rules);
        capture::hand_over(game, space, to, by);
    }
}
