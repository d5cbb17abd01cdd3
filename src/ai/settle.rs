//! Placing what was bought: ground units where they are of most use, ships with ships, the rest where it
//! is safe.

use super::allot::Allotment;
use super::fleet::harbour;
use super::scratch::Scratch;
use sandtable_kernel::{Order, legal, may_build};
use sandtable_rules::{Domain, SpaceId, UnitTypeId};

/// Plans it.
pub fn plan(scratch: &mut Scratch<'_>) {
    // Every order places something, so this ends.
    loop {
        let orders = legal(scratch.cx());
        let allotted = Allotment::new(scratch);
        let harbour = harbour(scratch, &allotted);
        let places = orders.into_iter().filter_map(|order| match order {
            Order::Place {
                kind,
                count: 1,
                space,
            } => Some((
                score(scratch, (&allotted, harbour), kind, space),
                kind,
                space,
            )),
            _ => None,
        });
        let best =
            places.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)).then(b.2.cmp(&a.2)));
        let Some((_, kind, space)) = best else { return };
        let left = scratch.bought().count(kind);
        // Grounds for spreading change with each unit only near the enemy: elsewhere all at once.
        let mut counts = (1..=left.max(1)).rev();
        if !counts.any(|count| scratch.give(Order::Place { kind, count, space })) {
            return;
        }
    }
}

fn score(
    scratch: &Scratch<'_>,
    (allotted, harbour): (&Allotment, Option<SpaceId>),
    kind: UnitTypeId,
    space: SpaceId,
) -> f64 {
    let rules = scratch.rules;
    let look = scratch.look();
    let capital = look.is_capital(space);
    let own = scratch.own(scratch.state.units_in(space)).count() as f64;
    match rules.units[kind].domain {
        Domain::Sea => {
            let mut there = look.guard(space);
            there.push(kind, 1);
            let wanted = harbour == Some(space);
            let saved = match rules.units.warships().has(kind) {
                true => saved(scratch, space),
                false => 0.0,
            };
            own + if wanted { 100.0 } else { 0.0 }
                + 10.0 * saved
                + if look.holds(space, &there) { 50.0 } else { 0.0 }
        }
        Domain::Facility => {
            let based = || {
                let base = scratch.funded()?.harbour.base?;
                (base == (kind, space)).then_some(0.0)
            };
            let drawn = match rules.units[kind].production().is_some() {
                true => works_site(scratch, allotted, kind, space),
                false => based(),
            };
            look.worth(space) + drawn.map_or(0.0, |draw| 100.0 + draw)
        }
        Domain::Land | Domain::Air => {
            let threatened = capital && !look.holds(space, &look.guard(space));
            let draw = allotted.next(&look, space).map_or(0.0, |(draw, _)| draw);
            // Where the enemy is next door only a stack that holds is any use.
            let room = u32::from(look.room(space));
            let recruits = scratch.bought().only(rules.units.land).first(room);
            let there = look.joined(space, &recruits);
            let exposed = look.front(space) <= 1 && !look.holds(space, &there);
            // Of equal places the one where most are.
            (if threatened { 100.0 } else { 0.0 }) + draw - if exposed { 4.0 } else { 0.0 }
                + own * 0.001
        }
    }
}

/// How much less ships in a zone stand to lose, in IPC, with all warships that were bought.
fn saved(scratch: &Scratch<'_>, zone: SpaceId) -> f64 {
    let look = scratch.look();
    let warships = scratch.bought().only(scratch.rules.units.warships());
    let [before, after] = [look.guard(zone), look.joined(zone, &warships)];
    (look.exposure(zone, &before) - look.exposure(zone, &after)).max(0.0)
}

/// How good a place is for something new that builds units: how much goals draw to which they could walk from there;
/// nothing for a place that is no site, would not hold or is far from foes.
pub fn works_site(
    scratch: &Scratch<'_>,
    allotted: &Allotment,
    works: UnitTypeId,
    space: SpaceId,
) -> Option<f64> {
    /// From farther away they had better come by ship.
    const WALK: u8 = 3;
    let look = scratch.look();
    let new = may_build(scratch.cx(), scratch.me, works, space) && look.room(space) == 0;
    let sited = new && look.front(space) <= WALK && look.holds(space, &look.guard(space));
    let next = allotted
        .next(&look, space)
        .filter(|(_, goal)| sited && !goal.port);
    next.map(|(draw, _)| draw)
}
