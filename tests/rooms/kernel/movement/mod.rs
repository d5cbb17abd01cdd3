//! What `kernel/movement/mod.rs` and what it is made of promise: who may go where, on the straits.

mod assign;
mod carrying;
mod gauntlet;
mod idle;
mod landing;

use sandtable::kernel::{
    Bases, Code, Intent, Marks, Order, Risk, SpaceMark, UnitIx, range, risk, route, safest,
};
use sandtable::rules::*;

use super::straits::*;

fn go(units: &[UnitIx], path: &[SpaceId]) -> Order {
    Order::Move {
        units: units.to_vec(),
        path: path.to_vec(),
        intent: Intent::Pass,
    }
}
fn attack(units: &[UnitIx], path: &[SpaceId]) -> Order {
    Order::Move {
        units: units.to_vec(),
        path: path.to_vec(),
        intent: Intent::Attack,
    }
}
fn load(units: &[UnitIx], onto: UnitIx) -> Order {
    Order::Load {
        units: units.to_vec(),
        onto,
    }
}
fn unload(units: &[UnitIx], to: SpaceId) -> Order {
    Order::Unload {
        units: units.to_vec(),
        to,
    }
}

#[test]
fn nonsense_is_refused() {
    let mut kit = Kit::new();
    let walker = kit.put(WALKER, RED, ALPHA);
    let foe = kit.put(WALKER, BLUE, BRAVO);
    let works = kit.put(WORKS, RED, ALPHA);
    let nobody = UnitIx(999);
    for (order, code) in [
        (go(&[], &[ALPHA, BRAVO]), Code::Nothing),
        (go(&[nobody], &[ALPHA, BRAVO]), Code::NoSuchUnit),
        (
            go(&[UnitIx::NONE, UnitIx::NONE], &[ALPHA, BRAVO]),
            Code::NoSuchUnit,
        ),
        (go(&[walker, walker], &[ALPHA, BRAVO]), Code::Twice),
        (go(&[foe], &[BRAVO, ALPHA]), Code::NotYours),
        (go(&[works], &[ALPHA, BRAVO]), Code::CannotMove),
        (go(&[walker], &[]), Code::Stay),
        (go(&[walker], &[ALPHA]), Code::Stay),
        (go(&[walker], &[ALPHA, ALPHA]), Code::NotAdjacent),
        (go(&[walker], &[ALPHA, SpaceId(600)]), Code::NotAdjacent),
        (go(&[walker], &[SpaceId(600), ALPHA]), Code::NotAdjacent),
        (go(&[walker], &[BRAVO, ALPHA]), Code::Elsewhere),
        (go(&[walker], &[ALPHA, CHARLIE]), Code::NotAdjacent),
        (go(&[walker], &[ALPHA, WEST]), Code::WrongTerrain),
        (go(&[walker], &[ALPHA, BRAVO, CHARLIE]), Code::OutOfRange),
        (go(&[walker], &[ALPHA, DELTA]), Code::NotCombat),
        (load(&[walker], nobody), Code::NoSuchUnit),
        (load(&[walker], walker), Code::NotAShip),
        (load(&[], walker), Code::Nothing),
        (unload(&[walker], BRAVO), Code::NotAboard),
        (unload(&[], BRAVO), Code::Nothing),
        (
            Order::Raid {
                units: vec![walker],
                path: vec![],
                target: works,
            },
            Code::Stay,
        ),
        (
            Order::Raid {
                units: vec![walker],
                path: vec![ALPHA, BRAVO],
                target: nobody,
            },
            Code::NoSuchUnit,
        ),
        (
            Order::Raid {
                units: vec![walker],
                path: vec![ALPHA, SpaceId(700)],
                target: works,
            },
            Code::RaidWhat,
        ),
        (Order::Upgrade(works), Code::NotNow),
    ] {
        assert_eq!(kit.refused(&order), Some(code), "{order:?}");
    }
    assert_eq!(kit.refused(&go(&[walker], &[ALPHA, BRAVO])), None);
}

#[test]
fn a_run_through_needs_empty_ground_and_a_leader() {
    let mut kit = Kit::new();
    let runner = kit.put(RUNNER, RED, ALPHA);
    let riders = [kit.put(RIDER, RED, ALPHA), kit.put(RIDER, RED, ALPHA)];
    let through = [ALPHA, BRAVO, CHARLIE];
    assert_eq!(
        kit.refused(&go(&[riders[0]], &through)),
        Some(Code::BlitzAlone)
    );
    assert_eq!(
        kit.refused(&go(&[runner, riders[0], riders[1]], &through)),
        Some(Code::BlitzAlone)
    );
    assert_eq!(kit.refused(&go(&[riders[0]], &through[..2])), None);
    assert_eq!(
        kit.refused(&go(&[runner, riders[0]], &[ALPHA, BRAVO, ALPHA])),
        None
    );
    let mut blocked = kit.clone();
    blocked.put(WORKS, BLUE, BRAVO);
    assert_eq!(
        blocked.refused(&go(&[runner, riders[0]], &through)),
        Some(Code::BlitzBlocked)
    );
    let paired = |o: &&Order| matches!(o, Order::Move { units, .. } if units.len() == 2);
    assert_eq!(
        kit.legal().iter().filter(paired).count(),
        3,
        "charlie, delta and back"
    );
    kit.give(&go(&[runner, riders[0]], &through), &[]);
    assert!(kit.state.unit(runner).marks.any(Marks::BLITZED));
    assert_eq!(kit.state.unit(runner).came, BRAVO);
    assert_eq!(
        kit.refused(&go(&[runner], &[CHARLIE, BRAVO])),
        Some(Code::MovedAlready)
    );
}

#[test]
fn neutrals_and_their_units_are_left_alone() {
    let mut kit = Kit::new();
    let walker = kit.put(WALKER, RED, CHARLIE);
    assert_eq!(
        kit.refused(&go(&[walker], &[CHARLIE, FOXTROT])),
        Some(Code::NotAtWar)
    );
    let other = kit.put(WALKER, RED, ALPHA);
    kit.put(WALKER, GREY, BRAVO);
    assert_eq!(
        kit.refused(&go(&[other], &[ALPHA, BRAVO])),
        Some(Code::PeacefulUnits)
    );
    let flyer = kit.put(FLYER, RED, ALPHA);
    kit.noncombat();
    assert_eq!(
        kit.refused(&go(&[other], &[ALPHA, BRAVO])),
        Some(Code::Unfriendly)
    );
    assert_eq!(
        kit.refused(&go(&[flyer], &[ALPHA, BRAVO, CHARLIE, FOXTROT])),
        Some(Code::NotAtWar)
    );
    assert_eq!(kit.refused(&go(&[other], &[ALPHA, DELTA])), None);
    assert_eq!(
        kit.refused(&go(&[flyer], &[ALPHA, DELTA, GOLF])),
        Some(Code::Closed)
    );
}

#[test]
fn permissions_come_before_the_law() {
    let mut kit = Kit::new();
    let walkers = [kit.put(WALKER, RED, CHARLIE), kit.put(WALKER, RED, ALPHA)];
    let row = |verdict, action, space| Permission {
        verdict,
        action,
        powers: PowerSet::only(RED),
        units: set(&[WALKER]),
        spaces: SpaceFilter::In(SpaceSet::only(space)),
        when: Cond::Always,
        reason: "so it is written".to_owned(),
    };
    kit.rules.movement.permissions = vec![
        row(Verdict::Allow, Action::Attack, FOXTROT),
        row(Verdict::Forbid, Action::Enter, BRAVO),
    ];
    assert_eq!(kit.refused(&go(&walkers[..1], &[CHARLIE, FOXTROT])), None);
    let refusal = kit
        .checked(&go(&walkers[1..], &[ALPHA, BRAVO]))
        .expect_err("forbidden");
    assert_eq!(
        (refusal.code, refusal.sentence(&kit.rules).as_str()),
        (Code::Permission, "so it is written")
    );
}

#[test]
fn ships_stop_where_ships_stop_them() {
    let mut kit = Kit::new();
    let (boat, lurker) = (kit.put(BOAT, RED, WEST), kit.put(LURKER, RED, WEST));
    let foe = kit.put(BOAT, BLUE, MID);
    kit.put(WALKER, RED, HOTEL);
    kit.put(BARGE, RED, FAR);
    kit.put(BARGE, BLUE, EAST);
    assert_eq!(
        kit.refused(&go(&[boat], &[WEST, MID, EAST])),
        Some(Code::Stops)
    );
    assert_eq!(
        kit.refused(&go(&[lurker], &[WEST, MID, EAST])),
        None,
        "an assault on echo could come from there"
    );
    assert_eq!(kit.refused(&go(&[boat], &[WEST, MID])), None);
    kit.state.unit_mut(foe).kind = HUNTER;
    assert_eq!(
        kit.refused(&go(&[lurker], &[WEST, MID, EAST])),
        Some(Code::Stops)
    );
    kit.noncombat();
    assert_eq!(
        kit.refused(&go(&[boat], &[WEST, MID])),
        Some(Code::HostileZone)
    );
    assert_eq!(kit.refused(&go(&[lurker], &[WEST, MID])), None);
    assert_eq!(
        kit.refused(&go(&[lurker], &[WEST, MID, EAST])),
        Some(Code::Stops)
    );
}

#[test]
fn what_could_be_ignored_is_attacked_by_declaration() {
    let mut kit = Kit::new();
    let boat = kit.put(BOAT, RED, EAST);
    kit.put(LURKER, BLUE, FAR);
    assert_eq!(
        kit.refused(&go(&[boat], &[EAST, FAR])),
        Some(Code::NotCombat)
    );
    assert_eq!(
        kit.refused(&attack(&[boat], &[EAST, MID])),
        Some(Code::NothingToAttack)
    );
    kit.give(&attack(&[boat], &[EAST, FAR]), &[]);
    assert!(kit.state.marked(FAR, SpaceMark::Attacked));
    assert_eq!(
        kit.refused(&go(&[boat], &[FAR, EAST])),
        Some(Code::MovedAlready)
    );
}

#[test]
fn beset_ships_may_slip_away() {
    let mut kit = Kit::new();
    let (boat, calm) = (kit.put(BOAT, RED, EAST), kit.put(BOAT, RED, MID));
    kit.put(BOAT, BLUE, EAST);
    assert_eq!(
        kit.refused(&go(&[calm], &[MID, WEST])),
        Some(Code::NotCombat)
    );
    kit.give(&go(&[boat], &[EAST, FAR]), &[]);
    assert!(kit.state.unit(boat).marks.any(Marks::BESET));
}

#[test]
fn gates_open_to_those_who_hold_them() {
    let mut kit = Kit::new();
    let (boat, lurker) = (kit.put(BOAT, RED, MID), kit.put(LURKER, RED, MID));
    let gate = Gate {
        name: "strait".to_owned(),
        joins: [WEST, MID],
        movers: set(&[BOAT]),
        held: SpaceSet::only(CHARLIE),
        when: None,
    };
    kit.rules.board.gates.push(gate);
    kit.noncombat();
    assert_eq!(
        kit.refused(&go(&[boat], &[MID, WEST])),
        Some(Code::GateShut)
    );
    assert_eq!(kit.refused(&go(&[lurker], &[MID, WEST])), None);
    kit.state.set_owner(CHARLIE, Some(GREEN));
    assert_eq!(
        kit.refused(&go(&[boat], &[MID, WEST])),
        Some(Code::GateShut),
        "held now, but not at the turn's start"
    );
    kit.state.remember_owners();
    assert_eq!(kit.refused(&go(&[boat], &[MID, WEST])), None);
    kit.state.set_owner(CHARLIE, None);
    kit.rules.board.gates[0].when = Some(Cond::Always);
    assert_eq!(
        kit.refused(&go(&[boat], &[MID, WEST])),
        None,
        "held by nobody, but opened otherwise"
    );
}

#[test]
fn gates_on_land_and_on_the_beach() {
    let mut kit = Kit::new();
    let (walker, barge) = (kit.put(WALKER, RED, ALPHA), kit.put(BARGE, RED, WEST));
    let gate = |joins| Gate {
        name: "pass".to_owned(),
        joins,
        movers: set(&[WALKER]),
        held: SpaceSet::only(CHARLIE),
        when: None,
    };
    kit.rules.board.gates.push(gate([ALPHA, BRAVO]));
    kit.rules.board.gates.push(gate([ALPHA, WEST]));
    assert_eq!(
        kit.refused(&go(&[walker], &[ALPHA, BRAVO])),
        Some(Code::GateShut)
    );
    kit.noncombat();
    assert_eq!(
        kit.refused(&Order::Load {
            units: vec![walker],
            onto: barge
        }),
        Some(Code::GateShut)
    );
    kit.state.set_owner(CHARLIE, Some(GREEN));
    kit.state.remember_owners();
    assert_eq!(
        kit.refused(&Order::Load {
            units: vec![walker],
            onto: barge
        }),
        None
    );
}

#[test]
fn ports_and_fields_add_a_point() {
    let mut kit = Kit::new();
    let boat = kit.put(BOAT, RED, WEST);
    kit.noncombat();
    assert_eq!(
        kit.refused(&go(&[boat], &[WEST, MID, EAST, FAR])),
        Some(Code::OutOfRange)
    );
    let port = kit.put(PORT, RED, ALPHA);
    assert_eq!(range(kit.cx(), boat), Ok(3));
    let rested = |power| Bases::of(kit.cx(), power).rested(kit.cx(), kit.state.unit(boat));
    assert_eq!([RED, BLUE].map(rested), [3, 2]);
    let mut broken = kit.clone();
    broken.state.unit_mut(port).damage = 3;
    assert_eq!(range(broken.cx(), boat), Ok(2));
    kit.give(&go(&[boat], &[WEST, MID]), &[]);
    assert_eq!(range(kit.cx(), boat), Ok(2));
    kit.give(&go(&[boat], &[MID, EAST, FAR]), &[]);
    assert_eq!(range(kit.cx(), boat), Ok(0));
}

#[test]
fn raids_need_a_target_and_a_raider() {
    let mut kit = Kit::new();
    let (heavy, flyer) = (kit.put(HEAVY, RED, ALPHA), kit.put(FLYER, RED, ALPHA));
    let (works, port) = (kit.put(WORKS, BLUE, BRAVO), kit.put(PORT, BLUE, BRAVO));
    let raid = |units: &[UnitIx], target| Order::Raid {
        units: units.to_vec(),
        path: vec![ALPHA, BRAVO],
        target,
    };
    assert_eq!(kit.refused(&raid(&[heavy], port)), Some(Code::RaidWhat));
    assert_eq!(kit.refused(&raid(&[flyer], works)), Some(Code::RaidAlone));
    assert!(kit.legal().contains(&raid(&[heavy], works)));
    kit.give(&raid(&[heavy], works), &[]);
    assert_eq!(kit.state.unit(heavy).link, works);
    assert_eq!(kit.state.unit(heavy).carrier(), None);
    kit.give(&raid(&[flyer], works), &[]);
    assert!(kit.state.unit(flyer).marks.any(Marks::ESCORTING));
}

#[test]
fn routes_are_found_for_those_who_name_only_the_end() {
    let mut kit = Kit::new();
    let (runner, boat) = (kit.put(RUNNER, RED, ALPHA), kit.put(BOAT, RED, WEST));
    kit.put(WALKER, RED, HOTEL);
    kit.put(BARGE, RED, FAR);
    let way = |kit: &Kit, unit, to, via: &[SpaceId]| {
        route(kit.cx(), &[unit], to, via, Intent::Pass).map_err(|r| r.code)
    };
    assert_eq!(
        way(&kit, runner, CHARLIE, &[]),
        Ok(vec![ALPHA, BRAVO, CHARLIE])
    );
    assert_eq!(
        way(&kit, runner, DELTA, &[]),
        Ok(vec![ALPHA, BRAVO, DELTA]),
        "straight is no combat move"
    );
    assert_eq!(way(&kit, boat, EAST, &[]), Ok(vec![WEST, MID, EAST]));
    assert_eq!(way(&kit, boat, FAR, &[]), Err(Code::NotCombat));
    assert_eq!(way(&kit, boat, ECHO, &[]), Err(Code::WrongTerrain));
    assert_eq!(way(&kit, runner, SpaceId(99), &[]), Err(Code::NoPath));
    kit.put(BOAT, BLUE, FAR);
    assert_eq!(way(&kit, boat, FAR, &[]), Err(Code::OutOfRange));
    kit.noncombat();
    assert_eq!(way(&kit, runner, DELTA, &[]), Ok(vec![ALPHA, DELTA]));
    assert_eq!(way(&kit, boat, MID, &[EAST]), Err(Code::OutOfRange));
}

#[test]
fn the_safest_way_goes_round_what_the_shortest_runs_into() {
    let mut kit = Kit::new();
    kit.state.set_owner(CHARLIE, Some(GREEN));
    kit.state.remember_owners();
    kit.noncombat();
    let flyer = kit.put(FLYER, RED, CHARLIE);
    let short = route(kit.cx(), &[flyer], ALPHA, &[], Intent::Pass).expect("a way");
    assert_eq!(short, [CHARLIE, BRAVO, ALPHA]);
    let met = |kit: &Kit, unit, path: &[SpaceId]| risk(kit.cx(), &[unit], path);
    let runs_into = |shots, hostile| Ok(Risk { shots, hostile });
    assert_eq!(met(&kit, flyer, &short), runs_into(0, 1));
    let safe = |kit: &Kit| safest(kit.cx(), &[flyer], ALPHA, Intent::Pass).expect("a way");
    let round = vec![CHARLIE, MID, WEST, ALPHA];
    assert_eq!(safe(&kit), (round, Risk::default()));
    // Where no way is safer the shortest is the safest; who lies in wait fires at barges only.
    kit.put(LURKER, BLUE, MID);
    assert_eq!(safe(&kit).0, short);
    let barge = kit.put(BARGE, RED, WEST);
    assert_eq!(met(&kit, barge, &[WEST, MID, EAST]), runs_into(1, 1));
}
