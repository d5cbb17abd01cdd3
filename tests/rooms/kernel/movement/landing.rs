//! What `kernel/movement/landing.rs` promises, against trying everything.

use proptest::prelude::*;
use sandtable::kernel::{Marks, UnitIx, landing_shortfall};
use sandtable::rules::{SpaceId, UnitTypeId};

use super::super::straits::*;

const ZONES: [SpaceId; 4] = [WEST, MID, EAST, FAR];

struct Deck {
    ix: UnitIx,
    zones: Vec<SpaceId>,
}

struct Plane {
    kind: UnitTypeId,
    from: SpaceId,
    left: u8,
    home: Option<usize>,
}

/// A position: planes by type, place or deck, and points spent; decks by zone, whether they moved and
/// whether they are the ally's; enemy ships by zone.
type Picture = (
    Vec<(bool, usize, u8)>,
    Vec<(usize, bool, bool)>,
    Vec<usize>,
    bool,
);

fn lay_out((planes, decks, foes, combat): &Picture) -> (Kit, Vec<Plane>, Vec<Deck>) {
    let mut kit = Kit::new();
    if !combat {
        kit.noncombat();
    }
    foes.iter().for_each(|z| {
        kit.put(BOAT, BLUE, ZONES[*z]);
    });
    let mut laid = Vec::new();
    for (zone, moved, allied) in decks {
        let ix = kit.put(DECK, if *allied { GREEN } else { RED }, ZONES[*zone]);
        if *moved {
            kit.state.unit_mut(ix).marks.set(Marks::MOVED);
        }
        laid.push(Deck {
            ix,
            zones: vec![ZONES[*zone]],
        });
    }
    let mut flying = Vec::new();
    let spots = [WEST, MID, EAST, FAR, BRAVO, CHARLIE, ECHO];
    for (heavy, place, used) in planes {
        let kind = if *heavy { HEAVY } else { FLYER };
        let home = place.checked_sub(spots.len()).filter(|d| {
            laid.get(*d)
                .is_some_and(|deck| kit.state.aboard(deck.ix).count() < 2)
                && !heavy
        });
        let ix = match home {
            Some(deck) => kit.aboard(kind, RED, laid[deck].ix),
            None => kit.put(kind, RED, spots[place % spots.len()]),
        };
        let used = if home.is_some() { 0 } else { *used };
        kit.state.unit_mut(ix).used = used;
        let left = if *heavy { 6 - used } else { 4 - used };
        flying.push(Plane {
            kind,
            from: kit.state.unit(ix).space,
            left,
            home,
        });
    }
    let own = |kit: &Kit, z| kit.state.units_in(z).any(|(_, u)| u.owner == RED);
    let shut = |kit: &Kit, z: SpaceId| {
        kit.state.units_in(z).any(|(_, u)| u.owner == BLUE) && !(*combat && own(kit, z))
    };
    let fights =
        |kit: &Kit, z: SpaceId| *combat && kit.state.units_in(z).any(|(_, u)| u.owner == BLUE);
    for (deck, (zone, moved, allied)) in laid.iter_mut().zip(decks) {
        if !moved && !allied && !fights(&kit, ZONES[*zone]) {
            let open = |a: usize, b: usize| {
                (a.min(b)..=a.max(b))
                    .filter(|z| *z != a)
                    .all(|z| !shut(&kit, ZONES[z]))
            };
            deck.zones = (0..4usize)
                .filter(|to| to.abs_diff(*zone) <= 2 && open(*zone, *to))
                .map(|z| ZONES[z])
                .collect();
        }
    }
    (kit, flying, laid)
}

fn within(kit: &Kit, from: SpaceId, to: SpaceId, left: u8) -> bool {
    from == to
        || left > 0
            && kit.rules.board.spaces[from]
                .borders
                .iter()
                .any(|next| ![GOLF, FOXTROT].contains(next) && within(kit, *next, to, left - 1))
}

/// How many planes land in the best plan, by trying all.
fn tried(kit: &Kit, planes: &[Plane], decks: &[Deck], at: &mut Vec<SpaceId>) -> usize {
    if let Some(deck) = decks.get(at.len()) {
        let mut best = 0;
        for zone in &deck.zones {
            at.push(*zone);
            best = best.max(tried(kit, planes, decks, at));
            at.pop();
        }
        return best;
    }
    seat(kit, planes, at, &mut vec![2; decks.len()])
}

fn seat(kit: &Kit, planes: &[Plane], at: &[SpaceId], room: &mut Vec<u8>) -> usize {
    let [plane, rest @ ..] = planes else { return 0 };
    let land = |from: SpaceId| {
        [ALPHA, DELTA, HOTEL, ISLET]
            .iter()
            .any(|h| within(kit, from, *h, plane.left))
    };
    if land(plane.from) || plane.home.is_some_and(|d| land(at[d])) {
        return 1 + seat(kit, rest, at, room);
    }
    let mut best = seat(kit, rest, at, room);
    for deck in 0..at.len() {
        let gets = plane.home == Some(deck) || within(kit, plane.from, at[deck], plane.left);
        if plane.kind == FLYER && room[deck] > 0 && gets {
            room[deck] -= 1;
            best = best.max(1 + seat(kit, rest, at, room));
            room[deck] += 1;
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_proof_finds_what_trying_everything_finds(picture in (
        prop::collection::vec((prop::bool::weighted(0.2), 0usize..10, 1u8..=4), 0..=5),
        prop::collection::vec((0usize..4, prop::bool::weighted(0.3), prop::bool::weighted(0.2)), 0..=3),
        prop::collection::vec(0usize..4, 0..=2),
        any::<bool>(),
    )) {
        let (kit, planes, decks) = lay_out(&picture);
        let best = tried(&kit, &planes, &decks, &mut Vec::new());
        prop_assert_eq!(landing_shortfall(kit.cx()), Ok(planes.len() - best));
    }
}
