//! Movement on a made-up board.

use super::super::state::{Marks, SpaceMark};
use super::super::testkit::*;
use super::super::{Code, Event, Intent, Order, UnitIx, UnitsAt};
use crate::rules::*;

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
        (load(&[walker], walker), Code::NotAdjacentToShip),
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
        (Order::EndPhase, Code::NotNow),
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
    let refusal =
        super::judge(kit.cx(), &go(&walkers[1..], &[ALPHA, BRAVO])).expect_err("forbidden");
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
    assert_eq!(super::range(kit.cx(), boat), Ok(3));
    let mut broken = kit.clone();
    broken.state.unit_mut(port).damage = 3;
    assert_eq!(super::range(broken.cx(), boat), Ok(2));
    kit.give(&go(&[boat], &[WEST, MID]), &[]);
    assert_eq!(super::range(kit.cx(), boat), Ok(2));
    kit.give(&go(&[boat], &[MID, EAST, FAR]), &[]);
    assert_eq!(super::range(kit.cx(), boat), Ok(0));
}

#[test]
fn an_assault_from_loading_to_the_announcement() {
    let mut kit = Kit::new();
    let barge = kit.put(BARGE, RED, WEST);
    let (walker, second, gun) = (
        kit.put(WALKER, RED, ALPHA),
        kit.put(WALKER, RED, ALPHA),
        kit.put(GUN, RED, ALPHA),
    );
    let runner = kit.put(RUNNER, RED, ALPHA);
    kit.put(WALKER, BLUE, CHARLIE);
    assert_eq!(
        kit.refused(&load(&[gun], barge)),
        Some(Code::NotInCombatMove)
    );
    assert_eq!(
        kit.refused(&load(&[runner, walker, second], barge)),
        Some(Code::NoRoom)
    );
    assert!(kit.legal().contains(&load(&[walker], barge)));
    kit.give(&load(&[walker, runner], barge), &[]);
    assert_eq!(
        super::check_end_of_combat_move(kit.cx()).map_err(|r| r.code),
        Err(Code::UnitsAfloat)
    );
    assert_eq!(
        kit.refused(&go(&[walker], &[WEST, ALPHA])),
        Some(Code::IsCargo)
    );
    kit.give(&go(&[barge], &[WEST, MID]), &[]);
    assert_eq!(kit.state.unit(walker).space, MID);
    assert_eq!(
        kit.refused(&unload(&[walker], ISLET)),
        Some(Code::NotCombat)
    );
    assert!(kit.legal().contains(&unload(&[walker], CHARLIE)));
    kit.give(&unload(&[walker], CHARLIE), &[]);
    assert_eq!(
        kit.refused(&unload(&[walker], CHARLIE)),
        Some(Code::UnloadedAlready)
    );
    assert_eq!(
        super::check_end_of_combat_move(kit.cx()).map_err(|r| r.code),
        Err(Code::UnitsAfloat)
    );
    kit.give(&unload(&[runner], CHARLIE), &[]);
    assert_eq!(super::check_end_of_combat_move(kit.cx()), Ok(()));
    assert_eq!(
        kit.refused(&go(&[barge], &[MID, WEST])),
        Some(Code::MovedAlready)
    );
    assert_eq!(
        kit.refused(&load(&[second], barge)),
        Some(Code::NotAdjacentToShip)
    );
}

#[test]
fn no_loading_without_an_assault_nor_among_enemies() {
    let mut kit = Kit::new();
    let barge = kit.put(BARGE, RED, FAR);
    let walker = kit.put(WALKER, RED, HOTEL);
    assert_eq!(kit.refused(&load(&[walker], barge)), None);
    kit.state.unit_mut(barge).used = 2;
    assert_eq!(kit.refused(&load(&[walker], barge)), Some(Code::NoAssault));
    kit.state.unit_mut(barge).used = 0;
    kit.put(BOAT, BLUE, FAR);
    assert_eq!(
        kit.refused(&load(&[walker], barge)),
        Some(Code::LoadHostile)
    );
}

#[test]
fn noncombat_transport_unloads_once_and_is_done() {
    let mut kit = Kit::new();
    kit.noncombat();
    let barge = kit.put(BARGE, RED, WEST);
    let (walker, second) = (kit.put(WALKER, RED, ALPHA), kit.put(WALKER, RED, ALPHA));
    kit.give(&load(&[walker, second], barge), &[]);
    kit.give(&go(&[barge], &[WEST, MID]), &[]);
    assert_eq!(
        kit.refused(&unload(&[walker], CHARLIE)),
        Some(Code::Unfriendly)
    );
    kit.give(&unload(&[walker], ISLET), &[]);
    assert_eq!(kit.state.unit(walker).space, ISLET);
    assert_eq!(
        kit.refused(&go(&[barge], &[MID, EAST])),
        Some(Code::MovedAlready)
    );
    kit.give(&unload(&[second], ISLET), &[]);
}

#[test]
fn a_barge_that_passes_a_lurker_is_shot_at_unless_escorted() {
    let mut kit = Kit::new();
    kit.noncombat();
    let barges = [kit.put(BARGE, RED, WEST), kit.put(BARGE, RED, WEST)];
    let boat = kit.put(BOAT, RED, WEST);
    kit.put(LURKER, BLUE, MID);
    let mut escorted = kit.clone();
    assert_eq!(
        escorted
            .give(&go(&[barges[0], barges[1], boat], &[WEST, MID]), &[])
            .len(),
        1
    );
    let events = kit.give(&go(&barges, &[WEST, MID, EAST]), &[2]);
    assert!(kit.state.get(barges[0]).is_none());
    assert_eq!(kit.state.unit(barges[1]).space, EAST);
    let path = |a, b| Event::Moved {
        power: RED,
        units: vec![(BARGE, if a == WEST { 2 } else { 1 })],
        path: vec![a, b],
    };
    let shot = Event::PassingShot {
        power: BLUE,
        space: MID,
        dice: vec![2],
        hits: 1,
    };
    assert_eq!(
        events,
        [
            path(WEST, MID),
            shot,
            Event::Lost(UnitsAt::new(RED, vec![(BARGE, 1)], MID)),
            path(MID, EAST)
        ]
    );
}

#[test]
fn a_landing_past_lurkers_takes_an_escort() {
    let mut kit = Kit::new();
    kit.rules.movement.passing_shots.clear();
    kit.rules.movement.landing_bar = Some(LandingBar {
        by: set(&[LURKER]),
        escorts: set(&[BOAT]),
    });
    let barge = kit.put(BARGE, RED, WEST);
    let walker = kit.aboard(WALKER, RED, barge);
    kit.put(LURKER, BLUE, MID);
    let over = go(&[barge], &[WEST, MID]);
    assert_eq!(
        kit.refused(&over),
        Some(Code::NotCombat),
        "no escort can come"
    );
    let (stays, comes) = (kit.put(BOAT, RED, MID), kit.put(BOAT, RED, WEST));
    let mut alone = kit.clone();
    alone.state.destroy(stays);
    alone.give(&over, &[]);
    assert_eq!(
        alone.refused(&unload(&[walker], CHARLIE)),
        Some(Code::LandingBarred)
    );
    assert!(!alone.legal().contains(&unload(&[walker], CHARLIE)));
    alone.state.unit_mut(walker).marks.set(Marks::LOADED);
    assert_eq!(
        super::check_end_of_combat_move(alone.cx()).map_err(|r| r.code),
        Err(Code::UnitsAfloat),
        "it still can come"
    );
    alone.give(&go(&[comes], &[WEST, MID]), &[]);
    assert_eq!(alone.refused(&unload(&[walker], CHARLIE)), None);
    kit.give(&over, &[]);
    kit.give(&unload(&[walker], CHARLIE), &[]);
    kit.put(BOAT, BLUE, EAST);
    let away = go(&[stays], &[MID, EAST]);
    assert_eq!(kit.refused(&away), Some(Code::Escorts));
    assert!(!kit.legal().contains(&away));
    kit.give(&go(&[comes], &[WEST, MID]), &[]);
    assert_eq!(kit.refused(&away), None, "another one stays");
    // What is fought bars nothing.
    let mut fought = Kit::new();
    fought.rules.movement.landing_bar = Some(LandingBar {
        by: set(&[LURKER]),
        escorts: UnitTypeSet::EMPTY,
    });
    let barge = fought.put(BARGE, RED, MID);
    let walker = fought.aboard(WALKER, RED, barge);
    fought.put(LURKER, BLUE, MID);
    let flyer = fought.put(FLYER, RED, ALPHA);
    assert_eq!(
        fought.refused(&unload(&[walker], CHARLIE)),
        Some(Code::LandingBarred)
    );
    fought.give(&attack(&[flyer], &[ALPHA, WEST, MID]), &[]);
    assert_eq!(fought.refused(&unload(&[walker], CHARLIE)), None);
}

#[test]
fn own_flyers_rise_before_their_deck_leaves_to_fight() {
    let mut kit = Kit::new();
    let deck = kit.put(DECK, RED, MID);
    let (own, guest) = (kit.aboard(FLYER, RED, deck), kit.aboard(FLYER, GREEN, deck));
    kit.put(BOAT, BLUE, EAST);
    kit.give(&go(&[deck], &[MID, EAST]), &[]);
    assert_eq!(
        (kit.state.unit(own).space, kit.state.unit(own).link),
        (MID, UnitIx::NONE)
    );
    assert_eq!(
        (kit.state.unit(guest).space, kit.state.unit(guest).link),
        (EAST, deck)
    );
    let mut calm = Kit::new();
    calm.noncombat();
    let deck = calm.put(DECK, RED, MID);
    let own = calm.aboard(FLYER, RED, deck);
    calm.give(&go(&[deck], &[MID, EAST]), &[]);
    assert_eq!(
        (calm.state.unit(own).space, calm.state.unit(own).link),
        (EAST, deck)
    );
    calm.state.unit_mut(deck).damage = 1;
    assert_eq!(
        calm.refused(&go(&[own], &[EAST, FAR, HOTEL])),
        Some(Code::DeckShut)
    );
}

#[test]
fn a_flight_needs_somewhere_to_land() {
    let mut kit = Kit::new();
    let flyer = kit.put(FLYER, RED, ALPHA);
    kit.put(BOAT, BLUE, EAST);
    let out = go(&[flyer], &[ALPHA, WEST, MID, EAST]);
    // Three out and one back; islet, one step from mid, is two away.
    assert_eq!(kit.refused(&out), Some(Code::NoLanding));
    assert!(!kit.legal().contains(&out));
    let mut field = kit.clone();
    field.put(FIELD, RED, ALPHA);
    assert_eq!(field.refused(&out), None);
    let mut coming = kit.clone();
    let deck = coming.put(DECK, RED, WEST);
    coming.put(WALKER, RED, ALPHA);
    coming.put(BARGE, RED, WEST);
    assert_eq!(coming.refused(&out), None, "the deck comes to mid");
    coming.give(&out, &[]);
    assert_eq!(
        coming.refused(&go(&[deck], &[WEST, MID])),
        None,
        "an assault could come from there, and it serves as well"
    );
    coming.noncombat();
    assert_eq!(coming.refused(&go(&[flyer], &[EAST, MID])), None);
    coming.give(&go(&[flyer], &[EAST, MID]), &[]);
    coming.give(&go(&[deck], &[WEST, MID]), &[]);
    land(&mut coming);
    assert_eq!(coming.state.unit(flyer).link, deck);
}

#[test]
fn a_promised_deck_keeps_its_promise() {
    let mut kit = Kit::new();
    kit.noncombat();
    let deck = kit.put(DECK, RED, WEST);
    let flyer = kit.put(FLYER, RED, EAST);
    kit.state.unit_mut(flyer).used = 3;
    kit.state
        .unit_mut(flyer)
        .marks
        .set(Marks::MOVED.and(Marks::FOUGHT).and(Marks::ALOFT));
    assert_eq!(kit.refused(&go(&[deck], &[WEST, MID])), None);
    kit.give(&go(&[deck], &[WEST, MID]), &[]);
    assert_eq!(
        kit.refused(&go(&[deck], &[MID, WEST])),
        Some(Code::DeckPromised)
    );
    assert_eq!(
        kit.refused(&go(&[flyer], &[EAST, ECHO])),
        Some(Code::OnlyLanding)
    );
    assert_eq!(
        kit.refused(&go(&[flyer], &[EAST, FAR])),
        Some(Code::OnlyLanding)
    );
    assert_eq!(kit.refused(&go(&[flyer], &[EAST, MID])), None);
    kit.state.destroy(deck);
    land(&mut kit);
    assert!(kit.state.get(flyer).is_none());
}

#[test]
fn a_deck_that_is_being_bought_counts() {
    let mut kit = Kit::new();
    let flyer = kit.put(FLYER, RED, ALPHA);
    kit.put(BOAT, BLUE, EAST);
    kit.put(WORKS, RED, HOTEL);
    let out = go(&[flyer], &[ALPHA, WEST, MID, EAST]);
    assert_eq!(kit.refused(&out), Some(Code::NoLanding));
    kit.state.bought.push(super::super::Bought {
        kind: DECK,
        count: 1,
        price: 16,
        economy: EconomyId(0),
    });
    kit.give(&out, &[]);
    kit.noncombat();
    kit.give(&go(&[flyer], &[EAST, FAR]), &[]);
    land(&mut kit);
    assert!(kit.state.unit(flyer).marks.any(Marks::ALOFT));
    let deck = kit.put(DECK, RED, FAR);
    land_rest(&mut kit);
    assert_eq!(kit.state.unit(flyer).link, deck);
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
fn a_barge_picks_up_on_its_way() {
    let mut kit = Kit::new();
    let barge = kit.put(BARGE, RED, EAST);
    assert_eq!(
        kit.refused(&go(&[barge], &[EAST, FAR])),
        Some(Code::NotCombat)
    );
    let walker = kit.put(WALKER, RED, HOTEL);
    kit.give(&go(&[barge], &[EAST, FAR]), &[]);
    kit.give(&load(&[walker], barge), &[]);
    kit.give(&go(&[barge], &[FAR, EAST]), &[]);
    kit.give(&unload(&[walker], ECHO), &[]);
}

#[test]
fn routes_are_found_for_those_who_name_only_the_end() {
    let mut kit = Kit::new();
    let (runner, boat) = (kit.put(RUNNER, RED, ALPHA), kit.put(BOAT, RED, WEST));
    kit.put(WALKER, RED, HOTEL);
    kit.put(BARGE, RED, FAR);
    let way = |kit: &Kit, unit, to, via: &[SpaceId]| {
        super::route(kit.cx(), &[unit], to, via, Intent::Pass).map_err(|r| r.code)
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

fn with_game(kit: &mut Kit, act: impl FnOnce(&mut super::super::Game<'_>)) {
    let (mut dice, mut events) = (super::super::Scripted::default(), Vec::new());
    act(&mut super::super::Game {
        rules: &kit.rules,
        state: &mut kit.state,
        dice: &mut dice,
        hooks: &super::super::NoHooks,
        events: &mut events,
    });
}
fn land(kit: &mut Kit) {
    with_game(kit, |game| super::land_all(game).expect("no script fails"));
}
fn land_rest(kit: &mut Kit) {
    with_game(kit, |game| super::land_rest(game).expect("no script fails"));
}
