//! Which raider raids which facility: raiders fly to a territory for one of its facilities, and after
//! the air battle those that are left are divided among all of them.

use super::party::Field;
use super::subsets::{Class, classes};
use crate::{Battle, Code, Cx, Event, Game, Marks, Refusal, Shot, Unit, UnitIx, tally};
use sandtable_rules::{Role, UnitTypeId};

/// At most so many divisions are listed.
const LISTED: usize = 128;

/// The raiders left and the facilities they can raid; none where there is nothing to divide.
pub fn able(cx: Cx<'_>, battle: &Battle) -> (Vec<UnitIx>, Vec<UnitIx>) {
    let active = cx.active();
    let left = |u: &Unit| u.marks.any(Marks::RAIDING) && !u.marks.any(Marks::DYING);
    let raiders = Field::new(cx, battle).those(Role::Attacker, left);
    let raided = |kind| {
        raiders
            .iter()
            .any(|ix| cx.rules.battles.raids(cx.state.unit(*ix).kind, kind))
    };
    let target = |u: &Unit| cx.at_war(active, u.owner) && raided(u.kind);
    let targets = cx.state.those_in(battle.site.space, target);
    if targets.len() > 1 {
        (raiders, targets)
    } else {
        (Vec::new(), Vec::new())
    }
}

/// Whether the raiders may be divided so; those that are not named keep their target.
///
/// # Errors
/// Why not.
pub fn check(
    cx: Cx<'_>,
    raiders: &[UnitIx],
    targets: &[UnitIx],
    shots: &[Shot],
) -> Result<(), Refusal> {
    for (i, shot) in shots.iter().enumerate() {
        let shooter = cx.state.named(shot.raider)?;
        let (raider, target) = (shooter.kind, cx.state.named(shot.target)?.kind);
        if !raiders.contains(&shot.raider) {
            return Err(Code::NoRaider.refuse().of(raider));
        }
        if !targets.contains(&shot.target) {
            return Err(Code::RaidWhat.refuse().at(shooter.space));
        }
        if !cx.rules.battles.raids(raider, target) {
            return Err(Code::NoRaider.refuse().of(raider));
        }
        if shots[..i].iter().any(|other| other.raider == shot.raider) {
            return Err(Code::Twice.refuse().of(raider));
        }
    }
    Ok(())
}

/// The divisions, one for each way they differ; the one as ordered first. Only raiders that change
/// their target are named.
pub fn options(cx: Cx<'_>, raiders: &[UnitIx], targets: &[UnitIx]) -> Vec<Vec<Shot>> {
    let mut options = vec![Vec::new()];
    for class in classes(cx, raiders) {
        let ways = divide(cx, &class, targets);
        let before = options.clone();
        for way in ways.iter().filter(|way| !way.is_empty()) {
            for option in &before {
                if options.len() < LISTED {
                    options.push(option.iter().chain(way).copied().collect());
                }
            }
        }
    }
    options
}

/// The ways to send some of a class of equals on to other targets than theirs.
fn divide(cx: Cx<'_>, class: &Class, targets: &[UnitIx]) -> Vec<Vec<Shot>> {
    let first = cx.state.unit(class[0]);
    let mut ways = vec![Vec::new()];
    let others = |target: &&UnitIx| {
        **target != first.link
            && cx
                .rules
                .battles
                .raids(first.kind, cx.state.unit(**target).kind)
    };
    for &target in targets.iter().filter(others) {
        for i in 0..ways.len() {
            for count in 1..=class.len() - ways[i].len() {
                if ways.len() < LISTED {
                    let start = ways[i].len();
                    let more = class[start..start + count].iter().map(|raider| Shot {
                        raider: *raider,
                        target,
                    });
                    ways.push(ways[i].iter().copied().chain(more).collect());
                }
            }
        }
    }
    ways
}

/// Divides the raiders, and tells of those that go for another target than they were sent to.
pub fn aim(game: &mut Game<'_>, battle: &Battle, shots: &[Shot]) {
    let mut turned: Vec<(UnitTypeId, UnitTypeId)> = Vec::new();
    for shot in shots {
        let target = game.state.unit(shot.target).kind;
        let unit = game.state.unit_mut(shot.raider);
        if unit.link != shot.target {
            unit.link = shot.target;
            turned.push((target, unit.kind));
        }
    }
    turned.sort_unstable();
    let me = game.state.active(game.rules);
    for group in turned.chunk_by(|a, b| a.0 == b.0) {
        game.tell(Event::Raid {
            power: me,
            units: tally(group.iter().map(|(_, kind)| *kind)),
            target: group[0].0,
            space: battle.site.space,
        });
    }
}
