//! Volleys: who fires at what value, how dice become hits, and ships that perish without a die.

use super::super::Game;
use super::super::agenda::{Battle, Hits};
use super::super::event::{Event, Expected, Salvo};
use super::super::hooks::VolleyView;
use super::super::query::{Cx, fault};
use super::super::refusal::Refusal;
use super::super::state::{Marks, UnitIx};
use super::party::Field;
use super::{casualty, hits, raid, retreat};
use crate::rules::{
    Cond, DicePer, FireStep, Id, Modifier, Role, Roll, Station, UnitTypeId, UnitTypeSet,
};

/// Shots of one type at one value with the same targets.
struct Volley {
    kind: UnitTypeId,
    value: i32,
    targets: UnitTypeSet,
    shooters: u16,
    shots: u16,
}

/// Runs a volley: dice, hits, losses.
///
/// # Errors
/// A script failed.
pub fn fire(
    game: &mut Game<'_>,
    battle: &mut Battle,
    step: &FireStep,
    field: &Field,
) -> Result<(), Refusal> {
    if !field.happens(battle, step) {
        return Ok(());
    }
    if step.station == Station::Target {
        raid::defend_targets(game, battle, step);
        return Ok(());
    }
    let (volleys, shooters) = volleys(game.cx(), battle, step, field)?;
    for (ix, _) in &shooters {
        game.state.unit_mut(*ix).marks.set(Marks::FIRED);
    }
    if volleys.is_empty() {
        return Ok(());
    }
    let mut dice = Vec::new();
    let (mut hits, faces) = roll(game, step.roll, &volleys, &mut dice);
    game.hooks
        .hits(view(battle, step, &shooters), &mut hits, game.cx().view())
        .map_err(fault)?;
    battle.fired = true;
    let shots = salvos(&volleys);
    let scored = hits.iter().map(|h| h.count).sum();
    let (space, role) = (battle.site.space, step.role);
    game.tell(Event::Fired {
        space,
        role,
        step: battle.at(game.rules),
        shots,
        dice,
        hits: scored,
        expected: Expected {
            faces,
            sides: step.roll.sides(),
        },
    });
    casualty::assign(game, battle, field, step, hits);
    Ok(())
}

/// Volleys as people read them: those that differ only in what each die is aimed at are one.
fn salvos(volleys: &[Volley]) -> Vec<Salvo> {
    let mut salvos: Vec<Salvo> = Vec::new();
    for v in volleys {
        match salvos
            .iter_mut()
            .find(|s| (s.kind, s.value) == (v.kind, v.value))
        {
            Some(same) => same.dice += v.shots,
            None => salvos.push(Salvo {
                kind: v.kind,
                value: v.value,
                shooters: v.shooters,
                dice: v.shots,
            }),
        }
    }
    salvos
}

/// What scripts see of a volley.
fn view<'a>(
    battle: &Battle,
    step: &FireStep,
    shooters: &'a [(UnitIx, UnitTypeId)],
) -> VolleyView<'a> {
    VolleyView {
        space: battle.site.space,
        role: step.role,
        round: battle.round,
        value: step.value,
        shooters,
    }
}

/// Who fires, and its type.
type Shooter = (UnitIx, UnitTypeId);

/// The volleys of a step, and who fires them.
fn volleys(
    cx: Cx<'_>,
    battle: &Battle,
    step: &FireStep,
    field: &Field,
) -> Result<(Vec<Volley>, Vec<Shooter>), Refusal> {
    let mut present = [0u16; 64];
    let mut kinds = UnitTypeSet::EMPTY;
    for (_, enemy) in field
        .side(step.role.other())
        .filter(|(_, u)| !u.marks.any(Marks::DYING))
    {
        present[enemy.kind.index()] += 1;
        kinds.insert(enemy.kind);
    }
    kinds = kinds
        .iter()
        .filter(|k| cx.rules.units[*k].hits > 0)
        .collect();
    let shooters = shooters(cx, battle, step, field);
    let values = values(cx, battle, step, &shooters, field)?;
    let mut volleys: Vec<Volley> = Vec::new();
    let mut fired = Vec::new();
    for (&(ix, kind), &value) in shooters.iter().zip(&values) {
        let targets = field.targets(step, kind).intersect(kinds);
        if value <= 0 || targets.is_empty() {
            continue;
        }
        fired.push((ix, kind));
        let DicePer::Shooter(dice) = step.dice else {
            continue;
        };
        let alike = volleys
            .iter_mut()
            .find(|v| v.kind == kind && v.value == value && v.targets == targets);
        match alike {
            Some(volley) => {
                volley.shooters += 1;
                volley.shots += u16::from(dice);
            }
            None => volleys.push(Volley {
                kind,
                value,
                targets,
                shooters: 1,
                shots: u16::from(dice),
            }),
        }
    }
    if step.dice == DicePer::Target
        && let Some((value, (_, kind))) = values
            .iter()
            .copied()
            .zip(shooters.iter().copied())
            .filter(|(v, _)| *v > 0)
            .max_by_key(|(v, _)| *v)
    {
        let aimed = field.targets(step, kind).intersect(kinds);
        let alike = |(v, (_, k)): &(&i32, &Shooter)| **v == value && *k == kind;
        let shooters =
            u16::try_from(values.iter().zip(&shooters).filter(alike).count()).unwrap_or(u16::MAX);
        let volley = |t| Volley {
            kind,
            value,
            targets: UnitTypeSet::only(t),
            shooters,
            shots: present[t.index()],
        };
        volleys.extend(aimed.iter().map(volley));
    }
    Ok((volleys, fired))
}

fn shooters(
    cx: Cx<'_>,
    battle: &Battle,
    step: &FireStep,
    field: &Field,
) -> Vec<(UnitIx, UnitTypeId)> {
    let ready = |kind, marks: Marks| step.shooters.has(kind) && !marks.any(Marks::FIRED);
    match step.station {
        Station::Offshore => cx
            .state
            .all()
            .filter(|(_, u)| {
                u.marks.any(Marks::BOMBARDS)
                    && u.goal == battle.site.space
                    && ready(u.kind, u.marks)
            })
            .map(|(ix, u)| (ix, u.kind))
            .collect(),
        Station::Battle | Station::Target => field
            .side(step.role)
            .filter(|(_, u)| ready(u.kind, u.marks))
            .map(|(ix, u)| (ix, u.kind))
            .collect(),
    }
}

/// The value each shooter fires at, in hundredths, with everything that changes it.
fn values(
    cx: Cx<'_>,
    battle: &Battle,
    step: &FireStep,
    shooters: &[(UnitIx, UnitTypeId)],
    field: &Field,
) -> Result<Vec<i32>, Refusal> {
    let base = |kind: UnitTypeId| cx.rules.units[kind].values[step.value].0;
    let mut values: Vec<i32> = shooters.iter().map(|(_, kind)| base(*kind)).collect();
    for modifier in &cx.rules.battles.modifiers {
        if modifier.value == step.value
            && modifier.role == step.role
            && counts(cx, battle, modifier, field)?
        {
            modify(modifier, shooters, &mut values);
        }
    }
    cx.hooks
        .values(view(battle, step, shooters), &mut values, cx.view())
        .map_err(fault)?;
    Ok(values)
}

fn counts(
    cx: Cx<'_>,
    battle: &Battle,
    modifier: &Modifier,
    field: &Field,
) -> Result<bool, Refusal> {
    let in_time = (modifier.rounds.0..=modifier.rounds.1).contains(&battle.round.max(1));
    Ok(in_time
        && (modifier.when == Cond::Always
            || cx.holds(&modifier.when, field.speaker(cx, battle, modifier.role))?))
}

fn modify(modifier: &Modifier, shooters: &[(UnitIx, UnitTypeId)], values: &mut [i32]) {
    let givers = shooters
        .iter()
        .filter(|(_, kind)| modifier.givers.has(*kind))
        .count();
    let mut supported = if modifier.givers.is_empty() {
        usize::MAX
    } else {
        givers * usize::from(modifier.ratio)
    };
    for ((_, kind), value) in shooters.iter().zip(values) {
        if supported == 0 {
            break;
        }
        if modifier.units.has(*kind) {
            supported -= 1;
            *value = modifier.change.apply(*value);
        }
    }
}

/// Rolls for the volleys and sorts the hits by what they can go to; with the scoring faces that
/// were to be expected.
fn roll(
    game: &mut Game<'_>,
    roll: Roll,
    volleys: &[Volley],
    dice: &mut Vec<u8>,
) -> (Vec<Hits>, i64) {
    let mut scored = Vec::new();
    let mut expected = 0;
    if let Roll::AtOrLess { sides } = roll {
        for volley in volleys {
            let mut count = 0;
            for _ in 0..volley.shots {
                let face = game.dice.roll(sides);
                dice.push(face);
                count += u16::from(i32::from(face) * 100 <= volley.value);
            }
            expected += roll.scoring(volley.value.into()) * i64::from(volley.shots);
            hits::add(&mut scored, volley.targets, count);
        }
        return (scored, expected);
    }
    // The other rolls add values up, group by group of the same targets.
    let mut sums: Vec<(UnitTypeSet, i64)> = Vec::new();
    for volley in volleys {
        let sum = i64::from(volley.value) * i64::from(volley.shots);
        match sums
            .iter_mut()
            .find(|(targets, _)| *targets == volley.targets)
        {
            Some((_, all)) => *all += sum,
            None => sums.push((volley.targets, sum)),
        }
    }
    for (targets, sum) in sums {
        expected += roll.scoring(sum);
        let (whole, threshold, sides) = roll.expectation(sum);
        let mut count = u16::try_from(whole).unwrap_or(u16::MAX);
        if threshold > 0 {
            let face = game.dice.roll(sides);
            dice.push(face);
            count += u16::from(i64::from(face) <= threshold);
        }
        hits::add(&mut scored, targets, count);
    }
    (scored, expected)
}

/// What a side can no longer defend perishes without a die: its units of these types, when none of
/// its units can hit an enemy, some enemy can hit them, and no enemy can hit anything else of it.
///
/// # Errors
/// A script failed.
pub fn perish(
    game: &mut Game<'_>,
    battle: &mut Battle,
    role: Role,
    doomed: UnitTypeSet,
    field: &Field,
) -> Result<(), Refusal> {
    let cx = game.cx();
    let (own, enemy) = (field.kinds(role), field.kinds(role.other()));
    let harmless = own
        .iter()
        .all(|k| !field.reach(cx, battle, role, k).meets(&enemy));
    let threat = enemy.iter().fold(UnitTypeSet::EMPTY, |all, k| {
        all.union(field.reach(cx, battle, role.other(), k))
    });
    let aimed = threat.intersect(own);
    if !own.meets(&doomed) || !harmless || !aimed.meets(&doomed) || !aimed.within(&doomed) {
        return Ok(());
    }
    if let Some(step) = retreat::step_of(cx, battle, role)
        && !retreat::ways(cx, battle, step, field)?.is_empty()
    {
        return Ok(());
    }
    let lost: Vec<UnitIx> = field
        .side(role)
        .filter(|(_, u)| doomed.has(u.kind))
        .map(|(ix, _)| ix)
        .collect();
    battle.fired = true;
    casualty::destroy(game, battle.site.space, &lost);
    Ok(())
}
