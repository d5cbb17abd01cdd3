//! Harbours for a landing: where its ships are built, and from where they land.

use std::cmp::Reverse;

use super::look::Look;
use super::muster::ports;
use sandtable_kernel::{Bases, UnitIx, may_build};
use sandtable_rules::{SpaceId, UnitTypeId};

/// Where ships for a landing are built.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Harbour {
    /// From where they land, where they do not from the harbour even with a base: they sail there first.
    pub roads: Option<SpaceId>,
    /// The base without which they do not get there in one turn, and the port where it is built.
    pub base: Option<(UnitTypeId, SpaceId)>,
    /// The zone that they are built in.
    pub zone: SpaceId,
    /// So many steps they sail to land.
    pub range: u8,
}

impl Harbour {
    /// From where the landing is made.
    pub fn start(&self) -> SpaceId {
        self.roads.unwrap_or(self.zone)
    }

    /// How many turns it takes to get there.
    pub fn turns(&self) -> u8 {
        u8::from(self.roads.is_some())
    }

    /// Whether a ship gets there in one turn; to the roads if it is laden.
    pub fn receives(&self, look: &Look<'_>, ship: UnitIx) -> bool {
        let (at, points) = (look.cx.state.unit(ship).space, look.points(ship));
        let near = |zone| look.sea_steps(at, zone) <= points;
        near(self.zone) || look.cx.state.laden(ship) && self.roads.is_some_and(near)
    }
}

/// Zones beside places that build, from which new ships of a type would reach a coast in one turn: those where a base is
/// lacking last. Those from which they would in two turns come after them, if it would win the war.
pub fn harbours(
    look: &Look<'_>,
    target: SpaceId,
    ship: UnitTypeId,
    base: Option<UnitTypeId>,
) -> Vec<Harbour> {
    let (cx, bases) = (look.cx, Bases::of(look.cx, look.me));
    let places = ports(look).into_iter().filter(|s| look.room(*s) > 0);
    let zones = places.flat_map(|p| look.coast(p).map(move |zone| (p, zone)));
    let from = |zone, base, bases: &Bases<'_>| {
        let range = bases.reach(cx, look.me, ship, zone);
        reaches(look, target, zone, range).then_some(Harbour {
            roads: None,
            base,
            zone,
            range,
        })
    };
    let harbour = |(port, zone)| {
        let farther = || {
            let base = base.filter(|b| may_build(cx, look.me, *b, port))?;
            let built = bases.clone().with(cx.rules, base, port);
            from(zone, Some((base, port)), &built)
        };
        let in_two = || roads(look, target, zone, |z| bases.reach(cx, look.me, ship, z));
        from(zone, None, &bases).or_else(farther).or_else(in_two)
    };
    let mut harbours: Vec<Harbour> = zones.filter_map(harbour).collect();
    harbours.sort_unstable();
    harbours.dedup();
    // Of those that are as good the one where most wait.
    let kinds = cx.rules.units.transports;
    let wait = |zone| {
        let units = cx.state.units_in(zone);
        units.filter(|(_, u)| u.owner == look.me && kinds.has(u.kind))
    };
    harbours.sort_by_key(|h| (h.roads, h.base, Reverse(wait(h.zone).count())));
    harbours
}

/// Whether ships get from a zone to the coast of a territory in so many steps.
fn reaches(look: &Look<'_>, target: SpaceId, zone: SpaceId, range: u8) -> bool {
    let mut coast = look.coast(target);
    coast.any(|c| look.sea_steps(zone, c) <= range)
}

/// A harbour from which ships that sail so far get in one turn to where they reach a coast in another one: where foes
/// threaten them least, and of such zones where most own ships are already. Only for what would win the war: until all
/// have gathered they do nothing else.
fn roads(
    look: &Look<'_>,
    target: SpaceId,
    zone: SpaceId,
    reach: impl Fn(SpaceId) -> u8,
) -> Option<Harbour> {
    if !look.wins(target) {
        return None;
    }
    let (cx, range) = (look.cx, reach(zone));
    let open = |z: &SpaceId| {
        let steps = look.sea_steps(zone, *z);
        (1..=range).contains(&steps) && !cx.zone_hostile(*z, look.me)
    };
    let zones = cx.rules.board.sea.iter().filter(open);
    let zones = zones.filter(|z| reaches(look, target, *z, reach(*z)));
    let own = |z| cx.state.units_in(z).filter(|(_, u)| u.owner == look.me);
    let rank = |z: &SpaceId| {
        let threat = look.threat(*z).cost(cx.rules) as i64;
        let there = own(*z).count();
        (threat, Reverse(there), look.sea_steps(zone, *z), *z)
    };
    let roads = zones.min_by_key(rank)?;
    Some(Harbour {
        roads: Some(roads),
        base: None,
        zone,
        range: reach(roads),
    })
}
