//! Losses: who can take which hit, whether a choice uses as many hits as possible and spares what
//! is chosen last, and what happens to the units chosen. Choices that are none are made at once.

use super::super::Game;
use super::super::agenda::{Battle, Frame, Hits, Wait};
use super::super::decision::DecisionKind;
use super::super::event::{Event, UnitsAt, tally};
use super::super::order::Order;
use super::super::query::Cx;
use super::super::refusal::{Code, Refusal};
use super::super::state::{Marks, UnitIx};
use super::hits::{Capacity, absorbed, levels};
use super::party::Field;
use super::plan;
use super::subsets::{Class, classes, interchangeable};
use crate::rules::{Chooser, FireStep, Id, Losses, PowerId, PowerSet, Role, SpaceId, UnitTypeSet};

/// At most so many different choices are listed as legal orders; any other may still be given.
const LISTED: usize = 256;

/// Assigns the hits of a volley: at once where there is no choice, else after a decision.
pub fn assign(
    game: &mut Game<'_>,
    battle: &mut Battle,
    field: &Field,
    volley: &FireStep,
    hits: Vec<Hits>,
) {
    if hits.is_empty() {
        return;
    }
    let (role, fate) = (volley.role.other(), volley.losses);
    let cx = game.cx();
    let able = candidates(cx, field, role, &hits);
    let levels = levels(plan(cx, battle), &hits, &capacity(cx, &able));
    if levels.iter().all(|(_, n)| *n == 0) {
        return;
    }
    if let Some(forced) = forced(cx, &able, &levels) {
        return suffer(game, battle, &forced, fate);
    }
    let side = if volley.chooser == Chooser::Owner {
        role
    } else {
        role.other()
    };
    let mut chooser = field.speaker(cx, battle, side);
    if side == role && cx.rules.battles.disputes.is_some() {
        // A choice between units of one power is that power's alone.
        let mut concerned = concerned(cx, &able, &levels).iter();
        if let (Some(only), None) = (concerned.next(), concerned.next()) {
            chooser = only;
        }
    }
    battle.wait = Wait::Casualties {
        role,
        chooser,
        hits,
        fate,
    };
}

/// The powers that have units among which there is a choice, as far as somebody plays them.
fn concerned(cx: Cx<'_>, able: &[UnitIx], levels: &[(UnitTypeSet, u16)]) -> PowerSet {
    let open = levels
        .iter()
        .filter(|(types, count)| settled(cx, &level(cx, able, *types), *count).is_none());
    let types = open.fold(UnitTypeSet::EMPTY, |all, (types, _)| all.union(*types));
    let owners = able
        .iter()
        .map(|ix| cx.state.unit(*ix))
        .filter(|u| types.has(u.kind))
        .map(|u| u.owner);
    owners.filter(|p| cx.rules.powers[*p].plays).collect()
}

/// Losses have been chosen: they are suffered, unless other owners of the units among which there was
/// a choice are to be heard first. What the battle waits for then.
pub fn propose(
    game: &mut Game<'_>,
    battle: &Battle,
    losses: &[UnitIx],
    (role, chooser): (Role, PowerId),
    hits: Vec<Hits>,
    fate: Losses,
) -> Wait {
    let cx = game.cx();
    let field = Field::new(cx, battle);
    let mut left = Vec::new();
    if cx.rules.battles.disputes == Some(Chooser::Firer)
        && field.side(role).any(|(_, u)| u.owner == chooser)
    {
        let able = candidates(cx, &field, role, &hits);
        let levels = levels(plan(cx, battle), &hits, &capacity(cx, &able));
        left = concerned(cx, &able, &levels)
            .iter()
            .filter(|p| *p != chooser)
            .collect();
        left.reverse();
    }
    if left.is_empty() {
        suffer(game, battle, losses, fate);
        return Wait::No;
    }
    Wait::Agree {
        role,
        hits,
        fate,
        losses: losses.to_vec(),
        left,
    }
}

/// A power agrees to losses, or objects: then the side that fired chooses. What the battle waits for.
pub fn consent(game: &mut Game<'_>, battle: &Battle, order: &Order, wait: Wait) -> Wait {
    let Wait::Agree {
        role,
        hits,
        fate,
        losses,
        mut left,
    } = wait
    else {
        return wait;
    };
    let by = left.pop();
    if *order == Order::Object {
        let cx = game.cx();
        let chooser = Field::new(cx, battle).speaker(cx, battle, role.other());
        let space = battle.site.space;
        game.tell(Event::Disputed {
            by: by.unwrap_or(chooser),
            chooser,
            space,
        });
        return Wait::Casualties {
            role,
            chooser,
            hits,
            fate,
        };
    }
    if !left.is_empty() {
        return Wait::Agree {
            role,
            hits,
            fate,
            losses,
            left,
        };
    }
    suffer(game, battle, &losses, fate);
    Wait::No
}

/// Units that can take one of these hits.
fn candidates(cx: Cx<'_>, field: &Field, role: Role, hits: &[Hits]) -> Vec<UnitIx> {
    let targets = hits
        .iter()
        .fold(UnitTypeSet::EMPTY, |all, h| all.union(h.targets));
    field
        .side(role)
        .filter(|(_, u)| targets.has(u.kind) && !u.marks.any(Marks::DYING) && room(cx, u) > 0)
        .map(|(ix, _)| ix)
        .collect()
}

/// Hits a unit can still take.
fn room(cx: Cx<'_>, unit: &super::super::Unit) -> u16 {
    u16::from(cx.rules.units[unit.kind].hits.saturating_sub(unit.damage))
}

fn capacity(cx: Cx<'_>, units: &[UnitIx]) -> Capacity {
    let mut capacity = [0; 64];
    for ix in units {
        let unit = cx.state.unit(*ix);
        capacity[unit.kind.index()] += room(cx, unit);
    }
    capacity
}

/// The losses where the rules leave no choice between units that differ.
fn forced(cx: Cx<'_>, able: &[UnitIx], levels: &[(UnitTypeSet, u16)]) -> Option<Vec<UnitIx>> {
    let mut chosen = Vec::new();
    for (types, count) in levels.iter().filter(|(_, n)| *n > 0) {
        chosen.extend(settled(cx, &level(cx, able, *types), *count)?);
    }
    Some(chosen)
}

/// The units of a level of losses.
fn level(cx: Cx<'_>, able: &[UnitIx], types: UnitTypeSet) -> Vec<UnitIx> {
    able.iter()
        .copied()
        .filter(|ix| types.has(cx.state.unit(*ix).kind))
        .collect()
}

/// The losses of a level where its units leave no choice.
fn settled(cx: Cx<'_>, level: &[UnitIx], count: u16) -> Option<Vec<UnitIx>> {
    let mut every: Vec<UnitIx> = level
        .iter()
        .flat_map(|ix| std::iter::repeat_n(*ix, usize::from(room(cx, cx.state.unit(*ix)))))
        .collect();
    let alike = || level.len() == 1 || every.len() == level.len() && interchangeable(cx, level);
    if count > 0 && every.len() != usize::from(count) && !alike() {
        return None;
    }
    every.truncate(usize::from(count));
    Some(every)
}

/// The decision on losses.
pub fn decision(cx: Cx<'_>, battle: &Battle, role: Role, hits: &[Hits]) -> DecisionKind {
    let candidates = candidates(cx, &Field::new(cx, battle), role, hits);
    let levels = levels(plan(cx, battle), hits, &capacity(cx, &candidates));
    let needed: Vec<UnitIx> = levels
        .iter()
        .filter(|(_, n)| *n > 0)
        .flat_map(|(types, _)| {
            candidates
                .iter()
                .copied()
                .filter(|ix| types.has(cx.state.unit(*ix).kind))
        })
        .collect();
    let count = levels.iter().map(|(_, n)| n).sum();
    DecisionKind::Casualties {
        space: battle.site.space,
        hits: hits.to_vec(),
        candidates: needed,
        count,
    }
}

/// Whether these losses may be chosen.
///
/// # Errors
/// Why not.
pub fn check(cx: Cx<'_>, chosen: &[UnitIx]) -> Result<(), Refusal> {
    let battle = match cx.state.agenda.last() {
        Some(Frame::Battle(battle)) => battle,
        Some(Frame::Voyage(voyage)) => return voyage.check(cx, chosen),
        _ => return Err(Code::NotNow.refuse()),
    };
    let Wait::Casualties { role, hits, .. } = &battle.wait else {
        return Err(Code::NotNow.refuse());
    };
    let able = candidates(cx, &Field::new(cx, battle), *role, hits);
    let levels = levels(plan(cx, battle), hits, &capacity(cx, &able));
    let mut taken: Capacity = [0; 64];
    for (i, ix) in chosen.iter().enumerate() {
        let unit = cx.state.get(*ix).ok_or(Code::NoSuchUnit.refuse())?;
        let before = chosen[..i].iter().filter(|other| *other == ix).count();
        if !able.contains(ix) || before >= usize::from(room(cx, unit)) {
            return Err(Code::CannotTakeHit.refuse().of(unit.kind));
        }
        taken[unit.kind.index()] += 1;
    }
    let count: u16 = levels.iter().map(|(_, n)| n).sum();
    if chosen.len() != usize::from(count) {
        return Err(Code::WrongCount.refuse().numbers(chosen.len(), count));
    }
    if absorbed(hits, &taken, UnitTypeSet::FULL) != count {
        return Err(Code::BetterAssignment.refuse());
    }
    for (nth, (types, needed)) in levels.iter().enumerate() {
        let named: u16 = types.iter().map(|t| taken[t.index()]).sum();
        if named > *needed {
            let late = types.iter().find(|t| taken[t.index()] > 0);
            // Behind the first level come those that are chosen last.
            let code = if nth > 0 || *needed == 0 {
                Code::ChosenLast
            } else {
                Code::BetterAssignment
            };
            return Err(late.map_or(code.refuse(), |t| code.refuse().of(t)));
        }
    }
    Ok(())
}

/// The choices of losses, one for each way they differ.
pub fn options(cx: Cx<'_>, candidates: &[UnitIx], count: u16) -> Vec<Vec<UnitIx>> {
    let classes = classes(cx, candidates);
    let mut options = Vec::new();
    fill(
        cx,
        &classes,
        usize::from(count),
        &mut Vec::new(),
        &mut options,
    );
    options
}

fn fill(
    cx: Cx<'_>,
    classes: &[Class],
    left: usize,
    chosen: &mut Vec<UnitIx>,
    options: &mut Vec<Vec<UnitIx>>,
) {
    if options.len() >= LISTED {
        return;
    }
    let Some((class, rest)) = classes.split_first() else {
        if left == 0 && check(cx, chosen).is_ok() {
            options.push(chosen.clone());
        }
        return;
    };
    let each = usize::from(room(cx, cx.state.unit(class[0])));
    let start = chosen.len();
    // Hits spread over a class before they pile up on one of it: damage first, losses then.
    for take in 0..=left.min(class.len() * each) {
        chosen.truncate(start);
        chosen.extend((0..take).map(|i| class[i % class.len()]));
        fill(cx, rest, left - take, chosen, options);
    }
    chosen.truncate(start);
}

/// Carries out losses: damage, and destruction at once or after they have answered.
pub fn suffer(game: &mut Game<'_>, battle: &Battle, chosen: &[UnitIx], fate: Losses) {
    let space = battle.site.space;
    let mut lost = Vec::new();
    for ix in chosen {
        let hits = game.rules.units[game.state.unit(*ix).kind].hits;
        let unit = game.state.unit_mut(*ix);
        if unit.damage + 1 < hits {
            unit.damage += 1;
            let (owner, kind) = (unit.owner, unit.kind);
            game.tell(Event::Damaged {
                power: owner,
                unit: kind,
                space,
                points: 1,
            });
        } else if fate == Losses::Answer {
            unit.marks.set(Marks::DYING);
        } else {
            lost.push(*ix);
        }
    }
    destroy(game, space, &lost);
}

/// Removes the losses that were allowed to answer.
pub fn remove(game: &mut Game<'_>, battle: &Battle, field: &Field) {
    let lost: Vec<UnitIx> = field
        .both()
        .filter(|(_, u)| u.marks.any(Marks::DYING))
        .map(|(ix, _)| ix)
        .collect();
    destroy(game, battle.site.space, &lost);
}

/// Destroys units with all they carry, and tells it power by power.
pub fn destroy(game: &mut Game<'_>, space: SpaceId, lost: &[UnitIx]) {
    let owners: PowerSet = lost.iter().map(|ix| game.state.unit(*ix).owner).collect();
    let everyone: Vec<UnitIx> = lost
        .iter()
        .flat_map(|ix| std::iter::once(*ix).chain(game.state.aboard(*ix).map(|(cargo, _)| cargo)))
        .collect();
    let cargo_owners: PowerSet = everyone
        .iter()
        .map(|ix| game.state.unit(*ix).owner)
        .collect();
    for owner in owners.union(cargo_owners).iter() {
        let gone = tally(
            everyone
                .iter()
                .map(|ix| game.state.unit(*ix))
                .filter(|u| u.owner == owner)
                .map(|u| u.kind),
        );
        game.tell(Event::Lost(UnitsAt::new(owner, gone, space)));
    }
    for ix in lost {
        game.state.destroy(*ix);
    }
}
