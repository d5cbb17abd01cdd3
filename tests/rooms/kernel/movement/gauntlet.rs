//! What `kernel/movement/gauntlet.rs` promises: moves under fire stop and go on.

use sandtable::kernel::{
    Code, DecisionKind, Frame, Hits, Intent, Order, PhaseStage, UnitIx, pending,
};

use super::super::straits::*;

/// The move is over.
const OVER: [Frame; 1] = [Frame::Phase(PhaseStage::Main)];

#[test]
fn a_choice_of_losses_stops_the_move_and_the_answer_sails_on() {
    let mut kit = Kit::new();
    let (empty, laden) = (kit.put(BARGE, RED, WEST), kit.put(BARGE, RED, WEST));
    kit.aboard(WALKER, RED, laden);
    kit.put(LURKER, BLUE, MID);
    kit.noncombat();
    kit.give(
        &Order::Move {
            units: vec![empty, laden],
            path: vec![WEST, MID, EAST],
            intent: Intent::Pass,
        },
        &[1],
    );
    assert!(matches!(kit.state.agenda.last(), Some(Frame::Voyage(_))));
    let hits = vec![Hits {
        targets: set(&[BARGE]),
        count: 1,
    }];
    let asked = DecisionKind::Casualties {
        space: MID,
        hits,
        candidates: vec![empty, laden],
        count: 1,
    };
    let decision = pending(kit.cx()).expect("the move waits");
    assert_eq!((decision.power, decision.kind), (RED, asked));
    for (lost, code) in [
        (vec![], Code::WrongCount),
        (vec![empty, laden], Code::WrongCount),
        (vec![empty, empty], Code::CannotTakeHit),
        (vec![UnitIx::NONE], Code::NoSuchUnit),
    ] {
        assert_eq!(
            kit.refused(&Order::Casualties(lost.clone())),
            Some(code),
            "{lost:?}"
        );
    }
    kit.give(&Order::Casualties(vec![empty]), &[]);
    assert!(kit.state.agenda == OVER && kit.state.get(empty).is_none());
    assert_eq!(kit.state.unit(laden).space, EAST);
}

#[test]
fn between_equal_ships_there_is_no_choice() {
    let mut kit = Kit::new();
    let ships = [kit.put(BARGE, RED, WEST), kit.put(BARGE, RED, WEST)];
    for ship in ships {
        kit.aboard(WALKER, RED, ship);
    }
    kit.put(LURKER, BLUE, MID);
    kit.noncombat();
    kit.give(
        &Order::Move {
            units: ships.to_vec(),
            path: vec![WEST, MID],
            intent: Intent::Pass,
        },
        &[2],
    );
    assert_eq!(kit.state.agenda, OVER);
    assert_eq!(
        ships
            .iter()
            .filter(|ship| kit.state.get(**ship).is_some())
            .count(),
        1
    );
}
