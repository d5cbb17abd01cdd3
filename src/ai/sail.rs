//! How the ships of a zone sail together: as near to a goal as they hold, without a battle.

use super::assault::way;
use super::scratch::Scratch;
use sandtable_kernel::{Intent, UnitIx};
use sandtable_odds::Force;
use sandtable_rules::SpaceId;

/// Steps that all of these ships can go; nothing where there are none.
pub fn range(scratch: &Scratch<'_>, ships: &[UnitIx]) -> Option<u8> {
    let moves = |ix: &UnitIx| scratch.rules.units[scratch.state.unit(*ix).kind].moves;
    ships.iter().map(moves).min()
}

/// Whether ships get from one zone to another one in so many steps without a battle.
pub fn open(scratch: &Scratch<'_>, from: SpaceId, to: SpaceId, most: u8) -> bool {
    let steps = scratch.look().sea_steps(from, to);
    (1..=most).contains(&steps) && !scratch.cx().zone_hostile(to, scratch.me)
}

/// Whether ships get from their zone to one that they hold together with those that are there.
pub fn refuge(scratch: &Scratch<'_>, from: SpaceId, ships: &[UnitIx]) -> bool {
    let group = scratch.army(ships).units;
    let range = range(scratch, ships).unwrap_or(0);
    let mut zones = scratch.rules.board.sea.iter();
    zones.any(|z| open(scratch, from, z, range) && firm(scratch, z, &group))
}

/// Whether a group holds a zone together with those that are there.
fn firm(scratch: &Scratch<'_>, zone: SpaceId, group: &Force) -> bool {
    let look = scratch.look();
    look.holds(zone, &look.joined(zone, group))
}

/// Sails a group as near to a goal as it can safely get, or to the safest place in reach where it is not safe at
/// all; whether it sailed.
pub fn sail(scratch: &mut Scratch<'_>, from: SpaceId, ships: &[UnitIx], goal: SpaceId) -> bool {
    /// So many zones are looked at, the nearest to the goal.
    const NEAREST: usize = 8;
    let Some(range) = range(scratch, ships) else {
        return false;
    };
    let board = &scratch.rules.board;
    let group = scratch.army(ships).units;
    let look = scratch.look();
    let safe = look.holds(from, &look.guard(from));
    let here = look.sea_steps(from, goal);
    let nearer = |z: SpaceId| !safe || look.sea_steps(z, goal) < here;
    let better = |z: &SpaceId| open(scratch, from, *z, range + 1) && nearer(*z);
    let mut zones: Vec<SpaceId> = board.sea.iter().filter(better).collect();
    zones.sort_by_key(|z| (look.sea_steps(*z, goal), look.sea_steps(from, *z), *z));
    // Who is in danger looks for a refuge anywhere.
    if safe {
        zones.truncate(NEAREST);
    }
    let firm = zones.iter().copied().filter(|z| firm(scratch, *z, &group));
    let mut wanted: Vec<SpaceId> = firm.collect();
    if wanted.is_empty() && !safe {
        let loss = |z: SpaceId| look.exposure(z, &look.joined(z, &group));
        let stay = look.exposure(from, &look.guard(from));
        let mut less: Vec<(f64, SpaceId)> = zones.iter().map(|z| (loss(*z), *z)).collect();
        less.retain(|(loss, _)| *loss < 0.8 * stay);
        less.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        wanted = less.into_iter().map(|(_, z)| z).collect();
    }
    sail_to(scratch, from, ships, wanted)
}

/// Sails a group to the first of some zones that it gets to; whether it sailed.
pub fn sail_to(
    scratch: &mut Scratch<'_>,
    from: SpaceId,
    ships: &[UnitIx],
    zones: Vec<SpaceId>,
) -> bool {
    let most = range(scratch, ships).map_or(0, |range| range + 1);
    for zone in zones {
        let Some(path) = way(scratch, from, zone, most) else {
            continue;
        };
        let mut go = |units| scratch.go(units, path.clone(), Intent::Pass);
        if go(ships.to_vec()) {
            return true;
        }
        // Some may have moved already: those that can go alone.
        let alone = ships.iter().filter(|ix| go(vec![**ix]));
        if alone.count() > 0 {
            return true;
        }
    }
    false
}
