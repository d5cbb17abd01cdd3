//! Placing what was bought: ground units nearest to the enemy, ships with ships, the rest where it
//! is safe.

use super::look::Look;
use super::scratch::Scratch;
use crate::ai::profile::FAR;
use crate::kernel::{Order, legal};
use crate::rules::{Domain, SpaceId, UnitTypeId};

/// Plans it.
pub fn plan(look: &Look<'_>, scratch: &mut Scratch<'_>) {
    // Every order places something, so this ends.
    loop {
        let orders = legal(scratch.cx());
        let places = orders.into_iter().filter_map(|order| match order {
            Order::Place {
                kind,
                count: 1,
                space,
            } => Some((score(look, scratch, kind, space), kind, space)),
            _ => None,
        });
        let best =
            places.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)).then(b.2.cmp(&a.2)));
        let Some((_, kind, space)) = best else { return };
        let same = scratch.state.bought.iter().filter(|b| b.kind == kind);
        let left: u16 = same.map(|b| b.count).sum();
        // Grounds for spreading change with each unit only near the enemy: elsewhere all at once.
        let mut counts = (1..=left.max(1)).rev();
        if !counts.any(|count| scratch.give(Order::Place { kind, count, space })) {
            return;
        }
    }
}

fn score(look: &Look<'_>, scratch: &Scratch<'_>, kind: UnitTypeId, space: SpaceId) -> f64 {
    let rules = scratch.rules;
    let capital = look.capitals().any(|c| c == space);
    let own = scratch.own(scratch.state.units_in(space)).count() as f64;
    match rules.units[kind].domain {
        Domain::Sea => {
            let mut there = Look::new(scratch.cx(), look.profile, look.me).guard(space);
            there.push(kind, 1);
            own + if look.holds(space, &there) { 50.0 } else { 0.0 }
        }
        Domain::Facility => look.worth(space),
        Domain::Land | Domain::Air => {
            let threatened = capital && !look.holds(space, &look.guard(space));
            let front = match look.front(space) {
                FAR => 12.0,
                steps => f64::from(steps),
            };
            // Where the enemy is next door only a stack that holds is any use.
            let exposed = look.front(space) <= 1 && own < 3.0;
            (if threatened { 100.0 } else { 0.0 }) - front - if exposed { 4.0 } else { 0.0 }
                + own * 0.05
        }
    }
}
